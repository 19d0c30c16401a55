"""What the checks of genres share: plain Python about places, which imports nothing of the package.

A place is its row and column, from 1. A filling maps places to values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

Place = tuple[int, int]
Filling = dict[Place, int]


def places(height: int, width: int) -> list[Place]:
    """All places of a grid, row by row."""
    return [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]


def fillings(height: int, width: int, values: Sequence[int]) -> Iterator[Filling]:
    """All fillings of a grid."""
    cells = places(height, width)
    for chosen in product(values, repeat=len(cells)):
        yield dict(zip(cells, chosen, strict=True))


def beside(place: Place) -> list[Place]:
    """The places that share a side with a place: up, left, right, down."""
    r, c = place
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def around(place: Place) -> list[Place]:
    """The places that share a side or a corner with a place."""
    r, c = place
    return [(r + y, c + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def areas(
    cells: Iterable[Place],
    near: Callable[[Place], Iterable[Place]] = beside,
    joined: Callable[[Place, Place], bool] = lambda _a, _b: True,
) -> list[set[Place]]:
    """The connected parts of a set of places, by sides or by ``near``; two places beside each other may be unjoined."""
    left, found = set(cells), []
    while left:
        area = [left.pop()]
        for place in area:
            more = [other for other in near(place) if other in left and joined(place, other)]
            left.difference_update(more)
            area += more
        found.append(set(area))
    return found


def squares(filling: Filling) -> list[tuple[int, int, int, int]]:
    """The values of each 2×2, row by row."""
    return [
        (value, filling[r, c + 1], filling[r + 1, c], filling[r + 1, c + 1])
        for (r, c), value in filling.items()
        if (r + 1, c + 1) in filling
    ]


def lines(filling: Filling) -> list[list[int]]:
    """The values of each row, then of each column."""
    height, width = max(filling)
    rows = [[filling[r, c] for c in range(1, width + 1)] for r in range(1, height + 1)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def is_rectangle(area: set[Place]) -> bool:
    """Whether an area is a rectangle."""
    tall, wide = (len({place[k] for place in area}) for k in (0, 1))
    return tall * wide == len(area) and all(max(a) - min(a) < len(a) for a in ({p[k] for p in area} for k in (0, 1)))


def is_square(area: set[Place]) -> bool:
    """Whether an area is a square."""
    return is_rectangle(area) and len({r for r, _ in area}) == len({c for _, c in area})


Edge = frozenset[Place]


def loops(height: int, width: int) -> Iterator[dict[Place, list[Place]]]:
    """All loops through the middles of cells: the two places that each of its places is joined to.

    Every set of edges with an even number of them at each place is a sum of unit squares modulo 2.
    """
    faces = [
        {
            frozenset(side)
            for side in [
                ((r, c), (r, c + 1)),
                ((r + 1, c), (r + 1, c + 1)),
                ((r, c), (r + 1, c)),
                ((r, c + 1), (r + 1, c + 1)),
            ]
        }
        for r, c in places(height - 1, width - 1)
    ]
    for chosen in product((False, True), repeat=len(faces)):
        edges: set[Edge] = set()
        for face, taken in zip(faces, chosen, strict=True):
            edges ^= face if taken else set()
        joined: dict[Place, list[Place]] = {}
        for a, b in map(sorted, edges):
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        if all(len(others) == 2 for others in joined.values()) and len(areas(joined, joined.__getitem__)) == 1:
            yield joined


def straight_on(loop: dict[Place, list[Place]], place: Place, step: Place) -> int:
    """How many steps a loop leads straight on from a place."""
    ahead = (place[0] + step[0], place[1] + step[1])
    return 1 + straight_on(loop, ahead, step) if ahead in loop.get(place, []) else 0


def turns(loop: dict[Place, list[Place]], place: Place) -> bool:
    """Whether a loop turns in a place that it goes through."""
    (a, b), (c, d) = loop[place]
    return a != c and b != d


def divisions(height: int, width: int) -> Iterator[list[set[Place]]]:
    """All divisions of a grid into connected areas."""
    cells = places(height, width)
    pairs = [(a, b) for a in cells for b in beside(a) if a < b and b in cells]
    for chosen in product((False, True), repeat=len(pairs)):
        borders = {frozenset(pair) for pair, drawn in zip(pairs, chosen, strict=True) if drawn}
        found = areas(cells, joined=lambda a, b, borders=borders: frozenset((a, b)) not in borders)  # type: ignore[misc]
        if not any(border <= area for border in borders for area in found):
            yield found


def shape(area: set[Place]) -> frozenset[Place]:
    """An area moved to the start of the grid."""
    top, left = (min(place[k] for place in area) for k in (0, 1))
    return frozenset((r - top, c - left) for r, c in area)


def turned_shape(area: Iterable[Place]) -> tuple[Place, ...]:
    """The shape of an area, equal for those that are turned or mirrored."""
    forms, form = [], [*area]
    for turn in range(8):
        form = [(c, -r) for r, c in form] if turn != 4 else [(r, -c) for r, c in form]
        top, left = min(r for r, _ in form), min(c for _, c in form)
        forms.append(tuple(sorted((r - top, c - left) for r, c in form)))
    return min(forms)


def tilings(height: int, width: int, size: int) -> list[list[set[Place]]]:
    """All divisions of a grid into connected areas of one size."""
    found: list[list[set[Place]]] = []

    def grow(areas: list[set[Place]], left: set[Place]) -> None:
        if not left:
            found.append(areas)
            return
        forms = {frozenset([min(left)])}
        for _ in range(size - 1):
            forms = {
                form | {other} for form in forms for place in form for other in beside(place) if other in left - form
            }
        for form in forms:
            grow([*areas, set(form)], left - form)

    grow([], {*places(height, width)})
    return found


Pair = tuple[Place, Place]
Graph = frozenset[Pair]


def pairs(height: int, width: int) -> list[Pair]:
    """The pairs of places that share a side, each in reading order."""
    cells = places(height, width)
    return [(place, other) for place in cells for other in beside(place)[2:] if other in cells]


def even_graphs(height: int, width: int) -> Iterator[Graph]:
    """All sets of pairs in which an even number meets in each place: the sums of the 2×2 squares' outlines."""
    outlines = [
        {((r, c), (r, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1))}
        for r, c in places(height - 1, width - 1)
    ]
    for chosen in product((False, True), repeat=len(outlines)):
        graph: set[Pair] = set()
        for outline, is_on in zip(outlines, chosen, strict=True):
            graph = graph ^ outline if is_on else graph
        yield frozenset(graph)


