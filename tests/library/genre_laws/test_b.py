"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations, groupby, pairwise, product

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    areas,
    around,
    beside,
    is_rectangle,
    is_square,
    lines,
    places,
    squares,
)

Check = Callable[[Filling], bool]
Pair = tuple[Place, Place]
BACK = {1: 4, 2: 3, 3: 2, 4: 1}


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def holding(filling: Filling, *values: int) -> set[Place]:
    return {place for place, here in filling.items() if here in values}


def ray(filling: Filling, place: Place, way: int) -> list[Place]:
    """The places seen from one: 1 to 4 is up, left, right, down."""
    found = [beside(place)[way - 1]]
    while found[-1] in filling:
        found.append(beside(found[-1])[way - 1])
    return found[:-1]


def faced(filling: Filling, place: Place, way: int) -> tuple[Place, int] | None:
    """The first arrow in a direction, if it points back, and how many places are between."""
    for distance, other in enumerate(ray(filling, place, way)):
        if filling[other]:
            return (other, distance) if filling[other] == BACK[way] else None
    return None


def context(filling: Filling) -> bool:
    shaded = holding(filling, 1)
    corners = sum(filling.get(p, 0) for p in around((2, 2)) if p not in beside((2, 2)))
    sides = sum(filling.get(p, 0) for p in beside((2, 2)))
    return (
        bool(shaded)
        and not any(other in shaded for place in shaded for other in beside(place))
        and len(areas(holding(filling, 0))) == 1
        and (corners if filling[2, 2] else sides) == 2
    )


def tilepaint(filling: Filling) -> bool:
    rooms = [[(1, 1), (1, 2)], [(1, 3), (2, 3)], [(2, 1), (3, 1)], [(3, 2), (3, 3)]]
    return (
        filling[2, 2] == 0
        and all(filling[a] == filling[b] for a, b in rooms)
        and filling[3, 2] == 1
        and filling[1, 2] == 0
    )


def isowatari(filling: Filling) -> bool:
    white = holding(filling, 0)
    return (
        filling[3, 1] == 1
        and len(areas(white)) <= 1
        and all(len(area) == 2 for area in areas(holding(filling, 1)))
        and (0, 0, 0, 0) not in squares(filling)
    )


def coral(filling: Filling) -> bool:
    runs = [sorted(len(list(run)) for shaded, run in groupby(line, bool) if shaded) for line in lines(filling)]
    return (
        len(areas(holding(filling, 1))) == 1
        and (1, 1, 1, 1) not in squares(filling)
        and all(any(r in (1, 3) or c in (1, 4) for r, c in area) for area in areas(holding(filling, 0)))
        and runs[0] == [1, 2]
        and runs[4] == [2]
    )


def toichika2(filling: Filling) -> bool:
    rooms = [{(1, c), (2, c)} for c in range(1, 5)]
    numbers = {place: n for place, n in filling.items() if n}

    def fits(place: Place, n: int) -> bool:
        equal = [other for other in numbers if other != place and numbers[other] == n and on_a_line(place, other)]
        if len(equal) != 1:
            return False
        (other,) = equal
        between = [p for p in filling if p not in (place, other) and strictly_between(p, place, other)]
        return len(between) == n and not any(filling[p] for p in between) and abs(other[1] - place[1]) > 1

    return all(len(room & numbers.keys()) == 1 for room in rooms) and all(fits(p, n) for p, n in numbers.items())


def on_a_line(a: Place, b: Place) -> bool:
    return a[0] == b[0] or a[1] == b[1]


def strictly_between(p: Place, a: Place, b: Place) -> bool:
    return all(min(a[k], b[k]) <= p[k] <= max(a[k], b[k]) for k in (0, 1))


