"""A picture can be solved by itself: what it does not draw stands below it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from puzzledsl import load, parse
from puzzledsl.drawable import Scene, drawn
from puzzledsl.elaboration import elaborate
from puzzledsl.elaboration.genres import example
from puzzledsl.elaboration.library import Entry, entries, statements_of
from puzzledsl.model import Kind, Model
from puzzledsl.presentation.caption import in_words, sentences
from puzzledsl.presentation.picture import Highlight, Picture, picture
from puzzledsl.presentation.shapes import TextShape, extent
from puzzledsl.reading import read
from puzzledsl.source import Source

MODELS = sorted((Path(__file__).parents[2] / "models").glob("*.puz"))
RULES = [entry for entry in entries().values() if entry.is_rule and not entry.name.startswith("_")]
CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"


def model_of(text: str) -> Model:
    return elaborate(*read(Source("test.puz", text)))


def shapes(model: Model, role: str, values: list[int] | None = None) -> list[object]:
    return [shape for shape in picture(model, values).shapes if shape.role == role]


def lines(scene: Picture, role: str = "caption") -> str:
    return " ".join(s.text for s in scene.shapes if isinstance(s, TextShape) and s.role == role)


def check_that_all_is_shown(model: Model) -> None:
    """Each statement that constrains has a mark of its own, or a sentence that stands below."""
    below = set(sentences(model, caption=False))
    said = [span for one in model.said if one.drawn or one.text in below for span in one.spans]
    marked = [mark.origin.span for mark in model.marks if mark.origin is not None and mark.when is None]
    for requirement in model.requirements:
        span = requirement.origin.span
        if requirement.origin.kind is Kind.CLUE:
            shown = [*said, *marked]
            assert any(s.source is span.source and s.start <= span.start <= s.end for s in shown), span.text


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_every_statement_of_the_gallery_is_drawn_or_said(path: Path) -> None:
    check_that_all_is_shown(load(path).elaborated)


@pytest.mark.parametrize("entry", RULES, ids=lambda entry: entry.name)
def test_every_rule_of_the_library_is_drawn_or_said(entry: Entry) -> None:
    model = model_of(CLASSIC + statements_of(entry.examples[0]))
    check_that_all_is_shown(model)
    assert entry.solvers.endswith(".")
    (said,) = (one for one in model.said[2:])
    assert "{" not in said.text
    assert said.drawn or said.text in sentences(model, caption=False)
    assert said.text in sentences(model, caption=True)


@pytest.mark.parametrize(
    "statement",
    [
        "r1c1 + r1c2 == 5",
        "for r in 1..9:\n    cell[r, 1] != 3",
        "rule mine(cells):\n    sum(cells) == 9\nmine: r1c1 r1c2",
        "for r in 1..9:\n    for c in 1..8:\n        if c > 4:\n            cell[r, c] + 1 != cell[r, c + 1]",
        "connected(cells, 1)",
        "alldifferent: r1c1 r5c5",
        "cage 10: r1c1 r1c2\nr5c5 in {1, 2}",
        "r1c1 < r1c2 < r1c3",
        "r1c1 < r2c2",
        "r5c5 == 3",
        "not (r1c1 == 3)",
    ],
)
def test_any_statement_is_drawn_or_said(statement: str) -> None:
    check_that_all_is_shown(model_of(f"{CLASSIC}{statement}\n"))


def test_plain_statements_draw_signs_digits_and_diagonals() -> None:
    model = model_of(CLASSIC + "r1c1 < r1c2 and r2c2 > r3c2\nr5c5 == 3\nalldifferent: diagonal, antidiagonal\n")
    assert [(mark.kind, mark.cells[:2], mark.text) for mark in model.marks] == [
        ("less", ((1, 1), (1, 2)), ""),
        ("less", ((3, 2), (2, 2)), ""),
        ("digit", ((5, 5),), "3"),
        ("diagonal", ((1, 1), (2, 2)), ""),
        ("diagonal", ((1, 9), (2, 8)), ""),
    ]
    assert "r1c1" not in " ".join(sentences(model, caption=False))


@pytest.mark.parametrize(
    ("name", "role", "count"),
    [("futoshiki", "less", 22), ("hitori", "digit", 49), ("sudoku_x", "diagonal", 2), ("str8ts", "digit", 6)],
)
def test_the_data_of_the_gallery_is_in_the_picture(name: str, role: str, count: int) -> None:
    (path,) = (path for path in MODELS if path.stem == name)
    assert len(shapes(load(path).elaborated, role)) == count


def test_a_sentence_names_arguments_and_what_is_left_out() -> None:
    dots = "white_dot: r1c1 r1c2\nnonconsecutive(cells, except = [[r1c1, r1c2]])\n"
    assert "except where a white dot stands between them" in sentences(model_of(CLASSIC + dots), caption=False)[-1]
    more = "black_dot: r1c1 r1c2\nnonconsecutive(cells, except = [[r1c1, r1c2], [r2c1, r2c2]])\n"
    assert "except r1c1-r1c2, r2c1-r2c2" in sentences(model_of(CLASSIC + more), caption=False)[-1]
    assert sentences(model_of(CLASSIC + "nonconsecutive\n"), caption=False)[-1].endswith("consecutive digits.")
    part = model_of(CLASSIC + "anti_knight: r1c1 r2c3 r3c5\n")
    assert sentences(part, caption=False)[-1].endswith("the same digit (anti_knight: r1c1 r2c3 r3c5).")


def test_sentences_of_the_author_take_the_place_of_statements() -> None:
    text = (
        f"# solvers: Nine digits.\n{CLASSIC}"
        "# All that.\n# solvers: The corners are\n# solvers: odd.\nfor c in [r1c1, r9c9]:\n    c mod 2 == 1\n"
        "# Twice as much.\n# solvers: A red number doubles {n}[ but {but}].\n# example: twice 2: r1c1\n"
        'rule twice(cells, n, but = ""):\n    sum(cells) == 2 * n\ntwice 3: r1c1 r1c2\n'
    )
    assert sentences(model_of(text), caption=False) == [
        "Nine digits.",
        "All different: rows, columns, boxes.",
        "The corners are odd.",
        "A red number doubles 3 (twice 3: r1c1 r1c2).",
    ]


def test_a_caption_has_title_author_and_drawn_rules() -> None:
    model = model_of(f'puzzle "T"\nauthor "A. Setter"\n{CLASSIC}thermo: r1c1..r1c3\n')
    plain, full = in_words(picture(model)), in_words(picture(model), caption=True)
    assert lines(plain, "heading") == ""
    assert "thermometer" not in lines(plain)
    assert lines(full, "heading") == "T by A. Setter"
    assert "Digits along a grey thermometer" in lines(full)
    for scene in (plain, full):
        left, top, right, bottom = scene.bounds
        boxes = [extent(shape) for shape in scene.shapes]
        assert all(left <= w and top <= n and s <= bottom for w, n, _, s in boxes)
        assert right - left < 12


def test_notes_state_the_rules_of_a_caption_once() -> None:
    notes = ["Normal sudoku rules apply.", "The corners are odd. Digits rise along thermometers."]
    model = model_of(
        "".join(f'note "{note}"\n' for note in notes)
        + f"{CLASSIC}thermo: r1c1..r1c3\nfor c in [r1c1, r9c9]:\n    c mod 2 == 1\n"
    )
    assert sentences(model, caption=True) == notes
    assert sentences(model, caption=False)[-1] == "for c in [r1c1, r9c9]: c mod 2 == 1"


def test_a_mark_hides_only_the_value_that_it_says() -> None:
    text = (
        "grid cell[1, 2] in 1..9\ngrid black[1, 2] in 0..1\n"
        "r1c1 == 4 or r1c1 == 5\n"
        "for c in 1..2:\n    draw shade(cell[1, c], when = black[1, c] == 1)\n"
        '    draw shade(black[1, c], color = "black", when = black[1, c] == 1)\n'
        "    draw shade(cell[1, c], when = cell[1, c] in {5, 6})\n"
    )
    model = model_of(text)
    found = [shape.text for shape in shapes(model, "found", [5, 6, 1, 0]) if isinstance(shape, TextShape)]
    assert found == ["5", "6", "0"]


def test_borders_and_loops_follow_the_answer() -> None:
    text = "grid cell[2, 2] in 0..3\nfor a, b in adjacent_pairs(cells):\n    draw edge([a, b], when = a != b)\n"
    model = model_of(text + "draw hidden(cells)\n")
    assert shapes(model, "edge") == []
    assert len(shapes(model, "edge", [1, 1, 2, 2])) == 1  # one straight stroke below both cells
    assert len(shapes(model, "edge", [0, 1, 2, 3])) == 2
    assert shapes(model, "found", [0, 1, 2, 3]) == []


def test_a_grid_that_only_helps_is_neither_drawn_nor_said() -> None:
    text = "grid cell[1, 2] in 1..9\ngrid aid[1, 2] in 5..7\naid[1, 1] == r1c1 + 3\n# solvers:\naid[1, 2] >= 6\n"
    plain = picture(model_of(text))
    assert [said.text for said in plain.model.said] == [
        "Values of cell: 1 to 9.",
        "Values of aid: 5 to 7.",
        "aid[1, 1] == r1c1 + 3",
    ]
    assert plain.corners.keys() == {"cell", "aid"}
    hidden = picture(model_of(text + "draw hidden(cells(aid))\n"))
    assert [said.text for said in hidden.model.said] == ["Values of cell: 1 to 9.", "aid[1, 1] == r1c1 + 3"]
    assert hidden.corners.keys() == {"cell"}
    assert hidden.bounds[2] < plain.bounds[2]
    noted = picture(hidden.model, highlights={2: Highlight("#ffe08a")})
    assert noted.corners.keys() == {"cell", "aid"}


def test_groups_that_belong_together_carry_one_letter() -> None:
    sums = "equal_sums([[r1c1, r1c2], [r2c1, r2c2]])\n"
    model = model_of(f"{CLASSIC}{sums}clone([r5c5, r5c6], [r8c5, r8c6])\n")
    assert [mark.text for mark in model.marks] == ["A", "A", "B", "B"]


def test_a_legend_says_what_colours_and_open_candidates_mean() -> None:
    model = parse(CLASSIC).elaborated
    cells = {0: Highlight("#ffe08a", meaning="cells of a clue"), 1: Highlight("#ffe08a", meaning="cells of a clue")}
    scene = picture(model, highlights=cells, candidates={5: [1, 2, 3]}, undecided={5: [3]})
    assert lines(in_words(scene), "legend") == "cells of a clue in some solution with ?: not decided"
    small = {s.text: s.color for s in scene.shapes if isinstance(s, TextShape) and s.role in ("candidate", "open")}
    assert set(small) == {"1", "2", "3?"}
    assert small["1"] == small["2"] != small["3?"]


def test_the_page_has_the_sentences_as_text() -> None:
    page = drawn(Scene(model_of(f'puzzle "T"\n{CLASSIC}thermo: r1c1..r1c3\nanti_knight\n')), "html")
    assert isinstance(page, str)
    assert "<li>Digits along a grey thermometer increase from the bulb.</li>" in page
    assert "<li>Cells a knight&#x27;s move apart cannot contain the same digit.</li>" in page
    assert 'class="caption"' not in page


def test_the_size_in_pixels_holds_with_words_too() -> None:
    model = model_of(CLASSIC + "anti_knight\n")
    narrow = ElementTree.fromstring(drawn(Scene(model), "svg", 300, None, caption=True))
    assert float(narrow.attrib["width"]) == 300
    both = ElementTree.fromstring(drawn(Scene(model), "svg", 300, 200))
    assert float(both.attrib["height"]) == 200
    assert float(both.attrib["width"]) < 300


def test_each_sign_of_a_caption_is_drawn_as_itself() -> None:
    noted = (model_of(f'{CLASSIC}note "{sign}"\n') for sign in "<≤–−x×жא")
    for one, other in combinations([drawn(Scene(model), "png", caption=True) for model in noted], 2):
        assert one != other


@pytest.mark.parametrize(
    ("genre", "clues", "sentence"),
    [
        ("hitori", "clues digit:\n    12\n    11\n", "Some cell is shaded. Shaded cells share no side."),
        (
            "compass",
            "clues compass:\n    0,?,?,? .\n    . .\n",
            "Each area has a compass, and is connected. The numbers of a compass say how many cells of its area"
            " lie farther north, south, west and east, in this order.",
        ),
        (
            "akichi",
            "regions room:\n    aa\n    bb\nclues number:\n    ..\n    1.\n",
            "Shaded cells share no side. The others are connected by their sides.",
        ),
    ],
)
def test_a_genre_says_its_rules_and_shows_no_code(genre: str, clues: str, sentence: str) -> None:
    """A sentence counts even if the statement right below it has nothing to do."""
    said = sentences(parse(f'genre "{genre}"\n{clues}').elaborated, caption=True)
    assert sentence in said
    assert not [text for text in said if "==" in text or "!=" in text or "(" in text.replace("(0)", "")]


def test_how_many_stars_there_are_is_said() -> None:
    model = parse(example("starbattle")).elaborated
    assert "Stars in each row, column and room: 1." in sentences(model, caption=True)
    assert not model.undrawn


def test_a_parameter_with_the_name_of_a_layout_does_not_show_the_layout() -> None:
    text = """\
clues number:
    1 2
grid cell[1, 2] in 1..9
rule shows(c, number):
    draw digit(c, number)
shows(r1c1, 5)
for r, c, n in {}:
    at(r, c) != n
"""
    assert parse(text.format("number")).elaborated.undrawn == ("number",)
    assert not parse(text.replace("5)", "number[1, 1])").format("number")).elaborated.undrawn
