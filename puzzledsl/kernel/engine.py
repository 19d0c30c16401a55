"""Propagation of many constraints to a common fixpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.filter import fails
from puzzledsl.kernel.store import ASSUMED, Contradiction
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.flat import FlatConstraint, Primitive
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store


_CHEAP: Final = 1
_COSTLY: Final = 2

_UNKNOWN = -1  # the values that a literal means, of a variable that had no mask at first


class Engine:
    """A queue of constraints whose variables have changed.

    When a variable is fixed, its value leaves all variables that must differ from it before any propagator is called.
    The cheap rules of all constraints reach their fixpoint before the costly rules of one constraint are called. A
    search narrows the store and calls `run` again; then only constraints that watch a narrowed variable are called.

    Attributes:
        culprit: after a contradiction, the number of the constraint that found it.
        steps: how often a propagator has been called; a measure of work that does not depend on the clock.
    """

    def __init__(self, constraints: Iterable[FlatConstraint], store: Store) -> None:
        self.store = store
        self.culprit: int | None = None
        self.steps = 0
        self._constraints: list[FlatConstraint] = []
        self._primitives: list[Primitive] = []
        self._filters: list[Filter | None] = []  # those that fit
        self._conditions: list[list[tuple[int, int]]] = []  # (variable, the values that are meant, from its base)
        self._retired: set[int] = set()
        # The base of a wide variable changes with its bounds, so bits relative to it cannot be stored.
        self._steady = [mask != 0 for mask in store.mask]
        self._watchers: list[list[int]] = [[] for _ in store.mask]
        self._unequal: list[list[list[int]]] = [[] for _ in store.mask]  # groups, perhaps with the variable itself
        self._unequal_for: list[list[int]] = [[] for _ in store.mask]  # for each group the constraint that says so
        self._cheap: list[int] = []
        self._costly: list[int] = []
        self._missing: list[int] = []  # by constraint, the queues that it may be put in: `_CHEAP`, `_COSTLY`, both or 0
        self.add(constraints)

    @property
    def constraints(self) -> Sequence[FlatConstraint]:
        """All constraints, by number."""
        return self._constraints

    def add(self, constraints: Iterable[FlatConstraint]) -> None:
        """Add constraints, which the next `run` calls.

        The store may be narrowed at the time: nothing is stored that undoing would make wrong.
        """
        store = self.store
        for constraint in constraints:
            number, primitive = len(self._constraints), constraint.primitive
            self._constraints.append(constraint)
            self._primitives.append(primitive)
            fitting: Filter | None = primitive.filter_in(store)
            if fitting is not None and not self._fits(fitting, primitive):
                fitting = None
            self._filters.append(fitting)
            condition: list[tuple[int, int]] = []
            for literal in constraint.condition:
                meaning = store.meaning(literal) if self._steady[literal.variable] else _UNKNOWN
                condition.append((literal.variable, meaning))
            self._conditions.append(condition)
            self._missing.append(0)
            if primitive.cheap:
                self._cheap.append(number)
            if primitive.costly:
                self._costly.append(number)
            if not constraint.condition and self._add_cliques(number, primitive) and primitive.plain:
                continue  # there is nothing that it would have to watch
            watched = dict.fromkeys(primitive.watched)
            for literal in constraint.condition:
                watched[literal.variable] = None
            for x in watched:
                self._watchers[x].append(number)

    def _fits(self, fitting: Filter, primitive: Primitive) -> bool:
        for x in primitive.scope:
            if not self._steady[x]:
                return False
        return fitting.fits(self.store)

    def retire(self, numbers: Iterable[int]) -> None:
        """Never call some constraints again, because others imply them. They keep their numbers."""
        gone = set(numbers)
        self._retired |= gone
        watched: set[int] = set()
        for number in gone:
            constraint = self._constraints[number]
            watched.update(constraint.primitive.watched)
            watched.update([literal.variable for literal in constraint.condition])
        for x in watched:
            self._watchers[x] = [watcher for watcher in self._watchers[x] if watcher not in gone]
        for waiting in (self._cheap, self._costly):
            waiting[:] = [number for number in waiting if number not in gone]

    def is_retired(self, number: int) -> bool:
        """Whether a constraint is no longer called."""
        return number in self._retired

    def _add_cliques(self, number: int, primitive: Primitive) -> bool:
        """Note which variables must differ; False where their masks cannot be compared: then the propagator does it.

        All variables of a clique share one list of it. Pairs would be nine million where 3,000 cells differ.
        """
        store = self.store
        for clique in primitive.cliques:
            base = store.base[clique[0]] if clique else 0
            for x in clique:
                if not self._steady[x] or store.base[x] != base:
                    return False
        for clique in primitive.cliques:
            whole = list(clique)
            for x in clique:
                groups = self._unequal[x]
                group = whole if not groups else _not_in(whole, groups, x)
                if group:
                    groups.append(group)
                    self._unequal_for[x].append(number)
        return True

    def run(self, deadline: float | None = None, *, costly: bool = True, most: int = -1) -> bool:
        """Propagate until nothing changes; False when the deadline (of ``time.monotonic``), or so many calls of
        propagators, came first.

        Domains are sound at any time; they may only be wider than they could be.

        Raises:
            Contradiction: there is no solution within the domains. `culprit` is the constraint that found it.
        """
        store, steps = self.store, self.steps
        last = steps + most if most >= 0 else -1
        touched, cheap, waiting, filters = store.touched, self._cheap, self._costly, self._filters
        missing = self._missing
        first_cheap = first_costly = 0
        try:
            while True:
                if touched:
                    self._spread()
                if first_cheap < len(cheap):
                    number = cheap[first_cheap]
                    first_cheap += 1
                    missing[number] |= _CHEAP
                    store.costly = False
                elif costly and first_costly < len(waiting):
                    cheap.clear()
                    first_cheap = 0
                    number = waiting[first_costly]
                    first_costly += 1
                    missing[number] |= _COSTLY
                    store.costly = True
                else:
                    return True
                steps += 1
                store.cause = number
                if self._conditions[number]:
                    self._propagate_conditional(number)
                else:
                    fitting = filters[number]
                    if fitting is not None:
                        fitting.propagate(store)
                    else:
                        self._primitives[number].propagate(store)
                if deadline is not None and not steps & 15 and is_late(deadline):
                    return False
                if steps == last:
                    return False
        except Contradiction:
            self.culprit = store.cause
            self.forget()
            raise
        finally:
            self.steps = steps
            store.cause = ASSUMED
            del cheap[:first_cheap]
            del waiting[:first_costly]

    def _spread(self) -> None:
        """Queue the constraints that watch a changed variable, and remove the values of fixed variables elsewhere."""
        store = self.store
        touched, mask = store.touched, store.mask
        cheap, costly, missing = self._cheap, self._costly, self._missing
        cause = store.cause
        for x in touched:  # which grows meanwhile
            m = mask[x]
            if m and not m & (m - 1):
                for i, group in enumerate(self._unequal[x]):
                    store.cause = self._unequal_for[x][i]
                    for y in group:
                        other = mask[y]
                        if other & m and y != x:
                            store.put(y, other ^ m)
            for watcher in self._watchers[x]:
                queues = missing[watcher]
                if queues:
                    missing[watcher] = 0
                    if queues & _CHEAP:
                        cheap.append(watcher)
                    if queues & _COSTLY:
                        costly.append(watcher)
        touched.clear()
        store.cause = cause

    def forget(self) -> None:
        """Empty the queues: the changes that filled them have been undone."""
        self.store.touched.clear()
        for number in self._cheap:
            self._missing[number] |= _CHEAP
        for number in self._costly:
            self._missing[number] |= _COSTLY
        self._cheap.clear()
        self._costly.clear()

    def _propagate_conditional(self, number: int) -> None:
        """Half-reification: narrow when the condition holds, refute the last open literal when nothing else can be."""
        store = self.store
        mask = store.mask
        still_open = -1
        for i, (x, meaning) in enumerate(self._conditions[number]):
            m = mask[x]
            if meaning != _UNKNOWN:
                meant = m & meaning
                if not meant:
                    return
                if meant == m:
                    continue
            else:
                known = store.entailed(self._constraints[number].condition[i])
                if known is False:
                    return
                if known:
                    continue
            if still_open >= 0:
                return
            still_open = i
        fitting = self._filters[number]
        if still_open < 0:
            if fitting is not None:
                fitting.propagate(store)
            else:
                self._primitives[number].propagate(store)
        elif fails(self._primitives[number], store) if fitting is None else fitting.contradicts(store):
            store.forbid(self._constraints[number].condition[still_open])


def _not_in(clique: list[int], groups: list[list[int]], x: int) -> list[int]:
    """Those of a clique, other than ``x``, that are in none of the groups."""
    known = {x}
    for group in groups:
        if group == clique:
            return []
        known.update(group)
    return [y for y in clique if y not in known]
