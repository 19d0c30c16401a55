"""File formats of pictures, one module each, named as the format.

Each has ``render(picture, width=None, height=None)`` and a ``RENDERER``; a new format is a new file.
Width and height are in pixels; one of them is enough, and a picture is never distorted.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.records import record
from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from puzzledsl.presentation.picture import Picture

CELL_PIXELS = 56
"""Pixels a cell when no size is asked for."""


@record
class Renderer:
    """One file format.

    Attributes:
        media_type: as in MIME.
        render: the picture as text or bytes; ``(picture, width, height)``.
        has_text: it writes title, rules and legend itself, as text.
    """

    media_type: str
    render: Callable[[Picture, int | None, int | None], str | bytes]
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


def converter(name: str, library: str) -> ModuleType:
    """The library that converts SVG into a format, or joins its pages; ``name`` is also that of the extra.

    Both kinds of file are conversions of the SVG, which holds no reference to a file or an address: all text in it is
    escaped, and it has no element that loads something.

    Raises:
        PuzzleError: it is not installed.
    """
    try:
        return import_module(library)
    except ImportError as error:
        raise failure(
            f"{name.upper()} files need the library {library}, which is not installed",
            helps=(
                f'install it with: pip install "puzzledsl[{name}]"',
                "SVG and HTML need no library: --svg FILE, --html FILE",
            ),
            code="missing-dependency",
        ) from error


def scale(picture: Picture, width: float | None, height: float | None) -> float:
    """Pixels a cell such that the picture fits into ``width`` × ``height``."""
    factors = [size / length for size, length in ((width, picture.width), (height, picture.height)) if size is not None]
    return min(factors, default=float(CELL_PIXELS))
