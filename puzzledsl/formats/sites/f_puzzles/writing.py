"""From a model to a link of f-puzzles.

The site always requires that the values of rows and columns differ, and its values are 1 to the side of the grid: a
model without that is refused. A sum of cells that differ anyway is a killer cage there; a comparison of two cells is a
thermometer of two cells. A rule that is not there is taken apart into its conditions, if these are few and are there.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.board import Board, Clue, Unsayable, refusal
from puzzledsl.formats.clue_places import circle_and_shaft, diagonal_of, is_square, line_of
from puzzledsl.formats.conditions import clues_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.lz_string import compress
from puzzledsl.formats.usual_words import SENTENCES
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from puzzledsl.model import Cell, Model

SITE = "f-puzzles"
ADDRESS = "https://www.f-puzzles.com/?load="

LINES = {
    "thermo": "thermometer",
    "slow_thermo": "slowthermometer",
    "palindrome": "palindrome",
    "between": "betweenline",
    "renban": "renban",
    "nabner": "nabner",
    "entropic": "entropicline",
    "double_arrow": "doublearrow",
    "zipper": "zipperline",
}
"""Rules that take nothing but a line, and the key of each."""

OUTSIDE = {"sandwich": "sandwichsum", "x_sum": "xsum", "skyscraper": "skyscraper"}
"""Rules of a row or column with a number outside."""

WHOLE = {"anti_knight": "antiknight", "anti_king": "antiking"}
"""Rules of the whole grid."""

INDEXERS = {"index_row": "rowindexer", "index_column": "columnindexer"}

WORDS = {
    "latin": "No digit repeats in a row or column.",
    "alldifferent": "Digits do not repeat in a marked set of cells.",
    "less": SENTENCES["thermo"],
    "same_values": "Cloned cells contain the same digits in the same position.",
    "no_sum": "No two neighbouring cells without X or V have a total of 5 or 10.",
    "no_ratio": "No two neighbouring cells without a dot have the ratio of a black dot.",
    "nonconsecutive": "Neighbouring cells without a dot are not consecutive.",
    "minimum": "A minimum is smaller than its orthogonal neighbours.",
    "maximum": "A maximum is larger than its orthogonal neighbours.",
    "windoku": "Digits in a shaded extra region do not repeat.",
    "clone": "Cloned cells contain the same digits in the same position.",
    "double_arrow": (
        "The sum of the digits on a line between two circles equals the sum of the digits in the circles."
    ),
    "lockout": (
        "Digits in the diamonds at the ends of a blue line differ by at least 4. "
        "Digits on the line do not lie between them."
    ),
    "index_row": "In a row index cell, the digit indicates the position of its row number in that column.",
    "index_column": "In a column index cell, the digit indicates the position of its column number in that row.",
    "index_box": "In a box index cell, the digit indicates the position of its own position in that box.",
}
"""Sentences for rules that the site draws in a way of its own."""

MOST_PARTS = 20
"""Conditions that a rule is taken apart into."""


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    content, left_out = content_of(model, solution)
    return Link(ADDRESS + compress(json.dumps(content, ensure_ascii=False, separators=(",", ":"))), left_out)


def content_of(model: Model, solution: tuple[str, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The puzzle as the JSON object that a link packs, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    board = Board(model, SITE)
    _check(board)
    writer = _Writer(board)
    writer.write()
    if solution:
        found = board.solution_at(solution)
        writer.content["solution"] = [int(found[cell]) for cell in board.cells]
    return writer.content, board.left_out()


def _check(board: Board) -> None:
    side = board.width
    if board.height != side:
        raise refusal(SITE, f"its grid has {board.height} rows and {side} columns, and theirs are square")
    if len(board.cells) < side * side:
        raise refusal(SITE, "its grid has masked places")
    if board.values != tuple(range(1, side + 1)):
        raise refusal(SITE, f"theirs has the values 1 to {side}, and this one has others")
    if not (board.rows and board.columns):
        which = "columns" if board.rows else "rows"
        raise refusal(SITE, f"theirs always requires different values in {which}, and this one does not")


def place(cell: Cell) -> str:
    """``R3C4``."""
    return f"R{cell[0]}C{cell[1]}"


class _Writer:
    """Fills ``content``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.side = board.width
        self.content: dict[str, Any] = {"size": self.side}
        self.dots: dict[str, set[frozenset[Cell]]] = {"difference": set(), "ratio": set(), "xv": set()}
        self.ratios: set[int] = set()
        self.white: dict[frozenset[Cell], int] = {}
        self.letters: dict[frozenset[Cell], int] = {}

    def write(self) -> None:
        """Write all that can be said."""
        board, content = self.board, self.content
        for key, found in (("title", "puzzle"), ("author", "author")):
            if text := board.metadata(found):
                content[key] = text
        content["grid"] = []
        self._groups()
        late = ("nonconsecutive", "no_sum", "no_ratio")
        board.say((c for c in board.clues if c.rule not in (*late, "minimum", "maximum")), self._clue)
        for rule in ("minimum", "maximum"):
            self._extremes(rule)
        board.say((c for c in board.clues if c.rule in late), self._negative)
        self.content["grid"] = self._grid()
        if rules := "\n".join(board.notes() or board.rules(WORDS)):
            self.content["ruleset"] = rules

    def _grid(self) -> list[list[dict[str, Any]]]:
        board = self.board
        usual = board.are_regions(board.default_boxes() or board.lines()[: self.side])
        of = {cell: k for k, region in enumerate(board.regions) for cell in region}
        rows = []
        for r in range(1, self.side + 1):
            row: list[dict[str, Any]] = []
            for c in range(1, self.side + 1):
                entry: dict[str, Any] = {}
                value = board.single((r, c))
                if value is not None:
                    entry |= {"value": value, "given": True}
                elif (r, c) in board.allowed:
                    entry["givenPencilMarks"] = sorted(board.allowed[r, c])
                if not usual:
                    entry["region"] = of.get((r, c))
                row.append(entry)
            rows.append(row)
        return rows

    def _groups(self) -> None:
        board = self.board
        diagonals = {frozenset(cells): sign for sign, cells in board.diagonals().items()}
        for cells, _ in board.extra:
            sign = diagonals.get(frozenset(cells))
            if sign is not None:
                self.content[f"diagonal{sign}"] = True
            else:
                self._group(cells)

    def _group(self, cells: Sequence[Cell]) -> None:
        self._add("extraregion" if len(cells) == self.side else "killercage", cells=_places(cells))

    def _add(self, key: str, **entry: Any) -> None:
        self.content.setdefault(key, []).append(entry)

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: Clue) -> None:
        if clue.rule in LINES:
            self._line(LINES[clue.rule], clue.cells("line"))
        elif clue.rule in OUTSIDE:
            outside = line_of(self.board, clue.cells("line"))
            self._add(OUTSIDE[clue.rule], cell=place(outside), value=str(clue.number("value", least=0)))
        elif clue.rule in WHOLE:
            self._whole(clue)
            self.content[WHOLE[clue.rule]] = True
        elif clue.rule in INDEXERS:
            self._add(INDEXERS[clue.rule], cells=_places(clue.cells("cells")))
        elif clue.rule in ("odd", "even"):
            for cell in clue.cells("cells"):
                self._add(clue.rule, cell=place(cell))
        else:
            self._other(clue)

    def _other(self, clue: Clue) -> None:
        methods: dict[str, Callable[[Clue], None]] = {
            "cage": self._cage,
            "total": self._total,
            "less": lambda clue: self._line("thermometer", clue.cells("cells")),
            "arrow": self._arrow,
            "equal_sums": self._equal_sums,
            "little_killer": self._little_killer,
            "white_dot": self._white_dot,
            "black_dot": self._black_dot,
            "xv": self._xv,
            "clone": self._clone,
            "contains": self._contains,
            "whisper": self._whisper,
            "region_sum": self._region_sum,
            "modular": self._modular,
            "lockout": self._lockout,
            "index_box": self._index_box,
            "disjoint_groups": self._disjoint,
            "windoku": self._windoku,
            "alldifferent": lambda clue: self._group(clue.cells("cells")),
            "values": lambda clue: self.board.restrict(clue.cells("cell")[0], clue.numbers("values")),
        }
        if clue.rule in methods:
            methods[clue.rule](clue)
        elif clue.rule in ("", "pair"):
            raise Unsayable("there is no such condition there")
        else:
            self._by_conditions(clue)

    def _by_conditions(self, clue: Clue) -> None:
        parts = list(clues_of(self.board, clue.holds, clue.origin))
        before = deepcopy(self.content), dict(self.board.allowed)
        try:
            if len(parts) > MOST_PARTS:
                raise Unsayable("there is no such rule there")
            for part in parts:
                self._clue(part)
        except Unsayable:
            self.content, self.board.allowed = before
            raise Unsayable("there is no such rule there") from None

    def _whole(self, clue: Clue) -> None:
        if not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it is only there for the whole grid")

    def _line(self, key: str, cells: Sequence[Cell], **more: Any) -> None:
        if len(cells) > 1:
            self._add(key, lines=[_places(cells)], **more)

    def _cage(self, clue: Clue) -> None:
        cells = clue.cells("cells")
        if clue.is_none("total"):
            self._add("killercage", cells=_places(cells))
        else:
            self._add("killercage", cells=_places(cells), value=str(clue.number("total", least=1)))

    def _total(self, clue: Clue) -> None:
        cells, value = clue.cells("cells"), clue.number("value", least=1)
        if len(cells) == 2 and value in (5, 10) and touch(*cells) and 0 in _apart(*cells):
            self._letter(cells, value)
        elif self.board.all_different(cells):
            self._add("killercage", cells=_places(cells), value=str(value))
        else:
            raise Unsayable("values in a cage with a sum must differ there, and here they need not")

    def _arrow(self, clue: Clue) -> None:
        self._sum_along(clue.cells("circle"), clue.cells("shaft"))

    def _sum_along(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        if list(circle) != sorted(circle):
            raise Unsayable("the number in a pill is read from left to right, and from top to bottom there")
        start = next((cell for cell in reversed(circle) if touch(cell, shaft[0])), circle[-1])
        self._add("arrow", lines=[_places([start, *shaft])], cells=_places(circle))

    def _equal_sums(self, clue: Clue) -> None:
        self._sum_along(*circle_and_shaft(clue))

    def _little_killer(self, clue: Clue) -> None:
        cells, value = clue.cells("line"), clue.number("value", least=1)
        outside, direction = diagonal_of(self.board, cells)
        self._add("littlekillersum", cell=place(outside), cells=_places(cells), direction=direction, value=str(value))

    def _pairs(self, clue: Clue, parameter: str) -> list[tuple[Cell, Cell]]:
        cells = clue.cells(parameter)
        pairs = list(pairwise(cells))
        if not pairs or not all(0 in _apart(a, b) and touch(a, b) for a, b in pairs):
            raise Unsayable("dots are only between cells that share a side there")
        return pairs

    def _white_dot(self, clue: Clue) -> None:
        difference = clue.number("difference", least=1)
        for pair in self._pairs(clue, "pair"):
            self.white[frozenset(pair)] = difference
            self.dots["difference"].add(frozenset(pair))
            more = {} if difference == 1 else {"value": str(difference)}
            self._add("difference", cells=_places(pair), **more)

    def _black_dot(self, clue: Clue) -> None:
        ratio = clue.number("ratio", least=2)
        for pair in self._pairs(clue, "pair"):
            self.dots["ratio"].add(frozenset(pair))
            self.ratios.add(ratio)
            self._add("ratio", cells=_places(pair), **({} if ratio == 2 else {"value": str(ratio)}))

    def _xv(self, clue: Clue) -> None:
        cells, total = clue.cells("pair"), clue.number("total")
        if total in (5, 10) and len(cells) == 2 and touch(*cells) and 0 in _apart(*cells):
            self._letter(cells, total)
        elif self.board.all_different(cells) and total > 0:
            self._add("killercage", cells=_places(cells), value=str(total))
        else:
            raise Unsayable("X and V are only between two cells that share a side there")

    def _letter(self, cells: Sequence[Cell], total: int) -> None:
        self.dots["xv"].add(frozenset(cells))
        self.letters[frozenset(cells)] = total
        self._add("xv", cells=_places(cells), value="X" if total == 10 else "V")

    def _clone(self, clue: Clue) -> None:
        cells, other = clue.cells("cells"), clue.cells("other")
        if len(cells) != len(other):
            raise Unsayable("the groups differ in size")
        self._add("clone", cells=_places(cells), cloneCells=_places(other))

    def _contains(self, clue: Clue) -> None:
        cells = sorted(clue.cells("cells"))
        if not is_square(cells):
            raise Unsayable("it is only there for a square of four cells")
        self._add("quadruple", cells=_places(cells), values=list(clue.numbers("values")))

    def _whisper(self, clue: Clue) -> None:
        gap = clue.number("gap", least=1)
        usual = gap == (self.side + 1) // 2
        self._line("whispers", clue.cells("line", repeats=True), **({} if usual else {"value": str(gap)}))

    def _region_sum(self, clue: Clue) -> None:
        if not self.board.are_regions(clue.groups("groups")):
            raise Unsayable("it is about other groups than the regions")
        self._line("regionsumline", clue.cells("line"))

    def _modular(self, clue: Clue) -> None:
        if clue.number("m") != 3:
            raise Unsayable("it is only there with 3")
        self._line("modularline", clue.cells("line"))

    def _lockout(self, clue: Clue) -> None:
        if self.side != 9 or clue.number("gap") != 4:
            raise Unsayable("it is only there with a difference of 4, in a 9×9")
        self._line("lockout", clue.cells("line"))

    def _index_box(self, clue: Clue) -> None:
        if not self.board.are_regions(clue.groups("groups"), ordered=True):
            raise Unsayable("it is about other groups than the regions")
        self._add("boxindexer", cells=_places(clue.cells("cells")))

    def _disjoint(self, clue: Clue) -> None:
        if not self.board.are_regions(clue.groups("groups"), ordered=True):
            raise Unsayable("it is about other groups than the regions")
        self.content["disjointgroups"] = True

    def _windoku(self, clue: Clue) -> None:
        self._whole(clue)
        if self.side != 9:
            raise Unsayable("it has windows in a 9×9 only")
        for cells in self.board.windows():
            self._add("extraregion", cells=_places(cells))

    # ── clues that depend on others ──────────────────────────────────────────────────────────────

    def _extremes(self, rule: str) -> None:
        """A marked cell is compared with those neighbours that are not marked so."""
        clues = [clue for clue in self.board.clues if clue.rule == rule]
        try:
            marked = {cell for clue in clues for cell in clue.cells("cells")}
            for clue in clues:
                spared = set(clue.cells("except")) if clue.arguments.get("except") else set()
                for cell in clue.cells("cells"):
                    near = {other for other in self.board.cells if sum(_apart(cell, other)) == 1}
                    if near & spared != near & marked:
                        raise Unsayable("neighbours that are marked alike are not compared there, all others are")
        except Unsayable as reason:  # all or none: what is left out would no longer be a marked neighbour of the others
            for clue in clues:
                self.board.leave_out(clue.origin, str(reason))
            return
        for cell in sorted(marked):
            self._add(rule, cell=place(cell))

    def _negative(self, clue: Clue) -> None:
        self._whole(clue)
        spared = {frozenset(pair) for pair in clue.groups("except")} if clue.arguments.get("except") else set()
        if clue.rule == "nonconsecutive":
            # Dots free a pair; one whose difference is not 1 keeps it from being consecutive by itself.
            free = self.dots["difference"] | self.dots["ratio"]
            bound = {pair for pair in free if self.white.get(pair, 1) != 1}
            self._spare(spared, free, bound)
            self.content["nonconsecutive"] = True
        elif clue.rule == "no_ratio":
            ratios = set(clue.numbers("ratios"))
            if ratios != (self.ratios or {2}):
                raise Unsayable("the ratios there are those of the black dots")
            self._spare(spared, self.dots["ratio"] | self.dots["difference"], set())
            self.content.setdefault("negative", []).append("ratio")
        else:
            if set(clue.numbers("totals")) != {5, 10}:
                raise Unsayable("it is only there for 5 and 10 together")
            self._spare(spared, self.dots["xv"], set())
            self.content.setdefault("negative", []).append("xv")

    def _spare(self, spared: set[frozenset[Cell]], free: set[frozenset[Cell]], bound: set[frozenset[Cell]]) -> None:
        """Refuses unless the pairs that are free there are those that are free here."""
        near = {frozenset(pair) for pair in self.board.neighbours()}
        if (spared & near) - bound != (free & near) - bound:
            raise Unsayable("the pairs that are free of it there are those with a mark, and here they are others")


def _places(cells: Iterable[Cell]) -> list[str]:
    return [place(cell) for cell in cells]


def _apart(a: Cell, b: Cell) -> tuple[int, int]:
    return abs(a[0] - b[0]), abs(a[1] - b[1])
