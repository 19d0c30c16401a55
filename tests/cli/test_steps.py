"""``puzzledsl steps``, and ``puzzledsl explain`` of a cell, as people and programs use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from puzzledsl.analysis.asking import Asking
from puzzledsl.api import load, parse
from puzzledsl.progress import Progress, Reporter
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.steps.cell_explanation import CellExplanation
from puzzledsl.steps.solve_path import StepsPath, follow
from puzzledsl.time_limit import within
from tests.clocks import LIMIT, counting
from tests.command import Call

ROOT = Path(__file__).parents[2]

SIGNS = """\
puzzle "Signs"
grid cell[4, 4] in 1..4
alldifferent: rows, columns
r1c2 < r1c3
r2c1 < r3c1
r3c3 > r3c4
r4c2 > r4c3
givens:
    . . . .
    . 3 . .
    . . . .
    . . . .
"""


@pytest.fixture
def signs(folder: Path) -> str:
    (folder / "signs.puz").write_text(SIGNS, encoding="utf-8")
    return "signs.puz"


def test_an_easy_puzzle_ends_in_its_solution(call: Call) -> None:
    done = call("steps", "easy.puz")
    assert done.status == 0
    assert "│ 4 8 3 │ 9 2 1 │ 6 5 7 │" in done.out
    assert re.search(r"solved in 49 steps · easy \(hardest step: hidden single", done.out)
    assert len(re.findall(r"^ *\d+\. ", done.out, re.M)) == 49


def test_a_hint_is_one_step_and_no_solution(call: Call) -> None:
    done = call("steps", "easy.puz", "--hint", "--quiet")
    assert done.status == 0
    assert done.out == "1. In box 1, 6 fits only in r2c2 (6s at r1c7, r3c6 and r6c3). [hidden single]\n"
    assert call("steps", "easy.puz", "--hint", "--max", "2").status == 2


def test_a_sentence_lists_what_a_clue_does_as_other_lists_are_written(call: Call, folder: Path) -> None:
    (folder / "line.puz").write_text("grid cell[1, 3] in 1..9\n2 * r1c1 + r1c2 + r1c3 <= 5\n", encoding="utf-8")
    said = call("steps", "line.puz", "--hint", "--quiet").out
    assert " makes r1c1 1 and leaves r1c2 and r1c3 only 1 or 2." in said


def test_until_stops_at_the_cell(call: Call) -> None:
    found = call("steps", "easy.puz", "--until", "R3C1", "--json").json
    assert found["status"] == "reached"
    assert found["steps"][-1]["placed"] == {"r3c1": 2}
    assert found["difficulty"] is None


def test_an_unknown_cell_is_told(call: Call) -> None:
    done = call("steps", "easy.puz", "--until", "r3c44")
    assert (done.status, "r3c44 lies outside the grid `cell`" in done.err) == (2, True)


def test_json_says_all_of_each_step(call: Call) -> None:
    found = call("steps", "easy.puz", "--json").json
    assert found["status"] == "solved"
    assert found["difficulty"]["level"] == "easy"
    assert sum(found["techniques"].values()) == len(found["steps"]) == 49
    first = found["steps"][0]
    assert first["technique"] == "hidden single"
    assert first["clues"] == [{"clue": "alldifferent", "sentence": "alldifferent in box 1", "line": 3}]
    assert first["placed"] == {"r2c2": 6}
    assert found["grids"]["cell"][0] == [4, 8, 3, 9, 2, 1, 6, 5, 7]


def test_where_steps_stop_the_candidates_are_drawn(call: Call, signs: str) -> None:
    done = call("steps", signs)
    assert done.status == 1
    assert "several solutions, so no technique applies after 4 steps" in done.out
    assert "scale" not in done.out
    assert "│ 1234  12  234  1234 │" in done.out
    found = call("steps", signs, "--json").json
    assert (found["status"], found["difficulty"], found["grids"]) == ("several", None, {})
    assert found["candidates"]["r1c2"] == [1, 2]


def test_steps_that_stop_before_the_only_solution_are_beyond_the_scale(call: Call) -> None:
    done = call("steps", str(ROOT / "models" / "thermo.puz"))
    assert done.status == 3
    assert re.search(r"stuck after \d+ steps: no technique applies · beyond the scale", done.out)


def test_a_time_limit_leaves_open_whether_there_are_several_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.steps.solve_path.PATIENCE", UNLIMITED)
    model = parse(_parities(70)).elaborated
    with counting(3000) as clock, within(LIMIT):
        path = follow(model)
    assert clock.readings >= 3000
    assert (path.status, path.difficulty, path.solutions) == ("unknown", None, "")


def test_what_the_bound_leaves_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.steps.solve_path.PATIENCE", Budget(propagations=1_000))
    path = follow(parse(_parities(70)).elaborated)
    assert (path.status, path.solutions, path.as_json()["solutions"]) == ("stuck", "unknown", "unknown")


def _parities(cells: int) -> str:
    """Random sums of six cells, odd or even: no clause is learned from them that soon leads to a solution."""
    chosen = Random(3)
    sums = [" + ".join(f"r1c{k}" for k in chosen.sample(range(1, cells + 1), 6)) for _ in range(cells + 5)]
    return f"grid cell[1, {cells}] in 0..1\n" + "".join(f"({one}) mod 2 == {chosen.randint(0, 1)}\n" for one in sums)


def test_trying_goes_on(call: Call, signs: str) -> None:
    found = call("steps", signs, "--try", "--json").json
    tried = [step for step in found["steps"] if step["technique"] in ("trying", "if this were so")]
    assert tried
    assert all(step["trial"][-1]["contradiction"] for step in tried)
    assert "   a) " in call("steps", signs, "--try").out


def test_a_contradiction_is_no_solution(call: Call) -> None:
    done = call("steps", "none.puz")
    assert done.status == 1
    assert "infeasible: " in done.out
    assert "cannot hold any more" in done.out or "No value is left" in done.out


def test_the_steps_as_one_page(call: Call, folder: Path) -> None:
    assert call("steps", "easy.puz", "--max", "3", "--html", "steps.html").status == 0
    page = (folder / "steps.html").read_text(encoding="utf-8")
    assert "In box 1, 6 fits only in r2c2" in page
    assert 'class="candidate"' in page
    assert sorted(re.findall(r'<section id="(\d+)">', page)) == ["1", "2", "3", "4"]
    assert page.count("<svg") == 4
    second = page.partition('<section id="2">')[2].partition("</section>")[0]
    assert re.findall(r'<a href="#(\d+)"', second) == ["1", "3"]
    assert "of the reason" in second
    assert "<script" not in page
    assert "another file of this command" in call("steps", "easy.puz", "--html", "easy.puz").err


def test_struck_candidates_are_in_the_picture(call: Call, signs: str, folder: Path) -> None:
    call("steps", signs, "--html", "steps.html", "--max", "1")
    assert 'class="removed"' in (folder / "steps.html").read_text(encoding="utf-8")


def test_an_objective_is_left_aside(call: Call) -> None:
    done = call("steps", "best.puz", "--json")
    assert (done.json["status"], done.json["difficulty"]) == ("several", None)


def test_the_limit_keeps_the_steps_so_far(call: Call) -> None:
    done = call("steps", "easy.puz", "--time-limit", "0", "--json")
    assert (done.status, done.json["status"]) == (3, "unknown")


def test_ctrl_c_keeps_the_steps_so_far(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.progress.PAUSE", 0.0)
    known: list[Callable[[], StepsPath]] = []

    def stop(progress: Progress) -> None:
        if progress.message:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        follow(load("easy.puz").elaborated, Asking(report=Reporter(stop), publish=known.append))
    path = known[-1]()
    assert (path.status, len(path.findings)) == ("unknown", 1)


def test_why_a_cell_holds_its_value(call: Call) -> None:
    done = call("explain", "easy.puz", "r7c9")
    assert done.status == 0
    assert "So r7c9 is 4." in done.out
    assert "the given 6 at r1c7 (line 5)" in done.out
    found = call("explain", "easy.puz", "r7c9", "--json").json
    assert (found["status"], found["values"], found["tried"]) == ("explained", [4], 0)
    assert found["steps"][-1]["placed"] == {"r7c9": 4}
    assert all(clue["line"] for step in found["steps"] for clue in step["clues"])


def test_a_given_a_free_cell_and_no_solution(call: Call) -> None:
    assert "given 3 at r1c3 (line 5) says so" in call("explain", "easy.puz", "r1c3").out
    free = call("explain", "queens.puz", "r1c2")
    assert (free.status, "need not have one value" in free.out) == (1, True)
    assert call("explain", "none.puz", "r1c2").status == 1


def test_a_picture_of_the_chain(call: Call, folder: Path) -> None:
    assert call("explain", "easy.puz", "r7c9", "--svg", "why.svg").status == 0
    assert "= 4" in (folder / "why.svg").read_text(encoding="utf-8")


def test_too_many_candidates_to_list(call: Call, folder: Path) -> None:
    (folder / "wide.puz").write_text(
        "grid cell[1, 3] in 1..2000\nvar total in 1..3000\nr1c1 < r1c2\nr1c3 * r1c3 == 144\ntotal >= 5\n",
        encoding="utf-8",
    )
    done = call("steps", "wide.puz")
    assert done.status == 1
    assert "1..1999? 2..2000?" in done.out
    assert " 12 " in done.out
    assert "total in 5..3000" in done.out
    found = call("steps", "wide.puz", "--json").json
    assert found["many"] == {"r1c1": [1, 1999], "r1c2": [2, 2000], "total": [5, 3000]}
    assert found["candidates"] == {"r1c3": [12]}


def test_from_python(folder: Path) -> None:
    model = load("easy.puz")
    path = model.steps()
    assert isinstance(path, StepsPath)
    assert path.values is not None
    assert path.sentences[0] in str(path)
    explanation = model.explain_cell("r7c9")
    assert isinstance(explanation, CellExplanation)
    assert explanation.as_json()["values"] == [4]


def test_clues_that_leave_a_cell_nothing_from_the_start_are_named(call: Call, folder: Path) -> None:
    text = "grid cell[1, 3] in 1..3\nalldifferent: row(1)\nr1c1 == 1\nr1c2 == 2\nr1c3 in {1, 2}\n"
    (folder / "none.puz").write_text(text, encoding="utf-8")
    for said in (call("steps", "none.puz").out, call("explain", "none.puz", "r1c3").out):
        assert "No value is left for r1c3 from the start, by " in said
        assert all(f"(line {line})" in said for line in (2, 3, 4, 5))


def test_pencil_marks_and_the_matching_of_a_row(call: Call, signs: str, folder: Path) -> None:
    alone = "--only", "naked single"
    done = call("steps", signs, *alone, "--svg", "marks.svg", "--html", "steps.html")
    assert (done.status, done.err) == (3, "")
    assert 'class="candidate"' in (folder / "marks.svg").read_text(encoding="utf-8")
    assert "<section" in (folder / "steps.html").read_text(encoding="utf-8")
    drawn = call("steps", signs, *alone, "--matching", "row 1", "--svg", "-").out
    assert drawn.count('class="matched"') == 4
    assert "add --svg FILE" in call("steps", signs, "--matching", "row 1").err
    assert "no group of different cells `row1`" in call("steps", signs, "--matching", "row1", "--svg", "-").err
    assert "no technique is called `single`" in call("steps", signs, "--only", "single").err
