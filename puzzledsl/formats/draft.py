"""A model under construction: what a format has read, in the words of the language.

A reader of a format fills a `Draft`; its text is a tidy model, one clue a line, as a setter would write it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import LARGEST_SIDE, unreadable
from puzzledsl.model import Cell, touch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WIDEST = 100
"""Columns of a line of text; a longer note becomes several."""


class Draft:
    """A model under construction. Cells are (row, column), from 1.

    Attributes:
        title, author, source, date, rules: texts of the source, or empty; ``rules`` becomes a ``note``.
        left_out: a sentence for each part of the source that is not in the model.
        assumed: a sentence for each thing in the model that the source does not say.
        givens: the given values.
        lowest, highest: the range of values of the main grid.
        scale: by what the numbers of clues are multiplied in the model.
    """

    scale = 1

    def __init__(self, site: str, height: int, width: int, highest: int | None = None, lowest: int = 1) -> None:
        """Begin a model with one grid.

        Args:
            site: whose puzzle it is, for messages.
            highest: by default as many values as the longer side has cells.

        Raises:
            PuzzleError: the grid has no cell, or a side longer than `LARGEST_SIDE`.
        """
        if not (0 < height <= LARGEST_SIDE and 0 < width <= LARGEST_SIDE):
            raise unreadable(site, f"a grid of {height} × {width} cells; each side may have 1 to {LARGEST_SIDE}")
        self.title = self.author = self.source = self.date = self.rules = ""
        self.site, self.height, self.width = site, height, width
        self.lowest = lowest
        self.highest = highest if highest is not None else lowest + max(height, width) - 1
        self.givens: dict[Cell, int] = {}
        self.left_out: list[str] = []
        self.assumed: list[str] = []
        self._masked: set[Cell] = set()
        self._different: list[str] = []
        self._layouts: list[list[str]] = []
        self._sections: dict[str, list[str]] = {}
        self._declared: list[str] = []

    # ── the grid ─────────────────────────────────────────────────────────────────────────────────

    def inside(self, cell: Cell) -> bool:
        """Whether the grid has this place."""
        return 1 <= cell[0] <= self.height and 1 <= cell[1] <= self.width and cell not in self._masked

    def mask(self, cells: Iterable[Cell]) -> None:
        """Take places out of the grid."""
        self._masked.update(cells)

    def different(self, *groups: str) -> None:
        """Require all-different of groups, in the words of the language: ``rows``, ``diagonal``."""
        self._different += [group for group in groups if group not in self._different]

    def is_different(self, *groups: str) -> bool:
        """Whether all-different is required of each of these groups."""
        return all(group in self._different for group in groups)

    def boxes(self, height: int, width: int) -> str:
        """Require that boxes of this size hold different values: by their name if it is what ``boxes`` means.

        Returns:
            The name of the groups: ``boxes``, or that of regions.
        """
        if (height, width) == self.usual_boxes():
            self.different("boxes")
            return "boxes"
        rows = range(1, self.height + 1)
        label = {
            (r, c): (r - 1) // height * -(-self.width // width) + (c - 1) // width
            for r in rows
            for c in self._columns()
        }
        self.regions("box", label)
        return "box"

    def usual_boxes(self) -> tuple[int, int] | None:
        """The height and width of what ``boxes`` means in this grid; ``None`` if it means nothing there."""
        from math import isqrt

        side = self.height
        usual = next((h for h in range(isqrt(side), 1, -1) if side % h == 0), 1) if side == self.width else 1
        return (usual, side // usual) if usual > 1 else None

    def _columns(self) -> range:
        return range(1, self.width + 1)

    def regions(self, name: str, labels: Mapping[Cell, int | None], different: bool = True) -> None:
        """Declare regions.

        Args:
            labels: the region of each cell by a number; ``None``, or no entry: it is in none.
            different: their values are all different.
        """
        marks: dict[int, str] = {}
        numbers = sorted(
            {label for label in labels.values() if label is not None},
            key=lambda k: min(c for c, v in labels.items() if v == k),
        )
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for k, number in enumerate(numbers):
            marks[number] = letters[k] if len(numbers) <= len(letters) else f"a{k + 1}"
        rows = [[_mark(labels.get((r, c)), marks) for c in self._columns()] for r in range(1, self.height + 1)]
        self.layout(f"regions {name}", rows)
        if different:
            self.different(name)

    def layout(self, head: str, rows: Sequence[Sequence[str]]) -> None:
        """Add a layout: ``regions shape``, ``clues number`` or another head, with the mark of each cell."""
        wide = any(len(mark) != 1 for row in rows for mark in row)
        self._layouts.append([f"{head}:", *(f"    {(' ' if wide else '').join(row)}" for row in rows)])

    def declare(self, line: str) -> None:
        """Add a line or block below the grid: another grid, ``let``, ``param``, ``var``."""
        if line not in self._declared:
            self._declared.append(line)

    # ── clues ────────────────────────────────────────────────────────────────────────────────────

    def clue(self, words: str, cells: Sequence[Cell] | str, section: str = "") -> None:
        """Add a clue: ``clue("cage 15", cells)``. Equal clues are added once.

        Args:
            words: the rule with its arguments, as before the colon.
            cells: the cells, or the text behind the colon.
            section: clues of one section stand together; by default those of one rule.
        """
        text = cells if isinstance(cells, str) else cell_list(cells)
        self.line(f"{words}: {text}", section or words.split(" ", 1)[0])

    def line(self, line: str, section: str = "") -> None:
        """Add a statement, which may have several lines. Equal ones are added once."""
        lines = self._sections.setdefault(section, [])
        if line not in lines:
            lines.append(line)

    def given(self, cell: Cell, value: int) -> None:
        """Add a given. A second, different one for the cell stays as a contradiction in the text.

        Raises:
            PuzzleError: the grid has no such cell, or the value is none of the grid's.
        """
        self.check(cell)
        if not self.lowest <= value <= self.highest:
            raise unreadable(
                self.site, f"{cell_name(cell)} holds {value}, but values are {self.lowest} to {self.highest}"
            )
        if self.givens.setdefault(cell, value) != value:
            self.line(f"{cell_name(cell)} == {value}", "values")

    def one_of(self, cell: Cell, values: Iterable[int]) -> None:
        """Restrict the values of a cell.

        Raises:
            PuzzleError: the grid has no such cell.
        """
        self.check(cell)
        allowed = sorted(set(values))
        if len(allowed) == 1 and self.lowest <= allowed[0] <= self.highest:
            self.given(cell, allowed[0])
        else:
            self.line(f"{cell_name(cell)} in {{{', '.join(map(str, allowed))}}}", "values")

    def check(self, *cells: Cell) -> None:
        """Refuse places that the grid does not have.

        Raises:
            PuzzleError: naming the first.
        """
        for cell in cells:
            if not self.inside(cell):
                size = f"{self.height} × {self.width}"
                raise unreadable(self.site, f"it names row {cell[0]}, column {cell[1]} in a grid of {size} cells")

    def leave_out(self, sentence: str) -> None:
        """Note a part of the source that is not in the model, in one sentence; each is said once."""
        sentence = " ".join(sentence.split())
        if sentence not in self.left_out:
            self.left_out.append(sentence)

    @property
    def finds_regions(self) -> bool:
        """Whether the solver finds the regions: they are a grid of the model."""
        return any(line.startswith("grid region[") for line in self._declared)

    # ── the text ─────────────────────────────────────────────────────────────────────────────────

    def text(self) -> str:
        """The model in canonical layout."""
        from puzzledsl.formatting import format_text
        from puzzledsl.source import Source

        parts = [self._head(), self._grid(), *self._layouts, self._declared]
        if self._different:
            parts.append([f"alldifferent: {', '.join(self._different)}"])
        parts += self._sections.values()
        parts.append(self._given_rows())
        if self.left_out:
            parts.append(["# Not in this model:", *(f"# - {plain(text)}" for text in self.left_out)])
        text = "\n\n".join("\n".join(part) for part in parts if part)
        return format_text(Source("<import>", text + "\n"))

    def _head(self) -> list[str]:
        texts = {"puzzle": self.title, "author": self.author, "source": self.source, "date": self.date}
        lines = [f"{key} {quoted(text)}" for key, text in texts.items() if text.strip()]
        if self.rules.strip():
            lines += [f"note {quoted(part)}" for part in self.rules.strip().splitlines() if part.strip()]
        return lines

    def _grid(self) -> list[str]:
        lines = [f"grid cell[{self.height}, {self.width}] in {self.lowest}..{self.highest}"]
        if self._masked:
            lines.append("mask:")
            rows = range(1, self.height + 1)
            lines += ["    " + "".join("x" if (r, c) in self._masked else "." for c in self._columns()) for r in rows]
        return lines

    def _given_rows(self) -> list[str]:
        if not self.givens:
            return []
        wide = max(len(str(value)) for value in self.givens.values())
        rows = range(1, self.height + 1)
        marks = [[str(self.givens.get((r, c), ".")).rjust(wide) for c in self._columns()] for r in rows]
        return ["givens:", *(f"    {' '.join(row)}" for row in marks)]


def _mark(label: int | None, marks: Mapping[int, str]) -> str:
    return "." if label is None else marks[label]


def cell_name(cell: Cell) -> str:
    """A cell of the main grid as the language writes it: ``r3c4``."""
    return f"r{cell[0]}c{cell[1]}"


def cell_list(cells: Sequence[Cell]) -> str:
    """Cells in order, straight and diagonal runs of three or more as ``r1c3..r1c5``, with bends ``r1c1..r1c4..r4c4``"""
    words: list[str] = []
    k, last = 0, len(cells) - 1
    joined = False  # whether the cell at k already ends the word before
    while k <= last:
        end = _run_end(cells, k)
        if end - k >= 2 or (joined and end > k):
            if joined:
                words[-1] += f"..{cell_name(cells[end])}"
            else:
                words.append(f"{cell_name(cells[k])}..{cell_name(cells[end])}")
            k, joined = end, True
            if k == last:
                break
            continue
        if not joined:
            words.append(cell_name(cells[k]))
        k, joined = k + 1, False
    return " ".join(words)


def _run_end(cells: Sequence[Cell], start: int) -> int:
    """The last place of the straight run of neighbours from ``start`` on."""
    if start + 1 >= len(cells) or not touch(cells[start], cells[start + 1]) or cells[start] == cells[start + 1]:
        return start
    step = (cells[start + 1][0] - cells[start][0], cells[start + 1][1] - cells[start][1])
    end = start + 1
    while end + 1 < len(cells) and (cells[end + 1][0] - cells[end][0], cells[end + 1][1] - cells[end][1]) == step:
        end += 1
    return end


def named_list(name: str, items: Iterable[str]) -> str:
    """A list with a name, as a block for `Draft.declare`; a long one in several lines."""
    items = list(items)
    line = f"let {name} = [{', '.join(items)}]"
    if len(line) <= WIDEST:
        return line
    lines = [""]
    for item in items:
        if len(lines[-1]) + len(item) > WIDEST - 6:
            lines.append("")
        lines[-1] += f" {item},"
    return "\n".join([f"let {name} = [", *(f"    {part.strip()}" for part in lines), "]"])


def quoted(text: str) -> str:
    """A text literal of the language, in one line, without control characters."""
    flat = " ".join(plain(text).split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain(text: str) -> str:
    """A text without what is invisible or reorders it (control characters, direction marks), in one line."""
    from puzzledsl.source import CONTROL

    return CONTROL.sub("", text.replace("\n", " ").replace("\r", " ").replace("\t", " "))
