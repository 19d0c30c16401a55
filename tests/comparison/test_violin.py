"""Violin plots: what is drawn, and what is said where nothing can be."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.presentation.density import density
from puzzledsl.presentation.violin import Point, Violin, check, plot
from tests.examples import examples

# Old versions of matplotlib use what newer ones of its own dependencies call deprecated.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
drawing = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


def ways(count: int, points: int = 7) -> list[Violin]:
    return [
        Violin(
            ("binary", "HiGHS", f"presolve {place}"),
            place,
            tuple(Point(0.01 * 1.7**k + place, hollow=k == 0, at_limit=k == 6) for k in range(points)),
            failed=place,
        )
        for place in range(count)
    ]


@settings(max_examples=examples(60))
@given(st.lists(st.floats(-3, 3), min_size=2, max_size=40).filter(lambda values: max(values) - min(values) > 1e-6))
def test_a_density_lies_between_the_extremes_and_is_widest_at_one(values: list[float]) -> None:
    shape = density(values)
    places = [place for place, _ in shape]
    assert places == sorted(places)
    assert isclose(places[0], min(values), abs_tol=1e-9)
    assert isclose(places[-1], max(values), abs_tol=1e-9)
    assert max(height for _, height in shape) == 1
    assert all(0 <= height <= 1 for _, height in shape)


def test_a_density_is_high_where_values_are() -> None:
    shape = density([0.0, 0.01, 0.02, 0.03, 3.0])
    low = max(height for place, height in shape if place < 0.5)
    middle = max(height for place, height in shape if 1.4 < place < 1.6)
    assert low > 3 * middle


@drawing
@pytest.mark.parametrize(("count", "logarithmic"), [(1, True), (1, False), (2, False), (12, True)])
def test_any_number_of_violins_is_drawn(count: int, logarithmic: bool) -> None:
    assert plot(ways(count), "out.png", 10.0, logarithmic=logarithmic).startswith(b"\x89PNG")


@drawing
def test_few_points_equal_points_and_none() -> None:
    same = Violin(("same",), 0, (Point(0.5),) * 9)
    one = Violin(("one",), 1, (Point(0.5),))
    nothing = Violin(("nothing",), 2, (), failed=3)
    many = Violin(("many",), 3, tuple(Point(0.01 * k) for k in range(1, 2000)))
    assert plot([same, one, nothing, many], "out.pdf").startswith(b"%PDF")
    with pytest.raises(PuzzleError, match="no times"):
        plot([nothing], "out.svg")


@drawing
def test_a_picture_says_what_it_shows_and_is_the_same_every_time() -> None:
    drawn = plot(ways(3), "out.svg", 10.0)
    assert drawn == plot(ways(3), "out.svg", 10.0)
    text = drawn.decode()  # letters are drawn as paths; matplotlib notes the words beside them
    for words in ("logarithmic", "limit 10 s", "presolve 2", "limit: 1", "failed: 2", "median", "by presolve alone"):
        assert words in text, words


@drawing
def test_colours_do_not_depend_on_what_else_is_drawn() -> None:
    def colours(*violins: Violin) -> bool:
        return "#009e73" in plot(violins, "out.svg").decode()

    first, _, third = ways(3)
    assert colours(third)
    assert colours(first, third)
    assert not colours(first)


def test_names_that_no_picture_can_have(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"cannot be written as \.gif"):
        check("out.gif")
    with pytest.raises(PuzzleError, match="which kind of picture"):
        check("out")
    with pytest.raises(PuzzleError, match="no folder"):
        check(str(tmp_path / "nowhere" / "out.svg"))


def test_without_matplotlib_the_command_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PuzzleError) as caught:
        check("out.svg")
    assert 'pip install "puzzledsl[plot]"' in str(caught.value)
