"""Tables of pairs: exactly the values of rows within the domains are left."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.pairs import Paired, Pairs
from puzzledsl.kernel.store import Contradiction, Store


@pytest.mark.parametrize("widths", [(1, 1), (2, 2), (5, 5), (11, 11), (4, 200), (200, 4)])
def test_a_table_of_pairs_keeps_the_values_of_its_rows(widths: tuple[int, int]) -> None:
    draw = Random(widths[0])
    pairs = [(draw.randrange(widths[0]), draw.randrange(3, 3 + widths[1])) for _ in range(2 * max(widths))]
    table = Pairs(set(pairs))
    assert table.partners
    paired = Paired(table, 0, 1)
    for _ in range(40):
        domains = [
            {start + value for value in range(width) if draw.random() < 0.5} or {start + width - 1}
            for start, width in zip((0, 3), widths, strict=True)
        ]
        met = [(v, w) for v, w in pairs if v in domains[0] and w in domains[1]]
        store = Store([FlatVariable(f"v{x}", Domain.of(domain)) for x, domain in enumerate(domains)])
        if not met:
            with pytest.raises(Contradiction):
                paired.propagate(store)
            continue
        paired.propagate(store)
        assert set(store.domain(0)) == {v for v, _ in met}
        assert set(store.domain(1)) == {w for _, w in met}
