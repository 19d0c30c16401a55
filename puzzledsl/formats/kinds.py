"""The kinds of clues that sites have by type, in the rules of the library: one table for import and for export.

A site's reader fills an `Entry` for each clue, and the `Form` of its kind writes it to the model; for a clue of a model
the same form gives the entry that a site's writer packs. ``kinds.tsv`` has a row for each kind, with its keys in
f-puzzles and Sudoku Maker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable
from puzzledsl.formats.clue_places import (
    DIRECTIONS,
    diagonal_from,
    diagonal_of,
    is_square,
    line_from,
    line_of,
    share_side,
)
from puzzledsl.formats.clues import (
    ClueError,
    distinct,
    whole_line,
    write_arrow,
    write_cage,
    write_different,
    write_equal,
    write_extremes,
    write_region_sum,
)
from puzzledsl.formats.draft import ModelDraft, cell_list, cell_name
from puzzledsl.formats.json_values import number, shown
from puzzledsl.formats.tables import table
from puzzledsl.model import Cell
from puzzledsl.records import record


@record
class Entry:
    """A clue as a site gives it, with its places as cells.

    Attributes:
        cells: its cells; of an arrow the circle.
        others: the second group of a clone.
        lines: its lines; of an arrow the shafts, each with its first cell in the circle.
        outside: the place of its number outside the grid.
        direction: where it points along a diagonal, as in `DIRECTIONS`; empty: it looks along a row or column.
        value: its number as it is written, or empty.
        values: its digits.
        ordered: the order of the cells is that of the number in a pill.
    """

    cells: Sequence[Cell] = ()
    others: Sequence[Cell] = ()
    lines: Sequence[Sequence[Cell]] = ()
    outside: Cell | None = None
    direction: str = ""
    value: str = ""
    values: Sequence[int] = ()
    ordered: bool = False


@record
class Form:
    """How a kind of clue is given.

    Attributes:
        read: writes an entry to a model; ``None``: all marks are written together, see `clues.write_marks`.
        mark: what prose calls it, as in `prose.lexicon`.
        write: the entries of a clue; ``None``: clues are never written so.
    """

    read: Callable[[ModelDraft, Kind, Entry], None] | None
    mark: str
    write: Callable[[ExportBoard, Kind, ExportClue], list[Entry]] | None = None


@record
class Kind:
    """A kind of clue.

    Attributes:
        title: as messages call it.
        rule: the rule of the library, which also names the kind in prose.
        number: the rule's parameter for the number.
        usual: the number where none is written; 0: half of the side, rounded up.
        is_fixed: the site has no other number.
        shortest: shorter lines have no meaning.
        is_set: a closed line counts its first cell once.
        words: a pattern for rules in prose that describe this kind; rules without it describe something else.
        maker: the number of its type in Sudoku Maker, or 0.
    """

    title: str
    rule: str
    form: Form
    number: str = ""
    usual: int = 0
    is_fixed: bool = False
    shortest: int = 2
    is_set: bool = False
    words: str = ""
    maker: int = 0

    @property
    def is_switch(self) -> bool:
        """Whether it is a rule of the whole grid."""
        return self.form.mark == "grid"


def amount(entry: Entry, usual: int | None = None) -> int:
    """The number of an entry.

    Raises:
        ClueError: it is none.
    """
    found = number(entry.value) if entry.value or usual is None else usual
    if found is None or found < 0:
        raise ClueError(f"its value is {shown(entry.value)}")
    return found


def half(grid: ExportBoard | ModelDraft) -> int:
    """Half of the side of a grid, rounded up: the usual difference of neighbours on a whisper."""
    return (grid.height + 1) // 2


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def _lines(entry: Entry) -> list[Sequence[Cell]]:
    found = [line for line in entry.lines or [entry.cells] if line]
    if any(a == b for line in found for a, b in pairwise(line)):
        raise ClueError("it stays in a cell")
    return found


def read_line(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    """Write the clue of each line of an entry."""
    words = f"{kind.rule} {amount(entry, kind.usual or half(draft))}" if kind.number else kind.rule
    for line in _lines(entry):
        if kind.rule.endswith("thermo") and len(set(line)) < len(line):
            raise ClueError("it runs into itself")
        cells = distinct(line) if kind.is_set else line
        if len(cells) >= kind.shortest:
            draft.clue(words, cells)


def _write_line(board: ExportBoard, kind: Kind, clue: ExportClue) -> list[Entry]:
    cells, value = clue.cells("line", repeats=kind.number == "gap"), ""
    if kind.number:
        usual, found = kind.usual or half(board), clue.number(kind.number, least=1)
        if kind.is_fixed and found != usual:
            raise Unsayable(f"it is only there with {usual}")
        value = "" if found == usual else str(found)
    return [Entry(lines=[cells], value=value)] if len(cells) > 1 else []


def _read_lockout(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    if draft.highest - draft.lowest != 8:
        raise ClueError("how much its ends differ is known for nine digits only")
    for line in _lines(entry):
        draft.clue(kind.rule, line)


def _write_lockout(board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    if len(board.values) != 9 or clue.number("gap") != 4:
        raise Unsayable("it is only there with a difference of 4, in a 9×9")
    return [Entry(lines=[clue.cells("line")])]


def _read_region_sum(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    for line in _lines(entry):
        write_region_sum(draft, line)


def _write_region_sum(board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    _check_regions(board, clue)
    return [Entry(lines=[clue.cells("line")])]


def _check_regions(board: ExportBoard, clue: ExportClue, ordered: bool = False) -> None:
    if not board.are_regions(clue.groups("groups"), ordered):
        raise Unsayable("it is about other groups than the regions")


def _read_arrow(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    shafts = [line for line in entry.lines if len(line) > 1]
    if not entry.cells:
        raise ClueError("it has no circle")
    if not all(line[0] in entry.cells for line in shafts):
        raise ClueError("its shaft does not begin in its circle")
    is_straight = 1 in (len({r for r, _ in entry.cells}), len({c for _, c in entry.cells}))
    if shafts and not (is_straight or entry.ordered):
        raise ClueError("the order of the digits in its circle is not clear, for the circle is bent")
    for line in shafts:
        write_arrow(draft, entry.cells if entry.ordered else sorted(entry.cells), line[1:])


def _write_arrow(_board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    circle, shaft = clue.cells("circle"), clue.cells("shaft")
    if list(circle) != sorted(circle):
        raise Unsayable("the number in a pill is read from left to right, and from top to bottom there")
    start = next((cell for cell in reversed(circle) if share_side(cell, shaft[0])), circle[-1])
    return [Entry(cells=circle, lines=[[start, *shaft]])]


# ── cells ────────────────────────────────────────────────────────────────────────────────────────


def _read_cells(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    """Write cells with one mark; all entries of a kind are one."""
    cells, is_box = sorted(set(entry.cells)), kind.rule == "index_box"
    if kind.rule.startswith("index") and draft.lowest != 1:
        raise ClueError("the values of the grid do not begin at 1")
    if kind.rule in ("minimum", "maximum"):
        write_extremes(draft, kind.rule, cells)
    else:
        draft.clue(_with_regions(draft, kind.rule, " {}") if is_box else kind.rule, cells)


def _with_regions(draft: ModelDraft, rule: str, form: str) -> str:
    if not draft.groups:
        raise ClueError("the grid has no regions")
    return rule if draft.groups == "boxes" else rule + form.format(draft.groups)


def _write_cells(board: ExportBoard, kind: Kind, clue: ExportClue) -> list[Entry]:
    if kind.rule == "index_box":
        _check_regions(board, clue, ordered=True)
    return [Entry(clue.cells("cells"))]


def _write_each_cell(board: ExportBoard, kind: Kind, clue: ExportClue) -> list[Entry]:
    if kind.rule in ("minimum", "maximum"):
        board.check_extremes(kind.rule)
    return [Entry(outside=cell) for cell in clue.cells("cells")]


def _read_cage(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    cells = distinct(entry.cells)
    if kind.rule == "total":
        draft.clue(f"total {amount(entry)}", cells, "cage")
    elif cells and kind.number:
        write_cage(draft, cells, number(entry.value), entry.value)
    else:
        write_different(draft, kind.rule, cells)


def _write_cage(_board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    return [Entry(clue.cells("cells"), value="" if clue.is_none("total") else str(clue.number("total", least=1)))]


def _read_clone(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    if len(entry.cells) != len(entry.others):
        raise ClueError(f"its parts have {len(entry.cells)} and {len(entry.others)} cells")
    write_equal(draft, list(zip(entry.cells, entry.others, strict=True)))


def _write_clone(_board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    cells, others = clue.cells("cells"), clue.cells("other")
    if len(cells) != len(others):
        raise Unsayable("the groups differ in size")
    return [Entry(cells, others)]


def _read_corner(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    if entry.values and entry.cells:
        draft.clue(f"{kind.rule} {' '.join(map(str, sorted(entry.values)))}", distinct(entry.cells))


def _write_corner(_board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    cells = sorted(clue.cells("cells"))
    if not is_square(cells):
        raise Unsayable("it is only there for a square of four cells")
    return [Entry(cells, values=clue.numbers("values"))]


def _read_inequality(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    if len(entry.cells) != 2 or entry.value not in ("", ">", "<"):
        raise ClueError("it is not a sign `>` between two cells")
    greater, less = entry.cells if entry.value != "<" else reversed(entry.cells)
    draft.line(f"{cell_name(greater)} > {cell_name(less)}", "inequality")


# ── marks between cells ──────────────────────────────────────────────────────────────────────────


def mark(kind: Kind, entry: Entry) -> tuple[int, list[Cell]]:
    """The number of a mark, and its pair of cells.

    Raises:
        ClueError: it is not between two neighbours, or has no number.
    """
    value = {"X": "10", "V": "5"}.get(entry.value.upper(), entry.value) if kind.rule == "xv" else entry.value
    if len(entry.cells) != 2 or not share_side(*entry.cells):
        raise ClueError("it is not between two neighbours")
    found = amount(Entry(value=value), kind.usual or None)
    if kind.number == "ratio" and not found:
        raise ClueError("its value is `0`")
    return found, sorted(entry.cells)


def _write_dot(_board: ExportBoard, kind: Kind, clue: ExportClue) -> list[Entry]:
    value, pairs = clue.number(kind.number, least=kind.usual), list(pairwise(clue.cells("pair")))
    if not pairs or not all(share_side(*pair) for pair in pairs):
        raise Unsayable("dots are only between cells that share a side there")
    return [Entry(pair, value="" if value == kind.usual else str(value)) for pair in pairs]


# ── outside ──────────────────────────────────────────────────────────────────────────────────────


def _read_outside(draft: ModelDraft, kind: Kind, entry: Entry) -> None:
    is_diagonal = bool(entry.direction) or kind.rule == "little_killer"
    if entry.outside is None or entry.value in (("", "0") if is_diagonal else ("",)):
        return
    step = DIRECTIONS.get(entry.direction, (0, 0))
    line = diagonal_from(draft, entry.outside, step) if is_diagonal else line_from(draft, entry.outside)
    if not line:
        where = "points at no diagonal of the grid" if is_diagonal else "does not stand beside a row or column"
        raise ClueError(f"it {where}")
    draft.clue(f"{kind.rule} {amount(entry)}", cell_list(line) if is_diagonal else whole_line(line))


def _write_outside(board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    value = clue.number("value", least=0)
    return [Entry(outside=line_of(board, clue.cells("line")), value=str(value))]


def _write_diagonal(board: ExportBoard, _kind: Kind, clue: ExportClue) -> list[Entry]:
    cells, value = clue.cells("line"), clue.number("value", least=1)
    outside, direction = diagonal_of(board, cells)
    return [Entry(cells, outside=outside, direction=direction, value=str(value))]


# ── the whole grid ───────────────────────────────────────────────────────────────────────────────


def _read_switch(draft: ModelDraft, kind: Kind, _entry: Entry) -> None:
    draft.line(_with_regions(draft, kind.rule, "({})") if kind.rule == "disjoint_groups" else kind.rule, "grid")


def _write_switch(board: ExportBoard, kind: Kind, clue: ExportClue) -> list[Entry]:
    if kind.rule == "disjoint_groups":
        _check_regions(board, clue, ordered=True)
    elif not board.is_whole(clue.cells("cells")):
        raise Unsayable("it is only there for the whole grid")
    return []


def _read_diagonal(draft: ModelDraft, kind: Kind, _entry: Entry) -> None:
    if draft.width == draft.height:
        draft.different(kind.rule)
        return
    start, direction = ((0, 0), "DR") if kind.rule == "diagonal" else ((0, draft.width + 1), "DL")
    write_different(draft, "alldifferent", diagonal_from(draft, start, DIRECTIONS[direction]))


_FORMS = {
    "line": Form(read_line, "line", _write_line),
    "thermometer": Form(read_line, "thermo", _write_line),
    "lockout": Form(_read_lockout, "line", _write_lockout),
    "region_sum": Form(_read_region_sum, "line", _write_region_sum),
    "arrow": Form(_read_arrow, "arrow", _write_arrow),
    "cells": Form(_read_cells, "cell", _write_cells),
    "each_cell": Form(_read_cells, "cell", _write_each_cell),
    "group": Form(_read_cage, "group", _write_cage),
    "cage": Form(_read_cage, "cage", _write_cage),
    "clone": Form(_read_clone, "group", _write_clone),
    "corner": Form(_read_corner, "corner", _write_corner),
    "sign": Form(_read_inequality, "letter"),
    "dot": Form(None, "dot", _write_dot),
    "letter": Form(None, "letter"),
    "outside": Form(_read_outside, "outside", _write_outside),
    "diagonal_sum": Form(_read_outside, "outside", _write_diagonal),
    "grid": Form(_read_switch, "grid", _write_switch),
    "diagonal": Form(_read_diagonal, "grid"),
}

KINDS = {row.pop("key"): Kind(**row | {"form": _FORMS[row["form"]]}) for row in table(__file__, "kinds.tsv")}
"""All kinds by key, in the order in which a model lists them."""

MARKS = [key for key, kind in KINDS.items() if kind.form.read is None]
"""The keys of marks between neighbours."""

BY_RULE = {kind.rule: (key, kind) for key, kind in KINDS.items() if kind.form.write}
"""The key and the kind of each rule."""
