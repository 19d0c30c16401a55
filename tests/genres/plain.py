"""Places, areas, shapes, graphs: plain Python that the rules of genres share. It imports nothing of the package.

A place is its row and column, from 1. A filling maps places to values. A graph is a set of pairs of places that share a
side, each in reading order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise, product

Place = tuple[int, int]
Filling = dict[Place, int]
Area = frozenset[Place]
Shading = frozenset[Place]
Division = frozenset[Area]
Pair = tuple[Place, Place]
Graph = frozenset[Pair]
Joined = Mapping[Place, list[Place]]
"""The places that a graph joins each place to."""

STEPS = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}
"""The four directions, in the order of `beside`."""
BACK = dict(zip("nwes", "sewn", strict=True))


def places(height: int, width: int) -> list[Place]:
    """All places of a grid, row by row."""
    return [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]


def step(place: Place, way: str, n: int = 1) -> Place:
    """The place so many steps away."""
    return place[0] + n * STEPS[way][0], place[1] + n * STEPS[way][1]


def beside(place: Place) -> list[Place]:
    """The places that share a side with a place: up, left, right, down."""
    r, c = place
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def around(place: Place) -> list[Place]:
    """The places that share a side or a corner with a place, clockwise."""
    r, c = place
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    return [(r + y, c + x) for y, x in ring]


def corners(place: Place) -> set[Place]:
    """The corners of a cell; each has the place of the cell right below it."""
    r, c = place
    return {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}


def at_corner(place: Place) -> set[Place]:
    """The cells around a corner."""
    r, c = place
    return {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)}


def at_point(point: Place) -> list[Place]:
    """The cells that a point of a net touches: cells are at its odd rows and columns, sides and corners between."""
    y, x = point
    return sorted(set(product(((y + 1) // 2, (y + 2) // 2), ((x + 1) // 2, (x + 2) // 2))))


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


def is_one(cells: Iterable[Place]) -> bool:
    """Whether places are connected; none are, too."""
    return len(areas(cells)) <= 1


def count(cells: Iterable[Place], place: Place) -> int:
    """How many of the cells share a side with a place."""
    return len(set(cells) & set(beside(place)))


def touch(one: Iterable[Place], other: Iterable[Place], near: Callable[[Place], Iterable[Place]] = beside) -> bool:
    """Whether two areas share a side, or lie near each other in another way."""
    cells = set(other)
    return any(not cells.isdisjoint(near(place)) for place in one)


def apart(cells: Iterable[Place]) -> bool:
    """Whether no two of the cells share a side."""
    return not touch(some := set(cells), some)


def ray(place: Place, way: str, cells: Iterable[Place]) -> list[Place]:
    """The cells that lie one after another in a direction from a place, the nearest first."""
    inside, found = set(cells), list[Place]()
    while (ahead := step(place, way, len(found) + 1)) in inside:
        found.append(ahead)
    return found


def rays(place: Place, cells: Iterable[Place]) -> list[Place]:
    """The cells that are seen from a place in the four directions, without itself."""
    inside = set(cells)
    return [other for way in STEPS for other in ray(place, way, inside)]


def runs(bits: Iterable[object]) -> list[int]:
    """The lengths of the runs of true values."""
    return [len(list(group)) for is_on, group in groupby(bits, bool) if is_on]


def lines(filling: Filling) -> list[list[int]]:
    """The values of each row, then of each column."""
    height, width = max(filling)
    rows = [[filling[r, c] for c in range(1, width + 1)] for r in range(1, height + 1)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def is_latin(filling: Filling) -> bool:
    """Whether no value is twice in a row or column, but 0."""
    return all(len({v for v in line if v}) == sum(v > 0 for v in line) for line in lines(filling))


# Shapes


def extent(area: Iterable[Place]) -> tuple[int, int]:
    """How high and how wide an area is."""
    cells = list(area)
    high, wide = (max(p[k] for p in cells) - min(p[k] for p in cells) + 1 for k in (0, 1))
    return high, wide


def box(area: Iterable[Place]) -> set[Place]:
    """The smallest rectangle around an area."""
    cells = list(area)
    top, left = (min(place[k] for place in cells) for k in (0, 1))
    return {(top + r - 1, left + c - 1) for r, c in places(*extent(cells))}


def is_rectangle(area: Iterable[Place]) -> bool:
    """Whether an area is a rectangle."""
    return box(cells := set(area)) == cells


def is_square(area: Iterable[Place]) -> bool:
    """Whether an area is a square."""
    high, wide = extent(cells := set(area))
    return high == wide and is_rectangle(cells)


def is_bar(area: Iterable[Place]) -> bool:
    """Whether an area is a rectangle one cell wide."""
    return 1 in extent(cells := set(area)) and is_rectangle(cells)


def is_symmetric(area: Iterable[Place]) -> bool:
    """Whether an area does not change when it is turned by half."""
    cells = set(area)
    (a, b), (c, d) = min(cells), max(cells)
    return {(a + c - r, b + d - k) for r, k in cells} == cells


def shape(area: Iterable[Place]) -> Area:
    """An area moved to the start of the grid."""
    cells = list(area)
    top, left = (min(place[k] for place in cells) for k in (0, 1))
    return frozenset((r - top, c - left) for r, c in cells)


def turned_shape(area: Iterable[Place]) -> tuple[Place, ...]:
    """The shape of an area, equal for those that are turned or mirrored."""
    forms, form = [], [*area]
    for turn in range(8):
        form = [(c, -r) for r, c in form] if turn != 4 else [(r, -c) for r, c in form]
        forms.append(tuple(sorted(shape(form))))
    return min(forms)


@cache
def divisions(cells: Area, sizes: range = range(1, 99)) -> list[Division]:
    """All divisions of places into connected areas of some sizes."""
    found: list[Division] = []

    def grow(some: list[Area], left: Area) -> None:
        if not left:
            found.append(frozenset(some))
            return
        forms = {frozenset([min(left)])}
        for size in range(1, min(len(left), max(sizes)) + 1):
            if size in sizes:
                for form in forms:
                    grow([*some, form], left - form)
            forms = {
                form | {other} for form in forms for place in form for other in beside(place) if other in left - form
            }

    grow([], cells)
    return found


def area_at(division: Iterable[Area], place: Place) -> Area:
    """The area of a place."""
    return next(area for area in division if place in area)


@cache
def shadings(height: int, width: int) -> list[Shading]:
    """All sets of places."""
    cells = places(height, width)
    return [
        frozenset(place for place, is_in in zip(cells, chosen, strict=True) if is_in)
        for chosen in product((False, True), repeat=len(cells))
    ]


# Graphs


def pairs(height: int, width: int) -> list[Pair]:
    """The pairs of places that share a side, each in reading order."""
    cells = places(height, width)
    return [(place, other) for place in cells for other in beside(place)[2:] if other in cells]


def edge(a: Place, b: Place) -> Pair:
    """A pair in reading order."""
    return min(a, b), max(a, b)


def path_graph(line: Sequence[Place]) -> Graph:
    """The pairs of a line through places, one after another."""
    return frozenset(edge(a, b) for a, b in pairwise(line))


def degrees(graph: Iterable[Pair]) -> dict[Place, list[Place]]:
    """The places that a graph joins each place of it to."""
    joined: dict[Place, list[Place]] = {}
    for a, b in graph:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    return joined


def is_connected(graph: Iterable[Pair]) -> bool:
    """Whether a graph is connected; one without pairs is."""
    joined = degrees(graph)
    return len(areas(joined, joined.__getitem__)) <= 1


@cache
def all_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs."""
    between = pairs(height, width)
    return [
        frozenset(pair for pair, is_in in zip(between, chosen, strict=True) if is_in)
        for chosen in product((False, True), repeat=len(between))
    ]


