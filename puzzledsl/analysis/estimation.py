"""An estimate of the number of solutions, with its error, for puzzles that have too many to count."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer
from puzzledsl.listing import counted
from puzzledsl.progress import SILENT, Reporter
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

    mean: Decimal
    error: Decimal | None
    samples: int
    reached: int
    proven_none: bool = False
    model: Model | None = None
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Estimate {self.status}: {self.mean:.3g}>"

    @property
    def status(self) -> str:
        """``none``, ``estimated``, or ``unknown``: without a sample."""
        return "none" if self.proven_none else "estimated" if self.samples else "unknown"

    def as_json(self) -> dict[str, object]:
        """The numbers as floats."""
        error = None if self.error is None else float(self.error)
        return {"status": self.status, "mean": float(self.mean), "error": error, "samples": self.samples}

    def summary(self, screen: Screen) -> list[str]:
        """The numbers in words."""
        error = "" if self.error is None else f" ± {self.error:.3g}"
        return [screen.status(self.status), f"about {self.mean:.3g}{error}", counted(self.samples, "sample")]


class SolutionEstimator:
    """The question of one model, kept such that what is known survives a broken-off `run`."""

    def __init__(self, session: SolverSession, samples: int, seed: int | None = None) -> None:
        self._session = session
        self._asked = samples
        self._random = Random(seed)
        self._sum = 0
        self._squares = 0
        self._samples = 0
        self._reached = 0
        self._none = False

    def run(self, report: Reporter = SILENT) -> Estimate:
        """Takes so many samples, fewer if the time limit comes first.

        Raises:
            PuzzleError: the model has variables that cannot be branched on.
        """
        root = self._session.root()
        if root is None:
            return self.result()
        if root.contradiction is not None:
            self._none = True
            return self.result()
        sources = range(self._session.flat.sources)
        if not self._session.plain:
            raise failure(
                "the number of solutions cannot be estimated: the model has real variables",
                helps=("`puzzledsl count` without `--estimate` counts them one by one",),
                code="estimate",
            )
        with self._session.narrowed(root):
            for _ in range(self._asked):
                number = sample(root.engine, self._session.shown, sources, self._session.accepts, self._random)
                if number < 0:
                    break
                self._sum += number
                self._squares += number * number
                self._samples += 1
                self._reached += number > 0
                report.say(f"{self._samples:,} of {self._asked:,} samples")
        return self.result()

    def result(self) -> Estimate:
        """What is known by now."""
        n, model = self._samples, self._session.model
        if not n:
            return Estimate(Decimal(0), Decimal(0) if self._none else None, 0, 0, self._none, model)
        error = None
        if n > 1:  # the squares of whole numbers, so that nothing is lost before the root is taken
            error = (Decimal(n * self._squares - self._sum**2) / Decimal(n * n * (n - 1))).sqrt()
        return Estimate(Decimal(self._sum) / n, error, n, self._reached, model=model)


def estimate(model: Model, how: Asking, samples: int, seed: int | None) -> Estimate:
    """Estimate the number of solutions from so many random paths."""
    return asked(model, how, lambda session: SolutionEstimator(session, samples, seed))
