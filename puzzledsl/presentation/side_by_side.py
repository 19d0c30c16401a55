"""Blocks of text next to each other, or below each other where there is no room."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.presentation.screen import Screen

WIDTH = 110
"""Columns where the output is not a terminal."""

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def page_width(screen: Screen) -> int:
    """How many columns a text for people may take."""
    return screen.width or WIDTH


def plain_width(line: str) -> int:
    """Columns that a line takes on the screen."""
    return len(_ESCAPES.sub("", line))


def side_by_side(blocks: Sequence[Sequence[str]], width: int, gap: int = 3, least: int = 0) -> list[str]:
    """The blocks in columns as wide as their lines; one below the other if they do not fit.

    Args:
        width: columns that there are.
        least: width of a column at least.
    """
    widths = [max([least, *map(plain_width, block)]) for block in blocks]
    if len(blocks) > 1 and sum(widths) + gap * (len(blocks) - 1) > width:
        return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]
    lines = []
    for row in zip_longest(*blocks, fillvalue=""):
        cells = [line + " " * (wide - plain_width(line)) for line, wide in zip(row, widths, strict=True)]
        lines.append((" " * gap).join(cells).rstrip())
    return lines
