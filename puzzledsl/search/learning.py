"""What learning runs of a search do after a contradiction: learn a clause from it, and go back to where it says
something new.

Variables weigh more the later they took part in a contradiction (VSIDS: Moskewicz et al., Chaff: Engineering an
Efficient SAT Solver, DAC 2001).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED, Contradiction
from puzzledsl.search.clauses import Clauses
from puzzledsl.search.conflict_analysis import LEARNT, ConflictAnalysis, Learnt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Provenance

DECAY = 0.95
"""What is left of a variable's activity after one more contradiction."""

LARGEST_ACTIVITY = 1e100


class Refuted(Exception):  # noqa: N818 - an answer, not a failure
    """There is no (further) solution.

    Attributes:
        core: the requirements that this follows from, as bits, where the search knows of their provenance; else 0.
    """

    def __init__(self, core: int = 0) -> None:
        super().__init__(core)
        self.core = core


class Learning:
    """The assumptions of a learning run, and what has been learnt in all of them.

    Attributes:
        clauses: what has been learnt; without variables where it has been forgotten.
        conflicts: contradictions met so far.
        activity: by variable number, how much and how late it took part in contradictions.
        saved: by variable number the last value that it was fixed to, as a mask, or 0.
        levels: for each assumption the length of the trail before it.
    """

    def __init__(self, engine: Engine, weights: Sequence[float], provenance: Provenance | None) -> None:
        """
        Args:
            engine: at its root.
            weights: by variable number the activity to begin with.
            provenance: see `Search`.
        """
        self.conflicts = 0
        self._variables = 0  # of all clauses that conflicts have taught
        self.levels: list[int] = []
        self.activity = list(weights)
        self.saved: list[int] = [0] * len(engine.store.mask)
        self._engine = engine
        self._store = engine.store
        self._everything = 0 if provenance is None else provenance.everything
        self._analysis = ConflictAnalysis(engine, provenance)
        self.clauses = self._analysis.clauses
        self._watched = Clauses(engine.store, self.clauses)
        self._step = max(1.0, max(self.activity, default=1.0))

    @property
    def work(self) -> int:
        """What all this takes besides propagation, in calls of propagators."""
        return (self._watched.visits >> 3) + (self._analysis.walked >> 5) + (self._analysis.explained << 3)

    @property
    def mean_length(self) -> float:
        """Variables of a clause, in the mean of all that have been learnt."""
        return self._variables / max(1, self.conflicts)

    def settle(self) -> None:
        """What has been removed up to now is removed for good. Nothing is assumed."""
        self._analysis.settle()

    def undone(self) -> None:
        """Note that the store has been taken back to its root, and perhaps further."""
        self.levels.clear()
        self._watched.back()
        self._analysis.unsettle()

    def prepare(self, clauses: Sequence[Learnt], contradiction: bool) -> bool:
        """Take in what is known, and propagate; arguments and errors as of `Search.prepare`. False if it is late."""
        if contradiction:
            culprit = self._engine.culprit
            assert culprit is not None
            raise Refuted(self._analysis.at_root(culprit))
        for clause in clauses:
            self.clauses.append(Learnt(list(clause.variables), list(clause.values), clause.origins, clause.levels))
            noticed = self._watched.first_look(len(self.clauses) - 1)
            if noticed:
                raise Refuted(self._analysis.at_root(noticed))
        return self.propagated()

    def assume(self, x: int, v: int) -> bool:
        """Fix a variable; what that refutes is resolved at once. False at the time limit."""
        if not self.levels:
            self._analysis.settle()
        self.levels.append(self._store.mark())
        self._store.fix(x, v)
        return self.propagated()

    def propagated(self) -> bool:
        """Propagate; after a contradiction learn from it, go back, and go on. False at the time limit.

        Raises:
            Refuted: there is no solution.
        """
        watched, store, engine = self._watched, self._store, self._engine
        while True:
            culprit = watched.propagate()
            if not culprit:
                before = store.mark()
                try:
                    if not engine.run():
                        return False
                    if store.mark() == before:
                        return True
                    continue
                except Contradiction:
                    noticed = engine.culprit
                    assert noticed is not None
                    culprit = noticed
            self._resolve(culprit)

    def _resolve(self, culprit: int) -> None:
        """Learn from a contradiction, and go back to where that says something new.

        Raises:
            Refuted: it follows from no assumption.
        """
        self.conflicts += 1
        analysis = self._analysis
        if not self.levels:
            raise Refuted(analysis.at_root(culprit))
        clause, depth = analysis.learnt(culprit, self.levels)
        activity, step = self.activity, self._step
        for y in analysis.involved:
            activity[y] += step
        self._step = step / DECAY
        if self._step > LARGEST_ACTIVITY:
            for y in range(len(activity)):
                activity[y] = activity[y] / LARGEST_ACTIVITY + 1e-100
            self._step /= LARGEST_ACTIVITY
        if not clause.variables:
            raise Refuted(clause.origins)
        self._variables += len(clause.variables)
        self.back(depth)
        self._add(clause)

    def _add(self, clause: Learnt) -> None:
        """Add a clause that is false but for its first variable, and narrow that one by it."""
        store = self._store
        number = len(self.clauses)
        self.clauses.append(clause)
        self._watched.watch(number)
        x = clause.variables[0]
        store.cause = LEARNT - number
        try:
            store.put(x, store.mask[x] & clause.values[0])
        finally:
            store.cause = ASSUMED

    def exclude_assumptions(self, depth: int) -> None:
        """Not all of the first assumptions hold. No propagator says so, so that this clause is never dropped."""
        store, levels = self._store, self.levels
        variables: list[int] = []
        values: list[int] = []
        for i in range(depth - 1, -1, -1):
            x, before, _ = store.change(levels[i])
            variables.append(x)
            values.append(before & ~store.mask_after(levels[i]))
        self.back(depth - 1)
        self._add(Learnt(variables, values, self._everything))

    def tidy(self, most: int, latest: int) -> bool:
        """Drop the worse half of the clauses, but for so many of the latest, where there are more than ``most``.

        Nothing is assumed. Returns whether there were.
        """
        if self._watched.count <= most:
            return False
        self._analysis.settle()
        self._watched.drop(latest)
        return True

    def back(self, depth: int) -> None:
        """Undo all but so many assumptions."""
        if len(self.levels) > depth:
            store, mark, saved = self._store, self.levels[depth], self.saved
            for position in range(mark, store.mark()):
                x = store.change(position)[0]
                m = store.mask[x]
                if not m & (m - 1):
                    saved[x] = m
            del self.levels[depth:]
            store.undo(mark)
            self._engine.forget()
            self._watched.back()
