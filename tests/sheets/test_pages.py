"""Laws of the layout, for puzzles of any size with words of any length on any paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.model import Said
from puzzledsl.presentation.paragraphs import wrapped
from puzzledsl.presentation.picture import Picture
from puzzledsl.presentation.shapes import Extent, TextShape, extent, text_width, total_extent
from puzzledsl.sheets.entry import Entry
from puzzledsl.sheets.printing import MOST_PER_PAGE, PAPERS, Layout, pages_of
from puzzledsl.steps.difficulty import Difficulty
from tests.examples import examples
from tests.presentation.models import mark, model

NEAR = 0.01
WORDS = ("heading", "caption", "number")


def entry(height: int, width: int, words: Sequence[str], title: str = "A puzzle", *, solved: bool = True) -> Entry:
    marks = [mark("outside", f"r1c{width} r{height}c{width}" if height > 1 else f"r1c{width}", "123")]
    plain = model(height, width, title=title, marks=marks, metadata=[("author", "A. Setter")])
    made = replace(plain, said=tuple(Said(text, True) for text in words))
    return Entry(made, "unique", [1] * (height * width) if solved else None, Difficulty("hard", 3.7, "swordfish"))


def lines(page: Picture) -> list[TextShape]:
    """The words of a page, without those that belong to a grid."""
    return [shape for shape in page.shapes if isinstance(shape, TextShape) and shape.role in WORDS]


def text(page: Picture) -> str:
    return " ".join(line.text for line in lines(page))


def grids(page: Picture) -> list[Extent]:
    """The room of each grid of a page; its shapes follow each other."""
    found: list[list[object]] = [[]]
    for shape in page.shapes:
        if shape.role in WORDS:
            found.append([])
        else:
            found[-1].append(shape)
    return [total_extent(shapes) for shapes in found if shapes]  # type: ignore[arg-type]


sentence = st.lists(st.text("abcdefgh", min_size=1, max_size=30), min_size=1, max_size=40).map(" ".join)
entries = st.lists(
    st.builds(
        entry,
        st.integers(1, 40),
        st.integers(1, 40),
        st.lists(sentence, max_size=30),
        st.text("abc ", max_size=300),
    ),
    min_size=1,
    max_size=9,
)
layouts = st.builds(
    Layout,
    st.integers(1, MOST_PER_PAGE),
    st.sampled_from(sorted(PAPERS)),
    st.booleans(),
    st.floats(0, 50),
    st.text("abc ", max_size=200),
    st.booleans(),
)


def overlap(one: Extent, other: Extent) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > NEAR and down > NEAR


@settings(max_examples=examples(30))
@given(entries, layouts)
def test_nothing_overlaps_and_no_word_is_lost(found: list[Entry], layout: Layout) -> None:
    layout.check()
    pages = pages_of(found, layout)
    height, edge = layout.size[1], layout.body
    for page in pages:
        boxes = [extent(line) for line in lines(page)] + grids(page)
        for box in boxes:
            assert box[0] >= edge[0] - NEAR
            assert box[2] <= edge[2] + NEAR
            assert box[1] >= edge[1] - NEAR
            assert box[3] <= height - edge[1] + NEAR
        assert not any(overlap(*pair) for pair in combinations(boxes, 2))
    assert sum(len(grids(page)) for page in pages) == len(found) * (1 + layout.solutions)
    # Every letter of the rules is somewhere, though words wider than a line are cut.
    printed = "".join(line.text for page in pages for line in lines(page)).replace(" ", "")
    rules = [(one.model.title, "".join(said.text for said in one.model.said)) for one in found]
    wanted = rules[0][1] if len(set(rules)) == 1 else "".join(words for _, words in rules)
    for letter in "defgh":  # not in titles
        assert printed.count(letter) >= wanted.count(letter)


@settings(max_examples=examples(100))
@given(st.text("ab c\u3042", max_size=200), st.floats(20, 200), st.floats(6, 12))
def test_lines_are_no_wider_than_the_room(text: str, width: float, size: float) -> None:
    found = wrapped(text, width, size)
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, size) <= width for line in found)


LONG = [f"Rule {number} of many says that {'something holds and ' * 12} so on." for number in range(1, 40)]


def test_words_shrink_before_they_take_more_than_half_of_the_room() -> None:
    def found(words: Sequence[str]) -> tuple[float, float]:
        (page,) = pages_of([entry(9, 9, words)], Layout())
        (grid,) = grids(page)
        return min(line.size for line in lines(page) if line.text.startswith("Rule")), grid[1] / page.height

    (large, high), (small, half), (least, low) = found(LONG[:2]), found(LONG[:13]), found(LONG)
    assert large > small >= 6
    assert high < half <= 0.6
    assert least < 6.5
    assert low <= 0.85


def test_rules_that_are_the_same_are_printed_once() -> None:
    same = [entry(9, 9, ["All differ."], "Same") for _ in range(3)]
    (page,) = pages_of(same, Layout(4))
    words = [line.text for line in lines(page)]
    assert words.count("All differ.") == 1
    assert [word for word in words if word.startswith("Puzzle")] == ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    different = [*same, entry(9, 9, ["All differ."], "Another")]
    (page,) = pages_of(different, Layout(4))
    assert [line.text for line in lines(page)].count("All differ.") == 4


def test_solutions_are_on_pages_of_their_own() -> None:
    found = [entry(9, 9, ["One."], "One"), entry(9, 9, ["Two."], "Two"), entry(9, 9, [], "Three", solved=False)]
    first, second, last = pages_of(found, Layout(2, solutions=True))
    assert (
        text(first)
        == "1. One by A. Setter · difficulty: hard (3.7) One. 2. Two by A. Setter · difficulty: hard (3.7) Two. 1 / 3"
    )
    assert text(second).startswith("3. Three")
    assert text(last) == "Solutions 1. One 2. Two 3 / 3"


def test_grids_stand_such_that_they_become_large() -> None:
    def places(height: int, width: int) -> list[Extent]:
        (page,) = pages_of([entry(height, width, [str(k)]) for k in range(2)], Layout(2))
        return grids(page)

    wide, high = places(5, 30), places(60, 10)
    assert wide[0][1] < wide[1][1]
    assert high[0][0] < high[1][0]
    assert high[0][1] == pytest.approx(high[1][1])


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (Layout(paper="leter"), "no paper is called `leter`"),
        (Layout(margin=80), "a margin has 0 to 50 millimetres, not 80"),
        (Layout(1000), "a page has room for 1 to 40 puzzles, not 1000"),
        (Layout(0), "not 0"),
    ],
)
def test_what_cannot_be_printed_is_refused(layout: Layout, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        layout.check()
