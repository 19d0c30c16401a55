"""A house is what the built-in `alldifferent` states, not what a model calls by that name."""

from __future__ import annotations

import pytest

from puzzledsl.analysis.elements import split
from puzzledsl.analysis.redundancy import redundant
from puzzledsl.analysis.selection import matching
from puzzledsl.model import Kind, Model

from .small_models import model_of

OWN = (
    "rule alldifferent(cells):\n    sum(cells) <= 5\n",
    "let alldifferent(cells) = sum(cells) <= 5\n",
)
CLUES = "alldifferent: columns\nalldifferent(row(1))\nr1c1 + r2c1 <= 5\n"


def kinds(model: Model) -> list[Kind]:
    return [requirement.origin.kind for requirement in model.requirements]


@pytest.mark.parametrize("own", OWN)
def test_an_own_rule_of_that_name_is_no_house(own: str) -> None:
    model = model_of(f"grid cell[2, 2] in 1..4\n{own}{CLUES}")
    assert set(kinds(model)) == {Kind.CLUE}
    found = redundant(model)
    assert not found.kept
    assert len(found.redundant) == 2  # the first column, stated twice
    assert len(found.together) == 1
    assert not matching(split(model).elements, model, ["houses"])


@pytest.mark.parametrize("statement", ["alldifferent: rows", "alldifferent(row(1))\nalldifferent(row(2))"])
def test_rows_are_houses(statement: str) -> None:
    model = model_of(f"grid cell[2, 2] in 1..4\n{statement}\nr1c1 != r2c1\nrenban: column(2)\n")
    assert kinds(model) == [Kind.HOUSE, Kind.HOUSE, Kind.CLUE, Kind.CLUE]
    assert not redundant(model).needed.keys() & set(split(model).elements[:2])


def test_a_house_without_enough_values_is_one() -> None:
    model = model_of("grid cell[2, 3] in 1..2\nalldifferent: rows\n")
    assert kinds(model) == [Kind.HOUSE, Kind.HOUSE]


def test_an_own_rule_that_calls_the_built_in_is_a_clue() -> None:
    model = model_of("grid cell[2, 2] in 1..4\nrule apart(cells):\n    alldifferent(cells)\napart: rows\n")
    assert set(kinds(model)) == {Kind.CLUE}
