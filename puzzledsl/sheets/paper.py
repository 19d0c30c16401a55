"""Paper: its sizes, its margins, and the slots that a page is divided into. Lengths are in points (1/72 inch)."""

from __future__ import annotations

from math import ceil

from puzzledsl.diagnostics import failure
from puzzledsl.records import record

MILLIMETRE = 72 / 25.4
PAPERS = {
    "a3": (297 * MILLIMETRE, 420 * MILLIMETRE),
    "a4": (210 * MILLIMETRE, 297 * MILLIMETRE),
    "a5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}
"""Width and height, upright."""

LEAST_MARGIN, MOST_MARGIN = 5.0, 50.0
"""In millimetres; few printers reach the edge of the paper."""

GAP = 20.0
"""Between slots."""
FOOTER = 16.0
"""At the bottom of a page, for its number."""
LEAST_PUZZLE, LEAST_SOLUTION = (90.0, 110.0), (70.0, 80.0)
"""Width and height of a slot; a smaller one has no room for words and a grid."""
_MOST = 500
"""Slots that no page has."""


@record(slots=True)
class Box:
    """An upright rectangle on a page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height


@record(slots=True)
class Paper:
    """The sheets of paper.

    Attributes:
        name: one of `PAPERS`.
        landscape: whether they lie on their side.
        margin: in millimetres, on all four sides.
    """

    name: str = "a4"
    landscape: bool = False
    margin: float = 15.0

    def check(self) -> None:
        """Refuse sizes that do not exist.

        Raises:
            PuzzleError: there is no such paper, or the margin is too small or too large.
        """
        if self.name not in PAPERS:
            from puzzledsl.nearest import did_you_mean

            raise failure(
                f"no paper is called `{self.name}`",
                label=did_you_mean(self.name, PAPERS),
                helps=(f"there are {', '.join(PAPERS)}",),
                code="call",
            )
        if not LEAST_MARGIN <= self.margin <= MOST_MARGIN:
            raise failure(
                f"a margin has {LEAST_MARGIN:g} to {MOST_MARGIN:g} millimetres, not {self.margin:g}", code="call"
            )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as the pages lie."""
        width, height = PAPERS[self.name]
        return (height, width) if self.landscape else (width, height)

    @property
    def body(self) -> Box:
        """Within the margins, above the page number."""
        width, height = self.size
        edge = self.margin * MILLIMETRE
        return Box(edge, edge, width - 2 * edge, height - 2 * edge - FOOTER)


def divisions(body: Box, count: int, least: tuple[float, float]) -> list[list[Box]]:
    """The ways to divide a part of a page into at least ``count`` equal boxes, listed row by row.

    Args:
        least: width and height that each box has at least.
    """
    found = []
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        width = (body.width - (columns - 1) * GAP) / columns
        height = (body.height - (rows - 1) * GAP) / rows
        if width < least[0] or height < least[1] or ceil(count / rows) < columns:
            continue  # a column would stay empty
        found.append(
            [
                Box(body.left + column * (width + GAP), body.top + row * (height + GAP), width, height)
                for row in range(rows)
                for column in range(columns)
            ]
        )
    return found


def most_slots(body: Box, count: int, least: tuple[float, float]) -> int:
    """How many slots a page has, up to ``count``."""
    return next((n for n in range(min(count, _MOST), 0, -1) if divisions(body, n, least)), 0)


def check_count(paper: Paper, count: int) -> None:
    """Refuse more puzzles on a page than have room.

    Raises:
        PuzzleError: the slots would be too small.
    """
    most = most_slots(paper.body, max(count, 1), LEAST_PUZZLE)
    if most != count:
        where = f"{paper.name} paper with a margin of {paper.margin:g} mm"
        held = f"holds 1 to {most} puzzles, not {count}" if most else "has no room for a puzzle"
        raise failure(f"a page of {where} {held}", code="call")
