"""Tiny puzzles of genres: their solutions are those that a check in plain Python finds among all fillings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import TypeVar

import pytest

from puzzledsl import Solution, parse
from tests.library.genre_laws.plain import (
    Filling,
    Place,
    area_of,
    areas,
    around,
    beside,
    fillings,
    is_rectangle,
    is_square,
    partitions,
    places,
    shape,
    squares,
    turned_shape,
)

Check = Callable[[Filling], bool]
What = TypeVar("What")
Layouts = Mapping[str, Sequence[str]]


def found(genre: str, layouts: Layouts, of: Callable[[Solution], object]) -> set[object]:
    """What is compared of the solutions of a puzzle, each once."""
    text = f'genre "{genre}"\n' + "".join(
        f"{head}:\n" + "".join(f"    {row}\n" for row in rows) for head, rows in layouts.items()
    )
    solutions = [of(solution) for solution in parse(text).solutions()]
    assert len(solutions) == len(set(solutions))
    return set(solutions)


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def is_used(solution: Solution) -> tuple[bool, ...]:
    """Which cells of the main grid do not hold 0."""
    return tuple(value != 0 for value in values(solution))


def edges(solution: Solution, name: str) -> frozenset[frozenset[Place]]:
    """The places that drawn edges join."""
    return frozenset(
        frozenset((int(r), int(c)) for r, c in re.findall(r"r(\d)c(\d)", key))
        for key, value in solution.values.items()
        if value and key.startswith(f"{name}[")
    )


def joined(path: Sequence[Place]) -> frozenset[frozenset[Place]]:
    """The edges of a path."""
    return frozenset(frozenset(pair) for pair in pairwise(path))


def coverings(cells: set[Place], objects: Sequence[tuple[frozenset[Place], What]]) -> Iterator[list[What]]:
    """All ways to cover places by objects, each place once."""
    if not cells:
        yield []
        return
    first = min(cells)
    for covered, what in objects:
        if first in covered and covered <= cells:
            for others in coverings(cells - covered, objects):
                yield [what, *others]


def paths(start: Place, cells: set[Place]) -> Iterator[list[Place]]:
    """All paths from a place through other places."""
    yield [start]
    for place in beside(start):
        if place in cells:
            for path in paths(place, cells - {place}):
                yield [start, *path]


def evolmino(arrows: Sequence[Sequence[Place]]) -> Check:
    def check(filling: Filling) -> bool:
        blocks = areas(place for place, value in filling.items() if value)
        on_arrows = {place for arrow in arrows for place in arrow}
        along = [[block for place in arrow for block in blocks if place in block] for arrow in arrows]
        return (
            filling[1, 3] == 1
            and filling[2, 1] == 0
            and all(len(block & on_arrows) == 1 for block in blocks)
            and all(len(line) >= 2 for line in along)
            and all(
                len(after) == len(before) + 1 and any(shape(after - {place}) == shape(before) for place in after)
                for line in along
                for before, after in pairwise(line)
            )
        )

    return check


@pytest.mark.parametrize(
    ("way", "arrows"),
    [
        (["ee..", "....", "...."], [[(1, 1), (1, 2), (1, 3)]]),
        (["ees.", "..s.", "...."], [[(1, 1), (1, 2), (1, 3), (2, 3), (3, 3)]]),
        (["....", "...n", "...n"], [[(3, 4), (2, 4), (1, 4)]]),
        (["ss..", "ss..", "...."], [[(1, 1), (2, 1), (3, 1)], [(1, 2), (2, 2), (3, 2)]]),
        (["s..s", "s..s", "...."], [[(1, 1), (2, 1), (3, 1)], [(1, 4), (2, 4), (3, 4)]]),
    ],
)
def test_evolmino(way: list[str], arrows: list[list[Place]]) -> None:
    check = evolmino(arrows)
    expected = {tuple(map(bool, filling.values())) for filling in fillings(3, 4, (0, 1)) if check(filling)}
    assert found("evolmino", {"clues mark": ["..s.", "x...", "...."], "clues way": way}, is_used) == expected


def pencils(height: int, width: int) -> Iterator[tuple[frozenset[Place], list[Place], list[Place]]]:
    """The places, the strip from its point on, and the line from the point on of all pencils on a grid."""
    cells = {*places(height, width)}
    for r, c in cells:
        for y, x in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            for size in range(1, max(height, width)):
                strip = [(r - k * y, c - k * x) for k in range(1, size + 1)]
                if cells >= {*strip}:
                    for line in paths((r, c), cells - {(r, c), *strip}):
                        if len(line) == size + 1:
                            yield frozenset([*strip, *line]), strip, line


@pytest.mark.parametrize(
    "clue",
    [
        [".1..", "....", "...?"],
        ["..2.", "....", "...."],
        ["....", "w...", "...."],
        ["....", "...s", "...."],
        ["..n.", "2...", "...."],
    ],
)
def test_pencils(clue: list[str]) -> None:
    given = {(r, c): clue[r - 1][c - 1] for r, c in places(3, 4)}
    steps = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}

    def fits(strip: list[Place], line: list[Place]) -> bool:
        (r, c), (y, x) = line[0], strip[0]
        return (
            all(given[place] in (".", "?", str(len(strip))) for place in strip)
            and all(given[place] == "." for place in line[1:])
            and (given[r, c] == "." or steps.get(given[r, c]) == (r - y, c - x))
        )

    def drawn(strip: list[Place], line: list[Place]) -> tuple[dict[Place, int], frozenset[frozenset[Place]]]:
        way = beside(strip[0]).index(line[0]) + 1
        return {**dict.fromkeys(strip, way), line[0]: 5, **dict.fromkeys(line[1:], 0)}, joined(line)

    objects = [(covered, drawn(strip, line)) for covered, strip, line in pencils(3, 4) if fits(strip, line)]
    expected = {
        (tuple(kinds[place] for place in places(3, 4)), frozenset().union(*(lines for _, lines in some)))
        for some in coverings({*places(3, 4)}, objects)
        for kinds in [dict(pair for found, _ in some for pair in found.items())]
    }

    def of(solution: Solution) -> object:
        return values(solution), edges(solution, "line")

    assert found("pencils", {"clues clue": clue}, of) == expected


@pytest.mark.parametrize(
    ("grey", "number"),
    [
        (["....", ".xx.", "...."], ["?...", "....", "...."]),
        (["xxx.", "xx..", "...."], ["....", "...?", "..?."]),
        (["..xx", "..xx", "...."], ["2...", "....", "2..."]),
        (["x..x", "x..x", "...."], [".?..", "..2.", "...."]),
        ([".xx.", ".xx.", "...."], ["?...", "...?", "...."]),
    ],
)
def test_balloon_box(grey: list[str], number: list[str]) -> None:
    cells = places(3, 4)
    dark = {(r, c) for r, c in cells if grey[r - 1][c - 1] == "x"}
    numbers = {(r, c): number[r - 1][c - 1] for r, c in cells if number[r - 1][c - 1] != "."}
    boxes = [
        frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        for top, left in cells
        for bottom, right in cells
        if top <= bottom and left <= right
    ]
    objects = [
        (box | {*path}, (box, joined([*path, end])))
        for start, count in numbers.items()
        for path in paths(start, {*cells} - dark - {*numbers})
        for end in beside(path[-1])
        for box in boxes
        if end in box and box <= dark and count in ("?", str(len(box)))
    ]

    def of(solution: Solution) -> object:
        return edges(solution, "line"), partition(dict(zip(cells, values(solution), strict=True)), dark)

    expected = {
        (frozenset().union(*(lines for _, lines in some)), frozenset(box for box, _ in some))
        for some in coverings({*cells}, objects)
    }
    assert found("balloon", {"clues grey": grey, "clues number": number}, of) == expected


def partition(owner: Mapping[Place, object], cells: set[Place]) -> frozenset[frozenset[Place]]:
    """The sets of places with equal values."""
    return frozenset(
        frozenset(place for place in cells if owner[place] == value) for value in {owner[place] for place in cells}
    )


def symmetry_area(filling: Filling) -> bool:
    regions = [area_of(filling, place) for place in filling]
    return all(
        {(min(a)[0] + max(a)[0] - r, min(c for _, c in a) + max(c for _, c in a) - c) for r, c in a} == a
        for a in regions
    ) and all(
        len(area_of(filling, place)) != len(area_of(filling, other)) or filling[place] == filling[other]
        for place in filling
        for other in beside(place)
        if other in filling
    )


@pytest.mark.parametrize(
    "number", [["...", "...", "..."], ["3..", "..?", "..."], ["...", ".5.", "..."], ["2..", "...", "..1"]]
)
def test_symmetry_area(number: list[str]) -> None:
    expected = set()
    for filling in partitions(3, 3):
        sizes = {place: len(area_of(filling, place)) for place in filling}
        if symmetry_area(filling) and all(number[r - 1][c - 1] in ".?" + str(size) for (r, c), size in sizes.items()):
            expected.add(tuple(sizes.values()))
    assert found("symmarea", {"clues number": number}, values) == expected


ROOMS = ["aabb", "accb", "accb"]


def room(place: Place) -> str:
    return ROOMS[place[0] - 1][place[1] - 1]


def dark(filling: Filling) -> list[set[Place]]:
    return areas(place for place, value in filling.items() if value)


def archipelago(filling: Filling) -> bool:
    islands = dark(filling)
    groups = areas((place for place, value in filling.items() if value), around)
    sizes = [sorted(len(island) for island in islands if island <= group) for group in groups]
    return (
        bool(groups)
        and all(size == [*range(1, len(size) + 1)] and len(size) > 1 for size in sizes)
        and len(next((island for island in islands if (2, 1) in island), set())) == 2
        and filling[1, 3] == 1
    )


def choco_banana(filling: Filling) -> bool:
    light = areas(place for place, value in filling.items() if not value)
    return (
        all(map(is_rectangle, dark(filling)))
        and not any(map(is_rectangle, light))
        and next(len(area) for area in [*dark(filling), *light] if (2, 2) in area) == 3
    )


def kuromenbun(filling: Filling) -> bool:
    light = areas((place for place, value in filling.items() if value), joined=lambda a, b: room(a) == room(b))
    near = [{other for place in area for other in beside(place) if filling.get(other) == 0} for area in light]
    counts = {(1, 2): 2, (3, 4): 1}
    return all(filling[place] for place in [*counts, (2, 1)]) and all(
        len(area & {*counts, (2, 1)}) <= 1 and all(len(found) == counts.get(place, len(found)) for place in area)
        for area, found in zip(light, near, strict=True)
    )


def nuriuzu(stars: Sequence[str]) -> Check:
    found = [(y, x) for y, row in enumerate(stars, 1) for x, mark in enumerate(row, 1) if mark != "."]
    # The cells that a star touches: one, two or four.
    touched = [{((y + i) // 2, (x + j) // 2) for i in (1, 2) for j in (1, 2)} for y, x in found]

    def check(filling: Filling) -> bool:
        light = areas(place for place, value in filling.items() if value)
        mine = [[k for k, cells in enumerate(touched) if cells & area] for area in light]
        return (
            not {(0, 0, 0, 0), (1, 1, 1, 1)} & set(squares(filling))
            and all(filling[place] for cells in touched for place in cells)
            and all(len(some) == 1 for some in mine)
            and all(
                {(found[k][0] + 1 - r, found[k][1] + 1 - c) for r, c in area} == area
                for area, (k,) in zip(light, mine, strict=True)
            )
        )

    return check


def kuroclone(filling: Filling) -> bool:
    blocks = dark(filling)
    halves = [[block for block in blocks if (min(block)[1] > 2) == right] for right in (False, True)]
    return (
        not filling[2, 1]
        and all(len({c > 2 for _, c in block}) == 1 for block in blocks)
        and all(len(half) == 2 and turned_shape(half[0]) == turned_shape(half[1]) for half in halves)
        and len(next((block for block in blocks if (1, 1) in block), set())) == 1
    )


@pytest.mark.parametrize(
    ("genre", "layouts", "size", "check"),
    [
        ("archipelago", {"clues number": ["..?.", "2...", "...."]}, (3, 4), archipelago),
        ("cbanana", {"clues number": ["....", ".3..", "...."]}, (3, 4), choco_banana),
        (
            "kuromenbun",
            {"clues wall": ["...."] * 3, "clues number": [".2..", "?...", "...1"], "regions room": ROOMS},
            (3, 4),
            kuromenbun,
        ),
        *[
            ("nuriuzu", {"clues star": stars}, (3, 4), nuriuzu(stars))
            for stars in [
                ["w......", ".......", ".....w.", ".......", ".w....."],
                [".......", ".......", "....w..", ".......", "w......"],
                [".......", "....w..", ".......", ".......", "w......"],
                [".......", ".......", "...w...", ".......", "......."],
            ]
        ],
        (
            "kuroclone",
            {
                "clues wall": ["...."] * 3,
                "clues clue": [". . . .", "n,1 . . .", ". . . ."],
                "regions room": ["aabb"] * 3,
            },
            (3, 4),
            kuroclone,
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_shaded_cells(genre: str, layouts: Layouts, size: tuple[int, int], check: Check) -> None:
    expected = {tuple(map(bool, filling.values())) for filling in fillings(*size, (0, 1)) if check(filling)}
    assert expected
    assert found(genre, layouts, is_used) == expected


def test_tetro_chain_ctb() -> None:
    rooms = ["aabb", "accb", "accc"]
    expected = set()
    for filling in fillings(3, 4, (0, 1)):
        pieces = dark(filling) if sum(filling.values()) in (4, 8) else []
        shapes = {place: turned_shape(piece) for piece in pieces for place in piece}
        at = {place: rooms[place[0] - 1][place[1] - 1] for place in filling}
        if (
            pieces
            and all(len(piece) == 4 and len({at[place] for place in piece}) > 1 for piece in pieces)
            and len(areas(shapes, around)) == 1
            and all(
                other in beside(place)
                or shapes[place] != shapes[other]
                or any(place in p and other in p for p in pieces)
                for place in shapes
                for other in around(place)
                if other in shapes
            )
            and sum(filling[place] for place in filling if at[place] == "b") == 0
        ):
            expected.add(tuple(map(bool, filling.values())))
    layouts = {"clues number": ["?.0.", "....", "...."], "clues wall": ["...."] * 3, "regions room": rooms}
    assert expected
    assert found("tetroctb", layouts, is_used) == expected


@pytest.mark.parametrize(
    "number",
    [
        ["2...", "....", "...."],
        ["1..2", "....", ".0.."],
        ["?...", ".0..", "...2"],
        ["12..", "....", "...."],
        ["?0..", "000.", "..??"],
    ],
)
def test_time_bomb(number: list[str]) -> None:
    cells = {(r, c): number[r - 1][c - 1] for r, c in places(3, 4)}
    white = {place for place, mark in cells.items() if mark == "."}
    bombs = [place for place, mark in cells.items() if mark not in ".0"]
    ways = [[p for p in paths(bomb, white) if cells[bomb] in ("?", str(len(p) - 1))] for bomb in bombs]
    expected = set()
    for lines in product(*ways):
        owner = {place: k for k, line in enumerate(lines) for place in line}
        if (
            len(owner) == sum(map(len, lines))
            and any(len(line) > 1 for line in lines)
            and all(
                owner.get(other, k) == k or {place, other} <= {*bombs}
                for place, k in owner.items()
                for other in beside(place)
            )
            and all(any(line[-1] in around(place) for line in lines) for place, mark in cells.items() if mark == "0")
        ):
            expected.add(frozenset().union(*map(joined, lines)))
    assert expected
    assert found("timebomb", {"clues number": number}, lambda solution: edges(solution, "line")) == expected


@pytest.mark.parametrize(
    ("mark", "black"),
    [
        ([".....", "4....", "...f.", ".f.4.", "....."], ["....."] * 5),
        ([".5...", "...f.", "..2..", "...f.", "....."], [".....", ".....", "...x.", ".....", "....."]),
        ([".....", ".f.f.", "..?..", ".....", "...5."], [".....", ".....", "...x.", ".....", "....."]),
        (["...6.", ".f...", ".....", ".2f..", "....."], ["....."] * 5),
        # One of both lengths is enough here to know the other.
        ([".....", ".f.2.", "?....", ".f...", "....."], ["....."] * 5),
        ([".....", ".f.?.", "6....", ".f...", "....."], ["....."] * 5),
    ],
)
def test_anglers(mark: list[str], black: list[str]) -> None:
    white = {(r, c) for r, c in places(3, 3) if black[r][c] == "."}
    numbers = [(r, c) for r in range(5) for c in range(5) if mark[r][c] not in ".f"]
    free = {(r, c) for r, c in white if mark[r][c] in ".f"}
    objects = [
        (frozenset(path) & white, joined([place for place in path if place in white]))
        for start in numbers
        for path in paths(start, free)
        if [mark[r][c] for r, c in path[1:]] == ["."] * (len(path) - 2) + ["f"]
        and mark[start[0]][start[1]] in ("?", str(len(path) - 1))
    ]
    expected = {
        frozenset().union(*some)
        for some in coverings(white, objects)
        if len(some) == len(numbers) == sum(row.count("f") for row in mark)
    }
    assert expected
    layouts = {"clues mark": mark, "clues black": black}
    assert found("anglers", layouts, lambda solution: edges(solution, "line")) == expected


def segments(filling: Filling, place: Place) -> set[int]:
    """The lengths of the straight pieces of an area, from border to border."""
    area = area_of(filling, place)
    lengths = set()
    for r, c in area:
        for y, x in ((0, 1), (1, 0)):
            if (r - y, c - x) not in area:
                lengths.add(next(k for k in range(1, 9) if (r + k * y, c + k * x) not in area))
    return lengths


def lohkous(filling: Filling) -> bool:
    lists: dict[Place, set[int]] = {(1, 1): {1}, (2, 3): set()}
    free = {(1, 1): 1, (2, 3): 2}
    found = [area_of(filling, place) for place in filling]
    return all(sum(place in area for place in lists) == 1 for area in found) and all(
        known <= segments(filling, place) and len(segments(filling, place)) == len(known) + free[place]
        for place, known in lists.items()
    )


def is_l(area: set[Place]) -> bool:
    """Whether an area is a rectangle without a smaller one at one of its corners."""
    rows, columns = ([place[k] for place in area] for k in (0, 1))
    box = {(r, c) for r in range(min(rows), max(rows) + 1) for c in range(min(columns), max(columns) + 1)}
    corners = [(r, c) for r in (min(rows), max(rows)) for c in (min(columns), max(columns))]
    return bool(box - area) and is_rectangle(box - area) and sum(corner not in area for corner in corners) == 1


def aho(filling: Filling) -> bool:
    numbers = {(1, 1): 3, (1, 3): None, (2, 2): None, (3, 1): None}
    return all(
        sum(place in area for place in numbers) == 1
        and (is_l(area) if len(area) % 3 == 0 else is_rectangle(area))
        and all(numbers.get(place) in (None, len(area)) for place in area)
        for area in (area_of(filling, place) for place in filling)
    )


def nikoji(rows: Sequence[str]) -> Check:
    letters = {(r, c): rows[r - 1][c - 1] for r, c in places(3, 3) if rows[r - 1][c - 1] != "."}

    def check(filling: Filling) -> bool:
        found = [area_of(filling, place) for place in letters]

        def fit(a: Place, b: Place) -> bool:
            first, second = area_of(filling, a), area_of(filling, b)
            if letters[a] == letters[b]:
                return {(r - a[0], c - a[1]) for r, c in first} == {(r - b[0], c - b[1]) for r, c in second}
            return turned_shape(first) != turned_shape(second)

        return (
            all(len(area & {*letters}) == 1 for area in found)
            and {place for area in found for place in area} == {*filling}
            and all(fit(a, b) for a, b in combinations(letters, 2))
        )

    return check


def narrowfence(owner: Filling, numbers: dict[Place, int]) -> bool:
    found = {place: {other for other in owner if owner[other] == owner[place]} for place in numbers}
    groups = [
        set[Place]().union(*(found[place] for place, number in numbers.items() if number == n))
        for n in numbers.values()
    ]
    return (
        all(len(areas(area)) == 1 and not is_rectangle(area) for area in found.values())
        and not any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= group for group in groups for r, c in group)
        and all(
            numbers[a] != numbers[b] or turned_shape(found[a]) != turned_shape(found[b])
            for a, b in combinations(numbers, 2)
        )
    )


@pytest.mark.parametrize(
    ("number", "mask"),
    [
        (["....", "12.1", "...."], ["....", "....", "...."]),
        (["..1.", "....", ".12."], ["....", ".x..", "...."]),
        ([".1..", "...1", "..2."], ["..x.", "....", "...."]),
    ],
)
def test_narrowfence(number: list[str], mask: list[str]) -> None:
    cells = [(r, c) for r, c in places(3, 4) if mask[r - 1][c - 1] == "."]
    numbers = {(r, c): int(number[r - 1][c - 1]) for r, c in cells if number[r - 1][c - 1] != "."}
    others = [place for place in cells if place not in numbers]
    owners = (
        {**dict(zip(numbers, range(len(numbers)), strict=True)), **dict(zip(others, chosen, strict=True))}
        for chosen in product(range(len(numbers)), repeat=len(others))
    )
    expected = {partition(owner, {*cells}) for owner in owners if narrowfence(owner, numbers)}

    def of(solution: Solution) -> object:
        held = (value for value in values(solution) if value is not None)
        return partition(dict(zip(cells, held, strict=True)), {*cells})

    assert expected
    assert found("narrow", {"clues number": number, "mask": mask}, of) == expected


@pytest.mark.parametrize(
    ("genre", "layouts", "check"),
    [
        ("lohkous", {"clues numbers": ["1,? . .", ". . ?,?", ". . ."]}, lohkous),
        ("aho", {"clues number": ["3.?", ".?.", "?.."]}, aho),
        *[
            ("nikoji", {"clues letter": rows}, nikoji(rows))
            for rows in [["A.B", "A..", "C.."], ["A.A", "...", "B.."], ["A.B", "...", "C.."], ["A..", ".B.", "..C"]]
        ],
    ],
)
def test_areas(genre: str, layouts: Layouts, check: Check) -> None:
    expected = {partition(filling, {*filling}) for filling in partitions(3, 3) if check(filling)}

    def of(solution: Solution) -> object:
        owner = dict(zip(places(3, 3), values(solution), strict=True))
        return partition(owner, {*owner})

    assert expected
    assert found(genre, layouts, of) == expected


def test_bosanowa() -> None:
    text = (
        'genre "bosanowa"\nparam height = 2\nparam width = 4\nmask:\n    ...x\n    ...x\ngivens:\n    .2..\n    ....\n'
    )
    text += "for c in cells:\n    c <= 8\n"
    cells = places(2, 3)
    expected = {
        chosen
        for chosen in product(range(1, 9), (2,), *[range(1, 9)] * 4)
        for filling in [dict(zip(cells, chosen, strict=True))]
        if all(
            value == sum(abs(value - filling[other]) for other in beside(place) if other in filling)
            for place, value in filling.items()
        )
    }
    found = [tuple(v for row in solution.grid() for v in row if v is not None) for solution in parse(text).solutions()]
    assert expected
    assert sorted(found) == sorted(expected)


def number_rope(filling: Filling) -> bool:
    ropes = {(1, 1): [(2, 1)], (2, 1): [(1, 1), (2, 2)], (2, 2): [(2, 1)]}
    return (
        all(abs(filling[place] - filling[other]) == 1 for place, others in ropes.items() for other in others)
        and len({filling[1, 1] < filling[2, 1], filling[2, 1] < filling[2, 2]}) == 1
        and filling[1, 1] != filling[1, 2]
        and filling[1, 2] != filling[2, 2]
        and filling[1, 2] + filling[2, 3] == 9
        and filling[2, 2] != filling[2, 3]
    )


def test_number_rope() -> None:
    expected = set()
    for filling in fillings(2, 3, range(1, 10)):
        if filling[1, 3] == 1 and number_rope(filling):
            expected.add(tuple({**filling, (1, 3): 0}.values()))
    layouts = {
        "clues level": ["..", "x."],
        "clues upright": ["x.."],
        "clues number": ["..9", "..."],
        "clues black": ["...", "..."],
    }
    assert expected
    assert found("numrope", layouts, values) == expected


def magnets(filling: Filling) -> bool:
    rooms = [{(1, 1), (1, 2)}, {(1, 3)}, {(1, 4)}, {(2, 1), (2, 2), (2, 3)}]
    signs = [{place for place in room if filling[place]} for room in rooms]
    return (
        all(len(found) in (0, min(len(room), 2)) for room, found in zip(rooms, signs, strict=True))
        and all(len(areas(found)) < 2 for found in signs)
        and all(
            filling.get(other, 0) in (0, 3 - value)
            for place, value in filling.items()
            if value
            for other in beside(place)
        )
        and filling[2, 4] == 0
        and filling[1, 4] == 1
        and sum(filling[r, 2] == 2 for r in (1, 2)) == 1
        and sum(filling[2, c] == 1 for c in range(1, 5)) == 1
    )


def test_magnets() -> None:
    layouts = {
        "clues minus_above": [".1.."],
        "clues plus_above": ["...."],
        "clues minus_left": [".."],
        "clues plus_left": [".1"],
        "clues sign": ["...w", "...."],
        "clues black": ["....", "...x"],
        "regions room": ["aabd", "ccc."],
    }
    expected = {tuple(filling.values()) for filling in fillings(2, 4, (0, 1, 2)) if magnets(filling)}
    assert expected
    assert found("magnets", layouts, values) == expected


@pytest.mark.parametrize(
    "number", [["...", "...", "..1"], ["2..", ".?.", "..."], ["...", "...", "0.."], ["?..", "...", "..."]]
)
def test_patchwork(number: list[str]) -> None:
    given = {(r, c): number[r - 1][c - 1] for r, c in places(3, 3)}
    squares_only = [
        division for division in partitions(3, 3) if all(is_square(area_of(division, place)) for place in division)
    ]
    expected = {
        (tuple(shaded.values()), partition(division, {*division}))
        for division in squares_only
        for shaded in fillings(3, 3, (0, 1))
        if all(
            shaded[a] != shaded[b]
            for a in shaded
            for b in beside(a)
            if b in shaded and division[a] != division[b] and given[a] == given[b] == "."
        )
        and all(
            not shaded[a] and mark in ("?", str(sum(shaded[b] for b in area_of(division, a))))
            for a, mark in given.items()
            if mark != "."
        )
    }

    def of(solution: Solution) -> object:
        cells = places(3, 3)
        apart = edges(solution, "square")
        found = areas(cells, joined=lambda a, b: frozenset((a, b)) not in apart)
        return values(solution), frozenset(map(frozenset, found))

    assert expected
    assert found("patchwork", {"clues number": number}, of) == expected
