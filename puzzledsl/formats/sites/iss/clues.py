"""The meaning of each constraint, as conditions of the language. Those about the whole grid are in `layout`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from urllib.parse import unquote

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import quoted
from puzzledsl.formats.sites.iss.cells import GridShape, GroupCell
from puzzledsl.formats.sites.iss.codes import automaton_of, bits_of, pairs_of, pattern_of
from puzzledsl.formats.sites.iss.condition import Condition, any_of, applied, plain
from puzzledsl.formats.sites.iss.grammar import SITE, Item, arguments_of
from puzzledsl.formats.sites.iss.named_rules import REGION_RUN, NamedRules
from puzzledsl.formats.sites.iss.table import BY_TYPE, OUTSIDE, Row

MOST_ITEMS = 50_000


class Clues:
    """Turns items into conditions.

    Attributes:
        boxes: the groups that cut region sum lines, as a text; empty without any.
        marked: the pairs of cells with a dot, X, V or sign >, by its type.
    """

    def __init__(self, shape: GridShape, rules: NamedRules, boxes: str) -> None:
        self._shape, self._rules = shape, rules
        self.boxes = boxes
        self.marked: dict[str, list[Sequence[GroupCell]]] = {}
        self._count = 0

    def of(self, item: Item) -> list[Condition]:
        """The conditions of an item.

        Raises:
            ClueError: the model cannot say it.
            PuzzleError: its arguments are wrong.
        """
        self._count += 1
        if self._count > MOST_ITEMS:
            raise unreadable(SITE, f"it has more than {MOST_ITEMS:,} constraints")
        with arguments_of(item):
            return self._of(item)

    def _of(self, item: Item) -> list[Condition]:
        shape, type_ = self._shape, item.type
        first, *rest = item.args or ("",)
        match type_:
            case "Given":
                return [self._given(arg) for arg in item.args]
            case "RegionSumLine" if not self.boxes:
                return []  # there, too, it says nothing without regions
            case "Cage" if first not in ("", "0") and len(set(rest)) < len(rest):
                # A cell that is listed twice counts twice.
                return [*self.of(Item("Sum", item.args)), *self.of(Item("AllDifferent", tuple(dict.fromkeys(rest))))]
            case "Sum" if "_" in first:
                return [self._weighted(first, self._cells(rest))]
            case "GreaterThan":
                return [plain(f"{shape.name(a)} > {shape.name(b)}", "signs") for a, b in self._pairs(type_, item.args)]
            case "Regex":
                text = quoted(pattern_of(first))
                return [self._applied("regex", self._cells(group), text) for _, group in _groups(rest)]
            case "PillArrow":
                return self._pill(int(first), self._cells(rest))
            case "LookAndSay":
                cells, said = self._cells(rest), zip(first[::2], first[1::2], strict=True)
                return [self._applied("exactly", cells, int(value), int(times)) for times, value in said]
            case "SameValues":
                size, more = divmod(len(rest), int(first))
                if more or size < 1:
                    raise ValueError
                sets = [self._cells(rest[k : k + size]) for k in range(0, len(rest), size)]
                return self._compared("same_values", sets)
            case "EqualSum":
                return self._compared("equal_sums", [self._cells(part) for part in _split(item.args, "-")])
            case "Quad":
                corner = shape.read(first)
                square = [corner.moved(down, right) for down in (0, 1) for right in (0, 1)]
                if not all(map(shape.exists, square)):
                    raise ValueError
                return [self._applied("contains", square, *map(int, rest))]
            case "Pair" | "PairX":
                return self._related(first, rest, type_ == "PairX")
            case "NFA":
                return self._accepted(first, rest)
            case "LittleKiller":
                return [self._applied("little_killer", shape.diagonal(shape.read(rest[0])), int(first))]
            case "Sandwich":
                text, length, _ = shape.line(rest[0])
                return [applied("sandwich" if length == shape.size_of_range else "lunchbox", text, int(first))]
            case _ if type_ in OUTSIDE:
                ends = zip(rest, (False, True), strict=False)
                return [applied(OUTSIDE[type_], shape.line(first, end)[0], int(n)) for n, end in ends if n]
            case "ConnectedValues":
                return self._connected(first, *rest)
            case "ChaosArrow":
                return self._chaos(first, *rest)
            case "SearchPriority":
                return []  # advice for its search
            case "Or":
                return [any_of([self.of(inner) for inner in item.inner])]
            case "And":
                return [condition for inner in item.inner for condition in self.of(inner)]
            case "Replicate":
                return self._replicated(item, first, *rest)
        row = BY_TYPE.get(type_) or BY_TYPE.get(f"{type_}~{first}")
        if row is not None:
            return self._tabled(row, list(item.args) if row.type == type_ else rest)
        raise ClueError(f"the constraint `{type_[:30]}`, which is not known")

    def _tabled(self, row: Row, words: list[str]) -> list[Condition]:
        """A constraint of the table; its number may be missing where the rule has a usual one."""
        shape = self._shape
        loop = ["loop = true"] if words[-1] == "LOOP" else []
        words = words[: len(words) - len(loop)]
        args: list[object] = [row.only] if row.only is not None else []
        if row.rule == "region_sum":
            args = [self.boxes] if self.boxes != "boxes" else []
        elif row.is_cell:
            args = [shape.name(shape.read(words.pop(0)))]
        elif row.argument and not args and not (row.usual is not None and shape.find(words[0])):
            args += map(int, (words.pop(0) or str(row.usual)).split("_"))
        args = [arg for arg in args if arg != row.usual]
        lines = self._pairs(row.type, words) if row.cells == "pair" else [self._cells(words)]
        return [self._applied(row.rule, line, *args, *loop) for line in lines]

    # ── arguments ────────────────────────────────────────────────────────────────────────────────

    def _applied(self, rule: str, cells: Sequence[GroupCell], *args: object) -> Condition:
        return applied(rule, self._shape.names(cells), *args, listed=self._shape.listed(cells))

    def _compared(self, rule: str, groups: Sequence[Sequence[GroupCell]]) -> list[Condition]:
        """A rule about several lists of cells."""
        lists = ", ".join(map(self._shape.listed, groups))
        return [plain(f"{rule}([{lists}])", rule)] if len(groups) > 1 else []

    def _cells(self, names: Sequence[str]) -> list[GroupCell]:
        if not names:
            raise ValueError
        return [self._shape.read(name) for name in names]

    def _pairs(self, type_: str, names: Sequence[str]) -> list[tuple[GroupCell, GroupCell]]:
        """Each two cells that share a side."""
        cells = self._cells(names)
        pairs = self._shape.adjacent_pairs(cells)
        if not pairs:
            raise ClueError(f"`{type_}` between cells that share no side: {self._shape.names(cells)}")
        self.marked.setdefault(type_, []).extend(pairs)
        return pairs

    def given(self, arg: str) -> tuple[GroupCell, set[int]]:
        """A cell and the values that it may have.

        Raises:
            ValueError: a value is none of the grid.
        """
        name, *values = arg.split("_")
        cell, found = self._shape.read(name), set(map(int, values))
        if not cell.group and not found <= set(range(self._shape.lowest, self._shape.highest + 1)):
            raise ValueError
        return cell, found

    # ── rules that need more than a word ─────────────────────────────────────────────────────────

    def _given(self, arg: str) -> Condition:
        cell, values = self.given(arg)
        name = self._shape.name(cell)
        if len(values) == 1:
            return plain(f"{name} == {min(values)}", "values")
        return plain(f"{name} in {{{', '.join(map(str, sorted(values)))}}}", "values")

    def _weighted(self, total: str, cells: Sequence[GroupCell]) -> Condition:
        """``2 * r1c1 - r1c2 == 3``, from ``3_=_2_-1``."""
        number, _, *weights = total.split("_")
        terms = [
            f"{'-' if weight < 0 else '+'} {'' if abs(weight) == 1 else f'{abs(weight)} * '}{self._shape.name(cell)}"
            for weight, cell in zip(map(int, weights), cells, strict=True)
        ]
        return plain(f"{' '.join(terms).removeprefix('+ ')} == {int(number)}", "sums")

    def _pill(self, size: int, cells: list[GroupCell]) -> list[Condition]:
        shape = self._shape
        if size not in (2, 3) or len(cells) <= size:
            raise ValueError
        pill = sorted(cells[:size], key=lambda cell: (cell.group, cell.row, cell.column))
        names = list(map(shape.name, pill))
        found = [self._applied("arrow", cells[size:], f"[{', '.join(names)}]")]
        if shape.size_of_range > 9:
            found += [plain(f"{name} in 1..9", "values") for name in names[1:]]
        return found

    def _related(self, key: str, words: Sequence[str], all_pairs: bool) -> list[Condition]:
        """A relation of successive cells, or of all pairs, both ways."""
        shape = self._shape
        allowed = pairs_of(key, range(shape.lowest, shape.highest + 1))
        if all_pairs:
            allowed &= {(b, a) for a, b in allowed}
        return [
            self._applied(self._rules.pairs(name, allowed, all_pairs), self._cells(group))
            for name, group in _groups(words)
            if len(group) > 1
        ]

    def _accepted(self, code: str, words: Sequence[str]) -> list[Condition]:
        machine = automaton_of(code)
        if "-" in words:
            raise ClueError("a state machine over a line in several parts")
        return [
            self._applied(self._rules.automaton(name, machine), self._cells(group)) for name, group in _groups(words)
        ]

    def _replicated(self, item: Item, code: str, start: str = "R1C1", *_more: str) -> list[Condition]:
        """The conditions of what is enclosed, with its cells moved from the first one to each of a set of cells."""
        shape = self._shape
        origin = shape.find(start)
        if origin is None:
            raise ValueError
        before = shape.shift
        _, down, right = before or ("", 0, 0)
        found = []
        for position in [k for k, is_there in enumerate(bits_of(code)) if is_there]:
            target = shape.numbered(origin.group, position)
            if not shape.exists(target):
                raise ValueError
            shape.shift = (origin.group, down + target.row - origin.row, right + target.column - origin.column)
            try:
                found += self.of(Item("And", (), item.inner))
            finally:
                shape.shift = before
        return found

    def _chaos(self, control: str, offset: str = "", *names: str) -> list[Condition]:
        """A cell that states how far its region reaches; each cell of the line represents its region."""
        shape = self._shape
        if "CC" not in shape.groups:
            raise ClueError("`ChaosArrow` without a chaos construction")
        cell = shape.read(control)
        if cell.group or offset not in ("", "0") or not names or "" in names:
            raise ClueError("`ChaosArrow` with an offset, not with one arm, or with its number outside the grid")
        near = [GroupCell("", there.row, there.column) for there in map(shape.read, names)]
        self._rules.define(REGION_RUN)
        return [self._applied("region_run", near, shape.name(cell))]

    def _connected(self, group: str, values: str, size: str = "", *_more: str) -> list[Condition]:
        """The cells of a group with one of some values are connected; also how many they are, if it is stated."""
        if group not in self._shape.groups:
            raise ClueError(f"there is no group of cells `{group[:20]}`")
        cells, kinds = self._shape.groups[group].name, ", ".join(str(int(value)) for value in values.split("_"))
        number = f"== {int(size)}" if size and int(size) else ">= 1"
        return [
            plain(f"connected({cells}, {{{kinds}}})", "connected"),
            plain(f"count({cells}, {{{kinds}}}) {number}", "connected"),
        ]


def _split(words: Sequence[str], mark: str) -> list[list[str]]:
    """The words in groups that a mark parts."""
    return [list(group) for is_mark, group in groupby(words, lambda word: word == mark) if not is_mark]


def _groups(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The names of cells in groups that empty words part, each with the name of the rule before it: ``_name``."""
    found, name = [], ""
    for group in _split(words, ""):
        name = next((unquote(word[1:]) for word in group if word[0] == "_"), name)
        found.append((name, [word for word in group if word[0] != "_"]))
    return [(name, cells) for name, cells in found if cells]
