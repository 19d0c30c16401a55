"""A picture of a step: candidates, the cells of its reason, what is placed and what is struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.candidates import most_listed
from puzzledsl.drawable import Scene
from puzzledsl.model import is_hidden
from puzzledsl.presentation.caption import with_lines
from puzzledsl.presentation.picture import Highlight, Picture

if TYPE_CHECKING:
    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.solve_path import StepsPath

REASON, PLACED, LOSING = "#fff3b0", "#c4ecc6", "#ffd9d4"


ENDS = {
    "solved": "Solved.",
    "infeasible": "A contradiction: there is no solution.",
    "stuck": "No technique goes on from here without trying.",
}


def step_picture(path: StepsPath, number: int) -> Picture:
    """The picture of a step, counted from 0, as the board was before it; the number of steps: the end."""
    scene = board_scene(path, number).picture()
    if number == len(path.findings):
        return scene
    return with_lines(scene, [f"{number + 1}. {path.findings[number].sentence}"])


def board_scene(path: StepsPath, number: int) -> Scene:
    """What the picture of a step shows. At the end: the values that are known, and the candidates that are left."""
    puzzle = path.puzzle
    one = path.findings[number] if number < len(path.findings) else None
    masks = path.before[number]
    known = set(puzzle.model.givens)
    for earlier in path.findings[:number]:
        known.update(x for x, _ in earlier.placed)
    known.update(x for x, values, _ in puzzle.unary if not values & (values - 1))
    new = {} if one is None else {x: puzzle.value(x, bit) for x, bit in one.placed}
    values = {x: puzzle.value(x, masks[x]) for x in known if masks[x]} | new
    # What is never written into a cell is no candidate to a solver: whether a loop goes through, and the like.
    unwritten = {x for grid in puzzle.model.grids if is_hidden(grid, puzzle.model.marks) for x in grid.cells.values()}
    most = most_listed(len(masks))
    unlisted = unwritten | values.keys()
    open_cells = [x for x, mask in enumerate(masks) if 0 < mask.bit_count() <= most and x not in unlisted]
    candidates = {x: puzzle.values(x, masks[x]) for x in open_cells}
    if one is None:
        return Scene(puzzle.model, values, candidates=candidates)
    removed = {x: puzzle.values(x, mask & masks[x]) for x, mask in one.removed}
    return Scene(puzzle.model, values, _highlights(one), candidates, removed=removed)


def explanation_scene(explanation: CellExplanation) -> Scene:
    """The cells that a chain mentions, and the cell that it is about."""
    cells: dict[int, Highlight] = {}
    for link in explanation.links:
        cells |= dict.fromkeys(link.finding.cells, Highlight(REASON, meaning="cells of the reasons"))
    label = "" if len(explanation.values) != 1 else f"= {explanation.values[0]}"
    cells[explanation.number] = Highlight(PLACED, label, "the cell that is explained")
    return Scene(explanation.puzzle.model, None, cells)


def step_page(path: StepsPath) -> str:
    """All steps as one HTML page, with links to the next and the one before."""
    from puzzledsl.presentation.renderers.html import pages

    last = len(path.findings)
    scenes = [board_scene(path, number).picture() for number in range(last + 1)]
    sentences = [*(one.sentence for one in path.findings), ENDS.get(path.status, "The steps end here.")]
    return pages(path.puzzle.model.title or "Puzzle", scenes, sentences)


def _highlights(one: Finding) -> dict[int, Highlight]:
    found = {x: Highlight(REASON, meaning="cells of the reason") for x in one.cells}
    found |= {x: Highlight(LOSING, meaning="cells that lose candidates") for x, _ in one.removed if x not in found}
    return found | {x: Highlight(PLACED, meaning="cells that get their value") for x, _ in one.placed}
