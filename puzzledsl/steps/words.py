"""What solvers see: what lines, sides and borders are called, and what the values of shaded cells look like."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.expressions import Boolean, Compare, affine, holds, variables_of
from puzzledsl.kernel.masks import bits
from puzzledsl.model import grids_to_show, hidden_cells
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Mark, Model
    from puzzledsl.source import Span

Phrase = tuple[str, str, str]
"""A verb, what it is done to, and what follows: ``leaves``, ``r1c2``, `` unshaded``."""

_SENTENCE = "# solvers:"

_MOST_COMBINATIONS = 4_000
"""Of the candidates that a mark depends on: whether it is drawn is not looked at while there are more."""
_SIDES = {(-1, 0): "upper", (1, 0): "lower", (0, -1): "left", (0, 1): "right"}


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


@record
class Drawing:
    """Something that is drawn if the answer is such, and what a conclusion about it says.

    Attributes:
        variables: what it depends on.
        when: the condition under which it is drawn.
        drawn, absent: that it is, and that it is not.
    """

    variables: tuple[int, ...]
    when: Boolean
    drawn: Phrase
    absent: Phrase

    def status(self, candidates: Sequence[int] | Mapping[int, int], base: Sequence[int]) -> bool | None:
        """Whether it is drawn whichever of the candidates are right, or never; ``None``: that depends on them.

        Args:
            candidates: by variable a mask.
            base: by variable the value of its lowest bit.
        """
        return status(self.when, self.variables, candidates, base)


def status(
    when: Boolean, variables: Sequence[int], candidates: Sequence[int] | Mapping[int, int], base: Sequence[int]
) -> bool | None:
    """As `Drawing.status`, of a condition on variables."""
    masks = [candidates[x] for x in variables]
    if prod(mask.bit_count() for mask in masks) > _MOST_COMBINATIONS:
        return None
    known: bool | None = None
    for values in product(*([base[x] + bit for bit in bits(mask)] for x, mask in zip(variables, masks, strict=True))):
        found = holds(when, dict(zip(variables, values, strict=True)))  # type: ignore[arg-type] # indexable
        if known not in (None, found):
            return None
        known = found
    return known


def drawings(model: Model, called: Sequence[str]) -> list[Drawing]:
    """What a picture of the model draws on an answer: edges, and the marks with a condition.

    Args:
        called: the `labels` of the variables.
    """
    found: dict[tuple[Boolean, str], Drawing] = {}
    lines, values = set[int](), written(model)
    for edges in model.edges:
        if list(edges.domain) == [0, 1]:
            lines |= set(edges.numbers.values())
    for x in sorted(lines):
        when = Compare("==", affine({x: 1}, -1))
        found[when, called[x]] = Drawing((x,), when, ("draws", called[x], ""), ("leaves out", called[x], ""))
    cells = {grid.name: grid.cells for grid in model.grids}
    for mark in model.marks:
        on = () if mark.when is None else tuple(sorted(variables_of(mark.when)))
        if not on or mark.kind == "hidden" or (len(on) == 1 and lines.issuperset(on)):
            continue
        assert mark.when is not None
        if all(values[x] for x in on) and not _pins(model, on, mark.when):
            continue
        places = [called[cells[mark.grid][cell]] for cell in mark.cells if cell in cells.get(mark.grid, ())]
        if len(places) == len(mark.cells):
            drawn, absent = _phrases(mark, places)
            found.setdefault((mark.when, drawn[1]), Drawing(on, mark.when, drawn, absent))
    return list(found.values())


def _pins(model: Model, on: Sequence[int], when: Boolean) -> bool:
    """Whether a condition that holds says which value an unknown has."""
    domain = model.variables[on[0]].domain
    if len(on) > 1 or domain.size > _MOST_COMBINATIONS:
        return False
    return sum(holds(when, {on[0]: value}) for value in domain) == 1  # type: ignore[arg-type] # indexable


def _phrases(mark: Mark, places: Sequence[str]) -> tuple[Phrase, Phrase]:
    """That a mark is drawn at some places, and that it is not."""
    where = "-".join(places)
    if mark.kind == "shade" and not mark.text:
        return ("shades", where, ""), ("leaves", where, " unshaded")
    if mark.kind == "edge" and len(places) == 2:
        border = f"the border between {places[0]} and {places[1]}"
        return ("draws", border, ""), ("leaves out", border, "")
    if mark.kind in ("line", "arrow", "diagonal"):
        return ("draws", f"the {mark.kind} {where}", ""), ("leaves out", f"the {mark.kind} {where}", "")
    what = mark.text or f"a {mark.color} {mark.kind}" if mark.color.isalpha() else mark.text or f"a {mark.kind}"
    return (f"puts {what} into", where, ""), (f"keeps {what} out of", where, "")


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
