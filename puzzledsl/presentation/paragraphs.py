"""Running text: lines of a certain width, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.shapes import Shape, TextShape, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.presentation.shapes import Point

INK = "#222222"
_LEADING, _BETWEEN = 1.35, 0.3
"""From one line to the next, and further room between paragraphs, in font sizes."""


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A paragraph in lines that are no wider than ``width``. A word that is wider is cut; a line has one character."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
            continue
        lines.append("")
        for character in word:
            if lines[-1] and text_width(lines[-1] + character, size, bold) > width:
                lines.append("")
            lines[-1] += character
    return lines


def paragraphs(
    texts: Iterable[str],
    corner: Point,
    width: float,
    size: float,
    *,
    color: str = INK,
    bold: bool = False,
    role: str = "caption",
) -> tuple[list[Shape], float]:
    """Paragraphs one below the other, and the height at which they end. Empty ones take no room.

    Args:
        corner: of the first line, top left.
        size: of the font, in the units of ``corner`` and ``width``.
    """
    left, y = corner
    shapes: list[Shape] = []
    for text in texts:
        lines = wrapped(text, width, size, bold)
        for line in lines:
            shapes.append(TextShape((left, y + _LEADING * size / 2), line, size, color, "start", bold, role))
            y += _LEADING * size
        y += _BETWEEN * size * bool(lines)
    return shapes, y
