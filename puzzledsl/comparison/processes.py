"""The parent's side of a process that solves puzzles for a comparison: start it, ask, watch the clock, clean up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from queue import Empty, SimpleQueue
from typing import Any

from puzzledsl.diagnostics import failure

OVERTIME = 2.0
"""Seconds past its limit after which a run is ended by force. The solver's own watch is at half a second."""

START = 60.0
"""Seconds that a process may take to load everything."""

_COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from puzzledsl.comparison.runner import main; main()"
)


class Runner:
    """A process of `puzzledsl.comparison.runner`, started when first needed and again where it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()

    def ask(self, request: dict[str, Any], time_limit: float | None) -> dict[str, Any]:
        """The reply to one request; its kind is ``killed`` when none came in time, ``crash`` when none can come.

        Raises:
            PuzzleError: the process does not start.
        """
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=None if time_limit is None else time_limit + OVERTIME)
        except Empty:
            self._end()
            return {"kind": "killed", "total": (time_limit or 0.0) + OVERTIME}
        except (OSError, ValueError):
            line = ""
        if not line:
            self._end()
            return {"kind": "crash", "signal": 0}
        reply: dict[str, Any] = json.loads(line)
        return reply

    def close(self) -> None:
        """Ends the process for good. May be called from another thread than the one that asks."""
        self._closed = True
        self._end()

    def _start(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise failure("the comparison was broken off", code="interrupted")
            # A session of its own: Ctrl-C in the terminal is for this process alone, and one signal ends all of it.
            process = self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _COMMAND, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        self._lines = SimpleQueue()
        threading.Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        try:
            ready = self._lines.get(timeout=START)
        except Empty:
            ready = ""
        if not ready and not self._closed:
            self._end()
            raise failure(
                "the process that is to solve the puzzles does not start",
                helps=("`puzzledsl solve FILE` on one of them may tell why",),
                code="solver",
            )
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        if hasattr(os, "killpg"):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                process.kill()
        else:
            process.kill()
        process.wait()
        if process.stdin is not None:
            try:
                process.stdin.close()
            except OSError:  # what was still to be written has nowhere to go
                return


def _listen(process: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        try:
            for line in stream:
                lines.put(line)
        except (OSError, ValueError):
            pass
    lines.put("")
