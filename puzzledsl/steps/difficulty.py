"""How hard a path is: the scale, by the hardest step."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.steps.finding import Finding

LEVELS = (("easy", 2.0), ("moderate", 2.8), ("tricky", 3.6), ("hard", 4.4), ("very hard", 9.0))
"""Each level with the highest rating of a step that still belongs to it."""

BEYOND = "beyond"
"""No technique goes on: a value has to be tried."""


@record
class Difficulty:
    """How hard a path is.

    Attributes:
        level: one of `LEVELS`, or `BEYOND`.
        rating: of the hardest step; ``None`` where there is none.
        hardest: the name of that technique, or empty.
    """

    level: str
    rating: float | None
    hardest: str

    @property
    def score(self) -> float:
        """A number to compare by: the rating, or infinity beyond the scale. Nothing to do at all is the easiest."""
        return inf if self.level == BEYOND else self.rating or 0.0

    def __str__(self) -> str:
        level = "beyond the scale" if self.level == BEYOND else self.level
        return f"{level} (hardest step: {self.hardest}, {self.rating})" if self.hardest else level


def difficulty(findings: Sequence[Finding], complete: bool) -> Difficulty:
    """The difficulty of a path; one that does not reach the end is `BEYOND` the scale."""
    hardest = max((one.technique for one in findings), key=lambda technique: technique.rating, default=None)
    rating, name = (hardest.rating, hardest.name) if hardest is not None else (None, "")
    if not complete:
        return Difficulty(BEYOND, rating, name)
    return Difficulty(level(rating or 0.0), rating, name)


def level(rating: float) -> str:
    """The name of a rating."""
    return next((name for name, highest in LEVELS if rating <= highest), BEYOND)
