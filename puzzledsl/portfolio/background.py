"""HiGHS at work in its own process, while search goes on in this one."""

from __future__ import annotations

from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.answer import Answer
    from puzzledsl.highs.supervisor import Supervisor


class Background:
    """One model that HiGHS solves in the background. Call `answer` to wait for it, or `cancel`.

    If HiGHS fails, or `cancel` stops it, only `answer` raises the `PuzzleError`, so that a search can go on alone. Any
    other error is a bug: the next method or property that is used raises it, and after `cancel` `threading.excepthook`
    prints it.

    Cancelling the call that started it stops it, too. Its thread must not propagate: an engine is for one thread only.
    """

    def __init__(self, supervisor: Supervisor, work: Callable[[], Answer]) -> None:
        """Start at once. ``work`` uses the supervisor, and nothing else that is in use meanwhile."""
        self._supervisor = supervisor
        self._work = work
        self._answer: Answer | None = None
        self._failure: PuzzleError | None = None
        self._bug: Exception | None = None
        self._cancelled = False
        self._thread = Thread(target=copy_context().run, args=(self._run,), daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._work()
        except PuzzleError as error:
            self._failure = error
        except Exception as error:
            if self._cancelled:
                raise
            self._bug = error

    @property
    def finished(self) -> bool:
        """Whether there is an answer, or HiGHS has failed."""
        if self._bug is not None:
            raise self._bug
        return not self._thread.is_alive()

    @property
    def decided(self) -> bool:
        """Return whether it has found a solution (with an objective, a best one), or a proof that there is none."""
        return self.finished and self._answer is not None and self._answer.status not in ("unknown", "feasible")

    def answer(self) -> Answer:
        """Waits for the answer.

        Raises:
            PuzzleError: HiGHS failed or was stopped, or the verifier has rejected its answer.
        """
        self._thread.join()
        for error in (self._bug, self._failure):
            if error is not None:
                raise error
        assert self._answer is not None
        return self._answer

    def cancel(self) -> None:
        """End it and the supervisor. Does nothing when it has finished."""
        self._cancelled = True
        if self._thread.is_alive():
            self._supervisor.abandon()
