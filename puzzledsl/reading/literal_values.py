"""The values of literals: numbers, texts, runs of cells."""

from __future__ import annotations

import re
from fractions import Fraction

from puzzledsl.diagnostics import failure
from puzzledsl.source import Span

LONGEST_NUMBER = 1000
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CORNER = re.compile(r"[rR]([0-9]+)[cC]([0-9]+)")


def number(text: str, span: Span) -> int | Fraction:
    """The value of ``9`` or ``0.5``, exactly."""
    if len(text) > LONGEST_NUMBER:
        raise failure(f"a number of more than {LONGEST_NUMBER} digits", span, code="bound")
    return Fraction(text) if "." in text else int(text)


def text_value(span: Span) -> str:
    """The value of a quoted text: the escapes ``\\"``, ``\\\\``, ``\\n`` and ``\\t`` resolved, any other an error."""
    inner = span.text[1:-1]
    if "\\" not in inner:
        return inner

    def resolve(found: re.Match[str]) -> str:
        if found[1] in _ESCAPES:
            return _ESCAPES[found[1]]
        start = span.start + 1 + found.start()
        raise failure(
            f"unknown escape `{found[0]}` in a text",
            Span(span.source, start, start + 2),
            "write `\\\\` for a backslash",
            helps=('the escapes are \\" for a quote, \\\\ for a backslash, \\n for a new line and \\t for a tab',),
            code="unknown-escape",
        )

    return _ESCAPE.sub(resolve, inner)


def corners(text: str, span: Span) -> tuple[tuple[int, int], ...]:
    """The corners of ``r1c1..r1c4..r4c4`` as (row, column)."""
    found = []
    for corner in text.split(".."):
        parts = _CORNER.fullmatch(corner)
        assert parts is not None
        if len(corner) > 20:
            raise failure("a cell with a row or column of so many digits cannot exist", span, code="bound")
        found.append((int(parts[1]), int(parts[2])))
    return tuple(found)
