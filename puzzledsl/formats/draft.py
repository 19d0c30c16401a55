"""A model under construction: what a format has read, in the words of the language.

A reader of a format fills a `ModelDraft`; its text is a tidy model, one clue a line, as a setter would write it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap

from puzzledsl.elaboration.builtins.grid import box_size
from puzzledsl.formats.bounds import check_size, unreadable
from puzzledsl.formats.left_out import comment
from puzzledsl.model import Cell

LONGEST_RULES = 20_000
"""Characters of the rules in a model's notes; what is behind them is not read, either."""
WIDEST = 100
"""Columns of a line of text; a longer note becomes several."""


class ModelDraft:
    """A model under construction. Cells are (row, column), from 1.

    Attributes:
        title, author, source, date, rules: texts of the source, or empty; ``rules`` becomes a ``note``.
        left_out: a sentence for each part of the source that is not in the model.
        assumed: a sentence for each thing in the model that the source does not say.
        givens: the given values.
        lowest, highest: the range of values of the main grid.
        letters: what these are called, if they are letters; the first one is 1.
        groups: the name of the regions, ``boxes`` included; empty if there are none.
        region_of: the region of each cell.
        solution: the value of every cell, if the source tells it; see `puzzledsl.formats.published`.
    """

    def __init__(self, site: str, height: int, width: int, highest: int | None = None, lowest: int = 1) -> None:
        """Begin a model with one grid.

        Args:
            site: whose puzzle it is, for messages.
            highest: by default as many values as the longer side has cells.

        Raises:
            PuzzleError: the grid has no cell, or a side longer than `LARGEST_SIDE`.
        """
        check_size(site, height, width)
        self.title = self.author = self.source = self.date = self.rules = ""
        self.site, self.height, self.width = site, height, width
        self.lowest, self.letters = lowest, ""
        self.highest = highest if highest is not None else lowest + max(height, width) - 1
        self.givens: dict[Cell, int] = {}
        self.left_out: list[str] = []
        self.assumed: list[str] = []
        self.groups = ""
        self.region_of: Mapping[Cell, int | None] = {}
        self.solution: Mapping[Cell, int] = {}
        self._different: list[str] = []
        self._layouts: list[list[str]] = []
        self._sections: dict[str, list[str]] = {}
        self._declared: list[str] = []

    # ── the grid ─────────────────────────────────────────────────────────────────────────────────

    @property
    def values(self) -> range:
        """The values of the main grid."""
        return range(self.lowest, self.highest + 1)

    def inside(self, cell: Cell) -> bool:
        """Whether the grid has this place."""
        return 1 <= cell[0] <= self.height and 1 <= cell[1] <= self.width

    def different(self, *groups: str) -> None:
        """Require all-different of groups, in the words of the language: ``rows``, ``diagonal``."""
        self._different += [group for group in groups if group not in self._different]

    def boxes(self, height: int, width: int) -> str:
        """Require that boxes of this size hold different values: by their name if it is what ``boxes`` means.

        Returns:
            The name of the groups: ``boxes``, or that of regions.
        """
        self.houses(self.box_labels(height, width), "box")
        return self.groups

    def usual_boxes(self) -> tuple[int, int] | None:
        """The height and width of what ``boxes`` means in this grid; ``None`` if it means nothing there."""
        return box_size(self.height, self.width, 0) if self.height == self.width else None

    def _places(self) -> list[list[Cell]]:
        return rows_of(self.height, self.width)

    def box_labels(self, height: int, width: int) -> dict[Cell, int | None]:
        """The number of the box of each cell, for boxes of a size."""
        return box_labels(self.height, self.width, height, width)

    def houses(self, labels: Mapping[Cell, int | None], name: str = "region") -> None:
        """Require that regions hold different values: as ``boxes`` if they are those, otherwise declared by a name.

        A region with more cells than there are values is named, and its values may repeat.

        Args:
            labels: the region of each cell; ``None``: it is in none.
        """
        count = len(self.values)
        kept = dict(labels)
        for cells in regions_of(labels).values():
            if len(cells) > count:
                kept |= dict.fromkeys(cells)
                self.leave_out(
                    f"the region of {cell_name(cells[0])} has {len(cells)} cells, more than there are values: "
                    "its values may repeat"
                )
        found, box = sorted(regions_of(kept).values()), self.usual_boxes()
        if box and found == sorted(regions_of(self.box_labels(*box)).values()):
            self.different("boxes")
            self.groups = "boxes"
        elif found:
            self.regions(name, kept)
        self.region_of = kept

    def regions(self, name: str, labels: Mapping[Cell, int | None], different: bool = True) -> None:
        """Declare regions.

        Args:
            labels: the region of each cell by a number; ``None``, or no entry: it is in none.
            different: their values are all different.
        """
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        numbers = sorted(groups := regions_of(labels), key=lambda label: min(groups[label]))
        marks: dict[int | None, str] = {
            label: letters[k] if len(numbers) <= len(letters) else f"a{k + 1}" for k, label in enumerate(numbers)
        }
        marks[None] = "."
        self.layout(f"regions {name}", [[marks[labels.get(cell)] for cell in row] for row in self._places()])
        self.groups, self.region_of = name, labels
        if different:
            self.different(name)

    def layout(self, head: str, rows: Sequence[Sequence[str]]) -> None:
        """Add a layout: ``regions shape``, ``clues number`` or another head, with the mark of each cell."""
        self._layouts.append([f"{head}:", *layout_lines(rows)])

    def declare(self, line: str) -> None:
        """Add a line or block below the grid (a grid, ``let``, ``param``, ``var``, ``rule``) if it is not empty."""
        if line and line not in self._declared:
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

    def retract(self, statements: Collection[str]) -> list[str]:
        """Take out groups that are different, and all clues of the rules of other statements.

        Args:
            statements: as they stand in the text, each in one line.

        Returns:
            Those that have been taken out.
        """
        broken = {" ".join(statement.split()) for statement in statements}
        taken = [group for group in self._different if {group, f"alldifferent: {group}"} & broken]
        self._different = [group for group in self._different if group not in taken]
        for lines in self._sections.values():
            if any(" ".join(line.split("\n")[0].split()) in broken for line in lines):
                taken += lines
                lines.clear()
        return taken

    def given(self, cell: Cell, value: int) -> None:
        """Add a given. A second, different one for the cell stays as a contradiction in the text.

        Raises:
            PuzzleError: the grid has no such cell, or the value is none of the grid's.
        """
        self._check(cell)
        if value not in self.values:
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
        self._check(cell)
        allowed = sorted(set(values))
        if len(allowed) == 1 and allowed[0] in self.values:
            self.given(cell, allowed[0])
        else:
            self.line(f"{cell_name(cell)} in {{{', '.join(map(str, allowed))}}}", "values")

    def _check(self, cell: Cell) -> None:
        if not self.inside(cell):
            size = f"{self.height} × {self.width}"
            raise unreadable(self.site, f"it names row {cell[0]}, column {cell[1]} in a grid of {size} cells")

    def leave_out(self, sentence: str) -> None:
        """Note a part of the source that is not in the model, in one sentence; each is reported once."""
        sentence = " ".join(sentence.split())
        if sentence not in self.left_out:
            self.left_out.append(sentence)

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
        parts.append(comment([plain(text) for text in self.left_out]).splitlines())
        text = "\n\n".join("\n".join(part) for part in parts if part)
        return format_text(Source("<import>", text + "\n"))

    def _grid(self) -> list[str]:
        values = f'"{self.letters}"' if self.letters else f"{self.lowest}..{self.highest}"
        return [f"grid cell[{self.height}, {self.width}] in {values}"]

    def _head(self) -> list[str]:
        texts = {"puzzle": self.title, "author": self.author, "source": self.source, "date": self.date}
        lines = [f"{key} {quoted(text)}" for key, text in texts.items() if text.strip()]
        if self.rules.strip():
            rules = self.rules.strip()[:LONGEST_RULES]
            lines += [f"note {quoted(part)}" for part in rules.splitlines() if part.strip()]
        return lines

    def _given_rows(self) -> list[str]:
        if not self.givens:
            return []
        told = {cell: self.letters[value - 1] if self.letters else str(value) for cell, value in self.givens.items()}
        wide = max(map(len, told.values()))
        rows = [" ".join(told.get(cell, ".").rjust(wide) for cell in row) for row in self._places()]
        return ["givens:", *(f"    {row}" for row in rows)]


