"""What the tables of loops share. A drawing is the set of the pairs of places that the loop joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzledsl import Solution
from tests.genres.boards import Board, Genre, Make, drawn
from tests.genres.plain import Graph, Joined, Place, apart, crossing_graphs, degrees, loops

SIZES = [(3, 3), (3, 4), (3, 4), (4, 4), (3, 4), (2, 3), (2, 2)]


def shaded_apart(board: Board, loop: Joined, clues: Iterable[Place]) -> bool:
    """Whether the cells without the loop and without clues share no side."""
    return apart(set(board.cells) - set(loop) - set(clues))


def track(_board: Board, solution: Solution) -> Graph:
    """Read a solution whose loop is in the edges `track`."""
    return drawn(solution, "track")


def simple_loop(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Joined], bool],
    *,
    nothing: bool = False,
    by_hand: Sequence[Board] = (),
) -> Genre[Graph]:
    """A genre of one loop that does not cross itself; or, where the rules agree, `nothing` need be drawn."""
    return Genre(
        name,
        make,
        sizes,
        lambda board: loops(board.height, board.width),
        lambda board, graph: (nothing or bool(graph)) and holds(board, degrees(graph)),
        track,
        by_hand=by_hand,
    )


def crossing_loops(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Graph], bool],
    read: Callable[[Board, Solution], Graph] = track,
    by_hand: Sequence[Board] = (),
) -> Genre[Graph]:
    """A genre of loops that may cross."""
    return Genre(
        name, make, sizes, lambda board: crossing_graphs(board.height, board.width), holds, read, by_hand=by_hand
    )
