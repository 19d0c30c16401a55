"""A model as a drawing with rules in words, for sites that know few constraints or none.

People read what is drawn and what the rules state. Each kind of clue has its usual look, and one sentence that names
it; each kind of line has its usual colour, or another that no other kind has. A rule without a usual look is drawn as
puzzledsl draws it, with the model's own words. How a look is encoded is up to the `Sheet` of a site.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from puzzledsl.elaboration.library import entries
from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable
from puzzledsl.formats.clue_places import diagonal_of, is_square, line_of
from puzzledsl.formats.usual_words import LINES, OUTSIDE, PALETTE, SENTENCES, USUAL, usual_words
from puzzledsl.model import all_places, touch
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Cell, Mark

BLACK = "#000000"
_MARKED_TOTALS = {10: "X", 5: "V"}
_COMPARED_WITH_MARKS = ("nonconsecutive", "no_sum", "no_ratio", "minimum", "maximum")
"""Rules whose words depend on other marks, so these are drawn first."""


class Sheet(Protocol):
    """What a site can draw. Each method raises `Unsayable` for what the site has no look for."""

    def shape(self, look: str, cells: Sequence[Cell], text: str = "", color: str = BLACK) -> None:
        """Draw something in the middle of cells, perhaps with a text.

        Args:
            look: ``given``, ``gap`` (no cell), ``sign`` (a letter or an inequality sign), ``outside`` (a number beside
                the grid), or the rule that it stands for: ``odd``, ``white_dot``.
        """

    def line(self, cells: Sequence[Cell], color: str, ends: bool) -> None:
        """Draw a line through the centres of cells, perhaps with circles at its ends."""

    def thermometer(self, cells: Sequence[Cell], slow: bool) -> None:
        """Draw a thermometer with its bulb in the first cell."""

    def arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        """Draw a circle or pill, and an arrow from it along the cells."""

    def pointer(self, place: Cell, step: Cell, text: str) -> None:
        """Draw a number outside with a small arrow along a diagonal; ``step`` leads from cell to cell."""

    def diagonal(self, cells: Sequence[Cell]) -> None:
        """Draw a thin line along a whole diagonal, which is listed from its left end."""

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:
        """Draw a cage with a number in its corner, whose values may be required to differ."""

    def mark(self, mark: Mark) -> None:
        """Draw a mark as puzzledsl does."""


def depict(board: ExportBoard, sheet: Sheet) -> list[str]:
    """Draw the grid, groups and clues of a model, and leave out clues that cannot be drawn.

    Returns:
        The rules, a sentence each.
    """
    depiction = _Depiction(board, sheet)
    depiction.draw_groups()
    depiction.draw_clues()
    for cell in all_places(board.height, board.width):
        if cell not in board.cells:
            sheet.shape("gap", [cell])
        elif cell not in board.hidden and (value := board.single(cell)) is not None:
            sheet.shape("given", [cell], board.told(value))
    # A note that names a colour may mean another line.
    colors = (*PALETTE, "gray", "black", "white")
    notes = [note for note in board.notes() if not any(color in note.lower() for color in colors)]
    return [*notes, *depiction.sentences]


def less_sign(small: Cell, large: Cell) -> str:
    """The inequality sign between two cells that share a side."""
    return ("<" if small < large else ">") if small[0] == large[0] else "^" if small < large else "v"


class _Depiction:
    """Draws one model on a sheet and collects the sentences of its rules."""

    def __init__(self, board: ExportBoard, sheet: Sheet) -> None:
        self.board, self.sheet = board, sheet
        self.sentences: dict[str, None] = {}
        self.marked: defaultdict[str, set[frozenset[Cell]]] = defaultdict(set)  # pairs with a dot or letter, by kind
        self.near = board.near()
        self.colors = self._line_colors()
        self.cages_differ: set[bool] = set()

    def _state(self, *sentences: str) -> None:
        self.sentences |= dict.fromkeys(sentences)

    def _state_rule(self, rule: str, arguments: Mapping[str, object] = EMPTY, **words: str) -> None:
        self._state(usual_words(rule, arguments, self.board.values, **words))

    def draw_groups(self) -> None:
        """Draw and state the groups of different values."""
        board = self.board
        if board.rows and board.columns and not board.hidden:
            self._state(SENTENCES["sudoku" if board.regions else "latin"])
        else:
            groups = [item.origin for item in board.model.applied if item.origin.is_house]
            self._state(*board.sentences_of(groups))
        self._state(*filter(None, [board.range_in_words()]))
        diagonals = {frozenset(cells): cells for cells in board.diagonals().values()}
        lines = {frozenset(line) for line in board.lines()}
        for cells, _ in board.extra:
            if frozenset(cells) in diagonals and not board.hidden:
                self.sheet.diagonal(diagonals[frozenset(cells)])
                self._state(SENTENCES["diagonal"])
            elif frozenset(cells) not in lines and board.hidden.isdisjoint(cells):
                self._cage(cells, "")

    def draw_clues(self) -> None:
        """Draw the clues in their usual look, then all others, and state what single cells may hold."""
        own = []
        for clue in sorted(self.board.clues, key=lambda clue: clue.rule in _COMPARED_WITH_MARKS):
            try:
                if not self.board.shows(clue):
                    raise Unsayable("the values of its cells are hidden")
                self._clue(clue)
            except Unsayable as reason:
                # A number outside would be read as that of a whole row; a group of no cells cannot be drawn.
                if clue.rule in OUTSIDE or any(isinstance(v, tuple) and () in v for v in clue.arguments.values()):
                    self.board.leave_out(clue.origin, str(reason))
                else:
                    own.append(clue)
        self._own_look(own)
        for (r, c), values in self.board.allowed.items():
            if len(values) > 1 and (r, c) not in self.board.hidden:
                told = ", ".join(map(self.board.told, sorted(values)))
                self._state(
                    f"The {'letter' if self.board.grid.letters else 'digit'} in row {r}, column {c} is one of {told}."
                )

    def _own_look(self, clues: Sequence[ExportClue]) -> None:
        """Draw and state clues as puzzledsl itself does; words alone would speak of something that is not drawn."""
        board = self.board
        origins = {id(clue.origin) for clue in clues}
        drawn: dict[object, str] = {}
        for mark in board.model.marks:
            origin = mark.origin
            if origin is not None and mark.when is None and mark.grid == board.grid.name and id(origin) in origins:
                drawn.setdefault(origin.span, "")
                try:
                    self.sheet.mark(mark)
                except Unsayable as failure:
                    drawn[origin.span] = str(failure)
        for clue in clues:
            reason = drawn.get(clue.origin.span)
            if reason is None and (clue.rule in ("", "pair", "equal_sums") or not board.shows(clue)):
                reason = "only in the text of the rules, as it is written here"
            elif reason == "" and not board.sentences_of([clue.origin]):
                reason = (
                    "it is drawn in part, and no words say what that means: a comment `# solvers: …` above it would"
                )
            if reason:
                board.leave_out(clue.origin, reason)
        places: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for clue in clues:
            for text in board.sentences_of([] if drawn.get(clue.origin.span) else [clue.origin]):
                entry = entries().get(clue.rule) if clue.rule in USUAL else None
                places[text] |= {clue.origin.sentence: None} if entry and text == entry.solvers else {}
        for text, found in places.items():  # the words of the usual look would be read as if these looked so, too
            self._state(f"{text.removesuffix('.')} ({', '.join(found)})." if found else text)

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def _line_colors(self) -> dict[tuple[str, object], str]:
        """A colour for each kind of line, none that the words for other rules name."""
        others = self.board.sentences_of([clue.origin for clue in self.board.clues if clue.rule not in USUAL])
        free = [color for color in PALETTE if not any(color in sentence for sentence in others)]
        found: dict[tuple[str, object], str] = {}
        kinds = {_kind_of(clue) for clue in self.board.clues if clue.rule in LINES}
        for kind in sorted(kinds, key=lambda kind: (kind[0] == "whisper" and kind[1] not in (4, 5), str(kind))):
            usual = "orange" if kind == ("whisper", 4) else entries()[kind[0]].usual["color"]
            if free:
                found[kind] = usual if usual in free else free[0]
                free.remove(found[kind])
        return found

    def _line(self, clue: ExportClue) -> None:
        rule, number = _kind_of(clue)
        color = self.colors.get((rule, number))
        cells = clue.cells("line", repeats=rule == "whisper")
        if color is None or len(cells) < 2 or not _connected(cells) or clue.arguments.get("loop"):
            raise Unsayable("it cannot be drawn as a line")
        if number is not None and type(number) is not int:
            raise Unsayable("its number has no usual look")
        if rule == "region_sum" and not self.board.are_regions(clue.groups("groups")):
            raise Unsayable("it is about other groups than the regions")
        entry = entries()[rule]
        shade = entry.color if color == entry.usual["color"] else PALETTE[color]
        self.sheet.line(cells, shade, ends=rule in ("between", "double_arrow"))
        self._state_rule(rule, clue.arguments, color=color)

    def _thermo(self, clue: ExportClue) -> None:
        cells = clue.cells("line")
        if not _connected(cells):
            raise Unsayable("it cannot be drawn as a line")
        self.sheet.thermometer(cells, slow=clue.rule == "slow_thermo")
        both = {"thermo", "slow_thermo"} <= {other.rule for other in self.board.clues}
        self._state_rule(clue.rule, color=entries()[clue.rule].usual["color"] if both else "")

    def _arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        start = next((cell for cell in reversed(circle) if touch(cell, shaft[0])), circle[-1])
        straight = 1 in map(len, map(set, zip(*circle, strict=True)))
        if not _connected([start, *shaft]) or not _connected(circle) or not straight or list(circle) != sorted(circle):
            raise Unsayable("it cannot be drawn as an arrow")
        self.sheet.arrow(circle, [start, *shaft])
        self._state_rule("arrow")
        if len(circle) > 1:
            self._state_rule("pill")

    # ── marks ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: ExportClue) -> None:
        match clue.rule:
            case rule if rule in LINES:
                self._line(clue)
            case rule if rule in OUTSIDE:
                self._outside(clue)
            case "thermo" | "slow_thermo":
                self._thermo(clue)
            case "arrow":
                self._arrow(clue.cells("circle"), clue.cells("shaft"))
            case "cage":
                self._cage(clue.cells("cells"), "" if clue.is_none("total") else str(clue.number("total")))
            case "total":
                self._total(clue.cells("cells"), clue.number("value"))
            case "xv":
                self._total(clue.cells("pair"), clue.number("total"))
            case "little_killer":
                place, direction = diagonal_of(self.board, clue.cells("line"))
                step = (1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1)
                self.sheet.pointer(place, step, str(clue.number("value")))
                self._state_rule("little_killer")
            case "white_dot" if clue.number("difference") == 1:
                self._dots(clue)
            case "black_dot" if clue.number("ratio") == 2:
                self._dots(clue)
            case "less" if frozenset(clue.cells("cells")) in self.near:
                cells = clue.cells("cells")
                self._shapes("less", [cells], less_sign(*cells))
            case "contains" if is_square(clue.cells("cells")) and self.board.values[-1] <= 9:
                self._shapes("contains", [clue.cells("cells")], " ".join(map(str, clue.numbers("values"))))
            case "odd" | "even" | "minimum" | "maximum":
                if clue.rule in ("minimum", "maximum"):
                    self.board.check_extremes(clue.rule)
                self._shapes(clue.rule, [[cell] for cell in clue.cells("cells")])
            case "counting_circles" if [other.rule for other in self.board.clues].count("counting_circles") == 1:
                self._shapes("counting_circles", [[cell] for cell in clue.cells("cells")])
            case "global_entropy" if len(self.board.values) != 9:
                raise Unsayable("its low, middle and high digits are others")
            case "anti_knight" | "anti_king" | "global_entropy" | "dutch_flatmates":
                self._check_whole(clue)
                self._state_rule(clue.rule)
            case "disjoint_groups" if self.board.are_regions(clue.groups("groups"), ordered=True):
                self._state_rule("disjoint_groups")
            case "nonconsecutive" | "no_ratio" | "no_sum":
                self._check_whole(clue)
                self._state(*self._negative(clue))
            case _:
                raise Unsayable("it has no usual look")

    def _shapes(self, rule: str, places: Sequence[Sequence[Cell]], text: str = "") -> None:
        for cells in places:
            self.sheet.shape("sign" if rule == "less" else rule, cells, text)
        self._state_rule(rule)

    def _dots(self, clue: ExportClue) -> None:
        pairs = list(pairwise(clue.cells("pair")))
        if not set(map(frozenset, pairs)) <= self.near:
            raise Unsayable("it has no usual look")
        self._shapes(clue.rule, pairs)
        self.marked[clue.rule].update(map(frozenset, pairs))

    def _total(self, cells: Sequence[Cell], total: int) -> None:
        if total in _MARKED_TOTALS and frozenset(cells) in self.near:
            letter = _MARKED_TOTALS[total]
            self.sheet.shape("sign", cells, letter)
            self._state_rule("xv", {"total": total}, sign=f"{'an' if letter == 'X' else 'a'} {letter}")
            self.marked[letter].add(frozenset(cells))
        else:
            self._cage(cells, str(total), self.board.all_different(cells))

    def _cage(self, cells: Sequence[Cell], text: str, distinct: bool = True) -> None:
        """All cages allow repeats, or none does."""
        differ = self.cages_differ | {
            clue.rule == "cage" or self.board.all_different(clue.cells("cells"))
            for clue in self.board.clues
            if not distinct and clue.rule in ("cage", "total")
        }
        if (not distinct) in differ:
            raise Unsayable(f"it looks like a cage {'with' if distinct else 'without'} repeats")
        self.sheet.cage(cells, text, distinct)
        self.cages_differ.add(distinct)
        self._state_rule("cage" if distinct else "total")

    def _outside(self, clue: ExportClue) -> None:
        kinds = {other.rule for other in self.board.clues if {"line", "value"} <= other.arguments.keys()}
        alone = not kinds - {clue.rule, "little_killer"}
        entry = entries()[clue.rule]
        word, shade = ("", BLACK) if alone else (entry.usual["color"], entry.color or BLACK)
        self.sheet.shape("outside", [line_of(self.board, clue.cells("line"))], str(clue.number("value")), shade)
        self._state_rule(clue.rule, color=word)

    # ── the whole grid ───────────────────────────────────────────────────────────────────────────

    def _check_whole(self, clue: ExportClue) -> None:
        if not self.board.is_whole(clue.cells("cells")):
            raise Unsayable("it is not about the whole grid")

    def _negative(self, clue: ExportClue) -> list[str]:
        """The words for what unmarked neighbours may not be: about all pairs, or about those without a mark."""
        marked = self.marked
        spared = clue.spared_pairs() & self.near
        if clue.rule == "no_sum":
            totals = sorted(set(clue.numbers("totals")))
            if marked["X"] and marked["V"] and totals == [5, 10] and spared == marked["X"] | marked["V"]:
                return ["All X and V are given."]
            if not spared and len(totals) < 3:
                return [usual_words("no_sum", {}, self.board.values, totals=" or ".join(map(str, totals)))]
        elif not spared and clue.rule == "nonconsecutive":
            return [usual_words("nonconsecutive", {}, self.board.values)]
        elif spared == marked["white_dot"] | marked["black_dot"]:
            color = "white" if clue.rule == "nonconsecutive" else "black"
            if marked[f"{color}_dot"] and (color == "white" or set(clue.numbers("ratios")) == {2}):
                return [f"All {color} dots are given."]
        raise Unsayable("it has no usual words")


def _kind_of(clue: ExportClue) -> tuple[str, object]:
    """A rule of lines with its number, if its sentence names one."""
    usual = entries()[clue.rule].usual
    return clue.rule, next((value for name, value in clue.arguments.items() if name in usual), None)


def _connected(cells: Sequence[Cell]) -> bool:
    return all(touch(a, b) for a, b in pairwise(cells))
