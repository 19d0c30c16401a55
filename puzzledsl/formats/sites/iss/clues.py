"""What each constraint says, as conditions of the language. Those about the whole grid are in `layout`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import quoted
from puzzledsl.formats.sites.iss.codes import automaton_of, pairs_of, pattern_of
from puzzledsl.formats.sites.iss.condition import Condition, UnsaidError, any_of, clue, line_clue, plain
from puzzledsl.formats.sites.iss.grammar import SITE, Item, in_force
from puzzledsl.formats.sites.iss.named_rules import library_rule
from puzzledsl.formats.sites.iss.replication import MOST_ITEMS, flattened
from puzzledsl.formats.sites.iss.table import BY_TYPE, OUTSIDE
from puzzledsl.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.sites.iss.named_rules import NamedRules
    from puzzledsl.formats.sites.iss.shape import Place, Shape
    from puzzledsl.formats.sites.iss.table import Row


class Clues:
    """Turns items into conditions.

    Attributes:
        boxes: the groups that cut region sum lines, as a text; empty without any.
        ties: what full ranks say of equal lines.
        used: the rules about regions to be found that the conditions use.
        reaches: the variables of these rules, each with its largest value.
    """

    def __init__(self, shape: Shape, rules: NamedRules, boxes: str, ties: str) -> None:
        self._shape, self._rules = shape, rules
        self.boxes, self.ties = boxes, ties
        self.used: set[str] = set()
        self.reaches: dict[str, int] = {}
        self._count = 0

    def of(self, item: Item) -> list[Condition]:
        """The conditions of an item.

        Raises:
            UnsaidError: the model cannot say it.
            PuzzleError: its arguments are wrong.
        """
        self._count += 1
        if self._count > MOST_ITEMS:
            raise unreadable(SITE, f"it has more than {MOST_ITEMS:,} constraints")
        try:
            return self._of(item)
        except (ValueError, IndexError):
            raise unreadable(SITE, f"the arguments of `.{_shown(item)}` are wrong") from None

    def _of(self, item: Item) -> list[Condition]:
        shape, args = self._shape, item.args
        match item.type, args:
            case "Given", _:
                return [self._given(arg) for arg in args]
            case type_, _ if type_ in BY_TYPE:
                return [self._plain(BY_TYPE[type_], args)]
            case "RegionSumLine", cells:
                return self._region_sum(self._places(cells))
            case "SumLine", (total, *cells):
                loop = ["loop = true"] if cells[-1] == "LOOP" else []
                return [clue(shape, "sum_line", self._places(cells[: -1 if loop else None]), int(total), *loop)]
            case "Regex", (pattern, *cells):
                text = quoted(pattern_of(pattern))
                return [clue(shape, "regex", group, text) for _, group in self._groups(cells)]
            case "Arrow", (circle, *shaft):
                return [clue(shape, "arrow", self._places(shaft), shape.name(shape.read(circle)))]
            case "PillArrow", (size, *cells):
                return self._pill(int(size), self._places(cells))
            case "Cage", (total, *cells):
                return self._cage(int(total or 0), self._places(cells))
            case "Sum", (total, *cells):
                return [self._sum(total, self._places(cells))]
            case "AllDifferent", cells:
                return [clue(shape, "alldifferent", list(dict.fromkeys(self._places(cells))))]
            case (("ContainAtLeast" | "ContainExact"), (values, *cells)):
                rule = "contains" if item.type == "ContainAtLeast" else "contains_exactly"
                return [clue(shape, rule, self._places(cells), *map(int, values.split("_")))]
            case "LookAndSay", (said, *cells):
                places = self._places(cells)
                pairs = zip(said[::2], said[1::2], strict=True)
                return [clue(shape, "exactly", places, int(value), int(times)) for times, value in pairs]
            case "SameValues", (sets, *cells):
                return self._same_values(int(sets), self._places(cells))
            case "EqualSum", cells:
                segments = [group for _, group in self._groups(cells, "-")]
                return [_groups_clue(shape, "equal_sums", segments)] if len(segments) > 1 else []
            case "Quad", (corner, *values):
                return [clue(shape, "contains", self._square(corner), *map(int, values))]
            case "Indexing", (kind, *cells):
                rule = {"R": "index_row", "C": "index_column"}.get(kind, "")
                return [clue(shape, rule, self._places(cells))] if rule else self._wrong(item)
            case "CountDistinct", (control, *cells):
                return [clue(shape, "count_distinct", self._places(cells), shape.name(shape.read(control)))]
            case (("WhiteDot" | "BlackDot" | "X" | "V" | "GreaterThan"), cells):
                return self._dots(item.type, self._places(cells))
            case (("Pair" | "PairX" | "Binary" | "BinaryX"), (key, *cells)):
                return self._related(key, cells, item.type)
            case "NFA", (code, *cells):
                return self._machine(code, cells)
            case "LittleKiller", (total, start):
                return [clue(shape, "little_killer", self._diagonal(start), int(total))]
            case "Sandwich", (total, line):
                places, text = shape.line(line)
                full = len(places) == shape.size_of_range
                return [line_clue("sandwich" if full else "lunchbox", text, int(total))]
            case type_, (line, *numbers) if type_ in OUTSIDE:
                ends = zip(numbers, (False, True), strict=False)
                return [line_clue(OUTSIDE[type_], shape.line(line, end)[1], int(n)) for n, end in ends if n]
            case "FullRank", (_, *_):
                ranks = ", ".join(f"{k}: {rank}" for k, rank in sorted(self.ranks(item).items()))
                return [plain(f'full_rank({self.ranked_lines()}, {{{ranks}}}, "{self.ties}")', "full_rank")]
            case "ConnectedValues", (group, values, *size):
                return self._connected(group, [int(value) for value in values.split("_")], *size[:1])
            case (("ChaosArrow" | "ChaosCount"), (control, *rest)):
                return self._chaos(item.type, control, rest)
            case (("SearchPriority" | "Priority"), _):
                return []  # advice for its search
            case "Or", _:
                return [any_of([self.of(inner) for inner in item.inner])]
            case (("And" | "Replicate"), _):
                inner = in_force(flattened([item], self._shape))
                return [condition for child in inner for condition in self.of(child)]
        if item.type in KNOWN:
            self._wrong(item)
        near = nearest(item.type, KNOWN)
        meant = f" (did you mean `{near}`?)" if near else ""
        raise UnsaidError(f"the constraint `{item.type[:30]}`, which is not known{meant}")

    def ranked_lines(self) -> str:
        """The lines that full ranks compare: rows and columns, both ways."""
        return "concat(rows, columns, [reverse(line) for line in rows], [reverse(line) for line in columns])"

    def ranks(self, item: Item) -> dict[int, int]:
        """The ranks of a ``.FullRank`` by position in `ranked_lines`."""
        name, *numbers = item.args
        self._shape.line(name)
        height, width = self._shape.height, self._shape.width
        number = self._shape.line(name)[0][0]
        first = number.row if name[0] in "Rr" else height + number.column
        ends = zip(numbers, (0, height + width), strict=False)
        return {first + shift: int(rank) for rank, shift in ends if rank}

    # ── arguments ────────────────────────────────────────────────────────────────────────────────

    def _places(self, names: Sequence[str]) -> list[Place]:
        places = [self._shape.read(name) for name in names]
        if not places:
            raise ValueError
        return places

    def _groups(self, names: Sequence[str], mark: str = "") -> list[tuple[str, list[Place]]]:
        """Cells in groups that a mark parts, each with the name that stands before it: ``_name``."""
        groups: list[tuple[str, list[Place]]] = [("", [])]
        for name in names:
            place = self._shape.find(name)
            if place is not None:
                groups[-1][1].append(place)
            elif name == mark:
                groups.append((groups[-1][0], []))
            elif name.startswith("_"):
                groups.append((unquote(name[1:]), []))
            else:
                self._shape.read(name)
        return [group for group in groups if group[1]]

    def _wrong(self, item: Item) -> list[Condition]:
        raise unreadable(SITE, f"the arguments of `.{_shown(item)}` are wrong")

    # ── rules that need more than a word ─────────────────────────────────────────────────────────

    def _plain(self, row: Row, args: Sequence[str]) -> Condition:
        """A constraint of the table; its number may be missing where the rule has a usual one."""
        has_number = row.number and not (row.usual is not None and self._shape.find(args[0]))
        numbers = [int(args[0])] if has_number else []
        places = self._places(args[1:] if has_number else args)
        if row.number and row.cells == "cells":
            places = list(dict.fromkeys(places))
        return clue(self._shape, row.rule, places, *[number for number in numbers if number != row.usual])

    def _given(self, arg: str) -> Condition:
        name, *values = arg.split("_")
        allowed = sorted({int(value) for value in values})
        cell = self._shape.name(self._shape.read(name))
        if len(allowed) == 1:
            return plain(f"{cell} == {allowed[0]}", "values")
        return plain(f"{cell} in {{{', '.join(map(str, allowed))}}}", "values")

    def _region_sum(self, places: list[Place]) -> list[Condition]:
        if not self.boxes:
            return []  # there, too, it says nothing without regions
        return [clue(self._shape, "region_sum", places, *([self.boxes] if self.boxes != "boxes" else []))]

    def _pill(self, size: int, places: list[Place]) -> list[Condition]:
        shape = self._shape
        if size not in (2, 3) or len(places) <= size:
            raise ValueError
        pill = sorted(places[:size], key=lambda place: (place.group, place.row, place.column))
        names = [shape.name(place) for place in pill]
        found = [clue(shape, "arrow", places[size:], f"[{', '.join(names)}]")]
        if shape.size_of_range > 9:
            found += [plain(f"{name} in 1..9", "values") for name in names[1:]]
        return found

    def _sum(self, total: str, places: list[Place]) -> Condition:
        number, *rest = total.split("_")
        if rest[:1] == ["="]:
            return plain(f"{_weighted(self._shape, places, rest[1:])} == {int(number)}", "sums")
        return clue(self._shape, "total", places, int(number))

    def _cage(self, total: int, places: list[Place]) -> list[Condition]:
        shape, unique = self._shape, list(dict.fromkeys(places))
        if total == 0:
            return [clue(shape, "cage", unique)] if len(unique) > 1 else []
        if len(unique) < len(places):  # a cell that is listed twice counts twice
            return [clue(shape, "total", places, total), clue(shape, "alldifferent", unique)]
        return [clue(shape, "cage", places, total)]

    def _same_values(self, sets: int, places: list[Place]) -> list[Condition]:
        if sets < 1 or len(places) % sets:
            raise ValueError
        if sets == len(places):
            return [plain(" == ".join(map(self._shape.name, places)), "equal")] if sets > 1 else []
        size = len(places) // sets
        groups = [places[k : k + size] for k in range(0, len(places), size)]
        return [_groups_clue(self._shape, "same_values", groups)] if sets > 1 else []

    def _square(self, corner: str) -> list[Place]:
        place = self._shape.read(corner)
        square = [type(place)(place.group, place.row + r, place.column + c) for r in (0, 1) for c in (0, 1)]
        if not all(map(self._shape.exists, square)):
            raise unreadable(SITE, f"the square at {corner} is not inside the grid")
        return square

    def _dots(self, type_: str, places: list[Place]) -> list[Condition]:
        shape = self._shape
        pairs = shape.adjacent_pairs(places)
        if not pairs:
            raise UnsaidError(f"{_DOTS[type_]} between cells that share no side: {shape.names(places)}")
        match type_:
            case "WhiteDot":
                return [clue(shape, "white_dot", pair) for pair in pairs]
            case "BlackDot":
                return [clue(shape, "black_dot", pair) for pair in pairs]
            case "GreaterThan":
                return [plain(f"{shape.name(a)} > {shape.name(b)}", "signs") for a, b in pairs]
        return [clue(shape, "xv", pair, 10 if type_ == "X" else 5) for pair in pairs]

    def _related(self, key: str, cells: Sequence[str], type_: str) -> list[Condition]:
        """A relation of successive cells, or (X) of all pairs, both ways."""
        shape, all_pairs = self._shape, type_[-1] == "X"
        values = range(shape.lowest, shape.highest + 1)
        allowed = pairs_of(key, values, legacy=type_[0] == "B")
        if all_pairs:
            allowed = {(a, b) for a, b in allowed if (b, a) in allowed}
        usual = library_rule(allowed, values, all_pairs)
        found = []
        for name, group in self._groups(cells):
            if len(group) > 1:
                rule, args = usual or (self._rules.pairs(name, allowed, all_pairs), ())
                found.append(clue(shape, rule, group, *args))
        return found

    def _machine(self, code: str, cells: Sequence[str]) -> list[Condition]:
        shape, machine = self._shape, automaton_of(code)
        found: list[Condition] = []
        name = ""
        for group in _split(cells, ""):
            name = next((unquote(word[1:]) for word in group if word.startswith("_")), name)
            segments = [self._places(part) for part in _split([w for w in group if w[:1] != "_"], "-") if part]
            if not segments:
                continue
            rule = self._rules.automaton(name, machine)
            if len(segments) == 1:
                found.append(clue(shape, rule, segments[0]))
            elif machine.symbols <= shape.size_of_range:
                raise UnsaidError("a state machine over a line in several parts")
            else:  # the symbol after the last value stands between the parts
                mark = f"[{shape.lowest + shape.size_of_range}]"
                lists = f", {mark}, ".join(shape.listed(part) for part in segments)
                found.append(plain(f"{rule}(concat({lists}))", rule))
        return found

    def _diagonal(self, start: str) -> list[Place]:
        diagonal = self._shape.diagonals.get(self._shape.identifier(self._shape.read(start)))
        if diagonal is None:
            raise unreadable(SITE, f"no diagonal begins at `{start[:20]}`")
        return diagonal

    def _connected(self, group: str, values: list[int], size: str = "") -> list[Condition]:
        shape = self._shape
        if group and group not in shape.groups:
            raise unreadable(SITE, f"it has no group of cells `{group[:20]}`")
        cells = shape.groups[group].name if group else "cells"
        kinds = str(values[0]) if len(values) == 1 else f"{{{', '.join(map(str, sorted(set(values))))}}}"
        number = f"== {int(size)}" if size and int(size) else ">= 1"
        return [
            plain(f"connected({cells}, {kinds})", "connected"),
            plain(f"count({cells}, {kinds}) {number}", "connected"),
        ]

    def _chaos(self, type_: str, control: str, rest: Sequence[str]) -> list[Condition]:
        """A clue about the regions of a chaos construction; cells of the grid stand for their regions."""
        shape = self._shape
        if "CC" not in shape.groups:
            raise UnsaidError(f"`{type_}` without a chaos construction")
        cell = shape.read(control)
        offset = int(rest[0] or 0) if rest else 0
        number = shape.name(cell) + (f" + {offset}" if offset else "")
        arms = [[_in_grid(shape.read(name)) for name in arm] for arm in _split(rest[1:], "") if arm]
        if not arms and type_ == "ChaosArrow" and not offset and not cell.group:
            self.used.add("region_cross")
            return [clue(shape, "region_cross", [cell], self._reaches([max(shape.height, shape.width)] * 4))]
        arms = arms or _around(shape, cell, square=type_ == "ChaosCount")
        if type_ == "ChaosCount":
            self.used.add("in_region")
            return [clue(shape, "in_region", [place for arm in arms for place in arm], number)]
        self.used.add("region_run" if len(arms) == 1 else "region_runs")
        if len(arms) == 1:
            return [clue(shape, "region_run", arms[0], number)]
        lines = ", ".join(shape.listed(arm) for arm in arms)
        return [plain(f"region_runs([{lines}], {self._reaches(list(map(len, arms)))}, {number})", "region_runs")]

    def _reaches(self, longest: Sequence[int]) -> str:
        """New variables for the lines of a clue, as a list: how many cells of each are in the region of its first."""
        names = [f"reach{len(self.reaches) + k}" for k in range(1, len(longest) + 1)]
        self.reaches.update(zip(names, longest, strict=True))
        return f"[{', '.join(names)}]"


KNOWN = frozenset(
    {
        *BY_TYPE,
        *OUTSIDE,
        *("SumLine", "Regex", "Arrow", "PillArrow", "Cage", "Sum"),
        *("ContainAtLeast", "ContainExact", "LookAndSay", "SameValues", "Quad", "Indexing", "CountDistinct"),
        *("Pair", "PairX", "Binary", "BinaryX", "NFA", "LittleKiller", "Sandwich", "FullRank", "ConnectedValues"),
        *("ChaosArrow", "ChaosCount"),
    }
)
"""Constraints that need other arguments than were given, where none of the cases took them."""
_DOTS = {"WhiteDot": "a white dot", "BlackDot": "a black dot", "X": "an X", "V": "a V", "GreaterThan": "a sign >"}


def _shown(item: Item) -> str:
    return "~".join([item.type, *item.args])[:60]


def _split(words: Sequence[str], mark: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == mark:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _groups_clue(shape: Shape, rule: str, groups: Sequence[Sequence[Place]]) -> Condition:
    return plain(f"{rule}([{', '.join(shape.listed(group) for group in groups)}])", rule)


def _weighted(shape: Shape, places: Sequence[Place], weights: Sequence[str]) -> str:
    """``2 * r1c1 - r1c2``."""
    if len(weights) != len(places):
        raise ValueError
    text = ""
    for place, weight in zip(places, map(int, weights), strict=True):
        name = shape.name(place) if abs(weight) == 1 else f"{abs(weight)} * {shape.name(place)}"
        text += f" {'-' if weight < 0 else '+'} {name}" if text else ("-" if weight < 0 else "") + name
    return text


def _in_grid(place: Place) -> Place:
    return type(place)("", place.row, place.column) if place.group == "CC" else place


def _around(shape: Shape, cell: Place, square: bool) -> list[list[Place]]:
    """The cells that a chaos clue is about if it names none: the 3×3 around the cell, or the four arms from it."""
    at = type(cell)
    if square:
        near = [at("", cell.row + r, cell.column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        return [[cell, *filter(shape.exists, near)]]
    arms = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        arm = [at("", cell.row + k * down, cell.column + k * right) for k in range(shape.side)]
        arms.append([place for place in arm if shape.exists(place)])
    return [arm for arm in arms if len(arm) > 1] or arms[:1]
