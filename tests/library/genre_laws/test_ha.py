"""Tiny puzzles of genres, of pieces and others: their solutions are those that a check in plain Python finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from puzzledsl import parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    areas,
    around,
    beside,
    divisions,
    even_graphs,
    fillings,
    pairs,
    places,
    turned_shape,
    ways,
)

DOMINO, CORNER = [(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)]


def pieces(filling: Filling, count: int = 2) -> list[set[Place]]:
    return [{place for place, value in filling.items() if value == k} for k in range(1, count + 1)]


def placed(filling: Filling) -> bool:
    """Whether piece 1 is a domino, and piece 2 a corner of three cells."""
    found = pieces(filling)
    return all(
        turned_shape(piece) == turned_shape(shape) if piece else False
        for piece, shape in zip(found, (DOMINO, CORNER), strict=True)
    )


def near(filling: Filling, reach: Callable[[Place], list[Place]]) -> set[frozenset[Place]]:
    """The pairs of cells of two pieces where one is within reach of the other."""
    return {
        frozenset((place, other))
        for place, value in filling.items()
        for other in reach(place)
        if value and filling.get(other, 0) not in (0, value)
    }


def statue_park(filling: Filling) -> bool:
    rest = [place for place, value in filling.items() if not value]
    return (
        placed(filling)
        and not near(filling, beside)
        and len(areas(rest)) == 1
        and filling[1, 1] > 0
        and filling[2, 3] == 0
    )


def regional(filling: Filling) -> bool:
    room = {place: place[1] > 2 for place in filling}
    found = pieces(filling)
    return (
        placed(filling)
        and not near(filling, around)
        and all(len({room[place] for place in piece}) == 1 for piece in found)
        and len({room[min(piece)] for piece in found}) == 2
        and filling[1, 2] == 0
    )


def part(filling: Filling, place: Place) -> int:
    up, left, right, down = (filling.get(other, 0) > 0 for other in beside(place))
    if (up and down) or (left and right):
        return 5
    known = {"": 6, "d": 1, "u": 2, "r": 3, "l": 4, "dr": 7, "dl": 8, "ur": 9, "ul": 10}
    return known["".join(name for name, on in zip("udlr", (up, down, left, right), strict=True) if on)]


def battleship(filling: Filling) -> bool:
    return (
        placed(filling)
        and not near(filling, around)
        and sum(filling[1, c] > 0 for c in range(1, 5)) == 2
        and sum(filling[r, 2] > 0 for r in range(1, 4)) == 1
        and filling[3, 1] == 0
        and filling[3, 4] > 0
        and part(filling, (3, 4)) == 10
    )


SHOWN = {(1, 1): 3, (1, 2): 4, (3, 4): 10, (2, 4): 1, (3, 3): 3, (1, 4): 6, (2, 2): 1, (3, 2): 2, (2, 1): 0}


def retroships(filling: Filling) -> bool:
    return (
        placed(filling)
        and not near(filling, around)
        and all(not filling[place] or part(filling, place) == shown for place, shown in SHOWN.items())
    )


def kissing(filling: Filling) -> bool:
    drawn = {frozenset(((1, 2), (1, 3))), frozenset(((2, 2), (2, 3)))}
    return placed(filling) and near(filling, beside) == drawn and filling[1, 1] == 0


BANK = "clues bank:\n aa.b.\n ...bb\n"
SHIPS = BANK.replace("bank", "ship")
PIECES = [
    (
        "kissing",
        f"clues hole:\n x...\n ....\n ....\nclues right:\n .x.\n .x.\n ...\nclues below:\n ....\n ....\n{BANK}",
        (3, 4),
        kissing,
    ),
    ("statuepark", f"clues circle:\n b...\n ..w.\n ....\n{BANK}", (3, 4), statue_park),
    (
        "regional-poly",
        f"regions room:\n aabb\n aabb\n aabb\nclues hole:\n .x..\n ....\n ....\n{BANK}",
        (3, 4),
        regional,
    ),
    (
        "battleship",
        f"{SHIPS}clues above:\n .1..\nclues left:\n 2..\nclues part:\n | . . . . |\n | . . . . |\n | 0 . . 10 |\n",
        (3, 4),
        battleship,
    ),
    ("retroships", f"{SHIPS}clues part:\n | 3 4 . 6 |\n | 0 1 . 1 |\n | . 2 3 10 |\n", (3, 4), retroships),
]


@pytest.mark.parametrize(("name", "layouts", "size", "check"), PIECES, ids=[case[0] for case in PIECES])
def test_the_pieces_are_those_of_the_rules(
    name: str, layouts: str, size: tuple[int, int], check: Callable[[Filling], bool]
) -> None:
    cells = places(*size)
    wanted = set()
    for domino in combinations(cells, 2):
        for corner in combinations([place for place in cells if place not in domino], 3):
            filling = {place: 1 if place in domino else 2 if place in corner else 0 for place in cells}
            if check(filling):
                wanted.add(tuple(filling.values()))
    model = parse(f'genre "{name}"\n{layouts}')
    assert {tuple(value for row in one.grid() for value in row) for one in model.solutions()} == wanted
    assert wanted


def test_equal_pieces_are_not_told_apart() -> None:
    model = parse('genre "battleship"\nclues ship:\n aa.b.cc\n ...b...\nclues part:\n ...\n ...\n ...\n ...\n ...\n')
    found = [frozenset(pieces_of(one.grid())) for one in model.solutions()]
    assert len(found) == len(set(found))
    assert found


def pieces_of(rows: Sequence[Sequence[int | None]]) -> list[frozenset[Place]]:
    cells = {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}
    return [frozenset(place for place, value in cells.items() if value == k) for k in {*cells.values()} - {0}]


def test_heyapin() -> None:
    rooms = [{(1, 1), (2, 1)}, {(1, 2), (1, 3)}, {(2, 2), (2, 3)}]
    wanted = set()
    for pins in fillings(3, 4, (0, 1)):
        touched = [{(r + y, c + x) for r, c in room for y in (0, 1) for x in (0, 1)} for room in rooms]
        drawn = {place for place, pin in pins.items() if pin}
        linked = areas(
            [(k, 0) for k in range(3)],
            lambda one, touched=touched, drawn=drawn: [  # type: ignore[misc]
                (k, 0) for k in range(3) if touched[one[0]] & touched[k] & drawn
            ],
        )
        if len(linked) == 1 and len(drawn & touched[0]) == 2 and len(drawn & touched[2]) == 1:
            wanted.add(tuple(pins.values()))
    model = parse('genre "heyapin"\nregions room:\n abb\n acc\nclues number:\n 2..\n .1.\n')
    found = {tuple(int(one.values[f"pin[{r}, {c}]"]) for r, c in places(3, 4)) for one in model.solutions()}
    assert found == wanted
    assert found


@pytest.mark.parametrize(("first", "second"), [(None, 2), (2, None), (4, None), (None, None), (2, 2), (3, 4)])
def test_onsen(first: int | None, second: int | None) -> None:
    circles = {(1, 1): first, (3, 3): second}
    rooms = [{(r, c) for r in (1, 2) for c in (1, 2)}, {(r, c) for r in (1, 2) for c in (3, 4, 5)}]
    rooms.append({(3, c) for c in range(1, 6)} | {(4, c) for c in range(1, 6)})
    wanted = set()
    for graph in even_graphs(4, 5):
        cells = {place for pair in graph for place in pair}
        if any(len(ways(graph, place)) > 2 for place in cells):
            continue
        loops = areas(cells, lambda place, graph=graph: ways(graph, place))  # type: ignore[misc]
        good = all(room & cells for room in rooms) and circles.keys() <= cells
        for loop in loops:
            inside = [place for place in circles if place in loop]
            counts = {len(room & loop) for room in rooms} - {0}
            crossings = [sum((a in room) != (b in room) for a, b in graph if a in loop) for room in rooms]
            good = good and len(inside) == 1 and len(counts) == 1 and max(crossings) <= 2
            good = good and circles[inside[0]] in (None, *counts)
        if good:
            wanted.add(graph)
    marks = {place: "?" if number is None else str(number) for place, number in circles.items()}
    rows = "".join(" " + "".join(marks.get((r, c), ".") for c in range(1, 6)) + "\n" for r in range(1, 5))
    model = parse(f'genre "onsen"\nclues number:\n{rows}regions room:\n aabbb\n aabbb\n ccccc\n ccccc\n')
    found = {
        frozenset((a, b) for a, b in pairs(4, 5) if one.values[f"track[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]"])
        for one in model.solutions()
    }
    assert found == wanted


@pytest.mark.parametrize(
    ("grey", "numbers"),
    [
        (("..xx.", ".xxx."), {}),
        (("xx..x", "x..x."), {(1, 5): 1}),
        (("x.x.", ".x.x"), {}),
        (("..x.x", ".xxx."), {(1, 1): 3}),
    ],
)
def test_double_choco(grey: tuple[str, str], numbers: dict[Place, int]) -> None:
    width = len(grey[0])
    dark = {place for place in places(2, width) if grey[place[0] - 1][place[1] - 1] == "x"}
    wanted = set()
    for division in divisions(2, width):
        halves = [(area & dark, area - dark) for area in division]
        if all(
            len(areas(one)) == len(areas(other)) == 1 and turned_shape(one) == turned_shape(other)
            for one, other in halves
        ) and all(2 * number == len(area) for place, number in numbers.items() for area in division if place in area):
            wanted.add(tuple(any(a in area and b not in area for area in division) for a, b in pairs(2, width)))
    marks = "".join(" " + "".join(str(numbers.get((r, c), ".")) for c in range(1, width + 1)) + "\n" for r in (1, 2))
    model = parse(f'genre "dbchoco"\nclues grey:\n {grey[0]}\n {grey[1]}\nclues number:\n{marks}')
    found = [
        tuple(bool(one.values[f"piece[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]"]) for a, b in pairs(2, width))
        for one in model.solutions()
    ]
    assert {*found} == wanted
    assert len(found) == len(wanted)
    assert found
