"""Finite automata over lines of cells: domain consistency on the paths that are left, from one call to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.layers import StateSets, sets_in
from puzzledsl.kernel.path_reasons import Places, explain_paths
from puzzledsl.kernel.row_masks import among, keep_among
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.moves import Moves
    from puzzledsl.kernel.store import Store

MOST_ARCS = 20_000
"""An automaton that has more of them in its lines is followed by sets of states instead, see `layers`."""

CLOSE = 0.8
"""What is left takes the place of what was left before if that was a larger part of what is below it on the stack.

So all on a stack together are hardly more than five times as many arcs as the network has.
"""

EVERYTHING = -1
"""A mask of all values there are."""


class Arc:
    """The values (as a mask) that lead from a node to one at the next place; nodes are numbered within their place."""

    __slots__ = ("source", "target", "values")

    def __init__(self, values: int, source: int, target: int) -> None:
        self.values = values
        self.source = source
        self.target = target


class Network:
    """All words of one length that an automaton accepts, as paths; for all lines of that length.

    It never changes, so that engines in several threads may share it.

    Attributes:
        arcs: by place. Each is on a path from the start to the end; no two nodes of a place have the same endings.
        widths: nodes by place, and at the end.
        values: by place those of all arcs.
    """

    __slots__ = ("arcs", "values", "widths")

    def __init__(self, arcs: list[list[Arc]], widths: list[int]) -> None:
        self.arcs = arcs
        self.widths = widths
        self.values: list[int] = []
        for one in arcs:
            union = 0
            for arc in one:
                union |= arc.values
            self.values.append(union)

    def narrowed(self, left: Left, masks: list[int]) -> Left:
        """The paths of ``left`` within narrower domains.

        Raises Contradiction when there is none.
        """
        arcs, widths, masks = left.arcs.copy(), left.widths.copy(), masks.copy()
        looked = _forwards(arcs, widths, self.widths, left.masks, masks)
        _backwards(arcs, widths, self.widths, masks, looked)
        return Left(masks, arcs, widths)


def network(edges: Sequence[Sequence[tuple[int, int]]], start: int, accepting: set[int], length: int) -> Network | None:
    """Unroll an automaton, leave dead ends out and merge what has the same endings; ``None``: it is too large.

    Args:
        edges: by state (values, next state).
    """
    layers = [[start]]
    count = 0
    for _ in range(length):
        following: set[int] = set()
        for state in layers[-1]:
            count += len(edges[state])
            for _, target in edges[state]:
                following.add(target)
        if count > MOST_ARCS:
            return None
        layers.append(sorted(following))
    nodes: dict[int, int] = {state: 0 for state in layers[-1] if state in accepting}
    arcs: list[list[Arc]] = []
    widths = [1 if nodes else 0]
    for place in range(length - 1, -1, -1):
        here: list[Arc] = []
        before: dict[int, int] = {}
        known: dict[tuple[tuple[int, int], ...], int] = {}
        for state in layers[place]:
            leading: dict[int, int] = {}
            for values, target in edges[state]:
                if target in nodes:
                    number = nodes[target]
                    leading[number] = leading.get(number, 0) | values
            if not leading:
                continue
            endings = tuple(sorted(leading.items()))
            if endings not in known:
                source = known[endings] = len(known)
                for number, values in endings:
                    here.append(Arc(values, source, number))
            before[state] = known[endings]
        arcs.append(here)
        widths.append(len(known))
        nodes = before
    arcs.reverse()
    widths.reverse()
    return Network(arcs, widths)


class Left:
    """The paths within some domains.

    Attributes:
        masks: by place the values, each of which occurs on a path.
        arcs, widths: as in `Network`.
        size: number of arcs.
    """

    __slots__ = ("arcs", "masks", "size", "widths")

    def __init__(self, masks: list[int], arcs: list[list[Arc]], widths: list[int]) -> None:
        self.masks = masks
        self.arcs = arcs
        self.widths = widths
        self.size = 0
        for one in arcs:
            self.size += len(one)

    def holds(self, masks: list[int]) -> bool:
        """Whether these domains lie within."""
        for i, mask in enumerate(self.masks):  # noqa: SIM110 - a generator is slower once compiled
            if masks[i] & ~mask:
                return False
        return True


class AutomatonLine:
    """Some variables that an automaton reads.

    Domain consistency as by Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables
    (CP 2004), on the paths that the call before has left: far down in a search these are few. The paths left within
    some domains contain all paths within any narrower domains. So they are kept on a stack, without a trail: entries
    are popped until one holds the present domains. A search that backtracks need not report it.
    """

    __slots__ = ("_base", "_letters", "_moves", "_network", "_sets", "_stack", "_variables", "_width")

    def __init__(self, moves: Moves, variables: Sequence[int]) -> None:
        self._moves = moves
        self._variables = list(variables)
        self._base = moves.base
        self._width = moves.width
        self._letters = moves.letters
        self._network = moves.network(len(variables)) if variables else None
        self._sets: StateSets | None = None
        self._stack: list[Left] = []
        if self._network is not None:
            self._stack.append(Left([EVERYTHING] * len(variables), self._network.arcs, self._network.widths))

    def propagate(self, store: Store) -> None:
        """Keep the values on paths from the start to an accepting state.

        Raises Contradiction when there is no such path.
        """
        if self._network is None:
            self._sets = sets_in(store, self._moves)
            self._sets.propagate(store, self._variables)
            return
        base, width, letters = self._base, self._width, self._letters
        readable = 0 if letters else (1 << width) - 1
        masks: list[int] = []
        outside = False  # whether a variable may have values that the automaton never reads
        for x in self._variables:
            mask = store.mask[x]
            if mask and store.base[x] == base and not letters:
                outside = outside or mask > readable
                masks.append(mask & readable)
            else:
                outside = True
                masks.append(among(store, x, letters) if letters else store.window(x, base, width))
        stack = self._stack
        left = stack[-1]
        while not left.holds(masks):  # but what is at the bottom holds everything
            stack.pop()
            left = stack[-1]
        if masks != left.masks:
            narrower = self._network.narrowed(left, masks)
            if len(stack) > 1 and left.size > CLOSE * stack[-2].size:
                stack[-1] = narrower
            else:
                stack.append(narrower)
            masks = narrower.masks
        elif not outside:
            return
        for i in range(len(masks) - 1, -1, -1):
            if letters:
                keep_among(store, self._variables[i], letters, masks[i])
            else:
                store.keep_window(self._variables[i], base, masks[i])

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Explain removals by the values that would lead from the start to the end; return the values left over.

        With ``x`` -1 it is a contradiction, and ``gone`` is 1.
        """
        if self._letters:
            return gone
        places = Places(why, self._variables, self._base, self._width, x, gone)
        if self._network is None:
            sets = self._sets or StateSets(self._moves)
            explained = sets.explain(why, self._variables, places)
        else:
            explained = explain_paths(why, self._network, self._variables, places)
        if explained:
            return 0
        left = 0
        if gone & (gone - 1):  # a variable that is read twice may lose each of two values at another place
            rest = gone
            while rest:
                low = rest & -rest
                rest ^= low
                left |= self.explain(why, x, low)
            return left
        return gone


