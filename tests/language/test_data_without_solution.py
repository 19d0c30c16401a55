"""Data for which a genre has no solution: an answer, not a mistake in a file that the author cannot change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import puzzledsl
from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.elaboration.genres import example, genre_names
from puzzledsl.flattening import flatten
from tests.cli.conftest import call, folder
from tests.command import Call

__all__ = ["call", "folder"]

NONE = {
    "a number that no cells can meet": 'genre "lightup"\nclues number:\n    3..\n    ...\n',
    "an area without a number": 'genre "nurikabe"\nclues number:\n    ....\n    ....\n',
    "rectangles without a number": 'genre "shikaku"\nclues number:\n    ..\n    ..\n',
    "galaxies without a centre": 'genre "tentaisho"\nclues star:\n    ...\n    ...\n    ...\n',
    "regions without a pair": 'genre "araf"\nclues number:\n    ..\n    ..\n',
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_data_without_a_solution(text: str, call: Call, folder: Path) -> None:
    (folder / "data.puz").write_text(text)
    solved = call("solve", "data.puz", "--json")
    assert (solved.status, solved.json["status"]) == (1, "infeasible")
    checked = call("check", "data.puz")
    assert (checked.status, checked.err) == (0, "")
    assert puzzledsl.parse(text).count().count == 0
    assert "genres/" not in solved.out + call("solve", "data.puz").out


@pytest.mark.parametrize(
    ("link", "says"),
    [
        (
            "https://puzz.link/p?araf/2/2/5g5g",
            "how many cells it has lies between them.” cannot hold with its clues",
        ),
        ("https://puzz.link/p?akari/3/3/4.k", "“A number says how many lamps share a side with its cell.” cannot hold"),
        (
            "https://puzz.link/p?heyawake/2/2/000",
            "“A number says how many cells of its room are shaded.” cannot all hold",
        ),
    ],
)
def test_an_import_without_a_solution_quotes_rules_not_lines(link: str, says: str, call: Call) -> None:
    done = call("import", link)
    assert done.status == 0
    assert says in done.err
    assert "genres/" not in done.err
    assert says in call("import", link, "--json").json["conflict"]


STRANGE = ("?", "z", "0", "7", "-", "*", "#")


def with_other_marks(text: str, random: Random) -> Iterator[str]:
    """The example of a genre with other marks, rows that are missing, layouts that are missing."""
    layouts = re.findall(r"(?m)^(?:(?:clues|regions) \w+|givens|mask):\n(?: +.*\n)+", text)
    marks = sorted({mark for layout in layouts for mark in layout.partition("\n")[2].split()})
    single = sorted({character for mark in marks for character in mark})

    def other(row: re.Match[str]) -> str:
        if random.random() < 0.1:
            return ""
        pool = (marks if " " in row[1].strip() else single) + [*STRANGE, "."]
        return re.sub(r"\S+" if " " in row[1].strip() else r"\S", lambda _: random.choice(pool), row[0])

    yield re.sub(r"(?m)^    (.*)\n", other, text)
    yield text.replace(random.choice(layouts), "")
    yield re.sub(r"(?m)^(?:clues|regions) ", lambda kind: random.choice([kind[0], "clues ", "regions "]), text)


@pytest.mark.parametrize(
    "name",
    [name if k % 12 == 0 else pytest.param(name, marks=pytest.mark.slow) for k, name in enumerate(genre_names())],
)
def test_no_mistake_of_data_is_one_of_the_library(name: str) -> None:
    told: list[Diagnostic] = []
    for text in with_other_marks(example(name), Random(name)):
        try:
            model = puzzledsl.parse(text).elaborated
            told += model.warnings
            flatten(model, strict=True)
        except PuzzleError as error:
            told += error.diagnostics
    for one in told:
        assert one.span is not None
        for place in (one.span, *(note.span for note in one.notes)):
            assert not place.source.is_library, str(one)


def test_a_mistake_of_data_is_shown_at_its_mark() -> None:
    text = 'genre "bosnianroad"\nclues number:\n    *.\n    ..\n'
    with pytest.raises(PuzzleError, match=r'`\*` does not fit the genre "bosnianroad"') as caught:
        puzzledsl.parse(text)
    (one,) = caught.value.diagnostics
    assert (one.span and one.span.text, one.round) == ("*", 'c = r1c1, n = "*"')
    with pytest.raises(PuzzleError, match="`room` is `regions room` in the genre"):
        puzzledsl.parse('genre "akichi"\nclues room:\n    a\n    b\nclues number:\n    .\n    .\n')


def test_a_batch_has_the_same_answer(call: Call, folder: Path) -> None:
    (folder / "model.puz").write_text(NONE["an area without a number"])
    (folder / "lines.txt").write_text("number: 1./..\nnumber: ../..\n")
    done = call("batch", "model.puz", "--givens", "lines.txt")
    assert [answer["status"] for answer in done.answers] == ["solved", "infeasible"]


def test_warnings_are_about_lines_of_the_author() -> None:
    """Each cell of this board is decided by its number, so that the genre's conditions always hold."""
    model = puzzledsl.parse('genre "nanro"\nregions room:\n    ab\n    cb\ngivens:\n    1 2\n    1 2\n')
    assert not model.warnings
    own = puzzledsl.parse("grid cell[1, 1] in 1..2\nr1c1 < 3\n")
    assert "always holds" in own.warnings[0]
