"""Genres of loops that may cross themselves or each other."""

from __future__ import annotations

from itertools import combinations
from random import Random

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    blank,
    board,
    both,
    by_place,
    count_is,
    drawn,
    marked,
    roomed,
    scattered,
)
from tests.genres.looping import crossing_loops
from tests.genres.plain import STEPS, Graph, all_graphs, areas, degrees, is_loop, places, run, step, trips, turns, ways


def pipes(random: Random, h: int, w: int) -> Layouts:
    """Parts of a random graph that fills the grid, or no part."""
    return {"clues part": scattered(random, h, w, ["ns", "we", "ne", "nw", "sw", "se", "nswe"], 2)}


def parts_fit(board: Board, graph: Graph) -> bool:
    joined = degrees(graph)
    return set(joined) == set(board.cells) and all(
        ways(joined, place) == set(mark) for place, mark in board.marks("clues part").items()
    )


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
    order = trips(graph)[0]
    for line in (order, order[::-1]):
        if all(
            number.get(a) in (None, 0) or run(joined, a, next(w for w in STEPS if step(a, w) == b)) == number[a]
            for a, b in zip(line, line[1:] + line[:1], strict=True)
        ):
            return True
    return False


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
        if set(cells) != outline or any(len(joined[place]) == 4 for place in corners):
            return False
    return bool(graph)


def nagenawa(board: Board, graph: Graph) -> bool:
    used = set(degrees(graph))
    return rectangular(board, graph) and all(
        count_is(len(room & used), n) for room in board.rooms for place, n in board.number.items() if place in room
    )


def ringring(board: Board, graph: Graph) -> bool:
    return rectangular(board, graph) and set(degrees(graph)) == set(board.cells) - set(board.marks("clues block"))


def level_and_upright(board: Board, solution: Solution) -> Graph:
    """The model has level and upright lines in grids of their own."""
    level, upright = (by_place(solution, name) for name in ("level", "upright"))
    return frozenset(
        (a, b) for a, b in board.pairs if (level[a[0], a[1] + 1] if a[0] == b[0] else upright[a[0] + 1, a[1]])
    )


def portal(board: Board, graph: Graph) -> bool:
    """The places of each number are one: a graph has one edge at each of them, and these lie opposite each other."""
    joined = degrees(graph)
    marks = board.marks("clues number")
    ends = {place: mark for place, mark in marks.items() if mark != "?"}
    holes = board.holes
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
    return {"clues number": number, "mask": blank(h, w)}


GENRES: list[AnyGenre] = [
    crossing_loops(
        "loopsp",
        [(4, 4)],
        both(marked(1, 1, 2, most=3), pipes),
        loopsp,
        by_hand=[
            board(4, 4, clues_number="1.../..../..../...1", clues_part=""),
            board(4, 4, clues_number="1..2/..../..../....", clues_part=""),
            board(4, 4, clues_number="1.../...1/..../....", clues_part=". . . . / . . . . / . nswe . . / . . . ."),
            board(4, 4, clues_number="..1./..../..1./....", clues_part=". . . . / . . se . / . . . . / . . . ."),
            board(4, 4, clues_number="..../1.../..../....", clues_part=". . . . / . . . . / . nswe . . / . . . ."),
        ],
    ),
    crossing_loops("nagenawa", [(4, 4)], roomed("?", 1, 2, 3, 4), nagenawa, level_and_upright),
    crossing_loops(
        "pipelink",
        [(4, 4)],
        pipes,
        pipelink,
        by_hand=[board(4, 4, clues_part=". . . . / . nswe . . / . . . . / . we . .")],
    ),
    Genre(
        "portal",
        portal_board,
        [(3, 3)],
        lambda board: all_graphs(board.height, board.width),
        portal,
        lambda _board, solution: drawn(solution, "track"),
        by_hand=[board(3, 3, clues_number="1?./.../..1", mask=".../.../x..")],
    ),
    crossing_loops(
        "reflect",
        [(4, 4)],
        marked("nswe", "sw", "se,3", "ne", "nw,4", "se", name="clues mark", most=2),
        reflect,
        by_hand=[board(4, 4, clues_mark="se,4 . . . / . . nswe . / . . . . / . . . nw")],
    ),
    crossing_loops("ringring", [(4, 4)], marked("x", name="clues block", most=4), ringring, level_and_upright),
    crossing_loops(
        "turnrun",
        [(3, 4)],
        both(marked("?", 0, 1, 2, most=2), marked("x", name="clues block", most=1)),
        turnrun,
        by_hand=[
            board(4, 4, clues_number=number, clues_block=block)
            for number, block in [
                ("..../..../..../...2", ""),
                ("..../.0../..../....", ""),
                ("1.../.0../..../..1.", ""),
                (".?../..../..0./....", ""),
                ("..1./.0../..../....", "..../..../..x./...."),
            ]
        ],
    ),
]
