"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

import re
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
    divisions,
    fillings,
    is_rectangle,
    is_square,
    lines,
    loops,
    places,
    shape,
    squares,
    straight_on,
    turns,
)

Check = Callable[[Filling], bool]
Loop = dict[Place, list[Place]]


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


def simple_gako(filling: Filling) -> bool:
    return all(
        sum(other == n for place, other in filling.items() if place[0] == r or place[1] == c) == n
        for (r, c), n in filling.items()
    )


def smullyan(filling: Filling) -> bool:
    counts = {(1, 1): 2, (1, 3): 0, (2, 2): 2, (3, 3): 3}
    dark = shaded(filling)
    return (
        all((len(dark & {p, *around(p)}) == n) != bool(filling[p]) for p, n in counts.items())
        and not any(other in dark for place in dark for other in beside(place))
        and len(areas(unshaded(filling))) == 1
        and bool(dark)
    )


def nondango(filling: Filling) -> bool:
    circles = {place for place in places(3, 4) if place not in [(1, 1), (2, 2), (3, 3)]}
    rooms = [{(1, 1), (1, 2), (2, 1)}, {(1, 3), (1, 4), (2, 3), (2, 4)}, {(2, 2), (3, 1), (3, 2)}, {(3, 3), (3, 4)}]
    threes = [
        [(r + k * y, c + k * x) for k in range(3)] for r, c in circles for y, x in [(0, 1), (1, 0), (1, 1), (1, -1)]
    ]
    return (
        shaded(filling) <= circles
        and all(len(room & shaded(filling)) == 1 for room in rooms)
        and all(len({filling[place] for place in three}) == 2 for three in threes if set(three) <= circles)
    )


def city_space(filling: Filling) -> bool:
    dark, light = shaded(filling), unshaded(filling)
    outline = {place for place in filling if place[0] in (1, 3) or place[1] in (1, 4)}

    def seen(place: Place) -> int:
        count = 1
        for y, x in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            r, c = place[0] + y, place[1] + x
            while (r, c) in light:
                count, r, c = count + 1, r + y, c + x
        return count

    return (
        {(1, 2), (3, 4)} <= light
        and seen((1, 2)) == 3
        and all(is_rectangle(area) and len(area) > 1 for area in areas(dark))
        and not any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= dark for r, c in filling)
        and (0, 0, 0, 0) not in squares(filling)
        and all(area & outline for area in areas(dark, around))
        and len(areas(light)) == 1
    )


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
    ("lollipops", "clues clue:\n .1.\n ...\n", (2, 3), (0, 1, 2, 3), lollipops),
    (
        "mannequin",
        "regions room:\n aab\n abb\n aab\nclues number:\n 2..\n ...\n ...\n",
        (3, 3),
        (0, 1),
        mannequin,
    ),
    ("simplegako", "param height = 2\nparam width = 3\ngivens:\n ...\n ...\n", (2, 3), (1, 2, 3, 4), simple_gako),
    ("smullyan", "clues number:\n 2.0\n .2.\n ?.3\n", (3, 3), (0, 1), smullyan),
    (
        "nondango",
        "regions room:\n aabb\n acbb\n ccdd\nclues empty:\n x...\n .x..\n ..x.\n",
        (3, 4),
        (0, 1),
        nondango,
    ),
    ("cityspace", "clues number:\n .3..\n ....\n ...?\n", (3, 4), (0, 1), city_space),
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


def mukkonn(loop: Loop) -> bool:
    return set(loop) == set(places(3, 4)) - {(2, 2), (2, 3)} and straight_on(loop, (1, 4), (0, -1)) in (0, 3)


def dotchi2(loop: Loop) -> bool:
    rooms = [{(1, 1): "w", (2, 1): "b"}, {(1, 4): "b", (3, 3): "b"}]
    return all(
        len({colour for place, colour in room.items() if place in loop}) == 1
        and len({colour for place, colour in room.items() if place not in loop} & passed) == 0
        and all(turns(loop, place) == (colour == "b") for place, colour in room.items() if place in loop)
        for room in rooms
        for passed in [{colour for place, colour in room.items() if place in loop}]
    )


