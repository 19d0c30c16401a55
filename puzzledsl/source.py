"""Source text and places in it.

The bottom of the import order: every other module may point at source text, this one points at nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from puzzledsl.records import Open, entity, record

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)")
"""Characters that command a terminal (C0 but tab and line ends, DEL, C1) or reorder text (Unicode's bidirectional
embeddings, overrides and isolates, which can make a reader see another text than the computer: CVE-2021-42574). A
carriage return without a line feed is one of them: in a comment, terminals and editors show a new line behind it, as
they do behind the line and paragraph separators of Unicode. A half of a surrogate pair cannot be written to a file."""


def visible(text: str) -> str:
    """The text with each control character replaced, so that it can be shown anywhere."""
    return CONTROL.sub("\ufffd", text)


@entity
class Source(Open):
    """A model's text under the name it is shown by (a path, ``<stdin>``, ``<text>``).

    Compared by identity: two files with the same text are two sources.

    Attributes:
        left_out: a sentence for each part of a link that is not in the text which was made of it.
        assumed: a sentence for each thing in the text that the link does not say.
        is_library: it comes with the package, so that nothing in it is a mistake of the author of a model.
    """

    name: str
    text: str
    left_out: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    is_library: bool = False

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1) without its line end; empty when there is no such line."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def offset(self, number: int) -> int:
        """Where line ``number`` (from 1, up to the last) begins."""
        return self._starts[number - 1]

    def span(self, start: int, end: int) -> Span:
        """The place from offset ``start`` up to but without ``end``."""
        return Span(self, start, end)


@record
class Span:
    """A place: characters ``start`` (included) to ``end`` (excluded) of a source, counted from 0."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters at this place."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.position(self.start)[1]

    def to(self, other: Span) -> Span:
        """From the start of this place to the end of ``other`` (of the same source)."""
        return Span(self.source, self.start, other.end)

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"
