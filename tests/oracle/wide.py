"""Models of larger grids, all but a few cells of which are known: for windows and boxes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

from . import meanings as m
from .terms import Cond, Place, Values


def windoku(random: Random) -> tuple[str, list[str], list[Values], int, list[Cond]]:
    """Four windows, filled but for three cells; what `Example` is made of."""
    at = {(r, c): random.randint(1, 9) for r, c in product(range(1, 10), repeat=2)}
    for r, c in product((2, 6), repeat=2):
        digits = random.sample(range(1, 10), 9)
        at |= {(r + i, c + j): digits[3 * i + j] for i, j in product(range(3), repeat=2)}
    window = [(r, c) for r, c in at if r not in (1, 5, 9) and c not in (1, 5, 9)]
    open_cells = random.sample(window, 2) + random.sample(sorted(at), 1)
    rows = ["".join("." if (r, c) in open_cells else str(at[r, c]) for c in range(1, 10)) for r in range(1, 10)]
    head = "grid cell[9, 9] in 1..9\ngivens:\n" + "".join(f"    {row}\n" for row in rows)
    places: list[Place] = sorted(at)
    assignments: list[Values] = []
    for values in product(range(1, 10), repeat=len(set(open_cells))):
        filled = at | dict(zip(sorted(set(open_cells)), values, strict=True))
        assignments.append(tuple(filled[p] for p in places))

    def holds(values: Values) -> bool:
        return m.windoku(dict(zip(places, values, strict=True)))

    text = random.choice(["windoku", "windoku(cells)", "not windoku", "windoku <-> r{}c{} == 3"])
    r, c = open_cells[0]
    k = places.index((r, c))
    if text.startswith("not"):
        statement = Cond("not windoku(cells)", lambda v: not holds(v))
    elif "<->" in text:
        statement = Cond(f"windoku(cells) <-> r{r}c{c} == 3", lambda v: holds(v) == (v[k] == 3))
    else:
        statement = Cond(text, holds)
    return head, [f"r{r}c{c}" for r, c in places], assignments, 81, [statement]


SIZES = {(4, 4): (4, 2, 2), (2, 4): (4, 2, 2), (4, 6): (6, 2, 3), (6, 6): (6, 2, 3), (3, 9): (9, 3, 3)}
"""Height and width of a grid, and how many values it has, height and width of its boxes."""


def with_boxes(random: Random) -> tuple[str, list[str], list[Values], int, list[Cond]]:
    """A grid with boxes, filled but for three cells; what `Example` is made of."""
    height, width = random.choice(list(SIZES))
    values, tall, broad = SIZES[height, width]
    places: list[Place] = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    boxes = [
        [(r + i, c + j) for i in range(tall) for j in range(broad)]
        for r in range(1, height, tall)
        for c in range(1, width, broad)
    ]
    at: dict[Place, int] = {}
    for box in boxes:
        at |= dict(zip(box, random.sample(range(1, values + 1), values), strict=True))
    open_cells = sorted(random.sample(places, 1) + random.sample(random.choice(boxes), 2))
    known = [Cond(f"r{r}c{c} == {at[r, c]}", lambda _: True) for r, c in places if (r, c) not in open_cells]
    assignments: list[Values] = []
    for found in product(range(1, values + 1), repeat=len(set(open_cells))):
        filled = at | dict(zip(dict.fromkeys(open_cells), found, strict=True))
        assignments.append(tuple(filled[p] for p in places))
    index = {place: k for k, place in enumerate(places)}

    def held(cells: Iterable[Place], v: Values) -> list[int]:
        return [v[index[p]] for p in cells]

    k = random.randrange(len(boxes))
    (r, c), total = open_cells[0], random.randint(values, values * values)
    line = [(r, c) for c in range(1, width + 1)]
    cases = [
        Cond("alldifferent: boxes", lambda v: all(m.distinct(held(box, v)) for box in boxes)),
        Cond(f"alldifferent(box({k + 1}))", lambda v: m.distinct(held(boxes[k], v))),
        Cond(f"sum(box({k + 1})) <= {total}", lambda v: sum(held(boxes[k], v)) <= total),
        Cond(f"alldifferent: boxes({tall}, {broad})", lambda v: all(m.distinct(held(box, v)) for box in boxes)),
        Cond("same_values(boxes)", lambda v: m.same_values([held(box, v) for box in boxes])),
        Cond("not disjoint_groups(boxes)", lambda v: not m.disjoint_groups(dict(zip(places, v, strict=True)), boxes)),
        Cond(f"region_sum: row({r})", lambda v: m.region_sum(dict(zip(places, v, strict=True)), line, boxes)),
        Cond(f"index_box: r{r}c{c}", lambda v: m.index_box(dict(zip(places, v, strict=True)), [(r, c)], boxes)),
    ]
    head = f"grid cell[{height}, {width}] in 1..{values}\n"
    statement = random.choice(cases)
    return head, [f"r{r}c{c}" for r, c in places], assignments, len(places), [*known, statement]
