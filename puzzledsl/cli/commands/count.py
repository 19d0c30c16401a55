"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses, style
from puzzledsl.cli.analysis_call import (
    AnalysisCall,
    AnalysisRun,
    analysis_options,
    branches_text,
    exit_status,
    run_analysis,
    seconds_text,
)
from puzzledsl.cli.options import option
from puzzledsl.cli.run import print_json
from puzzledsl.cli.shared_options import first_given, seed_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.estimation import Estimate, SolutionEstimator
    from puzzledsl.analysis.solution_count import Count, SolutionCounter
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@click.command("count", short_help="Count the solutions of a puzzle, or estimate their number.")
@option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions.")
@option("--estimate", is_flag=True, help="Estimate from random samples instead of counting.")
@option(
    "--samples",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of samples for --estimate.",
)
@seed_option("Random seed for --estimate.")
@analysis_options
@solver_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    call: AnalysisCall,
    limit: int | None,
    estimate: bool,
    samples: int,
    seed: int,
) -> int:
    """Count the solutions of a puzzle. The count is exact, or "at least" a number if --limit, --time-limit or Ctrl-C
    stops it.

    FILE is a model; - reads one from standard input. A solution is a filling of the grids: two that differ only in
    variables outside the grids count as one. In a model without a grid all variables count. An objective is ignored.

    The search splits the puzzle into independent parts, counts each part once, and multiplies the counts. So it can
    count far more solutions than it could list. With --solver highs, solutions are found and excluded one by one, which
    suits small numbers.

    --estimate follows random paths through the search tree (Knuth 1975). Its mean is unbiased. In 19 of 20 cases the
    true number is within twice the standard error. Do not trust the estimate if few samples end at a solution.

    \b
    Examples:
      puzzledsl count queens.puz
      puzzledsl count snake.puz --limit 2 --quiet
      puzzledsl count empty.puz --estimate --samples 500 --seed 7
      puzzledsl count empty.puz --time-limit 60

    \b
    Exit status:
      0    counted, or --limit reached, or all samples taken
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached: there are at least as many as printed
      130  interrupted (Ctrl-C); the count so far is printed
    """
    if estimate:
        if limit is not None:
            raise click.UsageError("--limit is for counting; an estimate has --samples")
        if call.encoding is not None or call.solver not in (None, "auto", "search"):
            what = first_given(ctx, ("solver", "encoding"))
            raise click.UsageError(f"--estimate samples the search tree of propagation: leave out {what}")
        return run_estimate(file, call, Sampling(samples, seed))
    if given := first_given(ctx, ("samples", "seed")):
        raise click.UsageError(f"{given} is for --estimate")
    return run_count(file, call, limit)


@dataclass(frozen=True)
class Sampling:
    """An estimate instead of a count."""

    samples: int
    seed: int


def run_count(file: str, call: AnalysisCall, limit: int | None) -> int:
    """Counts, prints, and returns the exit status."""
    from puzzledsl.analysis.solution_count import Count, SolutionCounter

    counters: list[SolutionCounter] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        with call.session(model) as session:
            counter = SolutionCounter(session)
            counters.append(counter)
            counter.run(limit=limit, deadline=deadline, on_progress=_shown(display))

    run = run_analysis(file, call, work, "counting")
    found = counters[0].result() if counters else Count(0, False, 0)
    reached = limit is not None and found.count >= limit

    def as_text() -> str:
        parts = [_count_text(found, _why(run, reached)), branches_text(found.nodes)]
        return _lines(run, call, parts, found.exact)

    if call.invocation.json:
        answer = {"count": found.count, "exact": found.exact, "nodes": found.nodes, "seconds": run.rounded_seconds}
        print_json(answer | ({"interrupted": True} if run.interrupted else {}))
        call.invocation.keep_text(as_text)
    elif call.quiet:
        print(found.count if found.exact else f"at least {found.count}")
    else:
        print(as_text(), flush=True)
    if found.exact and not found.count:
        return exit_status(run, statuses.NONE)
    return exit_status(run, statuses.FOUND if found.exact or reached else statuses.LIMIT)


