"""Why values are gone: requirements and assumptions that a contradiction follows from.

Each removal is explained from the domains before it, by the removal of as few other values as can be told at little
cost (as lazily generated clauses are: Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints
14, 2009; of all-different by the sets of cells that use up values: Katsirelos, Nogood Processing in CSPs, PhD thesis,
Toronto 2008). What is not explained so is taken to follow from all that is known of the constraint's variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import ASSUMED
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Supports

MOST_ROWS = 600
"""Tables of more rows are not looked through."""

ALL = -1
"""All values of a variable that are gone."""

LEARNT = -3
"""The cause of what the first clause removes; that of the second is one less."""


class Learnt:
    """A clause: one of the variables has one of its values.

    Attributes:
        variables: each once. After a conflict, first the one about which the conflict was, then the last to be refuted.
        values: for each, as a mask.
        origins: the requirements that it follows from, as bits.
    """

    __slots__ = ("origins", "values", "variables")

    def __init__(self, variables: list[int], values: list[int], origins: int) -> None:
        self.variables = variables
        self.values = values
        self.origins = origins


class Reasons:
    """What a contradiction follows from.

    Requirements are bits. All variables have masks from the beginning.

    Attributes:
        clauses: those that have been learnt. What one of them removes has the cause ``LEARNT - its number``.
    """

    def __init__(self, engine: Engine, supports: Supports) -> None:
        """Args: supports: of the constraints of the engine, which has nothing assumed."""
        store = engine.store
        self.clauses: list[Learnt] = []
        self._engine = engine
        self._store = store
        self._supports = supports.origins
        self._scopes = supports.speaks_of
        self._exact = supports.exact
        self._cliques = [() if one.condition else one.primitive.cliques for one in engine.constraints]
        self._first = list(store.mask)  # domains to begin with
        for removal in reversed(store.removals()):
            self._first[removal.variable] = removal.before
        self._masks = list(self._first)  # at the root, as far as it has been taken in
        self._settled = 0  # the length of the trail that belongs to the root
        self._single: list[dict[int, int]] = [{} for _ in self._first]  # by variable and value, why it is gone
        self._singles: list[int] = [0] * len(self._first)  # by variable, why all of them are
        self._needed: list[int] = [0] * len(self._first)
        self._order: list[int] = []
        self._seen: list[bool] = [False] * len(self._first)
        self._spare: list[int] = [0] * len(self._first)
        self._spare_seen: list[bool] = [False] * len(self._first)
        self._added = 0
        self._before: list[int] | None = None

    def settle(self) -> None:
        """What has been removed up to now is removed for good."""
        masks = self._masks
        for removal in self._store.removals(self._settled):
            x, gone = removal.variable, removal.before & ~removal.after
            self._clear()
            self._explain(removal.cause, x, gone, masks)
            reason = self._origins(removal.cause) | self._of_root()
            single = self._single[x]
            for bit in bits(gone):
                single[bit] = reason
            self._singles[x] |= reason
            masks[x] = removal.after
        self._settled = self._store.mark()

    def at_root(self, culprit: int) -> int:
        """The requirements that a contradiction follows from, nothing assumed and nothing undone yet."""
        self.settle()
        self._clear()
        self._explain_contradiction(culprit, self._masks)
        return self._origins(culprit) | self._of_root()

    def learnt(self, culprit: int, levels: Sequence[int]) -> tuple[Learnt, int]:
        """A clause that a contradiction shows, nothing undone yet, and on how many levels all but its first is false.

        Args:
            culprit: the number of a constraint, or the cause that stands for a clause.
            levels: for each assumption the length of the trail before it. Not empty.

        Returns:
            A clause without variables if the contradiction does not follow from any assumption.
        """
        store = self._store
        masks = list(store.mask)
        self._clear()
        needed = self._needed
        self._explain_contradiction(culprit, masks)
        origins = self._origins(culprit)
        depth, last, end = len(levels), -1, store.mark()
        while depth and last < 0:  # until what is needed of the last level is one removal
            start = levels[depth - 1]
            before = list(masks)
            for position in range(end - 1, start - 1, -1):
                x, old, _ = store.change(position)
                before[x] = old
            left = 0
            for x in self._order:
                left += (needed[x] & before[x]).bit_count()
            position = end
            while left and last < 0:
                position -= 1
                x, old, cause = store.change(position)
                hit = needed[x] & old & ~masks[x]
                masks[x] = old
                if not hit:
                    continue
                if hit.bit_count() == left:
                    last = x
                    break
                needed[x] ^= hit
                left -= hit.bit_count()
                origins |= self._origins(cause)
                self._added, self._before = 0, before
                self._explain(cause, x, hit, masks)
                left += self._added
            self._before = None
            masks, end = before, start
            if last < 0:
                depth -= 1
        if last < 0:
            return Learnt([], [], origins | self._of_root()), 0
        places, further = self._places(last, levels, depth - 1, masks)
        origins |= further
        variables, values = [last], [needed[last]]
        jump = 0
        for x in self._order:
            if x == last or not needed[x] or not places[x]:
                continue
            variables.append(x)
            values.append(needed[x])
            if places[x] > jump:
                jump, i = places[x], len(variables) - 1
                variables[1], variables[i] = variables[i], variables[1]
                values[1], values[i] = values[i], values[1]
        return Learnt(variables, values, origins), jump

    @property
    def involved(self) -> Sequence[int]:
        """The variables that had to do with the latest contradiction."""
        return self._order

    def _places(self, last: int, levels: Sequence[int], level: int, masks: list[int]) -> tuple[list[int], int]:
        """On which level the last of what is needed of each variable went, where it does not follow from the rest.

        What else is needed is enough where each removal follows from that: a clause without it says more (local
        minimization: Sörensson & Biere, Minimizing Learned Clauses, SAT 2009).

        Args:
            last: a variable that stays.
            level: how many levels are looked at; ``masks``: the domains after them.

        Returns:
            By variable a level from 1 on, or 0 where nothing is needed of it but what is gone for good or follows from
            the rest; and the origins by which it does.
        """
        store, needed, order, root = self._store, self._needed, self._order, self._masks
        places = [0] * len(needed)
        stays = [False] * len(needed)
        stays[last] = True
        following = [0] * len(needed)
        seen = self._seen
        self._needed, self._order, self._seen = self._spare, [], self._spare_seen
        for position in range(levels[level] - 1, levels[0] - 1, -1):
            while position < levels[level - 1]:
                level -= 1
            y, old, cause = store.change(position)
            hit = needed[y] & old & ~masks[y]
            masks[y] = old
            if not hit or y == last:
                continue
            if not places[y]:
                places[y] = level
            if stays[y]:
                continue
            if cause == ASSUMED:
                stays[y] = True
                continue
            self._clear()
            self._explain(cause, y, hit, masks)
            for z in self._order:
                if self._needed[z] & root[z] & ~needed[z]:
                    stays[y] = True
                    break
            else:
                following[y] |= self._origins(cause) | self._of_root()
        self._clear()
        self._needed, self._order, self._seen = needed, order, seen
        origins = 0
        for y in order:
            if not stays[y]:
                if places[y]:
                    places[y] = 0
                    origins |= following[y]
                origins |= self._singly(y, needed[y])
        return places, origins

    def _of_root(self) -> int:
        """The requirements that all that is needed follows from, as far as it is gone for good."""
        found = 0
        for x in self._order:
            found |= self._singly(x, self._needed[x])
        return found

    def _singly(self, x: int, values: int) -> int:
        """The requirements that some values of a variable are gone by, of those that are gone for good."""
        gone = self._first[x] & ~self._masks[x]
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
        return self._supports[cause] if cause >= 0 else 0 if cause == ASSUMED else self.clauses[LEARNT - cause].origins

    # ── what one step needs ──────────────────────────────────────────────────────────────────────

    def _clear(self) -> None:
        needed, seen = self._needed, self._seen
        for x in self._order:
            needed[x] = 0
            seen[x] = False
        self._order.clear()
        self._added = 0
        self._before = None

    def _need(self, x: int, values: int, masks: list[int]) -> None:
        """That these values are gone is needed, as far as they are."""
        values &= self._first[x] & ~masks[x] & ~self._needed[x]
        if values:
            if not self._seen[x]:
                self._seen[x] = True
                self._order.append(x)
            self._needed[x] |= values
            if self._before is not None:
                self._added += (values & self._before[x]).bit_count()

    def _explain(self, cause: int, x: int, gone: int, masks: list[int]) -> None:
        """Note what a removal needs besides the constraint itself. ``masks``: the domains before it."""
        if cause < 0:
            if cause != ASSUMED:
                clause = self.clauses[LEARNT - cause]
                variables, values = clause.variables, clause.values
                for i in range(len(variables)):
                    if variables[i] != x:
                        self._need(variables[i], values[i], masks)
            return
        if gone > 0:
            if self._cliques[cause]:
                gone = self._by_holders(cause, x, gone, masks)
            if gone and self._exact[cause]:
                primitive = self._engine.constraints[cause].primitive
                if isinstance(primitive, AllDifferent):
                    if self._cliques[cause]:
                        gone = self._by_matching(primitive.variables, x, gone, masks)
                elif isinstance(primitive, Linear):
                    gone = self._by_bounds(primitive, x, gone, masks)
                elif isinstance(primitive, Table):
                    gone = self._by_rows(primitive, x, gone, masks)
            if not gone:
                for literal in self._engine.constraints[cause].condition:
                    self._need(literal.variable, ALL, masks)
                return
        for y in self._scopes[cause]:
            self._need(y, ALL, masks)

    def _explain_contradiction(self, cause: int, masks: list[int]) -> None:
        """The same of a contradiction."""
        if cause < 0:
            clause = self.clauses[LEARNT - cause]
            for i in range(len(clause.variables)):
                self._need(clause.variables[i], clause.values[i], masks)
            return
        base = self._store.base
        for clique in self._cliques[cause]:
            seen: dict[int, int] = {}
            for x in clique:
                m = masks[x]
                if m and not m & (m - 1):
                    y = seen.get(m, -1)
                    if y >= 0 and base[y] == base[x]:
                        self._need(x, ~m, masks)
                        self._need(y, ~m, masks)
                        return
                    seen[m] = x
        primitive = self._engine.constraints[cause].primitive
        if self._exact[cause] and self._cliques[cause] and isinstance(primitive, AllDifferent):
            variables = primitive.variables
            if self._comparable(variables):
                owner: dict[int, int] = {}
                for x in variables:
                    reached: dict[int, None] = {}
                    if not _matched(x, masks, owner, reached):
                        self._confined([x, *[owner[value] for value in reached]], masks)
                        return
        for y in self._scopes[cause]:
            self._need(y, ALL, masks)

    def _by_holders(self, cause: int, x: int, gone: int, masks: list[int]) -> int:
        """Values that another variable has which differs from ``x``; returns the others."""
        base = self._store.base
        for clique in self._cliques[cause]:
            if x in clique:
                for y in clique:
                    m = masks[y]
                    if m & gone and not m & (m - 1) and y != x and base[y] == base[x]:
                        self._need(y, ~m, masks)
                        gone &= ~m
                        if not gone:
                            return 0
        return gone

    def _comparable(self, variables: Sequence[int]) -> bool:
        base = self._store.base
        return all(self._first[x] and base[x] == base[variables[0]] for x in variables)

    def _confined(self, variables: Sequence[int], masks: list[int]) -> None:
        """These variables have only the values that any of them has."""
        union = 0
        for y in variables:
            union |= masks[y]
        for y in variables:
            self._need(y, ~union, masks)

    def _by_matching(self, variables: Sequence[int], x: int, gone: int, masks: list[int]) -> int:
        """Values that as many other variables use up; returns those that are not."""
        if not self._comparable(variables):
            return gone
        owner: dict[int, int] = {}
        for y in variables:
            if not _matched(y, masks, owner, {}):
                return gone
        for value in bits(gone):
            if not gone >> value & 1 or value not in owner:
                continue
            group, union, reached = [owner[value]], 0, {owner[value]: None}
            closed = True
            while group and closed:
                y = group.pop()
                union |= masks[y]
                for other in bits(masks[y]):
                    z = owner.get(other, -1)
                    if z < 0:
                        closed = False
                        break
                    if z not in reached:
                        reached[z] = None
                        group.append(z)
            if closed and x not in reached:
                for y in reached:
                    self._need(y, ~union, masks)
                gone &= ~union
        return gone

    def _by_bounds(self, row: Linear, x: int, gone: int, masks: list[int]) -> int:
        """Values that are too large or too small for the bounds of the others; returns those that are not."""
        if row.literals or row.op == "!=" or not isinstance(row.constant, int):
            return gone
        store, least, most, own = self._store, 0, 0, 0
        for y, k in row.terms:
            if not isinstance(k, int) or not masks[y] or not self._first[y]:
                return gone
            if y == x:
                if own:
                    return gone
                own = k
                continue
            low = store.base[y] + (masks[y] & -masks[y]).bit_length() - 1
            high = store.base[y] + masks[y].bit_length() - 1
            least += k * (low if k > 0 else high)
            most += k * (high if k > 0 else low)
        too_much = too_little = False
        for value in bits(gone):
            part = own * (store.base[x] + value)
            if part + least > row.constant:
                too_much = True
            elif row.op == "==" and part + most < row.constant:
                too_little = True
            else:
                return gone
        for y, k in row.terms:
            if y != x:
                below = (masks[y] & -masks[y]) - 1
                above = ~((1 << masks[y].bit_length()) - 1) & self._first[y]
                if too_much:
                    self._need(y, below if k > 0 else above, masks)
                if too_little:
                    self._need(y, above if k > 0 else below, masks)
        return 0

    def _by_rows(self, table: Table, x: int, gone: int, masks: list[int]) -> int:
        """Values of no row that is left; returns those that are not."""
        variables, base = table.variables, self._store.base
        if x not in variables or len(table.rows) > MOST_ROWS or not all(self._first[y] for y in variables):
            return gone
        place = variables.index(x)
        wanted = [0] * len(variables)
        for row in table.rows:
            shift = row[place] - base[x]
            if shift < 0 or not gone >> shift & 1:
                continue
            killer = value = -1
            for i, y in enumerate(variables):
                if i == place:
                    continue
                at = row[i] - base[y]
                if at < 0 or not self._first[y] >> at & 1:
                    killer = -2  # never a row
                    break
                if not masks[y] >> at & 1:
                    killer, value = i, at
                    if wanted[i] >> at & 1:
                        break
            if killer == -1:
                return gone
            if killer >= 0:
                wanted[killer] |= 1 << value
        for i, y in enumerate(variables):
            self._need(y, wanted[i], masks)
        return 0


def _matched(x: int, masks: Sequence[int], owner: dict[int, int], reached: dict[int, None]) -> bool:
    """Give a variable a value of its own; others may change theirs. ``reached``: the values tried."""
    for value in bits(masks[x]):
        if value in reached:
            continue
        reached[value] = None
        other = owner.get(value, -1)
        if other < 0 or _matched(other, masks, owner, reached):
            owner[value] = x
            return True
    return False
