"""The dual viewpoint: in a group in which every value occurs, branch on the cells of a value that has few left.

A search that branches on the cells of a value instead of the values of a cell (Cheng et al., Increasing Constraint
Propagation by Redundant Modeling, Constraints 1999; Smith, Dual Models in Constraint Programming, 2001) is better on
some puzzles and worse on others; one that does so in every second run is rarely much worse than the better of the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine


def full_groups(engine: Engine) -> list[list[int]]:
    """The groups of different variables of which every value needs one: as many values as variables."""
    store = engine.store
    mask, base = store.mask, store.base
    found: dict[tuple[int, ...], list[int]] = {}
    for constraint in engine.constraints:
        if constraint.condition:
            continue
        for clique in constraint.primitive.cliques:
            values = 0
            for x in clique:
                if not mask[x] or base[x] != base[clique[0]]:
                    values = 0
                    break
                values |= mask[x]
            if values.bit_count() == len(clique):
                found[tuple(clique)] = list(clique)
    return list(found.values())


def scarcest(
    groups: Sequence[Sequence[int]], mask: Sequence[int], weights: Sequence[float], lowest: float
) -> tuple[int, int]:
    """A value with two or three cells in a group: fewer than ``lowest``, relative to the weight of the best cell.

    Returns:
        The variable and the position of the value in its mask; -1 for the variable if there is none.
    """
    chosen, position = -1, 0
    for group in groups:
        once = twice = thrice = more = 0
        for x in group:
            m = mask[x]
            more |= thrice & m
            thrice |= twice & m
            twice |= once & m
            once |= m
        few = twice & ~more
        while few:
            value = few & -few
            few ^= value
            heaviest, best, supports = 0.0, -1, 0
            for x in group:
                if mask[x] & value:
                    supports += 1
                    if weights[x] > heaviest:
                        heaviest, best = weights[x], x
            if supports < lowest * heaviest:
                chosen, position = best, value.bit_length() - 1
                lowest = supports / heaviest
    return chosen, position
