"""PNG, converted from SVG by vl-convert (an optional dependency), which brings a font of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.renderers import Renderer, converter, scale, svg

if TYPE_CHECKING:
    from puzzledsl.presentation.picture import Picture

_LARGEST = 36_000_000
"""Pixels at most, 144 MB: the converter ends the process where memory is short. Larger pictures are made smaller."""


def render(picture: Picture, width: int | None = None, height: int | None = None) -> bytes:
    """The picture as a PNG file.

    Raises:
        PuzzleError: vl-convert is not installed.
    """
    largest = (_LARGEST * picture.width / picture.height) ** 0.5
    size = min(scale(picture, width, height) * picture.width, largest)
    content: bytes = converter("png", "vl_convert").svg_to_png(svg.render(picture, width=size))
    return content


RENDERER = Renderer("image/png", render)
