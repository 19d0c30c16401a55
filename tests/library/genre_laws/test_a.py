"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, product

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    areas,
    around,
    beside,
    divisions,
    fillings,
    is_rectangle,
    lines,
    loops,
    places,
    squares,
    tilings,
    turned_shape,
)


def solutions(genre: str, layouts: str) -> list[Solution]:
    return list(parse(f'genre "{genre}"\n{layouts}').solutions())


def values(solution: Solution) -> tuple[int, ...]:
    """The values of the main grid, row by row."""
    return tuple(int(value or 0) for row in solution.grid() for value in row)


def shaded(filling: Filling, value: int = 1) -> set[Place]:
    return {place for place, here in filling.items() if here == value}


def regions(rows: str) -> dict[str, set[Place]]:
    """The rooms of a layout whose rows have blanks between them."""
    marks = {(r, c): mark for r, row in enumerate(rows.split(), 1) for c, mark in enumerate(row, 1)}
    return {mark: {place for place, other in marks.items() if other == mark} for mark in marks.values()}


def layout(head: str, rows: str) -> str:
    return f"{head}:\n" + "".join(f"    {row}\n" for row in rows.split())


def apart(cells: set[Place]) -> bool:
    return not any(other in cells for place in cells for other in beside(place))


def no_three(filling: Filling) -> bool:
    dark = shaded(filling)
    gaps = [[b - a for a, b in pairwise([k for k, v in enumerate(line) if v])] for line in lines(filling)]
    return (
        apart(dark)
        and len(areas(shaded(filling, 0))) <= 1
        and not any(a == b for line in gaps for a, b in pairwise(line))
        and sum(filling[place] for place in places(2, 2)) == 1
    )


def dominion(filling: Filling) -> bool:
    letters = {(1, 1): "A", (3, 4): "B", (1, 4): "?"}
    names = [{letters[place] for place in area if place in letters} for area in areas(shaded(filling, 0))]
    return (
        all(len(area) == 2 for area in areas(shaded(filling)))
        and sorted("".join(name - {"?"}) for name in names) == ["A", "B"]
        and all(filling[place] == 0 for place in letters)
    )


def is_chain_of_tetrominoes(filling: Filling) -> bool:
    dark = shaded(filling)
    forms = areas(dark) if len(dark) in (4, 8) else []
    return (
        bool(forms)
        and all(len(form) == 4 for form in forms)
        and len(areas(dark, around)) == 1
        and not any(turned_shape(a) == turned_shape(b) for a, b in combinations(forms, 2))
    )


def tetro_chain(filling: Filling) -> bool:
    return is_chain_of_tetrominoes(filling) and filling[1, 2] == 0 and filling[2, 2] + filling[3, 2] == 1


STONES = "aabb aacb ddcb ddcc"


def stostone(filling: Filling) -> bool:
    rooms, dark = regions(STONES), shaded(filling)
    if len(dark) != 8:
        return False
    stones = [area for room in rooms.values() for area in areas(dark & room)]
    if len(stones) != len(rooms) or len(dark & rooms["b"]) != 1 or len(areas(dark)) != len(stones):
        return False
    for _ in range(9):
        for k, stone in enumerate(stones):
            fallen = {(r + 1, c) for r, c in stone}
            others = set().union(*stones[:k], *stones[k + 1 :])
            if max(fallen)[0] <= 4 and not fallen & others:
                stones[k] = fallen
    return set().union(*stones) == {place for place in places(4, 4) if place[0] > 2}


HALVES = "aabb aabb aaab"


def akichi(filling: Filling) -> bool:
    light = shaded(filling, 0)
    rooms = regions(HALVES)
    return (
        apart(shaded(filling))
        and len(areas(light)) == 1
        and max(len(area) for area in areas(light & rooms["a"])) == 4
        and all(len(area) <= 3 for area in areas(light & rooms["b"]))
        and any(len(area) == 3 for area in areas(light & rooms["b"]))
    )


def one_room(filling: Filling) -> bool:
    light = shaded(filling, 0)
    rooms = regions(HALVES)
    doors = [(a, b) for a in rooms["a"] & light for b in beside(a) if b in rooms["b"] & light]
    return (
        apart(shaded(filling))
        and len(areas(light)) == 1
        and all(len(areas(light & room)) <= 1 for room in rooms.values())
        and len(doors) <= 1
        and len(rooms["a"] - light) == 3
    )


