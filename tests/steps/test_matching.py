"""Pencil marks after elimination alone, and which candidates of a group are in a matching of all its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl import PuzzleError, parse
from puzzledsl.presentation.shapes import Polyline, TextShape
from puzzledsl.steps.pictures import matching_picture
from puzzledsl.steps.solve_path import StepsPath
from tests.examples import examples

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
PLACES = [(r, c) for r in range(1, 5) for c in range(1, 5)]
GIVENS = st.dictionaries(st.sampled_from(PLACES), st.integers(1, 4), max_size=6)
MARKS = st.lists(st.sets(st.integers(8, 12), min_size=1), min_size=2, max_size=4)


def see(one: tuple[int, int], other: tuple[int, int]) -> bool:
    boxes = [((r - 1) // 2, (c - 1) // 2) for r, c in (one, other)]
    return one != other and (one[0] == other[0] or one[1] == other[1] or boxes[0] == boxes[1])


def eliminated(givens: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], set[int]]:
    """By the definition: as long as anything changes, take each known value from the cells that must differ."""
    left = {place: {givens[place]} if place in givens else {1, 2, 3, 4} for place in PLACES}
    before = None
    while before != left:
        before = {place: set(values) for place, values in left.items()}
        for one, other in product(PLACES, repeat=2):
            if see(one, other) and len(left[one]) == 1:
                left[other] -= left[one]
    return left


@settings(max_examples=examples(60))
@given(GIVENS)
def test_elimination_alone(givens: dict[tuple[int, int], int]) -> None:
    text = FOUR + "".join(f"r{r}c{c} == {value}\n" for (r, c), value in givens.items())
    expected = eliminated(givens)
    path = parse(text, allow_clashes=True).steps(only="naked single")
    if all(expected.values()):
        assert {name: set(values) for name, values in path.candidates().items()} == {
            f"r{r}c{c}": values for (r, c), values in expected.items()
        }
        assert path.status == ("solved" if all(len(values) == 1 for values in expected.values()) else "stuck")
    else:
        assert path.status == "infeasible"


def edges(path: StepsPath) -> Iterator[tuple[str, str, str]]:
    """The kinds of the lines in the picture of the group, each with the texts at its ends."""
    assert path.group is not None
    shapes = matching_picture(path, path.group).shapes
    texts = {shape.place: shape.text for shape in shapes if isinstance(shape, TextShape) and shape.role == "label"}
    for shape in shapes:
        if isinstance(shape, Polyline):
            yield shape.role, texts[shape.points[0]], texts[shape.points[1]]


@settings(max_examples=examples(100))
@given(MARKS)
def test_the_lines_are_those_of_the_matchings(marks: list[set[int]]) -> None:
    width = len(marks)
    text = f"grid cell[1, {width}] in 8..12\nalldifferent: row(1)\n"
    text += "".join(f"r1c{c} in {{{', '.join(map(str, values))}}}\n" for c, values in enumerate(marks, 1))
    path = parse(text, allow_clashes=True).steps(only="X-wing", group="row 1", most=0)
    if path.status == "infeasible":
        return
    left = path.candidates()
    matchings = [
        set(zip(left, map(str, values), strict=True)) for values in product(*left.values()) if len(set(values)) == width
    ]
    drawn: dict[str, set[tuple[str, str]]] = {"matched": set(), "free": set(), "lost": set()}
    for kind, cell, value in edges(path):
        drawn[kind].add((cell, value))
    assert set().union(*drawn.values()) == {(cell, str(value)) for cell, values in left.items() for value in values}
    assert drawn["matched"] in (matchings or [set()])
    assert drawn["matched"] | drawn["free"] == set().union(*matchings)


def test_names_that_nothing_has() -> None:
    model = parse(FOUR)
    with pytest.raises(PuzzleError, match="no technique is called `singles`"):
        model.steps(only="singles")
    with pytest.raises(PuzzleError, match=r"the model has no group of different cells `row 5`"):
        model.steps(group="row 5")
