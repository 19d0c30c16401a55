"""What a puzzle is: by its grid, its tags, its words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.formats.sites.penpa.payload import SITE
from puzzledsl.formats.sites.puzzlink.names import titles

if TYPE_CHECKING:
    from puzzledsl.formats.sites.penpa.payload import Payload

_SUDOKU = re.compile(r"(?i)su?d[oe]ku|\bclassic\b")
_LATIN = (r"\brows?\b", r"\bcolumns?\b", r"\b(?:digits?|numbers?)\b", r"\bonce\b|\bdifferent\b|\brepeat|\bdistinct\b")
"""What a sentence says about rows and columns of different digits."""
_GRIDS = {
    "hex": "hexagons",
    "tri": "triangles",
    "pyramid": "a pyramid",
    "iso": "an isometric grid",
    "truncated_square": "truncated squares",
    "tetrakis_square": "tetrakis squares",
    "snub_square": "snub squares",
    "cairo_pentagonal": "pentagons",
    "rhombitrihexagonal": "hexagons, squares and triangles",
    "deltoidal_trihexagonal": "kites",
    "penrose_P3": "rhombs",
}
_TOOLS = frozenset({"akari", "shaka", "star", "tents", "yajilin", "mines", "hashi", "arrowS", "battleship"})


def is_sudoku(payload: Payload) -> bool:
    """Whether it is a sudoku, or another grid of digits whose rules speak of rows and columns."""
    return (
        payload.grid == "sudoku"
        or any(_SUDOKU.search(tag) for tag in payload.tags)
        or (not payload.tags and _SUDOKU.search(f"{payload.title} {payload.rules}") is not None)
        or (not payload.tags and any(_is_latin(sentence) for sentence in re.split(r"[.!\n]", payload.rules)))
    )


def _is_latin(sentence: str) -> bool:
    return all(re.search(words, sentence.lower()) for words in _LATIN)


def not_read(payload: Payload, said: str = "") -> PuzzleError:
    """What is said of a puzzle that is none of those that are read, with its genre as far as it is known.

    Args:
        said: the name of its genre, as the user says: one whose clues are not read from drawings.
    """
    if payload.grid in _GRIDS:
        return failure(f"puzzles of {SITE} on {_GRIDS[payload.grid]} are not read", code="format")
    if payload.grid not in ("square", "sudoku"):
        return failure(f"puzzles of {SITE} on a grid `{payload.grid[:30]}` are not read", code="format")
    if said:
        return failure(
            f"clues of the genre `{said}` ({titles()[said]}) are not read from drawings of {SITE}",
            helps=("they are read from links of puzz.link",),
            code="format",
        )
    genres = [tag for tag in payload.tags if tag not in ("classic", "variant")]
    if genres:
        return failure(f"{SITE} puzzles of the genre `{', '.join(genres)[:60]}` are not read", code="format")
    said = f"; it is called “{payload.title[:60]}”" if payload.title else ""
    tool = f"; perhaps its tool `{payload.tool}` names it" if payload.tool in _TOOLS - {"battleship"} else ""
    return failure(
        f"this puzzle of {SITE} does not say its genre: it has no genre tag, and its grid is not a sudoku{said}{tool}",
        helps=("`puzzledsl import LINK --genre NAME` says it; `puzzledsl import --genres` lists those that are read",),
        code="format",
    )
