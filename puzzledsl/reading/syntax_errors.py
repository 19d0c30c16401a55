"""What is said about a mistake of form: the known one that it looks like, else what was found and what is possible."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Fix, Note, replacing
from puzzledsl.listing import listed, shorten
from puzzledsl.reading.characters import CLOSING
from puzzledsl.reading.known_mistakes import MISTAKES, POSSIBLE, SHAPES, Mistake
from puzzledsl.reading.lexer import WRONG, Lexer, Tokens
from puzzledsl.reading.parse_tables import kinds, tables
from puzzledsl.reading.recovery import IGNORED, line_first, line_last, open_brackets
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.source import Span

_PLACES = {"«": "(?P<place>", "‹": "(?P<edit>", "»": ")", "›": ")"}
MOST_TOKENS = 1_000
"""A longer line is not compared with the known mistakes, since that may take the square of its length."""
LONGEST_QUOTE = 80


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    shaped = re.sub(rf"\b(?:{'|'.join(SHAPES)})\b", lambda word: SHAPES[word[0]], pattern)
    for mark, group in _PLACES.items():
        shaped = shaped.replace(mark, group)
    return re.compile(shaped if shaped.startswith("^") else f"(?<![^ ]){shaped}")


@cache
def _shapes() -> dict[int, str]:
    """How tokens are written out for the patterns whose text does not count; for all others it does."""
    known, numbers = kinds(), tables().kinds
    ends = {known.newline: ";", known.layout: ";", known.indent: ">>", known.dedent: "<<", known.end: "<<"}
    return ends | {WRONG: "\\", IGNORED: "\\"} | {numbers[name]: name for name in ("NAME", "CELLS", "TEXT")}


@record
class _Words:
    """The tokens that a group of a pattern has found, to be put into a text of the table.

    Attributes:
        shapes: how the line is written out there.
        longest: how many characters are shown.
    """

    tokens: Tokens
    first: int
    shapes: list[str]
    longest: int = LONGEST_QUOTE

    def span(self) -> Span:
        """From the first character to the last."""
        return self.tokens.span(self.first, self.first + len(self.shapes) - 1)

    def __format__(self, joined: str) -> str:
        """What the source has there; with ``SHAPE→, `` only the tokens of that shape, joined by what is behind it."""
        shape, arrow, between = joined.partition("→")
        if not arrow:
            return shorten(self.span().text if self.shapes else "", self.longest)
        kept = [k for k, found in enumerate(self.shapes, self.first) if _compiled(shape).fullmatch(found.lstrip("@"))]
        return shorten(between.join(map(self.tokens.text, kept)), self.longest)


class Line:
    """A line of tokens, written out for the patterns of the known mistakes.

    Attributes:
        facts: what is known about the place, in the words of `Mistake.when`.
        places: places that `Mistake.at` and `Mistake.noted` name.
        names: what the texts of the table may name.
    """

    def __init__(self, tokens: Tokens, first: int, last: int, marked: int = -1) -> None:
        self.tokens = tokens
        self.facts = {"tight"}  # which is checked once the place is found
        self.places: dict[str, Span] = {}
        self.names: dict[str, object] = {}
        self._first = first
        self._shapes = [self._shape(position, position == marked) for position in range(first, last)]
        self._starts = [0, *accumulate(len(shape) + 1 for shape in self._shapes)]

    def explained(self, rows: Iterable[Mistake]) -> Diagnostic | None:
        """What the first row says that fits; ``None`` if none does."""
        line = "".join(f"{shape} " for shape in self._shapes)
        for row in rows:
            for found in _compiled(row.pattern).finditer(line) if self._holds(row.when) else ():
                places = {name: self._words(found.span(name)).span() for name in found.re.groupindex}
                numbered = set(range(1, found.re.groups + 1)) - set(found.re.groupindex.values())
                if answer := self._filled(row, places, [self._words(found.span(group)) for group in sorted(numbered)]):
                    return answer
        return None

    def _words(self, group: tuple[int, int]) -> _Words:
        first, last = bisect_right(self._starts, group[0]) - 1, bisect_left(self._starts, group[1])
        return _Words(self.tokens, self._first + first, self._shapes[first:last])

    def _shape(self, position: int, is_marked: bool) -> str:
        """A token as a line is written out for the patterns."""
        text = self.tokens.text(position)
        shape = _shapes().get(self.tokens.kinds[position], text)
        if shape == "NAME":
            shape = f"'{text}"
        elif shape == "CELLS" and ".." in text:
            shape = "CELLS_TO"
        return "@" * is_marked + shape

    def _holds(self, when: str) -> bool:
        """Whether the facts are as ``when`` demands."""
        return all(
            word[1:] not in self.facts if word[0] == "!" else not self.facts.isdisjoint(word.split("|"))
            for word in when.split()
        )

    def _filled(self, row: Mistake, places: dict[str, Span], groups: list[_Words]) -> Diagnostic | None:
        """What a row says about the tokens that its pattern has found; ``None`` if they are not what it is about."""
        place = places.get("place") or self.places[row.at]
        if "tight" in row.when and " " in place.text:
            return None
        whole = [replace(group, longest=len(self.tokens.source.text)) for group in groups]
        meant = row.meant(f"{whole[0]}") if row.meant else ""
        if meant is None:
            return None
        names = self.names | {"meant": meant}
        label = f"write `{row.edit}`" if row.label is None and row.edit else row.label or ""
        texts = (row.message, label, row.helps, row.note)
        message, label, helps, note = (text.format(None, *groups, **names) for text in texts)
        return Diagnostic(
            message,
            place,
            label,
            tuple(helps.splitlines()),
            (Note(note, self.places[row.noted]),) if note else (),
            row.code,
            fixes=tuple(
                self._fix(places.get("edit", place), edit.format(None, *whole, **names))
                for edit in (row.edit, row.also)
                if edit is not None
            ),
        )

    def _fix(self, place: Span, text: str) -> Fix:
        """The fix that writes ``text`` there, or inserts what is new in it; a sign such as ``=`` is never cut."""
        source, start, end, old = self.tokens.source, place.start, place.end, place.text
        if len(old) > 1 and text.startswith(old):
            start, text = end, text[len(old) :]
        elif len(old) > 1 and text.endswith(old):
            end, text = start, text[: -len(old)]
        if text.startswith("\n"):  # no blanks remain at the end of the line before
            start = len(source.text[:start].rstrip(" "))
        return replacing(source.span(start, end), text)[0]


def slip_in(
    place: Span, rows: Iterable[Mistake], facts: Iterable[str] = (), marked: Span | None = None
) -> Diagnostic | None:
    """What the first row says that fits a statement whose form is right; ``None`` if none does.

    Args:
        marked: the token that ``@`` is before.
    """
    tokens = Tokens(place.source)
    lexer = Lexer(tokens, blocks=False)
    lexer.text = lexer.text[: place.end]
    lexer.run(place.start)
    position = tokens.starts.index(marked.start) if marked is not None and marked.start in tokens.starts else -1
    line = Line(tokens, 0, min(len(tokens.kinds) - 1, MOST_TOKENS), position)
    line.places[""] = marked or place
    line.facts.update(facts)
    found = line.explained(rows)
    return found and replace(found, code="kind" if found.code == "syntax" else found.code)


class Explanation(Line):
    """A mistake at token ``position``, where ``expected`` would have been right, and what is said about it."""

    def __init__(self, tokens: Tokens, position: int, expected: frozenset[int]) -> None:
        known, table = kinds(), tables()
        first, last = line_first(tokens, position), line_last(tokens, position)
        is_long = last - first > MOST_TOKENS
        self._rows = MISTAKES[-1:] if is_long else MISTAKES
        super().__init__(tokens, position if is_long else first, min(last + 2, len(tokens.kinds)), position)
        kind, start = tokens.kinds[position], tokens.starts[first]
        place = tokens.span(position)
        if kind in (known.newline, known.layout, known.end) and position:
            place = tokens.source.span(tokens.ends[position - 1], tokens.ends[position - 1])
        text, brackets = tokens.text(position), open_brackets(tokens, first, position)
        opening = brackets[-1] if brackets else position
        closing = CLOSING.get(tokens.text(opening), "")
        before = max(first - 1, 0)
        while before and tokens.kinds[before] != known.newline:
            before -= 1
        header = line_first(tokens, before)
        above = tokens.span(header, max(before - 1, 0))
        texts = {kind: text for text, kind in (table.keywords | table.symbols).items()}
        words = {texts.get(kind, table.names[kind]) for kind in expected}
        further = {
            f"only:{min(words, default='')}": len(words) == 1,
            "value": {"NUMBER", "("} <= words,
            "operator": "+" in words,
            "clue": ":" in words and tokens.text(first) not in ("clues", *table.keywords),
            "brackets": bool(brackets),
            "mismatch": bool(closing) and kind in known.closing and text != closing,
        }
        self.facts |= words | {fact for fact, holds in further.items() if holds}
        ends = {
            known.newline: "the end of the line",
            known.layout: "the end of the line",
            known.dedent: "the end of the block",
            known.end: "the end of the file",
        }
        possible = (
            ["a statement"] if self._holds("value let") else [word for when, word in POSSIBLE if self._holds(when)]
        )
        found = ends.get(kind) or f"`{shorten(text)}`"
        self.places = {"": place, "above": above, "opening": tokens.span(opening)}
        self.names = {
            "found": found,
            "problem": f"expected {listed(possible, 'or')}, found {found}" if possible else f"unexpected {found}",
            "above": tokens.text(header),
            "opening": tokens.text(opening),
            "closing": closing,
            "indent": tokens.source.text[start - tokens.column(first) : start],
        }

    def diagnostic(self) -> Diagnostic:
        """What the first row of the table that fits says."""
        found = self.explained(self._rows)
        assert found is not None  # the last row fits each line
        return found
