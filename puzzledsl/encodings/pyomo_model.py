"""An encoded model as a genuine Pyomo ``ConcreteModel``.

Only ``pyomo.core`` is imported: ``pyomo.environ`` loads every plug-in and takes twice as long.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded, Index, Row
    from puzzledsl.row_builder import Coefficient

OBJECTIVE = "objective"


def to_pyomo(encoded: Encoded, title: str = "puzzle") -> ConcreteModel:
    """The Pyomo model: a ``Var`` per family of columns, a ``Constraint`` per clue and line, one ``Objective``.

    Without an objective it minimises 0: any solution will do (and some of Pyomo's solvers demand one). Columns and rows
    have the order of ``encoded``.

    Raises:
        OutOfTime: the time limit came first.
        ValueError: the model is impossible (``encoded.impossible``); Pyomo refuses constant constraints.
    """
    from pyomo.core import ConcreteModel, Objective, maximize, minimize

    if encoded.impossible is not None:
        raise ValueError(f"no solution: {encoded.impossible.sentence}")
    model = ConcreteModel(name=title)
    names = component_names(encoded)
    columns = _add_variables(model, encoded, names)
    for component, rows in groupby(encoded.rows, key=lambda row: row.component):
        _add_constraint(model, names[component], {pyomo_index(row.index): row for row in rows}, columns)
    objective = encoded.objective
    goal = Objective(
        expr=0.0 if objective is None else _expression(objective.terms, columns, objective.constant),
        sense=maximize if encoded.maximize else minimize,
    )
    model.add_component(names[OBJECTIVE], goal)
    return model


def add_rows(model: ConcreteModel, rows: Sequence[Row]) -> None:
    """Add rows to the Pyomo model of an encoded model, as a component of their own."""
    from pyomo.common.modeling import unique_component_name
    from pyomo.core import Var

    columns = list(model.component_data_objects(Var))
    _add_constraint(model, unique_component_name(model, "lazy"), dict(enumerate(rows, 1)), columns)


def component_names(encoded: Encoded) -> dict[str, str]:
    """The name in Pyomo of every component: its own unless a block has an attribute of that name."""
    from pyomo.core import ConcreteModel

    components = dict.fromkeys(
        [*(c.component for c in encoded.columns), *(r.component for r in encoded.rows), OBJECTIVE]
    )
    answer: dict[str, str] = {}
    for component in components:
        name = component
        while hasattr(ConcreteModel, name) or name.startswith("_") or (name != component and name in components):
            name = f"{name}_" if not name.startswith("_") else f"v{name}"
        answer[component] = name
    return answer


def pyomo_index(index: Index) -> Any:
    """Return the index of a column or row as Pyomo has it: a tuple, the only part of it, or ``None``."""
    return index if len(index) > 1 else index[0] if index else None


def _add_variables(model: Any, encoded: Encoded, names: Mapping[str, str]) -> list[Any]:
    from pyomo.core import Binary, Integers, Reals, Var

    answer: list[Any] = []
    for component, members in groupby(encoded.columns, key=lambda column: column.component):
        columns = {pyomo_index(column.index): column for column in members}
        domains = [Binary if c.binary else Integers if c.integer else Reals for c in columns.values()]
        variable = Var(domain=domains[0]) if None in columns else Var(list(columns), domain=domains[0])
        model.add_component(names[component], variable)
        for (index, column), domain in zip(columns.items(), domains, strict=True):
            data = variable[index]
            if domain is not domains[0]:
                data.domain = domain
            if not column.binary or (column.lower, column.upper) != (0, 1):
                data.setlb(solver_number(column.lower))
                data.setub(solver_number(column.upper))
            answer.append(data)
    return answer


def _add_constraint(model: Any, name: str, rows: Mapping[Any, Row], columns: Sequence[Any]) -> None:
    from pyomo.core import Constraint

    from puzzledsl.time_limit import in_time

    family = Constraint(list(rows))
    model.add_component(name, family)
    pairs: Iterable[tuple[Any, Row]] = in_time(rows.items())
    for index, row in pairs:  # not by a rule: Pyomo logs what a rule raises
        family.add(index, (solver_number(row.lower), _expression(row.terms, columns), solver_number(row.upper)))


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
