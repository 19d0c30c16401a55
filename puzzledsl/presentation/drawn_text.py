"""What is drawn on a grid, in text: in the terminal it takes the place of values that are hidden."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_uppercase
from typing import TYPE_CHECKING

from puzzledsl.expressions import holds
from puzzledsl.presentation.borders import Borders
from puzzledsl.presentation.colors import grey, is_dark
from puzzledsl.presentation.geometry import sides
from puzzledsl.presentation.marks.piece import labelled
from puzzledsl.presentation.side_by_side import side_by_side
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Mark, Model
    from puzzledsl.presentation.value_texts import Values

_GAP = 3
"""Columns between two pieces."""
_SIGNS = {"circle": "○●", "square": "□■", "diamond": "◇◆"}
_IN_ASCII = str.maketrans("○●□■◇◆░▒█", "o@o@o@.:#")


def is_drawn(mark: Mark, values: Values | None) -> bool:
    """Whether the answer is one that the mark is drawn on."""
    if mark.when is None:
        return True
    try:
        return values is not None and holds(mark.when, values)  # type: ignore[arg-type] # anything indexable does
    except LookupError:  # not all of it is known yet
        return False


@record
class Drawing:
    """Marks of a grid.

    Attributes:
        texts: what stands in cells, each with whether it is part of the answer.
        links: steps of lines from a cell to the one right of it, or below it.
        edges: pieces of borders along the sides of cells.
        apart: steps for which text has neither strokes nor numbers.
    """

    texts: Mapping[Cell, tuple[str, bool]]
    links: frozenset[tuple[Cell, Cell]]
    edges: Borders
    apart: tuple[tuple[Cell, Cell], ...] = ()

    def arms(self, cell: Cell) -> int:
        """Where lines leave a cell: 1 left, 2 down, 4 right, 8 up."""
        r, c = cell
        steps = ((r, c - 1), cell), (cell, (r + 1, c)), (cell, (r, c + 1)), ((r - 1, c), cell)
        return sum([1 << i for i, step in enumerate(steps) if step in self.links])


def drawing(model: Model, grid: Grid, values: Values | None, unicode: bool) -> Drawing:
    """What an answer, or the puzzle without one, shows on a grid."""
    return _traced([mark for mark in model.marks if mark.grid == grid.name and is_drawn(mark, values)], unicode)


def shows_answer(model: Model, grid: Grid) -> bool:
    """Whether something that depends on the answer can be seen in the text of a grid."""
    marks = [mark for mark in model.marks if mark.grid == grid.name and mark.when is not None]
    found = _traced(marks, True)
    return bool(_jump(_steps(marks)) or found.texts or found.links or found.edges.horizontal or found.edges.vertical)


def _traced(marks: Sequence[Mark], unicode: bool) -> Drawing:
    texts: dict[Cell, tuple[str, bool]] = {}
    links: set[tuple[Cell, Cell]] = set()
    level, upright = sides(mark for mark in marks if mark.kind == "edge")
    for mark in sorted(marks, key=lambda mark: mark.kind != "shade"):  # whatever else is in a cell is seen on its shade
        is_answer = mark.when is not None
        if sign := _sign(mark):
            texts |= dict.fromkeys(mark.cells, (sign if unicode else sign.translate(_IN_ASCII), is_answer))
        if mark.kind == "line":
            steps = [(min(pair), max(pair)) for pair in pairwise(mark.cells)]
            links.update(((r, c), (s, d)) for (r, c), (s, d) in steps if abs(r - s) + abs(c - d) == 1)
    steps, apart = _steps(marks), []
    if _jump(steps):
        numbers = _numbered(steps, any(text.isdecimal() for text, _ in texts.values()))
        texts = {cell: (number, True) for cell, number in numbers.items()} | texts
        links = set() if numbers else links
        apart = [] if numbers else sorted({step for step in steps if _jump([step])})
    return Drawing(texts, frozenset(links), Borders(frozenset(level), frozenset(upright)), tuple(apart))


def pieces_lines(marks: Sequence[Mark], unicode: bool, width: int) -> list[str]:
    """Pieces side by side, in rows of so many columns."""
    rows: list[list[list[str]]] = [[]]
    for mark, label in labelled(marks):
        columns = range(1, max(c for _, c in mark.cells) + 1)
        lines = range(1, max(r for r, _ in mark.cells) + 1)
        block = ["".join("██" if (r, c) in mark.cells else "  " for c in columns).rstrip() for r in lines]
        block += [label] if label else []
        if rows[-1] and sum(max(map(len, one)) + _GAP for one in (*rows[-1], block)) - _GAP > width:
            rows.append([])
        rows[-1].append(block if unicode else [line.replace("█", "#").replace("×", "x") for line in block])
    return [line for row in rows for line in side_by_side(row, width, _GAP)]


def _steps(marks: Sequence[Mark]) -> list[tuple[Cell, Cell]]:
    """The steps of all lines, as they are drawn."""
    return [pair for mark in marks if mark.kind == "line" for pair in pairwise(mark.cells)]


def _jump(steps: Sequence[tuple[Cell, Cell]]) -> bool:
    """Whether text has no strokes for a step: it is between cells that share no side."""
    return any(abs(r - s) + abs(c - d) > 1 for (r, c), (s, d) in steps)


def _numbered(steps: Sequence[tuple[Cell, Cell]], with_letters: bool) -> dict[Cell, str]:
    """The cells of each line by their number on it, in the direction of its arcs; none where lines branch or cross.

    Args:
        with_letters: before each number is the letter of its line, as if there are several.
    """
    beside: dict[Cell, list[Cell]] = {}
    for one, other in sorted(set(steps)):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    if any(len(cells) > 2 for cells in beside.values()):
        return {}
    after, reached = dict(steps), {other for _, other in steps}
    if len(after) == len(reached) == len(steps):  # arcs, or edges that happen to be drawn in one direction
        beside = {cell: [after[cell]] if cell in after else [] for cell in beside}
    lines: list[list[Cell]] = []
    seen: set[Cell] = set()
    for start in sorted(beside, key=lambda cell: (cell in reached and len(beside[cell]) != 1, cell)):
        line, cell = [], start if start not in seen else None
        while cell is not None:
            line.append(cell)
            seen.add(cell)
            cell = next((other for other in beside[cell] if other not in seen), None)
        lines += [line] if line else []
    letters = [letter + more for letter in ("", *ascii_uppercase) for more in ascii_uppercase]
    named = with_letters or len(lines) > 1
    return {
        cell: f"{letter if named else ''}{k}"
        for letter, line in zip(letters, lines, strict=False)
        for k, cell in enumerate(line, 1)
    }


def _sign(mark: Mark) -> str:
    """What a mark puts into each of its cells."""
    if mark.kind == "shade":
        light = grey(mark.color or "#cccccc")
        return "█" if light < 0.45 else "▒" if light < 0.85 else "░" if light < 0.95 else ""
    if mark.kind == "digit" or (mark.kind in ("text", "circle") and mark.text and len(mark.cells) == 1):
        return mark.text
    return _SIGNS.get(mark.kind, "  ")[is_dark(mark.color or "white")].strip()
