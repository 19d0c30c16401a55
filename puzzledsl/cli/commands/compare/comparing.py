"""What ``puzzledsl compare`` does: measure, or take what was measured; print, draw, and say what does not agree."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.files import open_source
from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.comparison.combinations import Combination, combinations
from puzzledsl.comparison.measuring import Plan, measure
from puzzledsl.comparison.runs import Rejected, Run
from puzzledsl.comparison.saved import Comparison, as_json, from_json
from puzzledsl.diagnostics import Diagnostic, PuzzleError

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster

DISAGREE = 1
"""Exit status when answers to the same puzzle cannot all be true."""


@dataclass(frozen=True)
class CompareCall:
    """The options of one call: the parameters of the command."""

    files: Sequence[str]
    options: ModelOptions
    encodings: Sequence[str]
    solvers: Sequence[str]
    strengths: Sequence[str]
    rounds: int
    time_limit: float
    jobs: int
    cluster: Cluster | None
    sample: int | None
    column: int
    highs: Sequence[tuple[str, str]]
    details: bool
    plot: str | None
    scale: str
    saved: str | None


def compare(call: CompareCall, invocation: Invocation) -> int:
    """Compares. Returns the exit status.

    Raises:
        PuzzleError: the call is wrong: a missing file, or a plot that cannot be drawn.
    """
    if call.plot is not None:
        from puzzledsl.presentation.violin import check

        check(call.plot)  # before an hour of measuring
    if call.saved is not None:
        done = from_json(open_source(call.saved).text, call.saved)
    else:
        done = _measured(call, invocation)
    _print(done, call, invocation)
    status = _status(done)
    if call.plot is not None:
        try:
            _draw(done, call.plot, call.scale)
        except PuzzleError as error:  # after the figures, which must not be lost with it
            print(invocation.errors.painted(str(error)), file=sys.stderr)
            return max(status, statuses.WRONG)
    return status


def _measured(call: CompareCall, invocation: Invocation) -> Comparison:
    from puzzledsl.answer import Options
    from puzzledsl.cli.commands.compare.puzzle_sets import puzzles_of, sample
    from puzzledsl.cli.rate_display import RateDisplay
    from puzzledsl.highs.option_check import check_highs_options
    from puzzledsl.portfolio.by_highs import check_solver

    highs = dict(call.highs)
    check_highs_options(highs)
    for solver in call.solvers:
        check_solver(Options(solver=solver))
    puzzles = sample(puzzles_of(call.files, call.options, call.column), call.sample)
    ways = combinations(call.encodings, call.solvers, call.strengths)
    plan = Plan(puzzles, ways, call.time_limit, call.rounds, call.jobs, highs, call.cluster)
    runs: list[Run] = []
    rejected: list[Rejected] = []
    interrupted = False
    display = RateDisplay(not invocation.quiet, invocation.color, plan.runs)
    try:
        with display, closing(measure(plan, invocation.warn_once)) as measuring:
            for found in measuring:
                if isinstance(found, Rejected):
                    rejected.append(found)
                    so_far = sum(run.puzzle == found.puzzle for run in runs)
                    display.count += len(ways) * call.rounds - so_far
                else:
                    runs.append(found)
                    display.count += 1
    except KeyboardInterrupt:
        interrupted = True
    # With several processes runs come in as they end: shown is the order that was asked for.
    places = {way: place for place, way in enumerate(ways)}
    runs.sort(key=lambda run: (run.number, places[run.combination]))
    return Comparison(
        ways, tuple(puzzle.name for puzzle in puzzles), tuple(runs), tuple(rejected),
        call.time_limit, call.rounds, call.jobs, interrupted, _machine(),
    )  # fmt: skip


def _print(done: Comparison, call: CompareCall, invocation: Invocation) -> None:
    if invocation.json:
        print_json(as_json(done))
        sys.stdout.flush()
        return
    from puzzledsl.cli.commands.compare.comparison_tables import print_comparison

    for one in done.rejected:
        invocation.complain([_rejection(one)])
    if done.runs:
        print_comparison(done, invocation, details=call.details)
    elif done.interrupted:
        print("interrupted before the first run came to its end", file=sys.stderr)
    sys.stdout.flush()
    clashes = [
        Diagnostic(
            f"the combinations disagree about {name}: {found.message}",
            helps=("this is a bug in puzzledsl or in a solver, not in your model; please report it with the model",),
            code="disagreement",
        )
        for name, found in done.verdicts().items()
        if found.kind == "disagree"
    ]
    if clashes:
        invocation.complain(clashes)


class _Written(Diagnostic):
    """A message that comes from another process as a text."""

    __slots__ = ()

    def render(self, kind: str = "error") -> str:  # noqa: ARG002
        """The text as it came."""
        return self.message


def _rejection(one: Rejected) -> Diagnostic:
    return _Written(f"{one.error}\n  {one.puzzle} is left out")


def _status(done: Comparison) -> int:
    if done.interrupted:
        return statuses.INTERRUPTED
    if any(found.kind == "disagree" for found in done.verdicts().values()):
        return DISAGREE
    wrong = done.rejected or any(run.status == "error" for run in done.runs)
    return statuses.WRONG if wrong else statuses.FOUND


def _draw(done: Comparison, place: str, scale: str) -> None:
    from puzzledsl.cli.files import write_file
    from puzzledsl.presentation.violin import Point, Violin, plot

    violins = [
        Violin(
            one.combination.words,
            _color(one.combination),
            tuple(
                Point(s.time.seconds, s.outcome == "limit", s.by == "presolve")
                for s in one.scores
                if s.outcome != "failed"
            ),
            failed=one.failed,
        )
        for one in done.figures()
        if one.scores
    ]
    write_file(place, plot(violins, place, done.time_limit, logarithmic=scale == "log"))


def _color(combination: Combination) -> int:
    """The same colour for the same solver and encoding in every plot."""
    usual = [("binary", "highs"), ("integer", "highs"), ("", "search"), ("binary", "auto"), ("integer", "auto")]
    pair = (combination.encoding, combination.solver)
    return usual.index(pair) if pair in usual else len(usual)


def _machine() -> str:
    """Where it was measured: versions and hardware, as far as they matter to times."""
    import os
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from puzzledsl import __version__

    try:
        highs = f"HiGHS {version('highspy')}"
    except PackageNotFoundError:
        highs = "no HiGHS"
    parts = [f"puzzledsl {__version__}", highs, f"Python {platform.python_version()}", platform.system()]
    return ", ".join([*parts, platform.machine(), f"{os.cpu_count()} processors"])
