"""What a cage needs, the cells that see all its places cannot have."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Primitive
from puzzledsl.kernel.explanation import Explanation
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.model import Origin
from puzzledsl.presolve.grouping import Differences
from puzzledsl.presolve.presolve import add_peers, rooted
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Sequence


def model(constraints: Sequence[Primitive], domains: Sequence[Domain]) -> FlatModel:
    origin = Origin(Source("<test>", "").span(0, 0), "clue", "clue")
    variables = tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains))
    numbered = tuple(FlatConstraint(one, number) for number, one in enumerate(constraints))
    return FlatModel(variables, numbered, (origin,) * len(constraints), len(variables))


def cage(total: int, *cells: int) -> Linear:
    return Linear(tuple((x, 1) for x in cells), (), "==", total)


def test_a_cell_that_sees_all_places_of_a_value_does_not_have_it() -> None:
    line, column, corner = AllDifferent((0, 1, 2)), AllDifferent((2, 3)), AllDifferent((0, 1, 3))
    flat = model([line, column, corner, cage(7, 0, 1, 2)], [Domain.range(1, 9)] * 4)  # 1, 2 and 4
    root = rooted(flat, None, "domain")
    assert root.store.domain(3) == Domain.range(1, 9)
    add_peers(root)
    root.engine.run()
    assert root.store.domain(3) == Domain.of([3, 5, 6, 7, 8, 9])


def test_what_follows_from_a_cage_and_differences_names_both() -> None:
    line, column, corner = AllDifferent((0, 1, 2)), AllDifferent((2, 3)), AllDifferent((0, 1, 3))
    other = AllDifferent((3, 4))
    flat = model([line, column, corner, cage(7, 0, 1, 2), other], [Domain.range(1, 9)] * 5)
    root = rooted(flat, None, "domain")
    add_peers(root)
    provenance = Provenance(flat, root)
    (number,) = (
        n
        for n, one in enumerate(root.engine.constraints)
        if isinstance(one.primitive, GroupedSum) and not root.engine.is_retired(n)
    )
    assert provenance.origins[number] == 0b01111


@settings(deadline=None, max_examples=examples(150))
@given(
    domains=st.lists(st.sets(st.integers(1, 5), min_size=1).map(Domain.of), min_size=5, max_size=5),
    groups=st.lists(st.sets(st.integers(0, 4), min_size=2, max_size=4), min_size=1, max_size=3),
    total=st.integers(4, 11),
    data=st.data(),
)
def test_reasons_of_what_peers_lose(
    domains: list[Domain], groups: list[set[int]], total: int, data: st.DataObject
) -> None:
    stated: list[Primitive] = [AllDifferent(tuple(sorted(group))) for group in [*groups, {0, 1, 2}]]
    flat = model(stated, domains)
    one = GroupedSum.of_different((0, 1, 2), total)
    solutions = [values for values in product(*domains) if all(part.check(values) for part in (*stated, one))]
    store = Store(flat.variables)
    store.peers = Differences(flat.constraints).peers(5)
    first = list(store.mask)
    for x, domain in enumerate(domains):
        store.keep(x, Domain.of(data.draw(st.sets(st.sampled_from(list(domain)), min_size=1))))
    mark, failed = store.mark(), False
    try:
        for store.costly in (False, True):
            one.propagate(store)
    except Contradiction:
        failed = True
    asked = [(store.masks_at(r.position), r.variable, r.before & ~r.after) for r in store.removals(mark)]
    for masks, x, gone in [*asked, (list(store.mask), -1, 1)] if failed else asked:
        why = Explanation(store, first)
        why.masks = masks
        if x >= 0:
            left = one.explain(why, x, gone)
            assert not left or x > 2
        elif not one.explain_conflict(why):
            continue
        for values in solutions:
            if not any(why.needed[y] >> (v - store.base[y]) & 1 for y, v in enumerate(values)):
                assert x >= 0
                assert not (gone & ~left) >> (values[x] - store.base[x]) & 1


positions = st.integers(0, 5)


@settings(deadline=None, max_examples=examples(150))
@given(
    domains=st.lists(st.sets(st.integers(1, 4), min_size=1).map(Domain.of), min_size=6, max_size=6),
    groups=st.lists(st.sets(positions, min_size=2, max_size=4), min_size=1, max_size=4),
    cages=st.lists(st.tuples(st.sets(positions, min_size=2, max_size=3), st.integers(3, 9)), min_size=1, max_size=2),
)
def test_no_solution_is_lost(domains: list[Domain], groups: list[set[int]], cages: list[tuple[set[int], int]]) -> None:
    stated: list[Primitive] = [AllDifferent(tuple(sorted(group))) for group in groups]
    stated += [GroupedSum.of_different(tuple(sorted(cells)), total) for cells, total in cages]
    flat = model(stated, domains)
    solutions = [values for values in product(*domains) if all(one.check(values) for one in stated)]
    root = rooted(flat, None, "domain")
    if root.contradiction is None:
        add_peers(root)
        try:
            root.engine.run()
        except Contradiction:
            assert not solutions
        for x in range(6):
            assert {values[x] for values in solutions} <= set(root.store.domain(x)) or not solutions
    else:
        assert not solutions
