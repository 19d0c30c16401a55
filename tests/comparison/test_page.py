"""`docs/compare.md` says what is so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl.cli.commands.compare import command
from tests.seeds.consoles import Console, consoles, matches

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")


def test_every_option_in_it_is_one() -> None:
    known = {word for parameter in command.params for word in parameter.opts}
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) <= known


def test_defaults_are_those_of_the_command() -> None:
    said = {
        name: default.strip("` ") for name, default in re.findall(r"^\| `(--[a-z-]+)[^`]*` \|([^|]*)\|", PAGE, re.M)
    }
    for parameter in command.params:
        if parameter.opts[0] in said and said[parameter.opts[0]]:
            default = parameter.default[0] if isinstance(parameter.default, list) else parameter.default
            assert str(default).removesuffix(".0") == said[parameter.opts[0]], parameter.opts


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are those of a POSIX shell")
@pytest.mark.parametrize("console", consoles(PAGE), ids=lambda console: f"line-{console.line}")
def test_its_commands_print_what_it_says(console: Console) -> None:
    for one in console.commands:
        ran = subprocess.run(
            [sys.executable, "-m", *one.text.split()],
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert matches(one.output, ran.stdout), ran.stdout + ran.stderr
