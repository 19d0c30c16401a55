"""What the tables of shaded cells share. A drawing is the set of the shaded cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzledsl import Solution
from tests.genres.boards import Board, Genre, Make, count_is, roomed, shaded
from tests.genres.plain import Place, Shading, apart, areas, is_one, shadings

SIZES = [(3, 3), (2, 4), (3, 3), (4, 3), (3, 3), (2, 2), (1, 4)]
BY_ROOM = roomed("?", *range(4))


def counts(h: int, w: int) -> range:
    """The numbers of shaded cells that a line may have, and a few more."""
    return range(max(h, w) + 1)


def light(board: Board, dark: Shading) -> set[Place]:
    """The other cells."""
    return set(board.cells) - dark - board.holes


def separate(board: Board, dark: Shading) -> bool:
    """Whether shaded cells share no side and the others are connected."""
    return apart(dark) and is_one(light(board, dark))


def rooms_count(board: Board, dark: Shading) -> bool:
    """Whether a number in a room says how many of its cells are shaded."""
    return all(len(dark & room) == n for n, room in board.numbered_rooms)


def lines_count(board: Board, dark: Shading) -> bool:
    """Whether a number above a column or left of a row says how many of its cells are shaded."""
    return all(len(dark & set(line)) == n for n, line in board.outside("left", "above"))


def islands(board: Board, cells: Iterable[Place]) -> bool:
    """Whether each area has one number, which says how many cells it has."""
    return set(board.number) <= set(cells) and all(
        len(clues := [n for place, n in board.number.items() if place in area]) == 1 and count_is(len(area), clues[0])
        for area in areas(cells)
    )


def no_shade_across(board: Board, dark: Shading) -> bool:
    """Whether shaded cells of two rooms share no side."""
    return not any(a in dark and b in dark for a, b in board.borders)


def numbers_are_light(board: Board, dark: Shading) -> bool:
    """Whether no number is shaded."""
    return not dark & set(board.number)


def tiled(board: Board, dark: Shading) -> bool:
    """Whether each room is shaded or not as a whole."""
    return all(len(dark & room) in (0, len(room)) for room in board.rooms)


def is_zero(_board: Board, solution: Solution) -> Shading:
    """Read a solution whose shaded cells hold 0."""
    return shaded(solution, lambda value: value == 0)


def is_set(_board: Board, solution: Solution) -> Shading:
    """Read a solution whose other cells hold 0."""
    return shaded(solution)


def shading_genre(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Shading], bool],
    read: Callable[[Board, Solution], Shading] = is_set,
    by_hand: Sequence[Board] = (),
) -> Genre[Shading]:
    """A genre of shaded cells."""

    def candidates(board: Board) -> Iterable[Shading]:
        every = shadings(board.height, board.width)
        return (dark for dark in every if not dark & board.holes) if board.holes else every

    return Genre(name, make, sizes, candidates, holds, read, by_hand=by_hand)
