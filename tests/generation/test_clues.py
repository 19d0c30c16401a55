"""Puzzles of genres: their clues are chosen, and none of them can be dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.generation.clue_places import Frame, empty_model
from tests.command import Call

SMALL = {"slitherlink": (4, 4), "masyu": (5, 5), "lightup": (5, 5), "skyscrapers": (4, 4), "starbattle": (5, 5)}
MORE = {"hitori": (5, 5), "fillomino": (5, 5), "nurikabe": (4, 5), "heyawake": (5, 5)}


def without_one(text: str) -> Iterator[str]:
    """The text of a puzzle without one of its clues; where a mask keeps its cell away, without its number."""
    lines, block = text.splitlines(), ""
    for at, line in enumerate(lines):
        block = line if line.endswith(":") else block if line.startswith(" ") else ""
        if not re.match(r"clues (?!stars)|givens", block) or line == block:
            continue
        marks = line.split() if " " in line.strip() else list(line.strip())
        for k, mark in enumerate(marks):
            if mark not in ".?":
                less = [*marks[:k], "?" if "\nmask:" in text else ".", *marks[k + 1 :]]
                yield "\n".join([*lines[:at], "    " + " ".join(less), *lines[at + 1 :]])


@pytest.mark.parametrize(
    ("kind", "size"),
    [*SMALL.items(), *[pytest.param(*one, marks=pytest.mark.slow) for one in MORE.items()]],
)
def test_has_one_solution_and_needs_each_clue(kind: str, size: tuple[int, int]) -> None:
    (puzzle,) = puzzledsl.generate(kind, size, seed=1)
    assert puzzledsl.parse(puzzle.text).unique()
    assert puzzle.clues or kind == "starbattle"
    smaller = [*without_one(puzzle.text)]
    assert puzzle.minimal == (len(smaller) > 0)
    for text in smaller:
        assert puzzledsl.parse(text, allow_clashes=True).unique().status in ("several", "none")


def test_reads_as_a_person_writes_it(call: Call) -> None:
    result = call("--kind", "slitherlink", "--size", "3x4", "--seed", "1")
    assert result.status == 0
    heading, *rest = result.out.splitlines()
    assert re.fullmatch(
        r"# Made by puzzledsl generate, seed 1, puzzle 1: \d+ clues?, none of which can be dropped\.", heading
    )
    assert rest[:4] == ['puzzle "Slitherlink"', 'genre "slitherlink"', "", "clues number:"]
    assert [len(row) for row in rest[4:]] == [8, 8, 8]
    assert call("--kind", "slitherlink", "--size", "3x4", "--seed", "1").out == result.out


def test_regions_that_need_no_clues(call: Call) -> None:
    result = call("--kind", "starbattle", "--size", "4x4", "--seed", "1")
    assert result.status == 0
    assert result.out.startswith("# Made by puzzledsl generate, seed 1, puzzle 1: 4 regions.\n")
    result = call("--kind", "starbattle", "--size", "5x5", "--seed", "1", "--count", "2", "-o", "stars/")
    assert result.err.startswith("2 puzzles with 5 regions · ")


def test_a_limit_while_clues_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the limit comes, a puzzle that claims to be minimal is."""
    for most in count(14, 8):
        monkeypatch.setattr("puzzledsl.generation.growing.MOST_TRIALS", most)
        with suppress(puzzledsl.PuzzleError):
            (puzzle,) = puzzledsl.generate("slitherlink", (4, 4), seed=1)
            if puzzle.minimal:
                break
    for text in without_one(puzzle.text):
        assert not puzzledsl.parse(text).unique()


def test_symmetric_clues() -> None:
    (puzzle,) = puzzledsl.generate("slitherlink", (4, 5), seed=1, symmetry="rotate")
    marks = "".join(puzzle.clues["number"]).replace(" ", "")
    assert [mark == "." for mark in marks] == [mark == "." for mark in reversed(marks)]
    assert puzzledsl.parse(puzzle.text).unique()


def test_clues_of_the_model_stay() -> None:
    text = 'genre "slitherlink"  # mine\n\nclues number:\n    ....\n    .2..\n    ....\n    ...3\n'
    (puzzle,) = puzzledsl.parse(text).generate(clues=True, seed=1)
    rows = [row.split() for row in puzzle.clues["number"]]
    assert (rows[1][1], rows[3][3]) == ("2", "3")
    assert 'genre "slitherlink"  # mine\n' in puzzle.text
    assert puzzledsl.parse(puzzle.text).unique()


def test_a_difficulty(call: Call) -> None:
    result = call("--kind", "skyscrapers", "--size", "4x4", "--seed", "1", "--difficulty", "..very hard", "--json")
    assert result.status == 0
    (answer,) = result.answers
    assert answer["difficulty"]["level"] in ("easy", "moderate", "tricky", "hard", "very hard")
    assert f"puzzle 1: {answer['givens']} clues" in answer["text"]
    assert answer["clues"].keys() == {"above", "under", "left", "right", "givens"}


def test_an_easier_puzzle_has_further_clues() -> None:
    (plain,) = puzzledsl.generate("slitherlink", (5, 5), seed=1)
    (easier,) = puzzledsl.generate("slitherlink", (5, 5), seed=1, difficulty="..moderate")
    assert easier.difficulty is not None
    assert easier.difficulty.level in ("easy", "moderate")
    assert easier.givens > plain.givens
    assert not easier.minimal
    assert puzzledsl.parse(easier.text).unique()