def yajirushi(filling: Filling) -> bool:
    arrows = {place: way for place, way in filling.items() if way > 0}
    pairs = {place: faced(filling, place, way) for place, way in arrows.items()}
    free = holding(filling, 0)
    covered = {
        p
        for place, found in pairs.items()
        if found
        for p in free
        if on_a_line(place, found[0]) and strictly_between(p, place, found[0])
    }
    return all(found and found[1] > 0 for found in pairs.values()) and covered == free


def yajirushi2(filling: Filling) -> bool:
    arrows = {place: way for place, way in filling.items() if way > 0}
    pairs = {place: faced(filling, place, way) for place, way in arrows.items()}
    return (
        all(found and found[1] > 0 for found in pairs.values())
        and len(areas(holding(filling, 0))) <= 1
        and sum(other in arrows for other in beside((1, 1))) == 1
    )


def tatamibari(filling: Filling) -> bool:
    rooms = [holding(filling, k) for k in (1, 2, 3)]

    def sides(room: set[Place]) -> tuple[int, int]:
        return len({r for r, _ in room}), len({c for _, c in room})

    return (
        (filling[1, 1], filling[1, 3], filling[3, 2]) == (1, 2, 3)
        and all(map(is_rectangle, rooms))
        and sides(rooms[0])[0] > sides(rooms[0])[1]
        and is_square(rooms[2])
        and all(a in (b, c) or d in (b, c) for a, b, c, d in squares(filling))
    )


CASES: list[tuple[str, str, tuple[int, int], Sequence[int], set[Place], Check]] = [
    ("context", "clues number:\n ...\n .2.\n ..?\n", (3, 3), (0, 1), set(), context),
    (
        "tilepaint",
        "regions room:\n aab\n cdb\n cee\nclues black:\n . . .\n . 1,? .\n . . .\n"
        "clues above:\n .0.\nclues left:\n ...\n",
        (3, 3),
        (0, 1),
        set(),
        tilepaint,
    ),
    (
        "isowatari",
        "clues size:\n 2\nclues circle:\n ...\n ...\n b..\nmask:\n ...\n ...\n ..x\n",
        (3, 3),
        (0, 1),
        {(3, 3)},
        isowatari,
    ),
    ("coral", "clues above:\n . 2, . .\nclues left:\n 2,1 . .\n", (3, 4), (0, 1), set(), coral),
    ("toichika2", "regions room:\n abcd\n abcd\nclues number:\n ....\n ....\n", (2, 4), range(3), set(), toichika2),
    ("yajirushi", "clues clue:\n ....\n ....\nmask:\n ...x\n x...\n", (2, 4), range(5), {(1, 4), (2, 1)}, yajirushi),
    (
        "yajirushi2",
        "clues number:\n 1.?\n ...\n ?..\nmask:\n x.x\n ...\n x..\n",
        (3, 3),
        range(5),
        {(1, 1), (1, 3), (3, 1)},
        yajirushi2,
    ),
    ("tatamibari", "clues mark:\n 1.?\n ...\n .3.\n", (3, 3), (1, 2, 3), set(), tatamibari),
]


@pytest.mark.parametrize(
    ("name", "layouts", "size", "domain", "masked", "check"), CASES, ids=[case[0] for case in CASES]
)
def test_the_solutions_are_those_of_the_rules(
    name: str, layouts: str, size: tuple[int, int], domain: Sequence[int], masked: set[Place], check: Check
) -> None:
    found = {values(one) for one in parse(f'genre "{name}"\n{layouts}').solutions()}
    cells = [place for place in places(*size) if place not in masked]
    fillings = (dict(zip(cells, chosen, strict=True)) for chosen in product(domain, repeat=len(cells)))
    assert found == {tuple(map(filling.get, places(*size))) for filling in fillings if check(filling)}
    assert found


