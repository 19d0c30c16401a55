"""Lines drawn along edges of a graph: what must be drawn, what cannot be, and why.

Two lines meet in a place or none, as of a closed line. A line with two ends is one with a further edge between these,
which is always drawn. Where lines may cross, two or four meet; four are two lines, each between opposite edges.

There are five rules. Each is a way in which what is known of the edges cannot be completed:

1. *Degree.* A place has too many lines, or not enough edges are left for them.
2. *Closing.* A line is closed, and something else is drawn; or nothing can be.
3. *Parity.* A set of places is left by an odd number of drawn edges, and no open edge leaves it.
4. *Separation.* Two drawn edges lie on different sides of a place, or of an open edge, which one line passes once.

What does not allow for an edge to be drawn, or to be left out, is one of these as soon as that is assumed. Reasons are
found so. The rules 2 and 4 are about a single line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from puzzledsl.flat import Literal
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

OUT: Final = 0
OPEN: Final = 1
DRAWN: Final = 2
"""What is known of an edge."""


class Lines:
    """Edges of a graph whose literals are true are drawn; see `expressions.Lines`.

    A *node* is a place, or one of the two or more axes of a crossing: those edges there that are opposite. An axis is a
    node by itself where lines cross for certain, or, to see what is joined for certain, where they may.
    """

    __slots__ = (
        "_cheap",
        "_costly",
        "_meanings",
        "_of",
        "a",
        "at",
        "axes",
        "axis_a",
        "axis_b",
        "b",
        "count",
        "crossings",
        "edges",
        "is_end",
        "is_impossible",
        "literals",
        "nodes",
        "opposite",
        "place",
        "single",
        "variables",
    )

    def __init__(
        self,
        store: Store,
        drawn: Sequence[Literal],
        edges: Sequence[tuple[int, int]],
        ends: Sequence[int],
        crossings: Mapping[int, Iterable[tuple[int, int]]],
        single: bool,
    ) -> None:
        """Args: edges: the places of each literal. crossings: see `expressions.Lines`."""
        self.literals = list(drawn)
        self.variables = [one.variable for one in drawn]
        # The values as a mask; of a variable that has a mask some time later, which may have any base, 0.
        self._meanings = [store.meaning(one) if store.mask[one.variable] else 0 for one in drawn]
        self.count = len(drawn)  # of the edges that have a literal
        self._of: dict[int, list[int]] = {}  # by variable, its edges
        for e, x in enumerate(self.variables):
            self._of.setdefault(x, []).append(e)
        self.single = single
        self.is_impossible = single and (not drawn or len(ends) not in (0, 2))
        self.a, self.b = [a for a, _ in edges], [b for _, b in edges]
        places = max([*self.a, *self.b, *ends, *crossings], default=-1) + 1
        self.is_end = [False] * places
        if single and len(ends) == 2:
            self.a.append(ends[0])
            self.b.append(ends[1])
        else:
            for p in ends:
                self.is_end[p] = True
        self.edges = len(self.a)
        self.at: list[list[int]] = [[] for _ in range(places)]
        for e in range(self.edges):
            self.at[self.a[e]].append(e)
            self.at[self.b[e]].append(e)
        self.crossings = sorted(p for p in crossings if p not in ends)
        self.axis_a, self.axis_b = self.a.copy(), self.b.copy()
        self.opposite: list[dict[int, list[int]]] = [{} for _ in range(places)]
        self.place = list(range(places))  # by node
        self.axes: list[list[int]] = [[] for _ in range(places)]  # by place, the nodes of its axes
        for p in self.crossings:
            self._add_axes(p, crossings[p])
        self.nodes = len(self.place)
        self._cheap: list[int] = []  # what was known of the edges when nothing followed at this priority
        self._costly: list[int] = []

    def _add_axes(self, p: int, pairs: Iterable[tuple[int, int]]) -> None:
        opposite = self.opposite[p]
        for e in self.at[p]:
            opposite[e] = []
        for e, f in pairs:
            opposite[e].append(f)
            opposite[f].append(e)
        seen: set[int] = set()
        for start in self.at[p]:
            if start in seen:
                continue
            seen.add(start)
            axis = [start]
            for e in axis:
                for f in opposite[e]:
                    if f not in seen:
                        seen.add(f)
                        axis.append(f)
            node = len(self.place)
            self.place.append(p)
            self.axes[p].append(node)
            for e in axis:
                if self.a[e] == p:
                    self.axis_a[e] = node
                else:
                    self.axis_b[e] = node

    # ── rules ────────────────────────────────────────────────────────────────────────────────────

    def propagate(self, store: Store) -> None:
        """Degrees and closed lines; at the costly priority parity and separation.

        Raises:
            Contradiction: no lines are left.
        """
        if self.is_impossible:
            raise Contradiction
        state = self._state(store)
        if state != self._cheap:
            self._narrow(store, state)
            self._cheap = state.copy()
        if store.costly and state != self._costly:
            self._keep_parity(store, state)
            if self.single:
                self._keep_together(store, state)
            self._costly = state

    def _narrow(self, store: Store, state: list[int]) -> None:
        """Apply the rules of degree and of closing until nothing follows from them."""
        known = self._cheap
        waiting: list[int] = []
        # Where edges only went out, nothing is closed that was not; lines may cross no longer, though.
        is_new = not known or len(self.crossings) > 0
        if known:
            for e in range(self.edges):
                if state[e] != known[e]:
                    waiting.append(self.a[e])
                    waiting.append(self.b[e])
                    if state[e] != OUT or known[e] != OPEN:
                        is_new = True
        else:
            waiting += range(len(self.at))
        while True:
            while waiting:
                is_new = self._keep_degree(store, state, waiting.pop(), waiting) or is_new
            if not self.single or not is_new:
                return
            is_new = False
            self._keep_open(store, state, waiting)

    def _decide(self, store: Store, state: list[int], e: int, is_drawn: bool) -> None:
        if is_drawn:
            store.require(self.literals[e])
            state[e] = DRAWN
        else:
            store.forbid(self.literals[e])
            state[e] = OUT

    def _keep_degree(self, store: Store, state: list[int], p: int, waiting: list[int]) -> bool:
        """Apply the rule of degree to a place; whether an edge is drawn by it."""
        here = self.at[p]
        drawn = possible = 0
        for e in here:
            if state[e] == DRAWN:
                drawn += 1
            elif state[e] == OPEN:
                possible += 1
        if self.fails(state, p, drawn, possible):
            raise Contradiction
        if not possible:
            return False
        if self.opposite[p] and self.may_cross(state, p):
            if drawn < 3:
                return False
            lone = self.lone(state, p)
            fitting = [e for e in here if state[e] == OPEN and (lone < 0 or e in self.opposite[p][lone])]
            last = drawn == 3 and len(fitting) == 1
            for e in here:
                if state[e] == OPEN and (drawn == 4 or last or e not in fitting):
                    self._decide(store, state, e, last and e == fitting[0])
                    waiting += (self.a[e], self.b[e])
            return last
        wanted = 1 if self.is_end[p] else 2
        full = drawn == wanted
        if not full and possible > 1:
            return False
        last = drawn == wanted - 1
        for e in here:
            if state[e] == OPEN:
                self._decide(store, state, e, last)
                waiting += (self.a[e], self.b[e])
        return last

    def fails(self, state: list[int], p: int, drawn: int, possible: int) -> bool:
        """Whether a place has too many lines, or too few edges for them."""
        if self.opposite[p] and self.may_cross(state, p):
            return drawn > 4 or (drawn in (1, 3) and not possible)
        if self.is_end[p]:
            return drawn > 1 or drawn + possible < 1
        return drawn > 2 or (drawn == 1 and not possible)

    def may_cross(self, state: list[int], p: int) -> bool:
        """Whether lines may cross in a crossing: four edges are left, and one opposite to each."""
        left = 0
        for e, others in self.opposite[p].items():
            if state[e] == OUT:
                continue
            if any(state[f] != OUT for f in others):
                left += 1
            elif state[e] == DRAWN:
                return False
        return left >= 4 and (self.drawn(state, p) < 4 or self.lone(state, p) < 0)

    def drawn(self, state: list[int], p: int) -> int:
        """How many lines meet in a place."""
        return sum([state[e] == DRAWN for e in self.at[p]])

    def lone(self, state: list[int], p: int) -> int:
        """A drawn edge in a crossing that no opposite one is drawn of; -1: there is none."""
        for e, others in self.opposite[p].items():
            if state[e] == DRAWN and not any(state[f] == DRAWN for f in others):
                return e
        return -1

    def _keep_open(self, store: Store, state: list[int], waiting: list[int]) -> None:
        """No line is closed as long as something else is drawn; where one is, nothing else is drawn."""
        parts = _Parts(self, state)
        drawn = parts.drawn
        if not drawn and OPEN not in state:
            raise Contradiction
        for root in parts.roots:
            if not parts.loose[root]:
                if parts.size[root] < drawn:
                    raise Contradiction
                for e in range(self.edges):
                    if state[e] == OPEN:
                        self._decide(store, state, e, False)
                        waiting += (self.a[e], self.b[e])
                return
        if len(parts.roots) > 1:
            for e in range(self.count):
                if state[e] == OPEN and parts.closes(e):
                    self._decide(store, state, e, False)
                    waiting += (self.a[e], self.b[e])

    def _keep_parity(self, store: Store, state: list[int]) -> None:
        """A bridge of the open edges is drawn if the number of drawn edges on one side of it is odd."""
        odd = self.odd(state)
        walk = _Walk(self.at, self.a, self.b, [known == OPEN for known in state])
        for p in range(len(self.at)):
            if walk.order[p]:
                continue
            first = len(walk.sequence)
            walk.visit(p, -1)
            part = walk.sequence[first:]
            for q in reversed(part):
                above = walk.above[q]
                if above >= 0:
                    if walk.low[q] > walk.order[above]:
                        self._decide(store, state, walk.enter[q], odd[q])
                    odd[above] ^= odd[q]
            if odd[p]:
                raise Contradiction

    def odd(self, state: list[int]) -> list[bool]:
        """Whether an odd number of open edges of each place is drawn."""
        odd = self.is_end.copy()
        for e in range(self.edges):
            if state[e] == DRAWN:
                odd[self.a[e]] = not odd[self.a[e]]
                odd[self.b[e]] = not odd[self.b[e]]
        return odd

    def _keep_together(self, store: Store, state: list[int]) -> None:
        """What one line cannot reach together with a drawn edge is not drawn; two open edges without which drawn ones
        fall apart are drawn."""
        if DRAWN not in state:
            if OPEN not in state:
                raise Contradiction
            return
        graph = _Graph(self, state)
        root = state.index(DRAWN)
        walk, kept = graph.around(root)
        for e in range(self.count):
            if state[e] != OUT and not kept[walk.lower(e)]:
                if state[e] == DRAWN:
                    raise Contradiction
                self._decide(store, state, e, False)
        for e in graph.needed(walk, kept):
            self._decide(store, state, e, True)

    def _state(self, store: Store) -> list[int]:
        masks, variables, meanings = store.mask, self.variables, self._meanings
        state = [OPEN] * self.count
        for e in range(self.count):
            mask, meaning = masks[variables[e]], meanings[e]
            if not meaning:
                known = store.entailed(self.literals[e])
                state[e] = OPEN if known is None else DRAWN if known else OUT
            elif mask & meaning == mask:
                state[e] = DRAWN
            elif not mask & meaning:
                state[e] = OUT
        if self.edges > self.count:
            state.append(DRAWN)
        return state

    # ── why ──────────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why removed values were impossible; returns those for which nothing is found."""
        state = self._seen(why)
        own = self._of[x]
        left = gone
        for e in own:
            part = left & why.meaning(self.literals[e])
            if part and self._explain(why, state, own, e):
                gone ^= part
            left &= ~part
        if left and self._explain(why, state, own, -1):
            gone ^= left
        return gone

    def _explain(self, why: Explanation, state: list[int], own: list[int], drawn: int) -> bool:
        """Why not just this one of the edges of a variable, or none, is drawn."""
        assumed = state.copy()
        for e in own:
            assumed[e] = DRAWN if e == drawn else OUT
        return _Reason(self, why, assumed, own).find()

    def explain_conflict(self, why: Explanation) -> bool:
        """Note why no lines are left, if that is found."""
        return _Reason(self, why, self._seen(why), []).find()

    def _seen(self, why: Explanation) -> list[int]:
        """What was known of the edges; all variables have masks."""
        state = [OPEN] * self.count
        for e, literal in enumerate(self.literals):
            mask = why.masks[literal.variable]
            meant = mask & why.meaning(literal)
            if meant == mask:
                state[e] = DRAWN
            elif not meant:
                state[e] = OUT
        if self.edges > self.count:
            state.append(DRAWN)
        return state


