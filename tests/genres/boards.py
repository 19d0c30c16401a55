"""Random boards of genres, all that could be drawn on them, and what a model of the genre accepts.

Each family of genres is a table: a genre, how a board of it is made, and whether a drawing obeys the rules. Such a rule
is plain Python, written from the rules of the genre, and imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

from puzzledsl import PuzzleError, Solution, parse
from tests.genres.plain import (
    STEPS,
    Division,
    Filling,
    Graph,
    Pair,
    Place,
    Shading,
    areas,
    beside,
    degrees,
    pairs,
    places,
    ray,
)

Numbers = tuple[int | None, ...]
Answer = TypeVar("Answer")
Layouts = dict[str, list[list[str]]]
Make = Callable[[Random, int, int], Layouts]


@dataclass(frozen=True)
class Board:
    """The layouts of a board by their headings, such as `clues number`; a mark `.` is none."""

    height: int
    width: int
    layouts: Mapping[str, Sequence[Sequence[str]]]

    @cached_property
    def cells(self) -> list[Place]:
        return places(self.height, self.width)

    @cached_property
    def _marks(self) -> dict[str, dict[Place, str]]:
        return {
            heading: {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "."}
            for heading, rows in self.layouts.items()
        }

    def marks(self, heading: str) -> dict[Place, str]:
        """The marks of a layout."""
        return self._marks[heading]

    @cached_property
    def holes(self) -> set[Place]:
        """The places of the layout `mask`."""
        return set(self._marks.get("mask", ()))

    @cached_property
    def free(self) -> frozenset[Place]:
        """The other places."""
        return frozenset(self.cells) - self.holes

    @cached_property
    def number(self) -> dict[Place, int | None]:
        """The numbers of the layout `clues number`, or of the givens; none for a question mark."""
        heading = "clues number" if "clues number" in self.layouts else "givens"
        return {place: None if mark == "?" else int(mark) for place, mark in self.marks(heading).items()}

    @cached_property
    def known(self) -> dict[Place, int]:
        """The numbers that are no question mark."""
        return {place: n for place, n in self.number.items() if n is not None}

    def outside(self, *sides: str) -> list[tuple[int, list[Place]]]:
        """The numbers at sides of the grid, each with its line: that of `under` and `right` from there on."""
        return [(int(mark), line) for mark, line in self.outside_marks(*sides) if mark != "?"]

    def outside_marks(self, *sides: str) -> list[tuple[str, list[Place]]]:
        """The marks at sides of the grid, each with its line."""
        found = []
        for side in sides:
            lines = self.lines[: self.height] if side in ("left", "right") else self.lines[self.height :]
            for (_, k), mark in self.marks(f"clues {side}").items():
                found.append((mark, lines[k - 1][:: -1 if side in ("under", "right") else 1]))
        return found

    @cached_property
    def room(self) -> dict[Place, str]:
        """The name of the room of each place."""
        return self.marks("regions room")

    @cached_property
    def rooms(self) -> list[set[Place]]:
        room = self.room
        return [{place for place in room if room[place] == name} for name in sorted(set(room.values()))]

    @cached_property
    def numbered_rooms(self) -> list[tuple[int, set[Place]]]:
        """The rooms with a known number, with it."""
        return [(n, next(room for room in self.rooms if place in room)) for place, n in self.known.items()]

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs of cells that share a side."""
        return pairs(self.height, self.width)

    @cached_property
    def borders(self) -> list[Pair]:
        """The pairs of cells that share a side and lie in two rooms."""
        return [(a, b) for a, b in self.pairs if self.room[a] != self.room[b]]

    @cached_property
    def lines(self) -> list[list[Place]]:
        """The cells of each row, then of each column."""
        rows = [[(r, c) for c in range(1, self.width + 1)] for r in range(1, self.height + 1)]
        return rows + [list(column) for column in zip(*rows, strict=True)]

    @cached_property
    def squares(self) -> list[set[Place]]:
        """The cells of each 2×2."""
        return [{(r + y, c + x) for y in (0, 1) for x in (0, 1)} for r, c in places(self.height - 1, self.width - 1)]

    def no_square(self, cells: Iterable[Place]) -> bool:
        """Whether none of the 2×2 consists of these cells."""
        return not any(square <= set(cells) for square in self.squares)

    def beside(self, place: Place) -> list[Place]:
        return [other for other in beside(place) if 1 <= other[0] <= self.height and 1 <= other[1] <= self.width]

    def ahead(self, place: Place, way: str) -> list[Place]:
        """The cells from a place to the edge of the grid."""
        return ray(place, way, self.cells)

    def text(self, genre: str) -> str:
        """A model of the genre with these layouts."""
        lines = [f'genre "{genre}"']
        if {*self.layouts} <= {"givens", "mask"}:
            lines += [f"param height = {self.height}", f"param width = {self.width}"]
        for heading, rows in self.layouts.items():
            lines += [f"{heading}:", *("    " + " ".join(row) for row in rows)]
        return "\n".join(lines) + "\n"