def run_estimate(file: str, call: AnalysisCall, sampling: Sampling) -> int:
    """Estimates, prints, and returns the exit status."""
    from puzzledsl.analysis.estimation import Estimate, SolutionEstimator

    estimators: list[SolutionEstimator] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def on_progress(found: Estimate) -> None:
            display.stage = f"sampling: about {_rounded(found.mean)}, {found.samples:,} of {sampling.samples:,} samples"

        with call.session(model) as session:
            estimator = SolutionEstimator(session, sampling.seed)
            estimators.append(estimator)
            estimator.run(sampling.samples, deadline, on_progress)

    run = run_analysis(file, call, work, "sampling")
    found = estimators[0].result() if estimators else Estimate(Decimal(0), None, 0, 0)

    def as_text() -> str:
        return _lines(run, call, _estimate_parts(found), found.proven_none)

    if call.invocation.json:
        answer = {
            "estimate": _number(found.mean) if found.samples or found.proven_none else None,
            "standard_error": None if found.error is None else _number(found.error),
            "samples": found.samples,
            "reached": found.reached,
            "seed": sampling.seed,
            "seconds": run.rounded_seconds,
        }
        print_json(answer | ({"interrupted": True} if run.interrupted else {}))
        call.invocation.keep_text(as_text)
    elif call.quiet:
        print(_rounded(found.mean), "?" if found.error is None else _rounded(found.error))
    else:
        print(as_text(), flush=True)
    if found.proven_none:
        return exit_status(run, statuses.NONE)
    return exit_status(run, statuses.FOUND if found.samples >= sampling.samples else statuses.LIMIT)


def _shown(display: Display) -> Callable[[int, int], None]:
    def on_progress(found: int, nodes: int) -> None:
        if not nodes & 63:
            display.stage = f"counting: {found:,} so far, {branches_text(nodes)}"

    return on_progress


def _why(run: AnalysisRun, reached: bool) -> str:
    if run.interrupted:
        return "interrupted"
    return "--limit reached" if reached else "the time limit came first"


def _count_text(found: Count, why: str) -> str:
    if found.exact and not found.count:
        return "no solution"
    noun = "solution" if found.count == 1 else "solutions"
    if found.exact:
        return f"{'exactly ' if found.count == 1 else ''}{found.count:,} {noun}"
    if not found.count:
        return f"no solution found so far ({why})"
    return f"at least {found.count:,} {noun} ({why})"


def _estimate_parts(found: Estimate) -> list[str]:
    if found.proven_none:
        return ["no solution, by propagation alone"]
    if not found.samples:
        return ["no estimate: the limit came before the first sample"]
    parts = [f"about {_rounded(found.mean)} solutions"]
    if not found.reached:
        parts = ["no estimate: no sample reached a solution, which does not mean that there is none"]
    elif found.error is not None:
        share = f" ({found.error / found.mean:.1%})" if found.mean else ""
        parts.append(f"standard error {_rounded(found.error)}{share}")
    return [*parts, f"{found.samples:,} samples, {found.reached:,} with a solution"]


def _rounded(number: Decimal) -> str:
    if number < 10_000:
        return f"{number:.4g}"
    return f"{number:,.0f}" if number < 10**9 else f"{number:.3e}"


def _number(number: Decimal) -> int | float:
    """As JSON can hold it, however large."""
    return float(number) if number < 10**15 else int(number)


def _lines(run: AnalysisRun, call: AnalysisCall, parts: list[str], certain: bool) -> str:
    from puzzledsl.presentation.terminal import can_draw

    color = style.wants_color(call.invocation.color, sys.stdout)
    first = style.good(parts[0], color) if certain else style.uncertain(parts[0], color)
    title = [style.strong(run.model.title, color)] if run.model is not None and run.model.title else []
    between = " · " if can_draw(sys.stdout.encoding) else " | "
    return "\n".join([*title, between.join([first, *parts[1:], seconds_text(run.seconds["total"])])])
