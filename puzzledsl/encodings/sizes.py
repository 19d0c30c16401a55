"""How large an encoded model is, in total and by kind of clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded

STRUCTURE = "values"
"""The kind under which the variables themselves, and the rows that tie their columns together, are counted."""


@dataclass(slots=True)
class Size:
    """Numbers of columns by type, of rows, and of coefficients in the rows."""

    binaries: int = 0
    integers: int = 0
    continuous: int = 0
    rows: int = 0
    nonzeros: int = 0

    @property
    def columns(self) -> int:
        """Columns of any type."""
        return self.binaries + self.integers + self.continuous


@record
class Sizes:
    """The size of a model; ``by_clue`` in the order in which the clues occur, the variables themselves first."""

    encoding: str
    total: Size
    by_clue: dict[str, Size]


def sizes(encoded: Encoded) -> Sizes:
    """Count columns, rows and coefficients. ``integers`` are those that are not 0–1."""
    answer = Sizes(encoded.encoding, Size(), {STRUCTURE: Size()})

    def parts(origin: int | None) -> tuple[Size, Size]:
        clue = STRUCTURE if origin is None else encoded.origins[origin].clue
        return answer.total, answer.by_clue.setdefault(clue, Size())

    for column in encoded.columns:
        for size in parts(column.origin):
            if column.binary:
                size.binaries += 1
            elif column.integer:
                size.integers += 1
            else:
                size.continuous += 1
    for row in encoded.rows:
        for size in parts(row.origin):
            size.rows += 1
            size.nonzeros += len(row.terms)
    return answer
