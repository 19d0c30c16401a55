"""Did-you-mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl.nearest import nearest

RULES = [
    "thermo",
    "whisper",
    "cage",
    "rows",
    "columns",
    "alldifferent",
    "kenken",
    "arrow",
    "xv",
    "little_killer",
    "regex",
]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("termo", "thermo"),  # a letter is missing
        ("thremo", "thermo"),  # two are swapped
        ("thermmo", "thermo"),  # one too many
        ("thurmo", "thermo"),  # one is wrong
        ("Thermo", "thermo"),
        ("ALLDIFFERENT", "alldifferent"),
        ("alldiferent", "alldifferent"),
        ("cgae", "cage"),
        ("row", "rows"),
        ("vx", "xv"),
        ("killer", None),
        ("zebra", None),
        ("x", None),
        ("", None),
        ("thermo" * 100, None),
    ],
)
def test_nearest(name: str, meant: str | None) -> None:
    assert nearest(name, RULES) == meant


def test_the_name_itself_is_no_suggestion() -> None:
    assert nearest("cage", ["cage"]) is None


def test_order_does_not_matter() -> None:
    assert nearest("bat", ["cat", "bar"]) == nearest("bat", ["bar", "cat"]) == "bar"


@given(st.text(alphabet="abcdefghij", min_size=5, max_size=12), st.data())
def test_one_slip_is_always_found(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name) - 2))
    slips = [
        name[:place] + name[place + 1 :],
        name[:place] + "z" + name[place:],
        name[:place] + "z" + name[place + 1 :],
        name[:place] + name[place + 1] + name[place] + name[place + 2 :],
    ]
    for slip in slips:
        if slip != name:
            assert nearest(slip, [name, "q" * 20]) == name
