"""Graphs as lists of neighbors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def neighbors(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The neighbors of each position."""
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near
