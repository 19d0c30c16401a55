"""Layouts: rows of marks, one a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.domain import Domain
from puzzledsl.elaboration.values import GridValue, Value, mark_value
from puzzledsl.listing import counted
from puzzledsl.source import Span
from puzzledsl.syntax import LayoutRow

_PART = re.compile(r"[^\s|+\-,#.]+")
"""A text that may be a mark."""

_WORD = re.compile(r"[^\W\d_]{2}")
"""Something that a remark has, and rows of marks hardly ever."""

Marked = tuple[int, int, str, Span]
"""Row, column (from 1), the mark, its place."""

EMPTY = frozenset({".", "_", "?"})
_MARK = re.compile(r"[^\s|+\-]+")
_SIGNED = re.compile(r"(?:(?<![^\s|+])-(?=\d))?[^\s|+\-]+")
"""The same, with a minus right before a digit as a sign: for domains that go below 0."""


def free_marks(rows: tuple[LayoutRow, ...], header: Span, diagnostics: list[Diagnostic]) -> list[list[Value]]:
    """The marks of a layout that has no grid, read as values, in rows of one length; ``None`` for ``.``.

    Marks are separated by blanks, decoration aside; a row without blanks has one mark a character.
    """
    drawn = [row for row in rows if _SIGNED.search(row.text)]
    spaced = [row for row in drawn if len(row.text.split()) > 1]
    usual = spaced or drawn
    model = next((row for row in usual if not row.comment or _WORD.search(row.comment)), usual[0] if usual else None)
    if model is None:
        diagnostics.append(Diagnostic("this layout has no marks", header, code="layout"))
        return []
    width = len(_words(model, spaced=bool(spaced), width=0))
    found = []
    for row in rows:
        if row.comment and _is_mark(row, width, free=True):
            diagnostics.append(_no_mark(row))
            continue
        if row not in drawn:
            continue
        words = _words(row, spaced=bool(spaced), width=width)
        if len(words) != width:
            count = counted(len(words), "mark")
            line = f"where line {model.span.line} has {width}"
            diagnostics.append(Diagnostic(f"{count} in a row, {line}", row.span, code="layout"))
            continue
        found.append([_free_value(mark, start, row, diagnostics) for mark, start in words])
    return found


def is_mark(value: Value) -> bool:
    """Whether a value may stand in ``clues``: also written as a mark, it says the same."""
    parts = value if isinstance(value, list) else [value]
    return value is None or all(_is_part(part) for part in parts)


def _is_part(value: Value) -> bool:
    if isinstance(value, str):
        return bool(_PART.fullmatch(value)) and mark_value(value) == value
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool) and mark_value(_written(value)) == value


def written_rows(rows: list[list[Value]]) -> tuple[str, ...]:
    """Rows of clues as a layout writes them."""
    return tuple(" ".join(map(_written, row)) for row in rows)


def _written(value: Value) -> str:
    if isinstance(value, list):
        return ",".join(map(_written, value)) + "," * (len(value) == 1)
    if isinstance(value, Fraction):
        return str(float(value))
    return "." if value is None else str(value)


def _words(row: LayoutRow, *, spaced: bool, width: int) -> list[tuple[str, int]]:
    """The marks of a row and where they begin: words, or single characters."""
    words = _found(_SIGNED, row)
    characters = _characters(words)
    if not spaced or (len(row.text.split()) == 1 and len(characters) == width != len(words)):
        return characters
    return words


def _found(pattern: re.Pattern[str], row: LayoutRow) -> list[tuple[str, int]]:
    return [(m.group(), m.start()) for m in pattern.finditer(row.text)]


def _characters(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(c, start + k) for word, start in words for k, c in enumerate(word)]


def _free_value(mark: str, start: int, row: LayoutRow, diagnostics: list[Diagnostic]) -> Value:
    """What a mark says: nothing, a number, a text, or several of these."""
    if mark == ".":
        return None
    parts = mark.removesuffix(",").split(",") if "," in mark else [mark]
    values = [mark_value(part) for part in parts]
    offset = row.span.start + start
    place = Span(row.span.source, offset, offset + len(mark))
    if "" in parts:
        label = "a comma separates two marks of one cell; write blanks between the cells"
        diagnostics.append(Diagnostic(f"a mark is missing beside the comma of `{mark}`", place, label, code="layout"))
    elif any(isinstance(value, str) and "." in value for value in values):
        label = "write blanks between all marks, or none in the whole layout"
        diagnostics.append(
            Diagnostic(f"`{mark}` contains a dot, which is a mark of its own", place, label, code="layout")
        )
    return values if "," in mark else values[0]


def _is_mark(row: LayoutRow, width: int, *, free: bool = False) -> bool:
    """Whether the ``#`` in a row was meant as a mark: read as one, it completes the row.

    ``free``: nothing else tells how many rows there have to be.
    """
    own = _MARK.findall(row.text)
    count = len(own[0]) if len(own) == 1 and not row.text.split()[1:] else len(own)
    words = _MARK.findall(row.text + _gap(row) + row.comment)
    single = all(len(word) == 1 for word in words[len(own) :])
    if width in (len(own), count):
        return free and single and len(own) > 0 and (len(words) > len(own) + 1 or row.comment == "#")
    if len(words) == width and single:
        return free or bool(own) or row.comment.count("#") > 1 or "." in words
    return len("".join(words)) == width and (bool(own) or row.comment.count("#") > 1 or "." in row.comment)


def _gap(row: LayoutRow) -> str:
    """What stands between a row and its comment."""
    text = row.span.source.text
    return text[row.span.end : text.index("#", row.span.end)] if row.text else ""


def _no_mark(row: LayoutRow) -> Diagnostic:
    source = row.span.source
    place = source.text.index("#", row.span.end if row.text else row.span.start)
    return Diagnostic(
        "`#` begins a comment, so it cannot be a mark",
        source.span(place, place + 1),
        "use another mark; if this is a comment, write more words",
        code="layout",
    )


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
        if row.comment and _is_mark(row, width):
            diagnostics.append(_no_mark(row))
            number += 1
            last = row.span
            continue
        found = _found(_SIGNED if signed else _MARK, row)
        if not found:
            continue
        number += 1
        last = row.span
        if number > height:
            continue
        characters = _characters(found)
        if len(found) != width and len(characters) == width:
            found = characters
        elif len(found) != width:
            count = len(characters) if len(found) == 1 else len(found)
            message = f"row {number} has {counted(count, 'mark')}, but the grid has {counted(width, 'column')}"
            whole = count == width * height and len(rows) == 1
            label = "one mark for each column; `.` is an empty one" if count < width else ""
            label = f"write the {height} rows on lines of their own" if whole else label
            diagnostics.append(Diagnostic(message, row.span, label, code="layout"))
            if whole:
                return
            continue
        for column, (mark, start) in enumerate(found, 1):
            offset = row.span.start + start
            yield number, column, mark, Span(row.span.source, offset, offset + len(mark))
    if number != height:
        diagnostics.append(
            Diagnostic(
                f"this layout has {counted(number, 'row')}, but the grid has {height}",
                last,
                "one row too many" if number == height + 1 else "its last row" if number < height else "",
                ("a line that begins with `#` is a comment",) if number < height and _is_hidden(rows) else (),
                code="layout",
            )
        )


def _is_hidden(rows: tuple[LayoutRow, ...]) -> bool:
    """Whether a line of a layout is a comment only."""
    return any(row.comment and not row.text for row in rows)


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
        if is_empty(mark, grid.domain) or (masked and mark in ("x", "X", "0")):
            continue
        value = given_value(mark, grid.domain)
        if value is not None and not masked and value in grid.domain:
            yield row, column, value, span
            continue
        message, label, code = f"a given at r{row}c{column}, which is masked", "", "masked"
        if value is None:
            highest = min(grid.domain.hi, 35)
            letters = f"a letter A–{chr(ord('A') + highest - 10)} for 10–{highest}, " if highest > 10 else ""
            message, label = f"`{mark}` is not a value of a cell", f"a number, {letters}or `.` for an open cell"
            code = "given"
        elif not masked:
            message = f"the given {value} is not in the domain of `{grid.name}`"
            label, code = f"its values are {grid.domain}", "given"
        diagnostics.append(Diagnostic(message, span, label, code=code))
