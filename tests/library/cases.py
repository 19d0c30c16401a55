"""What a case of a rule is, and the assignments that it is tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

Place = tuple[int, int]
Filled = Mapping[Place, int]
"""Values by place, in reading order."""

MOST = 1100
"""Assignments that a case is tried on; a random sample where there are more."""


@dataclass(frozen=True)
class Case:
    """A call of a rule on a small grid, and a reading of its meaning that owes nothing to the library.

    Attributes:
        size: rows and columns of the grid.
        domain: as the model writes it.
        call: the statement.
        means: whether a filled grid obeys it.
        fill: makes a random filled grid, where hardly any of all of them would obey.
        flat: whether its program for the solver is tried too; not where it has many cells.
    """

    rule: str
    size: Place
    domain: str
    call: str
    means: Callable[[Filled], bool]
    fill: Callable[[Random], dict[Place, int]] | None = None
    flat: bool = True

    @property
    def values(self) -> list[int]:
        if ".." in self.domain:
            low, high = self.domain.split("..")
            return list(range(int(low), int(high) + 1))
        return [int(v) for v in self.domain.strip("{}").split(",")]

    @property
    def places(self) -> list[Place]:
        return [(r, c) for r in range(1, self.size[0] + 1) for c in range(1, self.size[1] + 1)]

    def model(self, statement: str) -> str:
        return f"grid cell[{self.size[0]}, {self.size[1]}] in {self.domain}\n{statement}\n"

    def filled(self) -> Iterator[dict[Place, int]]:
        """All filled grids, or a random sample of them."""
        random, places, values = Random(self.call), self.places, self.values
        if self.fill is not None:
            for _ in range(300):
                yield self.fill(random)
        elif len(values) ** len(places) <= MOST:
            for combination in product(values, repeat=len(places)):
                yield dict(zip(places, combination, strict=True))
        else:
            for k in range(MOST):
                # Every other one without repetitions, which few have by chance.
                row = random.sample(values, len(places)) if k % 2 and len(values) >= len(places) else None
                yield dict(zip(places, row or random.choices(values, k=len(places)), strict=True))

    def __str__(self) -> str:
        return f"{self.call} on {self.size[0]}x{self.size[1]} in {self.domain}"


def on_row(rule: str, length: int, domain: str, arguments: str, means: Callable[[list[int]], bool]) -> Case:
    """A case of a rule on the one row of a grid: ``arguments`` are those behind the cells."""
    call = f"{rule}(row(1){', ' if arguments else ''}{arguments})"
    return Case(rule, (1, length), domain, call, lambda g: means(list(g.values())))


def all_different(values: list[int]) -> bool:
    return len(set(values)) == len(values)
