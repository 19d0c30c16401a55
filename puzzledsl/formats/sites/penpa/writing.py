"""From a model to a link of Penpa+: a drawing, with the rules in words.

The text is lines of JSON, packed by raw deflate (RFC 1951) and base64; `points` says how places are numbered.
"""

from __future__ import annotations

import base64
import json
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.board import Board, Clue, Unsayable
from puzzledsl.formats.clue_places import circle_and_shaft, diagonal_of, line_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.sites.penpa.payload import ABBREVIATIONS, SITE
from puzzledsl.formats.sites.penpa.points import Points, cage_outline
from puzzledsl.formats.usual_words import SENTENCES
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.model import Cell, Model

ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

BLACK = 1
THICK, DIAGONAL, CAGE = 2, 12, 10
"""Styles of lines: a border, a thin coloured line, a dashed line."""
WHITE_DOT, BLACK_DOT, GRAY = 8, 2, 3
"""Styles of symbols."""


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what it does not say.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    board = Board(model, SITE)
    writer = _Writer(board)
    text = writer.text(solution)
    for old, new in (("z", "zZ"), *ABBREVIATIONS):
        text = text.replace(old, new)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return Link(ADDRESS + base64.b64encode(packed).decode(), board.left_out())


def layer() -> dict[str, Any]:
    """An empty layer: the puzzle's, or the solver's."""
    lists = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
    keys = (
        *("command_redo", "command_undo", "command_replay", "surface", "number", "numberS", "symbol", "freeline"),
        *("freelineE", "thermo", "arrows", "direction", "squareframe", "polygon", "line", "lineE", "wall", "cage"),
        *("deletelineE", "killercages", "nobulbthermo"),
    )
    found: dict[str, Any] = {key: [] if key in lists else {} for key in keys}
    return found | {key: {"__a": []} for key in keys[:3]}


