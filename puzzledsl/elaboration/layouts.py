"""Layouts: rows of marks, one a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from puzzledsl.diagnostics import Diagnostic, Fix, replacing
from puzzledsl.domain import Domain
from puzzledsl.elaboration.fault import unfit
from puzzledsl.elaboration.letters import no_letter
from puzzledsl.elaboration.values import GridValue, Value, mark_value
from puzzledsl.listing import counted, listed
from puzzledsl.model import Grid, letter_value
from puzzledsl.nearest import nearest, question
from puzzledsl.source import Span
from puzzledsl.syntax import LayoutRow

_WORD = re.compile(r"[^\W\d_]{2}")
"""Something that a remark has, and rows of marks hardly ever."""

Marked = tuple[int, int, str, Span]
"""Row, column (from 1), the mark, its place."""

PlacedGiven = tuple[int, int, Span]
"""Variable number, value, place."""

EMPTY = frozenset({".", "_", "?"})
OPEN_CELL = ("an open cell is `.`, and in an array of Python `None` or NaN",)
"""The help for a negative number, with which arrays often say that nothing is there."""

_MARK = re.compile(r"(?:(?<![^\s|+])-(?=\d))?[^\s|+\-]+")
"""A mark. A minus where it begins, right before a digit, is its sign: also where no value is below 0, for a value that
lost its sign there would be another one."""


def _read(rows: Sequence[LayoutRow], width: int) -> Iterator[tuple[LayoutRow, list[tuple[str, int]]]]:
    """Each row that has marks, with them and where each begins in the text of the row.

    Marks are separated by blanks and decoration (``|``, ``+``, ``-``). Where its characters make ``width`` marks, or
    come nearer to that, and in a row without any, each character is a mark.
    """
    for row in rows:
        words = [(m.group(), m.start()) for m in _MARK.finditer(row.text)]
        characters = sum(len(word) for word, _ in words)
        if len(words) != width and (len(words) == 1 or abs(characters - width) < abs(len(words) - width)):
            words = [(c, start + k) for word, start in words for k, c in enumerate(word)]
        if words:
            yield row, words


def _place(row: LayoutRow, mark: str, start: int) -> Span:
    begin = row.span.start + start
    return row.span.source.span(begin, begin + len(mark))


def free_marks(rows: Sequence[LayoutRow], header: Span, diagnostics: list[Diagnostic]) -> list[list[Value]]:
    """The marks of a layout that has no grid, read as values, in rows of one length; ``None`` for ``.``."""
    model, width = _first_row(rows)
    if model is None:
        diagnostics.append(Diagnostic("this layout has no marks", header, code="layout"))
        return []
    found = []
    for row, words in _read(rows, width):
        if len(words) != width:
            message = f"{counted(len(words), 'mark')} in a row, where line {model.span.line} has {width}"
            diagnostics.append(Diagnostic(message, row.span, "", _comment(row), code="layout"))
        elif _comment(row):  # nothing else tells how wide the layout is
            label = "if this is a comment, write more words behind it"
            diagnostics.append(Diagnostic("a row that ends with `#`", row.span, label, _comment(row), code="layout"))
        else:
            found.append([_free_value(mark, row, start, diagnostics) for mark, start in words])
    return found


def _first_row(rows: Sequence[LayoutRow]) -> tuple[LayoutRow | None, int]:
    """The row that tells how many marks the rows of a layout have, and how many."""
    drawn = [row for row in rows if _MARK.search(row.text)]
    spaced = [row for row in drawn if len(row.text.split()) > 1]
    model = min(spaced or drawn, key=_comment, default=None)  # the first one that has no comment such as a mark
    own = _MARK.findall(model.text) if model else []
    return model, len(own if spaced else "".join(own))


def mark_spans(rows: Sequence[LayoutRow]) -> dict[tuple[int, int], Span]:
    """Where the marks of a layout without a grid stand; rows and columns from 1, as `free_marks` finds them."""
    width = _first_row(rows)[1]
    read = [found for found in _read(rows, width) if len(found[1]) == width and not _comment(found[0])]
    return {(r, c): _place(row, *word) for r, (row, words) in enumerate(read, 1) for c, word in enumerate(words, 1)}


def unknown_marks(
    name: str, domain: Value, text: str, found: list[list[Value]], rows: Sequence[LayoutRow], header: Span
) -> list[Diagnostic]:
    """What is said about marks of clues that are not in their domain, about each mark once.

    Args:
        text: the domain as the model has it.
        rows: where the marks stand; empty if in no layout.
        header: the place of marks that stand in no layout.

    Raises:
        Fault: the domain is no text, range or set.
    """
    if not isinstance(domain, (str, range, frozenset)):
        raise unfit('the domain of clues is a text, a range or a set such as `"bw"`, `1..4` or `{1, 3, "?"}`', domain)
    # Python would compare a text with each number of a range, which may be long.
    numbers = domain if isinstance(domain, range) else range(0)
    known = set() if numbers else {mark_value(one) if isinstance(one, str) else one for one in domain}
    unknown: dict[str, tuple[int, int]] = {}
    for r, row in enumerate(found, 1):
        for c, mark in enumerate(row, 1):
            for part in mark if isinstance(mark, list) else [mark]:
                if part is not None and part not in known and not (type(part) is int and part in numbers):
                    unknown.setdefault(_written(part), (r, c))
    answer = []
    its_marks = listed([f"`{mark}`" for mark in domain]) if domain and isinstance(domain, str) else text
    spans = mark_spans(rows) if unknown else {}
    for word, place in unknown.items():
        span = spans.get(place, header)
        guess = nearest(word, sorted(mark for mark in known if isinstance(mark, str)))
        label = question(guess) or f"its marks are {its_marks}"
        fixes = replacing(span, guess) if guess and span.text == word else ()
        answer.append(Diagnostic(f"`{word}` is not a mark of `{name}`", span, label, code="layout", fixes=fixes))
    return answer


def written_rows(rows: list[list[Value]]) -> tuple[str, ...]:
    """Rows of clues as a layout writes them."""
    return tuple(" ".join(map(_written, row)) for row in rows)


def _written(value: Value) -> str:
    if isinstance(value, list):
        return ",".join(map(_written, value)) + "," * (len(value) == 1)
    if isinstance(value, Fraction):
        return str(float(value))
    return "." if value is None else str(value)


def _free_value(mark: str, row: LayoutRow, start: int, diagnostics: list[Diagnostic]) -> Value:
    """What a mark says: nothing, a number, a text, or several of these."""
    if mark == ".":
        return None
    parts = mark.removesuffix(",").split(",")
    values = list(map(mark_value, parts))
    message = label = ""
    if "" in parts:
        message = f"a mark is missing beside the comma of `{mark}`"
        label = "a comma separates two marks of one cell; write blanks between the cells"
    elif any(isinstance(value, str) and "." in value for value in values):
        message = f"`{mark}` contains a dot, which is a mark of its own"
        label = "write blanks between all marks, or none in the whole layout"
    if message:
        diagnostics.append(Diagnostic(message, _place(row, mark, start), label, code="layout"))
    return values if "," in mark else values[0]


def _comment(row: LayoutRow) -> tuple[str, ...]:
    """The advice about a row whose comment has no words, so that it was perhaps meant as marks."""
    is_wordless = row.comment and not _WORD.search(row.comment)
    return ("`#` begins a comment, so it cannot be a mark: use another one",) if is_wordless else ()


def marks(
    rows: Sequence[LayoutRow],
    height: int,
    width: int,
    header: Span,
    diagnostics: list[Diagnostic],
) -> Iterator[Marked]:
    """The marks of a layout, row by row; rows of decoration only are passed over.

    Rows of the wrong length and a wrong number of rows are reported.
    """
    number, last = 0, header
    for number, (row, words) in enumerate(_read(rows, width), 1):
        last, count = row.span, len(words)
        if number > height:
            continue
        if count == width:
            yield from ((number, column, mark, _place(row, mark, k)) for column, (mark, k) in enumerate(words, 1))
            continue
        message = f"row {number} has {counted(count, 'mark')}, but the grid has {counted(width, 'column')}"
        whole = count == width * height and len(rows) == 1
        label = "one mark for each column; `.` is an empty one" if count < width else ""
        fixes: tuple[Fix, ...] = ()
        if whole:
            parts = ["".join(mark for mark, _ in words[k : k + width]) for k in range(0, count, width)]
            label = f"write {listed([f'`{part}`' for part in parts])} on lines of their own"
        elif re.search("[,;]", row.text):
            label = "marks are separated by blanks"
            fixes = replacing(row.span, " ".join(re.findall(r"[^\s,;]+", row.text)))
        diagnostics.append(Diagnostic(message, row.span, label, _comment(row), code="layout", fixes=fixes))
        if whole:
            return
    if number != height:
        message = f"this layout has {counted(number, 'row')}, but the grid has {height}"
        label = "one row too many" if number == height + 1 else "its last row" if number < height else ""
        hidden = number < height and any(row.comment and not row.text for row in rows)
        helps = ("a line that begins with `#` is a comment",) if hidden else ()
        diagnostics.append(Diagnostic(message, last, label, helps, code="layout"))


def given_value(mark: str, domain: Domain, letters: str) -> int | None:
    """The value of a mark in a ``givens`` block: one of the letters, or digits, or letters ``A``–``Z`` for 10–35.

    Returns ``None`` when it is no value at all.
    """
    if letters and mark != "0":
        return letter_value(mark, letters)
    if re.fullmatch("-?[0-9]{1,18}", mark):
        return int(mark)
    value = int(mark, 36) if re.fullmatch("[A-Za-z]", mark) else None
    return value if value is None or value <= domain.hi else None


def given_marks(
    rows: Sequence[LayoutRow], grid: GridValue | Grid, header: Span, diagnostics: list[Diagnostic]
) -> Iterator[PlacedGiven]:
    """Every given of a layout; what is no value is reported, the same mark once."""
    domain, unknown = grid.domain, set[str]()
    for row, column, mark, span in marks(rows, grid.height, grid.width, header, diagnostics):
        number = grid.numbers[row - 1][column - 1]
        is_zero = not mark.strip("0")
        if mark in EMPTY or (is_zero and 0 not in domain) or (number is None and mark in ("x", "X", "0")):
            continue
        value = given_value(mark, domain, grid.letters)
        if value is None and grid.letters:
            diagnostics += no_letter(mark, grid.letters, f"`{grid.name}`").at(span).diagnostics
            continue
        label, code, helps = "", "given", tuple[str, ...]()
        if value is None and mark in unknown:
            continue
        if value is None:
            unknown.add(mark)
            highest = min(domain.hi, 35)
            letters = f"a letter A–{chr(ord('A') + highest - 10)} for 10–{highest}, " if highest > 10 else ""
            message, label = f"`{mark}` is not a value of a cell", f"a number, {letters}or `.` for an open cell"
        elif number is None:
            message, code = f"a given at r{row}c{column}, which is masked", "masked"
        elif value not in domain:
            message, label = f"the given {value} is not in the domain of `{grid.name}`", f"its values are {domain}"
            helps = OPEN_CELL if value < 0 else ()
        else:
            yield number, value, span
            continue
        diagnostics.append(Diagnostic(message, span, label, helps, code=code))
