"""What somebody may have meant by a name that is unknown here: names of other systems, and slips of the pen."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache

from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries
from puzzledsl.nearest import nearest

ELSEWHERE = {
    "alldifferent": "alldiff all_different all_distinct distinct unique unique_values different box extra_region",
    "alldifferent: rows, columns, boxes": "normal normal_sudoku sudoku classic",
    "alldifferent: rows, columns": "latin_square",
    "alldifferent: diagonal, antidiagonal": "diagonal diagonals sudoku_x x_sudoku",
    "regions piece:": "jigsaw irregular irregular_regions",
    'puzzle "title"': "title",
    'note "text"': "rules description",
    "!=": "unequal",
    "columns": "cols",
    "column": "col",
    "cells": "all_cells board everything everywhere",
    "len": "length size",
    "product": "prod",
    "y ^ 2 == x": "sqrt square_root",
    "total": "sum sums adds add_up",
    "row(1)`, `reverse(row(1))` or, down a diagonal, `r1c3..r3c1": "left right",
    "column(1)` or `reverse(column(1))": "top bottom above below",
    "whisper 4": "dutch_whisper dutch_whispers",
    "first..last": "range",
    "for … in … where …:": "continue break",
    "for": "forall",
    "any": "exists",
    "boxes": "region houses",
    "xor": "xor_",
    "true": "True",
    "false": "False",
    "none": "None",
}
"""What others call what is no rule of the library; its files say it of the rules (``# elsewhere: …``)."""

_SUFFIXES = [
    "lines",
    "line",
    "cages",
    "cage",
    "clues",
    "clue",
    "constraint",
    "rule",
    "sudoku",
    "cells",
    "cell",
    "sums",
    "dots",
    "dot",
]
_SHORTEST_PART = 4
_MOST_NAMED = 3


@cache
def commands() -> frozenset[str]:
    """The commands of the command line, none where it is not installed, as in a browser."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "cli", "commands")
    files = os.listdir(folder) if os.path.isdir(folder) else []
    return frozenset(file.removesuffix(".py").strip("_") for file in files)


def written_here(name: str) -> list[str]:
    """What is written here for a name of other systems; empty where there is none that we know."""
    found = {_plain(other): word for word, others in ELSEWHERE.items() for other in others.split()}
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
        (abs(len(plain) - len(whole)), rule)
        for rule, plain in zip(rules, map(_plain, rules), strict=True)
        if min(len(whole), len(plain)) >= _SHORTEST_PART and (whole in plain or plain in whole)
    ]
    return [rule for _, rule in sorted(parts)[:1]]


@cache
def rules_and_constraints() -> tuple[str, ...]:
    """What may begin a clue: the rules of the library, and the built-in functions that are constraints."""
    constraints = (name for name, found in builtins().items() if found.gives == "Constraint")
    return (*_rules(), *constraints)


def _rules() -> Iterator[str]:
    """The rules of the library that are not helpers of others."""
    return (entry.name for entry in entries().values() if entry.is_rule and entry.name[0] != "_")


def about(rule: str) -> tuple[str, ...]:
    """What the library says of one of its rules, and its example."""
    entry = entries().get(rule)
    if entry is None or not entry.examples:  # such as a helper of other rules
        return ()
    return f"`{rule}`: {entry.comment.rstrip('.')}", f"for example `{entry.examples[0]}`"


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
    for rule in _rules():
        for plain in map(_plain, (rule, *sorted(entries()[rule].elsewhere))):
            for form in {plain, plain.removesuffix("s")}:
                found.setdefault(form, []).append(rule)
    return {form: list(dict.fromkeys(rules)) for form, rules in found.items()}
