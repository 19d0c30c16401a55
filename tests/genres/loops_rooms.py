"""Genres of one loop through rooms."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    board,
    both,
    cornered,
    count_is,
    divided,
    drawn,
    marked,
    roomed,
)
from tests.genres.looping import SIZES, shaded_apart, simple_loop
from tests.genres.plain import (
    Joined,
    Place,
    areas,
    beside,
    degrees,
    exits,
    loop_graphs,
    run,
    step,
    straight,
    turns,
    visits,
    ways,
)

OVA = [
    "",
    "x,2 . . . / . . . . / . . . . / . . . .",
    "? . . . / . . . . / . . . . / . . . .",
    ". . 1 . / . . . . / . . x . / . . . .",
    ". . 3 . / . x,? . . / . . . . / . . . .",
    "? . x . / . ? . . / . . . . / . . . .",
]


def circles(board: Board, colour: str) -> list[Place]:
    return [place for place, mark in board.marks("clues circle").items() if mark == colour]


def country(board: Board, loop: Joined) -> bool:
    return (
        all(room & loop.keys() and exits(loop, room) <= 2 for room in board.rooms)
        and all(len(room & loop.keys()) == n for n, room in board.numbered_rooms)
        and all(a in loop or b in loop for a, b in board.borders)
    )


def detour(board: Board, loop: Joined) -> bool:
    return len(loop) == len(board.cells) and all(
        sum(turns(loop, place) for place in room) == n for n, room in board.numbered_rooms
    )


def dotchi(board: Board, loop: Joined) -> bool:
    white = circles(board, "w")
    return (
        all(place in loop for place in white)
        and not any(place in loop for place in circles(board, "b"))
        and all(len({turns(loop, place) for place in white if place in room}) <= 1 for room in board.rooms)
    )


def dotchi2(board: Board, loop: Joined) -> bool:
    for room in board.rooms:
        passed = [{place in loop for place in circles(board, colour) if place in room} for colour in "wb"]
        if passed not in ([{True}, {False}], [{False}, {True}], [{True}, set()], [set(), {True}]):
            return False
    return all(
        turns(loop, place) == (colour == "b") for colour in "wb" for place in circles(board, colour) if place in loop
    )


def doubleback(board: Board, loop: Joined) -> bool:
    return loop.keys() == set(board.cells) and all(exits(loop, room) == 4 for room in board.rooms)


BY_ROOM = roomed("?", 1, 2, 3)


def everywhere(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells)


def maxi(board: Board, loop: Joined) -> bool:
    length = visits(loop, board.room.__getitem__)
    return everywhere(board, loop) and all(
        count_is(max(length[other] for other in room), n)
        for place, n in board.number.items()
        for room in board.rooms
        if place in room
    )


def moonsun(board: Board, loop: Joined) -> bool:
    sign, rooms, room = board.marks("clues sign"), board.rooms, board.room
    visited = []
    for cells in rooms:
        passed = {sign[p] for p in cells if p in sign and p in loop}
        if len(passed) != 1 or any(p not in loop for p in cells if sign.get(p) in passed):
            return False
        visited.append(passed)
    of = {room[min(cells)]: passed for cells, passed in zip(rooms, visited, strict=True)}
    return all(exits(loop, cells) == (2 if len(rooms) > 1 else 0) for cells in rooms) and all(
        of[room[a]] != of[room[b]] for a in loop for b in loop[a] if room[a] != room[b]
    )


def nothing(board: Board, loop: Joined) -> bool:
    unused = [room for room in board.rooms if not room & set(loop)]
    return (
        all(room <= set(loop) or not room & set(loop) for room in board.rooms)
        and all(exits(loop, room) <= 2 for room in board.rooms)
        and not any(set(beside(place)) & b for a, b in combinations(unused, 2) for place in a)
    )


def onsen(board: Board, loops: Joined) -> bool:
    each = areas(loops, loops.__getitem__)
    for area in each:
        numbers = [n for place, n in board.number.items() if place in area]
        if len(numbers) != 1:
            return False
        loop = {place: loops[place] for place in area}
        sizes = [len(room & area) for room in board.rooms if room & area]
        if (
            any(exits(loop, room) > 2 for room in board.rooms)
            or len(set(sizes)) > 1
            or not count_is(sizes[0], numbers[0])
        ):
            return False
    return set(board.number) <= set(loops) and all(room & set(loops) for room in board.rooms)


def ovotovata(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        room = next(room for room in board.rooms if place in room)
        lengths = {run(loop, a, way) for a in room for way in ways(loop, a) if step(a, way) not in room}
        for n in mark.split(","):
            if n == "x" and not room & set(loop):
                return False
            if (n == "?" and len(lengths) > 1) or (n.isdigit() and not lengths <= {int(n)}):
                return False
    return True


def ovotovata_board(random: Random, h: int, w: int) -> Layouts:
    room = divided(random, h, w, 4)
    return {"clues clue": cornered(random, room, ["x", "?", 1, 2, "x,1", "x,2"]), "regions room": room}


def railpool(board: Board, loop: Joined) -> bool:
    if not everywhere(board, loop):
        return False
    for room in board.rooms:
        marks = [n for place, mark in board.marks("clues clue").items() if place in room for n in mark.split(",") if n]
        lengths = {n for p in room for n in straight(loop, p)}
        known = {int(n) for n in marks if n != "?"}
        if marks and not (known <= lengths and len(lengths) == len(known) + marks.count("?")):
            return False
    return True


def railpool_board(random: Random, h: int, w: int) -> Layouts:
    room = divided(random, h, w, 3)
    return {
        "clues clue": cornered(random, room, ["?,", "1,", "2,", "1,2", "1,?", "?,?", "1,2,?"]),
        "regions room": room,
    }


def yajilin_regions(board: Board, loop: Joined) -> bool:
    return shaded_apart(board, loop, ()) and all(
        count_is(len(room - set(loop)), n) for room in board.rooms for place, n in board.number.items() if place in room
    )


GENRES: list[AnyGenre] = [
    simple_loop(
        "country",
        SIZES,
        BY_ROOM,
        country,
        nothing=True,
        by_hand=[board(3, 3, clues_number="", regions_room="aaa/aaa/aaa")],
    ),
    simple_loop("detour", [(3, 4), (4, 4)], BY_ROOM, detour),
    simple_loop("dotchi", SIZES, both(marked("w", "w", "b", name="clues circle"), roomed()), dotchi, nothing=True),
    simple_loop(
        "dotchi2",
        SIZES,
        both(marked("w", "b", name="clues circle", most=6), roomed(rooms=2)),
        dotchi2,
        nothing=True,
        by_hand=[board(3, 4, regions_room="aabb/aabb/aabb", clues_circle="w..b/b.../..b.")],
    ),
    simple_loop("doubleback", [(3, 4), (4, 4)], roomed(rooms=2), doubleback),
    simple_loop(
        "maxi",
        [(4, 3)],
        roomed("?", 1, 2, 3, 4),
        maxi,
        by_hand=[
            board(4, 4, clues_number=number, regions_room="aabb/accb/accd/aadd")
            for number in [
                "..../..../..../....",
                "3.../..../..../....",
                "6.../..../..../....",
                "..../.2../..../....",
                "3.../.4../..../....",
                "..2./..../..../....",
            ]
        ],
    ),
    simple_loop("moonsun", [(3, 4)], both(marked("b", "w", name="clues sign", most=4), roomed(rooms=2)), moonsun),
    simple_loop("nothing", [(3, 4)], roomed(), nothing, nothing=True, by_hand=[board(2, 3, regions_room="aaa/aaa")]),
    Genre(
        "onsen",
        both(marked("?", "?", 2, 4, most=2), roomed(rooms=2)),
        [(4, 4)],
        lambda board: loop_graphs(board.height, board.width),
        lambda board, graph: onsen(board, degrees(graph)),
        lambda _board, solution: drawn(solution, "track"),
        by_hand=[
            board(4, 5, clues_number=f"{two[0]}..../...../..{two[1]}../.....", regions_room="aabbb/aabbb/ccccc/ccccc")
            for two in ["?2", "2?", "4?", "??", "22", "34"]
        ],
    ),
    simple_loop(
        "ovotovata",
        [(4, 4)],
        ovotovata_board,
        ovotovata,
        nothing=True,
        by_hand=[
            *[board(4, 4, clues_clue=clue, regions_room="aabb/acbb/ccdb/cddd") for clue in OVA],
            board(2, 3, clues_clue="2../?..", regions_room="aaa/bbb"),
        ],
    ),
    simple_loop(
        "railpool",
        [(4, 4)],
        railpool_board,
        railpool,
        by_hand=[board(4, 4, clues_clue="1,? . . . / . . . . / . . . . / . . . .", regions_room="aabb/aabb/aabb/aabb")],
    ),
    simple_loop("yajilin-regions", [(4, 4)], roomed("?", 0, 1, 2), yajilin_regions),
]
