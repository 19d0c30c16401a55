"""What somebody enters who solves by hand: all that the picture of an answer shows, and that of the puzzle does not.

These are the marks of ``draw … when``, each at its place, and the values that are written into cells. What no picture
shows, such as the number of an area, is not entered.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.expressions import All, Boolean, Compare, Not, Rational, Some, affine, holds, variables_of
from puzzledsl.model import Mark, grids_to_show, hidden_cells
from puzzledsl.presentation.picture import says_value
from puzzledsl.records import Open, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Model

BLANK = "blank"
"""The kind of the entry that a cell stays without marks and values. No picture shows it."""
_STROKES = ("line", "edge")
"""Marks of which each step from cell to cell is entered by itself."""
_IN_CELLS = ("circle", "square", "diamond", "shade", "digit")
"""Marks that each of their cells has for itself."""
_MOST_VALUES = 1000
"""Of a cell with more values, all are written: its marks are not compared with each."""


@record
class Slot:
    """A mark that may be entered at one place.

    Attributes:
        key: names it, in each version of the text that has this mark here: ``line r1c1 r1c2``.
        mark: it; its cells are one, the two that a stroke joins, or those between which a border lies.
        drawn: whether an answer has it.
        directed: it leads from its first cell to its second.
    """

    key: str
    mark: Mark
    drawn: Boolean
    directed: bool = False


@record
class Entries(Open):
    """All that may be entered.

    Attributes:
        slots: by their keys.
        written: by the number of a cell's variable, those of its values that are written as they are.
    """

    slots: Mapping[str, Slot]
    written: Mapping[int, Domain]

    @cached_property
    def marks(self) -> dict[str, Slot]:
        """The slots of marks that pictures show."""
        return {key: slot for key, slot in self.slots.items() if slot.mark.kind != BLANK}

    def shown(self, values: Sequence[int]) -> tuple[set[str], dict[int, int]]:
        """The keys of what an answer shows, and its values that are written."""
        keys = {key for key, slot in self.marks.items() if holds(slot.drawn, values)}
        return keys, {x: values[x] for x, own in self.written.items() if values[x] in own}


def entries_of(model: Model) -> Entries:
    """What may be entered into a model."""
    visible = {grid.name: grid for grid in grids_to_show(model.grids, model.marks)}
    arcs = {x for edges in model.edges if edges.directed for x in edges.numbers.values()}
    found: dict[str, tuple[Mark, bool, list[Boolean]]] = {}
    marks = [mark for mark in model.marks if mark.grid in visible and mark.cells]
    for mark in marks:
        unknown = frozenset() if mark.when is None else variables_of(mark.when) - model.givens.keys()
        if mark.when is not None and unknown and mark.kind != "hidden":
            directed = not arcs.isdisjoint(unknown)
            for one in _pieces(mark, directed):
                found.setdefault(_key(one, model), (one, directed, []))[2].append(mark.when)
    slots = {key: Slot(key, mark, _either(whens), directed) for key, (mark, directed, whens) in found.items()}
    inside: dict[tuple[str, Cell], list[Slot]] = {}
    for slot in slots.values():
        if len(set(slot.mark.cells)) == 1:
            inside.setdefault((slot.mark.grid, slot.mark.cells[0]), []).append(slot)
    written: dict[int, Domain] = {}
    for grid in visible.values():
        own = dict(_written(model, grid, [mark for mark in marks if mark.grid == grid.name]))
        written |= own
        for cell, x in grid.cells.items():
            drawn = [slot.drawn for slot in inside.get((grid.name, cell), ())]
            rest = model.variables[x].domain - own[x] if x in own else None
            none = All((Not(_either(drawn)), *([one_of(x, rest)] if rest is not None else [])))
            possible = allowed(none, model)
            if (drawn or rest) and rest != Domain.of(()) and (possible is None or possible[1]):
                blank = Mark(BLANK, grid.name, (cell,))
                slots[_key(blank, model)] = Slot(_key(blank, model), blank, none)
    return Entries(slots, written)


def agree(model: Model, values: Sequence[Rational], other: Model, others: Sequence[Rational]) -> bool:
    """Whether two models show the same answers, but for marks that belong to one of the puzzles alone.

    Numbers that no picture shows, such as those of areas, may differ.
    """
    (entered, seen, written, named), (entered_too, seen_too, written_too, named_too) = (
        _drawn(model, values),
        _drawn(other, others),
    )
    return (
        entered <= seen_too
        and entered_too <= seen
        and written.items() <= named_too.items()
        and written_too.items() <= named.items()
    )


def _drawn(
    model: Model, values: Sequence[Rational]
) -> tuple[set[str], set[str], dict[str, Rational], dict[str, Rational]]:
    """The keys of what an answer shows, without and with those of the puzzle; its values that are written, and all."""
    keys, written = entries_of(model).shown(values)  # type: ignore[arg-type] # cells hold whole numbers
    always = (one for one in model.marks if one.kind != "hidden" and one.cells and one.when is None)
    own = {_key(piece, model) for mark in always for piece in _pieces(mark, False)}
    names = [variable.name for variable in model.variables]
    return keys, keys | own, {names[x]: values[x] for x in written}, dict(zip(names, values, strict=True))


def equals(x: int, value: int) -> Boolean:
    """That a variable has a value."""
    return Compare("==", affine({x: 1}, -value))


def one_of(x: int, values: Iterable[int]) -> Boolean:
    """That a variable has one of some values."""
    return Some(tuple(equals(x, value) for value in values))


def allowed(condition: Boolean, model: Model) -> tuple[int, list[int]] | None:
    """The only variable of a condition, and those of its values with which it holds; ``None`` if it has others, too."""
    number = next(iter(found), None) if len(found := variables_of(condition)) == 1 else None
    if number is None or model.variables[number].is_real or model.variables[number].domain.size > _MOST_VALUES:
        return None
    return number, [value for value in model.variables[number].domain if _holds_at(condition, number, value)]


def _holds_at(condition: Boolean, number: int, value: int) -> bool:
    return holds(condition, {number: value})  # type: ignore[arg-type] # anything indexable does


def _either(conditions: Sequence[Boolean]) -> Boolean:
    return conditions[0] if len(conditions) == 1 else Some(tuple(conditions))


def _pieces(mark: Mark, directed: bool) -> Iterator[Mark]:
    """A mark as it is entered: stroke by stroke, cell by cell."""
    cells: Iterable[tuple[Cell, ...]] = (mark.cells,)
    if mark.kind in _IN_CELLS:
        cells = [(cell,) for cell in mark.cells]
    elif mark.kind in _STROKES and len(mark.cells) > 1:
        cells = [pair if directed else (min(pair), max(pair)) for pair in pairwise(mark.cells)]
    for own in cells:
        yield replace(mark, cells=own, when=None, origin=None, jumps=False)


def _key(mark: Mark, model: Model) -> str:
    places = [f"r{r}c{c}" for r, c in mark.cells]
    grid = "" if mark.grid == model.grids[0].name else f"{mark.grid}:"
    return " ".join(filter(None, (mark.kind, mark.color, mark.text, grid, *places)))


def _written(model: Model, grid: Grid, marks: Sequence[Mark]) -> Iterator[tuple[int, Domain]]:
    """The variables of the cells into which values are written, with these values; see `picture`."""
    if not grid.has_values:
        return
    covered = hidden_cells(grid, marks)
    covered |= {cell for mark in marks if mark.kind == "digit" and mark.when is None for cell in mark.cells}
    saying: dict[Cell, list[Boolean]] = {}
    for mark in marks:
        if mark.when is not None:
            for cell in mark.cells:
                if mark.kind in ("digit", "hidden") or says_value(model, mark, cell):
                    saying.setdefault(cell, []).append(mark.when)
    for cell, x in grid.cells.items():
        domain = model.variables[x].domain
        if cell in covered or x in model.givens or domain.size < 2 or model.variables[x].is_real:
            continue
        ruled = [own for when in saying.get(cell, ()) if (own := allowed(when, model)) and own[0] == x]
        values = domain - Domain.of(value for _, shown in ruled for value in shown)
        if values:
            yield x, values
