"""Clauses that watch values: whatever is assumed and undone, none is overlooked."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.store import Store
from puzzledsl.search.clauses import Clauses
from puzzledsl.search.conflict_analysis import LEARNT, Learnt
from tests.examples import examples

CELLS, VALUES = 4, 4
EVERY = (1 << VALUES) - 1

Clause = dict[int, int]
"""By variable, the values one of which it has; one of the variables has to."""


def store() -> Store:
    return Store([FlatVariable(f"v{x}", Domain.range(0, VALUES - 1)) for x in range(CELLS)])


def learnt(clause: Clause) -> Learnt:
    return Learnt(list(clause), list(clause.values()), 0)


def overlooked(masks: list[int], clause: Clause) -> bool:
    """Whether it cannot hold any more, or narrows a domain."""
    able = [x for x, values in clause.items() if masks[x] & values]
    return not able or (len(able) == 1 and bool(masks[able[0]] & ~clause[able[0]]))


clauses = st.dictionaries(st.integers(0, CELLS - 1), st.integers(1, EVERY - 1), min_size=1, max_size=CELLS)


def learn(rng: Random, known: Clauses, numbered: list[Learnt], domains: Store, marks: list[int]) -> Clause:
    """A clause as after a contradiction: all but the first variable cannot, the second is the last of these, and what
    was assumed after that is undone."""
    able = rng.randrange(CELLS)
    clause = {able: rng.choice([values for values in range(1, EVERY) if values & domains.mask[able]])}
    for x in range(CELLS):
        gone = EVERY & ~domains.mask[x]
        if x != able and gone and rng.random() < 0.5:
            clause[x] = rng.choice([part for part in range(1, EVERY) if not part & ~gone])
    latest = dict.fromkeys(clause, -1)
    for position in range(domains.mark()):
        x, before, _ = domains.change(position)
        if x in clause and x != able and before & clause[x]:
            latest[x] = position
    depth = sum(mark <= max(latest.values()) for mark in marks)
    if depth < len(marks):
        domains.undo(marks[depth])
        del marks[depth:]
        known.back()
    latest[able] = domains.mark()
    number = len(numbered)
    numbered.append(learnt({x: clause[x] for x in sorted(clause, key=lambda x: -latest[x])}))
    known.watch(number)
    domains.cause = LEARNT - number
    domains.put(able, domains.mask[able] & clause[able])
    return clause


@settings(max_examples=examples(100))
@given(st.lists(clauses, max_size=8), st.integers(0, 1 << 30))
def test_no_clause_is_overlooked(stated: list[Clause], seed: int) -> None:
    """A walk up and down: assumptions, contradictions, and what is learnt from them."""
    rng = Random(seed)
    domains = store()
    numbered = [learnt(one) for one in stated]
    known = Clauses(domains, numbered)
    for number in range(len(stated)):
        if known.first_look(number):
            return
    alive, marks = list(stated), list[int]()
    for _ in range(200):
        culprit = known.propagate()
        if culprit:
            clause = numbered[LEARNT - culprit]
            pairs = zip(clause.variables, clause.values, strict=True)
            assert not any(domains.mask[x] & values for x, values in pairs)
        else:
            assert not any(overlooked(domains.mask, one) for one in alive)
        several = [x for x in range(CELLS) if domains.mask[x] & (domains.mask[x] - 1)]
        if culprit or not several or rng.random() < 0.3:
            if not marks:
                if culprit:
                    return
                continue
            depth = rng.randrange(len(marks))
            domains.undo(marks[depth])
            del marks[depth:]
            known.back()
            if not known.propagate():
                alive.append(learn(rng, known, numbered, domains, marks))
        else:
            marks.append(domains.mark())
            x = rng.choice(several)
            parts = [part for part in range(1, EVERY) if 0 < part & domains.mask[x] < domains.mask[x]]
            domains.put(x, domains.mask[x] & rng.choice(parts))


@settings(max_examples=examples(100))
@given(st.lists(clauses, min_size=1, max_size=8), st.lists(st.integers(0, VALUES - 1), min_size=CELLS, max_size=CELLS))
def test_exactly_the_assignments_that_satisfy_all_are_left(stated: list[Clause], values: list[int]) -> None:
    domains = store()
    known = Clauses(domains, [learnt(one) for one in stated])
    culprits = [known.first_look(number) for number in range(len(stated))]
    refuted = any(culprits) or bool(known.propagate())
    within = product(*[[v for v in range(VALUES) if domains.mask[x] >> v & 1] for x in range(CELLS)])
    if not refuted and tuple(values) in set(within):
        for x, v in enumerate(values):
            domains.fix(x, v)
            refuted = refuted or bool(known.propagate())
            if refuted or not all(domains.has(y, values[y]) for y in range(CELLS)):
                refuted = True
                break
    else:
        refuted = True
    assert refuted != all(any(one.get(x, 0) >> v & 1 for x, v in enumerate(values)) for one in stated)
