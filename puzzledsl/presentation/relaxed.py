"""A point of a relaxation in its grid: as text, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.panels import Panel, panels
from puzzledsl.presentation.pencil import cell_texts
from puzzledsl.presentation.picture import Highlight, picture
from puzzledsl.presentation.shapes import TextShape
from puzzledsl.presentation.terminal import variables_text
from puzzledsl.presentation.value_texts import short_text
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from puzzledsl.inspection.relaxation import Relaxation
    from puzzledsl.model import Model, Variable
    from puzzledsl.presentation.picture import Picture

FRACTION = "#fdebc8"
"""The colour of cells that are not whole."""

_BARS = "▁▂▃▄▅▆▇█"
_MOST_SHARES = 36
"""Domains with more values are shown as one number."""
_MOST_EDGES = 12
"""The limit on edges that are listed because they are not whole."""


def relaxation_text(
    model: Model, part: Relaxation, *, color: bool, unicode: bool = True, width: int | None = None
) -> list[str]:
    """The heading, the grids with a text in each cell, further variables, and the caption.

    A whole cell has its value; another one its candidates, each with a bar (without ``unicode`` a digit: tenths) for
    its share; or its value, where that is a number of its own.
    """
    lines = [f"\x1b[1m{part.heading}\x1b[0m" if color else part.heading]
    if part.values:
        texts = {x: _text(part, model.variables[x], unicode) for x in map(model.numbers.__getitem__, part.values)}
        if model.grids:
            known = {model.numbers[name] for name in part.whole if model.variables[model.numbers[name]].grid}
            lines += cell_texts(model, texts, known, color=color, unicode=unicode, width=width).splitlines()
        lines += [f"{model.variables[x].name} = {texts[x]}" for x in model.own if x in texts]
        lines += _fractional_edges(model, part)
    return [*lines, *part.caption]


def relaxation_picture(model: Model, rows: Iterable[Iterable[Relaxation]]) -> Picture:
    """The relaxations of one stage side by side, the stages below each other.

    A value is the larger and the darker the more of it there is; cells that are not whole are coloured.
    """
    return panels(model, [[_panel(model, part) for part in row] for row in rows])


def _panel(model: Model, part: Relaxation) -> Panel:
    if not part.values:
        said = TextShape((0.0, 0.0), "no point", 0.5, "#c62828", "start", role="none")
        return Panel(part.heading, (said,), part.caption)
    if part.plane is not None:
        from puzzledsl.presentation.half_planes import half_planes

        return Panel(part.heading, tuple(half_planes(part.plane)), (*part.plane.legend, *part.caption))
    number = model.numbers
    shares = {number[name]: shares for name in part.values if (shares := _shares(part, name))}
    rounded_values = {number[name]: float(short_text(value)) for name, value in part.values.items()}
    values = {x: value for x, value in rounded_values.items() if x not in shares}
    candidates = {x: [v for v, share in of.items() if share] for x, of in shares.items()}
    highlights = {number[name]: Highlight(FRACTION) for name in part.values if name not in part.whole}
    scene = picture(model, values, highlights=highlights, candidates=candidates, shares=shares)
    own = variables_text(model, rounded_values) if model.grids else []
    return Panel(part.heading, scene.shapes, (*own, *_fractional_edges(model, part), *part.caption))


def _fractional_edges(model: Model, part: Relaxation) -> list[str]:
    """The edges that are not whole: a drawing shows a line or none."""
    names = [model.variables[x].name for edges in model.edges for x in edges.numbers.values()]
    found = [name for name in dict.fromkeys(names) if name in part.values and name not in part.whole]
    lines = [f"{name} = {short_text(part.values[name])}" for name in found[:_MOST_EDGES]]
    more = len(found) - len(lines)
    return [*lines, f"… and {more:,} more that are not whole"] if more else lines


def _shares(part: Relaxation, name: str) -> Mapping[int, float]:
    """How much a cell or variable has of which values, if it is not whole and they are few."""
    shares = part.shares.get(name, EMPTY)
    return EMPTY if name in part.whole or len(shares) > _MOST_SHARES else shares


def _text(part: Relaxation, variable: Variable, unicode: bool) -> str:
    shares = _shares(part, variable.name)
    if not shares:
        value = variable.told(part.values[variable.name])
        return value if isinstance(value, str) else short_text(value)
    bars = [
        f"{variable.told(value)}{_BARS[min(7, int(share * 8))] if unicode else f':{min(9, round(share * 10))}'}"
        for value, share in shares.items()
        if share > 0
    ]
    return ("" if unicode else " ").join(bars)
