"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, product

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Graph,
    Place,
    area_of,
    areas,
    around,
    beside,
    even_graphs,
    fillings,
    is_loop,
    is_square,
    is_straight,
    lines,
    pairs,
    partitions,
    places,
    round_trip,
    squares,
    ways,
)

ROOMS_23 = {(1, 1): 0, (1, 2): 0, (2, 1): 0, (1, 3): 1, (2, 2): 1, (2, 3): 1}


def solutions(name: str, layouts: dict[str, str]) -> list[Solution]:
    """All solutions; each row of a layout ends with a blank."""
    text = f'genre "{name}"\n'
    for head, rows in layouts.items():
        text += f"{head}:\n" + "".join(f"    {row}\n" for row in rows.split(" "))
    return list(parse(text).solutions())


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def drawn(solution: Solution) -> Graph:
    """The edges between cells that are drawn."""
    found = set()
    for name, value in solution.values.items():
        place = re.fullmatch(r"\w+\[r(\d)c(\d), r(\d)c(\d)\]", name)
        if place and value:
            a, b, c, d = map(int, place.groups())
            found.add(((a, b), (c, d)))
    return frozenset(found)


def fence(solution: Solution) -> Graph:
    """The sides of cells that are drawn, as pairs of corners."""
    found = set()
    for name, value in solution.values.items():
        side = re.fullmatch(r"fence\[r(\d)c(\d), \"?(\w+)\"?\]", name)
        if side and value:
            r, c = int(side[1]), int(side[2])
            level = side[3] in ("up", "down") or side[3] == f"r{r + 1}c{c}"
            if side[3] == "down" or side[3] == f"r{r + 1}c{c}":
                r += 1
            if side[3] == "right" or side[3] == f"r{r}c{c + 1}":
                c += 1
            found.add(((r, c), (r, c + 1) if level else (r + 1, c)))
    return frozenset(found)


def borders(filling: Filling) -> Graph:
    """The pairs of places that belong to different areas."""
    return frozenset(
        (place, other)
        for place in filling
        for other in beside(place)[2:]
        if filling.get(other, -1) not in (-1, filling[place])
    )


def shaded(filling: Filling, value: int = 1) -> set[Place]:
    return {place for place, here in filling.items() if here == value}


def runs(filling: Filling, place: Place) -> list[list[Place]]:
    """The places up, left, right and down of one."""
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    return [[p for k in range(1, 9) if (p := (place[0] + k * y, place[1] + k * x)) in filling] for y, x in steps]


# Fillings


def wall_logic(filling: Filling) -> bool:
    numbers, black = {(1, 1): 2, (2, 3): None}, (2, 1)
    covered: set[Place] = {*numbers, black}
    for place, number in numbers.items():
        walls = []
        for way, ray in enumerate(runs(filling, place), 1):
            length = next((k for k, other in enumerate(ray) if filling[other] != way), len(ray))
            walls += ray[:length]
        if number is not None and len(walls) != number:
            return False
        covered |= set(walls)
    return all(filling[p] == 0 for p in (*numbers, black)) and shaded(filling, 0) == set(filling) - (
        covered - {*numbers, black}
    )


def satogaeri(filling: Filling) -> bool:
    numbers = {(1, 1): None, (2, 3): 1}
    if any(filling[place] for place in numbers):
        return False
    covered, ends = set(numbers), []
    for place, number in numbers.items():
        moves = []
        for way, ray in enumerate(runs(filling, place), 1):
            length = next((k for k, other in enumerate(ray) if filling[other] != way), len(ray))
            if length:
                moves.append(ray[:length])
        if len(moves) > 1 or (number is not None and sum(map(len, moves)) != number):
            return False
        ends.append(moves[0][-1] if moves else place)
        covered |= {other for move in moves for other in move}
    return set(filling) - shaded(filling, 0) <= covered and sorted(ROOMS_23[end] for end in ends) == [0, 1]


