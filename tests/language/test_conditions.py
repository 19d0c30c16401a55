"""Conditions of loops mean the same in each round, however many there are."""

from __future__ import annotations

import pytest

from puzzledsl import parse
from tests.language.conftest import Mistakes, Shows

GRID = "grid cell[2, 2] in 1..4\n"
ITEMS = {
    "numbers": "i mod 7",
    "pairs": "(i mod 5, i mod 3)",
    "lists": "[i mod 5, [i mod 3]]",
    "at last other kinds": "if i < 400 then (i mod 5, i mod 3) else [i mod 5, [i mod 3]]",
    "maps": "{1: i mod 5, 2: i mod 3}",
    "fractions": "if i < 400 then i mod 4 else i / 3",
    "truths": "if i < 400 then i mod 2 else i mod 2 == 0",
    "texts": 'if i < 400 then 1 else "a"',
}
CONDITIONS = {
    "1 <= x + 1 <= n and not x == 3": ("numbers", "fractions"),
    "x == 1": ("numbers", "fractions", "truths", "texts"),
    "x != 1 or x > 2": ("numbers", "fractions", "truths"),
    "x[1] < x[2] or x[2] - x[1] == n": ("pairs", "maps"),
    "x[1] >= x[2][1]": ("lists",),
    "x[1] == 2": ("pairs", "lists", "maps", "at last other kinds"),
}


@pytest.mark.parametrize(("condition", "kind"), [(c, kind) for c, kinds in CONDITIONS.items() for kind in kinds])
def test_a_long_loop_chooses_what_short_ones_choose(condition: str, kind: str, shows: Shows) -> None:
    begin = f"{GRID}let n = 3\nlet items = [{ITEMS[kind]} for i in 1..600]\n"
    parts = [f"[k for k in {k}..{k + 59} where {condition.replace('x', 'items[k]')}]" for k in range(1, 600, 60)]
    whole = f"[k for k, x in enumerate(items) where {condition}]"
    found, expected = shows(f"{begin}show {whole}\nshow concat({', '.join(parts)})\n")
    assert found == expected
    assert "," in str(found)


@pytest.mark.parametrize(
    ("item", "message"),
    [("(1,)", "index 2 of a list of 1"), ('"a"', 'the text "a" has no parts to pick from'), ("(1, r1c1)", "whether")],
)
def test_a_mistake_in_a_late_round_is_told(item: str, message: str, mistakes: Mistakes) -> None:
    text = f"{GRID}let items = [if i == 500 then {item} else (3, 4) for i in 1..600]\n"
    (found,) = mistakes(f"{text}show [x for x in items where x[1] == 2 or x[1] < 3 <= x[2] + 1]\n")
    assert found.startswith(f"3: {message}")


def test_a_condition_of_many_terms(shows: Shows) -> None:
    (found,) = shows(f"{GRID}show len([i for i in 1..600 where 0 <= i{' + i' * 300} <= 30100])\n")
    assert found == "100"


def test_a_name_means_what_it_means_where_the_condition_stands() -> None:
    rule = """rule apart(c):
    let most = 302
    for i in 1..600 where i <= most:
        let most = 3
        c != i - 300
"""
    assert parse(f"grid cell[1, 2] in 1..4\n{rule}apart: r1c1\n").count().count == 8


def test_how_many_hold_at_the_beginning_of_a_list() -> None:
    """As many solutions as there are lines of cells that begin so, up to the first other cell."""
    model = "grid cell[1, 4] in 0..2\nvar n in 0..4\nn == leading([c == 1 for c in cells])\n"
    for first, others in enumerate([2 * 27, 2 * 9, 2 * 3, 2, 1]):
        assert parse(f"{model}n == {first}\n").count().count == others
