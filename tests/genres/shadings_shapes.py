"""Genres whose shaded cells form dominoes, rectangles, tetrominoes, stones or other shapes."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise, product

from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    arrowed,
    board,
    both,
    count_is,
    marked,
    on_sides,
    points,
    roomed,
    said,
)
from tests.genres.plain import (
    Shading,
    areas,
    around,
    at_point,
    count,
    is_one,
    is_rectangle,
    is_square,
    step,
    touch,
    turned_shape,
)
from tests.genres.shading import BY_ROOM, SIZES, is_set, is_zero, light, no_shade_across, rooms_count, shading_genre


def cbanana(board: Board, dark: Shading) -> bool:
    blocks = areas(dark), areas(light(board, dark))
    return (
        all(map(is_rectangle, blocks[0]))
        and not any(map(is_rectangle, blocks[1]))
        and all(len(area) == n for place, n in board.known.items() for some in blocks for area in some if place in area)
    )


def chocona(board: Board, dark: Shading) -> bool:
    return bool(dark) and all(map(is_rectangle, areas(dark))) and rooms_count(board, dark)


def dominion(board: Board, dark: Shading) -> bool:
    letters = board.marks("clues letter")
    held = [[letters[place] for place in area if place in letters] for area in areas(light(board, dark))]
    names = ["".join({name for name in some if name != "?"}) for some in held]
    return (
        not dark & set(letters)
        and all(len(area) == 2 for area in areas(dark))
        and all(len(name) == 1 for name in names)
        and len(set(names)) == len(names)
    )


def kuroclone(board: Board, dark: Shading) -> bool:
    clues = {place: mark.split(",") for place, mark in board.marks("clues clue").items()}
    for room in board.rooms:
        blocks = areas(room & dark)
        if len(blocks) != 2 or len(set(map(turned_shape, blocks))) != 1:
            return False
    for place, (way, n) in clues.items():
        ahead = step(place, way)
        if not any(ahead in area and n in ("?", str(len(area))) for area in areas(dark)):
            return False
    return no_shade_across(board, dark) and not dark & set(clues)


def lits(board: Board, dark: Shading) -> bool:
    blocks = [set(dark & room) for room in board.rooms]
    return (
        all(len(block) == 4 and is_one(block) for block in blocks)
        and is_one(dark)
        and board.no_square(dark)
        and not any(turned_shape(a) == turned_shape(b) and touch(a, b) for a, b in combinations(blocks, 2))
    )


def lookair(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    of = {place: block for block in blocks for place in block}
    if not dark or not all(map(is_square, blocks)):
        return False
    for line in board.lines:
        seen = [of[place] for place in line if place in dark]
        if any(a is not b and len(a) == len(b) for a, b in pairwise(seen)):
            return False
    return all(count_is(count(dark, place) + (place in dark), n) for place, n in board.number.items())


def norinori(board: Board, dark: Shading) -> bool:
    return all(len(dark & room) == 2 for room in board.rooms) and all(count(dark, place) == 1 for place in dark)


def islands_in_rooms(board: Board, dark: Shading) -> bool:
    """The shaded cells of each room are one area, those of two rooms share no side, and numbers count them."""
    zero = {place for place, n in board.number.items() if n == 0}
    return (
        all(is_one(dark & room) and (bool(dark & room) or bool(zero & room)) for room in board.rooms)
        and not any(touch(one & dark, other & dark) for one, other in combinations(board.rooms, 2))
        and rooms_count(board, dark)
    )


def shimaguni(board: Board, dark: Shading) -> bool:
    return islands_in_rooms(board, dark) and not any(
        touch(one, other) and len(dark & one) == len(dark & other) > 0 for one, other in combinations(board.rooms, 2)
    )


def stostone(board: Board, dark: Shading) -> bool:
    if not islands_in_rooms(board, dark):
        return False
    stones = [area for room in board.rooms if (area := dark & room)]
    for fall in product(range(board.height), repeat=len(stones)):
        fallen = [{(r + n, c) for r, c in stone} for stone, n in zip(stones, fall, strict=True)]
        taken = set().union(*fallen)
        if len(taken) == len(dark) and taken == {p for p in board.cells if p[0] > board.height / 2}:
            # Stones keep their order in each column.
            order = [
                sorted((p[0], k) for k, stone in enumerate(some) for p in stone if p[1] == c)
                for some in (stones, fallen)
                for c in range(1, board.width + 1)
            ]
            half = len(order) // 2
            if [[k for _, k in line] for line in order[:half]] == [[k for _, k in line] for line in order[half:]]:
                return True
    return False


def tasquare(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        bool(dark)
        and not dark & set(board.number)
        and all(map(is_square, blocks))
        and is_one(light(board, dark))
        and all(
            (touched := [len(block) for block in blocks if count(block, place)]) and count_is(sum(touched), n)
            for place, n in board.number.items()
        )
    )


def tetrochain(board: Board, dark: Shading) -> bool:
    clues = board.marks("clues clue")
    return tetrominoes(dark) and not dark & set(clues) and said(board, dark, clues)


def circles_at_points(board: Board, dark: Shading) -> bool:
    """Of the cells that a black circle touches, more than half are shaded; of a grey one half; of a white one fewer."""
    for point, colour in board.marks("clues circle").items():
        cells = set(at_point(point))
        excess = 2 * len(dark & cells) - len(cells)
        if not {"b": excess > 0, "g": excess == 0, "w": excess < 0}[colour]:
            return False
    return True


def tetroctb(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and tetrominoes(dark)
        and rooms_count(board, dark)
        and not any(block <= room for block in areas(dark) for room in board.rooms)
    )


def tetrominoes(dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        all(len(block) == 4 for block in blocks)
        and len(areas(dark, around)) <= 1
        and not any(turned_shape(a) == turned_shape(b) and touch(a, b, around) for a, b in combinations(blocks, 2))
    )


def antmill(board: Board, dark: Shading) -> bool:
    for point, mark in board.marks("clues mark").items():
        a, b = at_point(point)
        if ((a in dark) == (b in dark)) != (mark == "1"):
            return False
    return is_mill(dark)


@cache
def is_mill(dark: Shading) -> bool:
    """Whether this is a closed chain of dominoes, on any board."""
    dominoes = areas(dark)
    return (
        bool(dark)
        and all(len(domino) == 2 for domino in dominoes)
        and all(sum(touch(one, other, around) for other in dominoes if other is not one) == 2 for one in dominoes)
        and len(areas(dark, around)) == 1
    )


def archipelago(board: Board, dark: Shading) -> bool:
    """Without numbers the grid may be empty."""
    blocks = areas(dark)
    sizes = [sorted(len(one) for one in blocks if one <= group) for group in areas(dark, around)]
    return (
        all(some == [*range(1, len(some) + 1)] and len(some) > 1 for some in sizes)
        and set(board.number) <= dark
        and all(count_is(len(one), n) for place, n in board.number.items() for one in blocks if place in one)
    )


def scrin(board: Board, dark: Shading) -> bool:
    """Without circles the grid may be empty."""
    blocks = areas(dark)
    if not all(map(is_rectangle, blocks)) or len(areas(dark, around)) > 1:
        return False
    inner = [
        area for area in areas(light(board, dark)) if all(1 < r < board.height and 1 < c < board.width for r, c in area)
    ]
    return (
        all(sum(touch(one, other, around) for other in blocks if other is not one) == 2 for one in blocks)
        and not any(map(is_rectangle, inner))
        and set(board.number) <= dark
        and all(
            len(clues := [n for place, n in board.number.items() if place in one]) <= 1
            and all(count_is(len(one), n) for n in clues)
            for one in blocks
        )
    )


@cache
def rings_of_rectangles(height: int, width: int) -> list[Shading]:
    """The shadings without a 2×2 that has three shaded cells, in which shaded areas are joined by corners."""
    grids: list[list[tuple[bool, ...]]] = [[]]
    for _ in range(height):
        grids = [
            [*grid, row]
            for row in product((False, True), repeat=width)
            for grid in grids
            if not grid or all(sum(grid[-1][k : k + 2]) + sum(row[k : k + 2]) != 3 for k in range(width - 1))
        ]
    found = [
        frozenset((r, c) for r, row in enumerate(grid, 1) for c, is_dark in enumerate(row, 1) if is_dark)
        for grid in grids
    ]
    return [dark for dark in found if len(areas(dark, around)) <= 1]


GENRES: list[AnyGenre] = [
    shading_genre(
        "antmill",
        [(4, 4)],
        points(1, 2, name="clues mark", most=2, where=on_sides),
        antmill,
        by_hand=[board(4, 4, clues_mark=".2...../......./......./......./......./......./.......")],
    ),
    shading_genre(
        "archipelago",
        [(3, 3), (2, 4), (3, 4)],
        marked("?", 1, 2, most=2),
        archipelago,
        by_hand=[board(3, 4, clues_number="..?./2.../....")],
    ),
    shading_genre(
        "cbanana", SIZES, marked("?", 1, 2, 3, 5), cbanana, by_hand=[board(3, 4, clues_number="..../.3../....")]
    ),
    shading_genre("chocona", SIZES, BY_ROOM, chocona),
    shading_genre(
        "dominion",
        SIZES,
        marked(*"ABC?", name="clues letter", most=4),
        dominion,
        is_zero,
        by_hand=[board(3, 4, clues_letter="A..? / .... / ...B")],
    ),
    shading_genre(
        "kuroclone",
        SIZES,
        both(marked("e,1", "s,2", "w,?", "n,1", name="clues clue", most=1), roomed(rooms=2)),
        kuroclone,
        by_hand=[board(3, 4, clues_wall="", clues_clue=". . . . / n,1 . . . / . . . .", regions_room="aabb/aabb/aabb")],
    ),
    shading_genre("lits", [(3, 4)], roomed(rooms=2), lits),
    shading_genre("lookair", [(3, 3)], marked("?", 0, 1, 2, 3), lookair),
    shading_genre("norinori", [(3, 3)], roomed(rooms=2), norinori),
    Genre(
        "scrin",
        marked("?", 1, 2, most=2),
        [(4, 4), (3, 4)],
        lambda board: rings_of_rectangles(board.height, board.width),
        scrin,
        is_set,
        by_hand=[board(4, 4, clues_number="..?./..../..../....")],
    ),
    shading_genre("shimaguni", [(3, 3)], roomed("?", 0, 1, 2), shimaguni),
    shading_genre(
        "stostone",
        [(4, 3)],
        roomed("?", 0, 1, 2),
        stostone,
        by_hand=[board(4, 4, regions_room="aabb/aacb/ddcb/ddcc", clues_number="..1./..../..../....", clues_wall="")],
    ),
    shading_genre("tasquare", [(3, 3)], marked("?", 1, 2, 4), tasquare),
    shading_genre(
        "tetrochain",
        [(3, 3)],
        marked(*arrowed("?", 0, 1, 2), name="clues clue"),
        tetrochain,
        by_hand=[board(3, 5, clues_clue=". s,1 . . . / . . . . . / . . . . .")],
    ),
    shading_genre(
        "tetrochaink",
        [(3, 3)],
        points("w", "b", "g", name="clues circle"),
        lambda board, dark: tetrominoes(dark) and circles_at_points(board, dark),
        by_hand=[board(3, 5, clues_circle=".....g.../........./..b....../.......w./.........")],
    ),
    shading_genre(
        "tetroctb",
        [(3, 3)],
        roomed("?", 0, 1, 2),
        tetroctb,
        by_hand=[board(3, 4, clues_number="?.0./..../....", clues_wall="", regions_room="aabb/accb/accc")],
    ),
]
