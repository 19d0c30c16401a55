"""The parent's side of the process that runs HiGHS: start it early, ask, watch the clock, clean up.

HiGHS is not work for `puzzledsl.portfolio.local_executor`: it sends progress and solutions while it is at work, its
process runs one script and loads nothing of this package, and another thread may end it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from puzzledsl.closing import Closing
from puzzledsl.diagnostics import failure
from puzzledsl.highs import worker
from puzzledsl.highs.integer_program import Impossible, Program, program
from puzzledsl.highs.request import refused, request_for, unavailable
from puzzledsl.highs.result import RawResult, Record, rounded
from puzzledsl.highs.solve_options import SolveOptions
from puzzledsl.progress import Progress
from puzzledsl.records import replace
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, check_time, on_cancel, seconds_left, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyomo.core import ConcreteModel

__all__ = ["BEFORE_SOLVER", "Progress", "RawResult", "Supervisor"]

GRACE = 0.5
"""Seconds past its limit after which HiGHS is stopped by force."""

PATIENCE = 60.0
"""Seconds within which the process must check a solver."""

Frame = tuple[dict[str, Any], Any]

answer_here: Callable[[dict[str, Any], Any, Callable[[dict[str, Any], Any], None]], None] | None = None
"""Answers a request in this very process, as `worker.solve` does in its own: for a browser, where none can be started.
Nothing can end its work before it returns."""


class Supervisor(Closing):
    """A process that runs HiGHS. Use it as a context manager; leaving ends the process, even one at work.

    The process starts with the object and loads HiGHS while the caller builds a model. It takes any number of
    requests, and is started again if it has ended. Only one thread sends requests; any thread may call `abandon`.

    Attributes:
        name: of the solver, for messages.
        abandoned: whether `abandon` was called.
    """

    def __init__(
        self, command: Sequence[str] | None = None, name: str = "HiGHS", group: bool = False, niceness: int = 0
    ) -> None:
        """
        Args:
            command: starts the process.
            group: the process starts others, which must end with it.
            niceness: lowers the priority of the process on a busy machine, as in the command ``nice``.
        """
        self._niceness = niceness
        self.name = name
        self._group = group and hasattr(os, "killpg")
        self._folder: str | None = None  # where a solver that is killed leaves its files
        self._command = tuple(command or (sys.executable, "-P", str(Path(worker.__file__))))
        self._lock = threading.Lock()  # of `_process` and `abandoned`
        self._process: subprocess.Popen[bytes] | None = None
        self._log = False
        self.abandoned = False
        self._ready(log=False)

    def __del__(self) -> None:
        with suppress(KeyboardInterrupt):  # Python would not raise it but print it, and ending takes a while
            self.close()

    @property
    def pid(self) -> int | None:
        """The process that runs HiGHS, if one is there."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """End the process. Safe to call twice."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            self._end(process)

    def abandon(self) -> None:
        """End the process, from another thread. The waiting thread gets a `PuzzleError`, now or at its next request."""
        with self._lock:
            self.abandoned = True
        self.close()

    def solve(
        self,
        model: ConcreteModel | Program,
        options: SolveOptions | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> RawResult:
        """Solve a linear Pyomo model.

        The current time limit is enforced even if HiGHS does not obey it. Ctrl-C ends the solve, not the program: the
        result says ``interrupted`` and holds the best solution so far. The loss of the process is the status ``error``,
        or that of the best solution so far.

        Raises:
            PuzzleError: HiGHS has no such option, or it does not take that value; or `abandon` was called.
            ValueError: the model is not linear.
        """
        options = options or SolveOptions()
        started = time.monotonic()
        try:
            asked = model if isinstance(model, Program) else program(model)
        except Impossible:
            return RawResult("infeasible")
        except OutOfTime:
            self._refuse_if_abandoned()
            return RawResult("unknown", message=BEFORE_SOLVER, seconds=time.monotonic() - started)
        if not asked.variables and not len(asked.lower):
            return RawResult("optimal", objective=asked.offset, bound=asked.offset, gap=0.0)
        process = self._ready(options.log)
        sent = model if options.plain and not isinstance(model, Program) else None
        request, payload = request_for(asked, options, True, sent)
        record = Record()
        answer = self._answer(process, request, payload, asked, on_progress, record)
        return replace(answer, seconds=time.monotonic() - started, statistics=record.statistics(answer, asked))

    def check(self, options: SolveOptions) -> None:
        """Check without a model whether HiGHS accepts the options, or whether another solver is available.

        Raises:
            PuzzleError: HiGHS has no such option or does not accept its value, or there is no such solver.
            KeyboardInterrupt: Ctrl-C came first.
            OutOfTime: the time limit came first.
        """
        request, payload = request_for(_nothing(), options, progress=False)
        process = self._ready(self._log)
        with within(PATIENCE):
            found = self._answer(process, request | {"check": True}, payload, _nothing(), None, Record())
        if found.interrupted:
            raise KeyboardInterrupt
        check_time()
        if found.status != "optimal":
            raise failure(f"{self.name} cannot run: {found.message}", code="solver")

    # ── the process ──────────────────────────────────────────────────────────────────────────────

    def _refuse_if_abandoned(self) -> None:
        if self.abandoned:
            raise failure(f"{self.name} was stopped", code="solver")

    def _ready(self, log: bool) -> subprocess.Popen[bytes] | None:
        """The process, started anew where it was lost or its log goes elsewhere; ``None``: this one answers."""
        if answer_here is not None:
            return None
        process = self._process
        if process is not None and process.poll() is None and self._log == log:
            return process
        self.close()
        with self._lock:
            self._refuse_if_abandoned()
            self._log = log
            if self._group:
                self._folder = tempfile.mkdtemp(prefix="puzzledsl-")
            process = self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if log else subprocess.DEVNULL,
                start_new_session=self._group,
                env=None if self._folder is None else os.environ | {"TMPDIR": self._folder},
            )
        if self._niceness and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, self._niceness)
        return process

    def _answer(
        self,
        process: subprocess.Popen[bytes] | None,
        request: dict[str, Any],
        payload: Any,
        asked: Program,
        on_progress: Callable[[Progress], object] | None,
        record: Record,
    ) -> RawResult:
        """Send a request, and collect frames until the result, the time limit, a crash, or Ctrl-C.

        If no answer has come, for any reason, the process is ended, because it cannot be used again.
        """
        frames: SimpleQueue[Frame | None] = SimpleQueue()
        started = time.monotonic()
        best, answered = RawResult("unknown"), False
        left = seconds_left()
        end = None if left is None else time.monotonic() + left + GRACE

        def give_up() -> None:
            frames.put(None)

        try:
            if process is not None:
                threading.Thread(target=_exchange, args=(process, request, payload, frames), daemon=True).start()
            elif answer_here is not None:
                answer_here(request, payload, lambda message, values: frames.put((message, values)))
            while not answered:
                try:
                    with on_cancel(give_up):
                        frame = frames.get(timeout=None if end is None else max(end - time.monotonic(), 0.0))
                except Empty:
                    message = f"the time limit came first; {self.name} had to be stopped by force"
                    return rounded(replace(best, message=message), asked, self.name)
                if frame is None:
                    assert process is not None  # no other thread gives up
                    return rounded(self._lost(process, best), asked, self.name)
                fields, values = frame
                kind = fields.pop("kind")
                answered = kind not in worker.UNFINISHED
                match kind:
                    case "progress":
                        record.progress(fields)
                        best = replace(best, nodes=fields["nodes"], bound=fields["bound"])
                        if on_progress is not None:
                            on_progress(
                                Progress(fields["seconds"], fields["nodes"], fields["bound"], fields["objective"])
                            )
                    case "incumbent":
                        status = "optimal" if asked.feasibility else "feasible"
                        best = replace(best, status=status, values=values, **fields)
                        if on_progress is not None:
                            spent = time.monotonic() - started
                            on_progress(Progress(spent, best.nodes or 0, best.bound, best.objective, solution=values))
                    case "fact":
                        record.fact(fields)
                    case "option":
                        raise refused(**fields)
                    case "solver":
                        raise unavailable(**fields)
                    case "error":
                        best = replace(best, status=_known(best, "error"), **fields)
                    case _:
                        best = RawResult(values=values or (), **fields)
            return rounded(best, asked, self.name)
        except KeyboardInterrupt:
            return rounded(replace(best, message="interrupted", interrupted=True), asked, self.name)
        finally:
            if not answered:
                self.close()

    def _lost(self, process: subprocess.Popen[bytes], best: RawResult) -> RawResult:
        """What there is to say when no further frame will come: `abandon` was called, or the process has crashed."""
        code = self._end(process)
        self._refuse_if_abandoned()
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        return replace(best, status=_known(best, "error"), message=f"the process that runs {self.name} ended: {how}")

    def _end(self, process: subprocess.Popen[bytes]) -> int:
        """End a process, and return its exit status. Two threads may call this at the same time."""
        if self._group and process.returncode is None:  # once it is collected, its number may be another's
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        code = process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was still to be written has nowhere to go
                    stream.close()
        return code


def _nothing() -> Program:
    """A program without columns and rows."""
    from array import array

    empty: dict[str, Any] = {name: array(code) for name, code in worker.ARRAYS}
    return Program(**empty, maximize=False, offset=0.0, variables=())


def _exchange(
    process: subprocess.Popen[bytes], request: dict[str, Any], payload: Any, frames: SimpleQueue[Frame | None]
) -> None:
    """Write the request and read frames up to the answer, in a thread: both may block. ``None`` comes last."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(OSError, ValueError):  # a broken pipe, a stream closed on our side, or no frame at all
            worker.send(process.stdin, request, payload)
            while (frame := worker.receive(process.stdout)) is not None:
                unfinished = frame[0]["kind"] in worker.UNFINISHED  # from here on the frame is the other thread's
                frames.put(frame)
                if not unfinished:
                    return
    finally:
        frames.put(None)


def _known(best: RawResult, otherwise: str) -> str:
    """The status of the best solution so far, if there is one."""
    return best.status if best.values else otherwise
