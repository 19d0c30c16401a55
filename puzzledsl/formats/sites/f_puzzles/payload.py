"""The JSON within a link of f-puzzles, also one that mail programs, forums or proxies have damaged."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.bounds import LONGEST_TEXT, from_json, unreadable
from puzzledsl.formats.lz_string import BASE64, URI, decompress

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = "f-puzzles"

_LOAD = re.compile(r"(?is)^\S*?[?&#]load=([^&#]*)")
_SHORT = re.compile(r"(?is)^\S*?[?&#]id=")
_PREFIX = re.compile(r"(?i)^fpuz(?:zles)?")
REPAIRS = 700_000
"""Characters that attempts to repair a link may unpack, about a second of work."""
DENSEST = 40
"""Characters that a packed one may stand for while a link is repaired. Real links have up to 20."""


def puzzle_json(text: str) -> Any:
    """The JSON value of a link, of a payload without its link, or of a file.

    Raises:
        PuzzleError: it is a short link, damaged beyond repair, or too large.
    """
    if len(text) > LONGEST_TEXT:
        raise unreadable(SITE, f"it has more than {LONGEST_TEXT:,} characters")
    text = text.strip("\ufeff \t\r\n")
    if text.startswith("{"):
        return from_json(text, SITE)
    if found := _LOAD.match(text):
        packed = found[1]
    elif _SHORT.match(text):
        raise unreadable(
            SITE,
            "this short link only names a puzzle that the site keeps, and nothing is fetched",
            "open the link in a browser and export the puzzle there: the long link holds the whole puzzle",
        )
    elif "f-puzzles.com" in text[:40].lower():
        raise unreadable(SITE, "the link has no `load=` with a puzzle behind it")
    else:
        packed = _PREFIX.sub("", text)
    return unpacked(packed, SITE)


def unpacked(packed: str, site: str) -> Any:
    """The JSON value of a payload. Percent signs, blanks for ``+`` and single slashes for double ones are repaired.

    Args:
        site: whose puzzle it is, for messages.

    Raises:
        PuzzleError: it is damaged beyond repair, or too large.
    """
    packed = _mended(packed)
    alphabet = URI if ("-" in packed or "$" in packed) and "/" not in packed else BASE64
    try:
        return from_json(decompress(packed, site, alphabet), site)
    except PuzzleError:
        for attempt in _with_doubled_slashes(packed):
            try:
                return from_json(decompress(attempt, site, alphabet, DENSEST * len(packed)), site)
            except PuzzleError:
                continue
        raise


def _mended(packed: str) -> str:
    for _ in range(3):
        if "%" not in packed:
            break
        packed = unquote(packed)
    packed = re.sub(r"[\r\n\t]", "", packed).strip().replace(" ", "+")
    return packed.replace("_", "/")


def _with_doubled_slashes(packed: str) -> Iterator[str]:
    """The text with one or two of its single slashes doubled, since proxies write ``//`` as ``/``."""
    places = [found.start() for found in re.finditer(r"(?<!/)/(?!/)", packed)]
    left = REPAIRS
    for count in (1, 2):
        for chosen in combinations(places, count):
            left -= len(packed)
            if left < 0:
                return
            pieces = [packed[start:end] for start, end in zip((0, *chosen), (*chosen, len(packed)), strict=True)]
            yield "/".join(pieces)
