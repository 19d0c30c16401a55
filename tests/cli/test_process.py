"""What only a process of its own shows: imports, signals, pipes, terminals, limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.command import (
    COMMAND,
    children,
    environment,
    imported,
    on_terminal,
    seconds_of_work,
    started,
    wait_for,
)

HEAVY = ("pyomo", "highspy", "numpy", "vl_convert", "rich", "lark", "hypothesis", "asyncio")

pytestmark = pytest.mark.usefixtures("folder")


def market_split(objective: bool) -> str:
    """Cornuéjols & Dawande, A Class of Hard Small 0–1 Programs: minutes of work for any branch and bound."""
    random = Random(1)
    lines = ["grid cell[1, 40] in bool"]
    for k in range(5):
        weights = [random.randrange(100) for _ in range(40)]
        left = f"sum(a * x for a, x in zip({weights}, row(1)))"
        if objective:
            lines += [f"var off{k} in 0..10000", f"off{k} == abs({left} - {sum(weights) // 2})"]
        else:
            lines.append(f"{left} == {sum(weights) // 2}")
    if objective:
        lines.append("minimize off0 + off1 + off2 + off3 + off4")
    return "\n".join(lines) + "\n"


def test_light_commands_load_nothing_heavy() -> None:
    for arguments in (["--version"], ["check", "easy.puz"], ["rules", "thermo"], ["format", "--check", "tiny.puz"]):
        assert not imported(*arguments) & set(HEAVY), arguments
    assert not any("elaboration" in name for name in imported("--version"))
    assert not imported("solve", "easy.puz") & set(HEAVY)  # propagation alone needs no solver
    unused = {"puzzledsl.primitives.product", "puzzledsl.primitives.automaton"}
    assert imported("solve", "easy.puz").isdisjoint(unused)  # nor what only other constraints need


def test_a_command_loads_no_other_command() -> None:
    for name, *more in (["solve", "easy.puz"], ["check", "easy.puz"], ["unique", "easy.puz"], ["new", "-"]):
        own = f"puzzledsl.cli.commands.{name}"
        loaded = {module for module in imported(name, *more) if module.startswith("puzzledsl.cli.commands.")}
        assert {module for module in loaded if module != own and not module.startswith(own + ".")} == set()
        assert own in loaded
    everything = imported("--help")
    assert "puzzledsl.cli.commands.solve" in everything
    assert not everything & {"pyomo", "highspy", "numpy", "rich", "puzzledsl.kernel", "puzzledsl.session"}


def test_a_solve_loads_no_solver_into_its_own_process() -> None:
    loaded = imported("solve", "easy.puz", "--no-presolve", "--solver", "highs")
    assert "pyomo" in loaded
    assert not loaded & {"highspy", "rich", "vl_convert", "asyncio", "pyomo.environ"}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_stops_and_says_what_was_reached(folder: Path) -> None:
    (folder / "hard.puz").write_text(market_split(objective=True), encoding="utf-8")
    running = started("solve", "hard.puz", "--json", "--option", "log_to_console=false")
    wait_for(lambda: any(seconds_of_work(child) for child in children(running.pid)))  # HiGHS has begun
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err == ""
    answer = json.loads(out)
    assert answer["interrupted"] is True
    assert answer["status"] in ("feasible", "unknown")
    if answer["status"] == "feasible":
        assert len(answer["grids"]["cell"][0]) == 40


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_before_there_is_a_model() -> None:
    running = started("solve", "-")
    assert running.stdin is not None
    running.stdin.write("# more than a pipe holds: the command has begun to read\n" * 5000)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in out + err


def test_the_time_limit_holds_for_the_whole_command(folder: Path) -> None:
    (folder / "hard.puz").write_text(market_split(objective=False), encoding="utf-8")
    running = started("solve", "hard.puz", "--time-limit", "2")
    out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (3, "")
    assert out.startswith("unknown (")


@pytest.mark.skipif(os.name != "posix", reason="alarms of POSIX")
def test_the_time_limit_holds_while_a_model_is_expanded(folder: Path) -> None:
    text = "grid cell[1, 1] in 1..2\nfor i in 1..3000, j in 1..3000:\n    r1c1 + i + j > 0\n"
    (folder / "long.puz").write_text(text, encoding="utf-8")
    running = started("solve", "long.puz", "--time-limit", "0.8", "--json")
    out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (3, "")
    assert json.loads(out)["status"] == "unknown"


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_closed_pipe_is_no_mistake() -> None:
    with started("rules") as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert running.returncode in (0, 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_a_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "--version"], stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False
        )
    assert (done.returncode, done.stderr) == (2, "error: the output cannot be written: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
def test_closed_streams() -> None:
    for streams in (">&-", "2>&-", ">&- 2>&-"):
        line = f'"{sys.executable}" -m puzzledsl solve tiny.puz {streams}'
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=environment(), check=False)
        assert (done.returncode, done.stderr) == (0, ""), streams


def test_a_terminal_that_cannot_draw_gets_ascii() -> None:
    running = started("solve", "tiny.puz", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, _ = running.communicate(timeout=20)
    assert "| 2 1 |" in out
    assert "solved by presolve alone | " in out


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_colors_on_a_terminal_unless_forbidden() -> None:
    assert "\x1b[1m3\x1b[0m" in on_terminal("solve", "easy.puz")[1]
    assert "\x1b" not in on_terminal("solve", "easy.puz", NO_COLOR="1")[1]
    assert "\x1b" not in on_terminal("solve", "wrong.puz", NO_COLOR="1")[1]


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_long_work_shows_how_far_it_is_on_a_terminal_only(folder: Path) -> None:
    (folder / "hard.puz").write_text(market_split(objective=False), encoding="utf-8")
    assert (
        "solving, "
        in on_terminal("solve", "hard.puz", "--time-limit", "60", until=lambda shown: "solving, " in shown)[1]
    )
    assert "solving, " not in on_terminal("solve", "hard.puz", "--time-limit", "2", "--quiet")[1]