class _Parts:
    """What is joined by drawn edges for certain.

    Attributes:
        drawn: how many edges are drawn.
        roots: a node of each part.
        size: by root, how many edges are drawn in its part.
        loose: by root, the number of nodes where the part goes on.
    """

    def __init__(self, lines: Lines, state: list[int]) -> None:
        self._a, self._b = lines.a, lines.b
        self._on_axis = [False] * lines.nodes
        if lines.crossings:
            self._a, self._b = self._a.copy(), self._b.copy()
            for p in lines.crossings:
                if lines.may_cross(state, p):
                    for e in lines.at[p]:
                        if lines.a[e] == p:
                            self._a[e] = lines.axis_a[e]
                        else:
                            self._b[e] = lines.axis_b[e]
                    for node in lines.axes[p]:
                        self._on_axis[node] = True
        self._root = list(range(lines.nodes))
        self._degree = [0] * lines.nodes
        self._open = [0] * lines.nodes  # on axes
        self.size = [0] * lines.nodes
        self.drawn = 0
        for e in range(lines.edges):
            a, b = self._a[e], self._b[e]
            if state[e] == DRAWN:
                self.drawn += 1
                self._degree[a] += 1
                self._degree[b] += 1
                root, other = self.root(a), self.root(b)
                if root != other:
                    self._root[other] = root
                    self.size[root] += self.size[other]
                self.size[root] += 1
            elif state[e] == OPEN:
                self._open[a] += 1
                self._open[b] += 1
        self.loose = [0] * lines.nodes
        self.roots: list[int] = []
        for node in range(lines.nodes):
            if self._degree[node]:
                root = self.root(node)
                if self.is_loose(node, 0):
                    self.loose[root] += 1
                if root == node:
                    self.roots.append(root)

    def root(self, node: int) -> int:
        """The node that stands for the part of a node."""
        known = self._root
        while known[node] != node:
            known[node] = known[known[node]]
            node = known[node]
        return node

    def is_loose(self, node: int, more: int) -> bool:
        """Whether a part goes on in a node, where so many more of the open edges are drawn."""
        return self._degree[node] + more == 1 or (self._on_axis[node] and self._open[node] > more)

    def closes(self, e: int) -> bool:
        """Whether an open edge would join both ends of one part."""
        a, b = self._a[e], self._b[e]
        return (
            self._degree[a] > 0
            and self._degree[b] > 0
            and self.root(a) == self.root(b)
            and self.loose[self.root(a)] == 2
            and not self.is_loose(a, 1)
            and not self.is_loose(b, 1)
        )

    def edges(self, root: int, state: list[int]) -> list[int]:
        """The drawn edges of a part."""
        return [e for e, known in enumerate(state) if known == DRAWN and self.root(self._a[e]) == root]


