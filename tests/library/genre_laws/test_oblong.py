"""Numbers in grids that are not square: they go up to the longer side, in fillings that plain Python checks."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import pytest

from puzzledsl import parse
from tests.library.genre_laws.plain import Filling, fillings, lines

Check = Callable[[Filling], bool]


def seen(line: list[int]) -> int:
    return sum(height > max(line[:k], default=0) for k, height in enumerate(line))


def related(filling: Filling, relation: Callable[[int, int], bool]) -> set[tuple[int, int, int, int]]:
    """The pairs of neighbours between which a relation holds, one way or the other."""
    return {
        (r, c, y, x)
        for r, c in filling
        for y, x in ((r, c + 1), (r + 1, c))
        if (y, x) in filling and (relation(filling[r, c], filling[y, x]) or relation(filling[y, x], filling[r, c]))
    }


def one_after_other(filling: Filling) -> bool:
    """A white dot between 1,1 and 2,1, and no other dot."""
    consecutive = related(filling, lambda a, b: a == b + 1)
    return consecutive == {(1, 1, 2, 1)} and not related(filling, lambda a, b: a == 2 * b)


CASES: list[tuple[str, int, int, str, Check]] = [
    (
        "skyscrapers", 3, 2, "clues above:\n    2.\nclues under:\n    .1\nclues left:\n    2..\nclues right:\n    ...",
        lambda f: (seen(lines(f)[3]), seen(lines(f)[4][::-1]), seen(lines(f)[0])) == (2, 1, 2),
    ),
    (
        "skyscrapers", 2, 3, "clues above:\n    2..\nclues under:\n    ...\nclues left:\n    2.\nclues right:\n    .1",
        lambda f: (seen(lines(f)[2]), seen(lines(f)[0]), seen(lines(f)[1][::-1])) == (2, 2, 1),
    ),
    (
        "factors", 3, 2, "regions room:\n    aa\n    bb\n    cc\nclues number:\n    6.\n    ..\n    ..\n",
        lambda f: prod(lines(f)[0]) == 6,
    ),
    (
        "minarism", 3, 2, "clues sign:\n    .2.\n    ...\n    ...\n    >..\n    ...\n",
        lambda f: abs(f[1, 1] - f[1, 2]) == 2 and f[2, 1] > f[3, 1],
    ),
    ("kropki", 4, 1, "clues dot:\n    .\n    w\n    .\n    .\n    .\n    .\n    .\n", one_after_other),
    ("kropki", 1, 4, "clues dot:\n    .w.....\n", lambda f: one_after_other({(c, r): v for (r, c), v in f.items()})),
]  # fmt: skip


@pytest.mark.parametrize(("genre", "height", "width", "layouts", "check"), CASES)
def test_numbers_go_up_to_the_longer_side(genre: str, height: int, width: int, layouts: str, check: Check) -> None:
    found = [
        tuple(value for row in solution.grid() for value in row)
        for solution in parse(f'genre "{genre}"\n{layouts}').solutions()
    ]
    expected = {
        tuple(filling.values())
        for filling in fillings(height, width, range(1, max(height, width) + 1))
        if all(len(set(line)) == len(line) for line in lines(filling)) and check(filling)
    }
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert expected
