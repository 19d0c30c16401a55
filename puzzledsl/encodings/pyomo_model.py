"""An encoded model as a Pyomo ``ConcreteModel`` for solvers. `puzzledsl.export.pyomo` writes a model for people.

Only ``pyomo.core`` is imported: ``pyomo.environ`` loads every plug-in and takes twice as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.row_builder import Coefficient


def to_pyomo(encoded: Encoded, title: str = "puzzle") -> ConcreteModel:
    """The Pyomo model: a variable ``column[name]`` for each column and a constraint for each row, in their order.

    Without an objective it minimises 0: any solution will do (and some of Pyomo's solvers demand one).

    Raises:
        OutOfTime: the time limit came first.
        ValueError: the model is impossible (``encoded.impossible``); Pyomo refuses constant constraints.
    """
    from pyomo.core import Binary, ConcreteModel, ConstraintList, Integers, Objective, Reals, Var, maximize, minimize

    if encoded.impossible is not None:
        raise ValueError(f"no solution: {encoded.impossible.sentence}")
    model = ConcreteModel(name=title)
    model.column = Var([column.name for column in encoded.columns])
    for variable, column in zip(model.column.values(), encoded.columns, strict=True):
        variable.domain = Binary if column.binary else Integers if column.integer else Reals
        if not column.binary or (column.lower, column.upper) != (0, 1):
            variable.setlb(solver_number(column.lower))
            variable.setub(solver_number(column.upper))
    model.rows = ConstraintList()
    add_rows(model, encoded.rows)
    goal = encoded.objective
    model.objective = Objective(
        expr=0.0 if goal is None else _expression(goal.terms, list(model.column.values()), goal.constant),
        sense=maximize if encoded.maximize else minimize,
    )
    return model


def add_rows(model: Any, rows: Sequence[Row]) -> None:
    """Add rows to the Pyomo model of an encoded model."""
    from puzzledsl.time_limit import in_time

    columns = list(model.column.values())
    for row in in_time(rows):
        model.rows.add((solver_number(row.lower), _expression(row.terms, columns), solver_number(row.upper)))


def _expression(terms: Mapping[int, Coefficient], columns: Sequence[Any], constant: Coefficient = 0) -> Any:
    from pyomo.core.expr.numeric_expr import LinearExpression

    return LinearExpression(
        constant=solver_number(constant),
        linear_coefs=[solver_number(k) for k in terms.values()],
        linear_vars=[columns[number] for number in terms],
    )


def solver_number(value: Coefficient | None) -> int | float | None:
    """Return a coefficient or a limit as solvers take it: fractions as floats."""
    return value if value is None or isinstance(value, int) else float(value)
