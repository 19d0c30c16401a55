"""Calls are remembered within a statement: nobody may notice it but by the time."""

from __future__ import annotations

import pytest

from puzzledsl import PuzzleError, parse

from .accepted import assignments, meant
from .conftest import Shows

ROW = "grid cell[1, 3] in 1..3\n"


def solutions(text: str) -> set[tuple[int, ...]]:
    model = parse(ROW + text).elaborated
    return meant(model, list(assignments(model)))


def test_a_function_of_a_block_sees_the_values_of_its_round() -> None:
    assert solutions("for k in 1..2:\n    let f(x) = x + k\n    f(r1c1) != 3\n") == solutions("r1c1 != 2\nr1c1 != 1\n")


def test_a_function_of_a_rule_sees_the_arguments_of_its_clue() -> None:
    rule = "rule shifted(group, k):\n    let f(x) = x + k\n    all(f(c) != 4 for c in group)\n"
    assert solutions(rule + "shifted 1: r1c1 r1c2\nshifted 2: r1c1 r1c2\n") == solutions("r1c1 == 1\nr1c2 == 1\n")


def test_numbers_are_told_from_truths(shows: Shows) -> None:
    assert [repr(v) for v in shows(ROW + "let same(x) = x\nshow same(1), same(true), same(1), same(1 / 2)\n")] == [
        repr(v) for v in shows(ROW + "show 1, true, 1, 1 / 2\n")
    ]


def test_lists_that_are_made_anew_are_told_apart(shows: Shows) -> None:
    text = "let last(list) = list[len(list)]\nshow [last([k, 2 * k]) for k in 1..200] == [2 * k for k in 1..200]\n"
    assert shows(ROW + text) == shows(ROW + "show true\n")


def test_the_reason_is_told_whoever_asked_first() -> None:
    with pytest.raises(PuzzleError, match="can never hold") as caught:
        parse(ROW + "let large(c) = c >= 7\nlarge(r1c2) or r1c1 == 9 or large(r1c2)\n")
    assert caught.value.diagnostics[0].label == "r1c2 is in 1..3"


def test_a_rule_draws_each_time() -> None:
    rule = "rule ring(group):\n    draw circle(group)\n    group[1] != 9\n"
    text = ROW + rule + "for k in 1..2:\n    ring: r1c1\n"
    assert len(parse(text).elaborated.marks) == 2


def test_a_function_sees_the_names_as_they_are_when_it_is_called() -> None:
    rule = "rule late(group):\n    let k = 1\n    let next(c) = c + k\n    let k = 2\n    next(group[1]) == 4\n"
    assert solutions(rule + "late: r1c1\n") == solutions("r1c1 == 2\n")


def test_a_let_in_a_block_of_if_holds_behind_it() -> None:
    assert solutions("if true:\n    let seen = 3\nr1c2 == seen\n") == solutions("r1c2 == 3\n")


def test_values_at_the_edges(shows: Shows) -> None:
    assert shows(
        ROW + "let x = at(0, 1)\nshow (if x == none then 3 else x), 1 / 3 + 1 / 6, [1, 2] == [1, 2, 3]\n"
    ) == shows(ROW + "show 3, 1 / 2, false\n")
    assert shows(ROW + 'show {1} == 1, "a" == 1, true xor true xor true\n') == shows(ROW + "show false, false, true\n")
    branch = "r1c2 == (if r1c1 == 2 then 3 else 2 div (r1c1 - 2))\n"
    assert solutions("[r1c1] + 1 == 3\n" + branch) == solutions("r1c1 == 2\nr1c2 == 3\n")
