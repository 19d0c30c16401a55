"""Data as Python source: lists of cells and of pairs, as short as a person would write them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.model import Cell

WIDTH = 118


def source(value: object) -> str:
    """A value; a tuple of tuples is a list of them."""
    if isinstance(value, tuple) and value and all(isinstance(one, tuple) for one in value):
        return f"[{', '.join(map(source_of_item, value))}]"
    return repr(value)


def source_of_item(value: object) -> str:
    """A cell, an edge, or a tuple of such and other values."""
    if isinstance(value, tuple):
        inside = ", ".join(map(source_of_item, value))
        return f"({inside}{',' if len(value) == 1 else ''})"
    return repr(value)


def wrapped(before: str, items: Iterable[str], after: str) -> list[str]:
    """``before items after`` on as many lines as it takes, broken between the items."""
    parts = list(items)
    if len(before) + sum(len(part) + 2 for part in parts) + len(after) <= WIDTH:
        return [f"{before}{', '.join(parts)}{after}"]
    lines: list[str] = []
    line = before
    for number, part in enumerate(parts):
        piece = part if number == len(parts) - 1 else f"{part},"
        if len(line) + len(piece) + 1 + len(after) > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += piece if line is before and not number else f" {piece}"
    return [*lines, f"{line}{after}"]


def is_place(value: object) -> bool:
    """Whether it is a row and a column."""
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(one, int) for one in value)


def are_pairs(values: Sequence[object]) -> bool:
    """Whether all are pairs of two places."""
    return bool(values) and all(isinstance(one, tuple) and len(one) == 2 and all(map(is_place, one)) for one in values)


def offsets_text(
    pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    cells: set[tuple[int, int]],
    cells_text: str,
    known: dict[frozenset[object], str],
) -> tuple[str, list[object]] | None:
    """A comprehension for pairs of cells that lie to each other in a few ways, and the pairs in its order.

    ``known`` are lists of pairs that the script has already, as sets, with their texts.
    """
    steps = sorted({(d[0] - a[0], d[1] - a[1]) for a, d in pairs})
    every = [(a, (a[0] + i, a[1] + j)) for a in sorted(cells) for i, j in steps if (a[0] + i, a[1] + j) in cells]
    there = set(pairs)
    missing = [pair for pair in every if pair not in there]
    if not there.issubset(every) or len(pairs) < 8 or len(steps) > 12 or len(missing) * 2 > len(pairs):
        return None
    pair = "((r, c), (r + i, c + j))"
    test = f"(r + i, c + j) in {cells_text}"
    if missing:
        unordered: set[frozenset[object]] = {frozenset(one) for one in missing}
        name = _as_union(unordered, known)
        if name is not None:
            test += f" and {{(r, c), (r + i, c + j)}} not in {name}"
        else:
            test += f" and {pair} not in {source(tuple(missing))}"
    return f"[{pair} for r, c in {cells_text} for i, j in {source(tuple(steps))} if {test}]", list(
        every if not missing else [pair for pair in every if pair in there]
    )


def _as_union(wanted: set[frozenset[object]], known: dict[frozenset[object], str]) -> str | None:
    """Lists that make up a set of pairs together, as the text of a list of sets."""
    parts = [(there, text) for there, text in known.items() if there <= wanted]
    if set().union(*(there for there, _ in parts)) != wanted:
        return None
    return f"[{{*pair}} for pair in [{', '.join(f'*{text}' for _, text in parts)}]]"


def steps_of(cells: Sequence[object]) -> bool:
    """Whether cells are successive integers."""
    return all(b == a + 1 for a, b in pairwise(cells))  # type: ignore[operator]


def corners(cells: Sequence[object]) -> tuple[int, int, int, int] | None:
    """The corners of a rectangle of cells in reading order; ``None`` for other cells."""
    if not cells or not all(map(is_place, cells)):
        return None
    (top, left), (bottom, right) = cast("tuple[Cell, Cell]", (cells[0], cells[-1]))
    whole = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
    return (top, left, bottom, right) if whole == list(cells) else None


_RELATIONS = tuple(
    (text, eval("lambda v, w, k: " + text.replace("{k}", "k")))
    for text in (
        "v < w", "v <= w", "v > w", "v >= w", "abs(v - w) == {k}", "abs(v - w) >= {k}", "abs(v - w) <= {k}",
        "abs(v - w) != {k}", "v + w == {k}", "v + w != {k}", "v == {k} * w or w == {k} * v",
        "v != {k} * w and w != {k} * v", "v != {k} * w", "w != {k} * v", "v - w == {k}", "w - v == {k}", "v * w == {k}",
        "v == w or v == 0 or w == 0",
    )
)  # fmt: skip


def fits_text(values: tuple[int, ...], allowed: frozenset[tuple[int, int]]) -> str:
    """Which values may be in two cells, as a function of these: a usual relation, or a table."""
    size = max(map(abs, values))
    for text, holds in _RELATIONS:
        for k in range(1, size * size + 1) if "{k}" in text else (1,):
            if all(holds(v, w, k) == ((v, w) in allowed) for v in values for w in values):
                return f"lambda v, w: {text.format(k=k)}"
    refused = sorted((v, w) for v in values for w in values if (v, w) not in allowed)
    if len(refused) < len(allowed):
        return f"lambda v, w: (v, w) not in {source(tuple(refused))}"
    return f"lambda v, w: (v, w) in {source(tuple(sorted(allowed)))}"


def rectangles_text(groups: Sequence[Sequence[object]]) -> str | None:
    """A comprehension for groups of cells that are rectangles of one size, by their corners; else ``None``."""
    found = [one for group in groups if (one := corners(group)) is not None]
    sizes = {(bottom - top + 1, right - left + 1) for top, left, bottom, right in found}
    if len(found) < len(groups) or len(sizes) != 1 or len(groups) < 3 or max(map(len, groups)) < 4:
        return None
    ((h, w),) = sizes
    tops = [(top, left) for top, left, _, _ in found]
    over = f"for r, c in {source(tuple(tops))}"
    for n in range(2, len(tops) // 2 + 1):
        shifts = [(tops[k][0] - tops[0][0], tops[k][1] - tops[0][1]) for k in range(0, len(tops), n)]
        if len(tops) % n == 0 and tops == [(r + a, c + b) for a, b in shifts for r, c in tops[:n]]:
            over = f"for a, b in {source(tuple(shifts))} for r, c in {source(tuple(tops[:n]))}"
            inside = f"[(r + a + i, c + b + j) for i in range({h}) for j in range({w})]"
            return f"[{inside}\n    {over}]"
    inside = f"[(r + i, c + j) for i in range({h}) for j in range({w})]"
    return f"[{inside} {over}]" if len(over) < 60 else f"[{inside}\n    {_folded(over)}]"


def _folded(text: str) -> str:
    """A text of several lines, broken between cells."""
    lines, line = [], ""
    for part in text.replace("), (", "),\0(").split("\0"):
        if len(line) + len(part) > WIDTH - 8:
            lines.append(line)
            line = "    "
        line += f" {part}" if line else part
    return "\n".join([*lines, line])
