"""The page of `puzzledsl edit` without a server: what a worker of the browser calls.

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
"""A puzzle that is asked about before there is one, which loads what every puzzle needs."""


def _unwritable(path: str, content: str | bytes) -> None:
    raise AssertionError(path, content)


_DOCUMENT = Document(None, _unwritable)
_KNOWN = Known()


def prepare() -> None:
    """Load what the first questions need. The memory of Python may be stored then: nothing in it is the kernel's."""
    gc.set_threshold(100_000, 20)  # as for the command, see `puzzledsl.__main__`
    for name in ("check", "state"):
        answered(name, json.dumps({"text": _FIRST}), lambda *_: None)
    answered("run", json.dumps({"text": _FIRST, "command": "steps", "options": {}}), lambda *_: None)
    _KNOWN.model = _KNOWN.svg = None  # nobody wrote that puzzle
    kernel.cache_clear()
    gc.collect()  # a model in a cycle would be freed later, in a kernel that never had it


def answered(name: str, content: str, tell: Callable[[str, str], None]) -> str | None:
    """Answer a request of the page, as the server does, in JSON.

    Args:
        content: the body.
        tell: takes the events of a request that may take long, with their values in JSON. These are its only answer.
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
    """Solve programs by a HiGHS of the browser."""
    from puzzledsl.highs import supervisor

    def answer(request: dict[str, Any], payload: Any, emit: Callable[[dict[str, Any], Any], None]) -> None:
        solve(json.dumps(request), payload, lambda frame: emit(*json.loads(frame)))

    supervisor.answer_here = answer
