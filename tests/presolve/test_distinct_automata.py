"""Automata over cells that must differ: nothing is lost, and what both say is said at once."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.distinct_automata import distinct_automata
from puzzledsl.presolve.rewriting import Rewrite, WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from tests.examples import examples

LENGTH = 4
VALUES = range(1, 6)


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    states = draw(st.integers(1, 4))
    move = st.dictionaries(st.sampled_from(VALUES), st.integers(0, states - 1))
    accepting = draw(st.frozensets(st.integers(0, states - 1)))
    return Automaton(draw(st.integers(0, states - 1)), draw(st.tuples(*[move] * states)), accepting)


domains = st.lists(st.sets(st.sampled_from(VALUES), min_size=1).map(Domain.of), min_size=LENGTH, max_size=LENGTH)


def store_of(left: list[Domain]) -> Store:
    return Store(tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(left)))


def model_of(left: list[Domain], constraints: list[FlatConstraint]) -> WorkingModel:
    variables = tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(left))
    return WorkingModel(FlatModel(variables, tuple(constraints), (), len(left)))


def constraints_of(automaton: Automaton) -> list[FlatConstraint]:
    line = tuple(range(LENGTH))
    return [FlatConstraint(AllDifferent((*line,)), 0), FlatConstraint(Regular(line, automaton), 1)]


@settings(max_examples=examples(300))
@given(automaton=automata(), left=domains)
def test_exactly_the_values_of_words_without_repetition_are_left(automaton: Automaton, left: list[Domain]) -> None:
    store = store_of(left)
    found = distinct_automata(model_of(left, constraints_of(automaton)), store)
    words = [
        word
        for word in permutations(VALUES, LENGTH)
        if all(v in domain for v, domain in zip(word, left, strict=True)) and automaton.accepts(word)
    ]
    assert found.retired == (1,)
    (one,) = found.added
    assert (one.origin, one.further) == (1, (0,))
    for word in product(*left):
        assert one.primitive.check(word) == (word in words)
    try:
        Engine([one], store).run()
    except Contradiction:
        assert not words
    else:
        assert [set(store.domain(x)) for x in range(LENGTH)] == [{word[x] for word in words} for x in range(LENGTH)]


def test_a_line_with_a_cell_outside_the_house_is_left_alone() -> None:
    same = Automaton(0, (dict.fromkeys(VALUES, 0),), frozenset({0}))
    constraints = [FlatConstraint(AllDifferent((0, 1, 2)), 0), FlatConstraint(Regular((0, 1, 2, 3), same), 1)]
    left = [Domain.range(1, 5)] * 4
    assert distinct_automata(model_of(left, constraints), store_of(left)) == Rewrite()


def test_a_retired_constraint_is_not_looked_at_again() -> None:
    store = store_of([Domain.range(1, 5)] * 4)
    engine = Engine([FlatConstraint(AllDifferent((0, 1, 2, 3)), 0), *constraints_of(_never())[1:]], store)
    engine.retire([1])
    store.fix(0, 3)
    assert engine.run()
    assert not store.has(1, 3)


def _never() -> Automaton:
    return Automaton(0, (dict.fromkeys(VALUES, 0),), frozenset())
