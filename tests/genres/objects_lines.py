"""Genres of objects with lines, arrows and pins: pencils, balloons, fishes, growing blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random
from typing import TypeVar

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    Numbers,
    always,
    blank,
    board,
    by_place,
    count_is,
    drawn,
    marked,
    numbers,
    parts,
    roomed,
    scattered,
)
from tests.genres.plain import (
    BACK,
    STEPS,
    Area,
    Division,
    Graph,
    Place,
    Shading,
    areas,
    beside,
    corners,
    path_graph,
    paths,
    places,
    shadings,
    shape,
    step,
)
from tests.genres.shading import shading_genre


def heyapin(board: Board, pins: Shading) -> bool:
    touched = [{corner for place in room for corner in corners(place)} & pins for room in board.rooms]
    linked = areas(
        ((k, 0) for k in range(len(touched))),
        lambda one: [(k, 0) for k in range(len(touched)) if touched[one[0]] & touched[k]],
    )
    return len(linked) == 1 and all(
        len(found) == n for n, room in board.numbered_rooms for found in [touched[board.rooms.index(room)]]
    )


def evolmino(board: Board, squares: Shading) -> bool:
    mark, way = board.marks("clues mark"), board.marks("clues way")
    behind = {step(place, one) for place, one in way.items()}
    arrows = [[place] for place in way if place not in behind]
    for arrow in arrows:
        while arrow[-1] in way:
            arrow.append(step(arrow[-1], way[arrow[-1]]))
    blocks = areas(squares)
    on_arrows = {place for arrow in arrows for place in arrow}
    along = [[block for place in arrow for block in blocks if place in block] for arrow in arrows]
    return (
        all((place in squares) == (kind == "s") for place, kind in mark.items())
        and all(len(block & on_arrows) == 1 for block in blocks)
        and all(len(line) >= 2 for line in along)
        and all(
            len(after) == len(before) + 1 and any(shape(after - {place}) == shape(before) for place in after)
            for line in along
            for before, after in pairwise(line)
        )
    )


def one_arrow(random: Random, h: int, w: int) -> Layouts:
    """An arrow of three cells or four, straight or with a turn, and a few marks."""
    line = random.choice(
        [path for place in places(h, w) for path in paths(place, places(h, w)) if len(path) == random.choice((3, 4))]
    )
    way = blank(h, w)
    for here, ahead in pairwise(line):
        way[here[0] - 1][here[1] - 1] = next(one for one in STEPS if step(here, one) == ahead)
    return {"clues mark": scattered(random, h, w, "xs", 2), "clues way": way}


What = TypeVar("What")


def coverings(cells: Area, objects: Sequence[tuple[Area, What]]) -> Iterator[list[What]]:
    """All ways to cover places by objects, each place once."""
    if not cells:
        yield []
        return
    for covered, what in objects:
        if min(cells) in covered and covered <= cells:
            for others in coverings(cells - covered, objects):
                yield [what, *others]


Drawing = tuple[Numbers, Graph]


def pencils(board: Board) -> Iterator[Drawing]:
    """Strips hold where their point is, points 5; from a point a line leads through as many cells as the strip has."""
    given, cells = board.marks("clues clue"), set(board.cells)

    def fits(strip: list[Place], line: list[Place]) -> bool:
        return (
            all(given.get(place, "?") in ("?", str(len(strip))) for place in strip)
            and not any(place in given for place in line[1:])
            and given.get(line[0], way := next(one for one in STEPS if step(strip[0], one) == line[0])) == way
        )

    objects = []
    for point, way in product(board.cells, STEPS):
        for size in range(1, max(board.height, board.width)):
            strip = [step(point, BACK[way], k) for k in range(1, size + 1)]
            if not cells.issuperset(strip):
                break
            for line in paths(point, cells - set(strip)):
                if len(line) == size + 1 and fits(strip, line):
                    kinds = {**dict.fromkeys(strip, "nwes".index(way) + 1), point: 5, **dict.fromkeys(line[1:], 0)}
                    objects.append((frozenset(kinds), (kinds, path_graph(line))))
    for some in coverings(board.free, objects):
        kind = {place: value for kinds, _ in some for place, value in kinds.items()}
        yield tuple(kind[place] for place in board.cells), frozenset().union(*(graph for _, graph in some))


Boxes = tuple[Graph, Division]


def balloon(board: Board) -> Iterator[Boxes]:
    """A line from each number through white cells to a rectangle of grey ones."""
    dark = set(board.marks("clues grey"))
    boxes = [
        frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        for top, left in board.cells
        for bottom, right in board.cells
        if top <= bottom and left <= right
    ]
    objects = [
        (area | {*path}, (path_graph([*path, end]), area))
        for start, n in board.number.items()
        for path in paths(start, set(board.cells) - dark - set(board.number))
        for end in beside(path[-1])
        for area in boxes
        if end in area and area <= dark and count_is(len(area), n)
    ]
    for some in coverings(board.free, objects):
        yield frozenset().union(*(graph for graph, _ in some)), frozenset(area for _, area in some)


def balloon_read(board: Board, solution: Solution) -> Boxes:
    owner = by_place(solution)
    grey = board.marks("clues grey")
    return drawn(solution, "line"), parts({place: owner[place] for place in grey})


def balloon_board(random: Random, h: int, w: int) -> Layouts:
    """One grey rectangle or two, and as many numbers in the other cells."""
    grey, number = blank(h, w), blank(h, w)
    count = random.choice((1, 2))
    for r, c in random.sample(places(h, w), count):
        for y in range(r, min(h, r + random.choice((0, 1))) + 1):
            for x in range(c, min(w, c + random.choice((0, 1))) + 1):
                grey[y - 1][x - 1] = "x"
    white = [(r, c) for r, c in places(h, w) if grey[r - 1][c - 1] == "."]
    for r, c in random.sample(white, min(count, len(white))):
        number[r - 1][c - 1] = random.choice(["?", "?", "1", "2"])
    return {"clues grey": grey, "clues number": number}


def anglers(board: Board) -> Iterator[Graph]:
    """Lines from numbers to fishes through all cells that are not black; the numbers may be around the grid."""
    mark, black = board.marks("clues mark"), board.marks("clues black")
    white = {(r, c) for r, c in places(board.height - 2, board.width - 2) if (r + 1, c + 1) not in black}
    clue = {(r - 1, c - 1): one for (r, c), one in mark.items()}
    free = {place for place in white if clue.get(place, "f") == "f"}
    objects = [
        (frozenset(path) & white, path_graph([place for place in path if place in white]))
        for start, n in clue.items()
        if n != "f"
        for path in paths(start, free)
        if [clue.get(place) for place in path[1:]] == [None] * (len(path) - 2) + ["f"]
        and n in ("?", str(len(path) - 1))
    ]
    for some in coverings(frozenset(white), objects):
        if len(some) == len([one for one in clue.values() if one == "f"]) == len(clue) - len(some):
            yield frozenset().union(*some)


def anglers_board(random: Random, h: int, w: int) -> Layouts:
    """One line or two between fishes and numbers, which may be around the grid."""
    mark = blank(h, w)
    inside = [(r, c) for r in range(1, h - 1) for c in range(1, w - 1)]
    frame = [(r, c) for r in range(h) for c in range(w) if (r in (0, h - 1)) != (c in (0, w - 1))]
    fishes = random.sample(inside, random.choice((1, 2)))
    rest = [place for place in inside if place not in fishes]
    for r, c in fishes:
        mark[r][c] = "f"
    for r, c in [random.choice(frame), random.choice(rest)][: len(fishes)]:
        mark[r][c] = random.choice(["?", "?", "3", "4"])
    black = blank(h, w)
    if len(fishes) == 1 and random.random() < 0.5:
        r, c = random.choice([(r, c) for r, c in rest if mark[r][c] == "."])
        black[r][c] = "x"
    return {"clues mark": mark, "clues black": black}


GENRES: list[AnyGenre] = [
    Genre(
        "anglers",
        anglers_board,
        [(4, 4), (4, 5), (5, 5)],
        anglers,
        always,
        lambda _board, solution: drawn(solution, "line"),
        by_hand=[
            board(5, 5, clues_mark=mark, clues_black=black)
            for mark, black in [
                ("...../4..../...f./.f.4./.....", ""),
                (".5.../...f./..2../...f./.....", "...../...../...x./...../....."),
                ("...../.f.f./..?../...../...5.", "...../...../...x./...../....."),
                ("...6./.f.../...../.2f../.....", ""),
                ("...../.f.2./?..../.f.../.....", ""),
                ("...../.f.?./6..../.f.../.....", ""),
            ]
        ],
    ),
    Genre(
        "balloon",
        balloon_board,
        [(2, 3), (3, 3), (2, 4)],
        balloon,
        always,
        balloon_read,
        by_hand=[
            board(3, 4, clues_grey=grey, clues_number=number)
            for grey, number in [
                ("..../.xx./....", "?.../..../...."),
                ("xxx./xx../....", "..../...?/..?."),
                ("..xx/..xx/....", "2.../..../2..."),
                ("x..x/x..x/....", ".?../..2./...."),
                (".xx./.xx./....", "?.../...?/...."),
            ]
        ],
    ),
    shading_genre(
        "evolmino",
        [(3, 3), (2, 4), (3, 4)],
        one_arrow,
        evolmino,
        by_hand=[
            board(3, 4, clues_mark="..s./x.../....", clues_way=way)
            for way in ["ee../..../....", "ees./..s./....", "..../...n/...n", "ss../ss../....", "s..s/s..s/...."]
        ],
    ),
    Genre(
        "heyapin",
        roomed("?", 1, 2),
        [(2, 3), (2, 2)],
        lambda board: shadings(board.height + 1, board.width + 1),
        heyapin,
        lambda _board, solution: frozenset(place for place, pin in by_place(solution, "pin").items() if pin),
        by_hand=[board(2, 3, regions_room="abb/acc", clues_number="2../.1.")],
    ),
    Genre(
        "pencils",
        marked("?", 1, 2, *"nswe", name="clues clue", most=2),
        [(3, 3), (2, 4), (3, 4)],
        pencils,
        always,
        lambda _board, solution: (numbers(solution), drawn(solution, "line")),
        by_hand=[
            board(3, 4, clues_clue=clue)
            for clue in [".1../..../...?", "..2./..../....", "..../w.../....", "..../...s/....", "..n./2.../...."]
        ],
    ),
]
