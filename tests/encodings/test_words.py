"""What the words mean, checked by enumerating: fix the variables, ask HiGHS."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.encoded import read
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.flat import FlatObjective, Literal
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.examples import examples

from ..flat_models import Builder
from ..programs import solve_here

BOTH = sorted(encodings())
NOT_SLOW = settings(max_examples=examples(30), suppress_health_check=list(HealthCheck))


def feasible(builder: Builder, encoding: str, values: tuple[int, ...] = ()) -> bool:
    """Whether there is a solution in which the first variables have these values."""
    flat, domains = builder.flat(), builder.domains
    fixed = Builder(list(builder.variables), list(builder.constraints), list(builder.origins))
    for x, value in enumerate(values):
        fixed.add(Clause((Literal(x, Domain.of([value])),)))
    flat = fixed.flat()
    encoded = encode(flat, domains, encoding)
    if encoded.impossible is not None:
        return False
    result = solve_here(to_pyomo(encoded))
    assert result.status in ("optimal", "infeasible")
    if result.status == "optimal":
        found = [int(value) for value in read(encoded, result.values)]
        assert tuple(found[: len(values)]) == values
        for constraint in flat.constraints:
            if all(found[literal.variable] in literal.values for literal in constraint.condition):
                assert constraint.primitive.check(found)
    return result.status == "optimal"


domains_of_any_width = st.one_of(
    st.sets(st.integers(-3, 6), min_size=1, max_size=5),
    st.sampled_from([frozenset(range(0, 400, 1)), frozenset([*range(5), *range(300, 700)]), frozenset(range(30))]),
)


@pytest.mark.parametrize("encoding", BOTH)
@NOT_SLOW
@given(data=st.data())
def test_literals_of_narrow_and_wide_variables(encoding: str, data: st.DataObject) -> None:
    builder = Builder()
    x = builder.integer("x", data.draw(domains_of_any_width))
    domain = builder.domains[x]
    ends = st.sampled_from(sorted({domain.lo, domain.lo + 1, 2, 3, 17, 299, 300, 301, domain.hi - 1, domain.hi}))
    asked = Domain.of(value for lo, hi in [sorted((data.draw(ends), data.draw(ends)))] for value in range(lo, hi + 1))
    if data.draw(st.booleans()):
        asked = domain - asked
    b = builder.integer("b", [0, 1])
    true = Literal(b, Domain.of([1]))
    builder.add(Linear(((b, -1),), ((Literal(x, asked), 1),), "==", 0))
    for value in {domain.lo, domain.hi, *(v for v in (2, 3, 16, 17, 18, 299, 300, 301) if v in domain)}:
        assert feasible(builder, encoding, (value, int(value in asked)))
        assert not feasible(builder, encoding, (value, int(value not in asked)))
    builder.add(Clause((Literal(x, asked),)), true)
    assert feasible(builder, encoding) == any(True for _ in domain)


@pytest.mark.parametrize("encoding", BOTH)
def test_a_gap_is_not_a_value(encoding: str) -> None:
    for values in ({1, 2, 5, 9}, {*range(200), *range(500, 800)}):
        builder = Builder()
        x, y = builder.integer("x", values), builder.integer("y", range(1, 4))
        last = max(v for v in values if v + 1 not in values and v < max(values))
        builder.add(Linear(((x, 1), (y, -1)), (), "==", last))
        encoded = encode(builder.flat(), builder.domains, encoding)
        possible = any(last + v in values for v in range(1, 4))
        if encoded.impossible is not None:
            assert not possible
            continue
        result = solve_here(to_pyomo(encoded))
        assert (result.status == "optimal") == possible
        if possible:
            assert read(encoded, result.values)[0] in values


@pytest.mark.parametrize("encoding", BOTH)
@NOT_SLOW
@given(data=st.data())
def test_pairs_of_small_variables_under_conditions(encoding: str, data: st.DataObject) -> None:
    builder = Builder()
    small = st.sets(st.integers(-2, 4), min_size=1, max_size=4)
    x, y = builder.integer("x", data.draw(small)), builder.integer("y", data.draw(small))
    a, b = builder.integer("a", [0, 1]), builder.integer("b", [0, 1])
    slope = st.sampled_from([1, -1, 2, -3])
    op = data.draw(st.sampled_from(["==", "!=", "<="]))
    linear = Linear(((x, data.draw(slope)), (y, data.draw(slope))), (), op, data.draw(st.integers(-4, 6)))
    builder.add(linear, Literal(a, Domain.of([1])), Literal(b, Domain.of([0])))
    for values in product(builder.domains[x], builder.domains[y], (0, 1), (0, 1)):
        expected = linear.check(values) or values[2:] != (1, 0)
        assert feasible(builder, encoding, values) == expected


@pytest.mark.parametrize("encoding", BOTH)
def test_alldifferent_with_ignored_values(encoding: str) -> None:
    builder = Builder()
    cells = [builder.integer(name, range(3)) for name in "abc"]
    builder.add(AllDifferent(tuple(cells), frozenset([0])))
    for values in product(range(3), repeat=3):
        counted = [v for v in values if v]
        assert feasible(builder, encoding, values) == (len(set(counted)) == len(counted))


@pytest.mark.parametrize("encoding", BOTH)
def test_impossible_rows_are_blamed_and_not_written(encoding: str) -> None:
    builder = Builder()
    x, y = builder.integer("x", [3]), builder.integer("y", [4])
    builder.add(Linear(((x, 1), (y, 1)), (), "==", 8), clue="cage", line=2)
    encoded = encode(builder.flat(), builder.domains, encoding)
    assert encoded.impossible is not None
    assert (encoded.impossible.clue, encoded.impossible.line) == ("cage", 2)
    assert not encoded.rows


@pytest.mark.parametrize("encoding", BOTH)
def test_rows_that_always_hold_are_dropped(encoding: str) -> None:
    builder = Builder()
    x, y = builder.integer("x", range(1, 200)), builder.integer("y", range(1, 200))
    builder.add(Linear(((x, 1), (y, 1)), (), "<=", 398))
    encoded = encode(builder.flat(), builder.domains, encoding)
    assert not [row for row in encoded.rows if row.origin is not None]


def test_a_condition_on_an_unbounded_real_asks_for_bounds() -> None:
    builder = Builder()
    x, b = builder.real("x", 0, None), builder.integer("b", [0, 1])
    builder.add(Linear(((x, 1),), (), "<=", 5), Literal(b, Domain.of([1])), line=2)
    with pytest.raises(PuzzleError) as caught:
        encode(builder.flat(), builder.domains, "binary")
    (diagnostic,) = caught.value.diagnostics
    assert "bounds" in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.line == 2


def test_unknown_encoding() -> None:
    builder = Builder()
    with pytest.raises(PuzzleError, match="no encoding is called") as caught:
        encode(builder.flat(), [], "bianry")
    assert caught.value.diagnostics[0].helps == ("did you mean `binary`?", "there are binary, integer")
    for name in ("words", "no such", "../binary"):
        with pytest.raises(PuzzleError, match="no encoding is called"):
            encode(builder.flat(), [], name)


@pytest.mark.parametrize("encoding", BOTH)
def test_real_values_are_read_as_simple_fractions(encoding: str) -> None:
    builder = Builder()
    x, y = builder.real("x", 0, None), builder.real("y", 0, None)
    builder.add(Linear(((x, 5), (y, 4)), (), "<=", 10))
    builder.add(Linear(((x, 1), (y, 4)), (), "==", 10 // 3))
    builder.objective = FlatObjective(True, ((x, 1), (y, 2)), 7)
    encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
    result = solve_here(to_pyomo(encoded))
    found = read(encoded, result.values)
    assert 5 * found[x] + 4 * found[y] <= 10
    assert found[x] + 4 * found[y] == 3
    assert result.objective == pytest.approx(float(found[x] + 2 * found[y] + 7))


@pytest.mark.parametrize("encoding", BOTH)
def test_table_on_a_variable_with_many_values(encoding: str) -> None:
    builder = Builder()
    x, y = builder.integer("x", range(500)), builder.integer("y", range(1, 4))
    allowed = frozenset([(0, 1), (250, 2), (499, 3), (251, 3)])
    builder.add(Table((x, y), allowed))
    for values in product((0, 1, 249, 250, 251, 499), (1, 2, 3)):
        assert feasible(builder, encoding, values) == (values in allowed)
