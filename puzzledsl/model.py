"""The elaborated model: variables, Boolean expressions that must hold, and what is needed to show them.

This is what `verification` checks an answer against: it is still what the author wrote, only with loops
unrolled and rules applied, before anything is rewritten for a solver.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.domain import Domain
from puzzledsl.expressions import Affine, Boolean, Compare, affine
from puzzledsl.records import EMPTY, Open, record
from puzzledsl.source import Source, Span

MARKS = (
    "line",
    "arrow",
    "thermometer",
    "cage",
    "dot",
    "circle",
    "square",
    "diamond",
    "shade",
    "text",
    "outside",
    "less",
    "edge",
    "diagonal",
    "digit",
    "hidden",
    "piece",
)
"""What a rule may ask to be drawn. Each has a file in `presentation.marks`."""

UNBOUNDED = 10**18
"""A bound that no model reaches: for models that were not elaborated from a text, and for bounds given as `inf`."""

Cell = tuple[int, int]
"""A place of a grid: row and column, both from 1."""


DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
"""Steps to the places that share a side with one, in reading order."""


def direction(start: Cell, end: Cell) -> str:
    """The word for the step from a place to one that shares a side with it."""
    step = (end[0] - start[0], end[1] - start[1])
    return next(word for word, known in DIRECTIONS.items() if known == step)


def touch(a: Cell, b: Cell) -> bool:
    """Whether two places share a side or a corner, or are the same."""
    return abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def side_by_side(places: Iterable[Cell]) -> list[tuple[int, int]]:
    """The positions (from 0) of each two of some different places that share a side, the upper or left one first."""
    position = {place: k for k, place in enumerate(places)}
    near = (((r, c + 1), (r + 1, c)) for r, c in position)
    return [(k, position[place]) for k, pair in enumerate(near) for place in pair if place in position]


def run_between(start: Cell, end: Cell) -> list[Cell]:
    """The places from one to another, both included; none if they are neither on a straight nor on a diagonal line."""
    down, right = end[0] - start[0], end[1] - start[1]
    length = max(abs(down), abs(right), 1)
    if down % length or right % length:
        return []
    return [(start[0] + k * down // length, start[1] + k * right // length) for k in range(length + 1)]


def all_places(height: int, width: int) -> list[Cell]:
    """The places of a rectangle in reading order."""
    return list(product(range(1, height + 1), range(1, width + 1)))


@record
class Variable:
    """An unknown.

    Attributes:
        name: as people read it: ``r3c4`` (main grid), ``other[3, 4]`` (further grids), ``total``.
        domain: its values; for a real variable an unused empty domain.
        grid: name of its grid, or ``None`` for a variable of its own.
        cell: row and column in that grid.
        bounds: for a real variable its bounds, ``None`` where it has none; else ``None``.
        hidden: a rule has declared it for itself, or it is a place without a value. It is no part of a solution.
        letters: what its values from 1 on are called, for people and JSON; empty: they are numbers.
    """

    name: str
    domain: Domain
    grid: str | None = None
    cell: Cell | None = None
    bounds: tuple[Fraction | None, Fraction | None] | None = None
    hidden: bool = False
    letters: str = ""

    @property
    def is_real(self) -> bool:
        """Continuous, so without a finite domain."""
        return self.bounds is not None

    @property
    def place(self) -> Cell:
        """Row and column of a cell of a grid."""
        assert self.cell is not None
        return self.cell

    @property
    def values(self) -> str:
        """Its values as a model writes them."""
        return "real numbers" if self.is_real else values_text(self.domain, self.letters)

    def told(self, value: Any) -> Any:
        """A value as people and JSON read it: its letter, if it has one."""
        return self.letters[int(value) - 1] if self.letters and value in range(1, len(self.letters) + 1) else value

    def all_told(self, values: Iterable[int]) -> list[Any]:
        """Several values, each as `told`."""
        return list(map(self.told, values) if self.letters else values)

    def numbers(self, told: Iterable[int | str]) -> list[int]:
        """The values that are told so.

        Raises:
            ValueError: a text is none of the letters.
        """
        found = [letter_value(value, self.letters) if isinstance(value, str) else value for value in told]
        if None in found:
            raise ValueError(f"{self.name} is in {self.values}, so it cannot be {told}")
        return found  # type: ignore[return-value]


def letter_value(letter: str, letters: str) -> int | None:
    """The number that a letter stands for; ``None``: it is none of the letters."""
    return letters.find(letter) + 1 or None if len(letter) == 1 else None


def values_text(domain: Domain, letters: str) -> str:
    """Values as a model writes them: ``1..9``, ``"WIZARDKEY"``."""
    if not letters:
        return str(domain)
    told = "".join(letters[value - 1] for value in domain if value)
    return f'"{told}"' if domain.lo else f'0 and "{told}"'


@record
class Grid:
    """A matrix of variables. ``numbers[r - 1][c - 1]`` is a variable number, ``None`` where masked.

    Places without values (``has_values`` is false) are variables with the only value 0.
    """

    name: str
    height: int
    width: int
    domain: Domain
    numbers: tuple[tuple[int | None, ...], ...]
    span: Span | None = None
    has_values: bool = True
    letters: str = ""

    @property
    def cells(self) -> dict[Cell, int]:
        """The variable numbers by row and column, from 1; in reading order, without what is masked."""
        return {(r, c): x for r, row in enumerate(self.numbers, 1) for c, x in enumerate(row, 1) if x is not None}


DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""A character for each value from 0 on, as in givens."""


