"""Genres whose cells are shaded, from l to z."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, groupby, pairwise, permutations, product
from random import Random

import pytest

from tests.genres.boards import (
    Board,
    Genre,
    Layouts,
    Shading,
    board_with_answer,
    boards,
    compare,
    cornered,
    divided,
    named,
    scattered,
    shaded,
    shadings,
)
from tests.library.genre_laws.plain import (
    Place,
    areas,
    around,
    beside,
    is_rectangle,
    is_square,
    places,
    turned_shape,
)

Holds = Callable[[Board, Shading], bool]
Make = Callable[[Random, int, int], Layouts]


def rest(board: Board, dark: Shading) -> set[Place]:
    return set(board.cells) - dark


def is_one(cells: Iterable[Place]) -> bool:
    return len(areas(cells)) <= 1


def squares(board: Board) -> list[set[Place]]:
    return [{(r + y, c + x) for y, x in places(2, 2)} for r in range(board.height - 1) for c in range(board.width - 1)]


def no_square(board: Board, cells: Iterable[Place]) -> bool:
    return not any(square <= set(cells) for square in squares(board))


def apart(dark: Shading) -> bool:
    return not any(other in dark for place in dark for other in beside(place))


def separate(board: Board, dark: Shading) -> bool:
    return apart(dark) and is_one(rest(board, dark))


def near(cells: Iterable[Place], place: Place) -> int:
    return len(set(cells) & set(beside(place)))


def count_is(found: int, number: int | None) -> bool:
    return number in (None, found)


def rooms_count(board: Board, dark: Shading) -> bool:
    """A number in the first cell of a room says how many of its cells are shaded."""
    return all(
        count_is(len(dark & room), number)
        for room in board.rooms
        for place, number in board.number.items()
        if place in room
    )


def islands(board: Board, light: Iterable[Place]) -> bool:
    """Each area has one number, which says how many cells it has."""
    return set(board.number) <= set(light) and all(
        len(clues := [n for place, n in board.number.items() if place in area]) == 1 and count_is(len(area), clues[0])
        for area in areas(light)
    )


def meets(board: Board, one: set[Place], other: set[Place]) -> bool:
    return any(near(other, place) for place in one)


def at_point(y: int, x: int) -> list[Place]:
    """The cells that a point touches: cells are at odd rows and columns."""
    return sorted(set(product(((y + 1) // 2, (y + 2) // 2), ((x + 1) // 2, (x + 2) // 2))))


def lines(board: Board) -> list[list[Place]]:
    rows = [[(r, c) for c in range(1, board.width + 1)] for r in range(1, board.height + 1)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def ahead(board: Board, place: Place, way: str) -> list[Place]:
    y, x = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}[way]
    found = []
    r, c = place[0] + y, place[1] + x
    while 1 <= r <= board.height and 1 <= c <= board.width:
        found.append((r, c))
        r, c = r + y, c + x
    return found


def runs(bits: Iterable[bool]) -> list[int]:
    return [len(list(group)) for is_on, group in groupby(bits) if is_on]


# How boards are made


def numbers(*values: object, most: int = 3, name: str = "clues number") -> Make:
    return lambda random, h, w: {name: scattered(random, h, w, values, most)}


def roomed(*values: object, rooms: int = 4, most: int = 3) -> Make:
    """Rooms with numbers in their first cells."""

    def make(random: Random, h: int, w: int) -> Layouts:
        room = divided(random, h, w, rooms)
        return (
            {"clues number": cornered(random, room, values, most), "regions room": room}
            if values
            else {"regions room": room}
        )

    return make


def with_rooms(other: Make, rooms: int = 4) -> Make:
    return lambda random, h, w: {**other(random, h, w), "regions room": divided(random, h, w, rooms)}


def points(*marks: object, name: str, most: int = 3, corners: bool = True) -> Make:
    """Marks on cells, sides and perhaps corners."""

    def make(random: Random, h: int, w: int) -> Layouts:
        rows = scattered(random, 2 * h - 1, 2 * w - 1, marks, most)
        return {
            name: [
                [m if corners or y % 2 * (x % 2) == 0 else "." for x, m in enumerate(row)] for y, row in enumerate(rows)
            ]
        }

    return make


def outside(random: Random, length: int, highest: int, least: int = 0) -> list[list[str]]:
    return [[str(random.randint(least, highest)) if random.random() < 0.4 else "." for _ in range(length)]]


# Rules


def lightup(board: Board, lamps: Shading) -> bool:
    black = board.marks("clues number")
    lit: set[Place] = set()
    for lamp in lamps:
        lit.add(lamp)
        for way in "nswe":
            for place in ahead(board, lamp, way):
                if place in black:
                    break
                if place in lamps:
                    return False
                lit.add(place)
    return (
        not lamps & set(black)
        and lit | set(black) == set(board.cells)
        and all(count_is(near(lamps, place), n) for place, n in board.number.items())
    )


def lightup_board(random: Random, h: int, w: int) -> Layouts:
    number = scattered(random, h, w, ["?", 0, 1, 2], 4)
    return {"clues number": number, "mask": [["." if mark == "." else "x" for mark in row] for row in number]}


def lits(board: Board, dark: Shading) -> bool:
    blocks = [set(dark & room) for room in board.rooms]
    return (
        all(len(block) == 4 and is_one(block) for block in blocks)
        and is_one(dark)
        and no_square(board, dark)
        and not any(turned_shape(a) == turned_shape(b) and meets(board, a, b) for a, b in combinations(blocks, 2))
    )


def lookair(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    of = {place: block for block in blocks for place in block}
    if not dark or not all(map(is_square, blocks)):
        return False
    for line in lines(board):
        seen = [of[place] for place in line if place in dark]
        if any(a is not b and len(a) == len(b) for a, b in pairwise(seen)):
            return False
    return all(count_is(near(dark, place) + (place in dark), n) for place, n in board.number.items())


def steps(room: set[Place], a: Place, b: Place) -> int:
    reached, n = {a}, 0
    while b not in reached:
        reached |= {other for place in reached for other in beside(place) if other in room}
        n += 1
    return n


def mannequin(board: Board, dark: Shading) -> bool:
    pairs = [sorted(dark & room) for room in board.rooms]
    if not all(len(pair) == 2 for pair in pairs) or not is_one(rest(board, dark)):
        return False
    between = [steps(room, *pair) - 1 for room, pair in zip(board.rooms, pairs, strict=True)]
    return all(
        count_is(n, number)
        for room, n in zip(board.rooms, between, strict=True)
        for place, number in board.number.items()
        if place in room
    ) and not any(
        between[j] == between[k] and meets(board, board.rooms[j], board.rooms[k])
        for j, k in combinations(range(len(between)), 2)
    )


def mines(board: Board, dark: Shading) -> bool:
    return not dark & set(board.number) and all(
        count_is(len(dark & set(around(place))), n) for place, n in board.number.items()
    )


def mochikoro(board: Board, dark: Shading) -> bool:
    light = rest(board, dark)
    return (
        bool(dark)
        and set(board.number) <= light
        and no_square(board, dark)
        and len(areas(light, around)) <= 1
        and all(
            is_rectangle(area)
            and len(clues := [n for place, n in board.number.items() if place in area]) <= 1
            and all(count_is(len(area), n) for n in clues)
            for area in areas(light)
        )
    )


def corner(place: Place) -> set[Place]:
    """The cells around a corner that is the upper left one of a place."""
    r, c = place
    return {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)}


def corners(*values: object, name: str = "clues number", most: int = 3) -> Make:
    return lambda random, h, w: {name: scattered(random, h + 1, w + 1, values, most)}


def nibunnogo(board: Board, dark: Shading) -> bool:
    return all(len(area) <= 5 for cells in (dark, rest(board, dark)) for area in areas(cells)) and all(
        count_is(len(corner(place) & dark), n) for place, n in board.number.items()
    )


def nondango(board: Board, dark: Shading) -> bool:
    circles = set(board.cells) - set(board.marks("clues empty"))
    return (
        dark <= circles
        and all(len(dark & room) == 1 for room in board.rooms)
        and all(
            0 < len(dark & three) < 3
            for r, c in circles
            for y, x in [(0, 1), (1, 0), (1, 1), (1, -1)]
            if (three := {(r, c), (r + y, c + x), (r + 2 * y, c + 2 * x)}) <= circles
        )
    )


def nonogram(board: Board, dark: Shading) -> bool:
    asked = [*board.layouts["clues left"][0], *board.layouts["clues above"][0]]
    return all(
        runs(place in dark for place in line) == [int(n) for n in clue.strip(".").split(",") if n]
        for clue, line in zip(asked, lines(board), strict=True)
    )


def nonogram_board(random: Random, h: int, w: int) -> Layouts:
    dark = random.choice(shadings(h, w))
    clues = [
        ",".join(map(str, runs(place in dark for place in line))) + "," if any(p in dark for p in line) else "."
        for line in lines(Board(h, w, {}))
    ]
    return {"clues above": [clues[h:]], "clues left": [clues[:h]]}


def norinori(board: Board, dark: Shading) -> bool:
    return all(len(dark & room) == 2 for room in board.rooms) and all(near(dark, place) == 1 for place in dark)


def norinuri(board: Board, dark: Shading) -> bool:
    return islands(board, rest(board, dark)) and all(near(dark, place) == 1 for place in dark)


def nothree(board: Board, dark: Shading) -> bool:
    gaps = [[b - a for a, b in pairwise([k for k, place in enumerate(line) if place in dark])] for line in lines(board)]
    return (
        bool(dark)
        and separate(board, dark)
        and not any(a == b for line in gaps for a, b in pairwise(line))
        and all(
            len(dark & set(at_point(*point))) == 1
            for point, colour in board.marks("clues circle").items()
            if colour == "w"
        )
    )


def nuribou(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        islands(board, rest(board, dark))
        and all(is_rectangle(block) and 1 in extent(block) for block in blocks)
        and not any(len(a) == len(b) and any(set(around(place)) & b for place in a) for a, b in combinations(blocks, 2))
    )


def extent(area: Iterable[Place]) -> tuple[int, int]:
    rows, columns = {r for r, _ in area}, {c for _, c in area}
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def nurikabe(board: Board, dark: Shading) -> bool:
    return islands(board, rest(board, dark)) and is_one(dark) and no_square(board, dark)


def tree_edges(cells: Iterable[Place]) -> int:
    return sum(near(cells, place) for place in cells) // 2


def nurimaze(board: Board, dark: Shading) -> bool:
    light, mark = rest(board, dark), board.marks("clues mark")
    if (
        not set(mark) <= light
        or any(0 < len(dark & room) < len(room) for room in board.rooms)
        or not is_one(light)
        or tree_edges(light) != len(light) - 1
        or not no_square(board, dark)
    ):
        return False
    start, goal = (next(place for place, m in mark.items() if m == end) for end in "SG")
    on = {p for p in light if p in (start, goal) or not any({start, goal} <= a for a in areas(light - {p}))}
    return all((m != "o" or p in on) and (m != "v" or p not in on) for p, m in mark.items())


def nurimaze_board(random: Random, h: int, w: int) -> Layouts:
    mark = scattered(random, h, w, ["o", "v"], 1)
    for end, (r, c) in zip("SG", random.sample(places(h, w), 2), strict=True):
        mark[r - 1][c - 1] = end
    return {"regions room": divided(random, h, w, 6), "clues mark": mark}


def nurimisaki(board: Board, dark: Shading) -> bool:
    light = rest(board, dark)
    capes = {place for place in light if near(light, place) == 1}
    reach = {
        place: max(len(ray) - len([p for p in ray if p in dark]) for ray in [straight(board, light, place)])
        for place in board.number
        if place in light
    }
    return (
        bool(dark)
        and is_one(light)
        and no_square(board, dark)
        and no_square(board, light)
        and capes == set(board.number)
        and all(count_is(reach[place] + 1, n) for place, n in board.number.items())
    )


def straight(board: Board, light: set[Place], place: Place) -> list[Place]:
    """The cells of one kind that are seen from a place in all four directions."""
    found = []
    for way in "nswe":
        for other in ahead(board, place, way):
            if other not in light:
                break
            found.append(other)
    return found


def nuritwin(board: Board, dark: Shading) -> bool:
    blocks = [areas(dark & room) for room in board.rooms]
    return (
        all(len(pair) == 2 and len(pair[0]) == len(pair[1]) for pair in blocks)
        and is_one(dark)
        and no_square(board, dark)
        and all(
            count_is(len(pair[0]), n)
            for room, pair in zip(board.rooms, blocks, strict=True)
            for place, n in board.number.items()
            if place in room
        )
    )


def nuriuzu(board: Board, dark: Shading) -> bool:
    light = rest(board, dark)
    stars = list(board.marks("clues star"))
    if not no_square(board, dark) or not no_square(board, light):
        return False
    found = areas(light)
    for area in found:
        inside = [star for star in stars if set(at_point(*star)) & area]
        if len(inside) != 1 or {(star_y + 1 - r, star_x + 1 - c) for star_y, star_x in inside for r, c in area} != area:
            return False
    return all(set(at_point(*star)) <= light for star in stars)


def oneroom(board: Board, dark: Shading) -> bool:
    light = rest(board, dark)
    doors = [sum(near(light & two, place) for place in light & one) for one, two in combinations(board.rooms, 2)]
    return (
        bool(dark)
        and separate(board, dark)
        and all(is_one(light & room) for room in board.rooms)
        and max(doors, default=0) <= 1
        and rooms_count(board, dark)
    )


def tiled(board: Board, dark: Shading) -> bool:
    return all(len(dark & room) in (0, len(room)) for room in board.rooms)


def paintarea(board: Board, dark: Shading) -> bool:
    return (
        tiled(board, dark)
        and is_one(dark)
        and no_square(board, dark)
        and no_square(board, rest(board, dark))
        and all(count_is(near(dark, place), n) for place, n in board.number.items())
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
    light, mark = rest(board, dark), board.marks("clues mark")
    triangles = {((y + 1) // 2, (x + 1) // 2) for (y, x), n in mark.items() if n == "1" and y % 2 == x % 2 == 1}
    for (y, x), n in mark.items():
        if y % 2 == 1 and x % 2 == 1:
            continue
        cells = set(at_point(y, x))
        excess = 2 * len(dark & cells) - len(cells)
        if not {"1": excess > 0, "2": excess == 0, "3": excess < 0}[n]:
            return False
    return (
        is_one(light)
        and no_square(board, light)
        and triangles <= light
        and all(near(light, place) == 2 + (place in triangles) for place in light)
    )


def sansaroad_board(random: Random, h: int, w: int) -> Layouts:
    mark = scattered(random, 2 * h - 1, 2 * w - 1, [1, 2, 3], 3)
    return {
        "clues mark": [
            [("1" if m != "." and y % 2 == x % 2 == 0 else m) for x, m in enumerate(row)] for y, row in enumerate(mark)
        ]
    }


def islands_in_rooms(board: Board, dark: Shading) -> bool:
    """The shaded cells of each room are one area, those of two rooms share no side, and numbers count them."""
    zero = {place for place, n in board.number.items() if n == 0}
    return (
        all(is_one(dark & room) and (bool(dark & room) or bool(zero & room)) for room in board.rooms)
        and not any(meets(board, one & dark, other & dark) for one, other in combinations(board.rooms, 2))
        and rooms_count(board, dark)
    )


def shimaguni(board: Board, dark: Shading) -> bool:
    return islands_in_rooms(board, dark) and not any(
        meets(board, one, other) and len(dark & one) == len(dark & other) > 0
        for one, other in combinations(board.rooms, 2)
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


def smullyan(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and separate(board, dark)
        and all(
            n is None or (place in dark) != (len(dark & {place, *around(place)}) == n)
            for place, n in board.number.items()
        )
    )


def snake(board: Board, dark: Shading) -> bool:
    ends = [place for place in dark if near(dark, place) <= 1]
    asked = [*board.layouts["clues left"][0], *board.layouts["clues above"][0]]
    return (
        bool(dark)
        and is_one(dark)
        and all(near(dark, place) <= 2 for place in dark)
        and len(ends) in (1, 2)
        and (len(ends) == 2 or len(dark) == 1)
        and no_square(board, dark)
        and not any((r + 1, c + x) in dark and not {(r + 1, c), (r, c + x)} & dark for r, c in dark for x in (-1, 1))
        and all(
            place in dark and near(dark, place) == (1 if colour == "b" else 2)
            for place, colour in board.marks("clues circle").items()
        )
        and all(n == "." or len(dark & set(line)) == int(n) for n, line in zip(asked, lines(board), strict=True))
    )


def snake_board(random: Random, h: int, w: int) -> Layouts:
    return {
        "clues circle": scattered(random, h, w, "bw", 2),
        "clues above": outside(random, w, h),
        "clues left": outside(random, h, w),
    }


def starbattle(board: Board, dark: Shading) -> bool:
    stars = int(board.layouts["clues stars"][0][0])
    return all(len(dark & set(line)) == stars for line in [*lines(board), *board.rooms]) and not any(
        set(around(place)) & dark for place in dark
    )


def sumiwake(board: Board, dark: Shading) -> bool:
    room = board.room
    for line in lines(board):
        for is_dark, group in groupby(line, key=dark.__contains__):
            if not is_dark and sum(room[a] != room[b] for a, b in pairwise(group)) > 1:
                return False
    return (
        bool(dark)
        and separate(board, dark)
        and all(
            len(dark & corner(place)) == int(n) for place, n in board.marks("clues circle").items() if n in ("1", "2")
        )
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
    return bool(dark) and is_one(dark) and no_square(board, dark) and not dark & set(board.marks("clues number"))


def tasquare(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        bool(dark)
        and not dark & set(board.number)
        and all(map(is_square, blocks))
        and is_one(rest(board, dark))
        and all(
            (touched := [len(block) for block in blocks if near(block, place)]) and count_is(sum(touched), n)
            for place, n in board.number.items()
        )
    )


def tents(board: Board, dark: Shading) -> bool:
    trees = list(board.marks("clues tree"))
    asked = [*board.layouts["clues left"][0], *board.layouts["clues above"][0]]
    return (
        not dark & set(trees)
        and len(dark) == len(trees)
        and not any(set(around(place)) & dark for place in dark)
        and all(n == "." or len(dark & set(line)) == int(n) for n, line in zip(asked, lines(board), strict=True))
        and any(
            all(tent in beside(tree) for tent, tree in zip(order, trees, strict=True)) for order in permutations(dark)
        )
    )


def tents_board(random: Random, h: int, w: int) -> Layouts:
    return {
        "clues above": outside(random, w, 2),
        "clues left": outside(random, h, 2),
        "clues tree": scattered(random, h, w, "x", 3),
    }


def tetrominoes(board: Board, dark: Shading) -> bool:
    blocks = areas(dark)
    return (
        all(len(block) == 4 for block in blocks)
        and len(areas(dark, around)) <= 1
        and not any(
            turned_shape(a) == turned_shape(b) and any(set(around(place)) & b for place in a)
            for a, b in combinations(blocks, 2)
        )
    )


def tetrochain(board: Board, dark: Shading) -> bool:
    clues = board.marks("clues clue")
    return (
        tetrominoes(board, dark)
        and not dark & set(clues)
        and all(
            mark[2:] == "?" or len(dark & set(ahead(board, place, mark[0]))) == int(mark[2:])
            for place, mark in clues.items()
        )
    )


def arrows(random: Random, h: int, w: int) -> Layouts:
    marks = [f"{way},{n}" for way in "nswe" for n in ["?", 0, 1, 2]]
    return {"clues clue": scattered(random, h, w, marks, 3)}


def circles_at_points(board: Board, dark: Shading) -> bool:
    """Of the cells that a black circle touches, more than half are shaded; of a grey one half; of a white one fewer."""
    for point, colour in board.marks("clues circle").items():
        cells = set(at_point(*point))
        excess = 2 * len(dark & cells) - len(cells)
        if not {"b": excess > 0, "g": excess == 0, "w": excess < 0}[colour]:
            return False
    return True


def tetroctb(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and tetrominoes(board, dark)
        and rooms_count(board, dark)
        and not any(block <= room for block in areas(dark) for room in board.rooms)
    )


def tilepaint(board: Board, dark: Shading) -> bool:
    black = board.marks("clues black")
    asked = [*board.layouts["clues left"][0], *board.layouts["clues above"][0]]

    def run(line: list[Place]) -> int:
        stop = next((k for k, place in enumerate(line) if place in black), len(line))
        return len(dark & set(line[:stop]))

    return (
        bool(dark)
        and not dark & set(black)
        and tiled(board, dark)
        and all(n == "." or run(line) == int(n) for n, line in zip(asked, lines(board), strict=True))
        and all(
            n == "?" or run(ahead(board, place, way)) == int(n)
            for place, mark in black.items()
            for way, n in zip("se", mark.split(","), strict=True)
        )
    )


def tilepaint_board(random: Random, h: int, w: int) -> Layouts:
    black = scattered(random, h, w, ["?,?", "1,?", "?,1", "?,2", "0,?"], 1)
    room = divided(random, h, w, 5)
    for r, row in enumerate(black):
        for c, mark in enumerate(row):
            if mark != ".":
                room[r][c] = "z"
    cells = Board(h, w, {"regions room": room})
    names: dict[Place, str] = {}
    for k, area in enumerate(areas(cells.room, joined=lambda a, b: cells.room[a] == cells.room[b])):
        names |= dict.fromkeys(area, "abcdefghijkl"[k])
    return {
        "regions room": named([[names[r, c] for c in range(1, w + 1)] for r in range(1, h + 1)]),
        "clues black": black,
        "clues above": outside(random, w, h),
        "clues left": outside(random, h, w),
    }


def usoone(board: Board, dark: Shading) -> bool:
    return (
        separate(board, dark)
        and not dark & set(board.number)
        and all(
            sum(n is not None and near(dark, place) != n for place, n in board.number.items() if place in room) == 1
            for room in board.rooms
        )
    )


def yajikazu(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and separate(board, dark)
        and all(
            place in dark or mark[2:] == "?" or len(dark & set(ahead(board, place, mark[0]))) == int(mark[2:])
            for place, mark in board.marks("clues clue").items()
        )
    )


def yinyang(board: Board, dark: Shading) -> bool:
    light = rest(board, dark)
    return (
        is_one(dark)
        and is_one(light)
        and no_square(board, dark)
        and no_square(board, light)
        and all((place in dark) == (colour == "b") for place, colour in board.marks("clues circle").items())
    )


def lightshadow(board: Board, dark: Shading) -> bool:
    clues = board.marks("clues number")
    return all((place in dark) == (mark[0] == "b") for place, mark in clues.items()) and all(
        len(inside := [mark for place, mark in clues.items() if place in area]) == 1
        and inside[0][2:] in ("?", str(len(area)))
        for cells in (dark, rest(board, dark))
        for area in areas(cells)
    )


def lightshadow_read(board: Board) -> Callable[[int], bool]:
    colours = [mark[0] for _, mark in sorted(board.marks("clues number").items())]
    return lambda value: colours[value - 1] == "b"


def case(
    name: str, size: tuple[int, int], make: Make, holds: Holds, is_dark: Callable[[int], bool] = bool
) -> Genre[Shading]:
    return Genre(
        name,
        make,
        size,
        lambda board: shadings(board.height, board.width),
        holds,
        lambda board, solution: shaded(solution, lightshadow_read(board) if name == "lightshadow" else is_dark),
    )


GENRES = [
    case(
        "lightshadow",
        (3, 3),
        numbers("b,?", "w,?", "b,1", "w,1", "b,2", "w,3", "b,4", "w,4", most=4),
        lightshadow,
    ),
    case("lightup", (3, 3), lightup_board, lightup),
    case("lits", (3, 4), roomed(rooms=2), lits),
    case("lookair", (3, 3), numbers("?", 0, 1, 2, 3), lookair),
    case("mannequin", (3, 3), roomed("?", 0, 1, 2, rooms=3), mannequin),
    case("mines", (3, 3), numbers("?", 0, 1, 2, 3), mines),
    case("mochikoro", (3, 3), numbers("?", 1, 2, 3, 4), mochikoro),
    case(
        "mochinyoro",
        (3, 3),
        numbers("?", 1, 2, 3, 4),
        lambda board, dark: mochikoro(board, dark) and not any(map(is_rectangle, areas(dark))),
    ),
    case("nibunnogo", (3, 3), corners("?", 0, 1, 2, 3, most=4), nibunnogo),
    case("nondango", (3, 3), with_rooms(numbers("x", name="clues empty")), nondango),
    case("nonogram", (3, 3), nonogram_board, nonogram),
    case("norinori", (3, 3), roomed(rooms=2), norinori),
    case("norinuri", (3, 3), numbers("?", 1, 2, 3, 7), norinuri, lambda v: v == 0),
    case("nothree", (3, 4), points("w", "w", "b", name="clues circle", most=2), nothree),
    case("nuribou", (3, 3), numbers("?", 1, 2, 3, 5), nuribou, lambda v: v == 0),
    case("nurikabe", (3, 3), numbers("?", 1, 2, 3, 4), nurikabe, lambda v: v == 0),
    case("nurimaze", (3, 3), nurimaze_board, nurimaze, lambda v: v == 0),
    case("nurimisaki", (3, 3), numbers("?", 2, 3), nurimisaki, lambda v: v == 0),
    case("nuritwin", (3, 4), roomed("?", 1, 2, rooms=2), nuritwin),
    case("nuriuzu", (3, 3), points("w", name="clues star", corners=False), nuriuzu, lambda v: v == 0),
    case("oneroom", (3, 3), roomed("?", 0, 1, 2), oneroom),
    case(
        "paintarea",
        (3, 3),
        lambda random, h, w: {
            "regions room": divided(random, h, w, 6),
            "clues number": scattered(random, h, w, [0, 1, 2], 1),
        },
        paintarea,
    ),
    case("parquet", (3, 3), parquet_board, parquet),
    case("sansaroad", (3, 3), sansaroad_board, sansaroad),
    case("shimaguni", (3, 3), roomed("?", 0, 1, 2), shimaguni),
    case("smullyan", (3, 3), numbers("?", 0, 1, 2, 3, most=4), smullyan),
    case("snake", (3, 3), snake_board, snake),
    Genre(
        "starbattle",
        lambda random, h, w: {"regions room": divided(random, h, w, 4), "clues stars": [["1"]]},
        (4, 4),
        lambda board: [frozenset(enumerate(order, 1)) for order in permutations(range(1, 5))],
        starbattle,
        lambda board, solution: shaded(solution),
    ),
    case("stostone", (4, 3), roomed("?", 0, 1, 2), stostone),
    case(
        "sumiwake",
        (3, 3),
        lambda random, h, w: {
            "clues circle": scattered(random, h + 1, w + 1, [0, 1, 1, 2], 2),
            "regions room": divided(random, h, w, 4),
        },
        sumiwake,
    ),
    case("tapa", (3, 3), numbers("?,", "0,", "1,", "2,", "3,", "?,?", "1,?", "1,2", "1,1", most=2), tapa),
    case("tasquare", (3, 3), numbers("?", 1, 2, 4), tasquare),
    case("tents", (3, 3), tents_board, tents),
    case("tetrochain", (3, 3), arrows, tetrochain),
    case(
        "tetrochaink",
        (3, 3),
        points("w", "b", "g", name="clues circle"),
        lambda board, dark: tetrominoes(board, dark) and circles_at_points(board, dark),
    ),
    case("tetroctb", (3, 3), roomed("?", 0, 1, 2), tetroctb),
    case("tilepaint", (3, 3), tilepaint_board, tilepaint),
    case("usoone", (3, 3), with_rooms(numbers("?", 0, 1, 2, most=5), 2), usoone),
    case("yajikazu", (3, 3), arrows, yajikazu),
    case("yinyang", (3, 3), numbers("w", "b", name="clues circle"), yinyang),
]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_the_shadings_are_those_of_the_rules(genre: Genre[Shading]) -> None:
    compare(genre, *board_with_answer(genre))


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_many_boards(genre: Genre[Shading]) -> None:
    for board, expected in boards(genre, 20):
        compare(genre, board, expected)
