"""Writes docs/course/*.svg, the pictures of docs/integer-programming.md, by the commands on that page.

Run it as ``make docs``; a test compares.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tempfile
from pathlib import Path

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

HERE = Path(__file__).parent
PAGE = HERE / "integer-programming.md"
PICTURES = HERE / "course"

_MODEL = re.compile(r"^```puz file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ puzzledsl (.* --svg (\S+).*)$", re.MULTILINE)


def write() -> None:
    """Writes the pictures; removes those that no command draws."""
    page = PAGE.read_text(encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for path in PICTURES.glob("*.svg"):
        path.unlink()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in _MODEL.findall(page):
            Path(name).write_text(text, encoding="utf-8")
        for arguments, name in _COMMAND.findall(page):
            with contextlib.redirect_stdout(io.StringIO()):
                run(command_line, shlex.split(arguments), "puzzledsl")
            (PICTURES / name).write_text(Path(name).read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    write()
