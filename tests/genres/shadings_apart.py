"""Genres of shaded cells that share no side, as in Heyawake; the others are mostly connected."""

from __future__ import annotations

from itertools import combinations, groupby, pairwise

from tests.genres.boards import AnyGenre, Board, arrowed, board, both, count_is, marked, points, roomed, said
from tests.genres.plain import Place, Shading, areas, around, at_corner, at_point, beside, count, is_one, rays, touch
from tests.genres.shading import (
    BY_ROOM,
    SIZES,
    is_zero,
    light,
    no_shade_across,
    numbers_are_light,
    rooms_count,
    separate,
    shading_genre,
)


def no_run_through_three_rooms(board: Board, dark: Shading) -> bool:
    for line in board.lines:
        crossed = 0
        for a, b in pairwise(line):
            crossed = 0 if {a, b} & dark else crossed + (board.room[a] != board.room[b])
            if crossed > 1:
                return False
    return True


def akichi(board: Board, dark: Shading) -> bool:
    sizes = [(n, [len(area) for area in areas(room - dark)]) for n, room in board.numbered_rooms]
    return (
        bool(dark)
        and separate(board, dark)
        and all(max(some, default=0) == n for n, some in sizes)
        and no_run_through_three_rooms(board, dark)
    )


def aquapelago(board: Board, dark: Shading) -> bool:
    groups = areas(dark, around)
    return (
        separate(board, dark)
        and bool(dark)
        and board.no_square(light(board, dark))
        and set(board.number) <= dark
        and all(len(group) == n for place, n in board.known.items() for group in groups if place in group)
    )


def ayeheya(board: Board, dark: Shading) -> bool:
    for room in board.rooms:
        down, across = (min(place[k] for place in room) + max(place[k] for place in room) for k in (0, 1))
        for r, c in room:
            opposite = (down - r, across - c)
            if opposite not in room or ((r, c) in dark) != (opposite in dark):
                return False
    return heyawake(board, dark)


def context(board: Board, dark: Shading) -> bool:
    def count(place: Place) -> int:
        near = set(beside(place))
        return len(dark & (set(around(place)) - near if place in dark else near))

    return bool(dark) and separate(board, dark) and all(count(place) == n for place, n in board.known.items())


def creek(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and is_one(light(board, dark))
        and all(len(dark & {(r - y, c - x) for y in (0, 1) for x in (0, 1)}) == n for (r, c), n in board.known.items())
    )


def heyablock(board: Board, dark: Shading) -> bool:
    zeros = [room for n, room in board.numbered_rooms if n == 0]
    return (
        all(len(areas(room & dark)) == 1 or room in zeros for room in board.rooms)
        and rooms_count(board, dark)
        and no_shade_across(board, dark)
        and is_one(light(board, dark))
        and no_run_through_three_rooms(board, dark)
    )


def heyawake(board: Board, dark: Shading) -> bool:
    return bool(dark) and separate(board, dark) and rooms_count(board, dark) and no_run_through_three_rooms(board, dark)


def hitori(board: Board, dark: Shading) -> bool:
    digit = board.marks("clues digit")
    left = [[digit[place] for place in line if place in digit and place not in dark] for line in board.lines]
    return bool(dark) and separate(board, dark) and all(len(set(line)) == len(line) for line in left)


def kurochute(board: Board, dark: Shading) -> bool:
    def shot(r: int, c: int, n: int) -> int:
        return len(dark & {(r - n, c), (r + n, c), (r, c - n), (r, c + n)})

    return (
        bool(dark)
        and separate(board, dark)
        and numbers_are_light(board, dark)
        and all(shot(*place, n) == 1 for place, n in board.known.items())
    )


def kurodoko(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and separate(board, dark)
        and numbers_are_light(board, dark)
        and all(1 + len(rays(place, light(board, dark))) == n for place, n in board.known.items())
    )


def steps(room: set[Place], a: Place, b: Place) -> int:
    reached, n = {a}, 0
    while b not in reached:
        reached |= {other for place in reached for other in beside(place) if other in room}
        n += 1
    return n


def mannequin(board: Board, dark: Shading) -> bool:
    pairs = [sorted(dark & room) for room in board.rooms]
    if not all(len(pair) == 2 for pair in pairs) or not is_one(light(board, dark)):
        return False
    between = [steps(room, *pair) - 1 for room, pair in zip(board.rooms, pairs, strict=True)]
    return all(
        count_is(n, number)
        for room, n in zip(board.rooms, between, strict=True)
        for place, number in board.number.items()
        if place in room
    ) and not any(
        between[j] == between[k] and touch(board.rooms[j], board.rooms[k])
        for j, k in combinations(range(len(between)), 2)
    )


