"""The fonts of the package, which PDF and PNG draw with, and what becomes of a character that they lack."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_FONTS = Path(__file__).parent / "fonts"
FACES = {False: _FONTS / "DejaVuSansCondensed.ttf", True: _FONTS / "DejaVuSansCondensed-Bold.ttf"}
"""The files of the font, plain and bold: Latin, Greek, Cyrillic, Hebrew, Arabic and some more scripts."""
_REPLACEMENT = "\ufffd"
_STEERING = "\u200c\u200d\u200e\u200f"
"""Joiners and marks of direction, which a shaping engine reads; no other sign of format is to be seen either."""
_MOST_NAMED = 5


def writable(text: str, has: Callable[[str], bool], missing: dict[str, None]) -> str:
    """The text with U+FFFD, a question mark in a diamond, for each character without a glyph.

    Args:
        has: whether a font has a character.
        missing: takes up the characters that none has.
    """
    words = ""
    for character in unicodedata.normalize("NFC", text):
        if character.isspace():
            words += " "
        elif unicodedata.category(character) == "Cf":
            words += character * (character in _STEERING)
        elif has(character):
            words += character
        else:
            missing.setdefault(character)
            words += _REPLACEMENT
    return words


def lacking(missing: Sequence[str]) -> str:
    """The sentence that names characters without a glyph."""
    shown = ", ".join(map(_named, missing[:_MOST_NAMED]))
    more = f" and {len(missing) - _MOST_NAMED} more" if len(missing) > _MOST_NAMED else ""
    return f"the font has no glyph for {shown}{more}; {_REPLACEMENT} is printed there"


def _named(character: str) -> str:
    """The character with its number; the number alone, if it would do something to a terminal."""
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number
