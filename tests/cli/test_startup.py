"""A quick start leaves nothing out that somebody may use later."""

from __future__ import annotations

import subprocess

from tests.command import COMMAND, environment

PROGRAM = """
import sys
from puzzledsl.cli.startup import load_click

load_click()
assert not {"inspect", "uuid", "platform"} & set(sys.modules)

import click
import uuid

number = click.UUID.convert("c9a646d3-9c61-4cb7-bfcd-ee2522c8f633", None, None)
assert isinstance(number, uuid.UUID), number
command = click.Command("name", help="First line.\\n\\n    Second line.")
print(command.get_help(click.Context(command)))
"""


def test_click_is_whole_after_a_quick_start() -> None:
    ended = subprocess.run(
        [*COMMAND[:-2], "-c", PROGRAM], env=environment(), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "  First line.\n\n  Second line.\n" in ended.stdout


def test_an_answer_by_search_loads_nothing_that_writes_integer_programs() -> None:
    program = """if True:
        import sys
        import puzzledsl

        model = puzzledsl.parse("grid cell[4, 4] in 1..4\\nalldifferent: rows, columns, boxes\\ncage 5: r1c1 r1c2")
        assert model.solve() is not None
        print(*(name for name in sys.modules if name.startswith(("puzzledsl.bridges", "puzzledsl.encodings."))))
    """
    ended = subprocess.run(
        [*COMMAND[:-2], "-c", program], env=environment(), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "\n", "")
