"""Entries on pages: each page is a picture, whose unit is a point (1/72 inch).

Words are above their picture. They shrink before they take more than half of its slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted
from puzzledsl.presentation.caption import author_line, sentences
from puzzledsl.presentation.paragraphs import INK, paragraphs
from puzzledsl.presentation.picture import Picture, picture
from puzzledsl.presentation.renderers.pdf import document
from puzzledsl.presentation.shapes import Extent, Shape, TextShape, moved
from puzzledsl.presentation.terminal import answer_lines
from puzzledsl.presentation.value_texts import number_text
from puzzledsl.records import record
from puzzledsl.steps.difficulty import BEYOND

if TYPE_CHECKING:
    from puzzledsl.sheets.entry import Entry

MILLIMETRE = 72 / 25.4
PAPERS = {
    "a3": (297 * MILLIMETRE, 420 * MILLIMETRE),
    "a4": (210 * MILLIMETRE, 297 * MILLIMETRE),
    "a5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}
"""Width and height, upright."""
MOST_MARGIN = 50.0
"""In millimetres."""
MOST_PER_PAGE = 40
_FOOTER = 16.0
"""At the bottom of a page, for its number."""
_FILLED = 0.94
"""The part of the way from one slot to the next that is not between them."""
_SOLUTIONS = 12
"""Solutions on a page, or as many puzzles as a page has, if that is more."""

_HEADING, _REMARK, _TEXT, _NUMBER = 12.0, 8.5, 9.5, 8.0
"""Font sizes above a puzzle, and of the page number."""
_TITLE = 1.35
"""The words at the top of the first page are so much larger, those of solutions so much smaller."""
_SMALL = 0.7
_CELL, _SMALL_CELL = 48.0, 16.0
"""The largest cells of puzzles and of solutions."""
_WORDS, _MOST_WORDS = 0.5, 0.8
"""The part of a slot that its words may take; small ones may take more."""
_LEGIBLE = 0.65
"""Factor of the font sizes from which on words count as small."""
_FAINT = "#555555"
_REMARKS = {
    "several": "one of several solutions",
    "unknown": "perhaps not the only solution",
    "feasible": "perhaps not the best solution",
}
"""The message about a solution, by its status."""


@record
class Layout:
    """How sheets look.

    Attributes:
        per_page: puzzles on a page.
        paper: one of `PAPERS`.
        landscape: whether the paper lies on its side.
        margin: in millimetres, on all four sides.
        title: above the first page, and in the file's properties; or empty.
        solutions: whether they are printed, on the last pages.
    """

    per_page: int = 1
    paper: str = "a4"
    landscape: bool = False
    margin: float = 15.0
    title: str = ""
    solutions: bool = False

    def check(self) -> None:
        """Refuse what cannot be printed.

        Raises:
            PuzzleError: there is no such paper or margin, or a page has no room for so many puzzles.
        """
        if self.paper not in PAPERS:
            helps = (f"there are {', '.join(PAPERS)}",)
            raise failure(f"no paper is called `{self.paper}`", helps=helps, code="call")
        if not 0 <= self.margin <= MOST_MARGIN:
            raise failure(f"a margin has 0 to {MOST_MARGIN:g} millimetres, not {self.margin:g}", code="call")
        if not 1 <= self.per_page <= MOST_PER_PAGE:
            raise failure(f"a page has room for 1 to {MOST_PER_PAGE} puzzles, not {self.per_page}", code="call")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the pages in points."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.landscape else (width, height)

    @property
    def body(self) -> Extent:
        """Within the margins, above the page number."""
        (width, height), edge = self.size, self.margin * MILLIMETRE
        return edge, edge, width - edge, height - edge - _FOOTER


Line = tuple[str, float, str]
"""A paragraph with its font size and its colour; headings are bold."""
Block = tuple[list[Line], Picture]
"""What is in a slot: words, and a picture below them."""


@record
class Sheets:
    """What was printed.

    Attributes:
        puzzles, pages: how many.
        pdf: the file's content.
    """

    puzzles: int
    pages: int
    pdf: bytes

    def __repr__(self) -> str:
        return f"<Sheets: {counted(self.puzzles, 'puzzle')} on {counted(self.pages, 'page')}>"


def sheets(entries: Sequence[Entry], layout: Layout) -> Sheets:
    """Print puzzles in this order; at least one.

    Raises:
        PuzzleError: the layout is impossible, or a library is not installed.
    """
    layout.check()
    pages = pages_of(entries, layout)
    title = layout.title or (entries[0].model.title if len(entries) == 1 else "") or "Puzzles"
    content = document([(page, page.width) for page in pages], title, [entry.model for entry in entries])
    return Sheets(len(entries), len(pages), content)


def ease(entry: Entry) -> tuple[bool, float]:
    """A key to sort by: the easiest first, those whose difficulty is not known last."""
    return entry.difficulty is None, 0.0 if entry.difficulty is None else entry.difficulty.score


def pages_of(entries: Sequence[Entry], layout: Layout) -> list[Picture]:
    """The pages: the puzzles, then the solutions of those that have one."""
    header, puzzles = _blocks(entries, layout.title)
    pages = _section(header, puzzles, layout.body, layout.per_page, _CELL, 1.0)
    if layout.solutions:
        solved = [(entry, words) for entry, (words, _) in zip(entries, puzzles, strict=True) if entry.values]
        solutions = [_solution(entry, words[0]) for entry, words in solved]
        each = max(_SOLUTIONS, layout.per_page)
        pages += _section(_words("Solutions"), solutions, layout.body, each, _SMALL_CELL, _SMALL)
    width, height = layout.size
    for number, page in enumerate(pages, 1):
        foot = width / 2, layout.body[3] + _FOOTER - _NUMBER
        page.append(TextShape(foot, f"{number} / {len(pages)}", _NUMBER, _FAINT, role="number"))
    return [Picture(entries[0].model, None, tuple(page), (0.0, 0.0, width, height)) for page in pages]


def _section(
    header: Sequence[Line], blocks: Sequence[Block], body: Extent, each: int, cell: float, size: float
) -> list[list[Shape]]:
    """Blocks on pages.

    Args:
        header: at the top of the first page.
        each: blocks on a page.
        cell: the largest width of a cell.
        size: factor of the font sizes.
    """
    pages = []
    left, top, right, bottom = body
    for start in range(0, len(blocks), each):
        words, y = _written(header, body, _TITLE) if start == 0 else ([], top)
        ways = [
            [_placed(block, slot, cell, size) for block, slot in zip(blocks[start : start + each], slots, strict=False)]
            for slots in _slots((left, y, right, bottom), each)
        ]
        # The way with the largest cells; of equal ones, that with most columns.
        best = max(ways, key=lambda way: sum(scale for _, scale in way))
        pages.append(words + [shape for shapes, _ in best for shape in shapes])
    return pages


def _slots(room: Extent, count: int) -> Iterator[list[Extent]]:
    """The ways to divide a part of a page into ``count`` or some more equal slots, listed row by row."""
    left, top, right, bottom = room
    for columns in range(count, 0, -1):
        rows = ceil(count / columns)
        if columns == ceil(count / rows):  # no column stays empty
            across, down = (right - left) / (columns - 1 + _FILLED), (bottom - top) / (rows - 1 + _FILLED)
            corners = [(left + column * across, top + row * down) for row in range(rows) for column in range(columns)]
            yield [(x, y, x + _FILLED * across, y + _FILLED * down) for x, y in corners]


def _placed(block: Block, slot: Extent, cell: float, size: float) -> tuple[list[Shape], float]:
    """A block in its slot, and how wide a cell is there."""
    words, scene = block
    shapes, y = _written(words, slot, size)
    left, _, right, bottom = slot
    west, north, _, _ = scene.bounds
    scale = min(cell, (right - left) / scene.width, (bottom - y) / scene.height)
    return shapes + [moved(one, left - west * scale, y - north * scale, scale) for one in scene.shapes], scale


def _written(words: Sequence[Line], room: Extent, size: float) -> tuple[list[Shape], float]:
    """Words at the top of a room, the smaller the more there are, and the height at which they end."""
    left, top, right, bottom = room
    while True:
        shapes: list[Shape] = []
        y = top
        for text, font, color in words:
            bold = font == _HEADING
            lines, y = paragraphs([text], (left, y), right - left, font * size, color=color, bold=bold)
            shapes += lines
        if y - top <= (_WORDS if size > _LEGIBLE else _MOST_WORDS) * (bottom - top):
            return shapes, y
        size *= 0.9


def _words(heading: str, remark: str = "", texts: Iterable[str] = ()) -> list[Line]:
    return [(heading, _HEADING, INK), (remark, _REMARK, _FAINT), *((text, _TEXT, INK) for text in texts)]


def _blocks(entries: Sequence[Entry], title: str) -> tuple[list[Line], list[Block]]:
    """What is at the top of the first page, and all puzzles. What they have in common is at the top."""
    about = [(e.model.title, author_line(e.model), *sentences(e.model, caption=True)) for e in entries]
    header = _words(title)
    if len(set(about)) == 1 < len(entries):
        name, by, *texts = about[0]
        header = _words(title or name, by, (name if title else "", *texts))
        about = [("", "")] * len(entries)
    blocks: list[Block] = []
    for number, (entry, (name, by, *texts)) in enumerate(zip(entries, about, strict=True), 1):
        numbered = f"{number}. {name}" if name else f"Puzzle {number}"
        heading = numbered if len(entries) > 1 else name or "Puzzle"
        remark = " · ".join(filter(None, (by, _difficulty(entry))))
        blocks.append((_words(heading, remark, texts), picture(entry.model)))
    return header, blocks


def _difficulty(entry: Entry) -> str:
    hard = entry.difficulty
    if hard is None:
        return ""
    return (
        "difficulty: beyond the scale" if hard.level == BEYOND else f"difficulty: {hard.level} ({hard.rating or 1.0})"
    )


def _solution(entry: Entry, heading: Line) -> Block:
    model, values = entry.model, entry.values
    assert values is not None
    lines = answer_lines(model, values)
    if entry.objective is not None:
        lines.append(f"objective = {number_text(entry.objective)}")
    return [heading, *_words("", _REMARKS.get(entry.status, ""), lines)], picture(model, values)
