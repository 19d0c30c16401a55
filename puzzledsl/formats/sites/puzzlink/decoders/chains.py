"""Circles of three colours."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.codec import CENTRES, Marks
from puzzledsl.formats.sites.puzzlink.codes import DIGITS, packed, table

three_circles = Marks(
    CENTRES,
    table({letter: [None] * (2 * pairs) for pairs, letter in enumerate(DIGITS[16:], 1)}),
    packed([None, "b", "g", "w"], 2),
)
"""Black, grey and white circles in cells, on their sides and corners, two a character: ``b``, ``g`` and ``w``."""
