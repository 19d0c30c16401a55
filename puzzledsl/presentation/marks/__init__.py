"""The kinds of mark that ``draw`` knows, one module each, named as the language names it.

A new kind is a new file with a ``KIND``; nothing else has to know of it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import WHITE, surface
from puzzledsl.presentation.shapes import Paint
from puzzledsl.records import EMPTY, record
from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Mark
    from puzzledsl.presentation.shapes import Shape

GRID_LAYER = 50
"""Marks with a lower layer lie below the grid lines, the others above; digits are on top."""


@record
class Site:
    """Where marks are drawn.

    Attributes:
        filled: masked places of the grid are black squares.
        backs: the colours that cells are filled with.
        drawn: what marks of lower layers have drawn; what lies beside the grid keeps clear of it.
    """

    grid: Grid
    filled: bool = False
    backs: Mapping[Cell, str] = EMPTY
    drawn: Collection[Shape] = ()


@record
class Kind:
    """One kind of mark.

    Attributes:
        layer: marks of lower layers are drawn first.
        shapes: all marks of this kind on one grid, in the model's order, to shapes in the grid's own
            coordinates (`geometry`). It gets all of them so that marks can make room for each other; see `each`.
        covers: the mark fills its cells with its colour, so digits on a dark one have to be white.
        corner: tells for which marks the text is written into the corner of their first cell, above the
            grid lines and clear of the texts of other kinds; the text of all others is up to ``shapes``.
    """

    layer: int
    shapes: Callable[[Sequence[Mark], Site], list[Shape]]
    covers: bool = False
    corner: Callable[[Mark], bool] = lambda mark: bool(mark.text)


def each(shapes: Callable[[Mark, Site], list[Shape]]) -> Callable[[Sequence[Mark], Site], list[Shape]]:
    """The shapes of marks that need not make room for each other, from those of one mark."""
    return lambda marks, site: [shape for mark in marks for shape in shapes(mark, site)]


def outlined(mark: Mark) -> Paint:
    """The paint of a figure in a cell: a grey outline, filled where a colour is given."""
    return Paint(fill=surface(mark.color, WHITE), stroke="#707070", width=0.035)


@cache
def mark_kinds() -> frozenset[str]:
    """The names of all kinds of mark. Reads a directory, imports nothing."""
    return frozenset(modules_in(__path__))


@cache
def kind_named(name: str) -> Kind:
    """The kind of mark of that name; ``name`` is one of `mark_kinds`."""
    kind = import_module(f"{__name__}.{name}").KIND
    assert isinstance(kind, Kind)
    return kind
