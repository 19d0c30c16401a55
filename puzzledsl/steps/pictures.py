"""A picture of a step: candidates, the cells of its reason, what is placed and what is struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.picture import Highlight, Picture, picture

if TYPE_CHECKING:
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.path import Path

REASON, PLACED, LOSING = "#fff3b0", "#c4ecc6", "#ffd9d4"


def step_picture(path: Path, number: int) -> Picture:
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
    return picture(
        puzzle.model,
        values,
        highlights={} if one is None else _highlights(one),
        candidates=candidates,
        removed={} if one is None else {x: puzzle.values(x, mask & masks[x]) for x, mask in one.removed},
    )


def _highlights(one: Finding) -> dict[int, Highlight]:
    found = {x: Highlight(REASON) for x in one.cells}
    found |= {x: Highlight(LOSING) for x, _ in one.removed if x not in found}
    return found | {x: Highlight(PLACED) for x, _ in one.placed}