def roma(filling: Filling) -> bool:
    steps = {1: (-1, 0), 2: (1, 0), 3: (0, -1), 4: (0, 1)}
    if shaded(filling, 5) != {(1, 3)} or filling[2, 2] != 4:
        return False
    for room in (0, 1):
        arrows = [value for place, value in filling.items() if ROOMS_23[place] == room and value != 5]
        if len(set(arrows)) < len(arrows):
            return False
    for start in filling:
        place = start
        for _ in filling:
            if filling.get(place, 5) != 5:
                y, x = steps[filling[place]]
                place = (place[0] + y, place[1] + x)
        if filling.get(place) != 5:
            return False
    return True


def parquet(filling: Filling) -> bool:
    tiles = ["abc", "aec", "ffg"]
    blocks = ["abef", "cg"]
    held: dict[str, set[int]] = {}
    for (r, c), value in filling.items():
        held.setdefault(tiles[r - 1][c - 1], set()).add(value)
    one = shaded(filling)
    return (
        all(len(some) == 1 for some in held.values())
        and all(sum(held[tile] == {1} for tile in block) == 1 for block in blocks)
        and len(areas(one)) == 1
        and sum(other in one for place in one for other in beside(place)) == 2 * (len(one) - 1)
    )


def half_of_five(filling: Filling) -> bool:
    found = areas(shaded(filling)) + areas(shaded(filling, 0))
    return (
        all(len(area) <= 5 for area in found) and sum(squares(filling)[0]) == 1 and filling[1, 3] + filling[2, 3] == 1
    )


def sumiwake(filling: Filling) -> bool:
    one, rows = shaded(filling), ["aab", "cab", "cdd"]
    if any(other in one for place in one for other in beside(place)) or len(areas(shaded(filling, 0))) != 1:
        return False
    for labels, line in zip([*rows, *map("".join, zip(*rows, strict=True))], lines(filling), strict=True):
        for start in range(3):
            for end in range(start + 1, 4):
                names = labels[start:end]
                if sum(a != b for a, b in pairwise(names)) >= 2 and not any(line[start:end]):
                    return False
    return sum(squares(filling)[0]) == 1 and filling[2, 3] + filling[3, 3] == 1


def alternation(filling: Filling) -> bool:
    rooms = [{(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)}, {(1, 3), (2, 3), (3, 2), (3, 3)}]
    if any(sorted(filling[p] for p in room if filling[p]) != [1, 2, 3] for room in rooms):
        return False
    found = [[value for value in line if value] for line in lines(filling)]
    return all(len(set(line)) == 2 for line in found) and all(a != b for line in found for a, b in pairwise(line))


def ant_mill(filling: Filling) -> bool:
    one = shaded(filling)
    if not one or any(sum(other in one for other in beside(place)) != 1 for place in one):
        return False
    dominoes = areas(one)
    touched = [sum(any(other in a for p in b for other in around(p)) for b in dominoes if b is not a) for a in dominoes]
    return set(touched) == {2} and len(areas(one, around)) == 1 and filling[1, 1] != filling[1, 2]


def island(filling: Filling) -> bool:
    numbers = {(1, 2): 2, (3, 3): None}
    land = shaded(filling)
    found = areas(land - set(numbers))
    near = [area for area in found if area & set(beside((1, 2)))]
    return set(numbers) <= land and len(areas(land)) == 1 and sum(map(len, near)) == 2


def box(filling: Filling) -> bool:
    rows, columns = lines(filling)[:3], lines(filling)[3:]
    weighted = [sum(k * value for k, value in enumerate(line, 1)) for line in (*columns, *rows)]
    return weighted == [4, 0, 3, 4, 3, 1]


def tontonbeya(filling: Filling) -> bool:
    rooms = [{(1, 1), (1, 2), (2, 1)}, {(2, 2), (2, 3)}, {(1, 3), (1, 4), (2, 4)}]
    for room in rooms:
        groups = {v: {p for p in room if filling[p] == v} for v in {filling[p] for p in room}}
        if len({len(group) for group in groups.values()}) > 1:
            return False
        for value, group in groups.items():
            near = [other for p in group for other in beside(p) if filling.get(other) == value]
            if len(areas(group)) > 1 or sum(any(o in other for o in near) for other in rooms if other is not room) != 1:
                return False
    return filling[1, 2] == 2


