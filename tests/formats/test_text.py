"""Plain grids of digits, in the forms of many programs; what is no grid; grids in place of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl import PuzzleError, load, parse
from puzzledsl.formats import import_text
from puzzledsl.formats.recognition import recognised

LINE = "..4.7.1...1.9...8.5.......2.6.5.8.......4.......2.6.3.9.......1.8...5.7...2.1.6.."
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
BARS = "|".join(["-" * 7] * 3)


def thirds(row: str, between: str = "") -> list[str]:
    return [between.join(row[k : k + 3]) for k in (0, 3, 6)]


FORMS = {
    "a line": LINE,
    "zeros": LINE.replace(".", "0"),
    "stars": LINE.replace(".", "*"),
    "an X": LINE.replace(".", "X"),
    "underscores": LINE.replace(".", "_"),
    "question marks": LINE.replace(".", "?"),
    "blanks between": " ".join(LINE),
    "rows": "\n".join(ROWS),
    "bars": "\n".join(
        f"| {' | '.join(thirds(row, ' '))} |" + (f"\n+{BARS}+" if k % 3 == 2 else "") for k, row in enumerate(ROWS)
    ),
    "Simple Sudoku": "*-----------*\n"
    + "\n".join(f"|{'|'.join(thirds(row))}|" + ("\n|---+---+---|" if k in (2, 5) else "") for k, row in enumerate(ROWS))
    + "\n*-----------*",
    "commas": "\n".join(",".join(row.replace(".", "0")) for row in ROWS),
    "commas and nothing": "\n".join(",".join("" if mark == "." else mark for mark in row) for row in ROWS),
    "tabs": "\n".join(map("\t".join, ROWS)),
    "semicolons": "\n".join(";".join(row) + ";" for row in ROWS),
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_grid_in_many_forms(text: str) -> None:
    imported = import_text(text)
    assert (imported.format, imported.not_understood) == ("81", ())
    assert imported.model == GOLDEN


@pytest.mark.parametrize("text", ["." * 16, "0" * 16, "_" * 16], ids=["dots", "zeros", "underscores"])
def test_a_grid_without_givens_has_numbers(text: str) -> None:
    model = import_text(text).model
    assert "grid cell[4, 4] in 1..4" in model
    assert "letters" not in model


GOLDEN = """\
note "The source has digits only; the classic rules are assumed: all different in rows, columns and boxes."

grid cell[9, 9] in 1..9

alldifferent: rows, columns, boxes

givens:
    . . 4 . 7 . 1 . .
    . 1 . 9 . . . 8 .
    5 . . . . . . . 2
    . 6 . 5 . 8 . . .
    . . . . 4 . . . .
    . . . 2 . 6 . 3 .
    9 . . . . . . . 1
    . 8 . . . 5 . 7 .
    . . 2 . 1 . 6 . .
"""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1.3..4....2.1..3", ["grid cell[4, 4] in 1..4", "alldifferent: rows, columns, boxes", "    1 . 3 ."]),
        ("5" + "." * 24, ["grid cell[5, 5] in 1..5", "alldifferent: rows, columns", "    5 . . . ."]),
        ("6" + "0" * 63, ["grid cell[8, 8] in 1..8"]),
        ("A9" + "." * 98, ["grid cell[10, 10] in 1..10", "    10  9  .  .  .  .  .  .  .  ."]),
        ("1G" + "." * 254, ["grid cell[16, 16] in 1..16", "    " + " ".join([" 1", "16", *[" ."] * 14])]),
        ("BP" + "." * 254, ['grid cell[16, 16] in "ABCDEFGHIJKLMNOP"', "    B P . . . . . . . . . . . . . ."]),
        ("\n".join(" ".join(["12", *["."] * 11]) for _ in range(12)), ["    " + " ".join(["12", *[" ."] * 11])]),
    ],
)
def test_other_sizes(text: str, lines: list[str]) -> None:
    model = import_text(text).model.splitlines()
    assert [line for line in lines if line not in model] == []


@pytest.mark.parametrize(
    "text",
    [
        "grid cell[4, 4] in 1..4",
        "# A comment\n# another\ngrid cell[4, 4] in 1..4\nalldifferent: rows",
        "1\n2\n3\n4",
        "12345\n123",
        "1234567890123456",  # values beyond 4
        "1.3..4....2.1?.3",  # two marks for open cells
        "0" + "." * 79 + "8",  # so are these
        "READ ME\nPLEASE\nNOW\nJOE",
        "[1, 2]",
        "<html><body>81</body></html>",
        ":",
        "." * 80,
        "1 2\n 3\n1\n 4",  # blanks for open cells
        "12 3 . .\n. . . .\n. . . .\n. . . .",  # several digits in a cell
    ],
)
def test_what_is_no_grid(text: str) -> None:
    assert not recognised(text)
    with pytest.raises(PuzzleError, match="this puzzle of plain text cannot be read: it is not a grid"):
        import_text(text, "81")


@given(st.text("0123456789.X*_? |-+:,;\t\n#[]<>uAGZ", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        model = import_text(text, "81").model
    except PuzzleError:
        return
    assert "grid cell[" in model


def test_a_grid_in_place_of_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    grid = "1..." + "..2." + "...." + ".3.."
    assert load(grid).count().count == parse(import_text(grid).model).count().count > 0
    (tmp_path / "small.txt").write_text("\n".join(grid[k : k + 4] for k in range(0, 16, 4)))
    assert load("small.txt").solve().values is not None
    (tmp_path / grid).write_text("grid cell[1, 1] in 7..7")
    assert load(grid).solve().values == {"r1c1": 7}, "a file of that name comes first"
