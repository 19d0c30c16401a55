"""What the tables of numbers and other values share. A drawing is the values of the cells; holes have none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from random import Random

from tests.genres.boards import Board, Genre, Layouts, Make, Numbers, always, blank, numbers, scattered
from tests.genres.plain import Filling, Place, areas, beside, places, shadings

Candidates = Callable[[Board], Iterable[Filling]]


def any_of(*values: int) -> Candidates:
    """All fillings with these values and those that are given."""

    def candidates(board: Board) -> Iterator[Filling]:
        given = board.known if "givens" in board.layouts else {}
        cells = sorted(board.free - set(given))
        return (given | dict(zip(cells, chosen, strict=True)) for chosen in product(values, repeat=len(cells)))

    return candidates


def merged(parts: Iterable[Filling]) -> Filling:
    """All values of these fillings."""
    return {place: value for part in parts for place, value in part.items()}


def each_room(options: Callable[[list[Place]], Iterable[Filling]]) -> Candidates:
    """What is chosen for each room on its own; 0 elsewhere."""
    return lambda board: (
        merged([dict.fromkeys(board.cells, 0), *chosen])
        for chosen in product(*(list(options(sorted(room))) for room in board.rooms))
    )


def orders(room: list[Place]) -> list[Filling]:
    """The numbers from 1 to the size of a room in any order."""
    return [dict(zip(room, order, strict=True)) for order in permutations(range(1, len(room) + 1))]


def holding(*values: int) -> Callable[[list[Place]], list[Filling]]:
    """These values in some cells of a room, 0 in the others; a room that is too small has no filling."""
    return lambda room: [
        dict.fromkeys(room, 0) | dict(zip(cells, values, strict=True)) for cells in permutations(room, len(values))
    ]


def one_cell(*values: int) -> Callable[[list[Place]], list[Filling]]:
    """One of these values in one cell of a room."""
    return lambda room: [{place: value} for place in room for value in values]


def each_row(*rows: Sequence[int]) -> Candidates:
    """All fillings with some of these rows."""
    return lambda board: (
        dict(zip(board.cells, merged_rows, strict=True))
        for chosen in product(sorted(set(map(tuple, rows))), repeat=board.height)
        for merged_rows in [[value for row in chosen for value in row]]
    )


@cache
def latin(height: int, width: int) -> list[Filling]:
    """Numbers from 1 to the longer side, none twice in a row or column."""
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(height):
        found = [
            [*some, row]
            for some in found
            for row in permutations(range(1, max(height, width) + 1), width)
            if not any(a == b for old in some for a, b in zip(old, row, strict=True))
        ]
    return [{(r, c): v for r, row in enumerate(some, 1) for c, v in enumerate(row, 1)} for some in found]


def latin_squares(board: Board) -> list[Filling]:
    """The fillings of a board with numbers that are not twice in a row or column."""
    return latin(board.height, board.width)


@cache
def counted(height: int, width: int) -> list[Filling]:
    """Numbers that say how many cells beside theirs have one."""
    return [
        {p: sum(q in some for q in beside(p)) if p in some else 0 for p in places(height, width)}
        for some in shadings(height, width)
        if len(some) > 1 and len(areas(some)) == 1
    ]


def grey_and_black(*marks: object, masked: bool = True) -> Make:
    """A few cells with a number, and perhaps a black one."""

    def make(random: Random, h: int, w: int) -> Layouts:
        number, black, mask = scattered(random, h, w, marks, 2), scattered(random, h, w, "x", 1), blank(h, w)
        for r in range(h):
            for c in range(w):
                if number[r][c] != ".":
                    black[r][c] = "."
                if number[r][c] != "." or black[r][c] != ".":
                    mask[r][c] = "x"
        return {"clues number": number, "clues black": black} | ({"mask": mask} if masked else {})

    return make


def distinct(filling: Filling, cells: Iterable[Place], empty: int | None = None) -> bool:
    """Whether no value but the empty one is twice in some cells."""
    found = [filling[place] for place in cells if filling[place] != empty]
    return len(found) == len(set(found))


def filling_genre(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    candidates: Candidates,
    holds: Callable[[Board, Filling], bool],
    by_hand: Sequence[Board] = (),
    further: str = "",
) -> Genre[Numbers]:
    """A genre of values, of which some may be given."""

    def obeying(board: Board) -> Iterator[Numbers]:
        given = board.known if "givens" in board.layouts else {}
        for filling in candidates(board):
            if all(filling[place] == value for place, value in given.items()) and holds(board, filling):
                yield tuple(None if place in board.holes else filling[place] for place in board.cells)

    return Genre(
        name,
        make,
        sizes,
        obeying,
        always,
        lambda _board, solution: numbers(solution),
        by_hand=by_hand,
        further=further,
    )
