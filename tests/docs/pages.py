"""Pages whose examples are run in this process, in the order in which a reader follows them.

====================  =====================================================================================
block                 what becomes of it
====================  =====================================================================================
``puz file=NAME``     it is saved as that file; so are ``text file=NAME`` and ``python file=NAME``
``console``           its commands are run, and print what stands below each (see `tests.seeds.consoles`)
``python``, ``text``  the script is run, and prints the text behind it; the names of a page are shared
``python`` alone      has a test of its own
``sh``, others        are for reading
====================  =====================================================================================
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
from tests.command import environment
from tests.seeds.consoles import consoles, matches

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

_BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Fenced(NamedTuple):
    """One block: its language, what stands behind that, its text."""

    language: str
    info: str
    body: str

    @property
    def file(self) -> str:
        """The name of the file that the reader saves, or nothing."""
        found = re.search(r"\bfile=(\S+)", self.info)
        return found[1] if found else ""


class Page:
    """One page of `docs`, by its path without ``.md``."""

    def __init__(self, name: str) -> None:
        self.text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        self.blocks = [Fenced(*groups) for groups in _BLOCK.findall(self.text)]

    def bodies(self, language: str) -> list[str]:
        """The bodies of the blocks in this language that are no files."""
        return [block.body for block in self.blocks if block.language == language and not block.file]

    def save_files(self, folder: Path) -> None:
        """Write the files of the page into a folder."""
        for block in self.blocks:
            if block.file:
                (folder / block.file).write_text(block.body, encoding="utf-8")

    def follow(self) -> int:
        """Do what the page says in the current folder, and compare; the number of commands and scripts.

        Raises:
            AssertionError: something else comes out.
        """
        names: dict[str, Any] = {"__name__": "__page__"}
        done = 0
        for block, following in zip_longest(self.blocks, self.blocks[1:]):
            if block.file:
                Path(block.file).write_text(block.body, encoding="utf-8")
            elif block.language == "console":
                (console,) = consoles(f"```console\n{block.body}```\n")
                for command in console.commands:
                    printed = shown(command.text)
                    assert matches(command.output, printed), f"{command.text}\n{printed}"
                    promised = "error: " in "\n".join(command.output)
                    assert ("error: " in printed) == promised, f"{command.text}\n{printed}"
                    done += 1
            elif block.language == "python" and following and following[:2] == ("text", ""):
                printed = output_of(block.body, names)
                assert matches(following.body.splitlines(), printed), f"{block.body}\n{printed}"
                done += 1
        return done


class Ran(NamedTuple):
    """What a command left: its exit status and what it wrote."""

    status: int
    out: str
    err: str


def ran(command: str) -> Ran:
    """Run a line ``puzzledsl …`` in this process, with UTF-8 streams that are not a terminal."""
    program, *words = shlex.split(command)
    assert program == "puzzledsl"
    out, err = (_stream() for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(command_line, words, program)
    return Ran(status, *(_text(stream) for stream in (out, err)))


def shown(command: str) -> str:
    """What a terminal shows of a line ``puzzledsl …`` or ``python FILE``: output and errors, in their order."""
    stream = _stream()
    match shlex.split(command):
        case ["puzzledsl", *arguments]:
            with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
                run(command_line, arguments, "puzzledsl")
        case ["python", script]:
            ran = subprocess.run(
                [sys.executable, "-u", script],
                env=environment(PYTHONUTF8="1"),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            stream.write(ran.stdout)
        case other:
            raise AssertionError(f"the reader's computer may not have {other[0]}")
    return _text(stream)


def output_of(script: str, names: dict[str, Any] | None = None) -> str:
    """What a script prints that runs in this process."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"} if names is None else names)
    return out.getvalue()


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
