"""What the tables of divided grids share. A drawing is the set of the areas, each a set of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzledsl import Solution
from tests.genres.boards import Board, Genre, Make, by_place, divided_by, drawn, parts
from tests.genres.plain import Area, Division, Place, area_at, degrees, divisions, edge, step, touch

Read = Callable[[Board, Solution], Division]
SIZES = [(3, 3), (2, 4), (3, 3), (2, 4), (2, 2), (1, 4)]


def clues(area: Area, marks: Mapping[Place, str]) -> list[str]:
    """The marks in an area."""
    return [mark for place, mark in marks.items() if place in area]


def one_each(division: Division, marks: Iterable[Place]) -> bool:
    """Whether each area has one of these marks."""
    some = set(marks)
    return all(len(area & some) == 1 for area in division)


def neighbours(division: Division) -> list[tuple[Area, Area]]:
    """The pairs of areas that share a side, in both orders."""
    return [(a, b) for a in division for b in division if a != b and touch(a, b)]


def sizes_differ(division: Division) -> bool:
    """Whether areas that share a side have different sizes."""
    return all(len(a) != len(b) for a, b in neighbours(division))


def sizes_agree(board: Board, division: Division) -> bool:
    """Whether each number says how many cells its area has."""
    return all(len(area_at(division, place)) == n for place, n in board.known.items())


def corners_of(board: Board, division: Division) -> list[list[Area]]:
    """The areas of the cells of each 2×2, round about it."""
    of = {place: area for area in division for place in area}
    rings = [[(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)] for r, c in map(min, board.squares)]
    return [[of[place] for place in ring] for ring in rings if all(place in of for place in ring)]


def no_crossing(board: Board, division: Division) -> bool:
    """Whether borders do not cross."""
    return not any(all(ring[i] != ring[i - 1] for i in range(4)) for ring in corners_of(board, division))


def by_values(_board: Board, solution: Solution) -> Division:
    """Read a solution whose areas hold a value each."""
    return parts(by_place(solution))


def by_borders(name: str) -> Read:
    """Read a solution whose borders are the edges of a name."""
    return lambda board, solution: divided_by(drawn(solution, name), board)


def by_joints(leads: Mapping[int, str]) -> Read:
    """Read a solution in which a value says where its cell goes on."""

    def read(board: Board, solution: Solution) -> Division:
        joined = degrees(
            {edge(place, step(place, way)) for place, v in by_place(solution).items() for way in leads.get(v, "")}
        )
        return divided_by([pair for pair in board.pairs if pair[1] not in joined.get(pair[0], [])], board)

    return read


def by_pieces(pieces: Sequence[Sequence[Place]]) -> Read:
    """Read a solution whose cells hold the number of their place in one of these pieces, one after another."""
    numbered = [(k, place) for k, piece in enumerate(pieces) for place in piece]

    def read(_board: Board, solution: Solution) -> Division:
        starts = {}
        for (r, c), v in by_place(solution).items():
            k, (y, x) = numbered[v - 1]
            starts[r, c] = k, r - y, c - x
        return parts(starts)

    return read


def division_genre(
    name: str,
    sizes: Sequence[tuple[int, int]],
    make: Make,
    holds: Callable[[Board, Division], bool],
    read: Read = by_values,
    *,
    of: range = range(1, 99),
    by_hand: Sequence[Board] = (),
) -> Genre[Division]:
    """A genre of areas of some sizes."""
    return Genre(name, make, sizes, lambda board: divisions(board.free, of), holds, read, by_hand=by_hand)
