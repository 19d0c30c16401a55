"""``puzzledsl compare``: what it prints, what it refuses, its exit status."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from puzzledsl.comparison.runs import Run
from puzzledsl.comparison.saved import Comparison, as_json
from tests.command import Call, on_terminal

from .conftest import MODELS, make


def saved(folder: Path, *runs: Run) -> str:
    """A file with a comparison of which these are the runs."""
    (folder / "saved.json").write_text(json.dumps(as_json(Comparison(runs, 10.0))))
    return "saved.json"


@pytest.mark.slow
def test_a_table_by_combination(call: Call) -> None:
    files = ("models/one.puz", "models/two.puz")
    result = call("compare", *files, "--presolve", "none", "--solver", "highs,search,pyomo:appsi_highs")
    assert (result.status, result.err) == (0, "")
    lines = [line.split() for line in result.out.splitlines()]
    assert [line[:4] for line in lines[1:6]] == [
        ["binary", "HiGHS", "none", "2"],
        ["integer", "HiGHS", "none", "2"],
        ["-", "search", "none", "2"],
        ["binary", "pyomo:appsi_highs", "none", "2"],
        ["integer", "pyomo:appsi_highs", "none", "2"],
    ]
    assert "2 puzzles, limit 10 s a run, all answers verified, none contradicts another" in result.out


def test_a_solver_that_is_not_there_is_reported_once_and_before_measuring(call: Call) -> None:
    result = call("compare", "four.puz", "--solver", "highs,pyomo:nosuch")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("Pyomo knows no solver that is called `nosuch`") == 1
    assert "pyomo:NAME" in call("compare", "four.puz", "--solver", "pyom:glpk").err


def test_json_and_what_is_made_of_it(call: Call, folder: Path) -> None:
    result = call("compare", "models/one.puz", "models/none.puz", "best.puz", "--encoding", "binary", "--json")
    assert (result.status, result.err) == (0, "")
    (folder / "all.json").write_text(result.out)
    found = {run["puzzle"]: run for run in result.json["runs"]}
    assert found["models/none.puz"]["status"] == "infeasible"
    assert found["best.puz"]["answer"]["objective"] == 7
    assert found["models/one.puz"]["answer"]["grids"]["cell"][0][0] == 1
    assert [one["solver"] for one in result.json["combinations"]] == ["highs", "search"]
    assert {one["kind"] for one in result.json["puzzles"]} == {"agree"}
    assert call("compare", "--from", "all.json", "--json").json == result.json
    assert "3 puzzles" in call("compare", "--from", "all.json").out


@pytest.mark.parametrize("change", [{"comparison": 1}, {"runs": [{}]}, {"time_limit": "soon"}, {"puzzles": []}])
def test_what_is_not_a_comparison_is_refused(call: Call, folder: Path, change: dict[str, object]) -> None:
    name = saved(folder, make("solved", grid=[1]))
    document = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps(document | change))
    assert "`saved.json` is not a comparison" in call("compare", "--from", name).err


def test_an_ambiguous_puzzle_is_a_remark(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", grid=[1, 2]), make("solved", "- search none", grid=[2, 1]))
    result = call("compare", "--from", name)
    assert result.status == 0
    assert "several solutions were found and verified: ambiguous are p" in result.err


def test_a_disagreement_is_loud(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", grid=[1, 2]), make("infeasible", "- search none"))
    result = call("compare", "--from", name)
    assert result.status == 1
    assert "error: the combinations disagree about p: search presolve none finds no solution" in result.err
    assert "none contradicts another" not in result.out
    assert call("compare", "--from", name, "--json").json["puzzles"][0]["kind"] == "disagree"
    assert call("compare", "--from", name, "--quiet").status == 1


def test_what_the_limit_stopped_is_marked(call: Call, folder: Path) -> None:
    name = saved(folder, make("solved", puzzle="a", total=0.5), make("unknown", puzzle="b", total=10.0))
    result = call("compare", "--from", name)
    assert result.out.splitlines()[1].split()[3:] == ["1", "-", "1", "-", ">", "10", ">", "10", "-", "-", "-"]
    assert call("compare", "--from", name, "--json").json["combinations"][0]["slowest"] is None


def test_a_wrong_model_fails_and_the_others_go_on(call: Call) -> None:
    result = call("compare", "wrong.puz", "models/one.puz", "--solver", "search")
    assert result.status == 2
    assert "did you mean `alldifferent`?" in result.out
    assert "2 puzzles," in result.out


def test_why_runs_fail_is_reported_and_is_not_a_mistake_of_the_call(call: Call) -> None:
    result = call("compare", "real.puz", "--encoding", "binary")
    assert result.status == 0
    assert "failed: search presolve probe: search works on whole numbers only" in result.out


def test_givens_are_puzzles_a_line_each(call: Call) -> None:
    result = call("compare", "four.puz", "--givens", "list.txt", "--solver", "search", "--json")
    runs = result.json["runs"]
    assert [(run["puzzle"], run["status"]) for run in runs] == [
        ("list.txt:2", "solved"),
        ("list.txt:3", "error"),
        ("list.txt:4", "solved"),
    ]
    assert "4 marks" in runs[1]["message"]
    assert result.status == 2
    grids = [run["answer"]["grids"]["cell"] for run in runs if run["answer"]]
    assert (grids[0][0][0], grids[1][0][2]) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no puzzles are named"),
        (("four.pu",), "did you mean `four.puz`?"),
        (("four.puz", "--encoding", "binry"), "did you mean `binary`?"),
        (("four.puz", "--encoding", "binary,intger"), "did you mean `integer`?"),
        (("four.puz", "--solver", "luck"), "there are auto, search, highs"),
        (("four.puz", "--presolve", "prob"), "did you mean `probe`?"),
        (("four.puz", "best.puz", "--givens", "list.txt"), "--givens is for one model, not for 2"),
        (("four.puz", "--givens", "lst.txt"), "did you mean `list.txt`?"),
        (("-", "--givens", "-"), "standard input can be read only once"),
        (("four.puz", "--plot", "out.gif"), ".svg, .png, .pdf"),
        (("four.puz", "--plot", "nowhere/out.svg"), "there is no folder `nowhere`"),
        (("--from", "four.puz"), "`four.puz` is not a comparison"),
        (("--from", "saved.json", "--presolve", "none"), "leave out --presolve: --from shows a saved comparison"),
        (("--from", "saved.json", "four.puz"), "leave out files of puzzles: --from shows a saved comparison"),
        (("--from", "nowhere.json"), "there is no file `nowhere.json`"),
    ],
)
def test_wrong_calls(call: Call, folder: Path, arguments: tuple[str, ...], words: str) -> None:
    saved(folder, make("solved", grid=[1]))
    result = call("compare", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_plot_of_what_was_measured(call: Call, folder: Path) -> None:
    runs = [
        make(status, way, f"p{k}", total=0.1 * 2**k)
        for k, status in enumerate(("solved", "solved", "infeasible", "unknown", "unsuitable"))
        for way in ("binary highs none", "- search none")
    ]
    name = saved(folder, *runs, make("unsuitable", "integer highs none"), make("solved", "mixed highs none"))
    for place in ("out.svg", "out.png", "out.pdf"):
        assert call("compare", "--from", name, "--plot", place).status == 0
        assert (folder / place).stat().st_size > 5000
    text = (folder / "out.svg").read_text()  # letters are drawn as paths; matplotlib notes the words beside them
    for words in ("logarithmic", "presolve none", "limit: 1", "failed: 1", "mean", "mixed", "0.5"):
        assert f"<!-- {words}" in text or words in text, words
    assert "integer" not in text
    nothing = call("compare", "--from", saved(folder, make("unsuitable")), "--plot", "out.svg")
    assert (nothing.status, "there are no times to draw" in nothing.err) == (2, True)


def test_without_matplotlib_nothing_is_measured_first(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = call("compare", "four.puz", "--plot", "out.svg")
    assert (result.status, result.out) == (2, "")
    assert 'pip install "puzzledsl[plot]"' in result.err


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_keeps_what_is_done(folder: Path) -> None:
    (folder / "many.txt").write_text("1.....3..4.....2\n" * 5000)
    status, seen = on_terminal(
        *("compare", "four.puz", "--givens", "many.txt", "--presolve", "none", "--json"),
        out="out.json",
        until=lambda seen: "3 of " in seen,
    )
    assert status == 130
    assert re.fullmatch(r"(\r+\d+ of \d+ runs)+\r*", seen)
    found = json.loads(Path("out.json").read_text())
    assert found["interrupted"] is True
    assert {puzzle["kind"] for puzzle in found["puzzles"]} == {"agree"}


def test_the_models_of_this_file_are_what_they_are_called() -> None:
    assert all(text.startswith(("grid", "var")) for name, text in MODELS.items() if name.endswith(".puz"))
