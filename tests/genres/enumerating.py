"""All answers of random tiny boards of a genre, by plain Python from the rules' words, and those of its model.

A rule takes a board and what may be its answer. What the tests of genres share besides is in `plain.py` of the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from puzzledsl import PuzzleError, Solution, parse
from tests.library.genre_laws.plain import Filling, Place, areas, beside, lines, partitions, places

Mark = int | str
Marks = Mapping[Place, Mark]


@dataclass(frozen=True)
class Clues:
    """How a layout of a random board is filled: with some of ``marks``, in a share of its places."""

    layout: str
    marks: Sequence[Mark]
    share: float = 0.25
    more: tuple[int, int] = (0, 0)
    """How many more rows and columns than the grid the layout has; or the layout is ``above`` or ``left`` of it."""
    by_room: bool = False
    """Whether only the first cell of a room may have a mark."""


@dataclass(frozen=True)
class Board:
    """A tiny puzzle: its rooms, each a set of places, and the marks of each layout."""

    height: int
    width: int
    rooms: Sequence[set[Place]]
    layouts: Mapping[str, Marks]
    sizes: Mapping[str, tuple[int, int]]

    @property
    def cells(self) -> list[Place]:
        return places(self.height, self.width)

    @property
    def room_of(self) -> dict[Place, int]:
        return {place: k for k, room in enumerate(self.rooms) for place in room}

    @property
    def pairs(self) -> list[tuple[Place, Place]]:
        """The pairs of cells that share a side."""
        return [(a, b) for a in self.cells for b in beside(a) if a < b and b in self.cells]

    @property
    def borders(self) -> list[tuple[Place, Place]]:
        """The pairs of cells that share a side and lie in two rooms."""
        return [(a, b) for a, b in self.pairs if self.room_of[a] != self.room_of[b]]

    @property
    def lines(self) -> list[list[Place]]:
        """The cells of each row, then of each column."""
        rows = [[(r, c) for c in range(1, self.width + 1)] for r in range(1, self.height + 1)]
        return rows + [list(column) for column in zip(*rows, strict=True)]

    def numbers(self, layout: str = "number") -> dict[Place, int]:
        """The known numbers of a layout."""
        return {place: int(n) for place, n in self.layouts[layout].items() if n != "?"}

    def numbered_rooms(self) -> list[tuple[int, set[Place]]]:
        """The rooms with a known number, with it."""
        return [(n, next(room for room in self.rooms if place in room)) for place, n in self.numbers().items()]

    def text(self, genre: str) -> str:
        """The puzzle as a model."""
        parts = [f'genre "{genre}"\n']
        if self.rooms:
            room_of = self.room_of
            rows = ["".join("abcdefghijklmnop"[room_of[cell]] for cell in line) for line in self.lines[: self.height]]
            parts.append("regions room:\n" + "".join(f"    {row}\n" for row in rows))
        for name, marks in self.layouts.items():
            height, width = self.sizes[name]
            rows = [" ".join(str(marks.get((r, c), ".")) for c in range(1, width + 1)) for r in range(1, height + 1)]
            head = name if name == "mask" else "givens" if name == "givens" else f"clues {name}"
            parts.append(f"{head}:\n" + "".join(f"    {row}\n" for row in rows))
        return "".join(parts)


def random_rooms(random: Random, cells: Iterable[Place], largest: int) -> list[set[Place]]:
    """Connected rooms of random sizes."""
    left, rooms = set(cells), []
    while left:
        room = {min(left)}
        for _ in range(random.randint(1, largest) - 1):
            around = sorted({other for place in room for other in beside(place)} & left - room)
            if around:
                room.add(random.choice(around))
        left -= room
        rooms.append(room)
    return rooms


def random_board(random: Random, size: Sequence[int], clues: Sequence[Clues], largest_room: int = 0) -> Board:
    """A board with random rooms, if they have a size, and random clues."""
    height, width = size[:2]
    rooms = random_rooms(random, places(height, width), largest_room) if largest_room else []
    layouts, sizes = {}, {}
    for one in clues:
        tall, wide = height + one.more[0], width + one.more[1]
        tall, wide = {"above": (1, width), "left": (1, height), "size": (1, 1)}.get(one.layout, (tall, wide))
        where = [min(room) for room in rooms] if one.by_room else places(tall, wide)
        sizes[one.layout] = tall, wide
        layouts[one.layout] = {place: random.choice(one.marks) for place in where if random.random() < one.share}
    return Board(height, width, rooms, layouts, sizes)


def solutions(text: str) -> list[Solution]:
    """The solutions of a model; none if its givens clash."""
    try:
        return list(parse(text).solutions())
    except PuzzleError:
        return []


def assert_answers(text: str, of: Callable[[Solution], object], expected: Iterable[object]) -> None:
    """The solutions of a model are the expected answers, each once."""
    found = [of(one) for one in solutions(text)]
    assert len(found) == len(set(found)), text
    assert set(found) == set(expected), text


def values(solution: Solution) -> tuple[int | None, ...]:
    """The values of the main grid, row by row."""
    return tuple(value for row in solution.grid() for value in row)


def shadings(height: int, width: int) -> Iterator[set[Place]]:
    """All sets of places of a grid."""
    cells = places(height, width)
    for chosen in product((False, True), repeat=len(cells)):
        yield {place for place, taken in zip(cells, chosen, strict=True) if taken}


@cache
def divisions(height: int, width: int) -> tuple[tuple[frozenset[Place], ...], ...]:
    """All divisions of a grid into connected areas."""
    found = []
    for numbered in partitions(height, width):
        parts: dict[int, set[Place]] = {}
        for place, k in numbered.items():
            parts.setdefault(k, set()).add(place)
        found.append(tuple(map(frozenset, parts.values())))
    return tuple(found)


def equal_areas(solution: Solution) -> frozenset[frozenset[Place]]:
    """The connected areas of cells that hold equal values."""
    height, width = len(solution.grid()), len(solution.grid()[0])
    value = dict(zip(places(height, width), values(solution), strict=True))
    return frozenset(map(frozenset, areas(value, joined=lambda a, b: value[a] == value[b])))


def edges(solution: Solution, name: str) -> dict[tuple[Place, Place], int]:
    """The edges of a solution that do not hold 0, with their values."""
    found = {}
    for key, value in solution.values.items():
        if value and key.startswith(f"{name}[r"):
            a, b = (part.strip("r").split("c") for part in key[len(name) + 1 : -1].split(", "))
            found[(int(a[0]), int(a[1])), (int(b[0]), int(b[1]))] = int(value)
    return found


def in_line(place: Place, cells: Iterable[Place]) -> list[list[Place]]:
    """The cells that lie in one line with a place: up, left, right and down, the nearest first."""
    inside = set(cells)
    found = []
    for y, x in [(-1, 0), (0, -1), (0, 1), (1, 0)]:
        ray: list[Place] = []
        while (step := (place[0] + y * (len(ray) + 1), place[1] + x * (len(ray) + 1))) in inside:
            ray.append(step)
        found.append(ray)
    return found


def seen(place: Place, clear: Iterable[Place]) -> int:
    """How many clear cells are seen from a place in the four directions, without itself."""
    return sum(map(len, in_line(place, clear)))


def is_latin(filling: Filling) -> bool:
    """Whether no value is twice in a row or column, but 0."""
    return all(len({v for v in line if v}) == sum(v > 0 for v in line) for line in lines(filling))
