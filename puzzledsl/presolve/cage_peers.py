"""Cages among the variables that see them: what a cage needs, no common peer of its places can have.

If every set of values with the sum of a cage has a 7, one of the cage's variables is 7. A variable outside that differs
from all variables of the cage that can be 7 is not 7 then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.grouped_sums import MOST_PEERS
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store


MOST_CELLS = 16
"""Cages with more variables get no peers."""

MOST_DIFFERENCES = 20_000
"""Of a peer and a variable of a cage, in all cages: from then on no more cages get peers."""


def cage_peers(constraints: Sequence[FlatConstraint], store: Store) -> dict[int, FlatConstraint]:
    """By number of a cage, the same with its peers: the open variables that differ from two or more of its own."""
    cages = [n for n, one in enumerate(constraints) if isinstance(one.primitive, GroupedSum) and not one.condition]
    if not cages:
        return {}
    groups: dict[int, dict[tuple[int, ...], None]] = {}  # by variable
    for one in constraints:
        for clique in () if one.condition else one.primitive.cliques:
            for x in clique:
                groups.setdefault(x, {})[clique] = None
    found: dict[int, FlatConstraint] = {}
    differences = 0
    for number in cages:
        cage = constraints[number].primitive
        assert isinstance(cage, GroupedSum)
        variables = cage.watched
        if len(cage.groups) > 1 or len(variables) > MOST_CELLS or differences > MOST_DIFFERENCES:
            continue
        seen: dict[int, int] = {}
        for position, x in enumerate(variables):
            for group in groups.get(x, ()):
                for y in group:
                    seen[y] = seen.get(y, 0) | 1 << position
        for x in variables:
            del seen[x]
        base = store.base[variables[0]]
        peers = [
            (y, positions)
            for y, positions in seen.items()
            if positions & (positions - 1) and store.mask[y] and store.base[y] == base and not store.is_fixed(y)
        ]
        peers.sort(key=lambda peer: (-peer[1].bit_count(), peer[0]))  # the filter takes the first ones
        del peers[MOST_PEERS:]
        differences += sum([positions.bit_count() for _, positions in peers])
        if peers:
            found[number] = replace(constraints[number], primitive=replace(cage, peers=tuple(peers)))
    return found
