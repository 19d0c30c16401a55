"""Genres whose cells hold numbers, letters, arrows or other values, from l to z."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, groupby, pairwise, permutations, product
from random import Random

import pytest

from tests.genres.boards import (
    Board,
    Genre,
    Layouts,
    Numbers,
    board_with_answer,
    boards,
    compare,
    divided,
    numbers,
    pierced,
    scattered,
    shadings,
)
from tests.library.genre_laws.plain import Filling, Place, areas, around, beside, pairs, places

Holds = Callable[[Board, Filling], bool]
Make = Callable[[Random, int, int], Layouts]
Candidates = Callable[[Board], Iterable[Filling]]


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def near(filling: Filling, place: Place) -> list[int]:
    return [filling[other] for other in beside(place) if other in filling]


def lines(board: Board) -> list[list[Place]]:
    rows = [[(r, c) for c in range(1, board.width + 1)] for r in range(1, board.height + 1)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def ray(board: Board, place: Place, step: Place) -> list[Place]:
    r, c = place[0] + step[0], place[1] + step[1]
    found = []
    while 1 <= r <= board.height and 1 <= c <= board.width:
        found.append((r, c))
        r, c = r + step[0], c + step[1]
    return found


STEPS = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}
UP_LEFT_RIGHT_DOWN = {1: (-1, 0), 2: (0, -1), 3: (0, 1), 4: (1, 0)}


def touching(board: Board, one: set[Place], other: set[Place]) -> bool:
    return any(set(beside(place)) & other for place in one)


def distinct(filling: Filling, cells: Iterable[Place], empty: int | None = None) -> bool:
    found = [filling[place] for place in cells if filling[place] != empty]
    return len(found) == len(set(found))


# What could be written


def any_of(*values: int) -> Candidates:
    return lambda board: (
        dict(zip(board.cells, chosen, strict=True)) for chosen in product(values, repeat=len(board.cells))
    )


def merged(parts: Iterable[Filling]) -> Filling:
    return {place: value for part in parts for place, value in part.items()}


def each_room(options: Callable[[Board, list[Place]], list[Filling]]) -> Candidates:
    """What is chosen for each room on its own."""
    return lambda board: (
        merged([dict.fromkeys(board.cells, 0), *chosen])
        for chosen in product(*(options(board, sorted(room)) for room in board.rooms))
    )


def orders(board: Board, room: list[Place]) -> list[Filling]:
    return [dict(zip(room, order, strict=True)) for order in permutations(range(1, len(room) + 1))]


@cache
def latin(height: int, width: int) -> list[Filling]:
    """Numbers from 1 to the longer side, none twice in a row or column."""
    rows = list(permutations(range(1, max(height, width) + 1), width))
    return [
        {(r, c): v for r, row in enumerate(chosen, 1) for c, v in enumerate(row, 1)}
        for chosen in product(rows, repeat=height)
        if all(len(set(column)) == height for column in zip(*chosen, strict=True))
    ]


def pairs_of_arrows(board: Board) -> Iterator[Filling]:
    """Arrows that point at each other over cells without one."""
    options = [
        (a, b, way)
        for a in board.cells
        for way, step in UP_LEFT_RIGHT_DOWN.items()
        if way in (3, 4)
        for b in ray(board, a, step)
    ]

    def extend(filling: Filling, first: int) -> Iterator[Filling]:
        yield filling
        for k in range(first, len(options)):
            a, b, way = options[k]
            if not filling[a] and not filling[b]:
                yield from extend({**filling, a: way, b: 5 - way}, k + 1)

    return extend(dict.fromkeys(board.cells, 0), 0)


# How boards are made


def empty(h: int, w: int) -> list[list[str]]:
    return [["."] * w for _ in range(h)]


def rooms_and(heading: str, *marks: object, rooms: int = 4, most: int = 2) -> Make:
    return lambda random, h, w: {
        "regions room": divided(random, h, w, rooms),
        heading: scattered(random, h, w, marks, most),
    }


def outside(random: Random, n: int, *marks: object) -> list[list[str]]:
    return [[str(random.choice(marks)) if random.random() < 0.3 else "." for _ in range(n)]]


# Rules


def ripple(board: Board, filling: Filling) -> bool:
    return not any(
        filling[other] == filling[place]
        for place in board.cells
        for step in ((0, 1), (1, 0))
        for other in ray(board, place, step)[: filling[place]]
    )


def suguru(board: Board, filling: Filling) -> bool:
    return not any(filling.get(other) == value for place, value in filling.items() for other in around(place))


def meander(board: Board, filling: Filling) -> bool:
    return suguru(board, filling) and all(
        any(filling[p] == n + 1 for p in beside(place) if p in room)
        for room in board.rooms
        for place in room
        if (n := filling[place]) < len(room)
    )


def makaro_board(random: Random, h: int, w: int) -> Layouts:
    room = divided(random, h, w, 4)
    arrow = scattered(random, h, w, ["n", "w", "e", "s", "x"], 2)
    for r in range(h):
        for c in range(w):
            if arrow[r][c] in STEPS:
                y, x = STEPS[arrow[r][c]]
                if not (0 <= r + y < h and 0 <= c + x < w and arrow[r + y][c + x] == "."):
                    arrow[r][c] = "x"
    mask = [["." if mark == "." else "x" for mark in row] for row in arrow]
    return {
        "regions room": pierced(room, arrow),
        "clues arrow": arrow,
        "mask": mask,
        "givens": empty(h, w),
    }


def makaro(board: Board, filling: Filling) -> bool:
    arrows = board.marks("clues arrow")
    if any(filling[a] == filling[b] for a, b in pairs(board.height, board.width) if not {a, b} & set(arrows)):
        return False
    for place, mark in arrows.items():
        if mark == "x":
            continue
        y, x = STEPS[mark]
        aim = (place[0] + y, place[1] + x)
        others = [filling[p] for p in board.beside(place) if p != aim and p not in arrows]
        if any(other >= filling[aim] for other in others):
            return False
    return True


def minarism(board: Board, filling: Filling) -> bool:
    for (y, x), mark in board.marks("clues sign").items():
        a, b = filling[(y + 1) // 2, (x + 1) // 2], filling[(y + 2) // 2, (x + 2) // 2]
        if not {"<": a < b, ">": a > b}.get(mark, mark in ("?", str(abs(a - b)))):
            return False
    return True


def signs(random: Random, h: int, w: int) -> Layouts:
    rows = scattered(random, 2 * h - 1, 2 * w - 1, "<>12?", 4)
    return {"clues sign": [[m if (y + x) % 2 else "." for x, m in enumerate(row)] for y, row in enumerate(rows)]}


def nanro(board: Board, filling: Filling) -> bool:
    full, room = {p for p, v in filling.items() if v}, board.room
    return (
        len(areas(full)) == 1
        and not any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= full for r, c in full)
        and not any(filling[a] == filling[b] > 0 and room[a] != room[b] for a, b in pairs(board.height, board.width))
    )


def so_many(board: Board, room: list[Place]) -> list[Filling]:
    return [dict.fromkeys(chosen, n) for n in range(1, len(room) + 1) for chosen in combinations(room, n)]


def renban(board: Board, filling: Filling) -> bool:
    room = board.room
    for cells in board.rooms:
        found = sorted(filling[p] for p in cells)
        if found != list(range(found[0], found[0] + len(found))):
            return False
    for line, further in [*pairwise(lines(board)[: board.height]), *pairwise(lines(board)[board.height :])]:
        sides = list(zip(line, further, strict=True))
        for is_border, group in groupby(sides, key=lambda side: room[side[0]] != room[side[1]]):
            border = list(group)
            if is_border and any(abs(filling[a] - filling[b]) != len(border) for a, b in border):
                return False
    return all(n in (None, filling[place]) for place, n in board.number.items())


def renban_board(random: Random, h: int, w: int) -> Layouts:
    number = empty(h, w)
    number[random.randrange(h)][random.randrange(w)] = str(random.randint(1, 3))
    return {"regions room": divided(random, h, w, 3), "clues number": number}


def roma(board: Board, filling: Filling) -> bool:
    aims = {1: (-1, 0), 2: (1, 0), 3: (0, -1), 4: (0, 1)}
    if not all(distinct(filling, room, 5) for room in board.rooms):
        return False
    for place in board.cells:
        passed = set()
        while filling.get(place) != 5:
            if place not in filling or place in passed:
                return False
            passed.add(place)
            y, x = aims[filling[place]]
            place = (place[0] + y, place[1] + x)
    return True


def arrows_to_goals(board: Board) -> Iterator[Filling]:
    given = {place: int(mark) for place, mark in board.marks("clues arrow").items()}
    rest = [place for place in board.cells if place not in given]
    for chosen in product(range(1, 5), repeat=len(rest)):
        yield given | dict(zip(rest, chosen, strict=True))


def roma_board(random: Random, h: int, w: int) -> Layouts:
    arrow = scattered(random, h, w, [1, 2, 3, 4, 5], 1)
    r, c = random.choice(places(h, w))
    arrow[r - 1][c - 1] = "5"
    return {"regions room": divided(random, h, w, 3), "clues arrow": arrow}


def threes(board: Board) -> Iterator[Filling]:
    """Groups of three cells with a number each."""
    for some in shadings(board.height, board.width):
        groups = areas(some)
        if all(len(area) == 3 for area in groups) and not some & set(board.marks("mask")):
            for chosen in product((1, 2, 3), repeat=len(groups)):
                yield merged(
                    [dict.fromkeys(board.cells, 0)]
                    + [dict.fromkeys(area, n) for area, n in zip(groups, chosen, strict=True)]
                )


def sums(board: Board, filling: Filling) -> bool:
    holes = board.marks("mask") if "mask" in board.layouts else {}
    return all(
        count_is(sum(filling[p] for p in board.beside(place) if p not in holes), n) for place, n in board.number.items()
    )


def grey_and_black(*marks: object, masked: bool = True) -> Make:
    def make(random: Random, h: int, w: int) -> Layouts:
        number = scattered(random, h, w, marks, 2)
        black = scattered(random, h, w, "x", 1)
        black = [
            [b if n == "." else "." for b, n in zip(*rows, strict=True)] for rows in zip(black, number, strict=True)
        ]
        mask = [
            [("." if b == n == "." else "x") for b, n in zip(*rows, strict=True)]
            for rows in zip(black, number, strict=True)
        ]
        return {"clues number": number, "clues black": black} | ({"mask": mask} if masked else {})

    return make


def numrope(board: Board, filling: Filling) -> bool:
    black = set(board.number) | set(board.marks("clues black"))
    ropes = [((r, c), (r, c + 1)) for r, c in board.marks("clues level")]
    ropes += [((r, c), (r + 1, c)) for r, c in board.marks("clues upright")]
    for a, b in pairs(board.height, board.width):
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


def one_cell(*values: int) -> Callable[[Board, list[Place]], list[Filling]]:
    return lambda board, room: [{place: value} for place in room for value in values]


def putteria(board: Board, filling: Filling) -> bool:
    return not any(filling[a] and filling[b] for a, b in pairs(board.height, board.width)) and all(
        distinct(filling, line, 0) for line in lines(board)
    )


def news(board: Board, filling: Filling) -> bool:
    for room in board.rooms:
        used = [place for place in room if filling[place]]
        for place, other in permutations(used, 2):
            fits = {1: place[0] < other[0], 2: place[0] > other[0], 3: place[1] < other[1], 4: place[1] > other[1]}
            if not fits[filling[place]]:
                return False
    return all(distinct(filling, line, 0) for line in lines(board)) and all(
        filling[place] == ".NSWE".find(mark) % 5 * (mark != "x") for place, mark in board.marks("clues letter").items()
    )


def two_letters(board: Board, room: list[Place]) -> list[Filling]:
    return [{a: v, b: w} for a, b in combinations(room, 2) for v, w in product(range(1, 5), repeat=2)]


def magnets(board: Board, filling: Filling) -> bool:
    asked = [("above", 1, "plus", board.height), ("above", 2, "minus", board.height)]
    asked += [("left", 1, "plus", 0), ("left", 2, "minus", 0)]
    signs = {"w": 1, "b": 2}
    return (
        not any(filling[a] == filling[b] > 0 for a, b in pairs(board.height, board.width))
        and all(
            [filling[p] for p in line].count(pole) == int(n)
            for where, pole, name, first in asked
            for line, n in zip(
                lines(board)[first : first + (board.width if where == "above" else board.height)],
                board.layouts[f"clues {name}_{where}"][0],
                strict=True,
            )
            if n != "."
        )
        and all(filling[place] == signs[mark] for place, mark in board.marks("clues sign").items())
        and not any(filling[place] for place in board.marks("clues black"))
    )


def poles(board: Board, room: list[Place]) -> list[Filling]:
    if len(room) == 1:
        return [{room[0]: v} for v in range(3)]
    return [dict.fromkeys(room, 0), *(dict(zip(room, poles, strict=True)) for poles in ((1, 2), (2, 1)))]


def magnets_board(random: Random, h: int, w: int) -> Layouts:
    left = set(places(h, w))
    room: dict[Place, str] = {}
    for place in places(h, w):
        if place in left:
            others = [p for p in beside(place) if p in left]
            pair = [place, *random.sample(others, min(1, len(others)))]
            room |= dict.fromkeys(pair, "abcdefghijkl"[len(set(room.values()))])
            left -= set(pair)
    return {
        "clues minus_above": outside(random, w, 0, 1, 2),
        "clues plus_above": outside(random, w, 0, 1, 2),
        "clues minus_left": outside(random, h, 0, 1, 2),
        "clues plus_left": outside(random, h, 0, 1, 2),
        "clues sign": scattered(random, h, w, "wb", 1),
        "clues black": empty(h, w),
        "regions room": [[room[r, c] for c in range(1, w + 1)] for r in range(1, h + 1)],
    }


def lollipops(board: Board, filling: Filling) -> bool:
    for line in lines(board):
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


def one_arrow(board: Board, room: list[Place]) -> list[Filling]:
    steps = UP_LEFT_RIGHT_DOWN.items()
    return [{place: way} for place in room for way, step in steps if ray(board, place, step)]


def toichika(board: Board, filling: Filling) -> bool:
    room = board.room
    by_name = {room[min(cells)]: cells for cells in board.rooms}
    for place, way in filling.items():
        if way:
            seen = next((p for p in ray(board, place, UP_LEFT_RIGHT_DOWN[way]) if filling[p]), None)
            if seen is None or filling[seen] != 5 - way:
                return False
            if room[seen] == room[place] or touching(board, by_name[room[seen]], by_name[room[place]]):
                return False
    ways = {"n": 1, "w": 2, "e": 3, "s": 4}
    return all(
        filling[place] > 0 if mark == "?" else filling[place] == ways[mark]
        for place, mark in board.marks("clues clue").items()
    )


def toichika2(board: Board, filling: Filling) -> bool:
    room = board.room
    by_name = {room[min(cells)]: cells for cells in board.rooms}
    for (r, c), n in filling.items():
        if not n:
            continue
        twins = [p for p, v in filling.items() if v == n and p != (r, c) and (p[0] == r or p[1] == c)]
        if len(twins) != 1 or touching(board, by_name[room[twins[0]]], by_name[room[r, c]]):
            return False
        (y, x) = twins[0]
        between = [p for p in board.cells if min(r, y) <= p[0] <= max(r, y) and min(c, x) <= p[1] <= max(c, x)][1:-1]
        if len(between) != n or any(filling[p] for p in between):
            return False
    return all(
        any(filling[p] == n for p in cells) if n is not None else True
        for place, n in board.number.items()
        for cells in board.rooms
        if place in cells
    )


def tontonbeya(board: Board, filling: Filling) -> bool:
    for room in board.rooms:
        counts = set()
        for mark in (1, 2, 3):
            cluster = {p for p in room if filling[p] == mark}
            if not cluster:
                continue
            counts.add(len(cluster))
            others = [{p for p in other if filling[p] == mark} for other in board.rooms if other != room]
            if len(areas(cluster)) > 1 or sum(touching(board, cluster, other) for other in others) != 1:
                return False
        if len(counts) != 1:
            return False
    return True


def simplegako(board: Board, filling: Filling) -> bool:
    return all(
        sum(v == value and (p[0] == place[0] or p[1] == place[1]) for p, v in filling.items()) == value
        for place, value in filling.items()
    )


def skyscrapers(board: Board, filling: Filling) -> bool:
    def seen(line: list[Place]) -> int:
        heights = [filling[p] for p in line]
        return sum(all(other < v for other in heights[:k]) for k, v in enumerate(heights))

    columns, rows = lines(board)[board.height :], lines(board)[: board.height]
    sides = [("above", columns, 1), ("under", columns, -1), ("left", rows, 1), ("right", rows, -1)]
    return all(
        n in (".", "?") or seen(line[::way]) == int(n)
        for name, some, way in sides
        for line, n in zip(some, board.layouts[f"clues {name}"][0], strict=True)
    )


def sudoku(board: Board, filling: Filling) -> bool:
    boxes = [[(r + y, c + x) for y in (0, 1) for x in (0, 1)] for r in (1, 3) for c in (1, 3)]
    return all(distinct(filling, box) for box in boxes)


@cache
def counted(height: int, width: int) -> list[Filling]:
    """Numbers that say how many cells beside theirs have one."""
    return [
        {p: sum(q in some for q in beside(p)) if p in some else 0 for p in places(height, width)}
        for some in shadings(height, width)
        if len(some) > 1 and len(areas(some)) == 1
    ]


def sukoro(board: Board, filling: Filling) -> bool:
    return not any(filling[a] == filling[b] > 0 for a, b in pairs(board.height, board.width))


def sukororoom(board: Board, filling: Filling) -> bool:
    return all(len({bool(filling[p]) for p in room}) == 1 and distinct(filling, room, 0) for room in board.rooms)


def seen_empty(board: Board) -> Iterator[Filling]:
    """Numbers that say how many empty cells they see; -1 is an empty cell."""
    for some in shadings(board.height, board.width):
        if not some or len(areas(some)) > 1:
            continue
        filling = dict.fromkeys(board.cells, -1)
        for place in some:
            filling[place] = sum(
                next((k for k, p in enumerate(line) if p in some), len(line))
                for step in STEPS.values()
                for line in [ray(board, place, step)]
            )
        yield filling


def view(board: Board, filling: Filling) -> bool:
    return not any(filling[a] == filling[b] >= 0 for a, b in pairs(board.height, board.width))


def faces(board: Board, filling: Filling) -> bool:
    """Each arrow points at another that points back, over at least one cell, all of them without an arrow."""
    for place, way in filling.items():
        if way:
            line = ray(board, place, UP_LEFT_RIGHT_DOWN[way])
            seen = next((k for k, p in enumerate(line) if filling[p] or p in board.marks("mask")), None)
            if not seen or filling[line[seen]] != 5 - way:
                return False
    return not any(filling[place] for place in board.marks("mask"))


def yajirushi(board: Board, filling: Filling) -> bool:
    covered = set()
    for place, way in filling.items():
        if way:
            for other in ray(board, place, UP_LEFT_RIGHT_DOWN[way]):
                if filling[other]:
                    break
                covered.add(other)
    ways = {"n": 1, "w": 2, "e": 3, "s": 4}
    return (
        faces(board, filling)
        and all(filling[p] or p in covered or p in board.marks("mask") for p in board.cells)
        and all(filling[place] == ways[mark] for place, mark in board.marks("clues clue").items())
    )


def yajirushi2(board: Board, filling: Filling) -> bool:
    holes = board.marks("mask")
    light = {p for p in board.cells if not filling[p] and p not in holes}
    return (
        faces(board, filling)
        and len(areas(light)) <= 1
        and all(count_is(sum(bool(filling[p]) for p in board.beside(place)), n) for place, n in board.number.items())
    )


def holes(random: Random, h: int, w: int, heading: str, *marks: object) -> Layouts:
    clue = scattered(random, h, w, marks, 2)
    mask = scattered(random, h, w, "x", 1)
    if heading == "clues clue":
        clue = [[("." if m == "x" else n) for n, m in zip(*rows, strict=True)] for rows in zip(clue, mask, strict=True)]
    else:
        mask = [[("x" if n != "." else ".") for n in row] for row in clue]
    return {heading: clue, "mask": mask}


def shakashaka(board: Board, filling: Filling) -> bool:
    """A cell is four triangles; two of them are shaded in one that is half shaded."""
    black = set(board.marks("mask"))
    shaded = {1: "nw", 2: "ne", 3: "se", 4: "sw"}
    if not any(filling.values()):
        return False
    white = {
        (r, c, side)
        for (r, c), v in filling.items()
        if (r, c) not in black
        for side in "nesw"
        if side not in shaded.get(v, "")
    }

    def joined(part: tuple[int, int, str]) -> list[tuple[int, int, str]]:
        r, c, side = part
        y, x = STEPS[side]
        turn = {"n": "ew", "s": "ew", "e": "ns", "w": "ns"}[side]
        back = {"n": "s", "s": "n", "e": "w", "w": "e"}[side]
        return [*((r, c, other) for other in turn), (r + y, c + x, back)]

    left = set(white)
    while left:
        area = [left.pop()]
        for part in area:
            more = [other for other in joined(part) if other in left]
            left.difference_update(more)
            area += more
        # Twice the coordinates of the corners of each triangle: the middle of the cell, and the ends of its side.
        corners = set()
        for r, c, side in area:
            y, x = STEPS[side]
            corners |= {(2 * r, 2 * c), (2 * r + y - x, 2 * c + x - y), (2 * r + y + x, 2 * c + x + y)}
        spans = [
            max(ends) - min(ends)
            for ends in (
                [a for a, _ in corners],
                [b for _, b in corners],
                [a + b for a, b in corners],
                [a - b for a, b in corners],
            )
        ]
        if len(area) not in (spans[0] * spans[1], spans[2] * spans[3] / 2):
            return False
    return all(count_is(sum(filling.get(p, 0) > 0 for p in beside(place)), n) for place, n in board.number.items())


def halves(board: Board) -> Iterator[Filling]:
    free = [p for p in board.cells if p not in board.marks("mask")]
    for chosen in product(range(5), repeat=len(free)):
        yield dict(zip(free, chosen, strict=True))


def shakashaka_board(random: Random, h: int, w: int) -> Layouts:
    number = empty(h, w)
    column = random.choice((0, w - 1))
    black = {(r, column) for r in range(h)} if random.random() < 0.7 else set()
    for r, c in black | {random.choice([(r, c) for r in range(h) for c in range(w)]) for _ in range(2 - len(black))}:
        number[r][c] = random.choice("??012")
    return {"clues number": number, "mask": [["." if m == "." else "x" for m in row] for row in number]}


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


def tateyoko(board: Board, filling: Filling) -> bool:
    """1 is an upright bar, 0 a level one."""
    black, number = board.marks("clues black"), board.marks("clues number")
    for place, mark in black.items():
        ends = sum(p in filling and filling[p] == (p[1] == place[1]) for p in beside(place))
        if mark not in ("x", "?") and ends != int(mark):
            return False
    bars = areas(filling, joined=lambda a, b: filling[a] == filling[b] == (a[1] == b[1]))
    for bar in bars:
        marks = [number[p] for p in bar if p in number]
        if len(marks) > 1 or (marks and marks[0] not in ("?", "0", str(len(bar)))):
            return False
    return True


def tateyoko_board(random: Random, h: int, w: int) -> Layouts:
    black = scattered(random, h, w, ["x", "?", 1, 2, 3], 2)
    number = scattered(random, h, w, ["?", 0, 1, 2, 3], 3)
    number = [[n if b == "." else "." for n, b in zip(*rows, strict=True)] for rows in zip(number, black, strict=True)]
    return {
        "clues number": number,
        "clues black": black,
        "mask": [["." if b == "." else "x" for b in row] for row in black],
    }


def bars(board: Board) -> Iterator[Filling]:
    free = [p for p in board.cells if p not in board.marks("mask")]
    for chosen in product((0, 1), repeat=len(free)):
        yield dict(zip(free, chosen, strict=True))


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
            for value, shape in shapes.items():
                block = [(r + y, c + x) for y, x in shape]
                if set(block) <= cells and not set(block) & set(filling):
                    yield from extend(filling | {p: value + k for k, p in enumerate(block)}, more)

        return extend({}, board.cells)

    return place_all


BRICKS = {1: [(0, 0), (0, 1), (0, 2)], 4: [(0, 0), (1, 0), (2, 0)]}
SQUARE = {7: [(0, 0), (0, 1), (1, 0), (1, 1)]}


def wittgen(board: Board, filling: Filling) -> bool:
    return len(areas(p for p, v in filling.items() if not v)) <= 1 and all(
        count_is(sum(v > 0 for v in near(filling, place)), n) for place, n in board.number.items()
    )


def zabajaba(board: Board, filling: Filling) -> bool:
    shapes = BRICKS | SQUARE
    found = [(v, {(r + y, c + x) for y, x in shapes[v]}) for (r, c), v in filling.items() if v in shapes]
    return (
        len(areas(p for p, v in filling.items() if v)) <= 1
        and not any(v == w and touching(board, one, other) for (v, one), (w, other) in combinations(found, 2))
        and all(
            count_is(sum(bool(block & set(around(place))) for _, block in found), n)
            for place, n in board.number.items()
        )
    )


def walllogic(board: Board, filling: Filling) -> bool:
    number, black = board.number, board.marks("clues black")
    if any(filling[p] for p in [*number, *black]):
        return False
    covered: dict[Place, int] = dict.fromkeys(number, 0)
    for (r, c), way in filling.items():
        if way:
            y, x = UP_LEFT_RIGHT_DOWN[way]
            while filling.get((r, c)) == way:
                r, c = r - y, c - x
            if (r, c) not in number:
                return False
            covered[r, c] += 1
    return any(filling.values()) and all(count_is(covered[place], n) for place, n in number.items())


def walls(board: Board) -> Iterator[Filling]:
    free = [p for p in board.cells if p not in board.number and p not in board.marks("clues black")]
    for chosen in product(range(5), repeat=len(free)):
        yield dict.fromkeys(board.cells, 0) | dict(zip(free, chosen, strict=True))


def walls_board(random: Random, h: int, w: int) -> Layouts:
    rows = grey_and_black("?", 1, 2, 3, masked=False)(random, h, w)
    if all(mark == "." for row in rows["clues number"] for mark in row):
        rows["clues number"][0][0] = "2"
        rows["clues black"][0][0] = "."
    return rows


@cache
def four() -> list[Filling]:
    """Latin squares of four rows."""
    rows = list(permutations((1, 2, 3, 4)))
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(4):
        found = [
            [*some, row]
            for some in found
            for row in rows
            if not any(a == b for old in some for a, b in zip(old, row, strict=True))
        ]
    return [{(r, c): v for r, row in enumerate(some, 1) for c, v in enumerate(row, 1)} for some in found]


def case(name: str, size: tuple[int, int], make: Make, candidates: Candidates, holds: Holds) -> Genre[Numbers]:
    def masked(board: Board) -> set[Place]:
        return set(board.marks("mask")) if "mask" in board.layouts else set()

    def all_values(board: Board) -> Iterator[Numbers]:
        out = masked(board)
        for filling in candidates(board):
            yield tuple(None if p in out else filling[p] for p in board.cells)

    def obeys(board: Board, answer: Numbers) -> bool:
        filling = {p: v for p, v in zip(board.cells, answer, strict=True) if v is not None}
        if name in ("yajirushi", "yajirushi2", "sananko"):
            filling |= dict.fromkeys(masked(board), 0)
        given = board.number if "givens" in board.layouts else {}
        return all(filling[p] == v for p, v in given.items()) and holds(board, filling)

    return Genre(name, make, size, all_values, obeys, lambda board, solution: numbers(solution))


GENRES = [
    case(
        "lollipops", (3, 3), lambda random, h, w: {"clues clue": scattered(random, h, w, "123", 2)}, sticks, lollipops
    ),
    case("magnets", (3, 3), magnets_board, each_room(poles), magnets),
    case("makaro", (3, 3), makaro_board, each_room(orders), makaro),
    case("meander", (3, 3), rooms_and("givens", 1, 2, 3, most=1, rooms=3), each_room(orders), meander),
    case("minarism", (2, 3), signs, lambda board: latin(board.height, board.width), minarism),
    case("nanro", (3, 3), rooms_and("givens", 0, 1, 2), each_room(so_many), nanro),
    case("news", (3, 3), rooms_and("clues letter", *"NEWSx", rooms=2, most=1), each_room(two_letters), news),
    case("numrope", (2, 2), numrope_board, digits, numrope),
    case(
        "putteria",
        (3, 3),
        rooms_and("givens", 1, 2, 3, most=1, rooms=3),
        each_room(lambda board, room: one_cell(len(room))(board, room)),
        putteria,
    ),
    case("renban", (2, 2), renban_board, any_of(*range(1, 10)), renban),
    case("ripple", (3, 3), rooms_and("givens", 1, 2, 3), each_room(orders), ripple),
    case("roma", (2, 3), roma_board, arrows_to_goals, roma),
    case("sananko", (3, 3), grey_and_black("?", 1, 2, 3, 4, 6), threes, sums),
    case("shakashaka", (2, 3), shakashaka_board, halves, shakashaka),
    case(
        "shugaku",
        (3, 3),
        lambda random, h, w: {"clues number": scattered(random, h, w, ["?", 0, 1, 2], 2)},
        futons,
        shugaku,
    ),
    case(
        "simplegako",
        (2, 3),
        lambda random, h, w: {"givens": scattered(random, h, w, [1, 2, 3], 1)},
        any_of(1, 2, 3, 4),
        simplegako,
    ),
    case(
        "skyscrapers",
        (3, 3),
        lambda random, h, w: (
            {f"clues {side}": outside(random, 3, 1, 2, 3, "?") for side in ("above", "under", "left", "right")}
            | {"givens": empty(h, w)}
        ),
        lambda board: latin(board.height, board.width),
        skyscrapers,
    ),
    case(
        "sudoku",
        (4, 4),
        lambda random, h, w: {"givens": scattered(random, h, w, [1, 2, 3, 4], 5)},
        lambda board: four(),
        sudoku,
    ),
    case("suguru", (3, 3), rooms_and("givens", 1, 2, 3, most=1), each_room(orders), suguru),
    case(
        "sukoro",
        (3, 3),
        lambda random, h, w: {"givens": scattered(random, h, w, [0, 1, 2, 3], 2)},
        lambda board: counted(board.height, board.width),
        sukoro,
    ),
    case(
        "sukororoom",
        (3, 3),
        rooms_and("givens", 0, 1, 2, most=1),
        lambda board: counted(board.height, board.width),
        sukororoom,
    ),
    case("tateyoko", (3, 3), tateyoko_board, bars, tateyoko),
    case("toichika", (2, 5), rooms_and("clues clue", *"?nwes", rooms=4, most=1), each_room(one_arrow), toichika),
    case("toichika2", (2, 4), rooms_and("clues number", rooms=4, most=0), each_room(one_cell(1, 2)), toichika2),
    case("tontonbeya", (2, 3), rooms_and("givens", 1, 2, 3, rooms=3, most=1), any_of(1, 2, 3), tontonbeya),
    case("view", (3, 3), lambda random, h, w: {"givens": scattered(random, h, w, [0, 1, 2, 3], 2)}, seen_empty, view),
    case("walllogic", (2, 3), walls_board, walls, walllogic),
    case(
        "wittgen",
        (3, 3),
        lambda random, h, w: {"clues number": scattered(random, h, w, ["?", 0, 1, 2], 2)},
        blocks(BRICKS),
        wittgen,
    ),
    case(
        "yajirushi", (3, 3), lambda random, h, w: holes(random, h, w, "clues clue", *"nwes"), pairs_of_arrows, yajirushi
    ),
    case(
        "yajirushi2",
        (3, 3),
        lambda random, h, w: holes(random, h, w, "clues number", "?", 0, 1, 2),
        pairs_of_arrows,
        yajirushi2,
    ),
    case(
        "zabajaba",
        (3, 4),
        lambda random, h, w: {"clues number": scattered(random, h, w, ["?", 1, 2], 2)},
        blocks(BRICKS | SQUARE),
        zabajaba,
    ),
]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_the_values_are_those_of_the_rules(genre: Genre[Numbers]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_many_boards(genre: Genre[Numbers]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
