"""Conflict analysis: a clause from each contradiction, and the requirements that it follows from.

The trail is walked back from a contradiction, and each removal replaced by what the propagator says that it followed
from, until one removal is all that is needed of the last assumption: the first unique implication point
(Marques-Silva & Sakallah, GRASP, IEEE Transactions on Computers 48, 1999). Reasons are computed only now (lazily:
Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints 14, 2009; Feydy & Stuckey, Lazy Clause
Generation Reengineered, CP 2009). What a propagator does not explain is taken to follow from all that is known of the
constraint's variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.explanation import ALL, Explanation
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import ASSUMED
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Provenance

LEARNT = -3
"""The cause of what the first clause removes; that of the second is one less."""


class Learnt:
    """A clause: one of the variables has one of its values.

    Attributes:
        variables: each once. After a conflict, first the one about which the conflict was, then the last to be refuted.
        values: for each, as a mask.
        origins: the requirements that it follows from, as bits; 0 where there is no provenance.
        levels: on how many levels its variables were refuted when it was learnt (its LBD: Audemard & Simon, Predicting
            Learnt Clauses Quality in Modern SAT Solvers, IJCAI 2009).
    """

    __slots__ = ("levels", "origins", "values", "variables")

    def __init__(self, variables: list[int], values: list[int], origins: int, levels: int = 0) -> None:
        self.variables = variables
        self.values = values
        self.origins = origins
        self.levels = levels


class ConflictAnalysis:
    """What contradictions of one engine follow from. All its variables have masks.

    Attributes:
        clauses: those that have been learnt. What one of them removes has the cause ``LEARNT - its number``.
        walked: entries of the trail that have been looked at, and
        explained: calls of propagators for their reasons: measures of work.
    """

    def __init__(self, engine: Engine, provenance: Provenance | None) -> None:
        """
        Args:
            engine: at its root.
            provenance: of its constraints, where the requirements are to be known; then nothing may have been refuted
                at the root but by clauses of this analysis.
        """
        store = engine.store
        self.clauses: list[Learnt] = []
        self.walked = self.explained = 0
        self._engine = engine
        self._store = store
        self._provenance = provenance
        self._root = list(store.mask)  # domains at the root, as far as it has been taken in
        self._settled = store.mark()  # the length of the trail that belongs to it
        first = self._root
        if provenance is not None:
            first = list(store.mask)  # domains to begin with
            for removal in reversed(store.removals()):
                first[removal.variable] = removal.before
            self._root = list(first)
            self._settled = 0
        self._first = first
        self._why = Explanation(store, first)
        self._step = Explanation(store, first)
        self._single: list[dict[int, int]] = [{} for _ in first] if provenance is not None else []
        self._singles: list[int] = [0] * len(first)  # by variable, why what is gone at the root is
        self._cliques: list[list[Sequence[int]]] = []
        self._take_in()

    def _take_in(self) -> None:
        """Constraints may have been added since."""
        for number in range(len(self._cliques), len(self._engine.constraints)):
            one = self._engine.constraints[number]
            self._cliques.append([] if one.condition else list(one.primitive.cliques))

    def settle(self) -> None:
        """Make all removals so far permanent. Nothing may be assumed."""
        store = self._store
        if len(self._cliques) < len(self._engine.constraints):
            self._take_in()
        if self._settled == store.mark():
            return
        if self._provenance is None:
            self._root[:] = store.mask
        else:
            self._trace_root()
        self._settled = store.mark()

    def unsettle(self) -> None:
        """Take note that a permanent removal was undone: nothing may be assumed before `settle`."""
        self._settled = -1

    def _trace_root(self) -> None:
        """Note for each value that is gone at the root the requirements that this follows from."""
        step = self._step
        step.masks[:] = self._root
        for removal in in_time(self._store.removals(self._settled)):
            x, gone = removal.variable, removal.before & ~removal.after
            step.clear()
            self._explain(removal.cause, x, gone, step)
            reason = self._origins(removal.cause) | self._of_root(step)
            single = self._single[x]
            for bit in bits(gone):
                single[bit] = reason
            self._singles[x] |= reason
            self._root[x] = step.masks[x] = removal.after
            self._settled += 1  # if it is late now, the next call goes on here
        step.clear()

    def at_root(self, culprit: int) -> int:
        """The requirements that a contradiction follows from, nothing assumed and nothing undone yet."""
        if self._provenance is None:
            return 0
        self.settle()
        why = self._why
        why.clear()
        why.masks[:] = self._root
        self._explain_conflict(culprit, why)
        return self._origins(culprit) | self._of_root(why)

    def learnt(self, culprit: int, levels: Sequence[int]) -> tuple[Learnt, int]:
        """A clause that a contradiction shows, nothing undone yet, and on how many levels all but its first is false.

        Args:
            culprit: the number of a constraint, or the cause that stands for a clause.
            levels: for each assumption the length of the trail before it. Not empty.

        Returns:
            A clause without variables if the contradiction does not follow from any assumption.
        """
        store, why = self._store, self._why
        masks, needed, before = why.masks, why.needed, why.since
        masks[:] = store.mask
        why.clear()
        self._explain_conflict(culprit, why)
        origins = self._origins(culprit)
        depth, last, end = len(levels), -1, store.mark()
        while depth and last < 0:  # until what is needed of the last level is one removal
            start = levels[depth - 1]
            before[:] = masks
            for position in range(end - 1, start - 1, -1):
                change = store.change(position)
                before[change[0]] = change[1]
            self.walked += 2 * (end - start)
            left = 0
            for x in why.order:
                left += (needed[x] & before[x]).bit_count()
            position = end
            while left and last < 0:
                position -= 1
                x, old, cause = store.change(position)
                hit = needed[x] & old & ~masks[x]
                masks[x] = old
                if not hit:
                    continue
                count = hit.bit_count()
                if count == left:
                    last = x
                    break
                needed[x] ^= hit
                left -= count
                why.added = 0
                self._explain(cause, x, hit, why)
                origins |= self._origins(cause)
                left += why.added
            masks[:] = before
            end = start
            if last < 0:
                depth -= 1
        if last < 0:
            return Learnt([], [], origins | self._of_root(why)), 0
        level_of, further = self._levels_of(last, levels, depth - 1)
        variables, values = [last], [needed[last]]
        jump, seen = 0, 1 << depth
        for x in why.order:
            level = level_of[x]
            if x == last or not level:
                continue
            variables.append(x)
            values.append(needed[x])
            seen |= 1 << level
            if level > jump:
                jump, i = level, len(variables) - 1
                variables[1], variables[i] = variables[i], variables[1]
                values[1], values[i] = values[i], values[1]
        return Learnt(variables, values, origins | further, seen.bit_count()), jump

    @property
    def involved(self) -> Sequence[int]:
        """The variables that had to do with the latest contradiction."""
        return self._why.order

    def _levels_of(self, last: int, levels: Sequence[int], level: int) -> tuple[list[int], int]:
        """On which level the last of what is needed of each variable went, where it does not follow from the rest.

        What else is needed is enough where each removal follows from that: a clause without it says more (local
        minimization: Sörensson & Biere, Minimizing Learned Clauses, SAT 2009). As there, the first on its level is not
        asked: it follows from something on that level, so that its reason is not among the rest.

        Args:
            last: a variable that stays.
            level: how many levels are looked at; the masks of the explanation are the domains after them.

        Returns:
            By variable a level from 1 on, or 0 where nothing is needed of it but what is gone for good or follows from
            the rest; and the origins by which it does.
        """
        store, why, step, root = self._store, self._why, self._step, self._root
        needed = why.needed
        level_of = [0] * len(needed)
        stays = [False] * len(needed)
        stays[last] = True
        following = [0] * len(needed)
        masks = step.masks
        masks[:] = why.masks
        start = levels[level]
        left = 0
        for x in why.order:
            if x != last and needed[x] & root[x]:
                left += (needed[x] & root[x]).bit_count()
        position, earliest = start, -1
        while left:
            position -= 1
            while position < levels[level - 1]:
                level -= 1
                if earliest >= 0:
                    stays[earliest] = True
                    earliest = -1
            y, old, _ = store.change(position)
            hit = needed[y] & old & ~masks[y]
            masks[y] = old
            if hit and y != last:
                left -= (hit & root[y]).bit_count()
                if not level_of[y]:
                    level_of[y] = level
                earliest = y
        if earliest >= 0:
            stays[earliest] = True
        end = position
        masks[:] = why.masks
        for position in range(start - 1, end - 1, -1):
            y, old, cause = store.change(position)
            hit = needed[y] & old & ~masks[y]
            masks[y] = old
            if not hit or stays[y]:
                continue
            if cause == ASSUMED:
                stays[y] = True
                continue
            step.clear()
            self._explain(cause, y, hit, step)
            for z in step.order:
                if step.needed[z] & root[z] & ~needed[z]:
                    stays[y] = True
                    break
            else:
                following[y] |= self._origins(cause) | self._of_root(step)
        self.walked += 2 * (start - end)
        step.clear()
        origins = 0
        for y in why.order:
            if not stays[y]:
                if level_of[y]:
                    level_of[y] = 0
                    origins |= following[y]
                if self._provenance is not None:
                    origins |= self._singly(y, needed[y])
        return level_of, origins

    def _of_root(self, why: Explanation) -> int:
        """The requirements behind an explanation, for its values that were removed at the root."""
        found = 0
        if self._provenance is not None:
            for x in why.order:
                found |= self._singly(x, why.needed[x])
        return found

    def _singly(self, x: int, values: int) -> int:
        """The requirements that removed some values of a variable at the root."""
        gone = self._first[x] & ~self._root[x]
        values &= gone
        if values == gone:
            return self._singles[x]
        found, single = 0, self._single[x]
        while values:
            low = values & -values
            values ^= low
            found |= single[low.bit_length() - 1]
        return found

    def _origins(self, cause: int) -> int:
        """The requirements that a constraint or a clause follows from."""
        if self._provenance is None or cause == ASSUMED:
            return 0
        if cause < 0:
            return self.clauses[LEARNT - cause].origins
        return self._provenance.origins[cause]

    # ── what one step needs ──────────────────────────────────────────────────────────────────────

    def _explain(self, cause: int, x: int, gone: int, why: Explanation) -> None:
        """Note what a removal needs besides the constraint itself. ``why.masks``: the domains before it."""
        if cause < 0:
            if cause != ASSUMED:
                clause = self.clauses[LEARNT - cause]
                variables, values = clause.variables, clause.values
                for i in range(len(variables)):
                    if variables[i] != x:
                        why.need(variables[i], values[i])
            return
        constraint = self._engine.constraints[cause]
        if self._cliques[cause]:
            gone = self._by_holders(cause, x, gone, why)
            if not gone:
                return
        if self._provenance is not None and not self._provenance.exact[cause]:
            self._need_all(cause, why)
            return
        masks, store = why.masks, self._store
        refuting = False  # whether the removal made a condition false that the constraint refutes
        for literal in constraint.condition:
            if literal.variable == x and masks[x] & ~store.meaning(literal):
                refuting = True
        self.explained += 1
        if refuting:
            unexplained = not constraint.primitive.explain_conflict(why)
        else:
            unexplained = constraint.primitive.explain(why, x, gone) != 0
        if unexplained:
            for y in constraint.primitive.scope:
                why.need(y, ALL)
        for literal in constraint.condition:
            if not refuting or literal.variable != x:
                why.need(literal.variable, ~store.meaning(literal))

    def _need_all(self, cause: int, why: Explanation) -> None:
        constraint = self._engine.constraints[cause]
        scope = constraint.primitive.scope if self._provenance is None else self._provenance.speaks_of[cause]
        for y in scope:
            why.need(y, ALL)
        for literal in constraint.condition:
            why.need(literal.variable, ALL)

    def _explain_conflict(self, cause: int, why: Explanation) -> None:
        """The same of a contradiction."""
        if cause < 0:
            clause = self.clauses[LEARNT - cause]
            for i in range(len(clause.variables)):
                why.need(clause.variables[i], clause.values[i])
            return
        masks, base = why.masks, why.base
        for clique in self._cliques[cause]:
            seen: dict[int, int] = {}
            for x in clique:
                m = masks[x]
                if m and not m & (m - 1):
                    y = seen.get(m, -1)
                    if y >= 0 and base[y] == base[x]:
                        why.need(x, ~m)
                        why.need(y, ~m)
                        return
                    seen[m] = x
        constraint = self._engine.constraints[cause]
        self.explained += 1
        is_exact = self._provenance is None or self._provenance.exact[cause]
        if not is_exact or constraint.condition or not constraint.primitive.explain_conflict(why):
            self._need_all(cause, why)

    def _by_holders(self, cause: int, x: int, gone: int, why: Explanation) -> int:
        """Values that another variable has which differs from ``x``; returns the others."""
        base, masks = why.base, why.masks
        for clique in self._cliques[cause]:
            if x in clique:
                for y in clique:
                    m = masks[y]
                    if m & gone and not m & (m - 1) and y != x and base[y] == base[x]:
                        why.need(y, ~m)
                        gone &= ~m
                        if not gone:
                            return 0
        return gone
