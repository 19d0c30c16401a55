"""How difficult the generated puzzles should be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf, nextafter
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.records import record
from puzzledsl.steps.difficulty import BEYOND, LEVELS

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.steps.solve_path import StepsPath

ATTEMPTS = 200
"""Puzzles that are made and rated at most for one that is as it should be."""


@record
class Sought:
    """The difficulty that puzzles should have.

    Attributes:
        low, high: bounds of `Difficulty.score`, both included.
        difficulty: the same as it was written, or empty.
        technique: the name of one that the path must need, or empty.
    """

    low: float = 0.0
    high: float = inf
    difficulty: str = ""
    technique: str = ""

    def __str__(self) -> str:
        wanted = [f"is {self.difficulty}"] if self.difficulty else []
        wanted += [f"needs {self.technique}"] if self.technique else []
        return " and ".join(wanted)


_NAMES = (*(name for name, _ in LEVELS), BEYOND)


def sought(difficulty: str, technique: str) -> Sought | None:
    """What puzzles should be like; ``None``: anything goes.

    Args:
        difficulty: ``LO..HI``, or one for both: names of levels, or ratings. Empty: any.
        technique: a name; empty: none in particular.

    Raises:
        PuzzleError: there is no such difficulty or technique, or no puzzle can have both.
    """
    from puzzledsl.steps.needed import technique_named

    difficulty = difficulty.strip()
    if not difficulty and not technique:
        return None
    low, high = _bounds(difficulty) if difficulty else (0.0, inf)
    if not technique:
        return Sought(low, high, difficulty)
    found = technique_named(technique)
    if found.rating > high:
        least = f"a puzzle that needs `{found.name}` is rated {found.rating} or higher"
        raise failure(f"{least}, and `{difficulty}` ends below that", code="difficulty")
    return Sought(low, high, difficulty, found.name)


def fits(path: StepsPath, sought: Sought) -> bool:
    """Whether a puzzle with this path is as it should be; not if the path was broken off."""
    from puzzledsl.steps.needed import needs, technique_named

    if path.difficulty is None or not sought.low <= path.difficulty.score <= sought.high:
        return False
    return not sought.technique or needs(path, technique_named(sought.technique))


def is_harder(sought: Sought, model: Model) -> bool:
    """Whether a puzzle with one solution is harder than it should be.

    Raises:
        OutOfTime: the time limit came first.
    """
    from puzzledsl.steps.solve_path import follow

    hard = follow(model, is_unique=True).difficulty
    return hard is None or hard.score > sought.high


def as_sentence(tried: Mapping[str, int], sought: Sought) -> str:
    """What none of the puzzles that were tried is; and how many of each level there were, the easiest first."""
    levels = ", ".join(
        f"{tried[level]} {'beyond the scale' if level == BEYOND else level}" for level in _NAMES if level in tried
    )
    return f"none of the {sum(tried.values())} puzzles tried {sought}: {levels}"


def _bounds(text: str) -> tuple[float, float]:
    low, dots, high = (part.strip() for part in text.partition(".."))
    ends = (low, high if dots else low)
    if not any(ends):
        raise _wrong(text, text)
    bounds = _end(ends[0], text)[0] if ends[0] else 0.0, _end(ends[1], text)[1] if ends[1] else inf
    if bounds[0] > bounds[1]:
        from puzzledsl.nearest import question

        message, meant = f"the difficulty `{text}` begins above its end", question(f"{high}..{low}")
        raise failure(message, label=meant, code="difficulty")
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
        f"`{text}` is not a difficulty",
        label=did_you_mean(word.lower(), _NAMES),
        helps=(
            f"write LO..HI, such as `tricky..hard` or `2.5..3.6`; the levels are {', '.join(_NAMES)}, and ratings are "
            "those of `puzzledsl steps`",
        ),
        code="difficulty",
    )
