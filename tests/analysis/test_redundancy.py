"""Redundant clues: against brute force on small models, and what may be kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puzzledsl.analysis.elements import split
from puzzledsl.analysis.redundancy import redundant
from puzzledsl.diagnostics import PuzzleError
from tests.examples import examples

from .small_models import TEXTS, Brute, model_of

SLOWLY = settings(max_examples=examples(40))


@given(TEXTS)
@SLOWLY
def test_redundant_is_what_leaves_the_same_solutions(text: str) -> None:
    model = model_of(text)
    parts = split(model)
    brute = Brute(parts)
    everything = frozenset(range(len(parts.elements)))
    same = brute.left(sorted(everything))
    found = redundant(model, houses=True)
    if not same:
        assert found.status == "infeasible"
        return
    assert found.status == "checked"
    assert not found.undecided
    expected = {n for n in everything if brute.left(sorted(everything - {n})) == same}
    assert brute.numbers(found.redundant) == expected
    together = brute.numbers(found.together)
    assert brute.left(sorted(everything - together)) == same
    assert found.maximal
    for n in everything - together:
        assert brute.left(sorted(everything - together - {n})) != same
    for element, solution in found.needed.items():
        assert solution is not None
        broken = {violation.origin for violation in solution.verify()}
        assert broken == {model.requirements[n].origin for n in element._requirements}


TEXT = """\
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes
cage 3: r1c1 r1c2
cage 7: r1c3 r1c4
givens:
    . . . .
    3 4 . .
    . . . .
    . . . .
"""


def test_houses_stay_unless_asked_for() -> None:
    model = model_of(TEXT)
    kinds = {element.origin.clue for element in redundant(model).kept}
    assert kinds == {"alldifferent"}
    assert not redundant(model, houses=True).kept


def test_what_is_to_be_kept_is_not_looked_at() -> None:
    model = model_of(TEXT)
    everything = {element.sentence for element in redundant(model, keep=["givens"]).redundant}
    assert everything == {"cage 3 at r1c1, r1c2", "cage 7 at r1c3, r1c4"}
    for keep in ("cage", "clues", "3-4", "cage *", "r1c1"):
        found = {element.sentence for element in redundant(model, keep=[keep, "givens"]).redundant}
        assert found == ({"cage 7 at r1c3, r1c4"} if keep == "r1c1" else set())
    for keep in ("cagge", "\N{SUPERSCRIPT TWO}"):
        with pytest.raises(PuzzleError, match=f"nothing in the model is `{keep}`"):
            redundant(model, keep=[keep])
