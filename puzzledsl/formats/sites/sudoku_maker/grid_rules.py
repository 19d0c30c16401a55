"""Rules of the whole grid in Sudoku Maker: houses, diagonals, chess moves, groups of digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, write_different
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.json_values import items, number, shown
from puzzledsl.formats.outside import diagonal_from
from puzzledsl.formats.sites.sudoku_maker.puzzle import as_clue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle
    from puzzledsl.model import Cell

POSITIVE, NEGATIVE = 1, -1
"""Diagonals: from the bottom left to the top right, from the top left to the bottom right."""


def rows_and_columns(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """All different in rows and columns, of the whole grid or of rectangles in it."""
    draft = puzzle.draft
    areas = items(config.get("areas"))
    if not areas:
        draft.different("rows", "columns")
    for area in areas:
        entry = as_clue(area)
        left, top, width, height = (number(entry.get(key)) for key in ("x", "y", "width", "height"))
        if left is None or top is None or width is None or height is None:
            raise ClueError(f"{shown(area)} is no rectangle")
        if (left, top, width, height) == (0, 0, draft.width, draft.height):
            draft.different("rows", "columns")
            continue
        rows, columns = range(top + 1, top + height + 1)[:100], range(left + 1, left + width + 1)[:100]
        lines = [[(r, c) for c in columns] for r in rows] + [[(r, c) for r in rows] for c in columns]
        for line in lines:
            inside = [spot for spot in line if draft.inside(spot)]
            write_different(draft, "alldifferent", inside)


def regions(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Regions whose digits are all different; boxes by their name where they are the usual ones."""
    draft = puzzle.draft
    values = items(config.get("regions"))
    if len(values) != draft.width * draft.height:
        raise ClueError(f"it has {len(values)} numbers for {draft.width * draft.height} cells")
    if puzzle.region_of:
        raise ClueError("the puzzle has regions already")
    labels: dict[Cell, int | None] = {}
    for place, value in enumerate(values):
        label = number(value)
        labels[place // draft.width + 1, place % draft.width + 1] = None if label is None or label < 0 else label
    groups: dict[int, list[Cell]] = {}
    for spot, label in labels.items():
        if label is not None:
            groups.setdefault(label, []).append(spot)
    values_count = draft.highest - draft.lowest + 1
    for label, members in list(groups.items()):
        if len(members) > values_count:
            draft.leave_out(
                f"the region of {cell_name(members[0])} has {len(members)} cells, more than there are digits: "
                "its digits may repeat"
            )
            labels.update(dict.fromkeys(members))
            del groups[label]
    puzzle.region_of = labels
    if not groups:
        return
    first = next(iter(groups.values()))
    height, width = len({r for r, _ in first}), len({c for _, c in first})
    boxes: dict[Cell, list[Cell]] = {}
    for r, c in labels:
        boxes.setdefault(((r - 1) // height, (c - 1) // width), []).append((r, c))
    if (
        sorted(boxes.values()) == sorted(groups.values())
        and draft.usual_boxes() == (height, width)
        and values_count == height * width
    ):
        draft.different("boxes")
        puzzle.regions = "boxes"
    else:
        draft.regions("region", labels)
        puzzle.regions = "region"
        puzzle.kinds.add("regions")


def diagonal(sign: int) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    """A reader of a diagonal: `NEGATIVE` is the one from the top left."""

    def read(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
        draft = puzzle.draft
        if draft.width == draft.height:
            draft.different("diagonal" if sign == NEGATIVE else "antidiagonal")
            return
        start, step = ((0, 0), (1, 1)) if sign == NEGATIVE else ((0, draft.width + 1), (1, -1))
        write_different(draft, "alldifferent", diagonal_from(draft, start, step))

    return read


def whole_grid(line: str) -> Callable[[Puzzle, Mapping[str, Any]], None]:
    """A reader of a rule that needs no more than its name."""

    def read(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
        puzzle.draft.line(line, "grid")

    return read


def disjoint(puzzle: Puzzle, _config: Mapping[str, Any]) -> None:
    """Disjoint groups."""
    if not puzzle.regions:
        raise ClueError("the grid has no regions")
    puzzle.draft.line("disjoint_groups" if puzzle.regions == "boxes" else f"disjoint_groups({puzzle.regions})", "grid")


def global_groups(puzzle: Puzzle, config: Mapping[str, Any]) -> None:
    """Every 2×2 holds a digit of each group."""
    groups = digit_groups(puzzle, config)
    if groups == thirds(puzzle.draft):
        puzzle.draft.line("global_entropy", "grid")
        return
    lines = [
        "for square in blocks(2, 2):",
        *(f"    any(cell in {as_set(group)} for cell in square)" for group in groups),
    ]
    puzzle.draft.line("\n".join(lines), "grid")


def digit_groups(puzzle: Puzzle, config: Mapping[str, Any]) -> list[frozenset[int]]:
    """The groups of digits of a constraint, the one with the lowest digit first.

    Raises:
        ClueError: a group is none, or has no digit of the grid.
    """
    groups: list[frozenset[int]] = []
    for item in items(config.get("groups")):
        mask = number(item)
        if mask is None or mask < 0:
            raise ClueError(f"{shown(item)} is no set of digits")
        groups.append(
            frozenset(v for v in range(max(0, puzzle.draft.lowest), puzzle.draft.highest + 1) if mask >> v & 1)
        )
    if not groups or not all(groups):
        raise ClueError("it has a group without digits")
    return sorted(groups, key=sorted)


def thirds(draft: Draft) -> list[frozenset[int]]:
    """The low, middle and high values, as the library cuts them."""
    values = list(range(draft.lowest, draft.highest + 1))
    size = len(values) // 3 + (len(values) % 3 == 2)
    parts = (values[:size], values[size : len(values) - size], values[len(values) - size :])
    return [frozenset(part) for part in parts]


def residues(draft: Draft, count: int) -> list[frozenset[int]]:
    """The digits by their remainders."""
    values = range(draft.lowest, draft.highest + 1)
    return sorted((frozenset(v for v in values if v % count == k) for k in range(count)), key=sorted)


def as_set(values: frozenset[int]) -> str:
    """A set of digits as the language writes it."""
    return f"{{{', '.join(map(str, sorted(values)))}}}"
