"""What a worker of the pool does in a comparison: it runs one puzzle by several combinations.

Before the first run it solves a tiny model in all ways, so that whatever a run needs is loaded. Each run is done in
a fork of the worker, which knows nothing of the runs before it: no cache is warm for one combination and cold for
another, and a crash, or a run past its limit, costs that run. Where the system has no fork, runs share the worker.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.answer import WITH_VALUES, objective_of
from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.forked import Crashed, Late, forked
from puzzledsl.comparison.runs import Puzzle, Rejected, Run, Values, outcome_of
from puzzledsl.diagnostics import PuzzleError, json_of
from puzzledsl.presentation.report import values_of
from puzzledsl.verification import verify

if TYPE_CHECKING:
    from puzzledsl.model import Model

OVERTIME = 2.0
"""Seconds past its limit after which a run is ended by force. The solver's own watch is at half a second."""

_KEPT = 16
"""Models that are kept to verify further runs."""

WARMING = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 2\n"


@dataclass(frozen=True)
class Group:
    """One puzzle with all combinations of one strength of presolve: what presolve settles, it settles for all.

    Attributes:
        number: of the round, from 0.
    """

    puzzle: Puzzle
    number: int
    combinations: tuple[Combination, ...]


class Runner:
    """Runs groups, in a worker of its own: nothing that is printed there is seen.

    Attributes:
        time_limit: seconds for each run, ``None`` for none.
        highs: further options of HiGHS, as texts.
    """

    def __init__(self, time_limit: float | None, highs: Mapping[str, str]) -> None:
        self.time_limit = time_limit
        self.highs = dict(highs)
        self._warm = False
        self._models: dict[str, Model] = {}

    def sent(self) -> tuple[type[Runner], tuple[object, ...]]:
        """The same for another machine. See `accepted`."""
        return Runner, (self.time_limit, self.highs)

    def accepted(self, group: Group, found: object) -> list[Run | Rejected]:
        """The runs of a group as another machine has sent them, after the verifier has looked at their solutions.

        What cannot be verified is believed: that there is no solution, or that one is the best.
        """
        runs: list[Run | Rejected] = []
        left = list(group.combinations)
        for one in found if isinstance(found, list) else ():
            if isinstance(one, Rejected):
                return [*runs, replace(one, puzzle=group.puzzle.name)]
            if isinstance(one, Run) and one.combination in left:
                left.remove(one.combination)
                runs.append(self._checked(group, one))
        return [*runs, *(self._failed(group, way, "a worker has returned no result") for way in left)]

    def _checked(self, group: Group, run: Run) -> Run:
        wrong = self._failed(group, run.combination, "a worker has returned a solution that is none", run.total)
        if run.values is None:
            named = replace(run, puzzle=group.puzzle.name, number=group.number)
            return named if run.status not in WITH_VALUES else wrong
        if run.status not in WITH_VALUES:
            return wrong
        try:
            model = self._model(group.puzzle)
        except PuzzleError as error:  # the worker has read it, so it is not the model that is wrong
            return self._failed(group, run.combination, error.diagnostics[0].message, run.total)
        values = values_of(model, run.values.grids, run.values.variables)
        if values is None or verify(model, values):
            return wrong
        exact = not any(variable.is_real for variable in model.variables)
        if exact and run.objective != objective_of(model, tuple(values)):
            return wrong
        return replace(run, puzzle=group.puzzle.name, number=group.number)

    def _model(self, puzzle: Puzzle) -> Model:
        """The model of a puzzle: its groups mostly follow one another, so the latest ones are kept."""
        found = self._models.get(puzzle.name)
        if found is None:
            if len(self._models) >= _KEPT:
                del self._models[next(iter(self._models))]
            found = self._models[puzzle.name] = _read(puzzle, None)[0]
        return found

    def close(self) -> None:
        """Nothing is kept."""

    def lost(self, group: Group, how: str) -> list[Run | Rejected]:
        """What comes of a group whose worker has ended."""
        return [self._failed(group, way, f"its process was ended: {how}") for way in group.combinations]

    def __call__(self, group: Group) -> list[Run | Rejected]:
        """The runs of a group, one for each combination; where the model is wrong, that ends them."""
        if not self._warm:
            self._warm_up()
        runs: list[Run] = []
        for combination in group.combinations:
            same = next((run for run in runs if _settles(run, combination)), None)
            if same is not None:
                runs.append(replace(same, combination=combination, shared=True))
                continue
            found = self._forked(group, combination)
            if isinstance(found, Rejected):
                return [*runs, found]
            runs.append(found)
        return [*runs]

    def _warm_up(self) -> None:
        """Load all that a run may need."""
        from puzzledsl.encodings import encodings
        from puzzledsl.source import Source

        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        gc.set_threshold(100_000, 20)  # as in the command
        tiny = Puzzle("", Source("", WARMING))
        for encoding in encodings():
            for solver in ("highs", "search"):
                self.run(Group(tiny, 0, ()), Combination("" if solver == "search" else encoding, solver, "none"))
        gc.collect()
        gc.freeze()
        self._warm = True

    # ── one run ──────────────────────────────────────────────────────────────────────────────────

    def _forked(self, group: Group, combination: Combination) -> Run | Rejected:
        limit = self.time_limit
        try:
            return forked(lambda: self.run(group, combination), None if limit is None else limit + OVERTIME)
        except Late:
            assert limit is not None
            return self._late(group, combination, limit + OVERTIME, "had to be ended by force")
        except Crashed as crash:
            how = f" by signal {crash.signal}" if crash.signal else ""
            memory = "; often the system is out of memory" if crash.signal == 9 else ""
            return self._failed(group, combination, f"its process was ended{how}{memory}")

    def run(self, group: Group, combination: Combination) -> Run | Rejected:
        """What comes of the group's puzzle by one combination, in this process."""
        from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime

        started = time.monotonic()
        deadline = None if self.time_limit is None else started + self.time_limit
        model = None
        try:
            model, seconds = _read(group.puzzle, deadline)
            return self._solved(group, combination, model, seconds, started, deadline)
        except OutOfTime:
            return self._late(group, combination, time.monotonic() - started, BEFORE_SOLVER)
        except PuzzleError as error:
            total = time.monotonic() - started
            if model is None:
                messages = tuple(json_of(error.diagnostics))
                return Rejected(group.puzzle.name, str(error), messages)
            # What search cannot take is no mistake of anybody.
            status = "unsuitable" if error.diagnostics[0].code == "search" else "error"
            return self._failed(group, combination, error.diagnostics[0].message, total, status)
        except (Exception, RecursionError, MemoryError) as error:
            what = "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"
            return self._failed(group, combination, what[:500], time.monotonic() - started)

    def _solved(
        self,
        group: Group,
        combination: Combination,
        model: Model,
        seconds: dict[str, float],
        started: float,
        deadline: float | None,
    ) -> Run:
        from puzzledsl.answer import Options
        from puzzledsl.presentation.report import grids, variables
        from puzzledsl.solve import solve_model

        options = Options(
            encoding=combination.encoding or None,
            presolve=combination.presolve,
            solver=combination.solver,
            highs=self.highs if combination.solver in ("highs", "auto") else {},
        )
        found = solve_model(model, options, deadline=deadline)
        values = None
        if found.values is not None:
            values = Values(grids(model, found.values), variables(model, found.values))
        total = time.monotonic() - started
        seconds = seconds | found.seconds | {"total": total}
        return Run(
            group.puzzle.name, combination, group.number, found.status,
            outcome_of(found.status, total, self.time_limit),
            seconds={stage: round(value, 6) for stage, value in seconds.items()},
            by=found.solver,
            values=values,
            objective=None if found.objective is None else Fraction(found.objective),
            bound=found.bound,
            maximize=None if model.objective is None else model.objective.maximize,
            size=found.size,
            nodes=found.nodes,
            message=found.message,
        )  # fmt: skip

    def _late(self, group: Group, combination: Combination, total: float, message: str) -> Run:
        seconds = {"total": round(total, 6)}
        return Run(group.puzzle.name, combination, group.number, "unknown", "limit", seconds, message=message)

    def _failed(
        self, group: Group, combination: Combination, message: str, total: float = 0.0, status: str = "error"
    ) -> Run:
        seconds = {"total": round(total, 6)}
        return Run(group.puzzle.name, combination, group.number, status, "failed", seconds, message=message)


def _settles(run: Run, combination: Combination) -> bool:
    """Whether a run of the same puzzle and presolve would be repeated, step by step, by another combination.

    What presolve answers, neither solver nor encoding sees; what `auto` finds in its budget of search, no encoding.
    """
    if run.by == "presolve":
        return True
    return run.by == "search" and run.combination.solver == combination.solver == "auto" and run.outcome == "solved"


def _read(puzzle: Puzzle, deadline: float | None) -> tuple[Model, dict[str, float]]:
    from puzzledsl.elaboration import elaborate, limits_from
    from puzzledsl.loading import opener
    from puzzledsl.reading import read
    from puzzledsl.time_limit import until

    begin = time.monotonic()
    limits = limits_from(dict(puzzle.bounds))
    file, found = read(puzzle.source)
    done = time.monotonic()
    open_file = puzzle.open_included or opener(puzzle.source, puzzle.include)
    model = elaborate(file, found, puzzle.settings, puzzle.givens, limits, open_file, late=until(deadline))
    return model, {"read": done - begin, "elaborate": time.monotonic() - done}
