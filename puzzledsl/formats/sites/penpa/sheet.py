"""Drawings in the layers of Penpa+."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.depiction import BLACK
from puzzledsl.formats.drawing.geometry import middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawing.records import Point
    from puzzledsl.formats.sites.penpa.places import Places
    from puzzledsl.model import Cell, Mark

THICK, THIN, DASHED = 2, 12, 10
"""Styles of lines: a border, a thin coloured line, the outline of a cage."""
_GAP = 4
"""The style of a black cell."""
_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo"
_MAPS = "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE"
_COMMANDS = "command_redo command_undo command_replay"
_SYMBOLS: dict[str, tuple[int, str]] = {
    "white_dot": (8, "circle_SS"),
    "black_dot": (2, "circle_SS"),
    "odd": (3, "circle_L"),
    "even": (3, "square_L"),
    "counting_circles": (1, "circle_L"),
    "sign <": (1, "inequality"),
    "sign ^": (2, "inequality"),
    "sign >": (3, "inequality"),
    "sign v": (4, "inequality"),
}
"""The style and name of each symbol."""
_TEXTS = {"given": "1", "outside": "1", "sign": "6"}
"""The size of each kind of text."""
_NO_LOOK = "it cannot be drawn there"


def layer() -> dict[str, Any]:
    """Return an empty layer: the puzzle's, or the solver's."""
    return {
        **{key: {"__a": []} for key in _COMMANDS.split()},
        **{key: {} for key in _MAPS.split()},
        **{key: [] for key in _LISTS.split()},
    }


class PenpaSheet:
    """What is drawn so far, in a layer."""

    def __init__(self, places: Places) -> None:
        self.places, self.layer = places, layer()

    def _centers(self, cells: Sequence[Cell]) -> list[int]:
        return [self.places.place(middle([cell])) for cell in cells]

    def shape(self, look: str, cells: Sequence[Cell], text: str = "", color: str = BLACK) -> None:
        """Draw a symbol or a black text."""
        key = str(self.places.place(middle(cells)))
        if symbol := _SYMBOLS.get(f"{look} {text}".strip()):
            self.layer["symbol"][key] = [*symbol, 1 if symbol[1].endswith("_L") else 2]
        elif look in _TEXTS and color == BLACK:
            self.layer["number"][key] = [text, 1, _TEXTS[look]]
        elif look == "gap":
            self.layer["surface"][key] = _GAP
        else:
            raise Unsayable(_NO_LOOK)

    def edge(self, a: Point, b: Point, style: int) -> None:
        """Draw a piece of a line between two corners of cells."""
        start, end = sorted(map(self.places.place, (a, b)))
        self.layer["lineE"][f"{start},{end}"] = style

    def line(self, cells: Sequence[Cell], color: str, ends: bool) -> None:  # noqa: ARG002 - as other sheets
        """Draw none: lines have no colours that words could name."""
        raise Unsayable(_NO_LOOK)

    def thermometer(self, cells: Sequence[Cell], slow: bool) -> None:
        """Draw a thermometer, always of the same colour."""
        if slow:
            raise Unsayable(_NO_LOOK)
        self.layer["thermo"].append(self._centers(cells))

    def arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        """Draw an arrow from a circle of one cell."""
        if len(circle) > 1:
            raise Unsayable(_NO_LOOK)
        self.layer["arrows"].append(self._centers(shaft))

    def pointer(self, place: Cell, step: Cell, text: str) -> None:
        """Draw a number with a short arrow."""
        turn = {(-1, -1): 2, (-1, 1): 4, (1, 1): 6, (1, -1): 8}[step]
        self.layer["symbol"][str(self._centers([place])[0])] = [turn, "arrow_Short", 2]
        self.shape("sign", [place], text)

    def diagonal(self, cells: Sequence[Cell]) -> None:
        """Draw a thin line cell by cell."""
        for r, c in cells:
            down = cells[0] == (1, 1)
            self.edge((r - 1, c - down), (r, c - (not down)), THIN)

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:  # noqa: ARG002 - it looks the same
        """Draw a cage, with its number in the corner of the first cell."""
        ordered = sorted(cells)
        self.layer["killercages"].append(self._centers(ordered))
        self.layer["cage"].update({f"{a},{b}": DASHED for a, b in self.places.outline(ordered)})
        if text:
            self.layer["numberS"][str(self.places.corner(ordered[0], 0))] = [f" {text}", 1]

    def mark(self, mark: Mark) -> None:  # noqa: ARG002 - as other sheets
        """Draw none: the looks that puzzledsl has are others."""
        raise Unsayable(_NO_LOOK)
