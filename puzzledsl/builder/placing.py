"""Where Python made a line of the text, so that mistakes are shown there."""

from __future__ import annotations

import linecache
import sys
from itertools import islice
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Note
from puzzledsl.records import record, replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType

    from puzzledsl.source import Span

NAME = "<builder>"
"""What messages call the text."""


@record
class PlacedLine:
    """A line of the text, and the call in Python that made it: its code, and the place in that."""

    text: str
    code: CodeType | None = None
    instruction: int = 0


def placed(diagnostics: Sequence[Diagnostic], text: str, lines: Sequence[PlacedLine]) -> list[Diagnostic]:
    """Mistakes at the lines of Python that made the statements.

    Args:
        text: the lines in canonical layout, to which the mistakes refer.
    """
    # By line of the text, what made it: the layout has dropped empty lines, and no others.
    nothing = PlacedLine("")
    left = iter([line for line in lines if line.text.strip()])
    made = [next(left, nothing) if line.strip() else nothing for line in text.split("\n")]
    return [_at_python(one, made) for one in diagnostics]


def _at_python(one: Diagnostic, made: Sequence[PlacedLine]) -> Diagnostic:
    span = one.span
    if span is None or span.source.name != NAME or span.line > len(made):
        return one
    place = _place(made[span.line - 1])
    if place is None:
        return one
    written = Note(one.label or "as it is written in the model", span)
    return replace(one, span=place, label="", notes=(written, *one.notes))


def _place(line: PlacedLine) -> Span | None:
    """The call in Python that made a line, if its source can be shown."""
    if line.code is None:
        return None
    text = "".join(linecache.getlines(line.code.co_filename))
    first, last, start, end = next(islice(line.code.co_positions(), line.instruction // 2, None))
    if not text or first is None or last is None or start is None or end is None:
        return None
    source = Source(line.code.co_filename, text)
    return source.span(_offset(source, first, start), _offset(source, last, end))


def _offset(source: Source, line: int, column: int) -> int:
    """Where a column stands, which Python counts in bytes."""
    return source.offset(line) + len(source.line(line).encode()[:column].decode(errors="ignore"))


def caller() -> tuple[CodeType, int]:
    """The code outside this package that the statement comes from, and the instruction that it is at."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
    return frame.f_code, frame.f_lasti


def _is_ours(module: str) -> bool:
    return module.startswith(("puzzledsl.builder", "puzzledsl.arguments")) or module == "contextlib"
