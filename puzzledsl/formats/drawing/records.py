"""A puzzle as a drawing: strokes, shapes, cages. Places are (row, column) in cells from the grid's top left corner.

The centre of r1c1 is (0.5, 0.5), and (1, 1) is the corner that it shares with r2c2. Lengths are in cells, colours
``#rrggbb`` as they look on white, or empty for none.
"""

from __future__ import annotations

from puzzledsl.model import Cell
from puzzledsl.records import record

Point = tuple[float, float]


@record
class Stroke:
    """A line through points; ``arrow``: whether the line has a head at its end."""

    points: tuple[Point, ...]
    color: str
    width: float
    arrow: bool = False


@record
class Shape:
    """A rectangle, or an ellipse if it is round, turned by ``angle`` degrees, perhaps with a text in it."""

    center: Point
    height: float
    width: float
    round: bool = False
    angle: float = 0
    fill: str = ""
    border: str = ""
    text: str = ""
    ink: str = ""


@record
class Cage:
    """Cells with a common outline.

    Attributes:
        value: what stands in its corner, or empty.
        distinct: whether the source itself checks that its values are different.
        hidden: it is not drawn.
        known: its clue is in the model already.
    """

    cells: tuple[Cell, ...]
    value: str = ""
    color: str = ""
    distinct: bool = False
    hidden: bool = False
    known: bool = False


@record
class Drawing:
    """What is drawn on a grid.

    Attributes:
        regions: the cells of each region.
    """

    height: int
    width: int
    strokes: tuple[Stroke, ...] = ()
    shapes: tuple[Shape, ...] = ()
    cages: tuple[Cage, ...] = ()
    regions: tuple[tuple[Cell, ...], ...] = ()
