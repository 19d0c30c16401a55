"""Genres whose cells hold arrows, mirrors, diagonals or walls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    Make,
    blank,
    board,
    both,
    count_is,
    divided,
    marked,
    roomed,
    scattered,
)
from tests.genres.filling import any_of, distinct, each_room, filling_genre, grey_and_black, one_cell
from tests.genres.plain import BACK, STEPS, Filling, Place, areas, beside, places, step, touch


def lights(board: Board, filling: Filling) -> dict[tuple[str, int], tuple[tuple[str, int], list[Place]]]:
    """For each place outside: where light from it comes out, and which mirrors turn it; 1 is /, 2 the other."""
    tall, wide = board.height, board.width
    starts = {("above", c): ((0, c), (1, 0)) for c in range(1, wide + 1)}
    starts |= {("under", c): ((tall + 1, c), (-1, 0)) for c in range(1, wide + 1)}
    starts |= {("left", r): ((r, 0), (0, 1)) for r in range(1, tall + 1)}
    starts |= {("right", r): ((r, wide + 1), (0, -1)) for r in range(1, tall + 1)}
    sides = {place: side for side, (place, _) in starts.items()}
    found = {}
    for side, (place, (y, x)) in starts.items():
        met = []
        place = (place[0] + y, place[1] + x)
        while place in filling:
            if filling[place]:
                met.append(place)
                y, x = (-x, -y) if filling[place] == 1 else (x, y)
            place = (place[0] + y, place[1] + x)
        found[side] = sides[place], met
    return found


def kinkonkan(board: Board, filling: Filling) -> bool:
    marks = {
        (side, k): mark.split(",")
        for side in ("above", "under", "left", "right")
        for (_, k), mark in board.marks(f"clues {side}").items()
    }
    light = lights(board, filling)
    for side, (letter, n) in marks.items():
        out, met = light[side]
        if out == side or marks.get(out, [""])[0] != letter or n not in ("?", str(len(met))):
            return False
    return {place for side in marks for place in light[side][1]} == {place for place, v in filling.items() if v}


def kinkonkan_board(random: Random, h: int, w: int) -> Layouts:
    """Two ways of light through random mirrors, one in each room."""
    layouts = {"regions room": divided(random, h, w, 3)}
    board = Board(h, w, layouts)
    filling = dict.fromkeys(board.cells, 0) | {
        random.choice(sorted(room)): random.choice((1, 2)) for room in board.rooms
    }
    light = lights(board, filling)
    rows = {side: blank(1, w if side in ("above", "under") else h) for side in ("above", "under", "left", "right")}
    for letter in "AB":
        side = random.choice([side for side in light if rows[side[0]][0][side[1] - 1] == "."])
        out, met = light[side]
        for name, k in (side, out):
            rows[name][0][k - 1] = f"{letter},{random.choice([len(met), len(met), '?'])}"
    return {f"clues {side}": row for side, row in rows.items()} | layouts


def slant_graph(filling: Filling) -> dict[Place, list[Place]]:
    """The corners that diagonals join each corner to; 1 is one that falls to the right."""
    joined: dict[Place, list[Place]] = {}
    for (r, c), falls in filling.items():
        a, b = ((r, c), (r + 1, c + 1)) if falls else ((r, c + 1), (r + 1, c))
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    return joined


def gokigen(board: Board, filling: Filling) -> bool:
    """Without a closed loop each diagonal joins two parts of the corners."""
    joined = slant_graph(filling)
    return len(joined) - len(areas(joined, joined.__getitem__)) == len(board.cells) and all(
        len(joined.get(place, [])) == n for place, n in board.known.items()
    )


def pairs_of_arrows(board: Board) -> Iterator[Filling]:
    """Arrows that point at each other over cells without one."""
    options = [(a, b, way) for a in board.cells for way in (3, 4) for b in board.ahead(a, "nwes"[way - 1])]

    def extend(filling: Filling, first: int) -> Iterator[Filling]:
        yield filling
        for k in range(first, len(options)):
            a, b, way = options[k]
            if not filling[a] and not filling[b]:
                yield from extend({**filling, a: way, b: 5 - way}, k + 1)

    return extend(dict.fromkeys(board.cells, 0), 0)


def roma(board: Board, filling: Filling) -> bool:
    if not all(distinct(filling, room, 5) for room in board.rooms):
        return False
    for place in board.cells:
        passed = set()
        while filling.get(place) != 5:
            if place not in filling or place in passed:
                return False
            passed.add(place)
            place = step(place, "nswe"[filling[place] - 1])
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


def one_arrow(room: list[Place]) -> list[Filling]:
    return [{place: way} for place in room for way in (1, 2, 3, 4)]


def toichika(board: Board, filling: Filling) -> bool:
    room_of = {place: room for room in board.rooms for place in room}
    for place, way in filling.items():
        if way:
            seen = next((p for p in board.ahead(place, "nwes"[way - 1]) if filling[p]), None)
            if seen is None or filling[seen] != 5 - way:
                return False
            if room_of[seen] == room_of[place] or touch(room_of[seen], room_of[place]):
                return False
    return all(
        filling[place] > 0 if mark == "?" else filling[place] == "nwes".index(mark) + 1
        for place, mark in board.marks("clues clue").items()
    )


def toichika2(board: Board, filling: Filling) -> bool:
    room_of = {place: room for room in board.rooms for place in room}
    for (r, c), n in filling.items():
        if not n:
            continue
        twins = [p for p, v in filling.items() if v == n and p != (r, c) and (p[0] == r or p[1] == c)]
        if len(twins) != 1 or touch(room_of[twins[0]], room_of[r, c]):
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


def faces(board: Board, filling: Filling) -> bool:
    """Each arrow points at another that points back, over at least one cell, all of them without an arrow."""
    for place, way in filling.items():
        if way:
            line = board.ahead(place, "nwes"[way - 1])
            seen = next((k for k, p in enumerate(line) if filling[p] or p in board.holes), None)
            if not seen or filling[line[seen]] != 5 - way:
                return False
    return not any(filling[place] for place in board.holes)


def yajirushi(board: Board, filling: Filling) -> bool:
    covered = set()
    for place, way in filling.items():
        if way:
            for other in board.ahead(place, "nwes"[way - 1]):
                if filling[other]:
                    break
                covered.add(other)
    return (
        faces(board, filling)
        and all(filling[p] or p in covered or p in board.holes for p in board.cells)
        and all(filling[place] == "nwes".index(mark) + 1 for place, mark in board.marks("clues clue").items())
    )


def yajirushi2(board: Board, filling: Filling) -> bool:
    holes = board.holes
    light = {p for p in board.cells if not filling[p] and p not in holes}
    return (
        faces(board, filling)
        and len(areas(light)) <= 1
        and all(count_is(sum(bool(filling[p]) for p in board.beside(place)), n) for place, n in board.number.items())
    )


def holes(heading: str, *marks: object) -> Make:
    """Holes and clues: clues in cells, or numbers in the holes."""

    def make(random: Random, h: int, w: int) -> Layouts:
        clue, mask = scattered(random, h, w, marks, 2), scattered(random, h, w, "x", 1)
        for r in range(h):
            for c in range(w):
                if heading == "clues number":
                    mask[r][c] = "x" if clue[r][c] != "." else "."
                elif mask[r][c] == "x":
                    clue[r][c] = "."
        return {heading: clue, "mask": mask}

    return make


def shakashaka(board: Board, filling: Filling) -> bool:
    """A cell is four triangles; two of them are shaded in one that is half shaded."""
    black = board.holes
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
        return [*((r, c, other) for other in ("ew" if side in "ns" else "ns")), (*step((r, c), side), BACK[side])]

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


def shakashaka_board(random: Random, h: int, w: int) -> Layouts:
    number = blank(h, w)
    column = random.choice((0, w - 1))
    black = {(r, column) for r in range(h)} if random.random() < 0.7 else set()
    for r, c in black | {random.choice([(r, c) for r in range(h) for c in range(w)]) for _ in range(2 - len(black))}:
        number[r][c] = random.choice("??012")
    return {"clues number": number, "mask": [["." if m == "." else "x" for m in row] for row in number]}


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
    black, number = scattered(random, h, w, ["x", "?", 1, 2, 3], 2), scattered(random, h, w, ["?", 0, 1, 2, 3], 3)
    mask = [["." if b == "." else "x" for b in row] for row in black]
    number = [["." if m == "x" else n for n, m in zip(*rows, strict=True)] for rows in zip(number, mask, strict=True)]
    return {"clues number": number, "clues black": black, "mask": mask}


def walllogic(board: Board, filling: Filling) -> bool:
    number, black = board.number, board.marks("clues black")
    if any(filling[p] for p in [*number, *black]):
        return False
    covered: dict[Place, int] = dict.fromkeys(number, 0)
    for place, way in filling.items():
        if way:
            while filling.get(place) == way:
                place = step(place, BACK["nwes"[way - 1]])
            if place not in number:
                return False
            covered[place] += 1
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


GENRES: list[AnyGenre] = [
    filling_genre("gokigen", [(3, 3)], marked(1, 1, 2, 2, 0, 3, "?", more=1), any_of(0, 1), gokigen),
    filling_genre("kinkonkan", [(3, 3)], kinkonkan_board, each_room(one_cell(1, 2)), kinkonkan),
    filling_genre(
        "roma",
        [(2, 3)],
        roma_board,
        arrows_to_goals,
        roma,
        by_hand=[board(2, 3, regions_room="aab/abb", clues_arrow="..5/.4.")],
    ),
    filling_genre("shakashaka", [(2, 3)], shakashaka_board, any_of(*range(5)), shakashaka),
    filling_genre("tateyoko", [(3, 3)], tateyoko_board, any_of(0, 1), tateyoko),
    filling_genre(
        "toichika",
        [(2, 5)],
        both(roomed(rooms=4), marked(*"?nwes", name="clues clue", most=1)),
        each_room(one_arrow),
        toichika,
        by_hand=[board(2, 4, regions_room="abcd/abcd", clues_clue="...?/....")],
    ),
    filling_genre(
        "toichika2",
        [(2, 4)],
        roomed("?", 1, rooms=4, most=1),
        each_room(one_cell(1, 2)),
        toichika2,
        by_hand=[board(2, 4, regions_room="abcd/abcd", clues_number="")],
    ),
    filling_genre(
        "walllogic",
        [(2, 3)],
        walls_board,
        walls,
        walllogic,
        by_hand=[board(2, 3, clues_number="2../..?", clues_black=".../x..")],
    ),
    filling_genre(
        "yajirushi",
        [(3, 3)],
        holes("clues clue", *"nwes"),
        pairs_of_arrows,
        yajirushi,
        by_hand=[board(2, 4, clues_clue="", mask="...x/x...")],
    ),
    filling_genre(
        "yajirushi2",
        [(3, 3)],
        holes("clues number", "?", 0, 1, 2),
        pairs_of_arrows,
        yajirushi2,
        by_hand=[board(3, 3, clues_number="1.?/.../?..", mask="x.x/.../x..")],
    ),
]
