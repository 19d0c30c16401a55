"""Constraints and the rules of the library that they are, as tables that import and export share."""

from __future__ import annotations

from puzzledsl.formats.tables import table
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


_TABLE = table(__file__, "constraints.tsv")
OUTSIDE, WHOLE = ({row["type"]: row["rule"] for row in _TABLE if row["cells"] == what} for what in ("outside", "whole"))
"""Constraints on a row or column that is read from a side, and on the whole grid, and their rules."""
TYPE_OF = {rule: type_ for type_, rule in (*OUTSIDE.items(), *WHOLE.items())}
ROWS = [Row(**row) for row in _TABLE if row["rule"] not in TYPE_OF]
BY_TYPE = {row.type: row for row in ROWS}
