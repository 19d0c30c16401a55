"""File formats of pictures, one module each, named as the format.

Each has ``render(picture, *, width=None, height=None)`` and a ``RENDERER``; a new format is a new file.
Width and height are in pixels; one of them is enough, and a picture is never distorted.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from puzzledsl.presentation.glyphs import lacking
from puzzledsl.records import record
from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from puzzledsl.presentation.picture import Picture

CELL_PIXELS = 56
"""Pixels a cell when no size is asked for."""


@record(slots=True)
class Renderer:
    """One file format.

    Attributes:
        media_type: as in MIME.
        render: the picture as text or bytes; ``(picture, width, height, warn)``. ``warn`` is called with a sentence on
            the characters that cannot be drawn.
        has_text: it writes title, rules and legend itself, as text.
    """

    media_type: str
    render: Callable[[Picture, int | None, int | None, Callable[[str], object]], str | bytes]
    has_text: bool = False


@cache
def formats() -> frozenset[str]:
    """The names of all formats. Reads a directory, imports nothing."""
    return frozenset(modules_in(__path__))


def renderer(name: str) -> Renderer:
    """The renderer of a format; ``name`` is one of `formats`."""
    found = import_module(f"{__name__}.{name}").RENDERER
    assert isinstance(found, Renderer)
    return found


def warn_of(missing: Collection[str], warn: Callable[[str], object]) -> None:
    """Name the characters that could not be drawn, if there are any."""
    if missing:
        warn(f"{lacking(list(missing))}. SVG and HTML have it, since they use the fonts of the reader")


def scale(picture: Picture, width: int | None, height: int | None) -> float:
    """Pixels a cell such that the picture fits into ``width`` × ``height``."""
    factors = [size / length for size, length in ((width, picture.width), (height, picture.height)) if size is not None]
    return min(factors, default=float(CELL_PIXELS))
