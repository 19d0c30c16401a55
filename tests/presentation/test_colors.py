"""Colour names, and what stays legible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageColor

from puzzledsl.color_names import COLOR_NAMES
from puzzledsl.presentation.colors import band, grey, ink, is_dark, rgb, surface

COLORS = st.sampled_from(sorted(COLOR_NAMES)) | st.from_regex(r"#([0-9a-f]{3}|[0-9a-f]{6})", fullmatch=True)


@pytest.mark.parametrize("text", ["red", "RebeccaPurple", "#abc", "#A0B1c2"])
def test_colors(text: str) -> None:
    assert rgb(text) == ImageColor.getrgb(text)[:3]


@pytest.mark.parametrize("text", ["", "redd", "#ab", "#abcd", "#12345g", "abc", "#abc\n", "url(x)", 'red"'])
def test_what_is_no_color_counts_as_black(text: str) -> None:
    assert rgb(text) == (0, 0, 0)


def test_names_mean_what_they_mean_elsewhere() -> None:
    assert len(COLOR_NAMES) == 148
    assert all(rgb(name) == ImageColor.getrgb(name)[:3] for name in COLOR_NAMES)


@given(COLORS)
def test_marks_are_seen_on_paper_and_do_not_hide_digits(color: str) -> None:
    assert grey(ink(color, "")) <= 0.46
    assert 0.65 <= grey(band(color, "")) <= 0.87
    behind = surface(color, "")
    assert grey(behind) >= 0.73 or is_dark(behind)
    for shade in (ink(color, ""), band(color, ""), behind):
        ImageColor.getrgb(shade)  # which raises where it is no colour
