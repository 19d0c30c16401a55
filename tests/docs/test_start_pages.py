"""The pages of `docs/start`, and `docs/formats.md`, do what they say: each is followed from its first block to its
last, in one folder.

A block ``file=NAME`` is a file that the reader saves, a ``console`` block commands with what they print, where ``…``
stands for any text (see `tests.seeds.consoles`). An ``sh`` block installs puzzledsl; only its form is tested here.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
from tests.docs.pages import DOCS
from tests.seeds.consoles import consoles, matches

PAGES = [*sorted((DOCS / "start").glob("*.md")), DOCS / "formats.md"]
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALL = "python3 -m venv .venv\n. .venv/bin/activate\npip install .\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    document = page.read_text(encoding="utf-8")
    assert BLOCK.findall(document)
    for language, name, body in BLOCK.findall(document):
        if name:
            Path(name).write_text(body, encoding="utf-8")
        elif language == "console":
            (console,) = consoles(f"```console\n{body}```\n")
            for command in console.commands:
                printed = _printed(command.text)
                assert matches(command.output, printed), f"{command.text}\n{printed}"
                promised = "error: " in "\n".join(command.output)
                assert ("error: " in printed) == promised, f"{command.text}\n{printed}"
        else:
            assert (language, body.startswith(INSTALL)) == ("sh", True), body


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_its_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert links
    assert all((page.parent / link).exists() for link in links)


def _printed(command: str) -> str:
    """What a terminal shows: standard output and errors, in their order."""
    stream = io.BytesIO()
    out = io.TextIOWrapper(stream, "utf-8", newline="\n", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        match shlex.split(command):
            case ["puzzledsl", *arguments]:
                run(command_line, arguments, "puzzledsl")
            case ["python", script]:
                ran = subprocess.run(
                    [sys.executable, "-u", script],
                    env={**os.environ, "PYTHONPATH": str(DOCS.parent), "PYTHONUTF8": "1"},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    check=False,
                )
                out.write(ran.stdout)
            case other:
                pytest.fail(f"the reader's computer may not have {other[0]}")
    return stream.getvalue().decode()