def nuritwin(filling: Filling) -> bool:
    dark = shaded(filling)
    twins = [[len(area) for area in areas(dark & room)] for room in regions(HALVES).values()]
    return (
        len(areas(dark)) == 1
        and (1, 1, 1, 1) not in squares(filling)
        and all(len(sizes) == 2 and sizes[0] == sizes[1] for sizes in twins)
        and twins[1][0] == 1
    )


WALLS = layout("clues wall", ".... .... ....")
ROOMS = layout("regions room", HALVES) + WALLS
SHADINGS: list[tuple[str, str, tuple[int, int], Callable[[Filling], bool]]] = [
    ("nothree", layout("clues circle", "......... .w....... ........."), (2, 5), no_three),
    ("stostone", layout("regions room", STONES) + layout("clues number", "..1. .... .... ...."), (4, 4), stostone),
    ("akichi", ROOMS + layout("clues number", "4.3. .... ...."), (3, 4), akichi),
    ("oneroom", ROOMS + layout("clues number", "3... .... ...."), (3, 4), one_room),
    ("nuritwin", ROOMS + layout("clues number", "..1. .... ...."), (3, 4), nuritwin),
]


@pytest.mark.parametrize(("name", "layouts", "size", "check"), SHADINGS, ids=[case[0] for case in SHADINGS])
def test_the_shadings_are_those_of_the_rules(
    name: str, layouts: str, size: tuple[int, int], check: Callable[[Filling], bool]
) -> None:
    if name == "stostone":
        layouts += layout("clues wall", ".... .... .... ....")
    found = {values(one) for one in solutions(name, layouts)}
    assert found == {tuple(filling.values()) for filling in fillings(*size, (0, 1)) if check(filling)}
    assert found


def test_dominion() -> None:
    found = solutions("dominion", layout("clues letter", "A..? .... ...B"))
    wanted = {tuple(filling.values()) for filling in fillings(3, 4, (0, 1)) if dominion(filling)}
    assert {tuple(int(value == 0) for value in values(one)) for one in found} == wanted
    assert len(found) == len(wanted) > 0


def test_tetro_chain() -> None:
    found = solutions("tetrochain", "clues clue:\n    . s,1 . . .\n    . . . . .\n    . . . . .\n")
    wanted = {tuple(filling.values()) for filling in fillings(3, 5, (0, 1)) if tetro_chain(filling)}
    assert {tuple(int(value > 0) for value in values(one)) for one in found} == wanted
    assert len(found) == len(wanted) > 0


@pytest.mark.parametrize(
    ("genre", "height", "width", "size", "letter"),
    [("tetrominous", 4, 4, 4, "L"), ("pentominous", 3, 5, 5, "V")],
)
def test_areas_of_one_size(genre: str, height: int, width: int, size: int, letter: str) -> None:
    letters = {"L": ((0, 0), (0, 1), (0, 2), (1, 0)), "V": ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0))}
    wanted = set()
    for division in tilings(height, width, size):
        touching = [(a, b) for a, b in combinations(division, 2) if any(other in b for p in a for other in beside(p))]
        (first,) = [area for area in division if (1, 1) in area]
        if all(turned_shape(a) != turned_shape(b) for a, b in touching) and turned_shape(first) == letters[letter]:
            wanted.add(frozenset(map(frozenset, division)))
    clues = f"clues letter:\n    {letter}{'.' * (width - 1)}\n" + f"    {'.' * width}\n" * (height - 1)
    found = set()
    for one in solutions(genre, clues + "mask:\n" + f"    {'.' * width}\n" * height):
        number = dict(zip(places(height, width), values(one), strict=True))
        equal = areas(number, joined=lambda a, b, number=number: number[a] == number[b])  # type: ignore[misc]
        found.add(frozenset(map(frozenset, equal)))
    assert found == wanted
    assert found