def _forwards(
    arcs: list[list[Arc]], widths: list[int], sizes: list[int], before: list[int], masks: list[int]
) -> list[bool]:
    """Drop the arcs that cannot be reached from the start any more; by place, whether they have been looked at.

    Nothing has to be looked at where neither the values have changed nor a node has been lost.

    Args:
        sizes: nodes by place, and at the end, of the whole network.
        before: the values that the arcs are for.
        masks: those that are left of them.
    """
    looked: list[bool] = []
    lost = False
    here: list[int] = []  # by node, 1 for those that are reached; while some are lost
    for i, mask in enumerate(masks):
        if not lost and mask == before[i]:
            looked.append(False)
            continue
        kept: list[Arc] = []
        reached = [0] * sizes[i + 1]
        found = 0
        for arc in arcs[i]:
            if arc.values & mask and (not lost or here[arc.source]):
                kept.append(arc)
                node = arc.target
                if not reached[node]:
                    reached[node] = 1
                    found += 1
        if not kept:
            raise Contradiction
        arcs[i] = kept
        lost = found < widths[i + 1]
        widths[i + 1] = found
        here = reached
        looked.append(True)
    return looked


def _backwards(
    arcs: list[list[Arc]], widths: list[int], sizes: list[int], masks: list[int], looked: list[bool]
) -> None:
    """Drop the arcs that do not lead to the end any more, and from the masks the values that no arc has."""
    lost = False
    here: list[int] = []
    for i in range(len(masks) - 1, -1, -1):
        if not lost and not looked[i]:
            continue
        kept: list[Arc] = []
        leading = [0] * sizes[i]
        values = found = 0
        for arc in arcs[i]:
            if lost and not here[arc.target]:
                continue
            kept.append(arc)
            values |= arc.values
            node = arc.source
            if not leading[node]:
                leading[node] = 1
                found += 1
        arcs[i] = kept
        lost = found < widths[i]
        widths[i] = found
        here = leading
        masks[i] &= values
