"""Runs of puzzles by combinations, one after another, each in a new process.

The process is a copy of a warm one: it has solved a tiny model in the same way, so that everything is loaded. It knows
nothing of the runs before it, so no run profits from another, and a crash costs one run.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Generator, Sequence
from functools import cache, partial

from puzzledsl.comparison.new_process import in_new_process
from puzzledsl.comparison.runs import Combination, Puzzle, Run, outcome_of
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.source import Source

OVERTIME = 2.0
"""Seconds past its limit after which a run is ended by force. The solver's own watch is at half a second."""

TINY = Puzzle("", Source("", "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 2\n"))
"""A puzzle that presolve does not solve if its strength is ``none``."""


def measure(puzzles: Sequence[Puzzle], combinations: Sequence[Combination], time_limit: float) -> Generator[Run]:
    """Run each puzzle by each combination. Closing the iterator, or Ctrl-C in it, ends the run under way.

    Args:
        time_limit: seconds for each run.
    """
    for combination in combinations:
        _warm_up(combination)  # here, so that a process that is forked need not
    for puzzle in puzzles:
        for combination in combinations:
            work = partial(run, puzzle, combination, time_limit)
            try:
                yield in_new_process(work, partial(_prepare, combination), time_limit + OVERTIME)
            except TimeoutError:
                total, message = time_limit + OVERTIME, "the run was ended by force"
                yield Run(puzzle.name, combination, "unknown", "limit", total, message=message)
            except ChildProcessError as error:
                yield Run(puzzle.name, combination, "error", "failed", 0.0, message=str(error))


def run(puzzle: Puzzle, combination: Combination, time_limit: float) -> Run:
    """Solve a puzzle in this process."""
    from puzzledsl.answer import Options
    from puzzledsl.elaboration import limits_from
    from puzzledsl.loading import load_model
    from puzzledsl.presentation.report import report
    from puzzledsl.solve import solve_model
    from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, within

    started = time.monotonic()
    answer: dict[str, object] = {}
    maximize = False
    try:
        with within(time_limit):
            model = load_model(
                puzzle.source, settings=puzzle.settings, givens=puzzle.givens, include=puzzle.include,
                limits=limits_from(dict(puzzle.bounds)),
            )  # fmt: skip
            options = Options(encoding=combination.encoding, presolve=combination.presolve, solver=combination.solver)
            found = solve_model(model, options)
        if found.interrupted:  # by Ctrl-C, before the first process was started
            raise KeyboardInterrupt
        status, message = found.status, found.message
        answer = report(found, model)
        maximize = model.objective is not None and model.objective.maximize
    except OutOfTime:
        status, message = "unknown", BEFORE_SOLVER
    except PuzzleError as error:
        first = error.diagnostics[0]
        status, message = ("unsuitable", first.message) if first.code == "search" else ("error", str(error))
    except Exception as error:
        status, message = "error", f"{type(error).__name__}: {error}"[:500]
    total = round(time.monotonic() - started, 6)
    return Run(
        puzzle.name, combination, status, outcome_of(status, total, time_limit), total, answer, maximize, message
    )


@cache
def _warm_up(combination: Combination) -> None:
    """Load all that a run may need."""
    run(TINY, combination, time_limit=60.0)


def _prepare(combination: Combination) -> None:
    _warm_up(combination)
    gc.freeze()  # what was loaded before is not garbage of this run