def test_several_puzzles_in_a_folder(call: Call) -> None:
    result = call("--kind", "slitherlink", "--size", "3x3", "--count", "3", "--seed", "5", "--jobs", "2", "-o", "made/")
    assert result.status == 0
    assert [line.split()[0] for line in result.out.splitlines()] == [f"made/slitherlink-5-{k}.puz" for k in (1, 2, 3)]
    assert result.err.startswith("3 puzzles with ")
    assert " clues · " in result.err
    assert puzzledsl.load("made/slitherlink-5-2.puz").unique()


@pytest.mark.parametrize("size", [4, "4x4", (4,), (4, 4, 4), (4.0, 4.0), None, (True, True)])
def test_a_size_is_two_whole_numbers(size: Any) -> None:
    with pytest.raises(ValueError, match="`size` is a pair of whole numbers such as"):
        puzzledsl.generate("slitherlink", size)


@pytest.mark.parametrize("size", [(2, 3), (3, 2)])
def test_places_beside_a_grid_that_is_not_square(size: tuple[int, int]) -> None:
    frame = Frame("kinkonkan", empty_model("kinkonkan", size))
    drawn = {**frame.layouts, frame.rooms: [["a"] * size[1]] * size[0]}
    assert {place.layouts for unit in frame.units(drawn, "none") for place in unit} <= {
        ("above",),
        ("under",),
        ("left",),
        ("right",),
    }


def test_a_genre_without_values_gets_clues_and_no_givens(call: Call, folder: Path) -> None:
    (folder / "fence.puz").write_text('genre "slitherlink"\n\nclues number:\n    ...\n    ...\n')
    result = call("fence.puz")
    assert result.status == 2
    assert "`--clues` chooses clues for the layouts of the genre `slitherlink`" in result.err
    (answer,) = call("fence.puz", "--clues", "--seed", "1", "--json").answers
    assert answer["line"] is None
    assert answer["solution"] == {}
    assert answer["edges"] == puzzledsl.parse(answer["text"]).solve().as_json()["edges"]


def test_no_place_for_a_clue() -> None:
    text = 'genre "slitherlink"\n\nclues number:\n    3.\n    ..\n'.replace(".", "?")
    with pytest.raises(puzzledsl.PuzzleError, match="no empty place for a clue"):
        next(puzzledsl.parse(text).generate(clues=True, seed=1))


def test_a_genre_has_its_title_too(call: Call) -> None:
    arguments = ["--size", "5x5", "--seed", "1", "--kind"]
    assert call(*arguments, "Akari").out == call(*arguments, "lightup").out != ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--kind", "slitherlnk"], "no genre is called `slitherlnk`"),
        (["--kind", "lightupp"], "no genre is called `lightupp`"),
        (["--kind", "own.puz"], "help: `puzzledsl rules genres` lists the genres\n"),
        (["--kind", "jigsaw"], "learns the clues of a genre from its links to puzz.link"),
        (["--kind", "slitherlink", "four.puz"], "either of MODEL or of the genre that --kind names"),
        ([], "either of MODEL or of the genre that --kind names"),
        (["four.puz", "--size", "5x5"], "--size needs --kind"),
        (["--kind", "slitherlink", "--size", "5"], "'5' is not a size such as 8x8, rows and columns"),
        (["--kind", "slitherlink", "--size", "0x5"], "a grid may have 1 to 60 rows"),
        (["--kind", "slitherlink", "--size", "5x61"], "no grid of 5 × 61 cells can be made"),
        (["--kind", "sudoku", "--size", "5x4", "--count", "1"], "a 5×4 grid with 4 values has no boxes"),
        (["--kind", "haisu", "--size", "5x4"], "no clues can be chosen in a model of the genre `haisu`"),
        (["--kind", "slitherlink", "--set", "n=3"], "--set needs MODEL"),
        (["--kind", "slitherlink", "--include", "."], "--include needs MODEL"),
        (["--kind", "slitherlink", "--bound", "steps=9"], "--bound needs MODEL"),
        (["--kind", "slitherlink", "--count", "2"], "each; `--json` writes one line each"),
        (["four.puz", "--count", "2"], "each; `--output FILE.txt` and `--json` write one line each"),
        (["--kind", "slitherlink", "--count", "2", "-o", "two.puz"], "name a folder, such as `puzzles/`\n"),
        (["--kind", "slitherlink", "--givens", "5"], "a puzzle gets givens, cages or clues, only one of them"),
        (["--kind", "slitherlink", "--symmetry", "round"], "no symmetry is called `round`"),
        (["--kind", "slitherlink", "--symmetry", "quarter", "--size", "4x5"], "does not have the symmetry `quarter`"),
        (["--kind", "slitherlink", "-o", "lines.txt"], "clues cannot be written as lines of givens"),
        (["four.puz", "--clues"], "no clues can be chosen in a model that names no genre"),
    ],
)
def test_what_cannot_be_made(call: Call, arguments: list[str], says: str) -> None:
    result = call(*arguments)
    assert result.status == 2
    assert says in result.err