def board(height: int, width: int, **layouts: str) -> Board:
    """A board made by hand. A row ends with `/`; its marks have blanks between them if one is longer than a character.

    Args:
        layouts: by headings with `_` instead of the blank. Of one without marks the rows can be left out.
    """
    found = {}
    for name, text in layouts.items():
        rows = [row.split() if " " in row.strip() else list(row.strip()) for row in text.split("/")]
        found[name.replace("_", " ", 1)] = rows if text else blank(height, width)
    return Board(height, width, found)


# How boards are made


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


def marked(*marks: object, name: str = "clues number", most: int = 3, more: int = 0) -> Make:
    """A layout with a few marks; it has so many more rows and columns than the grid."""
    return lambda random, h, w: {name: scattered(random, h + more, w + more, marks, most)}


def roomed(*marks: object, rooms: int = 4, most: int = 3, name: str = "clues number") -> Make:
    """Rooms; the first cells of a few have marks."""

    def make(random: Random, h: int, w: int) -> Layouts:
        room = divided(random, h, w, rooms)
        return ({name: cornered(random, room, marks, most)} if marks else {}) | {"regions room": room}

    return make


def points(*marks: object, name: str, most: int = 3, where: Callable[[int, int], object] = lambda _y, _x: True) -> Make:
    """Marks on a net, whose odd rows and columns are the cells; ``where`` tells which of its points may have one."""

    def make(random: Random, h: int, w: int) -> Layouts:
        rows = scattered(random, 2 * h - 1, 2 * w - 1, marks, most)
        return {name: [[m if where(y, x) else "." for x, m in enumerate(row, 1)] for y, row in enumerate(rows, 1)]}

    return make


def on_sides(y: int, x: int) -> bool:
    """Whether a point of a net is between two cells."""
    return (y + x) % 2 == 1


def outside(marks: Callable[[int, int], Sequence[object]], *sides: str, share: float = 0.4) -> Make:
    """Marks at sides of the grid, in a share of their places.

    Args:
        marks: by height and width of the grid.
    """

    def make(random: Random, h: int, w: int) -> Layouts:
        some = marks(h, w)
        return {
            f"clues {side}": [
                [
                    str(random.choice(some)) if random.random() < share else "."
                    for _ in range(h if side.endswith(("left", "right")) else w)
                ]
            ]
            for side in sides
        }

    return make


def empty(*names: str) -> Make:
    """Layouts without marks."""
    return lambda random, h, w: {name: blank(h, w) for name in names}


def both(*makes: Make) -> Make:
    """The layouts of all of these."""
    return lambda random, h, w: {name: rows for make in makes for name, rows in make(random, h, w).items()}


# What a model accepts


def by_place(solution: Solution, name: str | None = None) -> Filling:
    """The values of a grid; the main one, or that of a name."""
    rows = solution.grid(name) if name else solution.grid()
    return {(r, c): int(v) for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1) if v is not None}


def shaded(solution: Solution, is_dark: Callable[[int], bool] = bool) -> Shading:
    """The places of the main grid with such values."""
    return frozenset(place for place, value in by_place(solution).items() if is_dark(value))


