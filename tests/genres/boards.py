"""Random boards of genres, all that could be drawn on them, and what a model of the genre accepts.

Each family of genres is a table: a genre, how a board of it is made, and whether a drawing obeys the rules. Such a rule
is plain Python, written from the rules of the genre, and imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random
from typing import Generic, TypeVar

from puzzledsl import PuzzleError, Solution, parse
from tests.library.genre_laws.plain import (
    Graph,
    Pair,
    Place,
    areas,
    beside,
    even_graphs,
    pairs,
    partitions,
    places,
    ways,
)

Shading = frozenset[Place]
Division = frozenset[frozenset[Place]]
Numbers = tuple[int | None, ...]
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Board:
    """The layouts of a board by their headings, such as `clues number`; a mark `.` is none."""

    height: int
    width: int
    layouts: Mapping[str, Sequence[Sequence[str]]]

    @property
    def cells(self) -> list[Place]:
        return places(self.height, self.width)

    def marks(self, heading: str) -> dict[Place, str]:
        """The marks of a layout."""
        rows = enumerate(self.layouts[heading], 1)
        return {(r, c): mark for r, row in rows for c, mark in enumerate(row, 1) if mark != "."}

    @property
    def number(self) -> dict[Place, int | None]:
        """The numbers of the layout `clues number`, or of the givens; none for a question mark."""
        heading = "clues number" if "clues number" in self.layouts else "givens"
        return {place: None if mark == "?" else int(mark) for place, mark in self.marks(heading).items()}

    @property
    def room(self) -> dict[Place, str]:
        """The name of the room of each place."""
        return self.marks("regions room")

    @property
    def rooms(self) -> list[set[Place]]:
        room = self.room
        return [{place for place in room if room[place] == name} for name in sorted(set(room.values()))]

    def text(self, genre: str) -> str:
        """A model of the genre with these layouts."""
        lines = [f'genre "{genre}"']
        if [*self.layouts] == ["givens"]:
            lines += [f"param height = {self.height}", f"param width = {self.width}"]
        for heading, rows in self.layouts.items():
            lines += [f"{heading}:", *("    " + " ".join(row) for row in rows)]
        return "\n".join(lines) + "\n"

    def beside(self, place: Place) -> list[Place]:
        return [other for other in beside(place) if 1 <= other[0] <= self.height and 1 <= other[1] <= self.width]


Layouts = dict[str, list[list[str]]]


def blank(height: int, width: int) -> list[list[str]]:
    """A layout without marks."""
    return [["."] * width for _ in range(height)]


def scattered(random: Random, height: int, width: int, marks: Sequence[object], most: int = 3) -> list[list[str]]:
    """A layout with a few marks, at most so many."""
    rows = blank(height, width)
    for place in random.sample(range(height * width), random.randint(0, min(most, height * width))):
        rows[place // width][place % width] = str(random.choice(marks))
    return rows


def divided(random: Random, height: int, width: int, rooms: int) -> list[list[str]]:
    """A division into connected rooms, so many or fewer; their names are in reading order, as in links."""
    cells = places(height, width)
    of = dict(zip(sorted(random.sample(cells, min(rooms, len(cells)))), "abcdefghijklmnop", strict=False))
    while len(of) < len(cells):
        place = random.choice([cell for cell in cells if cell not in of and any(other in of for other in beside(cell))])
        of[place] = of[random.choice([other for other in beside(place) if other in of])]
    return named([[of[r, c] for c in range(1, width + 1)] for r in range(1, height + 1)])


def named(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rooms with new names, in reading order."""
    names: dict[str, str] = {}
    return [
        [names.setdefault(name, "abcdefghijklmnopqrstuvwxyz"[len(names)]) if name != "." else name for name in row]
        for row in rows
    ]


