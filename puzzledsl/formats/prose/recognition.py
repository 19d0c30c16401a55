"""A drawing and the rules in prose become clues.

A green line is a whisper only where the rules say so. What the rules say and is not understood, and what is drawn and
not explained, is named. A rule that a sentence which is not understood may change is left out, and so is a mark that
could have two meanings: a wrong clue costs more than a missing one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from importlib import import_module
from itertools import pairwise

from puzzledsl.formats.draft import ModelDraft, cell_list, cell_name
from puzzledsl.formats.drawing.colors import fit, said
from puzzledsl.formats.drawing.geometry import cell_at, on_side, path
from puzzledsl.formats.drawing.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.prose.lexicon import Stated
from puzzledsl.formats.prose.reading import Reading
from puzzledsl.model import Cell

Mark = Stroke | Shape | Cage

GEOMETRIES = ("grid", "cages", "thermometers", "arrows", "lines", "outside", "edges", "corners", "cells")
"""The modules of `binders`, in order: bulbs and circles at the ends of lines belong to these, not to cells."""
MOST_DRAWN = 5_000
"""Lines and shapes of a drawing that is read; real ones have up to 2,000."""
FITS = 0.7
"""From where on a colour has a name."""


class Recognition:
    """The state of one recognition.

    Attributes:
        draft: where clues are written to.
        trusted: what is stated and not in doubt.
    """

    def __init__(self, draft: ModelDraft, drawing: Drawing, reading: Reading) -> None:
        self.draft, self.drawing, self.reading = draft, drawing, reading
        self.trusted: list[Stated] = []
        self._paths = {id(stroke): self._path(stroke) for stroke in drawing.strokes}
        self._explained: set[int] = set()
        for one in reading.stated:
            colors = one.colors or tuple(one.entry.color.split())
            is_rule = one.entry.mark != "none"
            reason = reading.doubt(one.entry.mark, colors, one.entry.name, drawn=True) if is_rule else None
            if one.entry.ends and not draft.lowest and reading.range is None:
                self.leave_out(one, "the rules do not say which digits there are")
            elif reason is None:
                self.trusted.append(one)
            elif one.entry.form != "houses":
                self.leave_out(one, f"{reason.quoted} may change this rule, which is left out")

    def _path(self, stroke: Stroke) -> tuple[Cell, ...]:
        cells = path(stroke)
        return cells if all(map(self.draft.inside, cells)) else ()

    def stated(self, *names: str) -> list[Stated]:
        """What is stated of some entries."""
        return [one for one in self.trusted if one.entry.name in names]

    def about(self, mark: str) -> list[Stated]:
        """What is stated about a kind of mark."""
        return [one for one in self.trusted if one.entry.mark == mark]

    def path(self, stroke: Stroke) -> tuple[Cell, ...]:
        """The cells of a stroke in order; none if it does not run from centre to centre within the grid."""
        return self._paths[id(stroke)]

    def strokes(self, arrow: bool = False) -> list[Stroke]:
        """The strokes through several cells that nothing has explained so far."""
        every = filter(self.is_left, self.drawing.strokes)
        return [stroke for stroke in every if stroke.arrow == arrow and len(self.path(stroke)) > 1]

    def shapes(self) -> list[Shape]:
        """The shapes that nothing has explained so far."""
        return list(filter(self.is_left, self.drawing.shapes))

    def circles(self, cell: Cell) -> list[Shape]:
        """The circles of nearly the size of a cell in one."""
        return [
            shape
            for shape in self.drawing.shapes
            if shape.round and 0.4 <= shape.height <= 1 and 0.45 <= shape.width <= 1 and cell_at(shape.center) == cell
        ]

    def is_left(self, mark: Mark) -> bool:
        """Whether nothing has explained a mark so far."""
        return id(mark) not in self._explained

    def explain(self, *marks: Mark) -> None:
        """Note that marks are explained."""
        self._explained.update(map(id, marks))

    def clue(self, words: str, cells: Sequence[Cell], section: str = "") -> None:
        """Write a clue; a cell may occur twice in it."""
        once = len(set(cells)) == len(cells)
        self.draft.clue(words, cells if once else " ".join(map(cell_name, cells)), section)

    def words(self, one: Stated) -> str:
        """The words of a clue before its cells, or the whole line of one without."""
        numbers = one.numbers or ((one.entry.value,) if one.entry.value is not None else ())
        return (one.entry.clue or one.entry.name).replace("{n}", ", ".join(map(str, numbers)))

    def leave_out_undrawn(self, stated: Iterable[Stated], drawn: Container[str]) -> None:
        """Say which rules are not in the model because nothing is drawn for them.

        Args:
            drawn: the names of those that have a clue.
        """
        for one in stated:
            if one.entry.name not in drawn:
                self.leave_out(one, "nothing that is certainly meant is drawn for this rule")

    def leave_out(self, one: Stated, why: str) -> None:
        """Say that a rule is not in the model, and why."""
        self.draft.leave_out(f"{why}: {one.sentence.quoted}")


def recognise(draft: ModelDraft, drawing: Drawing, reading: Reading) -> None:
    """Add to a model what a drawing and its rules mean.

    Args:
        draft: has the grid, its givens and its regions; receives the clues and the sentences about what is left out.
    """
    for sentence in reading.unread:
        partly = [one.entry.name for one in reading.stated if one.sentence is sentence]
        partly += [rule for one, rule in reading.described if one is sentence]
        limits = f" more than the usual rule `{partly[0]}`" if partly else ""
        draft.leave_out(f"the rules say{limits}: {sentence.quoted}")
    if len(drawing.strokes) + len(drawing.shapes) > MOST_DRAWN:
        draft.leave_out(f"the drawing, which has more than {MOST_DRAWN:,} lines and shapes")
        return
    recognition = Recognition(draft, drawing, reading)
    for name in GEOMETRIES:
        import_module(f"{__package__}.binders.{name}").bind(recognition)
    for one in recognition.about("typed"):
        recognition.leave_out(one, "a drawing does not say which cells this rule is about")
    _explain_decoration(recognition)
    _name_the_rest(recognition)


def fits(colors: Iterable[str], color: str) -> float:
    """How well the best of some names fits a colour."""
    return max((fit(name, color) for name in colors), default=0.0)


def _explain_decoration(recognition: Recognition) -> None:
    """Outlines and frames have no meaning of their own: strokes over explained ones, and along the sides of cells."""
    bound = [
        frozenset(step)
        for s in recognition.drawing.strokes
        if not recognition.is_left(s)
        for step in pairwise(recognition.path(s))
    ]
    height, width = recognition.drawing.height, recognition.drawing.width
    for stroke in filter(recognition.is_left, recognition.drawing.strokes):
        steps = {frozenset(step) for step in pairwise(recognition.path(stroke))}
        colorless = fits(("white", "gray", "black"), stroke.color) == 1
        on_sides = all(on_side(point, 0.05) for point in stroke.points)
        off = all(not (0 <= r <= height and 0 <= c <= width) for r, c in stroke.points)
        framing = off and max(abs(r - s) for r, _ in stroke.points for s, _ in stroke.points) > height
        level = all(min(abs(r - s), abs(c - d)) < 0.05 for (r, c), (s, d) in pairwise(stroke.points))
        if (steps and steps <= set(bound)) or (on_sides and level and colorless and not stroke.arrow) or framing:
            recognition.explain(stroke)
    lines = {cell for step in bound for cell in step}
    for shape in recognition.shapes():
        dot = max(shape.height, shape.width) < 0.6 and not shape.text.strip() and cell_at(shape.center) in lines
        if dot and shape.round:
            recognition.explain(shape)


def _name_the_rest(recognition: Recognition) -> None:
    """Say what is drawn and not explained, by colour and kind, with the cells."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for stroke in filter(recognition.is_left, recognition.drawing.strokes):
        name = f"{said(stroke.color)} {'arrow' if stroke.arrow else 'line'}"
        kinds.setdefault((name, ""), []).append(cell_list(recognition.path(stroke)))
    for shape in recognition.shapes():
        cell, text = cell_at(shape.center), shape.text.strip()
        look = f"{said(shape.fill or shape.border)} {'circle' if shape.round else 'rectangle'}"
        if text or shape.fill or shape.border:
            what = ("text", f" “{text[:30]}”") if text else (look, "")
            kinds.setdefault(what, []).append(cell_name(cell) if cell else "")
    for cage in filter(recognition.is_left, recognition.drawing.cages):
        if not cage.hidden and not cage.known:
            kinds.setdefault(("cage", f" “{cage.value}”" if cage.value else ""), []).append(cell_list(cage.cells))
    for (kind, detail), places in kinds.items():
        where = [place for place in places if place]
        shown = f": {'; '.join(where[:4])}{'; …' if len(where) > 4 else ''}" if where else ""
        number = f"{len(places)} {kind}s" if len(places) > 1 else f"a {kind}"
        recognition.draft.leave_out(f"{number}{detail} without a known meaning{shown}")
