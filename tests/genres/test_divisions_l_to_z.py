"""Genres that divide the grid into areas, from l to z."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from puzzledsl import Solution
from tests.genres.boards import (
    Board,
    Division,
    Genre,
    Layouts,
    Shading,
    area_at,
    board_with_answer,
    boards,
    compare,
    divided_by,
    divisions,
    drawn,
    parts,
    scattered,
    shaded,
    shadings,
)
from tests.library.genre_laws.plain import (
    Place,
    beside,
    is_rectangle,
    is_square,
    pairs,
    places,
    tilings,
    turned_shape,
)

Holds = Callable[[Board, Division], bool]
Make = Callable[[Random, int, int], Layouts]
Read = Callable[[Board, Solution], Division]
Area = frozenset[Place]
STEPS = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def clues(area: Area, marks: dict[Place, str]) -> list[str]:
    return [mark for place, mark in marks.items() if place in area]


def one_each(division: Division, marks: Iterable[Place]) -> bool:
    return all(sum(place in area for place in marks) == 1 for area in division)


def extent(area: Area) -> tuple[int, int]:
    rows, columns = {r for r, _ in area}, {c for _, c in area}
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def near(one: Area, other: Area) -> bool:
    return any(set(beside(place)) & other for place in one)


def names(board: Board, division: Division) -> list[list[Area]]:
    """The areas of the cells of each 2×2."""
    of = {place: area for area in division for place in area}
    found = []
    for r, c in places(board.height - 1, board.width - 1):
        square = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        if all(place in of for place in square):
            found.append([of[place] for place in square])
    return found


def no_crossing(board: Board, division: Division) -> bool:
    return not any(all(square[i] != square[i - 1] for i in range(4)) for square in names(board, division))


def marked(*marks: object, name: str = "clues number", most: int = 4, further: Iterable[str] = ()) -> Make:
    return lambda random, h, w: {
        name: scattered(random, h, w, marks, most),
        **{other: [["."] * w for _ in range(h)] for other in further},
    }


# Rules


def shikaku(board: Board, division: Division) -> bool:
    return (
        all(map(is_rectangle, map(set, division)))
        and one_each(division, board.number)
        and all(count_is(len(area_at(division, place)), n) for place, n in board.number.items())
    )


def squarejam(board: Board, division: Division) -> bool:
    return (
        all(map(is_square, map(set, division)))
        and no_crossing(board, division)
        and all(count_is(extent(area_at(division, place))[0], n) for place, n in board.number.items())
    )


def tatamibari(board: Board, division: Division) -> bool:
    marks = board.marks("clues mark")
    for area in division:
        if len(found := clues(area, marks)) != 1 or not is_rectangle(set(area)):
            return False
        tall, wide = extent(area)
        if not {"?": True, "1": tall > wide, "2": tall < wide, "3": tall == wide}[found[0]]:
            return False
    return no_crossing(board, division)


def tentaisho(board: Board, division: Division) -> bool:
    stars = board.marks("clues star")
    found = []
    for y, x in stars:
        cells = set(product(((y + 1) // 2, (y + 2) // 2), ((x + 1) // 2, (x + 2) // 2)))
        area = area_at(division, min(cells))
        if not cells <= area or {(y + 1 - r, x + 1 - c) for r, c in area} != area:
            return False
        found.append(area)
    return sorted(map(sorted, found)) == sorted(map(sorted, division))


def stars(random: Random, h: int, w: int) -> Layouts:
    """The middles of the areas of a random division, where they have one."""
    division = random.choice([d for d in divisions(h, w) if all(symmetric(area) for area in d)])
    rows = [["."] * (2 * w - 1) for _ in range(2 * h - 1)]
    for area in division:
        (a, b), (c, d) = min(area), max(area)
        y, x = a + c - 1, b + d - 1
        rows[y - 1][x - 1] = random.choice("wb")
    return {"clues star": rows}


def symmetric(area: Area) -> bool:
    (a, b), (c, d) = min(area), max(area)
    return {(a + c - r, b + d - k) for r, k in area} == area


def nawabari(board: Board, division: Division) -> bool:
    return (
        all(map(is_rectangle, map(set, division)))
        and one_each(division, board.number)
        and all(
            count_is(sum(other not in area_at(division, place) for other in beside(place)), n)
            for place, n in board.number.items()
        )
    )


def narrow(board: Board, division: Division) -> bool:
    marks = board.marks("clues number")
    if not one_each(division, marks) or any(map(is_rectangle, map(set, division))):
        return False
    of = {area: clues(area, marks)[0] for area in division}
    return not any(
        of[a] == of[b] and turned_shape(a) == turned_shape(b) for a, b in combinations(division, 2)
    ) and not any(len({of[area] for area in square}) == 1 for square in names(board, division))


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


def straights(area: Area) -> set[int]:
    """The lengths of the straight pieces of an area, level and upright."""
    found = set()
    for y, x in ((0, 1), (1, 0)):
        for r, c in area:
            if (r - y, c - x) not in area:
                n = 1
                while (r + n * y, c + n * x) in area:
                    n += 1
                found.add(n)
    return found


def lohkous(board: Board, division: Division) -> bool:
    marks = board.marks("clues numbers")
    if not one_each(division, marks):
        return False
    for area in division:
        asked = [n for n in clues(area, marks)[0].split(",") if n]
        lengths = straights(area)
        if len(lengths) != len(asked) or not {int(n) for n in asked if n != "?"} <= lengths:
            return False
    return True


@cache
def in_corners(height: int, width: int) -> list[Division]:
    """All divisions into L-shapes, one cell wide."""
    shapes = [
        frozenset([(r, c), *((r + y * k, c) for k in range(1, a + 1)), *((r, c + x * k) for k in range(1, b + 1))])
        for (r, c), y, x in product(places(height, width), (-1, 1), (-1, 1))
        for a, b in product(range(1, height), range(1, width))
    ]

    def extend(left: frozenset[Place]) -> list[list[Area]]:
        if not left:
            return [[]]
        fitting = [area for area in shapes if area <= left and min(left) in area]
        return [[area, *more] for area in fitting for more in extend(left - area)]

    return [frozenset(found) for found in extend(frozenset(places(height, width)))]


L_PARTS = {1: "n", 2: "s", 3: "w", 4: "e", 5: "ne", 6: "es", 7: "sw", 8: "wn"}


def sashigane(board: Board, division: Division) -> bool:
    marks = board.marks("clues clue")
    for area in division:
        bends = [p for p in area if is_bend(p, area)]
        ends = [p for p in area if len(beside_in(p, area)) == 1]
        if len(bends) != 1 or len(ends) != 2 or any(len(beside_in(p, area)) > 2 for p in area):
            return False
        for place, mark in marks.items():
            if place not in area:
                continue
            if mark in STEPS:
                y, x = STEPS[mark]
                if place not in ends or (place[0] + y, place[1] + x) not in area:
                    return False
            elif place != bends[0] or mark not in ("o", str(len(area))):
                return False
    return True


def beside_in(place: Place, area: Area) -> list[Place]:
    return [other for other in beside(place) if other in area]


def is_bend(place: Place, area: Area) -> bool:
    found = beside_in(place, area)
    return len(found) == 2 and len({r for r, _ in found}) == len({c for _, c in found}) == 2


def symmarea(board: Board, division: Division) -> bool:
    return (
        all(symmetric(area) for area in division)
        and not any(len(a) == len(b) and near(a, b) for a, b in combinations(division, 2))
        and all(count_is(len(area_at(division, place)), n) for place, n in board.number.items())
    )


def usotatami(board: Board, division: Division) -> bool:
    return (
        all(is_rectangle(set(area)) and 1 in extent(area) for area in division)
        and one_each(division, board.number)
        and no_crossing(board, division)
        and all(len(area_at(division, place)) != n for place, n in board.number.items())
    )


def is_bar(area: Area) -> bool:
    return len(area) in (2, 3) and is_rectangle(set(area))


def voxas(board: Board, division: Division) -> bool:
    if not all(map(is_bar, division)):
        return False
    for (y, x), mark in board.marks("clues point").items():
        a, b = (area_at(division, place) for place in (((y + 1) // 2, (x + 1) // 2), ((y + 2) // 2, (x + 2) // 2)))
        alike = (len(a) == len(b)) + ((extent(a)[0] > 1) == (extent(b)[0] > 1))
        if a == b or (mark != "0" and alike != int(mark) - 1):
            return False
    return True


def side_points(random: Random, h: int, w: int) -> Layouts:
    rows = scattered(random, 2 * h - 1, 2 * w - 1, "0123", 4)
    return {"clues point": [[m if (y + x) % 2 else "." for x, m in enumerate(row)] for y, row in enumerate(rows)]}


def yajitatami(board: Board, division: Division) -> bool:
    if not no_crossing(board, division):
        return False
    if not all(len(area) > 1 and is_rectangle(set(area)) and 1 in extent(area) for area in division):
        return False
    of = {place: area for area in division for place in area}
    for heading, y, x in (("clues right", 0, 1), ("clues below", 1, 0)):
        if any(of[r, c] == of[r + y, c + x] for r, c in board.marks(heading)):
            return False
    for place, mark in board.marks("clues clue").items():
        way, _, number = mark.rpartition(",")
        if number != "?" and len(of[place]) != int(number):
            return False
        if way:
            y, x = STEPS[way]
            r, c = place
            met = []
            while (r, c) in of:
                met.append(of[r, c])
                r, c = r + y, c + x
            if len(met) < 2 or met[1] == met[0] or (number != "?" and len(set(met)) - 1 != int(number)):
                return False
    return True


def yajitatami_board(random: Random, h: int, w: int) -> Layouts:
    arrows = [",".join(mark) for mark in product("nwes", "?123") if random.random() < 2]
    return {
        "clues clue": scattered(random, h, w, ["?", 2, 3, *arrows[:8]], 2),
        "clues right": scattered(random, h, w - 1, "x", 1),
        "clues below": scattered(random, h - 1, w, "x", 1),
    }


def lapaz(board: Board, division: Division) -> bool:
    """Areas of one cell are shaded."""
    dark = {place for area in division if len(area) == 1 for place in area}
    holes = board.marks("mask")
    if any(len(area) > 2 for area in division) or any(set(beside(place)) & dark for place in dark):
        return False
    for place, n in board.number.items():
        area = area_at(division, place)
        if len(area) == 1:
            return False
        line = [place]
        for way in "we" if extent(area)[1] == 2 else "ns":
            r, c = place[0] + STEPS[way][0], place[1] + STEPS[way][1]
            while (r, c) in board.cells and (r, c) not in holes:
                line.append((r, c))
                r, c = r + STEPS[way][0], c + STEPS[way][1]
        if not count_is(len(dark & set(line)), n):
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
    "U5": [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
}


def pieces_of(forms: dict[str, str]) -> Holds:
    def holds(board: Board, division: Division) -> bool:
        return not any(turned_shape(a) == turned_shape(b) and near(a, b) for a, b in combinations(division, 2)) and all(
            mark == "?" or turned_shape(area_at(division, place)) == turned_shape(FORMS[forms[mark]])
            for place, mark in board.marks("clues letter").items()
        )

    return holds


# Readings


def by_borders(name: str) -> Read:
    return lambda board, solution: divided_by(
        drawn(solution, name), board.height, board.width, board.marks("mask") if "mask" in board.layouts else ()
    )


def by_joints(leads: dict[int, str]) -> Read:
    """Each value says where its cell goes on."""

    def read(board: Board, solution: Solution) -> Division:
        values = {(r, c): v for r, row in enumerate(solution.grid(), 1) for c, v in enumerate(row, 1) if v is not None}
        joined = {
            (min(a, b), max(a, b))
            for a, v in values.items()
            for way in leads.get(int(v), "")
            for b in [(a[0] + STEPS[way][0], a[1] + STEPS[way][1])]
        }
        borders = frozenset(pair for pair in pairs(board.height, board.width) if pair not in joined)
        return divided_by(borders, board.height, board.width, set(board.cells) - set(values))

    return read


def by_values(board: Board, solution: Solution) -> Division:
    return parts(solution)


@cache
def tiled(height: int, width: int, size: int) -> list[Division]:
    return [frozenset(map(frozenset, areas)) for areas in tilings(height, width, size)]


def case(name: str, size: tuple[int, int], make: Make, holds: Holds, read: Read = by_values) -> Genre[Division]:
    return Genre(name, make, size, lambda board: divisions(board.height, board.width), holds, read)


def shifted(board: Board) -> list[Division]:
    """The divisions into areas of three of all cells but the first row and column."""
    return [
        frozenset(frozenset((r + 1, c + 1) for r, c in area) for area in division)
        for division in tiled(board.height - 1, board.width - 1, 3)
    ]


# Squares and shading


def patchwork(board: Board, answer: tuple[Division, Shading]) -> bool:
    division, dark = answer
    grey = board.number
    of = {place: area for area in division for place in area}
    return (
        not dark & set(grey)
        and all(map(is_square, map(set, division)))
        and all(
            of[a] == of[b] or (a in dark) != (b in dark)
            for a, b in pairs(board.height, board.width)
            if a not in grey and b not in grey
        )
        and all(count_is(len(dark & of[place]), n) for place, n in grey.items())
    )


def patchworks(board: Board) -> list[tuple[Division, Shading]]:
    squares = [d for d in divisions(board.height, board.width) if all(map(is_square, map(set, d)))]
    return list(product(squares, shadings(board.height, board.width)))


GENRES: list[Genre[Division]] = [
    case("lapaz", (3, 3), marked("?", 0, 1, 2, most=2, further=["mask"]), lapaz, by_joints({2: "e", 4: "s"})),
    case("lohkous", (3, 3), marked("?,", "1,", "3,", "1,2", "1,?", "?,?", name="clues numbers"), lohkous),
    case("narrow", (3, 3), marked(1, 1, 2, further=["mask"]), narrow),
    case("nawabari", (3, 3), marked("?", 2, 3, 4), nawabari),
    case("nikoji", (3, 3), marked("A", "A", "B", name="clues letter"), nikoji),
    Genre(
        "sashigane",
        marked("o", 3, 4, *"nwes", name="clues clue", most=2),
        (3, 4),
        lambda board: in_corners(board.height, board.width),
        sashigane,
        by_joints(L_PARTS),
    ),
    case("shikaku", (3, 3), marked("?", 1, 2, 3, 6), shikaku),
    case("squarejam", (3, 3), marked("?", 1, 2, most=1), squarejam, by_borders("piece")),
    case("symmarea", (3, 3), marked("?", 1, 2, 3, 4, further=["clues wall"]), symmarea, by_borders("area")),
    case("tatamibari", (3, 3), marked("?", 1, 2, 3, name="clues mark", most=5), tatamibari),
    case("tentaisho", (3, 3), stars, tentaisho),
    case("trizone", (3, 3), marked("?", 1, 2, 3, further=["mask"]), trizone, by_borders("piece")),
    case("usotatami", (3, 3), marked("?", 1, 2, 3, most=5), usotatami, by_borders("strip")),
    case("voxas", (3, 3), side_points, voxas, by_joints({1: "e", 3: "e", 4: "e", 6: "s", 8: "s", 9: "s"})),
    case("yajitatami", (3, 3), yajitatami_board, yajitatami, by_borders("strip")),
    Genre(
        "pentominous",
        marked("?", "P", "L", "I", "U", name="clues letter", most=1, further=["clues wall", "mask"]),
        (3, 5),
        lambda board: tiled(board.height, board.width, 5),
        pieces_of({"P": "P", "L": "L5", "I": "I5", "U": "U5"}),
        by_borders("area"),
    ),
    Genre(
        "tetrominous",
        marked("?", *"ILOST", name="clues letter", most=1, further=["clues wall", "mask"]),
        (4, 4),
        lambda board: tiled(board.height, board.width, 4),
        pieces_of({name: name for name in "ILOST"}),
        by_borders("area"),
    ),
    Genre("triplace", triplace_board, (4, 4), shifted, triplace, by_borders("piece")),
]
PATCHWORK: Genre[tuple[Division, Shading]] = Genre(
    "patchwork",
    marked("?", 0, 1, 2, most=3),
    (3, 3),
    patchworks,
    patchwork,
    lambda board, solution: (by_borders("square")(board, solution), shaded(solution)),
)


ALL: list[Genre[Any]] = [*GENRES, PATCHWORK]
HEAVY = ("narrow", "nikoji", "pentominous")
"""Genres whose model takes a second, and which have a further test among the laws of genres."""


@pytest.mark.parametrize(
    "genre",
    [pytest.param(genre, marks=[pytest.mark.slow] if genre.name in HEAVY else [], id=genre.name) for genre in ALL],
)
def test_the_divisions_are_those_of_the_rules(genre: Genre[Division]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.slow
@pytest.mark.parametrize("genre", ALL, ids=lambda genre: genre.name)
def test_many_boards(genre: Genre[Division]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
