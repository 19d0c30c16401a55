"""The OPB format of pseudo-Boolean solvers: https://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.row_builder import Coefficient


def write(encoded: Encoded, title: str) -> str:
    """The model as the text of an OPB file, which minimizes, with the names of the columns as comments.

    Raises:
        PuzzleError: a column is not 0 or 1.
    """
    wide = next((column for column in encoded.columns if not column.binary), None)
    if wide is not None:
        raise failure(
            f"an OPB file has only columns of 0 and 1, and `{wide.name}` is none",
            helps=("`--encoding binary` has one for each value of a cell",),
            code="opb",
        )
    rows = [line for row in in_time(encoded.rows) for line in _rows(row)]
    for number, column in enumerate(encoded.columns):
        if column.lower == column.upper:
            rows.append(f"{_sum({number: 1})} = {column.lower} ;")
    lines = [f"* #variable= {len(encoded.columns)} #constraint= {len(rows)}", f"* {' '.join(title.split())}"]
    lines += [f"* x{number} is {column.name}" for number, column in enumerate(encoded.columns, 1)]
    objective = encoded.objective
    if objective is not None:
        sign = -1 if encoded.maximize else 1
        scale = lcm(*(k.denominator for k in objective.terms.values()))
        lines.append(f"* the objective is {'-' if sign < 0 else ''}1/{scale} of this minimum + {objective.constant}")
        lines.append(f"min: {_sum({x: sign * scale * k for x, k in objective.terms.items()})} ;")
    return "\n".join([*lines, *rows, ""])


def _rows(row: Row) -> Iterator[str]:
    """Yield a row with whole numbers, once for each of its limits."""
    limits = [limit for limit in (row.lower, row.upper) if limit is not None]
    scale = lcm(*(number.denominator for number in (*row.terms.values(), *limits)))
    terms = {x: k * scale for x, k in row.terms.items()}
    if row.lower == row.upper:
        yield f"{_sum(terms)} = {limits[0] * scale} ;"
        return
    if row.lower is not None:
        yield f"{_sum(terms)} >= {row.lower * scale} ;"
    if row.upper is not None:
        yield f"{_sum({x: -k for x, k in terms.items()})} >= {-row.upper * scale} ;"


def _sum(terms: Mapping[int, Coefficient]) -> str:
    return " ".join(f"{int(k):+d} x{x + 1}" for x, k in terms.items())
