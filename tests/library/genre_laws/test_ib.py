"""Tiny puzzles with lines: their solutions are those that a check in plain Python finds among all lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise, product

import pytest

from puzzledsl import parse
from tests.library.genre_laws.plain import (
    Graph,
    Place,
    areas,
    beside,
    even_graphs,
    is_loop,
    is_rectangle,
    is_straight,
    loops,
    pairs,
    places,
    ways,
)

Edges = frozenset[frozenset[Place]]
Layouts = Mapping[str, Sequence[str]]


def model(genre: str, layouts: Layouts) -> str:
    return f'genre "{genre}"\n' + "".join(
        f"{head}:\n" + "".join(f"    {row}\n" for row in rows) for head, rows in layouts.items()
    )


def solutions(genre: str, layouts: Layouts) -> set[Edges]:
    """The edges of each solution; no two solutions have the same ones."""
    found = [
        frozenset(
            frozenset((int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", key))
            for key, value in solution.values.items()
            if value and key.startswith("track[")
        )
        for solution in parse(model(genre, layouts)).solutions()
    ]
    assert len(found) == len(set(found))
    return set(found)


def edges(line: Sequence[Place]) -> Edges:
    return frozenset(frozenset(pair) for pair in pairwise(line))


def of(graph: Iterable[tuple[Place, Place]]) -> Edges:
    return frozenset(map(frozenset, graph))


def marks(rows: Sequence[str]) -> dict[Place, str]:
    return {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "."}


def paths(start: Place, goal: Place, height: int, width: int) -> Iterator[list[Place]]:
    """All lines between two places that do not touch themselves."""

    def extend(line: list[Place]) -> Iterator[list[Place]]:
        if line[-1] == goal:
            yield line
            return
        for place in beside(line[-1]):
            if place in cells and place not in line:
                yield from extend([*line, place])

    cells = {*places(height, width)}
    return extend([start])


def visits(line: Sequence[Place], room: Mapping[Place, str]) -> list[tuple[str, int, list[Place]]]:
    """The visits of a line: the room, which visit of this room it is, and the places."""
    found: list[tuple[str, int, list[Place]]] = []
    for name, visited in groupby(line, key=room.__getitem__):
        found.append((name, 1 + sum(other == name for other, _, _ in found), [*visited]))
    return found


ROOMS = ["aabb", "abbc", "accc", "dadd"]
ENDS = ["....", "....", "....", "S..G"]


@pytest.mark.parametrize(
    "clues", [["....", "....", "....", "...."], ["....", "..2.", "....", "...."], ["....", "....", "..2.", ".2.."]]
)
def test_haisu(clues: Sequence[str]) -> None:
    numbers = {place: int(mark) for place, mark in marks(clues).items()}
    expected = {
        edges(line)
        for line in paths((4, 1), (4, 4), 4, 4)
        if len(line) == 16
        and all(numbers.get(place, nth) == nth for _, nth, visited in visits(line, marks(ROOMS)) for place in visited)
    }
    assert solutions("haisu", {"clues end": ENDS, "clues number": clues, "regions room": ROOMS}) == expected


@pytest.mark.parametrize(
    "clues", [["x...", "....", "....", "...."], ["....", "....", ".x..", "...."], [".x..", ".x..", "....", "..xx"]]
)
def test_kaisu(clues: Sequence[str]) -> None:
    circles = marks(clues)
    expected = {
        edges(line)
        for line in paths((4, 1), (4, 4), 4, 4)
        if len(line) == 16
        and all(
            sum(place in circles for place in visited) in (0, nth) for _, nth, visited in visits(line, marks(ROOMS))
        )
    }
    assert solutions("kaisu", {"clues end": ENDS, "clues circle": clues, "regions room": ROOMS}) == expected


def lengths(graph: Graph, dark: Iterable[Place]) -> dict[Place, int]:
    """How many places each visited place hangs together with along the graph, all of them in the dark or none."""
    found: dict[Place, int] = {}
    for area in areas(
        {place for pair in graph for place in pair},
        lambda place: ways(graph, place),
        lambda a, b: (a in dark) == (b in dark),
    ):
        found |= dict.fromkeys(area, len(area))
    return found


def keeps(graph: Graph, dark: Iterable[Place], numbers: Mapping[Place, str]) -> bool:
    """Whether a graph goes through all numbers, which are the lengths there."""
    found = lengths(graph, dark)
    return all(place in found and number in ("?", str(found[place])) for place, number in numbers.items())


def ice_walk(graph: Graph, dark: Mapping[Place, str]) -> bool:
    return is_loop(graph) and all(
        len(ways(graph, place)) == 0
        or (place in dark and len(ways(graph, place)) == 4)
        or (len(ways(graph, place)) == 2 and (place not in dark or is_straight(graph, place)))
        for place in places(4, 4)
    )


def morning_walk(graph: Graph, dark: Mapping[Place, str]) -> bool:
    found = lengths(graph, dark)
    return (
        is_loop(graph)
        and all(len(ways(graph, place)) < 4 for place in places(4, 4))
        and all(found[a] != found[b] for a, b in graph if (a in dark) != (b in dark))
    )


def fire_walk(graph: Graph, dark: Mapping[Place, str]) -> bool:
    """Whether a graph is one loop that turns in the dark; where it touches itself, its inside is between the turns."""

    def inside(r: int, c: int) -> bool:
        """Whether the corner below and right of a place is inside: an odd number of lines is left of it."""
        return sum(((r, k), (r + 1, k)) in graph for k in range(1, c + 1)) % 2 == 1

    def ahead(a: Place, here: Place) -> Place:
        found = ways(graph, here)
        if len(found) == 2:
            return next(other for other in found if other != a)
        up, left, right, down = found
        turns = [(up, right), (left, down)] if inside(here[0] - 1, here[1] - 1) else [(up, left), (right, down)]
        return next(y if a == x else x for x, y in turns if a in (x, y))

    for place in places(4, 4):
        count = len(ways(graph, place))
        if (place in dark and is_straight(graph, place)) or (place not in dark and count == 4):
            return False
    if not graph:
        return False
    trip = [min(graph)]
    while len(trip) == 1 or trip[-1] != trip[0]:
        trip.append((trip[-1][1], ahead(*trip[-1])))
    return len(trip) == len(graph) + 1


DARK = ["..x.", ".x..", "..x.", "x..."]


@pytest.mark.parametrize(
    "clues", [["....", "....", "....", "...."], ["....", "...3", "....", ".?.."], ["4...", "....", "....", "..4."]]
)
@pytest.mark.parametrize(
    ("genre", "layout", "check"),
    [("icewalk", "ice", ice_walk), ("morningwalk", "dark", morning_walk), ("firewalk", "fire", fire_walk)],
)
def test_walks(
    genre: str, layout: str, check: Callable[[Graph, Mapping[Place, str]], bool], clues: Sequence[str]
) -> None:
    dark, numbers = marks(DARK), marks(clues)
    expected = {of(graph) for graph in even_graphs(4, 4) if check(graph, dark) and keeps(graph, dark, numbers)}
    assert solutions(genre, {f"clues {layout}": DARK, "clues number": clues}) == expected


def networks(height: int, width: int) -> Iterator[Graph]:
    """All connected graphs of pairs of places that share a side in which no line ends."""
    every = pairs(height, width)
    for count in range(1, len(every) + 1):
        for chosen in combinations(every, count):
            degree: dict[Place, int] = {}
            for place in (place for pair in chosen for place in pair):
                degree[place] = degree.get(place, 0) + 1
            if 1 not in degree.values() and len(areas(degree, lambda place, chosen=chosen: ways(chosen, place))) == 1:  # type: ignore[misc]
                yield frozenset(chosen)


NETWORKS = [*networks(3, 4)]


@pytest.mark.parametrize("dark", [["....", ".xx.", "...."], ["x...", "..x.", ".x.x"]])
@pytest.mark.parametrize("clues", [["....", "....", "...."], ["...2", "....", "?..."], ["....", "4...", "...."]])
def test_forest_walk(dark: Sequence[str], clues: Sequence[str]) -> None:
    expected = {
        of(graph)
        for graph in NETWORKS
        if all(len(ways(graph, place)) in ((0, 3) if place in marks(dark) else (0, 2)) for place in places(3, 4))
        and keeps(graph, marks(dark), marks(clues))
    }
    assert solutions("forestwalk", {"clues forest": dark, "clues number": clues}) == expected


@pytest.mark.parametrize("dark", [["....", ".xx.", "...."], ["x...", "..x.", ".x.."], [".x..", "....", "..x."]])
@pytest.mark.parametrize("clues", [["....", "....", "...."], ["...2", "....", "?..."], ["....", "3...", "...."]])
def test_energy_walk(dark: Sequence[str], clues: Sequence[str]) -> None:
    energy = marks(dark)

    def allowed(graph: Graph, place: Place) -> bool:
        found = ways(graph, place)
        if place not in energy:
            return len(found) in (0, 2)
        if not found:
            return True
        rest = [pair for pair in graph if not energy.keys() & {*pair}]
        parts = areas({*places(3, 4)} - energy.keys(), lambda here: ways(rest, here))
        around = [other for other in found if other not in energy]
        return len(found) == sum(other in places(3, 4) for other in beside(place)) and all(
            sum(other in part for other in around) < 2 for part in parts
        )

    expected = {
        of(graph)
        for graph in NETWORKS
        if all(allowed(graph, place) for place in places(3, 4)) and keeps(graph, energy, marks(clues))
    }
    assert solutions("energywalk", {"clues energy": dark, "clues number": clues}) == expected


def tour(loop: Mapping[Place, Sequence[Place]], start: Place) -> list[Place]:
    """The places of a loop from one of them on."""
    found = [start, loop[start][0]]
    while found[-1] != start:
        found.append(next(other for other in loop[found[-1]] if other != found[-2]))
    return found[:-1]


COURSE = ["..v..", ".hxhh", "..x..", "..v.o"]
CROSSED = [{(1, 3)}, {(2, 2)}, {(2, 4), (2, 5)}, {(4, 3)}]


@pytest.mark.parametrize(
    ("numbers", "orders"),
    [
        ({}, [{}]),
        ({(2, 3): "1"}, [{0: 1}, {1: 1}, {2: 1}]),
        ({(2, 3): "n,2"}, [{0: 2}]),
        ({(3, 3): "s,1", (2, 3): "w,2"}, [{3: 1, 1: 2}]),
        ({(3, 3): "4", (2, 3): "2"}, [{3: 4, 0: 2}, {3: 4, 1: 2}, {3: 4, 2: 2}]),
        ({(3, 3): "1", (2, 3): "e,1"}, []),
        ({(2, 3): "?"}, [{}]),
    ],
)
def test_slalom(numbers: Mapping[Place, str], orders: Sequence[Mapping[int, int]]) -> None:
    expected = set()
    for loop in loops(4, 5):
        found = [gate & loop.keys() for gate in CROSSED]
        if (4, 5) not in loop or {(2, 3), (3, 3)} & loop.keys() or any(len(gate) != 1 for gate in found):
            continue
        level = [COURSE[r - 1][c - 1] == "h" for ((r, c),) in found]
        if any(
            other[is_level] != place[is_level]
            for (place,), is_level in zip(found, level, strict=True)
            for other in loop[place]
        ):
            continue
        line = tour(loop, (4, 5))
        passed = [k for place in line for k, gate in enumerate(CROSSED) if place in gate]
        if any(all(one[n - 1] == k for k, n in order.items()) for one in (passed, passed[::-1]) for order in orders):
            expected.add(edges([*line, line[0]]))
    rows = [" ".join(f"{numbers.get((r, c), '.'):>3}" for c in range(1, 6)) for r in range(1, 5)]
    assert solutions("slalom", {"clues course": COURSE, "clues number": rows}) == expected


ICE = [".x..", "....", "..x.", "...."]
GATES = [
    " .   .  IN   .   .   .",
    *["  .   .   .   .   .   ."] * 3,
    "  .   .   .   .   . OUT",
    "  .   .   .   .   .   .",
]
MASK = ["xx.xxx", "x....x", "x....x", "x....x", "x.....", "xxxxxx"]


def slides() -> Iterator[list[Place]]:
    """All lines from IN to OUT that go straight on on ice and meet themselves only there."""
    ice = {(r + 1, c + 1) for r, c in marks(ICE)}
    inside = {(r + 1, c + 1) for r, c in places(4, 4)}

    def extend(line: list[Place]) -> Iterator[list[Place]]:
        (y, x), here = line[-2:]
        if here == (5, 6):
            yield line
            return
        for place in [(2 * here[0] - y, 2 * here[1] - x)] if here in ice else beside(here):
            known = place in line if place not in ice else edges([here, place]) <= edges(line)
            if (place in inside or place == (5, 6)) and not known:
                yield from extend([*line, place])

    return extend([(1, 3), (2, 3)])


def over_all_ice(line: Sequence[Place]) -> bool:
    return all({(r + 1, c + 1) for r, c in area} & {*line} for area in areas(marks(ICE)))


@pytest.mark.parametrize("arrows", [{}, {(1, 6): "e"}, {(4, 1): "s", (3, 6): "w"}, {(6, 5): "n"}, {(3, 6): "e"}])
def test_icebarn(arrows: Mapping[Place, str]) -> None:
    steps = []
    for (r, c), way in arrows.items():
        a, b = ((r + 1) // 2 + 1, (c + 1) // 2 + 1), ((r + 2) // 2 + 1, (c + 2) // 2 + 1)
        steps.append((a, b) if way in "es" else (b, a))
    expected = {edges(line) for line in slides() if {*steps} <= {*pairwise(line)} and over_all_ice(line)}
    rows = ["".join(arrows.get((r, c), ".") for c in range(1, 8)) for r in range(1, 8)]
    layouts = {"clues ice": ICE, "clues arrow": rows, "clues gate": GATES, "mask": MASK}
    assert solutions("icebarn", layouts) == expected


@pytest.mark.parametrize("genre", ["icelom", "icelom2"])
@pytest.mark.parametrize(
    "clues",
    [
        ["....", "....", "....", "...."],
        ["....", "....", "2..1", "...."],
        ["..1.", "....", "..?.", "...."],
        ["2...", "....", "...?", "...."],
    ],
)
def test_icelom(genre: str, clues: Sequence[str]) -> None:
    numbers = {(r + 1, c + 1): mark for (r, c), mark in marks(clues).items()}
    white = {(r + 1, c + 1) for r, c in places(4, 4)} - {(r + 1, c + 1) for r, c in marks(ICE)}
    expected = set()
    for line in slides():
        passed = [numbers[place] for place in line if place in numbers]
        if (
            numbers.keys() <= {*line}
            and all(n in ("?", str(k)) for k, n in enumerate(passed, 1))
            and (white <= {*line} if genre == "icelom" else over_all_ice(line))
        ):
            expected.add(edges(line))
    layouts = {"clues ice": ICE, "clues number": clues, "clues gate": GATES, "mask": MASK}
    assert solutions(genre, layouts) == expected


def trips(graph: Graph) -> list[list[Place]]:
    """The closed trips of an even graph, which go straight on where four ways meet."""
    left, found = {*graph}, []
    while left:
        trip = [*min(left)]
        while len(trip) == 2 or trip[-2:] != trip[:2]:
            (y, x), here = trip[-2:]
            near = ways(graph, here)
            ahead = (2 * here[0] - y, 2 * here[1] - x)
            trip.append(ahead if len(near) == 4 else next(other for other in near if other != (y, x)))
        left -= {(min(pair), max(pair)) for pair in pairwise(trip)}
        found.append(trip[:-2])
    return found


@pytest.mark.parametrize(
    ("clues", "parts"),
    [
        (["1...", "....", "....", "...1"], {}),
        (["1..2", "....", "....", "...."], {}),
        (["1...", "...1", "....", "...."], {(3, 2): "nswe"}),
        (["..1.", "....", "..1.", "...."], {(2, 3): "se"}),
        (["....", "1...", "....", "...."], {(3, 2): "nswe"}),
    ],
)
def test_loop_special(clues: Sequence[str], parts: Mapping[Place, str]) -> None:
    numbers = marks(clues)
    steps = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
    expected = set()
    for graph in even_graphs(4, 4):
        if any(not ways(graph, place) or (place in numbers and len(ways(graph, place)) == 4) for place in places(4, 4)):
            continue
        given = {
            place: {(place[0] + steps[k][0], place[1] + steps[k][1]) for k in part} for place, part in parts.items()
        }
        lists = [{place for place in trip if place in numbers} for trip in trips(graph)]
        if all({*ways(graph, place)} == ends for place, ends in given.items()) and all(
            len({numbers[place] for place in on}) == 1
            and {p for p in numbers if numbers[p] in {numbers[q] for q in on}} == on
            for on in lists
        ):
            expected.add(of(graph))
    rows = [" ".join(f"{parts.get((r, c), '.'):>4}" for c in range(1, 5)) for r in range(1, 5)]
    assert solutions("loopsp", {"clues number": clues, "clues part": rows}) == expected


def run_length(trip: Sequence[Place], at: int) -> int:
    """How many steps a closed trip goes straight on from one of its places."""
    step = [trip[(at + k) % len(trip)] for k in range(len(trip))] * 2
    length = 1
    while (
        step[length + 1][0] - step[length][0] == step[1][0] - step[0][0]
        and step[length + 1][1] - step[length][1] == step[1][1] - step[0][1]
    ):
        length += 1
    return length


@pytest.mark.parametrize(
    ("clues", "block"),
    [
        (["....", "....", "....", "...2"], []),
        (["....", ".0..", "....", "...."], []),
        (["1...", ".0..", "....", "..1."], []),
        ([".?..", "....", "..0.", "...."], []),
        (["..1.", ".0..", "....", "...."], [(3, 3)]),
    ],
)
def test_turn_and_run(clues: Sequence[str], block: Sequence[Place]) -> None:
    numbers = marks(clues)
    expected = set()
    for graph in even_graphs(4, 4):
        if not is_loop(graph) or any(
            (len(ways(graph, place)) == 4) != (numbers.get(place) == "0") for place in places(4, 4)
        ):
            continue
        (trip,) = trips(graph)
        turning = all(
            place in trip and not is_straight(graph, place) for place, number in numbers.items() if number != "0"
        )
        if (
            turning
            and not {*trip} & {*block}
            and any(
                all(
                    number in ("0", "?") or run_length(one, one.index(place)) == int(number)
                    for place, number in numbers.items()
                )
                for one in (trip, trip[::-1])
            )
        ):
            expected.add(of(graph))
    rows = ["".join("x" if (r, c) in block else "." for c in range(1, 5)) for r in range(1, 5)]
    assert solutions("turnrun", {"clues number": clues, "clues block": rows}) == expected


def corners(trip: Sequence[Place]) -> set[Place]:
    around = [trip[-1], *trip, trip[0]]
    return {b for a, b, c in zip(around, around[1:], around[2:], strict=False) if a[0] != c[0] and a[1] != c[1]}


@pytest.mark.parametrize(
    "clues", [["w...", "....", "..b.", "...."], ["....", "..b.", "ww..", "..b."], ["..b.", "..b.", "w..w", "...."]]
)
def test_black_white_loop(clues: Sequence[str]) -> None:
    circles = marks(clues)
    expected = set()
    for loop in loops(4, 4):
        if not circles.keys() <= loop.keys():
            continue
        trip = tour(loop, min(circles))
        stops = [k for k, place in enumerate(trip) if place in circles]
        bends = corners(trip)
        if all(
            sum(place in bends for place in [*trip, *trip][a + 1 : b])
            == (circles[trip[a]] != circles[trip[b % len(trip)]])
            for a, b in pairwise([*stops, len(trip)])
        ):
            expected.add(edges([*trip, trip[0]]))
    assert solutions("bwloop", {"clues circle": clues}) == expected


@pytest.mark.parametrize(
    "clues",
    [{(2, 2): "e,1,2"}, {(2, 2): "e,1,?"}, {(1, 1): "s,2,2,?", (3, 3): "x"}, {(2, 3): "w,1,1", (4, 5): "n,?"}],
)
def test_disorderly_loop(clues: Mapping[Place, str]) -> None:
    steps = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}

    def keeps_to(loop: Mapping[Place, Sequence[Place]], place: Place, clue: str) -> bool:
        if clue == "x":
            return True
        way, *numbers = clue.split(",")
        (y, x), (r, c) = steps[way], place
        first, second = (r + y, c + x), (r + 2 * y, c + 2 * x)
        if second not in loop.get(first, []):
            return False
        trip = [first, second]
        while trip[-1] != first:
            trip.append(next(other for other in loop[trip[-1]] if other != trip[-2]))
        trip.pop()
        found, at = [], 0
        for _ in numbers:
            found.append(run_length(trip, at))
            at = (at + found[-1]) % len(trip)
        for number in numbers:
            if number != "?":
                if int(number) not in found:
                    return False
                found.remove(int(number))
        return True

    expected = {
        edges([*trip, trip[0]])
        for loop in loops(4, 5)
        for trip in [tour(loop, min(loop))]
        if not clues.keys() & loop.keys() and all(keeps_to(loop, place, clue) for place, clue in clues.items())
    }
    rows = [" ".join(f"{clues.get((r, c), '.'):>7}" for c in range(1, 6)) for r in range(1, 5)]
    assert solutions("disloop", {"clues clue": rows}) == expected


@pytest.mark.parametrize("clues", [["A..B", "....", "A..B"], [".A..", ".B..", "A..B"], ["AB..", "...C", "CB.A"]])
def test_arukone(clues: Sequence[str]) -> None:
    letters = marks(clues)
    pairs_of = [[place for place in letters if letters[place] == name] for name in sorted({*letters.values()})]

    def fill(rest: Sequence[Sequence[Place]], free: set[Place]) -> Iterator[list[list[Place]]]:
        if not rest:
            yield from () if free else [[]]
            return
        start, goal = rest[0]
        for line in paths(start, goal, 3, 4):
            if {*line} <= free | {start, goal}:
                yield from ([line, *more] for more in fill(rest[1:], free - {*line}))

    expected = {
        frozenset[frozenset[Place]]().union(*map(edges, lines))
        for lines in fill(pairs_of, {*places(3, 4)} - letters.keys())
    }
    assert solutions("arukone", {"clues letter": clues}) == expected


@pytest.mark.parametrize(
    "clues",
    [
        ["....", "gg..", ".w..", "...."],
        ["..w.", "..g.", "..w.", "...g"],
        ["g.g.", "...g", ".g..", "...."],
        ["b.g.", ".g..", "....", "..gg"],
    ],
)
def test_u_turns(clues: Sequence[str]) -> None:
    """Each set of lines: no line ends elsewhere, and from one circle to the next each turns twice to the same side."""
    circles = marks(clues)
    shown = {place: mark for place, mark in circles.items() if mark != "b"}
    turns = [
        line
        for start in shown
        for goal in shown
        if start < goal
        for line in paths(start, goal, 4, 4)
        if not {*line[1:-1]} & circles.keys() and len(line) > 2
        for bends in [
            [
                k
                for k in range(1, len(line) - 1)
                if line[k - 1][0] != line[k + 1][0] and line[k - 1][1] != line[k + 1][1]
            ]
        ]
        if len(bends) == 2
        and {line[1][k] - line[0][k] for k in (0, 1)} == {line[-2][k] - line[-1][k] for k in (0, 1)}
        and (line[1][0] - line[0][0], line[1][1] - line[0][1]) == (line[-2][0] - line[-1][0], line[-2][1] - line[-1][1])
    ]
    expected = 0
    for count in range(len(turns) + 1):
        if 2 * count > 2 * len(shown):
            break
        for chosen in combinations(turns, count):
            inner = [place for line in chosen for place in line[1:-1]]
            ends = [place for line in chosen for place in (line[0], line[-1])]
            if len(inner) == len({*inner}) and all(
                ends.count(p) == (1 if mark == "g" else 2) for p, mark in shown.items()
            ):
                expected += 1
    assert parse(model("uturns", {"clues circle": clues})).count().count == expected


@pytest.mark.parametrize(
    "clues", [["1..", "2.1", "..."], [".2.", "?.2", ".2."], ["1..", "2.?"], [".1..", "1..2", ".2.."]]
)
def test_crossing_ichimaga(clues: Sequence[str]) -> None:
    circles = marks(clues)
    height, width = len(clues), len(clues[0])
    every = pairs(height, width)

    def is_solution(graph: Graph) -> bool:
        for place in places(height, width):
            count = len(ways(graph, place))
            if count not in (
                (0, 2, 4) if place not in circles else (1, 2, 3, 4) if circles[place] == "?" else (int(circles[place]),)
            ):
                return False
        joined: dict[Place, set[Place]] = {place: set() for place in circles}
        used = 0
        for start in circles:
            for near in ways(graph, start):
                line = [start, near]
                while line[-1] not in circles:
                    (y, x), here = line[-2:]
                    found = ways(graph, here)
                    line.append(
                        (2 * here[0] - y, 2 * here[1] - x) if len(found) == 4 else next(p for p in found if p != (y, x))
                    )
                bends = sum(a[0] != c[0] and a[1] != c[1] for a, c in zip(line, line[2:], strict=False))
                if bends > 1:
                    return False
                used += len(line) - 1
                joined[start].add(line[-1])
        return used == 2 * len(graph) and len(areas(circles, lambda place: joined[place])) == 1

    expected = set()
    for chosen in product((False, True), repeat=len(every)):
        graph = frozenset(pair for pair, taken in zip(every, chosen, strict=True) if taken)
        if len(graph) >= len(circles) - 1 and is_solution(graph):
            expected.add(of(graph))
    assert solutions("ichimagax", {"clues number": clues}) == expected


@pytest.mark.parametrize(
    ("dots", "circles"),
    [
        (["...", "..."], ["w..b", "....", "...."]),
        (["...", ".x."], ["w..b", "....", "..b."]),
        (["x..", "..x"], ["w..b", ".w..", "..b."]),
        ([".x.", "..."], ["wb..", "....", "w.b."]),
    ],
)
def test_new_kaito_ramma(dots: Sequence[str], circles: Sequence[str]) -> None:
    every, colours = pairs(3, 4), marks(circles)
    expected = 0
    for chosen in product((False, True), repeat=len(every)):
        border = dict(zip(every, chosen, strict=True))
        corners_fit = True
        for r, c in places(2, 3):
            up, down = (border[(y, c), (y, c + 1)] for y in (r, r + 1))
            left, right = (border[(r, x), (r + 1, x)] for x in (c, c + 1))
            if dots[r - 1][c - 1] == "x":
                corners_fit &= up + down + left + right == 2
            else:
                corners_fit &= up == down and left == right
        if corners_fit:
            found = areas(places(3, 4), joined=lambda a, b, border=border: not border[min(a, b), max(a, b)])  # type: ignore[misc]
            expected += all(len({colours[p] for p in area if p in colours}) == 1 for area in found)
    text = model("kramman", {"clues dot": dots, "clues circle": circles})
    assert expected > 0
    assert parse(text).count().count == expected


@pytest.mark.parametrize(
    "clues",
    [{}, {"a": "x,2"}, {"a": "?"}, {"b": "1", "d": "x"}, {"c": "x,?", "b": "3"}, {"a": "?", "c": "?", "b": "x"}],
)
def test_ovotovata(clues: Mapping[str, str]) -> None:
    rooms = ["aabb", "acbb", "ccdb", "cddd"]
    room = marks(rooms)

    def is_solution(loop: Mapping[Place, Sequence[Place]]) -> bool:
        trip = tour(loop, min(loop))
        exits: dict[str, set[int]] = {}
        for one in (trip, trip[::-1]):
            for at, place in enumerate(one):
                if room[place] != room[one[(at + 1) % len(one)]]:
                    exits.setdefault(room[place], set()).add(run_length(one, at))
        for name, clue in clues.items():
            if "x" in clue and name not in {room[place] for place in loop}:
                return False
            number = clue.removeprefix("x").removeprefix(",")
            found = exits.get(name, set())
            if (number == "?" and len(found) > 1) or (number.isdecimal() and found - {int(number)}):
                return False
        return True

    expected = {edges([*tour(loop, min(loop)), min(loop)]) for loop in loops(4, 4) if is_solution(loop)}
    if not any("x" in clue for clue in clues.values()):
        expected.add(frozenset())
    firsts = {name: min(place for place in room if room[place] == name) for name in clues}
    texts = {firsts[name]: clue for name, clue in clues.items()}
    rows = [" ".join(f"{texts.get((r, c), '.'):>3}" for c in range(1, 5)) for r in range(1, 5)]
    assert solutions("ovotovata", {"clues clue": rows, "regions room": rooms}) == expected


@pytest.mark.parametrize(
    "clues",
    [
        ["?..?", "....", "?..?"],
        ["??.", "..."],
        ["1..?", "..1.", "?..."],
        ["2...", "..?.", ".?.2", "...."],
        ["?.??", ".?..", "?..."],
    ],
)
def test_rectangle_slider(clues: Sequence[str]) -> None:
    numbers = marks(clues)
    inside = places(len(clues), len(clues[0]))
    moves = []
    for (r, c), number in numbers.items():
        found = [[(r, c)]] if number == "?" else []
        for y, x in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            for n in range(1, 5) if number == "?" else [int(number)]:
                way = [(r + k * y, c + k * x) for k in range(n + 1)]
                if way[-1] in inside and not {*way[1:]} & numbers.keys():
                    found.append(way)
        moves.append(found)
    expected = 0
    for chosen in product(*moves):
        crossed = [place for way in chosen for place in way]
        black = areas({way[-1] for way in chosen})
        if (
            len(crossed) == len({*crossed})
            and any(len(way) > 1 for way in chosen)
            and all(is_rectangle(area) and len(area) > 1 for area in black)
        ):
            expected += 1
    assert expected > 0
    assert parse(model("rectslider", {"clues number": clues})).count().count == expected
