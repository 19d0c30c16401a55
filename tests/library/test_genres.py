"""The genres of the library: each is a model with an example of one solution, short, and known to its users."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

import pytest

from puzzledsl import PuzzleError, load, parse
from puzzledsl.elaboration import genres
from puzzledsl.elaboration.genres import example, genre_names, genre_source
from puzzledsl.formatting import format_text
from puzzledsl.reading import read
from puzzledsl.source import Source
from tests.examples import every

FOLDER = Path(genres.__file__).parents[1] / "genres"
LAYOUT = re.compile(r"(?m)^(?:(?:clues|regions) \w+(?: in .+)?|givens|mask):\n(?:    .*\n)+")
DOMAIN = re.compile(r"(?m)^clues (\w+) in .+:$")


def statements(name: str) -> int:
    """Lines of statements, without layouts, comments and blank lines."""
    lines = LAYOUT.sub("", genre_source(name).text).splitlines()
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


@pytest.mark.parametrize("name", every(4, genre_names()))
def test_the_example_has_one_solution(name: str) -> None:
    model = load(FOLDER / f"{name}.puz")
    assert model.unique().status == "unique"
    assert not model.warnings


@pytest.mark.parametrize("name", every(4, genre_names()))
def test_a_model_of_the_genre_has_the_layouts_of_its_example(name: str) -> None:
    alone, named = load(FOLDER / f"{name}.puz").elaborated, parse(example(name)).elaborated
    assert [str(one.expression) for one in named.requirements] == [str(one.expression) for one in alone.requirements]
    assert format_text(Source("", example(name))) == example(name)


@pytest.mark.parametrize(
    ("name", "layout"),
    [(name, layout) for name in genre_names() for layout in DOMAIN.findall(genre_source(name).text)],
)
def test_a_mark_that_a_genre_does_not_know_is_refused_at_its_place(name: str, layout: str) -> None:
    before, rows = re.split(rf"(?<=\nclues {layout}:\n)", example(name))
    mark = re.search(r"\S+(?= )|\S", rows)
    assert mark
    with pytest.raises(PuzzleError) as caught:
        parse(f"{before}{rows[: mark.start()]}§{rows[mark.end() :]}")
    first, line = caught.value.diagnostics[0], before.count("\n") + 1
    assert first.message == f"`§` is not a mark of `{layout}`"
    assert first.span
    assert (first.span.line, first.span.column) == (line, mark.start() + 1)


@pytest.mark.parametrize("name", genre_names())
def test_a_genre_is_documented(name: str) -> None:
    source = genre_source(name)
    assert re.match(r"# \S.*[.:]", source.text)
    assert re.search(r'(?m)^puzzle ".+"$', source.text)
    assert read(source)[1] == []
    assert format_text(source) == source.text


def test_genres_are_short() -> None:
    counts = {name: statements(name) for name in genre_names()}
    assert median(counts.values()) <= 15
    assert max(counts.values()) <= 40
