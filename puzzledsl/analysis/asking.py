"""How a question is asked: with which solver, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from puzzledsl.answer import Options
from puzzledsl.model import Model
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import record, replace
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import OutOfTime

A = TypeVar("A")


def _unheard(known: Callable[[], object]) -> None:
    """Ignore what would be known."""


@record
class Asking:
    """How a question is asked.

    Attributes:
        options: ``solver`` and ``encoding`` count.
        report: hears how far the work is.
        publish: takes a function that returns what is known of the answer, for a caller that breaks the question off.
    """

    options: Options = Options()
    report: Reporter = SILENT
    publish: Callable[[Callable[[], Any]], object] = _unheard

    def session(self, model: Model) -> SolverSession:
        """The session that answers questions about a model."""
        return SolverSession(model, self.options)


def telling(hear: Callable[[Callable[[], Any]], object]) -> Asking:
    """How a question is asked whose answer so far somebody hears now and then: what returns it."""
    known: list[Callable[[], Any]] = []
    return Asking(report=Reporter(lambda _: hear(known[-1]) if known else None), publish=known.append)


def asked(model: Model, how: Asking, question: Callable[[SolverSession, Asking], A], late: A) -> A:
    """Ask a question.

    Args:
        question: publishes what is known by now, which is the answer where the time limit comes first.
        late: the answer if that happens before anything is known.
    """
    known: list[Callable[[], A]] = [lambda: late]

    def publish(so_far: Callable[[], A]) -> None:
        known.append(so_far)
        how.publish(so_far)

    with suppress(OutOfTime), how.session(model) as session:
        return question(session, replace(how, publish=publish))
    return known[-1]()
