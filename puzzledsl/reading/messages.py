"""What was found and what would be right, in the reader's words: never the name of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Fix, replacing
from puzzledsl.listing import listed
from puzzledsl.reading.characters import CLOSING, shown
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.recovery import line_first, open_brackets
from puzzledsl.reading.terminals import kinds

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens
    from puzzledsl.source import Span

FORMS = {
    "puzzle": '`puzzle "title"`',
    "author": '`author "name"`',
    "source": '`source "text"`',
    "date": '`date "text"`',
    "note": '`note "text"`',
    "include": '`include "file.puz"`',
    "param": "`param n = 9`",
    "grid": "`grid cell[9, 9] in 1..9`",
    "var": "`var total in 0..45`",
    "let": "`let name = value` or `let name(x) = value`",
    "rule": "`rule name(cells, argument = default):` with a block below",
    "for": "`for x in list:` with a block below",
    "givens": "`givens:` with rows below",
    "mask": "`mask:` with rows below",
    "regions": "`regions name:` with rows below",
    "clues": "`clues name:` with rows below",
    "draw": "`draw line(cells)`",
}
"""What a statement looks like, by its first word."""


def too_deep(place: Span, limit: int, chain: bool) -> Diagnostic:
    """Said about an expression or block whose tree has too many levels."""
    advice = "write `sum([…])`, or name a part with `let`" if chain else "name a part with `let`"
    return Diagnostic(f"more than {limit} levels inside each other", place, advice, code="bound")


def too_many(place: Span) -> Diagnostic:
    """Said when the file has more mistakes than anyone wants to read at once."""
    return Diagnostic("too many mistakes: the rest of the file was not read", place, code="bound")


class Finding:
    """A mistake at token ``position``, where ``expected`` would have been right; and the parts of what is said."""

    def __init__(self, tokens: Tokens, position: int, expected: frozenset[int]) -> None:
        self.tokens = tokens
        self.position = position
        self.kind = tokens.kinds[position]
        self.expected = expected
        self.first = line_first(tokens, position)
        self.known = kinds()
        self.words = tables().keywords
        self.symbols = tables().symbols
        self.name_kind = tables().kinds["NAME"]

    # ── parts of messages ───────────────────────────────────────────────────────────────────────

    def _span(self, position: int) -> Span:
        tokens = self.tokens
        if tokens.kinds[position] in (self.known.newline, self.known.layout, self.known.end) and position:
            end = tokens.ends[position - 1]
            return tokens.source.span(end, end)
        return tokens.source.span(tokens.starts[position], tokens.ends[position])

    def _is_value(self) -> bool:
        """Whether a value would have been right."""
        return tables().kinds["NUMBER"] in self.expected and self.symbols["("] in self.expected

    def _is_operator(self) -> bool:
        """Whether an operator would have been right."""
        return self.symbols["+"] in self.expected

    def _in_brackets(self) -> bool:
        return bool(open_brackets(self.tokens, self.first, self.position))

    def _found(self) -> str:
        if self.kind in (self.known.newline, self.known.layout):
            return "the end of the line"
        if self.kind in (self.known.end, self.known.dedent):
            return "the end of the file" if self.kind == self.known.end else "the end of the block"
        return f"`{shown(self.tokens.text(self.position))}`"

    def _expectations(self) -> list[str]:
        expected, symbols, words = self.expected, self.symbols, self.words
        found: list[str] = []
        operator, value = self._is_operator(), self._is_value()
        statement = value and words["let"] in expected
        if statement:
            return ["a statement"]
        if value:
            found.append("a value")
        elif self.name_kind in expected:
            found.append("a name")
        elif tables().kinds["TEXT"] in expected:
            found.append('a text in "quotes"')
        if operator:
            found.append("an operator")
        found += [f"`{word}`" for word in ("then", "else", "bool", "real") if words[word] in expected]
        if words["in"] in expected and not operator:
            found.append("`in`")
        if symbols[":"] in expected:
            found.append("a colon")
        if symbols[","] in expected:
            found.append("a comma")
        if not operator and not value:
            found += [f"`{text}`" for text in ("=", "(", "[", "*") if symbols[text] in expected]
        brackets = open_brackets(self.tokens, self.first, self.position)
        closing = CLOSING[self.tokens.text(brackets[-1])] if brackets else ""
        if closing and symbols[closing] in expected:
            found.append(f"`{closing}`")
        if self.known.newline in expected:
            found.append("the end of the line")
        return found

    def _error(
        self,
        message: str,
        position: int | None = None,
        label: str = "",
        *helps: str,
        code: str = "syntax",
        fixes: tuple[Fix, ...] = (),
    ) -> Diagnostic:
        span = self._span(self.position if position is None else position)
        return Diagnostic(message, span, label, helps, code=code, fixes=fixes)

    def _replacing(self, position: int, text: str) -> tuple[Fix, ...]:
        """The fix that puts another text in the place of a token."""
        return replacing(self._span(position), text)

    def _inserting(self, offset: int, text: str) -> tuple[Fix, ...]:
        return replacing(self.tokens.source.span(offset, offset), text)

    def _plain(self) -> Diagnostic:
        expected = listed(self._expectations(), "or")
        if not expected:
            return self._error(f"unexpected {self._found()}")
        helps = []
        form = FORMS.get(self.tokens.text(self.first))
        if form and self.first < self.position and not self._is_value() and not self._is_operator():
            helps.append(f"the form is {form}")
        if self._is_value() and self.kind == self.known.newline and not self._in_brackets():
            helps.append("a line continues on the next one only inside brackets")
        point = self._is_value() and self.kind == self.symbols["."]
        label = "a decimal begins with a digit, as in `0.5`" if point else ""
        return self._error(f"expected {expected}, found {self._found()}", None, label, *helps)
