"""Genres whose rows and columns hold numbers, and others of numbers that depend on those near them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, permutations, product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    blank,
    board,
    both,
    count_is,
    empty,
    marked,
    on_sides,
    outside,
    points,
    scattered,
)
from tests.genres.filling import (
    any_of,
    counted,
    distinct,
    each_row,
    filling_genre,
    grey_and_black,
    latin,
    latin_squares,
    merged,
)
from tests.genres.plain import (
    STEPS,
    Filling,
    Place,
    areas,
    around,
    at_point,
    beside,
    is_latin,
    lines,
    pairs,
    places,
    ray,
    shadings,
)


def doppelblock(board: Board, filling: Filling) -> bool:
    def sum_between(line: list[Place]) -> int:
        row = [filling[place] for place in line]
        return sum(row[row.index(0) : len(row) - row[::-1].index(0)])

    return (
        all([filling[place] for place in line].count(0) == 2 for line in board.lines)
        and is_latin(filling)
        and all(n == sum_between(line) for n, line in board.outside("above", "left"))
    )


def easyasabc(board: Board, filling: Filling) -> bool:
    rows = [sorted(line) for line in lines(filling)]
    return all(row == rows[0] for row in rows) and all(
        n == next(filling[place] for place in line if filling[place])
        for n, line in board.outside("above", "under", "left", "right")
    )


def few_letters(_random: Random, _h: int, _w: int) -> Layouts:
    return {"clues letters": [["2"]]}


def box_sums(board: Board, filling: Filling) -> bool:
    return any(filling.values()) and all(
        n == sum(k * filling[place] for k, place in enumerate(line, 1)) for n, line in board.outside("above", "left")
    )


def weights(random: Random, h: int, w: int) -> Layouts:
    """Most sums of a random shading."""
    board, dark = Board(h, w, {}), random.choice(shadings(h, w))
    sums = [str(sum(k * (place in dark) for k, place in enumerate(line, 1))) for line in board.lines]
    shown = [n if random.random() < 0.8 else "." for n in sums]
    return {"clues above": [shown[h:]], "clues left": [shown[:h]]}


def kakuro(board: Board, filling: Filling) -> bool:
    for layout, way in [("below", "s"), ("right", "e")]:
        marks = board.marks(f"clues {layout}")
        for cell in board.holes:
            run = [filling[place] for place in ray(cell, way, filling)]
            if len(set(run)) < len(run) or (run and int(marks.get(cell, sum(run))) != sum(run)):
                return False
    return True


def kakuro_board(random: Random, h: int, w: int) -> Layouts:
    black = {(r, c) for r, c in places(h, w) if 1 in (r, c)} | {random.choice([(2, 2), (3, 2), (1, 1)])}
    mask, below, right = blank(h, w), blank(h, w), blank(h, w)
    for r, c in sorted(black):
        mask[r - 1][c - 1] = "x"
        for rows, ahead in ((below, (r + 1, c)), (right, (r, c + 1))):
            if ahead in set(places(h, w)) - black and random.random() < 0.8:
                rows[r - 1][c - 1] = str(random.choice([3, 4, 5, 6, 7]))
    return {"clues below": below, "clues right": right, "mask": mask}


def kropki(board: Board, filling: Filling) -> bool:
    """Where no dot is between two cells, none may be."""
    given = board.marks("clues dot")
    return all(
        given.get((r + y - 1, c + x - 1), ".") in dots(filling[r, c], filling[y, x]) for (r, c), (y, x) in board.pairs
    )


def dots(a: int, b: int) -> set[str]:
    """The dots that may be between two numbers; `.` is none."""
    low, high = sorted((a, b))
    return ({"w"} if high - low == 1 else set()) | ({"b"} if high == 2 * low else set()) or {"."}


def kropki_board(random: Random, h: int, w: int) -> Layouts:
    filling, rows = random.choice(latin(h, w)), blank(2 * h - 1, 2 * w - 1)
    for (r, c), (y, x) in pairs(h, w):
        rows[r + y - 2][c + x - 2] = random.choice(sorted(dots(filling[r, c], filling[y, x])))
    return {"clues dot": rows}


OUTSIDE = outside(lambda _h, _w: (0, 1, 2, 3, "?"), "above", "left", share=0.3)


FIRSTS = outside(lambda _h, _w: (1, 2), "above", "under", "left", "right", share=0.2)


def minarism(board: Board, filling: Filling) -> bool:
    for point, mark in board.marks("clues sign").items():
        a, b = (filling[place] for place in at_point(point))
        if not {"<": a < b, ">": a > b}.get(mark, mark in ("?", str(abs(a - b)))):
            return False
    return True


def threes(board: Board) -> Iterator[Filling]:
    """Groups of three cells with a number each."""
    for some in shadings(board.height, board.width):
        groups = areas(some)
        if all(len(area) == 3 for area in groups) and not some & board.holes:
            for chosen in product((1, 2, 3), repeat=len(groups)):
                yield merged(
                    [dict.fromkeys(board.cells, 0)]
                    + [dict.fromkeys(area, n) for area, n in zip(groups, chosen, strict=True)]
                )


def sums(board: Board, filling: Filling) -> bool:
    return all(
        count_is(sum(filling[p] for p in board.beside(place) if p in board.free), n)
        for place, n in board.number.items()
    )


def numrope(board: Board, filling: Filling) -> bool:
    black = set(board.number) | set(board.marks("clues black"))
    ropes = [((r, c), (r, c + 1)) for r, c in board.marks("clues level")]
    ropes += [((r, c), (r + 1, c)) for r, c in board.marks("clues upright")]
    for a, b in board.pairs:
        if not {a, b} & black and filling[a] == filling[b]:
            return False
    for place in board.cells:
        on = [b if a == place else a for a, b in ropes if place in (a, b)]
        if any(abs(filling[p] - filling[place]) != 1 for p in on):
            return False
        if len(on) == 2 and filling[on[0]] == filling[on[1]]:
            return False
    return all(
        count_is(sum(filling[p] for p in board.beside(place) if p not in black), n) for place, n in board.number.items()
    )


def digits(board: Board) -> Iterator[Filling]:
    black = set(board.number) | set(board.marks("clues black"))
    white = [place for place in board.cells if place not in black]
    for chosen in product(range(1, 10), repeat=len(white)):
        yield dict.fromkeys(black, 0) | dict(zip(white, chosen, strict=True))


def numrope_board(random: Random, h: int, w: int) -> Layouts:
    board = grey_and_black("?", 5, 9, 11, masked=False)(random, h, w)
    free = {
        (r, c) for r in range(h) for c in range(w) if board["clues number"][r][c] == board["clues black"][r][c] == "."
    }

    def rope(y: int, x: int) -> list[list[str]]:
        return [
            ["x" if {(r, c), (r + y, c + x)} <= free and random.random() < 0.6 else "." for c in range(w - x)]
            for r in range(h - y)
        ]

    return {"clues level": rope(0, 1), "clues upright": rope(1, 0), **board}


def simplegako(board: Board, filling: Filling) -> bool:
    return all(
        sum(v == value and (p[0] == place[0] or p[1] == place[1]) for p, v in filling.items()) == value
        for place, value in filling.items()
    )


def skyscrapers(board: Board, filling: Filling) -> bool:
    def seen(line: list[Place]) -> int:
        heights = [filling[p] for p in line]
        return sum(all(other < v for other in heights[:k]) for k, v in enumerate(heights))

    return all(seen(line) == n for n, line in board.outside("above", "under", "left", "right"))


def sudoku(board: Board, filling: Filling) -> bool:
    boxes = [[(r + y, c + x) for y in (0, 1) for x in (0, 1)] for r in (1, 3) for c in (1, 3)]
    return all(distinct(filling, box) for box in boxes)


def sukoro(board: Board, filling: Filling) -> bool:
    return not any(filling[a] == filling[b] > 0 for a, b in board.pairs)


def seen_empty(board: Board) -> Iterator[Filling]:
    """Numbers that say how many empty cells they see; -1 is an empty cell."""
    for some in shadings(board.height, board.width):
        if not some or len(areas(some)) > 1:
            continue
        filling = dict.fromkeys(board.cells, -1)
        for place in some:
            filling[place] = sum(
                next((k for k, p in enumerate(line) if p in some), len(line))
                for way in STEPS
                for line in [board.ahead(place, way)]
            )
        yield filling


def view(board: Board, filling: Filling) -> bool:
    return not any(filling[a] == filling[b] >= 0 for a, b in board.pairs)


def kakuru(board: Board, filling: Filling) -> bool:
    if any(filling.get(other) == value for place, value in filling.items() for other in around(place)):
        return False
    for place, n in board.known.items():
        near = [filling[other] for other in around(place) if other in filling]
        if len(set(near)) < len(near) or sum(near) != n:
            return False
    return True


def bosanowa_board(random: Random, h: int, w: int) -> Layouts:
    mask, givens = scattered(random, h, w, "x", 1), scattered(random, h, w, [1, 2], 1)
    for holes, row in zip(mask, givens, strict=True):
        row[:] = ["." if hole == "x" else n for hole, n in zip(holes, row, strict=True)]
    return {"mask": mask, "givens": givens}


def kakuru_board(random: Random, h: int, w: int) -> Layouts:
    number, black, mask = blank(h, w), blank(h, w), blank(h, w)
    for (r, c), rows in zip(random.sample(places(h, w), 3), (number, number, black), strict=True):
        rows[r - 1][c - 1] = str(random.choice(["?", 6, 9, 12])) if rows is number else "x"
        mask[r - 1][c - 1] = "x"
    return {"clues number": number, "clues black": black, "mask": mask}


def bosanowa(_board: Board, filling: Filling) -> bool:
    return all(
        value == sum(abs(value - filling[other]) for other in beside(place) if other in filling)
        for place, value in filling.items()
    )


def japanesesums(board: Board, filling: Filling) -> bool:
    def sums(line: list[Place]) -> list[int]:
        return [sum(run) for shown, run in groupby((filling[place] for place in line), bool) if shown]

    return all(distinct(filling, line, 0) for line in board.lines) and all(
        len(found := sums(line)) == len(asked := [n for n in mark.split(",") if n])
        and all(n in ("?", str(one)) for n, one in zip(asked, found, strict=True))
        for mark, line in board.outside_marks("above", "left")
    )


def two_at_most(_random: Random, _h: int, _w: int) -> Layouts:
    return {"clues largest": [["2"]]}


SUMS = outside(lambda _h, _w: ("2", "?", "1,2", "2,1", "3", "?,1"), "above", "left", share=0.2)


GENRES: list[AnyGenre] = [
    filling_genre(
        "bosanowa",
        [(2, 3), (1, 3)],
        bosanowa_board,
        any_of(*range(1, 9)),
        bosanowa,
        further="for c in cells:\n    c <= 8\n",
        by_hand=[board(2, 4, mask="...x/...x", givens=".2../....")],
    ),
    filling_genre(
        "box",
        [(3, 3), (2, 4)],
        weights,
        any_of(0, 1),
        box_sums,
        by_hand=[board(3, 3, clues_above="403", clues_left="431")],
    ),
    filling_genre(
        "doppelblock", [(4, 4)], both(OUTSIDE, empty("givens")), each_row(*permutations([0, 0, 1, 2])), doppelblock
    ),
    filling_genre(
        "easyasabc", [(3, 3)], both(few_letters, FIRSTS, empty("givens")), each_row(*permutations([0, 1, 2])), easyasabc
    ),
    filling_genre(
        "japanesesums",
        [(3, 3), (2, 4)],
        both(two_at_most, SUMS, empty("givens")),
        any_of(0, 1, 2),
        japanesesums,
        by_hand=[board(3, 3, clues_largest="2", clues_above=". . ?,1", clues_left="1,2 . .", givens="")],
    ),
    filling_genre("kakuro", [(3, 3)], kakuro_board, any_of(*range(1, 10)), kakuro),
    filling_genre(
        "kakuru",
        [(2, 3)],
        kakuru_board,
        any_of(*range(1, 10)),
        kakuru,
        by_hand=[board(2, 3, clues_number="..9/...", clues_black=".../.x.", mask="..x/.x.")],
    ),
    filling_genre(
        "kropki",
        [(3, 3), (4, 2)],
        kropki_board,
        latin_squares,
        kropki,
        by_hand=[board(4, 1, clues_dot="./w/././././."), board(1, 4, clues_dot=".w.....")],
    ),
    filling_genre(
        "minarism",
        [(2, 3)],
        points(*"<>12?", name="clues sign", most=4, where=on_sides),
        latin_squares,
        minarism,
        by_hand=[board(3, 2, clues_sign=".2./.../.../>../...")],
    ),
    filling_genre(
        "numrope",
        [(2, 2)],
        numrope_board,
        digits,
        numrope,
        by_hand=[board(2, 3, clues_level="../x.", clues_upright="x..", clues_number="..9/...", clues_black="")],
    ),
    filling_genre(
        "sananko",
        [(3, 3)],
        grey_and_black("?", 1, 2, 3, 4, 6),
        threes,
        sums,
        by_hand=[board(3, 3, clues_number=".../.4./...", clues_black="", mask=".../.x./...")],
    ),
    filling_genre(
        "simplegako",
        [(2, 3)],
        marked(1, 2, 3, name="givens", most=1),
        any_of(1, 2, 3, 4),
        simplegako,
        by_hand=[board(2, 3, givens="")],
    ),
    filling_genre(
        "skyscrapers",
        [(3, 3)],
        both(outside(lambda _h, _w: (1, 2, 3, "?"), "above", "under", "left", "right", share=0.3), empty("givens")),
        latin_squares,
        skyscrapers,
        by_hand=[
            board(3, 2, clues_above="2.", clues_under=".1", clues_left="2..", clues_right="..."),
            board(2, 3, clues_above="2..", clues_under="...", clues_left="2.", clues_right=".1"),
        ],
    ),
    filling_genre(
        "sudoku",
        [(4, 4)],
        marked(1, 2, 3, 4, name="givens", most=5),
        latin_squares,
        sudoku,
    ),
    filling_genre(
        "sukoro",
        [(3, 3)],
        marked(0, 1, 2, 3, name="givens", most=2),
        lambda board: counted(board.height, board.width),
        sukoro,
    ),
    filling_genre("view", [(3, 3)], marked(0, 1, 2, 3, name="givens", most=2), seen_empty, view),
]
