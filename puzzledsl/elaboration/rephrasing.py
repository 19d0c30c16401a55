"""A clue that is said in other words: its rule, numbers and cells, put into the form that clues have here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.suggestions import rules_and_constraints, written_here

_CELL = r"r\d+c\d+"
_ITEM = re.compile(
    rf"(?P<cells>{_CELL}(?:\s*(?:\.\.|-|–|->|→|to\b)\s*{_CELL})*)"
    r"|(?P<line>(?:row|col|column|box)[\s(\[_]*(?P<place>\d+)[)\]]?)"
    r"|(?P<groups>\b(?:rows|cols|columns|boxes)\b)(?:\s*\(\s*cell\s*\))?"
    r"|(?P<numbers>\d+)|(?P<words>[^\W\d]\w*)|(?P<sign>==|\+=)|(?P<plus>\+)|[:=,;()\[\]{}]|#.*|(?P<others>\S)",
    re.IGNORECASE,
)
_FILLERS = "a an and are at be by cell cells clue for from given givens has in is line of on the to true value with yes"
_SHORT = {"col": "column", "cols": "columns"}
_LONGEST_NAME = 3
"""Words of the name of a rule."""
_MOST_WORDS = 12


_ELSEWHERE = (
    (r"@constraint\s*\(\s*\w+\s*,\s*(?:\w+\s*,\s*)?(.*)\)", r"\1"),  # JuMP
    (r"@objective\s*\(\s*\w+\s*,\s*(?i:(max|min))\s*,\s*(.*)\)", r"\1imize \2"),
    (r"\w+\.(?:add_?Constrs?|add|Add)\s*\((.*)\)", r"\1"),  # Gurobi, PuLP, OR-Tools
    (r"var (\w+)\W*(?:binary|bool(?:ean)?)\b.*", r"var \1 in bool"),
    (r"var (\w+)\s*>=?\s*(\d+)\W+<=?\s*(\d+).*", r"var \1 in \2..\3"),
    (r"var (\w+)\s*<=?\s*(\d+).*", r"var \1 in 0..\2"),
    (r"var (\w+)\s*(?:[<>:]|(?:in\s+)?(?:integers?|int|real|Z)\b).*", r"var \1 in 0..100"),
    (r"var (\w+)\[1\.\.(\d+)\]", r"grid \1[1, \2]"),
    (r"\.\.\s*(?:inf|infinity|oo|∞)", "..100"),
    (r"array\s*\[\d+\.\.(\d+)\s*,\s*\d+\.\.(\d+)\]\s*of var\s+(.+?)\s*:\s*(\w+)", r"grid \4[\1, \2] in \3"),
    (
        r"(?:grid|board|sudoku|size)\W*(?:cells?\W*)?(\d+)\s*(?:[x×,]|by)\s*(\d+)\W*(?:in \d+\.\.\d+)?$",
        r"grid cell[\1, \2] in 1..\2",
    ),
    (
        r"(?:grid|board)\s+(\w+)\W*(\d+)\s*(?:[x×,]|by)\s*(\d+)\W+(?:(?:of|in)\s*)?(\d+\.\.\d+)",
        r"grid \1[\2, \3] in \4",
    ),
    (r"def\s+(\w+\(.*\)\s*:)", r"rule \1"),
    (r"len\s*\(\s*set\s*\((.*)\)\s*\)\s*==.*", r"alldifferent(\1)"),
    (r"\bfor (.*) for ", r"for \1, "),
    (r"(?<=\S) if (.*?)(?=[\])])", r" where \1"),
    (r"\((.*?) if (.*?) else (.*?)\)", r"(if \2 then \1 else \3)"),
    (r"\bin (\d+):(\d+)", r"in \1..\2"),
    (r"\breturn\s+", ""),
    (r"\.items\(\)", ""),
    (r"^\s*[A-Za-z_]\w*\s*:\s*(?=.*[<>=]=|.*[<>])", ""),  # the name of a row
    (r"\b(\d+) (?=[A-Za-z_])", r"\1 * "),
    (r" \| ", " or "),
    (r" & ", " and "),
    (r"\bTrue\b", "true"),
    (r"\bFalse\b", "false"),
    (r"\bNone\b", "none"),
)
"""How others write a line, or a part of it, and how it is written here."""


def rephrased(line: str) -> Iterator[str]:
    """What a line may say, the likeliest first: as others write it, or a clue in other words.

    Such a clue names one rule, and says nothing else that is not understood.
    """
    for pattern, here in _ELSEWHERE:
        if (changed := re.sub(pattern, here, line)) != line:
            yield changed
    found = re.fullmatch(r"\s*(\w+)\s*:\s*([^:]+)", line)
    if found and any(f"{found[1]}(" in one for one in _examples(found[1])):
        yield f"{found[1]}({found[2].rstrip()})"
    said: dict[str, list[str]] = defaultdict(list)
    for item in _ITEM.finditer(line):
        kind, text = item.lastgroup or "", item[item.lastgroup or 0].lower()
        if kind == "cells":
            text = "..".join(re.findall(_CELL, text))
        elif kind == "line":
            name = text[: 6 if text.startswith("column") else 3]
            kind, text = "cells", f"{_SHORT.get(name, name)}({item['place']})"
        said[kind].append(_SHORT.get(text, text))
    cells, numbers, words, groups = (said[kind] for kind in ("cells", "numbers", "words", "groups"))
    if said["sign"] or said["others"] or len(words) > _MOST_WORDS:
        return
    if not groups and not said["plus"] and len(cells) == len(numbers) > 0 and _are_fillers(words):
        yield " and ".join(f"{cell} == {number}" for cell, number in zip(cells, numbers, strict=True))
    for rule in _rules(words):
        head = " ".join((rule, *numbers))
        if groups or cells:
            yield f"{head}: {', '.join((*groups, *cells)) if groups else ' '.join(cells)}"
        else:
            yield head
        if any(len(number) > 1 for number in numbers):
            yield f"{' '.join((rule, *''.join(numbers)))}: {' '.join(cells)}"
        if not numbers and len(cells) > 1 and _takes_cell(rule):
            yield f"{rule} {cells[0]}: {' '.join(cells[1:])}"


def _are_fillers(words: list[str]) -> bool:
    return set(_FILLERS.split()).issuperset(words)


def _takes_cell(rule: str) -> bool:
    """Whether the argument of a clue is a cell, as the circle of an arrow is."""
    return any(example.startswith(f"{rule} r") for example in _examples(rule))


def _examples(rule: str) -> tuple[str, ...]:
    return entries()[rule].examples if rule in entries() else ()


def _rules(words: list[str]) -> Iterator[str]:
    """The rules that the words name, all of them but fillers."""
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for first in range(len(words) - count + 1):
            if _are_fillers(words[:first] + words[first + count :]):
                for name in map("_".join, permutations(words[first : first + count])):
                    yield from _called(name)
    common = [set(_called(word)) for word in words if not _are_fillers([word])]
    yield from set.intersection(*common) if common else ()


def _called(name: str) -> list[str]:
    return [name] if name in rules_and_constraints() else written_here(name)
