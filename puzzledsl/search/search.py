"""The one search: depth first on the propagators, with restarts, and with clauses learnt from its contradictions.

Finding, enumerating, sampling, digging, optimizing and refuting are its clients. Branching, value order, restarts and
what happens at a contradiction are parameters. There are two ways to go on after a contradiction:

- *plain*: the last assumption is refuted (chronological backtracking), and variables weigh more by the contradictions
  that they have had to do with (Boussemart et al., Boosting Systematic Search by Weighting Constraints, ECAI 2004);
- *learning*: a clause follows from it, and the search goes back to where that says something new (`search.learning`).

Which is better differs from puzzle to puzzle, so runs of both take turns, each with as much work as the one before it:
neither loses more than a factor of two. Where the clauses are long, learning gets an eighth of the work of plain runs.

Plain runs restart twice, to branch first where the contradictions are. From then on they continue where they stopped:
the path of assumptions and refutations is remembered, and propagated again. Every fourth is one of the dual viewpoint
(`search.dual_view`), which starts anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.branching import (
    assume,
    choice,
    first_part,
    first_weights,
    random_part,
    refute,
)
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.search.dual_view import full_groups, high_impact, scarcest
from puzzledsl.search.learning import Learning, Refuted
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Provenance
    from puzzledsl.search.conflict_analysis import Learnt

NEVER, TURNS, ALWAYS = 0, 1, 2
"""When a search learns: not at all, in every second run, in all runs."""

FIRST_RESTART, GROWTH = 200, 1.5
"""Contradictions until the first restart of plain runs, and how many times more until each further one."""

RESUMED = 3
"""The first plain run that the later ones continue."""

LONG, SHARE_OF_LONG = 16, 8
"""Where clauses have more variables than this in the mean, learning runs get this part of the work of plain runs."""

RESTART_UNIT = 100
"""Contradictions until a restart while learning, times the terms of Luby's sequence."""

FIRST_MOST, LATEST = 4_000, 500
"""Clauses after which the worse half is dropped (a tenth more each time), and how many of the latest stay then."""


