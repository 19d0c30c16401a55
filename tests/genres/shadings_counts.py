"""Genres whose shaded cells, lamps, mines, stars or tents are counted along lines, around numbers or by rooms."""

from __future__ import annotations

from itertools import permutations
from random import Random

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    board,
    both,
    count_is,
    divided,
    marked,
    named,
    outside,
    roomed,
    scattered,
    shaded,
)
from tests.genres.plain import Place, Shading, areas, around, at_corner, beside, count, runs, shadings
from tests.genres.shading import SIZES, counts, light, lines_count, shading_genre, tiled


def aquarium(board: Board, dark: Shading) -> bool:
    for room in board.rooms:
        for top in {r for r, _ in room}:
            for body in areas(place for place in room if place[0] >= top):
                surface = {place for place in body if place[0] == top}
                if surface & dark and not body <= dark:
                    return False
    return bool(dark) and lines_count(board, dark)


def juosan(board: Board, dark: Shading) -> bool:
    """Shaded cells stand for upright bars."""
    rows, columns = board.lines[: board.height], board.lines[board.height :]
    return (
        all(max(len(room & dark), len(room - dark)) == n for n, room in board.numbered_rooms)
        and not any({*line[k : k + 3]} <= dark for line in rows for k in range(len(line) - 2))
        and all({*line[k : k + 3]} & dark for line in columns for k in range(len(line) - 2))
    )


def batten(board: Board, dark: Shading) -> bool:
    return all(
        (len(pair := square & dark) == 2 and len(areas(pair)) == 2) == (min(square) in board.marks("clues checks"))
        for square in board.squares
    ) and lines_count(board, dark)


def checks(random: Random, h: int, w: int) -> Layouts:
    return {"clues checks": scattered(random, h - 1, w - 1, "x", 2)}


OUTSIDE = outside(lambda _h, _w: (1, 2, "?"), "above", "left", share=0.3)


def lightup(board: Board, lamps: Shading) -> bool:
    black = board.marks("clues number")
    lit: set[Place] = set()
    for lamp in lamps:
        lit.add(lamp)
        for way in "nswe":
            for place in board.ahead(lamp, way):
                if place in black:
                    break
                if place in lamps:
                    return False
                lit.add(place)
    return (
        not lamps & set(black)
        and lit | set(black) == set(board.cells)
        and all(count_is(count(lamps, place), n) for place, n in board.number.items())
    )


def lightup_board(random: Random, h: int, w: int) -> Layouts:
    number = scattered(random, h, w, ["?", 0, 1, 2], 4)
    return {"clues number": number, "mask": [["." if mark == "." else "x" for mark in row] for row in number]}


def mines(board: Board, dark: Shading) -> bool:
    return not dark & set(board.number) and all(
        count_is(len(dark & set(around(place))), n) for place, n in board.number.items()
    )


def nibunnogo(board: Board, dark: Shading) -> bool:
    return all(len(area) <= 5 for cells in (dark, light(board, dark)) for area in areas(cells)) and all(
        count_is(len(at_corner(place) & dark), n) for place, n in board.number.items()
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
        for clue, line in zip(asked, board.lines, strict=True)
    )


def nonogram_board(random: Random, h: int, w: int) -> Layouts:
    dark = random.choice(shadings(h, w))
    clues = [
        ",".join(map(str, runs(place in dark for place in line))) + "," if any(p in dark for p in line) else "."
        for line in Board(h, w, {}).lines
    ]
    return {"clues above": [clues[h:]], "clues left": [clues[:h]]}


def starbattle(board: Board, dark: Shading) -> bool:
    stars = int(board.layouts["clues stars"][0][0])
    return all(len(dark & set(line)) == stars for line in [*board.lines, *board.rooms]) and not any(
        set(around(place)) & dark for place in dark
    )


def tents(board: Board, dark: Shading) -> bool:
    trees = list(board.marks("clues tree"))
    return (
        not dark & set(trees)
        and len(dark) == len(trees)
        and not any(set(around(place)) & dark for place in dark)
        and lines_count(board, dark)
        and any(
            all(tent in beside(tree) for tent, tree in zip(order, trees, strict=True)) for order in permutations(dark)
        )
    )


