"""A SudokuPad puzzle becomes a model: grid, givens and regions here, the drawing in `formats.prose`."""

from __future__ import annotations

from collections.abc import Collection

from puzzledsl.formats.alphabet import alphabet_of, numbered
from puzzledsl.formats.draft import ModelDraft, cell_list
from puzzledsl.formats.json_values import number, read_given
from puzzledsl.formats.prose import Reading, read_prose, recognise
from puzzledsl.formats.published import is_latin, solution_of
from puzzledsl.formats.sites.sudokupad.payload import f_puzzles_text, payload_of, unpacked
from puzzledsl.formats.sites.sudokupad.scl import DrawnPuzzle, puzzle_of
from puzzledsl.formats.sites.sudokupad.zipper import SITE

_FLAGS = {"antiknight": "anti_knight", "antiking": "anti_king", "nonconsecutive": "nonconsecutive"}
"""Global constraints that a puzzle may switch on, and their rules."""


def read(text: str) -> ModelDraft:
    """The model of a SudokuPad link, payload or file.

    Raises:
        PuzzleError: it is none, is damaged, or only names a puzzle on the site.
    """
    payload = payload_of(text)
    packed = f_puzzles_text(payload)
    if packed is None:
        return model_of(puzzle_of(unpacked(payload)))
    from puzzledsl.formats.sites.f_puzzles.reading import puzzle_from

    return puzzle_from(packed, SITE)


def model_of(puzzle: DrawnPuzzle, site: str = SITE) -> ModelDraft:
    """The model of a drawn puzzle.

    Args:
        site: whose puzzle it is, for messages.
    """
    drawing = puzzle.drawing
    rules, side = puzzle.texts.get("rules", ""), max(drawing.height, drawing.width)
    letters = alphabet_of(puzzle.givens.values(), side, rules) if puzzle.givens else ""
    marks = dict(zip(puzzle.givens, numbered([*puzzle.givens.values()], letters), strict=True))
    values = numbered(puzzle.texts.get("solution", "").strip(), letters)
    givens = {cell: number(value) for cell, value in marks.items()}
    solution, doubts = solution_of(drawing.height, drawing.width, values, givens)
    reading = read_prose(rules, bool(solution))
    lowest, highest = (1, side) if letters else _digits(puzzle, reading, solution.values())
    draft = ModelDraft(site, drawing.height, drawing.width, highest, lowest)
    draft.letters = letters
    draft.solution, draft.left_out = solution, doubts
    draft.title, draft.author, draft.rules = (puzzle.texts.get(key, "") for key in ("title", "author", "rules"))
    _write_groups(draft, puzzle, reading)
    for cell, digit in marks.items():
        read_given(draft, cell, digit)
    for flag in puzzle.flags:
        if flag in _FLAGS:
            draft.line(_FLAGS[flag], _FLAGS[flag])
        else:
            draft.leave_out(f"the global rule “{flag}”")
    if puzzle.fog:
        draft.leave_out("fog covers the grid; the model shows all clues")
    recognise(draft, drawing, reading)
    return draft


def _digits(puzzle: DrawnPuzzle, reading: Reading, solution: Collection[int]) -> tuple[int, int]:
    """The range of values: as the rules state, or 1 to the size of regions and sides; it has those of the solution."""
    side = max(puzzle.drawing.height, puzzle.drawing.width)
    if puzzle.lines_of:
        side = max(map(len, puzzle.lines_of))
    found = reading.range
    low, high = found if found and found[1] - found[0] + 1 >= side else (1, side)
    if found is None and side < 10 and reading.names_grid and "sudoku" not in reading.text:
        low, high = 0, 9  # the rules do not say which digits
    return min([low, *solution]), max([high, *solution])


def _write_groups(draft: ModelDraft, puzzle: DrawnPuzzle, reading: Reading) -> None:
    """Require rows, columns and regions to be different where the rules state it."""
    sudoku, latin = (reading.requires(name, draft.height) for name in ("sudoku", "latin"))
    is_usual = draft.height == draft.width == 9 == len(puzzle.drawing.regions)
    if not reading.names_grid and (is_usual or not reading.text):
        draft.assumed.append("the rules do not name rows, columns and boxes; they are taken to hold different digits")
        sudoku = True
    elif not (sudoku or latin) and reading.compared and is_latin(draft.solution):
        draft.assumed.append("the rules do not name rows and columns; they hold different digits, as in the solution")
        sudoku = True
    if draft.lowest == 0 and reading.range is None:
        draft.leave_out("the rules do not say which digits there are; 0 to 9 are allowed")
    few = len(draft.values) < max(draft.height, draft.width)
    if puzzle.lines_of and (sudoku or latin):
        for cells in puzzle.lines_of:
            draft.line(f"alldifferent: {cell_list(cells)}", "alldifferent")
    elif (sudoku or latin) and few:
        draft.leave_out("rows and columns have more cells than there are digits")
    elif sudoku or latin:
        draft.different("rows", "columns")
    else:
        draft.leave_out("the rules do not say that rows and columns hold different digits")
    if not reading.has_usual_boxes:
        draft.leave_out("the rules speak against the usual boxes, so nothing is assumed about regions")
    else:
        _write_regions(draft, puzzle, sudoku)


def _write_regions(draft: ModelDraft, puzzle: DrawnPuzzle, different: bool) -> None:
    regions = puzzle.drawing.regions
    labels = {cell: k for k, region in enumerate(regions) for cell in region}
    if sum(map(len, regions)) != len(labels):
        draft.leave_out("the regions overlap, so nothing is required of them")
    elif len(regions) == 1 and len(regions[0]) > len(draft.values):
        return
    elif different:
        draft.houses(labels)
    elif regions:
        draft.regions("region", labels, different=False)
