"""Tiny puzzles with loops: their solutions are those that a check in plain Python finds among all loops."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from puzzledsl import parse
from tests.library.genre_laws.plain import Place, loops

ROOMS = ["aabb", "accb", "accd", "aadd"]


def tour(loop: dict[Place, list[Place]]) -> list[Place]:
    """The places of a loop in the order in which it visits them, from one that it enters from another room."""
    start, before = next((a, b) for a, others in loop.items() for b in others if room(a) != room(b))
    found = [before, start]
    while len(found) < len(loop):
        found.append(next(other for other in loop[found[-1]] if other != found[-2]))
    return [*found[1:], before]


def room(place: Place) -> str:
    return ROOMS[place[0] - 1][place[1] - 1]


def longest_visits(loop: dict[Place, list[Place]]) -> dict[str, int]:
    """How many places of each room a loop visits at most before it leaves the room."""
    visits = sorted((name, len(list(visit))) for name, visit in groupby(tour(loop), key=room))
    return dict(visits)


@pytest.mark.parametrize("clues", [{}, {"a": 3}, {"a": 6}, {"c": 2}, {"a": 3, "c": 4}, {"b": 2}])
def test_maxi_loop(clues: dict[str, int]) -> None:
    first = {name: next((r, c) for r in range(4) for c in range(4) if ROOMS[r][c] == name) for name in "abcd"}
    rows = [["."] * 4 for _ in range(4)]
    for name, number in clues.items():
        rows[first[name][0]][first[name][1]] = str(number)
    layouts = {"clues number": ["".join(row) for row in rows], "regions room": ROOMS}
    text = 'genre "maxi"\n' + "".join(
        f"{kind}:\n" + "".join(f"    {row}\n" for row in layout) for kind, layout in layouts.items()
    )
    expected = {
        frozenset(frozenset((a, b)) for a, others in loop.items() for b in others)
        for loop in loops(4, 4)
        if len(loop) == 16 and clues.items() <= longest_visits(loop).items()
    }
    found = [
        frozenset(
            frozenset((int(r), int(c)) for r, c in re.findall(r"r(\d)c(\d)", key))
            for key, value in solution.values.items()
            if value and key.startswith("track[")
        )
        for solution in parse(text).solutions()
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected
