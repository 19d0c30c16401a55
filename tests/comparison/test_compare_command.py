"""``puzzledsl compare``: what it prints, what it refuses, its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from puzzledsl.cli.commands.compare.puzzle_sets import puzzles_of, sample
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.comparison.runs import Run
from puzzledsl.comparison.saved import Comparison, as_json
from tests.command import COMMAND, Call, environment

from .conftest import MODELS, make

ROOT = Path(__file__).parents[2]


def saved(folder: Path, *runs: Run) -> str:
    """A file with a comparison of which these are the runs."""
    ways = tuple(dict.fromkeys(run.combination for run in runs))
    names = tuple(dict.fromkeys(run.puzzle for run in runs))
    (folder / "saved.json").write_text(json.dumps(as_json(Comparison(ways, names, runs, time_limit=10.0))))
    return "saved.json"


def test_a_table_by_combination_and_one_by_puzzle(call: Call) -> None:
    result = call("compare", "models", "--presolve", "none", "--details")
    assert (result.status, result.err) == (0, "")
    details, table = result.out.split("\n\n")
    assert "models/one.puz" in details
    assert "models/two.puz" in details
    assert "none.puz" not in details  # folders within the folder are not looked into
    lines = [line.split() for line in table.splitlines()]
    assert [line[:4] for line in lines if line[1:3] == ["HiGHS", "none"]] == [
        ["binary", "HiGHS", "none", "2"],
        ["integer", "HiGHS", "none", "2"],
    ]
    assert any(line[:4] == ["-", "search", "none", "2"] for line in lines)
    assert "2 puzzles, limit 10 s a run, all answers verified, none contradicts another" in table


def test_a_solver_of_pyomo(call: Call) -> None:
    result = call(
        "compare", "models", "--presolve", "none", "--solver", "highs,pyomo:appsi_highs", "--encoding", "binary"
    )
    assert (result.status, result.err) == (0, "")
    assert [line.split()[:4] for line in result.out.splitlines() if "pyomo" in line] == [
        ["binary", "pyomo:appsi_highs", "none", "2"]
    ]


def test_a_solver_that_is_not_there_is_reported_once_and_before_measuring(call: Call) -> None:
    result = call("compare", "models", "--solver", "highs,pyomo:nosuch")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("Pyomo knows no solver that is called `nosuch`") == 1
    assert "pyomo:NAME" in call("compare", "models", "--solver", "pyom:glpk").err


def test_json_and_what_is_made_of_it(call: Call, folder: Path) -> None:
    result = call("compare", "models/**/*.puz", "best.puz", "--encoding", "binary", "--json")
    assert (result.status, result.err) == (0, "")
    (folder / "all.json").write_text(result.out)
    found = {puzzle["puzzle"]: puzzle for puzzle in result.json["puzzles"]}
    assert found["models/inner/none.puz"]["status"] == "infeasible"
    assert found["best.puz"]["objective"] == 7
    assert found["models/one.puz"]["solutions"][0]["grids"]["cell"][0][0] == 1
    assert [one["solver"] for one in result.json["combinations"]] == ["highs", "search"]
    assert result.json["disagreements"] == 0
    again = call("compare", "--from", "all.json", "--json")
    assert again.json == result.json
    assert "4 puzzles" in call("compare", "--from", "all.json").out


def test_an_ambiguous_puzzle_is_a_remark(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", grid=[1, 2]), make("solved", "- search none", grid=[2, 1]))
    result = call("compare", "--from", name, "--details")
    assert result.status == 0
    assert "p is ambiguous: combinations found different solutions, all verified" in result.err
    assert " ambiguous" in result.out


def test_a_disagreement_is_loud(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", grid=[1, 2]), make("infeasible", "- search none"))
    result = call("compare", "--from", name)
    assert result.status == 1
    assert "error: the combinations disagree about p: search presolve none proves" in result.err
    assert "none contradicts another" not in result.out
    assert call("compare", "--from", name, "--json").json["disagreements"] == 1
    assert call("compare", "--from", name, "--quiet").status == 1


def test_what_the_limit_stopped_is_marked(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", puzzle="a", total=0.5), make("unknown", puzzle="b", total=10.0))
    lines = call("compare", "--from", name).out.splitlines()
    row = next(line.split() for line in lines if line.startswith("binary"))
    assert row[3:7] == ["1", "-", "1", "-"]
    assert row[7:15] == [">", "5.250", ">", "10.0", ">", "10.0", ">", "10.5"]


def test_a_wrong_model_is_left_out_and_the_others_go_on(call: Call) -> None:
    result = call("compare", "wrong.puz", "models/one.puz", "--solver", "search")
    assert result.status == 2
    assert "did you mean `alldifferent`?" in result.err
    assert "wrong.puz is left out" in result.err
    assert "1 puzzle," in result.out


def test_why_runs_fail_is_said_and_no_mistake_of_the_call(call: Call) -> None:
    result = call("compare", "real.puz", "--encoding", "binary")
    assert result.status == 0
    assert "failed: search presolve probe: search works on whole numbers only" in result.out


def test_when_presolve_settles_all_that_is_said(call: Call) -> None:
    assert "--presolve none compares them" in call("compare", "models/one.puz").out


def test_givens_are_puzzles_a_line_each(call: Call) -> None:
    call_it = ("compare", "four.puz", "--givens", "list.txt", "--column", "2", "--solver", "search")
    result = call(*call_it, "--json")
    assert [puzzle["puzzle"] for puzzle in result.json["puzzles"]] == ["list.txt:2", "list.txt:4"]
    assert result.json["rejected"][0]["puzzle"] == "list.txt:3"
    assert "4 marks" in result.json["rejected"][0]["error"]
    assert result.status == 2
    grids = [puzzle["solutions"][0]["grids"]["cell"] for puzzle in result.json["puzzles"]]
    assert (grids[0][0][0], grids[1][0][2]) == (1, 1)
    assert len(call(*call_it, "--sample", "1", "--json").json["puzzles"]) == 1


def test_givens_of_several_grids_are_read_as_batch_reads_them(call: Call, folder: Path) -> None:
    (folder / "grids.puz").write_text(
        "grid a[2, 2] in 1..4\ngrid b[1, 2] in 0..9\nalldifferent: a\nsum(b) == a[1, 1]\n"
    )
    (folder / "grids.txt").write_text("1...; b: .1  # both\n.2.. ; b: 2 .\n; b: 0 3\n....; c: 1\n")
    result = call("compare", "grids.puz", "--givens", "grids.txt", "--solver", "search", "--json")
    assert [puzzle["puzzle"] for puzzle in result.json["puzzles"]] == ["grids.txt:1", "grids.txt:2", "grids.txt:3"]
    grids = [puzzle["solutions"][0]["grids"] for puzzle in result.json["puzzles"]]
    assert [grid["b"][0] for grid in grids[::2]] == [[0, 1], [0, 3]]
    assert (grids[1]["a"][0][1], grids[1]["b"][0][0]) == (2, 2)
    assert [one["puzzle"] for one in result.json["rejected"]] == ["grids.txt:4"]
    assert "no grid is called `c`" in result.json["rejected"][0]["error"]
    (folder / "named.txt").write_text("b: 01\nb: 11\n")
    puzzles = puzzles_of(["grids.puz"], ModelOptions(givens="named.txt"))
    assert [puzzle.name for puzzle in puzzles] == ["named.txt:1", "named.txt:2"]


def test_files_folders_patterns(folder: Path) -> None:
    def names(*arguments: str, givens: str | None = None) -> list[str]:
        return [puzzle.name for puzzle in puzzles_of(arguments, ModelOptions(givens=givens))]

    assert names("models") == ["models/one.puz", "models/two.puz"]
    assert names("models/**/*.puz") == ["models/inner/none.puz", "models/one.puz", "models/two.puz"]
    assert names("models/one.puz", "models", "./models/two.puz") == ["models/one.puz", "models/two.puz"]
    assert names("four.puz", givens="rows.txt") == ["four.puz"]  # the rows of one puzzle
    assert names("four.puz", givens="1..............2") == ["four.puz"]
    assert names("four.puz", givens="list.txt") == ["four.puz"]  # whose first column holds no puzzle


def test_a_sample_is_spread_evenly(folder: Path) -> None:
    (puzzle,) = puzzles_of(["four.puz"], ModelOptions())
    assert len(sample([puzzle] * 5, 3)) == 3
    assert len(sample([puzzle] * 5, 9)) == 5
    numbered = puzzles_of(["models/**/*.puz"], ModelOptions())
    assert [one.name for one in sample(numbered, 2)] == ["models/inner/none.puz", "models/one.puz"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no puzzles are named"),
        (("none.puz", "four.pu"), "did you mean `four.puz`?"),
        (("models/inner/x*.puz",), "no file matches `models/inner/x*.puz`"),
        (("empty",), "there is no .puz file in the folder `empty`"),
        (("four.puz", "--encoding", "binry"), "did you mean `binary`?"),
        (("four.puz", "--encoding", "binary,intger"), "did you mean `integer`?"),
        (("four.puz", "--solver", "luck"), "There are: auto, search, highs"),
        (("four.puz", "--presolve", "prob"), "no strength of presolve is called `prob`; did you mean `probe`?"),
        (("models", "--givens", "list.txt"), "--givens is for one model, not for 2"),
        (("four.puz", "--givens", "lst.txt"), "did you mean `list.txt`?"),
        (("four.puz", "--option", "mip_rel_gp=1"), "did you mean `mip_rel_gap`?"),
        (("four.puz", "--plot", "out.gif"), ".svg, .png, .pdf"),
        (("--from", "four.puz"), "`four.puz` holds no comparison"),
        (("--from", "saved.json", "--rounds", "3"), "leave out --rounds: --from shows a saved comparison"),
        (("--from", "saved.json", "four.puz"), "leave out files of puzzles: --from shows a saved comparison"),
        (("--from", "nowhere.json"), "there is no file `nowhere.json`"),
    ],
)
def test_wrong_calls(call: Call, folder: Path, arguments: tuple[str, ...], words: str) -> None:
    (folder / "empty").mkdir()
    saved(folder, make("solved", grid=[1]))
    result = call("compare", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_plot_of_what_was_measured(call: Call, folder: Path) -> None:
    runs = [
        make("solved", way, f"p{k}", total=0.1 * 2**k)
        for k in range(6)
        for way in ("binary highs none", "- search none")
    ]
    name = saved(folder, *runs)
    for place in ("out.svg", "out.png"):
        assert call("compare", "--from", name, "--plot", place).status == 0
        assert (folder / place).stat().st_size > 5000
    assert call("compare", "--from", name, "--plot", "line.svg", "--scale", "linear").status == 0
    assert (folder / "line.svg").read_bytes() != (folder / "out.svg").read_bytes()


def test_without_matplotlib_nothing_is_measured_first(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = call("compare", "four.puz", "--plot", "out.svg")
    assert (result.status, result.out) == (2, "")
    assert 'pip install "puzzledsl[plot]"' in result.err


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_keeps_what_is_done(folder: Path) -> None:
    running = subprocess.Popen(
        [*COMMAND, "compare", "models", "--presolve", "none", "--rounds", "5000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    time.sleep(5.0)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["interrupted"] is True
    assert {puzzle["verdict"] for puzzle in found["puzzles"]} <= {"agree"}


def test_the_models_of_this_file_are_what_they_are_called() -> None:
    assert all(text.startswith(("grid", "var")) for name, text in MODELS.items() if name.endswith(".puz"))
