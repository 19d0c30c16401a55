"""Marks of layouts as clues: compared with reading the text without each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import puzzledsl
from puzzledsl.analysis.elements import Element
from puzzledsl.elaboration.genres import example, genre_names
from puzzledsl.elaboration.layouts import mark_spans
from puzzledsl.presentation.entries import agree
from puzzledsl.reading import read
from puzzledsl.source import Source
from puzzledsl.syntax import ClueLayout

FEW = (
    *("barns", "bdblock", "hebi", "kakuro", "lightup", "masyu", "moonsun", "numlin", "nurikabe", "shakashaka"),
    *("skyscrapers", "slitherlink", "starbattle", "tents", "yajilin", "yinyang"),
)
"""Genres whose marks are left out in different ways."""

LATER = [pytest.param(name, marks=pytest.mark.slow) for name in genre_names() if name not in FEW]


def without_each(text: str) -> Iterator[tuple[int, list[str]]]:
    """Where each mark begins that is a clue, and the text without it; where it is a wall, rather without its number."""
    model = puzzledsl.parse(text).elaborated
    file, _ = read(Source("<text>", text))
    for node in file.statements:
        marks = mark_spans(node.rows) if isinstance(node, ClueLayout) else {}
        grid = model.grids[0]
        for place, span in marks.items():
            is_wall = (grid.height, grid.width) == max(marks) and place not in grid.cells
            if span.text not in (".?" if is_wall else "."):
                wide = span.end - span.start
                yield (
                    span.start,
                    [text[: span.start] + one.rjust(wide) + text[span.end :] for one in ("?." if is_wall else ".")],
                )


def is_same(text: str, texts: list[str]) -> bool:
    """Whether a text has the only solution of another one; of some texts the first that can be read."""
    model, own = puzzledsl.parse(text), puzzledsl.parse(text).unique()
    for less in texts:
        try:
            other = puzzledsl.parse(less)
        except puzzledsl.PuzzleError:
            continue
        found = other.unique()
        values = [one.solutions[0].assignment for one in (own, found) if one]
        return len(values) == 2 and agree(model.elaborated, values[0], other.elaborated, values[1])
    return False


@pytest.mark.parametrize("name", [*FEW, *LATER])
def test_what_can_be_left_out_is_what_leaves_the_solution(name: str) -> None:
    text = example(name)
    expected = {start: is_same(text, less) for start, less in without_each(text)}
    found = puzzledsl.parse(text).redundant()

    def starts(elements: tuple[Element, ...]) -> set[int]:
        return {element.origin.span.start for element in elements}

    marks = expected.keys()
    assert starts(found.redundant) & marks == {start for start, same in expected.items() if same}
    assert starts(tuple(found.needed)) & marks == {start for start, same in expected.items() if not same}
    smaller = puzzledsl.parse(text).minimize()
    assert smaller.status == "minimal"
    assert is_same(text, [smaller.text])
    assert len(smaller.text) == len(text)
    assert not [start for start, less in without_each(smaller.text) if is_same(smaller.text, less)]


MASYU = """\
genre "masyu"  # mine

clues circle:
    .w.w.
    ..w..   # a comment
    .w..w
    .....
    b.w..
"""


def test_a_mark_is_called_by_its_rule_and_its_cell() -> None:
    found = puzzledsl.parse(MASYU).redundant()
    (pearl,) = found.redundant
    assert (pearl.line, pearl.sentence) == (
        4,
        "“On a white pearl the loop goes straight on, and turns in the cell before or behind it” at r1c4",
    )
    assert (pearl.cells, pearl.origin.clue) == (("r1c4",), "circle")
    assert len(found.needed) == 6
    assert {element.origin.span.source.name for element in found.kept} == {"genres/masyu.puz"}


def test_the_text_without_marks_stays_as_it_was_written() -> None:
    smaller = puzzledsl.parse(MASYU).minimize()
    assert smaller.text == MASYU.replace(".w.w.", ".w...", 1)
    assert "1 dropped, 6 left, 1 not tested" in str(smaller)
    assert smaller.svg().count("<circle") == puzzledsl.parse(smaller.text).svg().count("<circle") == 6


def test_what_is_kept() -> None:
    model = puzzledsl.parse(MASYU)
    for keep in ("circle", "r1c4", "4", "*r1c4"):
        assert not model.minimize(keep=[keep]).dropped
    assert model.minimize(keep=["r1c2", "8"]).dropped


OWN = """\
clues number:
    2 . 3
    . . 12
    1 . 2
grid mine[height(number), width(number)] in bool
r2c1 == 0
r2c2 == 1
for c, n in number where n != 12:
    c == 0
    sum(touching(c)) == n
"""


def test_marks_of_a_model_without_a_genre() -> None:
    found = puzzledsl.parse(OWN).redundant()
    assert "`12` of `number` at r2c3" in [element.sentence for element in found.redundant]
    smaller = puzzledsl.parse(OWN).minimize()
    assert "    . .  .\n" in smaller.text
    assert "for c, n in number where n != 12:\n    c == 0\n" in smaller.text  # the rule of the marks is no clue
    assert puzzledsl.parse(smaller.text).unique()


def test_marks_that_demand_something_else_together() -> None:
    text = (
        "clues hint:\n    123\ngrid cell[1, 3] in 1..3\nr1c1 == 1\nr1c2 == 2\nr1c3 == 3\n"
        "for c, n in hint:\n    c == n\nif len(hint) < 2:\n    r1c1 != 1\n"
    )
    model = puzzledsl.parse(text)
    assert len(model.redundant(keep=["constraint"]).together) == 1
    smaller = model.minimize(keep=["constraint"])
    assert len(smaller.dropped) == 1
    assert puzzledsl.parse(smaller.text).unique()
    assert smaller.status == "minimal"


def test_a_puzzle_with_several_solutions() -> None:
    found = puzzledsl.parse('genre "slitherlink"\nclues number:\n    ?4.\n    ...\n').redundant()
    assert [element.sentence for element in found.redundant] == ["`?` of `number` at r1c1"]
    assert len(found.needed) == 1
    ends = puzzledsl.parse('genre "numlin"\nclues number:\n    1..\n    ...\n    ..1\n').redundant()
    assert [element.sentence for element in ends.undecided] == [
        "“Join equal numbers by lines” at r1c1",
        "“Join equal numbers by lines” at r3c3",
    ]
    assert not ends.proven


def test_data_from_elsewhere() -> None:
    rows = "/".join(row.split("#")[0].strip() for row in MASYU.splitlines()[3:])
    empty = 'genre "masyu"\nclues circle:\n' + "    .....\n" * 5
    model = puzzledsl.parse(empty, settings={"circle": rows})
    assert not model.redundant().redundant  # no mark is in the text
    assert "    . w . . .\n    . . w . .\n" in model.minimize().text
    assert puzzledsl.parse(example("numlin"), settings={"detours": "true"}).minimize().status == "minimal"


def test_a_sum_in_a_white_cell_of_a_kakuro() -> None:
    text = example("kakuro").replace("clues right:\n    . . .\n    3 . .", "clues right:\n    . . .\n    3 . 5")
    (conflict,) = puzzledsl.parse(text).explain().conflicts
    assert [element.sentence for element in conflict.elements] == ["“A sum is written into a black cell” at r2c3"]