def test_usotatami() -> None:
    numbers = {(1, 1): 3, (2, 3): 1, (3, 1): 2, (2, 1): None}
    wanted = set()
    for division in divisions(3, 3):
        area_of = {place: k for k, area in enumerate(division) for place in area}
        crossings = [
            len({area_of[r, c], area_of[r, c + 1], area_of[r + 1, c], area_of[r + 1, c + 1]}) == 4
            for r, c in places(2, 2)
        ]
        clues = [[place for place in area if place in numbers] for area in division]
        if (
            all(is_rectangle(area) and any(len({place[k] for place in area}) == 1 for k in (0, 1)) for area in division)
            and not any(crossings)
            and all(
                len(some) == 1 and numbers[some[0]] != len(area) for some, area in zip(clues, division, strict=True)
            )
        ):
            wanted.add(frozenset(map(frozenset, division)))
    found = set()
    for one in solutions("usotatami", layout("clues number", "3.. ?.1 2..")):

        def joined(a: Place, b: Place, one: Solution = one) -> bool:
            (r, c), (y, x) = min(a, b), max(a, b)
            return not one.values[f"strip[r{r}c{c}, r{y}c{x}]"]

        found.add(frozenset(map(frozenset, areas(places(3, 3), joined=joined))))
    assert found == wanted
    assert found


def steps(loop: dict[Place, list[Place]]) -> frozenset[frozenset[Place]]:
    return frozenset(frozenset([place, other]) for place, others in loop.items() for other in others)


def parts(cells: set[Place], kept: frozenset[frozenset[Place]]) -> list[set[Place]]:
    """The parts of a set of places that lines join."""
    return areas(cells, joined=lambda a, b: frozenset([a, b]) in kept)


def drawn(solution: Solution, height: int, width: int, name: str = "track") -> frozenset[frozenset[Place]]:
    """The lines of a solution, as pairs of places."""
    return frozenset(
        frozenset([a, b])
        for a, b in combinations(places(height, width), 2)
        if b in beside(a) and solution.values[f"{name}[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]"]
    )


@pytest.mark.parametrize("clue", ["?,", "5,", "?,?", "1,3"])
def test_tapa_like_loop(clue: str) -> None:
    ring = around((2, 2))
    wanted: set[frozenset[frozenset[Place]]] = (
        {frozenset()} if clue == "?," else set()
    )  # a lone question mark asks for nothing
    for loop in loops(3, 4):
        if (2, 2) in loop:
            continue
        kept = steps(loop)
        runs = sorted(map(len, parts({*ring} & {*loop}, kept)))
        numbers = sorted(int(part) for part in clue.split(",") if part not in "?")
        if len(runs) == len([part for part in clue.split(",") if part]) and all(
            runs.count(n) >= numbers.count(n) for n in numbers
        ):
            wanted.add(kept)
    found = {
        drawn(one, 3, 4) for one in solutions("tapaloop", f"clues clue:\n    . . . .\n    . {clue} . .\n    . . . .\n")
    }
    assert found == wanted


def test_water_walk() -> None:
    water = {(1, 3), (2, 2), (2, 3), (3, 1)}
    wanted = set()
    for loop in loops(3, 4):
        kept = steps(loop)
        land = {*loop} - water
        (walk, *_) = [part for part in parts(land, kept) if (1, 1) in part] or [set()]
        if len(walk) == 3 and all(len(part) <= 2 for part in parts(water & {*loop}, kept)) and (2, 4) in loop:
            wanted.add(kept)
    found = solutions("waterwalk", layout("clues water", "..x. .xx. x...") + layout("clues number", "3... ...? ...."))
    assert {drawn(one, 3, 4) for one in found} == wanted
    assert wanted


def test_putteria() -> None:
    rows = "aab acb ccb"
    rooms = regions(rows)
    size = {place: len(room) for room in rooms.values() for place in room}
    wanted = set()
    for filling in fillings(3, 3, (0, 1)):
        numbers = shaded(filling)
        filled = {place: size[place] if place in numbers else 0 for place in filling}
        if (
            apart(numbers)
            and all(len(numbers & room) == 1 for room in rooms.values())
            and all(line.count(n) <= 1 for line in lines(filled) for n in line if n)
            and filled[2, 2] == 0
        ):
            wanted.add(tuple(filled.values()))
    found = {
        values(one) for one in solutions("putteria", layout("regions room", rows) + layout("givens", "... .0. ..."))
    }
    assert found == wanted
    assert found


