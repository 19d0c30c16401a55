"""Search that tells which requirements a refutation needed.

Each contradiction is explained, and a clause learnt from it, up to where one removal is all that it needs of the last
assumption (Marques-Silva & Sakallah, GRASP, IEEE Transactions on Computers 48, 1999). A clause keeps the requirements
that it follows from, so that a later question about at least these may begin with it.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED, Contradiction
from puzzledsl.presolve.probing import MOST_VALUES
from puzzledsl.search.clauses import Clauses
from puzzledsl.search.conflicts import LEARNT, Learnt, Reasons
from puzzledsl.search.dual_view import full_groups, scarcest
from puzzledsl.search.search import choice

FIRST_RESTART, GROWTH = 50, 1.2
"""Contradictions until the first restart, and how many times more until each further one."""

SHORT, LATEST = 8, 500
"""Clauses of so few variables, and so many of the latest, are kept when there are too many."""

FIRST_MOST = 2_000
"""Clauses after which the longer half is dropped; a tenth more each time."""

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Supports


class Refuted(Exception):  # noqa: N818 - an answer, not a failure
    """There is no solution.

    Attributes:
        core: the requirements that this follows from, as bits.
    """

    def __init__(self, core: int) -> None:
        super().__init__(core)
        self.core = core


class RefutingSearch:
    """A search for a solution, or for requirements that leave none.

    Attributes:
        clauses: what it has learnt, and what was known before; without variables where it has been forgotten.
        nodes: assumptions tried so far.
        everything: all bits that may be in a core.
    """

    def __init__(
        self,
        engine: Engine,
        supports: Supports,
        everything: int,
        variables: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool],
        weights: list[float],
    ) -> None:
        """
        Args:
            engine: with nothing assumed yet; its propagation may have ended in a contradiction. All variables have
                masks.
            supports: of its constraints.
            everything: all bits that may be in them.
            variables: those to fix.
            accept: whether their values are a solution.
            weights: by variable, see `puzzledsl.search.search.first_weights`; they grow.
        """
        self.nodes = self.contradictions = 0
        self._engine = engine
        self._store = engine.store
        self._reasons = Reasons(engine, supports)
        self.clauses = self._reasons.clauses
        self._learnt = Clauses(engine.store, self.clauses)
        self.everything = everything
        self._variables = variables
        self._accept = accept
        self._weights = weights
        self._most = FIRST_MOST
        self._levels: list[int] = []  # for each assumption, the length of the trail before it

    def start(self, clauses: Sequence[Learnt], contradiction: bool, deadline: float | None) -> bool:
        """To be called first, with clauses that are known to follow from the requirements; False at the deadline.

        Raises:
            Refuted: there is no solution.
        """
        if contradiction:
            culprit = self._engine.culprit
            assert culprit is not None
            raise Refuted(self._reasons.at_root(culprit))
        for clause in clauses:
            self.clauses.append(Learnt(list(clause.variables), list(clause.values), clause.origins))
            culprit = self._learnt.first_look(len(self.clauses) - 1)
            if culprit:
                raise Refuted(self._reasons.at_root(culprit))
        return self._propagated(deadline)

    def probe(self, deadline: float, patience: int) -> tuple[int, ...] | None:
        """Assume each value of each variable by itself, until a round removes nothing; or a solution met so.

        Args:
            patience: calls of propagators without a result after which it ends.

        Raises:
            Refuted: there is no solution.
        """
        store, engine = self._store, self._engine
        fruitful = engine.steps
        quiet: dict[int, int] = {}
        while True:
            open_variables = [x for x in self._variables if store.mask[x] & (store.mask[x] - 1)]
            open_variables.sort(key=store.size)
            again = False
            for x in open_variables:
                if engine.steps - fruitful > patience or monotonic() >= deadline:
                    return None
                if store.size(x) > MOST_VALUES or quiet.get(x) == store.mark():
                    continue
                before = store.mark()
                for v in list(store.values(x)):
                    if not store.has(x, v) or store.is_fixed(x):
                        continue
                    if not self._assume(x, v, deadline):
                        self._back(0)
                        return None
                    if self._levels:
                        if all(store.is_fixed(y) for y in self._variables):
                            values = tuple([store.lo(y) for y in self._variables])
                            if self._accept(values):
                                self._back(0)
                                return values
                        self._back(0)
                if store.mark() > before:
                    again, fruitful = True, engine.steps
                quiet[x] = store.mark()
            if not again:
                return None

    def run(
        self,
        deadline: float | None,
        most: int | None,
        wanted: Sequence[int] | None,
        on_node: Callable[[], bool] | None,
    ) -> tuple[int, ...] | None:
        """Look for a solution; ``None`` when the deadline, the number of nodes or ``on_node`` came first.

        Args:
            deadline: on the clock of ``time.monotonic``.
            most: assumptions, in all, after which it ends.
            wanted: by variable number the values to try first, as a mask.
            on_node: called before each branch; False ends the search.

        Raises:
            Refuted: there is no solution.
        """
        store = self._store
        mask = store.mask
        open_variables = [x for x in self._variables if mask[x] & (mask[x] - 1)]
        allowed = float(FIRST_RESTART)
        until, runs = self.contradictions + allowed, 1
        groups: list[list[int]] = []
        while True:
            chosen = choice(open_variables, mask, self._weights)
            late = deadline is not None and monotonic() >= deadline
            if not late and chosen is not None:
                late = (most is not None and self.nodes >= most) or (on_node is not None and not on_node())
            if late:
                self._back(0)
                return None
            if chosen is None:
                fixed = all(store.is_fixed(y) for y in self._variables)
                if not fixed:
                    self._back(0)
                    return None
                values = tuple([store.lo(y) for y in self._variables])
                if self._accept(values):
                    self._back(0)
                    return values
                if not self._levels:
                    raise Refuted(self.everything)
                self._excluded()
                complete = self._propagated(deadline)
            else:
                value = store.lo(chosen)
                if wanted is not None and (liked := mask[chosen] & wanted[chosen]):
                    value = store.base[chosen] + (liked & -liked).bit_length() - 1
                if groups and not runs & 1:
                    ratio = mask[chosen].bit_count() / self._weights[chosen]
                    scarce, place = scarcest(groups, mask, self._weights, ratio)
                    if scarce >= 0:
                        chosen, value = scarce, store.base[scarce] + place
                complete = self._assume(chosen, value, deadline)
            if not complete:
                self._back(0)
                return None
            if self.contradictions > until and self._levels:
                self._back(0)
                until = self.contradictions + allowed
                allowed *= GROWTH
                runs += 1
                self._tidy()
                groups = groups or full_groups(self._engine)

    # ── one step ─────────────────────────────────────────────────────────────────────────────────

    def _assume(self, x: int, v: int, deadline: float | None) -> bool:
        """Fix a variable; what that refutes is resolved at once. False at the deadline."""
        self.nodes += 1
        if not self._levels:
            self._reasons.settle()
        self._levels.append(self._store.mark())
        self._store.fix(x, v)
        return self._propagated(deadline)

    def _propagated(self, deadline: float | None) -> bool:
        """Propagate; after a contradiction learn from it, go back, and go on. False at the deadline.

        Raises:
            Refuted: there is no solution.
        """
        while True:
            culprit = self._learnt.propagate()
            if not culprit:
                before = self._store.mark()
                try:
                    if not self._engine.run(deadline):
                        return False
                    if self._store.mark() == before:
                        return True
                    continue
                except Contradiction:
                    noticed = self._engine.culprit
                    assert noticed is not None
                    culprit = noticed
            self._resolve(culprit)

    def _resolve(self, culprit: int) -> None:
        """Learn from a contradiction, and go back to where that tells something new.

        Raises:
            Refuted: it follows from no assumption.
        """
        self.contradictions += 1
        if not self._levels:
            raise Refuted(self._reasons.at_root(culprit))
        clause, depth = self._reasons.learnt(culprit, self._levels)
        for y in self._reasons.involved:
            self._weights[y] += 1
        if not clause.variables:
            raise Refuted(clause.origins)
        self._back(depth)
        number = len(self.clauses)
        self.clauses.append(clause)
        self._learnt.watch(number)
        x = clause.variables[0]
        self._store.cause = LEARNT - number
        self._store.put(x, self._store.mask[x] & clause.values[0])
        self._store.cause = ASSUMED

    def _tidy(self) -> None:
        """Drop long clauses where there are many. Nothing is assumed."""
        if self._learnt.count > self._most:
            self._reasons.settle()
            self._learnt.drop(SHORT, LATEST)
            self._most += self._most // 10

    def _excluded(self) -> None:
        """What nothing but ``accept`` objects to is no solution: not all of the assumptions hold."""
        store, levels = self._store, self._levels
        variables, values = [], []
        for mark in reversed(levels):
            x = store.change(mark)[0]
            variables.append(x)
            values.append(store.masks_at(mark)[x] & ~store.mask[x])
        self._back(len(levels) - 1)
        number = len(self.clauses)
        self.clauses.append(Learnt(variables, values, self.everything))
        self._learnt.watch(number)
        store.cause = LEARNT - number
        store.put(variables[0], store.mask[variables[0]] & values[0])
        store.cause = ASSUMED

    def _back(self, depth: int) -> None:
        """Undo all but so many assumptions."""
        if len(self._levels) > depth:
            mark = self._levels[depth]
            del self._levels[depth:]
            self._store.undo(mark)
            self._engine.forget()
            self._learnt.back()
