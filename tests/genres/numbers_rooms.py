"""Genres whose rooms hold numbers, letters or other values."""

from __future__ import annotations

from itertools import combinations, groupby, pairwise, permutations, product
from math import prod
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    blank,
    board,
    both,
    divided,
    empty,
    marked,
    on_sides,
    outside,
    pierced,
    points,
    roomed,
    scattered,
)
from tests.genres.filling import (
    any_of,
    counted,
    distinct,
    each_room,
    filling_genre,
    holding,
    latin_squares,
    one_cell,
    orders,
)
from tests.genres.plain import (
    STEPS,
    Filling,
    Place,
    areas,
    around,
    at_point,
    beside,
    is_one,
    places,
    step,
    touch,
)


def alter(board: Board, filling: Filling) -> bool:
    shown = [[filling[place] for place in line if filling[place]] for line in board.lines]
    return all(len(set(line)) == 2 and all(a != b for a, b in pairwise(line)) for line in shown)


def cojun(board: Board, filling: Filling) -> bool:
    return all(filling[a] != filling[b] for a, b in board.pairs) and all(
        filling[r, c] > filling[r + 1, c] for room in board.rooms for r, c in room if (r + 1, c) in room
    )


def dosufuwa(_board: Board, filling: Filling) -> bool:
    """1 is a balloon, 2 an iron ball."""
    return all(
        (v != 1 or filling.get((r - 1, c), 1) == 1) and (v != 2 or filling.get((r + 1, c), 2) == 2)
        for (r, c), v in filling.items()
    )


def hakoiri(_board: Board, filling: Filling) -> bool:
    shapes = {place for place, v in filling.items() if v}
    return is_one(shapes) and not any(filling[p] == filling.get(o) for p in shapes for o in around(p))


def hanare(board: Board, filling: Filling) -> bool:
    for line in board.lines:
        shown = [(k, filling[place]) for k, place in enumerate(line) if filling[place]]
        if any(j - i - 1 != abs(v - w) for (i, v), (j, w) in pairwise(shown)):
            return False
    return True


def factors(board: Board, filling: Filling) -> bool:
    return all(prod(filling[place] for place in room) == n for n, room in board.numbered_rooms)


def jigsaw_board(random: Random, h: int, w: int) -> Layouts:
    rows = random.choice(["aab abb ccc", "aaa bbb ccc", "abc abc abc", "aab acb ccb"]).split()
    return {"regions region": [list(row) for row in rows]}


def jigsaw_rooms(board: Board, filling: Filling) -> bool:
    room = board.marks("regions region")
    return all(distinct(filling, [place for place in room if room[place] == name]) for name in set(room.values()))


def ripple(board: Board, filling: Filling) -> bool:
    return not any(
        filling[other] == filling[place]
        for place in board.cells
        for way in "es"
        for other in board.ahead(place, way)[: filling[place]]
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
                y, x = step((r, c), arrow[r][c])
                if not (0 <= y < h and 0 <= x < w and arrow[y][x] == "."):
                    arrow[r][c] = "x"
    mask = [["." if mark == "." else "x" for mark in row] for row in arrow]
    return {
        "regions room": pierced(room, arrow),
        "clues arrow": arrow,
        "mask": mask,
        "givens": blank(h, w),
    }


def makaro(board: Board, filling: Filling) -> bool:
    arrows = board.marks("clues arrow")
    if any(filling[a] == filling[b] for a, b in board.pairs if not {a, b} & set(arrows)):
        return False
    for place, mark in arrows.items():
        if mark == "x":
            continue
        aim = step(place, mark)
        others = [filling[p] for p in board.beside(place) if p != aim and p not in arrows]
        if any(other >= filling[aim] for other in others):
            return False
    return True


def nanro(board: Board, filling: Filling) -> bool:
    full, room = {p for p, v in filling.items() if v}, board.room
    return (
        len(areas(full)) == 1
        and not any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= full for r, c in full)
        and not any(filling[a] == filling[b] > 0 and room[a] != room[b] for a, b in board.pairs)
    )


def so_many(room: list[Place]) -> list[Filling]:
    return [dict.fromkeys(chosen, n) for n in range(1, len(room) + 1) for chosen in combinations(room, n)]


