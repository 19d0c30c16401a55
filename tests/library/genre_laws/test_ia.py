"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    area_of,
    areas,
    beside,
    fillings,
    partitions,
    places,
    shape,
)

Check = Callable[[Filling], bool]
What = TypeVar("What")
Layouts = Mapping[str, Sequence[str]]


def found(genre: str, layouts: Layouts, of: Callable[[Solution], object]) -> set[object]:
    """What is compared of the solutions of a puzzle, each once."""
    text = f'genre "{genre}"\n' + "".join(
        f"{head}:\n" + "".join(f"    {row}\n" for row in rows) for head, rows in layouts.items()
    )
    solutions = [of(solution) for solution in parse(text).solutions()]
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def is_used(solution: Solution) -> tuple[bool, ...]:
    """Which cells of the main grid do not hold 0."""
    return tuple(value != 0 for value in values(solution))


def edges(solution: Solution, name: str) -> frozenset[frozenset[Place]]:
    """The places that drawn edges join."""
    return frozenset(
        frozenset((int(r), int(c)) for r, c in re.findall(r"r(\d)c(\d)", key))
        for key, value in solution.values.items()
        if value and key.startswith(f"{name}[")
    )


def joined(path: Sequence[Place]) -> frozenset[frozenset[Place]]:
    """The edges of a path."""
    return frozenset(frozenset(pair) for pair in pairwise(path))


def coverings(cells: set[Place], objects: Sequence[tuple[frozenset[Place], What]]) -> Iterator[list[What]]:
    """All ways to cover places by objects, each place once."""
    if not cells:
        yield []
        return
    first = min(cells)
    for covered, what in objects:
        if first in covered and covered <= cells:
            for others in coverings(cells - covered, objects):
                yield [what, *others]


def paths(start: Place, cells: set[Place]) -> Iterator[list[Place]]:
    """All paths from a place through other places."""
    yield [start]
    for place in beside(start):
        if place in cells:
            for path in paths(place, cells - {place}):
                yield [start, *path]


def evolmino(arrows: Sequence[Sequence[Place]]) -> Check:
    def check(filling: Filling) -> bool:
        blocks = areas(place for place, value in filling.items() if value)
        on_arrows = {place for arrow in arrows for place in arrow}
        along = [[block for place in arrow for block in blocks if place in block] for arrow in arrows]
        return (
            filling[1, 3] == 1
            and filling[2, 1] == 0
            and all(len(block & on_arrows) == 1 for block in blocks)
            and all(len(line) >= 2 for line in along)
            and all(
                len(after) == len(before) + 1 and any(shape(after - {place}) == shape(before) for place in after)
                for line in along
                for before, after in pairwise(line)
            )
        )

    return check


@pytest.mark.parametrize(
    ("way", "arrows"),
    [
        (["ee..", "....", "...."], [[(1, 1), (1, 2), (1, 3)]]),
        (["ees.", "..s.", "...."], [[(1, 1), (1, 2), (1, 3), (2, 3), (3, 3)]]),
        (["....", "...n", "...n"], [[(3, 4), (2, 4), (1, 4)]]),
        (["ss..", "ss..", "...."], [[(1, 1), (2, 1), (3, 1)], [(1, 2), (2, 2), (3, 2)]]),
        (["s..s", "s..s", "...."], [[(1, 1), (2, 1), (3, 1)], [(1, 4), (2, 4), (3, 4)]]),
    ],
)
def test_evolmino(way: list[str], arrows: list[list[Place]]) -> None:
    check = evolmino(arrows)
    expected = {tuple(map(bool, filling.values())) for filling in fillings(3, 4, (0, 1)) if check(filling)}
    assert found("evolmino", {"clues mark": ["..s.", "x...", "...."], "clues way": way}, is_used) == expected


def pencils(height: int, width: int) -> Iterator[tuple[frozenset[Place], list[Place], list[Place]]]:
    """The places, the strip from its point on, and the line from the point on of all pencils on a grid."""
    cells = {*places(height, width)}
    for r, c in cells:
        for y, x in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            for size in range(1, max(height, width)):
                strip = [(r - k * y, c - k * x) for k in range(1, size + 1)]
                if cells >= {*strip}:
                    for line in paths((r, c), cells - {(r, c), *strip}):
                        if len(line) == size + 1:
                            yield frozenset([*strip, *line]), strip, line


