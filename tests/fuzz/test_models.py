"""Random models of pencil puzzles are answered as trying all assignments finds; see `tests.fuzz.models` for many.

``python -m tests.fuzz.models 20000`` compares as many as it is given. 500 are tested, some of them in the normal run.
"""

from __future__ import annotations

import re

import pytest

from puzzledsl.elaboration.library import entries

from .models import difference, example

MODELS = 500
SHARES = 20


@pytest.mark.parametrize("share", [pytest.param(k, marks=pytest.mark.slow if k % 5 else ()) for k in range(SHARES)])
def test_answers_are_what_trying_finds(share: int) -> None:
    for number in range(share, MODELS, SHARES):
        found = difference(number, solve=number < 2 * SHARES)
        assert not found, f"model {number}: {found}\n{example(number).text}"


def test_every_rule_about_lines_and_regions_occurs() -> None:
    rules = {name for name, entry in entries().items() if entry.family in ("edges", "regions") and name[0] != "_"}
    text = "\n".join(example(number).text for number in range(MODELS))
    words = set(re.findall(r"[a-z_]+", text))
    assert rules - words == {"shape_names"}  # of puzzles with pieces
    assert {"edges", "arcs", "sides", "division", "crossings", "touching", "knight_moves", "mask", "var"} <= words


def test_statements_are_neither_always_nor_never_true_too_often() -> None:
    shares = []
    for number in range(0, MODELS, 5):
        one = example(number)
        found = [[statement.holds(v) for v in one.assignments[::7]] for statement in one.statements]
        shares += [any(held) and not all(held) for held in found]
    assert sum(shares) > 0.5 * len(shares)
