"""PDF pages by fpdf2 (an optional dependency): pictures as vector graphics, text in embedded fonts.

All lengths are in points (1/72 inch), x to the right, y downwards from the top left corner of the page.

The font is DejaVu Sans Condensed, which comes with the package (`fonts`): the same pages everywhere, in Latin, Greek,
Cyrillic, Hebrew, Arabic and some more scripts. Other fonts can stand behind it for what it lacks.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from puzzledsl import __version__
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.presentation.glyphs import FACES, writable
from puzzledsl.presentation.shapes import Circle, Paint, Polygon, Polyline, Rectangle, Shape, TextShape, moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpdf import FPDF
    from fpdf.fonts import TTFFont

    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.shapes import Point

_FAMILY = "sans"
_DROP = 0.36
"""From the middle of a capital or digit down to its base line, in font sizes, as in SVG."""
_CELL_DROP = 0.3
"""From the top of a cell without height down to the base line, in font sizes: fpdf2's own choice."""
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date of every document: the same pages are the same bytes."""
_ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")


class PdfDocument:
    """Pages to draw on, one after another. It holds its fonts' files open, and closes them at the end of its block.

    Attributes:
        missing: the characters that no font has, in the order in which they were met; U+FFFD is drawn for them.
    """

    def __init__(self, title: str, *, author: str = "", fonts: Sequence[str | Path] = ()) -> None:
        """Args:
        title: of the document.
        fonts: files of further fonts, for characters that the first one lacks.

        Raises:
            PuzzleError: fpdf2 is not installed, or a font cannot be read.
        """
        try:
            import uharfbuzz
            from fpdf import FPDF
        except ImportError as error:
            raise _missing() from error
        del uharfbuzz  # which fpdf2 loads itself
        self.missing: dict[str, None] = {}
        self._pdf = FPDF(unit="pt")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(_EPOCH)
        self._pdf.set_producer(f"puzzledsl {__version__}")
        try:
            for bold, face in FACES.items():
                self._pdf.add_font(_FAMILY, "B" if bold else "", face)
            families = [_add_font(self._pdf, Path(font), number) for number, font in enumerate(fonts)]
        except PuzzleError:
            self.close()
            raise
        # The bold face lacks a few Arabic letters that the other one has.
        self._pdf.set_fallback_fonts([_FAMILY, *families], exact_match=False)
        self._known = frozenset[int]().union(*(_font(self._pdf, key).cmap for key in self._pdf.fonts))
        self._pdf.set_title(self._writable(title))
        if author:
            self._pdf.set_author(self._writable(author))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files of the fonts."""
        for key in self._pdf.fonts:
            _font(self._pdf, key).ttfont.close()

    def add_page(self, width: float, height: float) -> None:
        """Begin a page of this size."""
        self._pdf.add_page(format=(width, height))

    def output(self) -> bytes:
        """The whole file."""
        return bytes(self._pdf.output())

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Of one line of text."""
        words = self._set(text, size, bold)
        return self._pdf.get_string_width(words)

    def text(
        self, place: Point, text: str, size: float, *, color: str = "#000000", anchor: str = "start", bold: bool = False
    ) -> None:
        """Write one line.

        Args:
            place: a point of its base line; ``anchor`` says which.
            anchor: ``start``, ``middle`` or ``end``.
        """
        words = self._set(text, size, bold)
        if not words:
            return
        x, y = place
        if anchor != "start":
            x -= self._pdf.get_string_width(words) * (1.0 if anchor == "end" else 0.5)
        self._pdf.set_text_color(color)
        if self._is_plain(words, bold):
            self._pdf.text(x, y, words)
        else:
            self._pdf.set_xy(x, y - _CELL_DROP * size)
            self._pdf.cell(0, 0, words)

    def draw(self, picture: Picture, place: Point, scale: float) -> None:
        """Draw a picture.

        Args:
            place: of the top left corner of its bounds.
            scale: points for a cell.
        """
        left, top, _, _ = picture.bounds
        # Scaled before it is moved: where a cell is a tenth of a point, a hundredth of a cell would be lost.
        origin = place[0] / scale - left, place[1] / scale - top
        with self._pdf.local_context(stroke_cap_style="round", stroke_join_style="round"):
            for shape in picture.shapes:
                self._draw(moved(shape, *origin), scale)

    def _draw(self, shape: Shape, scale: float) -> None:
        if isinstance(shape, TextShape):
            x, y = shape.place
            place = x * scale, (y + _DROP * shape.size) * scale
            self.text(place, shape.text, shape.size * scale, color=shape.color, anchor=shape.anchor, bold=shape.bold)
            return
        style = self._style(shape.paint, scale)
        if not style:
            return
        alpha, dash = shape.paint.opacity, shape.paint.dash
        if alpha >= 1 and not dash:
            self._figure(shape, scale, style)
            return
        # Round ends would fill the gaps between short dashes.
        with self._pdf.local_context(
            fill_opacity=alpha, stroke_opacity=alpha, stroke_cap_style="butt" if dash else "round"
        ):
            if dash:
                self._pdf.set_dash_pattern(dash[0] * scale, dash[-1] * scale)
            self._figure(shape, scale, style)

    def _style(self, paint: Paint, scale: float) -> str:
        """Set the colours; whether to draw (D) and fill (F)."""
        style = ""
        if paint.stroke and paint.width:
            self._pdf.set_draw_color(paint.stroke)
            self._pdf.set_line_width(paint.width * scale)
            style = "D"
        if paint.fill:
            self._pdf.set_fill_color(paint.fill)
            style += "F"
        return style

    def _figure(self, shape: Polyline | Polygon | Circle | Rectangle, scale: float, style: str) -> None:
        match shape:
            case Polyline(points):
                self._pdf.polyline([(x * scale, y * scale) for x, y in points], style=style)
            case Polygon(points):
                self._pdf.polygon([(x * scale, y * scale) for x, y in points], style=style)
            case Circle((x, y), radius):
                self._pdf.circle(x * scale, y * scale, radius * scale, style=style)
            case Rectangle((x, y), width, height):
                self._pdf.rect(x * scale, y * scale, width * scale, height * scale, style=style)

    def _set(self, text: str, size: float, bold: bool) -> str:
        """Make ready for a line in this font; the line as it can be written."""
        words = self._writable(text)
        # Arabic letters join, accents find their places and Hebrew runs to the left by the shaping engine alone.
        self._pdf.set_text_shaping(any(map(_needs_shaping, words)))
        self._pdf.set_font(_FAMILY, "B" if bold else "", size)
        return words

    def _writable(self, text: str) -> str:
        return writable(text, lambda character: ord(character) in self._known, self.missing)

    def _is_plain(self, words: str, bold: bool) -> bool:
        """Whether one font has it all, and nothing of it needs shaping."""
        font = _font(self._pdf, f"{_FAMILY}{'B' if bold else ''}")
        return all(ord(c) in font.cmap and not _needs_shaping(c) for c in words)


def _font(pdf: FPDF, key: str) -> TTFFont:
    from fpdf.fonts import TTFFont

    found = pdf.fonts[key]
    assert isinstance(found, TTFFont)
    return found


def _add_font(pdf: FPDF, path: Path, number: int) -> str:
    """Add a font from a file; its family.

    Raises:
        PuzzleError: it cannot be read, or is no font.
    """
    if path.suffix.lower() not in _ENDINGS:
        raise failure(f"`{path}` is not a font: its ending is not one of {', '.join(_ENDINGS)}", code="font")
    if not path.is_file():
        raise failure(f"there is no font `{path}`", code="font")
    from fontTools.ttLib import TTFont

    family = f"further{number}"
    try:
        with path.open("rb") as stream:  # which fpdf2 would leave open, if it is no font
            TTFont(stream, fontNumber=0).getBestCmap()
        pdf.add_font(family, "", path.resolve())
    except Exception as error:  # fontTools raises whatever a broken table leads to
        raise failure(f"`{path}` cannot be read as a font: {error}", code="font") from None
    return family


def _needs_shaping(character: str) -> bool:
    if character < "\u0300":
        return False
    return unicodedata.bidirectional(character) in ("R", "AL", "AN") or unicodedata.category(character)[0] == "M"


def _missing() -> PuzzleError:
    return failure(
        "PDF needs the fpdf2 and uharfbuzz libraries, which are not installed",
        helps=('install them with: pip install "puzzledsl[pdf]"', "SVG and HTML need nothing: --svg FILE, --html FILE"),
        code="missing-dependency",
    )
