"""Constraints about the whole grid: regions, global rules, groups of further cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from puzzledsl.formats.chaos import chaos_rule
from puzzledsl.formats.draft import ModelDraft, quoted
from puzzledsl.formats.sites.iss.cells import LONGEST_SIDE, GridShape, Group, GroupCell
from puzzledsl.formats.sites.iss.grammar import Item, arguments_of
from puzzledsl.formats.sites.iss.table import WHOLE
from puzzledsl.model import all_places

LAYOUT = frozenset(
    {
        *("Shape", "Var", "NoBoxes", "RegionSize", "Jigsaw", "ChaosConstruction", "DisjointSets"),
        *("Diagonal", "StrictKropki", "StrictXV", "FullRank", "FullRankTies"),
        *WHOLE,
    }
)
"""Constraints that are read here; they occur at the outermost level only."""

STRICT = {
    "StrictKropki": ("dots", ("WhiteDot", "BlackDot"), ("nonconsecutive(cells", "no_ratio(cells, 2")),
    "StrictXV": ("xvs", ("X", "V"), ("no_sum(cells, 5, 10",)),
}
"""What pairs of cells without a mark do not do: a name for the other pairs, the marks, and the calls of the rules."""


class Layout:
    """Fills a draft with the items about the whole grid.

    Attributes:
        boxes: the groups that cut region sum lines, as a text; empty without any.
    """

    def __init__(self, shape: GridShape, draft: ModelDraft, items: Sequence[Item]) -> None:
        """Add cells outside the grid and regions.

        Raises:
            PuzzleError: an argument is wrong.
        """
        self._shape, self._draft = shape, draft
        self._types: dict[str, list[Item]] = {}
        for item in items:
            self._types.setdefault(item.type, []).append(item)
        self.boxes = ""
        self._size = shape.side
        self._read("RegionSize", self._resize)
        self._read("Var", self._add_cells)
        self._read("ChaosConstruction", self._chaos)
        if not shape.raw:
            draft.different("rows", "columns")
            box = None if "NoBoxes" in self._types else shape.box_size(self._size)
            if box is not None:
                self.boxes = draft.boxes(*box)
        self._read("Jigsaw", self._jigsaw)
        self._read("Diagonal", lambda sign="", *_: draft.different("antidiagonal" if int(sign) > 0 else "diagonal"))

    def _read(self, type_: str, read: Callable[..., None]) -> None:
        """Read all items of a type."""
        for item in self._types.get(type_, ()):
            with arguments_of(item):
                read(*item.args)

    # ── cells and regions ────────────────────────────────────────────────────────────────────────

    def _resize(self, size: str = "", *_more: str) -> None:
        self._size = int(size)
        if self._size not in range(1, LONGEST_SIDE + 1):
            raise ValueError

    def _add_cells(self, prefix: str = "", _label: str = "", size: str = "", *_more: str) -> None:
        shape = self._shape
        height, _, columns = size.partition("x")
        count = int(height or 1) * int(columns or 1)
        group = Group(f"V{prefix}", count, int(columns or (count if count % shape.width else shape.width)))
        if not re.fullmatch("[A-Z]+", prefix) or min(count, group.width) < 1:
            raise ValueError
        shape.add_group(group.name, group)
        values = f"{shape.lowest}..{shape.highest}"
        text = f"grid {group.name}[{group.height}, {group.width}] in {values}"
        self._draft.declare(text if count > 1 else f"var {group.name} in {values}")

    def _chaos(self, *_more: str) -> None:
        shape, size = self._shape, self._size
        cells = shape.groups[""].size
        if cells % size or size > shape.size_of_range:
            raise ValueError
        shape.add_group("CC", Group("region", cells, shape.width))
        self._draft.declare(f"grid region[{shape.height}, {shape.width}] in 1..{cells // size}")
        # In a row of as many cells each value occurs once; so it does in each region, and there are as many of them.
        all_values = size == shape.size_of_range == shape.width and not shape.raw
        # The value that most cells have from the beginning says most about which regions are which.
        given = [arg.partition("_")[2] for item in self._types.get("Given", ()) for arg in item.args]
        values = range(shape.highest, shape.lowest - 1, -1)
        anchor = max(values, key=lambda value: given.count(str(value))) if all_values else None
        self._draft.declare(chaos_rule(size, cells // size, shape.size_of_range, anchor))
        self._draft.line("chaos_construction(region)", "chaos")

    def _jigsaw(self, *args: str) -> None:
        """Read the last argument: a mark for each cell. One piece may have another size; it has no rule."""
        shape, text = self._shape, args[-1]
        sizes = {mark: text.count(mark) for mark in dict.fromkeys(text)}
        number = {mark: k for k, mark in enumerate(sizes) if shape.side <= sizes[mark] <= shape.size_of_range}
        if len(number) < len(sizes) - 1:
            raise ValueError
        if len(sizes) > 1:
            cells = all_places(shape.height, shape.width)
            self._draft.regions("piece", {cell: number.get(mark) for cell, mark in zip(cells, text, strict=True)})
            self.boxes = self.boxes or "piece"

    # ── rules ────────────────────────────────────────────────────────────────────────────────────

    def add_rules(self, marked: Mapping[str, Sequence[Sequence[GroupCell]]]) -> None:
        """Add the rules about the whole grid.

        Args:
            marked: the pairs of cells with a dot, X or V, by its type.

        Raises:
            PuzzleError: an argument is wrong.
        """
        draft, shape = self._draft, self._shape
        for type_ in self._types:
            if type_ == "Windoku" and not shape.height == shape.width == shape.size_of_range == 9:
                draft.leave_out("the windows of a windoku that is not 9 × 9")
            elif type_ in WHOLE:
                draft.line(WHOLE[type_], "whole")
                if type_ == "AntiConsecutive" and shape.raw:
                    draft.line("anti_orthogonal", "whole")
            elif type_ == "DisjointSets" and self.boxes not in ("", "piece"):
                draft.line("disjoint_groups" if self.boxes == "boxes" else f"disjoint_groups({self.boxes})", "whole")
            elif type_ in STRICT:
                self._strict(type_, marked)
        self._full_ranks()

    def _strict(self, type_: str, marked: Mapping[str, Sequence[Sequence[GroupCell]]]) -> None:
        """The rules of pairs of cells without a mark."""
        name, marks, rules = STRICT[type_]
        if "Or" in self._types:
            self._draft.leave_out(f"`{type_}`, since marks may stand among alternatives")
            return
        pairs = [pair for mark in marks for pair in marked.get(mark, ()) if not pair[0].group]
        listed = ", ".join(f"[{', '.join(map(self._shape.name, pair))}]" for pair in pairs)
        if pairs:
            self._draft.declare(f"\nlet {name} = [{listed}]")
        for rule in rules:
            self._draft.line(f"{rule}, except = {name})" if pairs else f"{rule})", "whole")

    def _rank(self, ranks: dict[int, int], name: str = "", *numbers: str) -> None:
        """Note the ranks of a row or column, by its position among the lines that are compared."""
        position = self._shape.line(name)[2]
        ends = zip(numbers, (0, self._shape.height + self._shape.width), strict=False)
        ranks.update({position + shift: int(rank) for rank, shift in ends if rank})

    def _full_ranks(self) -> None:
        """One statement for all full ranks, since they compare the same lines: rows and columns, both ways."""
        ranks: dict[int, int] = {}
        self._read("FullRank", partial(self._rank, ranks))
        ties = next((item.args[0] for item in self._types.get("FullRankTies", ()) if item.args), "only-unclued")
        if ranks:
            both_ways = "rows, columns, [reverse(line) for line in rows], [reverse(line) for line in columns]"
            texts = ", ".join(f"{position}: {rank}" for position, rank in sorted(ranks.items()))
            self._draft.declare(f"\nlet lines = concat({both_ways})")
            self._draft.line(f"full_rank(lines, {{{texts}}}, {quoted(ties)})", "full_rank")
        elif ties == "none":
            self._draft.leave_out("`FullRankTies` without a rank")
