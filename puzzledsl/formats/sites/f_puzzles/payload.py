"""The JSON within a link of f-puzzles, also one that mail programs, forums or proxies have damaged."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from puzzledsl.formats.bounds import from_json, short_link, unreadable
from puzzledsl.formats.lz_string import BASE64, URI, decompress

SITE = "f-puzzles"

_LOAD = re.compile(r"(?is)^\S*?[?&#]load=([^&#]*)")
_SHORT = re.compile(r"(?is)^\S*?[?&#]id=([\w-]{0,40})")
"""A short link, whose id is one of tinyurl.com."""
_PREFIX = re.compile(r"(?i)^fpuz(?:zles)?")


def puzzle_json(text: str) -> Any:
    """The JSON value of a link, of a payload without its link, or of a file.

    Raises:
        PuzzleError: it is a short link, or damaged beyond repair.
    """
    if text.startswith("{"):
        return from_json(text, SITE)
    if found := _LOAD.match(text):
        packed = found[1]
    elif found := _SHORT.match(text):
        raise short_link(SITE, f"open https://preview.tinyurl.com/{found[1]}", "copy the link with `?load=` from there")
    elif "f-puzzles.com" in text[:40].lower():
        raise unreadable(SITE, "the link has no `load=` with a puzzle behind it")
    else:
        packed = _PREFIX.sub("", text)
    return unpacked(packed, SITE)


def unpacked(packed: str, site: str) -> Any:
    """The JSON value of a payload. Percent signs and blanks for ``+`` are repaired.

    Args:
        site: whose puzzle it is, for messages.

    Raises:
        PuzzleError: it is damaged beyond repair, or too large.
    """
    packed = _mended(packed)
    alphabet = URI if ("-" in packed or "$" in packed) and "/" not in packed else BASE64
    return from_json(decompress(packed, site, alphabet), site)


def _mended(packed: str) -> str:
    for _ in range(3):
        if "%" not in packed:
            break
        packed = unquote(packed)
    packed = re.sub(r"[\r\n\t]", "", packed).strip().replace(" ", "+")
    return packed.replace("_", "/")
