"""Calls of the command `puzzledsl`: within this process, in one of its own, and on a terminal."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

COMMAND = [sys.executable, "-m", "puzzledsl"]


@dataclass(frozen=True)
class Result:
    """Exit status and what was written."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on standard output."""
        return json.loads(self.out)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Call = Callable[..., Result]
"""A fixture that runs the command with some arguments."""


def called(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stdin: str | bytes = b""
) -> Result:
    """Run the command; whatever it is given, it must not end in a traceback."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
    capsys.readouterr()
    status = run(command_line, arguments, "puzzledsl")
    written = capsys.readouterr()
    assert "Traceback" not in written.err
    return Result(status, written.out, written.err)


def enter(folder: Path, files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with these files the working directory, and unset the variables that change what is printed."""
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    for variable in ("NO_COLOR", "FORCE_COLOR", "PUZZLEDSL_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    return folder


def environment(**further: str) -> dict[str, str]:
    """The variables of a process of its own; `tests/conftest.py` sets those by which it finds the tested package."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **further}


def started(*arguments: str, stdin: int = subprocess.PIPE, **further: str) -> subprocess.Popen[str]:
    """The command in a process of its own.

    Args:
        further: variables of its environment.
    """
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(**further),
        start_new_session=True,
    )


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [child for child, parent, _ in _processes() if parent == pid]


def seconds_of_work(pid: int) -> int:
    """Whole seconds of processor time that a process has taken, and the processes that it has started, and so on."""
    listed = list(_processes())
    family = {pid}
    while more := {child for child, parent, _ in listed if parent in family} - family:
        family |= more
    return sum(seconds for child, _, seconds in listed if child in family)


def _processes() -> Iterator[tuple[int, int, int]]:
    """All processes: number, number of the parent, seconds of processor time."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,time="], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        pid, parent, taken = line.split()
        seconds = 0.0
        for part in taken.replace("-", ":").split(":"):  # a day is less than 60 hours: enough to see it grow
            seconds = 60 * seconds + float(part)
        yield int(pid), int(parent), int(seconds)


def wait_for(ready: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    end = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for_work(pid: int) -> None:
    """Wait until a process and those that it has started have been at work for about a second more."""
    before = seconds_of_work(pid)
    wait_for(lambda: seconds_of_work(pid) > before)


def on_terminal(
    *arguments: str, out: str | None = None, until: Callable[[str], bool] = lambda _: False, **further: str
) -> tuple[int, str]:
    """Exit status of the command on a terminal, and what that has shown.

    Args:
        out: the file that standard output goes to.
        until: says of what was shown so far whether Ctrl-C is pressed now.
        further: variables of its environment.
    """
    import pty

    master, slave = pty.openpty()
    with open(out or os.devnull, "wb") as stream:
        running = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=stream if out else slave,
            stderr=slave,
            env=environment(TERM="xterm", COLUMNS="120", **further),
            start_new_session=True,
        )
    os.close(slave)
    seen, pressed = b"", False
    with suppress(OSError):  # Linux says so when the other side is gone
        while chunk := os.read(master, 65536):
            seen += chunk
            if not pressed and until(seen.decode(errors="replace")):
                os.killpg(running.pid, signal.SIGINT)  # once: a second one would end it without a word
                pressed = True
    os.close(master)
    return running.wait(60), seen.decode()


def imported(*arguments: str) -> set[str]:
    """The modules that a call of the command loads."""
    code = (
        "import sys; from puzzledsl.cli.command_line import command_line; from puzzledsl.cli.run import run\n"
        f"status = run(command_line, {list(arguments)!r}, 'puzzledsl')\n"
        "print(status, *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", env=environment(), check=True
    )
    status, *modules = done.stderr.split()
    assert status == "0"
    return set(modules)