def renban(board: Board, filling: Filling) -> bool:
    room = board.room
    for cells in board.rooms:
        found = sorted(filling[p] for p in cells)
        if found != list(range(found[0], found[0] + len(found))):
            return False
    for line, further in [*pairwise(board.lines[: board.height]), *pairwise(board.lines[board.height :])]:
        sides = list(zip(line, further, strict=True))
        for is_border, group in groupby(sides, key=lambda side: room[side[0]] != room[side[1]]):
            border = list(group)
            if is_border and any(abs(filling[a] - filling[b]) != len(border) for a, b in border):
                return False
    return all(n in (None, filling[place]) for place, n in board.number.items())


def renban_board(random: Random, h: int, w: int) -> Layouts:
    number = blank(h, w)
    number[random.randrange(h)][random.randrange(w)] = str(random.randint(1, 3))
    return {"regions room": divided(random, h, w, 3), "clues number": number}


def putteria(board: Board, filling: Filling) -> bool:
    return not any(filling[a] and filling[b] for a, b in board.pairs) and all(
        distinct(filling, line, 0) for line in board.lines
    )


def news(board: Board, filling: Filling) -> bool:
    for room in board.rooms:
        used = [place for place in room if filling[place]]
        for place, other in permutations(used, 2):
            fits = {1: place[0] < other[0], 2: place[0] > other[0], 3: place[1] < other[1], 4: place[1] > other[1]}
            if not fits[filling[place]]:
                return False
    return all(distinct(filling, line, 0) for line in board.lines) and all(
        filling[place] == ".NSWE".find(mark) % 5 * (mark != "x") for place, mark in board.marks("clues letter").items()
    )


def two_letters(room: list[Place]) -> list[Filling]:
    return [{a: v, b: w} for a, b in combinations(room, 2) for v, w in product(range(1, 5), repeat=2)]


def magnets(board: Board, filling: Filling) -> bool:
    return (
        not any(filling[a] == filling[b] > 0 for a, b in board.pairs)
        and all(
            sum(filling[place] == pole for place in line) == n
            for pole, name in ((1, "plus"), (2, "minus"))
            for side in ("above", "left")
            for (_, k), mark in board.marks(f"clues {name}_{side}").items()
            for line in [board.lines[k - 1 + (board.height if side == "above" else 0)]]
            for n in [int(mark)]
        )
        and all(filling[place] == "wb".index(mark) + 1 for place, mark in board.marks("clues sign").items())
        and not any(filling[place] for place in board.marks("clues black"))
    )


def poles(room: list[Place]) -> list[Filling]:
    """No poles, or those of a magnet, of which a single cell shows one."""
    if len(room) == 1:
        return [{room[0]: pole} for pole in range(3)]
    return [dict.fromkeys(room, 0), *({a: 1, b: 2} for a in room for b in beside(a) if b in room)]


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
        **outside(few, "minus_above", "plus_above", "minus_left", "plus_left", share=0.3)(random, h, w),
        "clues sign": scattered(random, h, w, "wb", 1),
        "clues black": blank(h, w),
        "regions room": [[room[r, c] for c in range(1, w + 1)] for r in range(1, h + 1)],
    }


def tontonbeya(board: Board, filling: Filling) -> bool:
    for room in board.rooms:
        counts = set()
        for mark in (1, 2, 3):
            cluster = {p for p in room if filling[p] == mark}
            if not cluster:
                continue
            counts.add(len(cluster))
            others = [{p for p in other if filling[p] == mark} for other in board.rooms if other != room]
            if len(areas(cluster)) > 1 or sum(touch(cluster, other) for other in others) != 1:
                return False
        if len(counts) != 1:
            return False
    return True


def sukororoom(board: Board, filling: Filling) -> bool:
    return all(len({bool(filling[p]) for p in room}) == 1 and distinct(filling, room, 0) for room in board.rooms)


def few(_h: int, _w: int) -> range:
    return range(3)


def kazunori(board: Board, filling: Filling) -> bool:
    return (
        all(any(filling[o] == filling[p] for o in beside(p) if o in room) for room in board.rooms for p in room)
        and all(len({filling[p] for p in square}) > 1 for square in board.squares)
        and all(
            mark == "?" or sum(filling[p] for p in at_point(point)) == int(mark)
            for point, mark in board.marks("clues total").items()
        )
    )


