"""Constraints and the rules of the library that they are, as tables that import and export share."""

from __future__ import annotations

from puzzledsl.records import record


@record
class Row:
    """A type of constraint: ``.Type~cells``, or ``.Type~argument~cells``.

    Attributes:
        type: its name; behind a tilde an argument that is always the same.
        rule: the rule of the library.
        cells: its parameter for the cells; ``pair``: it is about each two cells that share a side.
        argument: its parameter for the argument (a number, or several with underscores); empty: there is none.
        is_cell: the argument is a cell.
        usual: the number that the rule has where none is written.
        least: the smallest number.
        only: the one number of which the constraint is; it is not written there.
    """

    type: str
    rule: str
    cells: str = "line"
    argument: str = ""
    is_cell: bool = False
    usual: int | None = None
    least: int = 0
    only: int | None = None


ROWS = (
    Row("Thermo", "thermo"),
    Row("Renban", "renban"),
    Row("Entropic", "entropic"),
    Row("Between", "between"),
    Row("Palindrome", "palindrome"),
    Row("Zipper", "zipper"),
    Row("ValueIndexing", "value_indexing"),
    Row("DoubleArrow", "double_arrow"),
    Row("RegionSumLine", "region_sum"),
    Row("Whisper", "whisper", "line", "gap", usual=5),
    Row("Modular", "modular", "line", "m", least=1),
    Row("Lockout", "lockout", "line", "gap"),
    Row("SumLine", "sum_line", "line", "total", least=1),
    Row("Arrow", "arrow", "shaft", "circle", is_cell=True),
    Row("CountDistinct", "count_distinct", "cells", "number", is_cell=True),
    Row("AllDifferent", "alldifferent", "cells"),
    Row("EqualityCage", "equality_cage", "cells"),
    Row("CountingCircles", "counting_circles", "cells"),
    Row("RellikCage", "rellik", "cells", "total"),
    Row("Lunchbox", "lunchbox", "cells", "total"),
    Row("Cage", "cage", "cells", "total", usual=0, least=1),
    Row("Sum", "little_killer", "line", "value", least=1),
    Row("Sum", "total", "cells", "value", least=1),
    Row("ContainAtLeast", "contains", "cells", "values"),
    Row("ContainExact", "contains_exactly", "cells", "values"),
    Row("Indexing~R", "index_row", "cells"),
    Row("Indexing~C", "index_column", "cells"),
    Row("WhiteDot", "white_dot", "pair", "difference", usual=1, only=1),
    Row("BlackDot", "black_dot", "pair", "ratio", usual=2, only=2),
    Row("X", "xv", "pair", "total", only=10),
    Row("V", "xv", "pair", "total", only=5),
)
BY_TYPE = {row.type: row for row in ROWS}

OUTSIDE = {
    "XSum": "x_sum",
    "Skyscraper": "skyscraper",
    "HiddenSkyscraper": "hidden_skyscraper",
    "NumberedRoom": "numbered_room",
    "Sandwich": "sandwich",
}
"""Constraints on a row or column, read from a side, and their rules."""

WHOLE = {
    "AntiKnight": "anti_knight",
    "AntiKing": "anti_king",
    "AntiConsecutive": "nonconsecutive",
    "GlobalEntropy": "global_entropy",
    "GlobalMod": "global_modular",
    "DutchFlatmates": "dutch_flatmates",
    "Windoku": "windoku",
}
"""Constraints on the whole grid, and their rules."""

TYPE_OF = {rule: type_ for type_, rule in (*OUTSIDE.items(), *WHOLE.items())}
