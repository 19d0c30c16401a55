"""A picture of a step: candidates, the cells of its reason, what is placed and what is struck out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from puzzledsl.drawable import Scene
from puzzledsl.presentation.picture import Highlight, Picture, picture
from puzzledsl.presentation.shapes import TextShape, extent, text_width

if TYPE_CHECKING:
    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.solve_path import StepsPath

_CAPTION = 0.26
REASON, PLACED, LOSING = "#fff3b0", "#c4ecc6", "#ffd9d4"


def step_picture(path: StepsPath, number: int) -> Picture:
    """The picture of a step, counted from 0, as the board was before it; the number of steps: the end."""
    puzzle = path.puzzle
    one = path.findings[number] if number < len(path.findings) else None
    masks = path.before[number]
    known = set(puzzle.model.givens)
    for earlier in path.findings[:number]:
        known.update(x for x, _ in earlier.placed)
    known.update(x for x, values, _ in puzzle.unary if not values & (values - 1))
    new = {} if one is None else {x: puzzle.values(x, bit)[0] for x, bit in one.placed}
    values = {x: puzzle.values(x, masks[x])[0] for x in known if masks[x]} | new
    candidates = {x: puzzle.values(x, mask) for x, mask in enumerate(masks) if mask and x not in values}
    scene = picture(
        puzzle.model,
        values,
        highlights={} if one is None else _highlights(one),
        candidates=candidates,
        removed={} if one is None else {x: puzzle.values(x, mask & masks[x]) for x, mask in one.removed},
    )
    return scene if one is None else _captioned(scene, f"{number + 1}. {one.sentence}")


def path_scene(path: StepsPath) -> Scene:
    """The end of a path: the values that are known, and the candidates that are left."""
    puzzle, masks = path.puzzle, path.before[-1]
    candidates = {x: puzzle.values(x, mask) for x, mask in enumerate(masks) if mask and x not in path.placed}
    return Scene(puzzle.model, path.placed, candidates=candidates)


def explanation_scene(explanation: CellExplanation) -> Scene:
    """The cells that a chain speaks of, and the cell that it is about."""
    cells: dict[int, Highlight] = {}
    for link in explanation.links:
        cells |= dict.fromkeys(link.finding.cells, Highlight(REASON))
    label = "" if len(explanation.values) != 1 else f"= {explanation.values[0]}"
    cells[explanation.cell] = Highlight(PLACED, label)
    return Scene(explanation.puzzle.model, None, cells)


def _captioned(scene: Picture, text: str) -> Picture:
    """The picture with a text below it."""
    from textwrap import wrap

    left, top, right, bottom = scene.bounds
    letters = int((right - left - 0.3) / text_width("n", _CAPTION))
    lines = [
        TextShape(
            (left + 0.15, bottom + 1.5 * _CAPTION * (i + 0.5)), line, _CAPTION, "#222222", "start", role="caption"
        )
        for i, line in enumerate(wrap(text, max(letters, 20)))
    ]
    edge = max(right, *(extent(line)[2] + 0.15 for line in lines))
    bounds = (left, top, edge, bottom + 1.5 * _CAPTION * len(lines) + 0.15)
    return replace(scene, shapes=(*scene.shapes, *lines), bounds=bounds)


def _highlights(one: Finding) -> dict[int, Highlight]:
    found = {x: Highlight(REASON) for x in one.cells}
    found |= {x: Highlight(LOSING) for x, _ in one.removed if x not in found}
    return found | {x: Highlight(PLACED) for x, _ in one.placed}
