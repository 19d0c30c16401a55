"""Constraints about the whole grid: regions, global rules, groups of further cells."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.chaos import chaos_rule
from puzzledsl.formats.draft import cell_list
from puzzledsl.formats.sites.iss.grammar import SITE, in_force
from puzzledsl.formats.sites.iss.replication import flattened
from puzzledsl.formats.sites.iss.shape import Group, Place
from puzzledsl.formats.sites.iss.table import WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.iss.grammar import Item
    from puzzledsl.formats.sites.iss.shape import Shape

REGION_RULES = {
    "region_run": """
# As many cells as `number` says, from the first one on, are in one region; the next one is not.
# solvers: A digit at the beginning of a violet arrow says how many cells along it, from its own on, are in its region
# solvers: before the first that is not.
rule region_run(line, number):
    _reaches(line, number)
    draw arrow(line, color = "#8e6bbf")""",
    "region_runs": """
# As many cells as `number` says, with the first of the lines, which they share, are in its region, up to its border.
# Each of `reaches` says how many of a line these are.
rule region_runs(lines, reaches, number):
    number == sum([reach - 1 for reach in reaches]) + 1
    for line, reach in zip(lines, reaches):
        _reaches(line, reach)""",
    "region_cross": """
# The cell says how many cells of its region it sees along its row and column, up to the region's border, itself among
# them. Each of `reaches` says how many these are in one direction, with the cell itself.
# solvers: A digit in a circle says how many cells of its region it sees along its row and column, up to the region's
# solvers: border, itself among them.
rule region_cross(cells, reaches):
    for cell in cells:
        cell == sum([reach - 1 for reach in reaches]) + 1
        for ray, reach in zip(rays(cell), reaches):
            _reaches(concat([cell], ray), reach)
    draw circle(cells)""",
    "in_region": """
