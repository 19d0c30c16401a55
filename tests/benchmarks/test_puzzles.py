"""What the benchmark asks of everybody is the same puzzle for everybody, and only a solution passes as one."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import puzzledsl

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
VARIANTS = sorted(path.stem for path in (BENCHMARKS / "variants").glob("*.json"))


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Modules of the benchmark, which lie beside each other and are no package."""
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), str(BENCHMARKS / "peers"), *sys.path])
    return {name: import_module(name) for name in ("puzzles", "clues", "measuring")}


def test_there_are_ten_variants() -> None:
    assert len(VARIANTS) == 10


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_the_model_of_that_name(name: str, modules: dict[str, Any]) -> None:
    digits = [int(digit) for digit in modules["puzzles"].variants()[name]]
    model = puzzledsl.load(ROOT / "models" / f"{name}.puz")
    rows = [digits[9 * r : 9 * r + 9] for r in range(9)]
    assert model.verify({"cell": rows}) == []
    clues = modules["clues"].read(str(BENCHMARKS / "variants" / f"{name}.json"))
    assert all(given in {0, digit} for given, digit in zip(clues.givens, digits, strict=True))
    assert all(len({digits[cell] for cell in group}) == len(group) for group in clues.different)
    assert all(digits[a] != digits[b] for a, b in clues.unequal)
    assert all(sum(digits[cell] for cell in group) == total for total, group in clues.sums)
    assert all(sum(digits[cell] for cell in group) == digits[circle] for circle, group in clues.arrows)
    assert all(digits[a] < digits[b] for line in clues.thermos for a, b in pairwise(line))
    assert all(modules["clues"].RELATIONS[relation](digits[a], digits[b]) for a, b, relation in clues.related)
    for total, line in clues.sandwiches:
        first, last = sorted(place for place, cell in enumerate(line) if digits[cell] in {1, 9})
        assert sum(digits[cell] for cell in line[first + 1 : last]) == total


def test_only_a_solution_that_keeps_the_givens_is_right(modules: dict[str, Any]) -> None:
    sets = modules["puzzles"].classics(None)
    for puzzle in (puzzle for members in sets.values() for puzzle in members):
        assert puzzle.accepts(puzzle.solution)
        unknown = modules["puzzles"].Classic(puzzle.givens)
        assert unknown.accepts(puzzle.solution)
        swapped = puzzle.solution.translate(str.maketrans("12", "21"))  # a grid by the rules, but not of these givens
        for wrong in ("", "-", swapped, puzzle.solution[:-1], puzzle.solution[:-1] + "0"):
            assert not puzzle.accepts(wrong)
            assert not unknown.accepts(wrong)


def test_a_process_over_its_limit_is_ended_with_what_it_started(modules: dict[str, Any]) -> None:
    program = "import subprocess, sys; print('first', flush=True); subprocess.run([sys.executable, '-c', "
    program += "'import time; time.sleep(60)'])"
    run = modules["measuring"].stream(modules["measuring"].Command([sys.executable, "-c", program]), 0.3, 60)
    assert run.late
    assert run.lines == ["first"]


def test_options_of_highs_are_compared_and_answers_verified() -> None:
    models = [str(ROOT / "models" / f"{name}.puz") for name in ("rota", "six")]
    command = [
        sys.executable,
        str(BENCHMARKS / "options.py"),
        *models,
        "--limit",
        "20",
        "--seeds",
        "1",
        "--trivial",
        "0",
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}  # for its siblings
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.count("| puzzledsl | 2 of 2 |") == 2  # feasibility, and objective: a model in two encodings each
    assert "| without heuristics | 2 of 2 |" in printed