def pierced(room: Sequence[Sequence[str]], holes: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rooms without the marked places, each connected part on its own."""
    cells = {
        (r, c): name for r, row in enumerate(room) for c, name in enumerate(row) if name != "." and holes[r][c] == "."
    }
    names: dict[Place, str] = {}
    for k, area in enumerate(areas(cells, joined=lambda a, b: cells[a] == cells[b])):
        names |= dict.fromkeys(area, str(k))
    return named([[names.get((r, c), ".") for c in range(len(row))] for r, row in enumerate(room)])


def cornered(
    random: Random, room: Sequence[Sequence[str]], numbers: Sequence[object], most: int = 3
) -> list[list[str]]:
    """Marks in the first places of a few rooms."""
    rows = blank(len(room), len(room[0]))
    first: dict[str, Place] = {}
    for r, row in enumerate(room):
        for c, name in enumerate(row):
            first.setdefault(name, (r, c))
    for r, c in random.sample(sorted(first.values()), random.randint(0, min(most, len(first)))):
        rows[r][c] = str(random.choice(numbers))
    return rows


# What could be drawn


@cache
def shadings(height: int, width: int) -> list[Shading]:
    """All sets of places."""
    cells = places(height, width)
    return [
        frozenset(place for place, is_in in zip(cells, chosen, strict=True) if is_in)
        for chosen in product((False, True), repeat=len(cells))
    ]


@cache
def loop_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs in which no pair or two meet in each place: loops that do not cross."""
    return [graph for graph in even_graphs(height, width) if all(len(joined) < 4 for joined in degrees(graph).values())]


@cache
def crossing_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs in which an even number meets in each place: loops that may cross."""
    return list(even_graphs(height, width))


@cache
def all_graphs(height: int, width: int) -> list[Graph]:
    """All sets of pairs."""
    between = pairs(height, width)
    return [
        frozenset(pair for pair, is_in in zip(between, chosen, strict=True) if is_in)
        for chosen in product((False, True), repeat=len(between))
    ]


@cache
def divisions(height: int, width: int) -> list[Division]:
    """All divisions into connected areas."""
    found = []
    for filling in partitions(height, width):
        named: dict[int, set[Place]] = {}
        for place, name in filling.items():
            named.setdefault(name, set()).add(place)
        found.append(frozenset(map(frozenset, named.values())))
    return found


def degrees(graph: Iterable[Pair]) -> dict[Place, list[Place]]:
    """The places that a graph joins each place of it to."""
    joined: dict[Place, list[Place]] = {}
    for a, b in graph:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    return joined


def is_one(graph: Iterable[Pair]) -> bool:
    """Whether a graph is connected; one without pairs is."""
    joined = degrees(graph)
    return len(areas(joined, joined.__getitem__)) <= 1


def area_at(division: Iterable[frozenset[Place]], place: Place) -> frozenset[Place]:
    return next(area for area in division if place in area)


# What a model accepts


def shaded(solution: Solution, is_dark: Callable[[int], bool] = bool) -> Shading:
    """The places of the main grid with such values."""
    return frozenset(
        (r, c)
        for r, row in enumerate(solution.grid(), 1)
        for c, value in enumerate(row, 1)
        if value is not None and is_dark(int(value))
    )


def drawn(solution: Solution, name: str) -> Graph:
    """The pairs of places whose edge of this name is drawn."""
    found = set()
    for key, value in solution.values.items():
        if value and key.startswith(f"{name}[") and '"' not in key:
            a, b = ((int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", key))
            found.add((min(a, b), max(a, b)))
    return frozenset(found)


def fences(solution: Solution, name: str) -> Graph:
    """The sides of cells that are drawn, as pairs of corners; the corner at the upper left of a cell has its place."""
    found = set()
    for key, value in solution.values.items():
        if value and key.startswith(f"{name}["):
            r, c = max((int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", key))
            lies = "up" in key or ('"' not in key and len({r for r, _ in re.findall(r"r(\d+)c(\d+)", key)}) == 2)
            if "down" in key:
                found.add(((r + 1, c), (r + 1, c + 1)))
            elif "right" in key:
                found.add(((r, c + 1), (r + 1, c + 1)))
            else:
                found.add(((r, c), (r, c + 1)) if lies else ((r, c), (r + 1, c)))
    return frozenset(found)


def divided_by(borders: Graph, height: int, width: int, holes: Iterable[Place] = ()) -> Division:
    """The areas between borders, which are pairs of places."""
    between = {pair for pair in pairs(height, width) if pair not in borders}
    cells = set(places(height, width)) - set(holes)
    return frozenset(frozenset(area) for area in areas(cells, lambda place: ways(between, place)))


def parts(solution: Solution) -> Division:
    """The areas of equal values in the main grid."""
    named: dict[int, set[Place]] = {}
    for r, row in enumerate(solution.grid(), 1):
        for c, value in enumerate(row, 1):
            if value is not None:
                named.setdefault(int(value), set()).add((r, c))
    return frozenset(map(frozenset, named.values()))


def numbers(solution: Solution) -> Numbers:
    return tuple(None if value is None else int(value) for row in solution.grid() for value in row)


# Tables


@dataclass(frozen=True)
class Genre(Generic[Answer]):
    """A genre: how a board is made, what could be drawn on it, whether that obeys the rules, what a solution draws."""

    name: str
    make: Callable[[Random, int, int], Layouts]
    size: tuple[int, int]
    candidates: Callable[[Board], Iterable[Answer]] = field(repr=False)
    holds: Callable[[Board, Answer], bool] = field(repr=False)
    read: Callable[[Board, Solution], Answer] | None = field(repr=False)
    """None if what is drawn cannot be told from a solution: its number is compared."""
    settings: Mapping[str, object] = field(default_factory=dict)


def boards(genre: Genre[Answer], count: int) -> Iterator[tuple[Board, list[Answer]]]:
    """Boards and their answers by the rules."""
    for seed in range(count):
        board = Board(*genre.size, genre.make(Random(f"{genre.name} {seed}"), *genre.size))
        yield board, [answer for answer in genre.candidates(board) if genre.holds(board, answer)]


def board_with_answer(genre: Genre[Answer]) -> tuple[Board, list[Answer]]:
    """The first board that has an answer."""
    return next((board, answers) for board, answers in boards(genre, 60) if answers)


def compare(genre: Genre[Answer], board: Board, expected: Sequence[Answer]) -> None:
    """Check that a model accepts each answer of the rules once, and nothing else."""
    try:
        model = parse(board.text(genre.name), settings=genre.settings)
    except PuzzleError:  # its clues cannot hold
        assert not expected, board.text(genre.name)
        return
    solutions = list(model.solutions())
    if genre.read is None:
        assert len(solutions) == len(expected), board.text(genre.name)
        return
    found = [genre.read(board, solution) for solution in solutions]
    assert set(found) == set(expected), board.text(genre.name)
    assert len(found) == len(set(found)), board.text(genre.name)
