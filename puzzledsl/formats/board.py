"""A model as formats write it: its main grid, the values and groups of its cells, and its clues."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.expressions import Affine, Boolean
from puzzledsl.listing import listed
from puzzledsl.model import Cell
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from puzzledsl.model import Model, Origin


class Unsayable(Exception):  # noqa: N818 - no failure: the clue is left out
    """A format cannot say a clue; the argument is the reason, as it stands in brackets behind the clue."""


def refusal(site: str, reason: str) -> PuzzleError:
    """The error for a model of which a format can say nothing."""
    return failure(f"this model cannot be written for {site}: {reason}", code="export")


def name(cell: Cell) -> str:
    """``r3c4``."""
    return f"r{cell[0]}c{cell[1]}"


@record(slots=True)
class Clue:
    """A clue, or a condition that has been recognised as one.

    Attributes:
        rule: a rule of the library; ``less`` (the first of ``cells`` is the smaller), ``equal_sums`` (``groups``) or
            ``pair`` (``cells`` and the ``table`` of their values) for conditions; or empty: nothing that is known.
        arguments: by parameter. A cell of the main grid is a `Cell`, and lists are tuples.
        holds: what it demands.
        origin: its statement.
    """

    rule: str
    arguments: Mapping[str, Any]
    holds: Boolean
    origin: Origin

    def cells(self, parameter: str, repeats: bool = False) -> tuple[Cell, ...]:
        """A list of cells, or one cell.

        Args:
            repeats: whether a cell may occur twice.

        Raises:
            Unsayable: it is something else, or empty.
        """
        value = self._argument(parameter)
        cells = (value,) if is_place(value) else value
        if not isinstance(cells, tuple) or not all(map(is_place, cells)):
            raise Unsayable("it is not only about cells of the grid")
        if not cells:
            raise Unsayable("it has no cells")
        if not repeats and len(set(cells)) < len(cells):
            raise Unsayable("a cell is listed twice")
        return cells

    def groups(self, parameter: str) -> tuple[tuple[Cell, ...], ...]:
        """A list of lists of cells.

        Raises:
            Unsayable: it is something else.
        """
        value = self._argument(parameter)
        if not isinstance(value, tuple) or not all(isinstance(g, tuple) and all(map(is_place, g)) for g in value):
            raise Unsayable("it is not only about cells of the grid")
        return value

    def number(self, parameter: str, least: int | None = None) -> int:
        """A whole number.

        Raises:
            Unsayable: it is something else, or less than ``least``.
        """
        value = self._argument(parameter)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unsayable(f"its `{parameter}` is no whole number")
        if least is not None and value < least:
            raise Unsayable(f"its `{parameter}` is less than {least}")
        return value

    def numbers(self, parameter: str) -> tuple[int, ...]:
        """A list of whole numbers.

        Raises:
            Unsayable: it is something else.
        """
        value = self._argument(parameter)
        if not isinstance(value, tuple) or not all(type(v) is int for v in value):
            raise Unsayable(f"its `{parameter}` are not whole numbers")
        return value

    def is_none(self, parameter: str) -> bool:
        """Whether an argument is ``none``."""
        return self._argument(parameter) is None

    def _argument(self, parameter: str) -> Any:
        if parameter not in self.arguments:
            raise Unsayable(f"its `{parameter}` cannot be written")
        return self.arguments[parameter]


class Place(tuple[int, int]):
    """A cell of the main grid among arguments, told from a tuple of two numbers."""

    __slots__ = ()


def is_place(value: object) -> bool:
    """Whether an argument is a cell of the main grid."""
    return isinstance(value, Place)


class Board:
    """A model with one grid.

    Attributes:
        site: whose format is written, for messages.
        height, width: of the grid.
        values: what its cells may hold, in order.
        allowed: the values of those cells that are restricted by themselves; one for a given.
        given: the cells whose value is given as such, not by a condition.
        rows, columns: whether the values of each row, each column, are all different.
        regions: groups of all-different cells, disjoint, each with as many cells as there are values: boxes or regions.
        extra: further all-different groups, diagonals included, with the statements they come from.
        clues: all else.
    """

    def __init__(self, model: Model, site: str) -> None:
        """Take a model apart.

        Raises:
            PuzzleError: it has no grid, or several.
        """
        if len(model.grids) != 1:
            names = listed(f"`{grid.name}`" for grid in model.grids)
            raise refusal(site, f"it has the grids {names}, and a link there has one" if names else "it has no grid")
        self.model, self.site = model, site
        self.grid = grid = model.grids[0]
        self.height, self.width = grid.height, grid.width
        self.values = tuple(grid.domain)
        self.place_of = {
            number: Place((r, c))
            for r, row in enumerate(grid.numbers, 1)
            for c, number in enumerate(row, 1)
            if number is not None
        }
        self.cells: tuple[Cell, ...] = tuple(self.place_of.values())
        self.allowed: dict[Cell, frozenset[int]] = {}
        self.given = {self.place_of[n] for n in model.givens if n in self.place_of}
        self.clues: list[Clue] = []
        self._left: Counter[tuple[int, str, str]] = Counter()
        self._sentences: dict[tuple[int, str, str], str] = {}
        self._omitted: set[int] = set()
        groups = self._collect()
        for cell, values in self.allowed.items():
            if not values:
                raise refusal(site, f"no value is left for {name(cell)}")
        self._sort(groups)

    # ── taking the model apart ───────────────────────────────────────────────────────────────────

    def _collect(self) -> dict[frozenset[Cell], tuple[tuple[Cell, ...], Origin]]:
        from puzzledsl.formats.conditions import clues_of

        groups: dict[frozenset[Cell], tuple[tuple[Cell, ...], Origin]] = {}
        for number, place in self.place_of.items():
            if number in self.model.givens:
                self.restrict(place, {self.model.givens[number]})
            if self.model.variables[number].domain != self.grid.domain:
                self.restrict(place, self.model.variables[number].domain)
        for item in self.model.applied:
            if item.rule:
                arguments = {key: self._located(value) for key, value in item.arguments.items()}
                found: Iterable[Clue] = (Clue(item.rule, arguments, item.holds, item.origin),)
            else:
                found = clues_of(self, item.holds, item.origin)
            for clue in found:
                if clue.rule == "alldifferent":
                    cells = clue.cells("cells")
                    if len(cells) > 1:
                        groups.setdefault(frozenset(cells), (cells, clue.origin))
                elif clue.rule == "values":
                    self.restrict(clue.cells("cell")[0], clue.numbers("values"))
                else:
                    self.clues.append(clue)
        return groups

    def restrict(self, cell: Cell, values: Iterable[int]) -> None:
        """Allow a cell these values only."""
        self.allowed[cell] = self.allowed.get(cell, frozenset(self.values)) & frozenset(values)

    def _located(self, value: Any) -> Any:
        match value:
            case Affine(terms=((int(number), 1),), constant=0) if number in self.place_of:
                return self.place_of[number]
            case tuple() | range():
                return tuple([self._located(item) for item in value])
            case dict():
                return {key: self._located(item) for key, item in value.items()}
        return value

    def _sort(self, groups: Mapping[frozenset[Cell], tuple[tuple[Cell, ...], Origin]]) -> None:
        lines = self.lines()
        rows, columns = lines[: self.height], lines[self.height :]
        self.rows = all(len(row) < 2 or frozenset(row) in groups for row in rows)
        self.columns = all(len(column) < 2 or frozenset(column) in groups for column in columns)
        known = {frozenset(line) for line in (rows if self.rows else []) + (columns if self.columns else [])}
        areas = {cells: found for cells, found in groups.items() if cells not in known}
        self.regions = self._regions(areas)
        known |= {frozenset(region) for region in self.regions}
        self._groups = [*known]
        self.extra: list[tuple[tuple[Cell, ...], Origin]] = []
        for cells, found in areas.items():
            if cells not in known and not any(cells < other for other in groups):
                self.extra.append(found)
                self._groups.append(cells)

    def _regions(
        self, groups: Mapping[frozenset[Cell], tuple[tuple[Cell, ...], Origin]]
    ) -> tuple[tuple[Cell, ...], ...]:
        size = len(self.values)
        lines = {frozenset(line) for line in (*self.lines(), *self.diagonals().values())}
        likely = {cells: found for cells, found in groups.items() if len(cells) == size and cells not in lines}
        usual = [frozenset(box) for box in self.default_boxes()]
        if usual and all(box in likely for box in usual):
            return tuple(self.default_boxes())
        by_statement: dict[object, list[tuple[Cell, ...]]] = {}
        for cells, origin in likely.values():
            by_statement.setdefault(origin.span, []).append(cells)
        for found in by_statement.values():
            if sorted(cell for cells in found for cell in cells) == sorted(self.cells):
                return tuple(found)
        chosen: list[tuple[Cell, ...]] = []
        taken: set[Cell] = set()
        for cells, _ in likely.values():
            if not taken & set(cells):
                chosen.append(cells)
                taken |= set(cells)
        return tuple(chosen)

    # ── places ───────────────────────────────────────────────────────────────────────────────────

    def lines(self) -> list[tuple[Cell, ...]]:
        """All rows, then all columns, without masked places."""
        rows = [[(r, c) for c in range(1, self.width + 1)] for r in range(1, self.height + 1)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        there = set(self.cells)
        return [tuple(cell for cell in line if cell in there) for line in rows + columns]

    def diagonals(self) -> dict[str, tuple[Cell, ...]]:
        """The long diagonals of a square grid: ``-`` goes down, ``+`` goes up."""
        if self.height != self.width:
            return {}
        side = range(1, self.width + 1)
        return {"-": tuple((k, k) for k in side), "+": tuple((self.width + 1 - k, k) for k in side)}

    def default_boxes(self) -> list[tuple[Cell, ...]]:
        """The boxes that sudoku programs assume: as square as they can be, wider than tall; none for a prime side."""
        from math import isqrt

        side = self.width
        tall = next((k for k in range(isqrt(side), 1, -1) if side % k == 0), 0)
        if self.height != side or not tall:
            return []
        wide = side // tall
        return [
            tuple((r, c) for r in range(top, top + tall) for c in range(left, left + wide))
            for top in range(1, side, tall)
            for left in range(1, side, wide)
        ]

    def windows(self) -> list[tuple[Cell, ...]]:
        """The four further 3×3 squares of a windoku."""
        return [
            tuple((r, c) for r in range(top, top + 3) for c in range(left, left + 3))
            for top in (2, 6)
            for left in (2, 6)
        ]

    def neighbours(self) -> list[tuple[Cell, Cell]]:
        """All pairs of cells that share a side."""
        there = set(self.cells)
        return [
            (cell, other)
            for cell in self.cells
            for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
            if other in there
        ]

    def is_whole(self, cells: Sequence[Cell]) -> bool:
        """Whether these are all cells."""
        return set(cells) == set(self.cells)

    def all_different(self, cells: Sequence[Cell]) -> bool:
        """Whether these cells differ anyway, since every two of them are in one group."""
        return all(
            any(a in group and b in group for group in self._groups) for k, a in enumerate(cells) for b in cells[:k]
        )

    def are_regions(self, groups: Sequence[Sequence[Cell]], ordered: bool = False) -> bool:
        """Whether these groups are the regions, each of them.

        Args:
            ordered: whether their cells must be in reading order, too.
        """
        same = {frozenset(group) for group in groups} == {frozenset(region) for region in self.regions}
        return same and not (ordered and any(list(group) != sorted(group) for group in groups))

    def single(self, cell: Cell) -> int | None:
        """The value that a cell must have by itself."""
        allowed = self.allowed.get(cell, frozenset(self.values))
        return next(iter(allowed)) if len(allowed) == 1 else None

    # ── what is not said ─────────────────────────────────────────────────────────────────────────

    def say(self, clues: Iterable[Clue], write: Callable[[Clue], None]) -> None:
        """Write clues; those that cannot be said are left out, each with its reason."""
        for clue in clues:
            try:
                write(clue)
            except Unsayable as reason:
                self.leave_out(clue.origin, str(reason))

    def leave_out(self, origin: Origin, reason: str) -> None:
        """Note a statement that is not in the link. Those of one line with one reason become one sentence."""
        self._omitted.add(id(origin))
        key = (origin.line, origin.clue, reason)
        self._left[key] += 1
        self._sentences.setdefault(key, origin.sentence)

    def left_out(self) -> tuple[str, ...]:
        """A sentence for each part of the model that has been left out."""
        found = []
        if self.model.objective is not None:
            found.append("what is to be as large or as small as possible")
        for key, count in self._left.items():
            line, _, reason = key
            more = f" and {count - 1} more of this line" if count > 1 else ""
            found.append(f"line {line}, {self._sentences[key]}{more} ({reason})")
        return tuple(found)

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def metadata(self, key: str) -> str:
        """The last ``puzzle`` or ``author`` line, or empty."""
        return next((value for found, value in reversed(self.model.metadata) if found == key), "")

    def notes(self) -> list[str]:
        """The ``note`` lines."""
        return [value for found, value in self.model.metadata if found == "note"]

    def rules(self, words: Mapping[str, str] = EMPTY) -> list[str]:
        """The rules in the usual words, a sentence each, where there are such; the others as the model says them.

        Nothing is said of clues that have been left out.

        Args:
            words: other sentences for some rules.
        """
        from puzzledsl.formats.usual_words import KINDS, SENTENCES, usual_words

        found: dict[str, None] = {}
        diagonals = {frozenset(cells) for cells in self.diagonals().values()}
        if self.rows and self.columns:
            usual = "sudoku" if self.regions else "latin"
            found[words.get(usual, SENTENCES[usual])] = None
            if any(frozenset(cells) in diagonals for cells, _ in self.extra):
                found[words.get("diagonal", SENTENCES["diagonal"])] = None
            others = [(cells, origin) for cells, origin in self.extra if frozenset(cells) not in diagonals]
            groups = [] if "alldifferent" in words else [origin for _, origin in others]
            if others and not groups:
                found[words["alldifferent"]] = None
        else:
            groups = [item.origin for item in self.model.applied if item.origin.clue == "alldifferent"]
        found |= dict.fromkeys(self.sentences_of(groups))
        own: list[Origin] = []
        for clue in self.clues:
            if id(clue.origin) in self._omitted:
                continue
            number = clue.arguments.get(KINDS[clue.rule].parameter) if clue.rule in KINDS else None
            said = (words[clue.rule],) if clue.rule in words else usual_words(clue.rule, number, self.values)
            found |= dict.fromkeys(said)
            own += [] if said else [clue.origin]
        return [*found, *(text for text in self.sentences_of(own) if text not in found)]

    def range_in_words(self) -> str:
        """Which values there are, where "normal sudoku rules" do not say it; else empty."""
        lowest, highest = self.values[0], self.values[-1]
        is_run = len(self.values) == highest - lowest + 1
        is_usual = is_run and (lowest, highest) == (1, max(self.height, self.width))
        if is_usual and self.rows and self.columns and self.regions:
            return ""
        values = f"from {lowest} to {highest}" if is_run else ", ".join(map(str, self.values))
        return f"Place the digits {values} in the cells of the grid."

    def sentences_of(self, origins: Iterable[Origin]) -> list[str]:
        """What the model says in words about some statements."""
        spans = {origin.span for origin in origins}
        starts = {(span.source, span.start) for span in spans}
        return [
            said.text
            for said in self.model.said
            if any(
                span in spans or any(span.source is source and span.start <= at < span.end for source, at in starts)
                for span in said.spans
            )
        ]

    # ── a solution ───────────────────────────────────────────────────────────────────────────────

    def solution_at(self, solution: Sequence[str]) -> dict[Cell, str]:
        """The texts of a solution, row by row, by cell; places without a value are left out."""
        places = [(r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1)]
        return {place: text for place, text in zip(places, solution, strict=False) if text.lstrip("-").isdecimal()}
