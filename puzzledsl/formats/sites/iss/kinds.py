"""Rules that have a kind of constraint in the Interactive Sudoku Solver."""

from __future__ import annotations

import base64
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from puzzledsl.formats.board import Board, Clue, Unsayable
from puzzledsl.formats.clue_places import is_square, line_of
from puzzledsl.formats.sites.iss.codes import pair_code
from puzzledsl.formats.sites.iss.items import cell_id, given, item, joined
from puzzledsl.formats.sites.iss.shape import DIGITS
from puzzledsl.formats.sites.iss.table import BY_RULE, OUTSIDE, WHOLE
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from puzzledsl.formats.sites.iss.table import Row
    from puzzledsl.model import Cell

SUDOKU_ONLY = frozenset({"anti_knight", "anti_king", "windoku", "index_row", "index_column"})
ONE_TO_NINE = frozenset({"windoku", "dutch_flatmates", "global_entropy", "entropic", "global_modular"})
"""Their meaning is written for the values 1 to 9."""


def impossible() -> NoReturn:
    """Say that a clue can never hold.

    Raises:
        Unsayable: always.
    """
    raise Unsayable(NEVER)


NEVER = "it can never hold"


class Kinds:
    """The constraints that the rules of one board become.

    Attributes:
        low: 0 or 1, where the values begin.
        values: those that a grid of the site has then.
        missing: which of them this one has not.
        is_sudoku: whether each row and column holds all of them.
        outside: the clues outside the grid, by kind and line: for each end its number.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.low = min(board.values[0], 1)
        # The values of a grid of theirs are a range from 0 or 1, with one for each row or column.
        high = max(board.values[-1], max(board.height, board.width) + self.low - 1)
        self.values = range(self.low, high + 1)
        self.missing = set(self.values) - set(board.values)
        side = board.width
        self.is_sudoku = board.height == side == len(self.values) and not self.missing and board.rows and board.columns
        self._usual = self.values == range(1, 10)
        self.outside: dict[tuple[str, str], dict[int, int]] = {}

    def of(self, clue: Clue) -> list[str] | None:
        """The constraints that a clue's rule is there; none if it has no kind of its own.

        Raises:
            Unsayable: it has one, which cannot say this clue.
        """
        rule = clue.rule
        if (rule in ONE_TO_NINE and not self._usual) or (rule == "equality_cage" and self.missing):
            return None
        if rule in BY_RULE:
            return self._plain(BY_RULE[rule], clue)
        kind = next((kind for kind, name in OUTSIDE.items() if name == rule), "")
        if kind:
            return self._outside(kind, clue)
        kind = next((kind for kind, name in WHOLE.items() if name == rule), "Windoku" if rule == "windoku" else "")
        if kind:
            return [f".{kind}"] if self._is_whole(clue) else None
        methods: dict[str, Callable[[Clue], list[str] | None]] = {
            "cage": self._cage,
            "total": lambda clue: self._sum(clue.cells("cells"), clue.number("value")),
            "little_killer": lambda clue: self._sum(clue.cells("line"), clue.number("value")),
            "xv": lambda clue: self._xv(clue),
            "less": self._less,
            "pair": lambda clue: [self.pair(clue.cells("cells"), clue.arguments["table"])],
            "white_dot": lambda clue: self._dots(clue, "WhiteDot", clue.number("difference") == 1),
            "black_dot": lambda clue: self._dots(clue, "BlackDot", clue.number("ratio") == 2),
            "nabner": self._nabner,
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
            "sandwich": self._sandwich,
            "full_rank": self._full_rank,
            "clone": self._clone,
        }
        method = methods.get(rule)
        return None if method is None else method(clue)

    def _plain(self, row: Row, clue: Clue) -> list[str]:
        cells = clue.cells(row.cells, repeats=row.usual is not None)
        number = clue.number(row.number, least=row.least) if row.number else None
        # Fewer cells than remainders demand nothing, and the site refuses them.
        return [] if row.type == "Modular" and number and len(cells) < number else [item(row.type, cells, number)]

    def _is_whole(self, clue: Clue) -> bool:
        """Whether a rule is about the whole grid in the form that the site has."""
        return (
            self.board.is_whole(clue.cells("cells"))
            and not clue.arguments.get("except")
            and clue.arguments.get("m", 3) == 3
            and (self.is_sudoku or clue.rule not in SUDOKU_ONLY)
        )

    def _cage(self, clue: Clue) -> list[str]:
        cells = clue.cells("cells")
        if clue.is_none("total"):
            return [item("AllDifferent", cells)] if len(cells) > 1 else []
        total = clue.number("total")
        if total > 0:
            return [item("Cage", cells, total)]
        return [*self._sum(cells, total), *([item("AllDifferent", cells)] if len(cells) > 1 else [])]

    def _sum(self, cells: Sequence[Cell], total: int) -> list[str]:
        if len(cells) == 1:
            return [given(cells[0], [total])] if total in self.values else impossible()
        if total < 1:
            return [f".Sum~{total}_=_{'_'.join('1' for _ in cells)}~{joined(cells)}"]
        return [item("Sum", cells, total)]

    def _xv(self, clue: Clue) -> list[str]:
        cells, total = clue.cells("pair"), clue.number("total")
        if len(cells) == 2 and _share_side(*cells) and total in (5, 10):
            return [item("X" if total == 10 else "V", cells)]
        return self._sum(cells, total)

    def _less(self, clue: Clue) -> list[str]:
        small, large = clue.cells("cells")
        kind = "GreaterThan" if _share_side(small, large) else "Thermo"
        return [item(kind, (large, small) if kind == "GreaterThan" else (small, large))]

    def pair(self, cells: Sequence[Cell], table: Iterable[tuple[int, int]], name: str = "", kind: str = "Pair") -> str:
        """A relation of successive cells, or with ``PairX`` of every two cells, in either order."""
        code = pair_code(set(table), self.values)
        return f".{kind}~{code}~_{name}~{joined(cells)}"

    def _dots(self, clue: Clue, kind: str, is_usual: bool) -> list[str] | None:
        cells = clue.cells("pair")
        pairs = list(pairwise(cells))
        if not is_usual or not all(_share_side(*pair) for pair in pairs):
            by = next(value for key, value in clue.arguments.items() if key != "pair")
            every = [(a, b) for a in self.values for b in self.values]
            table = [
                (a, b) for a, b in every if (abs(a - b) == by if kind == "WhiteDot" else by * a == b or a == by * b)
            ]
            return [self.pair(pair, table, clue.rule) for pair in pairs]
        return [item(kind, pair) for pair in pairs]

    def _nabner(self, clue: Clue) -> list[str]:
        table = [(a, b) for a in self.values for b in self.values if abs(a - b) > 1]
        return [self.pair(clue.cells("line"), table, "nabner", "PairX")]

    def _region_sum(self, clue: Clue) -> list[str] | None:
        cells, board = clue.cells("line"), self.board
        covered = {cell for region in board.regions for cell in region}
        if not (self.is_sudoku and board.are_regions(clue.groups("groups")) and covered == set(board.cells)):
            return None
        return [item("RegionSumLine", cells)]

    def _sum_line(self, clue: Clue) -> list[str]:
        cells, total = clue.cells("line"), clue.number("total", least=1)
        loop = "~LOOP" if clue.arguments.get("loop") else ""
        return [item("SumLine", cells, total) + loop]

    def _regex(self, clue: Clue) -> list[str] | None:
        cells, pattern = clue.cells("line"), clue.arguments.get("pattern")
        if not isinstance(pattern, str):
            return None
        code = base64.urlsafe_b64encode(pattern.encode("ascii", "replace")).decode().rstrip("=")
        return [f".Regex~{code}~{joined(cells)}"]

    def _arrow(self, clue: Clue) -> list[str] | None:
        shaft, pill = clue.cells("shaft"), clue.cells("circle")
        if set(shaft) & set(pill):
            return None
        if len(pill) == 1:
            return [item("Arrow", (*pill, *shaft))]
        together = all(touch(a, b) for a, b in pairwise(pill))
        if len(pill) > 3 or list(pill) != sorted(pill) or not together:
            return None
        return [item("PillArrow", (*pill, *shaft), len(pill))]

    def _contains(self, clue: Clue) -> list[str]:
        cells, values = clue.cells("cells"), self._known(clue.numbers("values"))
        if is_square(cells) and len(set(values)) == len(values):
            return [f".Quad~{cell_id(min(cells))}~{'~'.join(map(str, values))}"]
        return [f".ContainAtLeast~{'_'.join(map(str, values))}~{joined(cells)}"]

    def _contains_exactly(self, clue: Clue) -> list[str]:
        values = self._known(clue.numbers("values"))
        return [f".ContainExact~{'_'.join(map(str, values))}~{joined(clue.cells('cells'))}"]

    def _known(self, values: Sequence[int]) -> list[int]:
        if not values or not all(value in self.values for value in values):
            raise Unsayable("it names values that the grid does not have")
        return sorted(values)

    def _exactly(self, clue: Clue) -> list[str] | None:
        cells, value = clue.cells("cells"), clue.arguments.get("value")
        times = clue.number("times", least=0)
        if type(value) is not int or value not in range(10) or times > 9 or value not in self.values:
            return None
        return [item("LookAndSay", cells, f"{times}{value}")]

    def _same_values(self, clue: Clue) -> list[str] | None:
        groups = clue.groups("groups")
        cells = [cell for group in groups for cell in group]
        if len({len(group) for group in groups}) != 1 or len(set(cells)) < len(cells):
            return None
        return [item("SameValues", cells, len(groups))]

    def _equal_sums(self, clue: Clue) -> list[str]:
        groups = clue.groups("groups")
        if not all(groups) or any(len(set(group)) < len(group) for group in groups):
            raise Unsayable("it has a group without cells, or a cell twice")
        return [".EqualSum~" + "~-~".join(map(joined, groups))] if len(groups) > 1 else []

    def _index(self, clue: Clue, kind: str) -> list[str] | None:
        cells = clue.cells("cells")
        return [item("Indexing", cells, kind)] if self.is_sudoku and self.low == 1 else None

    def _count_distinct(self, clue: Clue) -> list[str]:
        control = clue.cells("number")
        return [item("CountDistinct", (*control, *clue.cells("cells")))]

    def _disjoint(self, clue: Clue) -> list[str] | None:
        boxes = self.board.default_boxes()
        is_usual = self.is_sudoku and boxes and self.board.are_regions(boxes)
        return [".DisjointSets"] if is_usual and self.board.are_regions(clue.groups("groups"), ordered=True) else None

    def _clone(self, clue: Clue) -> list[str]:
        cells, other = clue.cells("cells"), clue.cells("other")
        if len(cells) != len(other):
            impossible()
        table = [(v, v) for v in self.values]
        return [self.pair(pair, table, "equal") for pair in zip(cells, other, strict=True) if pair[0] != pair[1]]

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


def _share_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
