"""The dual viewpoint: in a group in which every value occurs, branch on the cells of a value that has few left.

A search that branches on the cells of a value instead of the values of a cell (Cheng et al., Increasing Constraint
Propagation by Redundant Modeling, Constraints 1999; Smith, Dual Models in Constraint Programming, 2001) is better on
some puzzles and worse on others; one that does so in every second run is rarely much worse than the better of the two.

Where automata read the groups, some values have a higher impact than others: in a sandwich those at its ends. The
search branches on their cells first, by the part of all combinations that is left (Refalo, Impact-Based Search
Strategies for Constraint Programming, CP 2004). Only the impact on the automata is measured, once, at the root: what
assumptions make of all constraints during the search was no help.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

LEAST_IMPACT = 0.5
"""High-impact values leave a smaller part of all combinations than others, by a factor of at least e to this."""

MOST_IMPACT = 3.0
"""A greater difference counts as this one."""

MOST_CELLS = 16
"""Longer lines are not tried value by value."""


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


def high_impact(engine: Engine, groups: Sequence[Sequence[int]]) -> list[list[float]]:
    """By group and position how much higher the impact of a value on the automata is than that of most; 1: it is not.

    High are at most half of the values, before the first gap of `LEAST_IMPACT`: where one value has a slightly higher
    impact than the next (as heights do in skyscrapers), the order was no help. Nothing where none are.

    Args:
        engine: at its fixpoint.
        groups: as from `full_groups`.
    """
    store = engine.store
    scopes = {frozenset(group) for group in groups if len(group) <= MOST_CELLS}
    impacts: dict[int, float] = {}
    for number, constraint in enumerate(engine.constraints):
        line = constraint.primitive
        if constraint.condition or engine.is_retired(number):
            continue
        if line.is_line and frozenset(line.scope) in scopes:
            _add_impacts(impacts, line, store)
    engine.forget()
    cells = len({x for group in groups for x in group})
    order = sorted(impacts, key=lambda value: -impacts[value])
    for i in range(len(order) // 2):
        behind = impacts[order[i + 1]]
        if impacts[order[i]] - behind >= LEAST_IMPACT * cells:
            high = {value: exp(min((impacts[value] - behind) / cells, MOST_IMPACT)) for value in order[: i + 1]}
            widths = [max([store.mask[x].bit_length() for x in group]) for group in groups]
            return [
                [high.get(store.base[group[0]] + position, 1.0) for position in range(width)]
                for group, width in zip(groups, widths, strict=True)
            ]
    return []


def _add_impacts(impacts: dict[int, float], line: Primitive, store: Store) -> None:
    """Add by value, over the cells of a line, the logarithm of the part of the line's combinations that it removes."""
    before = _combinations(line.scope, store)
    store.costly = True
    mark = store.mark()
    for x in line.scope:
        for position in bits(store.mask[x]):
            left = 0.0
            try:
                store.put(x, 1 << position)
                line.propagate(store)
                left = _combinations(line.scope, store)
            except Contradiction:
                pass
            store.undo(mark)
            value = store.base[x] + position
            impacts[value] = impacts.get(value, 0.0) + before - left


def _combinations(variables: Sequence[int], store: Store) -> float:
    """The logarithm of their number."""
    return sum([log(store.mask[x].bit_count()) for x in variables])


def scarcest(
    groups: Sequence[Sequence[int]],
    mask: Sequence[int],
    weights: Sequence[float],
    lowest: float,
    impacts: Sequence[Sequence[float]] = (),
    *,
    only_high_impact: bool = False,
) -> tuple[int, int]:
    """A value that fits fewer than ``lowest`` cells of a group, relative to its impact and the weight of the best cell.

    Values with two or three cells count, and those of a high impact however many cells they have.

    Args:
        impacts: as from `high_impact`.

    Returns:
        The variable and the position of the value in its mask; -1 for the variable if there is none.
    """
    chosen, position = -1, 0
    for i, group in enumerate(groups):
        once = twice = thrice = more = 0
        for x in group:
            m = mask[x]
            more |= thrice & m
            thrice |= twice & m
            twice |= once & m
            once |= m
        few = 0 if only_high_impact else twice & ~more
        if impacts:
            for place, factor in enumerate(impacts[i]):
                if factor > 1:
                    few |= twice & (1 << place)
        while few:
            value = few & -few
            few ^= value
            heaviest, best, supports = 0.0, -1, 0
            for x in group:
                if mask[x] & value:
                    supports += 1
                    if weights[x] > heaviest:
                        heaviest, best = weights[x], x
            if impacts:
                heaviest *= impacts[i][value.bit_length() - 1]
            if supports < lowest * heaviest:
                chosen, position = best, value.bit_length() - 1
                lowest = supports / heaviest
    return chosen, position
