"""The free MPS format, which every solver reads: https://www.ibm.com/docs/en/icos/22.1.1?topic=standard-mps-file-format.

Only what all readers understand alike is written:

- GLPK does not read the section ``OBJSENSE``, and CBC 2.10 and PuLP skip it. So the objective is always minimized.
- PuLP does not know the bounds ``LI`` and ``UI``, and a missing bound of an integer column means something else to each
  reader. So both bounds are there, as ``LO`` and ``UP``.
- CBC misreads bounds without a number. So each has one. Without the word ``FREE``, it takes a file whose first column
  has a name of twelve characters for one of fixed format.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.export.solver_files import number, plain_names, with_plain_objective
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.encodings.encoded import Column, Encoded, Row

_NEGATED = (
    "* The objective is to be maximized. All its signs are changed here, because not every program reads a maximum:",
    "* minimize this one, and change the sign of the optimum.",
)


def write(encoded: Encoded, title: str) -> str:
    """The model as the text of a free-format MPS file that minimizes."""
    encoded, objective = with_plain_objective(encoded)
    rows = plain_names(row.name for row in encoded.rows)
    columns = plain_names(column.name for column in encoded.columns)
    sign = -1 if encoded.maximize else 1
    entries = [
        [f"obj {number(sign * objective.terms[x])}"] if x in objective.terms else [] for x in range(len(columns))
    ]
    for name, row in in_time(zip(rows, encoded.rows, strict=True)):
        for x, k in row.terms.items():
            entries[x].append(f"{name} {number(k)}")
    named = list(zip(rows, encoded.rows, strict=True))
    lines = [f"* {' '.join(title.split())} ({encoded.encoding} model)", *(_NEGATED if encoded.maximize else ())]
    lines += [f"NAME {plain_names([title or 'puzzle'])[0]} FREE", "ROWS", " N obj"]
    lines += [f" {_sense(row)} {name}" for name, row in named]
    lines.append("COLUMNS")
    for integer, members in groupby(zip(columns, encoded.columns, entries, strict=True), lambda one: one[1].integer):
        lines += [" MARKER 'MARKER' 'INTORG'"] if integer else []
        lines += [f" {name} {entry}" for name, _, of_column in members for entry in of_column]
        lines += [" MARKER 'MARKER' 'INTEND'"] if integer else []
    limits = [(name, row.lower if row.upper is None else row.upper) for name, row in named]
    lines += ["RHS", *(f" RHS {name} {number(limit)}" for name, limit in limits if limit)]
    ranges = [
        f" RANGE {name} {number(row.upper - row.lower)}"
        for name, row in named
        if row.lower is not None and row.upper is not None and row.lower != row.upper
    ]
    lines += ["RANGES", *ranges] if ranges else []
    lines.append("BOUNDS")
    for name, column in zip(columns, encoded.columns, strict=True):
        lines += [f" {bound.format(name)}" for bound in _bounds(column)]
    return "\n".join([*lines, "ENDATA", ""])


def _sense(row: Row) -> str:
    return "E" if row.lower == row.upper else "G" if row.upper is None else "L"


def _bounds(column: Column) -> Iterator[str]:
    """Yield the bounds of a column, with braces for its name."""
    lower, upper = column.lower, column.upper
    if lower is None and upper is None:
        yield "FR BOUND {} 0"
    elif lower is not None and lower == upper:
        yield f"FX BOUND {{}} {number(lower)}"
    else:  # the lower one first: some readers take a column without it for unbounded where the upper one is negative
        yield "MI BOUND {} 0" if lower is None else f"LO BOUND {{}} {number(lower)}"
        if upper is not None or column.integer:
            yield "PL BOUND {} 0" if upper is None else f"UP BOUND {{}} {number(upper)}"
