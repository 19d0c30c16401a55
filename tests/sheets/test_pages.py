"""Laws of the layout, for puzzles of any size with words of any length on any paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.model import Said
from puzzledsl.sheets.block import wrapped
from puzzledsl.sheets.entry import Entry
from puzzledsl.sheets.paper import PAPERS, Box, Paper
from puzzledsl.sheets.printing import Layout, Page, pages_of
from puzzledsl.steps.difficulty import Difficulty
from tests.examples import examples
from tests.presentation.models import mark, model

NEAR = 0.01


def measure(text: str, size: float, bold: bool) -> float:
    """Widths as of a font of one width."""
    return len(text) * size * (0.6 if bold else 0.55)


def entry(height: int, width: int, words: Sequence[str], title: str = "A puzzle", *, solved: bool = True) -> Entry:
    marks = [mark("outside", f"r1c{width} r{height}c{width}" if height > 1 else f"r1c{width}", "123")]
    plain = model(height, width, title=title, marks=marks, metadata=[("author", "A. Setter")])
    made = replace(plain, said=tuple(Said(text, True) for text in words))
    return Entry(made, "unique", [1] * (height * width) if solved else None, Difficulty("hard", 3.7, "swordfish"))


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
papers = st.builds(Paper, st.sampled_from(sorted(PAPERS)), st.booleans(), st.floats(5, 30))


def boxes(page: Page) -> list[Box]:
    return [line.box for line in page.lines] + [drawing.box for drawing in page.drawings]


def overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across > NEAR and down > NEAR


NARROW = [entry(1, 1, [], "")] * 2 + [entry(2, 1, [], "")] * 3 + [entry(2, 1, ["a"] * 8, "")]
"""On a small page, the words "continued on page" are wider than the column of the last one."""


@settings(max_examples=examples(30))
@example(NARROW, Paper("a5", True, 24.0), 6, "a", False)
@given(entries, papers, st.integers(1, 9), st.text("abc ", max_size=200), st.booleans())
def test_nothing_overlaps_and_no_word_is_lost(
    found: list[Entry], paper: Paper, per_page: int, title: str, solutions: bool
) -> None:
    layout = Layout(per_page, paper, title, solutions)
    try:
        layout.check()
    except PuzzleError:
        return  # so many do not fit on such a page, and the user is told
    pages, places = pages_of(found, layout, measure)
    edge = paper.body
    for page in pages:
        for box in boxes(page):
            assert box.left >= edge.left - NEAR
            assert box.right <= edge.right + NEAR
            assert box.top >= edge.top - NEAR
            assert box.bottom <= paper.size[1] - edge.top + NEAR
        assert not any(overlap(*pair) for pair in combinations(boxes(page), 2))
        for drawing in page.drawings:
            assert drawing.scale > 0
    drawn = [drawing for page in pages for drawing in page.drawings]
    assert len(drawn) == len(found) * (1 + solutions)
    assert len(places) == len(found)
    # Every letter of the rules is somewhere, though words wider than a line are cut.
    printed = "".join(line.text for page in pages for line in page.lines).replace(" ", "")
    rules = [(one.model.title, "".join(said.text for said in one.model.said)) for one in found]
    wanted = rules[0][1] if len(set(rules)) == 1 else "".join(words for _, words in rules)
    for letter in "defgh":  # not in titles
        assert printed.count(letter) >= wanted.count(letter)


@settings(max_examples=examples(100))
@given(st.text("ab c\u3042", max_size=200), st.floats(10, 200), st.floats(6, 12))
def test_lines_are_no_wider_than_the_room(text: str, width: float, size: float) -> None:
    lines = wrapped(text, width, size, measure)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(measure(line, size, False) <= width for line in lines)


LONG = [f"Rule {number} of many says that {'something holds and ' * 12} so on." for number in range(1, 40)]


def test_long_rules_go_on_another_page_before_the_solutions() -> None:
    found = [entry(9, 9, LONG, "Long"), entry(9, 9, ["Short."], "Short")]
    pages, places = pages_of(found, Layout(2, solutions=True), measure)
    texts = [" ".join(line.text for line in page.lines) for page in pages]
    assert "Rule 1 of many" in texts[0]
    assert "continued on page 2" in texts[0]
    assert "Rule 39 of many" not in texts[0]
    assert texts[1].startswith("Rules, continued 1. Long")
    assert "Rule 39 of many" in "".join(texts[1:-1])
    assert texts[-1].startswith("Solutions")
    assert places == ((1, len(pages)), (1, len(pages)))


def test_words_shrink_before_they_go_elsewhere() -> None:
    def size(words: Sequence[str]) -> float:
        pages, _ = pages_of([entry(9, 9, words)], Layout(1), measure)
        assert len(pages) == 1
        return min(line.size for line in pages[0].lines if line.text.startswith("Rule"))

    assert size(LONG[:2]) > size(LONG[:13]) >= 6.5


def test_rules_that_are_the_same_are_printed_once() -> None:
    same = [entry(9, 9, ["All differ."], "Same") for _ in range(3)]
    (page,), _ = pages_of(same, Layout(4), measure)
    words = [line.text for line in page.lines]
    assert words.count("All differ.") == 1
    assert [word for word in words if word.startswith("Puzzle")] == ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    different = [*same, entry(9, 9, ["All differ."], "Another")]
    (page,), _ = pages_of(different, Layout(4), measure)
    assert [line.text for line in page.lines].count("All differ.") == 4


def test_grids_stand_such_that_they_become_large() -> None:
    def places(height: int, width: int) -> list[tuple[float, float]]:
        (page,), _ = pages_of([entry(height, width, [str(k)]) for k in range(2)], Layout(2), measure)
        return [(drawing.box.left, drawing.box.top) for drawing in page.drawings]

    wide, high = places(5, 30), places(60, 10)
    assert wide[0][0] == wide[1][0]
    assert high[0][0] < high[1][0]


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (Layout(paper=Paper("leter")), "no paper is called `leter`"),
        (Layout(paper=Paper("a4", margin=80)), "a margin has 5 to 50 millimetres, not 80"),
        (Layout(1000), "holds 1 to "),
        (Layout(0), "not 0"),
        (Layout(40, Paper("a5")), "a page of a5 paper with a margin of 15 mm holds 1 to "),
    ],
)
def test_what_cannot_be_printed_is_refused(layout: Layout, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        layout.check()
