"""From a Pyomo model, or from the rows of an encoding, to the arrays that a solver takes."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.row_builder import Coefficient

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
        variables: the Pyomo variables behind the columns, or the columns of the encoding.
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
    variables: tuple[Any, ...]

    @property
    def feasibility(self) -> bool:
        """Whether the objective is constant, so that any solution will do."""
        return not any(self.cost)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, as Pyomo writes them."""
        return tuple(variable.name for variable in self.variables)


class Impossible(Exception):  # noqa: N818 - a finding about the model
    """A constraint of the model has no variables and is false."""


def program(model: ConcreteModel) -> Program:
    """Return the arrays of a linear Pyomo model, with columns in the order of its variables.

    Raises:
        OutOfTime: the time limit came first.
        ValueError: an expression is not linear, or there is more than one objective.
        Impossible: a constraint without variables is false.
    """
    from pyomo.core import Constraint, Objective, Var, maximize

    from puzzledsl.time_limit import in_time

    variables = tuple(model.component_data_objects(Var, active=True))
    number = {id(variable): i for i, variable in enumerate(variables)}
    lower, upper, integer = array("d"), array("d"), array("b")
    for variable in variables:
        small, large = variable.bounds
        if variable.fixed:
            small = large = variable.value
        lower.append(-INFINITY if small is None else small)
        upper.append(INFINITY if large is None else large)
        integer.append(0 if variable.is_continuous() else 1)
    row_lower, row_upper = array("d"), array("d")
    starts, indices, values = array("i", [0]), array("i"), array("d")
    for constraint in in_time(model.component_data_objects(Constraint, active=True)):
        constant, terms = _linear(constraint.body, number)
        small = -INFINITY if constraint.lb is None else constraint.lb - constant
        large = INFINITY if constraint.ub is None else constraint.ub - constant
        if not terms:
            if small > 0 or large < 0:
                raise Impossible(constraint.name)
            continue
        row_lower.append(small)
        row_upper.append(large)
        indices.extend(terms.keys())
        values.extend(terms.values())
        starts.append(len(indices))
    cost = array("d", bytes(8 * len(variables)))
    objectives = list(model.component_data_objects(Objective, active=True))
    if len(objectives) > 1:
        raise ValueError("the model has more than one active objective")
    offset, maximized = 0.0, False
    for objective in objectives:
        offset, terms = _linear(objective.expr, number)
        maximized = objective.sense == maximize
        for column, coefficient in terms.items():
            cost[column] = coefficient
    return Program(
        cost,
        lower,
        upper,
        integer,
        row_lower,
        row_upper,
        starts,
        indices,
        values,
        maximized,
        offset,
        variables,
    )


def program_of(encoded: Encoded) -> Program:
    """Return the arrays of an encoded model, the same as those of its Pyomo model.

    Raises:
        OutOfTime: the time limit came first.
    """
    from puzzledsl.time_limit import in_time

    columns, objective = encoded.columns, encoded.objective
    starts, indices, values = array("i", [0]), array("i"), array("d")
    for row in in_time(encoded.rows):
        indices.extend(row.terms.keys())
        values.extend(map(float, row.terms.values()))
        starts.append(len(indices))
    cost = array("d", bytes(8 * len(columns)))
    for column, coefficient in objective.terms.items() if objective is not None else ():
        cost[column] = float(coefficient)
    return Program(
        cost,
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


def _linear(expression: Any, number: dict[int, int]) -> tuple[float, dict[int, float]]:
    """Constant and coefficients of an expression, like terms merged (HiGHS hangs on a column named twice)."""
    from pyomo.core.expr.numeric_expr import LinearExpression

    if type(expression) is LinearExpression:
        constant, pairs = expression.constant, zip(expression.linear_coefs, expression.linear_vars, strict=True)
    elif isinstance(expression, (int, float)):
        return float(expression), {}
    else:
        from pyomo.repn.standard_repn import generate_standard_repn

        found = generate_standard_repn(expression)
        if not found.is_linear():
            raise ValueError(f"not linear: {expression}")
        constant, pairs = found.constant, zip(found.linear_coefs, found.linear_vars, strict=True)
    terms: dict[int, float] = {}
    for coefficient, variable in pairs:
        column = number[id(variable)]
        terms[column] = terms.get(column, 0) + coefficient
    if not all(terms.values()):
        terms = {column: k for column, k in terms.items() if k}
    return float(constant), terms