def twice(room: list[Place]) -> list[Filling]:
    """Each number from 1 to half the size of a room twice."""
    numbers = [k // 2 + 1 for k in range(len(room))]
    return [dict(zip(room, order, strict=True)) for order in sorted(set(permutations(numbers)))]


def even_rooms(random: Random, h: int, w: int) -> Layouts:
    while True:
        layouts = {"regions room": divided(random, h, w, 3)}
        if all(len(room) % 2 == 0 and len(room) < 8 for room in Board(h, w, layouts).rooms):
            return layouts


GENRES: list[AnyGenre] = [
    filling_genre(
        "alter",
        [(3, 3)],
        both(roomed(rooms=2), marked(1, 2, 3, name="givens", most=1)),
        each_room(holding(1, 2, 3)),
        alter,
        by_hand=[board(3, 3, regions_room="aab/aab/abb", givens="1../.0./...")],
    ),
    filling_genre(
        "cojun", [(2, 4), (3, 3)], both(roomed(), marked(1, 2, name="givens", most=1)), each_room(orders), cojun
    ),
    filling_genre(
        "dosufuwa", [(2, 4), (3, 3)], both(roomed(rooms=2), empty("clues block")), each_room(holding(1, 2)), dosufuwa
    ),
    filling_genre(
        "factors",
        [(3, 3), (3, 2)],
        roomed(2, 3, 6, "?"),
        latin_squares,
        factors,
        by_hand=[board(3, 2, regions_room="aa/bb/cc", clues_number="6./../..")],
    ),
    filling_genre(
        "hakoiri",
        [(2, 4), (3, 3)],
        both(roomed(rooms=2), marked(1, 2, 3, name="givens", most=1)),
        each_room(holding(1, 2, 3)),
        hakoiri,
    ),
    filling_genre(
        "hanare",
        [(2, 4), (3, 3)],
        both(roomed(), marked(2, 3, name="givens", most=1)),
        each_room(lambda room: holding(len(room))(room)),
        hanare,
    ),
    filling_genre("jigsaw", [(3, 3)], jigsaw_board, latin_squares, jigsaw_rooms),
    filling_genre(
        "kazunori",
        [(2, 4)],
        both(even_rooms, points(2, 3, 4, "?", name="clues total", most=2, where=on_sides)),
        each_room(twice),
        kazunori,
        by_hand=[board(2, 4, regions_room="aabb/aabb", clues_total="...3.../......./.......")],
    ),
    filling_genre("makaro", [(3, 3)], makaro_board, each_room(orders), makaro),
    filling_genre(
        "meander", [(3, 3)], both(roomed(rooms=3), marked(1, 2, 3, name="givens", most=1)), each_room(orders), meander
    ),
    filling_genre("nanro", [(3, 3)], both(roomed(), marked(0, 1, 2, name="givens", most=2)), each_room(so_many), nanro),
    filling_genre(
        "news",
        [(3, 3)],
        both(roomed(rooms=2), marked(*"NEWSx", name="clues letter", most=1)),
        each_room(two_letters),
        news,
        by_hand=[board(2, 3, regions_room="aab/abb", clues_letter=".x./...")],
    ),
    filling_genre(
        "putteria",
        [(3, 3)],
        both(roomed(rooms=3), marked(1, 2, 3, name="givens", most=1)),
        each_room(lambda room: one_cell(len(room))(room)),
        putteria,
        by_hand=[board(3, 3, regions_room="aab/acb/ccb", givens=".../.0./...")],
    ),
    filling_genre("renban", [(2, 2)], renban_board, any_of(*range(1, 10)), renban),
    filling_genre(
        "ripple", [(3, 3)], both(roomed(), marked(1, 2, 3, name="givens", most=2)), each_room(orders), ripple
    ),
    filling_genre(
        "sukororoom",
        [(3, 3)],
        both(roomed(), marked(0, 1, 2, name="givens", most=1)),
        lambda board: counted(board.height, board.width),
        sukororoom,
    ),
    filling_genre(
        "suguru", [(3, 3)], both(roomed(), marked(1, 2, 3, name="givens", most=1)), each_room(orders), suguru
    ),
    filling_genre(
        "tontonbeya",
        [(2, 3)],
        both(roomed(rooms=3), marked(1, 2, 3, name="givens", most=1)),
        any_of(1, 2, 3),
        tontonbeya,
        by_hand=[board(2, 4, regions_room="aacc/abbc", givens=".2../....")],
    ),
    filling_genre(
        "magnets",
        [(3, 3)],
        magnets_board,
        each_room(poles),
        magnets,
        by_hand=[
            board(
                2,
                4,
                clues_minus_above=".1..",
                clues_plus_above="....",
                clues_minus_left="..",
                clues_plus_left=".1",
                clues_sign="...w/....",
                clues_black="..../...x",
                regions_room="aabd/ccc.",
            )
        ],
    ),
]