def layout_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a layout as a model has them."""
    wide = any(len(mark) != 1 for row in rows for mark in row)
    bar = "| " if wide and all(len(row) == 1 for row in rows) else ""
    return [f"    {bar}{(' ' if wide else '').join(row)}" for row in rows]


def rows_of(height: int, width: int) -> list[list[Cell]]:
    """The places of a rectangle, row by row."""
    return [[(r, c) for c in range(1, width + 1)] for r in range(1, height + 1)]


def box_labels(height: int, width: int, tall: int, wide: int) -> dict[Cell, int | None]:
    """The number of the box of each place of a rectangle."""
    across = -(-width // wide)
    return {(r, c): (r - 1) // tall * across + (c - 1) // wide for row in rows_of(height, width) for r, c in row}


def regions_of(labels: Mapping[Cell, int | None]) -> dict[int, list[Cell]]:
    """The cells of each region, in reading order."""
    found: dict[int, list[Cell]] = {}
    for cell, label in sorted(labels.items()):
        if label is not None:
            found.setdefault(label, []).append(cell)
    return found


def cell_name(cell: Cell) -> str:
    """A cell of the main grid as the language writes it: ``r3c4``."""
    return f"r{cell[0]}c{cell[1]}"


def cell_list(cells: Sequence[Cell]) -> str:
    """Cells in order, straight and diagonal runs of three or more as ``r1c3..r1c5``, with bends ``r1c1..r1c4..r4c4``"""
    words: list[str] = []
    k, joined = 0, False  # whether the word before already has the cell at k
    while k < len(cells):
        end = _run_end(cells, k)
        if end - k >= 2 or (joined and end > k):
            start = words.pop() if joined else cell_name(cells[k])
            words.append(f"{start}..{cell_name(cells[end])}")
            k, joined = end, True
            continue
        if not joined:
            words.append(cell_name(cells[k]))
        k, joined = k + 1, False
    return " ".join(words)


def bracketed(cells: Iterable[Cell]) -> str:
    """Cells as a list within an expression: ``[r1c1, r2c3]``."""
    return f"[{', '.join(map(cell_name, cells))}]"


def _run_end(cells: Sequence[Cell], start: int) -> int:
    """The last place of the straight run of neighbours from ``start`` on."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells[start:])]
    if not steps or max(map(abs, steps[0])) != 1:
        return start
    return start + next((k for k, step in enumerate(steps) if step != steps[0]), len(steps))


def named_list(name: str, items: Iterable[str]) -> str:
    """A list with a name, as a block for `ModelDraft.declare`; a long one in several lines."""
    line = f"let {name} = [{', '.join(items)}]"
    if len(line) <= WIDEST:
        return line
    head, _, rest = line[:-1].partition("[")
    return "\n".join([f"{head}[", *(f"    {part}" for part in wrap(rest, WIDEST - 4)), "]"])


def quoted(text: str) -> str:
    """A text literal of the language, in one line, without control characters."""
    flat = " ".join(plain(text).split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain(text: str) -> str:
    """A text without what is invisible or reorders it (control characters, direction marks), in one line."""
    from puzzledsl.source import CONTROL

    return CONTROL.sub("", text.replace("\n", " ").replace("\r", " ").replace("\t", " "))
