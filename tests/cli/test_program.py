"""The program as a whole: help, version, commands that are found, what happens on bugs."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl.cli import shared_options
from puzzledsl.cli.statuses import of_answer, worst
from puzzledsl.presolve.presolve import STRENGTHS
from tests.command import Call

COMMANDS = ["check", "completion", "format", "model", "new", "rules", "solve"]


def test_every_command_is_listed_and_explains_itself(call: Call) -> None:
    overview = call("--help")
    assert overview.status == 0
    for name in COMMANDS:
        assert f"\n  {name} " in overview.out
        help_text = call(name, "--help").out
        for heading in ("Examples:", "Exit status", "Options:", "Environment:"):
            assert heading in help_text, (name, heading)
        assert help_text == call(name, "-h").out
    assert "Usage: puzzledsl" in call().out + call().err


def test_version(call: Call) -> None:
    assert call("--version").out == f"puzzledsl {puzzledsl.__version__}\n"


def test_unknown_commands(call: Call) -> None:
    assert "did you mean `solve`?" in call("sole", "tiny.puz").err
    assert "did you mean `solve tiny.puz`?" in call("tiny.puz").err
    result = call("__init__", "--json")
    assert result.status == 2
    assert "no command is called `__init__`" in result.json["error"]


def test_an_option_that_is_a_command(call: Call) -> None:
    assert "did you mean `puzzledsl unique`?" in call("solve", "--unique", "tiny.puz").err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, call: Call) -> None:
    result = call("completion", shell)
    assert result.status == 0
    assert "_PUZZLEDSL_COMPLETE" in result.out


def test_a_bug_is_called_one_and_no_traceback_shown(
    call: Call, folder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("inner")

    monkeypatch.setattr("puzzledsl.cli.commands.rules.library", broken)
    result = call("rules")
    assert result.status == 2
    assert "this is a bug in puzzledsl, not in your model: KeyError: 'inner'" in result.err
    assert "PUZZLEDSL_DEBUG=1" in result.err
    assert call("rules", "--json").json["diagnostics"][0]["code"] == "bug"


def test_the_worst_status_of_several() -> None:
    assert worst([]) == 0
    assert worst([0, 1, 0]) == 1
    assert worst([1, 3]) == 3
    assert worst([3, 2, 1]) == 2
    assert [of_answer(s) for s in ("solved", "optimal", "feasible", "infeasible", "unbounded", "unknown")] == [
        0, 0, 0, 1, 2, 3,
    ]  # fmt: skip


def test_choices_of_options_are_those_there_are() -> None:
    assert shared_options.STRENGTHS == STRENGTHS


def test_a_picture_goes_to_a_file_of_its_own_format(call: Call) -> None:
    result = call("solve", "tiny.puz", "--svg", "tiny.png")
    assert result.status == 2
    assert "for this file the option is --png" in result.err
