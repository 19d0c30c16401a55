"""Words of the sentences: what is concluded, and the names of groups and clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.quotes import orientation, rows_and_columns
from puzzledsl.listing import listed

if TYPE_CHECKING:
    from puzzledsl.model import Model, Origin
    from puzzledsl.steps.finding import Values
    from puzzledsl.steps.puzzle import Puzzle

Conclusion = Callable[["Puzzle", "Values", "Values", "Sequence[int] | None"], str]
"""The end of a sentence about values that are placed and removed; the last argument are the candidates before."""

MOST_LISTED = 6
"""Longer groups of cells are named by their ends."""

MOST_SHOWN = 3
"""A cell with more candidates left is described by the values that it loses."""


def group_name(model: Model, cells: Sequence[int], origin: Origin) -> str:
    """A group of cells that must differ: ``row 3``, ``r1c1..r1c9 (line 7)``, ``cage 15 at r1c3, r1c4 (line 12)``."""
    words = origin.sentence
    if origin.is_house and words.startswith("alldifferent in ") and set(origin.variables) == set(cells):
        return words.removeprefix("alldifferent in ")
    names = [model.variables[x].name for x in cells]
    label, is_own = _region(model, cells), not origin.span.source.is_library
    where = f" ({origin.place})" if is_own else ""
    if label:
        return label + where
    if is_own and not origin.is_house and origin.clue != "constraint" and len(words) <= 60:
        return str(origin)
    if len(cells) <= MOST_LISTED:
        return listed(names) + where
    shape = "" if orientation(model, cells) else "the box " if _is_block(model, cells) else "the group "
    return f"{shape}{names[0]}..{names[-1]}{where}"


def _is_block(model: Model, cells: Sequence[int]) -> bool:
    rows, columns = rows_and_columns(model, cells)
    return bool(rows) and (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)


def _region(model: Model, cells: Sequence[int]) -> str:
    places = {model.variables[x].cell for x in cells}
    grids = {model.variables[x].grid for x in cells}
    for name, (grid, regions) in model.regions.items():
        if grids == {grid}:
            for label, members in regions.items():
                if set(members) == places:
                    return f"{name}.{label}" if label.isidentifier() else f'{name}["{label}"]'
    return ""


def nothing_more(puzzle: Puzzle, placed: Values, removed: Values, masks: Sequence[int] | None) -> str:  # noqa: ARG001
    """The end of a sentence whose reason is complete."""
    return "."


def losses(puzzle: Puzzle, placed: Values, removed: Values, masks: Sequence[int] | None) -> str:  # noqa: ARG001
    """What is gone: ``: r1c2 and r3c4 are not 5.``, ``: r1c2 is not 3 or 5, r1c7 not 3.``."""
    parts: list[str] = []
    for values, cells in _alike(puzzle, removed).items():
        verb = "not" if parts else "is not" if len(cells) == 1 else "are not"
        parts.append(f"{listed(cells)} {verb} {listed(values, 'or')}")
    return f": {', '.join(parts)}."


def outcome(puzzle: Puzzle, placed: Values, removed: Values, masks: Sequence[int] | None) -> str:
    """What a clue does: `` makes r1c4 6.``, `` leaves r1c4 only 6 or 9.``, `` takes 1 and 2 from r1c4.``.

    What a picture draws is said in its words, and not which values that stands for: `` draws r1c1-r1c2 and leaves r1c1
    unshaded.``.

    Args:
        masks: the candidates before; ``None``: only what is taken is shown, not what is left.
    """
    changes = puzzle.changes(placed, removed, masks)
    removed = tuple((x, gone) for x, gone in removed if puzzle.written[x])
    left = {} if masks is None else {x: masks[x] & ~gone for x, gone in removed}
    few = {
        x
        for (x, gone), mask in zip(removed, left.values(), strict=False)
        if mask.bit_count() <= MOST_SHOWN or mask.bit_count() < gone.bit_count()
    }
    drawn: dict[tuple[str, str], list[str]] = {}
    for drawing, on in changes:
        verb, place, rest = drawing.drawn if on else drawing.absent
        drawn.setdefault((verb, rest), []).append(place)
    shown = {drawing.variables[0] for drawing, _ in changes if len(drawing.variables) == 1}
    makes = _alike(puzzle, [(x, bit) for x, bit in placed if puzzle.written[x] and x not in shown]).items()
    leaves = _alike(puzzle, [(x, left[x]) for x, _ in removed if x in few]).items()
    takes = _alike(puzzle, [(x, gone) for x, gone in removed if x not in few]).items()
    parts = (
        ("makes", [f"{listed(cells)} {listed(value)}" for value, cells in makes]),
        ("leaves", [f"{listed(cells)} only {listed(values, 'or')}" for values, cells in leaves]),
        ("takes", [f"{listed(values)} from {listed(cells)}" for values, cells in takes]),
    )
    done = [f"{verb} {listed(dict.fromkeys(cells))}{rest}" for (verb, rest), cells in drawn.items()]
    return f" {listed([*done, *(f'{verb} {listed(of)}' for verb, of in parts if of)])}."


def is_drawn(puzzle: Puzzle, x: int, placed: Values, removed: Values, masks: Sequence[int] | None) -> bool:
    """Whether `outcome` says by marks, and not by values, what is concluded about an unknown."""
    return not puzzle.written[x] or any(one.variables == (x,) for one, _ in puzzle.changes(placed, removed, masks))


def by_rule(rule: str, puzzle: Puzzle, placed: Values, removed: Values, masks: Sequence[int] | None) -> str:
    """What a clue does, and what it would break otherwise: `` draws r1c1-r1c2: otherwise the line could not go on.``"""
    if not placed and not removed:
        return f": {rule}."
    return f"{outcome(puzzle, placed, removed, masks).removesuffix('.')}: otherwise {rule}."


def _alike(puzzle: Puzzle, found: Iterable[tuple[int, int]]) -> dict[tuple[str, ...], list[str]]:
    """By values the names of the cells that have these."""
    cells: dict[tuple[str, ...], list[str]] = {}
    for x, mask in found:
        cells.setdefault(tuple(map(str, puzzle.told(x, mask))), []).append(puzzle.labels[x])
    return cells
