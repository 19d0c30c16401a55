"""What `puzzledsl batch` answers: the same as `solve`, line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl import PuzzleError
from tests.command import Call

from .conftest import FOUR, MODELS, grids_of_four, puzzles_of_four, without_seconds

OPEN = "." * 16


def as_written(text: str, puzzle: str, size: int = 4) -> str:
    """The status of the model with the givens written into it."""
    rows = [puzzle[k : k + size] for k in range(0, len(puzzle), size)]
    try:
        return puzzledsl.parse(text + "givens:\n" + "".join(f"    {row}\n" for row in rows)).solve().status
    except PuzzleError:
        return "error"


@pytest.mark.parametrize(
    "options",
    [(), ("--solver", "search"), ("--solver", "auto"), ("--presolve", "domain"), ("--presolve", "bounds")],
    ids=" ".join,
)
def test_the_same_as_solve_with_the_givens_written_into_the_model(call: Call, options: tuple[str, ...]) -> None:
    puzzles = ["123........4....", *puzzles_of_four(24 if "--presolve" in options else 80)]
    answers = call("four.puz", puzzles, *options).answers
    assert [answer["status"] for answer in answers] == [as_written(FOUR, puzzle) for puzzle in puzzles]
    assert {"solved", "infeasible", "error"} == {answer["status"] for answer in answers}
    grids = set(grids_of_four())
    for answer, puzzle in zip(answers, puzzles, strict=True):
        if answer["status"] == "solved":
            grid = "".join(str(value) for row in answer["grids"]["cell"] for value in row)
            assert grid in grids
            assert all(given in (mark, ".") for given, mark in zip(puzzle, grid, strict=True))
        else:
            assert not answer.get("grids")


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_without_presolve_every_puzzle_goes_to_highs(call: Call, encoding: str) -> None:
    puzzles = puzzles_of_four(12, seed=5)
    answers = call("four.puz", puzzles, "--presolve", "none", "--solver", "highs", "--encoding", encoding).answers
    assert [answer["status"] for answer in answers] == [as_written(FOUR, puzzle) for puzzle in puzzles]
    assert {answer["solver"] for answer in answers if answer["status"] == "solved"} == {"highs"}


def test_one_object_a_line_says_what_and_how(call: Call) -> None:
    done = call("four.puz", ["# easy ones", "", "1234341221434321", "12.. .... .... ....".replace(" ", "")])
    first, second = done.answers
    assert first["grids"] == {"cell": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]}
    assert (first["line"], first["givens"], first["status"]) == (3, "1234341221434321", "solved")
    assert (first["solver"], first["nodes"]) == ("presolve", 0)
    assert (second["line"], second["solver"]) == (4, "search")
    assert second["nodes"] > 0
    assert done.status == 0
    assert done.err.startswith("2 puzzles: 2 solved · ")
    assert done.err.endswith(" a second\n")


def test_nothing_of_one_puzzle_stays_for_the_next(call: Call) -> None:
    puzzles = puzzles_of_four(40, seed=2)
    forward, backward = call("six.puz", [OPEN + "." * 20] * 2).answers
    assert forward["grids"] == backward["grids"]
    there = [
        answer["grids"] for answer in call("four.puz", [*puzzles, *reversed(puzzles)]).answers if "grids" in answer
    ]
    assert there == there[::-1]


def test_givens_of_the_model_stay_in_force(call: Call) -> None:
    done = call("given.puz", [OPEN, "1234" + "." * 12, "2" + "." * 15, "." * 15 + "1", ".1" + "." * 14])
    statuses = [answer["status"] for answer in done.answers]
    assert statuses == ["solved", "solved", "error", "error", "error"]
    for answer in done.answers[:2]:
        grid = answer["grids"]["cell"]
        assert (grid[0][0], grid[3][3]) == (1, 2)
    assert done.answers[2]["error"] == "r1c1 is given as 2, and elsewhere as 1"
    assert done.answers[3]["diagnostics"][0]["column"] == 16
    assert done.answers[4]["error"] == "the given 1 is at r1c1 and again at r1c2"


def test_a_model_that_no_givens_can_save(call: Call, folder: Path) -> None:
    (folder / "never.puz").write_text(FOUR + "r1c1 + r1c2 == 2\n")
    done = call("never.puz", [OPEN, "12" + "." * 14, "1"])
    assert [answer["status"] for answer in done.answers] == ["infeasible", "infeasible", "error"]


def test_edges_have_givens(call: Call, folder: Path) -> None:
    (folder / "loop.puz").write_text("grid cell[2, 3]\nedges road of cell\nloop(road)\n")
    done = call("loop.puz", ["road[r1c2, r1c3] = 0; road[r1c1, r1c2] = 1", "road[r1c1, r1c3] = 1"])
    left, wrong = done.answers
    assert left["status"] == "solved"
    assert all("r1c3" not in edge and "r2c3" not in edge for edge in left["edges"]["road"])
    assert wrong["error"] == "the model has no unknown `road[r1c1, r1c3]`"


def test_an_infeasible_line_says_why(call: Call) -> None:
    done = call("four.puz", ["12..3......4....", "12" + "." * 14])
    assert [answer["status"] for answer in done.answers] == [as_written(FOUR, "12..3......4...."), "solved"]
    done = call("four.puz", ["123........4....", "12" + "." * 14])
    assert [answer["status"] for answer in done.answers] == ["infeasible", "solved"]
    assert done.answers[0]["message"] == "propagation alone proves it"
    assert done.answers[0]["grids"] == {}
    assert done.status == 1
    assert "1 infeasible" in done.err


def test_broken_lines_are_errors_of_those_lines(call: Call) -> None:
    lines = ["12..", "1" * 16, "x" + "." * 15, "5" + "." * 15, OPEN, "1 2 3 4 " * 5, "other: " + OPEN, "cell 1"]
    done = call("four.puz", lines)
    assert [answer["status"] for answer in done.answers] == ["error"] * 4 + ["solved"] + ["error"] * 3
    assert [answer["line"] for answer in done.answers] == list(range(1, 9))
    first, _, letter, outside, _, many, name, _ = done.answers
    assert first["error"] == "4 marks for a grid of 4×4 = 16 cells"
    place = {"file": "puzzles.txt", "line": 3, "column": 1, "end_line": 3, "end_column": 2}
    assert letter["diagnostics"][0].items() >= place.items()
    assert letter["diagnostics"][0]["label"] == "a number, or `.` for an open cell"
    assert outside["diagnostics"][0]["label"] == "its values are 1..4"
    assert many["error"].startswith("20 marks")
    assert name["error"] == "no grid is called `other`"
    assert done.status == 2
    assert "1 solved" in done.err
    assert "7 broken" in done.err


def test_lines_are_read_kindly(call: Call) -> None:
    content = (
        b"\xef\xbb\xbf# a comment\r\n"
        b"12..............\r\n"
        b"\r\n"
        b"  1 2 0 0  0 0 0 0  _ _ _ _  ? ? ? ?  # blanks between\n"
        b"12..............\tan answer\t3\n"
        b"12..............,1234341221434321\n"
        b"\xff" + b"." * 15 + b"\n"
        b"12.............."
    )
    answers = call("four.puz", content).answers
    assert [answer["line"] for answer in answers] == [2, 4, 5, 6, 7, 8]
    assert [answer["status"] for answer in answers] == ["solved"] * 4 + ["error", "solved"]
    assert {answer["givens"] for answer in answers[2:4]} == {"12.............."}
    assert len({json.dumps(answer["grids"]) for answer in answers if answer["status"] == "solved"}) == 1


def test_a_table_as_other_programs_write_it(call: Call) -> None:
    done = call("four.puz", ["id,puzzle", '1,"12.............."', '2,"34.............."'], "--column", "2")
    assert [(answer["line"], answer["givens"][:2]) for answer in done.answers] == [(2, "12"), (3, "34")]
    assert done.status == 0
    assert call("four.puz", ["12..............,x", "puzzle,solution"]).status == 2  # no heading in the last line


@pytest.mark.parametrize(
    "heading",
    ["Puzzle ID,Rating", "puzzle_id,puzzle", '"Puzzle 1","4x4 solution"', "grid16,", "Givens (4x4),clues", "p,s"],
)
def test_a_heading_is_no_puzzle(call: Call, heading: str) -> None:
    done = call("four.puz", [heading, "12..............,x"])
    assert [(answer["line"], answer["status"]) for answer in done.answers] == [(2, "solved")]


@pytest.mark.parametrize(
    "broken", ["12.x............,hard", "x2..............,hard", "x...,y", "puzzle,1234341221434321", "puzzle"]
)
def test_a_wrong_first_puzzle_is_no_heading(call: Call, broken: str) -> None:
    done = call("four.puz", [broken, "12..............,x"])
    assert [answer["status"] for answer in done.answers] == ["error", "solved"]


def test_letters_that_fill_a_grid_are_a_puzzle_where_they_are_values() -> None:
    model = puzzledsl.parse("grid cell[1, 4] in 10..13\nalldifferent: rows\n")
    for lines, statuses in {
        ("abcd,hard", "dcba,easy"): ["solved", "solved"],
        ("abce,hard", "dcba,easy"): ["error", "solved"],
        ("givens,level", "dcba,easy"): ["solved"],
    }.items():
        assert [result.status for result in puzzledsl.batch(model, lines)] == statuses
    masked = puzzledsl.parse("grid cell[1, 4] in 1..3\nmask:\n    x x . .\n")
    found = puzzledsl.batch(masked, ["xx_3,hard", "x x 1 2,easy"])
    assert [result.status for result in found] == ["solved", "solved"]


@pytest.mark.parametrize("quoted", ['"12..............', '12.............."', '""12.............."'])
def test_a_quote_without_another_is_a_mistake(call: Call, quoted: str) -> None:
    assert [answer["status"] for answer in call("four.puz", [quoted]).answers] == ["error"]


@pytest.mark.parametrize(
    ("content", "said"),
    [("12..............\n".encode("utf-16"), "UTF-16 text"), (b"\x1f\x8b\x08\0\0", "a compressed file (gzip)")],
)
def test_a_file_that_is_no_text_is_one_mistake(call: Call, content: bytes, said: str) -> None:
    done = call("four.puz", content)
    assert (done.status, done.out) == (2, "")
    assert f"puzzles.txt is {said}" in done.err


def test_another_column(call: Call) -> None:
    done = call("four.puz", ["easy\t12..............\t5", "hard,..12............", "short"], "--column", "2")
    assert [answer["givens"] for answer in done.answers] == ["12..............", "..12............", ""]
    assert [answer["status"] for answer in done.answers] == ["solved", "solved", "error"]
    assert done.answers[2]["error"] == "there are no givens in this line"


def test_several_grids_and_variables(call: Call) -> None:
    done = call("two.puz", ["1234", "a: 2134; b: . 2", "....; b: 0 3", "b: 3 3", "1234; b: 2 ."])
    assert [answer["status"] for answer in done.answers] == ["solved"] * 3 + ["infeasible"] * 2
    assert done.answers[1]["grids"] == {"a": [[2, 1], [3, 4]], "b": [[0, 2]]}
    assert done.answers[1]["variables"] == {"total": 12}
    assert done.answers[2]["grids"]["b"] == [[0, 3]]


def test_masked_places(call: Call) -> None:
    done = call("hole.puz", ["1x2345", "1.2345", "1 # ", "1x....", "132345"])
    assert [answer["status"] for answer in done.answers] == ["solved", "solved", "error", "solved", "error"]
    assert done.answers[0]["grids"]["cell"] == [[1, None, 2], [3, 4, 5]]
    assert call("hole.puz", ["1x2345"], "--format", "text").out == "1.2345\n"


def test_objectives(call: Call) -> None:
    done = call("best.puz", ["...", "1..", "1.9"])
    assert [(answer["status"], answer["objective"]) for answer in done.answers] == [
        ("optimal", 24),
        ("optimal", 18),
        ("optimal", 18),
    ]


def test_text_is_what_could_be_read_again(call: Call) -> None:
    puzzles = ["12..............", "123........4....", "12"]
    done = call("four.puz", puzzles, "--format", "text")
    solved, none, broken = done.out.splitlines()
    assert solved in grids_of_four()
    assert none.startswith("infeasible: ")
    assert broken == "error: 2 marks for a grid of 4×4 = 16 cells"
    (again,) = call("four.puz", [solved]).answers
    assert again["status"] == "solved"
    assert call("two.puz", ["2134; b: 0 2"], "--format", "text").out == "2134; b: 02\n"


def test_quiet_says_nothing_but_the_answers(call: Call) -> None:
    assert call("four.puz", [OPEN], "--quiet").err == ""


def test_no_puzzles_at_all(call: Call) -> None:
    done = call("four.puz", ["# nothing"])
    assert (done.status, done.out) == (2, "")
    assert "there is no puzzle in" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("four.puz", "--givens", "missing.txt"), "there is no file `missing.txt`"),
        (("missing.puz", "--givens", "four.puz"), "there is no file `missing.puz`"),
        (("-", "--givens", "-"), "standard input can be read only once"),
        (("four.puz",), "missing option '--givens'"),
        (("four.puz", "--givens", "four.puz", "--jobs", "-1"), "invalid value for '--jobs'"),
        (("four.puz", "--givens", "four.puz", "--output", "four.puz"), "it would take the place of `four.puz`"),
        (("four.puz", "--givens", "two.puz", "--output", "./four.puz"), "it would take the place of `four.puz`"),
        (("four.puz", "--givens", "two.puz", "--output", "o", "--resume", "o"), "leave out --output"),
        (("four.puz", "--givens", "two.puz", "--resume", "o", "--format", "text"), "--resume needs the JSON format"),
        (("lone.puz", "--givens", "two.puz"), "the model has no grid"),
        (("four.puz", "--givens", "two.puz", "--output", "no/such/folder"), "cannot be written"),
    ],
)
def test_a_wrong_call(call: Call, folder: Path, arguments: tuple[str, ...], said: str) -> None:
    (folder / "lone.puz").write_text("var x in 1..9\n")
    model, *rest = arguments
    done = call(model, b"", givens="unused.txt", arguments_instead=rest)
    assert done.status == 2
    assert said in done.err
    assert (folder / "four.puz").read_text() == MODELS["four.puz"]


def test_jobs_in_this_process_answer_in_order(call: Call) -> None:
    puzzles = puzzles_of_four(60, seed=3)
    alone, together = call("four.puz", puzzles), call("four.puz", puzzles, "--jobs", "2")
    assert without_seconds(alone.out) == without_seconds(together.out)
    assert together.status == alone.status == 2


def test_models_are_all_right() -> None:
    for text in MODELS.values():
        assert puzzledsl.parse(text).solve()
