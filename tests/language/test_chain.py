"""`chain`, and edges between the cells of a list, by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from typing import Literal

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.model import Cell

from .accepted import elaborated

Near = Callable[[Cell, Cell], bool]


def places(height: int, width: int) -> list[Cell]:
    return list(product(range(1, height + 1), range(1, width + 1)))


def sides(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def king(a: Cell, b: Cell) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def knight(a: Cell, b: Cell) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


WAYS: dict[str, Near] = {"neighbors": sides, "touching": king, "knight_moves": knight}


def chains(cells: list[Cell], values: list[int], near: Near) -> Iterator[dict[Cell, int]]:
    """All ways to number the cells by a walk from cell to cell."""
    for low in values:
        numbers = range(low, low + len(cells))
        if set(numbers) <= set(values):
            for order in permutations(cells):
                if all(near(a, b) for a, b in pairwise(order)):
                    yield dict(zip(order, numbers, strict=True))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("height", "width", "domain", "some"),
    [
        (1, 1, "1..2", "cells"),
        (1, 2, "{0, 1}", "cells"),
        (2, 3, "1..6", "cells"),
        (2, 3, "-1..5", "cells"),
        (3, 2, "{1, 2, 3, 5, 6, 7, 8, 9, 10}", "cells"),
        (3, 3, "1..5", "[r1c1, r1c2, r2c3, r3c2, r3c3]"),
        (3, 3, "4..8", "[r1c1, r1c1, r3c2, r1c3, r2c1]"),
    ],
)
def test_a_chain_is_a_walk_along_the_values(height: int, width: int, domain: str, some: str, way: str) -> None:
    every = places(height, width)
    cells = every if some == "cells" else [c for c in every if f"r{c[0]}c{c[1]}" in some]
    text = f"grid cell[{height}, {width}] in {domain}\nchain({some}, {way})\n"
    variables = parse(text.splitlines()[0]).elaborated.variables
    text += "".join(f"r{r}c{c} == {variables[0].domain.lo}\n" for r, c in every if (r, c) not in cells)
    walks = sorted(tuple(one[c] for c in cells) for one in chains(cells, list(variables[0].domain), WAYS[way]))
    if elaborated(text) is None:  # it says of itself that it can never hold
        assert walks == []
    else:
        assert sorted(tuple(one[c] for c in cells) for one in parse(text).solutions()) == walks


def test_values_that_break_the_chain_are_no_solution() -> None:
    given = "grid cell[2, 2] in 1..4\ngivens:\n    1 3\n    . .\nchain(cells, neighbors)\n"
    assert parse(given).count().count == 0


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_the_program_of_a_chain_has_its_solutions(encoding: Literal["binary", "integer"]) -> None:
    given = "grid cell[3, 3] in 1..9\ngivens:\n    1 . .\n    . . .\n    . . 5\nchain(cells, neighbors)\n"
    found = parse(given).solve(solver="highs", presolve="none", encoding=encoding)
    walk = sorted(places(3, 3), key=lambda c: found[c])
    assert [found[c] for c in walk] == list(range(1, 10))
    assert all(sides(a, b) for a, b in pairwise(walk))


def test_edges_of_a_list_join_the_cells_of_the_list() -> None:
    text = "grid cell[3, 3]\nlet some = concat(row(1), row(2))[1..5]\nedges road of some\nloop(road)\n"
    assert [one["road[r2c1, r2c2]"] for one in parse(text).solutions()] == [1]
    assert parse(text.replace("edges", "arcs")).count().count == 2


@pytest.mark.parametrize("some", ["[]", "[r1c1, 5]", "[r1c1, other[1, 1]]"])
def test_edges_of_a_list_that_is_not_of_cells_are_refused(some: str) -> None:
    text = f"grid cell[2, 2] in 1..4\ngrid other[1, 1] in 1..4\nlet some = {some}\nedges road of some\n"
    with pytest.raises(PuzzleError, match="edges join the cells of a grid, not a"):
        parse(text)
