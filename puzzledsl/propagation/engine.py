"""Propagation of many constraints to a common fixpoint."""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.flat import FlatConstraint, Primitive
    from puzzledsl.propagation.store import Store


class Engine:
    """A queue of constraints whose variables have changed.

    Cheap rules of all constraints come to rest before the costly rules of one are tried. A search drives it by
    narrowing the store and calling `run` again; only what watches a narrowed variable is looked at.

    Attributes:
        culprit: after a contradiction, the number of the constraint that found it.
        steps: how often a propagator has been called; a measure of work that does not depend on the clock.
    """

    def __init__(self, constraints: Sequence[FlatConstraint], store: Store) -> None:
        self.store = store
        self.culprit: int | None = None
        self.steps = 0
        self._constraints: list[FlatConstraint] = []
        self._watchers: list[list[int]] = [[] for _ in store.mask]
        self._cheap: deque[int] = deque()
        self._costly: deque[int] = deque()
        self._in_cheap = bytearray()
        self._in_costly = bytearray()
        self.add(constraints)

    @property
    def constraints(self) -> Sequence[FlatConstraint]:
        """All constraints, by number."""
        return self._constraints

    def add(self, constraints: Iterable[FlatConstraint]) -> None:
        """Further constraints, to be looked at in the next `run`."""
        for number, constraint in enumerate(constraints, start=len(self._constraints)):
            self._constraints.append(constraint)
            self._in_cheap.append(0)
            self._in_costly.append(0)
            watched = constraint.primitive.scope
            if constraint.condition:
                watched = (*watched, *(literal.variable for literal in constraint.condition))
                watched = tuple(dict.fromkeys(watched))
            for x in watched:
                self._watchers[x].append(number)
            self._schedule(number, constraint.primitive.deep)

    def _schedule(self, number: int, costly: bool) -> None:
        if not self._in_cheap[number]:
            self._in_cheap[number] = 1
            self._cheap.append(number)
        if costly and not self._in_costly[number]:
            self._in_costly[number] = 1
            self._costly.append(number)

    def run(self, deadline: float | None = None, *, thorough: bool = True) -> bool:
        """Propagate until nothing changes; False when the deadline (of ``time.monotonic``) came first.

        Domains are sound at any time; after the deadline they may only be wider than they could be.

        Raises:
            Contradiction: there is no solution within the domains. `culprit` tells which constraint noticed.
        """
        store, constraints, watchers = self.store, self._constraints, self._watchers
        cheap, costly, in_cheap, in_costly = self._cheap, self._costly, self._in_cheap, self._in_costly
        touched = store.touched
        steps = self.steps
        number = -1
        try:
            while True:
                if touched:
                    for x in touched:
                        for watcher in watchers[x]:
                            if not in_cheap[watcher]:
                                in_cheap[watcher] = 1
                                cheap.append(watcher)
                                if not in_costly[watcher] and constraints[watcher].primitive.deep:
                                    in_costly[watcher] = 1
                                    costly.append(watcher)
                    touched.clear()
                if cheap:
                    number = cheap.popleft()
                    in_cheap[number] = 0
                    store.thorough = False
                elif thorough and costly:
                    number = costly.popleft()
                    in_costly[number] = 0
                    store.thorough = True
                else:
                    return True
                steps += 1
                constraint = constraints[number]
                if constraint.condition:
                    self._propagate_conditional(constraint)
                else:
                    constraint.primitive.propagate(store)
                if deadline is not None and not steps & 7 and monotonic() >= deadline:
                    return False
        except Contradiction:
            self.culprit = number
            self.forget()
            raise
        finally:
            self.steps = steps

    def forget(self) -> None:
        """Drop what is still to be looked at: the changes behind it have been undone."""
        self.store.touched.clear()
        for queue, present in ((self._cheap, self._in_cheap), (self._costly, self._in_costly)):
            for number in queue:
                present[number] = 0
            queue.clear()

    def _propagate_conditional(self, constraint: FlatConstraint) -> None:
        """Half-reification: narrow when the condition holds, refute the last open literal when nothing else can be."""
        store = self.store
        open_literal = None
        for literal in constraint.condition:
            known = store.entailed(literal)
            if known is False:
                return
            if known is None:
                if open_literal is not None:
                    return
                open_literal = literal
        if open_literal is None:
            constraint.primitive.propagate(store)
        elif contradicts(constraint.primitive, store):
            store.forbid(open_literal)


def contradicts(primitive: Primitive, store: Store) -> bool:
    """Whether propagating the primitive alone fails; leaves the store as it was."""
    mark, changes = store.mark(), len(store.touched)
    try:
        primitive.propagate(store)
    except Contradiction:
        return True
    finally:
        store.undo(mark)
        del store.touched[changes:]
    return False
