"""Whether rows admit an assignment: fix the cells, ask HiGHS in this process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import highspy

from puzzledsl.encodings.encoded import Encoded, Equals, ValueOf
from puzzledsl.model import Origin
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

INFINITY = float("inf")


@cache
def origin() -> Origin:
    return Origin(Source("<test>", "law").span(0, 3), "law", "a law")


class Rows:
    """An encoded model, loaded once and asked many times."""

    def __init__(self, encoded: Encoded) -> None:
        self.encoded = encoded
        self._lower = [-INFINITY if column.lower is None else float(column.lower) for column in encoded.columns]
        self._upper = [INFINITY if column.upper is None else float(column.upper) for column in encoded.columns]
        self._columns: dict[int, list[tuple[int, int | None]]] = {}
        for k, column in enumerate(encoded.columns):
            match column.meaning:
                case ValueOf(variable):
                    self._columns.setdefault(variable, []).append((k, None))
                case Equals(variable, value):
                    self._columns.setdefault(variable, []).append((k, value))
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.highs.setOptionValue("output_flag", False)
        if encoded.impossible is None:
            assert self.highs.passModel(self._lp()) != highspy.HighsStatus.kError

    def _lp(self) -> Any:
        lp = highspy.HighsLp()
        columns, rows = self.encoded.columns, self.encoded.rows
        lp.num_col_, lp.num_row_ = len(columns), len(rows)
        lp.col_cost_ = [0.0] * len(columns)
        lp.col_lower_, lp.col_upper_ = self._lower, self._upper
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[column.integer] for column in columns]
        lp.row_lower_ = [-INFINITY if row.lower is None else float(row.lower) for row in rows]
        lp.row_upper_ = [INFINITY if row.upper is None else float(row.upper) for row in rows]
        starts, indices, values = [0], [], []
        for row in rows:
            indices += list(row.terms)
            values += [float(k) for k in row.terms.values()]
            starts.append(len(indices))
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = starts, indices, values
        return lp

    def admit(self, values: Sequence[int | None]) -> bool:
        """Whether the rows have a solution with these values (``None``: any)."""
        if self.encoded.impossible is not None:
            return False
        lower, upper = [*self._lower], [*self._upper]
        for x, (form, value) in enumerate(zip(self.encoded.values, values, strict=False)):
            if value is None:
                continue
            if not form.terms and form.constant != value:
                return False
            for column, one in self._columns.get(x, ()):
                known = value if one is None else int(one == value)
                if not lower[column] <= known <= upper[column]:
                    return False
                lower[column] = upper[column] = known
        self.highs.changeColsBounds(len(lower), range(len(lower)), lower, upper)
        self.highs.clearSolver()
        self.highs.run()
        status = self.highs.getModelStatus()
        kind = highspy.HighsModelStatus
        assert status in (kind.kOptimal, kind.kInfeasible, kind.kModelEmpty), status
        return bool(status != kind.kInfeasible)
