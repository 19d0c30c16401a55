"""Clues taken out of a model's text; all else, comments and layout, stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzledsl.analysis.elements import Element, joined
from puzzledsl.diagnostics import failure
from puzzledsl.model import Grid, Model
from puzzledsl.reading import read
from puzzledsl.records import record
from puzzledsl.source import Source
from puzzledsl.syntax import Clue, Constraint, For, If, Rule, Statement

INDENT = "    "

Change = tuple[int, int, str]
"""A change of a text: the positions of the first character and behind the last one, and the new text between them."""


@record
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
    return tuple(sorted(found, key=lambda element: element._requirements[0]))


def without(model: Model, dropped: Sequence[Element]) -> str:
    """The text of a model without some of its `removable` elements.

    Givens that did not stand in the text are written behind it.

    Raises:
        PuzzleError: the text that is left cannot be read, which is a bug.
    """
    text = model.source.text
    for start, end, instead in sorted(cuts_of(model, dropped), reverse=True):
        text = text[:start] + instead + text[end:]
    gone_numbers = {x for element in dropped if element.origin.is_given for x in element.origin.variables}
    behind = {x: value for x, value in givens_elsewhere(model).items() if x not in gone_numbers}
    if behind:
        text = "\n".join([text.rstrip(), "", *givens_blocks(model, behind), ""])
    _, mistakes = read(Source(model.source.name, text))
    if mistakes:
        raise failure("what is left of the text cannot be read", mistakes[0].span, code="bug")
    return text


def cuts_of(model: Model, dropped: Sequence[Element]) -> list[Change]:
    """Return the changes of a model's text that remove some of its `removable` elements."""
    pieces = _pieces(model)
    cuts: list[Change] = []
    gone: dict[int, list[_Piece]] = {}
    for element in dropped:
        span = element.origin.span
        if element.origin.is_given or element._instead:
            if span.source is model.source:
                cuts.append((span.start, span.end, (element._instead or ".").rjust(span.end - span.start)))
            continue
        around = _piece_of(element, model, pieces)
        inside = [one for one in pieces if span.start <= one.start and one.end <= span.end]  # all groups of a clue
        if around is None and not inside:
            raise failure(f"`{element.sentence}` cannot be taken out of the text", span, code="bug")
        for piece in inside if around is None else [around]:
            gone.setdefault(id(piece.statement), []).append(piece)
    return cuts + [cut for removed in gone.values() for cut in _cuts_of(model.source.text, removed)]


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


def _cuts_of(text: str, removed: Sequence[_Piece]) -> list[Change]:
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


def data_elsewhere(model: Model, settings: Mapping[str, str]) -> dict[str, str]:
    """The values of params and the rows of layouts that the text of a model does not say.

    Args:
        settings: those that the model was read with.
    """
    new = {name: value.strip() for name, value in settings.items() if name not in model.clues}
    return new | {name: "\n".join(rows) for name, rows in model.clues.items() if rows is not None}


def givens_elsewhere(model: Model) -> dict[int, int]:
    """The givens that the text of the model does not say."""
    origins = [one.origin for one in model.requirements if one.origin.is_given]
    numbers = [origin.variables[0] for origin in origins if origin.span.source is not model.source]
    return {x: model.givens[x] for x in numbers}


def givens_blocks(model: Model, givens: Mapping[int, int]) -> list[str]:
    """The ``givens`` blocks of the grids that have some of these givens; of the main grid if there are no givens."""
    lines: list[str] = []
    for k, grid in enumerate(model.grids):
        if (k == 0 and not givens) or not givens.keys().isdisjoint(grid.cells.values()):
            lines.append("givens:" if k == 0 else f"givens {grid.name}:")
            lines += [INDENT + row for row in layout(model, grid, givens)]
    return lines


def layout(model: Model, grid: Grid, givens: Mapping[int, int]) -> list[str]:
    """The rows of a ``givens`` block, with lines between boxes where these are rectangles of one size."""
    told = {x: str(model.variables[x].told(value)) for x, value in givens.items()}
    cells = [[told.get(x, ".") for x in row] for row in grid.numbers]  # type: ignore[arg-type] # None is not there
    width = max(len(mark) for row in cells for mark in row)
    height, across = (None, None) if grid.domain.lo < 0 else _box_size(model, grid)
    lines = []
    for r, row in enumerate(cells):
        marks = [mark.rjust(width) for mark in row]
        if height is None or across is None:
            lines.append(" ".join(marks))
            continue
        parts = [" ".join(marks[c : c + across]) for c in range(0, grid.width, across)]
        if r and r % height == 0:
            lines.append("-+-".join("-" * len(part) for part in parts))
        lines.append(" | ".join(parts))
    return lines


def _box_size(model: Model, grid: Grid) -> tuple[int | None, int | None]:
    """Height and width of the boxes, where they are rectangles of one size that fill the grid."""
    groups = model.boxes.get(grid.name, ())
    for group in groups:
        rows, columns = {r for r, _ in group}, {c for _, c in group}
        if (1, 1) not in group:
            continue
        height, width = len(rows), len(columns)
        expected = {
            frozenset((r + i, c + j) for i in range(height) for j in range(width))
            for r in range(1, grid.height + 1, height)
            for c in range(1, grid.width + 1, width)
        }
        if height > 1 and width > 1 and expected <= {frozenset(one) for one in groups}:
            return height, width
    return None, None
