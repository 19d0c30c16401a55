"""Dots and XV marks in Sudoku Maker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.clues import ClueError, adjacent, with_exceptions, write_pairs
from puzzledsl.formats.json_values import items, number, shown
from puzzledsl.formats.sites.sudoku_maker.puzzle import DIFFERENCE, RATIO, XV, as_clue, each

if TYPE_CHECKING:
    from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle
    from puzzledsl.model import Cell


def dots(puzzle: Puzzle) -> None:
    """Dots and XV marks, and what holds for pairs without one.

    A forbidden difference does not hold beside a white dot, nor beside a black one if that overrides it; likewise for
    forbidden ratios.
    """
    draft = puzzle.draft
    white, differences = _edges(puzzle, DIFFERENCE, "difference", 1)
    black, ratios = _edges(puzzle, RATIO, "ratio", 2)
    marks, sums = _edges(puzzle, XV, "xv", None)
    named = bool(differences or ratios)
    whites = write_pairs(draft, "white_dot", white, "1", "white_dots" if named else "")
    blacks = write_pairs(draft, "black_dot", black, "2", "black_dots" if named else "")
    crosses = write_pairs(draft, "xv", marks, "", "xv_pairs" if sums else "")
    whites_override = any(config.get("overrideNegativeRatios", True) for config in puzzle.of_type(DIFFERENCE))
    blacks_override = any(config.get("overrideNegativeDifferences", True) for config in puzzle.of_type(RATIO))
    for value in differences:
        free = whites + (blacks if blacks_override else [])
        if value == 1:
            draft.line(with_exceptions(["nonconsecutive", "cells"], free, "nonconsecutive"), "grid")
        else:
            pairs = with_exceptions(["adjacent_pairs", "cells"], free, "adjacent_pairs(cells)")
            draft.line(f"for a, b in {pairs}:\n    abs(a - b) != {value}", "grid")
    if ratios:
        free = blacks + (whites if whites_override else [])
        draft.line(with_exceptions(["no_ratio", "cells", *map(str, ratios)], free), "grid")
    if sums:
        draft.line(with_exceptions(["no_sum", "cells", *map(str, sums)], crosses), "grid")


def _edges(
    puzzle: Puzzle, kind: int, vocabulary: str, default: int | None
) -> tuple[dict[str, list[list[Cell]]], list[int]]:
    """The pairs with a mark by its value, and the values that no other pair may have."""
    found: dict[str, list[list[Cell]]] = {}
    forbidden: set[int] = set()

    def read(entry: object) -> None:
        clue = as_clue(entry)
        value = default if clue.get("value") in (None, "") else number(clue["value"])
        if value is None or value < 0 or (kind == RATIO and value < 1):
            raise ClueError(f"its value is {shown(clue.get('value'))}")
        pair = puzzle.grid.side(clue.get("edge"))
        if adjacent(*pair):
            found.setdefault(str(value), []).append(pair)

    for config in puzzle.of_type(kind):
        puzzle.kinds.add(vocabulary)
        title = config["name"] or {DIFFERENCE: "white dots", RATIO: "black dots", XV: "XV"}[kind]
        try:
            each(puzzle, title, config.get("clues"), read)
            listed = [number(item) for item in items(config.get("negative"))]
        except ClueError as error:
            puzzle.draft.leave_out(f"the constraint “{title}” is left out: {error}")
            continue
        forbidden.update(value for value in listed if value is not None)
        if None in listed:
            puzzle.draft.leave_out(f"a forbidden value of “{title}” is left out: it is no number")
        if listed:
            puzzle.kinds.update(("negative", "nonconsecutive"))
    return found, sorted(forbidden)
