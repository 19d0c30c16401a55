"""Givens that come from outside a model: how their text is cut into rows, and which of them clash."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from puzzledsl.diagnostics import Diagnostic, Note
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.kinds import cell_number, is_cell
from puzzledsl.elaboration.layouts import PlacedGiven, given_marks, given_value
from puzzledsl.elaboration.values import GridValue
from puzzledsl.expressions import AllDifferent, conjuncts
from puzzledsl.listing import counted
from puzzledsl.model import Grid, Requirement, Variable, VariableNames
from puzzledsl.reading.statement_actions import layout_rows
from puzzledsl.source import Source, Span
from puzzledsl.syntax import LayoutRow

GivensOf = Callable[[Sequence[GridValue]], Source]
"""Gives the text of givens once the grids are known."""

_PART = r"[^;]+"
_NAME = re.compile(r"\s*([^\W\d]\w*)\s*:")
_VALUE = r"\s*([^\W\d]\w*(?:\s*\[[^\]]+\])?)\s*=\s*(-?[0-9]{1,18}|[^\W\d_]+)\s*"
_COMMENT = r"#[^\n]*"


def parts_of(source: Source) -> Iterator[tuple[Span | None, Span]]:
    """The parts of a text of givens: ``53..7…; other: 12…``. Of each the grid's name, if any, and marks."""
    text = re.sub(_COMMENT, lambda comment: " " * len(comment.group()), source.text)
    for part in re.finditer(_PART, text):
        named = _NAME.match(text, *part.span())
        if named is not None:
            yield source.span(*named.span(1)), source.span(named.end(), part.end())
        elif part[0].strip():
            yield None, source.span(*part.span())


def given_by_name(part: Span, names: VariableNames) -> PlacedGiven | None:
    """The given in a part such as ``road[r1c1, r1c2] = 1``; ``None``: it has another form.

    ``road[r1c1, "right"] = 1`` is the same, and so is ``road[r1c2, r1c1] = 1``, unless ``edges`` have a direction.

    Raises:
        PuzzleError: there is no such unknown, or it has no such value.
    """
    found = re.fullmatch(_VALUE, part.text)
    if found is None:
        return None
    unknown, mark = found.groups()
    number, variables = names.number(unknown), names.variables
    if number is None or variables[number].hidden:
        known = [v.name for v in variables if not v.hidden]
        raise Fault.unknown(f"the model has no unknown `{unknown}`", unknown, known).at(
            part.source.span(part.start + found.start(1), part.start + found.end(1))
        )
    variable = variables[number]
    value = given_value(mark, variable.domain, variable.letters)
    if value is None or value not in variable.domain:
        raise Fault(f"{variable.name} cannot be {mark}", f"its values are {variable.values}", code="given").at(part)
    return number, value, part


def givens_of(
    source: Source, grid: GridValue | Grid, diagnostics: list[Diagnostic], part: Span | None = None
) -> list[PlacedGiven]:
    """The givens in a text (or a part of it): one line for the whole grid, or rows as in a layout.

    Marks that are no values are reported in ``diagnostics``.

    Raises:
        PuzzleError: one line of the wrong length.
    """
    part = part or source.span(0, len(source.text))
    height, width = grid.height, grid.width
    rows = rows_of(part, (height, width))
    if len(rows) == 1 and height > 1:
        words = rows[0].text.split()
        count = len(rows[0].text) if len(words) == 1 else len(words)
        message = f"{counted(count, 'mark')} for a grid of {height}×{width} = {height * width} cells"
        are_candidates = count == height * width * grid.domain.size
        helps = ("these are candidates, not givens: `puzzledsl import FILE` makes a model of them",) * are_candidates
        raise Fault(message, helps=helps, code="layout").at(rows[0].span)
    header = source.span(part.start, max(part.start + 1, part.end))
    return list(given_marks(rows, grid, header, diagnostics))


def rows_of(part: Span, shape: tuple[int, int] | None) -> list[LayoutRow]:
    """Rows of marks in a text: a line each, or in one line with slashes between them.

    ``shape``: rows and columns that one line is cut into if it has as many marks.
    """
    rows = [LayoutRow(row.text, row.span) for row in layout_rows(part) if row.text]
    if len(rows) != 1:
        return rows
    source, begin = rows[0].span.source, rows[0].span.start
    text = rows[0].text
    if "/" in text:
        pieces = [source.span(begin + found.start(), begin + found.end()) for found in re.finditer("[^/]+", text)]
        return [row for piece in pieces for row in rows_of(piece, None)]
    height, width = shape or (1, 1)
    words = [found.span() for found in re.finditer(r"\S+", text)]
    marks = words if len(words) > 1 else [(k, k + 1) for k in range(len(text))]
    if height == 1 or len(marks) != height * width:
        return rows
    ends = [(marks[k][0], marks[k + width - 1][1]) for k in range(0, len(marks), width)]
    return [LayoutRow(text[a:b], source.span(begin + a, begin + b)) for a, b in ends]


def given_twice(variable: Variable, value: int, span: Span, earlier: tuple[int, Span]) -> Diagnostic:
    """What is said about a cell that has two different givens; ``earlier`` is the other one and its place."""
    message = f"{variable.name} is given as {variable.told(value)}, and elsewhere as {variable.told(earlier[0])}"
    return Diagnostic(message, span, notes=(Note("the other given", earlier[1]),), code="clash")


def clashing(
    requirements: Iterable[Requirement], givens: Mapping[int, tuple[int, Span]], variables: Sequence[Variable]
) -> Iterator[Diagnostic]:
    """Two equal givens in one all-different group are a slip of the pen, and said to be one.

    Args:
        givens: variable number → value and place.
    """
    reported: set[tuple[int, int]] = set()
    for requirement in requirements if givens else ():
        for part in conjuncts(requirement.expression):
            if not isinstance(part, AllDifferent):
                continue
            seen: dict[int, int] = {}
            for number in filter(givens.__contains__, map(cell_number, filter(is_cell, part.items))):
                value, span = givens[number]
                other = seen.setdefault(value, number)
                if value in part.ignoring or other == number or (other, number) in reported:
                    continue
                reported.add((other, number))
                origin = requirement.origin
                zero = "0 is a value of this grid; write `.` for an empty cell"
                advice = "change one of them, or write `.` for an empty cell" if value else zero
                first, second = variables[other], variables[number]
                yield Diagnostic(
                    f"the given {first.told(value)} is at {first.name} and again at {second.name}",
                    span,
                    origin.sentence if origin.span.source.is_library else str(origin),
                    (advice,),
                    (Note("the first one", givens[other][1]),),
                    "clash",
                )
