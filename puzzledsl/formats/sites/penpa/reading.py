"""Reading of links of Penpa+: givens and regions of sudokus, and genres that a tag names.

A drawing does not state what its lines and symbols mean, so they are named and left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.sites.penpa.borders import diagonals_of, givens_of, regions_of, text_of
from puzzledsl.formats.sites.penpa.genres import is_sudoku, not_read
from puzzledsl.formats.sites.penpa.layouts import LAYERS
from puzzledsl.formats.sites.penpa.payload import SITE, Payload, payload_of
from puzzledsl.formats.sites.penpa.places import Places
from puzzledsl.formats.sites.penpa.tagged import genre_called, tagged

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft

_ELSEWHERE = ("number", "lineE")
"""Layers whose contents are read one by one."""


def read(text: str, genre: str = "") -> Draft:
    """Read the puzzle of a link.

    Args:
        genre: its genre, as the user states it; empty: what the link states.

    Raises:
        PuzzleError: it is damaged, or of a genre or grid that is not read; the message names it.
    """
    payload = payload_of(text)
    places = Places(payload)
    name = genre_called(genre) if genre else ""
    if payload.grid in ("square", "sudoku"):
        if name == "sudoku" or (not name and is_sudoku(payload)):
            return _sudoku(payload, places)
        if (found := tagged(payload, places, name)) is not None:
            return found
    raise not_read(payload, name)


def _sudoku(payload: Payload, places: Places) -> Draft:
    from puzzledsl.formats.drawings.records import Drawing
    from puzzledsl.formats.sites.sudokupad.reading import model_of
    from puzzledsl.formats.sites.sudokupad.scl import Puzzle

    if places.gaps:
        raise unreadable(SITE, f"its grid has a gap at {cell_name(places.gaps[0])}, which is not read in a sudoku")
    usual = "Normal sudoku rules apply."
    texts = {"title": payload.title, "author": payload.author, "rules": payload.rules or usual}
    drawing = Drawing(places.height, places.width, regions=regions_of(payload, places))
    draft = model_of(Puzzle(drawing, texts, givens_of(payload, places), {}, (), False, ()), SITE)
    draft.source = payload.source
    if not payload.rules:
        draft.rules = ""
        draft.assumed.append(f"the puzzle has no rules, so this is assumed: {usual}")
    diagonals = diagonals_of(payload, places)
    if len(diagonals) > 1:  # the sentence about them is not needed
        draft.left_out = [one for one in draft.left_out if not (one.startswith("the rules say") and "diagonal" in one)]
    draft.different(*diagonals)
    for layer, words in LAYERS.items():
        if payload.layers.get(layer) and layer not in _ELSEWHERE:
            draft.leave_out(f"{words} that are drawn")
    texts_elsewhere = any(
        places.cell(place) is None or not text.isalnum()
        for place, entry in places.entries(payload.layers.get("number"))
        if (text := text_of(entry))
    )
    if texts_elsewhere:
        draft.leave_out("texts outside the cells that are drawn")
    return draft
