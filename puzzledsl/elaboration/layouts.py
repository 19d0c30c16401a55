"""Layouts: rows of marks, one a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.domain import Domain
from puzzledsl.elaboration.values import GridValue
from puzzledsl.source import Span
from puzzledsl.syntax import LayoutRow

Marked = tuple[int, int, str, Span]
"""Row, column (from 1), the mark, its place."""

EMPTY = frozenset({".", "_", "?"})
_MARK = re.compile(r"[^\s|+\-]+")
_SIGNED = re.compile(r"(?:(?<![^\s|+])-(?=\d))?[^\s|+\-]+")
"""The same, with a minus right before a digit as a sign: for domains that go below 0."""


def marks(
    rows: tuple[LayoutRow, ...],
    height: int,
    width: int,
    header: Span,
    diagnostics: list[Diagnostic],
    signed: bool = False,
) -> Iterator[Marked]:
    """The marks of a layout, row by row; rows of decoration only are passed over.

    A row's marks are separated by blanks or decoration (``|``, ``+``, ``-``); a row of exactly ``width`` characters
    without them has one mark a character. ``signed``: a minus right before a digit belongs to it. Rows of the wrong
    length and a wrong number of rows are reported.
    """
    number = 0
    last = header
    for row in rows:
        found = [(m.group(), m.start()) for m in (_SIGNED if signed else _MARK).finditer(row.text)]
        if not found:
            continue
        number += 1
        last = row.span
        if number > height:
            continue
        characters = [(c, start + k) for word, start in found for k, c in enumerate(word)]
        if len(found) != width and len(characters) == width:
            found = characters
        elif len(found) != width:
            count = len(characters) if len(found) == 1 else len(found)
            diagnostics.append(
                Diagnostic(
                    f"{count} mark{'s' * (count != 1)} in a row of a {width}-column grid", row.span, code="layout"
                )
            )
            continue
        for column, (mark, start) in enumerate(found, 1):
            offset = row.span.start + start
            yield number, column, mark, Span(row.span.source, offset, offset + len(mark))
    if number != height:
        diagnostics.append(
            Diagnostic(
                f"{number} row{'s' * (number != 1)} in a layout for a {height}-row grid",
                last,
                "one row too many" if number == height + 1 else "",
                code="layout",
            )
        )


def given_value(mark: str, domain: Domain) -> int | None:
    """The value of a mark in a ``givens`` block: digits, or letters ``A``–``Z`` for 10–35.

    Returns ``None`` when it is no value at all.
    """
    digits = mark.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 18:
        return int(mark)
    if len(mark) == 1 and "A" <= mark.upper() <= "Z":
        value = ord(mark.upper()) - ord("A") + 10
        if value <= domain.hi:
            return value
    return None


def is_empty(mark: str, domain: Domain) -> bool:
    """Whether a mark leaves its cell open."""
    return mark in EMPTY or (mark.strip("0") == "" and 0 not in domain)


def given_marks(
    rows: tuple[LayoutRow, ...], grid: GridValue, header: Span, diagnostics: list[Diagnostic]
) -> Iterator[tuple[int, int, int, Span]]:
    """Row, column, value and place of every given of a layout; what is no value is reported."""
    for row, column, mark, span in marks(rows, grid.height, grid.width, header, diagnostics, grid.domain.lo < 0):
        masked = grid.at(row, column) is None
        if is_empty(mark, grid.domain) or (masked and mark in ("x", "X", "#", "0")):
            continue
        value = given_value(mark, grid.domain)
        if value is None:
            highest = min(grid.domain.hi, 35)
            letters = f"a letter A–{chr(ord('A') + highest - 10)} for 10–{highest}, " if highest > 10 else ""
            diagnostics.append(
                Diagnostic(
                    f"`{mark}` is no value of a cell",
                    span,
                    f"a number, {letters}or `.` for an open cell",
                    code="given",
                )
            )
        elif masked:
            diagnostics.append(Diagnostic(f"a given at r{row}c{column}, which is masked", span, code="masked"))
        elif value not in grid.domain:
            diagnostics.append(
                Diagnostic(
                    f"the given {value} is not in the domain of `{grid.name}`",
                    span,
                    f"its values are {grid.domain}",
                    code="given",
                )
            )
        else:
            yield row, column, value, span
