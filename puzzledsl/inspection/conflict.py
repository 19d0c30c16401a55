"""Rows that have no common point: why a linear relaxation is infeasible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import Column, Encoded, Row
from puzzledsl.highs.integer_program import program_of
from puzzledsl.inspection.relaxing import relaxed
from puzzledsl.records import replace
from puzzledsl.row_builder import Form
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from puzzledsl.highs.supervisor import Supervisor


def conflicting_rows(highs: Supervisor, encoded: Encoded) -> tuple[Row, ...]:
    """Return an irreducible infeasible set of rows: without any one of them, the others have a common point.

    The bounds of the columns always hold. First, each row may be violated at a price. The duals of this elastic program
    (Chinneck, Feasibility and infeasibility in optimization, 2008) prove the least total violation, so the rows with a
    dual other than 0 have no common point. Then a deletion filter removes each row that is not needed.

    Returns:
        the rows; none if HiGHS does not confirm that they have no common point.

    Raises:
        PuzzleError: HiGHS fails.
        OutOfTime: the time limit came first.
    """
    statistics = relaxed(highs, program_of(_elastic(encoded)), duals=True).statistics
    duals = () if statistics is None or statistics.duals is None else statistics.duals["row_dual"]
    rows = [row for row, dual in zip(encoded.rows, duals, strict=False) if abs(dual) > 1e-9]
    for row in in_time(tuple(rows)):
        others = [other for other in rows if other is not row]
        if _is_infeasible(highs, encoded, others):
            rows = others
    return tuple(rows) if _is_infeasible(highs, encoded, rows) else ()


def _is_infeasible(highs: Supervisor, encoded: Encoded, rows: list[Row]) -> bool:
    return relaxed(highs, program_of(replace(encoded, rows=tuple(rows), objective=None))).status == "infeasible"


def _elastic(encoded: Encoded) -> Encoded:
    """The program in which each row may be violated. Its objective is the total violation."""
    columns, rows = list(encoded.columns), list[Row]()
    for row in in_time(encoded.rows):
        terms = dict(row.terms)
        for limit, step in ((row.lower, 1), (row.upper, -1)):
            if limit is not None:
                terms[len(columns)] = step
                columns.append(Column("missed", (len(columns),), 0, None, integer=False))
        rows.append(replace(row, terms=terms))
    missed = Form(dict.fromkeys(range(len(encoded.columns), len(columns)), 1))
    return replace(encoded, columns=tuple(columns), rows=tuple(rows), objective=missed, maximize=False)
