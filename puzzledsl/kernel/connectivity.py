"""Whether chosen positions of a graph are connected: what is chosen, what is not, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import mask_of
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

_WIDTH = SPAN + 64
_NO_BASE = -(1 << 62)

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2
"""Whether a position is chosen."""


class Connectivity:
    """The positions whose variable has one of some values form one component of a graph, or there are none."""

    __slots__ = ("_bases", "_done", "_meanings", "_near", "_place", "_values", "_variables")

    def __init__(self, variables: Sequence[int], values: Domain, edges: Sequence[tuple[int, int]]) -> None:
        """Args: variables: by position, each once. edges: pairs of positions."""
        self._variables = list(variables)
        self._values = values
        self._near: list[list[int]] = [[] for _ in variables]
        for a, b in edges:
            self._near[a].append(b)
            self._near[b].append(a)
        self._place = {x: p for p, x in enumerate(variables)}
        self._bases = [_NO_BASE] * len(self._variables)  # what the meanings are relative to
        self._meanings = [0] * len(self._variables)  # by position, the values as a mask
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
        order, needed = self._search(state, state.index(CERTAIN))
        variables, meanings = self._variables, self._meanings
        for p in range(len(state)):
            if not order[p] and state[p] == CERTAIN:
                raise Contradiction
        for p in range(len(state)):
            if state[p] != OPEN:
                continue
            if not order[p]:
                self._decide(store, variables[p], meanings[p], False)
                state[p] = IMPOSSIBLE
            elif needed[p]:
                self._decide(store, variables[p], meanings[p], True)
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

    def _decide(self, store: Store, x: int, meaning: int, chosen: bool) -> None:
        mask = store.mask[x]
        if mask:
            store.put(x, mask & meaning if chosen else mask & ~meaning)
        elif chosen:
            store.keep(x, self._values)
        else:
            store.keep(x, store.domain(x) - self._values)

    def _state(self, store: Store) -> list[int]:
        variables = self._variables
        masks, bases = store.mask, store.base
        state = [OPEN] * len(variables)
        for p in range(len(variables)):
            x = variables[p]
            mask = masks[x]
            if not mask:
                domain = store.domain(x)
                state[p] = IMPOSSIBLE if not domain & self._values else OPEN if domain - self._values else CERTAIN
                continue
            meant = mask & self._meaning(p, bases[x])
            if meant == mask:
                state[p] = CERTAIN
            elif not meant:
                state[p] = IMPOSSIBLE
        return state

    def _meaning(self, p: int, base: int) -> int:
        if self._bases[p] != base:
            self._bases[p] = base
            self._meanings[p] = mask_of(self._values, base, _WIDTH)
        return self._meanings[p]

    def _search(self, state: list[int], start: int) -> tuple[list[int], list[bool]]:
        """When each position was reached from ``start`` (0: never), and whether certain ones are cut off without it.

        Depth-first low points (Hopcroft and Tarjan, Efficient algorithms for graph manipulation, CACM 1973).
        """
        count = len(state)
        order, low, parent, ahead = [0] * count, [0] * count, [-1] * count, [0] * count
        holds, needed = [False] * count, [False] * count
        here, found = start, 1
        order[start] = low[start] = 1
        while True:
            near = self._near[here]
            i = ahead[here]
            if i < len(near):
                ahead[here] = i + 1
                there = near[i]
                if not state[there]:
                    continue
                if not order[there]:
                    found += 1
                    order[there] = low[there] = found
                    holds[there] = state[there] == CERTAIN
                    parent[there] = here
                    here = there
                elif order[there] < low[here]:
                    low[here] = order[there]
                continue
            above = parent[here]
            if above < 0:
                return order, needed
            if low[here] < low[above]:
                low[above] = low[here]
            if holds[here]:
                holds[above] = True
                if low[here] >= order[above]:
                    needed[above] = True
            here = above

    # ── why ──────────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note a cut of impossible positions for each removal; returns the values for which there is none."""
        p = self._place[x]
        chosen = gone & self._meaning(p, why.base[x])
        if chosen and self._explain_cut(why, p, False):
            gone ^= chosen
        rest = gone & ~self._meanings[p]
        if rest and self._explain_cut(why, p, True):
            gone ^= rest
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note a cut of impossible positions between certain ones, if there is one."""
        return self._explain_cut(why, -1, False)

    def _explain_cut(self, why: Explanation, p: int, required: bool) -> bool:
        """Two positions that have to be chosen are in different components: note that they are chosen, and that those
        around one of the components are not, as far as they are between the two.

        Args:
            p: is assumed to be chosen, or not to be if ``required``; -1: nothing is assumed.
        """
        state = self._seen(why)
        if p >= 0:
            state[p] = IMPOSSIBLE if required else CERTAIN
        component = [-1] * len(state)
        ends: list[int] = []  # a certain position of each component that has any
        for q in range(len(state)):
            if state[q] == CERTAIN and component[q] < 0:
                self._flood(state, q, component, len(ends))
                ends.append(q)
        if len(ends) < 2:
            return False
        if p >= 0 and not required:
            ends.insert(0, ends.pop(component[p]))  # what is assumed has to be one of the two
            del ends[2:]
        best: list[int] = []
        pair = (-1, -1)
        for i, a in enumerate(ends):
            b = ends[i - 1]
            cut = self._cut(why, state, component, component[a], b, p)
            if pair[0] < 0 or len(cut) < len(best):
                best, pair = cut, (a, b)
        for q in pair:
            certain = self._least(why, state, component, component[q], p)
            if certain >= 0:
                why.need(self._variables[certain], ~self._meanings[certain])
        for q in best:
            why.need(self._variables[q], self._meanings[q])
        return True

    def _seen(self, why: Explanation) -> list[int]:
        """What was known of the positions; all variables have masks."""
        state = [OPEN] * len(self._variables)
        for p, x in enumerate(self._variables):
            mask = why.masks[x]
            meant = mask & self._meaning(p, why.base[x])
            if meant == mask:
                state[p] = CERTAIN
            elif not meant:
                state[p] = IMPOSSIBLE
        return state

    def _flood(self, state: list[int], start: int, component: list[int], number: int) -> None:
        component[start] = number
        stack = [start]
        while stack:
            for q in self._near[stack.pop()]:
                if state[q] and component[q] < 0:
                    component[q] = number
                    stack.append(q)

    def _cut(
        self, why: Explanation, state: list[int], component: list[int], number: int, end: int, assumed: int
    ) -> list[int]:
        """The positions that separate a component from ``end``, without those that need no reason.

        They are around the component, and side by side with what is reached from ``end`` without passing any such.
        """
        around = [False] * len(state)
        for p in range(len(state)):
            if component[p] == number:
                for q in self._near[p]:
                    around[q] = not state[q] or around[q]
        cut: list[int] = []
        reached = [False] * len(state)
        reached[end] = True
        stack = [end]
        while stack:
            for q in self._near[stack.pop()]:
                if reached[q]:
                    continue
                reached[q] = True
                if not around[q]:
                    stack.append(q)
                elif q != assumed and why.first[self._variables[q]] & self._meanings[q]:
                    cut.append(q)
        return cut

    def _least(self, why: Explanation, state: list[int], component: list[int], number: int, assumed: int) -> int:
        """A certain position of a component, best one that needs no reason; -1 if it is the assumed one."""
        found = -1
        for p in range(len(state)):
            if component[p] == number and state[p] == CERTAIN:
                if p == assumed:
                    return -1
                if found < 0 or not why.first[self._variables[p]] & ~self._meanings[p]:
                    found = p
        return found