def tilepaint(board: Board, dark: Shading) -> bool:
    black = board.marks("clues black")

    def run(line: list[Place]) -> int:
        stop = next((k for k, place in enumerate(line) if place in black), len(line))
        return len(dark & set(line[:stop]))

    return (
        bool(dark)
        and not dark & set(black)
        and tiled(board, dark)
        and all(run(line) == n for n, line in board.outside("left", "above"))
        and all(
            n == "?" or run(board.ahead(place, way)) == int(n)
            for place, mark in black.items()
            for way, n in zip("se", mark.split(","), strict=True)
        )
    )


def lightshadow(board: Board, dark: Shading) -> bool:
    clues = board.marks("clues number")
    return all((place in dark) == (mark[0] == "b") for place, mark in clues.items()) and all(
        len(inside := [mark for place, mark in clues.items() if place in area]) == 1
        and inside[0][2:] in ("?", str(len(area)))
        for cells in (dark, light(board, dark))
        for area in areas(cells)
    )


def lightshadow_read(board: Board, solution: Solution) -> Shading:
    colours = [mark[0] for _, mark in sorted(board.marks("clues number").items())]
    return shaded(solution, lambda value: colours[value - 1] == "b")


def tilepaint_board(random: Random, h: int, w: int) -> Layouts:
    black = scattered(random, h, w, ["?,?", "1,?", "?,1", "?,2", "0,?"], 1)
    room = divided(random, h, w, 5)
    for r, row in enumerate(black):
        for c, mark in enumerate(row):
            if mark != ".":
                room[r][c] = "z"
    cells = Board(h, w, {"regions room": room}).room
    names: dict[Place, str] = {}
    for k, area in enumerate(areas(cells, joined=lambda a, b: cells[a] == cells[b])):
        names |= dict.fromkeys(area, "abcdefghijkl"[k])
    room = named([[names[r, c] for c in range(1, w + 1)] for r in range(1, h + 1)])
    return {"regions room": room, "clues black": black} | outside(counts, "above", "left")(random, h, w)


GENRES: list[AnyGenre] = [
    shading_genre("aquarium", SIZES, both(OUTSIDE, roomed()), aquarium),
    shading_genre(
        "batten",
        SIZES[:6],
        both(checks, OUTSIDE),
        batten,
        by_hand=[board(3, 3, clues_checks="x./..", clues_above=".2.", clues_left="...")],
    ),
    shading_genre("juosan", SIZES, roomed("?", 2, 3), juosan),
    shading_genre(
        "lightshadow",
        [(3, 3)],
        marked("b,?", "w,?", "b,1", "w,1", "b,2", "w,3", "b,4", "w,4", most=4),
        lightshadow,
        lightshadow_read,
        by_hand=[board(3, 3, clues_number="w,? . b,2 / . w,3 . / . b,? .")],
    ),
    shading_genre("lightup", [(3, 3)], lightup_board, lightup),
    shading_genre("mines", [(3, 3)], marked("?", 0, 1, 2, 3), mines),
    shading_genre(
        "nibunnogo",
        [(3, 3)],
        marked("?", 0, 1, 2, 3, most=4, more=1),
        nibunnogo,
        by_hand=[board(3, 3, clues_number="..../.1.1/..../....")],
    ),
    shading_genre(
        "nondango",
        [(3, 3)],
        both(marked("x", name="clues empty"), roomed()),
        nondango,
        by_hand=[board(3, 4, regions_room="aabb/acbb/ccdd", clues_empty="x.../.x../..x.")],
    ),
    shading_genre("nonogram", [(3, 3)], nonogram_board, nonogram),
    Genre(
        "starbattle",
        both(roomed(), lambda _random, _h, _w: {"clues stars": [["1"]]}),
        [(4, 4)],
        lambda board: [frozenset(enumerate(order, 1)) for order in permutations(range(1, 5))],
        starbattle,
        lambda _board, solution: shaded(solution),
    ),
    shading_genre(
        "tents",
        [(3, 3)],
        both(marked("x", name="clues tree"), outside(lambda _h, _w: (0, 1, 2), "above", "left")),
        tents,
    ),
    shading_genre(
        "tilepaint",
        [(3, 3)],
        tilepaint_board,
        tilepaint,
        by_hand=[
            board(
                3,
                3,
                regions_room="aab/cdb/cee",
                clues_black=". . . / . 1,? . / . . .",
                clues_above=".0.",
                clues_left="...",
            )
        ],
    ),
]
