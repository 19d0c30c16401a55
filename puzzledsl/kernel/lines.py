"""Lines drawn along edges of a graph: what must be drawn, what cannot be, and why.

A line with two ends is a closed one with a further edge between these, which is always drawn. Two rules are applied:

1. *Degree.* None or two edges are drawn in a place, one in an end; in a crossing also four, two pairs of opposite ones.
2. *Closing.* Of a single line: nothing else is drawn beside a closed one.

The reason of a removal is found by assuming the opposite: then a place or a closed line breaks its rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.expressions import Crossing
    from puzzledsl.flat import Literal
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

OUT: Final = 0
OPEN: Final = 1
DRAWN: Final = 2
"""What is known of an edge."""


class Lines:
    """Edges whose literals are true form lines; see `expressions.Lines`."""

    __slots__ = ("_known", "_meanings", "_of", "a", "at", "b", "count", "crossed", "is_end", "literals", "single")

    def __init__(
        self,
        store: Store,
        drawn: Sequence[Literal],
        edges: Sequence[tuple[int, int]],
        ends: Sequence[int],
        crossings: Sequence[tuple[int, Sequence[Crossing]]],
        single: bool,
    ) -> None:
        """Args: edges: the places of each literal. ends: none or two of a single line."""
        self.literals = list(drawn)
        # The values as a mask; of a variable that has a mask some time later, which may have any base, 0.
        self._meanings = [store.meaning(one) if store.mask[one.variable] else 0 for one in drawn]
        self.count = len(drawn)
        self._of: dict[int, list[int]] = {}  # by variable, its edges
        for e, one in enumerate(drawn):
            self._of.setdefault(one.variable, []).append(e)
        self.single = single
        self.crossed = {p: list(fours) for p, fours in crossings}
        self.a, self.b = [a for a, _ in edges], [b for _, b in edges]
        places = max([*self.a, *self.b, *ends], default=-1) + 1
        self.is_end = [False] * places
        if single and len(ends) == 2:  # joined by a further edge
            self.a.append(ends[0])
            self.b.append(ends[1])
        else:
            for p in ends:
                self.is_end[p] = True
        self.at: list[list[int]] = [[] for _ in range(places)]
        for e in range(len(self.a)):
            self.at[self.a[e]].append(e)
            self.at[self.b[e]].append(e)
        self._known: list[int] = []  # when nothing followed

    # ── rules ────────────────────────────────────────────────────────────────────────────────────

    def propagate(self, store: Store) -> None:
        """Apply both rules until nothing follows.

        Raises:
            Contradiction: no lines are left.
        """
        known, state = self._known, self._state(store)
        if state == known:
            return
        waiting = [*range(len(self.at))]
        # Where edges only went out, nothing is closed that was not; lines may cross no longer, though.
        is_new = not known or len(self.crossed) > 0
        if known:
            waiting.clear()
            for e in range(self.count):
                if state[e] != known[e]:
                    waiting += (self.a[e], self.b[e])
                    is_new = is_new or state[e] != OUT or known[e] != OPEN
        while waiting or is_new:
            while waiting:
                is_new = self._keep_degree(store, state, waiting.pop(), waiting) or is_new
            if self.single and (is_new or DRAWN not in state):
                self._keep_open(store, state, waiting)
            is_new = False
        self._known = state

    def _decide(self, store: Store, state: list[int], e: int, is_drawn: bool, waiting: list[int]) -> None:
        if is_drawn:
            store.require(self.literals[e])
        else:
            store.forbid(self.literals[e])
        state[e] = DRAWN if is_drawn else OUT
        waiting += (self.a[e], self.b[e])

    def _keep_degree(self, store: Store, state: list[int], p: int, waiting: list[int]) -> bool:
        """Apply the rule of degree to a place; whether an edge is drawn by it."""
        if self.breaks(state, p):
            raise Contradiction
        here = self.at[p]
        undecided = [e for e in here if state[e] == OPEN]
        if p in self.crossed and self.may_be_crossed(state, p):
            is_drawn = False
            for e in undecided:
                for assumed in (DRAWN, OUT):
                    state[e] = assumed
                    if self.breaks(state, p):
                        self._decide(store, state, e, assumed == OUT, waiting)
                        is_drawn = is_drawn or assumed == OUT
                        break
                    state[e] = OPEN
            return is_drawn
        lacking = (1 if self.is_end[p] else 2) - sum([state[e] == DRAWN for e in here])
        if undecided and (not lacking or len(undecided) == 1):
            for e in undecided:
                self._decide(store, state, e, lacking == 1, waiting)
            return lacking == 1
        return False

    def breaks(self, state: list[int], p: int) -> bool:
        """Whether a place breaks the rule of degree, whatever becomes of its open edges."""
        drawn = possible = 0
        for e in self.at[p]:
            if state[e] == DRAWN:
                drawn += 1
            elif state[e] == OPEN:
                possible += 1
        most = 1 if self.is_end[p] else 2
        if drawn <= most and (possible or drawn != most - 1):
            return False
        return p not in self.crossed or not self.may_be_crossed(state, p)

    def may_be_crossed(self, state: list[int], p: int) -> bool:
        """Whether four edges that are left in a crossing, all drawn ones among them, may be two lines."""
        drawn = {e for e in self.at[p] if state[e] == DRAWN}
        return any(drawn.issubset(four) and OUT not in [state[e] for e in four] for four in self.crossed[p])

    def _keep_open(self, store: Store, state: list[int], waiting: list[int]) -> None:
        """No line is closed as long as something else is drawn; where one is, nothing else is drawn."""
        drawn = state.count(DRAWN)
        if not drawn and OPEN not in state:
            raise Contradiction
        tips: dict[tuple[int, int], int] = {}  # by last edge and last place of each open line, its number
        for number, (line, ends) in enumerate(self.drawn_lines(state)):
            if ends and len(line) < drawn:
                for end in ends:
                    tips[end] = number
            elif not ends:
                if len(line) < drawn:
                    raise Contradiction
                for e in range(self.count):
                    if state[e] == OPEN:
                        self._decide(store, state, e, False, waiting)
        for (last, p), number in tips.items():
            for e in self.at[p]:
                if state[e] == OPEN and self.next(state, e, p) == last:
                    q = self.a[e] + self.b[e] - p
                    if tips.get((self.next(state, e, q), q)) == number:
                        self._decide(store, state, e, False, waiting)

    def drawn_lines(self, state: list[int]) -> list[tuple[list[int], list[tuple[int, int]]]]:
        """The edges of each line, as far as they are joined for certain; and at both ends, unless it is closed, the
        last edge with its place."""
        found = []
        seen = [False] * len(state)
        for start in range(len(state)):
            if state[start] != DRAWN or seen[start]:
                continue
            seen[start] = True
            line, ends = [start], []
            for first in (self.a[start], self.b[start]):
                here, p = start, first
                after = self.next(state, here, p)
                while after >= 0 and not seen[after]:
                    seen[after] = True
                    line.append(after)
                    here, p = after, self.a[after] + self.b[after] - p
                    after = self.next(state, here, p)
                if after < 0:
                    ends.append((here, p))
                elif not ends:
                    break
            found.append((line, ends))
        return found

    def next(self, state: list[int], e: int, p: int) -> int:
        """The drawn edge that a line along another, where this is drawn, follows from a place on; -1: none for
        certain."""
        is_crossed = p in self.crossed and self.may_be_crossed(state, p)
        found = -1
        for f in self.at[p]:
            if state[f] == DRAWN and f != e and (not is_crossed or self.are_opposite(p, e, f)):
                if found >= 0:
                    return -1
                found = f
        return found

    def are_opposite(self, p: int, e: int, f: int) -> bool:
        """Whether two edges are one line where two cross."""
        return any({e, f} in ({*four[:2]}, {*four[2:]}) for four in self.crossed[p])

    def _state(self, store: Store) -> list[int]:
        masks, meanings = store.mask, self._meanings
        state = [DRAWN] * len(self.a)
        for e, literal in enumerate(self.literals):
            mask, meaning = masks[literal.variable], meanings[e]
            if not meaning:
                known = store.entailed(literal)
                state[e] = OPEN if known is None else DRAWN if known else OUT
            elif mask & meaning != mask:
                state[e] = OPEN if mask & meaning else OUT
        return state

    # ── why ──────────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why removed values were impossible; returns those for which nothing is found."""
        own = self._of[x]
        left = gone
        for e in (*own, -1):
            part = left if e < 0 else left & why.meaning(self.literals[e])
            left &= ~part
            if part:
                state = self._seen(why)
                for f in own:
                    state[f] = DRAWN if f == e else OUT
                if self._need_rule(why, state, own):
                    gone &= ~part
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note why no lines are left, if that is found."""
        return self._need_rule(why, self._seen(why), [])

    def _need_rule(self, why: Explanation, state: list[int], assumed: list[int]) -> bool:
        """Note what breaks a rule; False where nothing does. What is assumed of edges needs no reason."""
        places: Iterable[int] = [p for e in assumed for p in (self.a[e], self.b[e])] or range(len(self.at))
        for p in places:
            if self.breaks(state, p):
                here = self.at[p]
                drawn = [e for e in here if state[e] == DRAWN]
                most = 1 if self.is_end[p] else 2
                if len(drawn) > most and p not in self.crossed:
                    drawn.sort(key=lambda e: not self._is_free(why, state, assumed, e))
                    here = drawn[: most + 1]
                self._need(why, state, assumed, here)
                return True
        if not self.single:
            return False
        drawn = [e for e in range(len(state)) if state[e] == DRAWN]
        if not drawn and OPEN not in state:
            self._need(why, state, assumed, range(self.count))
            return True
        for line, ends in self.drawn_lines(state):
            if not ends and len(line) < len(drawn):
                others = [e for e in drawn if e not in line]
                others.sort(key=lambda e: not self._is_free(why, state, assumed, e))
                self._need(why, state, assumed, [*line, others[0]])
                for p in self.crossed:  # the line turns here, since none crosses it
                    here = [e for e in self.at[p] if e in line]
                    if len(here) == 2 and not self.are_opposite(p, here[0], here[1]):
                        self._need(why, state, assumed, self.at[p])
                return True
        return False

    def _is_free(self, why: Explanation, state: list[int], assumed: list[int], e: int) -> bool:
        """Whether what is known of an edge needs no reason."""
        if e >= self.count or e in assumed:
            return True
        literal = self.literals[e]
        meaning = why.meaning(literal)
        return not why.first[literal.variable] & (~meaning if state[e] == DRAWN else meaning)

    def _need(self, why: Explanation, state: list[int], assumed: list[int], edges: Iterable[int]) -> None:
        """Note what is known of edges, but for open ones."""
        for e in edges:
            if state[e] != OPEN and e < self.count and e not in assumed:
                meaning = why.meaning(self.literals[e])
                why.need(self.literals[e].variable, ~meaning if state[e] == DRAWN else meaning)

    def _seen(self, why: Explanation) -> list[int]:
        """What was known of the edges; all variables have masks."""
        state = [DRAWN] * len(self.a)
        for e, literal in enumerate(self.literals):
            mask = why.masks[literal.variable]
            meant = mask & why.meaning(literal)
            if meant != mask:
                state[e] = OPEN if meant else OUT
        return state
