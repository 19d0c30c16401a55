"""Grids and ``show`` lines as text. Light: on the way of every solve."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.expressions import Affine, Undefined, evaluate, holds
from puzzledsl.model import grids_to_show, is_hidden
from puzzledsl.presentation.borders import Borders, model_borders
from puzzledsl.presentation.value_texts import Values, number_text, value_of
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Model, Shown
    from puzzledsl.presentation.drawn_text import Drawing

_BOLD, _FOUND, _MARKED, _RESET = "\x1b[1m", "\x1b[36m", "\x1b[1;33m", "\x1b[0m"

_JOINTS = " ─│┐──┌┬│┘│┤└┴├┼"
"""Box-drawing character by its arms: 1 left, 2 down, 4 right, 8 up. Half lines are left to few fonts."""


def can_draw(encoding: str | None) -> bool:
    """Whether text of that encoding can hold box-drawing characters; ``None`` counts as unable."""
    try:
        (_JOINTS + "▒").encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def grid_text(
    model: Model,
    values: Values | None,
    *,
    color: bool,
    unicode: bool = True,
    width: int | None = None,
    marked: Mapping[int, str] | None = None,
) -> str:
    """The grids of a model, one below the other, without a final line end.

    Lines run where the model's own groups meet and round the cells; unsolved cells are ``.``. Givens are bold, found
    values coloured; without ``color`` the text is free of escape sequences, for pipes and files. A grid whose values
    are hidden shows what is drawn on it, if some of that depends on the answer, and its values otherwise. A further
    grid that is hidden, and on which nothing is drawn, is left out, unless a cell of it is marked.

    Args:
        model: the puzzle.
        values: values by variable number; ``None``: only the givens are shown.
        color: whether colours may be used.
        unicode: box-drawing characters; otherwise ``+``, ``-``, ``|`` (see `can_draw`).
        width: columns of the terminal; a grid that is wider leaves out its blanks.
        marked: by variable number a sign that is printed before the value.
    """
    signs = marked or {}
    grids = grids_to_show(model.grids, model.marks, signs)
    drawings = _drawings(model, grids, values, unicode)

    def drawn(x: int) -> tuple[Drawing | None, Cell]:
        variable = model.variables[x]
        return drawings.get(variable.grid or ""), variable.cell or (0, 0)

    def text(x: int) -> str:
        drawing, cell = drawn(x)
        if drawing is None:
            return _cell_text(model, values, x, signs)
        if cell in drawing.texts:
            return signs.get(x, "") + drawing.texts[cell][0]
        return signs.get(x, "") + (_joint(drawing.arms(cell), unicode).strip() or ("·" if unicode else "."))

    def styled(x: int, size: int) -> str:
        drawing, cell = drawn(x)
        if drawing is None:
            return _styled(text(x), size, x in model.givens, x in signs, color)
        arms = drawing.arms(cell)
        _, found = drawing.texts.get(cell, ("", bool(arms)))
        before = _joint(5 if arms & 1 else 0, unicode) * (size - len(text(x)))
        return before + _styled(text(x), 0, not found and cell in drawing.texts, x in signs, color and text(x) != "·")

    return all_grids(model, text, styled, unicode, width, grids, drawings)


def _drawings(model: Model, grids: Sequence[Grid], values: Values | None, unicode: bool) -> dict[str, Drawing]:
    """What is drawn on grids whose values are hidden, by name; without those on which it does not show the answer."""
    hidden = [grid for grid in grids if is_hidden(grid, model.marks)]
    if not hidden:
        return {}
    from puzzledsl.presentation.drawn_text import drawing, shows_answer

    return {grid.name: drawing(model, grid, values, unicode) for grid in hidden if shows_answer(model, grid)}


def all_grids(
    model: Model,
    text: Callable[[int], str],
    cell: Callable[[int, int], str],
    unicode: bool,
    width: int | None,
    grids: Sequence[Grid] = (),
    drawings: Mapping[str, Drawing] = EMPTY,
) -> str:
    """The grids one below the other, each with its name if there are several; arguments as of `grid_lines`.

    Args:
        width: columns of the terminal; a grid that is wider leaves out its blanks.
        grids: those to show, if not all.
        drawings: by name of a grid, lines and further borders.
    """
    blocks: list[str] = []
    shown = grids or model.grids
    for grid in shown:
        drawn = drawings.get(grid.name)
        tight = False
        if width is not None:
            plain = grid_lines(model, grid, text, lambda x, size: text(x).rjust(size), unicode, False, drawn)
            tight = max(map(len, plain)) > width
        lines = grid_lines(model, grid, text, cell, unicode, tight, drawn)
        blocks.append("\n".join([f"{grid.name}:", *lines] if len(shown) > 1 else lines))
    return "\n\n".join(blocks)


def grid_lines(
    model: Model,
    grid: Grid,
    text: Callable[[int], str],
    cell: Callable[[int, int], str],
    unicode: bool,
    tight: bool,
    drawn: Drawing | None = None,
) -> list[str]:
    """A grid with the borders of its regions.

    Args:
        text: by variable number, what its cell says.
        cell: the same as it is shown, so many characters wide.
        tight: without blanks beside the borders.
        drawn: lines and further borders.
    """
    edges, filled = model_borders(model, grid)
    links = drawn.links if drawn else ()
    if drawn:
        edges = Borders(edges.horizontal | drawn.edges.horizontal, edges.vertical | drawn.edges.vertical)
    size = max((len(text(x)) for row in grid.numbers for x in row if x is not None), default=1)
    mask = ("▒" if unicode else "#") * size if filled else " " * size
    gaps = _gaps_between(grid, edges, size, tight)
    open_rows = {r for r, _ in edges.horizontal}
    lines: list[str] = []
    for r in range(grid.height + 1):
        if r in open_rows:
            lines.append(_rule_below(grid, edges, gaps, size, r, unicode, links))
        if r == grid.height:
            break
        line = ""
        for c in range(grid.width + 1):
            linked = ((r + 1, c), (r + 1, c + 1)) in links
            arms = 10 * ((c, r + 1) in edges.vertical) + 5 * linked
            gap = gaps[c].replace(" ", _joint(5, unicode)) if linked else gaps[c]
            line += gap.replace("|", _joint(arms, unicode))
            if c < grid.width:
                x = grid.numbers[r][c]
                line += mask if x is None else cell(x, size)
        lines.append(line.rstrip())
    return lines


def _gaps_between(grid: Grid, edges: Borders, size: int, tight: bool) -> list[str]:
    """What stands between two columns: ``|`` is the place of a border, wherever the column has one at all."""
    with_border = {c for c, _ in edges.vertical}
    inner = [c in with_border for c in range(1, grid.width)]
    # Irregular regions have a border nearly everywhere: then all columns are equally wide.
    blank = " " * (1 if tight or 2 * sum(inner) <= len(inner) else 3)
    # A border that ends within its column leaves blanks there: columns without a gap would look like one beside them.
    broken = any(
        a is not None and b is not None and (c, r) not in edges.vertical
        for r, row in enumerate(grid.numbers, 1)
        for c, (a, b) in enumerate(pairwise(row), 1)
        if c in with_border
    )
    gaps: list[str] = []
    for c in range(grid.width + 1):
        left, right = (" " if c > 0 and not tight else ""), (" " if c < grid.width and not tight else "")
        if c in with_border:
            gaps.append(f"{left}|{right}")
        elif 0 < c < grid.width:
            gaps.append("" if tight and size == 1 and not broken else blank)
        else:
            gaps.append("")
    return gaps


def _rule_below(
    grid: Grid,
    edges: Borders,
    gaps: list[str],
    size: int,
    r: int,
    unicode: bool,
    links: Collection[tuple[Cell, Cell]],
) -> str:
    """The line of text below row r (0: above the first)."""
    line = ""
    dash = _joint(5, unicode)
    for c in range(grid.width + 1):
        left, right = (r, c) in edges.horizontal, (r, c + 1) in edges.horizontal
        up, down = (c, r) in edges.vertical, (c, r + 1) in edges.vertical
        before, bar, after = gaps[c].partition("|")
        if bar:
            joint = _joint(left + 2 * down + 4 * right + 8 * up, unicode)
            line += (dash if left else " ") * len(before) + joint + (dash if right else " ") * len(after)
        else:
            line += (dash if left and right else " ") * len(before)
        if c < grid.width:
            line += (dash if right else " ") * (size - 1)
            line += _joint(5 * right + 10 * (((r, c + 1), (r + 1, c + 1)) in links), unicode)
    return line.rstrip()


def _joint(arms: int, unicode: bool) -> str:
    """Lines that meet: 1 left, 2 down, 4 right, 8 up."""
    if unicode or not arms:
        return _JOINTS[arms]
    return "-" if arms in (1, 4, 5) else "|" if arms in (2, 8, 10) else "+"


def _cell_text(model: Model, values: Values | None, number: int, marked: Mapping[int, str]) -> str:
    value = value_of(values, number)
    if value is None:
        value = model.givens.get(number)
    text = "." if value is None else number_text(value)
    return marked.get(number, "") + text


def _styled(text: str, size: int, given: bool, marked: bool, color: bool) -> str:
    padding = " " * (size - len(text))
    if not color or (text == "." and not given):
        return padding + text
    return f"{padding}{_BOLD if given else _MARKED if marked else _FOUND}{text}{_RESET}"


def shown_text(model: Model, values: Values) -> list[str]:
    """One line for each ``show`` statement, its items separated by a blank.

    ``values`` has to hold every variable that is shown.
    """
    return [" ".join(_shown(item, values) for item in statement) for statement in model.shown]


def answer_lines(model: Model, values: Values) -> list[str]:
    """What an answer has beside its picture: variables that no grid has, and the ``show`` lines if all values are known.

    The picture of a model without a grid has all variables.
    """
    complete = all(value_of(values, number) is not None for number in range(len(model.variables)))
    return (variables_text(model, values) if model.grids else []) + (shown_text(model, values) if complete else [])


def _shown(item: Shown, values: Values) -> str:
    if isinstance(item.value, str):
        return item.value
    try:
        if isinstance(item.value, Affine):
            return number_text(evaluate(item.value, values))  # type: ignore[arg-type] # anything indexable does
        return "true" if holds(item.value, values) else "false"  # type: ignore[arg-type]
    except Undefined:
        return "undefined"


def variables_text(model: Model, values: Values) -> list[str]:
    """One line ``name = value`` for each solved variable that belongs to no grid."""
    lines: list[str] = []
    for number, variable in enumerate(model.variables):
        value = value_of(values, number)
        if variable.grid is None and value is not None:
            lines.append(f"{variable.name} = {number_text(value)}")
    return lines
