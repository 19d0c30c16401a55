"""Genres that divide the grid into areas whose shapes matter."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from puzzledsl import Solution
from tests.genres.boards import AnyGenre, Board, Layouts, board, both, count_is, empty, marked, shaded
from tests.genres.dividing import by_borders, by_pieces, clues, corners_of, division_genre, neighbours, one_each
from tests.genres.plain import (
    Division,
    area_at,
    areas,
    at_point,
    beside,
    divisions,
    extent,
    is_rectangle,
    is_symmetric,
    places,
    shape,
    touch,
    turned_shape,
)


def dbchoco(board: Board, division: Division) -> bool:
    grey = set(board.marks("clues grey"))
    for area in division:
        halves = [area & grey, area - grey]
        if len(halves[0]) != len(halves[1]):
            return False
        if [len(areas(half)) for half in halves] != [1, 1] or turned_shape(halves[0]) != turned_shape(halves[1]):
            return False
        if any(len(half) != n for place, n in board.known.items() for half in halves if place in half):
            return False
    return True


def heteromino(_board: Board, division: Division) -> bool:
    return all(shape(a) != shape(b) for a, b in neighbours(division))


TROMINOES = [
    [(int(part[0]), int(part[1])) for part in form.split()]
    for form in ("00 01 02", "00 10 20", "00 01 10", "00 01 11", "00 10 11", "01 10 11")
]


def tentaisho(board: Board, division: Division) -> bool:
    stars = board.marks("clues star")
    found = []
    for y, x in stars:
        cells = set(at_point((y, x)))
        area = area_at(division, min(cells))
        if not cells <= area or {(y + 1 - r, x + 1 - c) for r, c in area} != area:
            return False
        found.append(area)
    return sorted(map(sorted, found)) == sorted(map(sorted, division))


def stars(random: Random, h: int, w: int) -> Layouts:
    """The middles of the areas of a random division, where they have one."""
    division = random.choice([d for d in divisions(frozenset(places(h, w))) if all(is_symmetric(area) for area in d)])
    rows = [["."] * (2 * w - 1) for _ in range(2 * h - 1)]
    for area in division:
        (a, b), (c, d) = min(area), max(area)
        y, x = a + c - 1, b + d - 1
        rows[y - 1][x - 1] = random.choice("wb")
    return {"clues star": rows}


def narrow(board: Board, division: Division) -> bool:
    marks = board.marks("clues number")
    if not one_each(division, marks) or any(map(is_rectangle, division)):
        return False
    of = {area: clues(area, marks)[0] for area in division}
    return not any(
        of[a] == of[b] and turned_shape(a) == turned_shape(b) for a, b in combinations(division, 2)
    ) and not any(len({of[area] for area in square}) == 1 for square in corners_of(board, division))


def nikoji(board: Board, division: Division) -> bool:
    marks = board.marks("clues letter")
    if not one_each(division, marks):
        return False
    of = [(area, *next((place, mark) for place, mark in marks.items() if place in area)) for area in division]
    for (a, p, m), (b, q, n) in combinations(of, 2):
        if m == n:
            if {(r - p[0], c - p[1]) for r, c in a} != {(r - q[0], c - q[1]) for r, c in b}:
                return False
        elif turned_shape(a) == turned_shape(b):
            return False
    return True


def trizone(board: Board, division: Division) -> bool:
    dark = {place for area in division if len(area) == 1 for place in area}
    pieces = [area for area in division if len(area) > 1]
    return (
        all(len(area) == 3 and sum(place in area for place in board.number) == 1 for area in pieces)
        and not dark & set(board.number)
        and not any(set(beside(place)) & dark for place in dark)
        and all(
            count_is(sum(bool(set(beside(p)) & area_at(division, place)) for p in dark), n)
            for place, n in board.number.items()
        )
    )


def shaded_and_divided(board: Board, solution: Solution) -> Division:
    """The areas of a solution, in which those of one cell are shaded."""
    division = by_borders("piece")(board, solution)
    assert shaded(solution) == {min(area) for area in division if len(area) == 1}
    return division


def triplace(board: Board, division: Division) -> bool:
    bars = [area for area in division if 1 in extent(area)]
    return all(
        sum(bool(area & set(line)) for area in bars) == int(n)
        for heading, y, x in (("clues below", 1, 0), ("clues right", 0, 1))
        for (r, c), n in board.marks(heading).items()
        for line in [[(r + k * y, c + k * x) for k in range(1, 9)]]
    )


def triplace_board(random: Random, h: int, w: int) -> Layouts:
    below = [["."] + [random.choice("...012") for _ in range(w - 1)], *[["."] * w for _ in range(h - 1)]]
    right = [["."] * w] + [[random.choice("...012")] + ["."] * (w - 1) for _ in range(h - 1)]
    mask = [["x"] * w, *[["x"] + ["."] * (w - 1) for _ in range(h - 1)]]
    return {"clues below": below, "clues right": right, "mask": mask}


FORMS = {
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "O": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "P": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    "I5": [(0, k) for k in range(5)],
    "L5": [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)],
    "V5": [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)],
    "U5": [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
}


def pieces_of(forms: dict[str, str]) -> Callable[[Board, Division], bool]:
    def holds(board: Board, division: Division) -> bool:
        return not any(
            turned_shape(a) == turned_shape(b) and touch(a, b) for a, b in combinations(division, 2)
        ) and all(
            mark == "?" or turned_shape(area_at(division, place)) == turned_shape(FORMS[forms[mark]])
            for place, mark in board.marks("clues letter").items()
        )

    return holds


GENRES: list[AnyGenre] = [
    division_genre(
        "dbchoco",
        [(2, 4), (3, 4), (2, 5)],
        both(marked("x", name="clues grey", most=8), marked(1, 2, 3, "?", most=1)),
        dbchoco,
        by_borders("piece"),
        by_hand=[
            board(2, len(grey) // 2, clues_grey=grey, clues_number=number)
            for grey, number in [
                ("..xx./.xxx.", ""),
                ("xx..x/x..x.", "....1/....."),
                ("x.x./.x.x", ""),
                ("..x.x/.xxx.", "3..../....."),
            ]
        ],
    ),
    division_genre(
        "heteromino",
        [(3, 4), (3, 5)],
        marked("x", name="mask", most=3),
        heteromino,
        by_pieces(TROMINOES),
        of=range(3, 4),
        by_hand=[board(3, 3, mask="")],
    ),
    division_genre(
        "narrow",
        [(3, 3)],
        both(marked(1, 1, 2, most=4), empty("mask")),
        narrow,
        by_hand=[
            board(3, 4, clues_number=number, mask=mask)
            for number, mask in [
                ("..../12.1/....", ""),
                ("..1./..../.12.", "..../.x../...."),
                (".1../...1/..2.", "..x./..../...."),
            ]
        ],
    ),
    division_genre(
        "nikoji",
        [(3, 3)],
        marked("A", "A", "B", name="clues letter", most=4),
        nikoji,
        by_hand=[
            board(3, 3, clues_letter=letter) for letter in ["A.B/A../C..", "A.A/.../B..", "A.B/.../C..", "A../.B./..C"]
        ],
    ),
    division_genre(
        "pentominous",
        [(3, 5)],
        both(marked("?", "P", "L", "I", "U", name="clues letter", most=1), empty("clues wall", "mask")),
        pieces_of({"P": "P", "L": "L5", "I": "I5", "U": "U5", "V": "V5"}),
        by_borders("area"),
        of=range(5, 6),
        by_hand=[board(3, 5, clues_letter="V..../...../.....", mask="")],
    ),
    division_genre("tentaisho", [(3, 3)], stars, tentaisho),
    division_genre(
        "tetrominous",
        [(4, 4)],
        both(marked("?", *"ILOST", name="clues letter", most=1), empty("clues wall", "mask")),
        pieces_of({name: name for name in "ILOST"}),
        by_borders("area"),
        of=range(4, 5),
        by_hand=[board(4, 4, clues_letter="L.../..../..../....", mask="")],
    ),
    division_genre(
        "triplace",
        [(4, 4)],
        triplace_board,
        triplace,
        by_borders("piece"),
        of=range(3, 4),
        by_hand=[
            board(
                4, 4, clues_below="...1/..../..../....", clues_right="..../1.../..../....", mask="xxxx/x.../x.../x..."
            )
        ],
    ),
    division_genre(
        "trizone",
        [(3, 3)],
        both(marked("?", 1, 2, 3, most=4), empty("mask")),
        trizone,
        shaded_and_divided,
        by_hand=[board(3, 3, clues_number=".3./.../.?.", mask="")],
    ),
]