def news(filling: Filling) -> bool:
    if filling[1, 2] != 0 or any(v and line.count(v) > 1 for line in lines(filling) for v in line):
        return False
    for room in (0, 1):
        letters = [p for p, value in filling.items() if value and ROOMS_23[p] == room]
        if len(letters) != 2:
            return False
        for (r, c), (y, x) in (letters, letters[::-1]):
            if not [r < y, r > y, c < x, c > x][filling[r, c] - 1]:
                return False
    return True


def sansa_road(filling: Filling) -> bool:
    road, triangles = shaded(filling, 0), {(1, 3), (3, 3)}
    return (
        triangles <= road
        and (0, 0, 0, 0) not in squares(filling)
        and all(sum(other in road for other in beside(p)) == (3 if p in triangles else 2) for p in road)
        and sum(squares(filling)[0]) < 2
        and filling[2, 4] + filling[2, 5] == 1
        and len(areas(road)) == 1
    )


FILLINGS: list[tuple[str, dict[str, str], tuple[int, int], Sequence[int], Callable[[Filling], bool]]] = [
    ("walllogic", {"clues number": "2.. ..?", "clues black": "... x.."}, (2, 3), range(5), wall_logic),
    ("satogaeri", {"regions room": "aab abb", "clues number": "?.. ..1"}, (2, 3), range(5), satogaeri),
    ("roma", {"regions room": "aab abb", "clues arrow": "..5 .4."}, (2, 3), range(1, 6), roma),
    ("parquet", {"regions block": "aab aab aab", "regions tile": "abc aec ffg"}, (3, 3), (0, 1), parquet),
    ("nibunnogo", {"clues number": ".... .1.1 .... ...."}, (3, 3), (0, 1), half_of_five),
    (
        "sumiwake",
        {"regions room": "aab cab cdd", "clues circle": ".... .1.. ...1 ...."},
        (3, 3),
        (0, 1),
        sumiwake,
    ),
    ("antmill", {"clues mark": ".2..... ....... ....... ....... ....... ....... ......."}, (4, 4), (0, 1), ant_mill),
    ("island", {"clues number": ".2. ... ..?"}, (3, 3), (0, 1), island),
    ("box", {"clues above": "403", "clues left": "431"}, (3, 3), (0, 1), box),
    ("tontonbeya", {"regions room": "aacc abbc", "givens": ".2.. ...."}, (2, 4), (1, 2, 3), tontonbeya),
    ("news", {"regions room": "aab abb", "clues letter": ".x. ..."}, (2, 3), range(5), news),
    ("sansaroad", {"clues mark": "....1.... .3....... .......2. ......... ....1...."}, (3, 5), (0, 1), sansa_road),
]


@pytest.mark.parametrize(("name", "layouts", "size", "domain", "check"), FILLINGS, ids=[case[0] for case in FILLINGS])
def test_fillings(
    name: str, layouts: dict[str, str], size: tuple[int, int], domain: Sequence[int], check: Callable[[Filling], bool]
) -> None:
    found = [values(one) for one in solutions(name, layouts)]
    assert sorted(found) == sorted(tuple(filling.values()) for filling in fillings(*size, domain) if check(filling))
    assert found


def masked(domain: Sequence[int], holes: set[Place], size: tuple[int, int]) -> Iterator[Filling]:
    """All fillings of a grid with holes."""
    cells = [place for place in places(*size) if place not in holes]
    for chosen in product(domain, repeat=len(cells)):
        yield dict(zip(cells, chosen, strict=True))


def test_alternation() -> None:
    given = {(1, 1): 1, (2, 2): 0}
    expected = [
        tuple(filling[p] for p in places(3, 3))
        for some in masked(range(4), set(given), (3, 3))
        if alternation(filling := some | given)
    ]
    found = solutions("alter", {"regions room": "aab aab abb", "givens": "1.. .0. ..."})
    assert sorted(map(values, found)) == sorted(expected)
    assert expected


