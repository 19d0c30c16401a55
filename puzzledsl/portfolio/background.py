"""HiGHS at work in its own process, while search goes on in this one."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.answer import Answer
    from puzzledsl.highs.supervisor import Supervisor


class Background:
    """One model that HiGHS works on in the background. Whoever does not wait for it has to call `cancel`."""

    def __init__(self, supervisor: Supervisor, work: Callable[[], Answer]) -> None:
        """Starts at once; ``work`` asks the supervisor, and nothing that others use meanwhile."""
        self._supervisor = supervisor
        self._work = work
        self._answer: Answer | None = None
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._work()
        except BaseException as error:
            self._error = error

    @property
    def finished(self) -> bool:
        """Whether there is an answer, or an error."""
        return not self._thread.is_alive()

    @property
    def decided(self) -> bool:
        """Whether it has found a solution, or that there is none."""
        return self.finished and self._answer is not None and self._answer.status != "unknown"

    def answer(self) -> Answer:
        """Waits for the answer.

        Raises:
            PuzzleError: HiGHS failed, or the verifier has rejected its answer.
        """
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def cancel(self) -> None:
        """End it and the supervisor. Does nothing when it has finished."""
        if not self.finished:
            self._supervisor.abandon()
