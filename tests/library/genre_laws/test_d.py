"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby, pairwise, product

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    areas,
    around,
    beside,
    fillings,
    is_rectangle,
    is_square,
    lines,
    places,
    squares,
)

Check = Callable[[Filling], bool]


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def shaded(filling: Filling, value: int = 1) -> set[Place]:
    return {place for place, here in filling.items() if here == value}


def unshaded(filling: Filling) -> set[Place]:
    return shaded(filling, 0)


def circle_square(filling: Filling) -> bool:
    return (
        len(areas(shaded(filling))) == 1
        and (1, 1, 1, 1) not in squares(filling)
        and all(map(is_square, areas(unshaded(filling))))
        and (filling[1, 2], filling[3, 3]) == (0, 1)
    )


def battenberg(filling: Filling) -> bool:
    checks = [square in [(0, 1, 1, 0), (1, 0, 0, 1)] for square in squares(filling)]
    return checks == [True, False, False, False] and sum(filling[r, 2] for r in (1, 2, 3)) == 2


def bosnian_road(filling: Filling) -> bool:
    road = shaded(filling)
    return (
        filling[2, 2] == 0
        and sum(filling.get(other, 0) for other in around((2, 2))) == 7
        and all(sum(other in road for other in beside(place)) == 2 for place in road)
        and not {(1, 1, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0)} & set(squares(filling))
        and len(areas(road)) == 1
    )


def kazunori(filling: Filling) -> bool:
    rooms = [{(1, 1), (2, 1), (2, 2), (1, 2)}, {(1, 3), (2, 3), (1, 4), (2, 4)}]
    return (
        all(sorted(filling[place] for place in room) == [1, 1, 2, 2] for room in rooms)
        and all(any(filling[o] == filling[p] for o in beside(p) if o in room) for room in rooms for p in room)
        and all(len(set(square)) > 1 for square in squares(filling))
        and filling[1, 2] + filling[1, 3] == 3
    )


def japanese_sums(filling: Filling) -> bool:
    def sums(line: Sequence[int]) -> list[int]:
        return [sum(run) for shown, run in groupby(line, bool) if shown]

    rows, columns = lines(filling)[:3], lines(filling)[3:]
    return (
        all(len(set(values)) == len(values) for line in lines(filling) if (values := [v for v in line if v]))
        and sums(rows[0]) == [1, 2]
        and len(found := sums(columns[2])) == 2
        and found[1] == 1
    )


def lollipops(filling: Filling) -> bool:
    def fits(area: set[Place]) -> bool:
        if len(area) != 2:
            return False
        a, b = sorted(area)
        return {filling[a], filling[b]} == ({1, 3} if a[0] == b[0] else {1, 2})

    found = [[value for value in line if value] for line in lines(filling)]
    return (
        filling[1, 2] == 1
        and all(map(fits, areas(place for place, value in filling.items() if value)))
        and all(a != b for line in found for a, b in pairwise(line))
    )


def mannequin(filling: Filling) -> bool:
    rooms = [{(1, 1), (1, 2), (2, 1), (3, 1), (3, 2)}, {(2, 2), (2, 3), (1, 3), (3, 3)}]

    def steps(room: set[Place]) -> int:
        marked = sorted(room & shaded(filling))
        if len(marked) != 2:
            return 0
        reached, count = {marked[0]}, 0
        while marked[1] not in reached:
            reached |= {other for place in reached for other in beside(place) if other in room}
            count += 1
        return count

    first, second = map(steps, rooms)
    return first == 3 and second not in (0, first) and len(areas(unshaded(filling))) == 1


SHADINGS: list[tuple[str, str, tuple[int, int], Sequence[int], Check]] = [
    ("circlesquare", "clues circle:\n .w.\n ...\n ..b\n", (3, 3), (0, 1), circle_square),
    (
        "batten",
        "clues checks:\n x.\n ..\nclues above:\n .2.\nclues left:\n ...\n",
        (3, 3),
        (0, 1),
        battenberg,
    ),
    ("bosnianroad", "clues number:\n .....\n .7...\n .....\n", (3, 5), (0, 1), bosnian_road),
    (
        "kazunori",
        "regions room:\n aabb\n aabb\nclues total:\n ...3...\n .......\n .......\n",
        (2, 4),
        (1, 2),
        kazunori,
    ),
    (
        "japanesesums",
        "clues largest:\n 2\nclues above:\n . . ?,1\nclues left:\n 1,2 . .\n",
        (3, 3),
        (0, 1, 2),
        japanese_sums,
    ),
    ("lollipops", "clues clue:\n .1..\n ....\n", (2, 4), (0, 1, 2, 3), lollipops),
    (
        "mannequin",
        "regions room:\n aab\n abb\n aab\nclues number:\n 2..\n ...\n ...\n",
        (3, 3),
        (0, 1),
        mannequin,
    ),
]


@pytest.mark.parametrize(("name", "layouts", "size", "domain", "check"), SHADINGS, ids=[case[0] for case in SHADINGS])
def test_the_solutions_are_those_of_the_rules(
    name: str, layouts: str, size: tuple[int, int], domain: Sequence[int], check: Check
) -> None:
    found = {values(one) for one in parse(f'genre "{name}"\n{layouts}').solutions()}
    assert found == {tuple(filling.values()) for filling in fillings(*size, domain) if check(filling)}
    assert found


def test_key_west() -> None:
    pairs = [(a, b) for a, b in combinations(places(2, 3), 2) if b in beside(a)]
    wanted = set()
    for drawn in product((0, 1), repeat=len(pairs)):
        bridges = [pair for pair, line in zip(pairs, drawn, strict=True) if line]
        lines_of = {place: [b if a == place else a for a, b in bridges if place in (a, b)] for place in places(2, 3)}
        degree = {place: len(others) for place, others in lines_of.items()}
        used = [place for place, count in degree.items() if count]
        if all(degree[a] != degree[b] for a, b in pairs) and len(areas(used, lines_of.__getitem__)) <= 1:
            wanted.add(tuple(degree.values()) + drawn)
    text = 'genre "keywest"\nparam height = 2\nparam width = 3\n'
    found = {
        values(one) + tuple(int(one.values[f"bridge[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]"]) for a, b in pairs)
        for one in parse(text).solutions()
    }
    assert found == wanted
    assert found


def test_family_photo() -> None:
    numbers = {(1, 1): 1, (2, 3): 2, (3, 2): None}
    people = [(1, 2), (2, 2), (3, 3), (1, 3)]
    wanted = set()
    for owners in product(range(1, 4), repeat=9):
        owner = dict(zip(places(3, 3), owners, strict=True))
        rooms = [{place for place, k in owner.items() if k == n} for n in (1, 2, 3)]
        if (
            all(clue in room for clue, room in zip(numbers, rooms, strict=True))
            and all(map(is_rectangle, rooms))
            and all(n in (None, len(room & set(people))) for n, room in zip(numbers.values(), rooms, strict=True))
            and all(owner[a] == owner[b] for a, b in combinations(people, 2) if b in beside(a))
        ):
            wanted.add(owners)
    text = 'genre "familyphoto"\nclues circle:\n .xx\n .x.\n ..x\nclues number:\n 1..\n ..2\n .?.\n'
    assert {values(one) for one in parse(text).solutions()} == wanted
