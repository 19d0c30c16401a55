"""What a derived constraint is said to follow from: it must."""

from __future__ import annotations

from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.flat import FlatConstraint
from puzzledsl.flattening import flatten
from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.presolve import rooted
from puzzledsl.presolve.provenance import Provenance
from tests.examples import examples

CELLS = ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"]
VALUES = (1, 2, 3, 4)


@st.composite
def statements(draw: st.DrawFn) -> str:
    several = draw(st.permutations(CELLS))[: draw(st.integers(2, 4))]
    first, second = several[0], several[1]
    total = draw(st.integers(len(several), 3 * len(several)))
    value = draw(st.sampled_from(VALUES))
    return draw(
        st.sampled_from(
            [
                f"alldifferent([{', '.join(several)}])",
                f"{' + '.join(several)} == {total}",
                f"{' + '.join(several[1:])} - {first} == {value}",
                f"{first} + {second} != {value}",
                f"{first} != {second}",
                f"abs({first} - {second}) >= 2",
                f"count([{', '.join(several)}], {value}) == 1",
                f"{first} * {second} in {{2, 3, 4, 6}}",
                f"{first} <= {value}",
            ]
        )
    )


def holds(one: FlatConstraint, values: tuple[int, ...]) -> bool:
    applies = all(values[literal.variable] in literal.values for literal in one.condition)
    return not applies or one.primitive.check(values)


@settings(max_examples=examples(200))
@given(lines=st.lists(statements(), min_size=2, max_size=6))
def test_a_derived_constraint_follows_from_its_origins(lines: list[str]) -> None:
    text = "\n".join([f"grid cell[1, 5] in {VALUES[0]}..{VALUES[-1]}", *lines])
    try:
        flat = flatten(puzzledsl.parse(text).elaborated, separate=True)
    except puzzledsl.PuzzleError:  # a statement that nothing satisfies
        assume(False)
    root = rooted(flat, "domain")
    provenance = Provenance(flat, root)
    stated = {id(one) for one in flat.constraints}
    every = list(product(*[list(variable.domain) for variable in flat.variables]))
    for number, one in enumerate(root.engine.constraints):
        if id(one) in stated:
            continue
        origins = provenance.origins[number]
        named = [other for other in flat.constraints if other.origin in bits(origins)]
        rest = () if provenance.exact[number] else [x for x in provenance.speaks_of[number] if root.store.mask[x]]
        left = {x: set(root.store.domain(x)) for x in rest}
        for values in every:
            if all(values[x] in domain for x, domain in left.items()) and all(holds(other, values) for other in named):
                assert holds(one, values), (one, [flat.origins[origin] for origin in bits(origins)])
