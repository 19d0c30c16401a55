"""How many of some literals, each about another variable, are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import mask_of
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Literal
    from puzzledsl.kernel.store import Store

_WIDTH = SPAN + 64
_NO_BASE = -(1 << 62)


class Count:
    """At least ``least`` and at most ``most`` items are true: literals, or their opposites where ``negated``.

    Domain consistent: no two literals are about one variable.
    """

    __slots__ = ("_bases", "_least", "_literals", "_meanings", "_most", "_negated")

    def __init__(self, literals: Sequence[Literal], negated: Sequence[bool], least: int, most: int) -> None:
        self._literals = list(literals)
        self._negated = list(negated)
        self._least = least
        self._most = most
        self._bases = [_NO_BASE] * len(self._literals)  # what the meanings are relative to
        self._meanings = [0] * len(self._literals)  # by item, the values that make it true

    def propagate(self, store: Store) -> None:
        """Decide all open items once as many as may be are true, or false.

        Raises:
            Contradiction: there are too many or too few.
        """
        sure, open_ = self._counted(store)
        if sure > self._most or sure + len(open_) < self._least:
            raise Contradiction
        if sure == self._most:
            for i in open_:
                self._decide(store, i, False)
        elif sure + len(open_) == self._least:
            for i in open_:
                self._decide(store, i, True)

    def is_refuted(self, store: Store) -> bool:
        """Whether there are too many or too few."""
        sure, open_ = self._counted(store)
        return sure > self._most or sure + len(open_) < self._least

    def _counted(self, store: Store) -> tuple[int, list[int]]:
        """How many items are true, and which are open."""
        masks, bases, literals = store.mask, store.base, self._literals
        sure = 0
        open_: list[int] = []
        for i in range(len(literals)):
            x = literals[i].variable
            mask = masks[x]
            if not mask:
                known = store.entailed(literals[i])
                if known is None:
                    open_.append(i)
                elif known != self._negated[i]:
                    sure += 1
                continue
            if self._bases[i] != bases[x]:
                self._bases[i] = bases[x]
                meaning = mask_of(literals[i].values, bases[x], _WIDTH)
                self._meanings[i] = ~meaning if self._negated[i] else meaning
            meant = mask & self._meanings[i]
            if meant == mask:
                sure += 1
            elif meant:
                open_.append(i)
        return sure, open_

    def _decide(self, store: Store, i: int, truth: bool) -> None:
        if truth != self._negated[i]:
            store.require(self._literals[i])
        else:
            store.forbid(self._literals[i])