class _Walk:
    """A depth-first walk along some edges of a graph (Hopcroft and Tarjan, Efficient algorithms for graph manipulation,
    CACM 1973).

    Attributes:
        order: by node when it was reached, from 1; 0: not yet.
        low: by node the earliest node that edges from it, or from what lies behind it, lead back to.
        enter: by node the edge by which it was reached; -1 for a start.
        above: by node the node before it; -1 for a start.
        sequence: the nodes in order.
    """

    def __init__(self, at: list[list[int]], a: list[int], b: list[int], usable: list[bool]) -> None:
        self._at, self._a, self._b, self._usable = at, a, b, usable
        count = len(at)
        self.order = [0] * count
        self.low = [0] * count
        self.enter = [-1] * count
        self.above = [-1] * count
        self.sequence: list[int] = []
        self._ahead = [0] * count

    def visit(self, start: int, first: int) -> None:
        """Reach all that can be reached from a node.

        Args:
            first: the edge to begin with, if not -1.
        """
        at, a, b, usable = self._at, self._a, self._b, self._usable
        order, low, enter, above, sequence = self.order, self.low, self.enter, self.above, self.sequence
        sequence.append(start)
        clock = len(sequence)
        order[start] = low[start] = clock
        here = start
        ahead = self._ahead
        edge = first
        while True:
            if edge < 0:
                edges = at[here]
                i = ahead[here]
                if i == len(edges):
                    before = above[here]
                    if before < 0:
                        return
                    if low[here] < low[before]:
                        low[before] = low[here]
                    here = before
                    continue
                ahead[here] = i + 1
                edge = edges[i]
            if usable[edge] and edge != enter[here]:
                there = a[edge] + b[edge] - here
                if not order[there]:
                    sequence.append(there)
                    clock += 1
                    order[there] = low[there] = clock
                    enter[there], above[there] = edge, here
                    here = there
                elif order[there] < low[here]:
                    low[here] = order[there]
            edge = -1

    def lower(self, e: int) -> int:
        """That end of an edge which was reached later; one that was not, if there is one."""
        a, b = self._a[e], self._b[e]
        if not self.order[a] or not self.order[b]:
            return a if not self.order[a] else b
        return a if self.order[a] > self.order[b] else b


