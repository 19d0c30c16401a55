"""What a picture consists of: a closed set of shapes in cell units, x to the right and y downwards.

A renderer matches on these types and knows nothing of puzzles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]
Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@record(slots=True)
class Paint:
    """Colours (``#rrggbb``, empty: none) and stroke. ``width`` and ``dash`` (on, off, …) are in cells."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@record(slots=True)
class Polyline:
    """An open path with round joins and round ends."""

    points: tuple[Point, ...]
    paint: Paint
    role: str = ""


@record(slots=True)
class Polygon:
    """A closed path; the last point is joined to the first."""

    points: tuple[Point, ...]
    paint: Paint
    role: str = ""


@record(slots=True)
class Circle:
    """A circle around ``centre``."""

    centre: Point
    radius: float
    paint: Paint
    role: str = ""


@record(slots=True)
class Rectangle:
    """An upright rectangle; ``corner`` is its top left."""

    corner: Point
    width: float
    height: float
    paint: Paint
    role: str = ""


@record(slots=True)
class TextShape:
    """One line of text.

    Attributes:
        place: the middle of the text's height; ``anchor`` says which point of its width.
        size: font size in cells.
        anchor: ``start``, ``middle`` or ``end``.
    """

    place: Point
    text: str
    size: float
    color: str
    anchor: str = "middle"
    bold: bool = False
    role: str = ""


Shape = Polyline | Polygon | Circle | Rectangle | TextShape

_ADVANCE = 0.62
"""Mean width of a character of a sans-serif face, in font sizes (digits: 0.55 to 0.64)."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimated width in cells; fonts differ, so it errs on the wide side."""
    return len(text) * size * (_ADVANCE + 0.04 * bold)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The same shape elsewhere."""
    match shape:
        case Polyline(points) | Polygon(points):
            return replace(shape, points=tuple((x + dx, y + dy) for x, y in points))
        case Circle((x, y)):
            return replace(shape, centre=(x + dx, y + dy))
        case Rectangle((x, y)):
            return replace(shape, corner=(x + dx, y + dy))
        case TextShape((x, y)):
            return replace(shape, place=(x + dx, y + dy))


def extent(shape: Shape) -> Extent:
    """The bounding box, strokes included."""
    match shape:
        case Polyline(points, paint) | Polygon(points, paint):
            half = paint.width / 2
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        case Circle((x, y), radius, paint):
            reach = radius + paint.width / 2
            return x - reach, y - reach, x + reach, y + reach
        case Rectangle((x, y), width, height, paint):
            half = paint.width / 2
            return x - half, y - half, x + width + half, y + height + half
        case TextShape((x, y), text, size, _, anchor, bold):
            width = text_width(text, size, bold)
            left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            return left, y - 0.5 * size, left + width, y + 0.5 * size


def total_extent(shapes: Iterable[Shape]) -> Extent:
    """The bounding box of all; nothing at all takes no room."""
    boxes = [extent(shape) for shape in shapes]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
