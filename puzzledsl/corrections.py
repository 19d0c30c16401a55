"""The author's own line as it would be right: with the fix of its message in it, and shown only if it then reads."""

from __future__ import annotations

from collections.abc import Callable

from puzzledsl.diagnostics import Diagnostic, Fix, PuzzleError
from puzzledsl.records import replace
from puzzledsl.source import Source

MOST_TRIED = 8
"""Texts that are tried for all messages; each takes as long as the model takes to be read."""
_MOST_IN_A_ROW = 3
"""Fixes of one line, one after another: a mistake may hide the next one."""
_GENERAL = ("for example", "`puzzledsl rules` lists")
"""How advice begins that their own line makes superfluous."""
_LONGEST = 100
"""Characters of a line that is shown."""


def with_corrected_lines(error: PuzzleError, load: Callable[[Source], object]) -> PuzzleError:
    """Return the same messages, with lines that are right in the place of examples.

    Args:
        load: reads a text, and raises `PuzzleError` if it is wrong.
    """
    trial = _Trial(load)
    return PuzzleError(map(trial.with_line, error.diagnostics))


class _Trial:
    """Tries what fixes make of a line."""

    def __init__(self, load: Callable[[Source], object]) -> None:
        self._load = load
        self._left = MOST_TRIED

    def with_line(self, found: Diagnostic) -> Diagnostic:
        """The message, with its line as each of its fixes makes it right."""
        kept = tuple(text for text in found.helps if not text.startswith(_GENERAL))
        said = " ".join((found.label, *kept))
        lines = [line for fix in found.fixes if (line := self._corrected(found, fix))]
        fresh = [f"`{line}`" for line in dict.fromkeys(lines) if f"`{line}`" not in said]
        if not fresh:
            return found
        return replace(found, helps=(*kept, f"the line then reads {' or '.join(fresh)}"))

    def _corrected(self, found: Diagnostic, fix: Fix) -> str | None:
        """The line with a fix in it, and with those of what is still wrong there; ``None`` if it stays wrong."""
        assert found.span is not None
        source, line = found.span.source, found.span.line
        for _ in range(_MOST_IN_A_ROW):
            text = source.text
            for edit in reversed(fix.edits):
                if edit.span.source is not source or edit.span.line != line or "\n" in edit.span.text + edit.text:
                    return None
                text = text[: edit.span.start] + edit.text + text[edit.span.end :]
            source = Source(source.name, text)
            left = [one for one in self._mistakes(source) if one.span is None or one.span.line == line]
            if not left:
                right = source.line(line).strip()
                return right if len(right) <= _LONGEST and right != found.span.source.line(line).strip() else None
            if not left[0].fixes:
                return None
            fix = left[0].fixes[0]
        return None

    def _mistakes(self, source: Source) -> tuple[Diagnostic, ...]:
        self._left -= 1
        try:
            if self._left >= 0:
                self._load(source)
                return ()
        except PuzzleError as error:
            return error.diagnostics
        return (Diagnostic("too much was tried"),)
