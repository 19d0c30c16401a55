"""Reading of links of Penpa+: sudokus, whose drawing the rules explain, and genres that a tag names."""

from __future__ import annotations

import re

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import ModelDraft, cell_name
from puzzledsl.formats.sites.penpa.layouts import Layouts
from puzzledsl.formats.sites.penpa.payload import SITE
from puzzledsl.formats.sites.penpa.puzzle import PenpaPuzzle, puzzle_of
from puzzledsl.formats.sites.puzzlink.body import Rows
from puzzledsl.formats.sites.puzzlink.genre import FilledGenre, Genre, genre
from puzzledsl.formats.sites.puzzlink.names import aliases, titles
from puzzledsl.formats.sites.puzzlink.reading import unknown_genre
from puzzledsl.model import all_places

_SUDOKU = re.compile(r"(?i)su?d[oe]ku|\bclassic\b")
_COMMON_TAGS = ("classic", "variant", "alphabet", "number", "loop", "shading", "divide", "object")
"""Tags that many genres have."""


def read(text: str, name: str = "") -> ModelDraft:
    """Read the puzzle of a link.

    Args:
        name: its genre, as the user states it; empty: what the link states.

    Raises:
        PuzzleError: it is damaged, or of a genre or grid that is not read; the message names it.
    """
    puzzle = puzzle_of(text)
    if name:
        stated, name = name, _genre_name(name)
        if not name or genre(name) is None:
            raise unknown_genre(stated, titles().get(name, ""))
    if puzzle.kind in ("square", "sudoku"):
        if name == "sudoku" or (not name and _is_sudoku(puzzle)):
            return _sudoku(puzzle)
        tags = [tag.partition("(")[0] for tag in puzzle.tags if tag.lower() not in _COMMON_TAGS]
        names = {name} if name else set(map(_genre_name, tags))
        form = genre(names.pop()) if len(names) == 1 else None
        if form is not None and not puzzle.gaps and (draft := _filled(puzzle, form)) is not None:
            return draft
    raise _not_read(puzzle, name)


def _genre_name(written: str) -> str:
    """The name of a genre: by its name in links of puzz.link, another name, or its title; empty for none."""
    word = _letters(written)
    name = aliases().get(word, word)
    return name if name in titles() else {_letters(title): name for name, title in titles().items()}.get(word, "")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _is_sudoku(puzzle: PenpaPuzzle) -> bool:
    texts = puzzle.tags or [puzzle.title, puzzle.rules]
    return puzzle.kind == "sudoku" or any(map(_SUDOKU.search, texts))


def _sudoku(puzzle: PenpaPuzzle) -> ModelDraft:
    from puzzledsl.elaboration.library import entries
    from puzzledsl.formats.sites.penpa.drawing import TYPED, SudokuDrawing
    from puzzledsl.formats.sites.sudokupad import reading, scl
    from puzzledsl.formats.usual_words import SENTENCES

    if puzzle.gaps:
        raise unreadable(SITE, f"its grid has a gap at {cell_name(puzzle.gaps[0])}, which is not read in a sudoku")
    drawn = SudokuDrawing(puzzle)
    typed = [entries()[rule].redrawn({}) for layer, rule in TYPED.items() if puzzle.entries.get(layer)]
    usual = " ".join([SENTENCES["sudoku"], *typed])
    cells = all_places(puzzle.height, puzzle.width)
    solved = [(puzzle.answers | drawn.givens).get(cell, "") for cell in cells]
    texts = {"title": puzzle.title, "author": puzzle.author, "rules": puzzle.rules or usual}
    texts["solution"] = "".join(solved) if all(len(text) == 1 for text in solved) else ""
    draft = reading.model_of(scl.DrawnPuzzle(drawn.drawing, texts, drawn.givens, (), False, ()), SITE)
    draft.source = puzzle.source
    if not puzzle.rules:
        draft.rules = ""
        draft.assumed.append(f"the puzzle has no rules, so this is assumed: {usual}")
    for named in drawn.left_out:
        draft.leave_out(named)
    return draft


def _filled(puzzle: PenpaPuzzle, form: Genre) -> ModelDraft | None:
    """The model of a genre, filled from the drawing; None if a part of it is not read from drawings.

    Raises:
        PuzzleError: a clue is malformed.
    """
    layouts = Layouts(puzzle)
    rows: dict[str, Rows] = {}
    for coding, targets in form.reads:
        found = layouts.fill(coding, "mask" in targets)
        if found is None:
            return None
        rows.update(zip(targets, found, strict=False))
    draft = FilledGenre(form, puzzle.height, puzzle.width, rows, layouts.grid.walls)
    draft.author, draft.source, draft.rules = puzzle.author, puzzle.source, f"{puzzle.title}\n{puzzle.rules}"
    for named in layouts.unused():
        draft.leave_out(f"{named}, which mean nothing in {draft.title}")
    if any("?" in row for row in rows.get("givens", ())):
        draft.leave_out(f"question marks in cells, which mean nothing in {draft.title}")
    if puzzle.rules:
        draft.leave_out(f"the rules in prose, which were not compared with those of {draft.title}")
    return draft


def _not_read(puzzle: PenpaPuzzle, name: str) -> PuzzleError:
    """What to state of a puzzle that is none of those that are read, with its genre as far as it is known.

    Args:
        name: the genre that the user named, one whose clues are not read from drawings.
    """
    if puzzle.kind not in ("square", "sudoku"):
        return failure(f"puzzles of {SITE} on a grid `{puzzle.kind[:30]}` are not read", code="format")
    if name:
        return failure(
            f"clues of the genre `{name}` ({titles()[name]}) are not read from drawings of {SITE}",
            helps=("they are read from links of puzz.link",),
            code="format",
        )
    if tags := [tag for tag in puzzle.tags if tag.lower() not in _COMMON_TAGS]:
        return failure(f"{SITE} puzzles of the genre `{', '.join(tags)[:60]}` are not read", code="format")
    title = f"; it is called “{puzzle.title[:60]}”" if puzzle.title else ""
    return failure(
        f"this puzzle of {SITE} does not say its genre: it has no genre tag, and its grid is not a sudoku{title}",
        helps=("`puzzledsl import LINK --genre NAME` names it; `puzzledsl import --genres` lists those that are read",),
        code="format",
    )
