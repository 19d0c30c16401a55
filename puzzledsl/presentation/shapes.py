"""What a picture consists of: a closed set of shapes in cell units, x to the right and y downwards.

A renderer matches on these types and knows nothing of puzzles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Collection

Point = tuple[float, float]
Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@record
class Paint:
    """Colours (``#rrggbb``, empty: none) and stroke. ``width`` and ``dash`` (on, off, …) are in cells."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@record
class Polyline:
    """An open path with round joins and round ends."""

    points: tuple[Point, ...]
    paint: Paint
    role: str = ""


@record
class Polygon:
    """A closed path; the last point is joined to the first."""

    points: tuple[Point, ...]
    paint: Paint
    role: str = ""


@record
class Circle:
    """A circle around ``centre``."""

    centre: Point
    radius: float
    paint: Paint
    role: str = ""


@record
class Rectangle:
    """An upright rectangle; ``corner`` is its top left."""

    corner: Point
    width: float
    height: float
    paint: Paint
    role: str = ""


@record
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


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimated width of a text in a sans-serif face; faces differ, so it errs on the wide side."""
    return size * sum(map(_advance, text)) + 0.04 * size * len(text) * bold


def fitting(text: str, size: float, room: float, bold: bool = False) -> float:
    """The font size, made smaller for a text that would be wider than the room."""
    return min(size, room / max(text_width(text, 1.0, bold), 0.01))


def _advance(character: str) -> float:
    """The width of a character in font sizes: of Chinese, Japanese and Korean ones the whole; digits 0.55 to 0.64."""
    if character >= "\u1100":
        return 1.0 if east_asian_width(character) in "WF" else 0.68
    return 0.68 if character.isupper() else 0.62 if character.isdigit() else 0.56


def moved(shape: Shape, dx: float, dy: float, scale: float = 1.0) -> Shape:
    """The same shape elsewhere: enlarged about the origin, then moved."""

    def there(point: Point) -> Point:
        return point[0] * scale + dx, point[1] * scale + dy

    if isinstance(shape, TextShape):
        return replace(shape, place=there(shape.place), size=shape.size * scale)
    paint = shape.paint
    if scale != 1.0:
        paint = replace(paint, width=paint.width * scale, dash=tuple(length * scale for length in paint.dash))
    match shape:
        case Polyline(points) | Polygon(points):
            return replace(shape, points=tuple(map(there, points)), paint=paint)
        case Circle(middle, radius):
            return replace(shape, centre=there(middle), radius=radius * scale, paint=paint)
        case Rectangle(corner, width, height):
            return replace(shape, corner=there(corner), width=width * scale, height=height * scale, paint=paint)


def extent(shape: Shape) -> Extent:
    """The bounding box, strokes included."""
    half = 0.0 if isinstance(shape, TextShape) else shape.paint.width / 2
    match shape:
        case Polyline(points) | Polygon(points):
            xs, ys = [x for x, _ in points], [y for _, y in points]
        case Circle((x, y), radius):
            xs, ys = [x - radius, x + radius], [y - radius, y + radius]
        case Rectangle((x, y), width, height):
            xs, ys = [x, x + width], [y, y + height]
        case TextShape((x, y), text, size, _, anchor, bold):
            width = text_width(text, size, bold)
            left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            xs, ys = [left, left + width], [y - 0.5 * size, y + 0.5 * size]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def plated(text: TextShape) -> list[Shape]:
    """A text on a white plate, so that lines behind it do not strike it through."""
    left, top, right, bottom = extent(text)
    return [Rectangle((left - 0.02, top), right - left + 0.04, bottom - top, Paint(fill="#ffffff"), "plate"), text]


def total_extent(shapes: Collection[Shape]) -> Extent:
    """The bounding box of all; nothing at all takes no room."""
    lefts, tops, rights, bottoms = zip(*map(extent, shapes), strict=True) if shapes else [(0.0,)] * 4
    return min(lefts), min(tops), max(rights), max(bottoms)
