"""Conditions that no kind of constraint says become values, pairs, sums, automata, ``Or`` and ``And``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    AllDifferent,
    Boolean,
    Compare,
    Member,
    Not,
    Same,
    Some,
    Truth,
    weighted_sum,
)
from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.conditions import clues_of
from puzzledsl.formats.sites.iss.codes import machine_code
from puzzledsl.formats.sites.iss.items import given, item, joined
from puzzledsl.formats.sites.iss.kinds import NEVER, Kinds, impossible
from puzzledsl.formats.sites.iss.shape import LONGEST_SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell, Origin

MOST_ROWS = 60
"""Combinations of values of several cells that are listed one by one."""


class Composites:
    """The constraints that conditions of one board become."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds, self._board = kinds, kinds.board

    def of(self, condition: Boolean, origin: Origin) -> list[str]:
        """Constraints that together demand what a condition does.

        Raises:
            Unsayable: there are none.
        """
        found: list[str] = []
        for clue in clues_of(self._board, condition, origin):
            if clue.rule == "values":
                values = clue.numbers("values")
                if not values:
                    impossible()
                if len(values) < len(self._board.values):
                    found.append(given(clue.cells("cell")[0], values))
            elif clue.rule == "alldifferent":
                found.append(item("AllDifferent", clue.cells("cells")))
            elif (items := self._kinds.of(clue) if clue.rule else None) is not None:
                found += items
            else:
                found += self._composite(clue.holds, origin)
        return found

    def _composite(self, condition: Boolean, origin: Origin) -> list[str]:
        match condition:
            case Some(items=items):
                return self._either(items, origin)
            case Not(operand=Some(items=items)):
                return self.of(All(tuple(map(_negated, items))), origin)
            case Not(operand=All(items=items)):
                return self._either(tuple(map(_negated, items)), origin)
            case Not(operand=Not(operand=inner)):
                return self.of(inner, origin)
            case Not(operand=Same(left=left, right=right)):
                return self.of(Same(left, _negated(right)), origin)
            case Same(left=left, right=right):
                both, neither = All((left, right)), All((_negated(left), _negated(right)))
                return self._either((both, neither), origin)
            case Member(items=items, rows=rows) if len(rows) <= MOST_ROWS:
                cells = [self._cell(item) for item in items]
                return self._either_of(
                    [[given(c, [v]) for c, v in zip(cells, row, strict=True)] for row in sorted(rows)]
                )
            case Accepts(items=items, automaton=automaton):
                code = machine_code(automaton, self._kinds.values)
                return [f".NFA~{code}~_~{joined([self._cell(term) for term in items])}"]
            case AllDifferent(items=items, ignoring=ignoring) if ignoring:
                cells = [self._cell(item) for item in items]
                values = self._kinds.values
                table = [(v, w) for v in values for w in values if v != w or v in ignoring]
                return [self._kinds.pair((a, b), table) for k, a in enumerate(cells) for b in cells[:k]]
            case AllDifferent(items=items) if len(items) <= LONGEST_SIDE:
                differences = [weighted_sum(((1, a), (-1, b))) for k, a in enumerate(items) for b in items[:k]]
                return self.of(All(tuple(Compare("!=", difference) for difference in differences)), origin)
            case Compare(op="==", expression=expression):
                return self._count(expression) or [self._linear(expression)]
        raise Unsayable("there is no such constraint there")

    def _either(self, items: Sequence[Boolean], origin: Origin) -> list[str]:
        parts: list[list[str]] = []
        for part in items:
            try:
                if part is not False:
                    parts.append(self.of(part, origin))
            except Unsayable as reason:
                if str(reason) != NEVER:
                    raise
        return self._either_of(parts)

    def _either_of(self, parts: Sequence[Sequence[str]]) -> list[str]:
        """One of these groups of constraints holds."""
        if not parts:
            impossible()
        if any(not part for part in parts):
            return []  # one of them always holds
        if len(parts) == 1:
            return list(parts[0])
        inner = "".join(part[0] if len(part) == 1 else f".And{''.join(part)}.End" for part in parts)
        return [f".Or{inner}.End"]

    def _cell(self, item: Affine) -> Cell:
        match item:
            case Affine(terms=((int(number), 1),), constant=0) if number in self._board.place_of:
                return self._board.place_of[number]
        raise Unsayable("it is not only about cells of the grid")

    def _count(self, expression: Affine) -> list[str]:
        """How often one value occurs; empty if it is not about that."""
        cells, values = [], set()
        for term in expression.terms:
            match term:
                case (Truth(operand=Compare(op="==", expression=Affine(terms=((number, factor),), constant=k))), 1):
                    cells.append(self._cell(Affine(((number, 1),), 0)))
                    values.add(-k * factor)
                case _:
                    return []
        times, value = -expression.constant, values.pop() if len(values) == 1 else None
        if not isinstance(times, int) or value not in self._kinds.values or times < 1 or len(set(cells)) < len(cells):
            return []
        return [f".ContainExact~{'_'.join([str(value)] * times)}~{joined(cells)}"]

    def _linear(self, expression: Affine) -> str:
        cells, factors = [], []
        for atom, factor in expression.terms:
            if not isinstance(atom, int) or atom not in self._board.place_of or not isinstance(factor, int):
                raise Unsayable("there is no such constraint there")
            cells.append(self._board.place_of[atom])
            factors.append(str(factor))
        if not isinstance(expression.constant, int):
            raise Unsayable("there is no such constraint there")
        return f".Sum~{-expression.constant}_=_{'_'.join(factors)}~{joined(cells)}"


def _negated(condition: Boolean) -> Boolean:
    match condition:
        case bool():
            return not condition
        case Not(operand=operand):
            return operand
    return Not(condition)
