"""Depth-first search on the propagator: the solver without a programme.

Branches on the variable with the fewest values left for its weight (Boussemart, Hemery, Lecoutre, Sais, Boosting
systematic search by weighting constraints, ECAI 2004), first ``x = v``, then ``x ≠ v``; starts anew after growing
numbers of failures (Luby, Sinclair, Zuckerman, Optimal speedup of Las Vegas algorithms, 1993) and keeps the weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel
from puzzledsl.primitives.linear import Linear
from puzzledsl.propagation.engine import Engine
from puzzledsl.propagation.store import Contradiction, Store

FIRST_RUN = 60
"""Failures before the first new start; later ones are Luby multiples."""

DECAY = 1.02
"""How much more a failure weighs than the one before it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to.

    Attributes:
        values: of the source variables, the best found; ``None`` when none was found.
        complete: the whole space was searched, so that ``values`` are proven best, or there are none.
        nodes: branches taken.
        interrupted: Ctrl-C came first.
    """

    values: tuple[int, ...] | None
    complete: bool
    nodes: int
    interrupted: bool = False


def search(
    flat: FlatModel,
    domains: Sequence[Domain],
    accept: Callable[[tuple[int, ...]], bool],
    measure: Callable[[tuple[int, ...]], int] | None = None,
    *,
    deadline: float | None = None,
    most_nodes: int | None = None,
    seed: int = 0,
    on_node: Callable[[int], None] | None = None,
) -> Found:
    """A solution of a flat model without real variables; with an objective of whole coefficients, a best one.

    Args:
        domains: the values left by presolve.
        accept: whether values of the source variables are a solution, exactly; asked once they are all fixed.
        measure: the exact value of the objective; needed where there is one.
        deadline: on the clock of ``time.monotonic``.
        most_nodes: give up after so many branches.
        on_node: called now and then with the number of branches.
    """
    return _Search(flat, domains, accept, measure, deadline, most_nodes, seed, on_node).run()


def searchable(flat: FlatModel) -> bool:
    """Whether `search` can take a model: no real variables, and an objective of whole numbers if there is one."""
    if any(variable.is_real for variable in flat.variables):
        return False
    goal = flat.objective
    return goal is None or all(isinstance(k, int) for k in (goal.constant, *(k for _, k in goal.terms)))


class _OutOfBudget(Exception):  # noqa: N818 - an end, not a failure
    """The deadline or the number of nodes came first."""


class _Search:
    def __init__(
        self,
        flat: FlatModel,
        domains: Sequence[Domain],
        accept: Callable[[tuple[int, ...]], bool],
        measure: Callable[[tuple[int, ...]], int] | None,
        deadline: float | None,
        most_nodes: int | None,
        seed: int,
        on_node: Callable[[int], None] | None,
    ) -> None:
        self.flat = flat
        self.accept = accept
        self.measure = measure
        self.deadline = deadline
        self.most_nodes = most_nodes
        self.on_node = on_node
        self.random = random.Random(seed)
        narrowed = [replace(v, domain=d) for v, d in zip(flat.variables, domains, strict=True)]
        self.store = Store(narrowed)
        self.engine = Engine(flat.constraints, self.store)
        self.weights = [1.0] * len(flat.variables)
        self.increment = 1.0
        self.nodes = 0
        self.best: tuple[int, ...] | None = None

    def run(self) -> Found:
        complete = interrupted = False
        try:
            self.propagate()
            for run in _luby():
                if self._dive(run * FIRST_RUN):
                    complete = True
                    break
        except Contradiction:
            complete = True
        except _OutOfBudget:
            pass
        except KeyboardInterrupt:
            interrupted = True
        return Found(self.best, complete, self.nodes, interrupted)

    def propagate(self) -> None:
        """To a fixpoint; a contradiction makes the variables of its constraint heavier.

        Raises:
            Contradiction, _OutOfBudget
        """
        try:
            if not self.engine.run(self.deadline):
                raise _OutOfBudget
        except Contradiction:
            if self.engine.culprit is not None:
                for x in self.engine.constraints[self.engine.culprit].primitive.scope:
                    self.weights[x] += self.increment
                self.increment *= DECAY
                if self.increment > 1e100:
                    self.weights = [weight / 1e100 for weight in self.weights]
                    self.increment /= 1e100
            raise

    def _dive(self, failures: int) -> bool:
        """One run from the root, until there is an answer (true) or so many failures (false, back at the root).

        Raises:
            Contradiction: the space is exhausted.
            _OutOfBudget
        """
        store = self.store
        stack: list[tuple[int, int, int]] = []
        root = store.mark()
        while True:
            x = self._choose()
            if x is not None:
                v = self._value(x)
                stack.append((store.mark(), x, v))
                self._count()
                try:
                    store.fix(x, v)
                    self.propagate()
                    continue
                except Contradiction:
                    pass
            else:
                values = tuple(store.lo(y) for y in range(self.flat.sources))
                if self.accept(values):
                    self.best = values
                    bound = self._better(values)
                    if bound is None:
                        return True
                    store.undo(root)
                    self.engine.forget()
                    stack.clear()
                    self.engine.add([bound])
                    self.propagate()
                    root = store.mark()
                    continue
            failures -= 1
            self._back(stack)
            if failures <= 0:
                store.undo(root)
                self.engine.forget()
                return False

    def _back(self, stack: list[tuple[int, int, int]]) -> None:
        """Undoes decisions until the opposite of one is consistent.

        Raises:
            Contradiction: none is.
        """
        while stack:
            mark, x, v = stack.pop()
            self.store.undo(mark)
            self.engine.forget()
            try:
                self.store.remove(x, v)
                self.propagate()
                return
            except Contradiction:
                continue
        raise Contradiction

    def _count(self) -> None:
        self.nodes += 1
        if self.most_nodes is not None and self.nodes > self.most_nodes:
            raise _OutOfBudget
        if self.nodes & 15 == 0:
            if self.on_node is not None:
                self.on_node(self.nodes)
            if self.deadline is not None and monotonic() >= self.deadline:
                raise _OutOfBudget

    def _choose(self) -> int | None:
        """The open source variable with the fewest values for its weight; ``None`` when all are fixed."""
        store, weights = self.store, self.weights
        best, best_score = None, 0.0
        for x in range(self.flat.sources):
            mask = store.mask[x]
            if mask and not mask & (mask - 1):
                continue
            size = mask.bit_count() if mask else store.size(x)
            if size == 1:
                continue
            score = size / weights[x]
            if best is None or score < best_score:
                best, best_score = x, score
        return best

    def _value(self, x: int) -> int:
        """Any value, so that a new start sees something else; for an objective the end that it likes."""
        objective = self.flat.objective
        if objective is not None:
            for variable, k in objective.terms:
                if variable == x:
                    return self.store.hi(x) if (k > 0) == objective.maximize else self.store.lo(x)
        values = list(self.store.values(x)) if self.store.mask[x] else [self.store.lo(x)]
        return self.random.choice(values)

    def _better(self, values: tuple[int, ...]) -> FlatConstraint | None:
        """What a better solution has to satisfy; ``None`` without an objective."""
        objective = self.flat.objective
        if objective is None or self.measure is None:
            return None
        reached = self.measure(values) - int(objective.constant)
        sign = -1 if objective.maximize else 1
        terms = tuple((x, sign * int(k)) for x, k in objective.terms)
        return FlatConstraint(Linear(terms, (), "<=", sign * reached - 1), len(self.flat.origins) - 1)


def _luby() -> Iterator[int]:
    """1, 1, 2, 1, 1, 2, 4, …"""
    u, v = 1, 1
    while True:
        yield v
        u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)
