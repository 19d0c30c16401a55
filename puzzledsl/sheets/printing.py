"""Entries on pages, and pages in a PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.listing import counted
from puzzledsl.presentation.caption import sentences
from puzzledsl.presentation.pdf_document import PdfDocument
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.terminal import shown_text, variables_text
from puzzledsl.presentation.value_texts import number_text, value_of
from puzzledsl.records import record, replace
from puzzledsl.sheets.block import (
    CONTINUED,
    LEADING,
    PUZZLE,
    SOLUTION,
    Block,
    Line,
    Measure,
    Placed,
    Sizes,
    below,
    flowed,
    lowered,
    placed,
    short,
)
from puzzledsl.sheets.paper import FOOTER, Box, Paper, check_count, divisions, most_slots
from puzzledsl.steps.difficulty import BEYOND

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.sheets.block import Drawing
    from puzzledsl.sheets.entry import Entry

_TITLE, _SECTION, _NUMBER = (16.0, 10.0), (13.0, 10.0), 8.0
_CONTINUATION = 9.0
_MOST_SHARED = 0.3
"""Of the height of a page: longer rules stand beside each puzzle, where they can become smaller."""
_SOLUTIONS = 12
"""Solutions on a page, or as many puzzles as a page has, if that is more."""


@record(slots=True)
class Layout:
    """How sheets look.

    Attributes:
        per_page: puzzles on a page.
        title: above the first page, and in the file's properties; or empty.
        solutions: whether they are printed, on the last pages.
        fonts: files of fonts for characters that the font of the package lacks.
    """

    per_page: int = 1
    paper: Paper = Paper()
    title: str = ""
    solutions: bool = False
    fonts: tuple[str | Path, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be printed.

        Raises:
            PuzzleError: there is no such paper, or it has no room for so many puzzles.
        """
        self.paper.check()
        check_count(self.paper, self.per_page)


@record
class Page:
    """One page."""

    lines: tuple[Line, ...]
    drawings: tuple[Drawing, ...] = ()


@record
class Sheets:
    """What was printed.

    Attributes:
        pages: how many.
        places: of each puzzle its page and that of its solution (``None``: there is none), from 1.
        missing: the characters that no font has; U+FFFD is printed in their place.
        pdf: the file's content.
    """

    pages: int
    places: tuple[tuple[int, int | None], ...]
    missing: tuple[str, ...]
    pdf: bytes

    def __repr__(self) -> str:
        return f"<Sheets: {counted(len(self.places), 'puzzle')} on {counted(self.pages, 'page')}>"


def sheets(entries: Sequence[Entry], layout: Layout) -> Sheets:
    """Print puzzles in this order.

    Raises:
        PuzzleError: the layout is impossible, fpdf2 is not installed, or a font cannot be read.
    """
    layout.check()
    authors = {author for entry in entries for author in _authors(entry.model)}
    title = layout.title or (entries[0].model.title if len(entries) == 1 else "") or "Puzzles"
    with PdfDocument(title, author=authors.pop() if len(authors) == 1 else "", fonts=layout.fonts) as document:
        pages, places = pages_of(entries, layout, cache(document.width))
        for page in pages:
            document.add_page(*layout.paper.size)
            for line in page.lines:
                place = line.box.left, line.box.top + line.size
                document.text(place, line.text, line.size, color=line.color, bold=line.bold)
            for drawing in page.drawings:
                document.draw(drawing.picture, (drawing.box.left, drawing.box.top), drawing.scale)
        return Sheets(len(pages), places, tuple(document.missing), document.output())


def ease(entry: Entry) -> tuple[bool, float]:
    """A key to sort by: the easiest first, those whose difficulty is not known last."""
    return entry.difficulty is None, 0.0 if entry.difficulty is None else entry.difficulty.score