class _Graph:
    """The edges that are drawn or may be, between nodes that what is drawn may join there.

    Attributes:
        a, b: the nodes of each edge.
        twice: by node, whether a line may pass it twice.
        at: by node its edges.
    """

    def __init__(self, lines: Lines, state: list[int]) -> None:
        self._lines, self._state = lines, state
        self.usable = [known != OUT for known in state]
        self.a, self.b, self.at = lines.a, lines.b, lines.at
        self.twice = [False] * lines.nodes
        if not lines.crossings:
            return
        self.a, self.b = self.a.copy(), self.b.copy()
        for p in lines.crossings:
            if not lines.may_cross(state, p):
                continue
            if lines.drawn(state, p) < 3:
                self.twice[p] = True
                continue
            for e in lines.at[p]:
                node = lines.axis_a[e] if lines.a[e] == p else lines.axis_b[e]
                if lines.a[e] == p:
                    self.a[e] = node
                else:
                    self.b[e] = node
        self.at = [[] for _ in range(lines.nodes)]
        for e in range(lines.edges):
            self.at[self.a[e]].append(e)
            self.at[self.b[e]].append(e)
        for p in lines.crossings:
            for node in lines.axes[p]:
                self.twice[node] = sum([self.usable[e] for e in self.at[node]]) > 2

    def place(self, node: int) -> int:
        """The place of a node."""
        return self._lines.place[node]

    def around(self, root: int) -> tuple[_Walk, list[bool]]:
        """Walk along all edges from a drawn one; by node, whether the edge by which it was reached may be on a line
        with that one."""
        walk = _Walk(self.at, self.a, self.b, self.usable)
        start = self.a[root]
        walk.visit(start, root)
        kept = [False] * len(self.at)
        kept[start] = True
        for node in walk.sequence[1:]:
            kept[node] = kept[walk.above[node]] and not self.is_cut(walk, node)
        return walk, kept

    def is_cut(self, walk: _Walk, node: int) -> bool:
        """Whether a line that reaches a node from the one above it cannot come back to what lies before."""
        above = walk.above[node]
        low = walk.low[node]
        if low > walk.order[above]:
            return True
        return (
            low == walk.order[above]
            and not self.twice[above]
            and (above != walk.sequence[0] or node != walk.sequence[1])
        )

    def needed(self, walk: _Walk, kept: list[bool]) -> list[int]:
        """The open edges that a line must pass which is on both sides of two of them.

        Two edges are a cut exactly if the same edges of those that the walk did not use lead past them (Pritchard and
        Thurimella, Fast computation of small cuts via cycle space sampling, ACM Transactions on Algorithms 7, 2011).
        """
        state = self._state
        past = [0] * len(self.at)  # the edges that lead past the one by which a node was reached, as bits
        inside = [0] * len(self.at)  # the number of drawn edges behind it, and of itself
        unused: list[int] = []
        for e in range(len(state)):
            if not self.usable[e]:
                continue
            lower = walk.lower(e)
            if not kept[lower]:
                continue
            if state[e] == DRAWN:
                inside[lower] += 1
            if walk.enter[lower] != e:
                bit = 1 << len(unused)
                past[self.a[e]] ^= bit
                past[self.b[e]] ^= bit
                unused.append(e)
        for node in reversed(walk.sequence):
            above = walk.above[node]
            if above >= 0 and kept[node]:
                past[above] ^= past[node]
                inside[above] += inside[node]
        # Edges any two of which are a cut form a ring. Behind the last one that the walk used, it is joined to what was
        # before the first one by the edges that lead past them; if that is a single one, it is in the ring, too.
        rings: dict[int, list[int]] = {}
        outermost: dict[int, int] = {}
        last: dict[int, int] = {}
        for node in walk.sequence[1:]:
            e = walk.enter[node]
            if not kept[node] or state[e] != OPEN:
                continue
            key = past[node]
            if key not in rings:
                rings[key] = []
                outermost[key] = inside[node]
                if not key & (key - 1) and state[unused[key.bit_length() - 1]] == OPEN:
                    rings[key].append(unused[key.bit_length() - 1])
            rings[key].append(e)
            last[key] = inside[node]
        found: list[int] = []
        for key, ring in rings.items():
            is_open = not key & (key - 1)
            if len(ring) > 1 and outermost[key] > (0 if is_open else last[key]):
                found += ring
        return found


