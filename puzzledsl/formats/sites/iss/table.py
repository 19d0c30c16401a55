"""Constraints that are one rule of the library, perhaps with a number, as a table that import and export share."""

from __future__ import annotations

from puzzledsl.records import record


@record(slots=True)
class Row:
    """A type of constraint: ``.Type~number~cells``, or ``.Type~cells``.

    Attributes:
        rule: the rule of the library.
        cells: its parameter for the cells.
        number: its parameter for the number; empty: it has none.
        usual: the number that the rule has where none is written.
        least: the smallest number.
    """

    type: str
    rule: str
    cells: str = "line"
    number: str = ""
    usual: int | None = None
    least: int = 0


ROWS = (
    Row("Thermo", "thermo"),
    Row("Renban", "renban"),
    Row("Entropic", "entropic"),
    Row("Between", "between"),
    Row("Palindrome", "palindrome"),
    Row("Zipper", "zipper"),
    Row("ValueIndexing", "value_indexing"),
    Row("DoubleArrow", "double_arrow"),
    Row("Whisper", "whisper", number="gap", usual=5),
    Row("Modular", "modular", number="m", least=1),
    Row("Lockout", "lockout", number="gap"),
    Row("EqualityCage", "equality_cage", "cells"),
    Row("CountingCircles", "counting_circles", "cells"),
    Row("RellikCage", "rellik", "cells", "total"),
    Row("Lunchbox", "lunchbox", "cells", "total"),
)
BY_TYPE = {row.type: row for row in ROWS}
BY_RULE = {row.rule: row for row in ROWS}

OUTSIDE = {
    "XSum": "x_sum",
    "Skyscraper": "skyscraper",
    "HiddenSkyscraper": "hidden_skyscraper",
    "NumberedRoom": "numbered_room",
}
"""Constraints on a row or column, read from a side, and their rules."""

WHOLE = {
    "AntiKnight": "anti_knight",
    "AntiKing": "anti_king",
    "AntiTaxicab": "anti_taxicab",
    "AntiConsecutive": "nonconsecutive",
    "GlobalEntropy": "global_entropy",
    "GlobalMod": "global_modular",
    "DutchFlatmates": "dutch_flatmates",
}
"""Constraints on the whole grid, and their rules."""
