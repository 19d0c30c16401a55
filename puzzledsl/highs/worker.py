"""The process that runs HiGHS, and nothing else: one file, started as a script, that imports no part of the package.

It reads requests from standard input and writes frames to standard output. When the input closes, it ends at once, even
during a solve, so that a parent that dies leaves no child behind. A frame is a pickled pair: a mapping that says what
it is, and arrays or values.

HiGHS runs in a process of its own because it can crash, hang, or ignore its time limit, and because its library loads
while the parent still builds the model. Only the documented parts of `highspy` are used; importing it always loads
numpy.

The file is longer than others because it is complete by itself: it has the whole protocol and all calls of HiGHS.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Emit = Callable[..., None]

UNFINISHED = ("progress", "incumbent", "fact")
"""The kinds of frames that others follow."""

ARRAYS = (
    ("cost", "d"),
    ("lower", "d"),
    ("upper", "d"),
    ("integer", "b"),
    ("row_lower", "d"),
    ("row_upper", "d"),
    ("starts", "i"),
    ("indices", "i"),
    ("values", "d"),
)
"""The arrays of a program with their `array` type codes."""

_CONFIRMATION = 0.05
"""Seconds reserved for reporting the answer when a second run confirms the first."""

_SHARE_OF_SIZES = 0.1
"""The share of the remaining time that finding the size after presolve may take."""

_LONGEST_WAIT = 10.0
"""Seconds that a request may have waited; more is taken for a clock that was set."""


def send(stream: IO[bytes], message: dict[str, Any], payload: Any = None) -> None:
    """Write one frame."""
    stream.write(pickle.dumps((message, payload)))
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], Any] | None:
    """Read one frame; ``None`` at the end of the stream, or where there is no whole frame."""
    try:
        frame: tuple[dict[str, Any], Any] = pickle.load(stream)
    except Exception:  # what is no frame may raise anything; then its writer is not listened to any longer
        stream.read()
        return None
    return frame


def solve(request: dict[str, Any], payload: Any, emit: Emit) -> None:
    """Solve one program. Emit ``progress``, ``incumbent`` and ``fact`` frames, then one ``result`` or ``error``.

    Args:
        request: ``time_limit`` (seconds or ``None``), ``options`` (pairs of a name and a text), ``tuned`` (pairs
            that are dropped when this HiGHS has no such option), ``log``, ``progress``, ``sizes`` (of what HiGHS'
            presolve leaves), ``details`` (send the rows of the cut pool, or the duals of a linear program), ``start``
            (pairs of a column and its value, where to begin), ``maximize``, ``offset``, ``asked`` (wall-clock time of
            the request) and ``feasibility`` (any solution will do).
            With ``check`` the options are set and nothing is solved.
        payload: the arrays of the program by their names.
    """
    run = Run(request, payload, emit)
    try:
        if request.get("check"):
            run.check()
        else:
            run.solve()
    except Failed as failed:
        emit(failed.frame)


class Failed(Exception):  # noqa: N818 - what the parent is told
    """HiGHS does not go on; ``frame`` is the last one that is sent."""

    def __init__(self, frame: dict[str, Any] | str) -> None:
        super().__init__(frame)
        self.frame = {"kind": "error", "message": frame} if isinstance(frame, str) else frame


class Task:
    """One request while it is answered.

    Attributes:
        started: when the parent asked, on this process's clock of ``time.monotonic``.
        nodes, iterations: counted so far; ``None`` where the solver does not report them.
    """

    def __init__(self, request: dict[str, Any], emit: Emit) -> None:
        self.request = request
        self.emit = emit
        # The wall clock, which parent and child share; the wait in the pipe counts too, a clock that is set does not.
        waited: float = time.time() - request["asked"]
        self.started = time.monotonic() - min(max(waited, 0.0), _LONGEST_WAIT)
        self.nodes: Any = None
        self.iterations: Any = None

    def remaining(self) -> float | None:
        """Return the seconds left of the time limit, ``None`` without one."""
        limit = self.request["time_limit"]
        return None if limit is None else limit - (time.monotonic() - self.started)

    def result(self, status: str, message: str = "", values: Any = None, **figures: float | None) -> None:
        """Emit the last frame. ``figures``: ``objective``, ``bound`` and ``gap``."""
        self.emit(
            {
                "kind": "result",
                "status": status,
                "message": message,
                "nodes": self.nodes,
                "iterations": self.iterations,
                "seconds": time.monotonic() - self.started,
                **figures,
            },
            values,
        )


class Run(Task):
    """One request to HiGHS while it is solved."""

    def __init__(self, request: dict[str, Any], payload: Any, emit: Emit) -> None:
        import highspy
        import numpy

        super().__init__(request, emit)
        self.highspy: Any = highspy
        # HiGHS keeps its threads from one run to the next, and refuses another number of them.
        reset = getattr(highspy.Highs, "resetThreadScheduler", None) or highspy.Highs.resetGlobalScheduler
        reset(True)
        self.arrays: dict[str, Any] = {name: numpy.asarray(values) for name, values in payload.items()}
        self.nodes = self.iterations = 0

    # ── setting up ───────────────────────────────────────────────────────────────────────────────

    def _new(self, presolve: bool = True, objective: bool = True) -> Any:
        """A HiGHS object with the options and the model."""
        core = self.highspy
        highs = core.Highs()
        # Without output HiGHS reports no progress either; on the console only who asked for it sees it.
        highs.setOptionValue("output_flag", bool(self.request["log"] or self.request["progress"]))
        highs.setOptionValue("log_to_console", bool(self.request["log"]))
        remaining = self.remaining()
        if remaining is not None and highs.setOptionValue("time_limit", max(remaining, 0.0)) != core.HighsStatus.kOk:
            raise Failed("HiGHS refused the time limit")
        for name, value in self.request["tuned"]:
            highs.setOptionValue(name, value)  # one that this version does not know changes nothing
        self._set_options(highs)
        if not presolve:
            highs.setOptionValue("presolve", "off")
        if highs.passModel(self._lp(objective)) == core.HighsStatus.kError:
            raise Failed("HiGHS refused the model")
        start = self.request["start"]
        if start:  # HiGHS completes it if it can, and otherwise does without it
            highs.setSolution(len(start), [column for column, _ in start], [value for _, value in start])
        return highs

    def _set_options(self, highs: Any) -> None:
        """Set the options that HiGHS must accept."""
        core = self.highspy
        for name, value in self.request["options"]:
            if highs.setOptionValue(name, value) != core.HighsStatus.kOk:
                raise Failed({"kind": "option", "name": name, "value": value, **_describe(core, highs, name)})

    def check(self) -> None:
        """Set the options, and emit a result if HiGHS takes them."""
        highs = self.highspy.Highs()
        highs.setOptionValue("output_flag", False)
        self._set_options(highs)
        self.result("optimal")

    def _lp(self, objective: bool) -> Any:
        core, arrays = self.highspy, self.arrays
        lp = core.HighsLp()
        columns, rows = len(arrays["lower"]), len(arrays["row_lower"])
        lp.num_col_, lp.num_row_ = columns, rows
        lp.col_cost_ = arrays["cost"] if objective else 0.0 * arrays["cost"]
        lp.col_lower_, lp.col_upper_ = arrays["lower"], arrays["upper"]
        lp.row_lower_, lp.row_upper_ = arrays["row_lower"], arrays["row_upper"]
        lp.offset_ = self.request["offset"] if objective else 0.0
        lp.sense_ = core.ObjSense.kMaximize if self.request["maximize"] else core.ObjSense.kMinimize
        matrix = lp.a_matrix_
        matrix.format_ = core.MatrixFormat.kRowwise
        matrix.num_col_, matrix.num_row_ = columns, rows
        matrix.start_, matrix.index_, matrix.value_ = arrays["starts"], arrays["indices"], arrays["values"]
        if arrays["integer"].any():
            kinds = (core.HighsVarType.kContinuous, core.HighsVarType.kInteger)
            lp.integrality_ = [kinds[i] for i in arrays["integer"].tolist()]
        return lp

    # ── running ──────────────────────────────────────────────────────────────────────────────────

    def solve(self) -> None:
        """Run, resolve what is doubtful, and emit the result."""
        if self.request.get("sizes"):
            self._presolve()
        highs = self._run()
        status = highs.getModelStatus()
        kind = self.highspy.HighsModelStatus
        if status == kind.kInfeasible:
            self._confirm_infeasible()
        elif status in (kind.kUnbounded, kind.kUnboundedOrInfeasible):
            self._resolve_unbounded()
        else:
            self._report(highs)

    def _run(self, presolve: bool = True, objective: bool = True) -> Any:
        highs = self._new(presolve, objective)
        self._listen(highs)
        if highs.run() == self.highspy.HighsStatus.kError:
            raise Failed(str(highs.modelStatusToString(highs.getModelStatus())))
        info = highs.getInfo()
        self.nodes = max(self.nodes, int(info.mip_node_count))
        self.iterations = max(self.iterations, int(info.simplex_iteration_count))
        return highs

    def _presolve(self) -> None:
        """Send the size that HiGHS' presolve leaves of the program: solving runs it once more, and does not show it."""
        highs = self._new()
        if highs.getOptionValue("presolve")[1] == "off":
            return
        remaining = self.remaining()
        if remaining is not None:
            highs.setOptionValue("time_limit", max(remaining, 0.0) * _SHARE_OF_SIZES)
        highs.setOptionValue("log_to_console", False)
        highs.presolve()
        kinds, found = self.highspy.HighsPresolveStatus, highs.getModelPresolveStatus()
        if found == kinds.kReducedToEmpty:
            self.emit({"kind": "fact", "presolved_columns": 0, "presolved_rows": 0})
        elif found in (kinds.kReduced, kinds.kNotReduced):
            lp = highs.getPresolvedLp()
            sizes = {"presolved_columns": int(lp.num_col_), "presolved_rows": int(lp.num_row_)}
            self.emit({"kind": "fact", **sizes})

    def _listen(self, highs: Any) -> None:
        def improved(event: Any) -> None:
            out = event.data_out
            self.nodes = max(self.nodes, int(out.mip_node_count))
            incumbent = {"kind": "incumbent", "objective": _finite(out.objective_function_value)}
            self.emit(incumbent, tuple(map(float, out.mip_solution)))

        def logged(event: Any) -> None:
            out = event.data_out
            self.nodes = max(self.nodes, int(out.mip_node_count))
            self.emit(
                {
                    "kind": "progress",
                    "seconds": time.monotonic() - self.started,
                    "nodes": int(out.mip_node_count),
                    "bound": _finite(out.mip_dual_bound),
                    "objective": _finite(out.mip_primal_bound),
                    "gap": _finite(out.mip_gap),
                }
            )

        def cut(event: Any) -> None:
            """Return whether the root node is done, so that its cuts are known."""
            out = event.data_out
            cuts = getattr(out, "cutpool_num_cut", None)  # older versions tell only the bound
            fact = {"kind": "fact", "cuts": cuts, "root_bound": _finite(out.mip_dual_bound)}
            if cuts is not None and self.request["details"]:
                arrays = ("lower", "upper", "start", "index", "value")
                fact["cut_rows"] = {name: [float(v) for v in getattr(out, f"cutpool_{name}")] for name in arrays}
            self.emit(fact)

        highs.cbMipImprovingSolution.subscribe(improved)
        if self.request["progress"]:
            highs.cbMipLogging.subscribe(logged)
            if hasattr(highs, "cbMipGetCutPool"):
                highs.cbMipGetCutPool.subscribe(cut)

    def _confirm_infeasible(self) -> None:
        """Presolve has been wrong about it before: ask again without."""
        again = self._again(objective=True)
        kind = self.highspy.HighsModelStatus
        status = None if again is None else again.getModelStatus()
        if status == kind.kInfeasible:
            self.result("infeasible")
        elif status in (kind.kUnbounded, kind.kUnboundedOrInfeasible):
            self._resolve_unbounded()
        elif again is not None and _has_solution(again):
            self._report(again)
        else:
            self.result("unknown", "HiGHS found no solution, but could not confirm in time that there is none")

    def _resolve_unbounded(self) -> None:
        """Decide by a run without objective: if there is a solution, the program is unbounded."""
        again = self._again(objective=False)
        kind = self.highspy.HighsModelStatus
        found = {kind.kOptimal: "unbounded", kind.kInfeasible: "infeasible"}
        status = "unknown" if again is None else found.get(again.getModelStatus(), "unknown")
        message = "the model has no solution or no best one; there was no time to find out which"
        self.result(status, message if status == "unknown" else "")

    def _again(self, objective: bool) -> Any | None:
        """Run without presolve; ``None``: there is no time."""
        remaining = self.remaining()
        if remaining is not None and remaining < _CONFIRMATION:
            return None
        return self._run(presolve=False, objective=objective)

    # ── answers ──────────────────────────────────────────────────────────────────────────────────

    def _report(self, highs: Any) -> None:
        kind = self.highspy.HighsModelStatus
        status, info = highs.getModelStatus(), highs.getInfo()
        text = str(highs.modelStatusToString(status))
        is_mip = bool(self.arrays["integer"].any())
        if not _has_solution(highs):
            limits = (kind.kTimeLimit, kind.kInterrupt, kind.kIterationLimit, kind.kSolutionLimit)
            expected = (*limits, kind.kObjectiveBound, kind.kObjectiveTarget)
            bound = _finite(info.mip_dual_bound) if is_mip else None
            self.result("unknown" if status in expected else "error", text, bound=bound)
            return
        proven, found = status == kind.kOptimal, highs.getSolution()
        if self.request["details"] and proven and not is_mip:
            duals = {name: list(getattr(found, name)) for name in ("row_value", "row_dual", "col_dual")}
            _, ranging = highs.getRanging()  # without rows it is empty
            for name in ("col_cost_dn", "col_cost_up", "row_bound_dn", "row_bound_up"):
                duals[name] = list(getattr(ranging, name).value_)
            self.emit({"kind": "fact", "duals": duals})
        objective = _finite(info.objective_function_value)
        bound, gap = (objective, 0.0) if proven else (None, None)
        if is_mip:
            bound, gap = _finite(info.mip_dual_bound), _finite(info.mip_gap)
        status = "optimal" if proven or self.request["feasibility"] else "feasible"
        self.result(status, text, tuple(map(float, found.col_value)), objective=objective, bound=bound, gap=gap)


