"""A picture of a step: candidates, the cells of its reason, what is placed and what is struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.candidates import most_listed
from puzzledsl.drawable import Scene
from puzzledsl.expressions import variables_of
from puzzledsl.kernel.masks import single_bits
from puzzledsl.presentation.bipartite import KINDS, bipartite
from puzzledsl.presentation.entries import entries_of
from puzzledsl.presentation.picture import Highlight, Picture
from puzzledsl.records import replace
from puzzledsl.steps.words import status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark
    from puzzledsl.presentation.picture import Place
    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.puzzle import Group, Puzzle
    from puzzledsl.steps.solve_path import StepsPath

REASON, PLACED, LOSING = "#fff3b0", "#c4ecc6", "#ffd9d4"
NEW, GONE, KNOWN = "#2e9e4f", "#c62828", "#9a9a9a"
"""What a step draws, where it finds that nothing is drawn, and where this was known."""


ENDS = {
    "solved": "Solved.",
    "infeasible": "A contradiction: there is no solution.",
    "stuck": "No technique goes on from here without trying.",
    "several": "There are several solutions, so no technique goes on from here.",
}


def board_scene(path: StepsPath, number: int) -> Scene:
    """What the picture of a step shows: the board as it was before it.

    Args:
        path: the steps.
        number: of the step, from 0; the number of all steps: the end, with the values that are known and the candidates
            that are left.
    """
    puzzle = path.puzzle
    one = path.findings[number] if number < len(path.findings) else None
    masks = path._before[number]
    known = set(puzzle.model.givens)
    for earlier in path.findings[:number]:
        known.update(x for x, _ in earlier.placed)
    known.update(x for x, values, _ in puzzle.unary if not values & (values - 1))
    new = {} if one is None else {x: puzzle.value(x, bit) for x, bit in one.placed}
    values = {x: puzzle.value(x, masks[x]) for x in known if masks[x]} | new
    most, unlisted = most_listed(len(masks)), values.keys()
    open_cells = [x for x, mask in enumerate(masks) if 0 < mask.bit_count() <= most and puzzle.written[x]]
    candidates = {x: puzzle.values(x, masks[x]) for x in open_cells if x not in unlisted}
    after = path._before[number if one is None else number + 1]
    marks, absent = _decided(puzzle, masks, after)
    model = replace(puzzle.model, marks=marks)
    if one is None:
        return Scene(model, values, candidates=candidates, absent=absent)
    removed = {x: puzzle.values(x, mask & masks[x]) for x, mask in one.removed}
    return Scene(model, values, _highlights(puzzle, one), candidates, removed=removed, absent=absent)


def marks_known(path: StepsPath) -> list[dict[str, bool]]:
    """What the steps draw: by board the keys of the slots that are decided in it and not before, see `entries_of`.

    The boards are those before each step and after the last. The value tells whether the mark is there. Of a cell
    that stays empty only the mark of this is told.
    """
    puzzle, found = path.puzzle, []
    slots = entries_of(puzzle.model).slots.values()
    between = {slot.key for slot in slots if len(set(slot.mark.cells)) > 1}
    left = [(slot, tuple(sorted(variables_of(slot.drawn)))) for slot in slots]
    before: Sequence[int] = ()
    for masks in path._before:
        told = {
            slot.key: status(slot.drawn, on, masks, puzzle.base)
            for slot, on in left
            if all(masks[x] for x in on) and (not before or any(masks[x] != before[x] for x in on))
        }
        left, before = [(slot, on) for slot, on in left if told.get(slot.key) is None], masks
        found.append({key: there for key, there in told.items() if there or (there is False and key in between)})
    return found


def matching_picture(path: StepsPath, group: Group) -> Picture:
    """The cells of a group and the candidates that the steps leave, with a matching (Régin, AAAI 1994)."""
    puzzle, store, cells = path.puzzle, path.puzzle.store, group.cells
    numbers, before = store.numbers_alone([group.different]), [path._before[-1][x] for x in cells]

    def narrowed(masks: list[int]) -> list[int]:
        return store.narrowed_alone(numbers, [*zip(cells, masks, strict=True)], costly=True) or [0] * len(cells)

    kept = matched = narrowed(before)
    for place in range(len(cells)):  # each value that is kept is in some matching
        matched = narrowed([mask & -mask if y == place else mask for y, mask in enumerate(matched)])
    edges: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS}
    for y, masks in enumerate(zip(before, kept, matched, strict=True)):
        for place, bit in enumerate(single_bits(group.values)):
            of = [bool(mask & bit) for mask in masks]
            if of[0]:
                edges[[*KINDS][sum(of) - 1]].append((y, place))
    rows = [puzzle.labels[x] for x in cells], puzzle.told(cells[0], group.values)
    return bipartite(puzzle.model, group.name, rows, edges)


def _decided(puzzle: Puzzle, before: Sequence[int], after: Sequence[int]) -> tuple[tuple[Mark, ...], dict[Place, str]]:
    """The marks, with new ones in green, and the places where nothing is drawn, with the colour of a sign there."""
    marks: list[Mark] = []
    absent: dict[Place, str] = {}
    others: set[Place] = set()
    for mark in puzzle.model.marks:
        on = () if mark.when is None else tuple(sorted(variables_of(mark.when)))
        marks.append(mark)
        if mark.when is None or mark.kind == "hidden" or any(puzzle.written[x] or not after[x] for x in on):
            continue
        old, new = (status(mark.when, on, masks, puzzle.base) for masks in (before, after))
        if new:
            marks[-1] = replace(mark, when=None, color=mark.color if old else NEW)
        if new is False:
            absent.setdefault((mark.grid, mark.cells), GONE if old is None else KNOWN)
        else:
            others.add((mark.grid, mark.cells))
    return tuple(marks), {place: color for place, color in absent.items() if place not in others}


def explanation_scene(explanation: CellExplanation) -> Scene:
    """The cells that a chain mentions, and the cell that it is about."""
    cells: dict[int, Highlight] = {}
    for link in explanation.links:
        cells |= dict.fromkeys(link.finding.cells, Highlight(REASON, meaning="cells of the reasons"))
    label = "" if len(explanation.values) != 1 else f"= {explanation.values[0]}"
    cells[explanation._number] = Highlight(PLACED, label, "the cell that is explained")
    return Scene(explanation.puzzle.model, None, cells)


def step_page(path: StepsPath) -> str:
    """All steps as one HTML page, with links to the next and the one before."""
    from puzzledsl.presentation.renderers.html import pages

    last = len(path.findings)
    scenes = [board_scene(path, number).picture() for number in range(last + 1)]
    sentences = [*(one.sentence for one in path.findings), ENDS.get(path.status, "The steps end here.")]
    return pages(path.puzzle.model.title or "Puzzle", scenes, sentences)


def _highlights(puzzle: Puzzle, one: Finding) -> dict[int, Highlight]:
    seen = puzzle.written
    found = {x: Highlight(REASON, meaning="cells of the reason") for x in one.cells if puzzle.model.variables[x].cell}
    losing = (x for x, _ in one.removed if x not in found and seen[x])
    found |= {x: Highlight(LOSING, meaning="cells that lose candidates") for x in losing}
    return found | {x: Highlight(PLACED, meaning="cells that get their value") for x, _ in one.placed if seen[x]}
