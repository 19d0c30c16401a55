"""What solvers see: what lines, sides and borders are called, and what the values of shaded cells look like."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.analysis.quotes import written
from puzzledsl.expressions import Boolean, Compare, affine, holds, variables_of
from puzzledsl.kernel.masks import bits
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Mark, Model

Phrase = tuple[str, str, str]
"""A verb, what it is done to, and what follows: ``leaves``, ``r1c2``, `` unshaded``."""

_MOST_COMBINATIONS = 4_000
"""Of the candidates that a mark depends on: whether it is drawn is not looked at while there are more."""


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
