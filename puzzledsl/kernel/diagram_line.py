"""Variables that read a word of a decision diagram: domain consistency on the paths that are left, and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.diagram import MOST_ARCS
from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.diagram import Arc, Reader
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

MOST_KNOWN = 1 << 12
"""Answers that are kept of one automaton or table: a search meets the same domains again and again."""


class Line(Filter):
    """Some variables that read a word of a diagram.

    Domain consistency as by Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables
    (CP 2004).
    """

    def __init__(self, reader: Reader, variables: Sequence[int]) -> None:
        self._reader = reader
        self._variables = list(variables)
        self._whole = reader.diagram(len(variables))  # none if it is too large

    def propagate(self, store: Store) -> None:
        """Keep the values on paths from the start to the end.

        Raises Contradiction when there is no such path.
        """
        reader = self._reader
        base, readable = reader.base, 0 if reader.letters else (1 << reader.width) - 1
        masks: list[int] = []
        for x in self._variables:
            mask = store.mask[x]
            if mask and readable and store.base[x] == base:
                masks.append(mask & readable)
            else:
                masks.append(reader.values_of(store, x))
        key = tuple(masks)
        kept = reader.known.get(key)
        if kept is None:
            kept = self._kept(masks)
            if len(reader.known) >= MOST_KNOWN:
                reader.known.clear()
            reader.known[key] = kept
        for i in range(len(kept) - 1, -1, -1):
            reader.keep(store, self._variables[i], kept[i])

    def _kept(self, masks: list[int]) -> list[int]:
        """By place the values on paths within some domains.

        Raises Contradiction when there is no such path.
        """
        diagram = self._whole or self._reader.unrolled(masks, MOST_ARCS)
        if diagram is None:
            return masks
        if not diagram.widths[0]:
            raise Contradiction
        if self._whole is None:
            return diagram.values
        arcs: list[list[Arc]] = []
        here = [1]  # by node of a place, 1 for those that are reached, and later for those that lead to the end
        for i, mask in enumerate(masks):
            kept: list[Arc] = []
            there = [0] * diagram.widths[i + 1]
            for arc in diagram.arcs[i]:
                if arc.values & mask and here[arc.source]:
                    kept.append(arc)
                    there[arc.target] = 1
            if not kept:
                raise Contradiction
            arcs.append(kept)
            here = there
        left = masks.copy()
        for i in range(len(masks) - 1, -1, -1):
            there = [0] * diagram.widths[i]
            values = 0
            for arc in arcs[i]:
                if here[arc.target]:
                    there[arc.source] = 1
                    values |= arc.values
            left[i] &= values
            here = there
        return left

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Explain removals by the values that would lead from the start to the end; return the values left over.

        With ``x`` -1 it is a contradiction, and ``gone`` is 1.
        """
        if self._reader.letters or self._whole is None:
            return gone
        if self._explained(why, x, gone):
            return 0
        left = gone
        if gone & (gone - 1):  # some may still occur; a variable that is read twice may lose each at another place
            left, rest = 0, gone
            while rest:
                low = rest & -rest
                rest ^= low
                left |= self.explain(why, x, low)
        return left

    def _explained(self, why: Explanation, x: int, gone: int) -> bool:
        """Explain why there is no path within the domains; False: there is one.

        Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 16, 2011): find, backwards, the nodes
        that lead to the end within the domains. Then walk forwards from the start and give back all values that are
        gone, except those that would lead to such a node: these are needed, each of them.
        """
        whole = self._whole
        assert whole is not None
        arcs, sizes = whole.arcs, whole.widths
        if not sizes[0]:
            return True
        readable = (1 << self._reader.width) - 1
        present: list[int] = []  # by place the values within the domains; of ``x`` those that are asked about
        absent: list[int] = []  # those that are gone, and not known to be needed
        shifts: list[int] = []
        for y in self._variables:
            shift = self._reader.base - why.base[y]
            mask = gone if y == x else why.masks[y]
            other = 0 if y == x else why.first[y] & ~mask & ~why.needed[y]
            present.append((mask >> shift if shift >= 0 else mask << -shift) & readable)
            absent.append((other >> shift if shift >= 0 else other << -shift) & readable)
            shifts.append(shift)
        leading: list[list[int]] = [[1]]  # from the end on, by node 1 for those that lead to the end
        first = len(arcs)  # the first place before which nodes lead to the end
        leads = True
        while leads and first:
            first -= 1
            mask, leads = present[first], False
            targets, sources = leading[-1], [0] * sizes[first]
            for arc in arcs[first]:
                if arc.values & mask and targets[arc.target]:
                    sources[arc.source] = 1
                    leads = True
            leading.append(sources)
        if leads:
            return False
        leading.pop()
        every = True  # whether all nodes of the place are reached; then they are not marked
        reached: list[int] = []
        for i, y in enumerate(self._variables):
            rest = absent[i]
            if rest and i >= first:
                needed = 0
                targets = leading[len(arcs) - 1 - i]
                for arc in arcs[i]:
                    if arc.values & rest and targets[arc.target] and (every or reached[arc.source]):
                        needed |= arc.values & rest
                if needed:
                    why.need(y, needed << shifts[i] if shifts[i] >= 0 else needed >> -shifts[i])
                    rest ^= needed
            rest |= present[i]
            if every and not whole.values[i] & ~rest:
                continue
            following = [0] * sizes[i + 1]
            for arc in arcs[i]:
                if arc.values & rest and (every or reached[arc.source]):
                    following[arc.target] = 1
            reached, every = following, False
        return True