def test_toichika() -> None:
    rooms = [[(1, c), (2, c)] for c in range(1, 5)]
    wanted = set()
    for arrows in product(*[list(product(room, range(1, 5))) for room in rooms]):
        filling = {**dict.fromkeys(places(2, 4), 0), **dict(arrows)}
        pairs = [(place, faced(filling, place, way)) for place, way in arrows]
        if all(found is not None and abs(found[0][1] - place[1]) > 1 for place, found in pairs):
            wanted.add(tuple(filling.values()))
    text = 'genre "toichika"\nregions room:\n abcd\n abcd\nclues clue:\n ...?\n ....\n'
    wanted = {filling for filling in wanted if filling[3]}
    assert {values(one) for one in parse(text).solutions()} == wanted
    assert wanted


def blocks(height: int, width: int, shapes: dict[int, list[Place]]) -> list[dict[Place, int]]:
    """All blocks in a grid, as numbered places; the shapes are by the number of their first place."""
    inside = set(places(height, width))
    found = [
        {(r + y, c + x): first + k for k, (y, x) in enumerate(shape)}
        for r, c in places(height, width)
        for first, shape in shapes.items()
    ]
    return [block for block in found if block.keys() <= inside]


def packings(blocks: list[dict[Place, int]], taken: set[Place]) -> Iterable[list[dict[Place, int]]]:
    """All sets of blocks that share no cell, and have none of the places that are taken."""
    if not blocks:
        yield []
        return
    block, *others = blocks
    yield from packings(others, taken)
    if not block.keys() & taken:
        yield from ([block, *more] for more in packings(others, taken | block.keys()))