@pytest.mark.parametrize(
    "clue",
    [
        ["....", "....", "...."],
        [".1..", "....", "...?"],
        ["..2.", "....", "...."],
        ["....", "w...", "...."],
        ["....", "...s", "...."],
        ["..n.", "2...", "...."],
    ],
)
def test_pencils(clue: list[str]) -> None:
    given = {(r, c): clue[r - 1][c - 1] for r, c in places(3, 4)}
    steps = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}

    def fits(strip: list[Place], line: list[Place]) -> bool:
        (r, c), (y, x) = line[0], strip[0]
        return (
            all(given[place] in (".", "?", str(len(strip))) for place in strip)
            and all(given[place] == "." for place in line[1:])
            and (given[r, c] == "." or steps.get(given[r, c]) == (r - y, c - x))
        )

    def drawn(strip: list[Place], line: list[Place]) -> tuple[dict[Place, int], frozenset[frozenset[Place]]]:
        way = beside(strip[0]).index(line[0]) + 1
        return {**dict.fromkeys(strip, way), line[0]: 5, **dict.fromkeys(line[1:], 0)}, joined(line)

    objects = [(covered, drawn(strip, line)) for covered, strip, line in pencils(3, 4) if fits(strip, line)]
    expected = {
        (tuple(kinds[place] for place in places(3, 4)), frozenset().union(*(lines for _, lines in some)))
        for some in coverings({*places(3, 4)}, objects)
        for kinds in [dict(pair for found, _ in some for pair in found.items())]
    }

    def of(solution: Solution) -> object:
        return values(solution), edges(solution, "line")

    assert found("pencils", {"clues clue": clue}, of) == expected


@pytest.mark.parametrize(
    ("grey", "number"),
    [
        (["....", ".xx.", "...."], ["?...", "....", "...."]),
        (["xxx.", "xx..", "...."], ["....", "...?", "..?."]),
        (["..xx", "..xx", "...."], ["2...", "....", "2..."]),
        (["x..x", "x..x", "...."], [".?..", "..2.", "...."]),
        ([".xx.", ".xx.", "...."], ["?...", "...?", "...."]),
    ],
)
def test_balloon_box(grey: list[str], number: list[str]) -> None:
    cells = places(3, 4)
    dark = {(r, c) for r, c in cells if grey[r - 1][c - 1] == "x"}
    numbers = {(r, c): number[r - 1][c - 1] for r, c in cells if number[r - 1][c - 1] != "."}
    boxes = [
        frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        for top, left in cells
        for bottom, right in cells
        if top <= bottom and left <= right
    ]
    objects = [
        (box | {*path}, (box, joined([*path, end])))
        for start, count in numbers.items()
        for path in paths(start, {*cells} - dark - {*numbers})
        for end in beside(path[-1])
        for box in boxes
        if end in box and box <= dark and count in ("?", str(len(box)))
    ]

    def of(solution: Solution) -> object:
        return edges(solution, "line"), partition(dict(zip(cells, values(solution), strict=True)), dark)

    expected = {
        (frozenset().union(*(lines for _, lines in some)), frozenset(box for box, _ in some))
        for some in coverings({*cells}, objects)
    }
    assert found("balloon", {"clues grey": grey, "clues number": number}, of) == expected


def partition(owner: Mapping[Place, object], cells: set[Place]) -> frozenset[frozenset[Place]]:
    """The sets of places with equal values."""
    return frozenset(
        frozenset(place for place in cells if owner[place] == value) for value in {owner[place] for place in cells}
    )


def symmetry_area(filling: Filling) -> bool:
    regions = [area_of(filling, place) for place in filling]
    return all(
        {(min(a)[0] + max(a)[0] - r, min(c for _, c in a) + max(c for _, c in a) - c) for r, c in a} == a
        for a in regions
    ) and all(
        len(area_of(filling, place)) != len(area_of(filling, other)) or filling[place] == filling[other]
        for place in filling
        for other in beside(place)
        if other in filling
    )


@pytest.mark.parametrize(
    "number", [["...", "...", "..."], ["3..", "..?", "..."], ["...", ".5.", "..."], ["2..", "...", "..1"]]
)
def test_symmetry_area(number: list[str]) -> None:
    expected = set()
    for filling in partitions(3, 3):
        sizes = {place: len(area_of(filling, place)) for place in filling}
        if symmetry_area(filling) and all(number[r - 1][c - 1] in ".?" + str(size) for (r, c), size in sizes.items()):
            expected.add(tuple(sizes.values()))
    assert found("symmarea", {"clues number": number}, values) == expected
