"""SVG 1.1: one self-contained element, no scripts, no outside resources; the same bytes every time."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from puzzledsl.presentation.renderers import Renderer, scale
from puzzledsl.presentation.shapes import Circle, Point, Polygon, Polyline, Rectangle, Shape, TextShape
from puzzledsl.presentation.value_texts import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.presentation.overlay import Area
    from puzzledsl.presentation.picture import Picture

UNIT = 100
"""User units a cell: browsers round and clamp font sizes below one unit."""
_DROP = 0.36
"""From the middle of a capital or digit down to its base line, in font sizes (cap height is 0.72)."""
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped (XML 1.0, section 2.2)."""


def render(
    picture: Picture, width: float | None = None, height: float | None = None, overlay: Iterable[Area] = ()
) -> str:
    """The picture as an SVG document (usable inside HTML as well).

    Args:
        overlay: invisible areas on top of it, for a page on which it can be clicked.
    """
    left, top, _, _ = picture.bounds
    pixels = scale(picture, width, height)
    box = (left * UNIT, top * UNIT, picture.width * UNIT, picture.height * UNIT)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(rounded, box))}"'
        f' width="{rounded(picture.width * pixels)}" height="{rounded(picture.height * pixels)}" role="img"'
        " font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\""
        ' stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{text(picture.model.title or 'Puzzle')}</title>",
        f'<rect class="paper" x="{rounded(box[0])}" y="{rounded(box[1])}"'
        f' width="{rounded(box[2])}" height="{rounded(box[3])}" fill="#ffffff"/>',
    ]
    lines += [element(shape) for shape in picture.shapes]
    for area in overlay:
        attributes = "".join(f' {name}="{text(value)}"' for name, value in area.attributes)
        lines += [f"<g{attributes}>", *(element(shape) for shape in area.shapes), "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def text(words: str) -> str:
    """Escaped for element content and attributes; control characters become U+FFFD."""
    return escape(_FORBIDDEN.sub("\ufffd", words))


def element(shape: Shape) -> str:
    """One shape, as SVG writes it."""
    match shape:
        case Polyline(points):
            return _tag("polyline", shape, points=_points(points))
        case Polygon(points):
            return _tag("polygon", shape, points=_points(points))
        case Circle((x, y), radius):
            return _tag("circle", shape, cx=_length(x), cy=_length(y), r=_length(radius))
        case Rectangle((x, y), width, height):
            return _tag("rect", shape, x=_length(x), y=_length(y), width=_length(width), height=_length(height))
        case TextShape((x, y), _, size):
            return _tag("text", shape, x=_length(x), y=_length(y + _DROP * size), font_size=_length(size))


def _tag(name: str, shape: Shape, **given: str) -> str:
    """An element with its geometry and its paint; an underscore in a name becomes a hyphen."""
    content = ""
    if isinstance(shape, TextShape):
        content = text(shape.text)
        given["fill"] = shape.color
        if shape.anchor != "start":
            given["text_anchor"] = shape.anchor
        if shape.bold:
            given["font_weight"] = "bold"
    else:
        paint = shape.paint
        given["fill"] = paint.fill or "none"
        if paint.stroke:
            given |= {"stroke": paint.stroke, "stroke_width": _length(paint.width)}
        if paint.dash:
            # Round ends would fill the gaps between short dashes.
            given |= {"stroke_dasharray": " ".join(map(_length, paint.dash)), "stroke_linecap": "butt"}
        if paint.opacity < 1:
            given["opacity"] = rounded(paint.opacity)
    role = {"class": shape.role} if shape.role else {}
    attributes = "".join(f' {key.replace("_", "-")}="{text(value)}"' for key, value in (role | given).items())
    return f"<{name}{attributes}>{content}</{name}>" if content else f"<{name}{attributes}/>"


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_length(x)},{_length(y)}" for x, y in points)


def _length(cells: float) -> str:
    return rounded(cells * UNIT)


RENDERER = Renderer("image/svg+xml", render)
