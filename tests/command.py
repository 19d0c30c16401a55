"""One call of the command `puzzledsl` within this process, and what it left."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run


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
