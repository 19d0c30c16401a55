"""Links that carry their solution: what it breaks was misread, and what it keeps is trusted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzledsl import parse
from puzzledsl.formats import import_text
from tests.formats.test_f_puzzles import line, read

ROWS = (
    "123456789",
    "456789123",
    "789123456",
    "231564897",
    "564897231",
    "897231564",
    "312645978",
    "645978312",
    "978312645",
)
SOLUTION = [int(digit) for row in ROWS for digit in row]
DOT: dict[str, Any] = {"difference": [{"cells": ["R1C1", "R1C2"], "value": ""}]}
PURPLE: dict[str, Any] = {
    "line": [
        {"lines": [cells], "outlineC": "#A050C0", "width": 0.3}
        for cells in (["R1C1", "R1C2", "R1C3"], ["R3C1", "R3C2", "R3C3"])
    ]
}


def imported(rules: str = "Normal sudoku rules apply.", **clues: Any) -> Any:
    return read(ruleset=rules, solution=SOLUTION, **clues)


def test_no_digit_of_the_solution_is_in_the_model() -> None:
    found = imported(**DOT)
    assert "givens" not in found.model
    assert "white_dot: r1c1 r1c2" in found.model
    assert not found.not_understood


def test_a_rule_that_the_solution_breaks_is_left_out() -> None:
    wrong = [{"lines": [["R1C3", "R1C2", "R1C1"]]}, {"lines": [["R3C3", "R3C2"]]}]
    found = imported(thermometer=[*wrong, {"lines": [["R2C1", "R2C2"]]}], **DOT)
    assert "thermo" not in found.model.split("# Not in this model")[0]
    assert "white_dot: r1c1 r1c2" in found.model
    assert any("`thermo: r1c3..r1c1`" in left and "own solution" in left for left in found.not_understood)


def test_one_broken_clue_takes_out_all_of_its_rule() -> None:
    """The solution must not tell which clues are true."""
    right = [{"lines": [["R2C1", "R2C2"]]}, {"lines": [["R3C1", "R3C2"]]}]
    found = imported(thermometer=[{"lines": [["R1C3", "R1C2", "R1C1"]]}, *right], **DOT)
    model = found.model.split("# Not in this model")[0]
    assert "thermo" not in model
    assert "white_dot: r1c1 r1c2" in model
    assert sum("own solution" in left for left in found.not_understood) == 3


def test_rows_that_repeat_digits_in_the_solution_may_repeat_them() -> None:
    values = [*SOLUTION]
    values[0] = 2
    found = read(ruleset="", solution=values)
    assert "alldifferent" not in found.model.split("# Not in this model")[0]
    assert parse(found.model).solve().status == "solved"


@pytest.mark.parametrize(
    "change",
    ["Digits separated by a white dot are not what they seem.", "Some digits with a white dot differ instead."],
)
def test_a_sentence_casts_no_doubt_on_a_rule_that_the_solution_keeps(change: str) -> None:
    rules = f"Normal sudoku rules apply. Digits separated by a white dot are consecutive. {change}"
    assert "white_dot: r1c1 r1c2" in imported(rules, **DOT).model
    assert "white_dot: r1c1 r1c2" not in read(ruleset=rules, **DOT).model


def test_a_sentence_that_may_change_all_rules_casts_doubt_nevertheless() -> None:
    """The solution must not tell which clues are true."""
    rules = "Normal sudoku rules apply. Digits separated by a white dot are consecutive. Exactly one clue is wrong."
    assert "white_dot" not in imported(rules, **DOT).model.split("# Not in this model")[0]


@pytest.mark.parametrize(
    ("rules", "clues"),
    [
        ("Digits separated by a white dot are consecutive. Exactly one clue is wrong.", DOT),
        ("One of the lines is something else.", PURPLE),
        ("", DOT),
    ],
)
def test_the_solution_adds_no_rule_that_no_sentence_states(rules: str, clues: dict[str, Any]) -> None:
    text = f"Normal sudoku rules apply. {rules}"
    assert imported(text, **clues).model == read(ruleset=text, **clues).model


def test_almost_all_are_not_all() -> None:
    """A rule with an exception is broken by its solution, and the whole of it goes."""
    line = {"lines": [["R1C1", "R2C2", "R3C3"]], "outlineC": "#A050C0", "width": 0.3}
    drawn = {"line": [*PURPLE["line"], line]}
    rules = "Normal sudoku rules apply. Almost all purple lines are renbans."
    assert "\nrenban: " not in imported(rules, **drawn).model


def test_givens_that_differ_from_the_solution_are_named() -> None:
    grid = [[{"value": 2, "given": True} if (r, c) == (0, 0) else {} for c in range(9)] for r in range(9)]
    assert any("own solution" in left and "r1c1" in left for left in imported(grid=grid).not_understood)


def test_a_solution_that_the_givens_contradict_confirms_nothing() -> None:
    """Prose with unknown words is read as usual rules only if they can be compared with the solution."""
    grid = [[{"value": 2, "given": True} if (r, c) == (0, 0) else {} for c in range(9)] for r in range(9)]
    rules = "Normal sudoku rules apply. Digits separated by a white dot are not what they seem."
    found = imported(rules, grid=grid, **DOT)
    assert "white_dot" not in found.model.split("# Not in this model")[0]


@pytest.mark.parametrize("rules", ["1" * 4400, "glorious purple line 1 differ by at least 2. " * 150, "x" * 900_000])
def test_long_rules_are_read_within_bounds(rules: str) -> None:
    assert len(imported(rules).model) < 40_000


def test_a_sentence_with_unknown_words_is_read_where_the_solution_confirms_it() -> None:
    rules = "Normal sudoku rules apply. Glorious purple lines always hold a beautiful set of consecutive digits."
    for cells, is_kept in ((("R1C1", "R1C2", "R1C3"), True), (("R1C1", "R2C2", "R3C3"), False)):
        drawn = {"line": [{"lines": [list(cells)], "outlineC": "#A050C0", "width": 0.3}]}
        found = imported(rules, **drawn)
        assert ("renban" in found.model.split("# Not in this model")[0]) is is_kept
        assert any("Glorious" in left for left in found.not_understood)


NONE: list[object] = [
    *([1, 2, 3], "text", {"a": 1}, 7, None, True),
    *([None] * 81, [*SOLUTION[:80], "?"], [*SOLUTION, 1], [[digit] for digit in SOLUTION], [True] * 81),
    *([-1, *SOLUTION[1:]], [999_999_999] * 81, [1.5, *SOLUTION[1:]]),
]
"""Of a wrong form or length, or with numbers that no cell may hold."""


@pytest.mark.parametrize("solution", NONE)
def test_what_is_no_solution_is_ignored(solution: object) -> None:
    rules = "Normal sudoku rules apply. Digits separated by a white dot are consecutive. Some white dots may be wrong."
    found = read(ruleset=rules, solution=solution, renban=line("R1C1", "R2C2", "R3C3"), **DOT)
    assert "alldifferent: rows, columns, boxes" in found.model
    assert "white_dot: r1c1 r1c2" not in found.model, "the sentence casts doubt, as without a solution"


@pytest.mark.parametrize("solution", ["١" * 81, "1" * 80, "1" * 82, "." * 81, "1" * 81 + "x"])
def test_a_text_that_is_no_solution_is_ignored(solution: str) -> None:
    cells = [[{} for _ in range(9)] for _ in range(9)]  # type: ignore[var-annotated]
    regions = [[[3 * b + r, 3 * s + c] for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
    texts = {"rules": "Normal sudoku rules apply.", "solution": solution}
    found = import_text(json.dumps({"cells": cells, "regions": regions, "metadata": texts}))
    assert "alldifferent: rows, columns, boxes" in found.model
    assert not found.not_understood


def test_a_solution_with_the_digits_that_the_rules_state_is_compared() -> None:
    shifted = [digit - 1 for digit in SOLUTION]
    rules = "Normal sudoku rules apply with the digits 0-8."
    found = read(ruleset=rules, solution=shifted, thermometer=[{"lines": [["R1C3", "R1C2", "R1C1"]]}], **DOT)
    assert "white_dot: r1c1 r1c2" in found.model
    assert any("`thermo: r1c3..r1c1`" in left for left in found.not_understood)


@pytest.mark.parametrize("digit", [0, 10, 18])
def test_a_solution_with_other_digits_than_the_grid_breaks_no_import(digit: int) -> None:
    clues: dict[str, Any] = {
        **{key: [{"cell": "R1C0", "value": "3"}] for key in ("xsum", "skyscraper", "sandwichsum", "numberedroom")},
        **{
            key: [{"cells": ["R2C2", "R2C3"]}]
            for key in ("rowindexer", "columnindexer", "boxindexer", "countingcircles")
        },
        **{
            key: line("R1C1", "R1C2", "R1C3")
            for key in ("zipperline", "modularline", "entropicline", "lockout", "sequence")
        },
        "arrow": [{"cells": ["R5C1", "R5C2"], "lines": [["R5C2", "R6C3", "R7C3"]]}],
        "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
        "ratio": DOT["difference"],
    }
    found = read(ruleset="", solution=[digit, *[1, digit] * 40], **clues)
    assert any("own solution" in left for left in found.not_understood)
    assert "grid cell[9, 9]" in found.model
