"""Reading of links of Penpa+: sudokus and their variants, kakuro; other genres are refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.sites.penpa.drawing import diagonals_of, drawing_of, givens_of
from puzzledsl.formats.sites.penpa.genres import is_sudoku, not_read
from puzzledsl.formats.sites.penpa.payload import SITE, Payload, payload_of
from puzzledsl.formats.sites.penpa.places import Places
from puzzledsl.formats.sites.penpa.tagged import genre_called, tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.records import Drawing

_LARGEST_DOT = 0.5


def read(text: str, genre: str = "") -> Draft:
    """The puzzle of a link.

    Args:
        genre: its genre, as the user says; empty: what the link says.

    Raises:
        PuzzleError: it is damaged, or of a genre or grid that is not read; the message names it.
    """
    payload = payload_of(text)
    places = Places(payload)
    name = genre_called(genre) if genre else ""
    if payload.grid == "kakuro" and name in ("", "kakuro"):
        from puzzledsl.formats.sites.penpa.kakuro import kakuro

        draft = kakuro(payload, places)
        draft.title, draft.rules = payload.title, payload.rules
    elif payload.grid in ("square", "sudoku") and (name == "sudoku" or (not name and is_sudoku(payload))):
        draft = _sudoku(payload, places)
    elif payload.grid in ("square", "sudoku") and (found := tagged(payload, places, name)) is not None:
        return found
    else:
        raise not_read(payload, name)
    draft.author, draft.source = payload.author, payload.source
    return draft


def _sudoku(payload: Payload, places: Places) -> Draft:
    from puzzledsl.formats.sites.sudokupad.reading import model_of
    from puzzledsl.formats.sites.sudokupad.scl import Puzzle

    if places.gaps:
        raise unreadable(SITE, f"its grid has a gap at {cell_name(places.gaps[0])}, which is not read in a sudoku")
    drawing, left_out = drawing_of(payload, places)
    assumed = [] if payload.rules else list(_usual_rules(payload, drawing))
    texts = {"title": payload.title, "author": payload.author, "rules": payload.rules or "\n".join(assumed)}
    puzzle = Puzzle(drawing, texts, givens_of(payload, places), marks={}, lines_of=(), fog=False, flags=())
    draft = model_of(puzzle, SITE)
    if assumed:
        draft.rules = ""
        draft.assumed += [f"the puzzle has no rules, so this is assumed: {sentence}" for sentence in assumed]
    for sentence in left_out:
        draft.leave_out(sentence)
    diagonals = diagonals_of(payload, places)
    if len(diagonals) > 1:  # the sentence about them is not needed
        draft.left_out = [one for one in draft.left_out if not (one.startswith("the rules say") and "diagonal" in one)]
    draft.different(*diagonals)
    return draft


def _usual_rules(payload: Payload, drawing: Drawing) -> Iterator[str]:
    """What the tools that were used for the drawing usually mean in a sudoku."""
    layers = payload.layers
    yield "Normal sudoku rules apply."
    if layers.get("thermo"):
        yield "Digits along a thermometer increase from the bulb."
    if layers.get("arrows"):
        yield "Digits along an arrow sum to the digit in its circle."
    if drawing.cages:
        yield "Digits in a cage do not repeat, and sum to the number in its corner."
    dots = [shape for shape in drawing.shapes if shape.round and shape.height < _LARGEST_DOT]
    if any(dot.fill == "#ffffff" for dot in dots):
        yield "Digits separated by a white dot are consecutive."
    if any(dot.fill == "#000000" for dot in dots):
        yield "Digits separated by a black dot are in a ratio of 1:2."
    marks = [s for s in drawing.shapes if s.fill in ("#999999", "#cccccc") and 0.6 < s.height < 1 and not s.text]
    if any(mark.round for mark in marks):
        yield "Cells with a grey circle contain odd digits."
    if any(not mark.round for mark in marks):
        yield "Cells with a grey square contain even digits."
