"""Decided operands under every operator: the program for the solver accepts exactly what the text means."""

from __future__ import annotations

import os
from random import Random

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.encodings import encodings
from puzzledsl.model import Model

from .accepted import Assignment, accepted, assignments, elaborated, is_moderate, meant
from .random_expressions import PRELUDE, Condition, Writer

ROUNDS = int(os.environ.get("PUZZLEDSL_ROUNDS", "50"))
DOMAINS = ["0..2", "-1..1", "1..3", "{-2, 0, 3}", "{1, 4}", "bool", "{0, 2, 5}", "-3..-1"]
STATIC = {"zero", "index", "outside", "bound"}
"""Mistakes that a random expression may really contain: a division by a part that is 0, an index that never fits."""


WIDE = ["-40..200", "0..1000", "{0, 7, 500}", "90..120"]
"""For the variable ``x``: too many values for a table, and for a column a value."""


def model_text(random: Random, ratios: bool = False, wide: bool = False) -> tuple[str, Condition, list[str]]:
    """A model of one constraint, its condition, and its variables in order."""
    grid = random.choice([(1, 2), (2, 1), (1, 3), (2, 2)])
    domains = [random.choice(DOMAINS) for _ in range(2)]
    if grid == (2, 2):
        domains = [random.choice(["bool", "{1, 4}", "1..2"]), random.choice(["bool", "1..2"])]
    if wide:
        grid, domains = (1, 2), [domains[0], random.choice(WIDE)]
    cells = [f"r{r}c{c}" for r in range(1, grid[0] + 1) for c in range(1, grid[1] + 1)]
    names = [*cells, "x"] if len(cells) < 4 else cells
    flags = [*(cells if domains[0] == "bool" else []), *(["x"] if domains[1] == "bool" and "x" in names else [])]
    condition = Writer(random, names, grid, flags, ratios).condition(random.choice([1, 2, 2, 3]))
    text = f"grid cell[{grid[0]}, {grid[1]}] in {domains[0]}\n"
    if "x" in names:
        text += f"var x in {domains[1]}\n"
    return text + PRELUDE + condition.text + "\n", condition, names


def solutions(condition: Condition, names: list[str], tried: list[Assignment]) -> set[Assignment]:
    return {a for a in tried if condition.holds(dict(zip(names, a, strict=True)))}


def tried_of(random: Random, model: Model, condition: Condition, names: list[str]) -> list[Assignment]:
    """All assignments, or some of many: as many solutions as others where there are."""
    everything = list(assignments(model))
    if len(everything) <= 81:
        return everything
    random.shuffle(everything)
    good = solutions(condition, names, everything[:2_000])
    return sorted(good)[:12] + [a for a in everything[:2_000] if a not in good][:12]


UNDEFINED = {
    "[r1c1, r1c2][r1c1 + 9] == 1": set(),
    "not [r1c1, r1c2][r1c1 + 9] == 1": {(0, 0), (0, 1), (1, 0), (1, 1)},
    "r1c1 == 1 or [r1c1, r1c2][r1c1 + 9] == 1": {(1, 0), (1, 1)},
    "r1c1 div r1c2 == r1c1 div r1c2": {(0, 1), (1, 1)},
    "r1c1 div r1c2 <= r1c1 div r1c2": {(0, 1), (1, 1)},
    "0 * (r1c1 div r1c2) == 0": {(0, 1), (1, 1)},
    "r1c1 div r1c2 - r1c1 div r1c2 == 0": {(0, 1), (1, 1)},
    "1 div r1c1 != 7": {(1, 0), (1, 1)},
    "1 div r1c1 not in {7, 8}": {(1, 0), (1, 1)},
    "not 1 div r1c1 in {1, 8}": {(0, 0), (0, 1)},
    "[1 div r1c1] != [7]": {(1, 0), (1, 1)},
    "alldifferent([1 div r1c1])": {(1, 0), (1, 1)},
    "r1c2 == (if r1c1 == 0 then 1 else 1 div r1c1)": {(0, 1), (1, 1)},
    "(1 div r1c1) ^ 0 == 1": {(1, 0), (1, 1)},
}
"""Over two cells of the domain ``bool``: what is undefined makes the nearest comparison around it false."""


@pytest.mark.parametrize("text", UNDEFINED)
def test_the_undefined_makes_the_nearest_comparison_false(text: str) -> None:
    model = elaborated(f"grid cell[1, 2] in bool\n{text}\n")
    if model is None:
        assert UNDEFINED[text] == set()
        return
    tried = list(assignments(model))
    assert meant(model, tried) == UNDEFINED[text]
    for encoding in sorted(encodings()):
        for tables in (True, False):
            assert accepted(model, encoding, "domain", tried, tables=tables) == UNDEFINED[text]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["whole", "exact division", "wide"])
def test_random_expressions(kind: str, seed: int) -> None:
    compared = 0
    for round_ in range(ROUNDS):
        random = Random(f"{kind} {seed} {round_}")
        text, condition, names = model_text(random, kind == "exact division", kind == "wide")
        try:
            model = elaborated(text)
        except PuzzleError as error:
            if not all(d.code in STATIC or "takes whole numbers" in d.message for d in error.diagnostics):
                raise
            continue
        if model is None:
            probe = elaborated(text.rsplit("\n", 2)[0] + "\n")
            assert probe is not None
            assert not solutions(condition, names, list(assignments(probe))), text
            continue
        tried = tried_of(random, model, condition, names)
        expected = solutions(condition, names, tried)
        assert meant(model, tried) == expected, text
        compared += 1
        if kind == "wide" and not is_moderate(model):
            continue
        for encoding in sorted(encodings()):
            for strength in ("none", "domain"):
                for tables in (True, False):
                    if random.random() < 0.5:
                        continue
                    found = accepted(model, encoding, strength, tried, tables=tables)
                    assert found == expected, f"{text}\n{encoding}, presolve {strength}, tables {tables}"
    assert compared > ROUNDS / 2
