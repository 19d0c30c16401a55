"""Clues taken out of a model's text; all else, comments and layout, stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzledsl.analysis.elements import Element, joined
from puzzledsl.diagnostics import failure
from puzzledsl.model import Grid, Model
from puzzledsl.reading import read
from puzzledsl.records import record
from puzzledsl.source import Source
from puzzledsl.syntax import Clue, Constraint, For, If, Rule, Statement

INDENT = "    "


@record(slots=True)
class _Piece:
    """A part of the text that may go: characters ``start`` to ``end``; a whole statement, or one of a clue's groups."""

    start: int
    end: int
    statement: Statement
    whole: bool


def removable(model: Model, elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements joined to what can be taken out of the text: those of one statement, or of one group of a clue.

    What a loop or an ``if`` requires is one element. Givens stay single.
    """
    pieces = _pieces(model)
    groups: dict[tuple[int, int], list[Element]] = {}
    alone: list[Element] = []
    for element in elements:
        piece = _piece_of(element, model, pieces)
        if piece is None:
            alone.append(element)
        else:
            groups.setdefault((piece.start, piece.end), []).append(element)
    found = [element for element in alone if element.origin.is_given]
    for (start, end), group in groups.items():
        found.append(group[0] if len(group) == 1 else joined(group, model.source.span(start, end)))
    return tuple(sorted(found, key=lambda element: element.requirements[0]))


def without(model: Model, dropped: Sequence[Element]) -> str:
    """The text of a model without some of its `removable` elements.

    Givens that did not stand in the text are written behind it.

    Raises:
        PuzzleError: the text that is left cannot be read, which is a bug.
    """
    text = model.source.text
    pieces = _pieces(model)
    cuts: list[tuple[int, int, str]] = []
    gone: dict[int, list[_Piece]] = {}
    for element in dropped:
        span = element.origin.span
        if element.origin.is_given:
            if span.source is model.source:
                cuts.append((span.start, span.end, ".".rjust(span.end - span.start)))
            continue
        piece = _piece_of(element, model, pieces)
        if piece is None:
            raise failure(f"`{element.sentence}` cannot be taken out of the text", span, code="bug")
        gone.setdefault(id(piece.statement), []).append(piece)
    for removed in gone.values():
        cuts += _cuts_of(text, removed)
    for start, end, instead in sorted(cuts, reverse=True):
        text = text[:start] + instead + text[end:]
    behind = _givens_behind(model, dropped)
    text = text.rstrip() + behind if behind else text
    _, mistakes = read(Source(model.source.name, text))
    if mistakes:
        raise failure("what is left of the text cannot be read", mistakes[0].span, code="bug")
    return text


def _pieces(model: Model) -> list[_Piece]:
    file, _ = read(model.source)
    return [piece for statement in file.statements for piece in _pieces_of(statement)]


def _pieces_of(statement: Statement) -> Iterator[_Piece]:
    if isinstance(statement, Clue) and len(statement.groups) > 1:
        for group in statement.groups:
            yield _Piece(group.span.start, group.span.end, statement, False)
    elif isinstance(statement, (Clue, Constraint, For, If)):
        yield _Piece(statement.span.start, _end(statement), statement, True)


def _end(statement: Statement) -> int:
    """Where a statement ends, with the block below its header."""
    match statement:
        case For(body=body) | Rule(body=body):
            inner = body
        case If(yes=yes, no=no):
            inner = (*yes, *no)
        case _:
            inner = ()
    return max([statement.span.end, *map(_end, inner)])


def _piece_of(element: Element, model: Model, pieces: Sequence[_Piece]) -> _Piece | None:
    span = element.origin.span
    if element.origin.is_given or span.source is not model.source:
        return None
    inside = (piece for piece in pieces if piece.start <= span.start and span.end <= piece.end)
    return next(inside, None)


def _cuts_of(text: str, removed: Sequence[_Piece]) -> list[tuple[int, int, str]]:
    """What to cut for the pieces of one statement."""
    statement = removed[0].statement
    if removed[0].whole or (isinstance(statement, Clue) and len(removed) == len(statement.groups)):
        return [(*_lines(text, statement.span.start, _end(statement)), "")]
    assert isinstance(statement, Clue)
    spans = [group.span for group in statement.groups]
    gone = {piece.start for piece in removed}
    cuts = []
    for i, span in enumerate(spans):
        if span.start in gone:
            # A group goes with the comma behind it; those at the end with the comma before them.
            last = all(later.start in gone for later in spans[i:])
            cuts.append((spans[i - 1].end, span.end, "") if last else (span.start, spans[i + 1].start, ""))
    return cuts


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole lines from one place to another, comments beside them included."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return first, len(text) if last < 0 else last + 1


def _givens_behind(model: Model, dropped: Sequence[Element]) -> str:
    """The givens that came from elsewhere than the text and are still there, as blocks of it."""
    gone = {n for element in dropped for n in element.requirements}
    givens = {
        requirement.origin.variables[0]
        for n, requirement in enumerate(model.requirements)
        if requirement.origin.is_given and requirement.origin.span.source is not model.source and n not in gone
    }
    text = ""
    for k, grid in enumerate(model.grids):
        if givens & {x for row in grid.numbers for x in row if x is not None}:
            text += "\n\ngivens:\n" if k == 0 else f"\n\ngivens {grid.name}:\n"
            text += "\n".join(INDENT + row for row in _rows(model, grid, givens))
    return text and text + "\n"


def _rows(model: Model, grid: Grid, givens: set[int]) -> Iterator[str]:
    width = max([1, *(len(str(model.givens[x])) for x in givens)])
    for row in grid.numbers:
        yield " ".join((str(model.givens[x]) if x in givens else ".").rjust(width) for x in row)
