"""A puzzle, or its solution, in a slot of a page: words above, the picture below them.

Words shrink before they take more than half of the slot from the picture. What does not fit even then is left over, and
goes on another page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from puzzledsl.records import record, replace
from puzzledsl.sheets.paper import LEAST_PUZZLE, LEAST_SOLUTION, Box

if TYPE_CHECKING:
    from puzzledsl.presentation.picture import Picture

Measure = Callable[[str, float, bool], float]
"""The width in points of a text of a font size, bold or not."""

LEADING = 1.3
"""From one line to the next, in font sizes."""
BETWEEN = 0.35
"""Between two paragraphs, in font sizes."""
CONTINUED = "continued on page {}"
_INK, _FAINT = "#111111", "#555555"
_ABOVE_TEXT, _ABOVE_PICTURE = 2.0, 4.0
_SMALLEST_PICTURE = 0.5
"""Of the height of a slot: words take no more from a picture that could be larger."""
_STEP = 0.5


@record(slots=True)
class Line:
    """One line of text in its box. Its base line is one font size below the top of the box."""

    box: Box
    text: str
    size: float
    color: str = _INK
    bold: bool = False


@record(slots=True)
class Drawing:
    """A picture, ``scale`` points for a cell, whose bounds fill a box."""

    box: Box
    picture: Picture
    scale: float


@record(slots=True)
class Sizes:
    """Font sizes of the words, each the largest and the smallest; the largest cell, and the smallest slot."""

    heading: tuple[float, float]
    remark: tuple[float, float]
    text: tuple[float, float]
    cell: float
    slot: tuple[float, float]


PUZZLE = Sizes((12.0, 8.0), (8.5, 6.5), (9.5, 6.5), 48.0, LEAST_PUZZLE)
SOLUTION = Sizes((8.5, 6.5), (7.0, 6.0), (7.0, 6.0), 16.0, LEAST_SOLUTION)


@record(slots=True)
class Block:
    """What stands in a slot.

    Attributes:
        heading: in bold, one line if possible.
        remark: a short line below it, or empty.
        texts: the paragraphs.
    """

    heading: str
    remark: str
    texts: tuple[str, ...]
    picture: Picture


@record(slots=True)
class Placed:
    """A block in its slot.

    Attributes:
        rest: paragraphs that found no room. Then the last line is to say where they are: its text is `CONTINUED`.
    """

    lines: tuple[Line, ...]
    drawing: Drawing
    rest: tuple[str, ...] = ()


def placed(block: Block, slot: Box, sizes: Sizes, measure: Measure) -> Placed:
    """Lay out a block."""
    lines = short(block.heading, slot, sizes.heading, 3, measure, bold=True)
    if block.remark:
        lines += short(block.remark, below(slot, lines), sizes.remark, 2, measure, color=_FAINT)
    room = lowered(below(slot, lines), _ABOVE_TEXT)
    picture = block.picture
    largest = min(slot.width / picture.width, sizes.cell)
    kept = min(largest * picture.height, _SMALLEST_PICTURE * slot.height) + _ABOVE_PICTURE
    texts, rest = _texts(block.texts, replace(room, height=room.height - kept), sizes.text, measure)
    lines += texts
    left = lowered(below(slot, lines), _ABOVE_PICTURE)
    scale = min(largest, left.height / picture.height)
    width, height = scale * picture.width, scale * picture.height
    return Placed(tuple(lines), Drawing(Box(slot.left, left.top, width, height), picture, scale), rest)


def below(box: Box, lines: Sequence[Line]) -> Box:
    """What lines leave of a box that they begin at the top of."""
    if not lines:
        return box
    bottom = lines[-1].box.bottom
    return Box(box.left, bottom, box.width, box.bottom - bottom)


def lowered(box: Box, by: float) -> Box:
    """The box without a strip at its top."""
    return replace(box, top=box.top + by, height=box.height - by)


def paragraph(
    words: Sequence[str], room: Box, size: float, measure: Measure, *, color: str = _INK, bold: bool = False
) -> list[Line]:
    """Lines, one below the other from the top of the room."""
    height = LEADING * size
    return [
        Line(
            Box(room.left, room.top + number * height, measure(text, size, bold), height),
            text,
            size,
            color,
            bold,
        )
        for number, text in enumerate(words)
    ]


def wrapped(text: str, width: float, size: float, measure: Measure, bold: bool = False) -> list[str]:
    """A paragraph in lines that are no wider than ``width``. A word that is wider is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if measure(longer, size, bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *parts, line = _cut(word, width, size, measure, bold)
        lines += parts
    return [*lines, line] if line else lines


def _cut(word: str, width: float, size: float, measure: Measure, bold: bool) -> list[str]:
    """A word in parts that are no wider than ``width``; a part has one character at least."""
    parts = [""]
    for character in word:
        if parts[-1] and measure(parts[-1] + character, size, bold) > width:
            parts.append("")
        parts[-1] += character
    return parts


def _sizes(largest: float, smallest: float) -> Iterator[float]:
    """From the largest down."""
    size = largest
    while size > smallest:
        yield size
        size -= _STEP
    yield smallest


def short(
    text: str,
    room: Box,
    sizes: tuple[float, float],
    most: int,
    measure: Measure,
    *,
    color: str = _INK,
    bold: bool = False,
) -> list[Line]:
    """A text of few lines: one line if it can be made small enough, else up to ``most``, and cut if need be.

    Args:
        sizes: the largest and the smallest font size.
    """
    for allowed in range(1, most + 1):
        for size in _sizes(*sizes):
            lines = wrapped(text, room.width, size, measure, bold)
            if len(lines) <= allowed:
                return paragraph(lines, room, size, measure, color=color, bold=bold)
    size = sizes[1]
    lines = wrapped(text, room.width, size, measure, bold)[:most]
    while lines[-1] and measure(f"{lines[-1]}…", size, bold) > room.width:
        lines[-1] = lines[-1][:-1]
    lines[-1] += "…"
    return paragraph(lines, room, size, measure, color=color, bold=bold)


def _texts(
    texts: Sequence[str], room: Box, sizes: tuple[float, float], measure: Measure
) -> tuple[list[Line], tuple[str, ...]]:
    """The paragraphs as large as they fit; what does not fit at all is returned, too."""
    for size in _sizes(*sizes):
        lines, rest = flowed(texts, room, size, measure)
        if not rest:
            return lines, ()
    height = LEADING * sizes[1]
    lines, rest = flowed(texts, replace(room, height=room.height - height * (1 + BETWEEN)), sizes[1], measure)
    last = lowered(below(room, lines), BETWEEN * sizes[1])
    size = sizes[1] * min(1.0, room.width / measure(CONTINUED.format(999), sizes[1], False))  # a slot may be narrow
    return lines + paragraph([CONTINUED], last, size, measure, color=_FAINT), rest


def flowed(texts: Sequence[str], room: Box, size: float, measure: Measure) -> tuple[list[Line], tuple[str, ...]]:
    """As many lines as fit into the room, and the paragraphs, the first perhaps in part, that do not."""
    lines: list[Line] = []
    top = room.top
    for number, text in enumerate(texts):
        words = wrapped(text, room.width, size, measure)
        fitting = int((room.bottom - top + 1e-6) / (LEADING * size))
        place = replace(room, top=top)
        if fitting < len(words):
            shown = words[: max(fitting, 0)]
            remaining = " ".join(words[len(shown) :])
            return lines + paragraph(shown, place, size, measure), (remaining, *texts[number + 1 :])
        lines += paragraph(words, place, size, measure)
        top += (len(words) * LEADING + BETWEEN) * size
    return lines, ()