def test_school_trip() -> None:
    wanted = set()

    def lay(left: list[Place], aisle: set[Place], futons: list[tuple[Place, Place]]) -> None:
        if not left:
            pillows = [pillow for pillow, _ in futons]
            dark = {place: int(place in aisle) for place in places(3, 3)}
            if (
                len(areas(aisle)) <= 1
                and (1, 1, 1, 1) not in squares(dark)
                and all(any(o in aisle for place in futon for o in beside(place)) for futon in futons)
                and all(pillow <= rest or pillow[1] != rest[1] or pillow[0] > rest[0] for pillow, rest in futons)
                and sum(other in pillows for other in beside((2, 2))) == 2
            ):
                wanted.add(frozenset(futons))
            return
        place, *more = left
        lay(more, aisle | {place}, futons)
        for other in beside(place):
            if other in more:
                rest = [one for one in more if one != other]
                if other[0] == place[0]:
                    lay(rest, aisle, [*futons, (place, other)])
                lay(rest, aisle, [*futons, (other, place)])

    lay([place for place in places(3, 3) if place != (2, 2)], set(), [])
    to_rest = {1: (-1, 0), 2: (0, -1), 3: (0, 1)}
    found = set()
    for one in solutions("shugaku", layout("clues number", "... .2. ...")):
        part = dict(zip(places(3, 3), values(one), strict=True))
        found.add(
            frozenset(((r, c), (r + to_rest[v][0], c + to_rest[v][1])) for (r, c), v in part.items() if v in to_rest)
        )
    assert found == wanted
    assert found


def test_tetro_chain_with_circles() -> None:
    def majority(filling: Filling) -> bool:
        return (
            is_chain_of_tetrominoes(filling)
            and filling[2, 2] == 1
            and filling[1, 3] + filling[1, 4] == 1
            and sum(filling[place] for place in [(2, 4), (2, 5), (3, 4), (3, 5)]) < 2
        )

    circles = layout("clues circle", ".....g... ......... ..b...... .......w. .........")
    wanted = {tuple(filling.values()) for filling in fillings(3, 5, (0, 1)) if majority(filling)}
    found = solutions("tetrochaink", circles)
    assert {tuple(int(value > 0) for value in values(one)) for one in found} == wanted
    assert len(found) == len(wanted) > 0


def test_scrin() -> None:
    def fits(above: tuple[int, ...], below: tuple[int, ...]) -> bool:
        return all(sum(above[k : k + 2]) + sum(below[k : k + 2]) != 3 for k in range(len(above) - 1))

    grids: list[list[tuple[int, ...]]] = [[]]
    for _ in range(4):
        rows = product((0, 1), repeat=4)
        grids = [[*grid, row] for row in rows for grid in grids if not grid or fits(grid[-1], row)]
    wanted = set()
    for grid in grids:
        filling = {(r, c): value for r, row in enumerate(grid, 1) for c, value in enumerate(row, 1)}
        dark = shaded(filling)
        blocks = areas(dark)
        if filling[1, 3] == 0 or len(areas(dark, around)) != 1 or not all(map(is_rectangle, blocks)):
            continue
        touching = [
            sum(any(other in b for place in a for other in around(place)) for b in blocks if b != a) for a in blocks
        ]
        inner = [area for area in areas(set(filling) - dark) if all(1 < r < 4 and 1 < c < 4 for r, c in area)]
        if all(count == 2 for count in touching) and not any(map(is_rectangle, inner)):
            wanted.add(tuple(filling.values()))
    assert {values(one) for one in solutions("scrin", layout("clues number", "..?. .... .... ...."))} == wanted
    assert wanted


def test_a_large_grid_of_scrin_is_within_the_bounds() -> None:
    assert parse('genre "scrin"\n' + layout("clues number", " ".join(["...3..........."] + ["." * 15] * 14)))


@pytest.mark.parametrize(
    ("circles", "is_solved"),
    [
        ("..?.. .?.?. ?...? .?.?. ..?..", True),
        (".?... ?.?.. .?... ..... .....", False),
    ],
)
def test_the_loop_of_scrin_surrounds_no_rectangle(circles: str, is_solved: bool) -> None:
    marks = layout("clues number", circles)
    found = [values(one) for one in solutions("scrin", marks)]
    assert found == [tuple(int(mark == "?") for mark in circles.replace(" ", ""))] * is_solved
