"""What the checks of genres share: plain Python about places, which imports nothing of the package.

A place is its row and column, from 1. A filling maps places to values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

Place = tuple[int, int]
Filling = dict[Place, int]


def places(height: int, width: int) -> list[Place]:
    """All places of a grid, row by row."""
    return [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]


def fillings(height: int, width: int, values: Sequence[int]) -> Iterator[Filling]:
    """All fillings of a grid."""
    cells = places(height, width)
    for chosen in product(values, repeat=len(cells)):
        yield dict(zip(cells, chosen, strict=True))


def beside(place: Place) -> list[Place]:
    """The places that share a side with a place: up, left, right, down."""
    r, c = place
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def around(place: Place) -> list[Place]:
    """The places that share a side or a corner with a place."""
    r, c = place
    return [(r + y, c + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def areas(
    cells: Iterable[Place],
    near: Callable[[Place], Iterable[Place]] = beside,
    joined: Callable[[Place, Place], bool] = lambda _a, _b: True,
) -> list[set[Place]]:
    """The connected parts of a set of places, by sides or by ``near``; two places beside each other may be unjoined."""
    left, found = set(cells), []
    while left:
        area = [left.pop()]
        for place in area:
            more = [other for other in near(place) if other in left and joined(place, other)]
            left.difference_update(more)
            area += more
        found.append(set(area))
    return found


def squares(filling: Filling) -> list[tuple[int, int, int, int]]:
    """The values of each 2×2, row by row."""
    return [
        (value, filling[r, c + 1], filling[r + 1, c], filling[r + 1, c + 1])
        for (r, c), value in filling.items()
        if (r + 1, c + 1) in filling
    ]


def lines(filling: Filling) -> list[list[int]]:
    """The values of each row, then of each column."""
    height, width = max(filling)
    rows = [[filling[r, c] for c in range(1, width + 1)] for r in range(1, height + 1)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def is_rectangle(area: set[Place]) -> bool:
    """Whether an area is a rectangle."""
    tall, wide = (len({place[k] for place in area}) for k in (0, 1))
    return tall * wide == len(area) and all(max(a) - min(a) < len(a) for a in ({p[k] for p in area} for k in (0, 1)))


def is_square(area: set[Place]) -> bool:
    """Whether an area is a square."""
    return is_rectangle(area) and len({r for r, _ in area}) == len({c for _, c in area})
