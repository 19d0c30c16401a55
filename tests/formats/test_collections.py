"""Files with many puzzles, and what people keep beside a puzzle: numbers, ratings, solutions, pencil marks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl import PuzzleError, parse
from puzzledsl.formats import import_text
from puzzledsl.formats.collection import puzzles, several
from tests.command import Call, called

FIRST = "..4.7.1...1.9...8.5.......2.6.5.8.......4.......2.6.3.9.......1.8...5.7...2.1.6.."
SECOND = "..9.....1...38..5...6..2....7..1...9..164.8...4....6.7.3.......5..7....69.2.5...."
SOLVED = "389574261127386954456192783673815429291647835845239617738961542514728396962453178"
ROWS = [[text[k : k + 9] for k in range(0, 81, 9)] for text in (FIRST, SECOND, SOLVED)]
ONE, TWO, ANSWER = map("\n".join, ROWS)
BANDS = "\n\n".join("\n".join(ROWS[1][k : k + 3]) for k in (0, 3, 6))
CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    return lambda *arguments: called(list(arguments), monkeypatch, capsys)


def digits(model: str) -> str:
    """The givens of a model, in one line."""
    return "".join(model.partition("givens:\n")[2].split())


def bars(rows: list[str]) -> str:
    """A grid as Simple Sudoku writes it."""
    lines = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    return "\n".join(
        ["*-----------*", *lines[:3], "|---+---+---|", *lines[3:6], "|---+---+---|", *lines[6:], "*-----------*"]
    )


def candidates(row: str) -> str:
    """A row of a grid with pencil marks."""
    cells = [f"{'123456789' if mark == '.' else mark:10}" for mark in row]
    return "| " + "| ".join("".join(cells[k : k + 3]) for k in (0, 3, 6)) + "|"


ONE_EACH = {
    "a rating": f"{SECOND} ED=9.0/1.2/1.2",
    "a solution behind a colon": f"{SECOND}:{SOLVED}:",
    "semicolons": f"{SECOND};27;easy",
    "columns with names": f"puzzle,solution\n{SECOND},{SOLVED}",
    "quotes and numbers": f'id,"puzzle","difficulty"\n1,"{SECOND}","9.5"',
    "a heading": f"Grid 01\n{TWO}\n",
    "lines between, bands": f"=====\n{BANDS}\n=====\n",
    "a state": f"#A Somebody\n[Puzzle]\n{TWO}\n[State]\n{ANSWER}\n",
    "Simple Sudoku with pencil marks": bars(ROWS[1]) + "\n\n" + "\n".join(map(candidates, ROWS[1])),
    "an answer below": f"{TWO}\n\n{ANSWER}\n",
    "OpenSudoku": f'<?xml version="1.0"?>\n<opensudoku>\n  <name>x</name>\n  <game data="{SECOND}" />\n</opensudoku>',
    "OpenSudoku with other quotes": f"<opensudoku><game data='{SECOND}' /></opensudoku>",
    "commas": "\n".join(",".join(row) for row in ROWS[1]).replace(".", "0"),
    "commas and blanks": "\n".join(", ".join(row) for row in ROWS[1]).replace(".", "0"),
    "boxes in brackets": "\n".join(re.sub("(.)(.)(.)", r"[ \1 \2 \3 ]", row) for row in ROWS[1]).replace(".", "0"),
    "numpy": "[[" + "]\n [".join(" ".join(row) for row in ROWS[1]).replace(".", "0") + "]]\n",
    "HoDoKu": f":0702:9:{SECOND.replace('9.....1', '9+5....1', 1)}:913 923::",
    "a link": f"https://www.sudokuwiki.org/sudoku.htm?bd={SECOND.replace('.', '0')}",
}  # fmt: skip


PROGRAMS = {
    "Ruby": "given = Matrix[\n" + "\n".join(f"  [{','.join(row)}]," for row in ROWS[1]).replace(".", "0") + "\n]\n",
    "a list": "a = [[" + "],\n[".join(",".join(row) for row in ROWS[1]).replace(".", "0") + "]]\n",
    "lists": "\n".join(f"a[{k}] = [{','.join(row)}]" for k, row in enumerate(ROWS[1])).replace(".", "0"),
}  # fmt: skip


@pytest.mark.parametrize("text", ONE_EACH.values(), ids=ONE_EACH)
def test_one_puzzle_with_what_is_kept_beside_it(text: str) -> None:
    imported = import_text(text)
    assert (imported.format, imported.not_understood, digits(imported.model)) == ("81", (), SECOND)


MANY = {
    "a line each": (f"{FIRST}\n{SECOND} 3.5\n", 2),
    "headings": (f"Grid 01\n{ONE}\nGrid 02\n{TWO}\n", 2),
    "blank lines": (f"{ONE}\n\n{TWO}\n", 2),
    "OpenSudoku": (f'<opensudoku><game data="{FIRST}"/><game data="{SECOND}"/></opensudoku>', 2),
    "links": (".Shape~4x4.Cage~8~R1C1~R1C2~R2C2\nhttps://puzz.link/p?slither/3/3/g3k3g", 2),
    "columns": (f"id,puzzle,solution\n1,{SECOND},{SOLVED}\n2,{FIRST},\n", 2),
}


@pytest.mark.parametrize(("text", "count"), MANY.values(), ids=MANY)
def test_many_puzzles_become_as_many_models(text: str, count: int, tmp_path: Path, call: Call) -> None:
    with pytest.raises(PuzzleError, match=f"there are {count} puzzles here"):
        import_text(text)
    (tmp_path / "all.txt").write_text(text)
    done = call("import", str(tmp_path / "all.txt"), "-o", str(tmp_path / "models"))
    assert done.status == 0
    written = sorted(path.name for path in (tmp_path / "models").iterdir())
    assert written == [f"all-{number}.puz" for number in range(1, count + 1)]
    lines = call("import", str(tmp_path / "all.txt"), "--json").out.splitlines()
    assert [json.loads(line)["model"] for line in lines] == [
        (tmp_path / "models" / name).read_text() for name in written
    ]
    again = call("import", str(tmp_path / "all.txt"), "-o", str(tmp_path / "models"))
    assert (again.status, "already exists" in again.err) == (2, True)


@pytest.mark.parametrize("text", [*ONE_EACH.values(), *(text for text, _ in MANY.values())], ids=[*ONE_EACH, *MANY])
def test_a_batch_reads_what_import_reads(text: str) -> None:
    for result in puzzledsl.batch(None, text.splitlines()):
        assert result.status == "solved"


@pytest.mark.parametrize("name", [name for name in [*ONE_EACH, *PROGRAMS] if name != "a link"])
def test_givens_are_read_as_an_import(name: str, tmp_path: Path, call: Call) -> None:
    (tmp_path / "classic.puz").write_text(CLASSIC)
    (tmp_path / "given.txt").write_text((ONE_EACH | PROGRAMS)[name])
    model = str(tmp_path / "classic.puz")
    done = call("solve", model, "--givens", str(tmp_path / "given.txt"), "--json")
    assert done.status == 0
    assert "".join(str(v) for row in json.loads(done.out)["grids"]["cell"] for v in row) == SOLVED
    text = call("batch", model, "--givens", str(tmp_path / "given.txt"), "--format", "text").out
    assert text == SOLVED + "\n"


def test_givens_of_one_model_are_not_those_of_several_puzzles(tmp_path: Path, call: Call) -> None:
    (tmp_path / "classic.puz").write_text(CLASSIC)
    (tmp_path / "given.txt").write_text(f"{FIRST}\n{SECOND}\n")
    done = call("solve", str(tmp_path / "classic.puz"), "--givens", str(tmp_path / "given.txt"))
    assert (done.status, "has several puzzles" in done.err, "batch MODEL --givens" in done.err) == (2, True, True)


def test_rows_that_make_no_grid_are_one_mistake() -> None:
    found = list(puzzledsl.batch(parse(CLASSIC), [*ROWS[0][:8], "", *ROWS[1]]))
    assert [(one.line, one.status) for one in found] == [(1, "error"), (10, "solved")]
    assert "8 rows, but the grid has 9" in str(found[0].error)


def test_a_solution_does_not_take_the_place_of_a_wrong_puzzle() -> None:
    [found] = puzzledsl.batch(parse(CLASSIC), [f"{SECOND[:80]},{SOLVED}"])
    assert found.status == "error"


def test_a_solution_beside_the_puzzle_is_compared_with_it() -> None:
    rows = [*ROWS[2][:2], ROWS[2][3], ROWS[2][2], *ROWS[2][4:]]  # no digit twice in a column, but in boxes
    imported = import_text(f"{SOLVED[:2]}{'.' * 79},{''.join(rows)}")
    assert "alldifferent: rows, columns\n" in imported.model
    assert any("the puzzle's own solution breaks it" in sentence for sentence in imported.not_understood)
    assert import_text(f"{SECOND},{SOLVED}").not_understood == ()


def test_a_solution_with_a_digit_twice_takes_no_rule_away() -> None:
    imported = import_text(f"{SECOND},{SOLVED[1]}{SOLVED[0]}{SOLVED[2:]}")
    assert "alldifferent: rows, columns, boxes" in imported.model
    assert any("which has a digit twice" in one for one in imported.not_understood)


def test_a_wrong_line_is_named_and_the_others_are_read(tmp_path: Path, call: Call) -> None:
    (tmp_path / "some.sdm").write_text(f"{FIRST}\n{SECOND[:-1]}\n{SECOND}\n")
    done = call("import", str(tmp_path / "some.sdm"), "-o", str(tmp_path / "out"))
    assert (done.status, "error: line 2: " in done.err) == (2, True)
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["some-1.puz", "some-3.puz"]


def test_an_id_alone_is_no_file(call: Call) -> None:
    for form in (["--format", "tatham"], []):
        done = call("import", *form, "--genre", "loopy", "3x3t0:3a22b1b")
        assert done.status == 0
        assert 'genre "slitherlink"' in done.out
    assert "`--genre GAME` names it" in call("import", "3x3t0:3a22b1b").err


def test_pencil_marks_are_candidates() -> None:
    marks = [str(k % 9 + 1) if SECOND[k // 9] in (".", str(k % 9 + 1)) else "." for k in range(729)]
    line = import_text("".join(marks))
    rows = "\n".join(map(candidates, ROWS[1]))
    assert digits(line.model) == digits(import_text(rows).model) == SECOND
    few = "".join("." if k == 10 else mark for k, mark in enumerate(marks))
    assert "r1c2 in {1, 3, 4, 5, 6, 7, 8, 9}" in import_text(few).model
    with pytest.raises(PuzzleError, match="729 marks") as caught:
        parse("grid cell[9, 9] in 1..9", givens="".join(marks))
    assert "`puzzledsl import FILE` makes a model of them" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\n".join(["0123456789ABCDE.", *["." * 15 + "F"] * 15]), ["grid cell[16, 16] in 0..15", ". 15"]),
        (
            "\n".join(["ABCDEFGHIJKLMNOPQRSTUVWX.", *["." * 24 + "Y"] * 24]),
            ['grid cell[25, 25] in "ABCDEFGHIJKLMNOPQRSTUVWXY"', ". Y"],
        ),
        ("MIXED....\n" * 5 + "." * 9 + "\nTWLR.....\n" + ("." * 9 + "\n") * 2, ['in "DEILMRTWX"', "M I X E D . . . ."]),
        ("N0SWN0000SWN0E00", ['grid cell[4, 4] in "ENSW"', "N . S W"]),
        ("B...............", ['grid cell[4, 4] in "ABCD"']),
    ],
)
def test_letters_are_values(text: str, lines: list[str]) -> None:
    model = import_text(text).model
    assert [line for line in lines if line not in model] == []


@pytest.mark.parametrize("text", ["N0SXN0000SWN0E00", "N.S.N....S.N.S..", "ENSWNSEWWEENSSNN"])
def test_a_letter_too_many_or_too_few_is_no_grid(text: str) -> None:
    with pytest.raises(PuzzleError):
        import_text(text)


def test_a_solution_of_letters_is_compared() -> None:
    model = import_text("NS.WE...........,NSEWEWNSWESNSNWE")
    assert 'in "ENSW"' in model.model
    assert model.not_understood == ()
    assert "twice" in " ".join(import_text("NS.WE...........,NSEWEWNSWESNSNWW").not_understood)


BOXES = [k // 27 * 3 + k % 9 // 3 for k in range(81)]
SHIFTED = [(k // 9 + (k % 9 > 5)) % 9 for k in range(81)]
"""Nine regions that are no boxes."""


def test_killers_and_jigsaws_of_sumocue() -> None:
    rows = [sum(int(SOLVED[k // 3 * 3 + j]) for j in range(3)) for k in range(81)]
    short = "3x3::k:" + ":".join(str(256 * rows[k] + k // 3) for k in range(81)) + ":"
    long = "SumoCueV1" + "".join(f"={rows[k]}" if k % 3 == 0 else f"+{k // 3 * 3}" for k in range(81))
    model = import_text(short).model
    assert f"cage {rows[0]}: r1c1..r1c3" in model
    assert model == import_text(long).model
    assert load_verified(model, SOLVED)
    jigsaw = "SumoCueV1D" + "".join(
        f"={mark if mark != '.' else 0}J{region}" for mark, region in zip(SECOND, SHIFTED, strict=True)
    )
    plain = SECOND + "".join(map(str, SHIFTED))
    assert digits(import_text(jigsaw).model) == digits(import_text(plain).model) == SECOND
    assert "diagonal, antidiagonal" in import_text(jigsaw).model
    parse(import_text(jigsaw).model)
    assert "regions region:" in import_text(plain).model


def load_verified(model: str, solution: str) -> bool:
    """Whether a model has a solution."""
    return parse(model, givens=solution).solve().status == "solved"


def test_a_line_is_answered_before_the_next_one_is_read() -> None:
    def lines() -> object:
        yield FIRST
        raise AssertionError("the next line is not there yet")

    assert next(puzzles(lines(), links=True)).givens == FIRST  # type: ignore[arg-type]


def test_a_text_that_is_no_collection(tmp_path: Path, call: Call) -> None:
    assert several("READ ME\nPLEASE\n") == []
    (tmp_path / "bad.txt").write_text("[Puzzle]\n" + "\n".join(ROWS[0][:8]))
    done = call("import", str(tmp_path / "bad.txt"))
    assert (done.status, "as many rows as columns" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("https://sudokupad.app/setter/a-name", "https://sudokupad.app/api/puzzle/setter/a-name"),
        ("https://app.crackingthecryptic.com/sudoku/aBcD1", "https://sudokupad.app/api/puzzle/aBcD1"),
        ("https://f-puzzles.com/?id=y2345678", "https://preview.tinyurl.com/y2345678"),
        ("https://tinyurl.com/mr2abc", "https://preview.tinyurl.com/mr2abc"),
        ("https://sudokumaker.app/?id=abc", "the site offers for sharing"),
        ("https://puzz.link/db/?find=x", "the address of the page"),
    ],
)
def test_a_short_link_has_two_steps(link: str, address: str) -> None:
    with pytest.raises(PuzzleError, match="this short link only names a puzzle") as caught:
        import_text(link)
    (first, second) = caught.value.diagnostics[0].helps
    assert (first[:2], second[:2]) == ("1.", "2.")
    assert address in first + second
