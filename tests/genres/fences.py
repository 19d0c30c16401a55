"""Genres with lines along the sides of cells. A corner has the place of the cell right below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.genres.boards import AnyGenre, Board, Genre, board, count_is, fences, marked
from tests.genres.plain import Graph, Place, all_graphs, areas, corners, degrees, loops


def sides(graph: Graph, place: Place) -> set[tuple[Place, Place]]:
    return {pair for pair in graph if set(pair) <= corners(place)}


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


def fence(
    name: str,
    holds: Callable[[Board, Graph], bool],
    *marks: object,
    heading: str = "clues number",
    nothing: bool = False,
    by_hand: Sequence[Board] = (),
) -> Genre[Graph]:
    """A genre of one loop; or `nothing` need be drawn."""
    return Genre(
        name,
        marked(*marks, name=heading, most=4),
        [(3, 3)],
        lambda board: loops(board.height + 1, board.width + 1),
        lambda board, graph: (nothing or bool(graph)) and holds(board, graph),
        lambda _board, solution: fences(solution, "fence"),
        by_hand=by_hand,
    )


GENRES: list[AnyGenre] = [
    Genre(
        "lither",
        marked("?", 1, 2, most=2),
        [(1, 4)],
        lambda board: all_graphs(board.height + 1, board.width + 1),
        lither,
        lambda _board, solution: fences(solution, "line"),
        by_hand=[board(1, 3, clues_number="2?.")],
    ),
    fence(
        "myopia",
        myopia,
        "?",
        1,
        2,
        4,
        8,
        3,
        5,
        10,
        15,
        heading="clues clue",
        nothing=True,
        by_hand=[board(3, 3, clues_clue=".4./.../..4")],
    ),
    fence("slitherlink", slitherlink, "?", 0, 1, 2, 3),
    fence("swslither", swslither, "?", 0, 1, 2, 5, 6, by_hand=[board(3, 3, clues_number="5../.1./6..")]),
    fence(
        "tslither",
        tslither,
        "?",
        0,
        1,
        2,
        by_hand=[board(3, 3, clues_number="2../.1./..."), board(1, 1, clues_number="1")],
    ),
    fence("vslither", vslither, "?", 0, 1, 2, 3, 4, by_hand=[board(3, 3, clues_number=".3./.2?/3..")]),
]
