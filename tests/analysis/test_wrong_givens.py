"""Published puzzles with one given that differs from the solution: what is called a conflict is one, and minimal."""

from __future__ import annotations

import csv
import os
import random
from pathlib import Path

import pytest

from puzzledsl.analysis.unsolvable import explain
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.session import SolverSession, subset
from puzzledsl.source import Source
from puzzledsl.time_limit import within
from puzzledsl.verification import verify

CORPUS = os.environ.get("PUZZLEDSL_CORPUS")
FIRST, STEP, SECONDS = 9, 36, 10


def _puzzles() -> list[dict[str, str]]:
    if CORPUS is None:
        return []
    with (Path(CORPUS) / "variants" / "index.tsv").open(encoding="utf-8") as index:
        return list(csv.DictReader(index, delimiter="\t"))[FIRST::STEP]


def _with_a_wrong_given(puzzle: dict[str, str]) -> Model:
    assert CORPUS is not None
    text = (Path(CORPUS) / "variants" / puzzle["file"]).read_text(encoding="utf-8")
    source = Source(puzzle["file"], text)
    model = load_model(source)
    grid = model.grids[0]
    solution = [int(mark) for row in puzzle["solution"].split("/") for mark in row.split() if mark != "."]
    cells = [x for row in grid.numbers for x in row if x is not None]
    draw = random.Random(puzzle["file"])
    x, right = draw.choice([(x, v) for x, v in zip(cells, solution, strict=True) if x not in model.givens])
    wrong = draw.choice([value for value in grid.domain if value != right])
    rows = [" ".join(str(wrong) if number == x else "." for number in row) for row in grid.numbers]
    return load_model(source, givens=Source("<givens>", "\n".join(rows)), allow_clashes=True)


@pytest.mark.skipif(CORPUS is None, reason="PUZZLEDSL_CORPUS does not say where published puzzles are")
@pytest.mark.parametrize("puzzle", _puzzles(), ids=lambda puzzle: puzzle["file"])
def test_a_conflict_of_a_puzzle_with_a_wrong_given(puzzle: dict[str, str]) -> None:
    model = _with_a_wrong_given(puzzle)
    with within(SECONDS):
        found = explain(model)
    assert found.status != "solvable"
    for conflict in found.conflicts:
        kept = {n for element in conflict.elements for n in element._requirements}
        with within(2 * SECONDS), SolverSession(subset(model, kept)) as session:
            assert session.find().status != "solved"
        for i, one in conflict.witnesses.items():
            assert not verify(subset(model, kept.difference(conflict.elements[i]._requirements)), one.assignment)
