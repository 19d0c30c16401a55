"""Conditions that are written without a rule, recognised as clues by what they demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Affine, AllDifferent, Boolean, Compare, conjuncts, holds, variables_of
from puzzledsl.formats.board import Board, Clue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.model import Cell, Origin

MOST_PAIRS = 2_500
"""Pairs of values of two cells that are tried."""


def clues_of(board: Board, condition: Boolean, origin: Origin) -> Iterator[Clue]:
    """The clues that together demand what a condition does.

    Besides rules of the library they may be ``values`` (``cell``, ``values``), ``alldifferent`` (``cells``), ``less``,
    ``equal_sums``, ``pair``, or empty for a condition of no such kind; see `Clue`.
    """
    for one in conjuncts(condition):
        if one is not True:
            rule, arguments = _recognised(board, one) or ("", {})
            yield Clue(rule, arguments, one, origin)


def _recognised(board: Board, condition: Boolean) -> tuple[str, dict[str, object]] | None:
    if isinstance(condition, bool):
        return None
    numbers = sorted(variables_of(condition))
    cells = tuple(board.place_of[n] for n in numbers if n in board.place_of)
    if len(cells) < len(numbers) or not cells:
        return None
    match condition:
        case AllDifferent(items=items, ignoring=ignoring) if not ignoring and len(items) > 2:
            return ("alldifferent", {"cells": cells}) if len(items) == len(cells) and _plain(items) else None
    if len(cells) == 1:
        values = tuple(v for v in board.values if _holds(condition, numbers, (v,)))
        return "values", {"cell": cells, "values": values}
    if len(cells) == 2 and len(board.values) ** 2 <= MOST_PAIRS:
        pairs = ((a, b) for a in board.values for b in board.values)
        return _relation(board, cells, frozenset(p for p in pairs if _holds(condition, numbers, p)))
    if isinstance(condition, Compare) and condition.op == "==":
        return _sum(board, condition.expression)
    return None


def _plain(items: tuple[Affine, ...]) -> bool:
    return all(len(item.terms) == 1 and item.terms[0][1] == 1 and not item.constant for item in items)


def _holds(condition: Boolean, numbers: list[int], values: tuple[int, ...]) -> bool:
    assignment = [0] * (numbers[-1] + 1)
    for number, value in zip(numbers, values, strict=True):
        assignment[number] = value
    return holds(condition, assignment)


def _relation(
    board: Board, cells: tuple[Cell, ...], table: frozenset[tuple[int, int]]
) -> tuple[str, dict[str, object]]:
    """What a relation of two cells is called."""
    values = board.values

    def is_that(relation: frozenset[tuple[int, int]]) -> bool:
        return table == relation

    every = frozenset((a, b) for a in values for b in values)
    if is_that(frozenset((a, b) for a, b in every if a != b)):
        return "alldifferent", {"cells": cells}
    if is_that(frozenset((a, b) for a, b in every if a == b)):
        return "clone", {"cells": cells[:1], "other": cells[1:]}
    if is_that(frozenset((a, b) for a, b in every if a < b)):
        return "less", {"cells": cells}
    if is_that(frozenset((a, b) for a, b in every if a > b)):
        return "less", {"cells": cells[::-1]}
    if table:
        a, b = next(iter(table))
        if is_that(frozenset((v, w) for v, w in every if v + w == a + b)):
            return "total", {"cells": cells, "value": a + b}
        if is_that(frozenset((v, w) for v, w in every if abs(v - w) == abs(a - b))):
            return "white_dot", {"pair": cells, "difference": abs(a - b)}
        least = min(abs(v - w) for v, w in table)
        if is_that(frozenset((v, w) for v, w in every if abs(v - w) >= least)):
            return "whisper", {"line": cells, "gap": least}
        for ratio in range(2, max(2, max(values)) + 1):
            if is_that(frozenset((v, w) for v, w in every if v == ratio * w or w == ratio * v)):
                return "black_dot", {"pair": cells, "ratio": ratio}
    return "pair", {"cells": cells, "table": table}


def _sum(board: Board, expression: Affine) -> tuple[str, dict[str, object]] | None:
    """A sum of cells with one value, or two sums that are equal."""
    sides: dict[int, list[Cell]] = {1: [], -1: []}
    for atom, factor in expression.terms:
        if not isinstance(atom, int) or factor not in sides:
            return None
        sides[int(factor)].append(board.place_of[atom])
    plus, minus = tuple(sides[1]), tuple(sides[-1])
    constant = expression.constant
    if not isinstance(constant, int):
        return None
    if not minus or not plus:
        return "total", {"cells": plus or minus, "value": -constant if plus else constant}
    return ("equal_sums", {"groups": (plus, minus)}) if not constant else None
