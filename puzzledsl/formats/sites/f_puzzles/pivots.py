"""Clues that turn: a dot in a cell is a pivot, and the clues in it turn by quarters as often as its digit says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, argument, distinct
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import fit, flat_color, named
from puzzledsl.formats.drawings.recognition import known_rules
from puzzledsl.formats.drawings.statements import stated
from puzzledsl.formats.json_values import items, number, text
from puzzledsl.formats.sites.f_puzzles.cells import cells
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.formats.drawings.statements import Sentence
    from puzzledsl.formats.sites.f_puzzles.source import Source
    from puzzledsl.model import Cell

_CLOCKWISE = re.compile(
    r"(?P<color>[a-z]+) dots are pivot points for (?:constraint clues|any clues touching their cell),? which (?:are )?"
    r"rotated? clockwise around their pivot point through n steps of 90 degrees,? where n is the value on the pivot"
)
_DOTS = re.compile(r"(?P<color>[a-z]+) dots are pivot points")
_EITHER_WAY = re.compile(
    r"clues must be rotated around their pivot point in 90 degree steps,? in a direction to be determined by the solver"
)
_STEPS = re.compile(
    r"the number of such steps is equal to the value on the pivot,? and rotated clues must not extend outside the grid"
)
_INSIDE = re.compile(r"rotated clues (?:may overlap but )?must not extend outside the grid")
_APART = re.compile(r"distinct segments within the same region are not summed together")


@record(slots=True)
class Pivots:
    """What the rules say of pivots.

    Attributes:
        color: of the dots.
        either_way: the solver finds out in which direction each clue turns; otherwise clockwise.
    """

    color: str
    either_way: bool


def read_pivots(said: Sequence[Sentence]) -> tuple[Pivots | None, list[Sentence]]:
    """What sentences say of pivots, and the other sentences; all of them if the rules of pivots are not complete."""
    clockwise = [match for one in said if (match := _CLOCKWISE.fullmatch(one.plain))]
    dots = [match for one in said if (match := _DOTS.fullmatch(one.plain))]
    either = any(_EITHER_WAY.fullmatch(one.plain) for one in said) and any(_STEPS.fullmatch(one.plain) for one in said)
    inside = any(_INSIDE.fullmatch(one.plain) or _STEPS.fullmatch(one.plain) for one in said)
    found = clockwise if clockwise else dots if either else []
    if len(found) != 1 or len(clockwise) + len(dots) != 1 or not inside or not named(found[0]["color"]):
        return None, list(said)
    patterns = (_CLOCKWISE, _DOTS, _EITHER_WAY, _STEPS, _INSIDE)
    rest = [one for one in said if not any(pattern.fullmatch(one.plain) for pattern in patterns)]
    return Pivots(named(found[0]["color"])[0], not clockwise), rest


def turn_clues(source: Source, pivots: Pivots, said: Sequence[Sentence]) -> list[Sentence]:
    """Write all clues, each as its pivot turns it. Returns the sentences that are not about them.

    Raises:
        ClueError: a clue has two pivots, or is of a kind that this does not know.
    """
    known = {"arrow", "killercage", "quadruple", "difference", "ratio"}
    others = [key for key in source.kinds() if key not in known]
    if others:
        raise ClueError(f"how clues of the kind {others[0]} turn is not known")
    dots: dict[Cell, Any] = {}
    for entry in source.entries("circle"):
        spots = cells(source.draft, entry.get("cells")) if isinstance(entry, dict) else []
        color = flat_color(entry.get("baseC")) if spots else ""
        if len(spots) == 1 and not text(entry.get("value")) and fit(pivots.color, color) >= 0.5:
            dots[spots[0]] = entry
    clues = [_typed(source, key, entry) for key in sorted(known) for entry in source.entries(key)]
    lines, said = _lines(source, said)
    for touched, clue in [*clues, *lines]:
        _turn(source, [cell for cell in dots if cell in touched], touched, clue, pivots)
    source.used.update(id(entry) for entry in dots.values())
    source.used.add(id(source.json.get("killercage")))
    source.distrusted = frozenset(key for key in known if source.json.get(key))
    return said


def _typed(source: Source, key: str, entry: Any) -> tuple[list[Cell], Callable[[dict[Cell, Cell]], str]]:
    """The cells of a clue, and its condition on the cells that they become."""
    if not isinstance(entry, dict):
        raise ClueError("a clue is no object")
    draft = source.draft
    inside = distinct(cells(draft, entry.get("cells")))
    value = number(entry.get("value"))
    match key:
        case "arrow":
            shafts = [cells(draft, line) for line in items(entry.get("lines"))]
            if len(inside) != 1 or len(shafts) != 1 or len(shafts[0]) < 2 or shafts[0][0] != inside[0]:
                raise ClueError("an arrow that turns has one circle and one shaft")
            shaft = shafts[0]
            return shaft, lambda at: f"sum({argument([at[c] for c in shaft[1:]])}) == {cell_name(at[shaft[0]])}"
        case "killercage":
            total = "" if value is None else f", {value}"
            return inside, lambda at: f"cage([{', '.join(cell_name(at[c]) for c in inside)}]{total})"
        case "quadruple":
            values = ", ".join(str(found) for item in items(entry.get("values")) if (found := number(item)) is not None)
            return inside, lambda at: f"contains([{', '.join(cell_name(at[c]) for c in inside)}], {values})"
    rule = "white_dot" if key == "difference" else "black_dot"
    ratio = "" if value is None else f", {value}"
    return inside, lambda at: f"{rule}([{', '.join(cell_name(at[c]) for c in inside)}]{ratio})"


def _lines(
    source: Source, said: Sequence[Sentence]
) -> tuple[list[tuple[list[Cell], Callable[[dict[Cell, Cell]], str]]], list[Sentence]]:
    """Drawn lines, where a sentence says that they are region sum lines, and the sentences that do not say so."""
    rules = [rule for rule in known_rules() if rule.name == "region_sum"]
    about = [one for one in said if stated(one, rules)]
    drawn = [entry for entry in source.entries("line") if isinstance(entry, dict) and not entry.get("fromConstraint")]
    if not drawn:
        return [], list(said)
    if not about or source.regions != "boxes":
        raise ClueError("what the lines mean is not known")
    paths: dict[frozenset[Cell], list[Cell]] = {}
    for entry in drawn:
        for line in items(entry.get("lines")):
            path = cells(source.draft, line)
            paths.setdefault(frozenset(path), path)
        source.used.add(id(entry))

    def clue(path: list[Cell]) -> Callable[[dict[Cell, Cell]], str]:
        return lambda at: f"region_sum([{', '.join(cell_name(at[c]) for c in path)}])"

    rest = [one for one in said if one not in about and not _APART.fullmatch(one.plain)]
    return [(path, clue(path)) for path in paths.values()], rest


def _turn(
    source: Source,
    touching: list[Cell],
    touched: list[Cell],
    clue: Callable[[dict[Cell, Cell]], str],
    pivots: Pivots,
) -> None:
    draft = source.draft
    if not touching:
        draft.line(clue({cell: cell for cell in touched}), "clues that turn")
        return
    if len(touching) > 1:
        raise ClueError(f"a clue has two pivots, {cell_name(touching[0])} and {cell_name(touching[1])}")
    (pivot,) = touching
    lines: list[str] = []
    for quarters in range(4):
        held: dict[str, None] = {}
        for turns in (quarters, -quarters % 4) if pivots.either_way else (quarters,):
            at = {cell: _turned(cell, pivot, turns) for cell in touched}
            if all(draft.inside(cell) for cell in at.values()):
                held[clue(at)] = None
        steps = f"{cell_name(pivot)} mod 4"
        conditions = [f"({one})" for one in held] if len(held) > 1 else list(held)
        lines.append(f"{steps} == {quarters} -> {' or '.join(conditions)}" if held else f"{steps} != {quarters}")
    draft.line("\n".join(lines), "clues that turn")


def _turned(cell: Cell, pivot: Cell, quarters: int) -> Cell:
    """Where a cell comes by quarter turns clockwise about a pivot."""
    down, right = cell[0] - pivot[0], cell[1] - pivot[1]
    for _ in range(quarters):
        down, right = right, -down
    return pivot[0] + down, pivot[1] + right
