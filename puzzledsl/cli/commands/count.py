"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.counting import CountingAnalysis
from puzzledsl.cli.options import flag, number_option
from puzzledsl.cli.shared_options import first_given, seed_option, solver_options
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from decimal import Decimal

    from puzzledsl.analysis.estimation import Estimate
    from puzzledsl.analysis.solution_count import Count
    from puzzledsl.cli.invocation import Invocation


@analysis_command(
    "count",
    "Count the solutions of a puzzle, or estimate their number.",
    number_option("--limit", note="Stop after N solutions."),
    flag("--estimate", note="Estimate from random samples instead of counting."),
    number_option("--samples", default=1000, note="Number of samples for --estimate."),
    seed_option("Random seed for --estimate."),
    solver_options,
)
def command(invocation: Invocation, *, limit: int | None, estimate: bool, samples: int, seed: int, **given: Any) -> int:
    """Count the solutions of a puzzle. The count is exact, or "at least" a number if --limit, --time-limit or Ctrl-C
    stops it. A solution is a filling of the grids; an objective is ignored. Independent parts of the puzzle are
    counted once, so the command can count far more solutions than it could list. --estimate follows random paths
    through the search tree (Knuth 1975) and prints the mean and its standard error.

    \b
    Examples:
      puzzledsl count snake.puz --limit 2 --quiet
      puzzledsl count empty.puz --estimate --samples 500 --seed 7

    \b
    Exit status:
      0    counted, or --limit reached, or all samples taken
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached: there are at least as many as printed
      130  interrupted (Ctrl-C); the count so far is printed
    """
    if not estimate:
        if given_name := first_given("samples", "seed"):
            raise click.UsageError(f"{given_name} is for --estimate")
        return Counting(invocation, limit=limit, **given).run()
    if limit is not None:
        raise click.UsageError("--limit is for counting; an estimate has --samples")
    if given["encoding"] is not None or given["solver"] not in (None, "auto", "search"):
        what = first_given("solver", "encoding")
        raise click.UsageError(f"--estimate samples the search tree of propagation: leave out {what}")
    return Estimating(invocation, samples=samples, seed=seed, **given).run()


class Counting(CountingAnalysis):
    """One call of ``puzzledsl count``."""

    stage = "counting"
    nothing = {"count": 0, "exact": False, "nodes": 0}  # noqa: RUF012

    def ask(self) -> Count:
        """Count."""
        from puzzledsl.analysis.solution_count import SolutionCounter

        def on_progress(found: int, nodes: int) -> None:
            self.display.count = nodes
            if not nodes & 63:
                self.display.stage = f"counting: {found:,} so far"

        return self.asked(
            SolutionCounter,
            lambda counter: counter.run(limit=self.limit, deadline=self.deadline, on_progress=on_progress),
        )

    def json(self, found: Count) -> dict[str, object]:
        """The count, and whether it is exact."""
        return asdict(found)

    def lines(self, found: Count) -> list[str]:
        """The bare number, of a quiet call."""
        return [f"{'' if found.exact else 'at least '}{found.count}"] if self.quiet else []

    def parts(self, found: Count) -> list[str]:
        """The count in words."""
        text = counted(found.count, "solution")
        return self.sentence(found, f"{'exactly ' * (found.count == 1)}{text}", f"at least {text}")


class Estimating(Analysis["Estimate"]):
    """One call of ``puzzledsl count --estimate``."""

    stage = "sampling"
    nothing = {"estimate": None, "standard_error": None, "samples": 0, "reached": 0}  # noqa: RUF012
    samples: int
    seed: int

    def ask(self) -> Estimate:
        """Take the samples."""
        from puzzledsl.analysis.estimation import SolutionEstimator

        def on_progress(found: Estimate) -> None:
            self.display.stage = (
                f"sampling: about {_rounded(found.mean)}, {found.samples:,} of {self.samples:,} samples"
            )

        return self.asked(
            lambda session: SolutionEstimator(session, self.seed),
            lambda estimator: estimator.run(self.samples, self.deadline, on_progress),
        )

    def json(self, found: Estimate) -> dict[str, object]:
        """Mean, standard error and samples."""
        return {
            "estimate": _number(found.mean) if found.samples or found.proven_none else None,
            "standard_error": None if found.error is None else _number(found.error),
            "samples": found.samples,
            "reached": found.reached,
            "seed": self.seed,
        }

    def lines(self, found: Estimate) -> list[str]:
        """The bare numbers, of a quiet call."""
        return [f"{_rounded(found.mean)} {'?' if found.error is None else _rounded(found.error)}"] if self.quiet else []

    def parts(self, found: Estimate) -> list[str]:
        """The estimate in words."""
        if found.proven_none:
            return [self.screen.good("no solution, by propagation alone")]
        if not found.samples:
            return [self.screen.uncertain("no estimate: the limit came before the first sample")]
        text, error = f"about {_rounded(found.mean)} solutions", []
        if not found.reached:
            text = "no estimate: no sample reached a solution, which does not mean that there is none"
        elif found.error is not None:
            share = f" ({found.error / found.mean:.1%})" if found.mean else ""
            error = [f"standard error {_rounded(found.error)}{share}"]
        return [self.screen.uncertain(text), *error, f"{found.samples:,} samples, {found.reached:,} with a solution"]

    def exit_status(self, found: Estimate) -> int:
        """Found if all samples were taken."""
        if found.proven_none:
            return statuses.NONE
        return statuses.FOUND if found.samples >= self.samples else statuses.LIMIT


def _rounded(number: Decimal) -> str:
    if number < 10_000:
        return f"{number:.4g}"
    return f"{number:,.0f}" if number < 10**9 else f"{number:.3e}"


def _number(number: Decimal) -> int | float:
    """As JSON can hold it, however large."""
    return float(number) if number < 10**15 else int(number)
