"""One version of a text, and what editors need to know about it."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.genres import genre_source, included_part
from puzzledsl.reading import LONGEST_TEXT, foreign_file
from puzzledsl.reading.lexer import Tokens, tokenize
from puzzledsl.reading.parse_tables import kinds
from puzzledsl.reading.recovery import fresh_line, reread
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from puzzledsl.editing.names import Definition, Names
    from puzzledsl.editing.positions import Positions
    from puzzledsl.editing.rule_items import Item
    from puzzledsl.elaboration.elaborate import Opener

MOST_INCLUDED = 100
"""Files that one text may include, directly or not, before the rest are left out of sight."""


class Document:
    """One version of a text. It never changes; each answer is computed once.

    Attributes:
        source: the text under its name; a path, if it is a file.
        include: folders, besides the file's own, for its ``include`` lines.
        unsaved: returns the text of an included file that is open in the editor, by its path; else ``None``.
        is_genre: whether all of it counts for the text that names it, as its genre.
        items: its rules and functions, as far as somebody has asked for them.
    """

    def __init__(
        self,
        text: str,
        name: str = "<text>",
        *,
        include: Sequence[str | Path] = (),
        unsaved: Callable[[str], str | None] | None = None,
        is_genre: bool = False,
    ) -> None:
        self.source = Source(name, text)
        self.include = tuple(include)
        self.unsaved = unsaved
        self.is_genre = is_genre
        self.items: dict[Definition, Item] = {}

    @property
    def text(self) -> str:
        """The whole text."""
        return self.source.text

    @cached_property
    def tokens(self) -> Tokens:
        """The tokens, with every bracket closed where the next statement begins at the latest."""
        if len(self.text) > LONGEST_TEXT or foreign_file(self.source):
            return tokenize(Source(self.source.name, ""))
        tokens = tokenize(self.source)
        known = kinds()
        first = 0
        while tokens.kinds[first] != known.end:
            fresh = fresh_line(tokens, first)
            if fresh is not None and fresh > first:
                reread(tokens, fresh)
            while tokens.kinds[first] not in (known.newline, known.layout, known.end):
                first += 1
            first += tokens.kinds[first] != known.end
        return tokens

    @cached_property
    def names(self) -> Names:
        """What its names mean."""
        from puzzledsl.editing.names import Names

        return Names(self.tokens)

    @cached_property
    def positions(self) -> Positions:
        """Its places in UTF-16 code units."""
        from puzzledsl.editing.positions import Positions

        return Positions(self.text)

    @cached_property
    def opener(self) -> Opener | None:
        """How its ``include`` lines open files."""
        from puzzledsl.loading import opener

        found = opener(self.source, self.include)
        if found is None or self.unsaved is None:
            return found
        unsaved = self.unsaved

        def open_included(path: str, including: Source) -> Source:
            source = found(path, including)
            text = unsaved(os.path.abspath(source.name))
            return source if text is None else Source(source.name, text)

        return open_included

    @cached_property
    def included(self) -> dict[str, Document]:
        """The files that it includes, directly or not, by their names; those that cannot be opened are left out."""
        found: dict[str, Document] = {}
        waiting = [self]
        while waiting:
            including = waiting.pop(0)
            for word, path in including.names.includes:
                source = self.opened(word, path, including.source)
                if source is None or source.name in found or source.name == self.source.name:
                    continue
                if len(found) < MOST_INCLUDED:
                    further = Document(source.text, source.name, include=self.include, is_genre=word == "genre")
                    found[source.name] = further
                    waiting.append(found[source.name])
        return found

    def opened(self, word: str, path: str, including: Source) -> Source | None:
        """The text that an ``include`` or ``genre`` line names; ``None`` if it cannot be opened."""
        try:
            if word == "genre" and not path.endswith(".puz"):
                return genre_source(path)
            if (part := included_part(path, including)) is not None:
                return part
            return None if self.opener is None else self.opener(path, including)
        except (Fault, PuzzleError):
            return None
