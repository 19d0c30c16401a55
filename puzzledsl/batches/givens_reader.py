"""The givens of one puzzle of a batch: a line of text, read for a model that has been elaborated already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.elaboration.givens import clashing, given_by_name, given_twice, givens_of, parts_of
from puzzledsl.elaboration.layouts import EMPTY, PlacedGiven, given_value
from puzzledsl.nearest import did_you_mean
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.model import Grid, Model
    from puzzledsl.source import Span

_MARKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class GivensReader:
    """Reads givens for one model.

    One line is one puzzle: the marks of the main grid, a character a cell or separated by blanks, as ``--givens``
    of other commands and ``load(givens=…)`` take them. Further grids have their names before their marks, with
    semicolons between the grids: ``53..7…; other: 12…``.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._grids = {grid.name: grid for grid in model.grids}
        self._own = {
            (x := requirement.origin.variables[0]): (model.givens[x], requirement.origin.span)
            for requirement in model.requirements
            if requirement.origin.is_given
        }
        self._numbers: list[Any] = []
        self._values: dict[str, int | None] = {}
        main = model.grids[0] if model.grids else None
        if main is not None:
            numbers = [number for row in main.numbers for number in row]
            if None not in numbers:
                self._numbers, self._values = numbers, _values_of_marks(main)

    def read(self, text: str, name: str = "<givens>") -> dict[int, int]:
        """The value of each given cell by its variable number.

        Args:
            name: what messages call the text.

        Raises:
            PuzzleError: with every mark that is wrong.
        """
        marks = text.strip()
        if len(marks) == len(self._numbers):  # the usual form: a character a cell
            values = self._values
            try:
                found = {x: v for x, mark in zip(self._numbers, marks, strict=True) if (v := values[mark]) is not None}
            except KeyError:
                pass
            else:
                if all(found.get(x, v) == v for x, v in self.model.givens.items()):
                    return found
        return {number: value for number, value, _ in self._placed(text, name)}

    def clashes(self, text: str, name: str = "<givens>") -> list[Diagnostic]:
        """Equal givens in a group that is all different: a mistake in the text rather than a hard puzzle."""
        givens = self._own | {number: (value, span) for number, value, span in self._placed(text, name)}
        return list(clashing(self.model.requirements, givens, self.model.variables))

    def _placed(self, text: str, name: str) -> list[PlacedGiven]:
        """The givens with their places.

        Raises:
            PuzzleError: with every mark that is wrong.
        """
        source = Source(name, text)
        diagnostics: list[Diagnostic] = []
        found: list[PlacedGiven] = []
        if not text.strip(" ;"):
            raise failure("there are no givens in this line", source.span(0, 0), code="givens")
        for name_of_grid, part in parts_of(source):
            try:
                one = None if name_of_grid else given_by_name(part, self.model.names)
                found += [one] if one else givens_of(source, self._grid(name_of_grid, part), diagnostics, part)
            except PuzzleError as error:
                diagnostics += error.diagnostics
        known = dict(self._own)
        for number, value, span in found:
            earlier = known.setdefault(number, (value, span))
            if earlier[0] != value:
                diagnostics.append(given_twice(self.model.variables[number], value, span, earlier))
        if diagnostics:
            raise PuzzleError(diagnostics)
        return found

    def _grid(self, named: Span | None, part: Span) -> Grid:
        """The grid that a part of the text is about."""
        if named is None:
            if not self._grids:
                raise failure("the model has no grid that could have givens", part, code="givens")
            return next(iter(self._grids.values()))
        name = named.text
        if name not in self._grids:
            if name in self.model.clues:
                message = f"`{name}` are clues of the model, which are read with it"
                raise failure(message, named, "give them to `load`, or to `batch`", code="clues")
            if name in ("http", "https"):
                message = "a link brings its own rules: leave the model out"
                raise failure(message, named, "givens are needed here, not a link", code="unknown-name")
            label = did_you_mean(name, [*self._grids, *self.model.clues])
            raise failure(f"no grid is called `{name}`", named, label, code="unknown-name")
        return self._grids[name]


def _values_of_marks(grid: Grid) -> dict[str, int | None]:
    """The marks of one character that need no second look, with their values; ``None``: the cell is open."""
    found: dict[str, int | None] = dict.fromkeys(EMPTY)
    for mark in _MARKS:
        value = given_value(mark, grid.domain, grid.letters)
        if value is not None and value in grid.domain:
            found[mark] = value
    if 0 not in grid.domain:
        found["0"] = None
    return found