def edges(solution: Solution, name: str) -> dict[Pair, int]:
    """The edges between places that do not hold 0, with their values."""
    found = {}
    for key, value in solution.values.items():
        if value and key.startswith(f"{name}[r") and '"' not in key:
            a, b = ((int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", key))
            found[min(a, b), max(a, b)] = int(value)
    return found


def drawn(solution: Solution, name: str) -> Graph:
    """The pairs of places whose edge of this name is drawn."""
    return frozenset(edges(solution, name))


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


def divided_by(borders: Iterable[Pair], board: Board) -> Division:
    """The areas between borders, which are pairs of places."""
    joined = degrees(pair for pair in board.pairs if pair not in set(borders))
    return frozenset(map(frozenset, areas(board.free, lambda place: joined.get(place, []))))


def equal_areas(solution: Solution) -> Division:
    """The connected areas of cells that hold equal values."""
    value = by_place(solution)
    return frozenset(map(frozenset, areas(value, joined=lambda a, b: value[a] == value[b])))


def parts(value: Mapping[Place, object]) -> Division:
    """The sets of cells that hold equal values."""
    found: dict[object, set[Place]] = {}
    for place, one in value.items():
        found.setdefault(one, set()).add(place)
    return frozenset(map(frozenset, found.values()))


def numbers(solution: Solution) -> Numbers:
    """The values of the main grid, row by row."""
    return tuple(None if value is None else int(value) for row in solution.grid() for value in row)


# Tables


@dataclass(frozen=True)
class Genre(Generic[Answer]):
    """A genre: how a board is made, what could be drawn on it, whether that obeys the rules, what a solution draws."""

    name: str
    make: Make
    sizes: Sequence[tuple[int, int]]
    """The heights and widths of random boards, in turn."""
    candidates: Callable[[Board], Iterable[Answer]] = field(repr=False)
    holds: Callable[[Board, Answer], bool] = field(repr=False)
    read: Callable[[Board, Solution], Answer] | None = field(repr=False)
    """None if what is drawn cannot be told from a solution: its number is compared."""
    settings: Mapping[str, object] = field(default_factory=dict)
    by_hand: Sequence[Board] = ()
    """Boards on which something meets that random ones hardly have."""
    further: str = ""
    """Statements by which a solution tells what it draws."""

    @property
    def id(self) -> str:
        return " ".join([self.name, *self.settings])


AnyGenre = Genre[Any]


def answers(genre: Genre[Answer], board: Board) -> list[Answer]:
    """The answers of a board by the rules."""
    return [answer for answer in genre.candidates(board) if genre.holds(board, answer)]


def random_boards(genre: AnyGenre, count: int, *sizes: tuple[int, int]) -> Iterator[Board]:
    """Boards of some sizes in turn, or of all sizes of a genre."""
    for seed in range(count):
        size = (sizes or genre.sizes)[seed % len(sizes or genre.sizes)]
        yield Board(*size, genre.make(Random(f"{genre.name} {seed}"), *size))


def compare(genre: Genre[Answer], board: Board, expected: Sequence[Answer]) -> None:
    """Check that a model accepts each answer of the rules once, and nothing else."""
    text = board.text(genre.name) + genre.further
    try:
        model = parse(text, settings=genre.settings)
    except PuzzleError:  # its clues cannot hold
        assert not expected, text
        return
    solutions = list(model.solutions())
    if genre.read is None:
        assert len(solutions) == len(expected), text
        return
    found = [genre.read(board, solution) for solution in solutions]
    assert set(found) == set(expected), text
    assert len(found) == len(set(found)), text


def always(_board: Board, _answer: object) -> bool:
    """For genres whose candidates are those that obey the rules."""
    return True


def count_is(found: int, number: int | None) -> bool:
    """Whether a number is the one that was found; a question mark is any."""
    return number in (None, found)


def said(board: Board, dark: Iterable[Place], clues: Mapping[Place, str]) -> bool:
    """Whether each clue such as `n,2` says how many shaded cells lie in its direction."""
    cells = set(dark)
    return all(
        mark[2:] in ("?", "") or len(cells & set(board.ahead(place, mark[0]))) == int(mark[2:])
        for place, mark in clues.items()
    )


def arrowed(*numbers: object) -> list[str]:
    """Clues of all directions with these numbers."""
    return [f"{way},{n}" for way in STEPS for n in numbers]
