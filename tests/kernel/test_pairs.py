"""Tables of pairs: exactly the values of rows within the domains are left."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.table import Table

WIDTHS = [(1, 1), (2, 2), (5, 5), (11, 11), (4, 200), (200, 4), (65, 65), (63, 130)]


@pytest.mark.parametrize("first", [3, -70, 10**12])
@pytest.mark.parametrize("widths", WIDTHS, ids=str)
def test_a_table_of_pairs_keeps_the_values_of_its_rows(widths: tuple[int, int], first: int) -> None:
    draw = Random(widths[0])
    pairs = [(draw.randrange(widths[0]), draw.randrange(first, first + widths[1])) for _ in range(2 * max(widths))]
    table = FlatConstraint(Table((0, 1), frozenset(pairs)), 0)
    for _ in range(40):
        domains = [
            {start + value for value in range(width) if draw.random() < 0.5} or {start + width - 1}
            for start, width in zip((0, first), widths, strict=True)
        ]
        met = [(v, w) for v, w in pairs if v in domains[0] and w in domains[1]]
        store = Store([FlatVariable(f"v{x}", Domain.of(domain)) for x, domain in enumerate(domains)])
        if not met:
            with pytest.raises(Contradiction):
                store.propagate_alone(table)
            continue
        store.propagate_alone(table)
        assert set(store.domain(0)) == {v for v, _ in met}
        assert set(store.domain(1)) == {w for _, w in met}


def test_values_far_from_those_of_rows_are_none_of_them() -> None:
    near, far = [FlatVariable(f"v{x}", Domain.range(1, 3)) for x in range(2)], 10**15
    for shift in ((far, 0), (0, far), (far, far)):
        rows = frozenset((a + shift[0], b + shift[1]) for a in range(1, 4) for b in range(1, 4))
        with pytest.raises(Contradiction):
            Store(near).propagate_alone(FlatConstraint(Table((0, 1), rows), 0))
