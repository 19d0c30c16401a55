"""Genres in which circles, balls or bombs move along lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise, product
from random import Random

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    Make,
    always,
    blank,
    board,
    both,
    by_place,
    count_is,
    marked,
    parts,
    roomed,
    scattered,
)
from tests.genres.joining import bends_of, counted, drawing, ends, lines_of, no_branch, u_turns
from tests.genres.plain import (
    STEPS,
    Area,
    Graph,
    Place,
    areas,
    around,
    degrees,
    edge,
    extent,
    is_rectangle,
    path_graph,
    paths,
    places,
    step,
)


def moves(board: Board, graph: Graph) -> dict[Place, Place] | None:
    """Where each number moves, straight ahead over no other one."""
    if not no_branch(graph):
        return None
    goal = {place: place for place in board.number}
    for line in lines_of(graph):
        starts = line & set(board.number)
        last = line & ends(graph)
        if 1 not in extent(line) or len(starts) != 1 or not starts <= last:
            return None
        (start,) = starts
        (goal[start],) = last - starts
        if not count_is(len(line) - 1, board.number[start]):
            return None
    return None if any(n and goal[place] == place for place, n in board.number.items()) else goal


def satogaeri(board: Board, graph: Graph) -> bool:
    """Each room has a circle in the end; the site's check accepts several if there are more circles than rooms."""
    goal = moves(board, graph)
    return bool(graph) and goal is not None and all(set(goal.values()) & room for room in board.rooms)


def came(_board: Board, solution: Solution) -> Graph:
    back = dict(enumerate("sewn", 1))
    found = set()
    for place, way in by_place(solution).items():
        if way:
            found.add(edge(place, step(place, back[way])))
    return frozenset(found)


def rectslider(board: Board, graph: Graph) -> bool:
    goal = moves(board, graph)
    return (
        bool(graph) and goal is not None and all(len(area) > 1 and is_rectangle(area) for area in areas(goal.values()))
    )


def timebomb(board: Board, graph: Graph) -> bool:
    bombs = {place for place, n in board.number.items() if n != 0}
    stones = set(board.number) - bombs
    if not graph or not no_branch(graph) or len(graph) != len(degrees(graph)) - len(lines_of(graph)):
        return False
    owner: dict[Place, Place] = {place: place for place in bombs}
    last = set(bombs)
    for line in lines_of(graph):
        start = line & bombs
        if len(start) != 1 or not start <= ends(graph) or line & stones:
            return False
        (bomb,) = start
        owner |= dict.fromkeys(line, bomb)
        last -= start
        last |= (line & ends(graph)) - start
        if not count_is(len(line) - 1, board.number[bomb]):
            return False
    if any(n and place in last for place, n in board.number.items()):
        return False
    if any(a in owner and b in owner and owner[a] != owner[b] and not {a, b} <= bombs for a, b in board.pairs):
        return False
    return all(set(around(place)) & last for place in stones)


def straight_moves(board: Board) -> list[Graph]:
    """Each number stays, or moves straight ahead; ways may meet."""
    ways = [
        [
            path_graph([place, *ahead[:k]])
            for way in STEPS
            for ahead in [board.ahead(place, way)]
            for k in range(len(ahead) + 1)
        ]
        for place in board.number
    ]
    return [*{frozenset().union(*some) for some in product(*ways)}]


def bomb_lines(board: Board) -> Iterator[Graph]:
    """A line from each bomb, or none; lines may meet."""
    free = set(board.cells) - set(board.number)
    ways = [[path_graph(path) for path in paths(place, free)] for place, n in board.number.items() if n != 0]
    return (frozenset().union(*some) for some in product(*ways))


Lines = frozenset[Area]
"""The cells of each line."""


Path = tuple[Place, ...]


def drawings(ways: Iterable[Path], starts: Iterable[Place]) -> list[list[Path]]:
    """The sets of paths that share no cell and go through all of some cells."""
    found: list[list[Path]] = [[]]
    for path in ways:
        found += [[*chosen, path] for chosen in found if not any(set(path) & set(other) for other in chosen)]
    return [chosen for chosen in found if set(starts) <= {place for path in chosen for place in path}]


def taken(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    possible: Callable[[Board], Iterable[Path]],
    circles: str,
    rule: Callable[[Board, list[Path]], bool],
    by_hand: Sequence[Board],
) -> Genre[Lines]:
    """A genre whose model chooses among paths through all circles."""

    def candidates(board: Board) -> Iterator[Lines]:
        for lines in drawings(possible(board), board.marks(circles)):
            if rule(board, lines):
                yield frozenset(map(frozenset, lines))

    return Genre(
        name,
        make,
        sizes,
        candidates,
        always,
        lambda _board, solution: frozenset(parts({p: k for p, k in by_place(solution, "line").items() if k})),
        by_hand=by_hand,
        further="grid line[height(), width()] in 0..500\nfor c in cells:\n    line[row_of(c), column_of(c)] == "
        "sum(k * taken[1, k] for k, path in enumerate(paths) where has_cell(path, c))\n",
    )


