"""Rules that have a kind of constraint in the Interactive Sudoku Solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from puzzledsl.formats.board import ExportBoard, ExportClue, Place, Unsayable
from puzzledsl.formats.clue_places import is_square, line_of, share_side
from puzzledsl.formats.sites.iss.cells import DIGITS, cell_id, joined
from puzzledsl.formats.sites.iss.codes import pair_code
from puzzledsl.formats.sites.iss.table import OUTSIDE, ROWS, TYPE_OF, WHOLE, Row
from puzzledsl.model import Cell, touch

SUDOKU_ONLY = frozenset({"anti_knight", "anti_king", "windoku", "index_row", "index_column", "disjoint_groups"})
ONE_TO_NINE = frozenset({"windoku", "dutch_flatmates", "global_entropy", "entropic", "global_modular"})
"""Their meaning is written for the values 1 to 9."""
ZERO_OUTSIDE = frozenset({"hidden_skyscraper", "numbered_room", "sandwich"})
"""Clues outside the grid that may be 0 there."""
NEVER = "it can never hold"


def item(kind: str, cells: Iterable[Cell], *first: object) -> str:
    """A constraint on cells, with arguments before them."""
    return "~".join([f".{kind}", *map(str, first), joined(cells)])


def given(cell: Cell, values: Iterable[int]) -> str:
    """The values that a cell may have."""
    return f".~{'_'.join([cell_id(cell), *map(str, sorted(values))])}"


class Kinds:
    """The constraints that the rules of one board become.

    Attributes:
        values: those that a grid of the site has then, from 0 or 1 on.
        missing: which of them this one has not.
        is_sudoku: whether each row and column holds all of them.
        outside: the clues outside the grid, by kind and line: for each end its number.
    """

    def __init__(self, board: ExportBoard) -> None:
        self.board = board
        low = min(board.values[0], 1)
        # The values of a grid of theirs are a range from 0 or 1, with one for each row or column.
        self.values = range(low, max(board.values[-1] + 1, max(board.height, board.width) + low))
        self.missing = set(self.values) - set(board.values)
        side = board.width
        self.is_sudoku = board.height == side == len(self.values) and not self.missing and board.rows and board.columns
        self.outside: dict[tuple[str, str], dict[int, int]] = {}
        self._special: dict[str, Callable[[ExportClue], list[str] | None]] = {
            "less": self._less,
            "nabner": self._nabner,
            "arrow": self._pill,
            "contains": self._quad,
            "exactly": self._exactly,
            "same_values": self._same_values,
            "equal_sums": self._equal_sums,
            "disjoint_groups": self._disjoint,
        }

    def of(self, clue: ExportClue) -> list[str] | None:
        """The constraints that a clue's rule is there; none if it has no kind of its own.

        Raises:
            Unsayable: it has one, which cannot say this clue.
        """
        rule = clue.rule
        if (
            (rule in ONE_TO_NINE and self.values != range(1, 10))
            or (rule in SUDOKU_ONLY and not self.is_sudoku)
            or (rule == "equality_cage" and self.missing)
            or (rule in ("index_row", "index_column") and 0 in self.values)
        ):
            return None
        found = self._special[rule](clue) if rule in self._special else None
        for row in ROWS:
            if found is None and row.rule == rule:
                found = self._tabled(row, clue)
        if rule in OUTSIDE.values():
            return self._outside(clue)
        if rule not in WHOLE.values() or clue.arguments.get("except") or clue.arguments.get("m", 3) != 3:
            return found
        return [f".{TYPE_OF[rule]}"] if self.board.is_whole(clue.cells("cells")) else None

    def _tabled(self, row: Row, clue: ExportClue) -> list[str] | None:
        """A constraint of the table; none if the arguments are not those that it has."""
        argument, board = clue.arguments.get(row.argument), self.board
        cells = clue.cells(row.cells, repeats=row.rule == "whisper")
        if row.cells == "pair":
            pairs = list(pairwise(cells))
            is_usual = argument == row.only and all(share_side(a, b) for a, b in pairs)
            return [item(row.type, pair) for pair in pairs] if is_usual else None
        if row.is_cell:
            is_usual = isinstance(argument, Place) and argument not in cells
            return [item(row.type, (clue.arguments[row.argument], *cells))] if is_usual else None
        if row.rule == "region_sum" and not (
            self.is_sudoku
            and board.are_regions(clue.groups("groups"))
            and sum(map(len, board.regions)) == len(board.cells)
        ):
            return None
        if isinstance(argument, tuple):
            values = sorted(clue.numbers(row.argument))
            is_known = values and set(values) <= set(self.values)
            return [item(row.type, cells, "_".join(map(str, values)))] if is_known else None
        words: list[int] = []
        if row.argument:
            is_open = row.usual == 0 and clue.is_none(row.argument)
            words = [0 if is_open else clue.number(row.argument)]
            if words[0] < row.least and not is_open:
                return None
        if len(cells) < {"Modular": sum(words), "AllDifferent": 2}.get(row.type, 0):
            return []  # it demands nothing
        return [item(row.type, cells, *words) + ("~LOOP" if clue.arguments.get("loop") else "")]

    def _less(self, clue: ExportClue) -> list[str]:
        small, large = clue.cells("cells")
        return [item("GreaterThan", (large, small)) if share_side(small, large) else item("Thermo", (small, large))]

    def pair(self, cells: Sequence[Cell], table: Iterable[tuple[int, int]], name: str = "", kind: str = "Pair") -> str:
        """A relation of successive cells, or with ``PairX`` of every two cells, in either order."""
        return item(kind, cells, pair_code(set(table), self.values), f"_{name}")

    def _nabner(self, clue: ExportClue) -> list[str]:
        table = [(a, b) for a in self.values for b in self.values if abs(a - b) > 1]
        return [self.pair(clue.cells("line"), table, "nabner", "PairX")]

    def _pill(self, clue: ExportClue) -> list[str] | None:
        shaft, pill = clue.cells("shaft"), clue.cells("circle")
        together = all(touch(a, b) for a, b in pairwise(pill))
        if len(pill) not in (2, 3) or list(pill) != sorted(pill) or not together or set(shaft) & set(pill):
            return None
        return [item("PillArrow", (*pill, *shaft), len(pill))]

    def _quad(self, clue: ExportClue) -> list[str] | None:
        cells, values = clue.cells("cells"), clue.numbers("values")
        if not (is_square(cells) and 0 < len(set(values)) == len(values) and set(values) <= set(self.values)):
            return None
        return ["~".join([item("Quad", [min(cells)]), *map(str, sorted(values))])]

    def _exactly(self, clue: ExportClue) -> list[str] | None:
        value, times = clue.number("value", least=0), clue.number("times", least=0)
        return [item("LookAndSay", clue.cells("cells"), f"{times}{value}")] if max(value, times) < 10 else None

    def _same_values(self, clue: ExportClue) -> list[str] | None:
        groups = clue.groups("groups")
        cells = [cell for group in groups for cell in group]
        if len({len(group) for group in groups}) != 1 or len(set(cells)) < len(cells):
            return None
        return [item("SameValues", cells, len(groups))]

    def _equal_sums(self, clue: ExportClue) -> list[str]:
        groups = clue.groups("groups")
        if not all(groups) or any(len(set(group)) < len(group) for group in groups):
            raise Unsayable("it has a group without cells, or a cell twice")
        return [".EqualSum~" + "~-~".join(map(joined, groups))] if len(groups) > 1 else []

    def _disjoint(self, clue: ExportClue) -> list[str] | None:
        boxes = self.board.default_boxes()
        is_usual = boxes and self.board.are_regions(boxes)
        return [".DisjointSets"] if is_usual and self.board.are_regions(clue.groups("groups"), ordered=True) else None

    # ── clues outside the grid ───────────────────────────────────────────────────────────────────

    def _outside(self, clue: ExportClue) -> list[str]:
        if not self.is_sudoku:
            raise Unsayable("it is only there in a grid whose rows and columns hold all values")
        r, c = line_of(self.board, clue.cells("line"))
        name = f"R{DIGITS[r]}" if 0 < r <= self.board.height else f"C{DIGITS[c]}"
        value = clue.number("value", least=0 if clue.rule in ZERO_OUTSIDE else 1)
        if clue.rule == "sandwich":
            return [f".Sandwich~{value}~{name}"]
        ends = self.outside.setdefault((TYPE_OF[clue.rule], name), {})
        if ends.setdefault(0 if 0 in (r, c) else 1, value) != value:
            raise Unsayable("there is another clue of this kind in its place")
        return []
