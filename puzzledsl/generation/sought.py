"""How difficult the generated puzzles should be, and what those were that were not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, nextafter
from typing import TYPE_CHECKING

from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.steps.difficulty import BEYOND, LEVELS, Difficulty

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.steps.solve_path import StepsPath

ATTEMPTS = 200
"""Puzzles that are made and rated at most for one that is as it should be."""


@dataclass(frozen=True, slots=True)
class Sought:
    """The difficulty that puzzles should have.

    Attributes:
        low, high: bounds of `Difficulty.score`, both included.
        difficulty: the same as it was written, or empty.
        technique: the name of one that the path must need, or empty.
        attempts: puzzles that are made and rated at most for one that fits.
    """

    low: float = 0.0
    high: float = inf
    difficulty: str = ""
    technique: str = ""
    attempts: int = ATTEMPTS

    def __str__(self) -> str:
        wanted = [f"is {self.difficulty}"] if self.difficulty else []
        wanted += [f"needs {self.technique}"] if self.technique else []
        return " and ".join(wanted)


@dataclass(frozen=True, slots=True)
class Rating:
    """How difficult a puzzle is.

    Attributes:
        techniques: how often its path uses each.
        fits: it is as it should be.
    """

    difficulty: Difficulty
    techniques: Mapping[str, int]
    fits: bool


@dataclass(slots=True)
class Tried:
    """The puzzles that were made and rated for one that fits.

    Attributes:
        levels: how many of each level.
        using: how many use the technique, whether they need it or not.
    """

    levels: dict[str, int] = field(default_factory=dict)
    using: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return sum(self.levels.values())

    def add(self, rating: Rating, sought: Sought) -> None:
        """Count one more."""
        level = rating.difficulty.level
        self.levels[level] = self.levels.get(level, 0) + 1
        self.using += sought.technique in rating.techniques

    def ordered(self) -> dict[str, int]:
        """The levels, the easiest first."""
        return {level: self.levels[level] for level in _NAMES if level in self.levels}

    def sentence(self, sought: Sought) -> str:
        """What is said where none fits."""
        levels = ", ".join(f"{number} {_said(level)}" for level, number in self.ordered().items())
        text = f"none of the {self.count} puzzles tried {sought}: {levels}"
        if not sought.technique:
            return text
        return f"{text}; {self.using or 'none'} of them use{'s' * (self.using <= 1)} {sought.technique}"


_NAMES = (*(name for name, _ in LEVELS), BEYOND)
_FORM = re.compile(r"\s*(?P<low>[^.]*(?:\.\d+)?)\s*(?:(?P<to>\.\.)\s*(?P<high>[^.]*(?:\.\d+)?)\s*)?")


def sought(difficulty: str, technique: str, attempts: int) -> Sought | None:
    """What puzzles should be like; ``None``: anything goes.

    Args:
        difficulty: ``LO..HI``, or one for both: names of levels, or ratings. Empty: any.
        technique: a name; empty: none in particular.

    Raises:
        PuzzleError: there is no such difficulty or technique, or no puzzle can have both.
    """
    from puzzledsl.steps.needed import technique_named

    check_numbers(1, attempts=attempts)
    if not difficulty.strip() and not technique:
        return None
    low, high = _bounds(difficulty) if difficulty.strip() else (0.0, inf)
    if not technique:
        return Sought(low, high, difficulty.strip(), "", attempts)
    found = technique_named(technique)
    if found.rating > high:
        least = f"a puzzle that needs `{found.name}` is rated {found.rating} or higher"
        raise failure(f"{least}, and `{difficulty.strip()}` ends below that", code="difficulty")
    return Sought(low, high, difficulty.strip(), found.name, attempts)


def rating_of(model: Model, sought: Sought | None, deadline: float | None) -> Rating | None:
    """Rate a puzzle with exactly one solution; ``None``: the deadline came first.

    Raises:
        KeyboardInterrupt: as it came.
    """
    from puzzledsl.steps.solve_path import follow

    path = follow(model, deadline=deadline)
    if path.interrupted:
        raise KeyboardInterrupt
    if path.difficulty is None:
        return None
    return Rating(path.difficulty, path.counts, sought is None or _fits(path, path.difficulty, sought))


def _fits(path: StepsPath, difficulty: Difficulty, sought: Sought) -> bool:
    from puzzledsl.steps.needed import needs, technique_named

    if not sought.low <= difficulty.score <= sought.high:
        return False
    return not sought.technique or needs(path, technique_named(sought.technique))


def _bounds(text: str) -> tuple[float, float]:
    form = _FORM.fullmatch(text)
    if form is None:
        raise _wrong(text, text)
    low, high = form["low"].strip(), (form["high"] or "").strip()
    if form["to"] is None:
        high = low
    if not low and not high:
        raise _wrong(text, text)
    bounds = _end(low, text)[0] if low else 0.0, _end(high, text)[1] if high else inf
    if bounds[0] > bounds[1]:
        from puzzledsl.nearest import question

        raise failure(
            f"the difficulty `{text.strip()}` begins above its end",
            label=question(f"{high}..{low}"),
            code="difficulty",
        )
    from puzzledsl.steps.needed import usable

    ratings = [technique.rating for technique in usable()]
    if bounds[1] < ratings[0] or ratings[-1] < bounds[0] < inf:
        raise failure(
            f"no puzzle is rated `{text.strip()}`: ratings go from {ratings[0]} to {ratings[-1]}", code="difficulty"
        )
    return bounds


def _end(word: str, text: str) -> tuple[float, float]:
    """The lowest and the highest score of a level or a rating."""
    name = " ".join(word.replace("-", " ").replace("_", " ").split()).lower()
    if name == BEYOND:
        return inf, inf
    below = 0.0
    for level, highest in LEVELS:
        if name == level:
            return below, highest
        below = nextafter(highest, inf)
    if re.fullmatch(r"\d+(\.\d+)?", word):
        return float(word), float(word)
    raise _wrong(word, text)


def _wrong(word: str, text: str) -> PuzzleError:
    from puzzledsl.nearest import did_you_mean

    return failure(
        f"`{text.strip()}` is not a difficulty",
        label=did_you_mean(word.lower(), _NAMES),
        helps=(
            f"write LO..HI, such as `tricky..hard` or `2.5..3.6`; the levels are {', '.join(_NAMES)}, and ratings are "
            "those of `puzzledsl steps`",
        ),
        code="difficulty",
    )


def _said(level: str) -> str:
    return "beyond the scale" if level == BEYOND else level