def bonsan_ways(board: Board) -> list[Path]:
    return [
        path
        for place, n in board.number.items()
        for path in map(tuple, paths(place, set(board.cells) - set(board.number)))
        if not bends_of(path) and count_is(len(path) - 1, n)
    ]


def bonsan(board: Board, some: list[Path]) -> bool:
    last = {path[-1] for path in some}
    return last == {(board.height + 1 - r, board.width + 1 - c) for r, c in last} and any(
        len(path) > 1 for path in some
    )


def strokes(board: Board) -> list[Path]:
    """The ways of balls to holes: straight strokes, each a cell shorter than the last, that end off the water."""
    clue, water = board.marks("clues clue"), board.marks("clues water")

    def fits(path: Path) -> bool:
        rest, stroke = path, int(clue[path[0]])
        while len(rest) > 1:
            if not 0 < stroke < len(rest) or bends_of(rest[: stroke + 1]) or rest[stroke] in water:
                return False
            rest, stroke = rest[stroke:], stroke - 1
        return True

    balls = [place for place, mark in clue.items() if mark != "H"]
    return [
        path
        for ball in balls
        for path in map(tuple, paths(ball, set(board.cells) - set(balls)))
        if clue.get(path[-1]) == "H" and not set(path[1:-1]) & set(clue) and fits(path)
    ]


def wedges(board: Board) -> list[Path]:
    """The lines that turn twice to the same side and whose arms fit their circles."""
    circle = board.marks("clues circle")
    found = []
    for line in map(tuple, u_turns(circle, board.cells)):
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
        arms = len(list(next(groupby(steps))[1])), len(list(next(groupby(steps[::-1]))[1]))
        marks = circle[line[0]], circle[line[-1]]
        if ("?" in marks or set(marks) in ({"="}, {"s", "l"})) and all(
            {"=": own == other, "s": own < other, "l": own > other, "?": True}[mark]
            for mark, own, other in zip(marks, arms, arms[::-1], strict=True)
        ):
            found.append(line)
    return found


def some_line(_board: Board, some: list[Path]) -> bool:
    return bool(some)


def in_reverse(random: Random, h: int, w: int) -> Layouts:
    """Numbers at opposite places, so that a symmetric end is likely."""
    number = blank(h, w)
    for r, c in random.sample(places(h, w), 2):
        number[r - 1][c - 1], number[h - r][w - c] = tuple(random.choice(["??", "11", "?1", "12", "20", "0?"]))
    return {"clues number": number}


def balls_and_holes(random: Random, h: int, w: int) -> Layouts:
    clue = blank(h, w)
    some = random.sample(places(h, w), 4)
    for (r, c), mark in zip(
        some, random.choice([("1", "H"), ("1", "2", "H", "H"), ("2", "H"), ("3", "H")]), strict=False
    ):
        clue[r - 1][c - 1] = mark
    return {"clues water": scattered(random, h, w, "x", 2), "clues clue": clue}


BONSAI = [board(3, 4, clues_number="1..2/.?../..0.")]


GOLF = [board(3, 4, clues_water="..../..x./....", clues_clue="2..H/..../H..2")]


WEDGES = [board(3, 4, clues_circle=circle) for circle in ("=..?/..../=..?", "...l/..s./....", "..../.s../?...")]


GENRES: list[AnyGenre] = [
    taken("bonsan", [(3, 3), (3, 4)], in_reverse, bonsan_ways, "clues number", bonsan, BONSAI),
    taken("herugolf", [(3, 3), (3, 4)], balls_and_holes, strokes, "clues clue", some_line, GOLF),
    taken(
        "kusabi",
        [(3, 3), (3, 4)],
        marked(*"=sl??", name="clues circle", most=4),
        wedges,
        "clues circle",
        some_line,
        WEDGES,
    ),
    counted(
        "rectslider",
        [(2, 4)],
        marked("?", "?", 1, 2, most=4),
        rectslider,
        straight_moves,
        by_hand=[
            *[board(4, 4, clues_number=number) for number in ["2.../..?./.?.2/....", "?.??/.?../?.../...."]],
            board(3, 4, clues_number="?..?/..../?..?"),
            board(2, 3, clues_number="??./..."),
            board(3, 4, clues_number="1..?/..1./?..."),
        ],
    ),
    drawing(
        "satogaeri",
        [(2, 4)],
        both(roomed(rooms=2), marked("?", 0, 1, 2)),
        satogaeri,
        came,
        straight_moves,
        by_hand=[board(2, 3, regions_room="aab/abb", clues_number="?../..1")],
    ),
    drawing(
        "timebomb",
        [(2, 4)],
        marked("?", 0, 1, 2, 3),
        timebomb,
        candidates=bomb_lines,
        by_hand=[
            board(3, 4, clues_number=number)
            for number in ["2.../..../....", "1..2/..../.0..", "?.../.0../...2", "12../..../....", "?0../000./..??"]
        ],
    ),
]
