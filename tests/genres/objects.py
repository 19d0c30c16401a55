"""Genres of objects that are put on the grid: pieces, ships, snakes, futons, bricks, lollipops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    Make,
    board,
    both,
    count_is,
    marked,
    outside,
    roomed,
    scattered,
)
from tests.genres.filling import Candidates, filling_genre
from tests.genres.plain import (
    STEPS,
    Area,
    Filling,
    Place,
    areas,
    around,
    beside,
    is_one,
    paths,
    ray,
    shape,
    step,
    touch,
    turned_shape,
)


def hebi_snakes(board: Board) -> Iterator[Filling]:
    """One or two snakes of five cells, numbered from their heads, which share no side."""
    ways = [
        path
        for place in board.cells
        for path in paths(place, board.free - set(board.marks("clues clue")))
        if len(path) == 5
    ]
    ways = [path for path in ways if path[0] not in board.marks("clues clue")]
    rims = [{other for place in path for other in (place, *beside(place))} for path in ways]
    pairs = [
        [one, two] for (one, rim), (two, _) in combinations(zip(ways, rims, strict=True), 2) if rim.isdisjoint(two)
    ]
    for some in [[one] for one in ways] + pairs:
        yield dict.fromkeys(board.cells, 0) | {place: k for path in some for k, place in enumerate(path, 1)}


def hebi(board: Board, filling: Filling) -> bool:
    clues = board.marks("clues clue")
    snake, free = {place for place, v in filling.items() if v}, set(board.cells) - set(clues)
    for head in (place for place in snake if filling[place] == 1):
        second = next(place for place in beside(head) if filling.get(place) == 2)
        way = next(way for way in STEPS if step(second, way) == head)
        if snake & set(ray(head, way, free)):
            return False
    for place, mark in clues.items():
        way, n = mark.split(",")
        if n not in ("?", str(next((filling[other] for other in ray(place, way, free) if filling[other]), 0))):
            return False
    return True


CLUES = marked("n,1", "e,?", "s,3", "w,0", "e,5", "s,0", name="clues clue", most=2)


def lollipops(board: Board, filling: Filling) -> bool:
    for line in board.lines:
        if any(a == b for a, b in pairwise([filling[p] for p in line if filling[p]])):
            return False
    return all(str(filling[place]) == mark for place, mark in board.marks("clues clue").items())


def sticks(board: Board) -> Iterator[Filling]:
    """Circles and sticks in pairs; no other two share a side."""
    options = [(a, b) for a in board.cells for b in board.beside(a)]

    def extend(filling: Filling, first: int) -> Iterator[Filling]:
        yield filling
        for k in range(first, len(options)):
            a, b = options[k]
            if not any(filling[p] for p in [a, b, *board.beside(a), *board.beside(b)]):
                yield from extend({**filling, a: 1, b: 2 if a[1] == b[1] else 3}, k + 1)

    return extend(dict.fromkeys(board.cells, 0), 0)


def futons(board: Board) -> Iterator[Filling]:
    """1 to 3 are pillows whose other half is above, left or right; 4 to 6 such halves; 7 a number."""
    cells = [p for p in board.cells if p not in board.number]

    def extend(filling: Filling) -> Iterator[Filling]:
        place = next((p for p in cells if p not in filling), None)
        if place is None:
            yield filling
            return
        yield from extend({**filling, place: 0})
        r, c = place
        if (r, c + 1) in cells and (r, c + 1) not in filling:
            yield from extend({**filling, place: 3, (r, c + 1): 6})
            yield from extend({**filling, place: 5, (r, c + 1): 2})
        if (r + 1, c) in cells:
            yield from extend({**filling, place: 4, (r + 1, c): 1})

    return extend(dict.fromkeys(board.number, 7))


def shugaku(board: Board, filling: Filling) -> bool:
    aisle = {p for p, v in filling.items() if v == 0}
    halves = {1: (-1, 0), 2: (0, -1), 3: (0, 1)}
    for (r, c), v in filling.items():
        if v in halves:
            y, x = halves[v]
            if not aisle & {*beside((r, c)), *beside((r + y, c + x))}:
                return False
    return (
        len(areas(aisle)) <= 1
        and not any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= aisle for r, c in aisle)
        and all(
            count_is(sum(filling[p] in halves for p in board.beside(place)), n) for place, n in board.number.items()
        )
    )


def blocks(shapes: dict[int, list[Place]]) -> Candidates:
    """Blocks of these shapes, whose cells hold numbers from the one given on; 0 is no block."""

    def place_all(board: Board) -> Iterator[Filling]:
        cells = set(board.cells) - set(board.number)

        def extend(filling: Filling, left: list[Place]) -> Iterator[Filling]:
            if not left:
                yield dict.fromkeys(board.cells, 0) | filling
                return
            (r, c), *more = left
            yield from extend(filling, more)
            for value, form in shapes.items():
                block = [(r + y, c + x) for y, x in form]
                if set(block) <= cells and not set(block) & set(filling):
                    yield from extend(filling | {p: value + k for k, p in enumerate(block)}, more)

        return extend({}, board.cells)

    return place_all


BRICKS = {1: [(0, 0), (0, 1), (0, 2)], 4: [(0, 0), (1, 0), (2, 0)]}


SQUARE = {7: [(0, 0), (0, 1), (1, 0), (1, 1)]}


def wittgen(board: Board, filling: Filling) -> bool:
    return len(areas(p for p, v in filling.items() if not v)) <= 1 and all(
        count_is(sum(filling.get(p, 0) > 0 for p in beside(place)), n) for place, n in board.number.items()
    )


def zabajaba(board: Board, filling: Filling) -> bool:
    shapes = BRICKS | SQUARE
    found = [(v, {(r + y, c + x) for y, x in shapes[v]}) for (r, c), v in filling.items() if v in shapes]
    return (
        len(areas(p for p, v in filling.items() if v)) <= 1
        and not any(v == w and touch(one, other) for (v, one), (w, other) in combinations(found, 2))
        and all(
            count_is(sum(bool(block & set(around(place))) for _, block in found), n)
            for place, n in board.number.items()
        )
    )


def pieces_of(board: Board) -> list[set[Place]]:
    """The pieces of a bank: connected cells with equal letters."""
    bank = board.marks("clues bank" if "clues bank" in board.layouts else "clues ship")
    return sorted(areas(bank, joined=lambda a, b: bank[a] == bank[b]), key=lambda piece: bank[min(piece)])


def placed(board: Board) -> Iterator[Filling]:
    """Each piece once, turned or mirrored; of equal ones the first is first in reading order."""
    shapes = [turned_shape(piece) for piece in pieces_of(board)]
    ways = {form: [frozenset(cells) for cells in areas_of_shape(form, board)] for form in set(shapes)}

    def extend(some: list[Area]) -> Iterator[Filling]:
        if len(some) == len(shapes):
            found = {place: k for k, piece in enumerate(some, 1) for place in piece}
            yield {place: found.get(place, 0) for place in board.cells}
            return
        form = shapes[len(some)]
        earlier = [min(piece) for piece, other in zip(some, shapes, strict=False) if other == form]
        for piece in ways[form]:
            if not any(piece & other for other in some) and all(first < min(piece) for first in earlier):
                yield from extend([*some, piece])

    return extend([])


def areas_of_shape(form: tuple[Place, ...], board: Board) -> list[Area]:
    """All places of a grid for a shape, turned and mirrored."""
    forms = {
        shape((y * r, x * c) if straight_on else (y * c, x * r) for r, c in form)
        for y, x, straight_on in product((-1, 1), (-1, 1), (False, True))
    }
    moved = [frozenset((r + y, c + x) for y, x in one) for one in forms for r, c in board.cells]
    return [cells for cells in moved if cells <= set(board.cells)]


def near(filling: Filling, reach: Callable[[Place], list[Place]]) -> set[frozenset[Place]]:
    """The pairs of cells of two pieces where one is within reach of the other."""
    return {
        frozenset((place, other))
        for place, value in filling.items()
        for other in reach(place)
        if value and filling.get(other, 0) not in (0, value)
    }


def statuepark(board: Board, filling: Filling) -> bool:
    return (
        not near(filling, beside)
        and is_one(place for place, value in filling.items() if not value)
        and all((filling[place] > 0) == (mark == "b") for place, mark in board.marks("clues circle").items())
    )


def regional(board: Board, filling: Filling) -> bool:
    found = [{filling[place] for place in room} - {0} for room in board.rooms]
    return (
        not near(filling, around)
        and not any(filling[place] for place in board.marks("clues hole"))
        and all(len(some) <= 1 for some in found)
        and sum(map(len, found)) == len(set().union(*found))
    )


def part(filling: Filling, place: Place) -> int:
    up, left, right, down = (filling.get(other, 0) > 0 for other in beside(place))
    if (up and down) or (left and right):
        return 5
    known = {"": 6, "d": 1, "u": 2, "r": 3, "l": 4, "dr": 7, "dl": 8, "ur": 9, "ul": 10}
    return known["".join(name for name, on in zip("udlr", (up, down, left, right), strict=True) if on)]


def battleship(board: Board, filling: Filling) -> bool:
    return (
        not near(filling, around)
        and all(sum(filling[place] > 0 for place in line) == n for n, line in board.outside("above", "left"))
        and all(
            filling[place] > 0 and mark in ("?", str(part(filling, place))) if mark != "0" else filling[place] == 0
            for place, mark in board.marks("clues part").items()
        )
    )


def retroships(board: Board, filling: Filling) -> bool:
    return not near(filling, around) and all(
        (filling[place] > 0) == (mark == "?")
        if mark in ("0", "?")
        else not filling[place] or part(filling, place) == int(mark)
        for place, mark in board.marks("clues part").items()
    )


def kissing(board: Board, filling: Filling) -> bool:
    drawn = {frozenset(((r, c), (r, c + 1))) for r, c in board.marks("clues right")}
    drawn |= {frozenset(((r, c), (r + 1, c))) for r, c in board.marks("clues below")}
    return near(filling, beside) == drawn and not any(filling[place] for place in board.marks("clues hole"))


def bank(name: str) -> Make:
    """Two or three pieces."""
    banks = [["aa.b.", "...bb"], ["a.bb.", "..bb."], ["aaa.b", "a...."], ["a.bb.c", "......"], ["aa.b.cc", "...b..."]]
    return lambda random, _h, _w: {name: [list(row) for row in random.choice(banks)]}


def borders(random: Random, h: int, w: int) -> Layouts:
    return {"clues right": scattered(random, h, w - 1, "x", 2), "clues below": scattered(random, h - 1, w, "x", 1)}


SIZES = [(3, 3), (3, 4)]


GENRES: list[AnyGenre] = [
    filling_genre(
        "battleship",
        SIZES,
        both(
            bank("clues ship"),
            outside(lambda _h, _w: (0, 1, 2, "?"), "above", "left", share=0.3),
            marked(0, 1, 2, 3, 4, 5, 6, "?", name="clues part", most=2),
        ),
        placed,
        battleship,
        by_hand=[
            board(
                3,
                4,
                clues_ship="aa.b./...bb",
                clues_above=".1..",
                clues_left="2..",
                clues_part=". . . . / . . . . / 0 . . 10",
            ),
            board(5, 3, clues_ship="aa.b.cc/...b...", clues_part="", clues_above="...", clues_left="....."),
        ],
    ),
    filling_genre("hebi", [(3, 3), (3, 4)], CLUES, hebi_snakes, hebi),
    filling_genre(
        "kissing",
        SIZES,
        both(bank("clues bank"), marked("x", name="clues hole", most=2), borders),
        placed,
        kissing,
        by_hand=[
            board(
                3,
                4,
                clues_hole="x.../..../....",
                clues_right=".x./.x./...",
                clues_below="..../....",
                clues_bank="aa.b./...bb",
            )
        ],
    ),
    filling_genre(
        "lollipops",
        [(3, 3)],
        marked(1, 2, 3, name="clues clue", most=2),
        sticks,
        lollipops,
        by_hand=[board(2, 3, clues_clue=".1./...")],
    ),
    filling_genre(
        "regional-poly",
        [(3, 4), (4, 4)],
        both(bank("clues bank"), roomed(rooms=4), marked("x", name="clues hole", most=2)),
        placed,
        regional,
        by_hand=[board(3, 4, regions_room="aabb/aabb/aabb", clues_hole=".x../..../....", clues_bank="aa.b./...bb")],
    ),
    filling_genre(
        "retroships",
        SIZES,
        both(bank("clues ship"), marked(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "?", name="clues part", most=6)),
        placed,
        retroships,
        by_hand=[board(3, 4, clues_ship="aa.b./...bb", clues_part="3 4 . 6 / 0 1 . 1 / . 2 3 10")],
    ),
    filling_genre(
        "shugaku",
        [(3, 3)],
        marked("?", 0, 1, 2, most=2),
        futons,
        shugaku,
        by_hand=[board(3, 3, clues_number=".../.2./...")],
    ),
    filling_genre(
        "statuepark",
        SIZES,
        both(bank("clues bank"), marked("b", "w", name="clues circle")),
        placed,
        statuepark,
        by_hand=[board(3, 4, clues_circle="b.../..w./....", clues_bank="aa.b./...bb")],
    ),
    filling_genre(
        "wittgen",
        [(3, 3)],
        marked("?", 0, 1, 2, most=2),
        blocks(BRICKS),
        wittgen,
        by_hand=[board(3, 4, clues_number="..../.2../....")],
    ),
    filling_genre(
        "zabajaba",
        [(3, 4)],
        marked("?", 1, 2, most=2),
        blocks(BRICKS | SQUARE),
        zabajaba,
        by_hand=[board(3, 4, clues_number="..../.2../....")],
    ),
]
