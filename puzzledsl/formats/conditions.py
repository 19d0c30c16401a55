"""Conditions that are written without a rule, recognised as clues by what they demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzledsl.expressions import Affine, AllDifferent, Boolean, Compare, conjuncts, holds, variables_of
from puzzledsl.formats.board import ExportBoard, ExportClue
from puzzledsl.model import Cell, Origin

MOST_PAIRS = 2_500
"""Pairs of values of two cells that are tried."""


def clues_of(board: ExportBoard, condition: Boolean, origin: Origin) -> Iterator[ExportClue]:
    """The clues that together demand what a condition does.

    Besides rules of the library they may be ``values`` (``cell``, ``values``), ``alldifferent`` (``cells``), ``less``,
    ``equal_sums``, ``pair``, or empty for a condition of no such kind; see `ExportClue`.
    """
    for one in conjuncts(condition):
        if one is not True:
            rule, arguments = _recognised(board, one) or ("", {})
            yield ExportClue(rule, arguments, one, origin)


def _recognised(board: ExportBoard, condition: Boolean) -> tuple[str, dict[str, object]] | None:
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
        values = tuple(v for v in board.values if allows(condition, numbers, (v,)))
        return "values", {"cell": cells, "values": values}
    if len(cells) == 2 and len(board.values) ** 2 <= MOST_PAIRS:
        pairs = ((a, b) for a in board.values for b in board.values)
        return _relation(board, cells, frozenset(p for p in pairs if allows(condition, numbers, p)))
    if isinstance(condition, Compare) and condition.op == "==":
        return _sum(board, condition.expression)
    return None


def _plain(items: tuple[Affine, ...]) -> bool:
    return all(len(item.terms) == 1 and item.terms[0][1] == 1 and not item.constant for item in items)


def allows(condition: Boolean, numbers: list[int], values: tuple[int, ...]) -> bool:
    """Whether a condition holds if its variables have these values."""
    assignment = [0] * (numbers[-1] + 1)
    for number, value in zip(numbers, values, strict=True):
        assignment[number] = value
    return holds(condition, assignment)


def _relation(
    board: ExportBoard, cells: tuple[Cell, ...], table: frozenset[tuple[int, int]]
) -> tuple[str, dict[str, object]]:
    """What a relation of two cells is called."""
    if not table:
        return "pair", {"cells": cells, "table": table}
    a, b = max(table)
    total, gap, least = a + b, abs(a - b), min(abs(v - w) for v, w in table)
    ratio = max(a, b) // max(1, min(a, b))
    kinds: list[tuple[str, dict[str, object], Callable[[int, int], bool]]] = [
        ("alldifferent", {"cells": cells}, lambda v, w: v != w),
        ("clone", {"cells": cells[:1], "other": cells[1:]}, lambda v, w: v == w),
        ("less", {"cells": cells}, lambda v, w: v < w),
        ("less", {"cells": cells[::-1]}, lambda v, w: v > w),
        ("total", {"cells": cells, "value": total}, lambda v, w: v + w == total),
        ("white_dot", {"pair": cells, "difference": gap}, lambda v, w: abs(v - w) == gap),
        ("whisper", {"line": cells, "gap": least}, lambda v, w: abs(v - w) >= least),
        ("black_dot", {"pair": cells, "ratio": ratio}, lambda v, w: ratio > 1 and (v == ratio * w or w == ratio * v)),
    ]
    for rule, arguments, relation in kinds:
        if table == {(v, w) for v in board.values for w in board.values if relation(v, w)}:
            return rule, arguments
    return "pair", {"cells": cells, "table": table}


def _sum(board: ExportBoard, expression: Affine) -> tuple[str, dict[str, object]] | None:
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
