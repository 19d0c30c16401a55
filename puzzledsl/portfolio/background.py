"""HiGHS at work in its own process, while search goes on in this one."""

from __future__ import annotations

from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, Self

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.time_limit import CancellationToken, ended_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.answer import Answer
    from puzzledsl.highs.supervisor import Supervisor


class Background:
    """One model that HiGHS solves in the background. Call `answer` to wait for it, or `cancel`; a ``with`` cancels it
    at its end.

    If HiGHS fails, or `cancel` stops it, only `answer` raises the `PuzzleError`, so that a search can go on alone. Any
    other error is a bug: the next method or property that is used raises it, and after `cancel` `threading.excepthook`
    prints it.

    Cancelling the call that started it stops it, too. Its thread must not propagate: an engine is for one thread only.
    """

    def __init__(self, supervisor: Supervisor, work: Callable[[], Answer]) -> None:
        """Start at once. ``work`` uses the supervisor, and nothing else that is in use meanwhile."""
        self._supervisor = supervisor
        self._work = work
        self._found: Future[Answer] = Future()
        self._token = CancellationToken()
        self._thread = Thread(target=copy_context().run, args=(self._run,), daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cancel()

    def _run(self) -> None:
        try:
            with ended_by(self._token):
                self._found.set_result(self._work())
        except Exception as error:
            self._found.set_exception(error)
            if self._token.cancelled and not isinstance(error, PuzzleError):
                raise

    @property
    def decided(self) -> bool:
        """Return whether it has found a solution (with an objective, a best one), or a proof that there is none."""
        if not self._found.done():
            return False
        error = self._found.exception()
        if error is None:
            return self._found.result().status not in ("unknown", "feasible")
        if isinstance(error, PuzzleError):
            return False
        raise error

    def answer(self) -> Answer:
        """Waits for the answer.

        Raises:
            PuzzleError: HiGHS failed or was stopped, or the verifier has rejected its answer.
        """
        return self._found.result()

    def cancel(self) -> None:
        """End it and the supervisor. Does nothing when it has finished."""
        self._token.cancel()
        if not self._found.done():
            self._supervisor.abandon()
