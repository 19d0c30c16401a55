"""What is being recognised: the drawing with what is explained of it so far, the statements, and the model."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import fit, said
from puzzledsl.formats.drawings.geometry import path, sketch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.class_sentences import Claims
    from puzzledsl.formats.drawings.records import Cage, Drawing, Shape, Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.formats.drawings.trail_text import Trail
    from puzzledsl.model import Cell

    Mark = Stroke | Shape | Cage


class Board:
    """The state of one recognition.

    Attributes:
        draft: where clues are written to.
        statements: the rules that the prose states.
        groups: the name of the regions, for rules about regions: ``boxes``; empty if there are none.
        typed: the cells of all clues of one kind, for rules about kinds.
        foreign: colours of lines that sentences name which nobody understands.
        digits: the board of the clues about digits, if this one is about values that are not the digits.
        values: the board of the clues about values, if there are some that are not the digits.
        trail: the path or loop that the solver draws, if there is one.
        claims: the sentences about classes of cells, with the classes that they define.
        ringed: cells at the ends of lines that have circles there: such a circle needs no other meaning.
    """

    def __init__(
        self, draft: Draft, drawing: Drawing, statements: Sequence[Statement], groups: str, foreign: Sequence[str] = ()
    ) -> None:
        self.draft, self.drawing = draft, drawing
        self.statements = list(statements)
        self.groups = groups
        self.foreign = tuple(foreign)
        self.typed: dict[str, dict[Cell, None]] = {}
        self.ringed: set[Cell] = set()
        self.digits: Board | None = None
        self.values: Board | None = None
        self.trail: Trail | None = None
        self.claims: Claims | None = None
        self._explained: set[int] = {id(cage) for cage in drawing.cages if cage.known}
        self._paths = {id(stroke): self._inside(path(stroke)) for stroke in drawing.strokes}
        self._read_sketches()

    def written_to(self, draft: Draft, statements: Sequence[Statement]) -> Board:
        """The same drawing for clues that go to another draft; what one of both boards explains is explained."""
        other = Board(draft, self.drawing, statements, self.groups, self.foreign)
        other._explained, other._paths, other.ringed = self._explained, self._paths, self.ringed
        return other

    def of_values(self, draft: Draft, statements: Sequence[Statement]) -> Board:
        """The same drawing for clues about values in place of digits; see `written_to`."""
        other = self.written_to(draft, statements)
        other.digits, self.values = self, other
        return other

    def _read_sketches(self) -> None:
        """Find the cells of strokes that bend on sides and corners, and of those that begin in the middle of others."""
        looks: dict[tuple[str, float], set[frozenset[Cell]]] = {}
        for stroke in self.drawing.strokes:
            steps = map(frozenset, pairwise(self.path(stroke)))
            looks.setdefault((stroke.color, stroke.width), set()).update(steps)
        for stroke in self.drawing.strokes:
            if not self.path(stroke) and len(stroke.points) > 2 and not stroke.arrow:
                cells, stubs = sketch(stroke)
                if all(frozenset(stub) in looks[stroke.color, stroke.width] for stub in stubs):
                    self._paths[id(stroke)] = self._inside(cells)

    def _inside(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return cells if all(self.draft.inside(cell) for cell in cells) else ()

    def said(self, *names: str) -> list[Statement]:
        """The statements of rules with one of these names."""
        return [one for one in self.statements if one.rule.name in names]

    def about(self, what: str) -> list[Statement]:
        """The statements about a kind of drawn thing."""
        return [one for one in self.statements if one.rule.about == what]

    def left_strokes(self, arrow: bool = False) -> list[Stroke]:
        """Strokes through cells that nothing has explained so far."""
        return [
            stroke
            for stroke in self.drawing.strokes
            if self.is_left(stroke) and stroke.arrow == arrow and len(self.path(stroke)) > 1
        ]

    def left_shapes(self) -> list[Shape]:
        """Shapes that nothing has explained so far."""
        return [shape for shape in self.drawing.shapes if self.is_left(shape)]

    def left_cages(self) -> list[Cage]:
        """Cages that nothing has explained so far."""
        return [cage for cage in self.drawing.cages if self.is_left(cage)]

    def known(self, kind: str) -> list[tuple[Cell, ...]]:
        """The cells of the clues of a kind that the model has already."""
        return [cells for name, cells in self.drawing.clues if name == kind]

    def path(self, stroke: Stroke) -> tuple[Cell, ...]:
        """The cells of a stroke, in order."""
        return self._paths[id(stroke)]

    def is_left(self, mark: Mark) -> bool:
        """Whether nothing has explained it so far."""
        return id(mark) not in self._explained

    def explain(self, *marks: Mark) -> None:
        """Note that marks are explained."""
        self._explained.update(id(mark) for mark in marks)

    def region_of(self, cell: Cell) -> int | None:
        """The number of the region that a cell is in."""
        return next((k for k, region in enumerate(self.drawing.regions) if cell in region), None)

    def clue(self, kind: str, words: str, cells: Sequence[Cell], section: str = "") -> None:
        """Write a clue, and note its cells for rules about all clues of its kind. A cell may occur twice."""
        self.typed.setdefault(kind, {}).update(dict.fromkeys(cells))
        if len(set(cells)) < len(cells):
            self.draft.clue(words, " ".join(cell_name(cell) for cell in cells), section)
        else:
            self.draft.clue(words, cells, section)

    def leave_out(self, statement: Statement, why: str) -> None:
        """Say that a rule of the prose is not in the model, and why."""
        self.draft.leave_out(f"{why}: {statement.sentence.quoted}")


def claims(statements: Iterable[Statement], color: str) -> list[tuple[float, Statement]]:
    """The statements that name a colour, the best fits first."""
    fits = [(max((fit(name, color) for name in one.colors), default=0.0), one) for one in statements]
    return sorted(((value, one) for value, one in fits if value > 0), key=lambda pair: -pair[0])


def colored(color: str, what: str) -> str:
    """A thing with its colour: ``green line``."""
    return f"{said(color)} {what}"
