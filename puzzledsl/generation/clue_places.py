"""Where the puzzle of a genre may have clues, and which: learnt from how links of puzz.link hold its layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.genres import genre_source
from puzzledsl.formats.bounds import LARGEST_SIDE
from puzzledsl.formats.sites.puzzlink.body import Body, Rows, blank
from puzzledsl.formats.sites.puzzlink.codec import Rooms
from puzzledsl.formats.sites.puzzlink.codes import DIGITS
from puzzledsl.formats.sites.puzzlink.decoders import decoders
from puzzledsl.formats.sites.puzzlink.genre import FilledGenre, genre
from puzzledsl.formats.sites.puzzlink.genre_writing import layout_of, with_layout
from puzzledsl.formats.sites.puzzlink.names import aliases
from puzzledsl.formats.sites.puzzlink.reading import layouts_in
from puzzledsl.generation.symmetry import orbits
from puzzledsl.records import record, replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.formats.sites.puzzlink.codec import Codec
    from puzzledsl.model import Cell

Layouts = Mapping[str, Rows]
"""The marks of each layout by its name: the last word of its head."""

Marks = tuple[str, ...]
"""What stands at a place, in each of its layouts."""

_CHARACTERS = DIGITS + ".-/"
_TEXTS = 150
"""Random texts that are read to find out which marks there are."""


@record
class Place:
    """A place for a clue.

    Attributes:
        layouts: those that have the parts of its mark, all in the same row and column, from 0.
        marks: all that it may hold.
    """

    layouts: tuple[str, ...]
    row: int
    column: int
    marks: tuple[Marks, ...]

    def at(self, layouts: Layouts) -> Marks:
        """What it holds."""
        return tuple([layouts[name][self.row][self.column] for name in self.layouts])

    @property
    def empty(self) -> Marks:
        """What it holds if it has no clue."""
        return (".",) * len(self.layouts)

    @property
    def unknown(self) -> Marks:
        """What it holds if its number is not known; empty if it cannot be unknown."""
        return next((marks for marks in self.marks if marks[0] == "?"), ())

    @property
    def is_masked(self) -> bool:
        """Whether a clue takes its cell out of the grid."""
        return "mask" in self.layouts

    @property
    def beside(self) -> list[tuple[int, int]]:
        """Rows and columns of the places that share a side with it."""
        return [(self.row + y, self.column + x) for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))]


Unit = tuple[Place, ...]
"""Places that have clues together."""


class Frame:
    """The layouts of a model that names a genre.

    Attributes:
        layouts: as the model has them.
        rooms: the layout that divides the grid, if it is still empty.
    """

    def __init__(self, name: str, source: Source) -> None:
        """Args:
            name: of the genre.
            source: the model.

        Raises:
            PuzzleError: the model has no layout whose places could get clues.
        """
        form = genre(aliases().get(name, name))
        reads = form.reads if form else ()
        found = {layout: layout_of(source.text, layout) for _, names in reads for layout in names}
        self.layouts: Layouts = {layout: rows for layout, rows in found.items() if rows}
        sizes = (decoders()[one].size([found[layout] for layout in names]) for one, names in reads)
        size, *others = [*{*filter(None, sizes)}, None]
        if form is None or size is None or len(others) > 1:
            helps: tuple[str, ...] = (
                "the layouts have to be in the model, for one size of grid, with a dot for each empty place",
                "layouts that cannot be empty are those of the genre's example with `--kind`, and have its size",
            )
            what = f"of the genre `{name}`" if name else "that names no genre"
            if name and form is None:
                helps = ("`generate` learns the clues of a genre from its links to puzz.link, and it has none",)
            raise failure(f"no clues can be chosen in a model {what}", helps=helps, code="genre")
        self.source, self.form, self.rooms, (self.height, self.width) = source, form, "", size
        self.side, self._regions = max(size), ""
        self._parts: list[tuple[Codec, tuple[str, ...]]] = []
        for decoder, names in reads:
            codec: Codec | None = decoders()[decoder]
            own = tuple(name for name in names if name in self.layouts)
            if isinstance(codec, Rooms) and own:
                self._regions = own[0]
                if {mark for row in self.layouts[own[0]] for mark in row} == {"."}:
                    self.rooms = own[0]
                codec, own = codec.black, own[1:]
            if own and codec is not None:
                self._parts.append((codec, own))

    def body(self, text: str = "") -> Body:
        """A link with this text."""
        return Body(text, self.height, self.width)

    def units(self, layouts: Layouts, symmetry: str) -> list[Unit]:
        """All places of clues that are still empty, in groups that get clues together.

        Args:
            layouts: with rooms, since some clues belong to these.

        Raises:
            PuzzleError: there is no such symmetry, or the places do not have it.
        """
        found: list[Unit] = []
        for codec, names in self._parts:
            examples = chain(*[row for name in names for row in layout_of(self.form.text, name)])
            lowest = min(numbers_in([*examples]), default=0)
            cells: dict[Marks, dict[tuple[int, int], None]] = {}
            known: dict[Marks, dict[Marks, None]] = {}
            for tied, cell, marks in self._marks(codec, names, layouts):
                cells.setdefault(tied, {})[cell] = None
                if min(numbers_in(marks), default=lowest) >= lowest:
                    known.setdefault(tied, {})[marks] = None
            for tied in known:
                rows = layouts[tied[0]]
                places = {cell: Place(tied, *cell, tuple(known[tied])) for cell in cells[tied]}
                found += orbits(places, (len(rows), len(rows[0])), f"layout `{tied[0]}`", symmetry)
        return [unit for unit in found if all(place.at(layouts) == place.empty for place in unit)]

    def _marks(
        self, codec: Codec, names: tuple[str, ...], layouts: Layouts
    ) -> Iterator[tuple[tuple[str, ...], tuple[int, int], Marks]]:
        """Marks that a part of a link may have: their layouts, where the mark has its parts, and row and column."""
        rng, length = Random(0), 4 * self.height * self.width
        drawn = self.body()
        if self._regions:
            divided(drawn, dict(zip(drawn.cells(), chain(*layouts[self._regions]), strict=True)))
        apart = len(codec.places.sizes(1, 1)) > 1
        letters = ""
        for k in range(len(_CHARACTERS) + _TEXTS):
            letter = _CHARACTERS[k : k + 1]
            body = self.body(letter * length or "".join(rng.choices(letters or "0", k=length)))
            body.rooms = drawn.rooms
            with suppress(PuzzleError):
                read = layouts_in(codec, names, body)
                letters += letter
                for tied in [(name,) for name in read] if apart else [tuple(read)]:
                    for r, rows in enumerate(zip(*[read[name] for name in tied], strict=True)):
                        for c, marks in enumerate(zip(*rows, strict=True)):
                            if set(marks) != {"."}:
                                yield tied, (r, c), marks

    def text(self, layouts: Layouts, heading: str) -> str:
        """The model with these layouts, below a comment."""
        text = f"# {heading}\n{self.source.text}" if heading else self.source.text
        for name, rows in layouts.items():
            text = with_layout(text, name, rows)
        return text


def empty_model(name: str, size: tuple[int, int]) -> Source:
    """A model of a genre with empty layouts; those that cannot be empty are as in the example of the genre.

    Raises:
        PuzzleError: there is no such genre, or the size is none of a grid.
    """
    try:
        genre_source(name)
    except Fault as fault:
        helps = ("`puzzledsl rules genres` lists the genres",)
        raise PuzzleError([replace(fault.diagnostic, helps=helps)]) from None
    if not all(0 < side <= LARGEST_SIDE for side in size):
        helps = (f"a grid may have 1 to {LARGEST_SIDE} rows, and as many columns",)
        raise failure(f"no grid of {size[0]} × {size[1]} cells can be made", helps=helps, code="call")
    form = genre(aliases().get(name, name))
    if form is None:
        return Source(f"{name}.puz", f'genre "{name}"\n')
    layouts: dict[str, Rows] = {"wall": blank(*size)}
    for decoder, names in form.reads:
        codec: Codec | None = decoders()[decoder]
        if isinstance(codec, Rooms):
            layouts |= {one: blank(*size) for one in names[:1]}
            codec, names = codec.black, names[1:]
        if names and codec is not None:
            layouts |= {one: layout_of(form.text, one) for one in names}
            with suppress(PuzzleError):
                layouts |= layouts_in(codec, names, Body("", *size))
    return Source(f"{name}.puz", FilledGenre(form, *size, layouts).text())


def with_marks(layouts: Layouts, marks: Mapping[Place, Marks]) -> Layouts:
    """The layouts with other marks in some places."""
    changed = {name: [[*row] for row in rows] for name, rows in layouts.items()}
    for place, parts in marks.items():
        for name, part in zip(place.layouts, parts, strict=True):
            changed[name][place.row][place.column] = part
    return changed


def numbers_in(marks: Sequence[str]) -> list[int]:
    """The numbers in some marks."""
    return [int(part) for mark in marks for part in mark.split(",") if part.isdecimal()]


def divided(body: Body, rooms: Mapping[Cell, object]) -> Rows:
    """The layout of rooms, given what the cells of each have in common; the body notes the rooms."""
    return body.rooms_between([rooms[a] != rooms[b] for a, b in body.sides()])