def ways(graph: Iterable[Pair], place: Place) -> list[Place]:
    """The places that a graph joins a place to: up, left, right, down."""
    found = {pair[0] if pair[1] == place else pair[1] for pair in graph if place in pair}
    return [other for other in beside(place) if other in found]


def is_straight(graph: Graph, place: Place) -> bool:
    """Whether exactly two pairs meet in a place, in one line."""
    found = ways(graph, place)
    return len(found) == 2 and (found[0][0] == found[1][0] or found[0][1] == found[1][1])


def round_trip(graph: Graph) -> list[Place]:
    """The places of a trip that goes straight on where it crosses itself, from one pair until it comes back to it."""
    place, here = min(graph)
    trip = [place]
    while (place, here) != (trip[0], min(graph)[1]) or len(trip) == 1:
        found = ways(graph, here)
        ahead = (2 * here[0] - place[0], 2 * here[1] - place[1])
        trip.append(here)
        place, here = here, ahead if len(found) == 4 else next(other for other in found if other != place)
    return trip[:-1]


def is_loop(graph: Graph) -> bool:
    """Whether an even graph is one loop, which may cross itself."""
    return bool(graph) and len(round_trip(graph)) == len(graph)


def partitions(height: int, width: int) -> Iterator[Filling]:
    """All divisions of a grid into connected areas: each place holds the number of its area's first place."""
    between = pairs(height, width)
    cells = places(height, width)
    known = set()
    for chosen in product((False, True), repeat=len(between)):
        open_pairs = {pair for pair, is_open in zip(between, chosen, strict=True) if is_open}
        found: Filling = {}
        for area in areas(cells, partial(ways, open_pairs)):
            found |= dict.fromkeys(area, cells.index(min(area)) + 1)
        filling = {place: found[place] for place in cells}
        if (key := tuple(filling.values())) not in known:
            known.add(key)
            yield filling


def area_of(filling: Filling, place: Place) -> set[Place]:
    """The places with the same value, for a filling of `partitions`."""
    return {other for other, value in filling.items() if value == filling[place]}
