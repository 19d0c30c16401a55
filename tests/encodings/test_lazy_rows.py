"""Rows that are added once a solution violates them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.encoded import missing_rows
from puzzledsl.expressions import is_circuit
from puzzledsl.flat import Literal
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.lines import Lines

from ..flat_models import Builder
from ..primitives.rows import Rows


def tour(count: int, *condition: Literal) -> Builder:
    builder = Builder()
    for number in range(count):
        builder.integer(f"after{number}", {*range(1, count + 1)} - {number + 1})
    builder.integer("b", [0, 1])
    arcs = [(i, j) for i in range(count) for j in range(count) if i != j]
    drawn = tuple(Literal(i, Domain.range(j + 1, j + 1)) for i, j in arcs)
    builder.add(AllDifferent(tuple(range(count))), *condition)
    builder.add(Lines(drawn, tuple(arcs), (), (), single=True), *condition)
    return builder


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_a_missing_row_cuts_off_what_breaks_it_and_no_tour(encoding: str) -> None:
    builder = tour(6)
    encoded = encode(builder.flat(), builder.domains, encoding, lazily=True)
    admitted = Rows(encoded)
    tours = [values for values in permutations(range(1, 7)) if is_circuit(values)]
    broken = [values for values in permutations(range(1, 7)) if not is_circuit(values) and admitted.admit(values)]
    assert all(admitted.admit(values) and not missing_rows(encoded, (*values, 0)) for values in tours[::20])
    assert broken
    for values in broken[::10]:
        missing = missing_rows(encoded, (*values, 0))
        assert missing
        cut = Rows(replace(encoded, rows=(*encoded.rows, *missing)))
        assert not cut.admit(values)
        assert all(cut.admit(others) for others in tours[::40])


def test_only_where_it_is_asked_for_and_always_holds() -> None:
    builder = tour(5)
    complete = encode(builder.flat(), builder.domains)
    lazy = encode(builder.flat(), builder.domains, lazily=True)
    assert not complete.lazy
    assert len(lazy.rows) < len(complete.rows)
    conditioned = tour(5, Literal(5, Domain.range(1, 1)))
    assert not encode(conditioned.flat(), conditioned.domains, lazily=True).lazy


TOWNS = """
let towns = [(0, 0), (1, 0), (0, 1), (9, 9), (8, 9), (9, 8), (0, 9), (1, 9)]
grid after[1, len(towns)] in 1..len(towns)
circuit(row(1))
let way(a, b) = abs(a[1] - b[1]) + abs(a[2] - b[2])
let distances(i) = [way(towns[i], other) for other in towns]
minimize sum(distances(i)[town] for i, town in enumerate(row(1)))
"""


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_the_shortest_round_trip_needs_them(encoding: Any) -> None:
    """Three groups of towns: without rows about tours, each would have a trip of its own."""
    solution = puzzledsl.parse(TOWNS).solve(solver="highs", encoding=encoding, presolve="none")
    assert (solution.status, solution.objective) == ("optimal", 36)


def test_the_complete_program_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.portfolio.by_highs.MOST_ROUNDS", 0)
    solution = puzzledsl.parse(TOWNS).solve(solver="highs", presolve="none")
    assert (solution.status, solution.objective) == ("optimal", 36)
