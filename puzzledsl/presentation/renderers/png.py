"""PNG by Pillow (an optional dependency), with the font of the package: no system fonts needed."""

from __future__ import annotations

import warnings
from io import BytesIO
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.presentation.glyphs import FACES, writable
from puzzledsl.presentation.renderers import Renderer, scale, warn_of
from puzzledsl.presentation.shapes import Circle, Paint, Point, Polygon, Polyline, Rectangle, Shape, TextShape

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image as PillowImage
    from PIL.ImageFont import FreeTypeFont

    from puzzledsl.presentation.picture import Picture

_OVERSAMPLING = 4
_LARGEST = 36_000_000
"""Pixels drawn on at most: 108 MB. Large pictures are oversampled less, huge ones made smaller."""


def render(
    picture: Picture,
    width: int | None = None,
    height: int | None = None,
    warn: Callable[[str], object] = warnings.warn,
) -> bytes:
    """The picture as a PNG file.

    Args:
        warn: called with a sentence on the characters that the font lacks.

    Raises:
        PuzzleError: Pillow is not installed, or lacks the FreeType library.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise _missing() from error
    pixels = scale(picture, width, height)
    area = picture.width * picture.height
    pixels = min(pixels, (_LARGEST / area) ** 0.5)
    finer = max(1, min(_OVERSAMPLING, int((_LARGEST / (area * pixels * pixels)) ** 0.5)))
    size = (max(1, round(picture.width * pixels)), max(1, round(picture.height * pixels)))
    canvas = Image.new("RGB", (size[0] * finer, size[1] * finer), "#ffffff")
    pen = _Pen(canvas, pixels * finer, picture.bounds[:2])
    for shape in picture.shapes:
        pen.draw(shape)
    warn_of(pen.missing, warn)
    image = canvas if finer == 1 else canvas.resize(size, Image.Resampling.BOX)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


class _Pen:
    """Draws shapes on a canvas: ``factor`` pixels a cell, ``origin`` is the canvas's top left in cells."""

    def __init__(self, canvas: PillowImage, factor: float, origin: Point) -> None:
        from PIL import ImageDraw

        self.canvas = canvas
        self.factor = factor
        self.origin = origin
        self.sheet = ImageDraw.Draw(canvas)
        self.fonts: dict[tuple[int, bool], FreeTypeFont] = {}
        self.missing: dict[str, None] = {}

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, TextShape):
            self._text(shape)
        elif shape.paint.opacity >= 1:
            self._figure(shape)
        else:
            from PIL import Image

            below = self.canvas.copy()
            self._figure(shape)
            self.canvas.paste(Image.blend(below, self.canvas, shape.paint.opacity))

    def _figure(self, shape: Polyline | Polygon | Circle | Rectangle) -> None:
        match shape:
            case Polyline(points, paint):
                self._stroke([self._at(point) for point in points], paint)
            case Polygon(points, paint):
                corners = [self._at(point) for point in points]
                if paint.fill:
                    self.sheet.polygon(corners, fill=paint.fill)
                self._stroke([*corners, corners[0]], paint)
            case Circle((x, y), radius, paint):
                cx, cy = self._at((x, y))
                reach = (radius + (paint.width / 2 if paint.stroke else 0.0)) * self.factor
                self.sheet.ellipse(
                    (cx - reach, cy - reach, cx + reach, cy + reach),
                    fill=paint.fill or None,
                    outline=paint.stroke or None,
                    width=max(1, round(paint.width * self.factor)),
                )
            case Rectangle((x, y), width, height, paint):
                corners = [self._at(p) for p in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))]
                if paint.fill:
                    (left, top), (right, bottom) = corners[0], corners[2]
                    box = (round(left), round(top), max(round(left), round(right) - 1), round(bottom) - 1)
                    self.sheet.rectangle((*box[:3], max(box[1], box[3])), fill=paint.fill)
                self._stroke([*corners, corners[0]], paint)

    def _stroke(self, points: list[Point], paint: Paint) -> None:
        """A path in pixels, with round joins and ends where it is not dashed."""
        if not paint.stroke or not paint.width:
            return
        thickness = max(1, round(paint.width * self.factor))
        if paint.dash:
            for start, end in _dashes(points, [length * self.factor for length in paint.dash]):
                self.sheet.line((start, end), fill=paint.stroke, width=thickness)
            return
        for start, end in pairwise(points):
            self.sheet.line((start, end), fill=paint.stroke, width=thickness)
        reach = thickness / 2
        for x, y in points:
            self.sheet.ellipse((x - reach, y - reach, x + reach, y + reach), fill=paint.stroke)

    def _text(self, shape: TextShape) -> None:
        size = max(4, round(shape.size * self.factor))
        font = self._font(size, shape.bold)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        x, y = self._at(shape.place)
        self.sheet.text(
            (x, y + 0.36 * size),
            writable(shape.text, lambda character: _has(font, character), self.missing),
            fill=shape.color,
            font=font,
            anchor=anchor,
        )

    def _font(self, size: int, bold: bool) -> FreeTypeFont:
        from PIL import ImageFont

        if (size, bold) not in self.fonts:
            try:
                self.fonts[size, bold] = ImageFont.truetype(FACES[bold], size)
            except ImportError as error:
                raise _missing() from error
        return self.fonts[size, bold]

    def _at(self, point: Point) -> Point:
        return (point[0] - self.origin[0]) * self.factor, (point[1] - self.origin[1]) * self.factor


def _has(font: FreeTypeFont, character: str) -> bool:
    """Whether a font has a character. Pillow does not say so; where it has none, it draws what it draws for U+FFFF."""
    if character < "\x7f":
        return True
    shown, none = (font.getmask(one) for one in (character, "\uffff"))
    return shown.size != none.size or bytes(shown) != bytes(none)


def _dashes(points: list[Point], pattern: list[float]) -> list[tuple[Point, Point]]:
    """The drawn pieces of a dashed path; the pattern goes on round corners."""
    pieces: list[tuple[Point, Point]] = []
    index, left = 0, pattern[0]
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if index % 2 == 0 and step > 0:
                first, last = done / length, (done + step) / length
                pieces.append(
                    (
                        (ax + (bx - ax) * first, ay + (by - ay) * first),
                        (ax + (bx - ax) * last, ay + (by - ay) * last),
                    )
                )
            done, left = done + step, left - step
            if left <= 1e-9:
                index += 1
                left = max(pattern[index % len(pattern)], 1e-6)
    return pieces


def _missing() -> Exception:
    return failure(
        "PNG pictures need the Pillow library, which is not installed",
        helps=[
            'install it with: pip install "puzzledsl[png]"',
            "SVG and HTML need no library: --svg FILE, --html FILE",
        ],
        code="missing-dependency",
    )


RENDERER = Renderer("image/png", render)
