"""What is packed in a link: raw deflate and base64 over lines of text, in which frequent names are abbreviated."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

from puzzledsl.formats.bounds import LARGEST_SIDE, LONGEST_TEXT, from_base64, from_json, inflated, too_large, unreadable
from puzzledsl.records import record

SITE = "Penpa+"
ABBREVIATIONS = (
    ('"qa"', "z9"),
    ('"pu_q"', "zQ"),
    ('"pu_a"', "zA"),
    ('"grid"', "zG"),
    ('"edit_mode"', "zM"),
    ('"surface"', "zS"),
    ('"line"', "zL"),
    ('"lineE"', "zE"),
    ('"wall"', "zW"),
    ('"cage"', "zC"),
    ('"number"', "zN"),
    ('"symbol"', "zY"),
    ('"special"', "zP"),
    ('"board"', "zB"),
    ('"command_redo"', "zR"),
    ('"command_undo"', "zU"),
    ('"command_replay"', "z8"),
    ('"numberS"', "z1"),
    ('"freeline"', "zF"),
    ('"freelineE"', "z2"),
    ('"thermo"', "zT"),
    ('"arrows"', "z3"),
    ('"direction"', "zD"),
    ('"squareframe"', "z0"),
    ('"polygon"', "z5"),
    ('"deletelineE"', "z4"),
    ('"killercages"', "z6"),
    ('"nobulbthermo"', "z7"),
    ('"__a"', "z_"),
    ("null", "zO"),
)
"""Each name and its abbreviation; a ``z`` of the text itself is written ``zZ``."""
MARGIN = 2
"""Rows and columns around the grid that have places, too."""
_HEAD, _PROBLEM, _CENTERS, _TOOLS, _TAGS = 0, 3, 5, 11, 17
_TITLE, _AUTHOR, _SOURCE, _RULES = 15, 16, 17, 18


@record(slots=True)
class Payload:
    """A puzzle as the site keeps it.

    Attributes:
        grid: the kind of grid: ``square``, ``sudoku``, ``kakuro``, ``hex``, ….
        height, width: rows and columns with the ring of `MARGIN` places on each side.
        cells: the places that are cells.
        layers: what is drawn, by kind.
        tags: genres, as the setter chose them.
        tool: the tool that solvers are given, such as ``akari``; empty for none in particular.
    """

    grid: str
    height: int
    width: int
    cells: frozenset[int]
    layers: dict[str, Any]
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    tool: str = ""


def payload_of(text: str) -> Payload:
    """The puzzle of a link.

    Raises:
        PuzzleError: it has none, or it is damaged.
    """
    if len(text) > LONGEST_TEXT:
        raise too_large(SITE)
    found = re.search(r"(?:^|[?#&])p=([^&#\s]+)", text)
    if found is None:
        raise unreadable(SITE, "the link has no puzzle behind `p=`")
    try:
        content = inflated(from_base64(unquote(found[1]), SITE), SITE).decode("utf-8")
    except UnicodeDecodeError:
        raise unreadable(SITE, "it is damaged; perhaps a part of the link is missing") from None
    lines = content.split("\n")
    if len(lines) <= _CENTERS:
        raise unreadable(SITE, "it ends too early; perhaps a part of the link is missing")
    head = lines[_HEAD].split(",")
    layers = _json(lines[_PROBLEM])
    centers = _json(lines[_CENTERS])
    width, height = _size(head[1:2]), _size(head[2:3])
    if not isinstance(layers, dict) or not isinstance(centers, list):
        raise unreadable(SITE, "what it draws is missing")
    cells = frozenset(accumulate(step for step in centers[: LARGEST_SIDE**2] if isinstance(step, int)))
    tools = lines[_TOOLS] if len(lines) > _TOOLS else ""
    return Payload(
        head[0],
        height + 2 * MARGIN,
        width + 2 * MARGIN,
        cells,
        layers,
        _words(head, _TITLE).removeprefix("Title:").strip(),
        _words(head, _AUTHOR).removeprefix("Author:").strip(),
        _words(head, _SOURCE),
        _rules(head),
        _tags(lines[_TAGS]) if len(lines) > _TAGS else (),
        _tool(tools),
    )


def expanded(text: str) -> str:
    """A text with the names in place of their abbreviations."""
    for name, short in reversed(ABBREVIATIONS):
        text = text.replace(short, name)
    return text.replace("zZ", "z")


def _json(line: str) -> Any:
    return from_json(expanded(line), SITE) if line.strip() else None


def _size(words: list[str]) -> int:
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 4 else 0
    if not 0 < number <= LARGEST_SIDE:
        raise unreadable(SITE, f"its grid has no size, or a side longer than {LARGEST_SIDE} cells")
    return number


def _words(head: list[str], place: int) -> str:
    """A text of the first line; the characters that would part it are written with a percent sign."""
    return unquote(expanded(head[place])).strip() if len(head) > place else ""


def _rules(head: list[str]) -> str:
    text = expanded(head[_RULES]) if len(head) > _RULES else ""
    text = unquote(text.replace("%2D", "\n")).strip()
    return "" if text in ("OFF", "ON", "No rules") else text


def _tags(line: str) -> tuple[str, ...]:
    found = _json(line)
    return tuple(tag for tag in found if isinstance(tag, str)) if isinstance(found, list) else ()


def _tool(line: str) -> str:
    """The combined tool of the answer's layer, if it is one that only serves one genre."""
    found = re.findall(r'"combi":\["(\w+)"', expanded(line))
    return found[-1] if found else ""
