"""Writes the pictures of pages by the commands on them: each ``$ puzzledsl … --svg NAME`` of a page.

Run it as ``make docs``; tests compare.
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
PAGES = {"integer-programming": "course", "programs": "programs", "../README": "readme"}
"""Pages whose pictures are written, and the folders of these."""

_FILE = re.compile(r"^```puz file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ puzzledsl (.* --svg (\S+).*)$", re.MULTILINE)


def write(page: str, pictures: Path) -> None:
    """Writes the pictures of a page; removes those that no command draws."""
    text = (HERE / f"{page}.md").read_text(encoding="utf-8")
    pictures.mkdir(exist_ok=True)
    for path in pictures.glob("*.svg"):
        path.unlink()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("models").symlink_to(HERE.parent / "models")
        for name, body in _FILE.findall(text):
            Path(name).write_text(body, encoding="utf-8")
        for arguments, name in _COMMAND.findall(text):
            with contextlib.redirect_stdout(io.StringIO()):
                run(command_line, shlex.split(arguments), "puzzledsl")
            (pictures / name).write_text(Path(name).read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    for page, folder in PAGES.items():
        write(page, HERE / folder)
