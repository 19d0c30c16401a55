"""A model as formats write it: its main grid, the values and groups of its cells, and its clues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.elaboration.builtins.grid import box_size
from puzzledsl.expressions import Affine, Boolean, variables_of
from puzzledsl.formats.draft import box_labels, cell_name, regions_of, rows_of
from puzzledsl.listing import counted, listed
from puzzledsl.model import Cell, Model, Origin, Said, grids_to_show, hidden_cells
from puzzledsl.records import record


class Unsayable(Exception):  # noqa: N818 - no failure: the clue is left out
    """A format cannot express a clue; the argument is the reason, which is written in brackets behind the clue."""


def refusal(site: str, reason: str) -> PuzzleError:
    """The error for a model of which a format can express nothing."""
    return failure(f"this model cannot be written for {site}: {reason}", code="export")


@record
class ExportClue:
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
        cells = (value,) if isinstance(value, Place) else value
        if not _is_list(cells, Place):
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
        value: tuple[tuple[Cell, ...], ...] = self._argument(parameter)
        if not _is_list(value, tuple) or not all(_is_list(group, Place) for group in value):
            raise Unsayable("it is not only about cells of the grid")
        return value

    def number(self, parameter: str, least: int | None = None) -> int:
        """A whole number.

        Raises:
            Unsayable: it is something else, or less than ``least``.
        """
        value = self._argument(parameter)
        if type(value) is not int:
            raise Unsayable(f"its `{parameter}` is not a whole number")
        if least is not None and value < least:
            raise Unsayable(f"its `{parameter}` is less than {least}")
        return value

    def numbers(self, parameter: str) -> tuple[int, ...]:
        """A list of whole numbers.

        Raises:
            Unsayable: it is something else.
        """
        value: tuple[int, ...] = self._argument(parameter)
        if not _is_list(value, int):
            raise Unsayable(f"its `{parameter}` are not whole numbers")
        return value

    def is_none(self, parameter: str) -> bool:
        """Whether an argument is ``none``."""
        return self._argument(parameter) is None

    def spared_pairs(self) -> set[frozenset[Cell]]:
        """The pairs of cells that its ``except`` lists.

        Raises:
            Unsayable: they are something else.
        """
        return set(map(frozenset, self.groups("except"))) if self.arguments.get("except") else set()

    def _argument(self, parameter: str) -> Any:
        if parameter not in self.arguments:
            raise Unsayable(f"its `{parameter}` cannot be written")
        return self.arguments[parameter]


class Place(tuple[int, int]):
    """A cell of the main grid among arguments, as distinct from a tuple of two numbers."""

    __slots__ = ()


def _is_list(value: object, of: type) -> bool:
    return isinstance(value, tuple) and all(type(item) is of for item in value)


class ExportBoard:
    """A model with one grid.

    Attributes:
        site: whose format is written, for messages.
        height, width: of the grid.
        values: what its cells may hold, in order.
        allowed: the values of those cells that are restricted by themselves; one for a given.
        hidden: the cells whose values the model does not write into them, and places without values.
        rows, columns: whether the values of each row, each column, are all different.
        houses: the rows and columns whose values are.
        regions: groups of all-different cells, disjoint, each with as many cells as there are values: boxes or regions.
        region_of: the number of the region of each cell in one.
        extra: further all-different groups, diagonals included, with the statements they come from.
        limits: the cells that conditions restrict, each with one as a clue.
        clues: all else.
        unsaid: sentences for what else is left out.
    """

    def __init__(self, model: Model, site: str) -> None:
        """Take a model apart.

        Raises:
            PuzzleError: it has no grid, or several.
        """
        grids = grids_to_show(model.grids, model.marks)
        if len(grids) != 1:
            names = listed(f"`{grid.name}`" for grid in grids)
            raise refusal(site, f"it has the grids {names}, and a link there has one" if names else "it has no grid")
        self.model, self.site = model, site
        self.grid = grid = grids[0]
        self.height, self.width = grid.height, grid.width
        self.values = tuple(grid.domain)
        self.place_of = {number: Place(cell) for cell, number in grid.cells.items()}
        self.cells: tuple[Cell, ...] = tuple(self.place_of.values())
        self._there = frozenset(self.cells)
        self.hidden = frozenset(
            cell
            for number, cell in self.place_of.items()
            if model.variables[number].hidden or cell in hidden_cells(grid, model.marks)
        )
        self.allowed: dict[Cell, frozenset[int]] = {}
        self.limits: list[tuple[Cell, ExportClue]] = []
        self.clues: list[ExportClue] = []
        self.unsaid: list[str] = []
        self._left: Counter[tuple[str, str, str]] = Counter()
        self._sentences: dict[tuple[str, str, str], str] = {}
        groups = self._collect()
        for cell, values in self.allowed.items():
            if not values:
                raise refusal(site, f"no value is left for {cell_name(cell)}")
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
                found: Iterable[ExportClue] = (ExportClue(item.rule, arguments, item.holds, item.origin),)
            else:
                found = clues_of(self, item.holds, item.origin)
            for clue in found:
                if clue.rule == "alldifferent":
                    cells = clue.cells("cells")
                    if len(cells) > 1:
                        groups.setdefault(frozenset(cells), (cells, clue.origin))
                elif clue.rule == "values":
                    (cell,) = clue.cells("cell")
                    self.restrict(cell, clue.numbers("values"))
                    self.limits.append((cell, clue))
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
        both = lines[: self.height], lines[self.height :]
        self.rows, self.columns = (all(len(line) < 2 or frozenset(line) in groups for line in part) for part in both)
        self.houses = both[0] * self.rows + both[1] * self.columns
        known = set(map(frozenset, self.houses))
        areas = {cells: found for cells, found in groups.items() if cells not in known}
        self.regions = self._regions(areas)
        self.region_of = {cell: k for k, region in enumerate(self.regions) for cell in region}
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
        lines = {frozenset(line) for line in (*self.lines(), *self.diagonals().values())}
        likely = [cells for cells in groups if len(cells) == len(self.values) and cells not in lines]
        boxes = self.default_boxes()
        if boxes and all(frozenset(box) in likely for box in boxes):
            return tuple(boxes)
        of_statement = Counter(groups[cells][1].span for cells in likely)
        chosen: dict[frozenset[Cell], tuple[Cell, ...]] = {}
        for cells in sorted(likely, key=lambda cells: -of_statement[groups[cells][1].span]):
            if all(cells.isdisjoint(other) for other in chosen):
                chosen[cells] = groups[cells][0]
        return tuple(chosen.values())

    # ── places ───────────────────────────────────────────────────────────────────────────────────

    def inside(self, cell: Cell) -> bool:
        """Whether the grid has this place."""
        return cell in self._there

    def lines(self) -> list[tuple[Cell, ...]]:
        """All rows, then all columns, without masked places."""
        rows = rows_of(self.height, self.width)
        return [tuple(filter(self.inside, line)) for line in (*rows, *zip(*rows, strict=True))]

    def diagonals(self) -> dict[str, tuple[Cell, ...]]:
        """The long diagonals of a square grid: ``-`` goes down, ``+`` goes up."""
        if self.height != self.width:
            return {}
        side = range(1, self.width + 1)
        return {"-": tuple((k, k) for k in side), "+": tuple((self.width + 1 - k, k) for k in side)}

    def default_boxes(self) -> list[tuple[Cell, ...]]:
        """The boxes that sudoku programs assume: as square as they can be, wider than tall; none for a prime side."""
        size = box_size(self.height, self.width, 0) if self.height == self.width else None
        return list(map(tuple, regions_of(box_labels(self.height, self.width, *size)).values())) if size else []

    def neighbours(self) -> list[tuple[Cell, Cell]]:
        """All pairs of cells that share a side."""
        pairs = [((r, c), other) for r, c in self.cells for other in ((r, c + 1), (r + 1, c))]
        return [pair for pair in pairs if self.inside(pair[1])]

    def near(self) -> set[frozenset[Cell]]:
        """The same, without an order."""
        return set(map(frozenset, self.neighbours()))

    def between(self, regions: Sequence[Sequence[Cell]]) -> set[tuple[Cell, Cell]]:
        """The pairs of neighbours that are not in the same region."""
        region = {cell: k for k, cells in enumerate(regions) for cell in cells}
        return {(a, b) for a, b in self.neighbours() if region.get(a) != region.get(b)}

    def is_whole(self, cells: Sequence[Cell]) -> bool:
        """Whether these are all cells."""
        return self._there == set(cells)

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

    def check_extremes(self, rule: str) -> None:
        """Check that marked cells are compared with just those neighbours that have no such mark.

        Args:
            rule: ``minimum`` or ``maximum``.

        Raises:
            Unsayable: they are not.
        """
        clues = [clue for clue in self.clues if clue.rule == rule]
        marked = {cell for clue in clues for cell in clue.cells("cells")}
        pairs = [both for a, b in self.neighbours() for both in ((a, b), (b, a))]
        for clue in clues:
            cells, spared = clue.cells("cells"), clue.cells("except") if clue.arguments.get("except") else ()
            if any((other in spared) != (other in marked) for cell, other in pairs if cell in cells):
                raise Unsayable("neighbours that are marked alike are not compared there, all others are")

    def single(self, cell: Cell) -> int | None:
        """The value that a cell must have by itself."""
        allowed = self.allowed.get(cell, frozenset(self.values))
        return next(iter(allowed)) if len(allowed) == 1 else None

    def known(self) -> dict[int, int]:
        """The values that statements give to cells without a mark, by variable number."""
        marked = {mark.cells for mark in self.model.marks if mark.when is None and mark.kind != "hidden"}
        shown = [cell for cell in self.allowed if cell not in self.hidden and (cell,) not in marked]
        return {x: value for x, c in self.place_of.items() if c in shown and (value := self.single(c)) is not None}

    # ── what is not said ─────────────────────────────────────────────────────────────────────────

    def say(self, clues: Iterable[ExportClue], write: Callable[[ExportClue], None]) -> None:
        """Write clues; those that the format cannot express are left out, each with its reason."""
        for clue in clues:
            try:
                write(clue)
            except Unsayable as reason:
                self.leave_out(clue.origin, str(reason))

    def shows(self, clue: ExportClue) -> bool:
        """Whether the cells of a clue show their values, so that it can speak of digits."""
        return not self.hidden or self.hidden.isdisjoint(self.place_of.get(x) for x in variables_of(clue.holds))

    def leave_out(self, origin: Origin, reason: str) -> None:
        """Note a statement that is not in the link. Those of one line with one reason become one sentence."""
        key = ("" if origin.span.source.is_library else origin.place, origin.clue, reason)
        self._left[key] += 1
        self._sentences.setdefault(key, origin.sentence)

    def left_out(self, numbers: bool = False) -> tuple[str, ...]:
        """A sentence for each part of the model that has been left out.

        Args:
            numbers: values are numbers in the link, even if they are letters in the model.
        """
        found = [*self.unsaid]
        if numbers and self.grid.letters:
            found.append(f"the letters {self.grid.letters} (values are numbers there: {self.told(1)} is 1)")
        if self.model.objective is not None:
            found.append("what is to be as large or as small as possible")
        if self.hidden and numbers:
            cells = counted(len(self.hidden), "cell")
            found.append(f"what is drawn in place of the values of {cells} (there is no place for it)")
        for key, count in self._left.items():
            line, _, reason = key
            where, here = (line, " of this line") if line else ("a rule of the genre", "")
            more = f" and {count - 1} more{here}" if count > 1 else ""
            found.append(f"{where}, {self._sentences[key]}{more} ({reason})")
        return tuple(found)

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def metadata(self, key: str) -> str:
        """The last ``puzzle`` or ``author`` line, or empty."""
        return next((value for found, value in reversed(self.model.metadata) if found == key), "")

    def notes(self) -> list[str]:
        """The ``note`` lines."""
        return [value for found, value in self.model.metadata if found == "note"]

    def rules(self, clues: Iterable[ExportClue], words: Mapping[str, str]) -> list[str]:
        """The rules in the usual words, a sentence each, where there are such; the others in the words of the model.

        Args:
            clues: what is drawn, as what it is there.
            words: other sentences for some rules.
        """
        from puzzledsl.elaboration.library import entries
        from puzzledsl.formats.usual_words import LINES, SENTENCES, USUAL, usual_words

        usual = "sudoku" if self.regions else "latin"
        found = dict.fromkeys([words.get(usual) or SENTENCES[usual]] if self.rows and self.columns else [])
        for clue in clues:
            rule = clue.rule
            if rule in words:
                said = [words[rule]]
            elif rule in USUAL:
                color = entries()[rule].usual["color"] if rule in LINES else ""
                said = [usual_words(rule, clue.arguments, self.values, color=color)]
            else:
                said = [one.text for one in self.said_of([clue.origin])]
            found |= dict.fromkeys(said)
        return [*found]

    def range_in_words(self) -> str:
        """The possible values, where "normal sudoku rules" do not state them; else empty."""
        if self.hidden.issuperset(self.cells):
            return ""
        lowest, highest = self.values[0], self.values[-1]
        is_run = len(self.values) == highest - lowest + 1
        is_usual = is_run and (lowest, highest) == (1, max(self.height, self.width))
        if is_usual and not self.grid.letters and self.rows and self.columns and self.regions:
            return ""
        if letters := self.grid.letters:
            return f"Place the letters {', '.join(letters)} in the cells of the grid."
        values = f"from {lowest} to {highest}" if is_run else ", ".join(map(str, self.values))
        return f"Place the digits {values} in the cells of the grid."

    def said_of(self, origins: Iterable[Origin]) -> list[Said]:
        """The sentences of the model about some statements."""
        spans = {origin.span for origin in origins}
        return [
            said
            for said in self.model.said
            if any(
                span == one or (span.source is one.source and span.start <= one.start < span.end)
                for span in said.spans
                for one in spans
            )
        ]

    def told(self, value: int | None) -> str:
        """A value as the model calls it."""
        return str(self.model.variables[next(iter(self.place_of))].told(value))
