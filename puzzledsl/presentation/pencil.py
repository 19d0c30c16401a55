"""Grids with candidates as text: each cell shows its remaining candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.terminal import BOLD, DIM, FOUND, grid_text, grids_text, with_pieces
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from puzzledsl.model import Model


def pencil_text(
    model: Model,
    candidates: Mapping[int, Sequence[int]],
    *,
    undecided: Mapping[int, Sequence[int]] = EMPTY,
    ranges: Mapping[int, tuple[int, int]] = EMPTY,
    color: bool,
    unicode: bool = True,
    width: int | None = None,
) -> str:
    """All grids of a model with the candidates of each cell: ``139`` where it may be 1, 3 or 9, ``all`` for all values.

    Where all grids have places without values, these are drawn with what is known of their edges.

    Args:
        candidates: by variable number the values left; one is a known value.
        undecided: further values of which it is not known: ``13?9`` for a 9 that may be left.
        ranges: for cells with too many values to list them, the ends: ``1..5000?``.
        color, unicode, width: as for `terminal.grid_text`.
    """
    texts = {x: _marks(model, x, values) for x, values in candidates.items() if x not in ranges}
    for x, values in undecided.items():
        texts[x] = f"{texts.get(x, '')}?{_listed(model, x, values)}"
    for x, (low, high) in ranges.items():
        texts[x] = f"{low}..{high}?"
    open_cells = undecided.keys() | ranges.keys()
    known = {x for x, values in candidates.items() if len(values) == 1} - open_cells
    if any(grid.has_values for grid in model.grids):
        return cell_texts(model, texts, known, color=color, unicode=unicode, width=width)
    return grid_text(model, {x: candidates[x][0] for x in known}, color=color, unicode=unicode, width=width)


def cell_texts(
    model: Model,
    texts: Mapping[int, str],
    known: AbstractSet[int],
    *,
    color: bool,
    unicode: bool = True,
    width: int | None = None,
) -> str:
    """All grids of a model with a text in each cell, by variable number.

    Args:
        known: cells that have one value, which stand out.
        color, unicode, width: as for `terminal.grid_text`.
    """
    given = model.givens
    styles = {x: BOLD if x in given else FOUND if x in known else DIM for x in texts} if color else {}
    grids = [grid for grid in model.grids if grid.has_values]
    text = grids_text(model, grids, texts, styles, unicode, width, centred=True)
    is_open = any(x not in known for grid in grids for x in grid.cells.values())
    return with_pieces(text, model, unicode, width) if is_open else text


def _marks(model: Model, number: int, values: Sequence[int]) -> str:
    return "all" if len(values) == model.variables[number].domain.size > 4 else _listed(model, number, values)


def _listed(model: Model, number: int, values: Sequence[int]) -> str:
    variable = model.variables[number]
    is_short = variable.letters or (variable.domain.lo >= 0 and variable.domain.hi <= 9)
    return ("" if is_short else ",").join(map(str, variable.all_told(values)))
