"""The unknowns of a random model: a small main grid, perhaps masked, a second grid, a variable, regions and clues."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import prod
from random import Random

from .meanings import At
from .terms import Num, Place, Values

SHAPES = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 2), (2, 3), (2, 3), (3, 2), (3, 3), (4, 1), (2, 4)]
DOMAINS = {
    "1..2": [1, 2], "1..3": [1, 2, 3], "1..4": [1, 2, 3, 4], "bool": [0, 1], "0..2": [0, 1, 2], "0..3": [0, 1, 2, 3],
    "-1..1": [-1, 0, 1], "{1, 3, 5}": [1, 3, 5], "{1, 5, 9}": [1, 5, 9], "[0, 2, 3]": [0, 2, 3], "{-2, 1}": [-2, 1],
    "{1, 2, 3, 4}": [1, 2, 3, 4],
}  # fmt: skip
FUNCTIONS = """\
let quotient(a, b) = a div b
let mean(a, b) = (a + b) / 2
let climb(state, value) = if value > state then value else none
let turn(state, value) = (state + value) mod 3
let any_state(state) = true
let at_zero(state) = state == 0
rule rises(line, by = 1):
    for a, b in pairs(line):
        b - a >= by
rule divides(a, b):
    b mod a == 0
rule unread(a, other = 1):
    for c in []:
        c == a
"""


class Setting:
    """The declarations of one model.

    Attributes:
        height, width, domain: of the main grid.
        places: of its cells, row by row, masked ones left out.
        lamps, has_z: how many cells the second grid has, and whether there is a variable ``z``.
        rooms: the places of each region, by its label; together they are all places.
        marks: the clues, by place.
    """

    def __init__(self, random: Random, most: int) -> None:
        while True:
            self.height, self.width = random.choice(SHAPES)
            self.written = random.choice(list(DOMAINS))
            everywhere = list(product(range(1, self.height + 1), range(1, self.width + 1)))
            masked = random.sample(everywhere, 1) if len(everywhere) > 3 and random.random() < 0.15 else []
            self.places: list[Place] = [p for p in everywhere if p not in masked]
            self.lamps = random.choice([0, 0, 1, 2])
            self.has_z = random.random() < 0.2
            if prod(map(len, self.domains)) <= most:
                break
        labels = random.sample(["a", "b", "1", "7"], random.randint(1, min(3, len(self.places))))
        chosen = labels + random.choices(labels, k=len(self.places) - len(labels))
        random.shuffle(chosen)
        self.rooms: dict[str, list[Place]] = {}
        for place, label in zip(self.places, chosen, strict=True):
            self.rooms.setdefault(label, []).append(place)
        self.marks: dict[Place, list[int]] = {}
        for place in self.places:
            if random.random() < 0.4:
                self.marks[place] = [
                    random.choice([v for v in self.domain if v >= 0]) for _ in range(random.choice([1, 1, 1, 2]))
                ]

    @property
    def domain(self) -> list[int]:
        return DOMAINS[self.written]

    @property
    def domains(self) -> list[list[int]]:
        """Of all unknowns, in their order."""
        return [*[self.domain] * len(self.places), *[[0, 1]] * self.lamps, *[[0, 1, 2]] * self.has_z]

    @cached_property
    def index(self) -> dict[Place, int]:
        return {place: k for k, place in enumerate(self.places)}

    @cached_property
    def names(self) -> list[str]:
        """The unknowns, as answers name them."""
        cells = [f"r{r}c{c}" for r, c in self.places]
        return [*cells, *(f"lamp[1, {k + 1}]" for k in range(self.lamps)), *["z"] * self.has_z]

    @property
    def masked(self) -> bool:
        return len(self.places) < self.height * self.width

    def at(self, values: Values) -> At:
        """What the cells hold."""
        return dict(zip(self.places, values, strict=False))

    def cell(self, place: Place) -> Num:
        k = self.index[place]
        return Num(f"r{place[0]}c{place[1]}", lambda v: v[k])

    def other(self, k: int) -> Num:
        """An unknown that is no cell of the main grid."""
        n = len(self.places) + k
        return Num(self.names[n], lambda v: v[n])

    def assignments(self) -> list[Values]:
        return list(product(*self.domains))

    def layout(self, marks: dict[Place, str], empty: str, masked: str) -> str:
        """Rows of marks, as a layout has them."""
        rows = []
        for r in range(1, self.height + 1):
            row = [marks.get((r, c), empty if (r, c) in self.index else masked) for c in range(1, self.width + 1)]
            rows.append(f"    | {' '.join(row)}\n")
        return "".join(rows)

    def text(self) -> str:
        """The declarations."""
        parts = [f"grid cell[{self.height}, {self.width}] in {self.written}\n"]
        if self.masked:
            parts.append("mask:\n" + self.layout({}, ".", "x"))
        if self.lamps:
            parts.append(f"grid lamp[1, {self.lamps}] in bool\n")
        if self.has_z:
            parts.append("var z in 0..2\n")
        labels = {place: label for label, room in self.rooms.items() for place in room}
        parts.append("regions room:\n" + self.layout(labels, ".", "."))
        marks = {p: ",".join(map(str, m)) for p, m in self.marks.items()}
        parts.append("clues number:\n" + self.layout(marks, ".", "."))
        return "".join(parts) + FUNCTIONS
