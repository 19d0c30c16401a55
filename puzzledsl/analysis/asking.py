"""The options of an analysis, and the functions that receive its progress and its answer so far."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from puzzledsl.answer import Options
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import record, replace
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime

A = TypeVar("A")


def _unheard(known: Callable[[], object]) -> None:
    """Ignore the answer so far."""


@record
class Asking:
    """How an analysis is run.

    Attributes:
        options: only ``solver`` and ``encoding`` have an effect.
        report: receives the progress.
        publish: receives a function that returns the answer so far, for a caller that breaks off the analysis.
        read: reads a changed text of the model as the model was read.
    """

    options: Options = Options()
    report: Reporter = SILENT
    publish: Callable[[Callable[[], Any]], object] = _unheard
    read: Callable[[Source], Model] = load_model

    def session(self, model: Model) -> SolverSession:
        """The session that answers questions about a model."""
        return SolverSession(model, self.options)


def telling(hear: Callable[[Callable[[], Any]], object]) -> Asking:
    """Run an analysis such that a function receives its answer so far, now and then.

    Args:
        hear: called with a function that returns this answer, so that it is made only if it is needed.
    """
    known: list[Callable[[], Any]] = []
    return Asking(report=Reporter(lambda _: hear(known[-1]) if known else None), publish=known.append)


def asked(model: Model, how: Asking, question: Callable[[SolverSession, Asking], A], late: A) -> A:
    """Run an analysis in a new session, and return its answer.

    Args:
        question: the analysis. At the time limit, the answer is the last one that it has published.
        late: the answer at the time limit if nothing has been published.
    """
    known: list[Callable[[], A]] = [lambda: late]

    def publish(so_far: Callable[[], A]) -> None:
        known.append(so_far)
        how.publish(so_far)

    with suppress(OutOfTime), how.session(model) as session:
        return question(session, replace(how, publish=publish))
    return known[-1]()
