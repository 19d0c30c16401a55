"""Random tiny boards of genres in which cells are shaded: the answers are all shadings that obey the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pytest

from puzzledsl import Solution
from tests.genres.enumerating import Board, Clues, assert_answers, random_board, seen, shadings, values
from tests.library.genre_laws.plain import Place, areas, around, beside, is_rectangle, is_square, places, turned_shape

Cells = set[Place]
Rule = Callable[[Board, Cells], bool]


def light(board: Board, dark: Cells) -> Cells:
    return set(board.cells) - dark


def is_apart(dark: Cells) -> bool:
    return not any(other in dark for place in dark for other in beside(place))


def is_connected(cells: Cells) -> bool:
    return len(areas(cells)) <= 1


def squares(board: Board) -> list[Cells]:
    return [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in places(board.height - 1, board.width - 1)]


def has_square(board: Board, cells: Cells) -> bool:
    return any(square <= cells for square in squares(board))


def is_open(board: Board, dark: Cells) -> bool:
    """Whether shaded cells share no side and the others are connected."""
    return is_apart(dark) and is_connected(light(board, dark))


def rooms_agree(board: Board, dark: Cells) -> bool:
    return all(len(room & dark) == n for n, room in board.numbered_rooms())


def no_run_through_three_rooms(board: Board, dark: Cells) -> bool:
    for line in board.lines:
        crossed = 0
        for a, b in pairwise(line):
            crossed = 0 if {a, b} & dark else crossed + (board.room_of[a] != board.room_of[b])
            if crossed > 1:
                return False
    return True


def no_shade_across(board: Board, dark: Cells) -> bool:
    return not any(a in dark and b in dark for a, b in board.borders)


def numbers_are_light(board: Board, dark: Cells) -> bool:
    return not dark & set(board.layouts["number"])


def touched(place: Place, dark: Cells) -> list[Cells]:
    return [area for area in areas(dark) if area & set(beside(place))]


def akichi(board: Board, dark: Cells) -> bool:
    sizes = [(n, [len(area) for area in areas(room - dark)]) for n, room in board.numbered_rooms()]
    return (
        bool(dark)
        and is_open(board, dark)
        and all(max(some, default=0) == n for n, some in sizes)
        and no_run_through_three_rooms(board, dark)
    )


def aqre(board: Board, dark: Cells) -> bool:
    fours = [{*line[k : k + 4]} for line in board.lines for k in range(len(line) - 3)]
    return is_connected(dark) and rooms_agree(board, dark) and all(0 < len(four & dark) < 4 for four in fours)


def aquapelago(board: Board, dark: Cells) -> bool:
    groups = areas(dark, around)
    return (
        is_open(board, dark)
        and bool(dark)
        and not has_square(board, light(board, dark))
        and set(board.layouts["number"]) <= dark
        and all(len(group) == n for place, n in board.numbers().items() for group in groups if place in group)
    )


def aquarium(board: Board, dark: Cells) -> bool:
    for room in board.rooms:
        for top in {r for r, _ in room}:
            for body in areas(place for place in room if place[0] >= top):
                surface = {place for place in body if place[0] == top}
                if surface & dark and not body <= dark:
                    return False
    above, left = board.numbers("above"), board.numbers("left")
    return (
        bool(dark)
        and all(sum(c == k for _, c in dark) == n for (_, k), n in above.items())
        and all(sum(r == k for r, _ in dark) == n for (_, k), n in left.items())
    )


def ayeheya(board: Board, dark: Cells) -> bool:
    for room in board.rooms:
        down, across = (min(place[k] for place in room) + max(place[k] for place in room) for k in (0, 1))
        for r, c in room:
            opposite = (down - r, across - c)
            if opposite not in room or ((r, c) in dark) != (opposite in dark):
                return False
    return heyawake(board, dark)


def bosnianroad(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and is_connected(dark)
        and all(sum(other in dark for other in beside(place)) == 2 for place in dark)
        and not any(len(pair := square & dark) == 2 and len(areas(pair)) == 2 for square in squares(board))
        and numbers_are_light(board, dark)
        and all(len(dark & set(around(place))) == n for place, n in board.numbers().items())
    )


def canal(board: Board, dark: Cells) -> bool:
    return (
        is_connected(dark)
        and not has_square(board, dark)
        and numbers_are_light(board, dark)
        and all(seen(place, dark) == n for place, n in board.numbers().items())
    )


def cave(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and is_connected(light(board, dark))
        and all(any(r in (1, board.height) or c in (1, board.width) for r, c in area) for area in areas(dark))
        and numbers_are_light(board, dark)
        and all(1 + seen(place, light(board, dark)) == n for place, n in board.numbers().items())
    )


def cbanana(board: Board, dark: Cells) -> bool:
    blocks = areas(dark), areas(light(board, dark))
    return (
        all(map(is_rectangle, blocks[0]))
        and not any(map(is_rectangle, blocks[1]))
        and all(
            len(area) == n for place, n in board.numbers().items() for some in blocks for area in some if place in area
        )
    )


def chocona(board: Board, dark: Cells) -> bool:
    return bool(dark) and all(map(is_rectangle, areas(dark))) and rooms_agree(board, dark)


def circlesquare(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and all((place in dark) == (colour == "b") for place, colour in board.layouts["circle"].items())
        and is_connected(dark)
        and not has_square(board, dark)
        and all(map(is_square, areas(light(board, dark))))
    )


def cocktail(board: Board, dark: Cells) -> bool:
    return (
        all(is_connected(room & dark) for room in board.rooms)
        and no_shade_across(board, dark)
        and not has_square(board, dark)
        and rooms_agree(board, dark)
        and len(areas(dark, around)) <= 1
    )


def context(board: Board, dark: Cells) -> bool:
    def count(place: Place) -> int:
        near = set(beside(place))
        return len(dark & (set(around(place)) - near if place in dark else near))

    return bool(dark) and is_open(board, dark) and all(count(place) == n for place, n in board.numbers().items())


def creek(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and is_connected(light(board, dark))
        and all(
            len(dark & {(r - y, c - x) for y in (0, 1) for x in (0, 1)}) == n for (r, c), n in board.numbers().items()
        )
    )


def dominion(board: Board, dark: Cells) -> bool:
    letters = board.layouts["letter"]
    held = [[letters[place] for place in area if place in letters] for area in areas(light(board, dark))]
    names = ["".join({str(name) for name in some if name != "?"}) for some in held]
    return (
        not dark & set(letters)
        and all(len(area) == 2 for area in areas(dark))
        and all(len(name) == 1 for name in names)
        and len(set(names)) == len(names)
    )


def heyablock(board: Board, dark: Cells) -> bool:
    zeros = [room for n, room in board.numbered_rooms() if n == 0]
    return (
        all(len(areas(room & dark)) == 1 or room in zeros for room in board.rooms)
        and rooms_agree(board, dark)
        and no_shade_across(board, dark)
        and is_connected(light(board, dark))
        and no_run_through_three_rooms(board, dark)
    )


def heyawake(board: Board, dark: Cells) -> bool:
    return bool(dark) and is_open(board, dark) and rooms_agree(board, dark) and no_run_through_three_rooms(board, dark)


def hitori(board: Board, dark: Cells) -> bool:
    digit = board.layouts["digit"]
    left = [[digit[place] for place in line if place in digit and place not in dark] for line in board.lines]
    return bool(dark) and is_open(board, dark) and all(len(set(line)) == len(line) for line in left)


def island(board: Board, dark: Cells) -> bool:
    return kurotto(board, dark) and is_connected(dark | set(board.layouts["number"]))


def isowatari(board: Board, dark: Cells) -> bool:
    (size,) = board.layouts["size"].values()
    return (
        all((place in dark) == (colour == "b") for place, colour in board.layouts["circle"].items())
        and is_connected(light(board, dark))
        and not has_square(board, light(board, dark))
        and all(len(area) == size for area in areas(dark))
    )


def juosan(board: Board, dark: Cells) -> bool:
    """Shaded cells stand for upright bars."""
    rows, columns = board.lines[: board.height], board.lines[board.height :]
    return (
        all(max(len(room & dark), len(room - dark)) == n for n, room in board.numbered_rooms())
        and not any({*line[k : k + 3]} <= dark for line in rows for k in range(len(line) - 2))
        and all({*line[k : k + 3]} & dark for line in columns for k in range(len(line) - 2))
    )


def kurochute(board: Board, dark: Cells) -> bool:
    def shot(r: int, c: int, n: int) -> int:
        return len(dark & {(r - n, c), (r + n, c), (r, c - n), (r, c + n)})

    return (
        bool(dark)
        and is_open(board, dark)
        and numbers_are_light(board, dark)
        and all(shot(*place, n) == 1 for place, n in board.numbers().items())
    )


def kuroclone(board: Board, dark: Cells) -> bool:
    clues = {place: str(mark).split(",") for place, mark in board.layouts["clue"].items()}
    for room in board.rooms:
        blocks = areas(room & dark)
        if len(blocks) != 2 or len(set(map(turned_shape, blocks))) != 1:
            return False
    for place, (way, n) in clues.items():
        ahead = beside(place)["nwes".index(way)]
        if not any(ahead in area and n in ("?", str(len(area))) for area in areas(dark)):
            return False
    return no_shade_across(board, dark) and not dark & set(clues)


def kurodoko(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and is_open(board, dark)
        and numbers_are_light(board, dark)
        and all(1 + seen(place, light(board, dark)) == n for place, n in board.numbers().items())
    )


def kuromenbun(board: Board, dark: Cells) -> bool:
    parts = areas(light(board, dark), joined=lambda a, b: board.room_of[a] == board.room_of[b])
    rims = [dark & {other for place in part for other in beside(place)} for part in parts]
    return (
        numbers_are_light(board, dark)
        and all(len(part & set(board.layouts["number"])) <= 1 for part in parts)
        and all(
            len(rim) == n
            for place, n in board.numbers().items()
            for part, rim in zip(parts, rims, strict=True)
            if place in part
        )
    )


def kurotto(board: Board, dark: Cells) -> bool:
    return (
        bool(dark)
        and numbers_are_light(board, dark)
        and all(sum(map(len, touched(place, dark))) == n for place, n in board.numbers().items())
    )


def batten(board: Board, dark: Cells) -> bool:
    above, left = board.numbers("above"), board.numbers("left")
    return (
        all(
            (len(pair := square & dark) == 2 and len(areas(pair)) == 2) == (min(square) in board.layouts["checks"])
            for square in squares(board)
        )
        and all(sum(c == k for _, c in dark) == n for (_, k), n in above.items())
        and all(sum(r == k for r, _ in dark) == n for (_, k), n in left.items())
    )


SLOW = [(3, 3, k) for k in range(6)] + [(4, 3, k) for k in range(3)] + [(2, 2, 0), (1, 4, 0)]
NUMBERS = [*range(5), "?"]
BY_ROOM = [Clues("number", [*range(4), "?"], 0.4, by_room=True)]
OUTSIDE = [Clues("above", [1, 2, "?"], 0.3), Clues("left", [1, 2, "?"], 0.3)]
CASES: dict[str, tuple[Rule, Sequence[Clues], int]] = {
    "akichi": (akichi, BY_ROOM, 5),
    "aqre": (aqre, BY_ROOM, 5),
    "aquapelago": (aquapelago, [Clues("number", [1, 2, 3, "?"], 0.2)], 0),
    "aquarium": (aquarium, OUTSIDE, 6),
    "ayeheya": (ayeheya, BY_ROOM, 2),
    "batten": (batten, [Clues("checks", "x", 0.3, (-1, -1)), *OUTSIDE], 0),
    "bosnianroad": (bosnianroad, [Clues("number", NUMBERS, 0.1)], 0),
    "canal": (canal, [Clues("number", NUMBERS)], 0),
    "cave": (cave, [Clues("number", [2, 3, 4, "?"], 0.2)], 0),
    "cbanana": (cbanana, [Clues("number", [1, 2, 3, 5, "?"], 0.2)], 0),
    "chocona": (chocona, BY_ROOM, 5),
    "circlesquare": (circlesquare, [Clues("circle", "bw", 0.2)], 0),
    "cocktail": (cocktail, BY_ROOM, 5),
    "context": (context, [Clues("number", [0, 1, 2, "?"])], 0),
    "creek": (creek, [Clues("number", [*range(4), "?"], 0.2, (1, 1))], 0),
    "dominion": (dominion, [Clues("letter", "ABC?", 0.3)], 0),
    "heyablock": (heyablock, BY_ROOM, 5),
    "heyawake": (heyawake, BY_ROOM, 4),
    "hitori": (hitori, [Clues("digit", [1, 2, 3], 0.9)], 0),
    "island": (island, [Clues("number", NUMBERS, 0.2)], 0),
    "isowatari": (isowatari, [Clues("size", [1, 2, 3], 1.0), Clues("circle", "bw", 0.15)], 0),
    "juosan": (juosan, [Clues("number", [2, 3, "?"], 0.4, by_room=True)], 4),
    "kurochute": (kurochute, [Clues("number", [1, 2, "?"], 0.2)], 0),
    "kuroclone": (kuroclone, [Clues("clue", ["e,1", "s,2", "w,?", "n,1"], 0.06)], 9),
    "kurodoko": (kurodoko, [Clues("number", [2, 3, 4, "?"], 0.2)], 0),
    "kuromenbun": (kuromenbun, [Clues("number", NUMBERS, 0.2)], 7),
    "kurotto": (kurotto, [Clues("number", NUMBERS, 0.2)], 0),
}


def shaded(genre: str, board: Board, solution: Solution) -> frozenset[Place]:
    """The shaded cells of a solution; some genres count them by other values, and cave has a ring around its cells."""
    height, width = len(solution.grid()), len(solution.grid()[0])
    value = dict(zip(places(height, width), values(solution), strict=True))
    if genre == "cave":
        return frozenset((r, c) for r, c in board.cells if value[r + 1, c + 1] == 0)
    if genre in ("dominion", "hitori", "kuromenbun"):
        return frozenset(place for place, v in value.items() if v == 0)
    if genre == "island":
        return frozenset(place for place, v in value.items() if v and place not in board.layouts["number"])
    return frozenset(place for place, v in value.items() if v)


@pytest.mark.parametrize("size", [(3, 3), (2, 4), *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)])
@pytest.mark.parametrize("genre", CASES)
def test_the_shadings_are_those_of_the_rules(genre: str, size: tuple[int, ...]) -> None:
    rule, clues, largest_room = CASES[genre]
    if any(size[k] + one.more[k] == 0 for one in clues for k in (0, 1)):
        pytest.skip("a layout would have no places")
    board = random_board(Random(f"{genre} {size}"), size[:2], clues, largest_room)
    expected = [frozenset(dark) for dark in shadings(*size[:2]) if rule(board, dark)]
    assert_answers(board.text(genre), lambda solution: shaded(genre, board, solution), expected)
