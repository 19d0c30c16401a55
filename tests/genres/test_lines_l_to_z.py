"""Genres with lines between cells that form no loop, from l to z."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from puzzledsl import Solution
from tests.genres.boards import (
    Board,
    Genre,
    Layouts,
    all_graphs,
    board_with_answer,
    boards,
    compare,
    degrees,
    divided,
    drawn,
    pierced,
    scattered,
)
from tests.library.genre_laws.plain import Graph, Place, areas, around, is_rectangle, pairs, places

Holds = Callable[[Board, Graph], bool]


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def lines(graph: Graph) -> list[set[Place]]:
    joined = degrees(graph)
    return areas(joined, joined.__getitem__)


def ends(graph: Graph) -> set[Place]:
    return {place for place, others in degrees(graph).items() if len(others) == 1}


def no_branch(graph: Graph) -> bool:
    return all(len(others) <= 2 for others in degrees(graph).values())


def is_straight(line: set[Place]) -> bool:
    return 1 in (len({r for r, _ in line}), len({c for _, c in line}))


# Rules


def numlin(board: Board, graph: Graph) -> bool:
    marks = board.marks("clues number")
    return (
        bool(graph)
        and no_branch(graph)
        and ends(graph) == set(marks)
        and len(graph) == len(degrees(graph)) - len(lines(graph))
        and all(len({marks[p] for p in line & set(marks)}) == 1 for line in lines(graph))
    )


def no_detour(board: Board, graph: Graph) -> bool:
    of = {place: k for k, line in enumerate(lines(graph)) for place in line}
    return numlin(board, graph) and not any(
        of.get(a, -1) == of.get(b, -2) and (a, b) not in graph for a, b in pairs(board.height, board.width)
    )


def pairs_of_numbers(random: Random, h: int, w: int) -> Layouts:
    rows = [["."] * w for _ in range(h)]
    for k, (r, c) in enumerate(random.sample(places(h, w), random.choice((2, 4)))):
        rows[r - 1][c - 1] = str(k // 2 + 1)
    return {"clues number": rows}


def wblink(board: Board, graph: Graph) -> bool:
    colour = board.marks("clues circle")
    return (
        bool(colour)
        and no_branch(graph)
        and ends(graph) == set(colour)
        and all(
            is_straight(line) and sorted(colour[p] for p in line if p in colour) == ["b", "w"] for line in lines(graph)
        )
    )


def circles(random: Random, h: int, w: int) -> Layouts:
    return {"clues circle": scattered(random, h, w, "bw", 4)}


def rassi(board: Board, graph: Graph) -> bool:
    room, black = board.room, board.marks("clues block")
    walls = board.marks("clues wall")
    free = board.rooms
    if len(graph) != sum(len(cells) - 1 for cells in free) or not no_branch(graph):
        return False
    last = ends(graph)
    return (
        not set(degrees(graph)) & set(black)
        and no_branch(graph)
        and not any(room[a] != room[b] or (a[0] + b[0] - 1, a[1] + b[1] - 1) in walls for a, b in graph)
        and sorted(map(sorted, lines(graph))) == sorted(map(sorted, free))
        and not any(set(around(place)) & last for place in last)
    )


def rassi_board(random: Random, h: int, w: int) -> Layouts:
    block = scattered(random, h, w, "x", 1)
    room = pierced(divided(random, h, w, random.randint(1, 3)), block)
    wall = [["."] * (2 * w - 1) for _ in range(2 * h - 1)]
    for (r, c), (y, x) in pairs(h, w):
        if "." != room[r - 1][c - 1] != room[y - 1][x - 1] != ".":
            wall[r + y - 2][c + x - 2] = "x"
    return {"regions room": room, "clues block": block, "clues wall": wall}


def steps(board: Board, solution: Solution) -> Graph:
    net = solution.grid("net")
    return frozenset((a, b) for a, b in pairs(board.height, board.width) if net[a[0] + b[0] - 2][a[1] + b[1] - 2])


def moves(board: Board, graph: Graph) -> dict[Place, Place] | None:
    """Where each number moves, straight ahead over no other one."""
    if not no_branch(graph):
        return None
    goal = {place: place for place in board.number}
    for line in lines(graph):
        starts = line & set(board.number)
        last = line & ends(graph)
        if not is_straight(line) or len(starts) != 1 or not starts <= last:
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


def numbers_in_rooms(random: Random, h: int, w: int) -> Layouts:
    rooms = random.randint(1, 3)
    return {
        "regions room": divided(random, h, w, rooms),
        "clues number": scattered(random, h, w, ["?", 0, 1, 2], rooms + 1),
    }


def came(board: Board, solution: Solution) -> Graph:
    back = {1: (1, 0), 2: (0, 1), 3: (0, -1), 4: (-1, 0)}
    found = set()
    for (r, c), way in zip(board.cells, [v for row in solution.grid() for v in row], strict=True):
        if way:
            y, x = back[int(way)]
            found.add((min((r, c), (r + y, c + x)), max((r, c), (r + y, c + x))))
    return frozenset(found)


def rectslider(board: Board, graph: Graph) -> bool:
    goal = moves(board, graph)
    return (
        bool(graph) and goal is not None and all(len(area) > 1 and is_rectangle(area) for area in areas(goal.values()))
    )


def sliders(random: Random, h: int, w: int) -> Layouts:
    return {"clues number": scattered(random, h, w, ["?", "?", 1, 2], 4)}


def timebomb(board: Board, graph: Graph) -> bool:
    bombs = {place for place, n in board.number.items() if n != 0}
    stones = set(board.number) - bombs
    if not graph or not no_branch(graph) or len(graph) != len(degrees(graph)) - len(lines(graph)):
        return False
    owner: dict[Place, Place] = {place: place for place in bombs}
    last = set(bombs)
    for line in lines(graph):
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
    if any(
        a in owner and b in owner and owner[a] != owner[b] and not {a, b} <= bombs
        for a, b in pairs(board.height, board.width)
    ):
        return False
    return all(set(around(place)) & last for place in stones)


def bombs(random: Random, h: int, w: int) -> Layouts:
    return {"clues number": scattered(random, h, w, ["?", 0, 1, 2, 3], 3)}


def uturns(board: Board, graph: Graph) -> bool:
    colour, joined = board.marks("clues circle"), degrees(graph)
    asked = {"g": 1, "w": 2, "b": 0}
    if not no_branch(graph) or any(len(joined.get(p, [])) != asked[mark] for p, mark in colour.items()):
        return False
    if ends(graph) - {p for p, mark in colour.items() if mark == "g"}:
        return False
    if any(not line & ends(graph) for line in lines(graph)):
        return False
    for start in colour:
        for before in joined.get(start, []):
            way, bends, place, here = (before[0] - start[0], before[1] - start[1]), [], start, before
            while here not in colour:
                (ahead,) = [other for other in joined[here] if other != place]
                turn = (ahead[0] - here[0], ahead[1] - here[1])
                if turn != way:
                    bends.append(way[0] * turn[1] - way[1] * turn[0])
                place, here, way = here, ahead, turn
            if len(bends) != 2 or bends[0] != bends[1]:
                return False
    return True


def grey_circles(random: Random, h: int, w: int) -> Layouts:
    return {"clues circle": scattered(random, h, w, "gggwb", 4)}


def case(
    name: str,
    make: Callable[[Random, int, int], Layouts],
    holds: Holds,
    read: Callable[[Board, Solution], Graph] | None,
    settings: dict[str, object] | None = None,
) -> Genre[Graph]:
    return Genre(name, make, (2, 4), lambda board: all_graphs(board.height, board.width), holds, read, settings or {})


GENRES = [
    case("numlin", pairs_of_numbers, no_detour, lambda board, solution: drawn(solution, "road")),
    case("numlin", pairs_of_numbers, numlin, lambda board, solution: drawn(solution, "road"), {"detours": True}),
    case("rassi", rassi_board, rassi, steps),
    case("rectslider", sliders, rectslider, None),
    case("satogaeri", numbers_in_rooms, satogaeri, came),
    case("timebomb", bombs, timebomb, lambda board, solution: drawn(solution, "line")),
    case("uturns", grey_circles, uturns, None),
    case("wblink", circles, wblink, lambda board, solution: drawn(solution, "line")),
]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: " ".join([genre.name, *genre.settings]))
def test_the_lines_are_those_of_the_rules(genre: Genre[Graph]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: " ".join([genre.name, *genre.settings]))
def test_many_boards(genre: Genre[Graph]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
