"""Questions about models whose variables span more than 20,000 values, held against trying all assignments."""

from __future__ import annotations

import operator
from itertools import product
from math import prod
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl import parse
from puzzledsl.analysis.candidates import MOST_IN_ALL, MOST_LISTED, candidates_in
from puzzledsl.analysis.estimation import estimate_in
from puzzledsl.analysis.solution_count import count_in
from puzzledsl.analysis.subsets import Subsets
from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.answer import Options
from puzzledsl.loading import load_model
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from tests.clocks import late_from
from tests.examples import examples

from .models import all_solutions, model

QUICK = settings(max_examples=examples(200), suppress_health_check=list(HealthCheck))
DOMAINS = ("{0, 7, 90000}", "{1, 2, 40000}", "{-50000, 3, 50000}", "{5, 80000}")
cells = st.permutations(["r1c1", "r1c2", "r2c1", "r2c2"])


@st.composite
def sparse(draw: st.DrawFn) -> str:
    """Four cells with two or three values far apart, clues about them, sometimes a variable outside the grid."""
    domain = draw(st.sampled_from(DOMAINS))
    values = parse(f"grid cell[1, 1] in {domain}\n").elaborated.variables[0].domain
    lines = [f"grid cell[2, 2] in {domain}"]
    if draw(st.booleans()):
        lines.append("var t in {0, 14, 200000, 10000000000}")
        lines.append(draw(st.sampled_from(["t >= sum(row(1))", "t == r1c1 + r1c2", "t < r1c1 * r2c2"])))
    number = st.builds(lambda a, b: a + b, *[st.sampled_from(list(values))] * 2)
    times = st.lists(st.sampled_from(list(values)), min_size=3, max_size=3).map(prod)
    for _ in range(draw(st.integers(1, 3))):
        x, y, z, w = draw(cells)
        lines.append(
            draw(
                st.sampled_from(
                    [
                        "alldifferent: rows",
                        f"alldifferent: [{x}, {y}, {z}]",
                        f"{x} + {y} == {draw(number)}",
                        f"{x} + {y} != {draw(number)}",
                        f"{x} + {y} == {z} + {w}",
                        f"{x} * {y} * {z} == {draw(times)}",
                        f"{x} * {y} <= {draw(times)}",
                        f"abs({x} - {y}) >= {draw(number)}",
                        f"max({x}, {y}) == {z}",
                        f"{x} < {y} or {z} == {w}",
                        f"{x} == {draw(number)} -> {y} != {z}",
                        f"{x} mod 3 == {y} mod 3",
                    ]
                )
            )
        )
    return "\n".join(lines) + "\n"


@QUICK
@given(sparse())
def test_every_question_is_answered_by_search(text: str) -> None:
    puzzle = model(text)
    solutions = all_solutions(puzzle)
    with SolverSession(puzzle, Options(solver="search")) as session:
        with session.solutions() as stream:
            assert sorted(tuple(values[x] for x in session.shown) for values in stream) == sorted(solutions)
            assert stream.complete
        count = count_in(session)
        assert (count.count, count.exact) == (len(solutions), True)
        unique = uniqueness_in(session)
        assert unique.status == {0: "none", 1: "unique"}.get(len(solutions), "several")
        estimate = estimate_in(session, samples=20, seed=2)
        if estimate.error is not None:
            assert abs(float(estimate.mean) - len(solutions)) <= 6 * float(estimate.error) + 1e-9
        found = candidates_in(session)
        assert found.status == ("complete" if solutions else "none")
        for i, x in enumerate(session.shown):
            assert found.values[session.model.variables[x].name] == tuple(sorted({values[i] for values in solutions}))


