"""``puzzledsl solve``: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.command import Call

from .conftest import MODELS

EASY = [
    [4, 8, 3, 9, 2, 1, 6, 5, 7],
    [9, 6, 7, 3, 4, 5, 8, 2, 1],
    [2, 5, 1, 8, 7, 6, 4, 9, 3],
    [5, 4, 8, 1, 3, 2, 9, 7, 6],
    [7, 2, 9, 5, 6, 4, 1, 3, 8],
    [1, 3, 6, 7, 9, 8, 2, 4, 5],
    [3, 7, 2, 6, 8, 9, 5, 1, 4],
    [8, 1, 4, 2, 5, 3, 7, 6, 9],
    [6, 9, 5, 4, 1, 7, 3, 8, 2],
]
STAGES = {"read", "elaborate", "presolve", "verify", "total"}


def test_a_grid_with_its_boxes_and_one_line_of_status(call: Call) -> None:
    result = call("solve", "easy.puz")
    lines = result.out.splitlines()
    assert result.status == 0
    assert not result.err
    assert lines[0] == "Easy"
    assert lines[1] == "┌───────┬───────┬───────┐"
    assert lines[2] == "│ 4 8 3 │ 9 2 1 │ 6 5 7 │"
    assert len(lines) == 1 + 13 + 1
    assert lines[-1].startswith("solved by presolve alone · ")
    assert lines[-1].endswith(" s · unique")
    assert "\x1b" not in result.out


def test_the_status_line_tells_the_size_of_what_the_solver_got(call: Call) -> None:
    plain = call("solve", "easy.puz", "--no-presolve", "--solver", "highs")
    assert "solved by HiGHS · binary · 729 variables, 324 rows, 2,916 nonzeros · " in plain.out
    integer = call("solve", "easy.puz", "--presolve", "none", "--solver", "highs", "--encoding", "integer")
    assert "solved by HiGHS · integer · 891 variables, " in integer.out


def test_the_other_solvers(call: Call) -> None:
    searched = call("solve", "easy.puz", "--presolve", "none", "--solver", "search")
    assert searched.out.splitlines()[-1].startswith("solved by search · ")
    assert call("solve", "none.puz", "--presolve", "none", "--solver", "highs").status == 1
    wrong = call("solve", "easy.puz", "--solver", "hihgs")
    assert wrong.status == 2
    assert "no solver is called `hihgs`\n  did you mean `highs`?" in wrong.err


ASKING = [("--encoding", "integer"), ("--encoding", "binary"), ("--gap", "0.1"), ("--threads", "1"), ("--log",)]
ASKING += [("--option", "presolve=off"), ("--highs-presolve", "off")]


@pytest.mark.parametrize("words", ASKING, ids=" ".join)
def test_an_option_for_the_program_asks_for_highs(call: Call, words: tuple[str, ...]) -> None:
    assert call("solve", "easy.puz", *words).out.splitlines()[-1].startswith("solved by HiGHS · ")
    both = call("solve", "easy.puz", "--solver", "search", *words)
    assert (both.status, both.out) == (2, "")
    assert both.err.startswith(f"error: `{words[0]}` is for the integer program, and `--solver search` writes none\n")
    assert call("solve", "easy.puz", "--solver", "auto", *words, "--json").json["solver"] == "presolve"


def test_a_seed_asks_for_no_solver(call: Call) -> None:
    for solver in ((), ("--solver", "search")):
        assert call("solve", "easy.puz", "--seed", "5", *solver, "--json").json["solver"] == "presolve"


def test_propagation_that_is_asked_for_may_leave_highs_nothing(call: Call) -> None:
    given = call("solve", "easy.puz", "--solver", "highs", "--presolve", "probe")
    assert given.out.splitlines()[-1].startswith("solved by presolve alone · ")
    mine = call("solve", "easy.puz", "--solver", "highs", "--json").json
    assert (mine["solver"], mine["unique"], mine["grids"]["cell"]) == ("highs", True, EASY)
    none = call("solve", "none.puz", "--solver", "highs")
    assert none.out.startswith("infeasible by HiGHS · binary · ")


def test_figures_of_highs_work(call: Call) -> None:
    found = call("solve", "easy.puz", "--solver", "highs", "--no-presolve", "--json").json
    figures = found["statistics"]
    assert set(figures) == {"nodes", "lp_iterations", "cuts", "root_bound", "columns", "rows", "history"}
    assert figures["nodes"] == found["nodes"]
    assert (figures["columns"]["before"], figures["rows"]["before"]) == (729, 324)
    assert 0 <= figures["columns"]["after"] < 729
    off = call("solve", "easy.puz", "--no-presolve", "--highs-presolve", "off", "--json").json["statistics"]
    assert off["columns"] == {"before": 729, "after": None}
    assert off["lp_iterations"] is not None
    assert call("solve", "easy.puz", "--json").json["statistics"] is None


def test_it_is_said_whether_the_solution_is_known_to_be_the_only_one(call: Call) -> None:
    by_propagation = call("solve", "easy.puz", "--json").json
    assert (by_propagation["unique"], by_propagation["solver"]) == (True, "presolve")
    for model in ("queens.puz", "odd.puz"):  # two solutions at least
        for solver in ("auto", "search", "highs"):
            found = call("solve", model, "--solver", solver)
            assert found.out.splitlines()[-1].endswith(" · uniqueness not checked")
            assert call("solve", model, "--solver", solver, "--json").json["unique"] is None
    assert "unique" not in call("solve", "best.puz").out


def test_a_model_without_solution_is_left_to_explain(call: Call, folder: Path) -> None:
    for solver in ("auto", "search", "highs"):
        result = call("solve", "none.puz", "--solver", solver)
        assert result.out.startswith("infeasible")
        assert result.out.endswith(" · `puzzledsl explain none.puz` says which clues cannot hold together\n")
        assert "(line " not in result.out
    (folder / "two.puz").write_text("param n = 2\ngrid cell[1, n] in 1..2\nr1c1 < r1c2\n", encoding="utf-8")
    other = call("solve", "two.puz", "--givens", "22", "--set", "n=2")
    assert "`puzzledsl explain two.puz --set … --givens …`" in other.out


def test_show_lines_variables_and_objective(call: Call) -> None:
    assert "corner 2\nsolved" in call("solve", "tiny.puz").out
    best = call("solve", "best.puz")
    assert best.out.startswith("x = 7\ny = 0\noptimal")
    assert " · objective 14 · " in best.out


def test_quiet_prints_the_answer_alone(call: Call) -> None:
    assert call("solve", "tiny.puz", "-q").out == "┌─────┐\n│ 2 1 │\n│ 1 2 │\n└─────┘\ncorner 2\n"
    nothing = call("solve", "none.puz", "--quiet")
    assert (nothing.status, nothing.out, nothing.err) == (1, "", "")


def test_colors_when_asked_for_set_givens_apart(call: Call) -> None:
    colored = call("solve", "easy.puz", "--color", "always").out
    assert "\x1b[1m3\x1b[0m" in colored  # a given is bold
    assert "\x1b[36m4\x1b[0m" in colored  # what was found is coloured


def test_a_file_without_its_ending_is_suggested(call: Call) -> None:
    assert "did you mean `easy.puz`?" in call("solve", "easy").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("print", "easy.puz"), "missing option '--pdf'"),
        (("solve", "easy.puz", "--encoding", "big"), "there are binary, integer"),
        (("solve", "easy.puz", "--solver", "highz"), "there are auto, search, highs, pyomo:NAME"),
        (("tree", "easy.puz", "--nodes", "5000"), "5000 is not from 1 to 2000"),
        (("tree", "easy.puz", "--nodes", "many"), "'many' is not a whole number"),
        (("generate", "easy.puz", "--count", "0"), "0 is less than 1"),
    ],
)
def test_what_an_option_takes_is_said(call: Call, words: tuple[str, ...], said: str) -> None:
    result = call(*words)
    assert result.status == 2
    assert said in result.err


def test_environment_and_option_for_colors(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in call("solve", "easy.puz").out
    assert "\x1b" not in call("solve", "easy.puz", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in call("solve", "easy.puz").out
    assert "\x1b" in call("solve", "easy.puz", "--color", "always").out
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" in call("solve", "easy.puz").out


def test_json_is_one_object_as_promised(call: Call) -> None:
    result = call("solve", "easy.puz", "--json", "--no-presolve", "--solver", "highs")
    answer = result.json
    assert result.status == 0
    assert result.out.count("\n") == 1
    assert (answer["status"], answer["unique"]) == ("solved", None)
    assert answer["grids"] == {"cell": EASY}
    assert answer["variables"] == {}
    assert answer["objective"] is None
    assert answer["show"] == []
    assert (answer["encoding"], answer["solver"]) == ("binary", "highs")
    assert answer["size"] == {"variables": 729, "integers": 729, "rows": 324, "nonzeros": 2916}
    assert STAGES | {"encode", "solve"} <= set(answer["seconds"])
    stages = sum(seconds for stage, seconds in answer["seconds"].items() if stage not in ("kernel", "total"))
    assert stages <= answer["seconds"]["total"] + 1e-5


@pytest.mark.parametrize("command", ["solve", "unique", "count"])
def test_json_has_the_seconds_in_the_kernel(call: Call, command: str) -> None:
    seconds = call(command, "easy.puz", "--json").json["seconds"]
    assert 0 < seconds["kernel"] < seconds["total"]
    assert call(command, "easy.puz", "--json", "--time-limit", "0").json["seconds"]["kernel"] == 0


def test_json_of_an_objective_and_of_a_model_without_solution(call: Call) -> None:
    best = call("solve", "best.puz", "--json").json
    assert (best["status"], best["objective"], best["variables"]) == ("optimal", 14, {"x": 7, "y": 0})
    none = call("solve", "none.puz", "--json")
    assert (none.status, none.json["status"], none.json["grids"]) == (1, "infeasible", {})
    assert none.json["message"] == "`puzzledsl explain none.puz` says which clues cannot hold together"


def test_exit_status_of_each_kind_of_answer(call: Call) -> None:
    assert call("solve", "tiny.puz").status == 0
    assert call("solve", "none.puz").status == 1
    assert call("solve", "none.puz", "--no-presolve").status == 1
    assert call("solve", "none.puz", "--no-presolve", "--solver", "highs").status == 1
    assert call("solve", "wrong.puz").status == 2
    late = call("solve", "easy.puz", "--time-limit", "0")
    assert late.status == 3
    assert late.out.startswith("unknown (the time limit came ")
    assert call("solve", "easy.puz", "--time-limit", "0", "--json").json["status"] == "unknown"


def test_an_unbounded_objective_is_the_models_mistake(call: Call, folder: Path) -> None:
    (folder / "more.puz").write_text("var x in real\nvar y in real 0..4\nx >= y\nmaximize x\n", encoding="utf-8")
    result = call("solve", "more.puz")
    assert result.status == 2
    assert result.out.startswith("unbounded (the objective has no end)")


def test_mistakes_go_to_standard_error_all_at_once(call: Call) -> None:
    result = call("solve", "wrong.puz")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("error: ") == 2
    assert "wrong.puz:2:1" in result.err
    assert "did you mean `alldifferent`?" in result.err
    assert "\x1b" not in result.err
    colored = call("solve", "wrong.puz", "--color", "always").err
    assert colored.startswith("\x1b[1;31merror:\x1b[0m")


def test_mistakes_as_json_stand_where_the_answer_would(call: Call) -> None:
    result = call("solve", "wrong.puz", "--json")
    assert (result.status, result.err) == (2, "")
    assert result.json["error"].startswith("error: ")
    first, second = result.json["diagnostics"]
    assert (first["file"], first["line"], first["column"]) == ("wrong.puz", 2, 1)
    assert second["line"] == 3


def test_several_files_are_named_and_the_worst_status_counts(call: Call) -> None:
    both = call("solve", "tiny.puz", "best.puz")
    assert both.status == 0
    assert both.out.startswith("tiny.puz:\nTiny\n")
    assert "\n\nbest.puz:\nx = 7\n" in both.out
    assert call("solve", "tiny.puz", "none.puz").status == 1
    mixed = call("solve", "none.puz", "wrong.puz", "missing.puz", "tiny.puz", "--json")
    assert mixed.status == 2
    lines = [json.loads(line) for line in mixed.out.splitlines()]
    assert [line["file"] for line in lines] == ["none.puz", "wrong.puz", "missing.puz", "tiny.puz"]
    assert lines[0]["status"] == "infeasible"
    assert "there is no file `missing.puz`" in lines[2]["error"]
    assert lines[3]["grids"]["cell"] == [[2, 1], [1, 2]]


def test_standard_input_once(call: Call) -> None:
    assert "corner 2" in call("solve", "-", stdin=MODELS["tiny.puz"]).out
    wrong = call("solve", "-", stdin="grid cell[1, 1] in 1..3\nr1c2 == 1\n")
    assert wrong.status == 2
    assert "<stdin>:2:1" in wrong.err
    twice = call("solve", "-", "-", stdin=MODELS["tiny.puz"])
    assert (twice.status, "only once" in twice.err) == (2, True)
    assert call("solve", "-", stdin=b"\xff\xfe\x00").status == 2


def test_givens_as_text_as_file_and_as_standard_input(call: Call, folder: Path) -> None:
    open_grid = MODELS["easy.puz"].split("givens:")[0]
    (folder / "classic.puz").write_text(open_grid, encoding="utf-8")
    rows = [row.strip() for row in MODELS["easy.puz"].split("givens:\n")[1].splitlines()]
    (folder / "givens.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for givens in ("".join(rows), "\n".join(rows), "givens.txt"):
        assert call("solve", "classic.puz", "--givens", givens, "--json").json["grids"]["cell"] == EASY
    assert call("solve", "classic.puz", "--givens", "-", "--json", stdin="\n".join(rows)).json["grids"]["cell"] == EASY
    short = call("solve", "classic.puz", "--givens", "123")
    assert short.status == 2
    assert "<givens>:1:1" in short.err
    assert "did you mean `givens.txt`?" in call("solve", "classic.puz", "--givens", "given.txt").err
    assert "has control characters" in call("solve", "classic.puz", "--givens", "./a\0b").err


def test_parameters_are_set(call: Call) -> None:
    assert len(call("solve", "queens.puz", "--json").json["grids"]["q"]) == 4
    assert len(call("solve", "queens.puz", "--set", "n=3", "--set", "n = 2 + 3", "--json").json["grids"]["q"]) == 5
    assert "no `param m`" in call("solve", "queens.puz", "--set", "m=3").err
    assert "NAME=VALUE" in call("solve", "queens.puz", "--set", "n").err


def test_includes_of_another_folder_need_permission(call: Call, folder: Path) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "up.puz").write_text("rule up(cells):\n    increasing(cells)\n", encoding="utf-8")
    (folder / "sub").mkdir()
    model = 'include "up.puz"\ngrid cell[1, 2] in 1..2\nup: row(1)\nr1c1 != r1c2\n'
    (folder / "sub" / "m.puz").write_text(model, encoding="utf-8")
    assert call("solve", "sub/m.puz").status == 2
    assert call("solve", "sub/m.puz", "--include", "parts", "--json").json["grids"] == {"cell": [[1, 2]]}
    assert "'nowhere' does not exist" in call("solve", "sub/m.puz", "--include", "nowhere").err


def test_bounds_of_expansion(call: Call) -> None:
    low = call("solve", "easy.puz", "--bound", "constraints=3")
    assert low.status == 2
    assert "--bound constraints=" in low.err
    assert "did you mean `depth`?" in call("solve", "easy.puz", "--bound", "dept=3").err


def test_options_reach_highs(call: Call) -> None:
    assert call("solve", "best.puz", "--option", "presolve=off", "--threads", "1", "--seed", "7").status == 0
    wrong = call("solve", "easy.puz", "--no-presolve", "--option", "mip_rel_gp=0.1")
    assert wrong.status == 2
    assert "mip_rel_gap" in wrong.err


@pytest.mark.parametrize(
    "by", [("--presolve", "probe"), ("--solver", "auto"), ("--solver", "auto", "--presolve", "none")]
)
def test_options_of_highs_are_checked_also_where_it_is_not_needed(call: Call, by: tuple[str, ...]) -> None:
    assert call("solve", "easy.puz", *by, "--option", "mip_rel_gap=0.1").status == 0
    wrong = call("solve", "easy.puz", *by, "--option", "mip_rel_gp=0.1")
    assert (wrong.status, wrong.out) == (2, "")
    assert "did you mean `mip_rel_gap`?" in wrong.err
    value = call("solve", "easy.puz", *by, "--option", "mip_rel_gap=much", "--json")
    assert "HiGHS does not take `much`" in value.json["error"]


def test_a_wrong_call_says_what_is_wrong(call: Call) -> None:
    assert "did you mean `--encoding`?" in call("solve", "tiny.puz", "--encodng", "integer").err
    assert "did you mean `binary`?" in call("solve", "tiny.puz", "--encoding", "binry").err
    assert "'-1' is not a number of at least zero" in call("solve", "tiny.puz", "--time-limit", "-1").err
    assert call("solve", "tiny.puz", "--time-limit", "nan").status == 2
    assert "missing argument 'FILE...'" in call("solve").err
    assert "`puzzledsl solve --help` explains the command" in call("solve", "tiny.puz", "--svg").err
    result = call("solve", "tiny.puz", "--presolve", "much", "--json")
    assert result.status == 2
    assert result.json["error"].startswith("error: invalid value for '--presolve'")


def test_pictures_show_the_puzzle_with_and_without_its_solution(call: Call, folder: Path) -> None:
    result = call("solve", "easy.puz", "--svg", "a.svg", "--html", "a.html")
    assert "solved" in result.out
    drawn = (folder / "a.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    assert (folder / "a.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert call("solve", "easy.puz", "--svg", "b.svg", "--puzzle-only").status == 0
    bare = (folder / "b.svg").read_text(encoding="utf-8")
    assert drawn.count('class="found"') + drawn.count('class="given"') == 81
    assert bare.count('class="found"') == 0
    assert bare.count('class="given"') == 32


def test_png(call: Call, folder: Path) -> None:
    assert call("solve", "tiny.puz", "--png", "a.png").status == 0
    assert (folder / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_on_standard_output_stands_alone(call: Call) -> None:
    ElementTree.fromstring(call("solve", "tiny.puz", "--svg", "-").out)
    assert call("solve", "tiny.puz", "--svg", "-", "--json").status == 2
    assert call("solve", "tiny.puz", "--svg", "-", "--html", "-").status == 2
    assert call("solve", "tiny.puz", "best.puz", "--svg", "a.svg").status == 2


def test_a_picture_that_cannot_be_written(call: Call) -> None:
    result = call("solve", "tiny.puz", "--svg", "nowhere/a.svg")
    assert result.status == 2
    assert "`nowhere/a.svg` cannot be written" in result.err


def test_warnings_go_to_standard_error_or_into_the_json(call: Call) -> None:
    assert "warning: always holds: r1c1 < 20\n  --> odd.puz:2:1\n" in call("solve", "odd.puz").err
    assert call("solve", "odd.puz", "-q").err == ""
    result = call("solve", "odd.puz", "--json")
    assert result.err == ""
    assert len(result.json["warnings"]) == 1


def test_a_clue_that_alone_cannot_hold_is_named(call: Call, folder: Path) -> None:
    cage = "cage 3: r1c1 r1c2 r1c3\n"
    (folder / "impossible.puz").write_text("grid cell[3, 3] in 1..9\nalldifferent: rows\n" + cage, encoding="utf-8")
    result = call("solve", "impossible.puz")
    assert result.status == 1
    assert "cage 3 in row 1 (line 3) can never hold" in result.out
    assert "`puzzledsl explain impossible.puz`" in result.out
    assert call("solve", "impossible.puz", "--json").json["message"].startswith("cage 3 in row 1 (line 3)")
    pair = "cage 3: r1c1 r1c2\ncage 3: r1c2 r1c3\n"
    (folder / "pair.puz").write_text("grid cell[3, 3] in 1..9\nalldifferent: rows\n" + pair, encoding="utf-8")
    together = call("solve", "pair.puz")
    assert together.status == 1
    assert "can never hold" not in together.out
    assert "`puzzledsl explain pair.puz`" in together.out


def test_pictures_have_a_size_and_a_caption(call: Call, folder: Path) -> None:
    assert call("solve", "easy.puz", "--svg", "a.svg", "--size", "400", "--caption", "--puzzle-only").status == 0
    drawn = ElementTree.fromstring((folder / "a.svg").read_text(encoding="utf-8"))
    assert drawn.attrib["width"] == "400"
    assert any(element.get("class") == "heading" for element in drawn)
    for wrong in ("0", "x", "400x", "99999999", "-5"):
        done = call("solve", "easy.puz", "--svg", "a.svg", "--size", wrong)
        assert done.status == 2
        assert "--size" in done.err
