"""Merge overlapping not-equals into all-differents: for each value, one row for a clique instead of one for each pair.

The edges of the conflict graph are the pairs ``x != y``. For a maximal clique and a value v, the row
``Σ is_(x, v) <= 1`` is stronger than the rows of its pairs together (Padberg, On the facial structure of set packing
polyhedra, Mathematical Programming 5, 1973).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.differences import Differences, mask_of
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint, FlatModel

MOST_STEPS = 300_000
"""After this many candidates, the remaining pairs stay pairs."""


def merge_cliques(flat: FlatModel) -> FlatModel:
    """Replace each ``x != y`` of the model by an all-different over a maximal clique; drop it if a house implies it.

    A clique takes the place of its first pair and covers only pairs of the same clue and line, so that each row still
    belongs to one clue. Edges may also come from other constraints.
    """
    pairs = {
        number: mask_of(one.primitive.scope)
        for number, one in enumerate(flat.constraints)
        if one.primitive.plain and not one.condition
    }
    if len(pairs) < 2:
        return flat
    apart = Differences(flat.constraints)
    graph = [apart.peers(x) for x in range(len(flat.variables))]
    by_line: dict[tuple[str, int], list[int]] = {}
    for number in pairs:
        origin = flat.origins[flat.constraints[number].origin]
        by_line.setdefault((origin.clue, origin.line), []).append(number)
    merged: dict[int, FlatConstraint | None] = {}
    steps = 0
    for numbers in by_line.values():
        covered = {n for n in numbers if apart.in_a_house(pairs[n])}
        merged.update(dict.fromkeys(covered))
        if len(covered) == len(numbers):  # the line keeps a row
            del merged[numbers[0]]
        waiting = {pairs[n]: n for n in numbers if n not in covered}
        for pair, number in list(waiting.items()):
            if pair not in waiting or steps > MOST_STEPS:
                continue
            clique, looked = _extended(pair, graph, waiting)
            steps += looked
            inside = [n for edge, n in waiting.items() if edge & ~clique == 0]
            for n in inside:
                del waiting[pairs[n]]
            merged.update(dict.fromkeys(inside))
            one = flat.constraints[number]
            merged[number] = one if clique == pair else replace(one, primitive=AllDifferent(tuple(bits(clique))))
    kept = (merged.get(number, one) for number, one in enumerate(flat.constraints))
    return replace(flat, constraints=tuple(one for one in kept if one is not None))


def _extended(pair: int, graph: Sequence[int], waiting: dict[int, int]) -> tuple[int, int]:
    """Find a maximal clique around a pair, greedily by the number of open pairs that it covers; and count the steps."""
    clique, steps = pair, 0
    first, second = bits(pair)
    candidates = graph[first] & graph[second]
    while candidates:
        steps += candidates.bit_count()
        best = max(
            bits(candidates),
            key=lambda c: (
                sum((1 << c | 1 << x) in waiting for x in bits(clique)),
                (graph[c] & candidates).bit_count(),
                -c,
            ),
        )
        clique |= 1 << best
        candidates &= graph[best]
    return clique, steps
