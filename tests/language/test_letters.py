"""Letters as values: a model with letters is the same model with numbers, told in letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzledsl import Builder, PuzzleError, Solution, load, parse
from puzzledsl.formatting import format_text
from puzzledsl.source import Source
from tests.command import Call, called

WORD = "WORD"


def told(solution: Solution, name: str | None = None) -> Any:
    """The values of a grid, which are texts where it has letters; their type says numbers."""
    return solution.grid(name)


HEAD = 'grid cell[4, 4] in "WORD"\nalldifferent: rows, columns, boxes\n'
SCAN = "scan(row(1), 0, step, enough)\nlet enough(s) = s == 2\n"
GIVENS = "givens:\n    . . . .\n    W . . R\n    D . . W\n    . . . D\n"
PLAIN = HEAD.replace('"WORD"', "1..4")


@pytest.mark.parametrize(
    ("lettered", "numbered"),
    [
        ('r1c1 == "O"', "r1c1 == 2"),
        ('"O" != cell[1, 1]', "r1c1 != 2"),
        ('r1c1 < "R"', "r1c1 < 3"),
        ('"R" <= r1c1', "3 <= r1c1"),
        ('r1c1 in "WD"', "r1c1 in {1, 4}"),
        ('r1c1 in {"D", "W"} or r1c2 in ["O", r2c2]', "r1c1 in {1, 4} or r1c2 in [2, r2c2]"),
        ('r1c1 not in {"D", "W"}', "r1c1 not in {1, 4}"),
        ('values(row(1)) == ("W", "O", "R", "D")', "values(row(1)) == (1, 2, 3, 4)"),
        ('(r1c1, r1c2) in {("W", "O"), ("D", "R")}', "(r1c1, r1c2) in {(1, 2), (4, 3)}"),
        ('count(diagonal, "W") == 2', "count(diagonal, 1) == 2"),
        ('count(diagonal, {"W", "O"}) == 3', "count(diagonal, {1, 2}) == 3"),
        ('exactly "R" 2: diagonal', "exactly 3 2: diagonal"),
        ('regular(row(2), "[WO]{2}.*|D+.*W")', 'regular(row(2), "[12]{2}.*|4+.*1")'),
        ('r1c1 == "W" -> row(1)[2..2] == "D"', "r1c1 == 1 -> r1c2 == 4"),
        ("thermo: r1c1..r1c3", "thermo: r1c1..r1c3"),
        ('first_seen "O": row(1)', "first_seen 2: row(1)"),
        ('not first_seen(row(2), "O")', "not first_seen(row(2), 2)"),
        (
            f'{SCAN}let step(s, v) = if v in {{"W", "D"}} or v > "R" then s + 1 else s',
            f"{SCAN}let step(s, v) = if v in {{1, 4}} or v > 3 then s + 1 else s",
        ),
        ("r1c1 + r2c2 == 5", "r1c1 + r2c2 == 5"),
    ],
)
def test_a_condition_on_letters_is_one_on_their_numbers(lettered: str, numbered: str) -> None:
    found = {tuple(map(tuple, told(one))) for one in parse(f"{HEAD}{lettered}\n").solutions()}
    expected = {
        tuple(tuple(WORD[v - 1] for v in row) for row in told(s)) for s in parse(f"{PLAIN}{numbered}\n").solutions()
    }
    assert found == expected
    assert found


def test_a_zero_may_be_beside_letters() -> None:
    model = parse('grid cell[1, 3] in {0, "A", "B"}\nalldifferent: rows\ngivens:\n    . B .\n')
    assert {tuple(told(one)[0]) for one in model.solutions()} == {(0, "B", "A"), ("A", "B", 0)}


def test_a_line_is_read_by_its_own_letters() -> None:
    text = """
grid one[1, 3] in "ABC"
grid two[1, 3] in "CBA"
let begins(s, v) = if s == 0 and v != "A" then none else 1
let any_end(s) = true
for line in [one[1], two[1]]:
    scan(line, 0, begins, any_end)
