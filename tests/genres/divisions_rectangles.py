"""Genres that divide the grid into rectangles, squares, bars or L-shapes."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    board,
    both,
    count_is,
    empty,
    marked,
    on_sides,
    points,
    scattered,
    shaded,
)
from tests.genres.dividing import (
    SIZES,
    by_borders,
    by_joints,
    by_pieces,
    clues,
    corners_of,
    division_genre,
    no_crossing,
    one_each,
    sizes_agree,
    sizes_differ,
)
from tests.genres.plain import (
    STEPS,
    Area,
    Division,
    Place,
    Shading,
    area_at,
    at_point,
    beside,
    divisions,
    extent,
    is_bar,
    is_rectangle,
    is_square,
    pairs,
    places,
    ray,
    shadings,
    step,
)


def familyphoto(board: Board, division: Division) -> bool:
    circle = set(board.marks("clues circle"))
    return (
        one_each(division, board.number)
        and all(map(is_rectangle, division))
        and all(len(area_at(division, place) & circle) == n for place, n in board.known.items())
        and all(b in area_at(division, a) for a, b in board.pairs if {a, b} <= circle)
    )


def fillmat(board: Board, division: Division) -> bool:
    return (
        all(is_bar(area) for area in division)
        and sizes_differ(division)
        and not any(len(set(ring)) == 4 for ring in corners_of(board, division))
        and all(len(area & set(board.number)) <= 1 for area in division)
        and sizes_agree(board, division)
    )


MATS = [[(0, 0)], *([(r * k, c * k) for k in range(n)] for n in (2, 3, 4) for r, c in ((0, 1), (1, 0)))]


def shikaku(board: Board, division: Division) -> bool:
    return (
        all(map(is_rectangle, division))
        and one_each(division, board.number)
        and all(count_is(len(area_at(division, place)), n) for place, n in board.number.items())
    )


def squarejam(board: Board, division: Division) -> bool:
    return (
        all(map(is_square, division))
        and no_crossing(board, division)
        and all(count_is(extent(area_at(division, place))[0], n) for place, n in board.number.items())
    )


def tatamibari(board: Board, division: Division) -> bool:
    marks = board.marks("clues mark")
    for area in division:
        if len(found := clues(area, marks)) != 1 or not is_rectangle(area):
            return False
        tall, wide = extent(area)
        if not {"?": True, "1": tall > wide, "2": tall < wide, "3": tall == wide}[found[0]]:
            return False
    return no_crossing(board, division)


def nawabari(board: Board, division: Division) -> bool:
    return (
        all(map(is_rectangle, division))
        and one_each(division, board.number)
        and all(
            count_is(sum(other not in area_at(division, place) for other in beside(place)), n)
            for place, n in board.number.items()
        )
    )


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
                if place not in ends or step(place, mark) not in area:
                    return False
            elif place != bends[0] or mark not in ("o", str(len(area))):
                return False
    return True


def beside_in(place: Place, area: Area) -> list[Place]:
    return [other for other in beside(place) if other in area]


def is_bend(place: Place, area: Area) -> bool:
    found = beside_in(place, area)
    return len(found) == 2 and len({r for r, _ in found}) == len({c for _, c in found}) == 2


def usotatami(board: Board, division: Division) -> bool:
    return (
        all(is_bar(area) for area in division)
        and one_each(division, board.number)
        and no_crossing(board, division)
        and all(len(area_at(division, place)) != n for place, n in board.number.items())
    )


def voxas(board: Board, division: Division) -> bool:
    if not all(len(area) in (2, 3) and is_bar(area) for area in division):
        return False
    for point, mark in board.marks("clues point").items():
        a, b = (area_at(division, place) for place in at_point(point))
        alike = (len(a) == len(b)) + ((extent(a)[0] > 1) == (extent(b)[0] > 1))
        if a == b or (mark != "0" and alike != int(mark) - 1):
            return False
    return True


def yajitatami(board: Board, division: Division) -> bool:
    if not no_crossing(board, division):
        return False
    if not all(len(area) > 1 and is_bar(area) for area in division):
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
            met = [of[place], *(of[other] for other in board.ahead(place, way))]
            if len(met) < 2 or met[1] == met[0] or (number != "?" and len(set(met)) - 1 != int(number)):
                return False
    return True


def yajitatami_board(random: Random, h: int, w: int) -> Layouts:
    arrows = [",".join(mark) for mark in product("nwes", "?123")]
    return {
        "clues clue": scattered(random, h, w, ["?", 2, 3, *arrows[:8]], 2),
        "clues right": scattered(random, h, w - 1, "x", 1),
        "clues below": scattered(random, h - 1, w, "x", 1),
    }


def lapaz(board: Board, division: Division) -> bool:
    """Areas of one cell are shaded."""
    dark = {place for area in division if len(area) == 1 for place in area}
    if any(len(area) > 2 for area in division) or any(set(beside(place)) & dark for place in dark):
        return False
    for place, n in board.number.items():
        area = area_at(division, place)
        if len(area) == 1:
            return False
        line = [place]
        for way in "we" if extent(area)[1] == 2 else "ns":
            line += ray(place, way, board.free)
        if not count_is(len(dark & set(line)), n):
            return False
    return True


def patchwork(board: Board, answer: tuple[Division, Shading]) -> bool:
    division, dark = answer
    grey = board.number
    of = {place: area for area in division for place in area}
    return (
        not dark & set(grey)
        and all(map(is_square, division))
        and all(
            of[a] == of[b] or (a in dark) != (b in dark)
            for a, b in pairs(board.height, board.width)
            if a not in grey and b not in grey
        )
        and all(count_is(len(dark & of[place]), n) for place, n in grey.items())
    )


def patchworks(board: Board) -> list[tuple[Division, Shading]]:
    squares = [d for d in divisions(board.free) if all(map(is_square, d))]
    return list(product(squares, shadings(board.height, board.width)))


GENRES: list[AnyGenre] = [
    division_genre(
        "familyphoto",
        SIZES,
        both(marked("x", name="clues circle"), marked(0, 1, 2, "?")),
        familyphoto,
        by_hand=[board(3, 3, clues_circle=".xx/.x./..x", clues_number="1../..2/.?.")],
    ),
    division_genre("fillmat", SIZES, marked(1, 2, 3, 4, "?"), fillmat, by_pieces(MATS), of=range(1, 5)),
    division_genre(
        "lapaz",
        [(3, 3)],
        both(marked("?", 0, 1, 2, most=2), empty("mask")),
        lapaz,
        by_joints({2: "e", 4: "s"}),
        by_hand=[board(3, 3, clues_number=".?./..1/...", mask=".../.x./...")],
    ),
    division_genre("nawabari", [(3, 3)], marked("?", 2, 3, 4, most=4), nawabari),
    Genre(
        "patchwork",
        marked("?", 0, 1, 2),
        [(3, 3)],
        patchworks,
        patchwork,
        lambda board, solution: (by_borders("square")(board, solution), shaded(solution)),
        by_hand=[
            board(3, 3, clues_number=number) for number in [".../.../..1", "2../.?./...", ".../.../0..", "?../.../..."]
        ],
    ),
    Genre(
        "sashigane",
        marked("o", 3, 4, *"nwes", name="clues clue", most=2),
        [(3, 4)],
        lambda board: in_corners(board.height, board.width),
        sashigane,
        by_joints(L_PARTS),
    ),
    division_genre("shikaku", [(3, 3)], marked("?", 1, 2, 3, 6, most=4), shikaku),
    division_genre(
        "squarejam",
        [(3, 3)],
        marked("?", 1, 2, most=1),
        squarejam,
        by_borders("piece"),
        by_hand=[board(2, 4, clues_number=".2../....")],
    ),
    division_genre(
        "tatamibari",
        [(3, 3)],
        marked("?", 1, 2, 3, name="clues mark", most=5),
        tatamibari,
        by_hand=[board(3, 3, clues_mark="1.?/.../.3.")],
    ),
    division_genre(
        "usotatami",
        [(3, 3)],
        marked("?", 1, 2, 3, most=5),
        usotatami,
        by_borders("strip"),
        by_hand=[board(3, 3, clues_number="3../?.1/2..")],
    ),
    division_genre(
        "voxas",
        [(3, 3)],
        points(*"0123", name="clues point", most=4, where=on_sides),
        voxas,
        by_joints({1: "e", 3: "e", 4: "e", 6: "s", 8: "s", 9: "s"}),
        by_hand=[board(3, 3, clues_point=".2.../...../...../1...0/.....")],
    ),
    division_genre(
        "yajitatami",
        [(3, 3)],
        yajitatami_board,
        yajitatami,
        by_borders("strip"),
        by_hand=[board(3, 3, clues_clue="e,2 . . / . . . / . . .", clues_right="../../.x", clues_below=".../...")],
    ),
]