def _has_solution(highs: Any) -> bool:
    return int(highs.getInfo().primal_solution_status) == 2


def _finite(value: float) -> float | None:
    return float(value) if abs(value) < 1e20 else None


def _describe(core: Any, highs: Any, name: str) -> dict[str, Any]:
    """Whether HiGHS has an option of that name, of which type, and the names that it has."""
    status, kind = highs.getOptionType(name)
    if status == core.HighsStatus.kOk:
        return {"known": True, "type": kind.name[1:].lower(), "names": []}
    names = [option for option in dir(core.HighsOptions()) if not option.startswith("_")]
    return {"known": False, "type": "", "names": names}


# ── the process ──────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Serve requests to HiGHS until standard input closes."""
    gc.disable()  # nothing here makes cycles worth collecting, and loading is faster without
    serve(solve, _load, lambda: os._exit(0))


def _load() -> None:
    """Load HiGHS, while the parent still builds the model."""
    import highspy  # noqa: F401


def serve(
    answer: Callable[[dict[str, Any], Any, Emit], None],
    load: Callable[[], None],
    leave: Callable[[], None],
) -> None:
    """Answer requests until standard input closes.

    Args:
        answer: answers one request, such as `solve`.
        load: called first, while the parent prepares its request.
        leave: ends the process when standard input closes, or if the answer can no longer be written.
    """
    import queue
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    # HiGHS prints to standard output, which belongs to the frames: its log goes to standard error instead.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: queue.SimpleQueue[tuple[dict[str, Any], Any]] = queue.SimpleQueue()

    def listen() -> None:
        while (frame := receive(sys.stdin.buffer)) is not None:
            requests.put(frame)
        leave()

    threading.Thread(target=listen, daemon=True).start()
    lock = threading.Lock()

    def emit(message: dict[str, Any], payload: Any = None) -> None:
        with lock:
            send(output, message, payload)

    with suppress(ImportError):  # the first request meets it again, and its answer says so
        load()
    while True:
        request, payload = requests.get()
        try:
            answer(request, payload, emit)
        except BrokenPipeError:
            leave()
        except Exception as problem:  # the parent words it for people
            emit({"kind": "error", "message": f"{type(problem).__name__}: {problem}"})


if __name__ == "__main__":
    main()
