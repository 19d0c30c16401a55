"""``genre "NAME"``: the model of another file with the data of this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzledsl import Model, PuzzleError, load, parse
from puzzledsl.builder import Builder
from puzzledsl.editing import Document, complete, definition
from puzzledsl.elaboration import SAFE
from puzzledsl.elaboration.genres import genre_names
from puzzledsl.formatting import format_text
from puzzledsl.source import Source

SQUARE = """puzzle "Squares"
author "its author"
param most = 3

regions part:
    aab
    abb
    ccc

clues number:
    1 2 3
    . . .
    . . .

grid cell[height(part), width(part)] in 1..most
givens:
    ...
    ..2
    ...

for c, n in number:
    c == n
for group in part:
    alldifferent: group
"""


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a genre of its own."""
    (tmp_path / "square.puz").write_text(SQUARE)
    return tmp_path


def loaded(folder: Path, text: str) -> Model:
    (folder / "main.puz").write_text(text)
    return load(folder / "main.puz")


def values(model: Model) -> list[list[int | None]]:
    return model.solve().grid()


def test_a_genre_alone_is_a_model(models: Path) -> None:
    assert values(load(models / "square.puz"))[0] == [1, 2, 3]


PARTS = "regions part:\n    aa\n    bb\n"


def test_layouts_replace_those_of_the_genre_wherever_they_are(models: Path) -> None:
    numbers = "clues number:\n    1 .\n    . 1\n"
    for text in (f'genre "square.puz"\n{numbers}{PARTS}', f'{PARTS}genre "square.puz"\n{numbers}'):
        model = loaded(models, f"param most = 2\n{text}")
        assert values(model) == [[1, 2], [2, 1]]
        assert (model.title, model.elaborated.metadata, model.elaborated.givens) == (
            "Squares",
            (("puzzle", "Squares"),),
            {},
        )


def test_the_example_never_leaks(models: Path) -> None:
    model = loaded(models, f'genre "square.puz"\nparam most = 2\n{PARTS}')
    assert model.count().count == 4
    with pytest.raises(PuzzleError, match="needs the layout `part`, which the model lacks"):
        loaded(models, 'genre "square.puz"\n')


def test_title_givens_and_further_rules(models: Path) -> None:
    model = loaded(models, f'puzzle "Mine"\ngenre "square.puz"\n{PARTS}givens:\n    3.\n    ..\nr1c1 == r2c2\n')
    assert model.title == "Mine"
    assert {row[0] for row in values(model)[:1]} == {3}
    assert values(model)[1][1] == 3


def test_settings_reach_the_genre(models: Path) -> None:
    (models / "main.puz").write_text(f'genre "square.puz"\n{PARTS}')
    model = load(models / "main.puz", settings={"most": 2, "number": "1./.1"})
    assert values(model) == [[1, 2], [2, 1]]


def test_a_genre_may_be_another_with_more_rules(models: Path) -> None:
    (models / "more.puz").write_text(
        f'puzzle "More"\ngenre "square.puz"\nparam most = 2\n{PARTS}clues number:\n    2 .\n    . .\nr1c1 == r2c1\n'
    )
    assert values(load(models / "more.puz")) == [[2, 1], [2, 1]]
    model = loaded(models, f'genre "more.puz"\n{PARTS}clues number:\n    1 .\n    . .\n')
    assert (model.title, values(model)) == ("More", [[1, 2], [1, 2]])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('genre "maysu"\n', "did you mean `masyu`"),
        ('genre "squar.puz"\n', "did you mean `square.puz`"),
        ('genre "../square.puz"\n', "outside the model's folder"),
        ('genre "main.puz"\n', "main.puz"),
        ('genre "masyu"\ngenre "square.puz"\n', "one genre"),
        ('rule x(a):\n    genre "masyu"\n', "outermost"),
        (f'genre "square.puz"\n{PARTS}let most = 3\n', "defined twice"),
    ],
)
def test_what_cannot_be_a_genre(models: Path, text: str, says: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        loaded(models, text)
    assert says in str(caught.value)


def test_a_mistake_in_a_layout_is_shown_in_this_file(models: Path) -> None:
    with pytest.raises(PuzzleError) as caught:
        loaded(models, f'genre "square.puz"\n{PARTS}clues number:\n    1 .\n    . 1\n    1 .\n')
    assert "main.puz:5" in str(caught.value) or "square.puz" in str(caught.value)


def test_safe_models_may_have_genres_of_the_library_only(models: Path) -> None:
    circles = "clues circle:\n    b..\n    ...\n    ..b\n"
    assert parse(f'genre "masyu"\n{circles}', limits=SAFE).solve().status == "solved"
    (models / "main.puz").write_text(f'genre "square.puz"\n{PARTS}')
    with pytest.raises(PuzzleError, match="not allowed"):
        load(models / "main.puz", limits=SAFE)


def test_genre_is_an_ordinary_name() -> None:
    text = "grid cell[1, 2] in 1..2\nlet genre = r1c1\nrule of(genre, n):\n    genre[1] == n\ngenre == 2\nof 1: r1c2\n"
    assert values(parse(text)) == [[2, 1]]


def test_formatting_and_builder() -> None:
    assert format_text(Source("", 'genre   "masyu"   # circles\n')) == 'genre "masyu"  # circles\n'
    built = Builder()
    built.genre("masyu")
    assert str(built) == 'genre "masyu"\n'


def test_editors_know_genres() -> None:
    quoted = 'genre "ma'
    assert "masyu" in [c.label for c in complete(Document(quoted), len(quoted)).candidates]
    text = 'genre "masyu"\nclues circle:\n    b..\n    ...\n    ..b\nnot track[r1c1, r1c2]\n'
    place = definition(Document(text), text.index("track"))
    assert place is not None
    assert place.source.name == "genres/masyu.puz"
    file = definition(Document(text), text.index("masyu"))
    assert file is not None
    assert file.source.name == "genres/masyu.puz"


def test_regions_may_be_above_their_grid() -> None:
    text = "regions part:\n    ab\n    a.\ngrid cell[height(part), width(part)] in 1..2\nmask:\n    ..\n    .x\n"
    model = parse(f"{text}for group in part:\n    alldifferent: group\nsum(part.b) == 2\n")
    assert values(model)[0][1] == 2
    assert list(parse("regions part:\n    ab\ngrid cell[1, 2] in 1..2\n").elaborated.regions) == ["part"]
    with pytest.raises(PuzzleError, match="there is no grid yet"):
        parse("regions part:\n    ab\n")


def test_genres_of_the_library_are_found() -> None:
    assert "masyu" in genre_names()
