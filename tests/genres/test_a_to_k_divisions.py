"""Random tiny boards of genres that part the grid: the answers are all divisions that obey the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

import pytest

from puzzledsl import Solution
from tests.genres.enumerating import (
    Board,
    Clues,
    assert_answers,
    divisions,
    edges,
    equal_areas,
    random_board,
)
from tests.library.genre_laws.plain import Place, areas, beside, is_rectangle, shape, tilings, turned_shape

Division = Sequence[frozenset[Place]]
Rule = Callable[[Board, Division], bool]
Answer = frozenset[frozenset[Place]]


def held(area: frozenset[Place], layout: Iterable[Place]) -> list[Place]:
    return [place for place in layout if place in area]


def neighbours(division: Division) -> list[tuple[frozenset[Place], frozenset[Place]]]:
    """The pairs of areas that share a side."""
    rims = [(area, {other for place in area for other in beside(place)}) for area in division]
    return [(a, b) for a, rim in rims for b in division if a != b and rim & b]


def four_meet(division: Division) -> bool:
    at = {place: k for k, area in enumerate(division) for place in area}
    corners = [{at.get(place, -1) for place in [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]} for r, c in at]
    return any(len(corner) == 4 and -1 not in corner for corner in corners)


def sides_agree(board: Board, division: Division) -> bool:
    """Whether each number says how many sides of its cell are borders."""
    at = {place: area for area in division for place in area}
    return all(sum(other not in at[place] for other in beside(place)) == n for place, n in board.numbers().items())


def aho(board: Board, division: Division) -> bool:
    for area in division:
        marks = held(area, board.layouts["number"])
        if len(marks) != 1 or board.layouts["number"][marks[0]] not in ("?", len(area)):
            return False
        tops = [(min(p[k] for p in area), max(p[k] for p in area)) for k in (0, 1)]
        box = {(r, c) for r in range(tops[0][0], tops[0][1] + 1) for c in range(tops[1][0], tops[1][1] + 1)}
        notch = box - area
        is_ell = (
            len(areas(notch)) == 1 and is_rectangle(notch) and any((r, c) in notch for r in tops[0] for c in tops[1])
        )
        smaller = all(len({p[k] for p in notch}) < len({p[k] for p in box}) for k in (0, 1))
        if not (is_ell and smaller if len(area) % 3 == 0 else is_rectangle(set(area))):
            return False
    return True


def araf(board: Board, division: Division) -> bool:
    for area in division:
        marks = [board.layouts["number"][place] for place in held(area, board.layouts["number"])]
        numbers = sorted(int(n) for n in marks if n != "?")
        if len(marks) != 2 or len(area) in numbers or (len(numbers) == 2 and not numbers[0] < len(area) < numbers[1]):
            return False
    return True


def compass(board: Board, division: Division) -> bool:
    for area in division:
        marks = held(area, board.layouts["compass"])
        if len(marks) != 1:
            return False
        ((y, x),) = marks
        beyond = [r < y for r, _ in area], [r > y for r, _ in area], [c < x for _, c in area], [c > x for _, c in area]
        numbers = str(board.layouts["compass"][y, x]).split(",")
        if any(n not in ("?", str(sum(some))) for n, some in zip(numbers, beyond, strict=True)):
            return False
    return True


def dbchoco(board: Board, division: Division) -> bool:
    grey = set(board.layouts["grey"])
    for area in division:
        halves = [set(area) & grey, set(area) - grey]
        if [len(areas(half)) for half in halves] != [1, 1] or turned_shape(halves[0]) != turned_shape(halves[1]):
            return False
        if any(len(half) != n for place, n in board.numbers().items() for half in halves if place in half):
            return False
    return True


def familyphoto(board: Board, division: Division) -> bool:
    circle = set(board.layouts["circle"])
    for area in division:
        marks = held(area, board.layouts["number"])
        if len(marks) != 1 or not is_rectangle(set(area)):
            return False
        if board.layouts["number"][marks[0]] not in ("?", len(area & circle)):
            return False
    at = {place: area for area in division for place in area}
    return all(at[a] == at[b] for a, b in board.pairs if {a, b} <= circle)


def fillmat(board: Board, division: Division) -> bool:
    return (
        all(len(area) <= 4 and 1 in (len({r for r, _ in area}), len({c for _, c in area})) for area in division)
        and all(len(a) != len(b) for a, b in neighbours(division))
        and not four_meet(division)
        and all(len(held(area, board.layouts["number"])) <= 1 for area in division)
        and all(len(area) == n for place, n in board.numbers().items() for area in division if place in area)
    )


def fillomino(board: Board, division: Division) -> bool:
    return all(len(a) != len(b) for a, b in neighbours(division)) and all(
        len(area) == n for place, n in board.numbers().items() for area in division if place in area
    )


def heteromino(board: Board, division: Division) -> bool:
    return all(shape(set(a)) != shape(set(b)) for a, b in neighbours(division))


NUMBERS = [*range(1, 5), "?"]
CASES: dict[str, tuple[Rule, Sequence[Clues]]] = {
    "aho": (aho, [Clues("number", [2, 3, 4, 5, "?", "?"], 0.3)]),
    "araf": (araf, [Clues("number", [*range(7), "?"], 0.5)]),
    "compass": (compass, [Clues("compass", ["?,?,?,?", "1,?,?,?", "?,0,?,2", "?,?,1,?", "0,?,?,?"], 0.25)]),
    "dbchoco": (dbchoco, [Clues("grey", "x", 0.5), Clues("number", [1, 2, 3, "?"], 0.15)]),
    "familyphoto": (familyphoto, [Clues("circle", "x", 0.3), Clues("number", [0, 1, 2, "?"], 0.3)]),
    "fillmat": (fillmat, [Clues("number", NUMBERS, 0.3)]),
    "fillomino": (fillomino, [Clues("number", NUMBERS, 0.3)]),
}
DIVISIONS = {"dbchoco": "piece"}
"""The genres whose areas are those of a division, with its name; others hold equal values in an area."""


def areas_of(genre: str, board: Board, solution: Solution) -> Answer:
    if genre in DIVISIONS:
        drawn = edges(solution, DIVISIONS[genre])
        return frozenset(map(frozenset, areas(board.cells, joined=lambda a, b: tuple(sorted((a, b))) not in drawn)))
    if genre == "fillmat":
        return mats(board, solution)
    return equal_areas(solution)


def mats(board: Board, solution: Solution) -> Answer:
    """The mats of a solution, whose cells hold numbers of pieces: 1, or a mat's length, direction and position."""
    pieces = [(0, 1, 1), *((way, n, k) for n in (2, 3, 4) for way in (0, 1) for k in range(1, n + 1))]
    starts: dict[tuple[int, int, int], set[Place]] = {}
    for (r, c), v in zip(board.cells, (int(v or 0) for row in solution.grid() for v in row), strict=True):
        way, _, k = pieces[v - 1]
        starts.setdefault((r, c - k + 1, 0) if way == 0 else (r - k + 1, c, 1), set()).add((r, c))
    return frozenset(map(frozenset, starts.values()))


