"""Grids and ``show`` lines as text. Light: on the way of every solve."""

from __future__ import annotations

from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.elaboration.kinds import cell_number, is_cell
from puzzledsl.expressions import Affine, Undefined, evaluate, holds
from puzzledsl.model import grids_to_show, is_hidden
from puzzledsl.presentation.borders import Borders, model_borders
from puzzledsl.presentation.value_texts import Values, number_text, value_of
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Grid, Model, Shown
    from puzzledsl.presentation.drawn_text import Drawing

BOLD, FOUND, DIM, _MARKED, _RESET = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[1;33m", "\x1b[0m"

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
    texts: dict[int, str] = {}
    styles: dict[int, str] = {}
    for grid in grids:
        drawing = drawings.get(grid.name)
        for cell, x in grid.cells.items():
            if drawing is not None:
                word, found = drawing.texts.get(cell, ("", True))
                text = word or _joint(drawing.arms(cell), unicode).strip() or ("·" if unicode else ".")
            else:
                value = value_of(values, x)
                value, found = model.givens.get(x) if value is None else value, x not in model.givens
                text = "." if value is None else number_text(model.variables[x].told(value))
            texts[x] = signs.get(x, "") + text
            if not found or texts[x] not in (".", "·"):
                styles[x] = BOLD if not found else _MARKED if x in signs else FOUND
    text = grids_text(model, grids, texts, styles if color else EMPTY, unicode, width, drawings)
    is_open = any(value_of(values, x) is None for grid in grids for x in grid.cells.values())
    return with_pieces(text, model, unicode, width) if is_open else text


def with_pieces(text: str, model: Model, unicode: bool, width: int | None) -> str:
    """The text of grids, and the pieces of the model below it."""
    marks = [mark for mark in model.marks if mark.kind == "piece"]
    if not marks:
        return text
    from puzzledsl.presentation.drawn_text import pieces_lines
    from puzzledsl.presentation.side_by_side import WIDTH

    return "\n".join([text, "", *pieces_lines(marks, unicode, width or WIDTH)])


def _drawings(model: Model, grids: Sequence[Grid], values: Values | None, unicode: bool) -> dict[str, Drawing]:
    """What is drawn on grids whose values are hidden, by name; without those on which it does not show the answer."""
    hidden = [grid for grid in grids if is_hidden(grid, model.marks)]
    if not hidden:
        return {}
    from puzzledsl.presentation.drawn_text import drawing, shows_answer

    return {grid.name: drawing(model, grid, values, unicode) for grid in hidden if shows_answer(model, grid)}


def grids_text(
    model: Model,
    grids: Sequence[Grid],
    texts: Mapping[int, str],
    styles: Mapping[int, str],
    unicode: bool,
    width: int | None,
    drawings: Mapping[str, Drawing] = EMPTY,
    centred: bool = False,
) -> str:
    """Grids one below the other, each with its name if there are several, and the steps that it has no strokes for.

    Args:
        texts: by variable number, what its cell says.
        styles: by variable number the escape sequence before it.
        unicode: box-drawing characters.
        width: columns of the terminal; a grid that is wider leaves out its blanks.
        drawings: by name of a grid, lines and further borders.
        centred: texts are in the middle of their cells, not at the right.
    """
    blocks: list[str] = []
    for grid in grids:

        def lines(tight: bool, styles: Mapping[int, str], grid: Grid = grid) -> list[str]:
            return _grid_lines(model, grid, texts, styles, unicode, tight, drawings.get(grid.name), centred)

        tight = width is not None and max(map(len, lines(False, EMPTY))) > width
        steps = drawings[grid.name].apart if grid.name in drawings else ()
        words = wrap(" ".join(f"r{r}c{c}-r{s}c{d}" for (r, c), (s, d) in steps), width or 80, break_on_hyphens=False)
        blocks.append("\n".join([f"{grid.name}:"] * (len(grids) > 1) + lines(tight, styles) + words))
    return "\n\n".join(blocks)


def _grid_lines(
    model: Model,
    grid: Grid,
    texts: Mapping[int, str],
    styles: Mapping[int, str],
    unicode: bool,
    tight: bool,
    drawn: Drawing | None,
    centred: bool,
) -> list[str]:
    """A grid with the borders of its regions; ``tight``: without blanks beside the borders."""
    edges, filled = model_borders(model, grid)
    links = drawn.links if drawn else ()
    if drawn:
        edges = Borders(edges.horizontal | drawn.edges.horizontal, edges.vertical | drawn.edges.vertical)
    size = max((len(texts.get(x, "")) for x in grid.cells.values()), default=1)
    mask = ("▒" if unicode else "#") * size if filled else " " * size
    gaps = _gaps_between(grid, edges, size, tight)
    dash = _joint(5, unicode)

    def cell(x: int | None, joined: bool) -> str:
        if x is None:
            return mask
        text, style = texts.get(x, ""), styles.get(x, "")
        blanks = size - len(text)
        after = blanks - blanks // 2 if centred else 0
        styled = f"{style}{text}{_RESET}" if style else text
        return (dash if joined else " ") * (blanks - after) + styled + " " * after

    def line(left: Sequence[bool], right: Sequence[bool], up: int, down: int, contents: Sequence[str]) -> str:
        """One line of text: what is to the left and to the right of each place for a border, and the rows beside."""
        text = ""
        for c, gap in enumerate(gaps):
            before, bar, after = gap.partition("|")
            arms = left[c] + 2 * ((c, down) in edges.vertical) + 4 * right[c] + 8 * ((c, up) in edges.vertical)
            text += (dash if left[c] and (bar or right[c]) else " ") * len(before)
            text += (_joint(arms, unicode) + (dash if right[c] else " ") * len(after)) * bool(bar)
            text += "".join(contents[c : c + 1])
        return text.rstrip()

    lines: list[str] = []
    columns = range(grid.width + 1)
    for r in range(grid.height + 1):
        level = [(r, c) in edges.horizontal for c in range(grid.width + 2)]
        if any(level):
            down = [((r, c), (r + 1, c)) in links for c in columns[1:]]
            crossings = [_joint(5 * level[c] + 10 * down[c - 1], unicode) for c in columns[1:]]
            strokes = [(dash if level[c] else " ") * (size - 1) + crossings[c - 1] for c in columns[1:]]
            lines.append(line(level, level[1:], r, r + 1, strokes))
        if r < grid.height:
            joined = [((r + 1, c), (r + 1, c + 1)) in links for c in columns]
            contents = [cell(x, joined[c]) for c, x in enumerate(grid.numbers[r])]
            lines.append(line(joined, joined, r + 1, r + 1, contents))
    return lines


def _gaps_between(grid: Grid, edges: Borders, size: int, tight: bool) -> list[str]:
    """The text between two columns: ``|`` is the place of a border, wherever the column has one at all."""
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


def _joint(arms: int, unicode: bool) -> str:
    """Lines that meet: 1 left, 2 down, 4 right, 8 up."""
    if unicode or not arms:
        return _JOINTS[arms]
    return "-" if arms in (1, 4, 5) else "|" if arms in (2, 8, 10) else "+"


def shown_text(model: Model, values: Values) -> list[str]:
    """One line for each ``show`` statement, its items separated by a blank.

    ``values`` has to hold every variable that is shown.
    """
    return [" ".join(_shown(item, model, values) for item in statement) for statement in model.shown]


def answer_lines(model: Model, values: Values) -> list[str]:
    """What an answer has beside its picture: variables of no grid, and the ``show`` lines if all values are known.

    The picture of a model without a grid has all variables.
    """
    complete = all(value_of(values, number) is not None for number in range(len(model.variables)))
    return (variables_text(model, values) if model.grids else []) + (shown_text(model, values) if complete else [])


def _shown(item: Shown, model: Model, values: Values) -> str:
    if isinstance(item.value, str):
        return item.value
    try:
        if isinstance(item.value, Affine):
            value = evaluate(item.value, values)  # type: ignore[arg-type] # anything indexable does
            is_alone = is_cell(item.value)
            return number_text(model.variables[cell_number(item.value)].told(value) if is_alone else value)
        return "true" if holds(item.value, values) else "false"  # type: ignore[arg-type]
    except Undefined:
        return "undefined"


def variables_text(model: Model, values: Values) -> list[str]:
    """One line ``name = value`` for each solved variable that belongs to no grid."""
    lines: list[str] = []
    for number in model.own:
        value = value_of(values, number)
        if value is not None:
            variable = model.variables[number]
            lines.append(f"{variable.name} = {number_text(variable.told(value))}")
    return lines
