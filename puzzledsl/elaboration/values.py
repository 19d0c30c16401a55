"""The values of the language while a model is elaborated.

==============  ==============================================================
in the language  in Python
==============  ==============================================================
number           ``int``, ``Fraction``
yes or no        ``bool``
text, none       ``str``, ``None``
list             ``list`` (never changed once made), a range of integers ``range``
group            `Group`, a list that is told from others by its cells: of regions
tuple            ``tuple``
set, map         ``frozenset``, ``dict``
decided number   `Affine` with at least one term; a cell is a single variable, once
decided Boolean  the Boolean nodes of `expressions`
grid             `GridValue`
clues            `ClueMap`
function, rule   `Function`, `Builtin`
==============  ==============================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, KeysView, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzledsl.elaboration.kinds import cell_number
from puzzledsl.elaboration.library import signature
from puzzledsl.expressions import Affine, Regions, variable
from puzzledsl.model import Edges, Grid
from puzzledsl.records import entity

if TYPE_CHECKING:
    from puzzledsl.domain import Domain
    from puzzledsl.model import Cell
    from puzzledsl.source import Span
    from puzzledsl.syntax import Parameter

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?", re.ASCII)
"""Numbers as they are also written out again, so that a label ``07`` stays a text."""

Value = Any
"""A value of the language; the table above is the closed list."""

SEQUENCES = (list, range, tuple)


class Named:
    """A value that has a name, and a word for what it is."""

    kind: str
    name: str


@entity
class GridValue(Named):
    """A grid as a value: ``numbers[r - 1][c - 1]`` are variable numbers, ``None`` where masked.

    ``made`` keeps its cells, by number, once one was asked for: overlapping lists of cells share them.
    """

    kind = "grid"
    name: str
    height: int
    width: int
    domain: Domain
    numbers: tuple[tuple[int | None, ...], ...]
    span: Span
    made: dict[int, Affine]
    has_values: bool = True
    letters: str = ""

    @property
    def frozen(self) -> Grid:
        """The grid as the model keeps it."""
        shape = self.name, self.height, self.width, self.domain, self.numbers
        return Grid(*shape, self.span, self.has_values, self.letters)

    def at(self, row: int, column: int) -> Affine | None:
        """The cell, or ``None`` outside the grid and where it is masked."""
        if not (1 <= row <= self.height and 1 <= column <= self.width):
            return None
        number = self.numbers[row - 1][column - 1]
        return None if number is None else self._cells()[number]

    def cells(self) -> list[Affine]:
        """All cells, row by row, masked ones left out."""
        return [*self._cells().values()]

    @property
    def placed(self) -> KeysView[int]:
        """The variable numbers of its cells, in reading order."""
        return self._cells().keys()

    def has(self, number: int) -> bool:
        """Whether one of its cells has this variable number."""
        return number in self._cells()

    def _cells(self) -> dict[int, Affine]:
        if not self.made:
            self.made.update({n: variable(n) for row in self.numbers for n in row if n is not None})
        return self.made


@entity
class EdgesValue(Named):
    """Edges as a value: ``joined`` has the variable number by the places of the two cells, the upper or left one first.

    Of ``arcs``, which are ``directed``, the cell where the arc begins is first.

    ``sides`` of a grid are edges between the corners of its cells: ``grid`` has the corners, ``faces`` the cells, and
    ``across`` the variable number by the places on both sides of the line. Other edges have their cells in both.
    """

    kind = "edges"
    name: str
    grid: GridValue
    domain: Domain
    joined: dict[tuple[Cell, Cell], int]
    span: Span
    faces: GridValue
    across: dict[tuple[Cell, Cell], int]
    directed: bool

    @property
    def are_sides(self) -> bool:
        """Whether they are between corners of cells."""
        return self.faces is not self.grid

    @property
    def frozen(self) -> Edges:
        """The edges as the model keeps them."""
        divides = isinstance(self, DivisionValue)
        return Edges(self.name, self.faces.name, self.domain, self.across, self.span, divides, self.directed)

    def pairs(self) -> list[tuple[Value, Value]]:
        """The cells that edges are between, in reading order, the upper or left one first; an arc's start first."""
        return [(self.grid.at(*a), self.grid.at(*b)) for a, b in self.joined]


class DivisionValue(EdgesValue):
    """A division as a value: its edges are borders between regions."""

    @cached_property
    def sizes(self) -> dict[Cell, int]:
        """By the place of a cell the variable that is the size of its region, where something asks for it."""
        return {}

    @cached_property
    def firsts(self) -> dict[Cell, int]:
        """The same of the first cell of the region."""
        return {}

    def regions(self) -> Regions:
        """What the division demands of its variables."""
        position = {place: p for p, place in enumerate(self.grid.frozen.cells)}
        borders = tuple(map(variable, self.joined.values()))
        edges = tuple([(position[a], position[b]) for a, b in self.joined])
        sized, begun = (tuple([position[place] for place in known]) for known in (self.sizes, self.firsts))
        sizes, firsts = (tuple(map(variable, known.values())) for known in (self.sizes, self.firsts))
        return Regions(len(position), edges, borders, (), sized, sizes, begun, firsts)


