"""The arrays of an encoded model are those of its Pyomo model, with or without Pyomo."""

from __future__ import annotations

import importlib.util
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.encodings import encodings
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.highs.integer_program import Program, program, program_of
from puzzledsl.inspection.programs import programs

MODELS = Path(__file__).parents[2] / "models"
OBJECTIVE = (
    "grid cell[3, 3] in 1..9\nvar most in 0..30\nalldifferent: rows\nmost == sum(row(1))\nmaximize 2 * most - 3\n"
)
TOUR = """grid next[1, 7] in 1..7
circuit(row(1))
maximize next[1, 1] + 2 * next[1, 3] - next[1, 5] + 3 * next[1, 7]
"""
"""Some of its rows are added only where a solution violates them."""


def arrays(found: Program) -> dict[str, Any]:
    """All but the columns; the entries of a row in the order of their columns."""
    lists = {name: list(value) for name in Program.__match_args__ if isinstance(value := getattr(found, name), array)}
    starts, entries = lists["starts"], list(zip(lists.pop("indices"), lists.pop("values"), strict=True))
    rows = [sorted(entries[a:b]) for a, b in pairwise(starts)]
    return lists | {"rows": rows, "maximize": found.maximize, "offset": found.offset}


@pytest.mark.parametrize("name", ["killer", "skyscrapers", "star_battle", "objective"])
def test_arrays_are_those_of_the_pyomo_model(name: str) -> None:
    text = OBJECTIVE if name == "objective" else (MODELS / f"{name}.puz").read_text(encoding="utf-8")
    model = puzzledsl.parse(text).elaborated
    for found in programs(model, encodings(), ["none"]):
        for encoded in found.encoded.values():
            assert arrays(program_of(encoded)) == arrays(program(to_pyomo(encoded)))


@pytest.mark.parametrize("text", [OBJECTIVE, TOUR], ids=["objective", "tour"])
def test_highs_solves_without_pyomo(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    expected = puzzledsl.parse(text).solve(solver="highs")
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "pyomo" else find(name, *more))
    found = puzzledsl.parse(text).solve(solver="highs")
    assert (found.status, found.objective) == (expected.status, expected.objective)