def pages_of(
    entries: Sequence[Entry], layout: Layout, measure: Measure
) -> tuple[list[Page], tuple[tuple[int, int | None], ...]]:
    """All pages, and of each entry the numbers of its pages as `Sheets.places` has them."""
    paper, body = layout.paper, layout.paper.body
    blocks = [_puzzle(entry, number, len(entries)) for number, entry in enumerate(entries, 1)]
    heading = _shared_rules(entries, layout, measure)
    if heading:
        blocks = [
            replace(block, heading=f"Puzzle {number}", remark=_difficulty(entry), texts=())
            for number, (block, entry) in enumerate(zip(blocks, entries, strict=True), 1)
        ]
    else:
        heading = _heading(layout.title, _TITLE, body, measure)
    pages = _section(blocks, heading, "Rules, continued", layout.per_page, PUZZLE, paper, 1, measure)
    places: list[tuple[int, int | None]] = [(1 + number // layout.per_page, None) for number in range(len(entries))]
    solved = [number for number, entry in enumerate(entries) if entry.values is not None] if layout.solutions else []
    if solved:
        each = most_slots(body, max(_SOLUTIONS, layout.per_page), SOLUTION.slot)
        for place, number in enumerate(solved):
            places[number] = places[number][0], len(pages) + 1 + place // each
        heading = _heading("Solutions", _SECTION, body, measure)
        blocks = [_solution(entries[number], blocks[number].heading) for number in solved]
        first = len(pages) + 1
        pages += _section(blocks, heading, "Solutions, continued", each, SOLUTION, paper, first, measure)
    return [_numbered(page, k, len(pages), paper, measure) for k, page in enumerate(pages, 1)], tuple(places)


def _section(
    blocks: Sequence[Block],
    heading: Sequence[Line],
    continued: str,
    each: int,
    sizes: Sizes,
    paper: Paper,
    first: int,
    measure: Measure,
) -> list[Page]:
    """Blocks in their slots, then pages with the words that found no room there.

    Args:
        heading: stands at the top of the first page.
        continued: the heading of the pages with the rest.
        each: blocks on a page.
        first: number of the first page.
    """
    body = paper.body
    found: list[list[Placed]] = []
    for start in range(0, len(blocks), each):
        room = below(body, heading) if start == 0 else body
        found.append(_best(blocks[start : start + each], room, each, sizes, measure))
    rests = [
        (block.heading, one.rest)
        for block, one in zip(blocks, (one for page in found for one in page), strict=True)
        if one.rest
    ]
    further, starts = _continuation(rests, continued, body, measure)
    numbers = iter(first + len(found) + start for start in starts)
    pages = []
    for k, row in enumerate(found):
        lines = list(heading) if k == 0 else []
        for one in row:
            lines += one.lines[:-1] if one.rest else one.lines
            if one.rest:
                last, text = one.lines[-1], CONTINUED.format(next(numbers))
                lines.append(replace(last, box=replace(last.box, width=measure(text, last.size, False)), text=text))
        pages.append(Page(tuple(lines), tuple(one.drawing for one in row)))
    return pages + further


def _best(blocks: Sequence[Block], room: Box, each: int, sizes: Sizes, measure: Measure) -> list[Placed]:
    """Blocks in their slots, beside and below each other such that the grids become large."""
    ways = divisions(room, each, sizes.slot) or divisions(room, each, (0.0, 0.0))  # a title may take room

    def placed_in(slots: Sequence[Box]) -> list[Placed]:
        return [placed(block, slot, sizes, measure) for block, slot in zip(blocks, slots, strict=False)]

    def worth(way: Sequence[Placed]) -> tuple[float, int]:
        grids = sum(sqrt(one.drawing.box.width * one.drawing.box.height) / (1 + bool(one.rest)) for one in way)
        return round(grids, 3), -sum(len(one.lines) for one in way)

    return max(map(placed_in, reversed(ways)), key=worth)  # of equal ones, that with most columns


def _continuation(
    rests: Sequence[tuple[str, tuple[str, ...]]], title: str, body: Box, measure: Measure
) -> tuple[list[Page], list[int]]:
    """Pages full of words, and for each item the index of the page that it begins on.

    Args:
        rests: each a heading and its paragraphs.
    """
    pages: list[list[Line]] = []
    starts: list[int] = []
    room = Box(0.0, 0.0, 0.0, 0.0)

    def next_page() -> Box:
        pages.append(list(_heading(title, _SECTION, body, measure)))
        return below(body, pages[-1])

    for heading, texts in rests:
        if room.height < 5 * LEADING * _CONTINUATION:  # three lines of heading at most, and two of words
            room = next_page()
        starts.append(len(pages) - 1)
        pages[-1] += short(heading, room, (_CONTINUATION, _CONTINUATION), 3, measure, bold=True)
        room = below(room, pages[-1])
        while texts:
            lines, texts = flowed(texts, room, _CONTINUATION, measure)
            pages[-1] += lines
            room = next_page() if texts else below(room, lines)
        room = lowered(room, _CONTINUATION)
    return [Page(tuple(lines)) for lines in pages], starts


def _heading(text: str, sizes: tuple[float, float], body: Box, measure: Measure) -> list[Line]:
    """Up to two lines at the top of a page, in the middle, with some room below them."""
    if not text.strip():
        return []
    lines = [
        replace(line, box=replace(line.box, left=body.left + (body.width - line.box.width) / 2))
        for line in short(text, body, sizes, 2, measure, bold=True)
    ]
    last = lines[-1]
    return [*lines[:-1], replace(last, box=replace(last.box, height=last.box.height + sizes[0] / 2))]


def _numbered(page: Page, number: int, count: int, paper: Paper, measure: Measure) -> Page:
    body, text = paper.body, f"{number} / {count}"
    width = measure(text, _NUMBER, False)
    box = Box(body.left + (body.width - width) / 2, body.bottom + FOOTER - LEADING * _NUMBER, width, LEADING * _NUMBER)
    return replace(page, lines=(*page.lines, Line(box, text, _NUMBER, "#555555")))


def _puzzle(entry: Entry, number: int, count: int) -> Block:
    model = entry.model
    remarks = [_by(model), _difficulty(entry)]
    texts = tuple(sentences(model, caption=True))
    return Block(_name(model, number, count), " · ".join(filter(None, remarks)), texts, picture(model))


def _by(model: Model) -> str:
    return " · ".join(f"by {author}" for author in _authors(model))


def _difficulty(entry: Entry) -> str:
    hard = entry.difficulty
    if hard is None:
        return ""
    level = "beyond the scale" if hard.level == BEYOND else f"{hard.level} ({hard.rating or 1.0})"
    return f"difficulty: {level}"


def _shared_rules(entries: Sequence[Entry], layout: Layout, measure: Measure) -> list[Line]:
    """Title, author and rules at the top of the first page, if they are the same for all puzzles and not long."""
    models = [entry.model for entry in entries]
    said = {(model.title, *_authors(model), *sentences(model, caption=True)) for model in models}
    if len(models) == 1 or len(said) > 1:
        return []
    body, size = layout.paper.body, PUZZLE.text[0]
    lines = _heading(layout.title or models[0].title, _TITLE, body, measure)
    title = models[0].title if layout.title else ""
    texts = tuple(filter(None, (title, _by(models[0]), *sentences(models[0], caption=True))))
    room = below(body, lines)
    room = replace(room, height=room.height - (1.0 - _MOST_SHARED) * body.height)
    words, rest = flowed(texts, room, size, measure)
    if rest or not words:
        return []
    last = words[-1]
    return [*lines, *words[:-1], replace(last, box=replace(last.box, height=last.box.height + size))]


def _solution(entry: Entry, heading: str) -> Block:
    model, values = entry.model, entry.values
    assert values is not None
    remarks = {
        "several": "one of several solutions",
        "unknown": "perhaps not the only solution",
        "feasible": "perhaps not the best solution",
    }
    lines = variables_text(model, values) if model.grids else []
    if all(value_of(values, x) is not None for x in range(len(model.variables))):
        lines += shown_text(model, values)
    if entry.objective is not None:
        lines.append(f"objective = {number_text(entry.objective)}")
    return Block(heading, remarks.get(entry.status, ""), tuple(lines), picture(model, values))


def _name(model: Model, number: int, count: int) -> str:
    """What stands above a puzzle and its solution."""
    if count == 1:
        return model.title or "Puzzle"
    return f"{number}. {model.title}" if model.title else f"Puzzle {number}"


def _authors(model: Model) -> list[str]:
    return [text for key, text in model.metadata if key == "author" and text]
