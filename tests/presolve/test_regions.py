"""Regions that are to be found, as one constraint."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl.flattening import flatten
from puzzledsl.presolve.presolve import rooted
from puzzledsl.primitives.region_parts import RegionParts
from puzzledsl.primitives.regions import Regions

CHAOS = """grid cell[4, 4] in 1..4
grid region[4, 4] in 1..4
alldifferent: rows, columns
for k in 1..4:
    connected(region, k)
    count(region, k) == 4
{sizes}
alldifferent([{factor} * region[row_of(c), column_of(c)] + c for c in cells])
for c in cells:
    c == 4 -> region[row_of(c), column_of(c)] == row_of(c)
for k in 1..3:
    r1c1 > k -> region[1, k] == region[1, k + 1]
    r1c1 == k -> region[1, k] != region[1, k + 1]
region[4, 1] == region[4, 2]
"""
SIZES = "component_sizes(region, [4 for c in region])"


def primitives(text: str) -> tuple[list[object], set[str]]:
    """What is derived at the root about regions, and the kinds of all constraints that are called there."""
    root = rooted(flatten(puzzledsl.parse(text).elaborated), None, "domain")
    called = [one.primitive for n, one in enumerate(root.engine.constraints) if not root.engine.is_retired(n)]
    return [one for one in called if isinstance(one, Regions | RegionParts)], {type(one).__name__ for one in called}


@pytest.mark.parametrize("sizes", [SIZES, ""])
def test_two_constraints_take_the_place_of_all_others(sizes: str) -> None:
    found, called = primitives(CHAOS.format(sizes=sizes, factor=4))
    regions, parts = found
    assert isinstance(regions, Regions)
    assert isinstance(parts, RegionParts)
    assert (regions.size, regions.numbers, regions.needed, len(regions.faces)) == (4, (1, 2, 3, 4), (1, 2, 3, 4), 10)
    assert {(a, b): (list(same), list(apart)) for _, a, b, same, apart in parts.links} == {
        (0, 1): ([2, 3, 4], [1]),
        (1, 2): ([3, 4], [2]),
        (2, 3): ([4], [3]),
        (12, 13): ([], []),
    }
    assert not called & {"Connected", "ComponentSizes", "Table", "Regular"}


@pytest.mark.parametrize(
    "text",
    [
        CHAOS.format(sizes=SIZES, factor=4).replace(" + c for c", " + c * c for c"),  # 4 + 9 and 12 + 1
        CHAOS.format(sizes=SIZES, factor=4).replace("count(region, k) == 4", "count(region, k) >= 3"),
        CHAOS.format(sizes=SIZES, factor=4).replace("connected(region, k)", "connected(region, min(k, 3))"),
    ],
)
def test_weaker_statements_stay_as_they_are(text: str) -> None:
    found, called = primitives(text)
    assert not found
    assert "Connected" in called


def test_sizes_of_components_that_differ_stay() -> None:
    text = CHAOS.format(sizes="component_sizes(region, concat([4], [none for k in 1..15]))", factor=4)
    found, called = primitives(text)
    assert len(found) == 2
    assert "Connected" not in called


@pytest.mark.parametrize("clue", ["r1c1 == 3", "r1c1 == 2\nr2c1 == 1", "region[1, 1] == region[4, 4]"])
def test_the_answers_stay_the_same(clue: str) -> None:
    text = CHAOS.format(sizes=SIZES, factor=4) + clue
    as_it_is = puzzledsl.parse(text)
    apart = puzzledsl.parse(text.replace("count(region, k) == 4", "count(region, k) <= 4"))  # the same, unrecognized
    found = [one.count(limit=2_000) for one in (as_it_is, apart)]
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
