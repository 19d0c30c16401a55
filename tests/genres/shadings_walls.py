"""Genres whose shaded or other cells form walls, islands or roads that fill no 2×2."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from random import Random

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Layouts,
    board,
    both,
    by_place,
    count_is,
    divided,
    marked,
    named,
    outside,
    points,
    roomed,
    scattered,
    shaded,
)
from tests.genres.plain import (
    Place,
    Shading,
    areas,
    around,
    at_point,
    beside,
    count,
    extent,
    is_bar,
    is_one,
    is_rectangle,
    is_square,
    places,
    rays,
    runs,
    shadings,
)
from tests.genres.shading import (
    BY_ROOM,
    SIZES,
    counts,
    is_zero,
    islands,
    light,
    lines_count,
    no_shade_across,
    numbers_are_light,
    rooms_count,
    shading_genre,
    tiled,
)

Cells = set[Place]


def touched(place: Place, dark: Shading) -> list[Cells]:
    return [area for area in areas(dark) if area & set(beside(place))]


def aqre(board: Board, dark: Shading) -> bool:
    fours = [{*line[k : k + 4]} for line in board.lines for k in range(len(line) - 3)]
    return is_one(dark) and rooms_count(board, dark) and all(0 < len(four & dark) < 4 for four in fours)


def bosnianroad(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and is_one(dark)
        and all(sum(other in dark for other in beside(place)) == 2 for place in dark)
        and not any(len(pair := square & dark) == 2 and len(areas(pair)) == 2 for square in board.squares)
        and numbers_are_light(board, dark)
        and all(len(dark & set(around(place))) == n for place, n in board.known.items())
    )


def canal(board: Board, dark: Shading) -> bool:
    return (
        is_one(dark)
        and board.no_square(dark)
        and numbers_are_light(board, dark)
        and all(len(rays(place, dark)) == n for place, n in board.known.items())
    )


def cave(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and is_one(light(board, dark))
        and all(any(r in (1, board.height) or c in (1, board.width) for r, c in area) for area in areas(dark))
        and numbers_are_light(board, dark)
        and all(1 + len(rays(place, light(board, dark))) == n for place, n in board.known.items())
    )


def circlesquare(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and all((place in dark) == (colour == "b") for place, colour in board.marks("clues circle").items())
        and is_one(dark)
        and board.no_square(dark)
        and all(map(is_square, areas(light(board, dark))))
    )


def cocktail(board: Board, dark: Shading) -> bool:
    return (
        all(is_one(room & dark) for room in board.rooms)
        and no_shade_across(board, dark)
        and board.no_square(dark)
        and rooms_count(board, dark)
        and len(areas(dark, around)) <= 1
    )


def island(board: Board, dark: Shading) -> bool:
    return kurotto(board, dark) and is_one(dark | set(board.number))


def isowatari(board: Board, dark: Shading) -> bool:
    size = int(board.layouts["clues size"][0][0])
    return (
        all((place in dark) == (colour == "b") for place, colour in board.marks("clues circle").items())
        and is_one(light(board, dark))
        and board.no_square(light(board, dark))
        and all(len(area) == size for area in areas(dark))
    )


def kuromenbun(board: Board, dark: Shading) -> bool:
    parts = areas(light(board, dark), joined=lambda a, b: board.room[a] == board.room[b])
    rims = [dark & {other for place in part for other in beside(place)} for part in parts]
    return (
        numbers_are_light(board, dark)
        and all(len(part & set(board.number)) <= 1 for part in parts)
        and all(
            len(rim) == n
            for place, n in board.known.items()
            for part, rim in zip(parts, rims, strict=True)
            if place in part
        )
    )


def kurotto(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and numbers_are_light(board, dark)
        and all(sum(map(len, touched(place, dark))) == n for place, n in board.known.items())
    )


def cave_read(board: Board, solution: Solution) -> Shading:
    """The grid of its model has a ring around the cells."""
    value = by_place(solution)
    return frozenset((r, c) for r, c in board.cells if value[r + 1, c + 1] == 0)


def island_read(board: Board, solution: Solution) -> Shading:
    return shaded(solution) - set(board.number)


def sized(random: Random, _h: int, _w: int) -> Layouts:
    return {"clues size": [[str(random.randint(1, 3))]]}


NUMBERS = marked("?", *range(5))


def mochikoro(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    return (
        bool(dark)
        and set(board.number) <= free
        and board.no_square(dark)
        and len(areas(free, around)) <= 1
        and all(
            is_rectangle(area)
            and len(clues := [n for place, n in board.number.items() if place in area]) <= 1
            and all(count_is(len(area), n) for n in clues)
            for area in areas(free)
        )
    )


def norinuri(board: Board, dark: Shading) -> bool:
    return islands(board, light(board, dark)) and all(count(dark, place) == 1 for place in dark)


def nuribou(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        islands(board, light(board, dark))
        and all(is_rectangle(block) and 1 in extent(block) for block in blocks)
        and not any(len(a) == len(b) and any(set(around(place)) & b for place in a) for a, b in combinations(blocks, 2))
    )


def nurikabe(board: Board, dark: Shading) -> bool:
    return islands(board, light(board, dark)) and is_one(dark) and board.no_square(dark)


def tree_edges(cells: Iterable[Place]) -> int:
    return sum(count(cells, place) for place in cells) // 2


def nurimaze(board: Board, dark: Shading) -> bool:
    free, mark = light(board, dark), board.marks("clues mark")
    if (
        not set(mark) <= free
        or any(0 < len(dark & room) < len(room) for room in board.rooms)
        or not is_one(free)
        or tree_edges(free) != len(free) - 1
        or not board.no_square(dark)
    ):
        return False
    start, goal = (next(place for place, m in mark.items() if m == end) for end in "SG")
    on = {p for p in free if p in (start, goal) or not any({start, goal} <= a for a in areas(free - {p}))}
    return all((m != "o" or p in on) and (m != "v" or p not in on) for p, m in mark.items())


def nurimaze_board(random: Random, h: int, w: int) -> Layouts:
    mark = scattered(random, h, w, ["o", "v"], 1)
    for end, (r, c) in zip("SG", random.sample(places(h, w), 2), strict=True):
        mark[r - 1][c - 1] = end
    return {"regions room": divided(random, h, w, 6), "clues mark": mark}


def nurimisaki(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    capes = {place for place in free if count(free, place) == 1}
    return (
        bool(dark)
        and is_one(free)
        and board.no_square(dark)
        and board.no_square(free)
        and capes == set(board.number)
        and all(count_is(len(rays(place, free)) + 1, n) for place, n in board.number.items())
    )


def nuritwin(board: Board, dark: Shading) -> bool:
    blocks = [areas(dark & room) for room in board.rooms]
    return (
        all(len(pair) == 2 and len(pair[0]) == len(pair[1]) for pair in blocks)
        and is_one(dark)
        and board.no_square(dark)
        and all(
            count_is(len(pair[0]), n)
            for room, pair in zip(board.rooms, blocks, strict=True)
            for place, n in board.number.items()
            if place in room
        )
    )


def nuriuzu(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    stars = list(board.marks("clues star"))
    if not board.no_square(dark) or not board.no_square(free):
        return False
    found = areas(free)
    for area in found:
        inside = [star for star in stars if set(at_point(star)) & area]
        if len(inside) != 1 or {(star_y + 1 - r, star_x + 1 - c) for star_y, star_x in inside for r, c in area} != area:
            return False
    return all(set(at_point(star)) <= free for star in stars)


def paintarea(board: Board, dark: Shading) -> bool:
    return (
        tiled(board, dark)
        and is_one(dark)
        and board.no_square(dark)
        and board.no_square(light(board, dark))
        and all(count_is(count(dark, place), n) for place, n in board.number.items())
    )


def parquet(board: Board, dark: Shading) -> bool:
    tile, block = board.marks("regions tile"), board.marks("regions block")
    tiles = [{p for p in tile if tile[p] == name} for name in set(tile.values())]
    return (
        all(len(dark & one) in (0, len(one)) for one in tiles)
        and all(sum(bool(dark & one) for one in tiles if block[min(one)] == name) == 1 for name in set(block.values()))
        and is_one(dark)
        and tree_edges(dark) == len(dark) - 1
    )


def parquet_board(random: Random, h: int, w: int) -> Layouts:
    tile = divided(random, h, w, 6)
    of = {name: random.choice("ABC") for row in tile for name in row}
    block = [[of[name] for name in row] for row in tile]
    parts = Board(h, w, {"regions block": block}).marks("regions block")
    names = dict.fromkeys(parts, "")
    for k, area in enumerate(areas(parts, joined=lambda a, b: parts[a] == parts[b])):
        names |= dict.fromkeys(area, "ABCDEFGH"[k])
    return {
        "regions block": named([[names[r, c] for c in range(1, w + 1)] for r in range(1, h + 1)]),
        "regions tile": tile,
    }


def sansaroad(board: Board, dark: Shading) -> bool:
    free, mark = light(board, dark), board.marks("clues mark")
    triangles = {((y + 1) // 2, (x + 1) // 2) for (y, x), n in mark.items() if n == "1" and y % 2 == x % 2 == 1}
    for (y, x), n in mark.items():
        if y % 2 == 1 and x % 2 == 1:
            continue
        cells = set(at_point((y, x)))
        excess = 2 * len(dark & cells) - len(cells)
        if not {"1": excess > 0, "2": excess == 0, "3": excess < 0}[n]:
            return False
    return (
        is_one(free)
        and board.no_square(free)
        and triangles <= free
        and all(count(free, place) == 2 + (place in triangles) for place in free)
    )


def sansaroad_board(random: Random, h: int, w: int) -> Layouts:
    mark = scattered(random, 2 * h - 1, 2 * w - 1, [1, 2, 3], 3)
    return {
        "clues mark": [
            [("1" if m != "." and y % 2 == x % 2 == 0 else m) for x, m in enumerate(row)] for y, row in enumerate(mark)
        ]
    }


def snake(board: Board, dark: Shading) -> bool:
    ends = [place for place in dark if count(dark, place) <= 1]
    return (
        bool(dark)
        and is_one(dark)
        and all(count(dark, place) <= 2 for place in dark)
        and len(ends) in (1, 2)
        and (len(ends) == 2 or len(dark) == 1)
        and board.no_square(dark)
        and not any((r + 1, c + x) in dark and not {(r + 1, c), (r, c + x)} & dark for r, c in dark for x in (-1, 1))
        and all(
            place in dark and count(dark, place) == (1 if colour == "b" else 2)
            for place, colour in board.marks("clues circle").items()
        )
        and lines_count(board, dark)
    )


def tapa(board: Board, dark: Shading) -> bool:
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    for (r, c), mark in board.marks("clues number").items():
        bits = [(r + y, c + x) in dark for y, x in ring]
        found = [8]
        if not all(bits):
            start = bits.index(False)
            found = runs(bits[start:] + bits[:start])
        asked = [n for n in mark.split(",") if n]
        fits = any(all(a in ("?", str(n)) for a, n in zip(some, found, strict=False)) for some in permutations(asked))
        if not (
            (asked == ["0"] and not found)
            or (asked == ["?"] and len(found) <= 1)
            or (len(found) == len(asked) and fits and asked != ["0"])
        ):
            return False
    return bool(dark) and is_one(dark) and board.no_square(dark) and not dark & set(board.marks("clues number"))


def yinyang(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    return (
        is_one(dark)
        and is_one(free)
        and board.no_square(dark)
        and board.no_square(free)
        and all((place in dark) == (colour == "b") for place, colour in board.marks("clues circle").items())
    )


def on_cells_or_sides(y: int, x: int) -> bool:
    return y % 2 == 1 or x % 2 == 1


def cityspace(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    edge = {
        cell
        for line in board.lines
        for cell in (line[0], line[-1])
        if cell[0] in (1, board.height) or cell[1] in (1, board.width)
    }
    return (
        not dark & set(board.number)
        and all(is_bar(one) and len(one) > 1 for one in areas(dark))
        and board.no_square(free)
        and all(group & edge for group in areas(dark, around))
        and is_one(free)
        and all(1 + len(rays(place, free)) == n for place, n in board.known.items())
    )


def coral(board: Board, dark: Shading) -> bool:
    return (
        is_one(dark)
        and board.no_square(dark)
        and all(
            any(r in (1, board.height) or c in (1, board.width) for r, c in area) for area in areas(light(board, dark))
        )
        and all(
            sorted(runs(cell in dark for cell in line)) == sorted(int(n) for n in mark.split(",") if n)
            for mark, line in board.outside_marks("above", "left")
        )
    )


def coral_board(random: Random, h: int, w: int) -> Layouts:
    """Numbers of a random shading, in any order, for a few lines; its rules may forbid it."""
    board = Board(h, w, {})
    dark = random.choice([some for some in shadings(h, w) if is_one(some) and board.no_square(some)])
    found = []
    for line in board.lines:
        lengths = runs(cell in dark for cell in line)
        random.shuffle(lengths)
        found.append("".join(f"{n}," for n in lengths) if lengths and random.random() < 0.5 else ".")
    return {"clues above": [found[h:]], "clues left": [found[:h]]}


GENRES: list[AnyGenre] = [
    shading_genre("aqre", SIZES, BY_ROOM, aqre),
    shading_genre(
        "bosnianroad",
        SIZES,
        marked("?", *range(5), most=1),
        bosnianroad,
        by_hand=[board(3, 5, clues_number="...../.7.../.....")],
    ),
    shading_genre("canal", SIZES, NUMBERS, canal),
    shading_genre("cave", SIZES, marked("?", 2, 3, 4), cave, cave_read),
    shading_genre(
        "circlesquare",
        SIZES,
        marked("b", "w", name="clues circle"),
        circlesquare,
        by_hand=[board(3, 3, clues_circle=".w./.../..b")],
    ),
    shading_genre("cocktail", SIZES, BY_ROOM, cocktail),
    shading_genre(
        "coral",
        [(3, 3), (3, 4)],
        coral_board,
        coral,
        by_hand=[board(3, 4, clues_above=". 2, . .", clues_left="2,1 . .")],
    ),
    shading_genre("island", SIZES, NUMBERS, island, island_read, by_hand=[board(3, 3, clues_number=".2./.../..?")]),
    shading_genre(
        "kuromenbun",
        SIZES,
        both(NUMBERS, roomed()),
        kuromenbun,
        is_zero,
        by_hand=[board(3, 4, clues_wall="", clues_number=".2../?.../...1", regions_room="aabb/accb/accb")],
    ),
    shading_genre("kurotto", SIZES, NUMBERS, kurotto),
    shading_genre("nurikabe", [(3, 3)], marked("?", 1, 2, 3, 4), nurikabe, is_zero),
    shading_genre("nuribou", [(3, 3)], marked("?", 1, 2, 3, 5), nuribou, is_zero),
    shading_genre("norinuri", [(3, 3)], marked("?", 1, 2, 3, 7), norinuri, is_zero),
    shading_genre("nurimaze", [(3, 3)], nurimaze_board, nurimaze, is_zero),
    shading_genre("nurimisaki", [(3, 3)], marked("?", 2, 3), nurimisaki, is_zero),
    shading_genre(
        "nuritwin",
        [(3, 4)],
        roomed("?", 1, 2, rooms=2),
        nuritwin,
        by_hand=[board(3, 4, regions_room="aabb/aabb/aaab", clues_number="..1./..../....", clues_wall="")],
    ),
    shading_genre(
        "nuriuzu",
        [(3, 3)],
        points("w", name="clues star", where=on_cells_or_sides),
        nuriuzu,
        is_zero,
        by_hand=[
            board(3, 4, clues_star="w....../......./.....w./......./.w....."),
            board(3, 4, clues_star="......./......./....w../......./w......"),
            board(3, 4, clues_star="......./....w../......./......./w......"),
            board(3, 4, clues_star="......./......./...w.../......./......."),
        ],
    ),
    shading_genre(
        "paintarea",
        [(3, 3)],
        both(roomed(rooms=6), marked(0, 1, 2, most=1)),
        paintarea,
    ),
    shading_genre(
        "parquet",
        [(3, 3)],
        parquet_board,
        parquet,
        by_hand=[board(3, 3, regions_block="aab/aab/aab", regions_tile="abc/aec/ffg")],
    ),
    shading_genre(
        "sansaroad",
        [(3, 3)],
        sansaroad_board,
        sansaroad,
        by_hand=[board(3, 5, clues_mark="....1..../.3......./.......2./........./....1....")],
    ),
    shading_genre(
        "snake", [(3, 3)], both(marked("b", "w", name="clues circle", most=2), outside(counts, "above", "left")), snake
    ),
    shading_genre("tapa", [(3, 3)], marked("?,", "0,", "1,", "2,", "3,", "?,?", "1,?", "1,2", "1,1", most=2), tapa),
    shading_genre("yinyang", [(3, 3)], marked("w", "b", name="clues circle"), yinyang),
    shading_genre(
        "isowatari",
        SIZES,
        both(sized, marked("b", "w", name="clues circle")),
        isowatari,
        by_hand=[board(3, 3, clues_size="2", clues_circle=".../.../b..", mask=".../.../..x")],
    ),
    shading_genre(
        "cityspace",
        [(3, 3), (3, 4)],
        marked("?", 2, 3, 4, most=2),
        cityspace,
        by_hand=[board(3, 4, clues_number=".3../..../...?")],
    ),
    shading_genre("mochikoro", [(3, 3)], marked("?", 1, 2, 3, 4), mochikoro),
    shading_genre(
        "mochinyoro",
        [(3, 3)],
        marked("?", 1, 2, 3, 4),
        lambda board, dark: mochikoro(board, dark) and not any(map(is_rectangle, areas(dark))),
    ),
]
