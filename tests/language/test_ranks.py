"""Lines that are read as numbers: ranks, ties, numbers of different lengths, negation."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzledsl import parse
from puzzledsl.expressions import is_ranked
from tests.examples import examples

TIES = ("none", "any", "only-unclued")


@settings(max_examples=examples(60))
@given(data=st.data())
def test_the_solutions_are_those_with_the_ranks(data: st.DataObject) -> None:
    least = data.draw(st.sampled_from([-1, 0, 1]))
    values = range(least, least + 3)
    digits = st.one_of(st.integers(0, 3), st.integers(0, 3), st.just(-1))  # a cell, or a known digit
    lines = data.draw(st.lists(st.lists(digits, max_size=3), min_size=1, max_size=5))
    ranks = data.draw(st.tuples(*[st.sampled_from([0, *range(len(lines) + 1)])] * len(lines)))
    assume(any(ranks))  # `{}` is a set, no map
    ties = data.draw(st.sampled_from(TIES))
    house = data.draw(st.booleans())
    texts = ", ".join([f"[{', '.join(['1' if x < 0 else f'r1c{x + 1}' for x in line])}]" for line in lines])
    clues = ", ".join([f"{i}: {rank}" for i, rank in enumerate(ranks, 1) if rank])
    text = f"grid cell[1, 5] in {least}..{least + 2}\n" + "alldifferent([r1c1, r1c2, r1c3])\n" * house
    grids = [cells for cells in product(values, repeat=4) if not house or len({*cells[:3]}) == 3]
    ranked = [[[1 if x < 0 else cells[x] for x in line] for line in lines] for cells in grids]
    expected = sum([is_ranked(numbers, ranks, ties) for numbers in ranked])
    call = f'full_rank([{texts}], {{{clues}}}, "{ties}")'
    if expected:  # what can never hold is a mistake
        assert parse(f"{text}{call}\n").count().count == 3 * expected
    assert parse(f"{text}r1c5 == 1 -> {call}\n").count().count == expected + 2 * len(grids)


def test_numbers_too_long_for_a_solver_are_compared_in_parts() -> None:
    ones = ", ".join("1" * 17)
    lines = f"[[r1c1, {ones}, r1c2], [r1c2, {ones}, r1c1], [1, {ones}, 7]]"
    model = parse(f"grid cell[1, 2] in 0..9\nfull_rank({lines}, {{1: 2, 3: 1}})\n")
    found = {(s.values["r1c1"], s.values["r1c2"]) for s in model.solutions()}
    numbers = {(a, b): ((a, b), (b, a), (1, 7)) for a in range(10) for b in range(10)}
    assert found == {cells for cells, (a, b, c) in numbers.items() if c < a < b}


def test_the_border_of_a_latin_square_begins_four_lines_with_each_digit() -> None:
    lines = "concat([[row(i), reverse(row(i))] for i in 1..4], [[column(i), reverse(column(i))] for i in 1..4])"
    text = f"grid cell[4, 4] in 1..4\nalldifferent: rows, columns\nfull_rank(concat({lines}), {{1: 9}})\n"
    assert set(parse(text).candidates()["r1c1"]) == {3}  # the ninth of sixteen lines is the first that begins with 3


def test_numbers_of_different_lengths_tie_by_their_value() -> None:
    model = parse('grid cell[3, 1] in 0..1\nfull_rank([[r1c1, r2c1], [r3c1]], {1: 1, 2: 1}, "any")\n')
    assert sorted(found.values["r3c1"] for found in model.solutions()) == [0, 1]


@pytest.mark.parametrize("ties", TIES)
def test_a_ranking_or_its_negation_holds(ties: str) -> None:
    call = f'full_rank([row(1), [r2c1], reverse(row(2))], {{1: 2, 3: 3}}, "{ties}")'
    counts = [parse(f"grid cell[2, 2] in -1..1\n{word}{call}\n").count().count for word in ("", "not ", "not not ")]
    assert counts[0] == counts[2] > 0
    assert counts[0] + counts[1] == 3**4
