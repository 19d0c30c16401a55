"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, AnalysisRun, analysis_options, branches_text, run_question
from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import first_given, seed_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.estimation import Estimate, SolutionEstimator
    from puzzledsl.analysis.solution_count import Count, SolutionCounter
    from puzzledsl.cli.progress import Display


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
def command(
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
            what = first_given("solver", "encoding")
            raise click.UsageError(f"--estimate samples the search tree of propagation: leave out {what}")
        return _estimate(file, call, samples, seed)
    if given := first_given("samples", "seed"):
        raise click.UsageError(f"{given} is for --estimate")
    return _count(file, call, limit)


def _count(file: str, call: AnalysisCall, limit: int | None) -> int:
    from puzzledsl.analysis.solution_count import Count, SolutionCounter

    def ask(counter: SolutionCounter, deadline: float | None, display: Display) -> None:
        def on_progress(found: int, nodes: int) -> None:
            if not nodes & 63:
                display.stage = f"counting: {found:,} so far, {branches_text(nodes)}"

        counter.run(limit=limit, deadline=deadline, on_progress=on_progress)

    run, asked = run_question(file, call, SolutionCounter, ask, "counting")
    found = asked[0].result() if asked else Count(0, False, 0)
    reached = limit is not None and found.count >= limit

    def as_json() -> dict[str, object]:
        return {"count": found.count, "exact": found.exact, "nodes": found.nodes} | run.closing_json()

    def as_text() -> str:
        if run.quiet:
            return f"{found.count}" if found.exact else f"at least {found.count}"
        why = "--limit reached" if reached and not run.interrupted else run.why
        return _lines(run, [_count_text(found, why), branches_text(found.nodes)], found.exact)

    call.invocation.print_answer(as_json, as_text)
    if found.exact and not found.count:
        return run.exit_status(statuses.NONE)
    return run.exit_status(statuses.FOUND if found.exact or reached else statuses.LIMIT)


def _estimate(file: str, call: AnalysisCall, samples: int, seed: int) -> int:
    from puzzledsl.analysis.estimation import Estimate, SolutionEstimator

    def ask(estimator: SolutionEstimator, deadline: float | None, display: Display) -> None:
        def on_progress(found: Estimate) -> None:
            display.stage = f"sampling: about {_rounded(found.mean)}, {found.samples:,} of {samples:,} samples"

        estimator.run(samples, deadline, on_progress)

    run, asked = run_question(file, call, lambda session: SolutionEstimator(session, seed), ask, "sampling")
    found = asked[0].result() if asked else Estimate(Decimal(0), None, 0, 0)

    def as_json() -> dict[str, object]:
        return {
            "estimate": _number(found.mean) if found.samples or found.proven_none else None,
            "standard_error": None if found.error is None else _number(found.error),
            "samples": found.samples,
            "reached": found.reached,
            "seed": seed,
        } | run.closing_json()

    def as_text() -> str:
        if run.quiet:
            return f"{_rounded(found.mean)} {'?' if found.error is None else _rounded(found.error)}"
        return _lines(run, _estimate_parts(found), found.proven_none)

    call.invocation.print_answer(as_json, as_text)
    if found.proven_none:
        return run.exit_status(statuses.NONE)
    return run.exit_status(statuses.FOUND if found.samples >= samples else statuses.LIMIT)


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


def _lines(run: AnalysisRun, parts: list[str], certain: bool) -> str:
    first = run.screen.good(parts[0]) if certain else run.screen.uncertain(parts[0])
    return "\n".join([*run.title(), run.status_line(first, *parts[1:])])
