"""Lines that are read as numbers: houses tell of their first digits, numbers may differ in length, negation."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl import parse
from puzzledsl.kernel.store import Store
from puzzledsl.presolve.first_digits import first_digits
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.ranking import Ranking
from tests.examples import examples

from ..flat_models import Builder


@settings(max_examples=examples(60))
@given(data=st.data())
def test_houses_count_first_digits_and_no_solution_is_lost(data: st.DataObject) -> None:
    builder = Builder()
    cells = builder.grid("cell", 1, 5, range(1, 4))
    line = st.lists(st.sampled_from(cells), min_size=2, max_size=2)
    lines = data.draw(st.lists(line, min_size=1, max_size=6))
    ranks = data.draw(st.tuples(*[st.sampled_from([0, 0, *range(1, len(lines) + 1)])] * len(lines)))
    ranking = Ranking(tuple(map(tuple, lines)), ranks, data.draw(st.sampled_from(["any", "only-unclued"])))
    for house in data.draw(st.lists(st.permutations(cells), max_size=2)):
        builder.add(AllDifferent(tuple(house[:3])))
    builder.add(ranking)
    flat = builder.flat()
    informed = first_digits(flat, Store(flat.variables)).constraints[-1].primitive
    assert isinstance(informed, Ranking)
    found = presolve(flat)
    for values in product(range(1, 4), repeat=5):
        if all(one.primitive.check(values) for one in flat.constraints[:-1]):
            for v, least, most in informed.firsts:
                assert least <= sum(values[line[0]] <= v for line in lines) <= most
            if ranking.check(values):
                assert found.contradiction is None
                assert all(value in domain for value, domain in zip(values, found.domains, strict=True))


def test_the_border_of_a_latin_square_begins_four_lines_with_each_digit() -> None:
    builder = Builder()
    rows = [[r * 4 + c for c in range(4)] for r in range(4)]
    builder.grid("cell", 4, 4, range(1, 5))
    lines = [line for group in (rows, [list(column) for column in zip(*rows, strict=True)]) for line in group]
    for line in lines:
        builder.add(AllDifferent(tuple(line)))
    both_ways = [way for line in lines for way in (tuple(line), tuple(reversed(line)))]
    builder.add(Ranking(tuple(both_ways), (9, *[0] * 15), "only-unclued"))
    flat = builder.flat()
    informed = first_digits(flat, Store(flat.variables)).constraints[-1].primitive
    assert isinstance(informed, Ranking)
    assert informed.firsts == ((1, 4, 4), (2, 8, 8), (3, 12, 12), (4, 16, 16))
    assert list(presolve(flat).domains[0]) == [3]  # the ninth of the sixteen lines is the first that begins with 3


def test_numbers_of_different_lengths_tie_by_their_value() -> None:
    model = parse('grid cell[3, 1] in 0..1\nfull_rank([[r1c1, r2c1], [r3c1]], {1: 1, 2: 1}, "any")\n')
    assert sorted(found.values["r3c1"] for found in model.solutions()) == [0, 1]


@pytest.mark.parametrize("ties", ["none", "any", "only-unclued"])
def test_a_ranking_or_its_negation_holds(ties: str) -> None:
    call = f'full_rank([row(1), [r2c1], reverse(row(2))], {{1: 2, 3: 3}}, "{ties}")'
    counts = [parse(f"grid cell[2, 2] in -1..1\n{word}{call}\n").count().count for word in ("", "not ", "not not ")]
    assert counts[0] == counts[2] > 0
    assert counts[0] + counts[1] == 3**4