@settings(QUICK, max_examples=examples(20))
@given(sparse(), cells, st.sampled_from(["maximize", "minimize"]))
def test_the_best_is_found(text: str, some: list[str], sense: str) -> None:
    puzzle = model(text)
    x, y, z, _ = some
    solutions = all_solutions(puzzle)
    order = ["r1c1", "r1c2", "r2c1", "r2c2"]
    worth = [v[order.index(x)] * v[order.index(y)] - v[order.index(z)] for v in solutions]
    answer = parse(text + f"{sense} {x} * {y} - {z}\n").solve(solver="search")
    assert answer.status == ("optimal" if worth else "infeasible")
    if worth:
        assert answer.objective == (max(worth) if sense == "maximize" else min(worth))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grid cell[1, 2] in 0..10^9\nr1c1 + r1c2 == 10^9 + 3\nr1c1 - r1c2 == 5\n", 1),
        ("grid cell[1, 2] in 1..10^6\nr1c1 * r1c1 + r1c2 * r1c2 == 4225\n", 8),
        ("grid cell[1, 2] in 1..10^6\nr1c1 * r1c2 == 999999\n", 64),
        ("grid cell[1, 2] in 1..10^6\nr1c1 * r1c2 == 10^6 + 3\n", 0),
        ("grid cell[1, 3] in 1..9\nvar p in 0..10^9\np == r1c1 * r1c2 * r1c3 * 100003\np mod 7 == 3\n", None),
        ("grid cell[2, 3] in 1..9\nalldifferent: cells\nproduct(cells) == 60480\nrow(1)[1] < row(1)[2]\n", None),
    ],
    ids=["equations", "squares", "divisors", "prime", "wide outside the grid", "product of a grid"],
)
def test_counts_of_wide_models(text: str, expected: int | None) -> None:
    puzzle = model(text)
    if expected is None:
        keys = set()
        with SolverSession(puzzle, Options(solver="search")) as session, session.solutions() as stream:
            for values in stream:
                keys.add(tuple(values[x] for x in session.shown))
        expected = len(keys)
        assert expected
    with SolverSession(puzzle, Options(solver="search")) as session:
        found = count_in(session)
        assert (found.count, found.exact) == (expected, True)
        assert uniqueness_in(session).status == {0: "none", 1: "unique"}.get(expected, "several")


def test_nobody_lists_a_million_candidates() -> None:
    """Cells that have too many values are distinguished from those that are decided."""
    with SolverSession(model("grid cell[1, 3] in 1..10^6\nr1c1 > r1c2\nr1c3 * r1c3 == 144\n")) as session:
        found = candidates_in(session)
    assert (found.status, dict(found.open)) == ("partial", {})
    assert "some cells have too many to list" in found.as_text()
    assert found.many == {"r1c1": (2, 10**6), "r1c2": (1, 10**6 - 1)}
    assert [len(values) for values in found.values.values()] == [MOST_LISTED, MOST_LISTED, 1]
    assert found.values["r1c3"] == (12,)


@pytest.mark.parametrize("values", [400, 600])
def test_a_large_grid_lists_fewer_values_of_each_cell(values: int) -> None:
    with SolverSession(model(f"grid cell[20, 20] in 1..{values}\n")) as session, late_from(1):
        found = candidates_in(session)
    assert found.status == "partial"
    if 400 * values <= MOST_IN_ALL:
        assert [len(one) for one in found.open.values()] == [values] * 400
    else:
        assert [*found.many.values()] == [(1, values)] * 400


@pytest.mark.parametrize("span", [0, 1, 20_000])
def test_a_core_has_what_narrows_a_wide_variable(span: int) -> None:
    """Two wide variables of one group are not taken for cells with the same single value."""
    text = (
        "var a in {0, 1, 3}\nvar b in 0..3\nvar c in 0..2\nalldifferent([c, a, b])\nc + c == 0\n"
        "alldifferent([b, c, a])\na in 0..0\nnot (c in {1, 2})\n"
    )
    with patch("puzzledsl.kernel.store.SPAN", span):
        model = load_model(Source("<text>", text), allow_clashes=True)
        core = Subsets(model).test(range(5)).core
    assert 3 in core
    assert core & {0, 2}
    assert core & {1, 4}


LARGE = (4_000_000_000_000_000_001, 2_000_000_000_000_000_003, 3_000_000_000_000_000_001)


@pytest.mark.parametrize("comparison", ["<=", "!=", "=="])
@pytest.mark.parametrize("factor", [LARGE[0], 2**62, 2**64, 10**30, 10**40])
def test_solutions_of_sums_beyond_64_bits_are_counted(comparison: str, factor: int) -> None:
    """Search knows nothing of the last ones: each solution is verified."""
    factors = (factor, *LARGE[1:])
    right = {"<=": operator.le, "!=": operator.ne, "==": operator.eq}[comparison]
    of_row = " + ".join(f"{k}*r1c{i}" for i, k in enumerate(factors, 1))
    found = parse(f"grid cell[1, 6] in 0..2\n{of_row} {comparison} {sum(factors)}\nr1c4 + r1c5 + r1c6 <= 3\n").count()
    first = sum(right(sumprod(factors, values), sum(factors)) for values in product(range(3), repeat=3))
    rest = sum(sum(values) <= 3 for values in product(range(3), repeat=3))
    assert (found.count, found.exact) == (first * rest, True)


def sumprod(factors: tuple[int, ...], values: tuple[int, ...]) -> int:
    return sum(k * v for k, v in zip(factors, values, strict=True))
