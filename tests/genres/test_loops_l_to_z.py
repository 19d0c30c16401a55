"""Genres with a loop through the middles of cells, from l to z."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

import pytest

from tests.genres.boards import (
    Board,
    Genre,
    Layouts,
    all_graphs,
    board_with_answer,
    boards,
    compare,
    cornered,
    crossing_graphs,
    degrees,
    divided,
    drawn,
    is_one,
    loop_graphs,
    scattered,
)
from tests.library.genre_laws.plain import Graph, Place, areas, beside, is_loop, pairs, places

Joined = dict[Place, list[Place]]
Holds = Callable[[Board, Joined], bool]
Make = Callable[[Random, int, int], Layouts]
STEPS = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}


def step(place: Place, way: str, n: int = 1) -> Place:
    return place[0] + n * STEPS[way][0], place[1] + n * STEPS[way][1]


def ways(loop: Joined, place: Place) -> set[str]:
    return {way for way in STEPS if step(place, way) in loop.get(place, [])}


def turns(loop: Joined, place: Place) -> bool:
    return place in loop and ways(loop, place) not in ({"n", "s"}, {"w", "e"})


def run(loop: Joined, place: Place, way: str) -> int:
    """How many steps the loop leads straight on from a place."""
    n = 0
    while step(place, way, n + 1) in loop.get(step(place, way, n), []):
        n += 1
    return n


def tour(loop: Joined) -> list[Place]:
    """The places of a loop, one after another."""
    found = [min(loop), loop[min(loop)][0]]
    while len(found) < len(loop):
        found.append(next(other for other in loop[found[-1]] if other != found[-2]))
    return found


def visits(loop: Joined, kind: Callable[[Place], object]) -> dict[Place, int]:
    """How many places of its kind the loop visits one after another, for each of its places."""
    return {
        place: len(area) for area in areas(loop, loop.__getitem__, lambda a, b: kind(a) == kind(b)) for place in area
    }


def out(loop: Joined, room: set[Place]) -> int:
    return sum(b not in room for a in room for b in loop.get(a, []))


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def ahead(board: Board, place: Place, way: str) -> list[Place]:
    cells, found = set(board.cells), []
    while (place := step(place, way)) in cells:
        found.append(place)
    return found


def around(place: Place) -> list[Place]:
    """The places around a place, clockwise."""
    r, c = place
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    return [(r + y, c + x) for y, x in ring]


# How boards are made


def marked(*marks: object, name: str = "clues number", most: int = 2) -> Make:
    return lambda random, h, w: {name: scattered(random, h, w, marks, most)}


def roomed(*marks: object, rooms: int = 4) -> Make:
    def make(random: Random, h: int, w: int) -> Layouts:
        room = divided(random, h, w, rooms)
        return {"clues number": cornered(random, room, marks), "regions room": room}

    return make


def both(*makes: Make) -> Make:
    return lambda random, h, w: {name: rows for make in makes for name, rows in make(random, h, w).items()}


def in_rooms(name: str, marks: str, most: int, rooms: int) -> Make:
    return lambda random, h, w: {
        name: scattered(random, h, w, marks, most),
        "regions room": divided(random, h, w, random.randint(1, rooms)),
    }


# Rules


def masyu(board: Board, loop: Joined) -> bool:
    for place, colour in board.marks("clues circle").items():
        bends = [turns(loop, other) for other in loop.get(place, [])]
        if place not in loop or turns(loop, place) != (colour == "b"):
            return False
        if any(bends) if colour == "b" else not any(bends):
            return False
    return True


def everywhere(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells)


def maxi(board: Board, loop: Joined) -> bool:
    length = visits(loop, board.room.__getitem__)
    return everywhere(board, loop) and all(
        count_is(max(length[other] for other in room), n)
        for place, n in board.number.items()
        for room in board.rooms
        if place in room
    )


def midloop(board: Board, loop: Joined) -> bool:
    for (y, x), colour in board.marks("clues dot").items():
        if colour != "b":
            continue
        a, b = ((y + 1) // 2, (x + 1) // 2), ((y + 2) // 2, (x + 2) // 2)
        if a == b:
            opposite = [("w", "e"), ("n", "s")]
            if a not in loop or turns(loop, a) or any(run(loop, a, v) != run(loop, a, w) for v, w in opposite):
                return False
        elif b not in loop.get(a, []) or (
            run(loop, a, "w") != run(loop, b, "e") if y % 2 else run(loop, a, "n") != run(loop, b, "s")
        ):
            return False
    return True


def dots(random: Random, h: int, w: int) -> Layouts:
    rows = scattered(random, 2 * h - 1, 2 * w - 1, "bbw", 3)
    return {"clues dot": [["." if y % 2 and x % 2 else m for x, m in enumerate(row)] for y, row in enumerate(rows)]}


def moonsun(board: Board, loop: Joined) -> bool:
    sign, rooms, room = board.marks("clues sign"), board.rooms, board.room
    visited = []
    for cells in rooms:
        passed = {sign[p] for p in cells if p in sign and p in loop}
        if len(passed) != 1 or any(p not in loop for p in cells if sign.get(p) in passed):
            return False
        visited.append(passed)
    of = {room[min(cells)]: passed for cells, passed in zip(rooms, visited, strict=True)}
    return all(out(loop, cells) == (2 if len(rooms) > 1 else 0) for cells in rooms) and all(
        of[room[a]] != of[room[b]] for a in loop for b in loop[a] if room[a] != room[b]
    )


def walk(name: str, board: Board, loop: Joined) -> bool:
    dark = board.marks(f"clues {name}")
    length = visits(loop, dark.__contains__)
    return all(place in loop and count_is(length[place], n) for place, n in board.number.items())


def morningwalk(board: Board, loop: Joined) -> bool:
    dark = board.marks("clues dark")
    length = visits(loop, dark.__contains__)
    return walk("dark", board, loop) and all(
        length[a] != length[b] for a in loop for b in loop[a] if (a in dark) != (b in dark)
    )


def waterwalk(board: Board, loop: Joined) -> bool:
    water = board.marks("clues water")
    length = visits(loop, water.__contains__)
    return walk("water", board, loop) and all(length[place] <= 2 for place in loop if place in water)


def mukkonn(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells) - set(board.marks("clues hole")) and all(
        n == "?" or run(loop, place, way) in (0, int(n))
        for place, mark in board.marks("clues clue").items()
        for way, n in zip("nswe", mark.split(","), strict=True)
    )


def compasses(random: Random, h: int, w: int) -> Layouts:
    marks = [",".join(random.choice("???123") for _ in range(4)) for _ in range(6)]
    return {
        "clues clue": scattered(random, h, w, marks, 2),
        "clues hole": [["."] * w for _ in range(h)],
    }


def nothing(board: Board, loop: Joined) -> bool:
    unused = [room for room in board.rooms if not room & set(loop)]
    return (
        all(room <= set(loop) or not room & set(loop) for room in board.rooms)
        and all(out(loop, room) <= 2 for room in board.rooms)
        and not any(set(beside(place)) & b for a, b in combinations(unused, 2) for place in a)
    )


def nuriloop(board: Board, loop: Joined) -> bool:
    return not set(loop) & set(board.number) and all(
        len(clues := [n for place, n in board.number.items() if place in area]) == 1 and count_is(len(area), clues[0])
        for area in areas(set(board.cells) - set(loop))
    )


def onsen(board: Board, loops: Joined) -> bool:
    each = areas(loops, loops.__getitem__)
    for area in each:
        numbers = [n for place, n in board.number.items() if place in area]
        if len(numbers) != 1:
            return False
        loop = {place: loops[place] for place in area}
        sizes = [len(room & area) for room in board.rooms if room & area]
        if (
            any(out(loop, room) > 2 for room in board.rooms)
            or len(set(sizes)) > 1
            or not count_is(sizes[0], numbers[0])
        ):
            return False
    return set(board.number) <= set(loops) and all(room & set(loops) for room in board.rooms)


def ovotovata(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        room = next(room for room in board.rooms if place in room)
        lengths = {run(loop, a, way) for a in room for way in ways(loop, a) if step(a, way) not in room}
        for n in mark.split(","):
            if n == "x" and not room & set(loop):
                return False
            if (n == "?" and len(lengths) > 1) or (n.isdigit() and not lengths <= {int(n)}):
                return False
    return True


def ovotovata_board(random: Random, h: int, w: int) -> Layouts:
    room = divided(random, h, w, 4)
    return {"clues clue": cornered(random, room, ["x", "?", 1, 2, "x,1", "x,2"]), "regions room": room}


def railpool(board: Board, loop: Joined) -> bool:
    if not everywhere(board, loop):
        return False
    for room in board.rooms:
        marks = [n for place, mark in board.marks("clues clue").items() if place in room for n in mark.split(",") if n]
        lengths = {run(loop, p, v) + run(loop, p, w) for p in room for v, w in (("w", "e"), ("n", "s"))} - {0}
        known = {int(n) for n in marks if n != "?"}
        if marks and not (known <= lengths and len(lengths) == len(known) + marks.count("?")):
            return False
    return True


def railpool_board(random: Random, h: int, w: int) -> Layouts:
    room = divided(random, h, w, 3)
    return {
        "clues clue": cornered(random, room, ["?,", "1,", "2,", "1,2", "1,?", "?,?", "1,2,?"]),
        "regions room": room,
        "mask": [["."] * w for _ in range(h)],
    }


def simpleloop(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells) - set(board.marks("clues block"))


def tapaloop(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        ring = set(around(place)) & set(loop)
        lengths = sorted(len(area) for area in areas(ring, lambda p: loop[p], lambda a, b, ring=ring: b in ring))  # type: ignore[misc]
        asked = [n for n in mark.split(",") if n]
        known = [int(n) for n in asked if n != "?"]
        if place in loop:
            return False
        if asked == ["?"] or (known == [0] and not lengths):
            if len(lengths) > 1:
                return False
        elif len(lengths) != len(asked) or any(lengths.count(n) < known.count(n) for n in known):
            return False
    return True


def turnaround(board: Board, loop: Joined) -> bool:
    return all(
        place in loop and count_is(sum(turns(loop, p) for p in [place, *loop[place]]), n)
        for place, n in board.number.items()
    )


def shaded_apart(board: Board, loop: Joined, clues: Iterable[Place]) -> bool:
    dark = set(board.cells) - set(loop) - set(clues)
    return not any(set(beside(place)) & dark for place in dark)


def yajilin(board: Board, loop: Joined) -> bool:
    clues = board.marks("clues clue")
    dark = set(board.cells) - set(loop) - set(clues)
    return (
        not set(clues) & set(loop)
        and shaded_apart(board, loop, clues)
        and all(
            mark[2:] in ("?", "") or len(dark & set(ahead(board, place, mark[0]))) == int(mark[2:])
            for place, mark in clues.items()
        )
    )


def yajilin_regions(board: Board, loop: Joined) -> bool:
    return shaded_apart(board, loop, ()) and all(
        count_is(len(room - set(loop)), n) for room in board.rooms for place, n in board.number.items() if place in room
    )


def retsurin(board: Board, loop: Joined) -> bool:
    dark = set(board.cells) - set(loop) - set(board.number)
    return (
        not set(board.number) & set(loop)
        and shaded_apart(board, loop, board.number)
        and all(
            n is None or (sum(p[0] == r for p in dark) == n) != (sum(p[1] == c for p in dark) == n)
            for (r, c), n in board.number.items()
        )
    )


def nagare(board: Board, loop: Joined) -> bool:
    arrows = board.marks("clues arrow")
    black = {place for place, mark in arrows.items() if mark.isupper()}
    wind: dict[Place, set[str]] = {}
    for place, mark in arrows.items():
        if mark in "NWES":
            for other in ahead(board, place, mark.lower()):
                if other in black:
                    break
                wind.setdefault(other, set()).add(mark.lower())
    if black & set(loop):
        return False
    back = dict(zip("nwes", "sewn", strict=True))
    for place, mark in arrows.items():
        if mark.islower() and ways(loop, place) != {mark, back[mark]}:
            return False
    for place in loop:
        if not turns(loop, place) and wind.get(place, set()) - ways(loop, place):
            return False

    def flows(order: list[Place]) -> bool:
        for before, place, behind in zip(order, order[1:] + order[:1], order[2:] + order[:2], strict=True):
            comes = next(way for way in STEPS if step(before, way) == place)
            leaves = next(way for way in STEPS if step(place, way) == behind)
            if any(back[w] in (comes, leaves) for w in wind.get(place, ())):
                return False
            if arrows.get(place, comes) != comes:
                return False
        return True

    return flows(tour(loop)) or flows(tour(loop)[::-1])


def one(name: str, size: tuple[int, int], make: Make, holds: Holds, *, nothing: bool = False) -> Genre[Graph]:
    """A genre whose loop does not cross itself; or `nothing` need be drawn."""

    def obeys(board: Board, graph: Graph) -> bool:
        return (is_one(graph) if graph else nothing) and holds(board, degrees(graph))

    return Genre(
        name,
        make,
        size,
        lambda board: loop_graphs(board.height, board.width),
        obeys,
        lambda board, solution: drawn(solution, "track"),
    )


# Loops that may cross


def pipes(random: Random, h: int, w: int) -> Layouts:
    """Parts of a random graph that fills the grid, or no part."""
    return {"clues part": scattered(random, h, w, ["ns", "we", "ne", "nw", "sw", "se", "nswe"], 2)}


def parts_fit(board: Board, graph: Graph) -> bool:
    joined = degrees(graph)
    return set(joined) == set(board.cells) and all(
        ways(joined, place) == set(mark) for place, mark in board.marks("clues part").items()
    )


def trips(graph: Graph) -> list[set[Place]]:
    """The places of each loop; loops go straight on where they cross."""
    joined = degrees(graph)
    left = {*graph}
    found = []
    while left:
        place, here = min(left)
        cells = {place}
        while (min(place, here), max(place, here)) in left:
            left.discard((min(place, here), max(place, here)))
            cells.add(here)
            crosses = len(joined[here]) == 4
            on = [o for o in joined[here] if o != place]
            straight = (2 * here[0] - place[0], 2 * here[1] - place[1])
            place, here = here, straight if crosses else on[0]
        found.append(cells)
    return found


def pipelink(board: Board, graph: Graph) -> bool:
    return parts_fit(board, graph) and is_loop(graph)


def loopsp(board: Board, graph: Graph) -> bool:
    marks = board.marks("clues number")
    joined = degrees(graph)
    if not parts_fit(board, graph) or any(len(joined[place]) == 4 for place in marks):
        return False
    found = [{marks[place] for place in cells if place in marks} for cells in trips(graph)]
    return all(len(names) == 1 for names in found) and len(found) == len(set(marks.values()))


def reflect(board: Board, graph: Graph) -> bool:
    marks, joined = board.marks("clues mark"), degrees(graph)
    crossings = {place for place, mark in marks.items() if mark == "nswe"}
    if not is_loop(graph) or {place for place, others in joined.items() if len(others) == 4} != crossings:
        return False
    for place, mark in marks.items():
        if mark == "nswe":
            continue
        leads, _, n = mark.partition(",")
        if ways(joined, place) != set(leads) or (n and sum(run(joined, place, way) for way in leads) + 1 != int(n)):
            return False
    return True


def turnrun(board: Board, graph: Graph) -> bool:
    number, joined = board.number, degrees(graph)
    crossings = {place for place, n in number.items() if n == 0}
    if (
        not is_loop(graph)
        or {place for place, others in joined.items() if len(others) == 4} != crossings
        or set(board.marks("clues block")) & set(joined)
        or any(place not in crossings and not turns(joined, place) for place in number)
    ):
        return False
    order = crossing_tour(graph)
    for line in (order, order[::-1]):
        if all(
            number.get(a) in (None, 0) or run(joined, a, next(w for w in STEPS if step(a, w) == b)) == number[a]
            for a, b in zip(line, line[1:] + line[:1], strict=True)
        ):
            return True
    return False


def crossing_tour(graph: Graph) -> list[Place]:
    joined = degrees(graph)
    place, here = min(graph)
    order = [place]
    while (place, here) != min(graph) or len(order) == 1:
        order.append(here)
        straight = (2 * here[0] - place[0], 2 * here[1] - place[1])
        place, here = here, straight if len(joined[here]) == 4 else next(o for o in joined[here] if o != place)
    return order[:-1]


def rectangular(board: Board, graph: Graph) -> bool:
    """Each loop is a rectangle; they cross only at places where both go straight on."""
    joined = degrees(graph)
    for cells in trips(graph):
        rows, columns = {r for r, _ in cells}, {c for _, c in cells}
        outline = {
            (r, c)
            for r in range(min(rows), max(rows) + 1)
            for c in range(min(columns), max(columns) + 1)
            if r in (min(rows), max(rows)) or c in (min(columns), max(columns))
        }
        corners = {(r, c) for r in (min(rows), max(rows)) for c in (min(columns), max(columns))}
        if cells != outline or any(len(joined[place]) == 4 for place in corners):
            return False
    return bool(graph)


def nagenawa(board: Board, graph: Graph) -> bool:
    used = set(degrees(graph))
    return rectangular(board, graph) and all(
        count_is(len(room & used), n) for room in board.rooms for place, n in board.number.items() if place in room
    )


def ringring(board: Board, graph: Graph) -> bool:
    return rectangular(board, graph) and set(degrees(graph)) == set(board.cells) - set(board.marks("clues block"))


def crossing(name: str, size: tuple[int, int], make: Make, holds: Callable[[Board, Graph], bool]) -> Genre[Graph]:
    return Genre(
        name,
        make,
        size,
        lambda board: crossing_graphs(board.height, board.width),
        holds,
        lambda board, solution: drawn(solution, "track"),
    )


def rectangles(name: str, size: tuple[int, int], make: Make, holds: Callable[[Board, Graph], bool]) -> Genre[Graph]:
    """A genre whose model has level and upright lines in grids of their own."""
    genre = crossing(name, size, make, holds)

    def read(board: Board, solution: object) -> Graph:
        level, upright = (solution.grid(line) for line in ("level", "upright"))  # type: ignore[attr-defined]
        return frozenset(
            (a, b)
            for a, b in pairs(board.height, board.width)
            if (level[a[0] - 1][a[1]] if a[0] == b[0] else upright[a[0]][a[1] - 1])
        )

    return Genre(name, make, size, genre.candidates, holds, read)


def portal(board: Board, graph: Graph) -> bool:
    """The places of each number are one: a graph has one edge at each of them, and these lie opposite each other."""
    joined = degrees(graph)
    marks = board.marks("clues number")
    ends = {place: mark for place, mark in marks.items() if mark != "?"}
    holes = set(board.marks("mask"))
    if set(joined) != set(board.cells) - holes:
        return False
    for place, others in joined.items():
        if len(others) != (1 if place in ends else 2) or (marks.get(place) == "?" and turns(joined, place)):
            return False
    pairs_of = [(a, b) for a, b in combinations(ends, 2) if ends[a] == ends[b]]
    for a, b in pairs_of:
        (way,), (other,) = ways(joined, a), ways(joined, b)
        if {way, other} not in ({"n", "s"}, {"w", "e"}):
            return False
    linked = {place: [*others] for place, others in joined.items()}
    for a, b in pairs_of:
        linked[a].append(b)
        linked[b].append(a)
    return len(areas(linked, linked.__getitem__)) == 1


def portal_board(random: Random, h: int, w: int) -> Layouts:
    number = scattered(random, h, w, "?", 1)
    for r, c in random.sample([p for p in places(h, w) if number[p[0] - 1][p[1] - 1] == "."], 2):
        number[r - 1][c - 1] = "1"
    return {"clues number": number, "mask": [["."] * w for _ in range(h)]}


GENRES = [
    one("masyu", (4, 4), marked("b", "w", name="clues circle"), masyu),
    one("maxi", (4, 3), roomed("?", 1, 2, 3, 4), maxi),
    one("midloop", (4, 4), dots, midloop),
    one("moonsun", (3, 4), in_rooms("clues sign", "bw", 4, 3), moonsun),
    one("morningwalk", (3, 4), both(marked("x", name="clues dark", most=5), marked("?", 1, 2, 3, 4)), morningwalk),
    one("mukkonn", (4, 4), compasses, mukkonn),
    one("nagare", (4, 4), marked(*"nwesNWESX", name="clues arrow", most=3), nagare),
    one("nothing", (3, 4), lambda random, h, w: {"regions room": divided(random, h, w, 4)}, nothing, nothing=True),
    one("nuriloop", (3, 4), marked("?", 1, 2, 3, 4, most=4), nuriloop),
    one("ovotovata", (4, 4), ovotovata_board, ovotovata, nothing=True),
    one("railpool", (4, 4), railpool_board, railpool),
    one("retsurin", (4, 4), marked("?", 0, 1, 2), retsurin),
    one("simpleloop", (4, 4), marked("x", name="clues block"), simpleloop),
    one(
        "tapaloop",
        (4, 4),
        marked("?,", "0,", "2,", "3,", "5,", "?,?", "1,3", "1,?", name="clues clue"),
        tapaloop,
        nothing=True,
    ),
    one("turnaround", (4, 4), marked("?", 0, 1, 2, 3), turnaround, nothing=True),
    one("waterwalk", (3, 4), both(marked("x", name="clues water", most=5), marked("?", 1, 2, 3, 4)), waterwalk),
    one("yajilin", (4, 4), marked(*(f"{way},{n}" for way in "nswe" for n in "?012"), name="clues clue"), yajilin),
    one("yajilin-regions", (4, 4), roomed("?", 0, 1, 2), yajilin_regions),
    Genre(
        "onsen",
        lambda random, h, w: {
            "clues number": scattered(random, h, w, ["?", "?", 2, 4], 2),
            "regions room": divided(random, h, w, 2),
        },
        (4, 4),
        lambda board: loop_graphs(board.height, board.width),
        lambda board, graph: onsen(board, degrees(graph)),
        lambda board, solution: drawn(solution, "track"),
    ),
    crossing("loopsp", (4, 4), both(marked(1, 1, 2, most=3), pipes), loopsp),
    crossing("pipelink", (4, 4), pipes, pipelink),
    Genre(
        "portal",
        portal_board,
        (3, 3),
        lambda board: all_graphs(board.height, board.width),
        portal,
        lambda board, solution: drawn(solution, "track"),
    ),
    crossing("reflect", (4, 4), marked("nswe", "sw", "se,3", "ne", "nw,4", "se", name="clues mark"), reflect),
    crossing("turnrun", (3, 4), both(marked("?", 0, 1, 2), marked("x", name="clues block", most=1)), turnrun),
    rectangles("nagenawa", (4, 4), roomed("?", 1, 2, 3, 4), nagenawa),
    rectangles("ringring", (4, 4), marked("x", name="clues block", most=4), ringring),
]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_the_loops_are_those_of_the_rules(genre: Genre[Graph]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.parametrize(
    ("name", "layouts"),
    [
        ("nothing", {"regions room": ["aaa", "aaa"]}),
        ("ovotovata", {"clues clue": ["2..", "?.."], "regions room": ["aaa", "bbb"]}),
        ("tapaloop", {"clues clue": [["?,", ".", "."], [".", ".", "."], [".", ".", "0,"]]}),
        ("turnaround", {"clues number": ["...", "..."]}),
    ],
)
def test_nothing_need_be_drawn_where_no_clue_asks(name: str, layouts: Layouts) -> None:
    genre = next(genre for genre in GENRES if genre.name == name)
    first = next(iter(layouts.values()))
    board = Board(len(first), len(first[0]), layouts)
    expected = [graph for graph in loop_graphs(board.height, board.width) if genre.holds(board, graph)]
    assert frozenset() in expected
    compare(genre, board, expected)


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_many_boards(genre: Genre[Graph]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
