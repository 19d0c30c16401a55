"""Propagation of many constraints to a common fixpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.filter import fails
from puzzledsl.kernel.store import ASSUMED, Contradiction
from puzzledsl.time_limit import OutOfTime, is_late

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.flat import FlatConstraint, Literal, Primitive
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store


_CHEAP: Final = 1
_COSTLY: Final = 2

_NEVER: Final = -1
"""The guard of a slot where nothing is looked for: every mask has one of these values."""


class Engine:
    """A queue of constraints whose variables have changed.

    When a variable is fixed, its value leaves all variables that must differ from it before any propagator is called.
    The cheap rules of all constraints reach their fixpoint before the costly rules of one constraint are called. A
    search narrows the store and calls `run` again; then only constraints that watch a narrowed variable are called.

    Attributes:
        culprit: after a contradiction, the number of the constraint that found it.
        steps: how often a propagator has been called; a measure of work that does not depend on the clock.
    """

    def __init__(self, constraints: Iterable[FlatConstraint], store: Store, retired: Iterable[int] = ()) -> None:
        """
        Args:
            retired: numbers of constraints that are never called, because others imply them.
        """
        self.store = store
        self.culprit: int | None = None
        self.steps = 0
        self._constraints: list[FlatConstraint] = []
        self._primitives: list[Primitive] = []
        self._filters: list[Filter | None] = []  # those that fit
        self._conditions: list[list[tuple[int, int]]] = []  # (variable, the values for which it is not met)
        self._alternatives: list[bool] = []  # whether not all conditions may be met; there is no more to it
        # By constraint the number of its first slot, or -1. It has one for each condition and each watched variable.
        self._first_slot: list[int] = []
        self._end_of_slots: list[int] = []
        self._slots: list[list[int]] = [[] for _ in store.mask]
        self._guards: list[int] = []  # by slot: the constraint is called when its variable has none of these values
        self._owners: list[int] = []
        self._retired: set[int] = set(retired)
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
            is_retired = number in self._retired
            fitting: Filter | None = None if is_retired else primitive.filter_in(store)
            if fitting is not None and not self._fits(fitting, primitive):
                fitting = None
            self._filters.append(fitting)
            self._missing.append(0)
            if primitive.cheap and not is_retired:
                self._cheap.append(number)
            if primitive.costly and not is_retired and (fitting is None or fitting.costly):
                self._costly.append(number)
            condition = [(literal, False) for literal in constraint.condition]
            alternatives = () if condition else primitive.alternatives
            condition += [(literal, True) for literal in alternatives]
            is_steady = all(self._steady[literal.variable] for literal, _ in condition)
            self._conditions.append([])
            self._alternatives.append(bool(alternatives) and is_steady)
            self._first_slot.append(-1)
            self._end_of_slots.append(-1)
            if is_retired:
                continue
            if condition and is_steady:
                self._guard(number, condition)
                continue
            if not condition and self._add_cliques(number, primitive) and primitive.plain:
                continue  # there is nothing that it would have to watch
            watched = dict.fromkeys(primitive.scope)
            for literal in constraint.condition:
                watched[literal.variable] = None
            for x in watched:
                self._watchers[x].append(number)

    def _guard(self, number: int, condition: list[tuple[Literal, bool]]) -> None:
        """Note the conditions of a constraint, each with whether it is the opposite of its literal; make its slots."""
        conditions = self._conditions[number]
        self._first_slot[number] = len(self._guards)
        for literal, is_opposite in condition:
            meaning = self.store.meaning(literal)
            conditions.append((literal.variable, meaning if is_opposite else ~meaning))
        slots = (
            conditions if self._alternatives[number] else conditions + [(x, 0) for x in self._primitives[number].scope]
        )
        for x, guard in slots:
            self._slots[x].append(len(self._guards))
            self._guards.append(guard)
            self._owners.append(number)
        self._end_of_slots[number] = len(self._guards)

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
            watched.update(constraint.primitive.scope)
            watched.update([literal.variable for literal in constraint.condition])
        for x in watched:
            self._watchers[x] = [watcher for watcher in self._watchers[x] if watcher not in gone]
            self._slots[x] = [slot for slot in self._slots[x] if self._owners[slot] not in gone]
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

    def run(self, *, costly: bool = True, most: int = -1) -> bool:
        """Propagate until nothing changes; False when the time limit, or so many calls of propagators, came first.

        Domains are sound at any time; they may only be wider than they could be.

        Raises:
            Contradiction: there is no solution within the domains. `culprit` is the constraint that found it.
        """
        store, steps = self.store, self.steps
        last = steps + most if most >= 0 else -1
        touched, cheap, waiting, filters = store.touched, self._cheap, self._costly, self._filters
        missing = self._missing
        first_cheap = first_costly = 0
        number = -1
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
                if self._first_slot[number] >= 0:
                    self._propagate_guarded(number)
                elif self._constraints[number].condition:
                    self._propagate_wide(number)
                else:
                    fitting = filters[number]
                    if fitting is not None:
                        fitting.propagate(store)
                    else:
                        self._primitives[number].propagate(store)
                if not steps & 15 and is_late():
                    return False
                if steps == last:
                    return False
        except Contradiction:
            self.culprit = store.cause
            self.forget()
            raise
        except OutOfTime:  # in a propagator, which is called again
            if store.costly:
                first_costly -= 1
                missing[number] ^= _COSTLY
            else:
                first_cheap -= 1
                missing[number] ^= _CHEAP
            return False
        finally:
            self.steps = steps
            store.cause = ASSUMED
            del cheap[:first_cheap]
            del waiting[:first_costly]

    def _spread(self) -> None:
        """Queue the constraints that watch a changed variable, and remove the values of fixed variables elsewhere."""
        store = self.store
        touched, mask = store.touched, store.mask
        missing, guards, owners, conditions = self._missing, self._guards, self._owners, self._conditions
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
                    self._queue(watcher, queues)
            for slot in self._slots[x]:
                if m & guards[slot]:
                    continue
                watcher = owners[slot]
                queues = missing[watcher]
                if queues:
                    y, unmet = conditions[watcher][0]
                    other = mask[y]
                    if other & unmet == other:
                        continue  # one condition cannot be met any more
                    self._queue(watcher, queues)
        touched.clear()
        store.cause = cause

    def _queue(self, number: int, queues: int) -> None:
        self._missing[number] = 0
        if queues & _CHEAP:
            self._cheap.append(number)
        if queues & _COSTLY:
            self._costly.append(number)

    def forget(self) -> None:
        """Empty the queues: the changes that filled them have been undone."""
        self.store.touched.clear()
        for number in self._cheap:
            self._missing[number] |= _CHEAP
        for number in self._costly:
            self._missing[number] |= _COSTLY
        self._cheap.clear()
        self._costly.clear()

    def _propagate_guarded(self, number: int) -> None:
        """Half-reification: narrow when all conditions are met, exclude the last open one when nothing else can be.

        Guards are chosen so that they serve in wider domains, too: undoing leaves them as they are. While two
        conditions are not met, these are watched (Moskewicz et al., Chaff, DAC 2001) and nothing else is; while one is
        open, values are watched that the constraint can hold with.
        """
        store = self.store
        mask, guards, conditions = store.mask, self._guards, self._conditions[number]
        start = self._first_slot[number]
        first = second = -1  # conditions that are not met
        for i, (x, unmet) in enumerate(conditions):
            if mask[x] & unmet:
                if first >= 0:
                    second = i
                    break
                first = i
        count = len(conditions)
        if second >= 0:
            if count > 2 and (guards[start + first] == _NEVER or guards[start + second] == _NEVER):
                for i in range(count):
                    guards[start + i] = conditions[i][1] if i in (first, second) else _NEVER
            self._set_guards(number, None)
            return
        if first >= 0:
            x, unmet = conditions[first]
            left = mask[x] & unmet
            if left == mask[x]:
                return
            if self._alternatives[number]:
                store.put(x, left)
                return
            support = self._support(number)
            if support is None:
                store.put(x, left)
            else:
                self._set_guards(number, support)
            return
        if self._alternatives[number]:
            raise Contradiction
        self._set_guards(number, [])
        fitting = self._filters[number]
        if fitting is not None:
            fitting.propagate(store)
        else:
            self._primitives[number].propagate(store)

    def _support(self, number: int) -> list[int] | None:
        """See `Filter.support`."""
        fitting = self._filters[number]
        if fitting is not None:
            return fitting.support(self.store)
        return None if fails(self._primitives[number], self.store) else []

    def _set_guards(self, number: int, support: list[int] | None) -> None:
        """Watch values of the variables of a constraint; empty: all their values; ``None``: nothing."""
        guards = self._guards
        first = self._first_slot[number] + len(self._conditions[number])
        count = self._end_of_slots[number] - first
        is_known = support is not None and len(support) == count
        for i in range(count):
            guards[first + i] = _NEVER if support is None else support[i] if is_known else 0

    def _propagate_wide(self, number: int) -> None:
        """The same for conditions on variables that had no masks at first."""
        store, constraint = self.store, self._constraints[number]
        known = [store.entailed(literal) for literal in constraint.condition]
        if False in known or known.count(None) > 1:
            return
        if None not in known:
            constraint.primitive.propagate(store)
        elif fails(constraint.primitive, store):
            store.forbid(constraint.condition[known.index(None)])


def _not_in(clique: list[int], groups: list[list[int]], x: int) -> list[int]:
    """Those of a clique, other than ``x``, that are in none of the groups."""
    known = {x}
    for group in groups:
        if group == clique:
            return []
        known.update(group)
    return [y for y in clique if y not in known]