def retsurin(loop: Loop) -> bool:
    dark = set(places(3, 4)) - set(loop) - {(1, 4)}
    counts = [sum(r == 1 for r, _ in dark), sum(c == 4 for _, c in dark)]
    return (
        (1, 4) not in loop
        and not any(other in dark for place in dark for other in beside(place))
        and counts.count(1) == 1
    )


LOOPS: list[tuple[str, str, Callable[[Loop], bool]]] = [
    (
        "mukkonn",
        "clues clue:\n . . . ?,?,3,?\n . . . .\n . . . .\nclues hole:\n ....\n .xx.\n ....\n",
        mukkonn,
    ),
    (
        "dotchi2",
        "regions room:\n aabb\n aabb\n aabb\nclues circle:\n w..b\n b...\n ..b.\n",
        dotchi2,
    ),
    ("retsurin", "clues number:\n ...1\n ....\n ....\n", retsurin),
]


@pytest.mark.parametrize(("name", "layouts", "check"), LOOPS, ids=[case[0] for case in LOOPS])
def test_the_loops_are_those_of_the_rules(name: str, layouts: str, check: Callable[[Loop], bool]) -> None:
    found = {frozenset(drawn(one, "track")) for one in parse(f'genre "{name}"\n{layouts}').solutions()}
    assert found == {
        frozenset(f"track[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]" for a, others in loop.items() for b in others if a < b)
        for loop in loops(3, 4)
        if check(loop)
    }
    assert found


def test_myopia() -> None:
    """The cells inside a loop along sides, and those outside, are connected."""
    clues = {(1, 2): 4, (3, 3): 4}
    ways = {1: (-1, 0), 2: (1, 0), 4: (0, -1), 8: (0, 1)}
    wanted = set()
    for filling in fillings(3, 3, (0, 1)):
        ring = {place: filling.get(place, 0) for r, c in places(5, 5) for place in [(r - 1, c - 1)]}

        def nearest(place: Place, step: Place, ring: Filling = ring) -> int:
            r, c = place
            for count in range(1, 5):
                ahead = (r + step[0], c + step[1])
                if ring[r, c] != ring.get(ahead, 0):
                    return count
                r, c = ahead
                if r in (0, 4) or c in (0, 4):
                    break
            return 9

        def points(place: Place, arrows: int, nearest: Callable[[Place, Place], int] = nearest) -> bool:
            found = {way: nearest(place, step) for way, step in ways.items()}
            best = min(found.values())
            return best < 9 and sum(way for way, count in found.items() if count == best) == arrows

        if (
            len(areas(shaded(ring))) == 1
            and len(areas(unshaded(ring))) == 1
            and not {(0, 1, 1, 0), (1, 0, 0, 1)} & set(squares(ring))
            and all(points(place, arrows) for place, arrows in clues.items())
        ):
            wanted.add(
                frozenset(frozenset((a, b)) for a in ring for b in beside(a) if b in ring and ring[a] != ring[b])
            )
    text = 'genre "myopia"\nclues clue:\n .4.\n ...\n ..4\n'
    assert {frozenset(map(side, drawn(one, "fence"))) for one in parse(text).solutions()} == wanted
    assert wanted


def side(name: str) -> frozenset[Place]:
    """The two cells beside a side of a cell, by its name; outside the grid lies a ring of further cells."""
    (r, c), *others = [(int(a), int(b)) for a, b in re.findall(r"r(\d+)c(\d+)", name)]
    steps = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
    y, x = next((step for word, step in steps.items() if word in name), (0, 0))
    return frozenset([(r, c), *others, *([] if others else [(r + y, c + x)])])


def drawn(solution: Solution, name: str) -> list[str]:
    """The edges or sides of this name that are drawn."""
    return [key for key, value in solution.values.items() if key.startswith(f"{name}[") and value]


def test_kaito_ramma() -> None:
    circles = {(1, 1): "w", (1, 3): "b", (2, 2): "b", (3, 3): "w", (3, 1): "b"}
    wanted = set()
    for cuts in product((0, 1), repeat=4):
        level, upright = cuts[:2], cuts[2:]
        piece = {(r, c): (sum(level[: r - 1]), sum(upright[: c - 1])) for r, c in places(3, 3)}
        colours = [{circles[p] for p in circles if piece[p] == one} for one in set(piece.values())]
        if all(len(found) == 1 for found in colours):
            wanted.add(cuts)
    text = 'genre "kramma"\nclues circle:\n w.b\n .b.\n b.w\n'
    found = {
        tuple(int(one.values[f"{name}[1, {k}]"]) for name in ("level", "upright") for k in (1, 2))
        for one in parse(text).solutions()
    }
    assert found == wanted


