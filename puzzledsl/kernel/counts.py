"""How many of some literals, each about another variable, are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.masks import mask_of
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Literal
    from puzzledsl.kernel.store import Store

_WIDTH = SPAN + 64
_NO_BASE = -(1 << 62)


class Count(Filter):
    """At least ``least`` and at most ``most`` items are true: literals, or their opposites where ``negated``.

    Domain consistent: no two literals are about one variable.
    """

    __slots__ = (
        "_bases",
        "_known",
        "_least",
        "_literals",
        "_meanings",
        "_most",
        "_negated",
        "_order",
        "_variables",
    )

    def __init__(self, literals: Sequence[Literal], negated: Sequence[bool], least: int, most: int) -> None:
        self._literals = list(literals)
        self._variables = [literal.variable for literal in literals]
        self._negated = list(negated)
        self._least = least
        self._most = most
        self._bases = [_NO_BASE] * len(self._literals)  # what the meanings are relative to
        self._meanings = [0] * len(self._literals)  # by item, the values that make it true
        # The first items of the order are decided as long as the trail has a certain entry (`Store.entry`), and so many
        # of them are true: a stack, since undoing leaves what was known before. Only the others are looked at.
        self._order = list(range(len(self._literals)))
        # One list of all four, so that an interrupt leaves it whole: the length of the trail, its last entry, how many
        # are decided, how many of them are true.
        self._known: list[tuple[int, object, int, int]] = []

    @property
    def costly(self) -> bool:
        """All its rules are cheap."""
        return False

    def propagate(self, store: Store) -> None:
        """Decide all open items once as many as may be are true, or false.

        Raises:
            Contradiction: there are too many or too few.
        """
        sure, decided = self._counted(store)
        order = self._order
        open_ = len(order) - decided
        if sure > self._most or sure + open_ < self._least:
            raise Contradiction
        if sure == self._most:
            for i in order[decided:]:
                self._decide(store, i, False)
        elif sure + open_ == self._least:
            for i in order[decided:]:
                self._decide(store, i, True)

    def support(self, store: Store) -> list[int] | None:
        """Of each variable the values that make its item true, or those that make it false: no more have to be true
        than must, and no fewer than may."""
        sure, decided = self._counted(store)
        order = self._order
        open_ = len(order) - decided
        if sure > self._most or sure + open_ < self._least:
            return None
        found = [0] * len(order)
        for k, i in enumerate(order):
            x = self._variables[i]
            mask = store.mask[x]
            if not mask:
                return []
            meaning = self._meanings[i]
            if k < decided:
                found[i] = meaning if mask & meaning else ~meaning
            elif sure < self._least:
                sure += 1
                found[i] = meaning
            else:
                found[i] = ~meaning
        return found

    def _counted(self, store: Store) -> tuple[int, int]:
        """How many items are true, and how many are decided: those stand first in the order."""
        known = self._known
        sure = decided = 0
        while known:
            length, entry, decided, sure = known[-1]
            if store.has_entry(length, entry):
                break
            sure = decided = 0
            known.pop()
        before = decided
        masks, bases, order, variables = store.mask, store.base, self._order, self._variables
        for k in range(decided, len(order)):
            i = order[k]
            x = variables[i]
            mask = masks[x]
            if not mask:
                entailed = store.entailed(self._literals[i])
                if entailed is None:
                    continue
                is_true = entailed != self._negated[i]
            else:
                if self._bases[i] != bases[x]:
                    self._bases[i] = bases[x]
                    meaning = mask_of(self._literals[i].values, bases[x], _WIDTH)
                    self._meanings[i] = ~meaning if self._negated[i] else meaning
                meant = mask & self._meanings[i]
                if meant and meant != mask:
                    continue
                is_true = meant == mask
            if is_true:
                sure += 1
            order[k], order[decided] = order[decided], i  # an interrupt comes before or after both
            decided += 1
        length = store.mark()
        if decided > before and length:
            known.append((length, store.entry(length), decided, sure))
        return sure, decided

    def _decide(self, store: Store, i: int, truth: bool) -> None:
        if truth != self._negated[i]:
            store.require(self._literals[i])
        else:
            store.forbid(self._literals[i])
