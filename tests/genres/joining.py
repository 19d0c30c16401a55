"""What the tables of lines share. A drawing is mostly the set of the pairs of places that lines join."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from puzzledsl import Solution
from tests.genres.boards import Answer, Board, Genre, Make, by_place, drawn
from tests.genres.plain import Graph, Place, all_graphs, areas, degrees, paths


def lines_of(graph: Graph) -> list[set[Place]]:
    """The places of each line."""
    joined = degrees(graph)
    return areas(joined, joined.__getitem__)


def ends(graph: Graph) -> set[Place]:
    """The places where lines end."""
    return {place for place, others in degrees(graph).items() if len(others) == 1}


def no_branch(graph: Graph) -> bool:
    """Whether no line branches or crosses another."""
    return all(len(others) <= 2 for others in degrees(graph).values())


def net_of(board: Board, solution: Solution) -> Graph:
    """The steps of lines on a net whose odd rows and columns are the cells."""
    net = by_place(solution, "net")
    return frozenset((a, b) for a, b in board.pairs if net[a[0] + b[0] - 1, a[1] + b[1] - 1])


def bends_of(line: Sequence[Place]) -> list[int]:
    """The turns of a line, 1 for one to the right and -1 for one to the left."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    return [y * d - x * c for (y, x), (c, d) in pairwise(steps) if (y, x) != (c, d)]


def u_turns(circles: Iterable[Place], cells: Iterable[Place]) -> list[list[Place]]:
    """All lines between two circles that turn twice to the same side, each once."""
    ends, free = set(circles), set(cells)
    return [
        line
        for start in ends
        for line in paths(start, free)
        if line[-1] in ends and line[-1] > start and not set(line[1:-1]) & ends and bends_of(line) in ([1, 1], [-1, -1])
    ]


def drawing(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Graph], bool],
    lines: str | Callable[[Board, Solution], Graph] = "line",
    candidates: Callable[[Board], Iterable[Graph]] = lambda board: all_graphs(board.height, board.width),
    settings: Mapping[str, object] | None = None,
    by_hand: Sequence[Board] = (),
) -> Genre[Graph]:
    """A genre of lines, which are the edges of a name or are read in another way."""
    read = lines if callable(lines) else lambda _board, solution: drawn(solution, lines)
    return Genre(name, make, sizes, candidates, holds, read, settings or {}, by_hand)


def counted(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Answer], bool],
    candidates: Callable[[Board], Iterable[Answer]],
    by_hand: Sequence[Board] = (),
) -> Genre[Answer]:
    """A genre whose lines cannot be told from a solution: their number is compared."""
    return Genre(name, make, sizes, candidates, holds, None, by_hand=by_hand)
