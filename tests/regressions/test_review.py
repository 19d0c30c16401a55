"""What reviewers found: each once wrong, now held."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.diagnostics import LONGEST_LINE


def test_an_index_that_is_always_outside_is_false_not_an_error_inside_or() -> None:
    text = "grid c[1, 3] in 5..9\nx_sum(row(1), 8) or numbered_room(row(1), 6) or r1c1 == 7\n"
    assert puzzledsl.parse(text).solve().values["r1c1"] == 7
    assert puzzledsl.parse("grid c[1, 3] in 5..9\nnumbered_room(row(1), 6)\n").solve().status == "infeasible"


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_equal_undefined_sides_are_not_equal(encoding: Any) -> None:
    text = "grid c[1, 3] in 1..5\ncells[r1c1] == cells[r1c1]\nmaximize r1c1\n"
    assert puzzledsl.parse(text).solve(encoding=encoding, solver="highs").objective == 3


def test_wrong_options_are_refused_also_where_propagation_answers() -> None:
    model = puzzledsl.parse("grid c[1, 1] in 1..1\n")
    with pytest.raises(PuzzleError, match="no encoding is called `unary`"):
        model.solve(encoding="unary")  # type: ignore[arg-type]
    for wrong in (-1.0, float("nan")):
        with pytest.raises(PuzzleError, match="time_limit"):
            model.solve(time_limit=wrong)


def test_a_name_whose_definition_is_wrong_makes_no_further_mistakes() -> None:
    text = "param n = 4\nlet half = n div 2\nlet more = half + 1\ngrid c[more, 1] in 1..2\n"
    with pytest.raises(PuzzleError) as caught:
        puzzledsl.parse(text, settings={"n": "abc"})
    assert len(caught.value.diagnostics) == 1


def test_a_long_line_is_shown_around_the_mistake() -> None:
    text = "grid c[2, 2] in 1..2\n" + " + ".join(["r1c1"] * 3_000) + " + r9c9 == 4\n"
    with pytest.raises(PuzzleError) as caught:
        puzzledsl.parse(text)
    message = str(caught.value)
    assert max(map(len, message.splitlines())) < 2 * LONGEST_LINE
    assert "+ r9c9 == 4" in message


def test_words_of_other_systems_are_translated() -> None:
    with pytest.raises(PuzzleError, match="white_dot"):
        puzzledsl.parse("grid c[2, 2] in 1..2\nkropki: r1c1 r1c2\n")


def test_a_rule_takes_a_lone_cell_in_a_call_as_in_a_clue() -> None:
    clue, call = "minimum: r2c2\n", "minimum(r2c2)\n"
    found = [puzzledsl.parse("grid c[3, 3] in 1..2\n" + line).solve().values["r2c2"] for line in (clue, call)]
    assert found == [1, 1]


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_infeasible_with_coefficients_far_apart_is_proven_exactly(encoding: Any) -> None:
    text = "var x, y, z in 0..3\n5000000 * x + 3 * y + 2 * z == "
    found = puzzledsl.parse(text + "5000017\n").solve(encoding=encoding, presolve="none", solver="highs")
    assert (found.status, found.solver) == ("infeasible", "highs")  # what HiGHS cannot prove, search has confirmed
    assert (
        puzzledsl.parse(text + "5000013\n").solve(encoding=encoding, presolve="none", solver="highs").status == "solved"
    )


def test_steps_end_where_the_grids_are_filled_whatever_a_variable_beside_them_may_be() -> None:
    model = puzzledsl.parse("grid c[1, 2] in 1..2\nvar z in 0..5\nvar n in 0..900000\nc[1, 1] < c[1, 2] < z\nn > z\n")
    for found in (model.steps(), model.steps(trying=True), model.steps(most=1)):
        assert found.status == "solved"
        assert found.difficulty
    assert model.unique().status == "unique"


@pytest.mark.parametrize("trying", [False, True])
def test_steps_report_that_unknowns_of_a_rule_have_no_values(trying: bool) -> None:
    odd_cycle = "rule odd(cells):\n    var a, b, c in bool\n    a + b == 1\n    b + c == 1\n    c + a == 1\n"
    model = puzzledsl.parse("grid c[1, 2] in 1..2\n" + odd_cycle + "alldifferent: rows\nr1c1 == 1\nodd: row(1)\n")
    found = model.steps(trying=trying)
    assert (found.status, found.solutions) == ("stuck", "none")
    assert model.steps(most=1).status == "reached"


@pytest.mark.parametrize("given", ["lamp[2, 1] = 1", "way[r1c2, r1c1] = 1", 'way[r1c2, "left"] = 1'])
def test_a_given_of_a_cell_or_an_arc_is_not_read_the_other_way_round(given: str) -> None:
    right = 'let right(c) = as_list(beside(c, "right"))\narcs way of cell by right\n'
    text = "grid cell[2, 2] in 1..2\ngrid lamp[1, 2] in bool\n" + right
    with pytest.raises(PuzzleError, match="the model has no unknown"):
        puzzledsl.parse(text, givens=given)
    (found,) = puzzledsl.batch(puzzledsl.parse(text), [given])
    assert found.status == "error"
    assert puzzledsl.parse(text, givens="way[r1c1, r1c2] = 1; lamp[1, 2] = 1").elaborated.givens == {5: 1, 6: 1}
