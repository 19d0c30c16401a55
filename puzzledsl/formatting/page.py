"""The lines of a formatted model, put together from tokens and from the comments between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import dedent
from typing import TYPE_CHECKING

from puzzledsl.formatting.layouts import align
from puzzledsl.formatting.spacing import between
from puzzledsl.reading.parse_tables import kinds, tables

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens

INDENT = 4


@dataclass(slots=True)
class Line:
    """A line of the result: its text, and the comment beside it with the column where that stood before."""

    text: str
    comment: str = ""
    column: int = -1


class Page:
    """The result, growing line by line while ``fill`` goes through the tokens."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.source = tokens.source.text
        self.lines: list[Line] = []
        # The columns at which the blocks around the current place begin in the source, the outermost first.
        self.columns = [0]

    def text(self) -> str:
        """All lines, comments in place, no blanks at line ends and one line end at the end (nothing for nothing)."""
        lines = self.lines
        while lines and lines[-1] == Line(""):
            lines.pop()
        found = ""
        for _, beside in groupby(lines, key=lambda line: line.column):
            group = list(beside)
            width = max(len(line.text) for line in group)
            found += "".join(f"{line.text:<{width}}  {line.comment}".rstrip() + "\n" for line in group)
        return found

    def fill(self) -> None:
        """Goes through all tokens."""
        tokens, known = self.tokens, kinds()
        first, end = 0, 0
        while True:
            columns = list(self.columns)
            while tokens.kinds[first] in (known.indent, known.dedent):
                if tokens.kinds[first] == known.indent:
                    self.columns.append(self._column(tokens.starts[first]))
                else:
                    self.columns.pop()
                first += 1
            level = len(self.columns) - 1
            final = tokens.kinds[first] == known.end
            self._between(end, len(self.source) if final else tokens.starts[first], columns, level)
            if final:
                return
            last = first
            while tokens.kinds[last] not in (known.newline, known.layout):
                last += 1
            self._statement(first, last, level)
            self._beside(self.source[tokens.ends[last - 1] : tokens.starts[last]], tokens.ends[last - 1])
            if tokens.kinds[last] == known.layout:
                self._layout(last, level)
            end = tokens.ends[last]
            first = last + 1

    def _column(self, offset: int) -> int:
        return offset - (self.source.rfind("\n", 0, offset) + 1)

    def _beside(self, gap: str, offset: int) -> None:
        """The comment at the end of the last line, if ``gap``, which begins at ``offset``, has one."""
        found = gap.split("\n", 1)[0].strip()
        if found.startswith("#"):
            self.lines[-1].comment = found.rstrip()
            self.lines[-1].column = self._column(offset + gap.index("#"))

    def _between(self, start: int, end: int, columns: list[int], level: int) -> None:
        """Blank lines and comments between two statements.

        ``columns`` are where the blocks around the first begin; the second is at ``level``.
        """
        pieces = self.source[start:end].split("\n")
        if end < len(self.source):
            pieces.pop()  # the blanks before the second statement
        if start and self.source[start - 1] != "\n" and pieces:
            del pieces[0]  # the end of the first statement's line
        opens = level >= len(columns)
        for piece in pieces:
            content = piece.lstrip("\ufeff").strip()
            if content:
                width = len(piece[: piece.index("#")].expandtabs(INDENT))
                inside = sum(column <= width for column in columns) - 1
                self.lines.append(Line(" " * (INDENT * max(level, inside)) + content))
            elif self.lines and self.lines[-1].text and not (opens and self.lines[-1].text.endswith(":")):
                self.lines.append(Line(""))

    def _statement(self, first: int, last: int, level: int) -> None:
        """The tokens of a logical line, with the line breaks inside brackets where they were."""
        tokens, known = self.tokens, kinds()
        margin = INDENT * level
        current = " " * margin
        opened: list[int] = []  # for every open bracket how far the line in which it opens is indented
        clue = tokens.kinds[first] not in tables().keywords.values() and known.colon in tokens.kinds[first:last]
        for position in range(first, last):
            gap = self.source[tokens.ends[position - 1] : tokens.starts[position]] if position > first else ""
            closing = tokens.kinds[position] in known.closing
            if "\n" in gap:
                self.lines.append(Line(current.rstrip()))
                self._beside(gap, tokens.ends[position - 1])
                inner = opened[-1] + INDENT
                for piece in gap.split("\n")[1:-1]:
                    if piece.strip():
                        self.lines.append(Line(" " * inner + piece.strip()))
                margin = opened[-1] if closing else inner
                current = " " * margin
            elif position > first:
                current += between(tokens, position, first, clue and not opened)
            current += self._token(position)
            if closing:
                opened.pop()
            elif tokens.kinds[position] in known.opening:
                opened.append(margin)
        self.lines.append(Line(current))

    def _token(self, position: int) -> str:
        text = self.tokens.text(position)
        return text.lower() if self.tokens.kinds[position] == tables().kinds["CELLS"] else text

    def _layout(self, position: int, level: int) -> None:
        """The rows of a layout, with blank lines and comments between and beside them."""
        tokens = self.tokens
        lines = self.source[tokens.starts[position] : tokens.ends[position]].split("\n")
        if not lines[-1].strip():
            lines.pop()
        contents = [line.split("#", 1)[0].rstrip() for line in lines]
        rows = [index for index, content in enumerate(contents) if content.strip()]
        aligned = dict(zip(rows, self._rows([contents[index] for index in rows]), strict=True))
        margin = " " * (INDENT * (level + 1))
        for index, line in enumerate(lines):
            comment = line[len(line.split("#", 1)[0]) :].rstrip()
            if index in aligned:
                self.lines.append(Line(margin + aligned[index], comment, line.index("#") if comment else -1))
            elif comment:
                self.lines.append(Line(margin + comment))
            elif self.lines[-1].text and index > rows[0]:
                self.lines.append(Line(""))

    def _rows(self, rows: list[str]) -> list[str]:
        aligned = align([row.strip() for row in rows])
        if aligned is not None:
            return aligned
        # Uneven indentation may be what aligns rows that have no regular columns: it stays.
        return dedent("\n".join(rows).expandtabs(INDENT)).split("\n")
