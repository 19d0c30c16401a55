"""Cutting a part of a grid into connected pieces at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

Piece = frozenset[int]
"""Cells, connected by their sides."""

FEWER_SINGLES = 0.7
"""How often a single cell that could be a piece is not left at that: it gives its value away."""


class Cutter:
    """Cuts parts of a grid into connected pieces in which no value repeats.

    Attributes:
        sizes: the smallest and the largest number of cells in a piece.
    """

    def __init__(
        self, neighbours: Mapping[int, Sequence[int]], values: Sequence[int], sizes: tuple[int, int], rng: Random
    ) -> None:
        """Args:
        neighbours: by cell those that share a side with it.
        values: by cell its value in the solution.
        """
        self.neighbours = neighbours
        self.values = values
        self.sizes = sizes
        self.rng = rng

    def cut(self, cells: Piece, most: int | None = None) -> list[Piece] | None:
        """A random partition of ``cells``; ``None``: this attempt has failed.

        Args:
            most: pieces at most.
        """
        low, high = self.sizes
        rng = self.rng
        left = set(cells)
        pieces: list[set[int]] = []
        while left:
            # From a cell that is nearly cut off, so that none is left over; among equals any.
            start = min(sorted(left), key=lambda x: (self._open(x, left), rng.random()))
            size = rng.randint(low, high)
            if size == 1 and rng.random() < FEWER_SINGLES:
                size = min(2, high)
            piece = self._grown(start, left, size)
            left -= piece
            if len(piece) >= low:
                pieces.append(piece)
            elif not self._joined(piece, pieces):
                return None
            if most is not None and len(pieces) > most:
                return None
        return [frozenset(piece) for piece in pieces]

    def _open(self, x: int, left: set[int]) -> int:
        return sum(y in left for y in self.neighbours[x])

    def _grown(self, start: int, left: set[int], size: int) -> set[int]:
        piece, taken = {start}, {self.values[start]}
        while len(piece) < size:
            edge = sorted({y for x in piece for y in self.neighbours[x] if y in left and y not in piece})
            edge = [y for y in edge if self.values[y] not in taken]
            if not edge:
                break
            chosen = self.rng.choice(edge)
            piece.add(chosen)
            taken.add(self.values[chosen])
        return piece

    def _joined(self, piece: set[int], pieces: list[set[int]]) -> bool:
        """Put a piece that is too small into a neighbour that has room for it."""
        taken = {self.values[x] for x in piece}
        beside = {y for x in piece for y in self.neighbours[x]}
        for other in self.rng.sample(pieces, len(pieces)):
            if len(other) + len(piece) > self.sizes[1] or not other & beside:
                continue
            if not taken & {self.values[x] for x in other}:
                other |= piece
                return True
        return False


def neighbours_of(numbers: Sequence[Sequence[int | None]]) -> dict[int, tuple[int, ...]]:
    """By cell of a grid those that share a side with it."""
    height = len(numbers)
    found: dict[int, tuple[int, ...]] = {}
    for r, row in enumerate(numbers):
        for c, x in enumerate(row):
            if x is None:
                continue
            places = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            inside = [numbers[i][j] for i, j in places if 0 <= i < height and 0 <= j < len(row)]
            found[x] = tuple(y for y in inside if y is not None)
    return found
