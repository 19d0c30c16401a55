"""An encoded model as a genuine Pyomo ``ConcreteModel``.

Only ``pyomo.core`` is imported: ``pyomo.environ`` loads every plug-in and takes twice as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Column, Encoded, Row
    from puzzledsl.row_builder import Coefficient
    from puzzledsl.time_limit import Late


def to_pyomo(encoded: Encoded, title: str = "puzzle", late: Late | None = None) -> ConcreteModel:
    """The Pyomo model: a ``Var`` per family of columns, a ``Constraint`` per clue and line, one ``Objective``.

    Without an objective it minimises 0: any solution will do (and some of Pyomo's solvers demand one). The
    order of columns is that of ``encoded.columns`` as long as a family is not interrupted; read values by name.

    Args:
        late: asked before each row; true ends the work.

    Raises:
        OutOfTime: ``late`` returned true.
        ValueError: the model is impossible (``encoded.impossible``); Pyomo refuses constant constraints.
    """
    from pyomo.core import ConcreteModel, Constraint, Objective, maximize, minimize
    from pyomo.core.expr.numeric_expr import LinearExpression

    from puzzledsl.time_limit import in_time

    if encoded.impossible is not None:
        raise ValueError(f"no solution: {encoded.impossible.sentence}")
    model = ConcreteModel(name=title)
    names = component_names(encoded)
    columns = _add_variables(model, encoded, names)

    def expression(terms: Mapping[int, Coefficient], constant: Coefficient = 0) -> Any:
        return LinearExpression(
            constant=_number(constant),
            linear_coefs=[_number(k) for k in terms.values()],
            linear_vars=[columns[number] for number in terms],
        )

    families: dict[str, dict[Any, Row]] = {}
    for row in encoded.rows:
        families.setdefault(row.component, {})[_key(row.index)] = row
    for component, rows in families.items():
        family = Constraint(list(rows))
        model.add_component(names[component], family)
        for index, row in in_time(rows.items(), late):  # not by a rule: Pyomo logs what a rule raises
            family.add(index, (_limit(row.lower), expression(row.terms), _limit(row.upper)))
    objective = encoded.objective
    model.add_component(
        names[OBJECTIVE],
        Objective(
            expr=expression(objective.terms, objective.constant) if objective is not None else 0.0,
            sense=maximize if encoded.maximize else minimize,
        ),
    )
    return model


def add_rows(model: ConcreteModel, rows: Sequence[Row]) -> None:
    """Add rows to the Pyomo model of an encoded model, as a component of their own."""
    from pyomo.common.modeling import unique_component_name
    from pyomo.core import Constraint, Var
    from pyomo.core.expr.numeric_expr import LinearExpression

    columns = list(model.component_data_objects(Var))
    family = Constraint(range(1, len(rows) + 1))
    model.add_component(unique_component_name(model, "lazy"), family)
    for number, row in enumerate(rows, 1):
        body = LinearExpression(
            constant=0,
            linear_coefs=[_number(k) for k in row.terms.values()],
            linear_vars=[columns[column] for column in row.terms],
        )
        family.add(number, (_limit(row.lower), body, _limit(row.upper)))


OBJECTIVE = "objective"


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


def _add_variables(model: Any, encoded: Encoded, names: Mapping[str, str]) -> list[Any]:
    from pyomo.core import Binary, Integers, Reals, Var

    families: dict[str, list[int]] = {}
    for number, column in enumerate(encoded.columns):
        families.setdefault(column.component, []).append(number)
    answer: list[Any] = [None] * len(encoded.columns)
    for component, numbers in families.items():
        members = [encoded.columns[number] for number in numbers]
        domains = {_domain(column): None for column in members}
        domain = next(iter(domains)) if len(domains) == 1 else "Reals"
        within = {"Binary": Binary, "Integers": Integers, "Reals": Reals}[domain]
        bounds: Any = None
        if domain != "Binary":
            limits = {_key(column.index): (_limit(column.lower), _limit(column.upper)) for column in members}
            if len(set(limits.values())) == 1:
                bounds = next(iter(limits.values()))
            else:
                bounds = _bounds_rule(limits)
        if members[0].index:
            variable = Var([_key(column.index) for column in members], domain=within, bounds=bounds)
        else:
            variable = Var(domain=within, bounds=bounds)
        model.add_component(names[component], variable)
        for number, column in zip(numbers, members, strict=True):
            data = variable[_key(column.index)] if column.index else variable
            if len(domains) > 1 and column.integer:
                data.domain = Integers
            if domain == "Binary" and (column.lower, column.upper) != (0, 1):
                data.setlb(column.lower)
                data.setub(column.upper)
            answer[number] = data
    return answer


def _bounds_rule(limits: Mapping[Any, tuple[Any, Any]]) -> Any:
    def rule(_: Any, *index: Any) -> tuple[Any, Any]:
        return limits[index if len(index) > 1 else index[0]]

    return rule


def _domain(column: Column) -> str:
    return "Binary" if column.binary else "Integers" if column.integer else "Reals"


def _key(index: Sequence[Any]) -> Any:
    return index if len(index) > 1 else index[0] if index else None


def _number(value: Coefficient) -> int | float:
    return value if isinstance(value, int) else float(value)


def _limit(value: Coefficient | None) -> int | float | None:
    return None if value is None else _number(value)
