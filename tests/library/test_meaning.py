"""Every rule of the library means what its independent reading says: alone, negated, and among others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from puzzledsl.elaboration.library import entries

from ..language.accepted import accepted, elaborated, meant
from . import grid_cases, line_cases, outside_cases, set_cases
from .cases import Case, Filled
from .grid_cases import Meaning

CASES = [*grid_cases.CASES, *line_cases.CASES, *set_cases.CASES, *outside_cases.CASES]
FLAT = [case for case in CASES if case.flat]
SAMPLE = 8
"""Accepted and rejected assignments, each, that the programs for the solver are asked about."""

SMALLER_SAMPLE = 4
"""Likewise where the rule is one side of an equivalence or implication."""


def forms(case: Case) -> list[tuple[str, Meaning]]:
    """Statements with the rule in them, and what they mean."""
    first = case.places[0]
    value = case.values[0]
    return [
        (case.call, case.means),
        (f"not {case.call}", lambda g: not case.means(g)),
        (f"{case.call} or r1c1 == {value}", lambda g: case.means(g) or g[first] == value),
        (f"{case.call} <-> r1c1 == {value}", lambda g: case.means(g) == (g[first] == value)),
        (f"{case.call} -> r1c1 == {value}", lambda g: not case.means(g) or g[first] == value),
        (f"r1c1 == {value} -> {case.call}", lambda g: g[first] != value or case.means(g)),
    ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_meaning(case: Case) -> None:
    grids = list(case.filled())
    for statement, means in forms(case):
        model = elaborated(case.model(statement))
        for g in grids:
            holds = model is not None and bool(meant(model, [tuple(g.values())]))
            assert holds == means(g), (statement, list(g.values()))


def _programs() -> Iterator[object]:
    """Each case alone in one encoding, and negated in the other; the other way round it is a slow test."""
    for k, case in enumerate(FLAT):
        for negated, encoding in product((False, True), ("binary", "integer")):
            marks = pytest.mark.slow if (k + negated + (encoding == "integer")) % 2 else ()
            yield pytest.param(
                case, negated, encoding, marks=marks, id=f"{case}-{'negated' if negated else 'alone'}-{encoding}"
            )


@pytest.mark.parametrize(("case", "negated", "encoding"), list(_programs()))
def test_program(case: Case, negated: bool, encoding: str) -> None:
    _compare(case, encoding, forms(case)[negated : negated + 1], SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["binary", "integer"])
@pytest.mark.parametrize("case", FLAT, ids=str)
def test_program_of_a_rule_among_others(case: Case, encoding: str) -> None:
    _compare(case, encoding, forms(case)[2:3], SAMPLE)
    _compare(case, encoding, forms(case)[3:], SMALLER_SAMPLE)


def _compare(case: Case, encoding: str, statements: list[tuple[str, Meaning]], size: int) -> None:
    random = Random(str(case))
    grids = list(case.filled())
    random.shuffle(grids)
    for statement, means in statements:
        model = elaborated(case.model(statement))
        if model is not None:
            tried = _sample(grids, means, size)
            want = {tuple(g.values()) for g in tried if means(g)}
            assert accepted(model, encoding, "none", [tuple(g.values()) for g in tried]) == want, statement


def _sample(grids: list[dict[tuple[int, int], int]], means: Meaning, size: int) -> list[Filled]:
    """The first grids that the rule admits, and the first others."""
    found: dict[bool, list[Filled]] = {True: [], False: []}
    for g in grids:
        if len(found[True]) == len(found[False]) == size:
            break
        kind = found[bool(means(g))]
        if len(kind) < size:
            kind.append(g)
    return [*found[True], *found[False]]


def test_every_rule_of_cells_has_a_reading() -> None:
    """Those of edges have theirs in `tests/language/test_edges.py`, those of regions in `test_divisions.py`."""
    rules = {entry.name for entry in entries().values() if entry.is_rule and not entry.name.startswith("_")}
    rules -= {entry.name for entry in entries().values() if entry.family in ("edges", "regions")}
    assert rules == {case.rule for case in CASES}
    assert rules == {case.rule for case in CASES if case.flat}


@pytest.mark.parametrize("rule", sorted({case.rule for case in CASES}))
def test_readings_are_not_idle(rule: str) -> None:
    seen = {case.means(g) for case in CASES if case.rule == rule for g in case.filled()}
    assert seen == {True, False}
