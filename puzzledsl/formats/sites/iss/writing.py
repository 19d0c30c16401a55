"""From a model to a constraint string of the Interactive Sudoku Solver.

Most rules have a kind of constraint there. What has none is taken apart into its conditions: two cells are a table of
pairs, sums are linear equations, automata stay automata, and what is joined by ``or`` and ``and`` becomes a composite.
"""

from __future__ import annotations

import base64
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    AllDifferent,
    Automaton,
    Boolean,
    Compare,
    Member,
    Not,
    Same,
    Some,
    Truth,
    weighted_sum,
)
from puzzledsl.formats.board import Board, Clue, Unsayable, refusal
from puzzledsl.formats.clue_places import is_square, line_of
from puzzledsl.formats.conditions import clues_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import NO_PLACE
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from puzzledsl.model import Cell, Model, Origin

SITE = "the Interactive Sudoku Solver"
ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="

LARGEST = 16
"""Rows, columns and values of a grid."""
MOST_ROWS = 60
"""Combinations of values of several cells that are listed one by one."""
MOST_ITEMS = 5_000
"""Constraints that one clue may become."""
DIGITS = "0123456789abcdefg"
BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

LINES = {
    "thermo": "Thermo",
    "renban": "Renban",
    "between": "Between",
    "palindrome": "Palindrome",
    "zipper": "Zipper",
    "double_arrow": "DoubleArrow",
    "value_indexing": "ValueIndexing",
}
"""Rules that take nothing but a line, and their kind of constraint."""

CELLS = {"equality_cage": "EqualityCage", "counting_circles": "CountingCircles"}
WITH_TOTAL = {"rellik": "RellikCage", "lunchbox": "Lunchbox"}
WHOLE = {
    "anti_knight": "AntiKnight",
    "anti_king": "AntiKing",
    "anti_taxicab": "AntiTaxicab",
    "windoku": "Windoku",
    "dutch_flatmates": "DutchFlatmates",
    "global_entropy": "GlobalEntropy",
}
"""Rules of the whole grid."""
SUDOKU_ONLY = frozenset({"anti_knight", "anti_king", "windoku", "index_row", "index_column"})
ONE_TO_NINE = frozenset({"windoku", "dutch_flatmates", "global_entropy", "entropic", "global_modular"})
"""Their meaning is written for the values 1 to 9."""
OUTSIDE = {
    "x_sum": "XSum",
    "skyscraper": "Skyscraper",
    "hidden_skyscraper": "HiddenSkyscraper",
    "numbered_room": "NumberedRoom",
}
"""Rules of a row or column read from a side."""


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what is not in it; a solution has no place there.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    text, left_out = text_of(model)
    return Link(ADDRESS + text, (*left_out, *([NO_PLACE] if solution else [])))


