"""The plain formulation: the rows of each constraint as the model states it, over the variables of that constraint.

The rows are those of the bridges. No row and no bound assumes a given or another constraint, so each may be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from math import gcd
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.library import entries
from puzzledsl.encodings import encode
from puzzledsl.encodings.encoded import AtLeast, Encoded, Equals, Row, ValueOf
from puzzledsl.expressions import Affine, All, Compare
from puzzledsl.flat import Literal
from puzzledsl.flattening import flatten
from puzzledsl.model import Kind, Origin
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import record, replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from puzzledsl.encodings.encoded import Column
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.model import Applied, Cell, Model
    from puzzledsl.row_builder import Coefficient

_CONDITION = re.compile(r"[^=<>!]+[=<>]=? *(-?\d+)")
"""A condition with a number on its right side."""


@record
class Ref:
    """A quantity in a row.

    Attributes:
        family: ``value`` (of a variable), ``x`` (1 if the variable has this value), ``least`` (1 if it has at least
            this value), or ``y`` (an auxiliary column).
        place: the position of the variable in `Stated.variables`, or of the column in `Stated.auxiliaries`.
    """

    family: str
    place: int
    value: int = 0


if TYPE_CHECKING:
    Line = tuple[tuple[tuple[Coefficient, Ref], ...], Coefficient | None, Coefficient | None]


@record
class Stated:
    """The rows of one constraint: ``lower ≤ Σ coefficient · quantity ≤ upper``.

    Attributes:
        origin: the clue that states it.
        number: that of the clue, if the last row has it on its right side (``None`` in the row), and nothing else
            depends on it.
    """

    origin: Origin
    variables: tuple[int, ...]
    lines: tuple[Line, ...]
    auxiliaries: tuple[Column, ...]
    number: Coefficient | None = None


@record
class Plain:
    """The plain formulation.

    Attributes:
        encoded: its columns and rows. That a variable has one value, and which, is not stated once more in ``stated``.
        givens: the values of variables.
    """

    flat: FlatModel
    encoded: Encoded
    stated: tuple[Stated, ...]
    givens: Mapping[int, int]


def plain(model: Model, encoding: str) -> Plain:
    """Write the plain formulation.

    Raises:
        PuzzleError: no values satisfy some clue, whatever the others are, or something cannot be written as rows.
        OutOfTime: the time limit came first.
    """
    flat = flatten(model, separate=True)
    givens: dict[int, int] = {}
    left_out: set[Origin] = set()
    for one in model.requirements:
        match one.expression:
            case Compare("==", Affine(constant=int(opposite))) if one.origin.is_given:
                if givens.setdefault(one.origin.variables[0], -opposite) == -opposite:
                    left_out.add(one.origin)
    kept = [one for one in flat.constraints if flat.origins[one.origin] not in left_out]
    numbers = clue_numbers(model)
    for at, constraint in enumerate(kept):
        match constraint.primitive:  # the sum of a single cell
            case Clause((Literal(x, values),)) if (
                values.size == 1 and numbers.get(flat.origins[constraint.origin]) == values.lo
            ):
                kept[at] = replace(constraint, primitive=Linear(((x, 1),), (), "==", values.lo))
    # The origin of each constraint is its own position here, so that its rows are known.
    apart = replace(
        flat,
        constraints=tuple([replace(one, origin=number) for number, one in enumerate(kept)]),
        origins=tuple([flat.origins[one.origin] for one in kept]),
    )
    domains = [variable.domain for variable in flat.variables]
    encoded = encode(apart, domains, encoding, model.variables, plainly=True)
    if encoded.impossible is not None:
        origin = encoded.impossible
        raise failure(f"no value can satisfy: {origin.sentence}", origin.span, code="infeasible")
    rows: dict[int, list[Row]] = {}
    for row in in_time(encoded.rows):
        key = row.origin
        for meaning in [encoded.columns[c].meaning for c in row.terms] if key is None else ():
            if isinstance(meaning, AtLeast):
                key = -meaning.variable - 1
        if key is not None:
            rows.setdefault(key, []).append(row)
    least = Origin(model.source.span(0, 0), "least values", "")
    stated = [
        _stated(own, encoded, *((apart.origins[at], kept[at], numbers) if at >= 0 else (least, None, {})))
        for at, own in rows.items()
    ]
    return Plain(flat, encoded, tuple(stated), givens)


def _stated(
    rows: Sequence[Row], encoded: Encoded, origin: Origin, one: FlatConstraint | None, numbers: Mapping[Origin, int]
) -> Stated:
    """Return what a constraint states; without one, the rows that tie the columns of a variable together."""
    meanings = [encoded.columns[c].meaning for row in rows for c in row.terms]
    used = dict.fromkeys([meaning.variable for meaning in meanings if meaning is not None])
    scope = [] if one is None else [*one.primitive.scope, *(literal.variable for literal in one.condition)]
    factors: dict[int, Coefficient] = {}
    if one is not None and isinstance(one.primitive, Linear | GroupedSum):
        factors.update(one.primitive.terms)
        scope.sort(key=lambda x: [*factors.values()].count(factors.get(x, 0)))  # the circle of an arrow, then its shaft
    variables = tuple(dict.fromkeys([*(x for x in scope if x in used), *used]))
    auxiliaries: dict[int, int] = {}
    lines = [_line(row, encoded, variables, auxiliaries) for row in rows]
    terms, lower, upper = lines[-1]  # a sum is the last row of its constraint
    number = numbers.get(origin) if factors and {ref.family for _, ref in terms} == {"value"} else None
    if upper != number or lower not in (None, upper) or len(variables) != len(scope):
        number = None
    if number is not None:
        lines[-1] = (terms, None if lower is None else 0, None)
    return Stated(origin, variables, tuple(lines), tuple([encoded.columns[c] for c in auxiliaries]), number)


def _line(row: Row, encoded: Encoded, variables: Sequence[int], auxiliaries: dict[int, int]) -> Line:
    """Return a row over places; ``Σ v·x[v]`` over all values of a variable becomes its value.

    Args:
        auxiliaries: by column the place of each that is about no variable; new ones are added.
    """
    terms: list[tuple[Coefficient, Ref]] = []
    literals: dict[int, dict[int, Coefficient]] = {}
    for c, k in row.terms.items():
        match encoded.columns[c].meaning:
            case Equals(x):
                literals.setdefault(x, {})[c] = k
            case AtLeast(x, v):
                terms.append((k, Ref("least", variables.index(x), v)))
            case ValueOf(x):
                terms.append((k, Ref("value", variables.index(x))))
            case _:
                terms.append((k, Ref("y", auxiliaries.setdefault(c, len(auxiliaries)))))
    for x, factors in literals.items():
        weights = encoded.values[x].terms
        first, k = next(iter(factors.items()))
        factor = k // weights.get(first, 1)
        if len(weights) > 1 and factors == {c: factor * weight for c, weight in weights.items()}:
            terms.append((factor, Ref("value", variables.index(x))))
            continue
        for c, k in factors.items():
            meaning = encoded.columns[c].meaning
            assert isinstance(meaning, Equals)
            terms.append((k, Ref("x", variables.index(x), meaning.value)))
    return tuple(terms), row.lower, row.upper


def clue_numbers(model: Model) -> dict[Origin, int]:
    """Return for clues their number ``n`` where they demand ``Σ k·x op n``, and nothing else in them depends on it.

    A clue of which this is not certain is left out. Of a rule its comment states it (`Entry.number`).
    """
    count = Counter(one.origin for one in model.applied)
    found = [(one.origin, _number(one)) for one in model.applied if count[one.origin] == 1]
    return {origin: number for origin, number in found if number is not None}


def _number(one: Applied) -> int | None:
    demands = one.holds.items if isinstance(one.holds, All) else (one.holds,)
    sums = [item for item in demands if isinstance(item, Compare)]
    if len(sums) != 1 or sums[0].op == "!=":
        return None
    entry = entries().get(one.rule)
    text = _CONDITION.fullmatch(one.origin.span.text)
    number = None
    if entry is not None and one.origin.clue == one.rule:
        number = one.arguments.get(entry.number)
    elif not one.rule and text is not None and one.holds is sums[0]:
        number = int(text[1]) or None  # with 0 a factor would not show: `a / 2 == 0`
    terms, opposite = sums[0].expression.terms, sums[0].expression.constant
    is_whole = all(type(x) is type(k) is int for x, k in terms) and gcd(*[int(k) for _, k in terms]) == 1
    return number if type(number) is int and opposite == -number and is_whole else None


def place_of(model: Model, x: int) -> Cell | str:
    """Return the index of a variable in Pyomo: row and column in the first grid, else its name."""
    variable = model.variables[x]
    if variable.cell is not None and variable.grid == model.grids[0].name:
        return variable.cell
    return variable.name


def family_name(origin: Origin) -> str:
    """Return what the clues of this kind are called: ``cage``, ``row``, ``condition``."""
    if origin.kind is Kind.HOUSE and (house := re.match(r"alldifferent in ([a-z]+) ", origin.sentence)):
        return house[1]
    return "condition" if origin.clue == "constraint" else origin.clue


def about(origin: Origin, of_library: Container[str]) -> str:
    """Return what the clues of this kind demand: the sentence of a library rule, or the text of the statement."""
    entry = entries().get(origin.clue) if origin.clue in of_library else None
    sentence = "" if entry is None else entry.solvers
    return sentence if sentence and "{" not in sentence else " ".join(origin.span.text.split())
