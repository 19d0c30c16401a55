"""From a model to a link of SudokuPad: a drawing in the style that is usual there, with the rules in words.

SudokuPad knows no constraints besides cages; people read what is drawn and what the rules say. Each kind of clue gets
its usual colour, or another that no other kind has, and one sentence that names it. What has no usual look is drawn as
puzzledsl draws it and said as it says it.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.board import Board, Clue, Unsayable
from puzzledsl.formats.clue_places import circle_and_shaft, diagonal_of, is_square, line_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.lz_string import compress
from puzzledsl.formats.sites.sudokupad.sheet import Sheet
from puzzledsl.formats.usual_words import KINDS, OUTSIDE, OUTSIDE_COLORS, PALETTE, SENTENCES
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.model import Cell, Model

SITE = "SudokuPad"
ADDRESS = "https://sudokupad.app/"


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what it does not say.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    content, left_out = content_of(model, solution)
    packed = compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")))
    return Link(f"{ADDRESS}scl{packed}", left_out)


def content_of(model: Model, solution: tuple[str, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The puzzle as the JSON object that a link packs, and what is not said in it.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    board = Board(model, SITE)
    writer = _Writer(board)
    content = writer.content()
    left_out = list(board.left_out())
    if solution:
        found = board.solution_at(solution)
        texts = [found.get((r, c), ".") for r in range(1, board.height + 1) for c in range(1, board.width + 1)]
        if all(len(text) == 1 for text in texts):
            content["metadata"]["solution"] = "".join(texts)
        else:
            left_out.append("the solution (values of more than one digit have no place there)")
    return content, tuple(left_out)


class _Writer:
    """Draws one board on a `Sheet` and collects the sentences of the rules."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sheet = Sheet(board.height, board.width)
        self.sentences: dict[str, None] = {}
        self.colors: dict[tuple[str, object], str] = {}
        self.letters: set[int] = set()
        self.own: list[Clue] = []
        self.cages = [clue for clue in board.clues if clue.rule in ("cage", "total")]
        self.marks: dict[str, set[frozenset[Cell]]] = {"white_dot": set(), "black_dot": set(), "xv": set()}

    def content(self) -> dict[str, Any]:
        """The whole object."""
        board, sheet = self.board, self.sheet
        self._groups()
        self._assign_colors()
        late = ("nonconsecutive", "no_sum", "no_ratio", "minimum", "maximum")
        for rules in (False, True):
            for clue in board.clues:
                if (clue.rule in late) == rules:
                    try:
                        self._clue(clue)
                    except Unsayable as reason:
                        # A number outside would be read as that of a whole row; a group of no cells cannot be drawn.
                        if clue.rule in OUTSIDE or _has_empty_group(clue):
                            board.leave_out(clue.origin, str(reason))
                        else:
                            self.own.append(clue)
        self._own_style()
        for r in range(1, board.height + 1):
            for c in range(1, board.width + 1):
                if (r, c) not in board.cells:
                    sheet.square((r, c), "#444444")
        self._values()
        found: dict[str, Any] = {"metadata": {"rules": "\n".join([*self._notes(), *self.sentences])}}
        for key, name in (("title", "puzzle"), ("author", "author")):
            if text := board.metadata(name):
                found["metadata"][key] = text
        regions = board.regions or board.model.boxes.get(board.grid.name, ())
        found["cells"] = [[self._cell((r, c)) for c in range(1, board.width + 1)] for r in range(1, board.height + 1)]
        found["regions"] = [[[r - 1, c - 1] for r, c in region] for region in regions]
        return found | sheet.parts()

    def _cell(self, cell: Cell) -> dict[str, Any]:
        value = self.board.single(cell) if cell in self.board.cells else None
        return {} if value is None else {"value": str(value), "given": True}

    def _notes(self) -> list[str]:
        """Notes that cannot contradict the drawing: one that names a colour may mean another line."""
        found = []
        for note in self.board.notes():
            if any(word in note.lower() for word in (*PALETTE, "grey", "black", "white")):
                continue
            found.append(note)
        return found

    def _say(self, sentence: str) -> None:
        self.sentences[sentence] = None

    # ── groups and values ────────────────────────────────────────────────────────────────────────

    def _groups(self) -> None:
        board = self.board
        if board.rows and board.columns:
            if board.regions:
                self._say(SENTENCES["sudoku"])
            else:
                self._say(SENTENCES["latin"])
        else:
            groups = [item.origin for item in board.model.applied if item.origin.clue == "alldifferent"]
            for sentence in board.sentences_of(groups):
                self._say(sentence)
        if sentence := board.range_in_words():
            self._say(sentence)
        diagonals = {frozenset(cells) for cells in board.diagonals().values()}
        lines = {frozenset(line) for line in board.lines()}
        for cells, _ in board.extra:
            if frozenset(cells) in diagonals:
                self.sheet.diagonal(cells)
                self._say(SENTENCES["diagonal"])
            elif frozenset(cells) not in lines:
                self.sheet.cage(cells, "", distinct=True)
                self._say(SENTENCES["cage"])

    def _values(self) -> None:
        """What single cells may hold, where that is no given."""
        board = self.board
        for cell, values in board.allowed.items():
            if len(values) > 1:
                listed = ", ".join(map(str, sorted(values)))
                self._say(f"The digit in row {cell[0]}, column {cell[1]} is one of {listed}.")

    # ── colours ──────────────────────────────────────────────────────────────────────────────────

    def _assign_colors(self) -> None:
        """A colour for each kind of line, none that the words for other rules name."""
        known = (*KINDS, *OUTSIDE, *SENTENCES)
        others = self.board.sentences_of([clue.origin for clue in self.board.clues if clue.rule not in known])
        own = [color for color in PALETTE if any(color in sentence for sentence in others)]
        lines = {self._kind_of(clue): None for clue in self.board.clues if clue.rule in KINDS}
        for kind in sorted(
            lines, key=lambda kind: (kind[0] == "whisper" and kind[1] not in (4, 5), kind[0], str(kind))
        ):
            usual = KINDS[kind[0]].color
            if kind == ("whisper", 4):
                usual = "orange"
            taken = (*self.colors.values(), *own)
            free = [color for color in (usual, *PALETTE) if color not in taken]
            if free:
                self.colors[kind] = free[0]

    def _kind_of(self, clue: Clue) -> tuple[str, object]:
        parameter = KINDS[clue.rule].parameter
        return clue.rule, clue.arguments.get(parameter) if parameter else None

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: Clue) -> None:
        if clue.rule in KINDS:
            self._line(clue)
            return
        if clue.rule in OUTSIDE:
            self._outside(clue)
            return
        methods: dict[str, Callable[[Clue], None]] = {
            "cage": self._cage,
            "total": self._total,
            "thermo": self._thermo,
            "slow_thermo": self._thermo,
            "arrow": lambda clue: self._arrow(clue.cells("circle"), clue.cells("shaft")),
            "equal_sums": self._equal_sums,
            "little_killer": self._little_killer,
            "white_dot": lambda clue: self._dot(clue, "difference", 1),
            "black_dot": lambda clue: self._dot(clue, "ratio", 2),
            "xv": lambda clue: self._letter(clue.cells("pair"), clue.number("total")),
            "less": self._less,
            "contains": self._contains,
            "odd": self._parity,
            "even": self._parity,
            "minimum": self._extreme,
            "maximum": self._extreme,
            "counting_circles": self._circles,
            "anti_knight": self._whole,
            "anti_king": self._whole,
            "global_entropy": self._whole,
            "dutch_flatmates": self._whole,
            "disjoint_groups": self._disjoint,
            "windoku": self._windoku,
            "nonconsecutive": self._negative,
            "no_ratio": self._negative,
            "no_sum": self._negative,
        }
        if clue.rule not in methods:
            raise Unsayable("it has no usual look")
        methods[clue.rule](clue)

    def _line(self, clue: Clue) -> None:
        kind = KINDS[clue.rule]
        color = self.colors.get(self._kind_of(clue))
        cells = clue.cells("line", repeats=clue.rule == "whisper")
        number = clue.arguments.get(kind.parameter) if kind.parameter else None
        if color is None or len(cells) < 2 or not _connected(cells) or clue.arguments.get("loop"):
            raise Unsayable("it cannot be drawn as a line")
        if kind.parameter and (type(number) is not int or (kind.only is not None and number != kind.only)):
            raise Unsayable("its number has no usual look")
        if clue.rule == "region_sum" and not self.board.are_regions(clue.groups("groups")):
            raise Unsayable("it is about other groups than the regions")
        self.sheet.line(cells, PALETTE[color])
        if kind.ends:
            for cell in (cells[0], cells[-1]):
                self.sheet.circle(cell, fill="#ffffff", border=PALETTE[color])
        self._say(kind.sentence.format(color=color, number=number))

    def _cage(self, clue: Clue) -> None:
        total = "" if clue.is_none("total") else str(clue.number("total"))
        self._different(clue.cells("cells"), total)

    def _different(self, cells: Sequence[Cell], total: str) -> None:
        """A cage without repeats, where no cage may have them."""
        if not all(cage["unique"] for cage in self.sheet.cages):
            raise Unsayable("it looks like a cage with repeats")
        self.sheet.cage(cells, total, distinct=True)
        self._say(SENTENCES["cage"])

    def _total(self, clue: Clue) -> None:
        cells, value = clue.cells("cells"), clue.number("value")
        if len(cells) == 2 and value in (5, 10) and _share_side(*cells):
            self._letter(cells, value)
            return
        alike = all(c.rule == "total" and not self.board.all_different(c.cells("cells")) for c in self.cages)
        if self.board.all_different(cells):
            self._different(cells, str(value))
        elif alike and not any(cage["unique"] for cage in self.sheet.cages):
            self.sheet.cage(cells, str(value), distinct=False)
            self._say(SENTENCES["total"])
        else:
            raise Unsayable("it looks like a cage without repeats")

    def _thermo(self, clue: Clue) -> None:
        cells = clue.cells("line")
        both = len({c.rule for c in self.board.clues if c.rule in ("thermo", "slow_thermo")}) > 1
        if not _connected(cells):
            raise Unsayable("it cannot be drawn as a line")
        self.sheet.thermometer(cells, "#cccccc" if clue.rule == "thermo" else "#9fc5f8")
        self._say(SENTENCES[f"{clue.rule}, both" if both else clue.rule])

    def _arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        start = next((cell for cell in reversed(circle) if touch(cell, shaft[0])), circle[-1])
        straight = len({r for r, _ in circle}) == 1 or len({c for _, c in circle}) == 1
        if not _connected([start, *shaft]) or not _connected(circle) or not straight or list(circle) != sorted(circle):
            raise Unsayable("it cannot be drawn as an arrow")
        self.sheet.arrow(circle, [start, *shaft])
        self._say(SENTENCES["arrow"])
        if len(circle) > 1:
            self._say(SENTENCES["pill"])

    def _equal_sums(self, clue: Clue) -> None:
        self._arrow(*circle_and_shaft(clue))

    def _outside(self, clue: Clue) -> None:
        kinds = {c.rule for c in self.board.clues if "line" in c.arguments and "value" in c.arguments}
        alone = not kinds - {clue.rule, "little_killer"}
        word, color = ("", "#000000") if alone else OUTSIDE_COLORS[clue.rule]
        place = line_of(self.board, clue.cells("line"))
        self.sheet.text(place, str(clue.number("value")), color)
        article = f"A {word} number" if word else "A number"
        for sentence in OUTSIDE[clue.rule]:
            self._say(sentence.format(number=article, highest=self.board.values[-1], lowest=self.board.values[0]))

    def _little_killer(self, clue: Clue) -> None:
        place, direction = diagonal_of(self.board, clue.cells("line"))
        step = (1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1)
        self.sheet.pointer(place, step, str(clue.number("value")))
        self._say(SENTENCES["little_killer"])

    def _dot(self, clue: Clue, parameter: str, usual: int) -> None:
        cells = clue.cells("pair")
        pairs = list(pairwise(cells))
        if clue.number(parameter) != usual or not all(_share_side(*pair) for pair in pairs):
            raise Unsayable("it has no usual look")
        for pair in pairs:
            self.marks[clue.rule].add(frozenset(pair))
            self.sheet.dot(pair, "#ffffff" if clue.rule == "white_dot" else "#000000")
        self._say(SENTENCES[clue.rule])

    def _letter(self, cells: Sequence[Cell], total: int) -> None:
        if total not in (5, 10) or len(cells) != 2 or not _share_side(*cells):
            if self.board.all_different(cells):
                self._different(cells, str(total))
                return
            raise Unsayable("it has no usual look")
        self.marks["xv"].add(frozenset(cells))
        self.letters.add(total)
        self.sheet.between(cells, "X" if total == 10 else "V")
        self._say(SENTENCES["X" if total == 10 else "V"])

    def _less(self, clue: Clue) -> None:
        small, large = clue.cells("cells")
        if not _share_side(small, large):
            raise Unsayable("it cannot be drawn as a sign")
        if small[0] == large[0]:
            sign = "<" if small < large else ">"
        else:
            sign = "^" if small < large else "v"
        self.sheet.between((small, large), sign)
        self._say(SENTENCES["less"])

    def _contains(self, clue: Clue) -> None:
        cells = clue.cells("cells")
        if not is_square(cells) or self.board.values[-1] > 9:
            raise Unsayable("it has no usual look")
        self.sheet.corner(cells, " ".join(map(str, clue.numbers("values"))))
        self._say(SENTENCES["contains"])

    def _parity(self, clue: Clue) -> None:
        for cell in clue.cells("cells"):
            self.sheet.circle(cell, fill="#cfcfcf", is_round=clue.rule == "odd")
        self._say(SENTENCES[clue.rule])

    def _extreme(self, clue: Clue) -> None:
        """A marked cell is compared with those neighbours that are not marked so."""
        marked = {cell for c in self.board.clues if c.rule == clue.rule for cell in c.cells("cells")}
        spared = set(clue.cells("except")) if clue.arguments.get("except") else set()
        for cell in clue.cells("cells"):
            near = {other for other in self.board.cells if _share_side(cell, other)}
            if near & spared != near & marked:
                raise Unsayable("neighbours that are marked alike are not compared, all others are")
        for cell in clue.cells("cells"):
            self.sheet.square(cell, "#9fc5f8" if clue.rule == "minimum" else "#f6b26b")
        self._say(SENTENCES[clue.rule])

    def _circles(self, clue: Clue) -> None:
        if sum(c.rule == "counting_circles" for c in self.board.clues) > 1:
            raise Unsayable("two sets of circles look alike")
        for cell in clue.cells("cells"):
            self.sheet.circle(cell, border="#666666")
        self._say(SENTENCES["counting_circles"])

    def _whole(self, clue: Clue) -> None:
        if not self.board.is_whole(clue.cells("cells")) or (
            clue.rule == "global_entropy" and len(self.board.values) != 9
        ):
            raise Unsayable("it is not about the whole grid")
        self._say(SENTENCES[clue.rule])

    def _windoku(self, clue: Clue) -> None:
        if len(self.board.values) != 9 or not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it has windows in a 9×9 only")
        for cells in self.board.windows():
            self._different(cells, "")

    def _disjoint(self, clue: Clue) -> None:
        if not self.board.are_regions(clue.groups("groups"), ordered=True):
            raise Unsayable("it is about other groups than the regions")
        self._say(SENTENCES["disjoint_groups"])

    def _negative(self, clue: Clue) -> None:
        spared = {frozenset(pair) for pair in clue.groups("except")} if clue.arguments.get("except") else set()
        if not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it is not about the whole grid")
        near = {frozenset(pair) for pair in self.board.neighbours()}
        dots, letters = self.marks["white_dot"] | self.marks["black_dot"], self.marks["xv"]
        if clue.rule == "no_sum":
            totals = sorted(set(clue.numbers("totals")))
            if letters and spared & near == letters and totals == [5, 10]:
                drawn = {10: "X", 5: "V"} if len(self.letters) == 2 else {10: "X"} if 10 in self.letters else {5: "V"}
                self._say(f"All {' and '.join(drawn.values())} are given.")
                for total in {5, 10} - set(drawn):
                    self._say(f"No two adjacent cells sum to {total}.")
            elif not spared and len(totals) < 3:
                self._say(f"No two adjacent cells sum to {' or '.join(map(str, totals))}.")
            else:
                raise Unsayable("it has no usual words")
        elif not spared and clue.rule == "nonconsecutive":
            self._say(SENTENCES["nonconsecutive"])
        elif spared & near == dots and (clue.rule == "nonconsecutive" or set(clue.numbers("ratios")) == {2}):
            color, kind = ("white", "white_dot") if clue.rule == "nonconsecutive" else ("black", "black_dot")
            if not self.marks[kind]:
                raise Unsayable("there is no dot of this kind")
            self._say(f"All {color} dots are given.")
        else:
            raise Unsayable("it has no usual words")

    # ── everything else ──────────────────────────────────────────────────────────────────────────

    def _own_style(self) -> None:
        """Draw and say what is left as puzzledsl itself does."""
        board = self.board
        origins = {id(clue.origin) for clue in self.own}
        drawn = set()
        for mark in board.model.marks:
            if mark.origin is None or mark.when is not None or mark.grid != board.grid.name:
                continue
            if id(mark.origin) in origins:
                self.sheet.mark(mark)
                drawn.add(mark.origin.span)
        for sentence in board.sentences_of([clue.origin for clue in self.own]):
            self._say(sentence)
        for clue in self.own:
            if clue.rule in ("", "pair") and clue.origin.span not in drawn:
                board.leave_out(clue.origin, "only in the text of the rules, as it is written here")


def _share_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _connected(cells: Sequence[Cell]) -> bool:
    return all(touch(a, b) for a, b in pairwise(cells))


def _has_empty_group(clue: Clue) -> bool:
    return any(isinstance(value, tuple) and () in value for value in clue.arguments.values())