ACROSS, DOWN, SQUARE = [(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)], [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_wittgen() -> None:
    cells = places(3, 4)
    wanted = set()
    for packing in packings(blocks(3, 4, {1: ACROSS, 4: DOWN}), {(2, 2)}):
        covered = dict(chain(*(block.items() for block in packing)))
        if len(areas(set(cells) - covered.keys())) == 1 and sum(p in covered for p in beside((2, 2))) == 2:
            wanted.add(tuple(covered.get(place, 0) for place in cells))
    text = 'genre "wittgen"\nclues number:\n ....\n .2..\n ....\n'
    assert {values(one) for one in parse(text).solutions()} == wanted
    assert wanted


def test_zabajaba() -> None:
    cells = places(3, 4)
    wanted = set()
    for packing in packings(blocks(3, 4, {1: ACROSS, 4: DOWN, 7: SQUARE}), {(2, 2)}):
        covered = dict(chain(*(block.items() for block in packing)))
        if (
            len(areas(covered)) <= 1
            and sum(any(p in block for p in around((2, 2))) for block in packing) == 2
            and not any(
                min(a.values()) == min(b.values()) and any(q in b for p in a for q in beside(p))
                for a, b in combinations(packing, 2)
            )
        ):
            wanted.add(tuple(covered.get(place, 0) for place in cells))
    text = 'genre "zabajaba"\nclues number:\n ....\n .2..\n ....\n'
    assert {values(one) for one in parse(text).solutions()} == wanted
    assert wanted


def joined(height: int, width: int) -> list[Pair]:
    """The pairs of places that share a side."""
    return [(a, b) for a, b in combinations(places(height, width), 2) if b in beside(a)]


def drawings(pairs: list[Pair]) -> Iterable[set[Pair]]:
    """All sets of pairs."""
    for chosen in product((False, True), repeat=len(pairs)):
        yield {pair for pair, drawn in zip(pairs, chosen, strict=True) if drawn}


def drawn(solution: Solution, name: str, pairs: list[Pair]) -> frozenset[Pair]:
    """The pairs whose edge is drawn in a solution."""
    return frozenset(p for p in pairs if solution.values[f"{name}[{', '.join(f'r{r}c{c}' for r, c in p)}]"])


def ends(place: Place, lines: Iterable[Pair]) -> list[Place]:
    """The places that lines join with one."""
    return [b if a == place else a for a, b in lines if place in (a, b)]


def test_kurarin() -> None:
    pairs = joined(3, 3)
    wanted = set()
    for edges in drawings(pairs):
        loop = {place for pair in edges for place in pair}
        if (
            loop
            and all(len(ends(place, edges)) == 2 for place in loop)
            and len(areas(loop, lambda place, edges=edges: ends(place, edges))) == 1  # type: ignore[misc]
            and sum(p not in loop for p in [(2, 2), (2, 3), (3, 2), (3, 3)]) > 2
            and sum(p not in loop for p in [(1, 1), (2, 1)]) == 0
        ):
            wanted.add(frozenset(edges))
    text = 'genre "kurarin"\nclues circle:\n .....\n w....\n .....\n ...b.\n .....\n'
    assert {drawn(one, "track", pairs) for one in parse(text).solutions()} == wanted
    assert wanted


def test_wblink() -> None:
    pairs = joined(3, 3)
    circles = {(1, 1): "w", (1, 3): "b", (2, 2): "b", (3, 1): "b", (3, 2): "w", (3, 3): "w"}
    links = [
        {pair for pair in pairs if all(p in (a, b) or strictly_between(p, a, b) for p in pair)}
        for a, b in combinations(circles, 2)
        if circles[a] != circles[b]
        and on_a_line(a, b)
        and not any(strictly_between(p, a, b) for p in circles if p not in (a, b))
    ]
    wanted = set()
    for count in range(len(links) + 1):
        for chosen in combinations(links, count):
            lines = set(chain(*chosen))
            crossed = any(len(ends(p, lines)) > 2 for p in places(3, 3) if p not in circles)
            if all(sum(c in p for p in lines) == 1 for c in circles) and not crossed:
                wanted.add(frozenset(lines))
    text = 'genre "wblink"\nclues circle:\n w.b\n .b.\n bww\n'
    assert {drawn(one, "line", pairs) for one in parse(text).solutions()} == wanted
    assert wanted


def test_yajitatami() -> None:
    pairs = joined(3, 3)
    wanted = set()
    for borders in drawings(pairs):
        strips = areas(places(3, 3), joined=lambda a, b, borders=borders: (min(a, b), max(a, b)) not in borders)  # type: ignore[misc]
        of = {place: strip for strip in strips for place in strip}
        if (
            all(
                len(strip) > 1 and (len({r for r, _ in strip}) == 1 or len({c for _, c in strip}) == 1)
                for strip in strips
            )
            and all(of[a] is not of[b] for a, b in borders)
            and all(
                any(of[a] is of[b] for a, b in pairwise([(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]))
                for r, c in places(2, 2)
            )
            and len(of[1, 1]) == 2
            and of[1, 1] is not of[1, 2]
            and sum(of[1, c] is not of[1, c + 1] for c in (1, 2)) == 2
            and of[3, 2] is not of[3, 3]
        ):
            wanted.add(frozenset(borders))
    text = (
        'genre "yajitatami"\nclues clue:\n e,2 . .\n . . .\n . . .\n'
        "clues right:\n ..\n ..\n .x\nclues below:\n ...\n ...\n"
    )
    assert {drawn(one, "strip", pairs) for one in parse(text).solutions()} == wanted
    assert wanted


def test_lither() -> None:
    corners = places(2, 4)
    pairs = joined(2, 4)
    wanted = 0
    for edges in drawings(pairs):
        degree = dict.fromkeys(corners, 0)
        for place in chain(*edges):
            degree[place] += 1
        if set(degree.values()) <= {1, 3, 4} and sum(pair in edges for pair in pairs if set(pair) <= SQUARE_AT_1) == 2:
            trees = areas(corners, joined=lambda a, b, edges=edges: (min(a, b), max(a, b)) in edges)  # type: ignore[misc]
            wanted += len(trees) > 1 and len(edges) == len(corners) - len(trees)
    assert parse('genre "lither"\nclues number:\n 2?.\n').count().count == wanted
    assert wanted


SQUARE_AT_1 = {(1, 1), (1, 2), (2, 1), (2, 2)}
