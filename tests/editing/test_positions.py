"""Places in UTF-16 code units."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzledsl.editing import Positions

TEXTS = st.text(st.sampled_from("ab\n\r\U0001f600é"), max_size=30)


@given(TEXTS)
def test_units_are_those_of_utf_16(text: str) -> None:
    positions = Positions(text)
    for offset in range(len(text) + 1):
        units = positions.units(offset)
        assert units == len(text[:offset].encode("utf-16-le")) // 2
        assert positions.offset(units) == offset


@given(TEXTS)
def test_lines_and_columns_lead_back(text: str) -> None:
    positions = Positions(text)
    for offset in range(len(text) + 1):
        line, column = positions.position(offset)
        inside_a_line_end = text[offset - 1 : offset + 1] == "\r\n"
        if not inside_a_line_end:
            assert positions.at(line, column) == offset


def test_a_column_behind_a_wide_character() -> None:
    positions = Positions("a\n\U0001f600b")
    assert positions.position(3) == (1, 2)
    assert positions.at(1, 2) == 3


def test_places_beyond_the_ends() -> None:
    positions = Positions("ab\ncd")
    assert (positions.at(0, 99), positions.at(9, 0), positions.at(-1, 5), positions.offset(99)) == (2, 5, 0, 5)
