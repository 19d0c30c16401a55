"""Searches that branch on places of values lose nothing on the way, whichever values stand out."""

from __future__ import annotations

from itertools import permutations, product

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


SIZE = 4
SQUARES = [
    tuple(v for row in rows for v in row)
    for rows in product(permutations(range(1, SIZE + 1)), repeat=SIZE)
    if rows[0][:2] == (1, 2) and all(len(set(column)) == SIZE for column in zip(*rows, strict=True))
]


@st.composite
def stretches(draw: st.DrawFn) -> Automaton:
    """So many cells between two values."""
    ends = draw(st.sets(st.integers(1, SIZE), min_size=2, max_size=2))
    return apart(ends, range(1, SIZE + 1), draw(st.integers(0, 2)))


def moved(automaton: Automaton, shift: int) -> Automaton:
    """The same of greater values."""
    moves = tuple({v + shift: target for v, target in move.items()} for move in automaton.moves)
    return Automaton(automaton.start, moves, automaton.accepting)


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


def met_by_search(engine: Engine, fixed: int, first_restart: int) -> set[Square]:
    """What a search meets if all is refused."""
    met: set[Square] = set()

    def refused(square: Square) -> bool:
        met.add(square)
        return False

    with pytest.raises(Refuted):
        Search(engine, range(fixed), refused, learning=NEVER, first_restart=first_restart).run()
    return met


@settings(max_examples=examples(60))
@given(
    read=st.dictionaries(st.integers(0, 2 * SIZE - 1), st.one_of(automata(), stretches()), min_size=1, max_size=6),
    first=st.sampled_from([1, -2, 62, 130]),
    first_restart=st.sampled_from([1, 5]),
)
def test_every_solution_is_met_whatever_stands_out(read: dict[int, Automaton], first: int, first_restart: int) -> None:
    """Where a stretch between two values is read, these are branched on first; values may be beyond one word."""
    lines = lines_of(SIZE)
    solutions = {
        tuple(v + first - 1 for v in square)
        for square in SQUARES
        if all(one.accepts(square[x] for x in lines[i]) for i, one in read.items())
    }
    try:
        engine = square_of(SIZE, {i: moved(one, first - 1) for i, one in read.items()}, first)
        for x in range(2):
            engine.store.fix(x, x + first)
        engine.run()
    except Contradiction:
        assert not solutions
    else:
        assert met_by_search(engine, SIZE * SIZE, first_restart) == solutions


THREE_ROWS = ((1, 2, 3, 6, 4, 5), (6, 3, 2, 1, 5, 4), (3, 1, 4, 5, 6, 2))
"""Two cells lie between 1 and 6."""


@pytest.mark.parametrize("shift", [0, 61])
def test_every_square_with_the_same_stretch_in_all_rows_is_met(shift: int) -> None:
    size, values = 6, range(1 + shift, 7 + shift)
    read = apart({values[0], values[-1]}, values, 2)
    engine = square_of(size, dict.fromkeys(range(size), read), values[0])
    begun = tuple(tuple(v + shift for v in row) for row in THREE_ROWS)
    for x, v in enumerate(v for row in begun for v in row):
        engine.store.fix(x, v)
    engine.run()
    rows = [row for row in permutations(values) if read.accepts(row)]
    squares = [begun]
    for _ in range(size - len(begun)):
        squares = [
            (*square, row)
            for square in squares
            for row in rows
            if all(v != w for other in square for v, w in zip(other, row, strict=True))
        ]
    expected = {tuple(v for row in square for v in row) for square in squares}
    assert expected
    assert met_by_search(engine, size * size, 5) == expected
