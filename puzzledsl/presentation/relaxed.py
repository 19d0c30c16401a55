"""A point of a relaxation in its grid: as text, and as a picture."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.presentation.panels import Panel, panels
from puzzledsl.presentation.pencil import cell_texts
from puzzledsl.presentation.picture import Highlight, picture
from puzzledsl.presentation.shapes import TextShape
from puzzledsl.presentation.terminal import variables_text
from puzzledsl.presentation.value_texts import rounded
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.half_planes import Plane
    from puzzledsl.presentation.picture import Picture

FRACTION = "#fdebc8"
"""The colour of cells that are not whole."""

_BARS = "▁▂▃▄▅▆▇█"
_MOST_SHARES = 36
"""Domains with more values are shown as one number."""


@record
class RelaxedView:
    """What is to be seen of one relaxation, by variable number.

    Attributes:
        heading: which one it is: ``binary, as written``.
        stage: those of one stage stand in one row.
        values: its value.
        shares: how much it has of which values, where it is not whole and that is known.
        whole: those that are whole.
        caption: what else there is to say; without values all that there is.
        plane: the program, if it has two columns.
    """

    heading: str
    stage: str
    values: Mapping[int, float]
    shares: Mapping[int, Mapping[int, float]]
    whole: frozenset[int]
    caption: tuple[str, ...]
    plane: Plane | None = None


def relaxation_text(
    model: Model, view: RelaxedView, *, color: bool, unicode: bool = True, width: int | None = None
) -> list[str]:
    """The heading, the grids with a text in each cell, further variables, and the caption.

    A whole cell has its value; another one its candidates, each with a bar (without ``unicode`` a digit: tenths) for
    its share; or its value, where that is a number of its own.
    """
    lines = [f"\x1b[1m{view.heading}\x1b[0m" if color else view.heading]
    if view.values:
        texts = {x: _text(view, x, unicode) for x in view.values}
        if model.grids:
            known = {x for x in view.whole if model.variables[x].grid is not None}
            lines += cell_texts(model, texts, known, color=color, unicode=unicode, width=width).splitlines()
        lines += [f"{model.variables[x].name} = {texts[x]}" for x in model.own if x in texts]
    return [*lines, *view.caption]


def relaxation_picture(model: Model, views: Sequence[RelaxedView]) -> Picture:
    """The relaxations of one stage side by side, the stages below each other.

    A value is the larger and the darker the more of it there is; cells that are not whole are coloured.
    """
    rows = [[_panel(model, view) for view in row] for _, row in groupby(views, key=lambda view: view.stage)]
    return panels(model, rows)


def _panel(model: Model, view: RelaxedView) -> Panel:
    if not view.values:
        said = TextShape((0.0, 0.0), "no point", 0.5, "#c62828", "start", role="none")
        return Panel(view.heading, (said,), view.caption)
    if view.plane is not None:
        from puzzledsl.presentation.half_planes import half_planes

        return Panel(view.heading, tuple(half_planes(view.plane)), (*view.plane.legend, *view.caption))
    shares = {x: shares for x, shares in view.shares.items() if len(shares) <= _MOST_SHARES}
    values = {x: round(value, 2) for x, value in view.values.items() if x not in shares}
    candidates = {x: [v for v, share in of.items() if share] for x, of in shares.items()}
    highlights = {x: Highlight(FRACTION) for x in view.values if x not in view.whole}
    scene = picture(model, values, highlights=highlights, candidates=candidates, shares=shares)
    own = variables_text(model, {x: round(value, 2) for x, value in view.values.items()}) if model.grids else []
    return Panel(view.heading, scene.shapes, (*own, *view.caption))


def _text(view: RelaxedView, x: int, unicode: bool) -> str:
    shares = view.shares.get(x)
    if not shares or len(shares) > _MOST_SHARES:
        return rounded(view.values[x])
    parts = []
    for value, share in shares.items():
        if share <= 0:
            continue
        bar = _BARS[min(7, int(share * 8))] if unicode else f":{min(9, round(share * 10))}"
        parts.append(f"{value}{bar}")
    return ("" if unicode else " ").join(parts)
