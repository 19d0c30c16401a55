"""What ``puzzledsl count`` does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from puzzledsl.analysis.estimation import Estimate, SolutionEstimator
from puzzledsl.analysis.solution_count import Count, SolutionCounter
from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asked, Asking, ask, branches_text, exit_status, seconds_text
from puzzledsl.cli.run import print_json

if TYPE_CHECKING:
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@dataclass(frozen=True)
class Sampling:
    """An estimate instead of a count."""

    samples: int
    seed: int


def run_count(file: str, call: Asking, limit: int | None) -> int:
    """Counts, prints, and returns the exit status."""
    from puzzledsl.session import SolverSession

    counters: list[SolutionCounter] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        with SolverSession(model) as session:
            counter = SolutionCounter(session)
            counters.append(counter)
            counter.run(limit=limit, deadline=deadline, on_progress=_shown(display))

    asked = ask(file, call, work, "counting")
    found = counters[0].result() if counters else Count(0, False, 0)
    reached = limit is not None and found.count >= limit
    if call.invocation.json:
        answer = {"count": found.count, "exact": found.exact, "nodes": found.nodes, "seconds": asked.rounded_seconds}
        print_json(answer | ({"interrupted": True} if asked.interrupted else {}))
    elif call.quiet:
        print(found.count if found.exact else f"at least {found.count}")
    else:
        parts = [_count_text(found, _why(asked, reached)), branches_text(found.nodes)]
        _print_line(asked, call, parts, found.exact)
    if found.exact and not found.count:
        return exit_status(asked, statuses.NONE)
    return exit_status(asked, statuses.FOUND if found.exact or reached else statuses.LIMIT)


def run_estimate(file: str, call: Asking, sampling: Sampling) -> int:
    """Estimates, prints, and returns the exit status."""
    from puzzledsl.session import SolverSession

    estimators: list[SolutionEstimator] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def on_progress(found: Estimate) -> None:
            display.stage = f"sampling: about {_rounded(found.mean)}, {found.samples:,} of {sampling.samples:,} samples"

        with SolverSession(model) as session:
            estimator = SolutionEstimator(session, sampling.seed)
            estimators.append(estimator)
            estimator.run(sampling.samples, deadline, on_progress)

    asked = ask(file, call, work, "sampling")
    found = estimators[0].result() if estimators else Estimate(Decimal(0), None, 0, 0)
    if call.invocation.json:
        answer = {
            "estimate": _number(found.mean) if found.samples or found.proven_none else None,
            "standard_error": None if found.error is None else _number(found.error),
            "samples": found.samples,
            "reached": found.reached,
            "seed": sampling.seed,
            "seconds": asked.rounded_seconds,
        }
        print_json(answer | ({"interrupted": True} if asked.interrupted else {}))
    elif call.quiet:
        print(_rounded(found.mean), "?" if found.error is None else _rounded(found.error))
    else:
        _print_line(asked, call, _estimate_parts(found), found.proven_none)
    if found.proven_none:
        return exit_status(asked, statuses.NONE)
    return exit_status(asked, statuses.FOUND if found.samples >= sampling.samples else statuses.LIMIT)


def _shown(display: Display) -> Callable[[int, int], None]:
    def on_progress(found: int, nodes: int) -> None:
        if not nodes & 63:
            display.stage = f"counting: {found:,} so far, {branches_text(nodes)}"

    return on_progress


def _why(asked: Asked, reached: bool) -> str:
    if asked.interrupted:
        return "interrupted"
    return "as many as were asked for" if reached else "the time limit came first"


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


def _print_line(asked: Asked, call: Asking, parts: list[str], certain: bool) -> None:
    from puzzledsl.presentation.terminal import can_draw

    color = style.wants_color(call.invocation.color, sys.stdout)
    first = style.good(parts[0], color) if certain else style.uncertain(parts[0], color)
    if asked.model is not None and asked.model.title:
        print(style.strong(asked.model.title, color))
    between = " · " if can_draw(sys.stdout.encoding) else " | "
    print(between.join([first, *parts[1:], seconds_text(asked.seconds["total"])]), flush=True)
