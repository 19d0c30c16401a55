"""Random tiny boards of genres with one loop: the answers are all loops that obey the rules, perhaps also none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest

from tests.genres.enumerating import Board, Clues, assert_answers, edges, in_line, random_board
from tests.library.genre_laws.plain import Place, areas, beside, loops, straight_on, turns

Loop = dict[Place, list[Place]]
Rule = Callable[[Board, Loop], bool]


def arms(loop: Loop, place: Place) -> list[int]:
    """How far the loop leads straight on from a place, in each direction that it takes."""
    steps = [(other[0] - place[0], other[1] - place[1]) for other in loop[place]]
    return [straight_on(loop, place, step) for step in steps]


def segments(loop: Loop, place: Place) -> list[int]:
    """The lengths of the straight parts that go through a place or end there."""
    lengths = arms(loop, place)
    return lengths if turns(loop, place) else [sum(lengths)]


def crossings(loop: Loop, room: set[Place]) -> int:
    return sum(place in room and other not in room for place, others in loop.items() for other in others)


def circles(board: Board, colour: str) -> list[Place]:
    return [place for place, mark in board.layouts["circle"].items() if mark == colour]


def balance(board: Board, loop: Loop) -> bool:
    for place, mark in board.layouts["circle"].items():
        number, is_black = divmod(int(mark), 2)
        if place not in loop:
            return False
        first, second = arms(loop, place)
        if (first == second) == bool(is_black) or number not in (0, first + second):
            return False
    return True


def bwloop(board: Board, loop: Loop) -> bool:
    marks = board.layouts["circle"]
    if not loop or not loop.keys() >= marks.keys():
        return False
    way = [min(marks or loop)]
    way.append(loop[way[0]][0])
    while way[-1] != way[0]:
        way.append(next(other for other in loop[way[-1]] if other != way[-2]))
    stops = [k for k, place in enumerate(way) if place in marks]
    bends = [sum(turns(loop, place) for place in way[i + 1 : j]) for i, j in pairwise(stops)]
    return all(bent == (marks[way[i]] != marks[way[j]]) for bent, (i, j) in zip(bends, pairwise(stops), strict=True))


def castle(board: Board, loop: Loop) -> bool:
    for place, mark in board.layouts["clue"].items():
        colour, way, number = str(mark).split(",")
        left = in_line(place, board.cells)[1]
        crossed = sum((r + 1, c) in loop.get((r, c), []) for r, c in left)
        if place in loop or (colour != "grey" and (crossed % 2 == 1) != (colour == "white")):
            return False
        if way != "o":
            ahead = [place, *in_line(place, board.cells)["nwes".index(way)]]
            if number not in ("?", str(sum(b in loop.get(a, []) for a, b in pairwise(ahead)))):
                return False
    return bool(loop)


def country(board: Board, loop: Loop) -> bool:
    return (
        all(room & loop.keys() and crossings(loop, room) <= 2 for room in board.rooms)
        and all(len(room & loop.keys()) == n for n, room in board.numbered_rooms())
        and all(a in loop or b in loop for a, b in board.borders)
    )


def detour(board: Board, loop: Loop) -> bool:
    return len(loop) == len(board.cells) and all(
        sum(turns(loop, place) for place in room) == n for n, room in board.numbered_rooms()
    )


def dotchi(board: Board, loop: Loop) -> bool:
    white = circles(board, "w")
    return (
        all(place in loop for place in white)
        and not any(place in loop for place in circles(board, "b"))
        and all(len({turns(loop, place) for place in white if place in room}) <= 1 for room in board.rooms)
    )


def dotchi2(board: Board, loop: Loop) -> bool:
    for room in board.rooms:
        passed = [{place in loop for place in circles(board, colour) if place in room} for colour in "wb"]
        if passed not in ([{True}, {False}], [{False}, {True}], [{True}, set()], [set(), {True}]):
            return False
    return all(
        turns(loop, place) == (colour == "b") for colour in "wb" for place in circles(board, colour) if place in loop
    )


def doubleback(board: Board, loop: Loop) -> bool:
    return loop.keys() == set(board.cells) and all(crossings(loop, room) == 4 for room in board.rooms)


def geradeweg(board: Board, loop: Loop) -> bool:
    for place, n in board.layouts["number"].items():
        lengths = segments(loop, place) if place in loop else [0]
        if len(set(lengths)) > 1 or lengths[0] != (n if n != "?" else max(1, lengths[0])):
            return False
    return True


def koburin(board: Board, loop: Loop) -> bool:
    numbers = board.layouts["number"]
    dark = set(board.cells) - loop.keys() - numbers.keys()
    return (
        not loop.keys() & numbers.keys()
        and not any(other in dark for place in dark for other in beside(place))
        and all(len(dark & set(beside(place))) == n for place, n in board.numbers().items())
    )


def kurarin(board: Board, loop: Loop) -> bool:
    for (y, x), colour in board.layouts["circle"].items():
        cells = {(r, c) for r in ((y + 1) // 2, (y + 2) // 2) for c in ((x + 1) // 2, (x + 2) // 2)}
        dark = len(cells - loop.keys())
        if (dark > len(cells) - dark) - (dark < len(cells) - dark) != {"b": 1, "g": 0, "w": -1}[str(colour)]:
            return False
    return bool(loop)


BY_ROOM = Clues("number", [1, 2, 3, "?"], 0.3, by_room=True)
CASES: dict[str, tuple[Rule, Sequence[Clues], int]] = {
    "balance": (balance, [Clues("circle", [0, 1, 0, 1, 4, 7, 8], 0.12)], 0),
    "bwloop": (bwloop, [Clues("circle", "bw", 0.15)], 0),
    "castle": (castle, [Clues("clue", ["white,w,1", "black,o,?", "grey,s,0", "white,n,?", "grey,e,2"], 0.08)], 0),
    "country": (country, [BY_ROOM], 8),
    "detour": (detour, [BY_ROOM], 5),
    "dotchi": (dotchi, [Clues("circle", "wwb", 0.2)], 6),
    "dotchi2": (dotchi2, [Clues("circle", "wb", 0.5)], 9),
    "doubleback": (doubleback, [], 9),
    "geradeweg": (geradeweg, [Clues("number", [0, 1, 2, 3, "?"], 0.15)], 0),
    "koburin": (koburin, [Clues("number", [0, 1, 2, "?"], 0.25)], 0),
    "kurarin": (kurarin, [], 0),
}


def candidates(height: int, width: int) -> Iterator[Loop]:
    """No loop, and all loops."""
    yield {}
    yield from loops(height, width)


def steps(loop: Loop) -> frozenset[tuple[Place, Place]]:
    return frozenset((a, b) for a, others in loop.items() for b in others if a < b)


SLOW = [(3, 4, k) for k in range(6)] + [(4, 4, k) for k in range(4)] + [(2, 2, 0), (2, 3, 0), (2, 3, 1)]


@pytest.mark.parametrize("size", [(3, 3), (3, 4), *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)])
@pytest.mark.parametrize("genre", CASES)
def test_the_loops_are_those_of_the_rules(genre: str, size: tuple[int, ...]) -> None:
    rule, clues, largest_room = CASES[genre]
    if genre == "kurarin":
        clues = [Clues("circle", "bgw", 0.1, (size[0] - 1, size[1] - 1))]
    board = random_board(Random(f"{genre} {size}"), size, clues, largest_room)
    expected = [steps(loop) for loop in candidates(*size[:2]) if rule(board, loop)]
    assert_answers(board.text(genre), lambda solution: frozenset(edges(solution, "track")), expected)


def test_a_country_of_one_room_has_any_loop() -> None:
    board = Board(3, 3, [{(r, c) for r in (1, 2, 3) for c in (1, 2, 3)}], {"number": {}}, {"number": (3, 3)})
    expected = [steps(loop) for loop in loops(3, 3)]
    assert len(areas(board.cells)) == 1
    assert_answers(board.text("country"), lambda solution: frozenset(edges(solution, "track")), expected)