Areas = list[set[Place]]


def area_of(place: Place, division: Areas) -> set[Place]:
    return next((area for area in division if place in area), set())


def borders(division: Areas, cells: set[Place]) -> list[tuple[Place, Place]]:
    """The pairs of cells beside each other in two areas."""
    return [(a, b) for area in division for a in area for b in beside(a) if b in cells - area]


TROMINOES = [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)]] + [
    [place for place in [(0, 0), (0, 1), (1, 0), (1, 1)] if place != gap] for gap in [(1, 1), (1, 0), (0, 1), (0, 0)]
]
BARS = [[(0, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)]]
DOMINOES = [[(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)]]


def heteromino(division: Areas) -> bool:
    cells = set(places(3, 3))
    return all(len(area) == 3 for area in division) and all(
        shape(area_of(a, division)) != shape(area_of(b, division)) for a, b in borders(division, cells)
    )


def voxas(division: Areas) -> bool:
    def bar(place: Place) -> tuple[int, bool]:
        area = area_of(place, division)
        return len(area), len({r for r, _ in area}) == 1

    marks = {((1, 1), (1, 2)): 1, ((2, 1), (3, 1)): 0, ((2, 3), (3, 3)): None}
    return all(is_rectangle(area) and len(area) in (2, 3) for area in division) and all(
        area_of(a, division) != area_of(b, division)
        and same in (None, sum(x == y for x, y in zip(bar(a), bar(b), strict=True)))
        for (a, b), same in marks.items()
    )


def la_paz(division: Areas) -> bool:
    cells = set(places(3, 3)) - {(2, 2)}
    dark = {place for area in division if len(area) == 1 for place in area} & cells

    def fits(place: Place, number: int) -> bool:
        area, (r, c) = area_of(place, division), place
        if len({y for y, _ in area}) == 1:
            return len([p for p in dark if p[0] == r and (r != 2 or (p[1] > 2) == (c > 2))]) == number
        return len([p for p in dark if p[1] == c and (c != 2 or (p[0] > 2) == (r > 2))]) == number

    return (
        {(2, 2)} in division
        and all(len(area) <= 2 for area in division)
        and not any(other in dark for place in dark for other in beside(place))
        and not {(2, 3), (1, 2)} & dark
        and fits((2, 3), 1)
    )


PIECES: list[tuple[str, str, tuple[int, int], list[list[Place]], Callable[[Areas], bool], set[Place]]] = [
    (
        "heteromino",
        "param height = 3\nparam width = 3\nmask:\n ...\n ...\n ...\n",
        (3, 3),
        TROMINOES,
        heteromino,
        set(),
    ),
    ("voxas", "clues point:\n .2...\n .....\n .....\n 1...0\n .....\n", (3, 3), BARS, voxas, set()),
    (
        "lapaz",
        "clues number:\n .?.\n ..1\n ...\nmask:\n ...\n .x.\n ...\n",
        (3, 3),
        DOMINOES,
        la_paz,
        {(2, 2)},
    ),
]


@pytest.mark.parametrize(("name", "layouts", "size", "shapes", "check", "holes"), PIECES, ids=[c[0] for c in PIECES])
def test_the_pieces_are_those_of_the_rules(
    name: str,
    layouts: str,
    size: tuple[int, int],
    shapes: list[list[Place]],
    check: Callable[[Areas], bool],
    holes: set[Place],
) -> None:
    parts = [(k, place) for k, one in enumerate(shapes) for place in one]
    found = set()
    for one in parse(f'genre "{name}"\n{layouts}').solutions():
        pieces: dict[tuple[int, int, int], set[Place]] = {}
        for (r, c), value in zip(places(*size), values(one), strict=True):
            if value is not None:
                k, (y, x) = parts[value - 1]
                pieces.setdefault((k, r - y, c - x), set()).add((r, c))
        found.add(frozenset(map(frozenset, pieces.values())))
    assert found == {
        frozenset(frozenset(area) for area in division if not area <= holes)
        for division in divisions(*size)
        if check(division)
    }
    assert found


