"""The functions that a worker of the browser calls for the page of `puzzledsl edit`, if there is no server.

The worker runs Python itself, compiled to WebAssembly (Pyodide). There are no threads and no processes, so each
question is answered before the next one; the page has several workers, and ends one to cancel its work.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from typing import Any

from puzzledsl.diagnostics import PuzzleError, bug
from puzzledsl.editing import Document as EditedText
from puzzledsl.kernel.library import library as kernel
from puzzledsl.web.bodies import BadRequest, read_body, text_of, word_of
from puzzledsl.web.document import Document
from puzzledsl.web.jobs import JOBS
from puzzledsl.web.text_answers import TEXT_ANSWERS, Known, Question
from puzzledsl.web.transfers import imported

SolveHere = Callable[[str, Any, Callable[[str], None]], None]
"""Solves a program: takes the request and the arrays of `puzzledsl.highs.worker.solve`, emits its frames. Messages are
JSON."""

_FIRST = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\nr2c3 == 1\n"
"""A sample puzzle. Requests about it load the modules that every puzzle needs."""


def _unwritable(path: str, content: str | bytes) -> None:
    raise AssertionError(path, content)


_DOCUMENT = Document(None, _unwritable)
_KNOWN = Known()


def prepare() -> None:
    """Load the modules that the first requests need.

    The memory of Python may be stored after this call: no object in it belongs to the kernel.
    """
    gc.set_threshold(100_000, 20)  # as for the command, see `puzzledsl.__main__`
    for name in ("check", "state"):
        answered(name, json.dumps({"text": _FIRST}), lambda *_: None)
    answered("run", json.dumps({"text": _FIRST, "command": "steps", "options": {}}), lambda *_: None)
    _KNOWN.model = _KNOWN.svg = None  # the sample is not the puzzle of the page
    kernel.cache_clear()
    gc.collect()  # a model in a cycle would be freed later, in a kernel that never had it


def answered(name: str, content: str, tell: Callable[[str, str], None]) -> str | None:
    """Answer a request of the page in JSON, as the server does.

    Args:
        name: the request: a job, ``import``, or one of the requests about a text.
        content: the body of the request, in JSON.
        tell: takes the events of a job: their names, and their values in JSON. A job has no other answer.

    Returns:
        the answer; ``None`` for a job. Mistakes are in the answer, as ``error``; this function raises nothing.
    """
    try:
        body = read_body(content.encode())
        if name in JOBS:
            JOBS[name](body, _DOCUMENT)(lambda event, value: tell(event, json.dumps(value)))
            return None
        if name == "import":
            return json.dumps(imported(word_of(body, "link")))
        question = Question(_KNOWN, EditedText(text_of(body), _DOCUMENT.place), _DOCUMENT.folder, body)
        return json.dumps(TEXT_ANSWERS[name](question))
    except PuzzleError as error:
        message = error.diagnostics[0].message
    except BadRequest as error:
        message = str(error)
    except Exception as error:
        message = bug(error, "puzzle").message
    if name in JOBS:
        tell("error", json.dumps({"message": message}))
    return json.dumps({"error": message})


def solve_by(solve: SolveHere) -> None:
    """Let a HiGHS in the browser solve integer programs from now on."""
    from puzzledsl.highs import supervisor

    def answer(request: dict[str, Any], payload: Any, emit: Callable[[dict[str, Any], Any], None]) -> None:
        solve(json.dumps(request), payload, lambda frame: emit(*json.loads(frame)))

    supervisor.answer_here = answer
