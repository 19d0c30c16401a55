"""unique, count, solutions and candidates as commands."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from puzzledsl import PuzzleError, parse
from tests.command import Call, started

from .test_process import market_split

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
TWO = FOUR + "givens:\n    1 2 3 4\n    3 4 1 2\n    2 . 4 .\n    4 . 2 .\n"
LATIN = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns\n"
TOTAL = "grid cell[1, 2] in {2, 10, 12}\nvar total in 0..99\ntotal >= sum(row(1))\nr1c1 < r1c2\n"


@pytest.fixture(autouse=True)
def models(folder: Path) -> None:
    for name, text in {"four": FOUR, "two": TWO, "latin": LATIN, "total": TOTAL}.items():
        (folder / f"{name}.puz").write_text(text, encoding="utf-8")
    (folder / "reals.puz").write_text("grid cell[1, 2] in 1..2\nvar x in real 0..1\nx + r1c1 >= 2\n", encoding="utf-8")


# ── the solver ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("solver", [("auto",), ("search",), ("highs",), ("highs", "--encoding", "integer")])
def test_each_solver_comes_to_the_same(call: Call, solver: tuple[str, ...]) -> None:
    by = ("--solver", *solver)
    for model, status, count in (("easy.puz", "unique", 1), ("two.puz", "several", 2), ("none.puz", "none", 0)):
        assert call("unique", model, *by, "--json").json["status"] == status
        counted = call("count", model, *by, "--json").json
        assert (counted["count"], counted["exact"]) == (count, True)
        listed = call("solutions", model, *by, "--json")
        assert len({str(json.loads(line)["grids"]) for line in listed.out.splitlines()[:-1]}) == count
        found = call("candidates", model, *by, "--json").json
        assert found["candidates"] == call("candidates", model, "--json").json["candidates"]
    assert call("count", "four.puz", *by, "--limit", "3", "--quiet").out == "at least 3\n"


@pytest.mark.parametrize("command", ["unique", "count", "solutions", "candidates", "explain", "minimize"])
def test_search_alone_refuses_real_numbers(call: Call, command: str) -> None:
    done = call(command, "reals.puz", "--solver", "search")
    assert done.status == 2
    assert "search works on whole numbers only" in done.err
    assert "did you mean `binary`?" in call(command, "four.puz", "--encoding", "binry").err


# ── unique ───────────────────────────────────────────────────────────────────────────────────────


def test_unique(call: Call) -> None:
    done = call("unique", "easy.puz")
    assert done.status == 0
    assert "│ 4 8 3 │ 9 2 1 │ 6 5 7 │" in done.out
    assert "unique: there is no other solution" in done.out
    found = call("unique", "easy.puz", "--json").json
    assert (found["status"], found["differing"]) == ("unique", [])
    assert found["solutions"][0]["grids"]["cell"][0] == [4, 8, 3, 9, 2, 1, 6, 5, 7]
    assert set(found) == {"status", "solutions", "differing", "nodes", "seconds"}


def test_two_solutions_with_the_cells_in_which_they_differ(call: Call, folder: Path) -> None:
    done = call("unique", "two.puz", "--svg", "both.svg")
    assert done.status == 1
    assert done.out.count("*1") == done.out.count("*3") == 4
    assert "several: these two differ in 4 cells (*)" in done.out
    found = call("unique", "two.puz", "--json").json
    assert found["differing"] == ["r3c2", "r3c4", "r4c2", "r4c4"]
    first, second = (solution["grids"]["cell"] for solution in found["solutions"])
    assert first[:2] == second[:2] == [[1, 2, 3, 4], [3, 4, 1, 2]]
    assert first[2] != second[2]
    picture = (folder / "both.svg").read_text(encoding="utf-8")
    assert "#ffd54f" in picture


def test_no_solution(call: Call) -> None:
    assert (call("unique", "none.puz").status, call("unique", "none.puz", "--json").json["status"]) == (1, "none")
    assert call("unique", "none.puz", "--quiet").out == "none: there is no solution\n"


def test_variables_outside_the_grids_tell_nothing_apart(call: Call) -> None:
    assert call("count", "total.puz", "--quiet").out == "3\n"
    assert len(call("solutions", "total.puz", "--json").out.splitlines()) == 3 + 1


def test_an_objective_is_left_aside(call: Call) -> None:
    done = call("count", "best.puz")
    assert done.out.startswith("36 solutions")
    assert "the objective is ignored" in done.err


def test_real_variables_are_left_to_highs(call: Call) -> None:
    found = call("solutions", "reals.puz", "--json").out.splitlines()
    grids = [json.loads(line)["grids"]["cell"] for line in found[:-1]]
    assert sorted(grids) == [[[1, 1]], [[1, 2]], [[2, 1]], [[2, 2]]]
    assert json.loads(found[-1])["complete"] is True
    assert call("count", "reals.puz", "--quiet").out == "4\n"
    assert call("unique", "reals.puz").status == 1
    assert "2, 12" not in call("candidates", "reals.puz").out


# ── count ────────────────────────────────────────────────────────────────────────────────────────


def test_count(call: Call) -> None:
    assert call("count", "four.puz", "--quiet").out == "288\n"
    done = call("count", "four.puz")
    assert done.status == 0
    assert done.out.startswith("288 solutions · ")
    found = call("count", "four.puz", "--json").json
    assert (found["count"], found["exact"]) == (288, True)
    assert call("count", "easy.puz").out.splitlines()[1].startswith("exactly 1 solution · ")


def test_count_of_nothing(call: Call) -> None:
    done = call("count", "none.puz")
    assert (done.status, done.out.startswith("no solution · ")) == (1, True)


def test_count_up_to_a_limit(call: Call) -> None:
    done = call("count", "four.puz", "--limit", "2")
    assert done.status == 0
    assert done.out.startswith("at least 2 solutions (--limit reached)")
    assert call("count", "four.puz", "--limit", "2", "--json").json["exact"] is False
    assert call("count", "four.puz", "--limit", "289", "--quiet").out == "288\n"
    assert call("count", "latin.puz", "--limit", "5000", "--json").json["count"] >= 5000


def test_count_up_to_a_time_limit(call: Call) -> None:
    done = call("count", "latin.puz", "--time-limit", "1")
    assert done.status == 3
    assert done.out.startswith("at least ")
    assert "(the time limit came first)" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--limit", "0"), "0 is less than 1"),
    ],
)
def test_wrong_options_of_count(call: Call, arguments: tuple[str, ...], message: str) -> None:
    done = call("count", "four.puz", *arguments)
    assert done.status == 2
    assert message in done.err


# ── solutions ────────────────────────────────────────────────────────────────────────────────────


def test_solutions(call: Call) -> None:
    done = call("solutions", "two.puz")
    assert done.status == 0
    assert done.out.count("┌─────┬─────┐") == 2
    assert done.err.startswith("2 solutions; there are no others · ")
    lines = call("solutions", "four.puz", "--json", "--quiet")
    assert (len({line.partition(", ")[2] for line in lines.out.splitlines()}), lines.err) == (288 + 1, "")


def test_solutions_up_to_a_limit(call: Call) -> None:
    done = call("solutions", "four.puz", "--limit", "3", "--json")
    *solutions, last = map(json.loads, done.out.splitlines())
    assert [solution["solution"] for solution in solutions] == [1, 2, 3]
    assert (done.status, last["count"], last["complete"]) == (0, 3, False)
    done = call("solutions", "none.puz")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("no solution · ")


def test_ctrl_c_keeps_what_was_found(folder: Path) -> None:
    running = started("solutions", "latin.puz", "--json", "--time-limit", "30")
    assert running.stdout is not None
    first = running.stdout.readline()
    running.send_signal(signal.SIGINT)
    lines = [json.loads(line) for line in [first, *running.stdout]]
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert lines[-1]["count"] == len(lines) - 1
    assert lines[-1]["interrupted"]
    assert not err


@pytest.mark.parametrize("command", ["unique", "count", "candidates"])
def test_ctrl_c(folder: Path, command: str) -> None:
    (folder / "hard.puz").write_text(market_split(objective=False), encoding="utf-8")
    out = ""
    for pause in (1, 5, 15):  # on a machine that has much to do it may come before there is a model
        running = started(command, "hard.puz", "--json", "--time-limit", "60")
        time.sleep(pause)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=30)
        assert running.returncode in (130, -signal.SIGINT)  # the latter: before the program is in charge
        if out:
            break
    assert running.returncode == 130
    assert json.loads(out)["interrupted"]


# ── candidates ───────────────────────────────────────────────────────────────────────────────────


def test_candidates(call: Call, folder: Path) -> None:
    done = call("candidates", "two.puz", "--html", "marks.html")
    assert done.status == 0
    assert "│ 2  13 │ 4  13 │" in done.out
    found = call("candidates", "two.puz", "--json").json
    assert found["candidates"]["cell"][2] == [[2], [1, 3], [4], [1, 3]]
    assert (found["status"], found["open"], found["solutions"]) == ("complete", {}, 2)
    assert (folder / "marks.html").exists()
    only = call("candidates", "easy.puz")
    assert "81 candidates, from the only solution" in only.out
    assert call("candidates", "four.puz", "--quiet").out.count("1234") == 16


def test_candidates_of_long_numbers_and_of_nothing(call: Call) -> None:
    assert "2,10" in call("candidates", "total.puz").out
    done = call("candidates", "none.puz")
    assert (done.status, done.out.startswith("none: there is no solution")) == (1, True)
    assert "x: 0, 1, 2, 3, 4, 5, 6, 7" in call("candidates", "best.puz").out


# ── mistakes, and Python ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["unique", "count", "solutions", "candidates"])
def test_mistakes_are_said_as_everywhere(call: Call, command: str) -> None:
    done = call(command, "wrong.puz")
    assert done.status == 2
    assert "did you mean `alldifferent`?" in done.err
    assert call(command, "wrong.puz", "--json").json["diagnostics"]
    assert call(command, "nowhere.puz").status == 2


def test_python() -> None:
    two = parse(TWO)
    answer = two.unique()
    assert (bool(answer), answer.status, answer.differing) == (False, "several", ("r3c2", "r3c4", "r4c2", "r4c4"))
    assert not answer.solutions[0].verify()
    assert two.count().count == 2
    assert two.candidates()["r3c2"] == (1, 3)
    with two.solutions() as stream:
        assert [solution.values["r3c2"] for solution in stream] == [1, 3]
        assert stream.complete
    assert parse(FOUR + "givens:\n    1 2 3 4\n    3 4 1 2\n    2 1 4 3\n    4 . 2 .\n").unique()
    with pytest.raises(PuzzleError):
        two.count(time_limit=-1)


# ── values far apart ─────────────────────────────────────────────────────────────────────────────


def test_too_many_candidates_to_list(call: Call, folder: Path) -> None:
    (folder / "wide.puz").write_text("grid cell[1, 3] in 1..10^6\nr1c1 > r1c2\nr1c3 * r1c3 == 144\n", encoding="utf-8")
    done = call("candidates", "wide.puz", "--svg", "wide.svg")
    assert done.status == 3
    assert "2..1000000? 1..999999?" in done.out
    assert " 12 " in done.out
    assert "partial (some cells have too many to list)" in done.out
    assert "2 cells have too many to list (from..to?); every other value is impossible" in done.out
    found = call("candidates", "wide.puz", "--json").json
    assert (found["status"], found["open"]) == ("partial", {})
    assert found["many"] == {"r1c1": [2, 1_000_000], "r1c2": [1, 999_999]}
    assert found["candidates"]["cell"][0][2] == [12]
    late = call("candidates", "wide.puz", "--time-limit", "0.001")
    assert late.status == 3
    assert "the time limit came first" in late.out


def test_search_alone_answers_about_values_far_apart(call: Call, folder: Path) -> None:
    text = "grid cell[2, 2] in {0, 7, 1000000}\nalldifferent: rows\nr1c1 + r2c2 == 1000007\nr1c2 > r1c1\n"
    (folder / "sparse.puz").write_text(text, encoding="utf-8")
    assert "solved by search" in call("solve", "sparse.puz", "--solver", "search").out
    assert call("count", "sparse.puz").out.startswith("2 solutions")
    assert call("unique", "sparse.puz").status == 1
    found = call("candidates", "sparse.puz", "--json").json
    assert found["candidates"]["cell"] == [[[7], [1_000_000]], [[0, 7], [1_000_000]]]


def test_candidates_of_edges_sides_and_borders(call: Call, folder: Path) -> None:
    text = "grid place[2, 2]\nsides wall of place\narcs way of place\ndivision room of place\n"
    text += 'way[r1c1, r1c2] == 1\nwall[r1c1, "up"] == 1\n'
    (folder / "edges.puz").write_text(text, encoding="utf-8")
    found = call("candidates", "edges.puz", "--json").json
    assert found["candidates"] == {}
    assert ["r1c1", "r1c2", [1]] in found["edges"]["way"]
    assert ["r1c2", "r1c1", [0, 1]] in found["edges"]["way"]
    assert ["r1c1", "up", [1]] in found["edges"]["wall"]
    assert (len(found["edges"]["way"]), len(found["edges"]["wall"])) == (8, 12)
    assert sorted(found["borders"]["room"]) == [
        [*pair, [0, 1]] for pair in (("r1c1", "r1c2"), ("r1c1", "r2c1"), ("r1c2", "r2c2"), ("r2c1", "r2c2"))
    ]
    done = call("candidates", "edges.puz")
    assert "room[r1c1, r1c2]: 0, 1\n" in done.out
    assert "way[r1c1, r1c2]:" not in done.out
    assert f"{2 * (7 + 11 + 4) + 2} candidates" in done.out
    left = call("steps", "edges.puz", "--json").json["candidates"]
    assert len(left) == 24
    assert left["way[r1c1, r1c2]"] == [1]
    answer = parse(text).candidates()
    assert (answer["way[r1c1, r1c2]"], answer["room[r1c1, r1c2]"]) == ((1,), (0, 1))
    assert len(answer.values) == 8 + 12 + 4
    assert parse(text + "room[r1c1, r1c2] == 0\nroom[r1c1, r1c2] == 1\n").candidates().status == "none"


@pytest.mark.parametrize(
    "clue",
    ["r1c1 * r1c1 == 3", "r1c1 ^ 2 + r1c2 ^ 2 == 3", "inverse(row(1), row(1)) and r1c1 == r1c2", "r1c1 * r1c2 == 5"],
)
def test_a_clue_that_can_never_hold_leaves_no_solution(call: Call, folder: Path, clue: str) -> None:
    text = f"grid cell[1, 2] in 1..4\n{clue}\n"
    (folder / "never.puz").write_text(text, encoding="utf-8")
    model = parse(text)
    assert (model.solve().status, model.unique().status) == ("infeasible", "none")
    assert (model.count().count, model.count().exact, list(model.solutions())) == (0, True, [])
    assert model.candidates().status == "none"
    assert (model.redundant().status, model.minimize().status) == ("infeasible", "infeasible")
    assert model.explain().status == "conflict"
    for command in ("solve", "unique", "count", "solutions", "candidates", "redundant", "minimize"):
        assert call(command, "never.puz").status == 1, command
    done = call("check", "never.puz")
    assert done.status == (0 if "inverse" in clue else 2)  # where it takes two parts, none of which is impossible