def kakuru(filling: Filling) -> bool:
    near = [filling[p] for p in around((1, 3)) if p in filling]
    return (
        len(set(near)) == len(near)
        and sum(near) == 9
        and all(filling.get(other) != value for place, value in filling.items() for other in around(place))
    )


def san_anko(filling: Filling) -> bool:
    numbered = {place for place, value in filling.items() if value}
    return sum(filling[p] for p in beside((2, 2))) == 4 and all(
        len(area) == 3 and len({filling[p] for p in area}) == 1 for area in areas(numbered)
    )


@pytest.mark.parametrize(
    ("name", "layouts", "holes", "size", "domain", "check"),
    [
        (
            "kakuru",
            {"clues number": "..9 ...", "clues black": "... .x.", "mask": "..x .x."},
            {(1, 3), (2, 2)},
            (2, 3),
            range(1, 10),
            kakuru,
        ),
        (
            "sananko",
            {"clues number": "... .4. ...", "clues black": "... ... ...", "mask": "... .x. ..."},
            {(2, 2)},
            (3, 3),
            range(4),
            san_anko,
        ),
    ],
    ids=["kakuru", "sananko"],
)
def test_fillings_with_holes(
    name: str,
    layouts: dict[str, str],
    holes: set[Place],
    size: tuple[int, int],
    domain: Sequence[int],
    check: Callable[[Filling], bool],
) -> None:
    found = [tuple(v for v in values(one) if v is not None) for one in solutions(name, layouts)]
    assert sorted(found) == sorted(tuple(f.values()) for f in masked(domain, holes, size) if check(f))
    assert found


# Loops


def turns(graph: Graph, place: Place) -> bool:
    return bool(ways(graph, place)) and not is_straight(graph, place)


def passed(graph: Graph) -> set[Place]:
    return {place for pair in graph for place in pair}


def simple(graph: Graph) -> bool:
    """Whether a graph is one loop that does not cross itself."""
    return is_loop(graph) and all(len(ways(graph, place)) == 2 for place in passed(graph))


def stretch(graph: Graph, place: Place, level: bool) -> int:
    """How long the straight part of a loop is that goes through a place or ends there, level or upright."""
    count = 0
    for sign in (-1, 1):
        here = place
        while (ahead := (here[0], here[1] + sign) if level else (here[0] + sign, here[1])) in ways(graph, here):
            here, count = ahead, count + 1
    return count


def turnaround(graph: Graph) -> bool:
    def count(place: Place) -> int:
        return sum(turns(graph, other) for other in (place, *ways(graph, place)))

    return simple(graph) and {(1, 2), (3, 3)} <= passed(graph) and count((1, 2)) == 1 and count((3, 3)) == 2


def pipelink(graph: Graph) -> bool:
    return (
        is_loop(graph)
        and len(passed(graph)) == 16
        and len(ways(graph, (2, 2))) == 4
        and ways(graph, (4, 2)) == [(4, 1), (4, 3)]
    )


def barns(graph: Graph) -> bool:
    ice = {(2, 2), (2, 3), (4, 2)}
    return (
        is_loop(graph)
        and len(passed(graph)) == 16
        and all(len(ways(graph, p)) == 4 or (is_straight(graph, p) if p in ice else True) for p in places(4, 4))
        and all(len(ways(graph, p)) == 2 or p in ice for p in places(4, 4))
        and ((3, 2), (4, 2)) not in graph
    )


def reflect(graph: Graph) -> bool:
    corner = ways(graph, (1, 1))
    return (
        is_loop(graph)
        and {p for p in places(4, 4) if len(ways(graph, p)) == 4} == {(2, 3)}
        and corner == [(1, 2), (2, 1)]
        and stretch(graph, (1, 1), True) + stretch(graph, (1, 1), False) + 1 == 4
        and ways(graph, (4, 4)) == [(3, 4), (4, 3)]
    )


