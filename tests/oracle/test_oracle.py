"""Random models have the solutions that trying all assignments finds; see `tests.oracle` for many of them.

``python -m tests.oracle 5000`` compares as many as it is told to.
"""

from __future__ import annotations

import re

import pytest

from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import entries

from .comparing import difference, example
from .rule_cases import RULES

MODELS = 160
SHARES = 8


@pytest.mark.parametrize("share", [pytest.param(k, marks=pytest.mark.slow if k % 3 else ()) for k in range(SHARES)])
def test_answers_are_what_trying_finds(share: int) -> None:
    for number in range(share, MODELS, SHARES):
        found = difference(number, solve=number < 2 * SHARES)
        assert not found, f"model {number}: {found}\n{example(number).text}"


def test_every_rule_and_built_in_function_occurs() -> None:
    """Those of edges, divisions and shapes have tests of their own in `tests/language`."""
    others = ("edges", "regions")
    rules = {name for name, entry in entries().items() if entry.is_rule and name[0] != "_"}
    rules -= {name for name, entry in entries().items() if entry.family in others}
    assert set(RULES) == rules
    text = "\n".join(statement.text for k in range(MODELS * 4) for statement in example(k).statements)
    words = set(re.findall(r"[a-z_]+", text))
    assert set(RULES) - words == set()
    assert set(builtins()) - words == {
        "region_size",
        "beside",
        "ray",
        "groups",
        "placements",
        "orientations",
        "form_lines",
        "opposites",
        "directed",
    }


def test_statements_are_neither_always_nor_never_true_too_often() -> None:
    shares = []
    for number in range(MODELS):
        one = example(number)
        found = [statement.holds(v) for statement in one.statements for v in one.assignments[::7]]
        shares.append(any(found) and not all(found))
    assert sum(shares) > 0.7 * MODELS
