"""How clues usually look on the web: which rules have a usual look, its colours, and the words for it.

The words are those of the library's rules (``# solvers: …``); here are only those for what is no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzledsl.elaboration.library import entries
from puzzledsl.formats.tables import pairs

PALETTE = pairs(__file__, "palette.tsv")
"""Colours for lines whose usual one is taken, by the word that the rules use, the most distinct ones first."""

LINES, OUTSIDE = (
    [name for name, entry in entries().items() if "color" in entry.usual and f"draw {mark}(" in entry.text]
    for mark in ("line", "outside")
)
"""Rules of a line of one colour, and of a row or column with a number outside."""

SENTENCES = {
    "sudoku": "Normal sudoku rules apply.",
    "latin": "Each row and column contains different digits.",
    "diagonal": "Digits cannot repeat on a marked diagonal.",
    "pill": "Digits in a pill are read as one number, from left to right or from top to bottom.",
    "less": "An inequality sign points to the smaller digit.",
}
"""The words for what is no rule of the library."""

USUAL = frozenset(
    {
        "diagonal",
        "less",
        "cage",
        "total",
        "thermo",
        "slow_thermo",
        "arrow",
        "little_killer",
        "white_dot",
        "black_dot",
        "contains",
        "odd",
        "even",
        "minimum",
        "maximum",
        "counting_circles",
        "anti_knight",
        "anti_king",
        "nonconsecutive",
        "disjoint_groups",
        "global_entropy",
        "dutch_flatmates",
        *LINES,
        *OUTSIDE,
    }
)
"""All rules with a usual look."""


def usual_words(rule: str, arguments: Mapping[str, object], values: Sequence[int], **words: str) -> str:
    """The sentence of a rule that looks as usual; empty if it has none.

    Args:
        arguments: of the clue; numbers that the sentence names are taken from there.
        values: those of the grid.
        words: for what depends on the drawing, such as the colour of a line. By default it is not named.
    """
    if rule in SENTENCES:
        return SENTENCES[rule]
    numbers = {name: str(value) for name, value in arguments.items() if type(value) is int}
    entry = entries()[rule]
    usual = {"lowest": str(values[0]), "highest": str(values[-1]), "they": "digits in a cage"}
    if numbers not in ({}, {"difference": "1"}, {"ratio": "2"}):  # a dot with a number
        usual["number"] = entry.usual.get("number", "")
    return entry.redrawn(usual | numbers | words)