SLOW = [(3, 3, k) for k in range(6)] + [(2, 4, k) for k in range(3)] + [(2, 2, 0), (1, 4, 0)]


@pytest.mark.parametrize("size", [(3, 3), (2, 4), *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)])
@pytest.mark.parametrize("genre", CASES)
def test_the_divisions_are_those_of_the_rules(genre: str, size: tuple[int, ...]) -> None:
    rule, clues = CASES[genre]
    board = random_board(Random(f"{genre} {size}"), size, clues)
    expected = [frozenset(division) for division in divisions(*size[:2]) if rule(board, division)]
    assert_answers(board.text(genre), lambda solution: areas_of(genre, board, solution), expected)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))])
@pytest.mark.parametrize(
    ("genre", "size", "cells"), [("fourcells", (3, 4), 4), ("fivecells", (3, 5), 5), ("heteromino", (3, 4), 3)]
)
def test_areas_of_one_size(genre: str, size: tuple[int, int], cells: int, seed: int) -> None:
    clues = [] if genre == "heteromino" else [Clues("number", [1, 2, 3, "?"], 0.15)]
    board = random_board(Random(f"{genre} {seed}"), size, [*clues, Clues("mask", "x", 0.0)])
    text = board.text(genre)
    if genre == "heteromino":
        text = text.replace("\n", "\nparam height = 3\nparam width = 4\n", 1)
    expected = [
        frozenset(map(frozenset, division))
        for division in tilings(*size, cells)
        if (heteromino if genre == "heteromino" else sides_agree)(board, [frozenset(area) for area in division])
    ]
    of = equal_areas if genre != "heteromino" else triominoes
    assert_answers(text, of, expected)


def triominoes(solution: Solution) -> Answer:
    """The pieces of a solution of heteromino, whose cells hold numbers of places in six shapes."""
    shapes = ["00 01 02", "00 10 20", "00 01 10", "00 01 11", "00 10 11", "01 10 11"]
    parts = [(int(part[0]), int(part[1])) for form in shapes for part in form.split()]
    found: dict[tuple[int, int, int], set[Place]] = {}
    for r, row in enumerate(solution.grid(), 1):
        for c, v in enumerate(row, 1):
            y, x = parts[int(v or 0) - 1]
            found.setdefault((int(v or 0) - 1 - (int(v or 0) - 1) % 3, r - y, c - x), set()).add((r, c))
    return frozenset(map(frozenset, found.values()))