class Search:
    """A search for solutions within the domains of an engine at its fixpoint: the *root*.

    Between two calls of `run` the store holds the domains of the current branch, and nothing else may use it. `close`
    takes it back to the root; what has been refuted at the root meanwhile stays removed.

    Attributes:
        branches: assumptions made so far.
        weights: by variable number, what plain runs have found out; for a further search of the same engine.
        stuck: a variable that has to be fixed cannot be branched on, so that no answer can come.
    """

    def __init__(
        self,
        engine: Engine,
        variables: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool] | None = None,
        *,
        shown: Sequence[int] | None = None,
        learning: int = TURNS,
        restarts: bool = True,
        first_restart: int = FIRST_RESTART,
        growth: float = GROWTH,
        weights: list[float] | None = None,
        phases: Sequence[int] | None = None,
        upwards: Sequence[int] = (),
        rng: Random | None = None,
        provenance: Provenance | None = None,
    ) -> None:
        """
        Args:
            engine: at its fixpoint.
            variables: those that a solution fixes, and whose values `run` returns. A real variable is not branched on.
            accept: whether their values are a solution; else the search goes on. Without it they have to be verified.
            shown: those in which two solutions have to differ, where more than one is to be found.
            learning: `NEVER`, `TURNS` or `ALWAYS`. Nothing is learnt where a variable has no mask.
            restarts: without them nothing is looked at twice, and `run` may be called again after a solution. With them
                that is so only where `learning` is `ALWAYS`: plain runs do not know what has been returned.
            first_restart, growth: contradictions until the first restart of plain runs, and their growth from then on.
            weights: by variable those of an earlier search (see `first_weights`), to go on with; they grow.
            phases: by variable number the values to try first, as a mask; else those it had last, or the smallest.
            upwards: variables whose largest values are tried first.
            rng: chooses among the values where none is to be tried first.
            provenance: of the constraints, for cores; then `learning` has to be `ALWAYS`.
        """
        self.branches = 0
        self.stuck = False
        self._conflicts = 0  # of plain runs
        self._engine = engine
        self._store = engine.store
        self._variables = list(variables)
        self._accept = accept
        self.weights = weights if weights is not None else first_weights(engine)
        self._phases = phases
        self._upwards = dict.fromkeys(upwards)
        self._rng = rng
        self._restarts = restarts
        self._growth = growth
        self._provenance = provenance
        self._everything = 0 if provenance is None else provenance.everything
        store = engine.store
        self._open = [x for x in self._variables if not store.is_fixed(x) and x not in store.reals]
        self._first = self._open  # branched on before the others
        if shown is not None:
            self._first = [x for x in shown if not store.is_fixed(x) and x not in store.reals]
        self._begun = store.mark()
        self._root = self._begun
        self._trail: list[tuple[int, int, int, int]] = []  # mark, variable, smallest and largest value assumed
        # The same of what plain runs have refuted below their first assumption.
        self._refuted: list[tuple[int, int, int, int]] = []
        self._reached = False  # the current branch is a solution that has been returned
        self._dead = False
        self._passed = False  # a solution has been returned, and the search has gone on
        self._under_way = False
        self._is_unfinished = False  # propagation has not reached its fixpoint
        self._is_learning = False
        # plain runs
        self._allowed = float(first_restart)
        self._until = 0.0
        self._plain_runs = 0
        self._is_dual = False  # the present plain run has the dual viewpoint
        self._path: list[tuple[int, int, int, bool]] = []  # of plain runs: see `_suspend`
        self._others: list[float] = []  # weights of every second run
        self._groups: list[list[int]] = []
        self._impacts: list[list[float]] = []
        # learning runs
        self._learning = learning
        self._learner: Learning | None = None
        self._most = FIRST_MOST
        self._runs = self._luby = 1  # the next term, and how far the sequence is
        self._work_of_run = self._forgotten_work = 0
        self._work_limit = 0

    # ── running ───────────────────────────────────────────────────────────────────────────────────

    @property
    def conflicts(self) -> int:
        """Contradictions met so far, in plain runs and while learning."""
        return self._conflicts if self._learner is None else self._conflicts + self._learner.conflicts

    @property
    def clauses(self) -> Sequence[Learnt]:
        """What has been learnt; without variables where it has been forgotten."""
        return self._learner.clauses if self._learner is not None else ()

    def run(
        self,
        budget: Budget = UNLIMITED,
        on_branch: Callable[[], bool] | None = None,
    ) -> tuple[int, ...] | None:
        """A solution; called again after one, a further one that differs in a variable that is shown.

        Args:
            budget: of this call.
            on_branch: called before each branch; False ends the call.

        Returns:
            The values of the variables; ``None`` when the budget, the deadline or ``on_branch`` came first (a further
            call goes on), or where the search is ``stuck``.

        Raises:
            Refuted: there is none. `Engine.culprit` is the constraint that found the last contradiction; the store is
                at the root.
            ValueError: a solution has been returned, and the search may restart with plain runs.
        """
        if self._reached and self._restarts and self._learning != ALWAYS:
            raise ValueError(
                "a search that restarts finds one solution; for more it has to learn always, or not restart"
            )
        most_branches = self.branches + budget.branches
        most_conflicts = self.conflicts + budget.conflicts
        most_work = self.work + budget.propagations
        if self._dead:
            return None
        try:
            complete = self._go_on()
            while complete and (self._under_way or self._begin_run()):
                chosen = self._choose()
                if chosen < 0:
                    if is_late():
                        return None
                    values = self._solution()
                    if values is not None or self.stuck:
                        return values
                    complete = self._reject()
                else:
                    if self.branches >= most_branches or self.conflicts >= most_conflicts or self.work >= most_work:
                        return None
                    if is_late() or (on_branch is not None and not on_branch()):
                        return None
                    complete = self._branch(chosen)
                if complete:
                    self._end_run()
            if self._restarts or self._is_learning:
                self._give_up()
            else:
                self._is_unfinished = True
            return None
        except Contradiction:
            self._give_up()
            raise Refuted(self._everything) from None
        except Refuted:
            self._give_up()
            raise

    def close(self) -> None:
        """Take the store back to the root. What holds for all solutions stays removed; what only excluded a solution
        that had been returned comes back."""
        self._to_root()
        if self._passed:
            self._root = self._begun
            self._undo_root()

    def ask(self, accept: Callable[[tuple[int, ...]], bool], phases: Sequence[int] | None) -> None:
        """Go on, after `close`, with a question that has fewer answers."""
        self._accept, self._phases = accept, phases

    def undone(self) -> None:
        """Note, after `close`, that the store has been taken back further.

        The next `run` goes on from the root that the store has then: that of the same question, perhaps with more
        constraints. What has been learnt is forgotten where a variable is wide by now: the same values may get other
        masks the next time.
        """
        if self._learner is not None and 0 in self._store.mask:
            self._conflicts += self._learner.conflicts
            self._forgotten_work += self._learner.work
            self._learner, self._is_learning = None, False
        if self._learner is not None:
            self._learner.undone()

    def _to_root(self) -> None:
        if self._is_learning:
            self._learned().back(0)
            if self._under_way:
                self._root = self._store.mark()
        elif self._trail:
            self._is_unfinished = False
            if self._restarts and self._rng is None and self._plain_runs >= RESUMED and not self._is_dual:
                self._suspend()
            self._store.undo(self._root)
            self._engine.forget()
            self._trail.clear()
            self._refuted.clear()
        self._under_way = False
        self._reached = False

    def _give_up(self) -> None:
        """Back to the root from the midst of propagation: what has been removed there is no fixpoint."""
        self._is_unfinished = False
        self._trail.clear()
        self._refuted.clear()
        self._undo_root()
        self._under_way = False
        self._reached = False
        self._dead = self._provenance is not None  # what is known of its root holds no longer

    def _undo_root(self) -> None:
        """Undo all removals since the root, including those that were made permanent."""
        self._store.undo(self._root)
        self._engine.forget()
        if self._learner is not None:
            self._learner.undone()

    # ── runs ─────────────────────────────────────────────────────────────────────────────────────

    def _go_on(self) -> bool:
        """Leave the solution that has been returned, or finish the propagation that the time limit broke off; False at
        the time limit.

        Raises:
            Contradiction, Refuted: there is no other solution.
        """
        if self._reached:
            self._reached = False
            return self._leave_solution()
        if not self._is_unfinished:
            return True
        self._is_unfinished = False
        return self._propagate()

    def _begin_run(self) -> bool:
        """The next run, from the root; False at the time limit.

        Raises:
            Contradiction, Refuted: there is no solution.
        """
        may_learn = self._learning == ALWAYS or (self._plain_runs > 0 and not self._is_learning)
        learns = may_learn and self._learning != NEVER and self._can_learn()
        self._is_learning = learns
        self._work_of_run = self.work
        self._under_way = True
        self._root = self._store.mark()
        if not self._passed:
            self._begun = self._root
        if learns:
            return self._begin_learning()
        self._plain_runs += 1
        runs = self._plain_runs
        if runs == 1:
            self._others = self.weights.copy()  # what is hard for runs that branch otherwise is another matter
        else:
            self._allowed *= self._growth
        is_dual = runs % 4 == 2 and self._rng is None
        if is_dual != self._is_dual:
            self._is_dual = is_dual
            self.weights, self._others = self._others, self.weights
        if runs == 2 and is_dual:
            self._groups = full_groups(self._engine)
            self._impacts = high_impact(self._engine, self._groups)
        self._until = self.conflicts + self._allowed
        return is_dual or not self._path or self._resume()

    def _end_run(self) -> None:
        """Restart, where it is time to."""
        if not self._restarts:
            return
        if not self._is_learning:
            if not self._trail:  # a refutation at the root is permanent
                self._root = self._store.mark()
            elif self.conflicts > self._until:
                self._work_limit = self.work - self._work_of_run
                if self._learner is not None and self._learner.mean_length > LONG:
                    self._work_limit //= SHARE_OF_LONG
                self._to_root()
        elif self.conflicts > self._until:
            learner = self._learned()
            learner.back(0)
            self._root = self._store.mark()
            if learner.tidy(self._most, LATEST):
                self._most += self._most // 10
            if self._learning != ALWAYS and self.work - self._work_of_run > self._work_limit:
                self._to_root()
            else:
                self._until = float(self.conflicts + RESTART_UNIT * self._next_luby())

    def _next_luby(self) -> int:
        """1 1 2 1 1 2 4 …: Luby, Sinclair & Zuckerman, Optimal Speedup of Las Vegas Algorithms (IPL 47, 1993); the
        recurrence is Knuth's (The Art of Computer Programming 7.2.2.2, 2015)."""
        term = self._luby
        if self._runs & -self._runs == term:
            self._runs, self._luby = self._runs + 1, 1
        else:
            self._luby = 2 * term
        return term

    @property
    def work(self) -> int:
        """A measure of what has been done that does not depend on the clock: calls of propagators, and what learning
        takes in such calls."""
        work = self._engine.steps + self._forgotten_work
        if self._learner is not None:
            work += self._learner.work
        return work

    # ── branching ────────────────────────────────────────────────────────────────────────────────

    def _choose(self) -> int:
        """The variable to branch on; -1: all are fixed, or cannot be branched on."""
        weights = self._learned().activity if self._is_learning else self.weights
        chosen = choice(self._first, self._store, weights)
        return choice(self._open, self._store, weights) if chosen < 0 else chosen

    def _part(self, x: int) -> tuple[int, int]:
        """The smallest and the largest of the values of a variable to assume first."""
        store = self._store
        mask = store.mask[x]
        if mask:
            liked = mask & self._phases[x] if self._phases is not None else 0
            if not liked and self._is_learning:
                liked = mask & self._learned().saved[x]
            if liked:
                value = store.base[x] + (liked & -liked).bit_length() - 1
                return value, value
        if self._rng is not None:
            return random_part(store, x, self._rng)
        return first_part(store, x, x in self._upwards)

    def _branch(self, chosen: int) -> bool:
        """Assume something of a variable, and propagate; False at the time limit.

        Raises:
            Contradiction, Refuted: there is no solution.
        """
        store = self._store
        low, high = self._part(chosen)
        if (self._is_dual or self._impacts) and not self._is_learning:
            mask, weights = store.mask, self.weights
            ratio, only_high = mask[chosen].bit_count() / weights[chosen], not self._is_dual
            scarce, place = scarcest(self._groups, mask, weights, ratio, self._impacts, only_high_impact=only_high)
            if scarce >= 0:
                chosen = scarce
                low = high = store.base[scarce] + place
        self.branches += 1
        if self._is_learning:
            return self._learned().assume(chosen, low)
        self._trail.append((store.mark(), chosen, low, high))
        try:
            assume(store, chosen, low, high)
        except Contradiction:
            self._conflicts += 1
            return self._backtrack()
        return self._propagate()

    # ── solutions ────────────────────────────────────────────────────────────────────────────────

    def _solution(self) -> tuple[int, ...] | None:
        """The values, if they are a solution; else ``None``: rejected, or ``stuck``."""
        store = self._store
        for x in self._variables:
            if not store.is_fixed(x):
                self.stuck = True
                self.close()
                return None
        values = tuple([store.lo(x) for x in self._variables])
        if self._accept is None or self._accept(values):
            self._reached = True
            return values
        return None

    def _reject(self) -> bool:
        """Go on after values that propagation allows and ``accept`` rejects; False at the time limit.

        Raises:
            Contradiction, Refuted: there is no other possibility.
        """
        if self._is_learning:
            learner = self._learned()
            if not learner.levels:
                raise Refuted(self._everything)
            learner.exclude_assumptions(len(learner.levels))
            return learner.propagated()
        self._engine.culprit = None
        if not self._trail:
            raise Contradiction
        self._conflicts += 1
        return self._backtrack()

    def _leave_solution(self) -> bool:
        """Go on after a solution that has been returned; False at the time limit.

        Raises:
            Contradiction, Refuted: there is no other.
        """
        store = self._store
        first = set(self._first)
        self._passed = True
        if self._is_learning:
            learner = self._learned()
            depth = len(learner.levels)
            while depth and store.change(learner.levels[depth - 1])[0] not in first:
                depth -= 1
            if not depth:
                raise Refuted(self._everything)
            learner.exclude_assumptions(depth)
            return learner.propagated()
        trail = self._trail
        while trail and trail[-1][1] not in first:
            mark = trail.pop()[0]
            store.undo(mark)
            self._engine.forget()
        self._engine.culprit = None
        if not trail:
            raise Contradiction
        return self._backtrack()

    # ── plain runs ───────────────────────────────────────────────────────────────────────────────

    def _propagate(self) -> bool:
        """Propagate, and go back after a contradiction; False at the time limit.

        Raises:
            Contradiction: there is no solution.
        """
        try:
            return self._engine.run()
        except Contradiction:
            if not self._trail:
                raise
            self._conflicts += 1
            return self._backtrack()

    def _backtrack(self) -> bool:
        """Go back to the last assumption that can be refuted without another contradiction; False at the time limit.

        Raises:
            Contradiction: there is none.
        """
        engine, store, weights, trail = self._engine, self._store, self.weights, self._trail
        refuted = self._refuted
        while True:
            if engine.culprit is not None:
                for y in engine.constraints[engine.culprit].primitive.scope:
                    weights[y] += 1.0
            mark, x, low, high = trail.pop()
            store.undo(mark)
            engine.forget()
            while refuted and refuted[-1][0] >= mark:
                refuted.pop()
            try:
                self._refute(x, low, high)
                return engine.run()
            except Contradiction:
                store.touched.clear()
                self._conflicts += 1
                if not trail:
                    raise

    def _suspend(self) -> None:
        """Note the way from the root to here: variable, smallest and largest value of each assumption, in order, and
        whether it has been refuted. Masks would not do: what one means changes with the bounds of a wide variable."""
        steps = [(mark, x, low, high, False) for mark, x, low, high in self._trail]
        steps += [(mark, x, low, high, True) for mark, x, low, high in self._refuted]
        self._path = [(x, low, high, refuted) for _, x, low, high, refuted in sorted(steps)]

    def _resume(self) -> bool:
        """Go the way again that `_suspend` has noted, as far as it is still open; False at the time limit.

        Raises:
            Contradiction: there is no solution.
        """
        engine, store, trail = self._engine, self._store, self._trail
        path, self._path = self._path, []
        try:
            for x, low, high, refuted in path:
                if refuted:
                    self._refute(x, low, high)
                    continue
                if not engine.run():
                    return False
                trail.append((store.mark(), x, low, high))
                assume(store, x, low, high)
            return engine.run()
        except Contradiction:
            self._conflicts += 1
            engine.culprit = None
            if not trail:
                raise
            return self._backtrack()

    def _refute(self, x: int, low: int, high: int) -> None:
        """Remove what was assumed of a variable.

        Raises:
            Contradiction: it has no other values.
        """
        mark = self._store.mark()
        refute(self._store, x, low, high)
        if self._trail:  # at the root it is permanent
            self._refuted.append((mark, x, low, high))

    # ── learning runs ────────────────────────────────────────────────────────────────────────────

    def _can_learn(self) -> bool:
        """Whether all variables have masks."""
        if self._learner is None:
            for mask in self._store.mask:
                if not mask:
                    self._learning = NEVER
                    return False
        return True

    def prepare(self, clauses: Sequence[Learnt], contradiction: bool) -> bool:
        """Start a search that always learns: call this before `run`. False at the time limit.

        Args:
            clauses: that are known to follow from the requirements.
            contradiction: whether propagation has ended in one. (Then nothing has been undone.)

        Raises:
            Refuted: there is no solution.
        """
        learner = self._learned()
        self._is_learning = True
        return learner.prepare(clauses, contradiction)

    def _learned(self) -> Learning:
        """What learning runs know; from now on, if there has been none."""
        if self._learner is None:
            self._learner = Learning(self._engine, self.weights, self._provenance)
        return self._learner

    def _begin_learning(self) -> bool:
        learner = self._learned()
        self._root = self._store.mark()
        learner.settle()
        self._until = float(self.conflicts + RESTART_UNIT * self._next_luby())
        return learner.propagated()
