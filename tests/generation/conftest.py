"""Small models, and all solutions of a puzzle by brute force: nothing of the package is used for that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from tests.command import Call, Result, called, enter

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
SIX = "grid cell[6, 6] in 1..6\nalldifferent: rows, columns, boxes\n"
NINE = 'puzzle "Classic"  # by hand\n\ngrid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n'

Group = tuple[int, ...]
Condition = tuple[Group, Callable[[Sequence[int]], bool]]
"""Cells, numbered row by row from 0, and what their values have to satisfy."""


def different(group: Group) -> Condition:
    return group, lambda values: len(set(values)) == len(values)


def houses(size: int, height: int, width: int) -> list[Condition]:
    """Rows, columns and boxes."""
    everything = range(size)
    rows = [tuple(r * size + c for c in everything) for r in everything]
    columns = [tuple(r * size + c for r in everything) for c in everything]
    boxes = [
        tuple((top + i) * size + left + j for i in range(height) for j in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]
    return [different(group) for group in (*rows, *columns, *boxes)]


def solutions(
    cells: int, values: Sequence[int], conditions: Sequence[Condition], givens: Mapping[int, int], limit: int = 2
) -> list[tuple[int, ...]]:
    """The first solutions, by trying all values cell by cell; a condition is asked once all its cells have one.

    Cells with a given come first, so that groups are complete early.
    """
    order = sorted(range(cells), key=lambda x: (x not in givens, x))
    place = {x: k for k, x in enumerate(order)}
    due: list[list[Condition]] = [[] for _ in order]
    for group, holds in conditions:
        due[max(place[x] for x in group)].append((group, holds))
        if holds(range(len(group))):  # an all-different: look at each of its parts, too
            for k in range(2, len(group)):
                part = tuple(sorted(group, key=place.__getitem__)[:k])
                due[place[part[-1]]].append(different(part))
    found: list[tuple[int, ...]] = []
    assigned: dict[int, int] = {}

    def fill(k: int) -> None:
        if k == cells:
            found.append(tuple(assigned[x] for x in range(cells)))
            return
        x = order[k]
        for value in [givens[x]] if x in givens else values:
            assigned[x] = value
            if all(holds([assigned[y] for y in group]) for group, holds in due[k]):
                fill(k + 1)
                if len(found) >= limit:
                    return
        del assigned[x]

    fill(0)
    return found


def givens_of(line: str) -> dict[int, int]:
    """Of a line with a character a cell."""
    return {k: int(mark) for k, mark in enumerate(line) if mark != "."}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with models in it."""
    return enter(tmp_path, {"four.puz": FOUR, "six.puz": SIX, "classic.puz": NINE}, monkeypatch)


@pytest.fixture
def call(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs ``puzzledsl generate``."""

    def call(*arguments: str, stdin: str = "") -> Result:
        return called(["generate", *arguments], monkeypatch, capsys, stdin)

    return call
