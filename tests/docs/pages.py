"""Pages whose examples are run in this process: their fenced blocks, the commands, the scripts.

The word of a block is the last one of its info string: ``command=puzzledsl …`` (its body is what that prints),
``file=NAME`` (its body is the file), or one without a value, such as ``python``, ``text`` or ``printed``.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import NamedTuple

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

DOCS = Path(__file__).parents[2] / "docs"

_BLOCK = re.compile(r"^```(?:\w+ )?(\w+)(?:=([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Fenced(NamedTuple):
    """One block; the value is empty where its word has none."""

    word: str
    value: str
    body: str


class Page:
    """One page of `docs`."""

    def __init__(self, name: str) -> None:
        self.text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        self.blocks = [Fenced(*groups) for groups in _BLOCK.findall(self.text)]

    def bodies(self, word: str) -> list[str]:
        """The bodies of the blocks with this word."""
        return [block.body for block in self.blocks if block.word == word]

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands and what they print."""
        return [(block.value, block.body) for block in self.blocks if block.word == "command"]

    def save_files(self, folder: Path) -> None:
        """Write the files of the page into a folder."""
        for block in self.blocks:
            if block.word == "file":
                (folder / block.value).write_text(block.body, encoding="utf-8")


class Ran(NamedTuple):
    """What a command left: its exit status and what it wrote."""

    status: int
    out: str
    err: str


def ran(command: str) -> Ran:
    """Run a line ``puzzledsl …`` in this process, with UTF-8 streams that are not a terminal."""
    program, *words = shlex.split(command)
    assert program == "puzzledsl"
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(command_line, words, program)
    return Ran(status, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def output_of(script: str) -> str:
    """What a script prints that runs in this process."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    return out.getvalue()
