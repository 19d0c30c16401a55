"""Clues of several sites in the rules of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_list, cell_name, named_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell


class ClueError(Exception):
    """One clue cannot be read; its text says why."""


def write_pairs(draft: Draft, rule: str, pairs: Mapping[str, list[list[Cell]]], default: str, listed: str) -> list[str]:
    """Write one clue for each pair, or for each value one clue with a list that has a name. Returns these names."""
    names: list[str] = []
    for value in sorted(pairs, key=lambda v: (v != default, int(v))):
        words = rule if value == default else f"{rule} {value}"
        if not listed:
            for pair in pairs[value]:
                draft.clue(words, pair, rule)
            continue
        name = listed if value == default or len(pairs) == 1 else f"{listed}_{value}"
        unique = [list(pair) for pair in dict.fromkeys(tuple(pair) for pair in pairs[value])]
        draft.declare(named_list(name, (f"[{', '.join(map(cell_name, pair))}]" for pair in unique)))
        draft.clue(words, name, rule)
        names.append(name)
    return names


def with_exceptions(call: list[str], names: list[str], bare: str = "") -> str:
    """The call of a rule of the whole grid, where the pairs in some lists are free."""
    if not names:
        return bare or f"{call[0]} {' '.join(call[2:])}: {call[1]}"
    free = names[0] if len(names) == 1 else f"concat({', '.join(names)})"
    return f"{call[0]}({', '.join(call[1:])}, except = {free})"


def adjacent(a: Cell, b: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def write_extremes(draft: Draft, rule: str, marked: list[Cell]) -> None:
    """Cells that are smaller, or greater, than all neighbours without the same mark."""
    if any(adjacent(spot, other) for spot in marked for other in marked):
        name = f"{rule[:3]}ima"
        draft.declare(named_list(name, map(cell_name, marked)))
        draft.clue(f"{rule} except = {name}", name, rule)
    elif marked:
        draft.clue(rule, marked)


def is_possible_sum(draft: Draft, count: int, total: int) -> bool:
    """Whether so many different values can have this sum."""
    low, high = draft.lowest, draft.highest
    least = sum(range(low, low + count))
    most = sum(range(high - count + 1, high + 1))
    return count <= high - low + 1 and total != 0 and least <= total <= most


def distinct(line: list[Cell]) -> list[Cell]:
    """Cells in order, each once: the last cell of a closed line is its first."""
    return list(dict.fromkeys(line))


def argument(group: Sequence[Cell]) -> str:
    """A list of cells as the argument of a call: one run, or all cells in brackets."""
    words = cell_list(group)
    return words if ".." in words and " " not in words else f"[{', '.join(map(cell_name, group))}]"


def whole_line(line: list[Cell]) -> str:
    """A row or column as a setter writes it; read backwards, it is a run of cells."""
    (row, column), last = line[0], line[-1]
    if line == sorted(line):
        return f"row({row})" if row == last[0] else f"column({column})"
    return cell_list(line)


def write_cage(draft: Draft, inside: list[Cell], total: int | None, value: str, repeats: bool = False) -> None:
    """Cells that are all different, with a sum if it is one that so many different values can have.

    Args:
        value: what stands in the corner, for the message if it is no sum.
        repeats: values may repeat, so only the sum counts.

    Raises:
        ClueError: there are more cells than values.
    """
    if repeats:
        if total is not None and draft.lowest * len(inside) <= total <= draft.highest * len(inside):
            draft.clue(f"total {total}", inside, "cage")
        elif value:
            draft.leave_out(
                f"the value `{value}` of the cage at {cell_name(inside[0])} is not the sum of {len(inside)} digits"
            )
        return
    if total is not None and is_possible_sum(draft, len(inside), total):
        draft.clue(f"cage {total}", inside, "cage")
        return
    write_different(draft, "cage", inside)
    if value:
        draft.leave_out(
            f"the value `{value}` of the cage at {cell_name(inside[0])} is not the sum of {len(inside)} different "
            "digits; the digits in the cage are different"
        )


def write_different(draft: Draft, rule: str, inside: Sequence[Cell]) -> None:
    """Cells that are all different: ``cage`` or ``alldifferent``.

    Raises:
        ClueError: there are more cells than values.
    """
    if len(inside) > draft.highest - draft.lowest + 1:
        raise ClueError(f"its {len(inside)} cells cannot all be different")
    if len(inside) > 1:
        draft.clue(rule, inside)


def write_equal(draft: Draft, pairs: Sequence[tuple[Cell, Cell]]) -> None:
    """Cells that hold the same value, pair by pair."""
    pairs = [(a, b) for a, b in pairs if a != b]
    if len(pairs) == 1:
        draft.line(f"{cell_name(pairs[0][0])} == {cell_name(pairs[0][1])}", "clone")
    elif pairs:
        parts = ", ".join(argument([pair[k] for pair in pairs]) for k in (0, 1))
        draft.line(f"clone({parts})", "clone")


def write_region_sum(
    draft: Draft, line: list[Cell], regions: str, region_of: Mapping[Cell, int | None], pooled: bool = False
) -> None:
    """A line whose pieces within regions have equal sums.

    Args:
        regions: the name of the regions in the model.
        pooled: all pieces within one region are one.
    """
    if len(line) > 2 and line[0] == line[-1]:  # a closed line begins where it enters a region
        ring = line[:-1]
        starts = [k for k in range(len(ring)) if region_of[ring[k]] != region_of[ring[k - 1]]]
        if not starts:
            return
        line = ring[starts[0] :] + ring[: starts[0]]
    visited = [region_of[spot] for k, spot in enumerate(line) if k == 0 or region_of[spot] != region_of[line[k - 1]]]
    if None not in visited and (not pooled or len(visited) == len(set(visited))):
        draft.clue("region_sum" if regions == "boxes" else f"region_sum {regions}", line)
        return
    pieces: dict[int | None, list[list[Cell]]] = {}
    for k, spot in enumerate(line):
        here = pieces.setdefault(region_of[spot], [])
        if not here or not (pooled or region_of[line[k - 1]] == region_of[spot]):
            here.append([])
        here[-1].append(spot)
    sums = [piece for region, parts in pieces.items() if region is not None for piece in parts]
    if len(sums) > 1:
        draft.line(f"equal_sums([{', '.join(argument(piece) for piece in sums)}])", "region_sum")


def write_arrow(draft: Draft, pill: list[Cell], shaft: list[Cell]) -> None:
    """Cells that add up to a number.

    Args:
        pill: the cells of the number, the most significant digit first.
    """
    circle = cell_name(pill[0]) if len(pill) == 1 else argument(pill)
    draft.clue(f"arrow {circle}", shaft, "arrow")
