"""On puzzles that other people set: no step removes a value of the known solution."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from puzzledsl import load
from puzzledsl.steps.solve_path import follow
from puzzledsl.time_limit import within

COLLECTION = os.environ.get("PUZZLEDSL_CORPUS", "")


def _puzzles() -> list[object]:
    found: list[object] = []
    for folder in ("variants", "genres"):
        index = Path(COLLECTION) / folder / "index.tsv"
        if COLLECTION and index.exists():
            with index.open(encoding="utf-8") as lines:
                rows = list(csv.DictReader(lines, delimiter="\t"))[::15]
            found += [pytest.param(index.parent / row["file"], row["solution"], id=row["file"]) for row in rows]
    return found or [pytest.param(None, "", marks=pytest.mark.skip("PUZZLEDSL_CORPUS names no folder with models"))]


@pytest.mark.parametrize(("file", "solution"), _puzzles())
def test_no_step_removes_a_value_of_the_solution(file: Path, solution: str) -> None:
    model = load(file).elaborated
    with within(10):
        path = follow(model)
    assert path.status in ("solved", "stuck", "unknown")
    numbers = [number for row in model.grids[0].numbers for number in row]
    values = solution.replace("/", "")
    if len(values) != len(numbers):
        return  # values of several digits
    candidates = path._left()
    for number, value in zip(numbers, values, strict=True):
        if number is not None and value != ".":
            assert int(value, 36) in candidates[number], model.variables[number].name