@cache
def crossing_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs in which an even number meets in each place: the sums of the 2×2 squares' outlines."""
    outlines = [
        {((r, c), (r, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1))}
        for r, c in places(height - 1, width - 1)
    ]
    found = []
    for chosen in product((False, True), repeat=len(outlines)):
        graph: set[Pair] = set()
        for outline, is_on in zip(outlines, chosen, strict=True):
            graph = graph ^ outline if is_on else graph
        found.append(frozenset(graph))
    return found


@cache
def loop_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs in which no pair or two meet in each place: loops that do not cross."""
    return [g for g in crossing_graphs(height, width) if all(len(joined) < 4 for joined in degrees(g).values())]


@cache
def loops(height: int, width: int) -> list[Graph]:
    """All loops that do not cross, and no loop."""
    return [graph for graph in loop_graphs(height, width) if is_connected(graph)]


def ways(joined: Joined, place: Place) -> set[str]:
    """The directions in which a graph leaves a place."""
    return {way for way in STEPS if step(place, way) in joined.get(place, [])}


def turns(joined: Joined, place: Place) -> bool:
    """Whether a loop goes through a place and turns there."""
    return place in joined and ways(joined, place) not in ({"n", "s"}, {"w", "e"})


def run(joined: Joined, place: Place, way: str) -> int:
    """How many steps a graph leads straight on from a place."""
    n = 0
    while step(place, way, n + 1) in joined.get(step(place, way, n), []):
        n += 1
    return n


def straight(joined: Joined, place: Place) -> list[int]:
    """The lengths of the straight pieces that go through a place or end there, level and upright."""
    return [n for one in ("we", "ns") if (n := sum(run(joined, place, way) for way in one))]


def tour(joined: Joined, start: Place | None = None) -> list[Place]:
    """The places of a loop that does not cross itself, one after another."""
    found = [start or min(joined)]
    found.append(joined[found[0]][0])
    while len(found) < len(joined):
        found.append(next(other for other in joined[found[-1]] if other != found[-2]))
    return found


def trips(graph: Graph) -> list[list[Place]]:
    """The closed trips of an even graph, which go straight on where four pairs meet."""
    joined, left, found = degrees(graph), {*graph}, []
    while left:
        trip = [*min(left)]
        while len(trip) == 2 or trip[-2:] != trip[:2]:
            (y, x), here = trip[-2:]
            ahead = (2 * here[0] - y, 2 * here[1] - x)
            trip.append(ahead if len(joined[here]) == 4 else next(o for o in joined[here] if o != (y, x)))
        left -= path_graph(trip)
        found.append(trip[:-2])
    return found


def is_loop(graph: Graph) -> bool:
    """Whether an even graph is one loop, which may cross itself."""
    return len(trips(graph)) == 1


def visits(joined: Joined, kind: Callable[[Place], object]) -> dict[Place, int]:
    """How many places of its kind a loop visits one after another, for each of its places."""
    return {
        place: len(area)
        for area in areas(joined, joined.__getitem__, lambda a, b: kind(a) == kind(b))
        for place in area
    }


def exits(joined: Joined, room: Iterable[Place]) -> int:
    """How often a graph leaves a room."""
    return sum(b not in room for a in room for b in joined.get(a, []))


def paths(start: Place, cells: Iterable[Place]) -> Iterator[list[Place]]:
    """All ways from a place through other cells that do not touch themselves twice."""
    yield [start]
    left = set(cells) - {start}
    for place in beside(start):
        if place in left:
            for path in paths(place, left):
                yield [start, *path]
