"""Two disjoint connected sets in the plane do not cross: no four cells around a corner are a checkerboard.

Let two disjoint sets of positions of a plane graph each be connected. Then no four positions around a face belong, in
turn, to the first, the second, the first and the second set: a path through the one set between its two positions and
a path through the other one run outside of the face, so they would cross (the Jordan curve theorem).

Faces are found without a drawing. They are the cycles of length four, in a grid one for each corner, and those of the
edges that belong to only one of them: the border, and the border of each hole. Glue a disc to each, so that each edge
has two. If one comes from each disc to any other over edges, the result is a closed surface, some of whose points may
be the same vertex. By Euler's formula none are, and it is the sphere, if V - E + F = 2 (Mohar and Thomassen, Graphs on
Surfaces, 2001, chapter 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.kernel.graphs import gather, neighbors
from puzzledsl.kernel.masks import bits, mask_of
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
            found += _corners(flat, store, variables, sets, squares(len(variables), edges))
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


def _possible(store: Store, x: int, sets: Sequence[tuple[Domain, int]]) -> int:
    """The sets that a variable may be in, as bits."""
    mask, found = store.mask[x], 0
    for i, (values, _) in enumerate(sets):
        if mask & mask_of(values, store.base[x], mask.bit_length()):
            found |= 1 << i
    return found


def _not_in(flat: FlatModel, x: int, values: Domain) -> Literal:
    return Literal(x, flat.variables[x].domain - values)


def squares(count: int, edges: Edges) -> list[tuple[int, ...]]:
    """The cycles of length four, if each is a face of one drawing of the graph in the plane; else none.

    Args:
        count: the number of positions.
    """
    near = [0] * count
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    if not all(near) or max([mask.bit_count() for mask in near]) > MOST_NEIGHBORS:
        return []
    found = _cycles_of_four(near)
    faces_of: dict[tuple[int, int], list[int]] = {edge: [] for edge in edges}
    for number, cycle in enumerate(found):
        for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            faces_of[min(a, b), max(a, b)].append(number)
    rim = [edge for edge, faces in faces_of.items() if len(faces) == 1]
    around = neighbors(count, rim)
    if any(len(faces) not in (1, 2) for faces in faces_of.values()) or any(
        len(beside) not in (0, 2) for beside in around
    ):
        return []
    borders: list[list[int]] = []
    border_of = [-1] * count
    for a, b in rim:
        if border_of[a] < 0:
            gather(around, [True] * count, border_of, borders, a)
        faces_of[a, b].append(len(found) + border_of[a])
    total = len(found) + len(borders)
    beside = neighbors(total, [(faces[0], faces[1]) for faces in faces_of.values()])
    surfaces: list[list[int]] = []
    gather(beside, [True] * total, [-1] * total, surfaces, 0)
    return found if len(surfaces[0]) == total and count - len(edges) + total == 2 else []


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
