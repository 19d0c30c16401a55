"""Objectives: the proven optimum is the best value that any assignment has; real variables in linear parts."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.encodings import encodings
from puzzledsl.flattening import flatten

from .accepted import assignments, elaborated
from .random_expressions import PRELUDE, Undefined, Writer

ENCODINGS = sorted(encodings())


@pytest.mark.parametrize("seed", range(16))
def test_the_optimum_is_the_best_of_all_assignments(seed: int) -> None:
    random = Random(f"objective {seed}")
    names = ["r1c1", "r1c2", "x"]
    while True:
        writer = Writer(random, names, (1, 2), [], ratios=False)
        term, condition = writer.number(3), writer.condition(2)
        text = f"grid cell[1, 2] in {random.choice(['0..2', '-2..1', '1..3'])}\nvar x in 0..3\n{PRELUDE}"
        text += f"{condition.text}\n{random.choice(['maximize', 'minimize'])} {term.text}\n"
        try:
            model = elaborated(text)
        except PuzzleError:
            continue
        if model is not None and model.objective is not None and model.objective.expression.terms:
            break
    values = []
    for assignment in assignments(model):
        named = dict(zip(names, assignment, strict=True))
        try:
            if condition.holds(named):
                values.append(term.value(named))
        except Undefined:
            pass
    try:
        solution = parse(text).solve(encoding=ENCODINGS[seed % 2], solver="highs")  # type: ignore[arg-type]
    except PuzzleError as error:
        impossible = error.diagnostics[0].code == "impossible"
        assert impossible
        assert not values
        return
    if not values:
        assert solution.status == "infeasible", text
    else:
        assert solution.status == "optimal", text
        assert solution.objective == (max if model.objective.maximize else min)(values), text
        assert solution.verify() == []


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("text", "optimum"),
    [
        ("var x in real\nvar y in real 0..10\nx + 2 * y <= 3\nx >= 0\nmaximize 3 * x + y", 9),
        ("var x in real 0..10\nvar n in 0..3\nx <= 2.5 * n\nn <= 2\nmaximize x - n", 3),
        ("var x, y in real 0..24\nx / 3 + y / 7 <= 1\nx - y == 0.5\nmaximize x + y", 4),
        ("var x in real 0..10\nvar b in bool\nb -> x <= 2\nnot b -> x >= 5\nminimize x + 4 * b", 4),
        ("var x in real 0..5\nx == 2.5 or x == 3.5\nminimize x", Fraction(5, 2)),
        ("var x in real -3..-1\nminimize x", -3),
        ("grid cell[1, 2] in 1..4\nvar x in real 0..100\nx <= sum(cells) / 3\nmaximize x", Fraction(8, 3)),
        ("grid cell[1, 2] in 0..3\nmaximize 5 div r1c1 + r1c2 mod 2", 6),
        ("grid cell[1, 3] in 1..3\nalldifferent(cells)\nmaximize number(cells)", 321),
        ("grid cell[1, 3] in 1..3\nminimize product(cells) - 2 * max(cells) + abs(r1c1 - r1c2)", -3),
    ],
)
def test_optima(encoding: Any, text: str, optimum: int | Fraction) -> None:
    solution = parse(text).solve(encoding=encoding, solver="highs")
    assert solution.status == "optimal"
    assert solution.objective == pytest.approx(float(optimum), abs=1e-5)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("x * x <= 4", "only in linear constraints"),
        ("abs(x) <= 4", "only in linear constraints"),
        ("x < 4", "no next smaller value"),
        ("max(x, 1) <= 4", "only in linear constraints"),
        ("x in {1, 2}", "only in linear constraints"),
        ("alldifferent([x, 2])", "only in linear constraints"),
        ("[1, 2][x] == 1", "only in linear constraints"),
        ("not (x <= 4)", "cannot be negated"),
        ("x != 4", "no closed meaning"),
    ],
)
def test_a_real_variable_is_linear(line: str, says: str) -> None:
    with pytest.raises(PuzzleError, match=says):
        flatten(parse(f"var x in real 0..9\n{line}\n").elaborated)


def test_real_variables_may_be_equal() -> None:
    assert parse("var x, y in real 0..1\nx == y\nmaximize x + y\n").solve().objective == 2


def test_without_an_upper_bound_an_objective_is_unbounded() -> None:
    assert parse("var x in real\nmaximize x").solve().status == "unbounded"


def test_an_objective_that_is_a_quotient_of_variables_is_refused() -> None:
    with pytest.raises(PuzzleError, match="place in constraints only"):
        parse("grid cell[1, 2] in 1..3\nmaximize r1c1 / r1c2").solve()
