"""A comparison as one JSON document, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puzzledsl.comparison.agreement import Verdict, verdict
from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.figures import Figures, Time, figures
from puzzledsl.comparison.runs import Rejected, Run, Values
from puzzledsl.diagnostics import failure

FORMAT = 1
"""Of the document; raised when a reader of the old one would be wrong about the new."""


@dataclass(frozen=True)
class Comparison:
    """All that was measured.

    Attributes:
        combinations, puzzles: in the order in which they were asked for; puzzles by name.
        machine: where it was measured, in words.
    """

    combinations: tuple[Combination, ...]
    puzzles: tuple[str, ...]
    runs: tuple[Run, ...]
    rejected: tuple[Rejected, ...] = ()
    time_limit: float | None = None
    rounds: int = 1
    jobs: int = 1
    interrupted: bool = False
    machine: str = ""

    def by_puzzle(self) -> dict[str, list[Run]]:
        """The runs of each puzzle that has any, in the order of the puzzles."""
        found: dict[str, list[Run]] = {name: [] for name in self.puzzles}
        for run in self.runs:
            found[run.puzzle].append(run)
        return {name: runs for name, runs in found.items() if runs}

    def verdicts(self) -> dict[str, Verdict]:
        """What the answers to each puzzle come to."""
        return {name: verdict(runs) for name, runs in self.by_puzzle().items()}

    def figures(self) -> tuple[Figures, ...]:
        """Figures by combination."""
        return figures(self.runs, self.combinations)


def as_json(comparison: Comparison) -> dict[str, object]:
    """The object that ``puzzledsl compare --json`` prints."""
    verdicts = comparison.verdicts()
    return {
        "comparison": FORMAT,
        "machine": comparison.machine,
        "time_limit": comparison.time_limit,
        "rounds": comparison.rounds,
        "jobs": comparison.jobs,
        "interrupted": comparison.interrupted,
        "disagreements": sum(found.kind == "disagree" for found in verdicts.values()),
        "combinations": [_figures_json(one) for one in comparison.figures()],
        "puzzles": [
            _puzzle_json(name, runs, verdicts[name]) for name, runs in comparison.by_puzzle().items()
        ],
        "rejected": [
            {"puzzle": one.puzzle, "error": one.error, "diagnostics": list(one.diagnostics)}
            for one in comparison.rejected
        ],
    }  # fmt: skip


def from_json(text: str, name: str) -> Comparison:
    """The comparison in a document that ``--json`` printed.

    Raises:
        PuzzleError: it is no such document.
    """
    try:
        document = json.loads(text)
        if document["comparison"] != FORMAT:
            raise KeyError("comparison")
        return _comparison(document)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, ZeroDivisionError):
        raise failure(
            f"`{name}` holds no comparison",
            helps=("`puzzledsl compare FILE… --json > results.json` makes one",),
            code="file",
        ) from None


def _figures_json(one: Figures) -> dict[str, object]:
    def time(value: Time | None) -> float | None:
        return None if value is None else round(value.seconds, 6)

    return {
        **_way(one.combination),
        "solved": one.solved,
        "by_presolve": one.presolved,
        "limit": one.limit,
        "failed": one.failed,
        "median": time(one.median),
        "mean": time(one.mean),
        "percentile90": time(one.percentile90),
        "slowest": time(one.slowest),
        "total": time(one.total),
        "columns": one.columns,
        "rows": one.rows,
        "nodes": one.nodes,
    }


def _way(combination: Combination) -> dict[str, object]:
    return {
        "encoding": combination.encoding or None,
        "solver": combination.solver,
        "presolve": combination.presolve,
    }


def _puzzle_json(name: str, runs: Sequence[Run], found: Verdict) -> dict[str, object]:
    places = {values.solution: place for place, values in enumerate(found.solutions)}
    return {
        "puzzle": name,
        "verdict": found.kind,
        "message": found.message,
        "status": found.status,
        "objective": _number(found.objective),
        "solutions": [{"grids": values.grids, "variables": values.variables} for values in found.solutions],
        "runs": [_run_json(run, None if run.values is None else places[run.values.solution]) for run in runs],
    }


def _run_json(run: Run, solution: int | None) -> dict[str, object]:
    return {
        **_way(run.combination),
        "round": run.number + 1,
        "outcome": run.outcome,
        "status": run.status,
        "by": run.by,
        "shared": run.shared,
        "objective": _number(run.objective),
        "maximize": run.maximize,
        "bound": run.bound,
        "solution": solution,
        "size": dict(run.size),
        "nodes": run.nodes,
        "seconds": dict(run.seconds),
        "message": run.message,
    }


def _number(value: Fraction | None) -> int | str | None:
    """Whole numbers as such; others as a text like ``7/3``, which loses nothing."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


def _comparison(document: Mapping[str, Any]) -> Comparison:
    runs: list[Run] = []
    for puzzle in document["puzzles"]:
        solutions = [Values(one["grids"], one["variables"]) for one in puzzle["solutions"]]
        runs += [_run(puzzle["puzzle"], one, solutions) for one in puzzle["runs"]]
    return Comparison(
        tuple(_combination(one) for one in document["combinations"]),
        tuple(puzzle["puzzle"] for puzzle in document["puzzles"]),
        tuple(runs),
        tuple(Rejected(one["puzzle"], one["error"], tuple(one["diagnostics"])) for one in document["rejected"]),
        document["time_limit"],
        document["rounds"],
        document["jobs"],
        document["interrupted"],
        document["machine"],
    )


def _combination(one: Mapping[str, Any]) -> Combination:
    return Combination(one["encoding"] or "", one["solver"], one["presolve"])


def _run(puzzle: str, one: Mapping[str, Any], solutions: Sequence[Values]) -> Run:
    if one["outcome"] not in ("solved", "limit", "failed"):
        raise ValueError
    return Run(
        puzzle,
        _combination(one),
        one["round"] - 1,
        one["status"],
        one["outcome"],
        {stage: float(seconds) for stage, seconds in one["seconds"].items()},
        one["by"],
        None if one["solution"] is None else solutions[one["solution"]],
        None if one["objective"] is None else Fraction(one["objective"]),
        one["bound"],
        one["maximize"],
        one["size"],
        one["nodes"],
        one["message"],
        one["shared"],
    )
