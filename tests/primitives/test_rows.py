"""Laws of single rows: no big-M is larger than its row needs, and what is a bound is not a row."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.bridges import bridges_from
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.flat import FlatConstraint, FlatModel, FlatObjective, FlatVariable, Literal
from puzzledsl.primitives import kinds
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.examples import examples

from . import instances
from .rows import origin
from .test_encode import encode_by

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.row_builder import Coefficient

KINDS = sorted(kinds())


def encoded_instance(kind: str, encoding: str, data: st.DataObject) -> tuple[Encoded, bool]:
    """An instance, perhaps under a condition, with one of its variables narrowed by a clause before or after.

    And whether the model itself states coefficients: then only those of other columns are the encoding's own.
    """
    instance = data.draw(instances.of(kind))
    variables = (*instance.variables(), FlatVariable("b", Domain.range(0, 1)))
    switch = len(instance.domains)
    conditioned = data.draw(st.booleans())
    condition = (Literal(switch, Domain.range(1, 1)),) if conditioned else ()
    constraints = [FlatConstraint(instance.primitive, 0, condition)]
    if switch and data.draw(st.booleans()):
        x = data.draw(st.integers(0, switch - 1))
        values = data.draw(st.sets(st.sampled_from(list(variables[x].domain)), min_size=1))
        constraints.insert(data.draw(st.integers(0, 1)), FlatConstraint(Clause((Literal(x, Domain.of(values)),)), 0))
    objective = data.draw(st.sampled_from([None, FlatObjective(False, ((switch, 1),), 0)]))
    flat = FlatModel(variables, tuple(constraints), (origin(),), len(variables), objective)
    bridge = data.draw(st.sampled_from(bridges_from(type(instance.primitive))))
    encoded = encode_by(bridge, encoding, flat) or encode(flat, [v.domain for v in variables], encoding)
    primitive = instance.primitive
    stated = isinstance(primitive, Linear) or (isinstance(primitive, Table) and primitive.tabulated is not None)
    return encoded, stated


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(15), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_big_m_is_the_most_by_which_the_row_is_missed(kind: str, encoding: str, data: st.DataObject) -> None:
    """Where a 0–1 column switches a row off, some point within the bounds meets the row exactly. No row is a bound."""
    encoded, stated = encoded_instance(kind, encoding, data)
    assert all(len(row.terms) > 1 for row in encoded.rows)
    if encoded.impossible is not None:
        return
    groups = one_hot_groups(encoded)
    for row in encoded.rows:
        if row.lower == row.upper or "digits" in str(row.index):
            continue
        for sign, limit in ((1, row.lower), (-1, row.upper)):
            if limit is not None:
                least, switched = activity(encoded, groups, row, sign)
                if least < sign * limit:  # else the bounds alone never miss it
                    for column, reached in switched:
                        shape = encoded.columns[column]
                        if not stated or shape.origin is not None or shape.component == "b":
                            assert reached <= sign * limit, (row, encoded.columns)


def one_hot_groups(encoded: Encoded) -> dict[int, tuple[int, ...]]:
    """By column its group, exactly one of which is 1."""
    groups = {}
    for row in encoded.rows:
        if row.origin is None and row.component.startswith("one_value"):
            groups.update(dict.fromkeys(row.terms, tuple(row.terms)))
    return groups


def activity(
    encoded: Encoded, groups: dict[int, tuple[int, ...]], row: Row, sign: int
) -> tuple[Coefficient, list[tuple[int, Coefficient]]]:
    """The least value of a row, and the least with each of its switches at either side."""
    least: Fraction = Fraction(0)
    changes: list[tuple[int, Fraction]] = []
    seen: set[int] = set()
    for column, k in row.terms.items():
        if column in seen:
            continue
        shape = encoded.columns[column]
        if column in groups:
            seen.update(groups[column])
            alive = [c for c in groups[column] if encoded.columns[c].upper != 0]
            fixed = [c for c in alive if encoded.columns[c].lower == 1]
            choices = {Fraction(sign * row.terms.get(c, 0)) for c in fixed or alive}
            is_switch = False
        else:
            assert shape.lower is not None
            assert shape.upper is not None
            choices = {Fraction(sign * k * shape.lower), Fraction(sign * k * shape.upper)}
            is_value = shape.origin is None and shape.component.startswith("v")
            is_switch = shape.integer and (shape.lower, shape.upper) == (0, 1) and not is_value
        low = min(choices)
        least += low
        if is_switch:
            changes += [(column, choice - low) for choice in choices]
    return least, [(column, least + change) for column, change in changes]


@pytest.mark.parametrize("encoding", sorted(encodings()))
@settings(max_examples=examples(40))
@given(data=st.data())
def test_values_that_a_clue_removes_are_gone_by_bounds(encoding: str, data: st.DataObject) -> None:
    """Of integer columns where they are ends; each column of a value that is gone is 0, and no row says so."""
    (domain,) = data.draw(instances.domains(1, st.integers(-3, 8), 8))
    kept = Domain.of(data.draw(st.sets(st.sampled_from(list(domain)), min_size=1)))
    even = Domain.of(v for v in domain if v % 2 == 0)
    variables = (FlatVariable("x", domain), FlatVariable("b", Domain.range(0, 1)))
    constraints = (
        FlatConstraint(Linear((), ((Literal(0, even), 1), (Literal(1, Domain.range(1, 1)), -1)), "==", 0), 0),
        FlatConstraint(Clause((Literal(0, kept),)), 0),
    )
    encoded = encode(FlatModel(variables, constraints, (origin(),), 2), [v.domain for v in variables], encoding)
    if encoded.impossible is not None or domain.size == 1:
        return
    values = {c.index[-1]: c for c in encoded.columns if c.component == "x_is"}
    if any(shape.lower == 1 for shape in values.values()):
        values = {v: shape for v, shape in values.items() if shape.lower == 1}
    assert {v for v, shape in values.items() if shape.upper != 0} <= set(kept)
    for shape in encoded.columns:
        if shape.component == "x":
            assert (shape.lower, shape.upper) == (kept.lo, kept.hi)
    assert all(len(row.terms) > 1 for row in encoded.rows)