def beside(a: Cell, b: Cell, directed: bool = False) -> tuple[Cell, Cell]:
    """The places on both sides of the line between two corners, the upper or left one first.

    Args:
        directed: the line runs from the first corner to the second, and the place on its right hand comes first.
    """
    (row, column), (down, right) = a, (b[0] - a[0], b[1] - a[1])
    here = row + (down + right - 1) // 2, column + (right - down - 1) // 2
    there = row + (down - right - 1) // 2, column + (right + down - 1) // 2
    return (here, there) if directed or here < there else (there, here)


@entity
class Builtin(Named):
    """A function of the language that is written in Python.

    Attributes:
        family: the name of its file.
        call: takes the context, if it asks for it, and the arguments.
        defaults: those of the last parameters.
        conversions: what is made of each argument before the call, of it and the context; ``None``: nothing.
        takes_rest: takes any number of further arguments, which are passed as one list with the others.
        gives: the type of what it gives.
    """

    kind = "function"
    name: str
    family: str
    call: Callable[..., Value]
    parameters: tuple[str, ...]
    defaults: tuple[Value, ...]
    conversions: tuple[Callable[[Value, Any], Value] | None, ...]
    takes_context: bool
    takes_rest: bool
    gives: str
    summary: str

    @property
    def required(self) -> int:
        """How many parameters have no default."""
        return len(self.parameters) - len(self.defaults)

    @property
    def signature(self) -> str:
        """As it is shown to people: ``row(i, grid = …)``."""
        names = [n if k < self.required else f"{n} = …" for k, n in enumerate(self.parameters)]
        return f"{self.name}({', '.join([*names, *['…'] * self.takes_rest])})"


@entity
class Function(Named):
    """A function (``let f(x) = …``) or a rule of the language itself.

    ``run(context, frame)`` evaluates the body in a frame that holds the arguments under ``slots``.
    ``captured`` is the frame around its definition, of which it reads the slots ``uses``. ``takes_rest``: one of its
    parameters is ``*rest``. ``height``: how many nodes of its body stand inside each other.
    """

    name: str
    is_rule: bool
    parameters: tuple[Parameter, ...]
    slots: tuple[int, ...]
    defaults: tuple[Callable[[dict[int, Value]], Value] | None, ...]
    run: Callable[[dict[int, Value]], Value]
    captured: dict[int, Value]
    uses: frozenset[int]
    span: Span
    is_of_library: bool
    takes_rest: bool
    height: int

    @property
    def kind(self) -> str:  # type: ignore[override]
        """What it is."""
        return "rule" if self.is_rule else "function"

    @property
    def required(self) -> int:
        """How many parameters have no default."""
        return sum(1 for p in self.parameters if p.default is None and not p.variadic)

    @property
    def signature(self) -> str:
        """As it is shown to people: ``whisper(line, gap = 5)``."""
        return signature(self.span.text)


Callee = Builtin | Function
"""What may be called."""


class Group(list[Any]):
    """Cells that are known as one: a group of regions. Two groups are compared as such, not by what they hold."""


@entity
class RegionMap(Named):
    """A ``regions`` block: label → cells, in order of first appearance, and the group's first mark."""

    kind = "regions"
    name: str
    grid: str
    groups: dict[str, Group]
    spans: dict[str, Span]

    def label_of(self, cells: Sequence[int]) -> str | None:
        """The label of the group of these variables, ``None`` if they are not a group."""
        found = set(cells)
        return next((label for label, group in self.groups.items() if found == set(map(cell_number, group))), None)


@entity
class ClueMap(Named):
    """A ``clues`` block: ``marks[r - 1][c - 1]`` is a number, a text, a list of such, or ``None`` for no clue.

    ``grids`` are the grids of the model, also those declared later: ``grid`` is the name of the one that the clues are
    about, ``None`` for the main one.
    """

    kind = "clues"
    name: str
    grid: str | None
    marks: list[list[Value]]
    grids: dict[str, GridValue]

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.marks)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.marks[0]) if self.marks else 0

    def at(self, row: int, column: int) -> Value:
        """The clue, or ``None``, also outside."""
        inside = 1 <= row <= self.height and 1 <= column <= self.width
        return self.marks[row - 1][column - 1] if inside else None

    def placed(self) -> list[tuple[int, int, Value]]:
        """Row, column and clue, row by row, of those that there are."""
        found = ((r, c, mark) for r, row in enumerate(self.marks, 1) for c, mark in enumerate(row, 1))
        return [clue for clue in found if clue[2] is not None]


def mark_value(mark: str) -> int | Fraction | str:
    """What a mark or label of a layout is: a number if it can be written so, else a text."""
    if not _NUMBER.fullmatch(mark):
        return mark
    return Fraction(mark) if "." in mark else int(mark)
