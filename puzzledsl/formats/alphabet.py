"""Letters that a source has in place of digits. In a model the first one is 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAID = (
    r"(?i)\bletters(?: (?:from|of|in|the|set|words?))*:? ?[\"'“‘(]?"
    r"([a-z] ?(?:-|–|to|through) ?[a-z]\b|(?:[a-z](?:,? and |, ?| )){3,}[a-z]\b)",
    r"(?i)\bletters(?: (?:from|of|in|the|set|words?))*:? ?[\"'“‘(]?"
    r"((?<=[\"'“‘])[a-z]{4,}(?=[\"'”’])|(?-i:[A-Z]{4,})\b|(?<=(?:of|in) the word )[a-z]{4,}\b)",
)
"""How rules name them, first what is surely meant so: ``letters A to I``, ``letters D, U, P and L``; ``letters of the
word WIZARDKEY``."""


def alphabet_of(marks: Iterable[str], count: int, rules: str = "") -> str:
    """The letters of a grid, in order; empty if the marks in it are none, or it is not known which others there are.

    They are those that the rules name; else, if the grid has any, the first ones of the alphabet, or those in the grid
    if they are enough.

    Args:
        count: how many values the grid has.
    """
    used = set(marks)
    if not used <= set(LETTERS):
        return ""
    for said in (found for way in _SAID for found in re.findall(way, rules)):
        named = re.sub(r"\b(?:AND|TO|THROUGH)\b|[^A-Z]", "", said.upper())
        if len(named) == 2:
            named = LETTERS[LETTERS.find(named[0]) : LETTERS.find(named[1]) + 1]
        if len(set(named)) == len(named) == count and used <= set(named):
            return named
    return LETTERS[:count] if used and used <= set(LETTERS[:count]) else "".join(sorted(used)) * (len(used) == count)


def numbered(marks: Sequence[str], letters: str) -> list[str | int]:
    """Marks with the numbers of letters in their place."""
    return [letters.find(mark) + 1 or mark if mark else mark for mark in marks]
