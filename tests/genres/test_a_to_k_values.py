"""Random tiny boards of genres with numbers or signs in cells: the answers are all fillings that obey the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from math import prod
from random import Random

import pytest

from tests.genres.enumerating import Board, Clues, assert_answers, in_line, is_latin, random_board, values
from tests.library.genre_laws.plain import Filling, Place, areas, around, beside, lines, places

Rule = Callable[[Board, Filling], bool]


def by_room(board: Board, of: Callable[[int], Sequence[int]]) -> Iterator[Filling]:
    """All fillings in which each room holds the values that belong to its size, in any order."""
    ways = [sorted(set(permutations(of(len(room))))) if len(of(len(room))) == len(room) else [] for room in board.rooms]
    for chosen in product(*ways):
        found = {
            place: v
            for room, some in zip(board.rooms, chosen, strict=True)
            for place, v in zip(sorted(room), some, strict=True)
        }
        yield {place: found[place] for place in board.cells}


def by_row(board: Board, rows: Iterable[tuple[int, ...]]) -> Iterator[Filling]:
    """All fillings with some of these rows."""
    for chosen in product(sorted(set(rows)), repeat=board.height):
        yield dict(zip(board.cells, (v for line in chosen for v in line), strict=True))


def agrees(board: Board, filling: Filling) -> bool:
    return all(filling[place] == n for place, n in board.layouts.get("givens", {}).items())


def padded(*some: int) -> Callable[[int], Sequence[int]]:
    """Values of a room, and zeros: more than a room that is too small can hold."""
    return lambda size: [*some, *[0] * (size - len(some))]


def alter(_board: Board, filling: Filling) -> bool:
    shown = [[v for v in line if v] for line in lines(filling)]
    return all(len(set(line)) == 2 and all(a != b for a, b in pairwise(line)) for line in shown)


def cojun(board: Board, filling: Filling) -> bool:
    return all(filling[a] != filling[b] for a, b in board.pairs) and all(
        filling[r, c] > filling[r + 1, c] for room in board.rooms for r, c in room if (r + 1, c) in room
    )


def dosufuwa(board: Board, filling: Filling) -> bool:
    """1 is a balloon, 2 an iron ball."""
    return all(
        (v != 1 or filling.get((r - 1, c), 1) == 1) and (v != 2 or filling.get((r + 1, c), 2) == 2)
        for (r, c), v in filling.items()
    )


def hakoiri(board: Board, filling: Filling) -> bool:
    shapes = {place for place, v in filling.items() if v}
    return len(areas(shapes)) <= 1 and not any(filling[p] == filling.get(o) for p in shapes for o in around(p))


def hanare(board: Board, filling: Filling) -> bool:
    for line in lines(filling):
        shown = [(k, v) for k, v in enumerate(line) if v]
        if any(j - i - 1 != abs(v - w) for (i, v), (j, w) in pairwise(shown)):
            return False
    return True


def outside(board: Board, filling: Filling) -> list[tuple[int, list[int]]]:
    """The numbers above columns and left of rows, with their lines."""
    rows, columns = lines(filling)[: board.height], lines(filling)[board.height :]
    found = [(n, columns[k - 1]) for (_, k), n in board.numbers("above").items()]
    return found + [(n, rows[k - 1]) for (_, k), n in board.numbers("left").items()]


def doppelblock(board: Board, filling: Filling) -> bool:
    for line in lines(filling):
        if line.count(0) != 2:
            return False
    sums = [(n, sum(line[line.index(0) : len(line) - line[::-1].index(0)])) for n, line in outside(board, filling)]
    return is_latin(filling) and all(n == found for n, found in sums)


def easyasabc(board: Board, filling: Filling) -> bool:
    columns = lines(filling)[board.height :]
    return all(sorted(line) == sorted(lines(filling)[0]) for line in columns) and all(
        n == next(v for v in line if v) for n, line in outside(board, filling)
    )


def box(board: Board, filling: Filling) -> bool:
    return any(filling.values()) and all(
        n == sum(k * v for k, v in enumerate(line, 1)) for n, line in outside(board, filling)
    )


def kakuro(board: Board, filling: Filling) -> bool:
    for layout, step in [("below", (1, 0)), ("right", (0, 1))]:
        for cell in board.cells:
            if cell in filling:
                continue
            run: list[int] = []
            while (ahead := (cell[0] + step[0] * (len(run) + 1), cell[1] + step[1] * (len(run) + 1))) in filling:
                run.append(filling[ahead])
            if len(set(run)) < len(run) or (run and board.numbers(layout).get(cell, sum(run)) != sum(run)):
                return False
    return True


def factors(board: Board, filling: Filling) -> bool:
    return is_latin(filling) and all(prod(filling[place] for place in room) == n for n, room in board.numbered_rooms())


def dots(filling: Filling) -> dict[Place, set[str]]:
    """The dots that may stand between two cells, whose places are the odd ones of their layout; "." is none."""
    found = {}
    for r, c in filling:
        for other in ((r, c + 1), (r + 1, c)):
            if other in filling:
                low, high = sorted((filling[r, c], filling[other]))
                kinds = {"w"} if high - low == 1 else set()
                found[r + other[0] - 1, c + other[1] - 1] = kinds | ({"b"} if high == 2 * low else set()) or {"."}
    return found


def kropki(board: Board, filling: Filling) -> bool:
    given = board.layouts["dot"]
    return is_latin(filling) and all(given.get(place, ".") in kinds for place, kinds in dots(filling).items())


def jigsaw(board: Board, filling: Filling) -> bool:
    return is_latin(filling) and all(len({filling[place] for place in room}) == len(room) for room in board.rooms)


def lights(board: Board, filling: Filling) -> dict[tuple[str, int], tuple[tuple[str, int], list[Place]]]:
    """For each place outside: where light from it comes out, and which mirrors turn it; 1 is /, 2 the other."""
    tall, wide = board.height, board.width
    starts = {("above", c): ((0, c), (1, 0)) for c in range(1, wide + 1)}
    starts |= {("under", c): ((tall + 1, c), (-1, 0)) for c in range(1, wide + 1)}
    starts |= {("left", r): ((r, 0), (0, 1)) for r in range(1, tall + 1)}
    starts |= {("right", r): ((r, wide + 1), (0, -1)) for r in range(1, tall + 1)}
    sides = {place: side for side, (place, _) in starts.items()}
    found = {}
    for side, (place, step) in starts.items():
        met = []
        place = (place[0] + step[0], place[1] + step[1])
        while place in filling:
            if filling[place]:
                met.append(place)
                step = (-step[1], -step[0]) if filling[place] == 1 else (step[1], step[0])
            place = (place[0] + step[0], place[1] + step[1])
        found[side] = sides[place], met
    return found


def kinkonkan(board: Board, filling: Filling) -> bool:
    marks = {
        (layout, k): str(mark).split(",")
        for layout in ("above", "under", "left", "right")
        for (_, k), mark in board.layouts[layout].items()
    }
    light = lights(board, filling)
    for side, (letter, n) in marks.items():
        out, met = light[side]
        if out == side or marks.get(out, [""])[0] != letter or n not in ("?", str(len(met))):
            return False
    return {place for side in marks for place in light[side][1]} == {place for place, v in filling.items() if v}


def snakes(free: set[Place]) -> list[tuple[Place, ...]]:
    """All ways of five free cells, each beside the one before."""
    ways: list[tuple[Place, ...]] = [(place,) for place in free]
    for _ in range(4):
        ways = [(*way, step) for way in ways for step in beside(way[-1]) if step in free and step not in way]
    return ways


def hebi(board: Board, some: Sequence[tuple[Place, ...]]) -> bool:
    clues = {place: str(mark).split(",") for place, mark in board.layouts["clue"].items()}
    free = set(board.cells) - clues.keys()
    number = {place: k for snake in some for k, place in enumerate(snake, 1)}
    if any(set(beside(place)) & set(other) for one, other in permutations(some, 2) for place in one):
        return False
    for head, second, *_ in some:
        if any(place in number for place in in_line(head, free)[3 - beside(head).index(second)]):
            return False
    for place, (way, n) in clues.items():
        first = next((number[seen] for seen in in_line(place, free)["nwes".index(way)] if seen in number), 0)
        if n not in ("?", str(first)):
            return False
    return bool(some)


OUTSIDE = [Clues("above", [0, 1, 2, 3, "?"], 0.3), Clues("left", [0, 1, 2, 3, "?"], 0.3)]
ROOMS: dict[str, tuple[Rule, Callable[[int], Sequence[int]], int, Sequence[Clues]]] = {
    "alter": (alter, padded(1, 2, 3), 9, [Clues("givens", [1, 2, 3], 0.05)]),
    "cojun": (cojun, lambda size: range(1, size + 1), 3, [Clues("givens", [1, 2], 0.08)]),
    "dosufuwa": (dosufuwa, padded(1, 2), 6, [Clues("block", "x", 0.0)]),
    "hakoiri": (hakoiri, padded(1, 2, 3), 9, [Clues("givens", [1, 2, 3], 0.08)]),
    "hanare": (hanare, lambda size: [size, *[0] * (size - 1)], 4, [Clues("givens", [2, 3], 0.08)]),
}
ROWS: dict[str, tuple[Rule, int, Sequence[tuple[int, ...]], Sequence[Clues], str]] = {
    "box": (
        box,
        3,
        [*product((0, 1), repeat=3)],
        [Clues("above", [1, 3, 4], 1.0), Clues("left", [1, 3, 4], 1.0)],
        "",
    ),
    "doppelblock": (doppelblock, 4, [*permutations([0, 0, 1, 2])], OUTSIDE, "givens:\n" + "    ....\n" * 4),
    "easyasabc": (
        easyasabc,
        3,
        [*permutations([0, 1, 2])],
        [Clues("above", [1, 2], 0.3), Clues("left", [1, 2], 0.3)],
        "clues letters:\n    2\nclues under:\n    ...\nclues right:\n    ...\ngivens:\n" + "    ...\n" * 3,
    ),
    "factors": (factors, 3, [*permutations([1, 2, 3])], [Clues("number", [2, 3, 6, "?"], 0.3, by_room=True)], ""),
    "jigsaw": (jigsaw, 3, [*permutations([1, 2, 3])], [Clues("givens", [1, 2, 3], 0.0)], ""),
}
SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10)]


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
@pytest.mark.parametrize("genre", ROOMS)
def test_rooms_with_numbers(genre: str, seed: int) -> None:
    rule, of, largest_room, clues = ROOMS[genre]
    random = Random(f"{genre} {seed}")
    board = random_board(random, random.choice([(2, 4), (3, 3)]), clues, largest_room)
    expected = [
        tuple(filling.values()) for filling in by_room(board, of) if rule(board, filling) and agrees(board, filling)
    ]
    assert_answers(board.text(genre), values, expected)


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
@pytest.mark.parametrize("genre", ROWS)
def test_rows_with_numbers(genre: str, seed: int) -> None:
    rule, size, rows, clues, more = ROWS[genre]
    random = Random(f"{genre} {seed}")
    board = random_board(random, (size, size), clues, 3 if genre == "factors" else 0)
    text = board.text(genre) + more
    if genre == "jigsaw":
        rooms = random.choice(["aab abb ccc", "aaa bbb ccc", "abc abc abc", "aab acb ccb"])
        marks = [(place, mark) for place, mark in zip(board.cells, rooms.replace(" ", ""), strict=True)]
        board = Board(size, size, [{place for place, mark in marks if mark == name} for name in "abc"], {}, {})
        text += "regions region:\n" + "".join(f"    {row}\n" for row in rooms.split())
    expected = [tuple(filling.values()) for filling in by_row(board, rows) if rule(board, filling)]
    assert_answers(text, values, expected)


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_kropki(seed: int) -> None:
    random = Random(seed)
    squares = [
        filling for filling in by_row(random_board(random, (3, 3), []), [*permutations([1, 2, 3])]) if is_latin(filling)
    ]
    given = {place: random.choice(sorted(kinds)) for place, kinds in dots(random.choice(squares)).items()}
    board = Board(3, 3, [], {"dot": given}, {"dot": (5, 5)})
    expected = [tuple(filling.values()) for filling in squares if kropki(board, filling)]
    assert expected
    assert_answers(board.text("kropki"), values, expected)


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_kakuro(seed: int) -> None:
    random = Random(seed)
    board = random_board(random, (3, 3), [])
    black = {place for place in board.cells if 1 in place} | {random.choice([(2, 2), (3, 2), (1, 1)])}
    sums: dict[str, dict[Place, int | str]] = {"below": {}, "right": {}}
    for layout, step in [("below", (1, 0)), ("right", (0, 1))]:
        for r, c in sorted(black):
            ahead = (r + step[0], c + step[1])
            if ahead in set(board.cells) - black and random.random() < 0.8:
                sums[layout][r, c] = random.choice([3, 4, 5, 6, 7])
    marks = sums | {"mask": dict.fromkeys(black, "x")}
    board = Board(3, 3, [], marks, dict.fromkeys(marks, (3, 3)))
    white = [place for place in board.cells if place not in black]
    expected = [
        tuple(filling.get(place) for place in board.cells)
        for chosen in product(range(1, 10), repeat=len(white))
        if kakuro(board, filling := dict(zip(white, chosen, strict=True)))
    ]
    assert_answers(board.text("kakuro"), values, expected)


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_kin_kon_kan(seed: int) -> None:
    random = Random(seed)
    board = random_board(random, (3, 3), [], 4)
    layouts: dict[str, dict[Place, int | str]] = {name: {} for name in ("above", "under", "left", "right")}
    filling = dict.fromkeys(board.cells, 0) | {
        random.choice(sorted(room)): random.choice((1, 2)) for room in board.rooms
    }
    light = lights(board, filling)
    for letter in "AB":
        side = random.choice([side for side in light if (1, side[1]) not in layouts[side[0]]])
        out, met = light[side]
        number = random.choice([len(met), len(met), "?"])
        for name, k in (side, out):
            layouts[name][(1, k)] = f"{letter},{number}"
    board = Board(3, 3, board.rooms, layouts, dict.fromkeys(layouts, (1, 3)))
    choices = [[(place, way) for place in sorted(room) for way in (1, 2)] for room in board.rooms]
    expected = []
    for chosen in product(*choices):
        filling = dict.fromkeys(board.cells, 0) | dict(chosen)
        if kinkonkan(board, filling):
            expected.append(tuple(filling.values()))
    assert_answers(board.text("kinkonkan"), values, expected)


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_hebi_ichigo(seed: int) -> None:
    clues = [Clues("clue", ["n,1", "e,?", "s,3", "w,0", "e,5", "s,0"], 0.15)]
    board = random_board(Random(seed), (3, 3 + seed % 2), clues)
    ways = snakes(set(board.cells) - set(board.layouts["clue"]))
    near = [{other for place in way for other in (place, *beside(place))} for way in ways]
    pairs = [(a, b) for (a, rim), (b, _) in combinations(zip(ways, near, strict=True), 2) if rim.isdisjoint(b)]
    expected = set()
    for some in [*((way,) for way in ways), *pairs]:
        if hebi(board, some):
            number = {place: k for snake in some for k, place in enumerate(snake, 1)}
            expected.add(tuple(number.get(place, 0) for place in board.cells))
    assert_answers(board.text("hebi"), values, expected)


def slants(height: int, width: int) -> Iterator[Filling]:
    """All diagonals, 1 for one that falls to the right, that form no closed loop."""
    cells = places(height, width)
    for chosen in product((0, 1), repeat=len(cells)):
        filling = dict(zip(cells, chosen, strict=True))
        joined = slanted(filling)
        if len(joined) - len(areas(joined, joined.__getitem__)) == len(cells):  # else one of them closes a loop
            yield filling


def slanted(filling: Filling) -> dict[Place, list[Place]]:
    """The corners that the diagonals join each corner to; the one at the upper left of a cell has its place."""
    joined: dict[Place, list[Place]] = {}
    for (r, c), falls in filling.items():
        a, b = ((r, c), (r + 1, c + 1)) if falls else ((r, c + 1), (r + 1, c))
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    return joined


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_slant(seed: int) -> None:
    board = random_board(Random(seed), (3, 3), [Clues("number", [1, 1, 2, 2, 0, 3, "?"], 0.3, more=(1, 1))])
    expected = []
    for filling in slants(3, 3):
        joined = slanted(filling)
        if all(len(joined.get(place, [])) == n for place, n in board.numbers().items()):
            expected.append(tuple(filling.values()))
    assert_answers(board.text("gokigen"), values, expected)
