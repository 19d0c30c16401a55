"""Circles, squares and colours of cells, and groups of cells of one colour."""

from __future__ import annotations

from itertools import combinations

from puzzledsl.formats.clue_places import connected, share_side
from puzzledsl.formats.clues import write_extremes
from puzzledsl.formats.drawing.colors import fit
from puzzledsl.formats.drawing.geometry import cell_at, covered
from puzzledsl.formats.drawing.records import Shape
from puzzledsl.formats.prose.lexicon import Stated
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues of marked cells: each look of a mark has one rule or none."""
    chosen = {id(one): _chosen(recognition, one) for one in recognition.about("cell")}
    for one in recognition.about("cell"):
        shapes = chosen[id(one)]
        others = [s for k, found in chosen.items() if k != id(one) for s in found]
        looks = {(s.fill, s.border) for s in shapes}
        if not shapes or len(looks) > 1 or any(s is t for s in shapes for t in others):
            recognition.leave_out(one, "no cell is marked that is certainly meant by this rule")
            continue
        cells = sorted({cell for shape in shapes if (cell := _cell(recognition, shape))})
        if one.entry.form == "extremes":
            write_extremes(recognition.draft, one.entry.name, cells)
        else:
            recognition.clue(one.entry.name, cells)
        recognition.explain(*shapes)
    for one in recognition.about("group"):
        _bind_group(recognition, one)


def _chosen(recognition: Recognition, one: Stated) -> list[Shape]:
    """The shapes of the form and colour of a rule."""
    plain = one.sentence.whole
    wants_round = one.entry.shape != "square" and "circle" in plain
    found = [s for s in recognition.shapes() if _cell(recognition, s) and not s.text.strip() and s.round == wants_round]
    if one.entry.shape == "circle" and not wants_round:
        return []
    if one.colors:
        return [s for s in found if fits(one.colors, s.fill or s.border) >= FITS]
    return [s for s in found if fit("gray", s.fill) == 1] if "shaded" in plain else found


def _cell(recognition: Recognition, shape: Shape) -> Cell | None:
    """The one cell that a shape marks; none if it is too small or too large for that."""
    cell = cell_at(shape.center)
    small, large = min(shape.height, shape.width) < 0.5, max(shape.height, shape.width) > 1.05
    if cell is None or not recognition.draft.inside(cell) or not (shape.fill or shape.border) or small or large:
        return None
    return cell


def _bind_group(recognition: Recognition, one: Stated) -> None:
    """Extra regions: connected cells of one colour, as many as there are digits."""
    shapes = [
        shape
        for shape in recognition.shapes()
        if not shape.round and shape.fill not in ("", "#ffffff") and min(shape.height, shape.width) > 0.85
        if covered(shape) and all(map(recognition.draft.inside, covered(shape))) and not shape.text.strip()
        if not one.colors or fits(one.colors, shape.fill) >= FITS
    ]
    colored = sorted({cell for shape in shapes for cell in covered(shape)})
    groups = connected(colored, [pair for pair in combinations(colored, 2) if share_side(*pair)])
    size = len(recognition.draft.values)
    if len({shape.fill for shape in shapes}) != 1 or any(len(group) != size for group in groups):
        recognition.leave_out(one, "no coloured cells are drawn that have the form of this rule")
        return
    for group in groups:
        recognition.clue(one.entry.clue, group)
    recognition.explain(*shapes)