@record
class Edges:
    """An unknown for each two cells of a grid that share a side, or for each side of a cell.

    Other two cells may have edges, too.

    Attributes:
        numbers: the variable number by the two places, the upper or left one first. Of a side at the border, one place
            lies outside the grid, or is masked.
        divides: they are the borders between the regions of a ``division``.
        directed: they are arcs, which begin at the first place; of sides, it is on their right hand.
    """

    name: str
    grid: str
    domain: Domain
    numbers: Mapping[tuple[Cell, Cell], int]
    span: Span | None = None
    divides: bool = False
    directed: bool = False


class VariableNames:
    """Finds variables by what people may write for them, with any blanks.

    ``road[r1c1, "right"]`` is ``road[r1c1, r1c2]``, and so is ``road[r1c2, r1c1]`` if the edges have no direction. A
    cell of the main grid may be written as those of others are: ``cell[1, 2]``.
    """

    def __init__(self, variables: Sequence[Variable], undirected: Container[str]) -> None:
        self.variables = variables
        self._undirected = undirected  # names of edges

    @cached_property
    def _cells(self) -> dict[tuple[str | None, Cell], int]:
        return {(one.grid, one.cell): x for x, one in enumerate(self.variables) if one.cell}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        cells = {f"{grid}[{r},{c}]": x for (grid, (r, c)), x in self._cells.items()}
        return cells | {one.name.replace(" ", ""): x for x, one in enumerate(self.variables)}

    def number(self, text: str) -> int | None:
        """The number of the variable that a text names; ``None``: there is none."""
        named, numbers = "".join(text.split()), self._numbers
        if named not in numbers and (found := re.fullmatch(r"(\w+)\[([^\],]+),([^\],]+)\]", named)):
            name, start, end = found.groups()
            step, one = DIRECTIONS.get(end.strip('"')), self.variables[numbers[start]] if start in numbers else None
            if step and one and one.cell:
                beside = self._cells.get((one.grid, (one.cell[0] + step[0], one.cell[1] + step[1])))
                end = end if beside is None else self.variables[beside].name.replace(" ", "")
            ways = [(start, end), (end, start)] if name in self._undirected else [(start, end)]
            named = next((way for a, b in ways if (way := f"{name}[{a},{b}]") in numbers), named)
        return numbers.get(named)


class Kind(Enum):
    """What a requirement is, apart from the word that it is called by: a rule may be called ``given`` too."""

    CLUE = "clue"
    """A clue or a condition of the source."""
    GIVEN = "given"
    """The value of a cell, in the source or from elsewhere."""
    HOUSE = "house"
    """Cells that are all different, such as a row, a column or a box, stated as such and not within a rule."""
    OBJECTIVE = "objective"
    """That the objective is defined."""
    DECLARED = "declared"
    """What unknowns are, such as a division into regions; no clue, so that no analysis leaves it out."""


