"""Genres with lines along the sides of cells, from l to z. A corner has the place of the cell right below it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.genres.boards import (
    Board,
    Genre,
    all_graphs,
    board_with_answer,
    boards,
    compare,
    degrees,
    fences,
    is_one,
    loop_graphs,
    scattered,
)
from tests.library.genre_laws.plain import Graph, Place, areas

Holds = Callable[[Board, Graph], bool]


def corners(place: Place) -> set[Place]:
    r, c = place
    return {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}


def sides(graph: Graph, place: Place) -> set[tuple[Place, Place]]:
    return {pair for pair in graph if set(pair) <= corners(place)}


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def inside(graph: Graph, place: Place) -> bool:
    r, c = place
    return sum(((r, k), (r + 1, k)) in graph for k in range(1, c + 1)) % 2 == 1


def slitherlink(board: Board, graph: Graph) -> bool:
    return all(count_is(len(sides(graph, place)), n) for place, n in board.number.items())


def swslither(board: Board, graph: Graph) -> bool:
    return all(
        inside(graph, place) == (n == 5) if n in (5, 6) else count_is(len(sides(graph, place)), n)
        for place, n in board.number.items()
    )


def vslither(board: Board, graph: Graph) -> bool:
    used = set(degrees(graph))
    return all(count_is(len(corners(place) & used), n) for place, n in board.number.items())


def tslither(board: Board, graph: Graph) -> bool:
    used = set(degrees(graph))
    for place, n in board.number.items():
        near = degrees(sides(graph, place))
        if not count_is(len(areas(corners(place) & used, lambda p, near=near: near.get(p, []))), n):  # type: ignore[misc]
            return False
    return True


def myopia(board: Board, graph: Graph) -> bool:
    """An arrow points to where the loop is nearest, in all directions where it is."""
    powers = {(-1, 0): 1, (1, 0): 2, (0, -1): 4, (0, 1): 8}
    for place, mark in board.marks("clues clue").items():
        if mark in "?0":
            continue
        far = {}
        for (y, x), power in powers.items():
            r, c = place
            n = 0
            while 1 <= r <= board.height and 1 <= c <= board.width:
                ahead = corners((r, c)) & corners((r + y, c + x))
                if any(set(pair) == ahead for pair in graph):
                    far[power] = n
                    break
                r, c, n = r + y, c + x, n + 1
        if not far or sum(power for power, n in far.items() if n == min(far.values())) != int(mark):
            return False
    return True


def one(name: str, holds: Holds, *marks: object, heading: str = "clues number", nothing: bool = False) -> Genre[Graph]:
    """A genre of one loop; or `nothing` need be drawn."""
    return Genre(
        name,
        lambda random, h, w: {heading: scattered(random, h, w, marks, 4)},
        (3, 3),
        lambda board: loop_graphs(board.height + 1, board.width + 1),
        lambda board, graph: (is_one(graph) if graph else nothing) and holds(board, graph),
        lambda board, solution: fences(solution, "fence"),
    )


def lither(board: Board, graph: Graph) -> bool:
    """At least two trees, in whose points one, three or four lines end, and which go through all points."""
    joined = degrees(graph)
    trees = areas(joined, joined.__getitem__)
    return (
        len(joined) == (board.height + 1) * (board.width + 1)
        and all(len(others) in (1, 3, 4) for others in joined.values())
        and len(trees) >= 2
        and len(graph) == len(joined) - len(trees)
        and slitherlink(board, graph)
    )


GENRES = [
    Genre(
        "lither",
        lambda random, h, w: {"clues number": scattered(random, h, w, ["?", 1, 2], 2)},
        (1, 4),
        lambda board: all_graphs(board.height + 1, board.width + 1),
        lither,
        lambda board, solution: fences(solution, "line"),
    ),
    one("myopia", myopia, "?", 1, 2, 4, 8, 3, 5, 10, 15, heading="clues clue", nothing=True),
    one("slitherlink", slitherlink, "?", 0, 1, 2, 3),
    one("swslither", swslither, "?", 0, 1, 2, 5, 6),
    one("tslither", tslither, "?", 0, 1, 2),
    one("vslither", vslither, "?", 0, 1, 2, 3, 4),
]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_the_lines_are_those_of_the_rules(genre: Genre[Graph]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_many_boards(genre: Genre[Graph]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
