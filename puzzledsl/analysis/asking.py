"""How a question is asked: with which solver, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from puzzledsl.answer import Options
from puzzledsl.model import Model
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import record
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import OutOfTime

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")


class Question(Protocol[A_co]):
    """A question that keeps what it has found, so that this survives a broken-off run."""

    def run(self, report: Reporter) -> A_co:
        """Find the answer."""

    def result(self) -> A_co:
        """What is known by now."""


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


def asked(model: Model, how: Asking, question: Callable[[SolverSession], Question[A]]) -> A:
    """Ask a question.

    Raises:
        OutOfTime: the time limit came before it could be asked.
    """
    with how.session(model) as session:
        begun = question(session)
        how.publish(begun.result)
        with suppress(OutOfTime):
            return begun.run(how.report)
        return begun.result()
