"""Each pass of presolve, on random models: it keeps exactly the solutions."""

from __future__ import annotations

from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.flattening import flatten
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.presolve import PASSES
from puzzledsl.presolve.rewriting import WorkingModel
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.presolve.presolve import Pass

CELLS = ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"]
VALUES = (0, 1, 2, 3)
MOST_ASSIGNMENTS = 20_000


@st.composite
def statements(draw: st.DrawFn) -> str:
    """Statements about some cells, of the kinds that passes look for."""
    a, b, c, d, e = draw(st.permutations(CELLS))
    value, total = draw(st.sampled_from(VALUES)), draw(st.integers(1, 6))
    some = ", ".join([a, b, c, d][: draw(st.integers(2, 4))])
    sums = [f"{a} + {b} == {total}", f"{a} + {b} + {c} == {total}", f"{a} + {b} - {c} == {value}"]
    counts = [f"count([{some}], {value}) == {x}" for value, x in zip(VALUES, (b, c, d, e), strict=True)]
    tables = [f"abs({a} - {b}) == {d}", f"abs({b} - {c}) == {e}", f"{d} + {e} <= {total}"]
    kinds: st.SearchStrategy[str] = st.one_of(
        st.just(f"alldifferent([{some}])"),
        st.sampled_from(sums).map(lambda line: f"alldifferent([{a}, {b}, {c}, {d}])\n{line}"),
        st.sampled_from(sums),
        st.sampled_from(["\n".join(counts), *counts, f"count([{some}], {{1, 2}}) == {e}"]),
        st.sampled_from(
            [
                f"{a} == {value} -> {b} == {c}",
                f"{a} != {b}",
                f"{a} <= {value}",
                f"connected([{some}], {{{value}, 0}})",
            ]
        ),
        st.sampled_from(["\n".join(tables), *tables]),
    )
    return draw(kinds)


def solutions(
    constraints: Iterable[FlatConstraint], domains: list[tuple[int, ...]], sources: int
) -> set[tuple[int, ...]]:
    """The values of the variables of the source for which all constraints hold."""
    known = list(constraints)
    return {
        values[:sources]
        for values in product(*domains)
        if all(
            one.primitive.check(values) or any(values[lit.variable] not in lit.values for lit in one.condition)
            for one in known
        )
    }


@pytest.mark.parametrize("one", [*chain(*PASSES)], ids=lambda one: one.__name__)
@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(lines=st.lists(statements(), min_size=1, max_size=4), is_propagated=st.booleans())
def test_a_pass_keeps_exactly_the_solutions(one: Pass, lines: list[str], is_propagated: bool) -> None:
    text = "\n".join([f"grid cell[1, 5] in {VALUES[0]}..{VALUES[-1]}", *lines])
    try:
        flat = flatten(puzzledsl.parse(text).elaborated)
    except puzzledsl.PuzzleError:  # a statement that nothing satisfies
        assume(False)
    store = Store(flat.variables)
    if is_propagated:
        try:
            Engine(flat.constraints, store).run()
        except Contradiction:
            return
    domains = [tuple(store.values(x)) for x in range(len(flat.variables))]
    assume(prod(map(len, domains)) <= MOST_ASSIGNMENTS)
    expected = solutions(flat.constraints, domains, flat.sources)
    model = WorkingModel(flat)
    model.apply(one(model, store))
    after = [constraint for _, constraint in model.live()]
    assert solutions(after, domains, flat.sources) == expected
    assert solutions(model.stated, domains, flat.sources) == expected, "rows are made of these"
