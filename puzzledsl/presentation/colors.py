"""Colours, and shades that stay legible when a page is printed in grey."""

from __future__ import annotations

import re

from puzzledsl.color_names import COLOR_NAMES

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")

WHITE = "#ffffff"
BLACK = "#000000"


def rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255. What is not a colour counts as black: elaboration has refused it before."""
    text = COLOR_NAMES.get(color.lower()) or (color[1:] if _HEX.fullmatch(color) else "000000")
    if len(text) == 3:
        text = "".join(2 * digit for digit in text)
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


def grey(color: str) -> float:
    """How light a colour is in print, 0 (black) to 1 (white): the luma of ITU-R BT.601."""
    red, green, blue = rgb(color)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def is_dark(color: str) -> bool:
    """Whether a digit on this colour has to be white."""
    return grey(color) < 0.45


def between(color: str, low: float, high: float) -> str:
    """The same hue with a `grey` from ``low`` to ``high``, mixed with white or black as far as needed."""
    red, green, blue = rgb(color)
    light = grey(color)
    if light < low:
        part = (low - light) / (1 - light)
        red, green, blue = (round(c + (255 - c) * part) for c in (red, green, blue))
    elif light > high:
        red, green, blue = (round(c * high / light) for c in (red, green, blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def ink(color: str, default: str) -> str:
    """A colour for thin strokes and text on white paper; ``default`` when ``color`` is empty."""
    return between(color or default, 0.0, 0.45)


def band(color: str, default: str) -> str:
    """A colour for broad lines below digits: dark digits are read on it, and it is seen on white."""
    return between(color or default, 0.66, 0.86)


def surface(color: str, default: str) -> str:
    """A colour to fill a cell with: black and dark greys as they are (digits turn white), all others light."""
    color = color or default
    channels = rgb(color)
    if max(channels) - min(channels) < 24 and is_dark(color):
        return between(color, 0.0, 1.0)
    return between(color, 0.74, 1.0)
