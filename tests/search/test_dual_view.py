"""Searches that branch on places of values: which values stand out, and that nothing is lost on the way."""

from __future__ import annotations

from itertools import permutations, product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.search import dual_view
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search
from tests.examples import examples

Square = tuple[int, ...]


def lines_of(size: int) -> list[tuple[int, ...]]:
    """Rows, then columns."""
    rows = [tuple(range(size * i, size * i + size)) for i in range(size)]
    return [*rows, *zip(*rows, strict=True)]


def square_of(size: int, automata: dict[int, Automaton], first: int = 1) -> Engine:
    """A Latin square of the values from ``first``, some of whose lines are read by automata; at its fixpoint."""
    store = Store([FlatVariable(f"v{x}", Domain.range(first, first + size - 1)) for x in range(size * size)])
    lines = lines_of(size)
    constraints = [FlatConstraint(AllDifferent(line), 0) for line in lines]
    constraints += [FlatConstraint(Regular(lines[i], automaton), 1) for i, automaton in automata.items()]
    engine = Engine(constraints, store)
    engine.run()
    return engine


def apart(ends: set[int], values: range, cells: int) -> Automaton:
    """So many cells lie between the two ends; states: before (0), how many so far (1 …), behind (the last)."""
    behind = cells + 2
    others = [v for v in values if v not in ends]
    moves = [dict.fromkeys(others, 0) | dict.fromkeys(ends, 1)]
    moves += [dict.fromkeys(others, 2 + already) for already in range(cells)]
    moves += [dict.fromkeys(ends, behind), dict.fromkeys(others, behind)]
    return Automaton(0, tuple(moves), frozenset({behind}))


@pytest.mark.parametrize(("ends", "first"), [({1, 6}, 1), ({0, 2}, 0), ({-3, 1}, -3), ({63, 65}, 61)])
def test_the_ends_of_a_stretch_stand_out(ends: set[int], first: int) -> None:
    engine = square_of(6, dict.fromkeys(range(12), apart(ends, range(first, first + 6), 2)), first)
    before = [engine.store.domain(x) for x in range(36)]
    groups = dual_view.full_groups(engine)
    found = dual_view.high_impact(engine, groups)
    assert len(found) == len(groups) == 12
    for group, one in zip(groups, found, strict=True):
        base = engine.store.base[group[0]]
        assert {base + i for i, factor in enumerate(one) if factor > 1} == ends
        assert all(factor >= 1 for factor in one)
    assert [engine.store.domain(x) for x in range(36)] == before
    assert not engine.store.touched


def test_nothing_stands_out_where_all_values_are_read_alike() -> None:
    anything = Automaton(0, (dict.fromkeys(range(1, 6), 0),), frozenset({0}))
    engine = square_of(5, dict.fromkeys(range(10), anything))
    assert not dual_view.high_impact(engine, dual_view.full_groups(engine))


def test_a_telling_value_comes_before_a_scarcer_one() -> None:
    groups = [[0, 1, 2, 3]]
    mask = [0b1111, 0b1111, 0b0111, 0b0111]  # two places for the last value, four for the first
    impacts = [[4.0, 1.0, 1.0, 1.0]]
    weights = [1.0, 1.0, 2.0, 1.0]
    assert dual_view.scarcest(groups, mask, weights, 3.0) == (0, 3)
    assert dual_view.scarcest(groups, mask, weights, 3.0, impacts) == (2, 0)
    assert dual_view.scarcest(groups, mask, weights, 0.25, impacts)[0] == -1
    assert dual_view.scarcest(groups, [0b1110, 0b1111, 0b0111, 0b0110], weights, 3.0, impacts) == (2, 0)
    gone = [0b0001, 0b1110, 0b1110, 0b0110]  # the first value has its place
    assert dual_view.scarcest(groups, gone, weights, 3.0, impacts) == (2, 3)
    assert dual_view.scarcest(groups, gone, weights, 3.0, impacts, only_high_impact=True)[0] == -1


SIZE = 4
SQUARES = [
    tuple(v for row in rows for v in row)
    for rows in product(permutations(range(1, SIZE + 1)), repeat=SIZE)
    if rows[0][:2] == (1, 2) and all(len(set(column)) == SIZE for column in zip(*rows, strict=True))
]


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """Mostly accepting, so that some squares are left."""
    states = draw(st.integers(1, 4))
    refused = draw(st.sets(st.tuples(st.integers(0, states - 1), st.integers(1, SIZE)), max_size=3))
    moves = tuple(
        {v: draw(st.integers(0, states - 1)) for v in range(1, SIZE + 1) if (state, v) not in refused}
        for state in range(states)
    )
    return Automaton(0, moves, frozenset(range(states)))


@settings(max_examples=examples(60))
@given(
    read=st.dictionaries(st.integers(0, 2 * SIZE - 1), automata(), min_size=1, max_size=4),
    first_restart=st.sampled_from([1, 5]),
)
def test_every_solution_is_met_whatever_stands_out(read: dict[int, Automaton], first_restart: int) -> None:
    lines = lines_of(SIZE)
    solutions = {
        square for square in SQUARES if all(one.accepts(square[x] for x in lines[i]) for i, one in read.items())
    }
    met: set[Square] = set()

    def refused(square: Square) -> bool:
        met.add(square)
        return False

    try:
        engine = square_of(SIZE, read)
        for x in range(2):
            engine.store.fix(x, x + 1)
        engine.run()
        with patch.object(dual_view, "LEAST_IMPACT", 0.0):
            search = Search(engine, range(SIZE * SIZE), refused, learning=NEVER, first_restart=first_restart)
            found = search.run()
        pytest.fail(f"a search that is not given up ends with a contradiction, not with {found}")
    except (Contradiction, Refuted):
        assert met == solutions
