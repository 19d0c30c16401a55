"""What somebody may have meant by a name that is unknown here: names of other systems, and slips of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries
from puzzledsl.nearest import nearest

ELSEWHERE = {
    "alldiff": "alldifferent",
    "all_different": "alldifferent",
    "distinct": "alldifferent",
    "unique_values": "alldifferent",
    "extra_region": "alldifferent",
    "normal": "alldifferent: rows, columns, boxes",
    "normal_sudoku": "alldifferent: rows, columns, boxes",
    "sudoku": "alldifferent: rows, columns, boxes",
    "classic": "alldifferent: rows, columns, boxes",
    "latin_square": "alldifferent: rows, columns",
    "diagonals": "alldifferent: diagonal, antidiagonal",
    "sudoku_x": "alldifferent: diagonal, antidiagonal",
    "x_sudoku": "alldifferent: diagonal, antidiagonal",
    "jigsaw": "regions piece:",
    "irregular": "regions piece:",
    "irregular_regions": "regions piece:",
    "title": 'puzzle "title"',
    "rules": 'note "text"',
    "description": 'note "text"',
    "elif": "else if",
    "range": "1..9",
    "unequal": "!=",
    "inequality": "r1c1 > r1c2",
    "greater": "r1c1 > r1c2",
    "greater_than": "r1c1 > r1c2",
    "less": "r1c1 < r1c2",
    "less_than": "r1c1 < r1c2",
    "cols": "columns",
    "col": "column",
    "all_cells": "cells",
    "board": "cells",
    "everything": "cells",
    "everywhere": "cells",
    "left": "row(1)",
    "right": "reverse(row(1))",
    "top": "column(1)",
    "bottom": "reverse(column(1))",
    "length": "len",
    "size": "len",
    "forall": "for",
    "exists": "any",
    "print": "show",
    "to": "r1c1..r1c3",
    "region": "boxes",
    "houses": "boxes",
    "xor_": "xor",
    "True": "true",
    "False": "false",
    "None": "none",
}
"""What others call what is no rule of the library; its files say it of the rules (``# elsewhere: …``)."""

_FOREIGN_CELLS = (
    ("c([0-9]+)r([0-9]+)", "r{1}c{0}", "the row comes first:"),
    ("r([0-9]+)_?c([0-9]+)", "r{0}c{1}", "write"),
    ("(row|column|box)_?([0-9]{1,2})", "{0}({1})", "write"),
)
"""Cells and groups in the notation of others: their pattern, what is written here, and what is said of it."""

_SUFFIXES = ("lines", "line", "cages", "cage", "clues", "clue", "constraint", "rule", "sudoku", "cells", "cell", "sums")
_SHORTEST_PART = 4
_MOST_NAMED = 3


def written_here(name: str) -> list[str]:
    """What is written here for a name of other systems; empty where there is none that we know."""
    found = {"".join(other.lower().split("_")): word for other, word in ELSEWHERE.items()}
    for form in _forms(name):
        if form in found:
            return [found[form]]
        rules = _foreign_names().get(form)
        if rules:
            return rules
    return []


def nearest_rules(name: str, known: Iterable[str]) -> list[str]:
    """The rule that is called most like ``name``; else those that have it as a word of their names, or as a part."""
    rules = [*known, *rules_and_constraints()]
    near = nearest(name, rules)
    if near is not None:
        return [near]
    whole = _plain(name)
    by_word = [rule for rule in rules if whole in rule.split("_")]
    if 0 < len(by_word) <= _MOST_NAMED:
        return by_word
    parts = [
        rule
        for rule in rules
        if min(len(whole), len(_plain(rule))) >= _SHORTEST_PART and (whole in _plain(rule) or _plain(rule) in whole)
    ]
    return sorted(parts, key=lambda rule: (abs(len(_plain(rule)) - len(whole)), rule))[:1]


@cache
def rules_and_constraints() -> tuple[str, ...]:
    """What may begin a clue: the rules of the library, and the built-in functions that are constraints."""
    constraints = (name for name, found in builtins().items() if found.gives == "Constraint")
    return (*(e.name for e in entries().values() if e.is_rule and e.name[0] != "_"), *constraints)


def about(rule: str) -> tuple[str, ...]:
    """What the library says of one of its rules, and its example."""
    entry = entries().get(rule)
    if entry is None or not entry.examples:  # such as a helper of other rules
        return ()
    return f"`{rule}`: {entry.comment.rstrip('.')}", f"for example `{entry.examples[0]}`"


def cell_meant(name: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """For a cell in the notation of others (``B3``, ``c1r2``, ``r1`` of ``r1 c1``): label, helps, what may be meant."""
    for pattern, form, label in _FOREIGN_CELLS:
        if found := re.fullmatch(pattern, name.lower()):
            right = form.format(*found.groups())
            return f"{label} `{right}`", (), (right,)
    found = re.fullmatch(r"[rRcC][0-9]{1,2}", name)
    if found:
        whole = f"{'row' if name[0] in 'rR' else 'column'}({name[1:]})"
        return (
            "a cell is one word, row and column: `r1c1`",
            ("a whole row is `row(1)`, a column `column(1)`",),
            (whole,),
        )
    found = re.fullmatch(r"([A-Za-z])([0-9]{1,2})", name)
    if found is None:
        return None
    letter, number = ord(found[1].upper()) - ord("A") + 1, int(found[2])
    helps: tuple[str, ...] = ()
    meant = tuple(dict.fromkeys((f"r{letter}c{number}", f"r{number}c{letter}")))
    if letter != number:
        helps = (f"row {letter}, column {number} is `r{letter}c{number}`; row {number}, column {letter} is"
                 f" `r{number}c{letter}`",)  # fmt: skip
    label = "a cell is named by its row and column: `r1c1`" if helps else f"write `r{letter}c{number}`"
    return label, helps, meant


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _forms(name: str) -> Iterator[str]:
    """A name without underscores, then also without what people add to the names of rules."""
    plain = _plain(name)
    for form in (plain, *(plain.removesuffix(s) for s in _SUFFIXES if plain.endswith(s) and plain != s)):
        yield form
        if form.endswith("s"):
            yield form[:-1]


@cache
def _foreign_names() -> dict[str, list[str]]:
    """Rules by what other systems call them, and by their own names without underscores and plural."""
    found: dict[str, list[str]] = {}
    for entry in entries().values():
        if entry.is_rule and not entry.name.startswith("_"):
            for name in (entry.name, *sorted(entry.elsewhere)):
                plain = _plain(name)
                for form in {plain, plain.removesuffix("s")}:
                    found.setdefault(form, []).append(entry.name)
    return {form: list(dict.fromkeys(rules)) for form, rules in found.items()}
