"""Whether chosen positions of a graph are connected: what is chosen, what is not, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import Literal
from puzzledsl.kernel.graphs import gather, neighbors, required
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2
"""Whether a position is chosen."""


class Connectivity:
    """The positions whose variable has one of some values form one component of a graph, or there are none."""

    __slots__ = ("_chosen", "_done", "_meanings", "_near", "_place", "_variables")

    def __init__(
        self, store: Store, variables: Sequence[int], values: Domain, edges: Sequence[tuple[int, int]]
    ) -> None:
        """Args: variables: by position, each once. edges: pairs of positions."""
        self._variables = list(variables)
        self._chosen = [Literal(x, values) for x in variables]
        # By position, the values as a mask; of a variable that has a mask some time later, which may have any base, 0.
        self._meanings = [store.meaning(one) if store.mask[one.variable] else 0 for one in self._chosen]
        self._near = neighbors(len(variables), edges)
        self._place = {x: p for p, x in enumerate(variables)}
        self._done: list[int] = []  # what is known of the positions where nothing follows

    def propagate(self, store: Store) -> None:
        """What no certain position reaches through possible ones is not chosen; a possible position without which
        certain ones fall apart is chosen. One call is enough.

        Raises:
            Contradiction: certain positions have fallen apart.
        """
        state = self._state(store)
        if state == self._done or CERTAIN not in state or self._says_nothing_new(state):
            return
        count, start = len(state), state.index(CERTAIN)
        possible = [known != IMPOSSIBLE for known in state]
        certain = [known == CERTAIN for known in state]
        needed, order = required(self._near, [start], possible, count, 0, certain)
        for p in range(count):
            if not order[p] and certain[p]:
                raise Contradiction
        for p in range(count):
            if not order[p] and possible[p]:
                store.forbid(self._chosen[p])
                state[p] = IMPOSSIBLE
        for p in needed:
            if not certain[p]:
                store.require(self._chosen[p])
                state[p] = CERTAIN
        self._done = state

    def _says_nothing_new(self, state: list[int]) -> bool:
        """Whether all changes since nothing followed are of two kinds, after which nothing follows either.

        A position is no longer possible that had at most one possible neighbor, so that no path led through it. Or
        one has become certain beside a certain one, so that whatever cuts off the one cuts off the other.
        """
        known = self._done.copy()
        if len(known) < len(state):
            return False
        for p in range(len(state)):
            now = state[p]
            if now == known[p]:
                continue
            if known[p] != OPEN:
                return False
            beside, threshold = 0, CERTAIN if now == CERTAIN else OPEN
            for q in self._near[p]:
                if known[q] >= threshold:
                    beside += 1
            if (beside == 0) if now == CERTAIN else (beside > 1):
                return False
            known[p] = now
        self._done = state
        return True

    def _state(self, store: Store) -> list[int]:
        masks, variables, meanings = store.mask, self._variables, self._meanings
        state = [OPEN] * len(variables)
        for p in range(len(variables)):
            mask, meaning = masks[variables[p]], meanings[p]
            if not meaning:
                known = store.entailed(self._chosen[p])
                state[p] = OPEN if known is None else CERTAIN if known else IMPOSSIBLE
            elif mask & meaning == mask:
                state[p] = CERTAIN
            elif not mask & meaning:
                state[p] = IMPOSSIBLE
        return state

    # ── why ──────────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note a cut of impossible positions for each removal; returns the values for which there is none."""
        p = self._place[x]
        meaning = why.meaning(self._chosen[p])
        chosen = gone & meaning
        if chosen and self._explain_cut(why, p, False):
            gone ^= chosen
        rest = gone & ~meaning
        if rest and self._explain_cut(why, p, True):
            gone ^= rest
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note a cut of impossible positions between certain ones, if there is one."""
        return self._explain_cut(why, -1, False)

    def _explain_cut(self, why: Explanation, p: int, without: bool) -> bool:
        """Two positions that have to be chosen are in different components: note that they are chosen, and that those
        around one of the components are not, as far as they are between the two.

        Args:
            p: is assumed to be chosen, or not to be if ``without``; -1: nothing is assumed.
        """
        state = self._seen(why)
        if p >= 0:
            state[p] = IMPOSSIBLE if without else CERTAIN
        possible = [known != IMPOSSIBLE for known in state]
        component = [-1] * len(state)
        parts: list[list[int]] = []  # those with a certain position, which is the first
        for q in range(len(state)):
            if state[q] == CERTAIN and component[q] < 0:
                gather(self._near, possible, component, parts, q)
        if len(parts) < 2:
            return False
        if p >= 0 and not without:
            parts.insert(0, parts.pop(component[p]))  # what is assumed has to be one of the two
            del parts[2:]
        best: list[int] = []
        chosen = 0
        for i in range(len(parts)):
            cut = self._cut(why, possible, parts[i], parts[i - 1][0], p)
            if not i or len(cut) < len(best):
                best, chosen = cut, i
        for part in (parts[chosen], parts[chosen - 1]):
            certain = self._least(why, state, part, p)
            if certain >= 0:
                why.need(self._variables[certain], ~why.meaning(self._chosen[certain]))
        for q in best:
            why.need(self._variables[q], why.meaning(self._chosen[q]))
        return True

    def _seen(self, why: Explanation) -> list[int]:
        """What was known of the positions; all variables have masks."""
        state = [OPEN] * len(self._chosen)
        for p, literal in enumerate(self._chosen):
            mask = why.masks[literal.variable]
            meant = mask & why.meaning(literal)
            if meant == mask:
                state[p] = CERTAIN
            elif not meant:
                state[p] = IMPOSSIBLE
        return state

    def _cut(self, why: Explanation, possible: list[bool], part: list[int], end: int, assumed: int) -> list[int]:
        """The positions that separate a component from ``end``, without those that need no reason.

        They are around the component, and side by side with what is reached from ``end`` without passing any such.
        """
        around = [False] * len(possible)
        for p in part:
            for q in self._near[p]:
                around[q] = not possible[q]
        cut: list[int] = []
        reached = [False] * len(possible)
        reached[end] = True
        stack = [end]
        while stack:
            for q in self._near[stack.pop()]:
                if reached[q]:
                    continue
                reached[q] = True
                if not around[q]:
                    stack.append(q)
                elif q != assumed and why.first[self._variables[q]] & why.meaning(self._chosen[q]):
                    cut.append(q)
        return cut

    def _least(self, why: Explanation, state: list[int], part: list[int], assumed: int) -> int:
        """A certain position of a component, best one that needs no reason; -1 if it is the assumed one."""
        found = -1
        for p in part:
            if p == assumed:
                return -1
            one = self._chosen[p]
            if state[p] == CERTAIN and (found < 0 or not why.first[one.variable] & ~why.meaning(one)):
                found = p
        return found