def rail_pool(graph: Graph) -> bool:
    room = [p for p in places(4, 4) if p[1] <= 2]
    lengths = {n for p in room for level in (True, False) if (n := stretch(graph, p, level))}
    return simple(graph) and len(passed(graph)) == 16 and len(lengths) == 2 and 1 in lengths


def nuri_loop(graph: Graph) -> bool:
    numbers = {(1, 1): 1, (4, 4): None}
    rest = areas(set(places(4, 4)) - passed(graph))
    return (
        simple(graph)
        and all(len(area & set(numbers)) == 1 for area in rest)
        and not passed(graph) & set(numbers)
        and {(1, 1)} in rest
    )


def nagare(graph: Graph) -> bool:
    """An arrow up at r3c1, a wind to the right from r2c2, a black cell at r4c4."""
    if not simple(graph) or {(2, 2), (4, 4)} & passed(graph):
        return False
    trip = round_trip(graph)
    for path in (trip, trip[::-1]):
        steps = set(zip(path, path[1:] + path[:1], strict=True))
        if (
            {((3, 1), (2, 1)), ((4, 1), (3, 1))} <= steps
            and ((2, 4), (2, 3)) not in steps
            and not any({(1, c), (3, c)} <= set(ways(graph, (2, c))) for c in (3, 4))
        ):
            return True
    return False


BLANK = ".... .... .... ...."
LOOPS: list[tuple[str, dict[str, str], Callable[[Graph], bool]]] = [
    ("turnaround", {"clues number": ".1.. .... ..2. ...."}, turnaround),
    ("pipelink", {"clues part": ".,,.,,.,,. .,,nswe,,.,,. .,,.,,.,,. .,,we,,.,,."}, pipelink),
    (
        "barns",
        {
            "clues ice": ".... .xx. .... .x..",
            "clues wall": ".... .... .s.. ....",
            "regions room": "aaaa aaaa aaaa aaaa",
        },
        barns,
    ),
    ("reflect", {"clues mark": "se,4,,.,,.,,. .,,.,,nswe,,. .,,.,,.,,. .,,.,,.,,nw"}, reflect),
    (
        "railpool",
        {"clues clue": "1,?,,.,,.,,. .,,.,,.,,. .,,.,,.,,. .,,.,,.,,.", "regions room": "aabb aabb aabb aabb"},
        rail_pool,
    ),
    ("nuriloop", {"clues number": "1... .... .... ...?"}, nuri_loop),
    ("nagare", {"clues arrow": ".... .E.. n... ...X"}, nagare),
]


@pytest.mark.parametrize(("name", "layouts", "check"), LOOPS, ids=[case[0] for case in LOOPS])
def test_loops(name: str, layouts: dict[str, str], check: Callable[[Graph], bool]) -> None:
    spaced = {head: rows.replace(",,", "\t") for head, rows in layouts.items()}
    found = [drawn(one) for one in solutions(name, spaced)]
    expected = {graph for graph in even_graphs(4, 4) if check(graph)}
    assert set(found) == expected
    assert len(found) == len(expected) > 0


def test_portal_loop() -> None:
    portals = [(1, 1), (3, 3)]
    expected = set()
    between = pairs(3, 3)
    for chosen in product((False, True), repeat=len(between)):
        graph = frozenset(pair for pair, is_on in zip(between, chosen, strict=True) if is_on)
        if all(len(ways(graph, p)) == (1 if p in portals else 2) for p in places(3, 3) if p != (3, 1)):
            (out,), (back,) = (ways(graph, p) for p in portals)
            if (
                len(areas(passed(graph), partial(ways, graph))) == 1
                and (3, 1) not in passed(graph)
                and (out[0] - 1, out[1] - 1) == (3 - back[0], 3 - back[1])
                and is_straight(graph, (1, 2))
            ):
                expected.add(graph)
    found = solutions("portal", {"clues number": "1?. ... ..1", "mask": "... ... x.."})
    assert {drawn(one) for one in found} == expected
    assert len(found) == len(expected)


