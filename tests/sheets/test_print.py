"""``puzzledsl print`` and `puzzledsl.print_sheets`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import puzzledsl
from tests.command import COMMAND, Call, environment

from .conftest import FOUR, ONE, Pdf

HARDER = 'puzzle "Harder"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 5: r1c2 r1c3\n' + (
    "thermo: r3c2 r3c1 r4c1\ntotal 6: r2c2 r3c2 r3c3\ngivens:\n    . . . .\n    . . . 2\n    . . . .\n    . . . .\n"
)


def test_sheets_of_several_puzzles(call: Call) -> None:
    result = call("print", "one.puz", "four.puz", "--pdf", "out.pdf", "--per-page", "2", "--solutions")
    assert result.status == 0
    assert result.out.startswith("out.pdf: 2 puzzles on 2 pages · ")
    assert "warning: `four.puz` has several solutions" in result.err
    found = Pdf("out.pdf")
    assert found.sizes == {(595, 842)}
    assert len(found.texts) == 2
    assert call("print", "one.puz", "--pdf", "out.pdf", "--paper", "letter", "--landscape", "-q").out == ""
    assert Pdf("out.pdf").sizes == {(792, 612)}


def test_the_easiest_first(call: Call) -> None:
    Path("harder.puz").write_text(HARDER)
    words = ("harder.puz", "one.puz", "--pdf", "out.pdf", "--json")
    for sort, titles in (((), ["Harder", "Four"]), (("--sort",), ["Four", "Harder"])):
        found = call("print", *words, *sort).json
        assert [puzzle["title"] for puzzle in found["puzzles"]] == titles
        assert [text.split(" by ")[0].split(" difficulty")[0] for text in Pdf("out.pdf").texts] == [
            f"{number}. {title}" for number, title in enumerate(titles, 1)
        ]


def test_json(call: Call) -> None:
    found = call("print", "one.puz", "four.puz", "--pdf", "out.pdf", "--json", "--solutions").json
    one, four = found["puzzles"]
    assert (found["pdf"], found["pages"]) == ("out.pdf", 3)
    assert (one["file"], one["title"]) == ("one.puz", "Four")
    assert (one["solutions"], four["solutions"]) == ("unique", "several")
    assert one["difficulty"]["level"] == "easy"
    assert four["difficulty"] is None
    plain = call("print", "one.puz", "--pdf", "out.pdf", "--json", "--no-difficulty").json["puzzles"][0]
    assert (plain["solutions"], plain["difficulty"]) == (None, None)


def test_nothing_is_written_where_something_is_wrong(call: Call) -> None:
    Path("bad.puz").write_text("grid cell[2, 2] in 1..2\ntermo: r1c1..r1c2\n")
    result = call("print", "one.puz", "bad.puz", "missing.puz", "--pdf", "out.pdf")
    assert result.status == 2
    assert "did you mean `thermo`?" in result.err
    assert "there is no file `missing.puz`" in result.err
    result = call("print", "one.puz", "none.puz", "--pdf", "out.pdf")
    assert result.status == 1
    assert "error: `none.puz` has no solution" in result.err
    assert call("print", "none.puz", "--pdf", "out.pdf", "--json").json["error"].startswith("error: `none.puz` has no")
    assert not Path("out.pdf").exists()


def test_the_time_limit_comes_first(call: Call) -> None:
    result = call("print", "one.puz", "--pdf", "out.pdf", "--solutions", "--time-limit", "0")
    assert result.status == 3
    assert "the time limit came before a solution of `one.puz`" in result.err
    assert not Path("out.pdf").exists()
    result = call("print", "one.puz", "--pdf", "out.pdf", "--time-limit", "0")
    assert result.status == 0
    assert "warning: the time limit was reached before `one.puz` was rated and solved" in result.err
    assert "difficulty" not in Pdf("out.pdf").texts[0]


def test_a_model_is_never_overwritten(call: Call) -> None:
    assert "`one.puz` is another file of this command" in call("print", "one.puz", "--pdf", "one.puz").err
    Path("link.pdf").symlink_to("one.puz")
    assert "take the place of `one.puz`" in call("print", "one.puz", "--pdf", "link.pdf").err
    assert Path("one.puz").read_text() == ONE


def test_a_file_that_cannot_be_written_is_refused_at_once(call: Call) -> None:
    """`none.puz` has no solution, which nobody has looked for."""
    said = call("print", "none.puz", "--pdf", "no/such/out.pdf").err
    assert "`no/such/out.pdf` cannot be written: there is no folder `no/such`" in said
    assert "solution" not in said


def test_standard_output(call: Call) -> None:
    assert "cannot take the sheets here" in call("print", "one.puz", "--pdf", "-", "--json").json["error"]
    written = subprocess.run(
        [*COMMAND, "print", "-", "--pdf", "-"],
        input=ONE.encode(),
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert Pdf(written.stdout).texts[0].startswith("Four")
    assert b"1 puzzle on 1 page" in written.stderr


def test_links_are_printed_too(call: Call) -> None:
    link = puzzledsl.parse(ONE).link("f-puzzles").text
    assert call("print", link, "--pdf", "out.pdf").status == 0
    assert Pdf("out.pdf").texts[0].startswith("Four by A. Setter")


def test_from_python(tmp_path: Path) -> None:
    place = tmp_path / "out.pdf"
    seen: list[str] = []
    printed = puzzledsl.print_sheets(
        [puzzledsl.parse(HARDER), puzzledsl.parse(ONE)],
        place,
        solutions=True,
        sort=True,
        on_progress=lambda progress: seen.append(progress.message),
    )
    assert repr(printed) == "<Sheets: 2 puzzles on 3 pages>"
    assert Pdf(place).texts[0].startswith("1. Four")
    assert seen
    single = puzzledsl.print_sheets(puzzledsl.parse(ONE), place)
    assert (single.puzzles, single.pages) == (1, 1)


def test_generated_puzzles_from_python(tmp_path: Path) -> None:
    made = list(puzzledsl.parse(FOUR).generate(count=5, seed=1))
    printed = puzzledsl.print_sheets(made, tmp_path / "out.pdf", per_page=4, solutions=True)
    assert (printed.puzzles, printed.pages) == (5, 3)
    puzzledsl.print_sheets(made[0], tmp_path / "out.pdf", difficulty=False)
    assert "difficulty" not in Pdf(tmp_path / "out.pdf").texts[0]


def test_mistakes_in_python(tmp_path: Path) -> None:
    place = tmp_path / "out.pdf"
    with pytest.raises(puzzledsl.PuzzleError, match="there is no puzzle to print"):
        puzzledsl.print_sheets([], place)
    with pytest.raises(puzzledsl.PuzzleError, match="`Four` has no solution"):
        puzzledsl.print_sheets(puzzledsl.parse(ONE + "r4c4 == 1\nr4c4 == 2\n", allow_clashes=True), place)
    with pytest.raises(puzzledsl.PuzzleError, match="there are a3, a4, a5, letter, legal"):
        puzzledsl.print_sheets(puzzledsl.parse(ONE), place, paper="lettre")  # type: ignore[arg-type]
    assert not place.exists()


def test_a_picture_of_an_answer(call: Call) -> None:
    assert call("solve", "one.puz", "--pdf", "out.pdf", "-q").status == 0
    (text,) = Pdf("out.pdf").texts
    assert len(text.split()[:16]) == sum(map(str.isdigit, text.split()[:16])) == 16
