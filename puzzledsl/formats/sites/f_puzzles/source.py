"""A puzzle of f-puzzles that is read, and how a clue of it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.json_values import shown
from puzzledsl.formats.sites.f_puzzles.cells import place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell


KINDS_OF_CLUES = frozenset(
    {"arrow", "killercage", "quadruple", "difference", "ratio", "xv", "odd", "even", "minimum", "maximum", "clone"}
    | {"thermometer", "slowthermometer", "palindrome", "betweenline", "renban", "whispers", "regionsumline", "nabner"}
    | {
        "entropicline",
        "modularline",
        "doublearrow",
        "zipperline",
        "lockout",
        "rowindexer",
        "columnindexer",
        "boxindexer",
    }
    | {"littlekillersum", "sandwichsum", "xsum", "skyscraper", "extraregion", "inequality", "poweroftwo", "prime"}
)
"""The keys of clues that have cells of their own."""


class Source:
    """A puzzle that is read.

    Attributes:
        draft: the model under construction.
        unspoken: keys of clues outside the grid of which the rules' text says something else than usual.
        json: the whole puzzle.
        region_of: the region of each cell by its number.
        regions: the name of the regions in the model: ``boxes``, ``region``, or empty if there are none.
        gap: by how much neighbours on a whisper differ, if the rules' text says so.
        scaled: cells whose value in sums is twice or half their digit.
        read: keys of the JSON that were read.
        used: the drawings, by their `id`, that are explained already.
        distrusted: keys of clues that do not mean what they usually do.
        all_marked: the marks of which the rules' text says that all are given: ``white``, ``black``, ``x``, ``v``.
    """

    def __init__(
        self, draft: Draft, json: Mapping[str, Any], regions: str, region_of: Mapping[Cell, int | None]
    ) -> None:
        """Begin to read clues; the grid and its regions are read already."""
        self.draft, self.json, self.regions, self.region_of = draft, json, regions, region_of
        self.read: set[str] = set()
        self.distrusted: frozenset[str] = frozenset()
        self.all_marked: frozenset[str] = frozenset()
        self.unspoken: list[str] = []
        self.used: set[int] = set()
        self.gap: int | None = None
        self.scaled: frozenset[Cell] = frozenset()

    def kinds(self) -> list[str]:
        """The keys of the clues that the puzzle has: those that its text cannot explain by a drawing."""
        return [key for key, value in self.json.items() if key in KINDS_OF_CLUES and value not in (None, False, "", [])]

    def entries(self, key: str) -> list[Any]:
        """The clues of a kind; its key counts as read."""
        self.read.add(key)
        value = self.json.get(key)
        if value in (None, False, "") or key in self.distrusted:
            return []
        if not isinstance(value, list):
            self.draft.leave_out(f"the clues of the kind {shown(key)} are no list")
            return []
        return value

    def has(self, key: str) -> bool:
        """Whether a rule of the whole grid is switched on; its key counts as read."""
        self.read.add(key)
        value = self.json.get(key)
        return key not in self.distrusted and (value is True or value == "true" or value == 1)


def one(source: Source, title: str, reader: Callable[[Source, dict[str, Any]], None], entry: Any) -> None:
    """Read one clue; if it cannot be read, name it."""
    try:
        if not isinstance(entry, dict):
            raise ClueError(f"{shown(entry)} stands where its cells belong")
        reader(source, entry)
    except ClueError as error:
        source.draft.leave_out(f"{title}{_where(entry)} is left out: {error}")


def _where(entry: Any) -> str:
    """`` at r1c2``, if a clue names its first cell."""
    if not isinstance(entry, dict):
        return ""
    named = [entry.get("cell"), *_flat(entry.get("cells")), *_flat(entry.get("lines"))]
    for name in named:
        try:
            return f" at {cell_name(place(name))}"
        except ClueError:
            continue
    return ""


def _flat(value: Any) -> list[Any]:
    if not isinstance(value, list):
        return []
    return [inner for item in value for inner in (item if isinstance(item, list) else [item])]
