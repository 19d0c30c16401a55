"""The marks of layouts as clues: the text is read again without a mark, which shows what the mark demands.

Nothing is known of what a mark means. A dot takes its place; a question mark does if the mask takes its cell out of
the grid, because the cell then stays a wall. If the model without it is the same but for some requirements, these are
what the mark demands, and it can be left out as any other clue. If not, as where a dot stands for a rule of its own,
only the solutions of both models can be compared.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.analysis.elements import Element
from puzzledsl.analysis.quotes import Quotes
from puzzledsl.analysis.removal import without
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.layouts import mark_spans
from puzzledsl.model import Origin
from puzzledsl.reading import read
from puzzledsl.records import record, replace
from puzzledsl.session import subset
from puzzledsl.source import Source
from puzzledsl.syntax import ClueLayout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from puzzledsl.analysis.asking import Asking
    from puzzledsl.expressions import Boolean
    from puzzledsl.model import Cell, Grid, Model
    from puzzledsl.source import Span


def with_marks(elements: Sequence[Element], model: Model, how: Asking) -> tuple[Element, ...]:
    """The elements of a model, with the marks of its layouts in place of the statements that say what these mean.

    A statement stays if it demands something besides.

    Raises:
        OutOfTime: the time limit came first.
    """
    marks = tuple(_marks(model, how))
    owned = {n for mark in marks if mark._is_exact for n in mark._requirements}
    return tuple(element for element in elements if not owned.issuperset(element._requirements)) + marks


def _marks(model: Model, how: Asking) -> Iterator[Element]:
    file, _ = read(model.source)
    layouts = [node for node in file.statements if isinstance(node, ClueLayout)]
    spans = {node: mark_spans(node.rows) for node in layouts if model.clues.get(node.name.id, ()) is None}
    count = sum(span.text != "." for found in spans.values() for span in found.values())
    quotes, done = Quotes(model), 0
    for node, found in spans.items():
        grids = [grid for grid in model.grids if node.grid is None or grid.name == node.grid.id]
        around = grids[0] if grids and (grids[0].height, grids[0].width) == max(found, default=()) else None
        for place, span in found.items():
            is_wall = around is not None and place not in around.cells
            if span.text not in (".?" if is_wall else "."):
                how.report.say(f"{done} of {count} marks read")
                done += 1
                yield _element(_Mark(node.name.id, place, span, around, is_wall), model, how, quotes)


@record
class _Mark:
    """A mark, its row and column, and the grid of the size of its layout, if there is one."""

    layout: str
    place: Cell
    span: Span
    around: Grid | None
    is_wall: bool

    @property
    def where(self) -> str:
        return ("at r{}c{}" if self.around else "in row {}, column {}").format(*self.place)


def _element(mark: _Mark, model: Model, how: Asking, quotes: Quotes) -> Element:
    """What a mark demands."""
    sentence = f"`{mark.span.text}` of `{mark.layout}` {mark.where}"
    element, less = Element((), Origin(mark.span, mark.layout, sentence), sentence), None
    for instead in ("?", ".") if mark.is_wall else (".",):
        if less is None:
            element = replace(element, _instead=instead)
            less = read_without(model, [element], how)
    if less is None:
        return replace(element, _is_exact=False)
    kept, gone = Counter(one.expression for one in less.requirements), list[int]()
    for n, one in enumerate(model.requirements):
        kept[one.expression] -= 1
        if kept[one.expression] < 0:
            gone.append(n)
    rest = (one.expression for n, one in enumerate(model.requirements) if n not in {*gone})
    is_exact = is_rest(less, model, rest)
    x = None if mark.around is None else mark.around.cells.get(mark.place)
    own = [model.requirements[n].origin for n in gone]
    at_place = [one for one in own if one.cell in (mark.place, None if x is None else model.variables[x].name)]
    by = next(iter(at_place or own), None)
    if by is not None and by.span in quotes.sentences:
        sentence = f"{quotes.name(by)} {mark.where}" if mark.around else quotes.named(by, by.variables)
    numbers = (x,) if x is not None else by.variables if by is not None else ()
    return replace(
        element,
        _requirements=tuple(gone) if is_exact else (),
        origin=replace(element.origin, sentence=sentence, variables=numbers),
        sentence=sentence,
        cells=tuple(model.variables[number].name for number in numbers),
        _is_exact=is_exact,
    )


def read_without(model: Model, marks: Sequence[Element], how: Asking) -> Model | None:
    """The model without some of its marks; ``None``: it cannot be read."""
    try:
        return how.read(Source(model.source.name, without(model, marks)))
    except PuzzleError:
        return None


def is_rest(less: Model, model: Model, rest: Iterable[Boolean]) -> bool:
    """Whether a model has the variables of another one, and these of its requirements."""
    same = have_same_variables(model, less)
    return same and Counter(one.expression for one in less.requirements) == Counter(rest)


def without_statements(model: Model, origins: Iterable[Origin]) -> Model:
    """The model without the requirements of other ones, which a text with other marks has at the same place."""

    def key(origin: Origin) -> tuple[object, ...]:
        return origin.span.source.name, origin.span.start, origin.sentence

    gone, kept = Counter(map(key, origins)), []
    for n, one in enumerate(model.requirements):
        gone[key(one.origin)] -= 1
        if gone[key(one.origin)] < 0:
            kept.append(n)
    return subset(model, kept)


def have_same_variables(model: Model, other: Model) -> bool:
    """Whether an assignment of one model is one of the other."""
    return [(x.name, x.domain) for x in model.variables] == [(x.name, x.domain) for x in other.variables]