"""
    assert {(told(one, "one")[0][0], told(one, "two")[0][0]) for one in parse(text).solutions()} == {("A", "A")}
    with pytest.raises(PuzzleError, match="`X` is not a letter of this line"):
        parse(text.replace('v != "A"', 'v != "X"'))


def test_answers_in_python() -> None:
    model = parse(HEAD + 'var key in "XYZ"\nkey > "Y"\nr4c4 == "D"\nr1c1 == "W"\n')
    solution = model.solve(seed=1)
    assert solution["key"] == solution.values["key"] == "Z"
    assert solution[1, 1] == solution["r1c1"] == solution.grid()[0][0] == solution.grids["cell"][0][0] == "W"
    assert np.array(solution.grid(array=True)).tolist() == solution.grid()
    assert str(solution).splitlines()[1].replace(" ", "").startswith("│W")
    assert solution.verify() == []
    plain = parse(HEAD)
    assert plain.verify([list("WORD"), list("RDWO"), list("OWDR"), list("DROW")]) == []
    assert plain.verify([list("WORD"), list("RDWO"), list("OWDR"), list("DRWO")])
    with pytest.raises(ValueError, match="r1c1 is in"):
        plain.verify([list("XORD")] * 4)
    assert model.candidates()["r4c4"] == ("D",)
    assert model.candidates().svg()
    assert model.unique().svg()


def test_givens_in_python() -> None:
    text = PLAIN.replace("1..4", '"WORD"') + 'var key in "XYZ"\n'
    rows: list[list[str | None]] = [["W", ".", None, "."], [*"...."], ["."] * 4, [".", ".", ".", "R"]]
    forms: list[Any] = [
        "W..............R",
        "W...\n....\n....\n...R",
        {"r1c1": "W", (4, 4): "R"},
        {"cell": rows},
        rows,
        np.array([[mark or "." for mark in row] for row in rows]),
    ]
    for givens in forms:
        model = parse(text, givens=givens)
        assert {model.elaborated.variables[x].name: v for x, v in model.elaborated.givens.items()} == {
            "r1c1": 1,
            "r4c4": 3,
        }
    assert parse(text, givens="key = Y").solve()["key"] == "Y"
    assert parse(text, givens={"key": "Y", "r1c1": "W"}).solve()["key"] == "Y"
    with parse(text).compile() as compiled:
        assert compiled.solve({"r1c1": "D", "key": "X"}).values["r1c1"] == "D"
        assert compiled.solve("D...............").values["r1c1"] == "D"
        with pytest.raises(PuzzleError, match='its values are "XYZ"'):
            compiled.solve({"key": "W"})


def test_a_model_built_in_python() -> None:
    model = Builder()
    cell = model.grid("cell", 1, 3, "ABC")
    model.clue("alldifferent", cell)
    model.require(cell[1, 1] == "C")
    model.givens([[".", "A", "."]])
    assert told(model.model().solve()) == [["C", "A", "B"]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    return lambda *arguments: called(list(arguments), monkeypatch, capsys)


def test_commands_tell_letters(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("word.puz").write_text(f"{HEAD}\n{GIVENS}\nshow r1c3, column(1)\n", encoding="utf-8")
    for command in ("solve", "unique", "solutions", "candidates"):
        words = call(command, "word.puz").out.split("·")[0].split()
        assert set(WORD) <= set(words), command
        assert not {"2", "3", "4"} & set(words), command
    assert "In box 3, W fits only in r4c2" in call("steps", "word.puz").out
    steps = json.loads(call("steps", "word.puz", "--json").out)["steps"]
    assert {value for step in steps for value in step["placed"].values()} == set(WORD)
    assert json.loads(call("explain", "word.puz", "r4c4", "--json").out)["values"] == [load("word.puz").solve()["r4c4"]]
    assert f"So r4c4 is {load('word.puz').solve()['r4c4']}" in call("explain", "word.puz", "r4c4").out
    assert "given W at r2c1" in call("redundant", "word.puz", "--json").out
    assert format_text(Source("word.puz", Path("word.puz").read_text())) == Path("word.puz").read_text()


def test_lines_of_letters(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bare.puz").write_text(HEAD, encoding="utf-8")
    Path("lines.txt").write_text("WO.....O.W......\nWX..............\n", encoding="utf-8")
    first, second = map(json.loads, call("batch", "bare.puz", "--givens", "lines.txt").out.splitlines())
    assert first["grids"]["cell"][0][:2] == ["W", "O"]
    assert second["error"] == "`X` is not a letter of `cell`"
    line = call("batch", "bare.puz", "--givens", "lines.txt", "--format", "text").out.splitlines()[0]
    assert parse(HEAD, givens=line).solve().grid() == first["grids"]["cell"]
    made = json.loads(call("generate", "bare.puz", "--seed", "4", "--json").out)
    for model in (parse(made["text"]), parse(HEAD, givens=made["line"])):
        assert model.unique().solutions[0].grid() == made["solution"]["cell"]


def test_pictures_have_letters() -> None:
    model = parse(HEAD + 'r1c1 == "W"\ngivens:\n    . O . .\n    . . . .\n    . . . .\n    . . . .\n')
    assert ">O</text>" in model.svg()
    assert ">W</text>" in model.svg()  # the digit of the condition
    assert all(f">{letter}</text>" in model.candidates().svg() for letter in WORD)


@pytest.mark.parametrize(
    ("site", "shows"),
    [("sudokupad", True), ("penpa", True), ("81", True), ("f-puzzles", False), ("iss", False), ("puzzlink", False)],
)
def test_links_have_letters_or_a_warning(site: str, shows: bool) -> None:
    model = parse(HEAD + GIVENS)
    link = model.link(site)
    assert any("the letters WORD" in part for part in link.left_out) != shows
    if site == "81":
        assert link.text == "0000W00RD00W000D"


def test_a_text_beside_a_line_is_its_letters() -> None:
    line = 'grid cell[1, 3] in "ABC"\n'
    assert parse(line + 'row(1) == "CAB"\n').count().count == 1
    assert parse(line + 'row(1) != "CAB"\n').count().count == 26
    assert parse(line + 'values(row(1)) in {"ABC", "CBA"}\n').count().count == 2
    assert parse(line + 'row(1) == "CA" or r1c1 == "B"\n').count().count == 9


@pytest.mark.parametrize("statement", ['regular([r1c1, other], "AA")', "scan([r1c1, other], 0, step, any_end)"])
def test_cells_of_two_alphabets_are_not_read_as_one_line(statement: str) -> None:
    functions = 'let step(s, v) = s + (if v == "A" then 1 else 0)\nlet any_end(s) = true\n'
    with pytest.raises(PuzzleError, match="have the same letters, not ABC and CBA"):
        parse(f'grid cell[1, 1] in "ABC"\nvar other in "CBA"\n{functions}{statement}\n')


def test_a_state_of_a_scan_may_be_any_text() -> None:
    functions = 'let step(s, v) = if v == "A" then "done" else s\nlet seen(s) = s == "done"\n'
    model = parse(f'grid cell[1, 2] in "AB"\n{functions}scan(row(1), "open", step, seen)\n')
    assert model.count().count == 3


def test_edges_are_told_by_their_letters_and_read_again() -> None:
    text = 'grid cell[1, 2]\nedges road of cell in {0, "A", "B"}\n'
    found = parse(text + 'road[r1c1, r1c2] == "B"\n').solve().as_json()["edges"]
    assert found == {"road": [["r1c1", "r1c2", "B"]]}
    assert parse(text, givens=found).count().count == 1
