"""Not-equals that overlap, merged into all-differents: one row a value for a clique instead of one for each pair.

The conflict graph joins variables that must differ. A pair ``x != y`` is an edge of it; ``Σ is_(x, v) <= 1`` over a
maximal clique cuts off what the rows of its pairs leave (Padberg, On the facial structure of set packing polyhedra,
Mathematical Programming 5, 1973).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.primitives.alldifferent import AllDifferent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint, FlatModel

MOST_STEPS = 300_000
"""Candidates looked at, after which the pairs that are left stay pairs."""


def merge_cliques(flat: FlatModel) -> FlatModel:
    """The model with each ``x != y`` in an all-different over a maximal clique, or left out where a house has it.

    A clique takes the place of its first pair and covers pairs of the same clue and line only, so that each row still
    belongs to what it says; other constraints lend their edges.
    """
    pairs = {
        number: _mask(one.primitive.scope)
        for number, one in enumerate(flat.constraints)
        if one.primitive.plain and not one.condition
    }
    if len(pairs) < 2:
        return flat
    graph, houses = _conflicts(flat)
    by_line: dict[tuple[str, int], list[int]] = {}
    for number in pairs:
        origin = flat.origins[flat.constraints[number].origin]
        by_line.setdefault((origin.clue, origin.line), []).append(number)
    merged: dict[int, FlatConstraint | None] = {}
    steps = 0
    for numbers in by_line.values():
        covered = {n for n in numbers if any(pairs[n] & ~house == 0 for house in houses[next(bits(pairs[n]))])}
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


def _conflicts(flat: FlatModel) -> tuple[list[int], list[list[int]]]:
    """By variable the mask of those that must differ from it, and the masks of the houses that it is in."""
    graph = [0] * len(flat.variables)
    houses: list[list[int]] = [[] for _ in flat.variables]
    for one in flat.constraints:
        for clique in () if one.condition else one.primitive.cliques:
            mask = _mask(clique)
            for x in clique:
                graph[x] |= mask & ~(1 << x)
                if len(clique) > 2:
                    houses[x].append(mask)
    return graph, houses


def _extended(pair: int, graph: Sequence[int], waiting: dict[int, int]) -> tuple[int, int]:
    """A maximal clique around a pair, greedily by how many waiting pairs it takes in; and how many steps it took."""
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


def _mask(variables: Sequence[int]) -> int:
    mask = 0
    for x in variables:
        mask |= 1 << x
    return mask
