"""What edges, arcs and sides mean, and the rules about them, for values that are known.

Written from `docs/language.md`, `docs/rules.md` and the comments of the library alone. A line joins two places where
the edge between them holds 1 or more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from ..oracle.terms import Place

Way = tuple[Place, Place]
Joints = frozenset[Way]
"""Ways that a line leads along: with a direction, or else from the smaller place to the larger one."""


@dataclass(frozen=True, eq=False)
class Net:
    """The ways of one declaration of edges.

    Attributes:
        name, declaration: how it is called and declared.
        places: what it joins, cells or the corners of cells.
        ways, names: between which places, and what each is called.
        values: what each may hold.
        directed: they are arcs.
        by_sides: all ways join places that share a side.
        sides: of each cell the numbers of its ways up, left, right and down, if they are sides of cells.
    """

    name: str
    declaration: str
    places: tuple[Place, ...]
    ways: tuple[Way, ...]
    names: tuple[str, ...]
    values: tuple[int, ...]
    directed: bool = False
    by_sides: bool = True
    sides: dict[Place, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """How each way is written in a model: an arc against the clock along the border between its corners."""
        return tuple(
            name
            if '["' not in name
            else f"{self.name}[at({a[0]}, {a[1]}, {self.name}), at({b[0]}, {b[1]}, {self.name})]"
            for name, (a, b) in zip(self.names, self.ways, strict=True)
        )

    @cached_property
    def index(self) -> dict[Way, int]:
        """The number of the way, also against its direction if it has none."""
        found = {way: k for k, way in enumerate(self.ways)}
        return found if self.directed else found | {(b, a): k for (a, b), k in found.items()}

    @cached_property
    def at(self) -> dict[Place, list[int]]:
        """The ways that meet in each place."""
        return {place: [k for k, way in enumerate(self.ways) if place in way] for place in self.places}

    @cached_property
    def near(self) -> dict[Place, list[Place]]:
        """What a line may join each place with."""
        return {p: sorted({q for way in self.ways if p in way for q in way if q != p}) for p in self.places}

    @cached_property
    def _joints(self) -> dict[tuple[int, ...], Joints]:
        return {}

    def joints(self, held: tuple[int, ...]) -> Joints:
        """Where lines are."""
        found = self._joints.get(held)
        if found is None:
            found = frozenset(way for way, value in zip(self.ways, held, strict=True) if value >= 1)
            self._joints[held] = found
        return found

    def tested(self, rule: Callable[..., bool], *given: Any) -> Callable[[tuple[int, ...]], bool]:
        """Whether a rule holds of the lines, by what the edges hold."""
        known: dict[Joints, bool] = {}

        def holds(held: tuple[int, ...]) -> bool:
            joints = self.joints(held)
            if joints not in known:
                known[joints] = rule(joints, *given)
            return known[joints]

        return holds


# Lines in a place


@lru_cache(maxsize=100_000)
def plain(joints: Joints) -> Joints:
    """Without directions."""
    return frozenset((min(way), max(way)) for way in joints)


@lru_cache(maxsize=100_000)
def met(joints: Joints) -> dict[Place, list[Place]]:
    """The places with lines, and where these lead; a line both ways is one."""
    found: dict[Place, list[Place]] = {}
    for a, b in plain(joints):
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return found


def lines_in(joints: Joints, place: Place) -> int:
    return len(met(joints).get(place, []))


def ends(joints: Joints, place: Place) -> bool:
    return lines_in(joints, place) == 1


def are_opposite(a: Place, place: Place, b: Place) -> bool:
    (i, j), (k, m) = ((p[0] - place[0], p[1] - place[1]) for p in (a, b))
    return i * m == j * k and i * k + j * m < 0


def straight(joints: Joints, place: Place) -> bool:
    return any(are_opposite(a, place, b) for a, b in combinations(met(joints).get(place, []), 2))


def turns(joints: Joints, place: Place) -> bool:
    """Two lines meet, and none leads straight on."""
    return lines_in(joints, place) == 2 and not straight(joints, place)


def run(joints: Joints, place: Place, ray: Sequence[Place]) -> int:
    length, at = 0, place
    for after in ray:
        if (min(at, after), max(at, after)) not in plain(joints):
            break
        length, at = length + 1, after
    return length


# Lines as a whole


def cross_between(one: Way, other: Way) -> bool:
    """Whether two lines cross between their ends."""

    def side(a: Place, b: Place, c: Place) -> int:
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def diagonals_cross(joints: Joints) -> bool:
    """Whether two diagonals of a 2×2 cross. Longer edges may cross between cells."""
    short = [(a, b) for a, b in plain(joints) if abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1]
    return any(cross_between(a, b) for a, b in combinations(short, 2))


def strands(joints: Joints, crossings: Collection[Place] = ()) -> list[frozenset[Way]]:
    """The lines, each with all that hangs together with it; two that go straight on in a crossing do not meet there."""
    return list(_strands(plain(joints), frozenset(crossings)))


@lru_cache(maxsize=100_000)
def _strands(graph: Joints, crossings: frozenset[Place]) -> tuple[frozenset[Way], ...]:
    around = met(graph)
    root = {way: way for way in graph}

    def top(way: Way) -> Way:
        while root[way] != way:
            way = root[way]
        return way

    for place, others in around.items():
        for a, b in combinations(others, 2):
            if place not in crossings or len(others) < 4 or are_opposite(a, place, b):
                root[top((min(a, place), max(a, place)))] = top((min(b, place), max(b, place)))
    found: dict[Way, set[Way]] = {}
    for way in graph:
        found.setdefault(top(way), set()).add(way)
    return tuple(map(frozenset, found.values()))


def one_way(joints: Joints, starts: Collection[Place], stops: Collection[Place], crossings: Collection[Place]) -> bool:
    """Whether arcs lead along lines in one direction, from starts to stops."""
    if any((b, a) in joints for a, b in joints):
        return False
    for place, others in met(joints).items():
        out = [b for b in others if (place, b) in joints]
        into = [a for a in others if (a, place) in joints]
        if len(out) - len(into) != (place in starts) - (place in stops):
            return False
        if (
            place in crossings
            and len(others) == 4
            and not all(any(are_opposite(a, place, b) for b in out) for a in into)
        ):
            return False
    return True


def lead_on(joints: Joints, loose: Collection[Place], crossings: Collection[Place]) -> bool:
    """Whether lines neither touch nor cross, but in crossings, and end in loose places only, one in each."""
    around = met(joints)
    if any(lines_in(joints, place) != 1 for place in loose):
        return False
    for place, others in around.items():
        if place in loose:
            continue
        straight_on = all(any(are_opposite(a, place, b) for b in others) for a in others)
        if len(others) != 2 and not (len(others) == 4 and place in crossings and straight_on):
            return False
    return not diagonals_cross(joints)


def loops(joints: Joints, directed: bool, crossings: Collection[Place] = ()) -> bool:
    return lead_on(joints, (), crossings) and (not directed or one_way(joints, (), (), crossings))


def loop(joints: Joints, directed: bool, crossings: Collection[Place] = ()) -> bool:
    return loops(joints, directed, crossings) and len(strands(joints, crossings)) == 1


def paths(joints: Joints, directed: bool, pairs: Sequence[Way], crossings: Collection[Place] = ()) -> bool:
    starts, stops = [a for a, _ in pairs], [b for _, b in pairs]
    if not lead_on(joints, [*starts, *stops], crossings):
        return False
    if directed and not one_way(joints, starts, stops, crossings):
        return False
    found = strands(joints, crossings)
    return len(found) == len(pairs) and all(any(set(pair) <= places_of(strand) for strand in found) for pair in pairs)


def path(joints: Joints, directed: bool, start: Place, end: Place, crossings: Collection[Place] = ()) -> bool:
    return paths(joints, directed, [(start, end)], crossings)


def places_of(strand: Iterable[Way]) -> set[Place]:
    return {place for way in strand for place in way}


def owners(
    joints: Joints, groups: Sequence[Sequence[Place]], crossings: Collection[Place] = ()
) -> dict[Place, set[int]] | None:
    """The numbers of the groups whose lines go through each place; ``None`` where some group has no line of its own."""
    found: dict[Place, set[int]] = {}
    of_group: set[int] = set()
    for strand in strands(joints, crossings):
        passed = places_of(strand)
        numbers = {k for k, group in enumerate(groups, 1) if passed & set(group)}
        if len(numbers) != 1 or numbers & of_group or not passed >= set(groups[min(numbers) - 1]):
            return None
        of_group |= numbers
        for place in passed:
            found.setdefault(place, set()).update(numbers)
    return found if len(of_group) == len(groups) else None


def own_lines(joints: Joints, groups: Sequence[Sequence[Place]], crossings: Collection[Place] = ()) -> bool:
    return owners(joints, groups, crossings) is not None


def linked(joints: Joints, crossings: Collection[Place] = (), sources: Collection[Place] = ()) -> bool:
    found = strands(joints, crossings)
    return all(places_of(strand) & set(sources) for strand in found) if sources else len(found) <= 1


def tree(joints: Joints) -> bool:
    """A tree has an edge at least; arcs both ways between two places are a loop."""
    return bool(joints) and linked(joints) and len(joints) == len(met(joints)) - 1


def uncrossed(joints: Joints) -> bool:
    """Of lines that are level or upright."""
    flat = [way for way in plain(joints) if way[0][0] == way[1][0] or way[0][1] == way[1][1]]
    return not any(cross_between(a, b) for a, b in combinations(flat, 2))
