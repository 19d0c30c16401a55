"""From the rows of an encoding to the arrays that HiGHS takes."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.encodings.encoded import Column, Encoded
    from puzzledsl.row_builder import Coefficient
    from puzzledsl.time_limit import Late

INFINITY = float("inf")


@record
class Program:
    """A mixed-integer linear program, row by row in compressed form.

    ``lower ≤ x ≤ upper``; ``row_lower ≤ A x ≤ row_upper``; the entries of row ``i`` of ``A`` are
    ``values[starts[i]:starts[i + 1]]`` in the columns ``indices[…]``, each at most once.

    Attributes:
        integer: 1 for a column that has to be an integer.
        offset: constant of the objective.
        feasibility: the objective is constant, any solution will do.
        columns: those of the encoding.
    """

    cost: array[float]
    lower: array[float]
    upper: array[float]
    integer: array[int]
    row_lower: array[float]
    row_upper: array[float]
    starts: array[int]
    indices: array[int]
    values: array[float]
    maximize: bool
    offset: float
    columns: tuple[Column, ...]

    @property
    def feasibility(self) -> bool:
        """Whether the objective is constant, so that any solution will do."""
        return not any(self.cost)


def program_of(encoded: Encoded, late: Late | None = None) -> Program:
    """Return the arrays of an encoded model, in the order of its columns and rows.

    Args:
        late: asked before each row; true ends the work.

    Raises:
        OutOfTime: ``late`` returned true.
    """
    from puzzledsl.time_limit import in_time

    columns, objective = encoded.columns, encoded.objective
    starts, indices, values = array("i", [0]), array("i"), array("d")
    for row in in_time(encoded.rows, late):
        indices.extend(row.terms.keys())
        values.extend(map(float, row.terms.values()))
        starts.append(len(indices))
    costs = {} if objective is None else objective.terms
    return Program(
        array("d", [float(costs.get(column, 0)) for column in range(len(columns))]),
        _limits([column.lower for column in columns], -INFINITY),
        _limits([column.upper for column in columns], INFINITY),
        array("b", [column.integer for column in columns]),
        _limits([row.lower for row in encoded.rows], -INFINITY),
        _limits([row.upper for row in encoded.rows], INFINITY),
        starts,
        indices,
        values,
        encoded.maximize,
        0.0 if objective is None else float(objective.constant),
        columns,
    )


def _limits(values: Iterable[Coefficient | None], otherwise: float) -> array[float]:
    return array("d", [otherwise if value is None else float(value) for value in values])
