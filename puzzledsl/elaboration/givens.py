"""Givens that come from outside a model: how their text is cut into rows, and which of them clash."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from puzzledsl.diagnostics import Diagnostic, Note
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.layouts import given_marks
from puzzledsl.elaboration.values import GridValue, cell_number, is_cell
from puzzledsl.expressions import All, AllDifferent
from puzzledsl.listing import counted
from puzzledsl.model import Requirement, Variable
from puzzledsl.source import Source, Span
from puzzledsl.syntax import LayoutRow

GivensOf = Callable[[Sequence[GridValue]], Source]
"""Gives the text of givens once the grids are known."""

PlacedGiven = tuple[int, int, Span]
"""Variable number, value, place."""


_PART = re.compile(r"[^;]+")
_NAME = re.compile(r"\s*([^\W\d]\w*)\s*:")
_COMMENT = re.compile(r"#[^\n]*")


def parts_of(source: Source) -> Iterator[tuple[Span | None, Span]]:
    """The parts of a text of givens: ``53..7…; other: 12…``. Of each the grid's name, if any, and marks."""
    text = _COMMENT.sub(lambda comment: " " * len(comment.group()), source.text)
    for part in _PART.finditer(text):
        if not part.group().strip():
            continue
        named = _NAME.match(part.group())
        if named is None:
            yield None, source.span(*part.span())
        else:
            start = part.start()
            name = source.span(start + named.start(1), start + named.end(1))
            yield name, source.span(start + named.end(), part.end())


def givens_of(
    source: Source, grid: GridValue, diagnostics: list[Diagnostic], part: Span | None = None
) -> list[PlacedGiven]:
    """The givens in a text (or a part of it): one line for the whole grid, or rows as in a layout.

    Marks that are no values are reported in ``diagnostics``.

    Raises:
        PuzzleError: one line of the wrong length.
    """
    part = part or source.span(0, len(source.text))
    rows = _lines(part)
    if len(rows) == 1 and grid.height > 1:
        size = grid.height * grid.width
        if (cut := _cut(rows[0], grid.height, grid.width)) is None:
            words = rows[0].text.split()
            count = len(rows[0].text) if len(words) == 1 else len(words)
            message = f"{counted(count, 'mark')} for a grid of {grid.height}×{grid.width} = {size} cells"
            raise Fault(message, code="layout").at(rows[0].span)
        rows = cut
    header = source.span(part.start, max(part.start + 1, part.end))
    found = []
    for row, column, value, span in given_marks(tuple(rows), grid, header, diagnostics):
        number = grid.numbers[row - 1][column - 1]
        assert number is not None
        found.append((number, value, span))
    return found


def rows_of(part: Span, shape: tuple[int, int] | None) -> tuple[LayoutRow, ...]:
    """Rows of clues in a text: a line each, or in one line with slashes between them.

    ``shape``: rows and columns that one line is cut into if it has as many marks.
    """
    rows = _lines(part)
    if len(rows) != 1:
        return tuple(rows)
    if "/" in rows[0].text:
        return tuple(row for piece in re.finditer(r"[^/]+", rows[0].text) for row in _lines(_within(rows[0], piece)))
    cut = None if shape is None or shape[0] == 1 else _cut(rows[0], *shape)
    return tuple(cut or rows)


def _within(row: LayoutRow, piece: re.Match[str]) -> Span:
    return row.span.source.span(row.span.start + piece.start(), row.span.start + piece.end())


def _lines(part: Span) -> list[LayoutRow]:
    """The lines of a part of a text that have marks, without comments."""
    rows: list[LayoutRow] = []
    start = part.start
    for line in part.text.splitlines(keepends=True):
        stripped = line.split("#")[0].strip()
        if stripped:
            offset = start + line.index(stripped)
            rows.append(LayoutRow(stripped, part.source.span(offset, offset + len(stripped))))
        start += len(line)
    return rows


def _cut(row: LayoutRow, height: int, width: int) -> list[LayoutRow] | None:
    """One line that holds all rows: as many marks, or characters, as there are places; ``None``: it has others."""
    places = [word.span() for word in re.finditer(r"\S+", row.text)]
    if len(places) == 1:
        places = [(k, k + 1) for k in range(len(row.text))]
    if len(places) != height * width:
        return None
    ends = [(places[k][0], places[k + width - 1][1]) for k in range(0, len(places), width)]
    return [LayoutRow(row.text[a:b], row.span.source.span(row.span.start + a, row.span.start + b)) for a, b in ends]


def given_twice(variable: Variable, value: int, span: Span, earlier: tuple[int, Span]) -> Diagnostic:
    """What is said about a cell that has two different givens; ``earlier`` is the other one and its place."""
    return Diagnostic(
        f"{variable.name} is given as {value}, and elsewhere as {earlier[0]}",
        span,
        "",
        (),
        (Note("the other given", earlier[1]),),
        "clash",
    )


def clashing(
    requirements: Iterable[Requirement], givens: Mapping[int, tuple[int, Span]], variables: Sequence[Variable]
) -> Iterator[Diagnostic]:
    """Two equal givens in one all-different group are a slip of the pen, and said to be one.

    Args:
        givens: variable number → value and place.
    """
    reported: set[tuple[int, int]] = set()
    for requirement in requirements if givens else ():
        expression = requirement.expression
        parts = expression.items if isinstance(expression, All) else (expression,)
        for part in parts:
            if not isinstance(part, AllDifferent):
                continue
            seen: dict[int, int] = {}
            for item in part.items:
                if not is_cell(item) or cell_number(item) not in givens:
                    continue
                number = cell_number(item)
                value, span = givens[number]
                other = seen.setdefault(value, number)
                if value in part.ignoring or other == number or (other, number) in reported:
                    continue
                reported.add((other, number))
                names = variables[other].name, variables[number].name
                yield Diagnostic(
                    f"the given {value} is at {names[0]} and again at {names[1]}",
                    span,
                    f"{requirement.origin.sentence} (line {requirement.origin.line})",
                    (
                        "0 is a value of this grid; write `.` for an empty cell"
                        if value == 0
                        else "change one of them, or write `.` for an empty cell",
                    ),
                    (Note("the first one", givens[other][1]),),
                    "clash",
                )