def nothree(board: Board, dark: Shading) -> bool:
    gaps = [[b - a for a, b in pairwise([k for k, place in enumerate(line) if place in dark])] for line in board.lines]
    return (
        bool(dark)
        and separate(board, dark)
        and not any(a == b for line in gaps for a, b in pairwise(line))
        and all(len(dark & set(at_point(point))) == 1 for point in board.marks("clues circle"))
    )


def oneroom(board: Board, dark: Shading) -> bool:
    free = light(board, dark)
    doors = [sum(count(free & two, place) for place in free & one) for one, two in combinations(board.rooms, 2)]
    return (
        bool(dark)
        and separate(board, dark)
        and all(is_one(free & room) for room in board.rooms)
        and max(doors, default=0) <= 1
        and rooms_count(board, dark)
    )


def smullyan(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and separate(board, dark)
        and all(
            n is None or (place in dark) != (len(dark & {place, *around(place)}) == n)
            for place, n in board.number.items()
        )
    )


def sumiwake(board: Board, dark: Shading) -> bool:
    room = board.room
    for line in board.lines:
        for is_dark, group in groupby(line, key=dark.__contains__):
            if not is_dark and sum(room[a] != room[b] for a, b in pairwise(group)) > 1:
                return False
    return (
        bool(dark)
        and separate(board, dark)
        and all(
            len(dark & at_corner(place)) == int(n)
            for place, n in board.marks("clues circle").items()
            if n in ("1", "2")
        )
    )


def usoone(board: Board, dark: Shading) -> bool:
    return (
        separate(board, dark)
        and not dark & set(board.number)
        and all(
            sum(n is not None and count(dark, place) != n for place, n in board.number.items() if place in room) == 1
            for room in board.rooms
        )
    )


def yajikazu(board: Board, dark: Shading) -> bool:
    return (
        bool(dark)
        and separate(board, dark)
        and said(board, dark, {p: mark for p, mark in board.marks("clues clue").items() if p not in dark})
    )


GENRES: list[AnyGenre] = [
    shading_genre(
        "akichi",
        SIZES,
        BY_ROOM,
        akichi,
        by_hand=[board(3, 4, regions_room="aabb/aabb/aaab", clues_number="4.3./..../....", clues_wall="")],
    ),
    shading_genre("aquapelago", SIZES, marked("?", 1, 2, 3, most=2), aquapelago),
    shading_genre("ayeheya", SIZES, roomed("?", 0, 1, 2, rooms=7, most=2), ayeheya),
    shading_genre("context", SIZES, marked("?", 0, 1, 2), context, by_hand=[board(3, 3, clues_number=".../.2./..?")]),
    shading_genre("heyablock", SIZES, roomed("?", 0, 1, 2, rooms=3, most=1), heyablock),
    shading_genre("heyawake", SIZES, BY_ROOM, heyawake),
    shading_genre("hitori", SIZES, marked(1, 2, 3, name="clues digit", most=12), hitori, is_zero),
    shading_genre("kurochute", SIZES, marked("?", 1, 2), kurochute),
    shading_genre("kurodoko", SIZES, marked("?", 2, 3, 4), kurodoko),
    shading_genre(
        "nothree",
        [(3, 4)],
        points("w", name="clues circle", most=2),
        nothree,
        by_hand=[board(2, 5, clues_circle="......... / .w....... / .........")],
    ),
    shading_genre(
        "oneroom",
        [(3, 3)],
        roomed("?", 0, 1, 2),
        oneroom,
        by_hand=[board(3, 4, regions_room="aabb/aabb/aaab", clues_number="3.../..../....", clues_wall="")],
    ),
    shading_genre(
        "smullyan",
        [(3, 3)],
        marked("?", 0, 1, 2, 3, most=4),
        smullyan,
        by_hand=[board(3, 3, clues_number="2.0/.2./?.3")],
    ),
    shading_genre(
        "sumiwake",
        [(3, 3)],
        both(marked(0, 1, 1, 2, name="clues circle", most=2, more=1), roomed()),
        sumiwake,
        by_hand=[board(3, 3, regions_room="aab/cab/cdd", clues_circle="..../.1../...1/....")],
    ),
    shading_genre("usoone", [(3, 3)], both(marked("?", 0, 1, 2, most=5), roomed(rooms=2)), usoone),
    shading_genre("yajikazu", [(3, 3)], marked(*arrowed("?", 0, 1, 2), name="clues clue"), yajikazu),
    shading_genre("creek", SIZES, marked("?", *range(4), more=1), creek),
    shading_genre(
        "mannequin",
        [(3, 3)],
        roomed("?", 0, 1, 2, rooms=2, most=1),
        mannequin,
        by_hand=[board(3, 3, regions_room="aab/abb/aab", clues_number="2../.../...")],
    ),
]
