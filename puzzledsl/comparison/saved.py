"""A comparison as one JSON document, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from math import isinf
from typing import Any

from puzzledsl.comparison.agreement import Verdict, verdict
from puzzledsl.comparison.figures import figures
from puzzledsl.comparison.runs import Combination, Run
from puzzledsl.diagnostics import failure
from puzzledsl.records import record

FORMAT = 2
"""Of the document; raised when a reader of the old one would be wrong about the new."""


@record
class Comparison:
    """All that was measured.

    Attributes:
        time_limit: seconds for each run.
    """

    runs: tuple[Run, ...]
    time_limit: float
    interrupted: bool = False

    def verdicts(self) -> dict[str, Verdict]:
        """The verdict about each puzzle, by its name."""
        puzzles: dict[str, list[Run]] = {}
        for run in self.runs:
            puzzles.setdefault(run.puzzle, []).append(run)
        return {name: verdict(runs) for name, runs in puzzles.items()}


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The object that ``puzzledsl compare --json`` prints. A figure above the time limit is ``None``."""
    found = []
    for one in figures(comparison.runs):
        values: dict[str, Any] = asdict(one)
        combination = values.pop("combination")
        finite = {name: None if isinstance(v, float) and isinf(v) else v for name, v in values.items()}
        found.append(combination | finite)
    return {
        "comparison": FORMAT,
        "time_limit": comparison.time_limit,
        "interrupted": comparison.interrupted,
        "combinations": found,
        "puzzles": [{"puzzle": name} | asdict(one) for name, one in comparison.verdicts().items()],
        "runs": [asdict(run) for run in comparison.runs],
    }


def from_json(text: str, name: str) -> Comparison:
    """The comparison in a document that ``--json`` printed.

    Raises:
        PuzzleError: it is not such a document. Figures and verdicts have to be those of its runs.
    """
    try:
        document = json.loads(text)
        runs = tuple(_run(one) for one in document["runs"])
        found = Comparison(runs, float(document["time_limit"]), document["interrupted"])
        if json.loads(json.dumps(as_json(found))) == document:
            return found
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        pass
    raise failure(
        f"`{name}` is not a comparison",
        helps=("`puzzledsl compare FILE… --json > results.json` makes one",),
        code="file",
    )


def _run(one: Mapping[str, Any]) -> Run:
    return Run(**{**one, "combination": Combination(**one["combination"])})