def text_of(model: Model) -> tuple[str, tuple[str, ...]]:
    """The constraint string, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    board = Board(model, SITE)
    low, high = board.values[0], board.values[-1]
    if max(board.height, board.width) > LARGEST or high - min(low, 1) + 1 > LARGEST:
        raise refusal(SITE, f"theirs has up to {LARGEST} rows, columns and values")
    if low < 0:
        raise refusal(SITE, "its values are not negative, and these are")
    if len(board.cells) < board.height * board.width:
        raise refusal(SITE, "its grid has masked places")
    writer = _Writer(board)
    return writer.text(), board.left_out()


def cell_id(cell: Cell) -> str:
    """``R3C4``; rows and columns from 10 on are letters."""
    return f"R{DIGITS[cell[0]]}C{DIGITS[cell[1]]}"


class _Writer:
    """Makes the string of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.low = min(board.values[0], 1)
        # The values of a grid of theirs are a range from 0 or 1, with one for each row or column.
        high = max(board.values[-1], max(board.height, board.width) + self.low - 1)
        self.values = range(self.low, high + 1)
        self.missing = set(self.values) - set(board.values)
        side = board.width
        self.is_sudoku = board.height == side == len(self.values) and not self.missing and board.rows and board.columns
        self.usual = self.values == range(1, 10)
        self.outside: dict[tuple[str, str], dict[int, int]] = {}

    def text(self) -> str:
        """The whole string."""
        board = self.board
        items = [*self._shape(), *self._groups()]
        found: list[str] = []
        board.say(board.clues, lambda clue: found.extend(self.items(clue)))
        for (kind, line), ends in self.outside.items():
            found.append(f".{kind}~{line}~{ends.get(0, '')}~{ends.get(1, '')}")
        items += dict.fromkeys(found)
        for cell in board.cells:
            if cell in board.allowed or self.missing:
                allowed = board.allowed.get(cell, frozenset(board.values))
                items.append(self._values(cell, allowed))
        return "".join(items) or f".Shape~{board.height}x{board.width}"

    # ── grid ─────────────────────────────────────────────────────────────────────────────────────

    def _shape(self) -> list[str]:
        board = self.board
        size = f"{board.height}x{board.width}"
        values = str(self.values[-1]) if self.low == 1 else f"0-{self.values[-1]}"
        if not self.is_sudoku:
            return [f".Shape~{size}~{values}~Raw"]
        is_plain = self.low == 1
        shape = [] if size == "9x9" and is_plain else [f".Shape~{size}" if is_plain else f".Shape~{size}~{values}"]
        if board.regions and board.are_regions(board.default_boxes()):
            return shape
        of = {cell: k for k, region in enumerate(board.regions) for cell in region}
        if len(of) == len(board.cells):
            return [*shape, ".NoBoxes", f".Jigsaw~{''.join(DIGITS[of[cell]] for cell in board.cells)}"]
        return [*shape, ".NoBoxes", *(_item("AllDifferent", region) for region in board.regions)]

    def _groups(self) -> list[str]:
        board = self.board
        groups = [cells for cells, _ in board.extra]
        if not self.is_sudoku:
            lines = board.lines()
            groups += [line for line in lines[: board.height] if board.rows and len(line) > 1]
            groups += [line for line in lines[board.height :] if board.columns and len(line) > 1]
            groups += board.regions
        diagonals = {frozenset(cells): sign for sign, cells in board.diagonals().items()}
        found = []
        for cells in groups:
            sign = diagonals.get(frozenset(cells)) if self.is_sudoku else None
            found.append(_item("AllDifferent", cells) if sign is None else f".Diagonal~{'1' if sign == '+' else '-1'}")
        return found

    def _values(self, cell: Cell, values: Iterable[int]) -> str:
        return f".~{'_'.join([cell_id(cell), *map(str, sorted(values))])}"

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def items(self, clue: Clue) -> list[str]:
        """The constraints that a clue is there: of its own kind, or else those of its conditions.

        Raises:
            Unsayable: there are none.
        """
        reason = None
        try:
            found = self._of_its_kind(clue)
        except Unsayable as error:
            found, reason = None, error
        if found is None:
            try:
                found = self._condition(clue.holds, clue.origin)
            except Unsayable as error:
                raise reason or error from None
        if len(found) > MOST_ITEMS:
            raise Unsayable(f"it would be more than {MOST_ITEMS:,} constraints there")
        return found

    def _of_its_kind(self, clue: Clue) -> list[str] | None:
        rule = clue.rule
        if (rule in ONE_TO_NINE and not self.usual) or (rule == "equality_cage" and self.missing):
            return None
        if rule in LINES:
            return [_item(LINES[rule], clue.cells("line"))]
        if rule in CELLS:
            return [_item(CELLS[rule], clue.cells("cells"))]
        if rule in WITH_TOTAL:
            return [_item(WITH_TOTAL[rule], clue.cells("cells"), clue.number("total", least=0))]
        if rule in OUTSIDE:
            return self._outside(OUTSIDE[rule], clue)
        if rule in WHOLE and self.board.is_whole(clue.cells("cells")) and (self.is_sudoku or rule not in SUDOKU_ONLY):
            return [f".{WHOLE[rule]}"]
        methods: dict[str, Callable[[Clue], list[str] | None]] = {
            "cage": self._cage,
            "total": lambda clue: self._sum(clue.cells("cells"), clue.number("value")),
            "little_killer": lambda clue: self._sum(clue.cells("line"), clue.number("value")),
            "xv": lambda clue: self._xv(clue),
            "less": self._less,
            "pair": lambda clue: [self._pair(clue.cells("cells"), clue.arguments["table"])],
            "white_dot": lambda clue: self._dots(clue, "WhiteDot", clue.number("difference") == 1),
            "black_dot": lambda clue: self._dots(clue, "BlackDot", clue.number("ratio") == 2),
            "whisper": lambda clue: [_item("Whisper", clue.cells("line", repeats=True), clue.number("gap", least=0))],
            "lockout": lambda clue: [_item("Lockout", clue.cells("line"), clue.number("gap", least=0))],
            "modular": self._modular,
            "nabner": self._nabner,
            "entropic": lambda clue: [_item("Entropic", clue.cells("line"))],
            "region_sum": self._region_sum,
            "sum_line": self._sum_line,
            "regex": self._regex,
            "arrow": self._arrow,
            "contains": self._contains,
            "contains_exactly": self._contains_exactly,
            "exactly": self._exactly,
            "same_values": self._same_values,
            "equal_sums": self._equal_sums,
            "index_row": lambda clue: self._index(clue, "R"),
            "index_column": lambda clue: self._index(clue, "C"),
            "count_distinct": self._count_distinct,
            "disjoint_groups": self._disjoint,
            "nonconsecutive": self._nonconsecutive,
            "global_modular": self._global_modular,
            "sandwich": self._sandwich,
            "full_rank": self._full_rank,
            "clone": self._clone,
        }
        method = methods.get(rule)
        return None if method is None else method(clue)

    def _cage(self, clue: Clue) -> list[str]:
        cells = clue.cells("cells")
        if clue.is_none("total"):
            return [_item("AllDifferent", cells)] if len(cells) > 1 else []
        total = clue.number("total")
        if total > 0:
            return [_item("Cage", cells, total)]
        return [*self._sum(cells, total), *([_item("AllDifferent", cells)] if len(cells) > 1 else [])]

    def _sum(self, cells: Sequence[Cell], total: int) -> list[str]:
        if len(cells) == 1:
            return [self._values(cells[0], [total])] if total in self.values else self._impossible()
        if total < 1:
            return [f".Sum~{total}_=_{'_'.join('1' for _ in cells)}~{_joined(cells)}"]
        return [_item("Sum", cells, total)]

    def _impossible(self) -> list[str]:
        raise Unsayable("it can never hold")

    def _xv(self, clue: Clue) -> list[str]:
        cells, total = clue.cells("pair"), clue.number("total")
        if len(cells) == 2 and _share_side(*cells) and total in (5, 10):
            return [_item("X" if total == 10 else "V", cells)]
        return self._sum(cells, total)

    def _less(self, clue: Clue) -> list[str]:
        small, large = clue.cells("cells")
        kind = "GreaterThan" if _share_side(small, large) else "Thermo"
        return [_item(kind, (large, small) if kind == "GreaterThan" else (small, large))]

    def _pair(self, cells: Sequence[Cell], table: Iterable[tuple[int, int]], name: str = "", kind: str = "Pair") -> str:
        """A relation of successive cells, or with ``PairX`` of every two cells, in either order."""
        allowed = set(table)
        bits = [(a, b) in allowed for a in self.values for b in self.values]
        code = "".join(
            BASE_64[sum(1 << j for j, bit in enumerate(bits[k : k + 6]) if bit)] for k in range(0, len(bits), 6)
        )
        return f".{kind}~{code.rstrip('A')}~_{name}~{_joined(cells)}"

    def _dots(self, clue: Clue, kind: str, is_usual: bool) -> list[str] | None:
        cells = clue.cells("pair")
        pairs = list(pairwise(cells))
        if not is_usual or not all(_share_side(*pair) for pair in pairs):
            by = next(value for key, value in clue.arguments.items() if key != "pair")
            every = [(a, b) for a in self.values for b in self.values]
            table = [
                (a, b) for a, b in every if (abs(a - b) == by if kind == "WhiteDot" else by * a == b or a == by * b)
            ]
            return [self._pair(pair, table, clue.rule) for pair in pairs]
        return [_item(kind, pair) for pair in pairs]

    def _nabner(self, clue: Clue) -> list[str]:
        table = [(a, b) for a in self.values for b in self.values if abs(a - b) > 1]
        return [self._pair(clue.cells("line"), table, "nabner", "PairX")]

    def _modular(self, clue: Clue) -> list[str]:
        cells, m = clue.cells("line"), clue.number("m", least=1)
        return [_item("Modular", cells, m)] if len(cells) >= m else []

    def _region_sum(self, clue: Clue) -> list[str] | None:
        cells, board = clue.cells("line"), self.board
        covered = {cell for region in board.regions for cell in region}
        if not (self.is_sudoku and board.are_regions(clue.groups("groups")) and covered == set(board.cells)):
            return None
        return [_item("RegionSumLine", cells)]

    def _sum_line(self, clue: Clue) -> list[str]:
        cells, total = clue.cells("line"), clue.number("total", least=1)
        loop = "~LOOP" if clue.arguments.get("loop") else ""
        return [_item("SumLine", cells, total) + loop]

    def _regex(self, clue: Clue) -> list[str] | None:
        cells, pattern = clue.cells("line"), clue.arguments.get("pattern")
        if not isinstance(pattern, str):
            return None
        code = base64.urlsafe_b64encode(pattern.encode("ascii", "replace")).decode().rstrip("=")
        return [f".Regex~{code}~{_joined(cells)}"]

    def _arrow(self, clue: Clue) -> list[str] | None:
        shaft, pill = clue.cells("shaft"), clue.cells("circle")
        if set(shaft) & set(pill):
            return None
        if len(pill) == 1:
            return [_item("Arrow", (*pill, *shaft))]
        together = all(touch(a, b) for a, b in pairwise(pill))
        if len(pill) > 3 or list(pill) != sorted(pill) or not together:
            return None
        return [_item("PillArrow", (*pill, *shaft), len(pill))]

    def _contains(self, clue: Clue) -> list[str]:
        cells, values = clue.cells("cells"), self._known(clue.numbers("values"))
        if is_square(cells) and len(set(values)) == len(values):
            return [f".Quad~{cell_id(min(cells))}~{'~'.join(map(str, values))}"]
        return [f".ContainAtLeast~{'_'.join(map(str, values))}~{_joined(cells)}"]

    def _contains_exactly(self, clue: Clue) -> list[str]:
        values = self._known(clue.numbers("values"))
        return [f".ContainExact~{'_'.join(map(str, values))}~{_joined(clue.cells('cells'))}"]

    def _known(self, values: Sequence[int]) -> list[int]:
        if not values or not all(value in self.values for value in values):
            raise Unsayable("it names values that the grid does not have")
        return sorted(values)

    def _exactly(self, clue: Clue) -> list[str] | None:
        cells, value = clue.cells("cells"), clue.arguments.get("value")
        times = clue.number("times", least=0)
        if type(value) is not int or value not in range(10) or times > 9 or value not in self.values:
            return None
        return [_item("LookAndSay", cells, f"{times}{value}")]

    def _same_values(self, clue: Clue) -> list[str] | None:
        groups = clue.groups("groups")
        cells = [cell for group in groups for cell in group]
        if len({len(group) for group in groups}) != 1 or len(set(cells)) < len(cells):
            return None
        return [_item("SameValues", cells, len(groups))]

    def _equal_sums(self, clue: Clue) -> list[str]:
        groups = clue.groups("groups")
        if not all(groups) or any(len(set(group)) < len(group) for group in groups):
            raise Unsayable("it has a group without cells, or a cell twice")
        return [".EqualSum~" + "~-~".join(map(_joined, groups))] if len(groups) > 1 else []

    def _index(self, clue: Clue, kind: str) -> list[str] | None:
        cells = clue.cells("cells")
        return [_item("Indexing", cells, kind)] if self.is_sudoku and self.low == 1 else None

    def _count_distinct(self, clue: Clue) -> list[str]:
        control = clue.cells("number")
        return [_item("CountDistinct", (*control, *clue.cells("cells")))]

    def _disjoint(self, clue: Clue) -> list[str] | None:
        boxes = self.board.default_boxes()
        is_usual = self.is_sudoku and boxes and self.board.are_regions(boxes)
        return [".DisjointSets"] if is_usual and self.board.are_regions(clue.groups("groups"), ordered=True) else None

    def _nonconsecutive(self, clue: Clue) -> list[str] | None:
        whole = self.board.is_whole(clue.cells("cells")) and not clue.arguments.get("except")
        return [".AntiConsecutive"] if whole else None

    def _global_modular(self, clue: Clue) -> list[str] | None:
        whole = self.board.is_whole(clue.cells("cells"))
        return [".GlobalMod"] if whole and clue.number("m") == 3 else None

    def _clone(self, clue: Clue) -> list[str]:
        cells, other = clue.cells("cells"), clue.cells("other")
        if len(cells) != len(other):
            self._impossible()
        table = [(v, v) for v in self.values]
        return [self._pair(pair, table, "equal") for pair in zip(cells, other, strict=True) if pair[0] != pair[1]]

    # ── clues outside the grid ───────────────────────────────────────────────────────────────────

    def _outside(self, kind: str, clue: Clue) -> list[str]:
        value = clue.number("value", least=0 if kind in ("HiddenSkyscraper", "NumberedRoom") else 1)
        self._at_side(kind, clue.cells("line"), value)
        return []

    def _at_side(self, kind: str, line: Sequence[Cell], value: int) -> None:
        self._only_sudoku()
        r, c = line_of(self.board, line)
        name = f"R{DIGITS[r]}" if r in range(1, self.board.height + 1) else f"C{DIGITS[c]}"
        end = 0 if 0 in (r, c) else 1
        ends = self.outside.setdefault((kind, name), {})
        if ends.setdefault(end, value) != value:
            raise Unsayable("there is another clue of this kind in its place")

    def _sandwich(self, clue: Clue) -> list[str]:
        value = clue.number("value", least=0)
        self._only_sudoku()
        r, c = line_of(self.board, clue.cells("line"))
        return [f".Sandwich~{value}~{f'R{DIGITS[r]}' if 0 < r <= self.board.height else f'C{DIGITS[c]}'}"]

    def _only_sudoku(self) -> None:
        if not self.is_sudoku:
            raise Unsayable("it is only there in a grid whose rows and columns hold all values")

    def _full_rank(self, clue: Clue) -> list[str]:
        lines, ranks, ties = clue.groups("lines"), clue.arguments.get("clues"), clue.arguments.get("ties")
        every = [line for way in self.board.lines() for line in (way, way[::-1])]
        if not isinstance(ranks, dict) or sorted(lines) != sorted(every) or ties not in ("none", "any", "only-unclued"):
            raise Unsayable("all rows and columns are ranked there, in both directions")
        for position, rank in ranks.items():
            if type(position) is not int or type(rank) is not int or not 1 <= position <= len(lines):
                raise Unsayable("its ranks are not whole numbers")
            self._at_side("FullRank", lines[position - 1], rank)
        return [] if ties == "only-unclued" else [f".FullRankTies~{ties}"]

    # ── conditions ───────────────────────────────────────────────────────────────────────────────

    def _condition(self, condition: Boolean, origin: Origin) -> list[str]:
        """Constraints that together demand what a condition does."""
        found: list[str] = []
        for clue in clues_of(self.board, condition, origin):
            if clue.rule == "values":
                values = clue.numbers("values")
                if not values:
                    self._impossible()
                if len(values) < len(self.board.values):
                    found.append(self._values(clue.cells("cell")[0], values))
            elif clue.rule == "alldifferent":
                found.append(_item("AllDifferent", clue.cells("cells")))
            elif (items := self._of_its_kind(clue) if clue.rule else None) is not None:
                found += items
            else:
                found += self._composite(clue.holds, origin)
        return found

    def _composite(self, condition: Boolean, origin: Origin) -> list[str]:
        match condition:
            case Some(items=items):
                return self._either(items, origin)
            case Not(operand=Some(items=items)):
                return self._condition(All(tuple(map(_negated, items))), origin)
            case Not(operand=All(items=items)):
                return self._either(tuple(map(_negated, items)), origin)
            case Not(operand=Not(operand=inner)):
                return self._condition(inner, origin)
            case Not(operand=Same(left=left, right=right)):
                return self._condition(Same(left, _negated(right)), origin)
            case Same(left=left, right=right):
                both, neither = All((left, right)), All((_negated(left), _negated(right)))
                return self._either((both, neither), origin)
            case Member(items=items, rows=rows) if len(rows) <= MOST_ROWS:
                cells = [self._cell(item) for item in items]
                return self._of(
                    [[self._values(c, [v]) for c, v in zip(cells, row, strict=True)] for row in sorted(rows)]
                )
            case Accepts(items=items, automaton=automaton):
                return [f".NFA~{self._machine(automaton)}~_~{_joined([self._cell(item) for item in items])}"]
            case AllDifferent(items=items, ignoring=ignoring) if ignoring:
                cells = [self._cell(item) for item in items]
                values = self.values
                table = [(v, w) for v in values for w in values if v != w or v in ignoring]
                return [self._pair((a, b), table) for k, a in enumerate(cells) for b in cells[:k]]
            case AllDifferent(items=items) if len(items) <= LARGEST:
                differences = [weighted_sum(((1, a), (-1, b))) for k, a in enumerate(items) for b in items[:k]]
                return self._condition(All(tuple(Compare("!=", difference) for difference in differences)), origin)
            case Compare(op="==", expression=expression):
                return self._count(expression) or [self._linear(expression)]
        raise Unsayable("there is no such constraint there")

    def _either(self, items: Sequence[Boolean], origin: Origin) -> list[str]:
        parts: list[list[str]] = []
        for item in items:
            try:
                if item is not False:
                    parts.append(self._condition(item, origin))
            except Unsayable as reason:
                if str(reason) != "it can never hold":
                    raise
        return self._of(parts)

    def _of(self, parts: Sequence[Sequence[str]]) -> list[str]:
        """One of these groups of constraints holds."""
        if not parts:
            self._impossible()
        if any(not part for part in parts):
            return []  # one of them always holds
        if len(parts) == 1:
            return list(parts[0])
        inner = "".join(part[0] if len(part) == 1 else f".And{''.join(part)}.End" for part in parts)
        return [f".Or{inner}.End"]

    def _cell(self, item: Affine) -> Cell:
        match item:
            case Affine(terms=((int(number), 1),), constant=0) if number in self.board.place_of:
                return self.board.place_of[number]
        raise Unsayable("it is not only about cells of the grid")

    def _count(self, expression: Affine) -> list[str]:
        """How often one value occurs; empty if it is not about that."""
        cells, values = [], set()
        for term in expression.terms:
            match term:
                case (Truth(operand=Compare(op="==", expression=Affine(terms=((number, factor),), constant=k))), 1):
                    cells.append(self._cell(Affine(((number, 1),), 0)))
                    values.add(-k * factor)
                case _:
                    return []
        times, value = -expression.constant, values.pop() if len(values) == 1 else None
        if not isinstance(times, int) or value not in self.values or times < 1 or len(set(cells)) < len(cells):
            return []
        return [f".ContainExact~{'_'.join([str(value)] * times)}~{_joined(cells)}"]

    def _linear(self, expression: Affine) -> str:
        cells, factors = [], []
        for atom, factor in expression.terms:
            if not isinstance(atom, int) or atom not in self.board.place_of or not isinstance(factor, int):
                raise Unsayable("there is no such constraint there")
            cells.append(self.board.place_of[atom])
            factors.append(str(factor))
        if not isinstance(expression.constant, int):
            raise Unsayable("there is no such constraint there")
        return f".Sum~{-expression.constant}_=_{'_'.join(factors)}~{_joined(cells)}"

    def _machine(self, automaton: Automaton) -> str:
        """The code of a deterministic automaton: a header, then for each state a mask of symbols and what follows.

        States come in the order start, accepting, others. The header is, from the highest bit on, 2 bits for this
        form, 4 for the bits of a state less 1, 4 for the symbols less 1, the numbers of starts and of further
        accepting states, and whether the start accepts.
        """
        others = [s for s in range(len(automaton.moves)) if s != automaton.start]
        accepting = [s for s in others if s in automaton.accepting]
        order = [automaton.start, *accepting, *(s for s in others if s not in automaton.accepting)]
        if len(order) > 4096:
            raise Unsayable("its automaton has more than 4,096 states")
        number = {state: k for k, state in enumerate(order)}
        width = max(1, (len(order) - 1).bit_length(), len(accepting).bit_length())
        bits = [f"{1:02b}{width - 1:04b}{len(self.values) - 1:04b}{1:0{width}b}{len(accepting):0{width}b}"]
        bits.append("1" if automaton.start in automaton.accepting else "0")
        for state in order:
            moves: Mapping[int, int] = automaton.moves[state]
            bits.append("".join("1" if value in moves else "0" for value in reversed(self.values)))
            bits += [f"{number[moves[value]]:0{width}b}" for value in self.values if value in moves]
        text = "".join(bits)
        text += "0" * (-len(text) % 8)
        code = bytes(int(text[k : k + 8], 2) for k in range(0, len(text), 8))
        return base64.urlsafe_b64encode(code).decode().rstrip("=")


def _negated(condition: Boolean) -> Boolean:
    match condition:
        case bool():
            return not condition
        case Not(operand=operand):
            return operand
    return Not(condition)


def _share_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _joined(cells: Iterable[Cell]) -> str:
    return "~".join(map(cell_id, cells))


def _item(kind: str, cells: Iterable[Cell], first: object = None) -> str:
    argument = "" if first is None else f"{first}~"
    return f".{kind}~{argument}{_joined(cells)}"
