"""The command: files, lines, JSON, messages, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

import puzzledsl
from tests.command import COMMAND, Call, environment, on_terminal

from .conftest import FOUR, NINE, givens_of, houses, solutions


def test_one_puzzle_on_standard_output(call: Call) -> None:
    result = call("four.puz", "--seed", "3")
    assert result.status == 0
    assert result.out.startswith(FOUR)
    assert result.err.endswith(" givens, none of which can be dropped · seed 3\n")
    assert call("-", "--seed", "3", stdin=FOUR).out == result.out


def test_files_in_a_folder(call: Call) -> None:
    result = call("four.puz", "--seed", "3", "--count", "10", "--output", "some/puzzles")
    names = [f"four-3-{number:02}.puz" for number in range(1, 11)]
    assert sorted(os.listdir("some/puzzles")) == names
    assert [line.split()[0] for line in result.out.splitlines()] == [f"some/puzzles/{name}" for name in names]
    assert result.err.startswith("10 puzzles with ")
    assert puzzledsl.load("some/puzzles/four-3-04.puz").solve().status == "solved"
    again = call("four.puz", "--seed", "3", "--count", "10", "--output", "some/puzzles")
    assert again.status == 2
    assert "`some/puzzles/four-3-01.puz` already exists; nothing was written" in again.err


def test_one_file(call: Call) -> None:
    result = call("four.puz", "--seed", "3", "--output", "out.puz")
    assert result.out == ""
    assert Path("out.puz").read_text() == call("four.puz", "--seed", "3").out
    assert call("four.puz", "--output", "four.puz").status == 2
    assert Path("four.puz").read_text() == FOUR
    refused = call("four.puz", "--output", "out.puz", "--count", "2")
    assert "`out.puz` is a file; 2 puzzles need a folder" in refused.err
    refused = call("four.puz", "--output", "none.puz", "--count", "2")
    assert "`none.puz` is a file; 2 puzzles need a folder" in refused.err
    assert "name a folder, such as `puzzles/`, or a file of lines, such as `puzzles.txt`" in refused.err


def test_lines(call: Call) -> None:
    call("four.puz", "--seed", "3", "--count", "5", "--output", "lines.txt")
    lines = Path("lines.txt").read_text().splitlines()
    assert len(lines) == 5
    for line in lines:
        assert len(solutions(16, range(1, 5), houses(4, 2, 2), givens_of(line))) == 1
    assert lines == [one["line"] for one in call("four.puz", "--seed", "3", "--count", "5", "--json").answers]


def test_json(call: Call) -> None:
    first, second = call("four.puz", "--seed", "3", "--count", "2", "--json", "--givens", "5").answers
    assert (first["puzzle"], second["puzzle"], first["seed"], first["asked"], first["givens"]) == (1, 2, 3, 5, 5)
    assert first["status"] == "unique"
    assert first["file"] is None
    assert first["text"].startswith(FOUR)
    flat = [value for row in first["solution"]["cell"] for value in row]
    assert solutions(16, range(1, 5), houses(4, 2, 2), givens_of(first["line"])) == [tuple(flat)]
    (killer,) = call("four.puz", "--seed", "3", "--json", "--cages", "-o", "killers/").answers
    assert sum(len(cage["cells"]) for cage in killer["cages"]) == 16
    assert Path(killer["file"]).read_text() == killer["text"]


def test_it_says_when_there_are_more_givens_than_asked_for(call: Call) -> None:
    result = call("four.puz", "--seed", "3", "--givens", "3")
    assert result.status == 0
    assert result.err == "4 givens; asked for 3, none of which can be dropped · seed 3\n"


def test_it_says_when_nothing_is_to_be_done(call: Call) -> None:
    unique = call("-", stdin="grid cell[1, 2] in 1..2\nr1c1 < r1c2\n")
    assert (unique.status, unique.out) == (0, "the model already has exactly one solution; it needs no givens\n")
    impossible = "grid cell[1, 3] in 1..2\nr1c1 < r1c2\nr1c2 < r1c3\n"
    none = call("-", stdin=impossible)
    assert (none.status, none.err) == (1, "the model has no solution, so no puzzle can be made of it\n")
    assert call("-", "--json", stdin=impossible).answers[0]["status"] == "infeasible"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["classic.puz", "--symmetry", "roate"], "no symmetry is called `roate`\n  did you mean `rotate`?"),
        (["classic.puz", "--count", "3"], "3 puzzles need files of their own"),
        (["classic.puz", "--cages", "--cage-sizes", "5-2"], "'5-2' is not a pair of sizes such as 2-5"),
        (["classic.puz", "--cage-sizes", "2-3"], "--cage-sizes needs --cages"),
        (["classic.puz", "--cages", "--symmetry", "rotate"], "only givens can be symmetric, not cages"),
        (["classic.puz", "--cages", "-o", "out.txt"], "cages cannot be written as lines of givens"),
        (["classic.puz", "-o", "./classic.puz"], "`./classic.puz` already exists; nothing was written"),
        (["clasic.puz"], "did you mean `classic.puz`?"),
    ],
)
def test_errors_teach(call: Call, arguments: list[str], said: str) -> None:
    result = call(*arguments)
    assert result.status == 2
    assert said in result.err
    if "--count" not in arguments:
        assert call(*arguments, "--json").answers[0]["diagnostics"]


def test_a_time_limit_ends_the_search_for_fewer(call: Call) -> None:
    # A busy machine may find no puzzle at all within the first limits, which is not the answer asked for here.
    for limit in ("3", "12", "48"):
        result = call("classic.puz", "--givens", "17", "--time-limit", limit, "--seed", "1")
        if result.status == 0:
            break
    assert "; asked for 17" in result.err
    nothing = call("classic.puz", "--time-limit", "0", "--seed", "1")
    assert nothing.status == 3
    assert nothing.err == "error: the time limit came before the model was read\n"


def test_a_bar_on_a_terminal_and_names_in_a_pipe(folder: Path) -> None:
    names = folder / "names.txt"
    status, seen = on_terminal(
        *("generate", "classic.puz", "-n", "10000", "-o", "out/"),
        out="names.txt",
        until=lambda seen: "still" in seen and names.stat().st_size > 1_000,
    )
    assert status == 130
    assert "making" in seen
    assert "/10000" in seen
    assert "out/classic" not in seen
    made = len(os.listdir(folder / "out"))
    assert len(names.read_text().splitlines()) in (made - 1, made)  # a file is named once it is there


def interrupted(folder: Path, *arguments: str, after: int) -> tuple[int, str]:
    """Exit status and standard error of a run that gets Ctrl-C once so many files are there."""
    (folder / "classic.puz").write_text(NINE)
    (folder / "out").mkdir()
    with subprocess.Popen(
        [*COMMAND, "generate", "classic.puz", "-o", "out/", *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        while len(os.listdir(folder / "out")) < after and running.poll() is None:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)
        return running.returncode, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, jobs: str) -> None:
    status, err = interrupted(tmp_path, "-n", "10000", "--jobs", jobs, "--seed", "1", after=2)
    assert status == 130
    assert err.startswith("interrupted: ")
    assert "Traceback" not in err
    for path in (tmp_path / "out").iterdir():
        assert path.suffix == ".puz"
        assert puzzledsl.load(path).solve().status == "solved"


def test_ctrl_c_ends_a_long_search(folder: Path) -> None:
    words = ("generate", "classic.puz", "--givens", "17", "--time-limit", "600", "--seed", "1")
    status, seen = on_terminal(*words, out="puzzle.puz", until=lambda seen: "making" in seen)
    assert status == 130
    assert "interrupted: 0 puzzles" in seen
    assert (folder / "puzzle.puz").read_text() == ""
