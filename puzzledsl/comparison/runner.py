"""The process that solves puzzles for a comparison: it warms itself once and solves each in a fresh copy of itself.

It reads requests from standard input, one JSON object a line, and answers each with one line on standard output.
Before the first one it solves a tiny model in all ways, so that whatever a run needs is loaded; then it says
``ready``. A copy (a fork) knows nothing of the runs before it: no cache is warm for one combination and cold for
another, and a crash costs one run. Where the system has no fork, runs share the process.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzledsl.model import Model

WARMING = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 2\n"


def main() -> None:
    """Serves requests until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    gc.set_threshold(100_000)  # as in the command
    # Whatever else is printed must not get between the answers.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warm()
    gc.collect()
    gc.freeze()
    _tell(output, {"kind": "ready"})
    for line in sys.stdin:
        _serve(json.loads(line), output)


def warm() -> None:
    """Loads all that a run may need."""
    from puzzledsl.encodings import encodings

    for encoding in encodings():
        for solver in ("highs", "search"):
            answer(
                {"name": "", "text": WARMING, "encoding": encoding, "solver": solver, "presolve": "none"}
                | {"givens": None, "settings": {}, "include": [], "bounds": {}, "highs": {}, "time_limit": None}
            )


def _serve(request: dict[str, Any], output: IO[str]) -> None:
    if not hasattr(os, "fork"):
        _tell(output, answer(request))
        return
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _tell(output, answer(request))
            status = 0
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(ended)
    if code:
        _tell(output, {"kind": "crash", "signal": max(-code, 0)})


def _tell(output: IO[str], message: dict[str, Any]) -> None:
    output.write(json.dumps(message) + "\n")
    output.flush()


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What comes of one request.

    Args:
        request: ``name`` and ``text`` of the model, ``givens`` (name and text, or ``None``), ``settings``,
            ``include``, ``bounds``; ``encoding``, ``solver``, ``presolve``, ``highs``, ``time_limit``.
    """
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.time_limit import OutOfTime

    started = time.monotonic()
    stage = "model"
    try:
        limit = request["time_limit"]
        deadline = None if limit is None else started + limit
        model, seconds = _read(request, deadline)
        stage = "solve"
        return _solve(request, model, seconds, started, deadline)
    except OutOfTime:
        return {"kind": "limit", "total": time.monotonic() - started}
    except PuzzleError as error:
        return {
            "kind": "error",
            "stage": stage,
            "error": str(error),
            "message": error.diagnostics[0].message,
            "code": error.diagnostics[0].code,
            "diagnostics": [diagnostic.as_json() for diagnostic in error.diagnostics],
            "total": time.monotonic() - started,
        }
    except (Exception, RecursionError, MemoryError) as error:
        what = "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"
        return {"kind": "error", "stage": "solve", "message": what[:500], "total": time.monotonic() - started}


def _read(request: dict[str, Any], deadline: float | None) -> tuple[Model, dict[str, float]]:
    from puzzledsl.elaboration import elaborate, limits_from
    from puzzledsl.loading import opener
    from puzzledsl.reading import read
    from puzzledsl.source import Source
    from puzzledsl.time_limit import until

    begin = time.monotonic()
    source = Source(request["name"], request["text"])
    givens = None if request["givens"] is None else Source(*request["givens"])
    limits = limits_from(request["bounds"])
    file, found = read(source)
    done = time.monotonic()
    opened = opener(source, request["include"])
    model = elaborate(file, found, request["settings"], givens, limits, opened, late=until(deadline))
    return model, {"read": done - begin, "elaborate": time.monotonic() - done}


def _solve(
    request: dict[str, Any], model: Model, seconds: dict[str, float], started: float, deadline: float | None
) -> dict[str, Any]:
    from puzzledsl.answer import Options
    from puzzledsl.presentation.report import grids, variables
    from puzzledsl.solve import solve_model

    options = Options(
        encoding=request["encoding"],
        presolve=request["presolve"],
        solver=request["solver"],
        highs=request["highs"],
    )
    found = solve_model(model, options, deadline=deadline)
    total = time.monotonic() - started
    return {
        "kind": "answer",
        "status": found.status,
        "by": found.solver,
        "grids": None if found.values is None else grids(model, found.values),
        "variables": variables(model, found.values),
        "objective": None if found.objective is None else str(found.objective),
        "bound": found.bound,
        "maximize": None if model.objective is None else model.objective.maximize,
        "size": found.size,
        "nodes": found.nodes,
        "seconds": seconds | found.seconds,
        "total": total,
        "message": found.message,
    }