def test_light_and_shadow() -> None:
    clues = {(1, 1): (0, None), (1, 3): (1, 2), (3, 2): (1, None), (2, 2): (0, 3)}
    wanted = set()
    for filling in fillings(3, 3, (0, 1)):
        division = areas(filling, joined=lambda a, b, filling=filling: filling[a] == filling[b])  # type: ignore[misc]
        if all(len(area & set(clues)) == 1 for area in division) and all(
            filling[place] == colour and size in (None, len(area_of(place, division)))
            for place, (colour, size) in clues.items()
        ):
            wanted.add(tuple(filling.values()))
    text = 'genre "lightshadow"\nclues number:\n w,? . b,2\n . w,3 .\n . b,? .\n'
    colours = [colour for _, (colour, _) in sorted(clues.items())]
    assert {tuple(colours[k - 1] for k in values(one) if k) for one in parse(text).solutions()} == wanted
    assert wanted


def test_border_block() -> None:
    numbers = {(1, 1): 1, (2, 2): 1, (1, 3): 2, (3, 1): 3}
    points = {(1, 3), (3, 1), (3, 3), (4, 3)}
    wanted = set()
    for division in divisions(3, 3):
        owner = {place: k for k, area in enumerate(division, 1) for place in area}
        corners = {
            (r, c): [owner.get(p, 0) for p in [(r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)]] for r, c in places(4, 4)
        }
        branched = {
            place
            for place, four in corners.items()
            if sum(a != b for a, b in zip(four, four[1:] + four[:1], strict=True)) > 2
        }
        kinds = [{numbers[place] for place in area if place in numbers} for area in division]
        if branched == points and sorted(map(sorted, kinds)) == [[1], [2], [3]]:
            wanted.add(frozenset(map(frozenset, division)))
    text = 'genre "bdblock"\nclues point:\n ..x.\n ....\n x.x.\n ..x.\nclues number:\n 1.2\n .1.\n 3..\n'
    found = set()
    for one in parse(text).solutions():
        owner_of = dict(zip(places(3, 3), values(one), strict=True))
        found.add(frozenset(frozenset(p for p, k in owner_of.items() if k == n) for n in set(owner_of.values())))
    assert found == wanted
    assert wanted


def test_vertex_slitherlink() -> None:
    def between(a: Place, b: Place) -> frozenset[Place]:
        """The cells beside the side from one corner to another."""
        (r, c), (y, _) = sorted((a, b))
        return frozenset([(r - 1, c), (r, c)] if r == y else [(r, c - 1), (r, c)])

    wanted = {
        frozenset(between(a, b) for a, others in loop.items() for b in others)
        for loop in loops(4, 4)
        if all(
            sum((r + y, c + x) in loop for y in (0, 1) for x in (0, 1)) == n
            for (r, c), n in {(1, 2): 3, (3, 1): 3, (2, 2): 2}.items()
        )
    }
    text = 'genre "vslither"\nclues number:\n .3.\n .2?\n 3..\n'
    assert {frozenset(map(side, drawn(one, "fence"))) for one in parse(text).solutions()} == wanted
    assert wanted


def paths_from(clues: dict[Place, str], size: tuple[int, int]) -> list[list[Place]]:
    """Simple paths that begin at a clue."""
    cells, found = set(places(*size)), [[place] for place in clues]
    for path in found:
        found += [[*path, place] for place in beside(path[-1]) if place in cells - set(path)]
    return found


