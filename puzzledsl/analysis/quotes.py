"""How a clue is called: one of a genre in the words of its rules, with the place of what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl.listing import listed
from puzzledsl.model import grids_to_show, hidden_cells

if TYPE_CHECKING:
    from puzzledsl.model import Model, Origin
    from puzzledsl.source import Span

_SENTENCE = "# solvers:"

_SIDES = {(-1, 0): "upper", (1, 0): "lower", (0, -1): "left", (0, 1): "right"}


class Quotes:
    """The clues of a model in words.

    Attributes:
        labels: see `labels`.
        places: see `places`.
        sentences: see `sentences`.
        written: by variable whether people see its values, see `written`.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.labels, self.places = labels(model), places(model)
        self.sentences, self.written = sentences(model), written(model)

    def name(self, origin: Origin) -> str:
        """A clue with its line; one of a genre in the words of its rules, what is known of a drawing by its place."""
        sentence = self.sentences.get(origin.span)
        if sentence is not None:
            return f"“{sentence.removesuffix('.')}”"
        if origin.is_given and origin.span.source is not self._model.source:  # it has no line in the model
            (x,) = origin.variables
            return origin.sentence if self.written[x] else f"what is known at {self.labels[x]}"
        if not origin.span.source.is_library:
            return str(origin)
        if origin.is_house:
            return origin.sentence
        where = self.where([x for x in origin.variables if self.places[x]])
        return f"what is known at {where}" if where else "the rest of the rules"

    def named(self, origin: Origin, cells: Sequence[int]) -> str:
        """A clue with the place of these unknowns, where the words of a rule do not say it."""
        name = self.name(origin)
        if origin.span not in self.sentences:
            return name
        seen = [x for x in cells if self.places[x] or self.written[x]]
        cell = origin.cell
        where = cell if isinstance(cell, str) else self.where(seen)
        if not where and cell is not None:  # perhaps a corner of cells
            where = "r{}c{}".format(*cell)
        return f"{name} {'in' if where.startswith(('row ', 'column ')) else 'at'} {where}" if where else name

    def where(self, seen: Sequence[int]) -> str:
        """The place of a clue about some unknowns: its few cells, or the cell that all its edges have."""
        cells = [x for x in seen if self._model.variables[x].cell is not None]
        line = orientation(self._model, cells) if len(cells) > 1 else ""
        if line:
            first = self._model.variables[cells[0]]
            assert first.cell is not None
            across = line == "column"
            grid = next(grid for grid in self._model.grids if grid.name == first.grid)
            if len(cells) == sum(cell[across] == first.cell[across] for cell in grid.cells):
                return f"{line} {first.cell[across]}"
        if 0 < len(cells) <= 4:
            return listed(self.labels[x] for x in cells)
        if cells:
            return ""
        if not seen:
            return ""
        common = [name for name in self.places[seen[0]] if all(name in self.places[x] for x in seen)]
        return common[0] if len(common) == 1 else self.labels[seen[0]] if len(seen) == 1 else ""


def labels(model: Model) -> list[str]:
    """What each variable is called in a sentence: ``r1c1``, ``r1c1-r1c2``, ``the left side of r1c1``, ``total``.

    Where a model has several grids or kinds of edges, their name follows.
    """
    found = [variable.name for variable in model.variables]
    for grid in model.grids[1:]:
        for r, c in hidden_cells(grid, model.marks) & grid.cells.keys():
            found[grid.cells[r, c]] = f"r{r}c{c} of {grid.name}"
    for edges in model.edges:
        cells = next(grid for grid in model.grids if grid.name == edges.grid).cells
        are_sides = any(place not in cells for pair in edges.numbers for place in pair)
        between = "the border" if edges.divides else "the side" if are_sides else ""
        which = f" ({edges.name})" if len(model.edges) > 1 else ""
        for places, x in edges.numbers.items():
            names = [model.variables[cells[place]].name for place in places if place in cells]
            if len(names) == 1:
                (row, column), (down, right) = places if places[0] in cells else places[::-1]
                found[x] = f"the {_SIDES[down - row, right - column]} side of {names[0]}{which}"
            elif between:
                found[x] = f"{between} between {' and '.join(names)}{which}"
            else:
                found[x] = ("→" if edges.directed else "-").join(names) + which
    return found


def written(model: Model) -> list[bool]:
    """By variable whether people see its values: those written into cells, and those that stand alone."""
    found = [not variable.hidden for variable in model.variables]
    for edges in model.edges:
        if list(edges.domain) == [0, 1]:
            for x in edges.numbers.values():
                found[x] = False  # they are drawn
    for grid in model.grids:
        for cell in hidden_cells(grid, model.marks) & grid.cells.keys():
            found[grid.cells[cell]] = False
    return found


def places(model: Model) -> list[tuple[str, ...]]:
    """By variable the cells of a picture in which people find it; none for what rules have declared for themselves."""
    shown = {grid.name: grid.cells for grid in grids_to_show(model.grids, model.marks)}
    names = [variable.name for variable in model.variables]
    found: list[tuple[str, ...]] = [
        (v.name,) if v.grid in shown and v.cell is not None else () for v in model.variables
    ]
    for edges in model.edges:
        cells = next(grid for grid in model.grids if grid.name == edges.grid).cells
        for pair, x in edges.numbers.items():
            found[x] = tuple(names[cells[place]] for place in pair if place in cells)
    return found


def sentences(model: Model) -> dict[Span, str]:
    """The sentences for solvers about statements: of a genre, whose text a solver does not have before them, and those
    that an author has written above their own.

    A statement without one helps to say the sentence before it, unless it is about a single unknown. One that an author
    has written does so where no blank line is between, and it does not say by itself which cells it is about.
    """
    found = {}
    for one in model.said:
        for span in one.spans:
            code = " ".join(span.text.split())
            if one.quoted or (span.source is not model.source and code not in one.text):
                found[span] = one.text.removesuffix(f" ({code}).")
    helping = dict.fromkeys(
        one.span
        for one in (requirement.origin for requirement in model.requirements)
        if len(one.variables) != 1 and (one.span.source.is_library or not (one.is_house or " at " in one.sentence))
    )
    before = {span: _before(span) for span in helping if span not in found}
    return found | {span: sentence for span, sentence in before.items() if sentence}


def _before(span: Span) -> str:
    """The last sentence for solvers before a statement; in an author's file only without a blank line between."""
    text = span.source.text[: span.start]
    lines = map(str.strip, (text if span.source.is_library else text.rpartition("\n\n")[2]).splitlines())
    spoken = [line.removeprefix(_SENTENCE).strip() if line.startswith(_SENTENCE) else None for line in lines]
    while spoken and not spoken[-1]:
        spoken.pop()
    first = len(spoken)
    while first and spoken[first - 1] is not None:
        first -= 1
    return " ".join(filter(None, spoken[first:]))


def orientation(model: Model, cells: Sequence[int]) -> str:
    """``row`` or ``column`` for cells that lie in one, else empty."""
    rows, columns = rows_and_columns(model, cells)
    return "row" if len(rows) == 1 else "column" if len(columns) == 1 else ""


def rows_and_columns(model: Model, cells: Sequence[int]) -> tuple[set[int], set[int]]:
    """The rows and columns of cells of one grid; both empty for others."""
    variables = [model.variables[x] for x in cells]
    places = [variable.cell for variable in variables if variable.cell is not None]
    if len(places) < len(cells) or len({variable.grid for variable in variables}) != 1:
        return set(), set()
    return {row for row, _ in places}, {column for _, column in places}