# As many of the cells as `number` says, with the first, are in the region of the first.
rule in_region(cells, number):
    count(_label(c) == _label(first(cells)) for c in cells) == number""",
}
REGION_LABEL = """
let _label(c) = region[row_of(c), column_of(c)]"""
REGION_REACH = """
# So many cells of the line, from the first one on, are in one region; the next one is not.
rule _reaches(line, number):
    number in 1..len(line)
    for k in 1..len(line) - 1:
        number > k -> _label(line[k]) == _label(line[k + 1])
        number == k -> _label(line[k]) != _label(line[k + 1])"""


class Layout:
    """Fills a draft with what items say of the whole grid.

    Attributes:
        boxes: the groups that cut region sum lines, as a text; empty without any.
        items: all items, those in brackets that always hold among them.
    """

    def __init__(self, shape: Shape, draft: Draft, items: Sequence[Item]) -> None:
        """Add the cells outside the grid to a shape, and take the rest from the items.

        Raises:
            PuzzleError: an argument is wrong.
        """
        self._shape, self._draft = shape, draft
        self._types = _by_type(items)
        self._more_cells()
        self.items = in_force(flattened(items, shape))
        self._types = _by_type(self.items)
        self.boxes = ""
        self._box_size: tuple[int, int] | None = None
        self._regions: list[tuple[str, int]] = []  # names of lists of groups, and the size of a group

    def has(self, type_: str) -> bool:
        """Whether there is an item of this type."""
        return type_ in self._types

    def fill(self) -> None:
        """Say it all.

        Raises:
            PuzzleError: an argument is wrong.
        """
        if not self._shape.raw:
            self._draft.different("rows", "columns")
            self._regions += [("rows", self._shape.width), ("columns", self._shape.height)]
            self._boxes()
        self._jigsaw()
        self._diagonals()
        self._whole_rules()
        self._strict()
        self._same_regions()

    # ── cells and regions ────────────────────────────────────────────────────────────────────────

    def region_size(self) -> int:
        """How many cells a region has."""
        item = self._types.get("RegionSize", [None])[0]
        return _number(item) if item is not None else self._shape.side

    def _more_cells(self) -> None:
        shape, values = self._shape, f"{self._shape.lowest}..{self._shape.highest}"
        for item in self._types.get("Var", ()):
            prefix, _, size = (*item.args, "", "", "")[:3]
            if not (prefix.isascii() and prefix.isalpha() and prefix.isupper()):
                raise unreadable(SITE, f"`{prefix[:20]}` is no name of a group of cells: it needs capital letters")
            rows, _, columns = size.partition("x")
            if not all(part.isdecimal() and len(part) < 5 for part in (rows, columns) if part):
                raise unreadable(SITE, f"`{size[:20]}` is no number of cells")
            count = (int(rows or 1) or 1) * int(columns or 1)
            group = Group(f"V{prefix}", count, int(columns) if columns else min(count, shape.width))
            if count < 1:
                raise unreadable(SITE, f"the group of cells {prefix} is empty")
            shape.add_group(f"V{prefix}", group)
            self._declare(group, values)
        if self.has("ChaosConstruction"):
            self._chaos()

    def _declare(self, group: Group, values: str) -> None:
        if group.size == 1:
            self._draft.declare(f"var {group.name} in {values}")
            return
        lines = [f"grid {group.name}[{group.height}, {group.width}] in {values}"]
        if short := group.height * group.width - group.size:
            rows = ["." * group.width] * (group.height - 1) + ["." * (group.width - short) + "x" * short]
            lines += ["mask:", *(f"    {row}" for row in rows)]
        self._draft.declare("\n".join(lines))

    def _chaos(self) -> None:
        shape, size = self._shape, self.region_size()
        count, rest = divmod(shape.height * shape.width, max(size, 1))
        if rest or size < 2 or size > shape.size_of_range:
            raise unreadable(SITE, f"its grid cannot be cut into regions of {size} cells")
        group = Group("region", shape.height * shape.width, shape.width)
        shape.add_group("CC", group)
        self._draft.declare(f"grid region[{shape.height}, {shape.width}] in 1..{count}")
        # In a row of as many cells each value occurs once; so it does in each region, and there are as many of them.
        all_values = size == shape.size_of_range == shape.width and not shape.raw
        anchor = self._most_given() if all_values else None
        self._draft.declare(chaos_rule(size, count, shape.size_of_range, anchor))
        self._draft.line("chaos_construction(region)", "chaos")

    def _most_given(self) -> int:
        """The value that most cells of the grid have from the beginning; the largest of several."""
        found = Counter(
            int(arg.split("_")[1])
            for item in self._types.get("Given", ())
            for arg in item.args
            if arg.count("_") == 1 and arg.split("_")[1].isdecimal()
        )
        values = range(self._shape.lowest, self._shape.highest + 1)
        return max(values, key=lambda value: (found[value], value))

    def _tiles(self) -> tuple[int, int] | None:
        """Height and width of the boxes."""
        return None if self.has("NoBoxes") else self._shape.box_size(self.region_size())

    def _boxes(self) -> None:
        self._box_size = self._tiles()
        if self._box_size is not None:
            self.boxes = self._draft.boxes(*self._box_size)
            self._regions.append((self.boxes, self.region_size()))

    def _jigsaw(self) -> None:
        shape = self._shape
        for item in self._types.get("Jigsaw", ())[-1:]:
            text = item.args[-1] if item.args else ""
            if len(text) != len(shape.cells):
                raise unreadable(SITE, f"its jigsaw names {len(text):,} of {len(shape.cells)} cells")
            pieces: dict[str, list[Place]] = {}
            for mark, place in zip(text, shape.cells, strict=True):
                pieces.setdefault(mark, []).append(place)
            if len(pieces) == 1:
                continue
            sizes = range(shape.side, shape.size_of_range + 1)
            others = [mark for mark, places in pieces.items() if len(places) not in sizes]
            if len(others) > 1:
                raise unreadable(SITE, "the pieces of its jigsaw have different sizes")
            number = {mark: k for k, mark in enumerate(pieces) if mark not in others}
            labels = {(p.row, p.column): number.get(mark) for mark, p in zip(text, shape.cells, strict=True)}
            self._draft.regions("piece", labels)
            self.boxes = self.boxes or "piece"
            self._regions.append(("piece", max(len(places) for mark, places in pieces.items() if mark in number)))

    def _diagonals(self) -> None:
        for item in self._types.get("Diagonal", ()):
            self._draft.different("antidiagonal" if _number(item) > 0 else "diagonal")

    def _same_regions(self) -> None:
        if not self.has("RegionSameValues") or not self._regions:
            return
        largest = max(size for _, size in self._regions)
        names = [name for name, size in self._regions if size == largest]
        if largest != self._shape.size_of_range:
            groups = names[0] if len(names) == 1 else f"concat({', '.join(names)})"
            self._draft.line(f"same_values({groups})", "regions")

    def define(self, rules: Set[str], reaches: Mapping[str, int]) -> None:
        """Add the rules about regions that are found which clues use, and the variables that these clues need.

        Args:
            reaches: the names of the variables, each with its largest value.
        """
        used = [name for name in REGION_RULES if name in rules]
        for name in used:
            self._draft.declare(REGION_RULES[name])
        if used:
            self._draft.declare(REGION_LABEL)
        if set(used) - {"in_region"}:
            self._draft.declare(REGION_REACH)
        if reaches:
            self._draft.declare(f"\nvar {', '.join(reaches)} in 1..{max(reaches.values())}")

    # ── rules ────────────────────────────────────────────────────────────────────────────────────

    def _whole_rules(self) -> None:
        line = self._draft.line
        usual = self.boxes == "boxes"
        for type_ in self._types:
            match type_:
                case "AntiTaxicab" if self._shape.raw:
                    self._draft.leave_out("the anti-taxicab rule, in a grid whose rows and columns may repeat values")
                case type_ if type_ in WHOLE:
                    line(WHOLE[type_], "whole")
                    if type_ == "AntiConsecutive" and self._shape.raw:
                        line("anti_orthogonal", "whole")
                case "DisjointSets" if self._box_size is not None:
                    line("disjoint_groups" if usual else f"disjoint_groups({self.boxes})", "whole")
                case "Windoku":
                    self._windows()

    def _windows(self) -> None:
        shape = self._shape
        item = self._types.get("RegionSize", [None])[0]
        size = shape.box_size(_number(item) if item is not None else shape.size_of_range)
        if size == (3, 3) and shape.height == shape.width == 9:
            self._draft.line("windoku", "whole")
        elif size is not None:
            height, width = size
            for top in range(2, shape.height - height + 1, height + 1):
                for left in range(2, shape.width - width + 1, width + 1):
                    block = f"cell[{top}..{top + height - 1}, {left}..{left + width - 1}]"
                    self._draft.clue("alldifferent", block, "windows")

    def _strict(self) -> None:
        shape, draft = self._shape, self._draft
        for type_, marks in (("StrictKropki", ("WhiteDot", "BlackDot")), ("StrictXV", ("X", "V"))):
            if not self.has(type_):
                continue
            if self._inside_or(marks):
                draft.leave_out(f"`{type_}`, since marks of this kind stand among alternatives")
                continue
            pairs = [
                pair
                for mark in marks
                for item in self._types.get(mark, ())
                for pair in shape.adjacent_pairs([shape.read(name) for name in item.args])
                if not pair[0].group
            ]
            listed = ", ".join(f"[{cell_list([(p.row, p.column) for p in pair]).replace(' ', ', ')}]" for pair in pairs)
            name = "dots" if type_ == "StrictKropki" else "xvs"
            but = ""
            if listed:
                draft.declare(f"\nlet {name} = [{listed}]")
                but = f", except = {name}"
            if type_ == "StrictKropki":
                draft.line(f"nonconsecutive(cells{but})", "whole")
                draft.line(f"no_ratio(cells, 2{but})", "whole")
            else:
                draft.line(f"no_sum(cells, 5, 10{but})", "whole")

    def _inside_or(self, marks: Sequence[str]) -> bool:
        level = list(self._types.get("Or", ()))
        while level:
            if any(item.type in marks for item in level):
                return True
            level = [inner for item in level for inner in item.inner]
        return False


def _by_type(items: Sequence[Item]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.type, []).append(item)
    return found


def _number(item: Item) -> int:
    try:
        return int(item.args[0])
    except (ValueError, IndexError):
        raise unreadable(SITE, f"`.{item.type}` needs a number") from None
