"""What is said about a mistake of form: the known one that it looks like, else what was found and what is possible."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import accumulate, starmap
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Fix, Note, replacing
from puzzledsl.listing import listed, shorten
from puzzledsl.reading.characters import CLOSING
from puzzledsl.reading.known_mistakes import MISTAKES, POSSIBLE, SHAPES, Mistake
from puzzledsl.reading.lexer import WRONG
from puzzledsl.reading.parse_tables import kinds, tables
from puzzledsl.reading.recovery import IGNORED, line_first, line_last, open_brackets

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens
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


class Explanation:
    """A mistake at token ``position``, where ``expected`` would have been right, and what is said about it.

    Attributes:
        facts: what is known about the place, in the words of `Mistake.when`.
        places: places that `Mistake.at` and `Mistake.noted` name.
        names: what the texts of the table may name.
    """

    def __init__(self, tokens: Tokens, position: int, expected: frozenset[int]) -> None:
        known, table = kinds(), tables()
        first, last = line_first(tokens, position), line_last(tokens, position)
        self.tokens = tokens
        self._is_long = last - first > MOST_TOKENS
        self._first = position if self._is_long else first
        end = min(last + 2, len(tokens.kinds))
        self._shapes = [self._shape(k, k == position) for k in range(self._first, end)]
        self._starts = [0, *accumulate(len(shape) + 1 for shape in self._shapes)]
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
            "tight": True,  # which is checked once the place is found
            "value": {"NUMBER", "("} <= words,
            "operator": "+" in words,
            "clue": ":" in words and tokens.text(first) not in ("clues", *table.keywords),
            "brackets": bool(brackets),
            "mismatch": bool(closing) and kind in known.closing and text != closing,
        }
        self.facts = words | {fact for fact, holds in further.items() if holds}
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
        """What the first row of the table that fits says; the last row fits each line."""
        line = "".join(f"{shape} " for shape in self._shapes)
        rows = (row for row in MISTAKES[-1 if self._is_long else 0 :] if self._holds(row.when))
        found = ((row, match) for row in rows for match in _compiled(row.pattern).finditer(line))
        return next(filter(None, starmap(self._filled, found)))

    def _shape(self, position: int, is_marked: bool) -> str:
        """A token as a line is written out for the patterns."""
        text = self.tokens.text(position)
        shape = _shapes().get(self.tokens.kinds[position], text)
        return "@" * is_marked + (f"'{text}" if shape == "NAME" else shape)

    def _holds(self, when: str) -> bool:
        """Whether the facts are as ``when`` demands."""
        return all(
            word[1:] not in self.facts if word[0] == "!" else not self.facts.isdisjoint(word.split("|"))
            for word in when.split()
        )

    def _span(self, found: re.Match[str], group: int | str) -> Span | None:
        """The place of the tokens that a group has found; ``None`` if it has found none."""
        start, end = found.span(group)
        if start >= end:
            return None
        first, last = bisect_right(self._starts, start) - 1, bisect_left(self._starts, end)
        return self.tokens.span(self._first + first, self._first + last - 1)

    def _filled(self, row: Mistake, found: re.Match[str]) -> Diagnostic | None:
        """What a row says about the tokens that its pattern has found; ``None`` if they are not what it is about."""
        places = {name: self._span(found, name) or self.places[""] for name in found.re.groupindex}
        place = places.get("place") or self.places[row.at]
        if "tight" in row.when and " " in place.text:
            return None
        numbered = sorted(set(range(1, found.re.groups + 1)) - set(found.re.groupindex.values()))
        whole = [span.text if (span := self._span(found, group)) else "" for group in numbered]
        meant = row.meant(whole[0]) if row.meant else ""
        if meant is None:
            return None
        groups, names = [shorten(text, LONGEST_QUOTE) for text in whole], self.names | {"meant": meant}
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
