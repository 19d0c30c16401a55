"""Grids with candidates as text: each cell shows what is left for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.borders import model_borders
from puzzledsl.presentation.terminal import gaps_between, rule_below

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Grid, Model

_BOLD, _FOUND, _DIM, _RESET = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"


def pencil_text(
    model: Model,
    candidates: Mapping[int, Sequence[int]],
    *,
    color: bool,
    unicode: bool = True,
    width: int | None = None,
) -> str:
    """All grids of a model with the candidates of each cell: ``139`` where it may be 1, 3 or 9, ``*`` for all.

    Args:
        candidates: by variable number the values left; one is a known value.
        color, unicode, width: as for `terminal.grid_text`.
    """
    blocks = []
    for grid in model.grids:
        lines = _lines(model, grid, candidates, color, unicode, False)
        if width is not None and max(map(len, _lines(model, grid, candidates, False, unicode, False))) > width:
            lines = _lines(model, grid, candidates, color, unicode, True)
        blocks.append("\n".join([f"{grid.name}:", *lines] if len(model.grids) > 1 else lines))
    return "\n\n".join(blocks)


def _lines(
    model: Model, grid: Grid, candidates: Mapping[int, Sequence[int]], color: bool, unicode: bool, tight: bool
) -> list[str]:
    edges, filled = model_borders(model, grid)
    texts = [["" if n is None else _marks(model, grid, n, candidates.get(n, ())) for n in row] for row in grid.numbers]
    size = max((len(text) for row in texts for text in row), default=1)
    mask = ("▒" if unicode else "#") * size if filled else " " * size
    gaps = gaps_between(grid, edges, size, tight)
    open_rows = {r for r, _ in edges.horizontal}
    lines: list[str] = []
    for r in range(grid.height + 1):
        if r in open_rows:
            lines.append(rule_below(grid, edges, gaps, size, r, unicode))
        if r == grid.height:
            break
        line = ""
        for c in range(grid.width + 1):
            bar = "│" if unicode else "|"
            line += gaps[c].replace("|", bar if (c, r + 1) in edges.vertical else " ")
            if c < grid.width:
                number = grid.numbers[r][c]
                line += mask if number is None else _styled(model, number, texts[r][c], size, candidates, color)
        lines.append(line.rstrip())
    return lines


def _marks(model: Model, grid: Grid, number: int, values: Sequence[int]) -> str:
    if len(values) == model.variables[number].domain.size > 4:
        return "*"
    between = "" if all(0 <= v <= 9 for v in grid.domain) else ","
    return between.join(map(str, values))


def _styled(
    model: Model, number: int, text: str, size: int, candidates: Mapping[int, Sequence[int]], color: bool
) -> str:
    before = (size - len(text)) // 2
    left, right = " " * before, " " * (size - len(text) - before)
    if not color:
        return left + text + right
    known = len(candidates.get(number, ())) == 1
    style = _BOLD if number in model.givens else _FOUND if known else _DIM
    return f"{left}{style}{text}{_RESET}{right}"
