"""Conditions that no kind of constraint says become values, pairs, sums, automata, ``Or`` and ``And``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Affine, All, Boolean, Compare, Not, Some, variables_of
from puzzledsl.formats.board import Clue, Unsayable
from puzzledsl.formats.conditions import allows, clues_of
from puzzledsl.formats.sites.iss.kinds import NEVER, Kinds, given, item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell, Origin

MOST_ITEMS = 5_000
"""Constraints that one clue may become."""


class Composites:
    """The constraints that conditions of one board become."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds, self._board = kinds, kinds.board

    def of_clue(self, clue: Clue) -> list[str]:
        """The constraints that a clue is there: of its own kind, or else those of its conditions.

        Raises:
            Unsayable: there are none.
        """
        reason = found = None
        try:
            found = self._kinds.of(clue)
        except Unsayable as error:
            reason = error
        if found is None:
            try:
                found = self.of(clue.holds, clue.origin)
            except Unsayable as error:
                raise reason or error from None
        if len(found) > MOST_ITEMS:
            raise Unsayable(f"it would be more than {MOST_ITEMS:,} constraints there")
        return found

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
                    raise Unsayable(NEVER)
                if len(values) < len(self._board.values):
                    found.append(given(clue.cells("cell")[0], values))
            elif (items := self._kinds.of(clue) if clue.rule else None) is not None:
                found += items
            else:
                found += self._composite(clue.holds, origin)
        return found

    def _composite(self, condition: Boolean, origin: Origin) -> list[str]:
        numbers, values = sorted(variables_of(condition)), self._board.values
        if len(numbers) == 2 and set(numbers) <= set(self._board.place_of):
            table = [(a, b) for a in values for b in values if allows(condition, numbers, (a, b))]
            return [self._kinds.pair([self._board.place_of[number] for number in numbers], table)]
        match condition:
            case Some(items=items):
                return self._either(items, origin)
            case Not(operand=Some(items=items)):
                return self.of(All(tuple(map(_negated, items))), origin)
            case Not(operand=All(items=items)):
                return self._either(tuple(map(_negated, items)), origin)
            case Compare(op="==", expression=expression):
                return [self._linear(expression)]
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
        if not parts:
            raise Unsayable(NEVER)
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

    def _linear(self, expression: Affine) -> str:
        numbers = [-expression.constant, *(factor for _, factor in expression.terms)]
        if not all(isinstance(number, int) for number in (*numbers, *(atom for atom, _ in expression.terms))):
            raise Unsayable("there is no such constraint there")
        cells = [self._cell(Affine(((atom, 1),), 0)) for atom, _ in expression.terms]
        total, *factors = map(str, numbers)
        return item("Sum", cells, "_".join([total, "=", *factors]))


def _negated(condition: Boolean) -> Boolean:
    match condition:
        case bool():
            return not condition
        case Not(operand=operand):
            return operand
    return Not(condition)
