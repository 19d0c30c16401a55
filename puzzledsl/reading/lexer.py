"""From text to tokens: the terminals of the grammar, plus line ends, blocks and layouts.

What is no token at all becomes a token of the kind `WRONG` with a `Diagnostic` beside it, so that one wrong character
costs one message and the parser decides how to go on.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import MOST_SHOWN, Diagnostic, Edit, Note, replacing
from puzzledsl.reading import characters
from puzzledsl.reading.parse_tables import Tables, kinds, tables
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.source import Source, Span

WRONG = -1
BRACKET_DEPTH = 200
BLOCK_DEPTH = 40
ENOUGH_MISTAKES = MOST_SHOWN - 1
MOST_TOKENS = 300_000

_BLANK_LINE = re.compile(r"[ \t\r]*+(?:#[^\n]*+)?\n")
_LEAD = re.compile(r"[ \t]*+")


class Tokens:
    """The tokens of a source, side by side: kind, first character, character after the last.

    Attributes:
        wrong: what is wrong with a token of the kind `WRONG`, by its position.
        too_long: said when there are more tokens than are read.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.wrong: dict[int, Diagnostic] = {}
        self.too_long: Diagnostic | None = None

    def add(self, kind: int, start: int, end: int) -> None:
        """One more token."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def add_wrong(self, start: int, end: int, message: str, label: str = "", code: str = "syntax", *meant: str) -> None:
        """One more token, of the kind `WRONG`; ``meant`` are texts that may take its place, all over its line."""
        span = self.source.span(start, end)
        before, after = (
            " " if re.match(r"[\w)\]]", self.source.text[place : place + 1]) else "" for place in (start - 1, end)
        )
        meant = tuple(f"{before}{text}{after}" if text.isalpha() else text for text in meant)
        for position, found in reversed(self.wrong.items()):
            if found.span is None or found.span.line != span.line:
                break
            if found.message == message and len(found.fixes) == len(meant):
                fixes = (
                    replace(fix, edits=(*fix.edits, Edit(span, text)))
                    for fix, text in zip(found.fixes, meant, strict=True)
                )
                self.wrong[position] = replace(found, fixes=tuple(fixes))
                break
        self.wrong[len(self.kinds)] = Diagnostic(message, span, label, code=code, fixes=replacing(span, *meant))
        self.add(WRONG, start, end)

    def column(self, position: int) -> int:
        """How many characters are before a token on its line."""
        start = self.starts[position]
        return start - (self.source.text.rfind("\n", 0, start) + 1)

    def span(self, first: int, last: int | None = None) -> Span:
        """The place of a token, or from one to another."""
        return self.source.span(self.starts[first], self.ends[first if last is None else last])

    def text(self, position: int) -> str:
        """The text of a token."""
        return self.source.text[self.starts[position] : self.ends[position]]


@cache
def _master() -> re.Pattern[str]:
    table: Tables = tables()
    symbols = "|".join(re.escape(text) for text in sorted(table.symbols, key=len, reverse=True))
    patterns = {name: pattern for name, pattern in table.patterns.items() if name not in ("BLANKS", "COMMENT")}
    parts = [
        r"(?P<NEWLINE>\n)",
        r"(?P<MISNUMBER>[0-9]+(?:\.[0-9]+)?[A-Za-z_][A-Za-z0-9_]*)",
        *(f"(?P<{name}>{pattern})" for name, pattern in patterns.items()),
        r"(?P<UNTERMINATED>\"[^\"\\\r\n]*(?:\\[^\r\n][^\"\\\r\n]*)*)",
        f"(?P<FOREIGN>{characters.FOREIGN})",
        f"(?P<SYMBOL>{symbols})",
        r"(?P<OTHER>[\s\S])",
    ]
    return re.compile(r"[ \t\r]*(?:#[^\n]*)?(?:" + "|".join(parts) + r"|\Z)")


def tokenize(source: Source, blocks: bool = True) -> Tokens:
    """The tokens of a whole file, up to the end token. Never raises.

    Without ``blocks``, they are those of one expression: line ends mean nothing.
    """
    tokens = Tokens(source)
    Lexer(tokens, blocks=blocks).run(1 if source.text.startswith("\ufeff") else 0)
    return tokens


class Lexer:
    """Adds tokens to ``tokens``, from a line start on, inside blocks of the given indentations."""

    def __init__(self, tokens: Tokens, indents: Iterable[int] = (0,), blocks: bool = True) -> None:
        self.tokens = tokens
        self.text = tokens.source.text
        self.kinds = kinds()
        self.indents = list(indents)
        self.blocks = blocks
        self.brackets: list[int] = []  # positions of the tokens that opened them
        self.line_first = 0  # position of the first token of the logical line

    def run(self, position: int) -> None:
        """Everything from ``position`` to the end of the text."""
        tokens, text, known = self.tokens, self.text, self.kinds
        match, keywords, symbols = _master().match, tables().keywords, tables().symbols
        named = {name: tables().kinds[name] for name in ("NAME", "CELLS", "NUMBER", "TEXT")}
        all_kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        opening, closing = known.opening, known.closing

        if self.blocks:
            position = self._line_start(position)
        while found := match(text, position):
            group = found.lastgroup
            if group is None:
                break
            start, position = found.span(group)
            if len(all_kinds) >= MOST_TOKENS:
                label = f"at most {MOST_TOKENS:,} words and marks are read"
                place = tokens.source.span(start, position)
                tokens.too_long = Diagnostic("the model goes on too long", place, label, code="bound")
                break
            if group in named:
                kind = named[group]
                if group == "NAME":
                    kind = keywords.get(text[start:position], kind)
            elif group == "SYMBOL":
                kind = symbols[text[start:position]]
                if kind in opening:
                    if len(self.brackets) >= BRACKET_DEPTH:
                        tokens.add_wrong(start, position, f"more than {BRACKET_DEPTH} brackets inside each other")
                        position = self._next_line(position)
                        self.brackets.clear()
                        continue
                    self.brackets.append(len(all_kinds))
                elif kind in closing and self.brackets:
                    self.brackets.pop()
            else:
                if group != "NEWLINE":
                    begins = len(all_kinds) == self.line_first
                    said = characters.explain(group, text[start:position], begins)
                    # What divides may be all of `2x`, or the 2 alone.
                    divides = group == "MISNUMBER" and text[:start].rstrip().endswith("/")
                    tokens.add_wrong(start, position, *(said[:3] if divides else said))
                elif self.blocks:
                    if self.brackets:
                        position = self._inside_brackets(start, position)
                    if not self.brackets:
                        position = self._line_end(start, position)
                if len(tokens.wrong) > ENOUGH_MISTAKES:
                    break
                continue
            all_kinds.append(kind)
            starts.append(start)
            ends.append(position)
        self._finish()

    def _finish(self) -> None:
        tokens, end = self.tokens, len(self.text)
        if self.brackets:
            self._report_unclosed(end)
        if len(tokens.kinds) > self.line_first or not self.blocks:
            tokens.add(self.kinds.newline, end, end)
        for _ in self.indents[1:]:
            tokens.add(self.kinds.dedent, end, end)
        tokens.add(self.kinds.end, end, end)

    def _next_line(self, position: int) -> int:
        found = self.text.find("\n", position)
        return found if found >= 0 else len(self.text)

    def _line_end(self, start: int, position: int) -> int:
        """A line end outside brackets; returns where to go on, behind the layout if one follows."""
        tokens, known = self.tokens, self.kinds
        first = self.line_first
        if first == len(tokens.kinds):
            return self._line_start(position)
        if self._is_head_of_clues(first):
            tokens.kinds[first] = known.clues
        elif self._is_head_of_edges(first):
            tokens.kinds[first] = known.edges
            self._find_by(first)
        elif self._is_head_of_genre(first):
            tokens.kinds[first] = known.genre
        rows = characters.LAYOUT_ROWS.match
        if tokens.kinds[first] in known.layouts and (tokens.kinds[-1] == known.colon or rows(self.text, position)):
            end = position = self._layout_end(position, tokens.column(first))
            if found := rows(self.text, position):
                position = found.end()
            tokens.add(known.layout, start, position)
            if found:
                row, advice = found[0].splitlines()[0], "put blanks before each row"
                tokens.add_wrong(end, end + len(row), "this row is not indented", advice, "indentation", f"    {row}")
        else:
            tokens.add(known.newline, start, start)
        return self._line_start(position)

    def _is_head_of_clues(self, first: int) -> bool:
        """Whether the line is ``clues NAME:`` or ``clues NAME of GRID:``, or goes on with ``in``; a clue has cells."""
        if self.tokens.text(first) != "clues":
            return False
        known, found = tables().kinds, self.tokens.kinds[first:]
        end = found.index(known["IN"]) if known["IN"] in found else len(found) - 1
        return end in (2, 4) and found[:end] == [known["NAME"]] * end and found[end] in (known["IN"], self.kinds.colon)

    def _is_head_of_edges(self, first: int) -> bool:
        """Whether the line is ``edges NAME of GRID`` or goes on with ``in``; no expression has four names in a row.

        ``arcs``, ``sides`` and ``division NAME of GRID`` have the same form.
        """
        found, name = self.tokens.kinds, tables().kinds["NAME"]
        words = found[first : first + 4] == [name] * 4 and len(found) - first in (4, *range(6, 1_000))
        heads = ("edges", "arcs", "sides", "division")
        return words and self.tokens.text(first) in heads and self.tokens.text(first + 2) == "of"

    def _find_by(self, first: int) -> None:
        """Make ``by NAME`` behind ``edges NAME of GRID`` a terminal; no expression has two names in a row."""
        found, name = self.tokens.kinds, tables().kinds["NAME"]
        for k in range(first + 4, len(found) - 1):
            if found[k : k + 2] == [name] * 2 and self.tokens.text(k) == "by":
                found[k] = self.kinds.by

    def _is_head_of_genre(self, first: int) -> bool:
        """Whether the line is ``genre "NAME"``; no expression has a text right behind a name."""
        found, table = self.tokens.kinds, tables().kinds
        return found[first:] == [table["NAME"], table["TEXT"]] and self.tokens.text(first) == "genre"

    def _line_start(self, position: int) -> int:
        """Skips blank lines and comments, compares the next line's indentation with the blocks that are open."""
        position, lead = self._lead(position)
        self.line_first = len(self.tokens.kinds)
        if position == len(self.text) or self.text[position] in "#\r":  # a last line without a line end
            return position
        if "\t" in lead:
            # Its width is anyone's guess, so it is reported and taken for what it most likely looks like.
            tab = position - len(lead) + lead.index("\t")
            if not any(problem.code == "tab" for problem in self.tokens.wrong.values()):
                self.tokens.add_wrong(
                    tab, position, "this line is indented with a tab", "write four blanks for each tab", "tab"
                )
        width = len(lead.expandtabs(4))
        tokens, known, indents = self.tokens, self.kinds, self.indents
        if width > indents[-1]:
            if len(indents) > BLOCK_DEPTH:
                tokens.add_wrong(position, position + 1, f"more than {BLOCK_DEPTH} blocks inside each other")
            else:
                indents.append(width)
                tokens.add(known.indent, position, position)
        while width < indents[-1]:
            indents.pop()
            tokens.add(known.dedent, position, position)
        if width > indents[-1] and len(indents) <= BLOCK_DEPTH:
            self.line_first = len(tokens.kinds)
            tokens.add_wrong(
                position - len(lead),
                position,
                "this line is indented less than the block above it, but more than the lines around that block",
                "align it with one of the lines above",
                "indentation",
            )
            return position
        self.line_first = len(tokens.kinds)
        return position

    def _layout_end(self, position: int, header: int) -> int:
        """Behind the last line that is indented more than the header, which may be a comment, or a row of ``#``; blank
        lines and comments that are indented less may lie between."""
        text, end = self.text, position
        while position < len(text):
            after = text.find("\n", position)
            after = len(text) if after < 0 else after + 1
            line = text[position:after]
            content = line.strip()
            if content:
                inside = len(line) - len(line.lstrip()) > header
                if not inside and not content.startswith("#"):
                    break
                if inside:
                    end = after
            position = after
        return end

    def _inside_brackets(self, start: int, position: int) -> int:
        """A line end inside brackets: skips blank lines, unless a statement follows: nothing closed the bracket."""
        end, _ = self._lead(position)
        word = characters.word_at(self.text, end)
        if tables().keywords.get(word) in self.kinds.headers:
            self._report_unclosed(start)
            return position
        return end

    def _lead(self, position: int) -> tuple[int, str]:
        """Where the text of the next line begins that is neither blank nor a comment, and the blanks before it.

        One line after another: one pattern for all of them takes 500 bytes a line, or is possessive over a group, of
        which Python before 3.11.5 loses the blanks (https://github.com/python/cpython/issues/106052).
        """
        while (found := _BLANK_LINE.match(self.text, position)) is not None:
            position = found.end()
        lead = _LEAD.match(self.text, position)
        assert lead is not None
        return lead.end(), lead[0]

    def _report_unclosed(self, position: int) -> None:
        opened = self.brackets[-1]
        self.tokens.wrong[len(self.tokens.kinds)] = unclosed(self.tokens, opened)
        self.tokens.add(WRONG, position, position)
        self.brackets.clear()


def unclosed(tokens: Tokens, opened: int, before: int | None = None) -> Diagnostic:
    """Said about the bracket that token ``opened`` is: nothing closes it (``before`` the token of that position)."""
    text = tokens.text(opened)
    closing = characters.CLOSING[text]
    notes: tuple[Note, ...] = ()
    if before is not None:
        notes = (Note(f"`{closing}` is expected before this", tokens.span(before)),)
    return Diagnostic(
        f"`{text}` is never closed",
        tokens.span(opened),
        f"its `{closing}` is missing",
        notes=notes,
        code="unclosed-bracket",
    )
