"""The kinds of clues of f-puzzles in the rules of the library: one reader for each key of the JSON."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import (
    ClueError,
    distinct,
    whole_line,
    write_arrow,
    write_cage,
    write_different,
    write_equal,
    write_region_sum,
)
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.json_values import items, number, shown, text
from puzzledsl.formats.outside import diagonal_from, line_from
from puzzledsl.formats.sites.f_puzzles import prose
from puzzledsl.formats.sites.f_puzzles.cells import cell, cells, place

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.formats.sites.f_puzzles.source import Source
    from puzzledsl.model import Cell


def _set_of(values: str) -> Callable[[Source, dict[str, Any]], None]:
    """A reader of cells that hold one of some values."""
    numbers = [int(value) for value in values.split()]

    def read(source: Source, entry: dict[str, Any]) -> None:
        spot = cell(source.draft, entry.get("cell"))
        source.draft.one_of(spot, [v for v in numbers if v <= source.draft.highest])

    return read


# ── cages and groups ─────────────────────────────────────────────────────────────────────────────


def _cage(source: Source, entry: dict[str, Any]) -> None:
    inside = distinct(cells(source.draft, entry.get("cells")))
    if inside:
        if source.scaled.intersection(inside):
            _scaled_cage(source, inside, number(entry.get("value")))
            return
        repeats = prose.cages_may_repeat(source.draft.rules)
        write_cage(source.draft, inside, number(entry.get("value")), text(entry.get("value")), repeats)


def _scaled_cage(source: Source, inside: list[Cell], total: int | None) -> None:
    """A cage with cells whose value is twice or half their digit. All numbers are doubled: values may be halves."""
    scaled = [cell for cell in inside if cell in source.scaled]
    if total is None or len(scaled) > 4:
        raise ClueError("its sum is not known, or it has too many such cells")
    whole = [f"2 * {cell_name(cell)}" for cell in inside if cell not in source.scaled]
    values = " + ".join([*whole, *(f"w{k}" for k in range(1, len(scaled) + 1))])
    loops = ", ".join(f"w{k} in [4 * {cell_name(cell)}, {cell_name(cell)}]" for k, cell in enumerate(scaled, 1))
    source.draft.line(f"any({values} == {2 * total} for {loops})", "cage")


def _extra_region(source: Source, entry: dict[str, Any]) -> None:
    write_different(source.draft, "alldifferent", distinct(cells(source.draft, entry.get("cells"))))


def _clone(source: Source, entry: dict[str, Any]) -> None:
    first, second = cells(source.draft, entry.get("cells")), cells(source.draft, entry.get("cloneCells"))
    if len(first) != len(second):
        raise ClueError(f"its parts have {len(first)} and {len(second)} cells")
    write_equal(source.draft, list(zip(first, second, strict=True)))


def _quadruple(source: Source, entry: dict[str, Any]) -> None:
    inside = distinct(cells(source.draft, entry.get("cells")))
    listed = [number(item) for item in items(entry.get("values"))]
    values = [value for value in listed if value is not None]
    if len(values) < len(listed):
        raise ClueError("its values are not all numbers")
    if values and inside:
        source.draft.clue(f"contains {' '.join(map(str, sorted(values)))}", inside)


def _indexer(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        inside = distinct(cells(source.draft, entry.get("cells")))
        if source.draft.lowest != 1:
            raise ClueError("the values of the grid do not begin at 1")
        words = rule
        if rule == "index_box":
            if not source.regions:
                raise ClueError("the grid has no regions")
            words += "" if source.regions == "boxes" else f" {source.regions}"
        if inside:
            source.draft.clue(words, inside)

    return read


def _inequality(source: Source, entry: dict[str, Any]) -> None:
    pair = cells(source.draft, entry.get("cells"))
    if len(pair) != 2 or text(entry.get("value")) not in ("", ">", "<"):
        raise ClueError("it is no sign `>` between two cells")
    greater, less = pair if text(entry.get("value")) != "<" else reversed(pair)
    source.draft.line(f"{cell_name(greater)} > {cell_name(less)}", "inequality")


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def _lines(source: Source, entry: dict[str, Any]) -> list[list[Cell]]:
    lines = items(entry.get("lines"))
    if not lines and entry.get("cells"):
        lines = [entry["cells"]]
    found = [cells(source.draft, line) for line in lines]
    for line in found:
        if any(a == b for a, b in pairwise(line)):
            raise ClueError("it stays in a cell")
    return [line for line in found if line]


def _line_of(words: str, shortest: int = 2, unordered: bool = False) -> Callable[[Source, dict[str, Any]], None]:
    """A reader of lines to which a rule applies.

    Args:
        shortest: shorter lines say nothing.
        unordered: the rule is about the set of cells: a closed line names its first cell twice, which counts once.
    """

    def read(source: Source, entry: dict[str, Any]) -> None:
        for line in _lines(source, entry):
            inside = distinct(line) if unordered else line
            if len(inside) >= shortest:
                source.draft.clue(words, inside)

    return read


def _thermometer(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        for line in _lines(source, entry):
            if len(set(line)) < len(line):
                raise ClueError("it runs into itself")
            if len(line) > 1:
                source.draft.clue(rule, line)

    return read


def _whisper(source: Source, entry: dict[str, Any]) -> None:
    draft = source.draft
    value = text(entry.get("value"))
    gap = number(value) if value else source.gap or (draft.height + 1) // 2
    if gap is None:
        raise ClueError(f"its difference is {shown(value)}")
    for line in _lines(source, entry):
        if len(line) > 1:
            draft.clue(f"whisper {gap}", line)


def _lockout(source: Source, entry: dict[str, Any]) -> None:
    if source.draft.height != 9:
        raise ClueError("how much its ends differ is known for grids of 9 × 9 only")
    _line_of("lockout")(source, entry)


def _region_sum(source: Source, entry: dict[str, Any]) -> None:
    if not source.regions:
        raise ClueError("the grid has no regions")
    for line in _lines(source, entry):
        write_region_sum(source.draft, line, source.regions, source.region_of)


def _arrow(source: Source, entry: dict[str, Any]) -> None:
    draft = source.draft
    pill = cells(draft, entry.get("cells"))
    lines = [cells(draft, line) for line in items(entry.get("lines"))]
    shafts = [line for line in lines if len(line) > 1]
    if not pill:
        raise ClueError("it has no circle")
    if not shafts:  # a circle, or a capsule, that rules in prose may be about
        return
    if not all(line[0] in pill for line in shafts):
        raise ClueError("its shaft does not begin in its circle")
    ordered = sorted(pill)
    straight = len({r for r, _ in pill}) == 1 or len({c for _, c in pill}) == 1
    if not straight:
        raise ClueError("the order of the digits in its circle is not clear, for the circle is bent")
    for line in shafts:
        write_arrow(draft, ordered, line[1:])


# ── clues outside the grid ───────────────────────────────────────────────────────────────────────


def _outside(rule: str) -> Callable[[Source, dict[str, Any]], None]:
    def read(source: Source, entry: dict[str, Any]) -> None:
        value = text(entry.get("value"))
        if not value:
            return
        line = line_from(source.draft, place(entry.get("cell")))
        if not line:
            raise ClueError("it does not stand beside a row or column")
        if (amount := number(value)) is None:
            raise ClueError(f"its value is {shown(value)}")
        source.draft.clue(f"{rule} {amount}", whole_line(line))

    return read


def _little_killer(source: Source, entry: dict[str, Any]) -> None:
    value = text(entry.get("value"))
    if value in ("", "0"):
        return
    steps = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
    step = steps.get(text(entry.get("direction")).upper())
    line = diagonal_from(source.draft, place(entry.get("cell")), step) if step else []
    if not line:
        raise ClueError("it points at no diagonal of the grid")
    if (amount := number(value)) is None:
        raise ClueError(f"its value is {shown(value)}")
    source.draft.clue(f"little_killer {amount}", line)


KINDS: dict[str, tuple[str, Callable[[Source, dict[str, Any]], None]]] = {
    "extraregion": ("an extra region", _extra_region),
    "killercage": ("a cage", _cage),
    "thermometer": ("a thermometer", _thermometer("thermo")),
    "slowthermometer": ("a slow thermometer", _thermometer("slow_thermo")),
    "arrow": ("an arrow", _arrow),
    "doublearrow": ("a double arrow", _line_of("double_arrow", shortest=3)),
    "whispers": ("a whisper", _whisper),
    "renban": ("a renban", _line_of("renban", unordered=True)),
    "nabner": ("a nabner line", _line_of("nabner", unordered=True)),
    "palindrome": ("a palindrome", _line_of("palindrome")),
    "betweenline": ("a between line", _line_of("between", shortest=3)),
    "lockout": ("a lockout line", _lockout),
    "regionsumline": ("a region sum line", _region_sum),
    "regionsum": ("a region sum line", _region_sum),
    "zipperline": ("a zipper line", _line_of("zipper", shortest=3)),
    "entropicline": ("an entropic line", _line_of("entropic")),
    "modularline": ("a modular line", _line_of("modular 3")),
    "quadruple": ("a quadruple", _quadruple),
    "inequality": ("an inequality", _inequality),
    "clone": ("a clone", _clone),
    "rowindexer": ("a row indexer", _indexer("index_row")),
    "columnindexer": ("a column indexer", _indexer("index_column")),
    "boxindexer": ("a box indexer", _indexer("index_box")),
    "poweroftwo": ("a power of two", _set_of("1 2 4 8 16 32")),
    "prime": ("a prime", _set_of("2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59")),
    "sandwichsum": ("a sandwich", _outside("sandwich")),
    "xsum": ("an X-sum", _outside("x_sum")),
    "skyscraper": ("a skyscraper", _outside("skyscraper")),
    "littlekillersum": ("a little killer", _little_killer),
}
"""The reader of one clue by its key, and how messages call the clue. In this order the model lists them."""
