"""The unknowns of a random model of pencil puzzles: cells, edges, arcs, sides, a division, a variable."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from ..oracle.meanings import CORNERS, KNIGHT, SIDES, around
from ..oracle.setting import FUNCTIONS, Setting
from ..oracle.terms import Num, Place, Values
from .lines import Net, Way
from .regions import Division, Pieces, pieces

SHAPES = [
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 2),
    (2, 2),
    (2, 2),
    (2, 3),
    (2, 3),
    (3, 2),
    (3, 3),
    (2, 4),
    (3, 1),
    (1, 1),
    (3, 4),
]
VALUES = {
    "": (0, 1), " in bool": (0, 1), " in 0..2": (0, 1, 2), " in -1..1": (-1, 0, 1), " in {0, 2}": (0, 2),
    " in 1..2": (1, 2), " in {-2, 1}": (-2, 1), " in 0..3": (0, 1, 2, 3),
}  # fmt: skip
WAYS: dict[str, list[Place]] = {
    "": SIDES, "touching": SIDES + CORNERS, "knight_moves": KNIGHT, "onward": [(0, 1), (1, 0)],
    "skewed": [(0, 1), (1, 1), (1, 0)], "leap": [(0, 2), (2, 0)],
}  # fmt: skip
DIRECTIONS = ["up", "left", "right", "down"]
"""The names of `SIDES`."""
REACHES = """\
let onward(c) = [at(row_of(c), column_of(c) + 1), at(row_of(c) + 1, column_of(c))]
let skewed(c) = [at(row_of(c), column_of(c) + 1), at(row_of(c) + 1, column_of(c) + 1), at(row_of(c) + 1, column_of(c))]
let leap(c) = [at(row_of(c), column_of(c) + 2), at(row_of(c) + 2, column_of(c))]
"""
SIZES: list[tuple[str, set[int] | None]] = [
    ("", None), ("", None), ("1..2", {1, 2}), ("2..4", {2, 3, 4}), ("{1, 3}", {1, 3}), ("{2, 4}", {2, 4}),
    ("3..9", set(range(3, 10))),
]  # fmt: skip


class PencilSetting(Setting):
    """The declarations of one model.

    Attributes:
        valued: the cells hold values; else they are mere places.
        nets: edges, arcs and sides.
        pieces: the division, if there is one.
        letters: marks of a layout ``letter``, by place.
        variables: names of further unknowns. Without a grid there are no others.
    """

    def __init__(self, random: Random, most: int) -> None:
        kind = random.choice(
            ["edges"] * 3 + ["arcs"] * 2 + ["sides"] * 2 + ["division"] * 2 + ["both", "none", "variables"]
        )
        self.variables: list[str] = []
        self.lamps, self.has_z = 0, False  # of `Setting`, which this one has more of
        if kind == "variables":
            self._without_grid(random)
            return
        valued, least = random.random() < 0.5, random.choice([2, 10, 40, 100])
        while True:
            self.height, self.width = random.choice(SHAPES)
            self.valued = valued or kind == "none"
            self.written = random.choice(["bool", "0..2", "-1..1", "1..2"]) if self.valued else "bool"
            everywhere = list(product(range(1, self.height + 1), range(1, self.width + 1)))
            masked = []
            if len(everywhere) > 3 and random.random() < 0.25:
                corners = [(1, 1), (1, self.width), (self.height, 1), (self.height, self.width)]
                masked = random.choice([random.sample(everywhere, 1), random.sample(everywhere, 2), corners])
            self.places = [p for p in everywhere if p not in masked]
            self.variables = ["z"] if random.random() < 0.2 else []
            self.nets: list[Net] = []
            self.pieces: Pieces | None = None
            if kind in ("edges", "both"):
                self.nets.append(self._edges(random, "road", directed=False))
            if kind == "arcs":
                self.nets.append(self._edges(random, "way", directed=True))
            if kind == "sides":
                self.nets += self._sides(random)
            if kind in ("division", "both") and len(self.places) <= 9:
                self.pieces = pieces("piece", self.places, *random.choice(SIZES))
            if kind == "edges" and random.random() < 0.15:
                first = self.nets[0]
                self.nets.append(renamed(first, "other", f"edges other of {first.name}\n"))
            if self.places and least <= self._size() <= most:
                break
        labels = random.sample(["a", "b", "1", "7"], random.randint(1, min(3, len(self.places))))
        chosen = labels + random.choices(labels, k=len(self.places) - len(labels))
        random.shuffle(chosen)
        self.rooms: dict[str, list[Place]] = {}
        for place, label in zip(self.places, chosen, strict=True):
            self.rooms.setdefault(label, []).append(place)
        self.marks: dict[Place, list[int]] = {}
        for place in self.places:
            if random.random() < 0.3:
                self.marks[place] = [random.choice([v for v in self.domain if v >= 0])]
        ends = random.sample(self.places, min(len(self.places) // 2, random.randint(1, 2)) * 2)
        self.letters = {place: "ab"[k // 2] for k, place in enumerate(ends)}
        if self.pieces and self.pieces.borders and random.random() < 0.5:  # a shape
            self.letters = dict.fromkeys(random.choice(self.pieces.borders), "a")

    def _without_grid(self, random: Random) -> None:
        self.height, self.width, self.valued, self.written = 0, 0, False, "0..2"
        self.places, self.nets, self.pieces = [], [], None
        self.variables = ["x", "y", "z"][: random.randint(1, 3)]
        self.rooms, self.marks, self.letters = {}, {}, {}

    def _edges(self, random: Random, name: str, *, directed: bool) -> Net:
        by = random.choice(["", "", "", "", *WAYS])
        written = random.choice(["", "", "", *VALUES])
        reached = [(p, q) for p in self.places for q in around(p, WAYS[by]) if q in self.places]
        ways = sorted(set(reached) if directed else {(min(way), max(way)) for way in reached})
        return Net(
            name,
            f"{'arcs' if directed else 'edges'} {name} of cell{written}{by and f' by {by}'}\n",
            tuple(self.places),
            tuple(ways),
            tuple(f"{name}[{cell_name(a)}, {cell_name(b)}]" for a, b in ways),
            VALUES[written],
            directed,
            by in ("", "onward"),
        )

    def _sides(self, random: Random) -> list[Net]:
        """Sides of cells, now and then with arcs along them."""
        written = random.choice(["", "", "", *VALUES])
        arcs = random.random() < 0.15
        names: dict[Way, str] = {}
        arc_names: dict[Way, str] = {}
        sides: dict[Place, list[Way]] = {}
        for r, c in self.places:
            upper, lower = ((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1))
            sides[r, c] = [upper, (upper[0], lower[0]), (upper[1], lower[1]), lower]
            for way, step, direction in zip(sides[r, c], SIDES, DIRECTIONS, strict=True):
                ((i, j),) = around((r, c), [step])
                cell, other = cell_name((r, c)), cell_name((i, j)) if (i, j) in self.places else f'"{direction}"'
                names.setdefault(way, f"fence[{cell}, {other}]")
                arc = clockwise(way, direction)
                arc_names[arc] = f"way[{cell}, {other}]"
                arc_names.setdefault(arc[::-1], f"way[{other}, {cell}]")

        def net(name: str, declaration: str, names: dict[Way, str], values: tuple[int, ...], *, directed: bool) -> Net:
            order = sorted(names)
            of = {
                cell: tuple(
                    order.index(clockwise(*side) if directed else side[0])
                    for side in zip(ways, DIRECTIONS, strict=True)
                )
                for cell, ways in sides.items()
            }
            places = tuple(sorted({place for way in order for place in way}))
            return Net(
                name, declaration, places, tuple(order), tuple(names[w] for w in order), values, directed, sides=of
            )

        if not arcs:
            return [net("fence", f"sides fence of cell{written}\n", names, VALUES[written], directed=False)]
        fence = net("fence", "sides fence of cell in 0..0\n", names, (0,), directed=False)
        return [fence, net("way", f"arcs way of fence{written}\n", arc_names, VALUES[written], directed=True)]

    def _size(self) -> int:
        sizes = [len(net.values) ** len(net.ways) for net in self.nets]
        sizes.append(len(self.domain) ** len(self.places) if self.valued else 1)
        sizes += [len(self.pieces.options) if self.pieces else 1, 3 ** len(self.variables)]
        return prod(sizes)

    @cached_property
    def first(self) -> dict[str, int]:
        """The number of the first unknown of each declaration, by its name."""
        found, at = {}, len(self.places) if self.valued else 0
        for net in self.nets:
            found[net.name] = at
            at += len(net.ways)
        if self.pieces:
            found["piece"] = at
        return found

    @cached_property
    def names(self) -> list[str]:
        return self._all([name for net in self.nets for name in net.names])

    @cached_property
    def texts(self) -> list[str]:
        """How the unknowns are written in a model."""
        return self._all([text for net in self.nets for text in net.texts])

    def _all(self, of_nets: list[str]) -> list[str]:
        cells = [cell_name(p) for p in self.places] if self.valued else []
        return [*cells, *of_nets, *(self.pieces.names if self.pieces else ()), *self.variables]

    def assignments(self) -> list[Values]:
        several: list[list[Values]] = []
        if self.valued:
            several.append(list(product(self.domain, repeat=len(self.places))))
        several += [list(product(net.values, repeat=len(net.ways))) for net in self.nets]
        if self.pieces:
            several.append(list(self.pieces.options))
        several += [[(0,), (1,), (2,)]] * len(self.variables)
        return [sum(parts, ()) for parts in product(*several)]

    def nth(self, n: int) -> Num:
        """Any of the unknowns."""
        return Num(self.texts[n], lambda v: v[n])

    def held_by(self, net: Net, values: Values) -> tuple[int, ...]:
        """What the ways hold."""
        at = self.first[net.name]
        return values[at : at + len(net.ways)]

    def division(self, values: Values) -> Division:
        assert self.pieces is not None
        at = self.first["piece"]
        return self.pieces.options[values[at : at + len(self.pieces.names)]]

    def text(self) -> str:
        return "".join(self.parts())

    def parts(self) -> list[str]:
        """The declarations, one by one."""
        if not self.places:
            return [f"var {', '.join(self.variables)} in 0..2\n", *definitions(FUNCTIONS)]
        parts = [f"grid cell[{self.height}, {self.width}]{f' in {self.written}' if self.valued else ''}\n"]
        if self.masked:
            parts.append("mask:\n" + self.layout({}, ".", "x"))
        declarations = "".join(net.declaration for net in self.nets)
        parts += [*REACHES.splitlines(keepends=True), declarations]
        if self.pieces:
            parts.append(self.pieces.declaration)
        if self.variables:
            parts.append("var z in 0..2\n")
        labels = {place: label for label, room in self.rooms.items() for place in room}
        parts.append("regions room:\n" + self.layout(labels, ".", "."))
        parts.append("clues number:\n" + self.layout({p: str(m[0]) for p, m in self.marks.items()}, ".", "."))
        parts.append("clues letter:\n" + self.layout(self.letters, ".", "."))
        return [*parts, *definitions(FUNCTIONS)]


def definitions(text: str) -> list[str]:
    """Functions and rules, each with its block."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        if line[0] == " ":
            found[-1] += line
        else:
            found.append(line)
    return found


def used(parts: list[str], text: str) -> str:
    """The parts that are needed by a text, or by each other. What has a name in it is needed where this occurs."""
    needed = ""
    for part in reversed(parts):
        named = re.match("(?:let|rule|regions|clues) ([a-z_0-9]+)", part)
        if named is None or re.search(rf"\b{named[1]}\b", text + needed):
            needed = part + needed
    return needed


def clockwise(way: Way, direction: str) -> Way:
    """The side of a cell as an arc that runs clockwise around it."""
    return way if direction in ("up", "right") else way[::-1]


def cell_name(place: Place) -> str:
    return f"r{place[0]}c{place[1]}"


def renamed(net: Net, name: str, declaration: str) -> Net:
    """The same ways under another name, each with a line or without."""
    names = tuple(name + one[len(net.name) :] for one in net.names)
    return Net(name, declaration, net.places, net.ways, names, (0, 1), net.directed, net.by_sides)
