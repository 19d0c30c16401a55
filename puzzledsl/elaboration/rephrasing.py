"""What a line may mean that is not written as lines are here: a clue in other words, or a line of another language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.suggestions import rules_and_constraints, written_here

_CELL = r"r\d+c\d+"
_ITEM = re.compile(
    rf"(?P<cells>{_CELL}(?:(?:\s*(?:\.\.|–|->|→|to\b)\s*|-){_CELL})*)"
    r"|(?P<line>(?:row|col|column|box)[\s(\[_]*(?P<place>\d+)[)\]]?)"
    r"|(?P<groups>\b(?:rows|cols|columns|boxes)\b)(?:\s*\(\s*cell\s*\))?"
    r"|(?P<numbers>\d+)|(?P<between>,|and\b)|(?P<words>[^\W\d]\w*)|(?P<others>==|\+=|[^\s:=;()\[\]{}+])"
    r"|(?P<equal>=)|(?P<plus>\+)|[:;()\[\]{}]",
    re.IGNORECASE,
)
_FILLERS = "a an are at be by cell cells clue for from given givens has have in is line of on the true value with yes"
_GIVES = re.compile(r"=|\b(?:is|givens?|has|value)\b", re.IGNORECASE)
"""What stands between a cell and its value."""
_SHORT = {"col": "column", "cols": "columns"}
_LONGEST_NAME = 3
"""Words of the name of a rule."""
_MOST_WORDS = 12
_LONGEST = 200
"""Characters of a line that is looked at."""

_ELSEWHERE = (
    (r"@constraint\s*\(\s*\w+\s*,\s*(?:\w+\s*,\s*)?(.*)\)", r"\1"),  # JuMP
    (r"@objective\s*\(\s*\w+\s*,\s*Max\s*,\s*(.*)\)", r"maximize \1"),
    (r"@objective\s*\(\s*\w+\s*,\s*Min\s*,\s*(.*)\)", r"minimize \1"),
    (r"\w+\.(?:add_?Constrs?|add|Add)\s*\((.*)\)", r"\1"),  # Gurobi, PuLP, OR-Tools
    (r"var (\w+)\W*(?:binary|bool(?:ean)?)\b.*", r"var \1 in bool"),
    (r"var (\w+)\s*>=\s*(\d+)\W+<=\s*(\d+)$", r"var \1 in \2..\3"),
    (r"var (\w+)\s*>=\s*(\d+)$", r"var \1 in \2..100"),
    (r"var (\w+)\s*<=\s*(\d+)$", r"var \1 in 0..\2"),
    (r"var (\w+)\s*:?\s*(?:in\s+)?(?:integers?|int|Z)(?:\s*>=\s*0)?$", r"var \1 in 0..100"),
    (r"var (\d+\.\.\d+)\s*:\s*(\w+)$", r"var \2 in \1"),  # MiniZinc
    (r"var (?:integer|int)\s*:\s*(\w+)$", r"var \1 in 0..100"),
    (r"var bool\s*:\s*(\w+)$", r"var \1 in bool"),
    (r"var (\w+)\[1\.\.(\d+)\]", r"grid \1[1, \2]"),
    (r"\.\.\s*(?:inf|infinity|oo|∞)", "..100"),
    (r"array\s*\[1\.\.(\d+)\s*,\s*1\.\.(\d+)\]\s*of var\s+(.+?)\s*:\s*(\w+)", r"grid \4[\1, \2] in \3"),
    (
        r"(?:grid|board|sudoku|size)\W*(?:cells?\W*)?(\d+)\s*(?:[x×,]|by)\s*(\d+)\W*(?:in \d+\.\.\d+)?$",
        r"grid cell[\1, \2] in 1..\2",
    ),
    (
        r"(?:grid|board)\s+(\w+)\W*(\d+)\s*(?:[x×,]|by)\s*(\d+)\W+(?:(?:of|in)\s*)?(\d+\.\.\d+)",
        r"grid \1[\2, \3] in \4",
    ),
    (r"def\s+(\w+\(.*\)\s*:)", r"rule \1"),
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
"""How others write a line, or a part of it, and how it is written here. A line that has a mistake of one kind, whatever
else it says, is a row of `puzzledsl.reading.known_mistakes` instead, which names the mistake.
"""


def rephrased(line: str) -> Iterator[str]:
    """What a line may say, the likeliest first: as others write it, or a clue in other words.

    Such a clue names one rule, and has nothing else that is not understood. No number of the line is lost.
    """
    if len(line) <= _LONGEST:
        line = line.partition("#")[0].strip()
        for text in (*_elsewhere(line), *_clues(line)):
            if not set(_numbers(line)) - set(_numbers(text)) or "".join(_numbers(line)) == "".join(_numbers(text)):
                yield text


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _elsewhere(line: str) -> Iterator[str]:
    for pattern, here in _ELSEWHERE:
        if (changed := re.sub(pattern, here, line)) != line:
            yield changed
    found = re.fullmatch(r"(\w+)\s*:\s*([^:]+)", line)
    if found and any(f"{found[1]}(" in one for one in _examples(found[1])):
        yield f"{found[1]}({found[2]})"


def _clues(line: str) -> Iterator[str]:
    """The line as a clue, or as known cells."""
    said: dict[str, list[str]] = defaultdict(list)
    parts: list[list[str]] = [[]]  # cells, between commas
    before = 0
    for item in _ITEM.finditer(line):
        kind, text = item.lastgroup or "", item[item.lastgroup or 0].lower()
        if kind == "cells":
            text = "..".join(re.findall(_CELL, text))
        elif kind == "line":
            name = text[: 6 if text.startswith("column") else 3]
            kind, text = "cells", f"{_SHORT.get(name, name)}({item['place']})"
        if kind == "between" and parts[-1]:
            parts.append([])
        elif kind == "cells":
            if said["cells"] and len(said["words"]) > before and not _are_fillers(said["words"][before:]):
                return  # `r1c1 between r1c2 and r1c3`
            before = len(said["words"])
            parts[-1].append(text)
        said[kind].append(_SHORT.get(text, text))
    cells, numbers, words, groups = (said[kind] for kind in ("cells", "numbers", "words", "groups"))
    if said["others"] or len(words) > _MOST_WORDS or line.count("{") + line.count("[") > 1:
        return
    known = len(cells) == len(numbers) > 0 and not groups + said["plus"] and _GIVES.search(line)
    if known and _are_fillers(words):
        yield " and ".join(f"{cell} == {number}" for cell, number in zip(cells, numbers, strict=True))
    apart = [" ".join(part) for part in parts if part]
    is_list = all(len(part) < 2 and ".." not in "".join(part) for part in parts)
    if len(set(said["between"])) > 1 and len(apart) > 1:
        return  # `r1c1, r1c2 and r2c1, r2c2`
    for rule in _rules(words):
        head = " ".join((rule, *numbers))
        if not groups and not cells:
            yield head
        elif not said["equal"] or numbers or len(cells) == 1:
            yield f"{head}: {', '.join((*groups, *cells)) if groups else (' ' if is_list else ', ').join(apart)}"
        if len(numbers) == 1 and len(numbers[0]) > 1:
            yield f"{' '.join((rule, *numbers[0]))}: {' '.join(cells)}"
        is_first = (
            re.match(rf"[^=]*?\b{_CELL}\s*=(?!.*=)", line) and len(re.findall(_CELL, line.partition("=")[0])) == 1
        )
        if not numbers and len(cells) > 1 and _takes_cell(rule) and (is_first or not said["equal"] + said["plus"]):
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
                    if len(called := _called(name)) == 1:
                        yield called[0]
    common = [set(_called(word)) for word in words if not _are_fillers([word])]
    if common and len(shared := set.intersection(*common)) == 1:
        yield from shared


def _called(name: str) -> list[str]:
    return [name] if name in rules_and_constraints() else written_here(name)