class _Reason:
    """Finds one of the rules by which what is known, and assumed, cannot be completed, and notes what it needs."""

    def __init__(self, lines: Lines, why: Explanation, state: list[int], assumed: list[int]) -> None:
        self._lines, self._why, self._state, self._assumed = lines, why, state, assumed

    def find(self) -> bool:
        """Note the reason of a contradiction; False where none is found."""
        lines = self._lines
        return (
            lines.is_impossible
            or self._degree()
            or (lines.single and self._closed())
            or self._parity()
            or (lines.single and self._separation())
        )

    def _is_free(self, e: int) -> bool:
        """Whether what is known of an edge needs no reason."""
        lines, why = self._lines, self._why
        if e >= lines.count or e in self._assumed:
            return True
        meaning = why.meaning(lines.literals[e])
        first = why.first[lines.variables[e]]
        return not first & (~meaning if self._state[e] == DRAWN else meaning)

    def _need(self, edges: Iterable[int]) -> None:
        """Note what is known of edges, but for open ones."""
        lines, why = self._lines, self._why
        for e in edges:
            if self._state[e] != OPEN and not self._is_free(e):
                meaning = why.meaning(lines.literals[e])
                why.need(lines.variables[e], ~meaning if self._state[e] == DRAWN else meaning)

    def _degree(self) -> bool:
        lines, state = self._lines, self._state
        places: Iterable[int] = range(len(lines.at))
        if self._assumed:
            places = dict.fromkeys([p for e in self._assumed for p in (lines.a[e], lines.b[e])])
        for p in places:
            here = lines.at[p]
            drawn = [e for e in here if state[e] == DRAWN]
            if not lines.fails(state, p, len(drawn), sum([state[e] == OPEN for e in here])):
                continue
            if not lines.opposite[p] and len(drawn) > (1 if lines.is_end[p] else 2):
                drawn.sort(key=lambda e: not self._is_free(e))
                here = drawn[: 2 if lines.is_end[p] else 3]
            self._need(here)
            return True
        return False

    def _closed(self) -> bool:
        lines, state = self._lines, self._state
        parts = _Parts(lines, state)
        if not parts.drawn:
            if OPEN in state:
                return False
            self._need(range(lines.count))
            return True
        for root in parts.roots:
            if parts.loose[root] or parts.size[root] == parts.drawn:
                continue
            own = parts.edges(root, state)
            others = {e for e, known in enumerate(state) if known == DRAWN}.difference(own)
            self._need(own)
            self._need([self._best(sorted(others))])
            for p in lines.crossings:
                if any(lines.a[e] == p or lines.b[e] == p for e in own):
                    self._need(lines.at[p])
            return True
        return False

    def _best(self, edges: list[int]) -> int:
        """One of some edges, best one that needs no reason."""
        for e in edges:
            if self._is_free(e):
                return e
        return edges[0]

    def _parity(self) -> bool:
        lines, state = self._lines, self._state
        odd = lines.odd(state)
        walk = _Walk(lines.at, lines.a, lines.b, [known == OPEN for known in state])
        starts: Iterable[int] = range(len(lines.at))
        if self._assumed:
            starts = [p for e in self._assumed for p in (lines.a[e], lines.b[e])]
        best: list[int] | None = None
        for start in starts:
            if walk.order[start]:
                continue
            first = len(walk.sequence)
            walk.visit(start, -1)
            part = walk.sequence[first:]
            if sum([odd[p] for p in part]) % 2:
                inside = set(part)
                border = [e for p in part for e in lines.at[p] if (lines.a[e] in inside) != (lines.b[e] in inside)]
                border = [e for e in border if not self._is_free(e)]
                if best is None or len(border) < len(best):
                    best = border
        if best is None:
            return False
        self._need(best)
        return True

    def _separation(self) -> bool:
        lines, state = self._lines, self._state
        drawn = [e for e, known in enumerate(state) if known == DRAWN]
        if not drawn:
            return False
        assumed = [e for e in self._assumed if state[e] == DRAWN]
        root = assumed[0] if assumed else self._best(drawn)
        graph = _Graph(lines, state)
        walk, kept = graph.around(root)
        beyond = [e for e in drawn if not kept[walk.lower(e)]]
        if root in beyond or not beyond:
            return False
        other = self._best(beyond)
        self._need((root, other))
        # Where the walk left what is on a line with the root, and what lies behind.
        node, above = walk.lower(other), -1
        if walk.order[node]:
            while not kept[walk.above[node]]:
                node = walk.above[node]
            above = walk.above[node]
        outside = {above} if above >= 0 and not graph.twice[above] else set()
        behind = self._reached(graph, node, graph.usable, {above})
        # The other side is all that any edges lead to without passing what lies behind.
        starts = [p for p in (graph.a[root], graph.b[root]) if p not in outside]
        there: set[int] = set()
        for start in starts:
            there |= self._reached(graph, start, None, outside | behind)
        for e in range(lines.count):
            a, b = graph.a[e], graph.b[e]
            if (a in behind and b in there) or (a in there and b in behind):
                self._need([e])
        for p in lines.crossings:
            sides = [node in there for node in lines.axes[p]]
            if (above >= 0 and above in outside and graph.place(above) == p) or (
                not graph.at[p] and sides.count(True) not in (0, len(sides))
            ):
                self._need(lines.at[p])
        return True

    def _reached(self, graph: _Graph, start: int, usable: list[bool] | None, outside: set[int]) -> set[int]:
        """The nodes to which some edges, or all, lead from one without passing what is outside."""
        found = {start}
        pending = [start]
        while pending:
            here = pending.pop()
            for e in graph.at[here]:
                there = graph.a[e] + graph.b[e] - here
                if (usable is None or usable[e]) and there not in found and there not in outside:
                    found.add(there)
                    pending.append(there)
        return found
