"""The parent's side of the process that runs HiGHS: start it early, ask, watch the clock, clean up."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.highs import worker
from puzzledsl.highs.options import SEARCH_FOR_ANY, SEARCH_FOR_BEST, SolveOptions
from puzzledsl.highs.program import Impossible, Program, program
from puzzledsl.highs.result import Progress, RawResult, result_of, rounded, values_of
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from pyomo.core import ConcreteModel

__all__ = ["Progress", "RawResult", "Supervisor", "solve", "solve_here"]

GRACE = 0.5
"""Seconds past its limit after which HiGHS is stopped by force."""

"""What is said where the model alone took the time."""


class Supervisor:
    """A process that runs HiGHS. Use it as a context manager; leaving ends the process, whatever it does.

    The process starts with the object and loads HiGHS while the caller builds a model. It may be asked
    again and again, and is started anew where it was lost.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._command = tuple(command or (sys.executable, "-P", str(Path(worker.__file__))))
        self._process: subprocess.Popen[bytes] | None = None
        self._log = False
        self._ending = threading.Lock()
        self.abandoned = False
        self._start(log=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process that runs HiGHS, if one is there."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process. Safe to call twice."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was still to be written has nowhere to go
                    continue

    def abandon(self) -> None:
        """End the process for good, from another thread than that which waits for its answer: that one gets an error,
        at once or as soon as it asks."""
        with self._ending:
            self.abandoned = True
        self.close()

    def _start(self, log: bool) -> subprocess.Popen[bytes]:
        self.close()
        self._log = log
        with self._ending:
            if self.abandoned:
                raise failure("HiGHS was stopped", code="solver")
            process = self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if log else subprocess.DEVNULL,
            )
        return process

    def solve(
        self,
        model: ConcreteModel | Program,
        options: SolveOptions | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> RawResult:
        """Solve a linear Pyomo model.

        The time limit counts from this call. Ctrl-C ends the solve, not the program: the result says
        ``interrupted`` and holds the best solution so far.

        Raises:
            PuzzleError: HiGHS has no such option, or it does not take that value.
            ValueError: the model is not linear.
        """
        options = options or SolveOptions()
        started = time.monotonic()
        deadline = None if options.time_limit is None else started + options.time_limit

        def late() -> bool:
            return self.abandoned or (deadline is not None and time.monotonic() >= deadline)

        try:
            asked = model if isinstance(model, Program) else program(model, late)
        except Impossible:
            return RawResult("infeasible")
        except OutOfTime:
            return RawResult("unknown", message=BEFORE_SOLVER, seconds=time.monotonic() - started)
        if not asked.variables and not len(asked.lower):
            return RawResult("optimal", objective=asked.offset, bound=asked.offset, gap=0.0)
        process = self._process
        if process is None or process.poll() is not None or self._log != options.log:
            process = self._start(options.log)
        request, payload = _request(asked, options, deadline, on_progress is not None)
        frames: SimpleQueue[tuple[dict[str, Any], bytes] | None] = SimpleQueue()
        threading.Thread(target=_exchange, args=(process, request, payload, frames), daemon=True).start()
        answer = self._await(process, frames, asked, deadline, on_progress)
        return replace(answer, seconds=time.monotonic() - started)

    def check(self, options: SolveOptions) -> None:
        """Ask HiGHS whether it takes the options, without a model.

        Raises:
            PuzzleError: HiGHS has no such option, or it does not take that value.
            KeyboardInterrupt: Ctrl-C came first.
        """
        from array import array

        empty: dict[str, Any] = {name: array(code) for name, code in worker.ARRAYS}
        nothing = Program(**empty, maximize=False, offset=0.0, variables=())
        process = self._process or self._start(log=False)
        request, payload = _request(nothing, options, None, progress=False)
        frames: SimpleQueue[tuple[dict[str, Any], bytes] | None] = SimpleQueue()
        threading.Thread(
            target=_exchange, args=(process, request | {"check": True}, payload, frames), daemon=True
        ).start()
        if self._await(process, frames, nothing, None, None).interrupted:
            raise KeyboardInterrupt

    def _await(
        self,
        process: subprocess.Popen[bytes],
        frames: SimpleQueue[tuple[dict[str, Any], bytes] | None],
        asked: Program,
        deadline: float | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> RawResult:
        """Collect frames until the result, the deadline, a crash, or Ctrl-C."""
        best = RawResult("unknown")
        try:
            while True:
                remaining = None if deadline is None else deadline + GRACE - time.monotonic()
                try:
                    frame = frames.get(timeout=None if remaining is None else max(remaining, 0.0))
                except Empty:
                    self.close()
                    message = "the time limit came first; HiGHS had to be stopped by force"
                    return rounded(replace(best, message=message), asked)
                if frame is None:
                    return rounded(self._crashed(process, best), asked)
                answer, payload = frame
                match answer["kind"]:
                    case "progress":
                        best = replace(best, nodes=answer["nodes"], bound=answer["bound"])
                        if on_progress is not None:
                            on_progress(
                                Progress(answer["seconds"], answer["nodes"], answer["bound"], answer["incumbent"])
                            )
                    case "incumbent":
                        best = replace(
                            best,
                            status="optimal" if asked.feasibility else "feasible",
                            values=values_of(payload),
                            objective=answer["objective"],
                        )
                    case "option":
                        raise _refused(answer)
                    case "error":
                        return rounded(replace(best, status=_known(best, "error"), message=answer["message"]), asked)
                    case _:
                        return rounded(result_of(answer, payload), asked)
        except KeyboardInterrupt:
            self.close()
            return rounded(replace(best, message="interrupted", interrupted=True), asked)

    def _crashed(self, process: subprocess.Popen[bytes], best: RawResult) -> RawResult:
        self.close()
        code = process.returncode
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        return replace(best, status=_known(best, "error"), message=f"the process that runs HiGHS ended: {how}")


def solve(
    model: ConcreteModel | Program,
    options: SolveOptions | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> RawResult:
    """Solve one linear Pyomo model in a process of its own; see `Supervisor.solve`."""
    with Supervisor() as supervisor:
        return supervisor.solve(model, options, on_progress)


def solve_here(model: ConcreteModel | Program, options: SolveOptions | None = None) -> RawResult:
    """Solve in this process: for many small models. Only HiGHS itself watches the time limit.

    Raises:
        PuzzleError, ValueError: as `Supervisor.solve`.
    """
    options = options or SolveOptions()
    try:
        asked = model if isinstance(model, Program) else program(model)
    except Impossible:
        return RawResult("infeasible")
    if not len(asked.lower):
        return RawResult("optimal", objective=asked.offset, bound=asked.offset, gap=0.0)
    deadline = None if options.time_limit is None else time.monotonic() + options.time_limit
    request, payload = _request(asked, options, deadline, progress=False)
    frames: list[tuple[dict[str, Any], bytes]] = []
    worker.solve(request, payload, lambda message, values: frames.append((message, values)))
    message, values = frames[-1]
    if message["kind"] == "option":
        raise _refused(message)
    if message["kind"] == "error":
        return RawResult("error", message=message["message"])
    return rounded(result_of(message, values), asked)


def _exchange(
    process: subprocess.Popen[bytes],
    request: dict[str, Any],
    payload: bytes,
    frames: SimpleQueue[tuple[dict[str, Any], bytes] | None],
) -> None:
    """Write the request and read frames up to the answer, in a thread: both may block."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        worker.send(process.stdin, request, payload)
        while (frame := worker.receive(process.stdout)) is not None:
            frames.put(frame)
            if frame[0]["kind"] not in ("progress", "incumbent"):
                return
    except (OSError, ValueError):  # a broken pipe, or a stream closed on our side
        pass
    frames.put(None)


def _request(
    asked: Program, options: SolveOptions, deadline: float | None, progress: bool
) -> tuple[dict[str, Any], bytes]:
    arrays = {name: getattr(asked, name) for name, _ in worker.ARRAYS}
    tuned = list(SEARCH_FOR_ANY if asked.feasibility else SEARCH_FOR_BEST) if options.tuned else []
    if progress:
        tuned.append(("mip_min_logging_interval", "0.5"))
    request = {
        "asked": time.time(),
        "time_limit": None if deadline is None else max(deadline - time.monotonic(), 0.0),
        "options": options.for_highs(),
        "tuned": tuned,
        "log": options.log,
        "progress": progress,
        "maximize": asked.maximize,
        "offset": asked.offset,
        "feasibility": asked.feasibility,
        "lengths": {name: len(values) for name, values in arrays.items()},
    }
    return request, b"".join(values.tobytes() for values in arrays.values())


def _known(best: RawResult, otherwise: str) -> str:
    """The status of what is in hand already, if anything is."""
    return best.status if best.values else otherwise


def _refused(message: dict[str, Any]) -> PuzzleError:
    name, value = message["name"], message["value"]
    if message["known"]:
        return failure(
            f"HiGHS does not take `{value}` for its option `{name}`",
            helps=(f"its type is {message['type']}",) if message["type"] else (),
            code="bad-option",
        )
    from puzzledsl.nearest import nearest

    guess = nearest(name, message["names"])
    return failure(
        f"HiGHS has no option `{name}`",
        label=f"did you mean `{guess}`?" if guess else "",
        helps=("https://ergo-code.github.io/HiGHS/dev/options/definitions/ lists them",),
        code="unknown-option",
    )
