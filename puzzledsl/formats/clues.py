"""Clues of several sites in the rules of the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby

from puzzledsl.formats.draft import ModelDraft, bracketed, cell_list, cell_name, named_list
from puzzledsl.model import Cell

MARKS = {"white_dot": ("white_dots", 1), "xv": ("xv_pairs", None), "black_dot": ("black_dots", 2)}
"""Rules of a pair of neighbours: the name of a list of such pairs, and the number that the rule has by default."""


class ClueError(Exception):
    """One clue cannot be read; its text gives the reason."""


@contextmanager
def reading(draft: ModelDraft, title: str) -> Iterator[None]:
    """Read one clue: if it cannot be read, it is left out, and named by its title."""
    try:
        yield
    except ClueError as error:
        draft.leave_out(f"{title} is left out: {error}")


def distinct(line: Sequence[Cell]) -> list[Cell]:
    """Cells in order, each once: the last cell of a closed line is its first."""
    return list(dict.fromkeys(line))


def argument(group: Sequence[Cell]) -> str:
    """A list of cells as the argument of a call: one run, or all cells in brackets."""
    words = cell_list(group)
    return words if ".." in words and " " not in words else bracketed(group)


def whole_line(line: Sequence[Cell]) -> str:
    """A row or column as a setter writes it; read backwards, it is a run of cells."""
    (row, column), last = line[0], line[-1]
    if (row, column) > last:
        return cell_list(line)
    return f"row({row})" if row == last[0] else f"column({column})"


# ── marks between neighbours ─────────────────────────────────────────────────────────────────────


def write_marks(
    draft: ModelDraft,
    marks: Mapping[str, Mapping[int, Sequence[Sequence[Cell]]]],
    negative: Mapping[str, Sequence[int]],
) -> None:
    """Write dots and XV marks, and what holds for the pairs without one.

    A pair with a white or black dot is free of the negative constraints of both.

    Args:
        marks: the pairs by rule of `MARKS` and number.
        negative: by rule, the numbers that no other pair may have.
    """
    constrained = {rule == "xv" for rule in negative if negative[rule]}
    names: dict[bool, list[str]] = {False: [], True: []}
    for rule, (listed, default) in MARKS.items():
        pairs = marks.get(rule, {})
        for value in sorted(pairs, key=lambda v: (v != default, v)):
            groups: Sequence[Sequence[Cell] | str] = pairs[value]
            if (rule == "xv") in constrained:
                name = listed if value == default or len(pairs) == 1 else f"{listed}_{value}"
                draft.declare(named_list(name, dict.fromkeys(map(bracketed, pairs[value]))))
                names[rule == "xv"].append(name)
                groups = [name]
            for cells in groups:
                draft.clue(rule if value == default else f"{rule} {value}", cells, rule)
    for rule, values in negative.items():
        free = ", ".join(names[rule == "xv"])
        spared = f", except = {f'concat({free})' if ',' in free else free}" if free else ""
        if rule == "white_dot":
            for value in values:
                line = f"for a, b in adjacent_pairs(cells{spared}):\n    abs(a - b) != {value}"
                usual = f"nonconsecutive(cells{spared})" if free else "nonconsecutive"
                draft.line(usual if value == 1 else line, "grid")
        elif values:
            call, numbers = "no_sum" if rule == "xv" else "no_ratio", [str(value) for value in values]
            bare = f"{call} {' '.join(numbers)}: cells"
            draft.line(f"{call}(cells, {', '.join(numbers)}{spared})" if free else bare, "grid")


def write_extremes(draft: ModelDraft, rule: str, marked: Sequence[Cell]) -> None:
    """Cells that are smaller, or greater, than all neighbours without the same mark."""
    if any((r + 1, c) in marked or (r, c + 1) in marked for r, c in marked):
        name = f"{rule[:3]}ima"
        draft.declare(named_list(name, map(cell_name, marked)))
        draft.clue(f"{rule} except = {name}", name, rule)
    else:
        draft.clue(rule, marked)


# ── cages and groups ─────────────────────────────────────────────────────────────────────────────


def write_cage(draft: ModelDraft, inside: Sequence[Cell], total: int | None, value: str) -> None:
    """Cells that are all different, with a sum if it is one that so many different values can have.

    Args:
        value: what is in the corner, for the message if it is no sum.

    Raises:
        ClueError: there are more cells than values.
    """
    count = len(inside)
    if total and can_sum(draft, count, total):
        draft.clue(f"cage {total}", inside, "cage")
        return
    write_different(draft, "cage", inside)
    if value not in ("", "0"):
        draft.leave_out(
            f"the value `{value}` of the cage at {cell_name(inside[0])} is not the sum of {count} different digits; "
            "the digits in the cage are different"
        )


def can_sum(draft: ModelDraft, count: int, total: int, distinct: bool = True) -> bool:
    """Whether so many cells can have a sum; a number that cannot be one means something else."""
    values = draft.values
    if distinct:
        return count <= len(values) and sum(values[:count]) <= total <= sum(values[len(values) - count :])
    return count * draft.lowest <= total <= count * draft.highest


def write_different(draft: ModelDraft, rule: str, inside: Sequence[Cell]) -> None:
    """Cells that are all different: ``cage`` or ``alldifferent``.

    Raises:
        ClueError: there are more cells than values.
    """
    if len(inside) > len(draft.values):
        raise ClueError(f"its {len(inside)} cells cannot all be different")
    if len(inside) > 1:
        draft.clue(rule, inside)


def write_equal(draft: ModelDraft, pairs: Sequence[tuple[Cell, Cell]]) -> None:
    """Cells that hold the same value, pair by pair."""
    pairs = [(a, b) for a, b in pairs if a != b]
    if len(pairs) == 1:
        draft.line(f"{cell_name(pairs[0][0])} == {cell_name(pairs[0][1])}", "clone")
    elif pairs:
        draft.line(f"clone({', '.join(map(argument, zip(*pairs, strict=True)))})", "clone")


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def write_region_sum(draft: ModelDraft, line: Sequence[Cell]) -> None:
    """A line whose pieces within regions have equal sums.

    Raises:
        ClueError: the grid has no regions.
    """
    region_of = draft.region_of
    if not draft.groups:
        raise ClueError("the grid has no regions")
    if len(line) > 2 and line[0] == line[-1]:  # a closed line begins where it enters a region
        ring = line[1:]
        start = next((k for k in range(len(ring)) if region_of.get(ring[k]) != region_of.get(ring[k - 1])), 0)
        line = [*ring[start:], *ring[:start]]
    if all(region_of.get(cell) is not None for cell in line):
        draft.clue("region_sum" if draft.groups == "boxes" else f"region_sum {draft.groups}", line)
        return
    pieces = [list(piece) for region, piece in groupby(line, region_of.get) if region is not None]
    if len(pieces) > 1:
        draft.line(f"equal_sums([{', '.join(map(argument, pieces))}])", "region_sum")


def write_arrow(draft: ModelDraft, pill: Sequence[Cell], shaft: Sequence[Cell]) -> None:
    """Cells that add up to a number.

    Args:
        pill: the cells of the number, the most significant digit first.
    """
    circle = cell_name(pill[0]) if len(pill) == 1 else argument(pill)
    draft.clue(f"arrow {circle}", shaft, "arrow")
