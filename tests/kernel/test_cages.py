"""Cells that share out a set of values, and sizes of masks."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.grouped_sum import GroupedSum


@pytest.mark.parametrize("lowest", [0, 1, -5, 58, 1_000])
@pytest.mark.parametrize("cells", range(1, 8))
def test_cells_keep_what_they_have_in_some_way_of_sharing_a_set_with_an_allowed_sum(cells: int, lowest: int) -> None:
    """The last variable is the sum: all there are, or some."""
    draw = Random(cells)
    cage = FlatConstraint(GroupedSum(((1, tuple(range(cells))), (-1, (cells,))), 0), 0)
    for _ in range(30 if cells < 7 else 3):
        domains = [
            {lowest + v for v in range(9) if draw.random() < 0.5} | {lowest + draw.randrange(9)} for _ in range(cells)
        ]
        everything = range(cells * lowest, cells * lowest + 9 * cells)
        allowed = set(everything) if draw.random() < 0.5 else set(draw.sample(everything, 2))
        ways = [
            way
            for way in permutations(range(lowest, lowest + 9), cells)
            if sum(way) in allowed and all(v in domain for v, domain in zip(way, domains, strict=True))
        ]
        store = Store([FlatVariable(f"v{x}", Domain.of(values)) for x, values in enumerate([*domains, allowed])])
        if ways:
            store.propagate_alone(cage)
            assert [set(store.values(x)) for x in range(cells)] == [set(column) for column in zip(*ways, strict=True)]
            assert set(store.values(cells)) == set(map(sum, ways))
        else:
            with pytest.raises(Contradiction):
                store.propagate_alone(cage)
