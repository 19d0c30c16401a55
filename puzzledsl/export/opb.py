"""The OPB format of pseudo-Boolean solvers: https://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.export.solver_files import check_numbers
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.row_builder import Coefficient


def write(encoded: Encoded, title: str) -> str:
    """The model as the text of an OPB file, which minimizes. Comments name the columns.

    Raises:
        PuzzleError: a column may be another number than 0 and 1, or a number is too large.
    """
    check_numbers(encoded)
    other = next((column.name for column in encoded.columns if not column.binary), None)
    if other is not None:
        binary = "`--encoding binary` has more columns of 0 and 1; " if encoded.encoding != "binary" else ""
        raise failure(
            f"an OPB file has only columns of 0 and 1, and `{other}` takes other values",
            helps=(f"{binary}`--to lp` and `--to mps` write all columns",),
            code="opb",
        )
    lines = [f"* x{number} is {column.name}" for number, column in enumerate(encoded.columns, 1)]
    objective = encoded.objective
    if objective is not None and objective.terms:  # the format knows no empty sum, and then all solutions are best
        scale = lcm(*(k.denominator for k in objective.terms.values())) * (-1 if encoded.maximize else 1)
        lines.append(f"* The objective of the model is (this minimum)/({scale}) + ({objective.constant}).")
        lines.append(f"min: {_sum(objective.terms.items(), scale)} ;")
    rows = [line for row in in_time(encoded.rows) for line in _conditions(row)]
    for x, column in enumerate(encoded.columns):
        if column.lower == column.upper:
            rows.append(f"{_sum([(x, 1)])} = {column.lower} ;")
    head = [f"* #variable= {len(encoded.columns)} #constraint= {len(rows)}", f"* {' '.join(title.split())}"]
    return "\n".join([*head, *lines, *rows, ""])


def _conditions(row: Row) -> Iterator[str]:
    """Yield a row in whole numbers, once for each of its limits. There is no ``<=``, so that one changes its signs."""
    limits = [limit for limit in (row.lower, row.upper) if limit is not None]
    scale = lcm(*(k.denominator for k in (*row.terms.values(), *limits)))
    if row.lower == row.upper:
        yield f"{_sum(row.terms.items(), scale)} = {limits[0] * scale} ;"
        return
    for limit, sign in ((row.lower, scale), (row.upper, -scale)):
        if limit is not None:
            yield f"{_sum(row.terms.items(), sign)} >= {limit * sign} ;"


def _sum(terms: Iterable[tuple[int, Coefficient]], scale: int = 1) -> str:
    return " ".join(f"{int(k * scale):+d} x{x + 1}" for x, k in terms)
