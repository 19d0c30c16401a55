"""A genre of puzz.link: a model of `puzzledsl/genres` that states how links hold its layouts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzledsl.elaboration import genres
from puzzledsl.formats.draft import ModelDraft, cell_name, quoted
from puzzledsl.formats.sites.puzzlink.body import SITE, Rows, Side, blank
from puzzledsl.formats.sites.puzzlink.names import aliases
from puzzledsl.records import record
from puzzledsl.source import Source

_READS = re.compile(r"# puzz\.link: (\w+)(.*)\n")
_FLAGS = re.compile(r"# puzz\.link flags: (.*)\n")
_FLAG = re.compile(r"# puzz\.link flag: (.*)\n")
_EMPTY = "# puzz.link empty: "
_COMMENT = re.compile(r"(?m)^\s*#.*")
_TITLE = re.compile(r'^puzzle "(.*)"$', re.M)
_SIZES = "param height = "
"""In a genre that has no layout whose size is that of its grid."""


@record
class Genre:
    """A model, and what links hold of it.

    Attributes:
        name: of its file.
        text: the model.
        reads_unknown: it has numbers that are not known, ``?``: itself, or in the genre that it names or a part.
        has_empty: a cell may be empty, with a value that stands for that; so ``?`` means that it is not.
        reads: what a link holds, in order: the name of a decoder, and of the layouts that it fills. A layout is named
            by the last word of its head: ``number`` for ``clues number:``, ``givens`` for ``givens:``.
        flags: variants before the sizes that change nothing.
        flag: the variant that each of its links has, often empty; without it, links have another coding.
    """

    name: str
    text: str
    reads_unknown: bool
    has_empty: bool
    reads: tuple[tuple[str, tuple[str, ...]], ...]
    flags: tuple[str, ...]
    flag: str

    def head(self, layout: str) -> str:
        """The head of a layout without its domain, ``clues number``; empty if the model has none of this name."""
        found = re.search(rf"(?m)^((?:\w+ )?{layout})(?: in .+)?:$", self.text)
        return found[1] if found else ""


def genre(name: str) -> Genre | None:
    """The genre with this name in links, if its file is there: under this name or another that it has."""
    others = [other for other, usual in aliases().items() if usual == name]
    file = next((one for one in [name, *others] if one in genres.genre_names()), None)
    if file is None:
        return None
    source = genres.genre_source(file)
    text = source.text
    unknown = any('"?"' in _COMMENT.sub("", one.text) for one in _with_parts(source))
    reads = tuple((found[1], tuple(found[2].split())) for found in _READS.finditer(text))
    flags = tuple(flag for found in _FLAGS.finditer(text) for flag in found[1].split())
    flag = found[1] if (found := _FLAG.search(text)) else ""
    return Genre(file, text, unknown, _EMPTY in text, reads, flags, flag) if reads else None


def _with_parts(source: Source) -> Iterator[Source]:
    """A genre, the one that it names, and what they include."""
    yield source
    for word, name in re.findall(r'(?m)^(include|genre) "(.*)"$', source.text):
        part = genres.included_part(name, source) if word == "include" else genres.genre_source(name)
        yield from () if part is None else _with_parts(part)


def genre_names() -> list[str]:
    """All genres that are read, by their names in links."""
    return sorted(name for file in genres.genre_names() if genre(name := aliases().get(file, file)) is not None)


class FilledGenre(ModelDraft):
    """A model that names its genre, with the layouts of one puzzle."""

    def __init__(
        self,
        form: Genre,
        height: int,
        width: int,
        layouts: dict[str, Rows],
        walls: Sequence[Side] = (),
    ) -> None:
        """Begin with a genre.

        Args:
            layouts: what fills each of its layouts, by name.
            walls: the sides with borders inside rooms. They are left out if the genre has no layout for them.

        Raises:
            PuzzleError: as for `ModelDraft`.
        """
        super().__init__(SITE, height, width)
        title = _TITLE.search(form.text)
        self.title = title[1] if title else ""
        self._form = form
        if walls and not form.head("wall"):
            self.leave_out(f"borders that part no rooms are drawn, for example at {cell_name(walls[0][0])}")
        elif walls:
            layouts = {"wall": _wall_marks(height, width, walls), **layouts}
        for name, rows in layouts.items():
            if head := form.head(name):
                self.layout(head, rows)

    def _head(self) -> list[str]:
        sizes = [f"param height = {self.height}", f"param width = {self.width}"]
        return [*super()._head(), f"genre {quoted(self._form.name)}", *(sizes if _SIZES in self._form.text else ())]

    def _grid(self) -> list[str]:
        return []


def _wall_marks(height: int, width: int, walls: Sequence[Side]) -> Rows:
    """Borders inside rooms as a layout: ``e`` right of a cell, ``s`` below it, ``b`` for both."""
    rows = blank(height, width)
    for (r, c), (row, _) in walls:
        rows[r - 1][c - 1] = "b" if rows[r - 1][c - 1] != "." else "e" if r == row else "s"
    return rows
