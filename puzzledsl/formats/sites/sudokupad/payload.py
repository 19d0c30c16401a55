"""From a link to the object in it: what a SudokuPad link may hold, and how each is packed."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.bounds import LARGEST_CONTENT, from_json, short_link, too_large, unreadable
from puzzledsl.formats.lz_string import decompress
from puzzledsl.formats.sites.sudokupad.zipper import SITE, unzipped

_LINK = re.compile(r"(?i)(?:sudokupad://puzzle/|(?:https?://)?[\w.-]+(?::\d+)?/?)")
_QUERY = re.compile(r"[?&](?:puzzleid|puzzle|load)=([^&#]+)")
_SHORT = 20
"""Ids below this length name a puzzle that is kept on the site."""


def f_puzzles_text(payload: str) -> str | None:
    """The packed text of an f-puzzles puzzle in a payload, if it is one."""
    found = re.match(r"(?:fpuzzles|fpuz)(?=[A-Za-z0-9+/=%_-]{20})", payload)
    return payload[found.end() :] if found else None


def payload_of(text: str) -> str:
    """The puzzle's own text in a link, or the text itself.

    Raises:
        PuzzleError: the link only names a puzzle.
    """
    if text.startswith("{"):
        return text
    if re.match(r"(?i)https?:|sudokupad:|(?:www\.)?[\w.]*(?:sudokupad|crackingthecryptic)\.", text):
        text = _inside_link(text)
    if "%" in text:
        text = unquote(text)
    return text


def _inside_link(text: str) -> str:
    query = _QUERY.search(text)
    if query:
        return query[1]
    found = _LINK.match(text)
    path = text[found.end() :] if found else text
    path = re.split(r"[?#]", path, maxsplit=1)[0] if not path.startswith(("{", "%7B")) else path
    # A packed text may itself hold slashes.
    path = re.sub(r"^(?:sudoku|puzzle)/", "", path).strip()
    if re.fullmatch(r"[\w-]{1,40}(?:/[\w-]{1,40})?", path) and (
        len(path) < _SHORT or not re.match(r"scl|ctc|scf|fpuz|classic", path)
    ):
        address = f"https://sudokupad.app/api/puzzle/{path}"
        raise short_link(SITE, f"open {address}", "copy the whole text that it shows, which is the puzzle, into a file")
    if not path:
        raise unreadable(SITE, "there is no puzzle in this link")
    return path


def unpacked(payload: str) -> dict[str, Any]:
    """The object in a payload: ``scl…``, ``ctc…``, the dialect itself, or JSON.

    Raises:
        PuzzleError: it is packed otherwise, is damaged, or is no object.
    """
    text = payload.strip()
    if re.match(r"scl|ctc", text):
        packed = text[3:].replace("-", "+").replace("_", "/").replace(" ", "+")
        text = decompress(packed, SITE)
    if len(text) > LARGEST_CONTENT:
        raise too_large(SITE)
    text = text.strip()
    if not text.startswith("{"):
        raise unreadable(SITE, "no puzzle is in it; perhaps a part of the link is missing")
    try:
        found = from_json(text, SITE)
    except PuzzleError:
        found = unzipped(text)
    if not isinstance(found, dict):
        raise unreadable(SITE, "no puzzle is in it")
    return found