class _Writer:
    """Draws one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        outside = ("sandwich", "x_sum", "skyscraper", "numbered_room", "hidden_skyscraper", "little_killer")
        margin = 1 if any(clue.rule in outside for clue in board.clues) else 0
        self.points = Points(board.height, board.width, margin)
        self.layer = layer()
        self.own: list[Clue] = []

    def text(self, solution: tuple[str, ...]) -> str:
        """The whole text before it is packed."""
        board, points = self.board, self.points
        self._borders()
        for cell in board.cells:
            if (value := board.single(cell)) is not None:
                self._number(points.cell(cell), str(value))
        for clue in board.clues:
            try:
                self._clue(clue)
            except Unsayable:
                self.own.append(clue)
        answers = layer()
        for cell, digits in board.solution_at(solution).items():
            if cell in board.cells and board.single(cell) is None:
                answers["number"][str(points.cell(cell))] = [digits, 2, "1"]
        for clue in self.own:
            if clue.rule in ("", "pair"):
                board.leave_out(clue.origin, "only in the text of the rules, as it is written here")
            else:  # its words would speak of something that is not drawn
                board.clues.remove(clue)
                board.leave_out(clue.origin, "it cannot be drawn there")
        return "\n".join(self._lines(answers))

    def _lines(self, answers: dict[str, Any]) -> list[str]:
        points = self.points
        tall, wide, margin = points.tall, points.wide, points.margin
        kind = "sudoku" if self.board.regions else "square"
        rules = self.board.notes() or self._rules()
        middle = points.middle()
        head = [kind, wide, tall, 38, 0, 1, 1, 38 * (wide + 1), 38 * (tall + 1), middle, middle, 1, 0, 0, 1]
        texts = [f"Title: {self.board.metadata('puzzle')}", f"Author: {self.board.metadata('author')}", ""]
        words = [_escaped(text) for text in (*texts, "\n".join(rules))]
        inside = [points.cell((r, c)) for r in range(1, self.board.height + 1) for c in range(1, self.board.width + 1)]
        steps = [inside[0], *(b - a for a, b in pairwise(inside))]
        modes = {
            "edit_mode": "sudoku",
            "surface": ["", 1],
            "line": ["1", 2],
            "lineE": ["1", 2],
            "wall": ["", 2],
            "cage": ["1", 10],
            "number": ["1", 1],
            "symbol": ["circle_L", 1],
            "special": ["thermo", ""],
            "board": ["", ""],
            "move": ["1", ""],
            "combi": ["battleship", ""],
            "sudoku": ["1", 9],
        }
        return [
            ",".join([*map(str, head), *words, "OFF", "false"]),
            _packed([margin] * 4),
            f'{_packed(["1", "2", "1"])}~"sudoku"~{_packed(["1", 9])}',
            _packed(self.layer),
            _packed(answers) if answers["number"] else "",
            _packed(steps),
            "[]",
            "{}",
            '"x"',
            '"x"',
            _packed([3, 1, 4]),
            _packed({"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": modes, "pu_a": modes}),
            '"x"',
            "0",
            _packed(layer()),
            "x",
            "{}",
            "[]",
            "false",
        ]

    def _rules(self) -> list[str]:
        board = self.board
        groups = {frozenset(cells) for cells, _ in board.extra}
        drawn = [sign for sign, cells in board.diagonals().items() if frozenset(cells) in groups]
        which = "two main diagonals" if len(drawn) == 2 else f"{'negative' if drawn == ['-'] else 'positive'} diagonal"
        words = {"diagonal": f"Digits cannot repeat on the {which}.", "windoku": SENTENCES["cage"]}
        return [
            *board.rules(words),
            *filter(None, [board.range_in_words()]),
            *(
                f"The digit in row {cell[0]}, column {cell[1]} is one of {', '.join(map(str, sorted(values)))}."
                for cell, values in board.allowed.items()
                if len(values) > 1
            ),
        ]

    # ── drawing ──────────────────────────────────────────────────────────────────────────────────

    def _borders(self) -> None:
        board = self.board
        regions = board.regions or board.model.boxes.get(board.grid.name, ())
        of = {cell: k for k, region in enumerate(regions) for cell in region}
        for a, b in board.neighbours():
            if of.get(a) != of.get(b):
                self._edge(*self.points.side(a, b), THICK)
        diagonals = {frozenset(cells) for cells in board.diagonals().values()}
        lines = {frozenset(line) for line in board.lines()}
        for cells, _ in board.extra:
            if frozenset(cells) in diagonals:
                down = all(r == c for r, c in cells)
                for cell in cells:
                    self._edge(*self.points.across(cell, down), DIAGONAL)
            elif frozenset(cells) not in lines:
                self._outline(cells, "")
        for r in range(1, board.height + 1):
            for c in range(1, board.width + 1):
                if (r, c) not in board.cells:
                    self.layer["surface"][str(self.points.cell((r, c)))] = 4

    def _edge(self, a: int, b: int, style: int) -> None:
        self.layer["lineE"][f"{min(a, b)},{max(a, b)}"] = style

    def _number(self, point: int, text: str, size: str = "1") -> None:
        self.layer["number"][str(point)] = [text, BLACK, size]

    def _symbol(self, point: int, name: str, style: int) -> None:
        self.layer["symbol"][str(point)] = [style, name, 1 if name.endswith("_L") else 2]

    def _outline(self, cells: Sequence[Cell], text: str) -> None:
        ordered = sorted(cells)
        self.layer["killercages"].append([self.points.cell(cell) for cell in ordered])
        for a, b in cage_outline(self.points, ordered):
            self.layer["cage"][f"{a},{b}"] = CAGE
        if text:
            self.layer["numberS"][str(self.points.corner(ordered[0], 0))] = [f" {text}", BLACK]

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: Clue) -> None:
        methods: dict[str, Callable[[Clue], None]] = {
            "cage": self._cage,
            "total": self._total,
            "thermo": self._thermo,
            "arrow": lambda clue: self._arrow(clue.cells("circle"), clue.cells("shaft")),
            "equal_sums": self._equal_sums,
            "white_dot": lambda clue: self._dot(clue, "difference", 1, WHITE_DOT),
            "black_dot": lambda clue: self._dot(clue, "ratio", 2, BLACK_DOT),
            "xv": lambda clue: self._letter(clue.cells("pair"), clue.number("total")),
            "less": self._less,
            "odd": lambda clue: self._parity(clue, "circle_L"),
            "even": lambda clue: self._parity(clue, "square_L"),
            "little_killer": self._little_killer,
            "windoku": self._windoku,
            "anti_knight": self._whole,
            "anti_king": self._whole,
            "disjoint_groups": self._whole,
            "nonconsecutive": self._whole,
        }
        if clue.rule in ("sandwich", "x_sum", "skyscraper", "numbered_room"):
            place = line_of(self.board, clue.cells("line"))
            self._number(self.points.cell(place), str(clue.number("value")))
        elif clue.rule in methods:
            methods[clue.rule](clue)
        else:
            raise Unsayable("it has no usual look")

    def _whole(self, clue: Clue) -> None:
        """Such a rule is not drawn; the text says it."""

    def _cage(self, clue: Clue) -> None:
        self._outline(clue.cells("cells"), "" if clue.is_none("total") else str(clue.number("total")))

    def _total(self, clue: Clue) -> None:
        cells, value = clue.cells("cells"), clue.number("value")
        if not self.board.all_different(cells):
            raise Unsayable("it looks like a cage without repeats")
        self._outline(cells, str(value))

    def _thermo(self, clue: Clue) -> None:
        self.layer["thermo"].append([self.points.cell(cell) for cell in clue.cells("line")])

    def _arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        if len(circle) > 1 or not all(touch(a, b) for a, b in pairwise([*circle, *shaft])):
            raise Unsayable("it cannot be drawn as an arrow")
        self.layer["arrows"].append([self.points.cell(cell) for cell in (*circle, *shaft)])

    def _equal_sums(self, clue: Clue) -> None:
        self._arrow(*circle_and_shaft(clue))

    def _dot(self, clue: Clue, parameter: str, usual: int, style: int) -> None:
        cells = clue.cells("pair")
        if clue.number(parameter) != usual or not all(_share_side(a, b) for a, b in pairwise(cells)):
            raise Unsayable("it has no usual look")
        for a, b in pairwise(cells):
            self._symbol(self.points.between(a, b), "circle_SS", style)

    def _letter(self, cells: Sequence[Cell], total: int) -> None:
        if total not in (5, 10) or len(cells) != 2 or not _share_side(*cells):
            raise Unsayable("it has no usual look")
        self._number(self.points.between(*cells), "X" if total == 10 else "V", "6")

    def _less(self, clue: Clue) -> None:
        small, large = clue.cells("cells")
        if not _share_side(small, large):
            raise Unsayable("it cannot be drawn as a sign")
        level = small[0] == large[0]
        style = (1 if small < large else 3) if level else (2 if small < large else 4)
        self._symbol(self.points.between(small, large), "inequality", style)

    def _parity(self, clue: Clue, name: str) -> None:
        for cell in clue.cells("cells"):
            self._symbol(self.points.cell(cell), name, GRAY)

    def _little_killer(self, clue: Clue) -> None:
        place, direction = diagonal_of(self.board, clue.cells("line"))
        turn = {"UL": 2, "UR": 4, "DR": 6, "DL": 8}[direction]
        point = self.points.cell(place)
        self._number(point, str(clue.number("value")), "6")
        self._symbol(point, "arrow_Short", turn)

    def _windoku(self, clue: Clue) -> None:
        if len(self.board.values) != 9 or not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it has windows in a 9×9 only")
        for cells in self.board.windows():
            self._outline(cells, "")


def _share_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _packed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _escaped(text: str) -> str:
    """A text within the first line, whose parts are parted by commas."""
    for old, new in ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F")):
        text = text.replace(old, new)
    return text
