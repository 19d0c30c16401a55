"""``digit``: a text in the middle of each cell, as large as a given. A value found there gives way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE, ink, is_dark
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Shape, TextShape, fitting

if TYPE_CHECKING:
    from puzzledsl.model import Mark


_SPOTS = {2: ((-0.21, -0.19), (0.21, 0.19)), 3: ((-0.21, -0.21), (0.21, -0.21), (0.0, 0.21))}
_SPOTS[4] = ((-0.21, -0.21), (0.21, -0.21), (-0.21, 0.21), (0.21, 0.21))
"""Where several numbers stand, from the middle of the cell."""


def shapes(mark: Mark, site: Site) -> list[Shape]:
    """The text in each cell, white where the cell is dark; two to four numbers stand apart, to be larger."""
    words = mark.text.split()
    if len(words) not in _SPOTS or not all(word.isdecimal() or word == "?" for word in words):
        words = [mark.text]
    spots = _SPOTS.get(len(words), ((0.0, 0.0),))
    room, size = (0.4, 0.42) if words[1:] else (0.86, 0.64)
    color, answer = ink(mark.color, BLACK), list[Shape]()
    for cell in mark.cells:
        shade, (x, y) = WHITE if is_dark(site.backs.get(cell, WHITE)) else color, centre(cell)
        for word, (right, down) in zip(words, spots, strict=True):
            font = fitting(word, size, room, bold=True)
            answer.append(TextShape((x + right, y + down), word, font, shade, bold=True, role="digit"))
    return answer


KIND = Kind(80, each(shapes), corner=lambda _: False)
