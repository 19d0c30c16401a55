"""Unknowns that a rule declares for itself: new for each call, hidden, and no part of a solution."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from puzzledsl import Model, PuzzleError, parse

RULE = """
grid cell[2, 3] in 1..6
alldifferent: cells
rule halves(line):
    var half in 0..9
    grid above[1, len(line)] in bool
    sum(line) == 2 * half
    for i, c in enumerate(line):
        above[1, i] == 1 -> c > 3
    sum(above) >= 1
"""


def fillings() -> list[tuple[int, ...]]:
    """What `halves` of row 1 and of two cells of row 2 admits, by brute force over its unknowns."""
    return [
        values
        for values in permutations(range(1, 7))
        if all(
            any(sum(line) == 2 * half for half in range(10))
            and any(
                sum(above) and all(c > 3 for c, a in zip(line, above, strict=True) if a)
                for above in product((0, 1), repeat=len(line))
            )
            for line in (values[:3], values[3:5])
        )
    ]


@pytest.fixture(scope="module")
def model() -> Model:
    return parse(RULE + "halves: row(1), r2c1 r2c2\n")


def test_solutions_that_differ_in_hidden_unknowns_are_one(model: Model) -> None:
    expected = fillings()
    assert model.count().count == len(expected)
    assert {tuple(one.values.values()) for one in model.solutions()} == set(expected)


@pytest.mark.parametrize("options", [{"encoding": "binary"}, {"encoding": "integer"}, {"solver": "search"}])
def test_every_solver_knows_them(model: Model, options: dict[str, str]) -> None:
    solution = model.solve(**options)  # type: ignore[arg-type]
    assert tuple(solution.values.values()) in fillings()


def test_no_output_names_them(model: Model) -> None:
    solution = model.solve()
    assert set(solution.values) == {f"r{r}c{c}" for r in (1, 2) for c in (1, 2, 3)}
    for text in (str(solution), str(solution.as_json()), solution.svg()):
        assert "half" not in text
        assert "above" not in text


def test_without_a_grid_the_variables_of_the_model_alone_are_a_solution() -> None:
    rule = "rule even(n):\n    var half in 0..2\n    var spare in 0..4\n    n == 2 * half\n"
    model = parse(f"var total in 0..3\n{rule}even(total)\n")
    assert model.count().count == 2
    assert {one["total"] for one in model.solutions()} == {0, 2}


def test_each_call_has_its_own() -> None:
    rule = "rule doubled(c):\n    var half in 0..1\n    c == 2 * half\n"
    assert parse(f"grid cell[1, 2] in 0..3\n{rule}doubled: r1c1\ndoubled: r1c2\n").count().count == 4


def test_functions_of_grids_know_hidden_cells() -> None:
    text = """
grid cell[1, 1] in 0..9
rule corner(c):
    let n = 2
    grid x[n, n + 1] in 0..9
    for a, b in adjacent_pairs(cells(x)):
        b == a + 1
    c == x[n, n + 1]
    x[1, 1] == height(x)
corner(r1c1)
"""
    assert parse(text).solve()["r1c1"] == 5


@pytest.mark.parametrize(
    "statement",
    [
        "not halves(row(1))",
        "halves(row(1)) or r1c1 == 1",
        "count(halves(row(i)) for i in 1..2) == 1",
        "show halves(row(1))",
    ],
)
def test_such_a_rule_is_no_condition(statement: str) -> None:
    with pytest.raises(PuzzleError, match="the rule `halves` has unknowns of its own"):
        parse(RULE + statement + "\n")


def test_a_rule_may_use_one_that_has_unknowns() -> None:
    text = RULE + "rule both(a, b):\n    halves(a)\n    halves(b)\nboth(row(1), [r2c1, r2c2])\n"
    assert parse(text).count().count == len(fillings())


@pytest.mark.parametrize(
    "drawing",
    [
        "white_dot: x[1, 1] x[1, 2]",
        "white_dot(row(1, x))",
        "all([white_dot(row(1, x))])",
        "marked(row(1, x))\n    x[1, 1] - x[1, 2] in {-1, 1}",
    ],
)
def test_nothing_is_drawn_on_unknowns_of_a_rule(drawing: str) -> None:
    marked = "rule marked(line):\n    draw line(line)\n"
    rule = f"rule between(a, b):\n    grid x[1, 2] in 1..3\n    {drawing}\n    a + x[1, 1] == b + x[1, 2]\n"
    model = parse(f"grid cell[1, 3] in 1..4\n{marked}{rule}between(r1c1, r1c2)\nbetween(r1c2, r1c3)\n")
    assert not model.elaborated.marks
    expected = [c for c in product(range(1, 5), repeat=3) if abs(c[0] - c[1]) == 1 == abs(c[1] - c[2])]
    assert sorted(tuple(one.values.values()) for one in model.solutions()) == expected


def test_what_is_drawn_on_cells_and_unknowns_is_drawn_on_the_cells() -> None:
    rule = "rule led(line):\n    var x in 1..3\n    grid y[1, 1] in 1..3\n    draw cage(concat(line, y))\n"
    marks = parse(f"grid cell[1, 3] in 1..4\n{rule}    sum(line) == x + y[1, 1]\nled: row(1)\n").elaborated.marks
    assert [mark.cells for mark in marks] == [((1, 1), (1, 2), (1, 3))]
