"""Reading of puzzles in plain text: each becomes a sudoku, with the classic rules where the text has none."""

from __future__ import annotations

import re
from urllib.parse import unquote

from puzzledsl.formats.alphabet import numbered
from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.clues import write_cage
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.published import is_latin, solution_of
from puzzledsl.formats.sites.text import LINK
from puzzledsl.formats.sites.text.grid import puzzle_in
from puzzledsl.model import all_places

_SITE = "plain text"
_TEXTS = {"A": "author", "S": "source", "U": "source", "B": "date"}
"""Lines such as ``#A Name`` in files of SudoCue, and what they tell."""


def read(text: str) -> ModelDraft:
    """The puzzle of a text.

    Raises:
        PuzzleError: it has none.
    """
    from puzzledsl.formats.collection import puzzles

    link = LINK.match(text)
    found = next(puzzles([unquote(link[1])] if link else text.splitlines(), links=True), None)
    puzzle = None if found is None else puzzle_in(found.givens)
    if found is None or puzzle is None:
        raise unreadable(
            _SITE,
            "it is not a grid",
            "a grid has as many rows as columns, one character a cell or blanks between, and one mark for open cells",
        )
    side = puzzle.side
    draft = ModelDraft(_SITE, side, side, side + puzzle.lowest - 1, puzzle.lowest)
    draft.title, draft.letters = found.title, puzzle.letters
    what = "letters" if puzzle.letters else "digits"
    for mark, words in re.findall(r"(?m)^#([ASUB])(\S.*|[ \t]+\S.*)$", text):
        setattr(draft, _TEXTS[mark], words.strip())
    places = all_places(side, side)
    draft.different("rows", "columns")
    groups = "rows and columns"
    if puzzle.regions:
        draft.houses(dict(zip(places, puzzle.regions, strict=True)))
        groups = "rows, columns and regions"
    elif draft.usual_boxes() is not None:
        draft.different("boxes")
        groups = "rows, columns and boxes"
    if puzzle.diagonals:
        draft.different("diagonal", "antidiagonal")
    draft.assumed.append(f"the text has {what} only, so the classic rules are assumed: all different in {groups}")
    draft.rules = f"The source has {what} only; the classic rules are assumed: all different in {groups}."
    for place, value in zip(places, puzzle.values, strict=True):
        if value is not None:
            draft.given(place, value)
    for place, values in zip(places, puzzle.candidates, strict=False):
        if len(values) < side:
            draft.one_of(place, map(int, values))
    for total, cells in puzzle.cages:
        write_cage(draft, [places[k] for k in cells], total, str(total))
    draft.solution, notes = solution_of(side, side, numbered(found.solution, puzzle.letters), draft.givens)
    if not is_latin(draft.solution):  # the rules are assumed, but no such text has others
        draft.solution = {}
        notes = ["the solution beside the puzzle, which has a digit twice in a row or column"]
    draft.left_out += notes
    return draft
