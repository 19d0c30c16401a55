"""Genres of one line through rooms or over ice, and of lines that fill rooms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, pairwise, product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    Make,
    blank,
    board,
    both,
    count_is,
    divided,
    marked,
    pierced,
    roomed,
    scattered,
)
from tests.genres.joining import drawing, ends, lines_of, net_of, no_branch
from tests.genres.plain import (
    Graph,
    Place,
    areas,
    around,
    at_point,
    beside,
    degrees,
    edge,
    pairs,
    path_graph,
    paths,
    places,
)

ENDS = "..../..../..../S..G"


ROOMS = "aabb/abbc/accc/dadd"


GATES = ". . IN . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . OUT/. . . . . ."


MASK = "xx.xxx/x....x/x....x/x....x/x...../xxxxxx"


ICE = ".x../..../..x./...."


NUMBERS = ["..../..../..../....", "..../..../2..1/....", "..1./..../..?./....", "2.../..../...?/...."]


NUMBERED = [board(6, 6, clues_ice=ICE, clues_number=number, clues_gate=GATES, mask=MASK) for number in NUMBERS]


ARROWS = [
    "",
    ".....e./......./......./......./......./......./.......",
    "......./......./.....w./s....../......./......./.......",
    "......./......./......./......./......./....n../.......",
    "......./......./.....e./......./......./......./.......",
]


def rassi(board: Board, graph: Graph) -> bool:
    room, black = board.room, board.marks("clues block")
    walls = board.marks("clues wall")
    free = board.rooms
    if len(graph) != sum(len(cells) - 1 for cells in free) or not no_branch(graph):
        return False
    last = ends(graph)
    return (
        not set(degrees(graph)) & set(black)
        and not any(room[a] != room[b] or (a[0] + b[0] - 1, a[1] + b[1] - 1) in walls for a, b in graph)
        and sorted(map(sorted, lines_of(graph))) == sorted(map(sorted, free))
        and not any(set(around(place)) & last for place in last)
    )


def rassi_board(random: Random, h: int, w: int) -> Layouts:
    block = scattered(random, h, w, "x", 1)
    room = pierced(divided(random, h, w, random.randint(1, 3)), block)
    wall = blank(2 * h - 1, 2 * w - 1)
    for (r, c), (y, x) in pairs(h, w):
        if "." != room[r - 1][c - 1] != room[y - 1][x - 1] != ".":
            wall[r + y - 2][c + x - 2] = "x"
    return {"regions room": room, "clues block": block, "clues wall": wall}


@cache
def through_all(start: Place, goal: Place, height: int, width: int) -> list[Graph]:
    """All lines between two places that go through all cells."""
    every = paths(start, places(height, width))
    return [path_graph(path) for path in every if len(path) == height * width and path[-1] == goal]


def from_start_to_goal(board: Board) -> list[Graph]:
    start, goal = (next(place for place, mark in board.marks("clues end").items() if mark == end) for end in "SG")
    return through_all(start, goal, board.height, board.width)


def visits_of_rooms(board: Board, graph: Graph) -> list[tuple[int, list[Place]]]:
    """The visits of a line from the start: which one of its room it is, and its cells."""
    joined = degrees(graph)
    way = [next(place for place, mark in board.marks("clues end").items() if mark == "S")]
    while len(way) < len(joined):
        way.append(next(other for other in joined[way[-1]] if other not in way))
    found: list[tuple[int, list[Place]]] = []
    seen = dict.fromkeys(board.room.values(), 0)
    for name, cells in groupby(way, key=board.room.__getitem__):
        seen[name] += 1
        found.append((seen[name], list(cells)))
    return found


def haisu(board: Board, graph: Graph) -> bool:
    return all(
        board.known.get(place, nth) == nth for nth, visited in visits_of_rooms(board, graph) for place in visited
    )


def kaisu(board: Board, graph: Graph) -> bool:
    circle = set(board.marks("clues circle"))
    return all(len(circle & set(visited)) in (0, nth) for nth, visited in visits_of_rooms(board, graph))


def with_ends(random: Random, h: int, w: int) -> Layouts:
    """A start and a goal that a line through all cells can join."""
    end = blank(h, w)
    (a, b), (c, d) = random.choice([pair for pair in product(places(h, w), repeat=2) if through_all(*pair, h, w)])
    end[a - 1][b - 1], end[c - 1][d - 1] = "SG"
    return {"clues end": end}


def slides(board: Board) -> Iterator[Graph]:
    """All lines from IN to OUT that go straight on on ice and meet themselves only there."""
    ice = {(r + 1, c + 1) for r, c in board.marks("clues ice")}
    gate = {mark: place for place, mark in board.marks("clues gate").items()}
    inside = {(r + 1, c + 1) for r, c in places(board.height - 2, board.width - 2)}
    first = next(place for place in beside(gate["IN"]) if place in inside)

    def extend(line: list[Place], used: Graph) -> Iterator[Graph]:
        (y, x), here = line[-2:]
        if here == gate["OUT"]:
            yield used
            return
        for place in [(2 * here[0] - y, 2 * here[1] - x)] if here in ice else beside(here):
            known = edge(here, place) in used if place in ice else place in line
            if (place in inside or place == gate["OUT"]) and not known:
                yield from extend([*line, place], used | {edge(here, place)})

    return extend([gate["IN"], first], path_graph([gate["IN"], first]))


def along(board: Board, graph: Graph) -> list[Place]:
    """The places of a line from IN to OUT, which goes straight on where it crosses itself."""
    joined, gate = degrees(graph), {mark: place for place, mark in board.marks("clues gate").items()}
    way = [gate["IN"], joined[gate["IN"]][0]]
    while way[-1] != gate["OUT"]:
        (y, x), (r, c) = way[-2:]
        near = joined[r, c]
        way.append((2 * r - y, 2 * c - x) if len(near) == 4 else next(other for other in near if other != (y, x)))
    return way


def over_all_ice(board: Board, line: Iterable[Place]) -> bool:
    cells = {(r - 1, c - 1) for r, c in line}
    return all(area & cells for area in areas(board.marks("clues ice")))


def icebarn(board: Board, graph: Graph) -> bool:
    line = along(board, graph)
    steps = list(pairwise(line))
    for point, way in board.marks("clues arrow").items():
        a, b = ((r + 1, c + 1) for r, c in at_point(point))
        if ((a, b) if way in "es" else (b, a)) not in steps:
            return False
    return over_all_ice(board, line)


def in_order(board: Board, line: Iterable[Place]) -> bool:
    passed = [(r - 1, c - 1) for r, c in line if (r - 1, c - 1) in board.number]
    return set(passed) == set(board.number) and all(
        count_is(k, board.number[place]) for k, place in enumerate(passed, 1)
    )


def icelom(board: Board, graph: Graph) -> bool:
    line = along(board, graph)
    white = set(places(board.height - 2, board.width - 2)) - set(board.marks("clues ice"))
    return in_order(board, line) and white <= {(r - 1, c - 1) for r, c in line}


def icelom2(board: Board, graph: Graph) -> bool:
    line = along(board, graph)
    return in_order(board, line) and over_all_ice(board, line)


def on_ice(further: Make) -> Make:
    """Ice and further layouts inside a frame, on which the line enters and leaves."""

    def make(random: Random, h: int, w: int) -> Layouts:
        tall, wide = h - 2, w - 2
        gate, mask = blank(h, w), blank(h, w)
        frame = [(r, c) for r in range(h) for c in range(w) if (r in (0, h - 1)) != (c in (0, w - 1))]
        ends = random.sample(frame, 2)
        for (r, c), mark in zip(ends, ("IN", "OUT"), strict=True):
            gate[r][c] = mark
        for r in range(h):
            for c in range(w):
                if (r in (0, h - 1) or c in (0, w - 1)) and (r, c) not in ends:
                    mask[r][c] = "x"
        ice = scattered(random, tall, wide, "x", 3)
        return {"clues ice": ice, **further(random, tall, wide), "clues gate": gate, "mask": mask}

    return make


def side_arrows(random: Random, h: int, w: int) -> Layouts:
    rows = scattered(random, 2 * h - 1, 2 * w - 1, "nwes", 2)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != ".":
                row[x] = "." if (y + x) % 2 == 0 else random.choice("ns" if y % 2 else "we")
    return {"clues arrow": rows}


GENRES: list[AnyGenre] = [
    drawing(
        "haisu",
        [(3, 4), (4, 4)],
        both(with_ends, marked(1, 1, 2, "?", most=2), roomed()),
        haisu,
        "track",
        from_start_to_goal,
        by_hand=[
            board(4, 4, clues_end=ENDS, clues_number=number, regions_room=ROOMS)
            for number in ["", "..../..2./..../....", "..../..../..2./.2.."]
        ],
    ),
    drawing(
        "icebarn",
        [(5, 5), (5, 6)],
        on_ice(side_arrows),
        icebarn,
        "track",
        slides,
        by_hand=[
            board(6, 6, clues_ice=ICE, clues_arrow=arrow or "......./" * 6 + ".......", clues_gate=GATES, mask=MASK)
            for arrow in ARROWS
        ],
    ),
    drawing(
        "icelom",
        [(5, 5), (5, 6)],
        on_ice(marked("?", 1, 2, most=2)),
        icelom,
        "track",
        slides,
        by_hand=NUMBERED,
    ),
    drawing(
        "icelom2",
        [(5, 5), (5, 6)],
        on_ice(marked("?", 1, 2, most=2)),
        icelom2,
        "track",
        slides,
        by_hand=NUMBERED,
    ),
    drawing(
        "kaisu",
        [(3, 4), (4, 4)],
        both(with_ends, marked("x", name="clues circle"), roomed()),
        kaisu,
        "track",
        from_start_to_goal,
        by_hand=[
            board(4, 4, clues_end=ENDS, clues_circle=circle, regions_room=ROOMS)
            for circle in ["x.../..../..../....", "..../..../.x../....", ".x../.x../..../..xx"]
        ],
    ),
    drawing("rassi", [(2, 4)], rassi_board, rassi, net_of),
]
