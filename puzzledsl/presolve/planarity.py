"""Two disjoint connected sets in the plane do not cross: what follows for each face of their graph.

Let two disjoint sets of positions of a plane graph each be connected. Then no four positions around a face belong, in
turn, to the first, the second, the first and the second set: a path through the one set between its two positions and
a path through the other one run outside of the face, so they would cross (the Jordan curve theorem). Hence no four
cells around a corner are a checkerboard, and along the border of a grid the two sets change at most twice.

Faces are found without a drawing. Glue discs to some cycles of a connected graph, two discs to each edge, so that the
discs around each vertex follow one another in one round. The result is a closed surface, and by Euler's formula it is
the sphere if V - E + F = 2 (Mohar and Thomassen, Graphs on Surfaces, 2001, chapter 3). The cycles here are those of
length four, in a grid one for each corner, and those of the edges that belong to only one of them: the border, and the
border of each hole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.store import Store

Edges = frozenset[tuple[int, int]]
"""Pairs of positions, the smaller one first."""

MOST_CLAUSES = 4_000
"""If there are more clauses about faces of four, none is added."""

MOST_READ = 600
"""The same for the positions that automata read, all together."""

MOST_VALUES = 64
"""Automata read no variable with more values."""

MOST_NEIGHBORS = 8


def planar(flat: FlatModel, store: Store) -> tuple[FlatConstraint, ...]:
    """What follows from any two connected sets of disjoint values of the same variables.

    It holds for any domains; constraints that the present domains imply are left out.
    """
    graphs: dict[tuple[tuple[int, ...], Edges], list[tuple[Domain, int]]] = {}
    for one in flat.constraints:
        primitive = one.primitive
        if isinstance(primitive, Connected) and not one.condition:
            edges = frozenset([(min(a, b), max(a, b)) for a, b in primitive.edges])
            graphs.setdefault((primitive.variables, edges), []).append((primitive.values, one.origin))
    found: list[FlatConstraint] = []
    for (variables, edges), sets in graphs.items():
        if len(sets) > 1 and all(store.mask[x] for x in variables):
            around = faces(len(variables), edges)
            found += _corners(flat, store, variables, sets, [face for face in around if len(face) == 4])
            found += _borders(flat, store, variables, sets, [face for face in around if len(face) > 4])
    return tuple(found)


def _corners(
    flat: FlatModel,
    store: Store,
    variables: Sequence[int],
    sets: Sequence[tuple[Domain, int]],
    around: Iterable[Sequence[int]],
) -> list[FlatConstraint]:
    """For faces of four: not two opposite positions of one set, and the two others of another."""
    possible = [_possible(store, x, sets) for x in variables]
    found: list[FlatConstraint] = []
    for a, b, c, d in around:
        for i in bits(possible[a] & possible[c]):
            for j in bits(possible[b] & possible[d]):
                if sets[i][0] & sets[j][0]:
                    continue
                literals = [_not_in(flat, variables[p], sets[i][0]) for p in (a, c)]
                literals += [_not_in(flat, variables[p], sets[j][0]) for p in (b, d)]
                clause = Clause(tuple([literal for literal in literals if literal.values]))
                found.append(FlatConstraint(clause, sets[i][1], (), (sets[j][1],)))
                if len(found) > MOST_CLAUSES:
                    return []
    return found


def _borders(
    flat: FlatModel,
    store: Store,
    variables: Sequence[int],
    sets: Sequence[tuple[Domain, int]],
    around: Iterable[Sequence[int]],
) -> list[FlatConstraint]:
    """For longer faces: any two sets change at most twice."""
    found: list[FlatConstraint] = []
    read = 0
    for face in around:
        line = tuple([variables[p] for p in face])
        if any(flat.variables[x].domain.size > MOST_VALUES for x in line):
            continue
        possible = [_possible(store, x, sets) for x in line]
        values = sorted({value for x in line for value in flat.variables[x].domain})
        for j in range(len(sets)):
            for i in range(j):
                if sets[i][0] & sets[j][0] or not _may_cross(possible, i, j):
                    continue
                read += len(line)
                if read > MOST_READ:
                    return []
                automaton = _two_changes(values, sets[i][0], sets[j][0])
                found.append(FlatConstraint(Regular(line, automaton), sets[j][1], (), (sets[i][1],)))
    return found


def _possible(store: Store, x: int, sets: Sequence[tuple[Domain, int]]) -> int:
    """The sets that a variable may be in, as bits."""
    mask, found = store.mask[x], 0
    for i, (values, _) in enumerate(sets):
        if mask & mask_of(values, store.base[x], mask.bit_length()):
            found |= 1 << i
    return found


def _not_in(flat: FlatModel, x: int, values: Domain) -> Literal:
    return Literal(x, flat.variables[x].domain - values)


def _may_cross(possible: Sequence[int], i: int, j: int) -> bool:
    """Whether two sets may take turns four times."""
    for first, second in ((i, j), (j, i)):
        turns, due, next_ = 0, first, second
        for mask in possible:
            if mask >> due & 1:
                turns += 1
                due, next_ = next_, due
        if turns >= 4:
            return True
    return False


def _two_changes(values: Sequence[int], left: Domain, right: Domain) -> Automaton:
    """Reads a line in which the values of two sets, whatever is between them, change at most twice.

    States: 0 before any of the two; 1, 2, 3 after as many blocks, the first from ``left``; 4, 5, 6 if it is from
    ``right``.
    """
    moves: list[dict[int, int]] = []
    for state in range(7):
        on_left = {0: 1, 1: 1, 2: 3, 3: 3, 4: 5, 5: 5}.get(state)
        on_right = {0: 4, 1: 2, 2: 2, 4: 4, 5: 6, 6: 6}.get(state)
        move: dict[int, int] = {}
        for value in values:
            following = on_left if value in left else on_right if value in right else state
            if following is not None:
                move[value] = following
        moves.append(move)
    return Automaton(0, tuple(moves), frozenset(range(7)))


def faces(count: int, edges: Edges) -> list[tuple[int, ...]]:
    """The faces of a drawing of a graph in the plane, each as the positions around it; none if no drawing is known.

    Args:
        count: the number of positions; all are drawn.
    """
    near = [0] * count
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    if not edges or max([mask.bit_count() for mask in near]) > MOST_NEIGHBORS:
        return []
    found = _cycles_of_four(near)
    used = dict.fromkeys(edges, 0)
    for cycle in found:
        for edge in _around(cycle):
            used[edge] += 1
    rim = [0] * count
    for (a, b), times in used.items():
        if times == 1:
            rim[a] |= 1 << b
            rim[b] |= 1 << a
        elif times != 2:
            return []
    if any(mask.bit_count() not in (0, 2) for mask in rim):
        return []
    found += _cycles_of(rim)
    return found if count - len(edges) + len(found) == 2 and _is_surface(near, found) else []


def _cycles_of_four(near: Sequence[int]) -> list[tuple[int, ...]]:
    """All of them, each once, from its smallest position."""
    found: list[tuple[int, ...]] = []
    for a, mask in enumerate(near):
        larger = list(bits(mask >> (a + 1) << (a + 1)))
        for i, d in enumerate(larger):
            for b in larger[:i]:
                opposite = near[b] & near[d]
                found += [(a, b, c, d) for c in bits(opposite >> (a + 1) << (a + 1))]
    return found


def _around(cycle: Sequence[int]) -> list[tuple[int, int]]:
    """Its edges."""
    return [(min(a, b), max(a, b)) for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]


def _cycles_of(near: list[int]) -> list[tuple[int, ...]]:
    """The cycles of a graph in which each position has two neighbors or none. Takes the edges away."""
    found: list[tuple[int, ...]] = []
    for start in range(len(near)):
        cycle: list[int] = []
        here = start
        while near[here]:
            cycle.append(here)
            there = (near[here] & -near[here]).bit_length() - 1
            near[here] &= ~(1 << there)
            near[there] &= ~(1 << here)
            here = there
        if cycle:
            found.append(tuple(cycle))
    return found


def _is_surface(near: Sequence[int], cycles: Sequence[Sequence[int]]) -> bool:
    """Whether the graph is connected, and the cycles around each position follow one another in one round.

    Each edge belongs to two of the cycles.
    """
    beside: list[dict[int, list[int]]] = [{} for _ in near]  # by position and neighbor, the next neighbors around it
    for cycle in cycles:
        for i, here in enumerate(cycle):
            before, after = cycle[i - 1], cycle[(i + 1) % len(cycle)]
            beside[here].setdefault(before, []).append(after)
            beside[here].setdefault(after, []).append(before)
    for turned in beside:
        if not turned:
            return False
        start = previous = next(iter(turned))
        here, length = turned[start][0], 1
        while here != start:
            one, other = turned[here]
            previous, here = here, other if one == previous else one
            length += 1
        if length < len(turned):
            return False
    reached, ahead = 1, near[0] & ~1
    while ahead:
        reached |= ahead
        further = 0
        for position in bits(ahead):
            further |= near[position]
        ahead = further & ~reached
    return reached == (1 << len(near)) - 1