@record
class Origin:
    """Where a constraint comes from.

    Attributes:
        span: the statement of the source (for a rule of the library: the clue that called it).
        clue: a short word for it: ``cage``, ``alldifferent``, ``given``, ``constraint``.
        sentence: one line for people: ``cage 15 at r1c3, r1c4, r1c5``.
        variables: numbers of the cells that the clue speaks of, in order; of a given its only one.
        kind: what it is.
        cell: of a condition in a loop the name of the only cell that its loops bind, or the row and the column, as
            ``r`` and ``c``; ``None`` if they bind no cell or several.
    """

    span: Span
    clue: str
    sentence: str
    variables: tuple[int, ...] = ()
    kind: Kind = Kind.CLUE
    cell: str | Cell | None = None

    @property
    def is_given(self) -> bool:
        """Whether it is the value of a cell, not a clue."""
        return self.kind is Kind.GIVEN

    @property
    def is_house(self) -> bool:
        """Whether it is a row, a column, a box or another group that is all different."""
        return self.kind is Kind.HOUSE

    @property
    def line(self) -> int:
        """Line of the source, from 1."""
        return self.span.line

    @property
    def place(self) -> str:
        """``line 12``, ``line 31 of genres/lightup.puz``."""
        return f"line {self.line} of {self.span.source.name}" if self.span.source.is_library else f"line {self.line}"

    def __str__(self) -> str:
        return f"{self.sentence} ({self.place})"


@record
class Requirement:
    """One thing that must hold."""

    expression: Boolean
    origin: Origin


@record
class Applied:
    """A rule of the library that a statement applies, or a condition that is written without one.

    Attributes:
        rule: the rule's name, empty for a condition. For a rule of the author's there is a record for each rule and
            condition in it.
        arguments: by the names of the parameters: numbers, texts, ``none``, cells and expressions (`Affine`), and
            tuples and maps of such. Arguments of other kinds are left out.
        holds: what it demands.
        origin: the statement. All that one requirement applies has the same.
    """

    rule: str
    arguments: Mapping[str, Any]
    holds: Boolean
    origin: Origin


def given(variables: Sequence[Variable], number: int, value: int, span: Span) -> Requirement:
    """The requirement that a given is: a variable has a value."""
    origin = Origin(
        span, "given", f"given {variables[number].told(value)} at {variables[number].name}", (number,), Kind.GIVEN
    )
    return Requirement(Compare("==", affine({number: 1}, -value)), origin)


@record
class Objective:
    """What is to be made as large or as small as possible."""

    maximize: bool
    expression: Affine
    span: Span


@record
class Shown:
    """One item of a ``show`` statement: a text, or an expression with the words it was written in.

    ``value`` is a static value (text, number, list as text) or a decided expression.
    """

    value: str | Affine | Boolean
    text: str


@record
class Mark:
    """What one ``draw`` asks for.

    Attributes:
        kind: one of `MARKS`.
        grid: the grid it is drawn on.
        cells: the places in drawing order (for ``outside``: the line in the order it is read, so the mark
            stands before the first cell, outside the grid; for ``piece``: a shape of its own, from row and column 1,
            which is no part of the grid).
        text: what is written (a cage's total, a dot's or outside clue's value), or empty.
        color: a CSS colour name or ``#rrggbb``, or empty for the renderer's own choice.
        origin: the clue it belongs to, if any.
        when: what an answer must satisfy for the mark to be drawn on it; ``None``: it is always drawn.
        jumps: a line through the cells alone: none that lies between two of them belongs to it.
        given: it is always drawn, and says what statements demand of the cell that it depends on.
    """

    kind: str
    grid: str
    cells: tuple[Cell, ...]
    text: str = ""
    color: str = ""
    origin: Origin | None = None
    when: Boolean | None = None
    jumps: bool = False
    given: bool = False


def hidden_cells(grid: Grid, marks: Iterable[Mark]) -> set[Cell]:
    """The cells of a grid whose values are not written into them."""
    return {
        cell
        for mark in marks
        if mark.kind == "hidden" and mark.grid == grid.name and mark.when is None
        for cell in mark.cells
    }


def is_hidden(grid: Grid, marks: Iterable[Mark]) -> bool:
    """Whether none of the values of a grid is written into its cells."""
    hidden = hidden_cells(grid, marks)
    return bool(hidden) and hidden.issuperset(grid.cells)


def grids_to_show(grids: Sequence[Grid], marks: Sequence[Mark], noted: Container[int] = ()) -> Sequence[Grid]:
    """The grids without those whose values are hidden and on which nothing is drawn, which only help to say the rules.

    If none would be left, all are shown.

    Args:
        noted: variables whose grids are shown in any case.
    """
    if len(grids) < 2:
        return grids
    drawn = {mark.grid for mark in marks if mark.kind != "hidden"}
    drawn |= {grid.name for grid in grids if any(x in noted for x in grid.cells.values())}
    return [grid for grid in grids if grid.name in drawn or not is_hidden(grid, marks)] or grids


