"""Kakuro: dark cells with the sums of the runs behind and below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import Draft
from puzzledsl.formats.sites.penpa.drawing import givens_of
from puzzledsl.formats.sites.penpa.payload import SITE

if TYPE_CHECKING:
    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.formats.sites.penpa.places import Places
    from puzzledsl.model import Cell

_HIGHEST = 9
_UPPER, _LOWER = 0.2, 0.8


def kakuro(payload: Payload, places: Places) -> Draft:
    """The model of a kakuro.

    Raises:
        PuzzleError: a given is no digit.
    """
    draft = Draft(SITE, places.height, places.width, _HIGHEST)
    dark = {
        cell
        for place, entry in places.entries(payload.layers.get("symbol"))
        if isinstance(entry, list) and entry[1:2] == ["kakuro"] and (cell := places.cell(place)) is not None
    }
    dark |= set(places.gaps)
    draft.mask(dark)
    across, down = _sums(payload, places)
    for r in range(1, places.height + 1):
        for c in range(1, places.width + 1):
            for clues, step in ((across, (0, 1)), (down, (1, 0))):
                _run(draft, clues, (r, c), step)
    for cell, text in givens_of(payload, places).items():
        if cell not in dark and text.isdecimal() and len(text) < 4:
            draft.given(cell, int(text))
    for cell in (*across, *down):
        draft.leave_out(f"a sum in r{cell[0]}c{cell[1]} that no run of cells follows")
    return draft


def _sums(payload: Payload, places: Places) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """The sums above the slash, of the cells to the right, and those below it."""
    across: dict[Cell, int] = {}
    down: dict[Cell, int] = {}
    for place, entry in places.entries(payload.layers.get("numberS")):
        point = places.small_point(place)
        text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
        if point is not None and text.isdecimal() and len(text) < 4:
            cell = (int(point[0]) + 1, int(point[1]) + 1)
            (across if point[0] % 1 < 0.5 else down)[cell] = int(text)
    return across, down


def _run(draft: Draft, clues: dict[Cell, int], before: Cell, step: tuple[int, int]) -> None:
    """Require the run that begins behind a dark cell, or at the edge of the grid."""
    r, c = before
    starts = [] if draft.inside(before) else [(r + step[0], c + step[1])]
    if (step == (0, 1) and c == 1) or (step == (1, 0) and r == 1):
        starts += [before] if draft.inside(before) else []
    for start in starts:
        cells = []
        while draft.inside(start):
            cells.append(start)
            start = (start[0] + step[0], start[1] + step[1])
        total = clues.pop(before, None) if cells and not draft.inside(before) else None
        if total is not None:
            draft.clue(f"cage {total}", cells, "run")
        elif len(cells) > 1:
            draft.clue("alldifferent", cells, "run")
