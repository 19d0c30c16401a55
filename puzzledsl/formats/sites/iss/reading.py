"""Reading of a puzzle of the Interactive Sudoku Solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import Draft
from puzzledsl.formats.sites.iss.clues import Clues
from puzzledsl.formats.sites.iss.condition import Condition, UnsaidError
from puzzledsl.formats.sites.iss.grammar import SITE, Item, comments_and_sections, items_of, string_of
from puzzledsl.formats.sites.iss.layout import Layout
from puzzledsl.formats.sites.iss.named_rules import NamedRules
from puzzledsl.formats.sites.iss.shape import Shape
from puzzledsl.formats.sites.iss.table import WHOLE

if TYPE_CHECKING:
    from collections.abc import Sequence

LAYOUT = frozenset(
    {
        *("Shape", "Var", "NoBoxes", "RegionSize", "RegionSameValues", "Jigsaw", "ChaosConstruction", "Windoku"),
        *("DisjointSets", "Diagonal", "StrictKropki", "StrictXV", "FullRankTies"),
        *WHOLE,
    }
)
"""Constraints about the whole grid; they stand at the outermost level only."""


def read(text: str) -> Draft:
    """The puzzle in a link or text.

    Raises:
        PuzzleError: it is malformed.
    """
    comments, sections = comments_and_sections(string_of(text))
    items = [item for section in sections for item in items_of(section)]
    if not items:
        raise unreadable(SITE, "it has no constraints")
    return _Reading(items, comments).draft


class _Reading:
    def __init__(self, items: Sequence[Item], comments: Sequence[str]) -> None:
        shapes = [item.args for item in items if item.type == "Shape"]
        shape = Shape(shapes[-1] if shapes else ())
        self.draft = Draft(SITE, shape.height, shape.width, shape.highest, shape.lowest)
        self.draft.rules = "\n".join(comments)
        self._shape = shape
        layout = Layout(shape, self.draft, items)
        layout.fill()
        ties = next(
            (item.args[0] for item in layout.items if item.type == "FullRankTies" and item.args), "only-unclued"
        )
        if ties not in ("none", "any", "only-unclued"):
            raise unreadable(SITE, f"`{ties[:20]}` is no way to rank equal lines")
        rules = NamedRules(self.draft, shape.lowest, shape.highest)
        self._clues = Clues(shape, rules, layout.boxes, ties)
        self._candidates: dict[tuple[int, int], set[int]] = {}
        for item in layout.items:
            if item.type not in LAYOUT and item.type != "FullRank":
                self._say(item)
        self._ranks(
            [item for item in layout.items if item.type == "FullRank"], layout.has("FullRankTies") and ties == "none"
        )
        layout.define(self._clues.used, self._clues.reaches)
        for cell, values in self._candidates.items():
            if not values:
                self.draft.line(f"r{cell[0]}c{cell[1]} in {{}}", "values")
            elif values < set(range(shape.lowest, shape.highest + 1)):
                self.draft.one_of(cell, values)

    def _say(self, item: Item) -> None:
        try:
            conditions = self._clues.of(item)
        except UnsaidError as reason:
            self.draft.leave_out(str(reason))
            return
        if item.type == "Given":
            self._give(item)
            return
        for condition in conditions:
            self._add(condition)

    def _add(self, condition: Condition) -> None:
        if condition.statement == "false":
            self.draft.leave_out("alternatives of which none can hold")
        elif condition.statement != "true":
            self.draft.line(condition.statement, condition.section)

    def _give(self, item: Item) -> None:
        """Values of a cell; what several say of one cell holds together."""
        for arg in item.args:
            name, *values = arg.split("_")
            place = self._shape.read(name)
            if place.group:
                self._add(self._clues.of(Item("Given", (arg,)))[0])
                continue
            allowed = {int(value) for value in values}
            cell = (place.row, place.column)
            self._candidates[cell] = self._candidates.get(cell, allowed) & allowed

    def _ranks(self, items: Sequence[Item], always: bool) -> None:
        """One statement for all full ranks, since they compare the same lines."""
        ranks: dict[int, int] = {}
        for item in items:
            self._clues.of(item)
            ranks.update(self._clues.ranks(item))
        if ranks or always:
            self.draft.declare(f"\nlet lines = {self._clues.ranked_lines()}")
        if ranks:
            texts = ", ".join(f"{k}: {rank}" for k, rank in sorted(ranks.items()))
            self.draft.line(f'full_rank(lines, {{{texts}}}, "{self._clues.ties}")', "full_rank")
        elif always:
            self.draft.line("for a, b in combinations(lines):\n    values(a) != values(b)", "full_rank")