@record
class Said:
    """A sentence for solvers about a rule, or a statement as it is written.

    Attributes:
        drawn: the picture shows it, so that a solver who knows the rule needs no words.
        spans: the statements that it stands for.
        quoted: a comment above the statements is this sentence.
        filled: it names arguments of a rule, so it says more than the rule does.
    """

    text: str
    drawn: bool
    spans: tuple[Span, ...] = ()
    quoted: bool = False
    filled: bool = False


@record
class Model(Open):
    """A whole elaborated model. Variable numbers are positions in ``variables``.

    Attributes:
        givens: variable number → value fixed by a ``givens`` block (also among the requirements).
        boxes: per grid name, the groups of places between which thick lines are drawn: regions of layouts, and
            all-different groups that are no lines; none overlaps another.
        regions: the named region maps: name → label → places of the named grid, as (grid, map).
        applied: the rules and conditions that the statements consist of, in their order; together they demand the same
            as the requirements, givens aside.
        edges: the ``edges`` that are part of a solution.
        clues: the ``clues`` layouts by name: the rows that came from elsewhere, or ``None`` for those of the text.
        undrawn: the names of those of which nothing that is drawn depends on the marks.
        origins: those of all statements, in their order. Some of them always hold, so there is no requirement.
        genre: the name behind its ``genre``, if it has one.
        shown: the ``show`` statements, each a tuple of items.
        said: the statements in words, for the text under a picture.
        warnings: remarks that do not stop a model (a constraint that always holds …).
        steps: the steps that elaboration has taken, and the bound on them, under which flattening falls, too.
    """

    source: Source
    title: str
    metadata: tuple[tuple[str, str], ...]
    variables: tuple[Variable, ...]
    grids: tuple[Grid, ...]
    requirements: tuple[Requirement, ...]
    givens: Mapping[int, int]
    objective: Objective | None = None
    shown: tuple[tuple[Shown, ...], ...] = ()
    marks: tuple[Mark, ...] = ()
    boxes: Mapping[str, tuple[tuple[Cell, ...], ...]] = EMPTY
    regions: Mapping[str, tuple[str, Mapping[str, tuple[Cell, ...]]]] = EMPTY
    said: tuple[Said, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    clues: Mapping[str, tuple[str, ...] | None] = EMPTY
    undrawn: tuple[str, ...] = ()
    genre: str = ""
    applied: tuple[Applied, ...] = ()
    origins: tuple[Origin, ...] = ()
    edges: tuple[Edges, ...] = ()
    steps: tuple[int, int] = (0, UNBOUNDED)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each variable by its name."""
        return {variable.name: x for x, variable in enumerate(self.variables)}

    @cached_property
    def names(self) -> VariableNames:
        """What people may write for variables."""
        return VariableNames(self.variables, [one.name for one in self.edges if not one.directed])

    @cached_property
    def own(self) -> list[int]:
        """The numbers of the variables that belong to no grid, without edges and hidden ones."""
        of_edges = {x for edges in self.edges for x in edges.numbers.values()}
        return [
            x
            for x, variable in enumerate(self.variables)
            if variable.grid is None and not variable.hidden and x not in of_edges
        ]


def in_one_line(model: Model, values: Mapping[int, int]) -> str:
    """Values of the grids as givens in one line: a character a cell where they have no more, ``.`` for none.

    Args:
        values: by variable number.
    """
    parts = []
    for k, grid in enumerate(model.grids):
        found = [None if x is None else values.get(x) for row in grid.numbers for x in row]
        marks = f"0{grid.letters}" if grid.letters else DIGITS
        short = all(value is None or 0 <= value < len(marks) for value in found)
        line = ("" if short else " ").join("." if v is None else marks[v] if short else str(v) for v in found)
        if k == 0 or set(found) != {None}:
            parts.append(f"{grid.name}: {line}" if k else line)
    return "; ".join(parts)


def shown_variables(model: Model) -> tuple[int, ...]:
    """The variables in which two solutions have to differ: of the grids and edges; in a model without a grid all."""
    if not model.grids:
        return tuple(model.own)
    cells = [number for grid in model.grids for number in grid.cells.values()]
    return (*cells, *(number for edges in model.edges for number in edges.numbers.values()))
