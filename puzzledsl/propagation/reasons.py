"""Why values are gone: requirements and assumptions that a contradiction follows from.

Each removal is explained from the domains before it, by the removal of as few other values as can be told at little
cost (as lazily generated clauses are: Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints
14, 2009; of all-different by the sets of cells that use up values: Katsirelos, Nogood Processing in CSPs, PhD thesis,
Toronto 2008). What is not explained so is taken to follow from all that is known of the constraint's variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.propagation.masks import bits
from puzzledsl.propagation.store import ASSUMED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.propagation.engine import Engine
    from puzzledsl.propagation.supports import Supports

MOST_ROWS = 600
"""Tables of more rows are not looked through."""

ALL = -1
"""All values of a variable that are gone."""

LEARNT = -3
"""The cause of what the first clause removes; that of the second is one less."""


class Learnt(NamedTuple):
    """A clause: one of the variables has one of its values.

    Attributes:
        variables: each once. After a conflict, first the one about which the conflict was, then the last to be refuted.
        values: for each, as a mask.
        origins: the requirements that it follows from, as bits.
    """

    variables: list[int]
    values: list[int]
    origins: int


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
        self._needed: list[int] = []
        self._order: list[int] = []
        self._seen: list[bool] = []
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
        masks = list(self._store.mask)
        self._clear()
        needed = self._needed
        self._explain_contradiction(culprit, masks)
        origins = self._origins(culprit)
        depth, last = len(levels), -1
        removals = self._store.removals(levels[0])
        end = len(removals)
        while depth and last < 0:  # until what is needed of the last level is one removal
            start = levels[depth - 1] - levels[0]
            before = list(masks)
            for position in range(end - 1, start - 1, -1):
                before[removals[position].variable] = removals[position].before
            left = 0
            for x in self._order:
                left += (needed[x] & before[x]).bit_count()
            position = end
            while left and last < 0:
                position -= 1
                removal = removals[position]
                x = removal.variable
                masks[x] = removal.before
                hit = needed[x] & removal.before & ~removal.after
                if not hit:
                    continue
                if hit.bit_count() == left:
                    last = x
                    break
                needed[x] ^= hit
                left -= hit.bit_count()
                origins |= self._origins(removal.cause)
                self._added, self._before = 0, before
                self._explain(removal.cause, x, hit, masks)
                left += self._added
            self._before = None
            if last < 0:
                end, masks = start, before
                depth -= 1
        if last < 0:
            return Learnt([], [], origins | self._of_root()), 0
        variables, values = [last], [needed[last]]
        places: dict[int, int] = {}
        for x in self._order:
            if x != last and needed[x]:
                places[x] = 0
        level = depth - 1
        for position in range(levels[depth - 1] - levels[0] - 1, -1, -1):
            while position < levels[level - 1] - levels[0]:
                level -= 1
            removal = removals[position]
            x = removal.variable
            if x in places and not places[x] and removal.before & needed[x]:
                places[x] = level
        jump = 0
        for x, place in places.items():
            if not place:
                for bit in bits(needed[x]):
                    origins |= self._single[x][bit]
                continue
            variables.append(x)
            values.append(needed[x])
            if place > jump:
                jump, i = place, len(variables) - 1
                variables[1], variables[i] = variables[i], variables[1]
                values[1], values[i] = values[i], values[1]
        return Learnt(variables, values, origins), jump

    def _of_root(self) -> int:
        """The requirements that all that is needed follows from, gone for good."""
        found = 0
        for x in self._order:
            single = self._single[x]
            for bit in bits(self._needed[x]):
                found |= single[bit]
        return found

    def _origins(self, cause: int) -> int:
        return self._supports[cause] if cause >= 0 else 0 if cause == ASSUMED else self.clauses[LEARNT - cause].origins

    # ── what one step needs ──────────────────────────────────────────────────────────────────────

    def _clear(self) -> None:
        self._needed = [0] * len(self._first)
        self._order = []
        self._seen = [False] * len(self._first)
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
                for y, values in zip(clause.variables, clause.values, strict=True):
                    if y != x:
                        self._need(y, values, masks)
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
            for y, values in zip(clause.variables, clause.values, strict=True):
                self._need(y, values, masks)
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
