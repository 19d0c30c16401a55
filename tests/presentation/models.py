"""Hand-made models: what elaboration would hand over, without elaboration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.model import Cell, Grid, Mark, Model, Origin, Requirement, Shown, Variable
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def model(
    height: int,
    width: int,
    *,
    title: str = "Test",
    domain: Domain | None = None,
    mask: str = "",
    givens: str = "",
    boxes: Sequence[Sequence[Cell]] = (),
    marks: Sequence[Mark] = (),
    shown: Sequence[Sequence[Shown]] = (),
    metadata: Sequence[tuple[str, str]] = (),
    text: str = 'puzzle "Test"\n',
    clues: Sequence[str] = (),
    further: Mapping[str, tuple[int, int]] | None = None,
    variables: Sequence[Variable] = (),
) -> Model:
    """A model of one grid ``cell`` and perhaps more; ``mask`` and ``givens`` are layouts of single characters."""
    domain = domain or Domain.range(1, 9)
    masked = [character == "x" for character in mask.split()] if mask else [False] * (height * width)
    found: list[Variable] = []
    grids: list[Grid] = []
    fixed: dict[int, int] = {}
    given = givens.split() if givens else ["."] * (height * width)
    for name, (rows, columns) in {"cell": (height, width), **(further or {})}.items():
        numbers: list[tuple[int | None, ...]] = []
        for r in range(rows):
            row: list[int | None] = []
            for c in range(columns):
                place = r * columns + c
                if name == "cell" and masked[place]:
                    row.append(None)
                    continue
                if name == "cell" and given[place] != ".":
                    fixed[len(found)] = int(given[place])
                row.append(len(found))
                found.append(Variable(f"{name}[{r + 1}, {c + 1}]", domain, name, (r + 1, c + 1)))
            numbers.append(tuple(row))
        grids.append(Grid(name, rows, columns, domain, tuple(numbers)))
    source = Source("test.puz", text)
    span = source.span(0, len(text))
    return Model(
        source=source,
        title=title,
        metadata=tuple(metadata),
        variables=(*found, *variables),
        grids=tuple(grids),
        requirements=tuple(Requirement(True, Origin(span, "cage", sentence)) for sentence in clues),
        givens=fixed,
        shown=tuple(tuple(items) for items in shown),
        marks=tuple(marks),
        boxes={"cell": tuple(tuple(box) for box in boxes)},
    )


def mark(kind: str, cells: str, text: str = "", color: str = "", grid: str = "cell") -> Mark:
    """A mark on cells written as ``r1c1 r2c2``."""
    places: list[Cell] = []
    for word in cells.split():
        row, _, column = word[1:].partition("c")
        places.append((int(row), int(column)))
    return Mark(kind, grid, tuple(places), text, color)


def rectangles(height: int, width: int, tall: int, wide: int, top: int = 1, left: int = 1) -> list[list[Cell]]:
    """The boxes of a grid (or of a part that starts at ``top``, ``left``), each ``tall`` by ``wide``."""
    return [
        [(r + i, c + j) for i in range(tall) for j in range(wide)]
        for r in range(top, top + height, tall)
        for c in range(left, left + width, wide)
    ]


def labelled(layout: str) -> list[list[Cell]]:
    """Groups of cells by the characters of a layout without blanks."""
    groups: dict[str, list[Cell]] = {}
    for r, row in enumerate(layout.split(), 1):
        for c, label in enumerate(row, 1):
            groups.setdefault(label, []).append((r, c))
    return list(groups.values())


def run(*corners: Cell) -> str:
    """The cells of a path through corners, as `mark` reads them."""
    places = [corners[0]]
    for r, c in corners[1:]:
        while places[-1] != (r, c):
            a, b = places[-1]
            places.append((a + (r > a) - (r < a), b + (c > b) - (c < b)))
    return " ".join(f"r{r}c{c}" for r, c in places)


CLASSIC = """
. . 3 . 2 . 6 . .
9 . . 3 . 5 . . 1
. . 1 8 . 6 4 . .
. . 8 1 . 2 9 . .
7 . . . . . . . 8
. . 6 7 . 8 2 . .
. . 2 6 . 9 5 . .
8 . . 2 . 3 . . 9
. . 5 . 1 . 3 . .
"""
SOLUTION = """
4 8 3 9 2 1 6 5 7
9 6 7 3 4 5 8 2 1
2 5 1 8 7 6 4 9 3
5 4 8 1 3 2 9 7 6
7 2 9 5 6 4 1 3 8
1 3 6 7 9 8 2 4 5
3 7 2 6 8 9 5 1 4
8 1 4 2 5 3 7 6 9
6 9 5 4 1 7 3 8 2
"""
ANSWER = [int(value) for value in SOLUTION.split()]

JIGSAW = "AAABBB AADBBB ADDDCC EEDDCC EEFFCC EEFFFF"
