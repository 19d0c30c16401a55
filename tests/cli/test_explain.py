"""``puzzledsl explain``, ``redundant`` and ``minimize``: what they print, what they write, and their exit statuses."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.command import Call

CLASH = """\
puzzle "Clash"
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes
cage 3: r2c1 r2c2   # too small
givens:
    1 . . .
    . . . .
    . . . .
    . . . 4
"""

SMALL = """\
puzzle "Small"
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes

cage 3: r1c1 r1c2   # not needed
cage 7: r4c1 r4c2
cage 6: r3c3 r4c3, r1c2 r2c2
givens:
    1 2 3 4
    3 4 1 2
    . . . .
    . . . .
"""


@pytest.fixture
def models(folder: Path) -> Path:
    (folder / "clash.puz").write_text(CLASH, encoding="utf-8")
    (folder / "small.puz").write_text(SMALL, encoding="utf-8")
    twice = CLASH.replace("1 . . .", "1 . . 1").replace("cage 3: r2c1 r2c2   # too small\n", "")
    (folder / "twice.puz").write_text(twice, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("models")
def test_what_is_kept_is_not_in_a_conflict(call: Call) -> None:
    kept = call("explain", "clash.puz", "--keep", "houses")
    assert kept.out.splitlines()[1] == (
        "cage 3 at r2c1, r2c2 (line 4) and the given 1 at r1c1 (line 6) cannot all hold with what is kept"
    )
    assert "minimal: 2 of 3 · " in kept.out
    single = call("explain", "clash.puz", "--keep", "houses", "--keep", "r1c1", "--json").json
    (conflict,) = single["conflicts"]
    assert [element["clue"] for element in conflict["elements"]] == ["cage"]
    nothing = call("explain", "clash.puz", "--keep", "houses", "--keep", "clues", "--keep", "givens")
    assert "what is taken for granted has no solution by itself; leave out `--keep`" in nothing.out
    assert "did you mean `houses`?" in call("explain", "clash.puz", "--keep", "house").err
    assert "--keep is for models without a solution" in call("explain", "small.puz", "r1c1", "--keep", "houses").err


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("solver", ["auto", "search", pytest.param("highs", marks=pytest.mark.slow)])
def test_each_solver_comes_to_the_same(call: Call, solver: str) -> None:
    found = call("explain", "clash.puz", "--solver", solver, "--smallest", "--json").json
    assert [element["clue"] for element in found["conflicts"][0]["elements"]] == ["alldifferent", "cage", "given"]
    implied = call("redundant", "small.puz", "--keep", "givens", "--solver", solver, "--json")
    assert [element["line"] for element in implied.json["redundant"]] == [5, 7, 7]
    assert call("minimize", "small.puz", "--keep", "givens", "--solver", solver).out == SMALL.replace(
        "cage 3: r1c1 r1c2   # not needed\n", ""
    ).replace("cage 6: r3c3 r4c3, r1c2 r2c2\n", "")


@pytest.mark.usefixtures("models")
def test_a_conflict_is_a_sentence_a_grid_and_one_line_of_status(call: Call) -> None:
    result = call("explain", "clash.puz")
    assert result.status == 0
    assert not result.err
    lines = result.out.splitlines()
    assert lines[:2] == [
        "Clash",
        "box 1 (line 3), cage 3 at r2c1, r2c2 (line 4) and the given 1 at r1c1 (line 6) cannot all hold",
    ]
    assert lines[3] == "│ !1  . │  .  . │"
    assert lines[4] == "│ !. !. │  .  . │"
    assert lines[-1].startswith("minimal: 3 of 15 · ")


@pytest.mark.usefixtures("models")
def test_givens_that_clash_at_sight_are_explained_though_solve_refuses_them(call: Call) -> None:
    assert call("solve", "twice.puz").status == 2
    result = call("explain", "twice.puz", "--by", "cell", "-q")
    assert result.status == 0
    assert result.out == "the givens 1 at r1c1 and 1 at r1c4 (line 5) cannot all hold under these rules\n"


@pytest.mark.usefixtures("models")
def test_a_model_with_a_solution_has_nothing_to_explain(call: Call) -> None:
    result = call("explain", "easy.puz")
    assert result.status == 1
    assert "the model has a solution" in result.out
    assert "puzzledsl explain easy.puz r3c4" in result.out
    assert call("explain", "easy.puz", "--json").json["status"] == "solvable"


@pytest.mark.usefixtures("models")
def test_several_conflicts_and_a_smallest_as_json(call: Call) -> None:
    result = call("explain", "twice.puz", "--all", "20", "--smallest", "--json")
    assert result.status == 0
    found = result.json
    assert found["status"] == "conflict"
    assert found["complete"]
    assert found["at_least"] == 3
    assert all(conflict["minimal"] for conflict in found["conflicts"])
    first = found["conflicts"][0]
    assert first["minimal"]
    assert first["smallest"]
    for element in first["elements"]:
        assert {"clue", "sentence", "file", "line", "column", "cells", "without_it"} == element.keys()
        assert len(element["without_it"]["grids"]["cell"]) == 4


@pytest.mark.usefixtures("models")
def test_a_picture_of_a_conflict(call: Call, folder: Path) -> None:
    assert call("explain", "clash.puz", "--svg", "clash.svg").status == 0
    ElementTree.parse(folder / "clash.svg")
    assert "#f4a6a0" in (folder / "clash.svg").read_text(encoding="utf-8")


@pytest.mark.usefixtures("models")
def test_no_time_is_said(call: Call) -> None:
    result = call("explain", "clash.puz", "--time-limit", "0")
    assert result.status == 3
    assert "unknown" in result.out or "perhaps not minimal" in result.out


@pytest.mark.usefixtures("models")
def test_redundant_clues_each_and_together(call: Call) -> None:
    result = call("redundant", "small.puz", "--keep", "givens")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[:6] == [
        "Small",
        "each of these follows from everything else:",
        "  line 5  cage 3 at r1c1, r1c2",
        "  line 7  cage 6 at r3c3, r4c3",
        "  line 7  cage 6 at r1c2, r2c2",
        "you can drop all of them together",
    ]
    assert lines[-1].startswith("checked · 3 of 4 redundant · ")


@pytest.mark.usefixtures("models")
def test_redundant_as_json_and_of_an_unsolvable_model(call: Call) -> None:
    found = call("redundant", "small.puz", "--keep", "cage", "--json").json
    assert found["status"] == "checked"
    assert found["kept"] == 16
    assert len(found["redundant"]) + len(found["needed"]) == 8
    assert all(element["clue"] == "given" for element in found["redundant"])
    result = call("redundant", "clash.puz")
    assert result.status == 1
    assert "puzzledsl explain" in result.out


@pytest.mark.usefixtures("models")
def test_what_is_to_be_kept_has_to_be_there(call: Call) -> None:
    result = call("redundant", "small.puz", "--keep", "cagge")
    assert result.status == 2
    assert "did you mean `cage`?" in result.err


@pytest.mark.usefixtures("models")
def test_a_minimal_puzzle_is_written_and_what_was_dropped_is_said(call: Call, folder: Path) -> None:
    result = call("minimize", "small.puz", "-o", "smaller.puz")
    assert result.status == 0
    assert "wrote smaller.puz" in result.out
    assert "minimal · " in result.out
    again = call("minimize", "smaller.puz", "--seed", "3")
    assert again.status == 0
    assert "nothing can be dropped" in again.err
    assert again.out == (folder / "smaller.puz").read_text(encoding="utf-8")
    assert call("solve", "smaller.puz", "-q").out == call("solve", "small.puz", "-q").out
    kept = call("minimize", "small.puz", "--keep", "givens").out
    assert kept == SMALL.replace("cage 3: r1c1 r1c2   # not needed\n", "").replace("cage 6: r3c3 r4c3, r1c2 r2c2\n", "")


@pytest.mark.usefixtures("models")
def test_minimize_as_json_and_of_a_model_with_several_solutions(call: Call) -> None:
    found = call("minimize", "small.puz", "--keep", "clues", "--json").json
    assert found["status"] == "minimal"
    assert found["text"].startswith('puzzle "Small"\n')
    assert all(element["clue"] == "given" for element in found["dropped"])
    assert found["grids"]["cell"][0] == [1, 2, 3, 4]
    (several,) = [call("minimize", "queens.puz", "--json")]
    assert several.status == 1
    assert several.json["status"] == "several"
    assert several.json["text"] is None


@pytest.mark.usefixtures("models")
def test_set_values_stand_in_the_smaller_puzzle(call: Call, folder: Path) -> None:
    (folder / "param.puz").write_text("param n = 5\ngrid cell[1, n] in 1..n\nstrictly_increasing(cells)\nr1c1 < r1c3\n")
    result = call("minimize", "param.puz", "--set", "n=3")
    assert result.status == 0
    assert result.out == "param n = 3\ngrid cell[1, n] in 1..n\nstrictly_increasing(cells)\n"
