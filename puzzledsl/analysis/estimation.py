"""An estimate of the number of solutions, with its error, for puzzles that have too many to count."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer
from puzzledsl.listing import counted
from puzzledsl.records import record
from puzzledsl.search.sampling import sample

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.session import SolverSession


@record
class Estimate(Answer):
    """About how many solutions there are.

    Attributes:
        mean: of the samples, each of which has the true number as its expectation.
        error: the standard error of the mean: the true number lies within twice as much about 95 times in 100, if
            there are many samples and most reach a solution. ``None`` with less than two samples.
        samples: random paths taken.
        reached: those that ended at a solution.
        proven_none: propagation alone refutes the model.
    """

    model: Model
    mean: Decimal = Decimal(0)
    error: Decimal | None = None
    samples: int = 0
    reached: int = 0
    proven_none: bool = False
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Estimate {self.status}: {self.mean:.3g}>"

    @property
    def status(self) -> str:
        """``none``, ``estimated``, or ``unknown``: no sample ended at a solution, which says nothing."""
        return "none" if self.proven_none else "estimated" if self.reached else "unknown"

    def _open(self) -> str:
        return f"{counted(self.samples, 'sample')} ended at no solution" if self.samples else super()._open()

    def as_json(self) -> dict[str, object]:
        """The numbers as floats."""
        error = None if self.error is None else float(self.error)
        return {"status": self.status, "mean": float(self.mean), "error": error, "samples": self.samples}

    def summary(self, screen: Screen) -> list[str]:
        """The numbers in words."""
        if self.status == "unknown":
            return [f"{screen.status(self.status)}: {self._open()}"]
        error = "" if self.error is None else f" ± {self.error:.3g}"
        return [screen.status(self.status), f"about {self.mean:.3g}{error}", counted(self.samples, "sample")]


def estimate_in(
    session: SolverSession,
    how: Asking = Asking(),  # noqa: B008 - frozen
    samples: int = 1000,
    seed: int | None = None,
) -> Estimate:
    """Estimate the number of solutions of the model of a session.

    Args:
        samples: the number of random paths down the search tree; there are fewer if the time limit comes first.
        seed: makes the answer repeatable.

    Raises:
        PuzzleError: the model has variables that cannot be branched on.
    """
    random, numbers = Random(seed), list[int]()

    def result() -> Estimate:
        n, total = len(numbers), sum(numbers)
        if not n:
            return Estimate(session.model)
        error = None
        if n > 1:  # the squares of whole numbers, so that nothing is lost before the root is taken
            squares = sum(number * number for number in numbers)
            error = (Decimal(n * squares - total**2) / Decimal(n * n * (n - 1))).sqrt()
        return Estimate(session.model, Decimal(total) / n, error, n, n - numbers.count(0))

    how.publish(result)
    root = session.root()
    if root is None:
        return result()
    if root.contradiction is not None:
        return Estimate(session.model, error=Decimal(0), proven_none=True)
    if not session.plain:
        raise failure(
            "the number of solutions cannot be estimated: the model has real variables",
            helps=("`model.count(limit=…)` counts some of them and gives a lower bound",),
            code="estimate",
        )
    sources = range(session.flat.sources)
    with session.narrowed(root):
        for _ in range(samples):
            number = sample(root.engine, session.shown, sources, session.accepts, random)
            if number < 0:
                break
            numbers.append(number)
            how.report.say(f"{len(numbers):,} of {samples:,} samples")
    return result()


def estimate(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    samples: int = 1000,
    seed: int | None = None,
) -> Estimate:
    """Estimate the number of solutions from so many random paths."""
    check_numbers(1, samples=samples)
    return asked(model, how, partial(estimate_in, samples=samples, seed=seed), Estimate(model))
