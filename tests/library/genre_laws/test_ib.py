"""Tiny puzzles with lines: their solutions are those that a check in plain Python finds among all lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import pytest

from puzzledsl import parse
from tests.library.genre_laws.plain import Place, beside, places

Edges = frozenset[frozenset[Place]]
Layouts = Mapping[str, Sequence[str]]


def model(genre: str, layouts: Layouts) -> str:
    return f'genre "{genre}"\n' + "".join(
        f"{head}:\n" + "".join(f"    {row}\n" for row in rows) for head, rows in layouts.items()
    )


def solutions(genre: str, layouts: Layouts) -> set[Edges]:
    """The edges of each solution; no two solutions have the same ones."""
    found = [
        frozenset(
            frozenset((int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", key))
            for key, value in solution.values.items()
            if value and key.startswith("track[")
        )
        for solution in parse(model(genre, layouts)).solutions()
    ]
    assert len(found) == len(set(found))
    return set(found)


def edges(line: Sequence[Place]) -> Edges:
    return frozenset(frozenset(pair) for pair in zip(line, line[1:], strict=False))


def marks(rows: Sequence[str]) -> dict[Place, str]:
    return {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "."}


def paths(start: Place, goal: Place, height: int, width: int) -> Iterator[list[Place]]:
    """All lines between two places that do not touch themselves."""

    def extend(line: list[Place]) -> Iterator[list[Place]]:
        if line[-1] == goal:
            yield line
            return
        for place in beside(line[-1]):
            if place in cells and place not in line:
                yield from extend([*line, place])

    cells = {*places(height, width)}
    return extend([start])


def visits(line: Sequence[Place], room: Mapping[Place, str]) -> list[tuple[str, int, list[Place]]]:
    """The visits of a line: the room, which visit of this room it is, and the places."""
    found: list[tuple[str, int, list[Place]]] = []
    for name, visited in groupby(line, key=room.__getitem__):
        found.append((name, 1 + sum(other == name for other, _, _ in found), [*visited]))
    return found


ROOMS = ["aabb", "abbc", "accc", "dadd"]
ENDS = ["....", "....", "....", "S..G"]


@pytest.mark.parametrize(
    "clues", [["....", "....", "....", "...."], ["....", "..2.", "....", "...."], ["....", "....", "..2.", ".2.."]]
)
def test_haisu(clues: Sequence[str]) -> None:
    numbers = {place: int(mark) for place, mark in marks(clues).items()}
    expected = {
        edges(line)
        for line in paths((4, 1), (4, 4), 4, 4)
        if len(line) == 16
        and all(numbers.get(place, nth) == nth for _, nth, visited in visits(line, marks(ROOMS)) for place in visited)
    }
    assert solutions("haisu", {"clues end": ENDS, "clues number": clues, "regions room": ROOMS}) == expected


@pytest.mark.parametrize(
    "clues", [["x...", "....", "....", "...."], ["....", "....", ".x..", "...."], [".x..", ".x..", "....", "..xx"]]
)
def test_kaisu(clues: Sequence[str]) -> None:
    circles = marks(clues)
    expected = {
        edges(line)
        for line in paths((4, 1), (4, 4), 4, 4)
        if len(line) == 16
        and all(
            sum(place in circles for place in visited) in (0, nth) for _, nth, visited in visits(line, marks(ROOMS))
        )
    }
    assert solutions("kaisu", {"clues end": ENDS, "clues circle": clues, "regions room": ROOMS}) == expected
