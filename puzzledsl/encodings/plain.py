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
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import record, replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from puzzledsl.encodings.encoded import Meaning
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.model import Applied, Cell, Model
    from puzzledsl.row_builder import Coefficient

_CONDITION = re.compile(r"[^=<>!]+[=<>]=? *(-?\d+)")
"""A condition with a number on its right side."""


@record
class Stated:
    """Rows of one constraint: those that share auxiliary columns, or all those without auxiliary columns.

    Attributes:
        origin: the clue that states the constraint.
        constraint: its position in the model; -1 for rows that link the columns ``x >= v`` of a variable.
        rows: the rows.
        variables: the variables that occur in the rows.
        auxiliaries: the columns of the rows that belong to no variable.
        number: the number in the clue, if it is the right side of the only row and nothing else depends on it.
    """

    origin: Origin
    constraint: int
    rows: tuple[Row, ...]
    variables: tuple[int, ...]
    auxiliaries: tuple[int, ...]
    number: Coefficient | None = None


@record
class Plain:
    """The plain formulation.

    Attributes:
        flat: the flattened model.
        encoded: all columns and rows.
        stated: the rows by constraint, without those that give each variable exactly one value.
        givens: the given values, by variable.
    """

    flat: FlatModel
    encoded: Encoded
    stated: tuple[Stated, ...]
    givens: Mapping[int, int]


def plain(model: Model, encoding: str) -> Plain:
    """Return the plain formulation of a model.

    Args:
        encoding: ``binary`` or ``integer``.

    Raises:
        PuzzleError: some clue can never hold, or something cannot be written as rows.
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
    numbers = clue_numbers(model)
    kept: list[FlatConstraint] = []
    for constraint in flat.constraints:
        origin, parts = flat.origins[constraint.origin], [constraint.primitive]
        match constraint.primitive:
            case GroupedSum(_, total) as groups:
                parts = [*map(AllDifferent, groups.cliques), Linear(groups.terms, (), "==", total)]
            case Clause((Literal(x, values),)) if values.size == 1 and numbers.get(origin) == values.lo:
                parts = [Linear(((x, 1),), (), "==", values.lo)]  # the sum of a single cell
        kept += [replace(constraint, primitive=part) for part in parts if origin not in left_out]
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
    least = Origin(model.source.span(0, 0), "least values", "")
    rows: dict[tuple[int, int], list[Row]] = {}
    joined = {row.origin for row in encoded.rows if len(_auxiliaries(row, encoded)) > 1}
    for row in in_time(encoded.rows):
        tied = [one.variable for _, one in quantities(row, encoded) if isinstance(one, AtLeast)]
        if row.origin is not None:
            part = 0 if row.origin in joined else sum(_auxiliaries(row, encoded))
            rows.setdefault((row.origin, part), []).append(row)
        elif tied:
            rows.setdefault((-1, tied[0]), []).append(row)
    stated = []
    for (at, _), own in rows.items():
        origin = apart.origins[at] if at >= 0 else least
        primitive = kept[at].primitive if at >= 0 else None
        scope = [] if primitive is None else [*primitive.scope, *(one.variable for one in kept[at].condition)]
        number = None
        if isinstance(primitive, Linear):
            alike = Counter([k for _, k in primitive.terms])
            rank = {x: alike[k] for x, k in primitive.terms}
            scope.sort(key=lambda x: rank.get(x, 0))  # the circle of an arrow, then its shaft
            summed = {what for _, what in quantities(own[0], encoded)}
            limits = {own[0].lower, own[0].upper} - {None}
            if summed == {*map(ValueOf, scope)} and limits == {numbers.get(origin)} and own[0].upper is not None:
                number = own[0].upper
        columns = dict.fromkeys([c for row in own for c in row.terms])
        meanings = [encoded.columns[c].meaning for c in columns]
        used = dict.fromkeys([meaning.variable for meaning in meanings if meaning is not None])
        variables = tuple(dict.fromkeys([*(x for x in scope if x in used), *used]))
        auxiliaries = tuple([c for c in columns if encoded.columns[c].meaning is None])
        stated.append(Stated(origin, at, tuple(own), variables, auxiliaries, number))
    return Plain(flat, encoded, tuple(stated), givens)


def _auxiliaries(row: Row, encoded: Encoded) -> list[int]:
    return [c for c in row.terms if encoded.columns[c].meaning is None]


def quantities(row: Row, encoded: Encoded) -> list[tuple[Coefficient, Meaning | int]]:
    """Return the terms of a row: each factor with the meaning of its column, or with the number of an auxiliary column.

    If a row contains ``Σ v·x[v]`` over all values of a variable, this sum is one term: the value of the variable.
    """
    found: list[tuple[Coefficient, Meaning | int]] = []
    literals: dict[int, dict[int, Coefficient]] = {}
    for c, k in row.terms.items():
        meaning = encoded.columns[c].meaning
        if isinstance(meaning, Equals):
            literals.setdefault(meaning.variable, {})[c] = k
        else:
            found.append((k, c if meaning is None else meaning))
    for x, own in literals.items():
        weights = encoded.values[x].terms
        first, k = next(iter(own.items()))
        factor = k // weights.get(first, 1)
        if len(weights) > 1 and own == {c: factor * weight for c, weight in weights.items()}:
            found.append((factor, ValueOf(x)))
        else:
            found += [(k, encoded.columns[c].meaning or c) for c, k in own.items()]
    return found


def clue_numbers(model: Model) -> dict[Origin, int]:
    """Return the number ``n`` of each clue that demands ``Σ k·x op n`` and uses ``n`` for nothing else.

    Clues for which this is not certain are left out. For a rule of the library its comment states it (`Entry.number`).
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
    """Return the index of a variable in Pyomo: row and column in the first grid, elsewhere the name."""
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
