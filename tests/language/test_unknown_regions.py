"""Regions that are to be found, stated by several constraints."""

from __future__ import annotations

import pytest

import puzzledsl

CHAOS = """grid cell[4, 4] in 1..4
grid region[4, 4] in 1..4
alldifferent: rows, columns
for k in 1..4:
    connected(region, k)
    count(region, k) == 4
{sizes}
alldifferent([4 * region[row_of(c), column_of(c)] + c for c in cells])
for c in cells:
    c == 4 -> region[row_of(c), column_of(c)] == row_of(c)
for k in 1..3:
    r1c1 > k -> region[1, k] == region[1, k + 1]
    r1c1 == k -> region[1, k] != region[1, k + 1]
region[4, 1] == region[4, 2]
"""
SIZES = "component_sizes(region, [4 for c in region])"


@pytest.mark.parametrize("clue", ["r1c1 == 3", "r1c1 == 2\nr2c1 == 1", "region[1, 1] == region[4, 4]"])
def test_what_follows_may_be_stated_or_not(clue: str) -> None:
    found = [puzzledsl.parse(CHAOS.format(sizes=sizes) + clue).count(limit=2_000) for sizes in (SIZES, "")]
    assert found[0].count == found[1].count


def test_components_of_another_graph_still_count() -> None:
    """Components of 3 along the rows: each row is a region, in 3! ways, with 3! orders of its values."""
    text = """
grid cell[3, 3] in 1..3
grid region[3, 3] in 1..3
for k in 1..3:
    connected(region, k)
    count(region, k) == 3
alldifferent([3 * region[row_of(c), column_of(c)] + c for c in cells])
component_sizes(region, [3 for c in region], [(region[r, c], region[r, c + 1]) for r in 1..3, c in 1..2])
alldifferent: rows
"""
    assert puzzledsl.parse(text).count().count == 6 * 6**3


def test_a_conflict_with_links_names_what_cut_their_tables() -> None:
    """The last line leaves no choice to r4c4 only because of the line before it."""
    text = """
grid cell[4, 4] in 1..4
grid region[4, 4] in 1..4
alldifferent: rows, columns
for k in 1..4:
    connected(region, k)
    count(region, k) == 4
alldifferent([4 * region[row_of(c), column_of(c)] + c for c in cells])
region[1, 1] == region[1, 2]
region[1, 2] == region[2, 2]
region[1, 1] != region[2, 2]
r4c4 != 1 or region[1, 1] != region[2, 2]
"""
    (conflict,) = puzzledsl.parse(text).explain(by="constraint").conflicts
    assert [element.line for element in conflict.elements] == [9, 10, 11]