def touches(graph: Graph, place: Place) -> int:
    """How many separate parts of a loop lie on the sides and corners of a cell."""
    r, c = place
    corners = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
    sides = {pair for pair in graph if set(pair) <= corners}
    return len(areas(corners & passed(graph), lambda p: ways(sides, p)))


def inside(graph: Graph, place: Place) -> bool:
    r, c = place
    return sum(((r, k), (r + 1, k)) in graph for k in range(1, c + 1)) % 2 == 1


@pytest.mark.parametrize(
    ("name", "rows", "check"),
    [
        (
            "swslither",
            "5.. .1. 6..",
            lambda graph: inside(graph, (1, 1)) and not inside(graph, (3, 1)) and sides_of(graph, (2, 2)) == 1,
        ),
        ("tslither", "2.. .1. ...", lambda graph: touches(graph, (1, 1)) == 2 and touches(graph, (2, 2)) == 1),
        ("tslither", "1", lambda graph: touches(graph, (1, 1)) == 1),
    ],
)
def test_sides(name: str, rows: str, check: Callable[[Graph], bool]) -> None:
    size = len(rows.split(" ")) + 1
    found = [fence(one) for one in solutions(name, {"clues number": rows})]
    expected = {graph for graph in even_graphs(size, size) if graph and simple(graph) and check(graph)}
    assert set(found) == expected
    assert len(found) == len(expected) > 0


def sides_of(graph: Graph, place: Place) -> int:
    r, c = place
    return sum({*pair} <= {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for pair in graph)


# Areas


def square_jam(filling: Filling) -> bool:
    return (
        all(is_square(area_of(filling, p)) for p in filling)
        and len(area_of(filling, (1, 2))) == 4
        and all(len(set(square)) < 4 for square in squares(filling))
    )


def test_square_jam() -> None:
    found = [drawn(one) for one in solutions("squarejam", {"clues number": ".2.. ...."})]
    assert set(found) == {borders(filling) for filling in partitions(2, 4) if square_jam(filling)}
    assert found


def test_tri_place() -> None:
    def straight(area: set[Place]) -> bool:
        return len({r for r, _ in area}) == 1 or len({c for _, c in area}) == 1

    expected = set()
    for filling in partitions(3, 3):
        found = [area_of(filling, p) for p in sorted(filling) if filling[p] == 3 * (p[0] - 1) + p[1]]
        if all(len(area) == 3 for area in found):
            first_row = sum(straight(area) for area in found if any(r == 1 for r, _ in area))
            last_column = sum(straight(area) for area in found if any(c == 3 for _, c in area))
            if first_row == 1 and last_column == 1:
                expected.add(frozenset(((a + 1, b + 1), (c + 1, d + 1)) for (a, b), (c, d) in borders(filling)))
    layouts = {
        "clues below": "...1 .... .... ....",
        "clues right": ".... 1... .... ....",
        "mask": "xxxx x... x... x...",
    }
    answers = [drawn(one) for one in solutions("triplace", layouts)]
    assert set(answers) == expected
    assert len(answers) == len(expected) > 0


def test_trizone() -> None:
    numbers = {(1, 2): 3, (3, 2): None}
    expected = set()
    for filling in partitions(3, 3):
        found = [area_of(filling, p) for p in sorted(filling) if filling[p] == 3 * (p[0] - 1) + p[1]]
        one = {p for area in found if len(area) == 1 for p in area}
        if (
            all(len(area) in (1, 3) for area in found)
            and not any(other in one for p in one for other in beside(p))
            and all(len(area) == 1 or len(area & set(numbers)) == 1 for area in found)
            and not one & set(numbers)
            and len({other for p in area_of(filling, (1, 2)) for other in beside(p) if other in one}) == 3
        ):
            expected.add((borders(filling), tuple(int(p in one) for p in filling)))
    layouts = {"clues number": ".3. ... .?.", "mask": "... ... ..."}
    assert {(drawn(one), values(one)) for one in solutions("trizone", layouts)} == expected
    assert expected
