"""The author's own line as it would be right: with the fix of its message in it, and shown only if it then reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from puzzledsl.diagnostics import Diagnostic, Fix, PuzzleError, replacing
from puzzledsl.elaboration.rephrasing import rephrased
from puzzledsl.nearest import distance
from puzzledsl.records import replace
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime

MOST_TRIED = 12
"""Texts that are tried for all messages: enough for about four mistakes. Each takes as long as reading the model."""
_MOST_IN_A_ROW = 3
"""Fixes of one line, one after another: a mistake may hide the next one."""
_GENERAL = ("for example", "`puzzledsl rules` lists", "a clue is `name", "an argument that is computed")
"""How advice begins that their own line makes superfluous."""
_OF_FORM = ("syntax", "assignment", "foreign-operator")
"""Codes of messages that say what would be right in a formula, which a clue in other words is not."""
_LONGEST = 100
"""Characters of a line that is shown."""


def with_corrected_lines(error: PuzzleError, load: Callable[[Source], object]) -> PuzzleError:
    """Return the same messages, with lines that are right in the place of examples.

    Args:
        load: reads a text, and raises `PuzzleError` if it is wrong.
    """
    trial = _Trial(error.diagnostics, load)
    told = [trial.with_line(found) for found in error.diagnostics]
    return PuzzleError(one for one in told if one is not None)


class _Trial:
    """Tries what fixes make of a line."""

    def __init__(self, found: Sequence[Diagnostic], load: Callable[[Source], object]) -> None:
        self._load = load
        self._known = set(map(_key, found))
        self._left = MOST_TRIED
        self._rephrased: set[int] = set()

    def with_line(self, found: Diagnostic) -> Diagnostic | None:
        """The message, with its line as each of its fixes makes it right; ``None`` if another one says it already."""
        kept = tuple(text for text in found.helps if not text.startswith(_GENERAL))
        said = " ".join((found.label, *kept))
        if found.code == "decimal" or found.span is None:  # `1,2` may be two values
            return found
        if found.code == "unknown-statement" and (other := self._in_other_words(found)) is not found:
            return other
        fixes = found.fixes if found.code != "foreign-operator" else found.fixes[:1]
        lines = [line for fix in fixes if (line := self._corrected(found, fix))]
        fresh = [f"`{line}`" for line in dict.fromkeys(lines) if f"`{line}`" not in said]
        if fresh:
            return replace(found, helps=(*kept, f"the line then reads {' or '.join(fresh)}"))
        return found if lines else self._in_other_words(found)

    def _in_other_words(self, found: Diagnostic) -> Diagnostic | None:
        """The message, with the clue that its line may be in other words, if that reads."""
        assert found.span is not None
        source, line = found.span.source, found.span.line
        if line in self._rephrased:
            return None
        written = source.line(line)
        start = source.offset(line)
        place = source.span(start + len(written) - len(written.lstrip()), start + len(written.rstrip()))
        for text in dict.fromkeys(rephrased(place.text)):
            after = Source(source.name, source.text[: place.start] + text + source.text[place.end :])
            if text != place.text and not any(
                _is_on(one, line) or _key(one) not in self._known for one in self._mistakes(after)
            ):
                self._rephrased.add(line)
                form = {"message": "this is written in another way", "span": place} if found.code in _OF_FORM else {}
                fixes = replacing(place, text)
                return replace(found, label=f"did you mean `{text}`?", helps=(), fixes=fixes, **form)
        return found

    def _corrected(self, found: Diagnostic, fix: Fix) -> str | None:
        """The line with a fix in it, and with those of what is still wrong there.

        ``None``: it stays wrong, brings a mistake into another line, or may not say what the author has written.
        """
        assert found.span is not None
        is_written = found.code != "range"  # whose ends are counted otherwise here
        first, source, line = found.span.source, found.span.source, found.span.line
        for _ in range(_MOST_IN_A_ROW):
            text = source.text
            for edit in reversed(fix.edits):
                if edit.span.source is not source or edit.span.line != line or "\n" in edit.span.text + edit.text:
                    return None
                if found.label.startswith("did you mean") and not _is_slip(edit.span.text, edit.text):
                    return None
                text = text[: edit.span.start] + edit.text + text[edit.span.end :]
            source = Source(source.name, text)
            fresh = [one for one in self._mistakes(source) if _key(one) not in self._known or _is_on(one, line)]
            if not fresh:
                break
            found = fresh[0]
            if not _is_on(found, line) or not found.fixes:
                return None
            fix = found.fixes[0]
        before, after = first.line(line).strip(), source.line(line).strip()
        numbers = Counter(re.findall(r"\d+", after))
        numbers.subtract(re.findall(r"\d+", before))
        is_lost = is_written and min(numbers.values(), default=0) < 0  # a number of the author's
        return after if not is_lost and not fresh and len(after) <= _LONGEST and after != before else None

    def _mistakes(self, source: Source) -> tuple[Diagnostic, ...]:
        self._left -= 1
        try:
            if self._left >= 0:
                self._load(source)
                return ()
        except PuzzleError as error:
            return error.diagnostics
        except OutOfTime:
            self._left = 0
        return (Diagnostic("too much was tried"),)


def _key(found: Diagnostic) -> tuple[str, int]:
    return found.message, 0 if found.span is None else found.span.line


def _is_on(found: Diagnostic, line: int) -> bool:
    return found.span is not None and found.span.line == line


def _is_slip(written: str, meant: str) -> bool:
    """Whether a name is another one with a letter too many, missing, wrong or swapped, but for its first letter.

    A guess that is farther may be the opposite: `disconnected`, `anti_renban`, `decreasing`.
    """
    return written[:1].lower() == meant[:1].lower() and distance(written, meant, 1.5) <= 1.5
