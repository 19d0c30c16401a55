"""Lines that read words of diagrams: what is kept from one call to the next changes nothing, wherever domains go."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.bridges.layered_network import network
from puzzledsl.bridges.table_to_flow import tree
from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.automaton import Regular
from tests.examples import examples
from tests.primitives.instances import LARGE_AUTOMATON

LENGTH = 4
READ = range(2, 6)
"""Values that the automata know."""


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    states = draw(st.integers(1, 5))
    move = st.dictionaries(st.sampled_from(READ), st.integers(0, states - 1), min_size=1)
    accepting = draw(st.frozensets(st.integers(0, states - 1)))
    return Automaton(draw(st.integers(0, states - 1)), draw(st.tuples(*[move] * states)), accepting)


masks = st.sets(st.integers(0, 7), min_size=1)
lines = st.permutations(range(LENGTH + 1)).map(lambda cells: tuple(cells[:LENGTH]))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("narrow"), st.integers(0, LENGTH), masks),
        st.tuples(st.just("back"), st.integers(0, 3), st.none()),
        st.tuples(st.just("elsewhere"), st.integers(0, LENGTH), masks),
    ),
    max_size=12,
)


def store_of() -> Store:
    return Store([FlatVariable(f"v{x}", Domain.range(0, 7)) for x in range(LENGTH + 1)])


def words_of(line: Regular, left: list[set[int]]) -> set[tuple[int, ...]]:
    return {word for word in product(*[left[x] for x in line.variables]) if line.automaton.accepts(word)}


def propagated(constraint: FlatConstraint, store: Store) -> bool:
    """Exactly the values of words within the domains are left; whether there is one."""
    line = constraint.primitive
    assert isinstance(line, Regular)
    before = [set(store.domain(x)) for x in range(LENGTH + 1)]
    words = words_of(line, before)
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        assert not words
        return False
    assert words
    for place, x in enumerate(line.variables):
        assert set(store.domain(x)) == {word[place] for word in words}
    return True


def walked(
    both: tuple[FlatConstraint, ...], walk: list[tuple[str, int, set[int]]], stores: tuple[Store, Store]
) -> None:
    """Go down and back in one store, and down in another one between."""
    store, other = stores
    marks: list[int] = []
    for kind, number, values in walk:
        if kind == "back":
            marks = marks[: number or 1]
            if marks:
                store.undo(marks.pop())
            continue
        here = store if kind == "narrow" else other
        start = here.mark()
        try:
            here.keep(number, Domain.of(values))
            alive = all(propagated(line, here) for line in both)
        except Contradiction:
            alive = False
        if not alive:
            here.undo(start)
        elif kind == "narrow":
            marks.append(start)


@settings(max_examples=examples(150))
@given(automaton=automata(), first=lines, second=lines, walk=steps)
def test_exactly_the_values_of_words_are_left(
    automaton: Automaton, first: tuple[int, ...], second: tuple[int, ...], walk: list[tuple[str, int, set[int]]]
) -> None:
    """Of two lines that one automaton reads."""
    both = (FlatConstraint(Regular(first, automaton), 0), FlatConstraint(Regular(second, automaton), 0))
    walked(both, walk, (store_of(), store_of()))


@settings(max_examples=examples(20))
@given(first=lines, second=lines, walk=steps)
def test_so_they_are_where_no_diagram_is_kept(
    first: tuple[int, ...], second: tuple[int, ...], walk: list[tuple[str, int, set[int]]]
) -> None:
    both = (FlatConstraint(Regular(first, LARGE_AUTOMATON), 0), FlatConstraint(Regular(second, LARGE_AUTOMATON), 0))
    walked(both, walk, (store_of(), store_of()))


@settings(max_examples=examples(100))
@given(automaton=automata(), line=st.lists(st.integers(0, 1), min_size=2, max_size=5), left=st.lists(masks, min_size=2))
def test_no_word_is_lost_where_a_cell_is_read_twice(
    automaton: Automaton, line: list[int], left: list[set[int]]
) -> None:
    twice = Regular(tuple(line), automaton)
    constraint = FlatConstraint(twice, 0)
    store = Store([FlatVariable(f"v{x}", Domain.of(left[x])) for x in range(2)])
    solutions = [values for values in product(*left[:2]) if twice.check(values)]
    try:
        for _ in range(16):
            store.propagate_alone(constraint)
    except Contradiction:
        assert not solutions
        return
    for x in set(line):
        assert {values[x] for values in solutions} <= set(store.domain(x))
    if all(store.is_fixed(x) for x in set(line)):
        assert solutions


def words_in(automaton: Automaton, domains: list[Domain]) -> list[tuple[int, ...]]:
    """The words of the paths, each node by its number."""
    found = network(automaton, domains)
    ends: list[tuple[tuple[int, ...], int]] = [] if found is None else [((), 0)]
    for layer in found or ():
        arcs = {(source, target) for classes in layer for source, target in classes}
        assert {source for source, _ in arcs} == {node for _, node in ends}, "every node leads on"
        ends = [
            ((*word, value), target)
            for word, node in ends
            for classes, values in layer.items()
            for source, target in classes
            if node == source
            for value in values
        ]
    assert {node for _, node in ends} <= {0}
    return sorted(word for word, _ in ends)


@settings(max_examples=examples(100))
@given(automaton=automata(), length=st.integers(0, 5))
def test_a_network_has_one_path_for_each_word(automaton: Automaton, length: int) -> None:
    words = words_in(automaton, [Domain.range(0, 7)] * length)
    assert words == sorted(w for w in product(range(8), repeat=length) if automaton.accepts(w))


@given(rows=st.frozensets(st.tuples(*[st.integers(0, 2)] * 3), max_size=20), left=st.tuples(*[masks] * 3))
def test_a_network_has_one_path_for_each_row(rows: frozenset[tuple[int, ...]], left: tuple[set[int], ...]) -> None:
    words = words_in(tree(rows), [Domain.of(values) for values in left])
    assert words == sorted(row for row in rows if all(v in d for v, d in zip(row, left, strict=True)))


def test_what_the_automaton_never_reads_goes_from_every_store() -> None:
    line = FlatConstraint(Regular((0, 1, 2, 3), Automaton(0, (dict.fromkeys(READ, 0),), frozenset({0}))), 0)
    for domain in (Domain.range(0, 7), Domain.range(2, 7), Domain.range(2, 100), Domain.range(2, 10**9)):
        store = Store([FlatVariable(f"v{x}", domain) for x in range(LENGTH)])
        store.propagate_alone(line)
        assert [set(store.domain(x)) for x in range(LENGTH)] == [set(READ)] * LENGTH