def bends(path: list[Place]) -> list[list[Place]]:
    """The straight parts of a path, each without its first cell."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    return [[place for _, place in part] for _, part in groupby(zip(steps, path[1:], strict=True), lambda one: one[0])]


def bonsan(path: list[Place], clues: dict[Place, str]) -> bool:
    return len(bends(path)) <= 1 and not set(path[1:]) & set(clues) and clues[path[0]] in ("?", str(len(path) - 1))


def herugolf(path: list[Place], clues: dict[Place, str]) -> bool:
    water = {(2, 3)}
    if clues[path[0]] == "H" or clues.get(path[-1]) != "H" or set(path[1:-1]) & set(clues):
        return False
    rest, stroke = path, int(clues[path[0]])
    while len(rest) > 1 and stroke:
        if len(rest) <= stroke or len(bends(rest[: stroke + 1])) > 1 or rest[stroke] in water:
            return False
        rest, stroke = rest[stroke:], stroke - 1
    return len(rest) == 1


def kusabi(path: list[Place], clues: dict[Place, str]) -> bool:
    if path[-1] not in clues or set(path[1:-1]) & set(clues) or path[0] > path[-1] or len(parts := bends(path)) != 3:
        return False
    ends = {clues[path[0]], clues[path[-1]]}
    first, last = len(parts[0]), len(parts[2])
    forth, back = (part[-1] for part in (parts[0], parts[2]))
    same_side = (forth[0] - path[0][0], forth[1] - path[0][1]) != (0, 0) and all(
        (a > 0) - (a < 0) == (b < 0) - (b > 0)
        for a, b in zip(
            (forth[0] - path[0][0], forth[1] - path[0][1]),
            (back[0] - parts[1][-1][0], back[1] - parts[1][-1][1]),
            strict=True,
        )
    )
    return (
        same_side
        and ("?" in ends or ends in ({"="}, {"s", "l"}))
        and ("=" not in ends or first == last)
        and all(
            (own < other) == (clues[place] == "s") and own != other
            for place, own, other in [(path[0], first, last), (path[-1], last, first)]
            if clues[place] in ("s", "l")
        )
    )


def no_more(_: list[list[Place]]) -> bool:
    return True


def turned(lines: list[list[Place]]) -> bool:
    ends = {line[-1] for line in lines}
    return ends == {(4 - r, 5 - c) for r, c in ends}


MOVES: list[
    tuple[
        str, str, dict[Place, str], Callable[[list[Place], dict[Place, str]], bool], Callable[[list[list[Place]]], bool]
    ]
] = [
    (
        "bonsan",
        "clues number:\n 1..2\n .?..\n ..0.\n",
        {(1, 1): "1", (1, 4): "2", (2, 2): "?", (3, 3): "0"},
        bonsan,
        turned,
    ),
    (
        "herugolf",
        "clues water:\n ....\n ..x.\n ....\nclues clue:\n 2..H\n ....\n H..2\n",
        {(1, 1): "2", (1, 4): "H", (3, 1): "H", (3, 4): "2"},
        herugolf,
        no_more,
    ),
    (
        "kusabi",
        "clues circle:\n =..?\n ....\n =..?\n",
        {(1, 1): "=", (1, 4): "?", (3, 1): "=", (3, 4): "?"},
        kusabi,
        no_more,
    ),
    ("kusabi", "clues circle:\n ...l\n ..s.\n ....\n", {(1, 4): "l", (2, 3): "s"}, kusabi, no_more),
    ("kusabi", "clues circle:\n ....\n .s..\n ?...\n", {(2, 2): "s", (3, 1): "?"}, kusabi, no_more),
]


@pytest.mark.parametrize(("name", "layouts", "clues", "fits", "check"), MOVES)
def test_the_lines_are_those_of_the_rules(
    name: str,
    layouts: str,
    clues: dict[Place, str],
    fits: Callable[[list[Place], dict[Place, str]], bool],
    check: Callable[[list[list[Place]]], bool],
) -> None:
    drawn_lines = (
        "grid line[3, 4] in 0..500\nfor c in cells:\n    line[row_of(c), column_of(c)] == "
        "sum(k * taken[1, k] for k, path in enumerate(paths) where has_cell(path, c))\n"
    )
    found = set()
    for one in parse(f'genre "{name}"\n{layouts}{drawn_lines}').solutions():
        owner = dict(zip(places(3, 4), (k for row in one.grid("line") for k in row), strict=True))
        found.add(frozenset(frozenset(p for p, k in owner.items() if k == n) for n in set(owner.values()) if n))
    possible = [path for path in paths_from(clues, (3, 4)) if fits(path, clues)]
    wanted = {frozenset(map(frozenset, lines)) for lines in drawings(possible, set(clues)) if check(lines)}
    assert found == wanted
    assert found


def drawings(paths: list[list[Place]], starts: set[Place]) -> list[list[list[Place]]]:
    """The sets of paths that share no cell and go through all of some cells."""
    found: list[list[list[Place]]] = [[]]
    for path in paths:
        found += [[*chosen, path] for chosen in found if not any(set(path) & set(other) for other in chosen)]
    return [chosen for chosen in found if starts <= {place for path in chosen for place in path}]
