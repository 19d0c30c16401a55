"""A model as a drawing with rules in words, for sites that know few constraints or none.

People read what is drawn and what the rules state. Each kind of clue has its usual look, and one sentence that names
it; each kind of line has its usual colour, or another that no other kind has. A rule without a usual look is drawn as
puzzledsl draws it, with the model's own words. How a look is encoded is up to the `Sheet` of a site.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, filterfalse, pairwise, zip_longest
from math import dist
from typing import Protocol, TypeGuard

from puzzledsl.elaboration.genres import genre_names, rules_of
from puzzledsl.elaboration.library import entries
from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable
from puzzledsl.formats.clue_places import diagonal_of, is_square, line_of
from puzzledsl.formats.drawing.geometry import cell_at
from puzzledsl.formats.usual_words import LINES, OUTSIDE, PALETTE, SENTENCES, USUAL, usual_words
from puzzledsl.model import Cell, Mark, Origin, all_places, touch
from puzzledsl.presentation.borders import masks_are_filled, model_borders
from puzzledsl.presentation.colors import WHITE
from puzzledsl.presentation.drawn_text import is_drawn
from puzzledsl.presentation.picture import grid_layers
from puzzledsl.presentation.shapes import Circle, Paint, Point, Polyline, Shape, TextShape
from puzzledsl.presentation.value_texts import Values
from puzzledsl.records import EMPTY, replace

BLACK = "#000000"
_SMALL = 0.4
"""The width up to which a bent line is the head of an arrow, or a sign."""
_COLORS = re.compile(rf"(?i)\b({'|'.join(PALETTE)}|gray|black|white)\b")
_MARKED_TOTALS = {10: "X", 5: "V"}
_COMPARED_WITH_MARKS = ("nonconsecutive", "no_sum", "no_ratio", "minimum", "maximum")
"""Rules whose words depend on other marks, so these are drawn first."""


class Sheet(Protocol):
    """What a site can draw.

    Attributes:
        colors_texts: texts may have any colour.
    """

    colors_texts: bool

    def given(self, cell: Cell, text: str) -> None:
        """Write the value of a cell."""

    def gap(self, cell: Cell, black: bool) -> None:
        """Draw a place that is no cell: a black square, or nothing."""

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:
        """Draw a cage with a number in its corner, whose values may be required to differ."""

    def draw(self, shapes: Sequence[Shape], above: bool) -> None:
        """Draw shapes of a picture.

        Args:
            above: the grid's lines lie below them.
        """


def depict(board: ExportBoard, sheet: Sheet) -> list[str]:
    """Draw the grid, groups and clues of a model as its picture does, except that clues have their usual look.

    Returns:
        The rules, a sentence each.
    """
    depiction = _Depiction(board, sheet)
    depiction.draw_groups()
    depiction.draw_clues()
    depiction.draw_picture()
    # A note that names a colour may mean another line.
    colored = filter(_COLORS.search, board.notes())
    board.unsaid += [f"the note “{note}” (its colours may be others in the link)" for note in colored]
    return list(dict.fromkeys([*filterfalse(_COLORS.search, board.notes()), *depiction.sentences]))


def walls(board: ExportBoard) -> set[tuple[Cell, Cell]]:
    """The pairs of places side by side between which the picture has a thick line."""
    edges, _ = model_borders(board.model, board.grid)
    level = {((r, c), (r + 1, c)) for r, c in edges.horizontal if 0 < r < board.height}
    return level | {((r, c), (r, c + 1)) for c, r in edges.vertical if 0 < c < board.width}


def parted(board: ExportBoard) -> tuple[Sequence[Sequence[Cell]], set[tuple[Cell, Cell]]]:
    """The regions that the picture shows, and its thick lines that are not between regions.

    Those of a sudoku are shown in any case, since its rules name them.
    """
    thick = walls(board)
    if board.rows and board.columns and board.regions and not board.hidden:
        return board.regions, thick - board.between(board.regions)
    regions = board.model.boxes.get(board.grid.name, ())
    is_shown = board.between(regions) <= thick and sum(map(len, regions)) == len({c for r in regions for c in r})
    return (regions, thick - board.between(regions)) if is_shown else ((), thick)


def answer(board: ExportBoard, values: Values | None) -> list[Shape]:
    """What the picture of an answer has, and that of the puzzle has not; nothing without an answer."""
    before, after = ([*chain(*grid_layers(board.model, board.grid, seen))] for seen in (board.known(), values))
    return [shape for shape in after if shape not in before]


def text_in_cell(shape: Shape) -> tuple[Cell, str]:
    """A text, and the cell in whose middle it stands; no cell, (0, 0), for one elsewhere, and for other shapes."""
    if not isinstance(shape, TextShape):
        return (0, 0), ""
    return cell_at(shape.place[::-1]) or (0, 0), shape.text


def with_heads(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, str]]:
    """Each shape, with ``arrow`` for a line that has a head, which does not come by itself.

    Another line as small as a head is a sign, which comes with it: ``<``, ``^``, ``>`` or ``v``.
    """
    tip: Point | None = None
    for shape, following in zip_longest(shapes, shapes[1:]):
        if isinstance(shape, Circle) and shape.paint == Paint(fill=WHITE):
            continue  # it keeps lines away from a sign
        if not isinstance(shape, Polyline):
            yield shape, ""
        elif not _is_head(shape):
            tip = following.points[1] if _is_head(following) and following.points[1] == shape.points[-1] else None
            yield shape, "arrow" if tip else ""
        elif shape.points[1] != tip:
            (left, upper), (x, y), (right, lower) = shape.points
            across, down = 2 * x - left - right, 2 * y - upper - lower
            yield shape, "<>"[across > 0] if abs(across) > abs(down) else "^v"[down > 0]


def _is_head(shape: Shape | None) -> TypeGuard[Polyline]:
    return isinstance(shape, Polyline) and len(shape.points) == 3 and dist(shape.points[0], shape.points[2]) < _SMALL


class _Depiction:
    """Draws one model on a sheet and collects the sentences of its rules."""

    def __init__(self, board: ExportBoard, sheet: Sheet) -> None:
        self.board, self.sheet = board, sheet
        self.sentences: dict[str, None] = {}
        self.marked: defaultdict[str, set[frozenset[Cell]]] = defaultdict(set)  # pairs with a dot or letter, by kind
        self.near = board.near()
        self.colors = self._line_colors()
        self.cages_differ: set[bool] = set()
        self.drawn: set[int] = set()  # the statements whose marks are not to be drawn
        self.added: list[Mark] = []  # for conditions that mean the same as a clue
        self.shades: dict[int, str] = {}  # of lines, whose numbers the words say, and of texts; by statement
        genre = board.model.genre
        self.rules = rules_of(genre) if genre in genre_names() else ""

    def _state(self, *sentences: str) -> None:
        self.sentences |= dict.fromkeys(sentences)

    def _state_rule(self, rule: str, arguments: Mapping[str, object] = EMPTY, **words: str) -> None:
        self._state(usual_words(rule, arguments, self.board.values, **words))

    def draw_groups(self) -> None:
        """Draw and state the groups of different values."""
        board = self.board
        board.unsaid += [f"the clues `{name}` (nothing draws them)" for name in board.model.undrawn]
        if self.rules:
            filled = [said for said in board.model.said if said.filled and not said.drawn]
            self._state(self.rules, *(said.text for said in filled if all(one.source.is_library for one in said.spans)))
        if board.rows and board.columns and not board.hidden and (board.regions or not self.rules):
            self._state(SENTENCES["sudoku" if board.regions else "latin"])
        else:
            groups = [item.origin for item in board.model.applied if item.origin.is_house]
            self._state(*(said.text for said in board.said_of([one for one in groups if not self._in_rules(one)])))
        self._state(*filter(None, [board.range_in_words()]))
        diagonals = {frozenset(cells) for cells in board.diagonals().values()}
        lines = {frozenset(line) for line in board.lines()}
        for cells, origin in board.extra:
            if frozenset(cells) in diagonals and not board.hidden:
                if all(mark.kind != "diagonal" or {*mark.cells} != {*cells} for mark in board.model.marks):
                    self.added.append(Mark("diagonal", board.grid.name, tuple(sorted(cells))))
                self._state(SENTENCES["diagonal"])
            elif frozenset(cells) not in lines and not self._in_rules(origin):
                if board.hidden.isdisjoint(cells):
                    self._cage(cells, "")
                elif not origin.is_house:
                    self._state_own([ExportClue("", EMPTY, True, origin)])

    def _in_rules(self, origin: Origin) -> bool:
        """Whether the rules of the genre, which are stated, say what a statement demands."""
        return bool(self.rules) and origin.span.source.is_library

    def draw_clues(self) -> None:
        """Draw the clues in their usual look, and state the others."""
        own, model = [], self.board.model
        conditions = {id(item.origin) for item in model.applied if not item.rule}
        looks = conditions & {id(mark.origin) for mark in model.marks if mark.kind not in ("less", "digit")}
        for clue in sorted(self.board.clues, key=lambda clue: clue.rule in _COMPARED_WITH_MARKS):
            if self._in_rules(clue.origin):
                continue
            try:
                if not self.board.shows(clue):
                    raise Unsayable("the values of its cells are hidden")
                if id(clue.origin) in looks:
                    raise Unsayable("its author has drawn it")
                self._clue(clue)
            except Unsayable as reason:
                # A number outside would be read as that of a whole row; a group of no cells cannot be drawn.
                if clue.rule in OUTSIDE or any(isinstance(v, tuple) and () in v for v in clue.arguments.values()):
                    self.board.leave_out(clue.origin, str(reason))
                    self.drawn.add(id(clue.origin))
                else:
                    own.append(clue)
        self._state_own(own)

    def draw_picture(self) -> None:
        """Draw what else the picture shows, and state what single cells may hold."""
        board, model = self.board, self.board.model
        marks = [
            replace(mark, color=self.shades[id(mark.origin)], text="" if mark.kind == "line" else mark.text)
            if id(mark.origin) in self.shades and mark.kind in ("line", "outside")
            else mark
            for mark in (*model.marks, *self.added)
            if id(mark.origin) not in self.drawn
        ]
        given: dict[Cell, str] = {}
        known = board.known()
        for above, shapes in enumerate(grid_layers(replace(model, marks=tuple(marks)), board.grid, known)):
            if above:
                for gap in set(all_places(board.height, board.width)).difference(board.cells):
                    self.sheet.gap(gap, masks_are_filled(board.grid, model.marks))
            others = []
            for shape in shapes:
                cell, text = text_in_cell(shape)
                if cell in board.allowed and cell not in board.hidden and text == board.told(board.single(cell)):
                    given[cell] = text
                else:
                    others.append(shape)
            self.sheet.draw(others, bool(above))
        for cell, text in given.items():
            self.sheet.given(cell, text)
        own = [(cell, clue) for cell, clue in board.limits if not self._in_rules(clue.origin)]
        self._state(*(said.text for said in board.said_of([clue.origin for _, clue in own]) if said.quoted))
        telling = [mark for mark in model.marks if mark.when or mark.given or mark.kind == "digit"]
        drawn = [mark for mark in telling if is_drawn(mark, known)]
        unseen = board.hidden.difference(*(mark.cells for mark in drawn))
        self._state_own([clue for cell, clue in own if cell in unseen])
        limited = {cell for cell, _ in own} if self.rules else {*board.allowed}
        for cell in sorted(limited - board.hidden - given.keys()):
            told = " or ".join(map(board.told, sorted(board.allowed[cell])))
            what = "letter" if board.grid.letters else "digit"
            self._state(f"The {what} in row {cell[0]}, column {cell[1]} is {told}.")

    def _state_own(self, clues: Sequence[ExportClue]) -> None:
        """State clues in the words of the model."""
        board = self.board
        places: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for clue in clues:
            found = board.said_of([clue.origin])
            code = " ".join(clue.origin.span.text.replace("`", "").split())
            if not found:
                board.leave_out(clue.origin, "no words say what it means: a comment `# solvers: …` above it would")
            elif not any(said.quoted or not said.text.endswith((code, "…")) for said in found):
                board.leave_out(clue.origin, "only in the text of the rules, as it is written here")
            for said in found:
                entry = entries().get(clue.rule) if clue.rule in USUAL else None
                places[said.text] |= {clue.origin.sentence: None} if entry and said.text == entry.solvers else {}
        for text, found_at in places.items():  # the words of the usual look would be read as if these looked so, too
            self._state(f"{text.removesuffix('.')} ({', '.join(found_at)})." if found_at else text)

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def _line_colors(self) -> dict[tuple[str, object], str]:
        """A colour for each kind of line, none that the words for other rules name."""
        others = self.board.said_of([clue.origin for clue in self.board.clues if clue.rule not in USUAL])
        free = [color for color in PALETTE if not any(color in said.text for said in others)]
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
        self.shades[id(clue.origin)] = shade
        self._add(clue, "line", cells)
        self._state_rule(rule, clue.arguments, color=color)

    def _thermo(self, clue: ExportClue) -> None:
        cells = clue.cells("line")
        if not _connected(cells):
            raise Unsayable("it cannot be drawn as a line")
        both = {"thermo", "slow_thermo"} <= {other.rule for other in self.board.clues}
        self._state_rule(clue.rule, color=entries()[clue.rule].usual["color"] if both else "")

    def _arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        start = next((cell for cell in reversed(circle) if touch(cell, shaft[0])), circle[-1])
        straight = 1 in map(len, map(set, zip(*circle, strict=True)))
        if not _connected([start, *shaft]) or not _connected(circle) or not straight or list(circle) != sorted(circle):
            raise Unsayable("it cannot be drawn as an arrow")
        self._state_rule("arrow")
        if len(circle) > 1:
            self._state_rule("pill")

    # ── marks ────────────────────────────────────────────────────────────────────────────────────

    def _clue(self, clue: ExportClue) -> None:
        rule, board = clue.rule, self.board
        match rule:
            case _ if rule in LINES:
                self._line(clue)
                return
            case _ if rule in OUTSIDE:
                self._outside(clue)
                return
            case "thermo" | "slow_thermo":
                self._thermo(clue)
                return
            case "cage":
                self._cage(clue.cells("cells"), "" if clue.is_none("total") else str(clue.number("total")))
                self.drawn.add(id(clue.origin))
                return
            case "total":
                self._total(clue, clue.cells("cells"), clue.number("value"))
                return
            case "xv":
                self._total(clue, clue.cells("pair"), clue.number("total"))
                return
            case "nonconsecutive" | "no_ratio" | "no_sum":
                self._check_whole(clue)
                self._state(*self._negative(clue))
                return
            case "arrow":
                self._arrow(clue.cells("circle"), clue.cells("shaft"))
            case "little_killer":
                diagonal_of(board, clue.cells("line"))
            case "white_dot" if clue.number("difference") == 1:
                self._dots(clue)
            case "black_dot" if clue.number("ratio") == 2:
                self._dots(clue)
            case "less" if frozenset(clue.cells("cells")) in self.near:
                self._add(clue, "less", clue.cells("cells"))
            case "minimum" | "maximum":
                board.check_extremes(rule)
            case "global_entropy" if len(board.values) != 9:
                raise Unsayable("its low, middle and high digits are others")
            case "anti_knight" | "anti_king" | "global_entropy" | "dutch_flatmates":
                self._check_whole(clue)
            case "odd" | "even":
                pass
            case "contains" if is_square(clue.cells("cells")) and board.values[-1] <= 9:
                pass
            case "counting_circles" if sum(other.rule == rule for other in board.clues) == 1:
                pass
            case "disjoint_groups" if board.are_regions(clue.groups("groups"), ordered=True):
                pass
            case _:
                raise Unsayable("it has no usual look")
        self._state_rule(rule)

    def _add(self, clue: ExportClue, kind: str, cells: Sequence[Cell], text: str = "", color: str = "") -> None:
        """Draw a condition as the clue that means the same; a sign of the picture is drawn once."""
        if all(mark.origin is not clue.origin for mark in self.board.model.marks):
            self.added.append(Mark(kind, self.board.grid.name, tuple(cells), text, color, clue.origin))

    def _dots(self, clue: ExportClue) -> None:
        cells = clue.cells("pair")
        pairs = set(map(frozenset, pairwise(cells)))
        if not pairs <= self.near:
            raise Unsayable("it has no usual look")
        self._add(clue, "dot", cells, color=clue.rule.partition("_")[0])
        self.marked[clue.rule] |= pairs

    def _total(self, clue: ExportClue, cells: Sequence[Cell], total: int) -> None:
        if total in _MARKED_TOTALS and frozenset(cells) in self.near:
            letter = _MARKED_TOTALS[total]
            self._add(clue, "text", cells, letter)
            self._state_rule("xv", {"total": total}, sign=f"{'an' if letter == 'X' else 'a'} {letter}")
            self.marked[letter].add(frozenset(cells))
        else:
            self._cage(cells, str(total), self.board.all_different(cells))
            self.drawn.add(id(clue.origin))

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
        line_of(self.board, clue.cells("line"))
        if word and not self.sheet.colors_texts:
            raise Unsayable("it cannot be drawn there in a colour of its own")
        clue.number("value")
        self.shades[id(clue.origin)] = shade
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
