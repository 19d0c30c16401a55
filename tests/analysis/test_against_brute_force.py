"""Every question about the solutions of small models answered by trying all assignments."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import load, parse
from puzzledsl.analysis.candidates import candidates_in
from puzzledsl.analysis.estimation import estimate_in
from puzzledsl.analysis.solution_count import count_in
from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.answer import Options
from puzzledsl.domain import Domain
from puzzledsl.session import SolverSession
from tests.examples import examples

from .models import all_solutions, model, squares, texts

MODELS = Path(__file__).parents[2] / "models"
QUICK = settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))


@QUICK
@given(texts())
def test_solutions_are_all_and_each_once(text: str) -> None:
    puzzle = model(text)
    with SolverSession(puzzle, Options(solver="search")) as session, session.solutions() as stream:
        found = list(stream)
        assert stream.complete
        keys = [tuple(values[x] for x in session.shown) for values in found]
    assert sorted(keys) == sorted(all_solutions(puzzle))
    assert all(session.accepts(values) for values in found)


@QUICK
@given(texts(), st.integers(1, 40))
def test_counts(text: str, limit: int) -> None:
    puzzle = model(text)
    expected = len(all_solutions(puzzle))
    with SolverSession(puzzle, Options(solver="search")) as session:
        exact = count_in(session)
        limited = count_in(session, limit=limit)
        again = count_in(session)
    assert (exact.count, exact.exact) == (again.count, again.exact) == (expected, True)
    assert limited.count == min(expected, limit)
    assert limited.exact == (expected < limit) or expected == limit


@settings(QUICK, max_examples=examples(15))
@given(squares())
def test_what_is_remembered_counts_as_much_as_what_is_visited(text: str) -> None:
    puzzle = model(text)
    with SolverSession(puzzle, Options(solver="search")) as session:
        with session.solutions() as stream:
            visited = sum(1 for _ in islice(stream, 3_000))
            assume(stream.complete)
        found = count_in(session)
    assert (found.count, found.exact) == (visited, True)


@QUICK
@given(texts())
def test_candidates(text: str) -> None:
    puzzle = model(text)
    solutions = list(all_solutions(puzzle).values())
    with SolverSession(puzzle, Options(solver="search")) as session:
        found = candidates_in(session)
    assert found.status == ("complete" if solutions else "none")
    assert not found.open
    for x, values in found._numbers[0].items():
        assert values == sorted({solution[x] for solution in solutions})
    assert found.solutions <= len(solutions)


@QUICK
@given(texts())
def test_uniqueness(text: str) -> None:
    puzzle = model(text)
    solutions = all_solutions(puzzle)
    with SolverSession(puzzle, Options(solver="search")) as session:
        found = uniqueness_in(session)
        assert found.status == {0: "none", 1: "unique"}.get(len(solutions), "several")
        assert len(found.solutions) == min(len(solutions), 2)
        keys = {tuple(one.assignment[x] for x in session.shown) for one in found.solutions}
    assert keys <= set(solutions)
    assert len(keys) == len(found.solutions)
    assert bool(found.differing) == (len(solutions) > 1)


@QUICK
@given(texts(), st.data())
def test_questions_about_some_values(text: str, data: st.DataObject) -> None:
    """Fixed values, ranges of values, and solutions that are excluded; the same session all the time."""
    puzzle = model(text)
    solutions = all_solutions(puzzle)
    with SolverSession(puzzle, Options(solver="search")) as session:
        for _ in range(4):
            asked = {
                x: Domain.of(data.draw(st.sets(st.sampled_from(list(puzzle.variables[x].domain)), min_size=1)))
                for x in data.draw(st.sets(st.sampled_from(session.shown), max_size=3))
            }
            unwanted = data.draw(st.lists(st.sampled_from(sorted(solutions)), max_size=3)) if solutions else []
            left = [
                key
                for key, values in solutions.items()
                if key not in unwanted and all(values[x] in domain for x, domain in asked.items())
            ]
            verdict = session.find(within=asked, other_than=[solutions[key] for key in unwanted])
            assert verdict.status == ("solved" if left else "infeasible")
            if verdict.values is not None:
                assert tuple(verdict.values[x] for x in session.shown) in left


@QUICK
@given(texts())
def test_further_solutions_until_there_is_none(text: str) -> None:
    """One session is asked for a solution, then for others, whether there is only one, and how many there are."""
    puzzle = model(text)
    expected = sorted(all_solutions(puzzle))
    assume(len(expected) <= 100)  # each search looks at all solutions before it
    with SolverSession(puzzle, Options(solver="search", presolve="none")) as session:
        first = session.solve().values
        unwanted = [] if first is None else [tuple(map(int, first))]
        while (verdict := session.find(other_than=unwanted)).values is not None:
            unwanted.append(verdict.values)
        assert verdict.status == "infeasible"
        assert sorted(tuple(values[x] for x in session.shown) for values in unwanted) == expected
        assert uniqueness_in(session).status == {0: "none", 1: "unique"}.get(len(expected), "several")
        assert count_in(session).count == len(expected)


@pytest.mark.parametrize("encoding", ["binary", "integer"])
@settings(QUICK, max_examples=examples(5))
@given(text=texts(), data=st.data())
def test_highs_answers_the_same(encoding: str, text: str, data: st.DataObject) -> None:
    puzzle = model(text)
    solutions = all_solutions(puzzle)
    with SolverSession(puzzle, Options(solver="highs", presolve="domain", encoding=encoding)) as session:
        x = data.draw(st.sampled_from(session.shown))
        domain = Domain.of(data.draw(st.sets(st.sampled_from(list(puzzle.variables[x].domain)), min_size=1)))
        left = {key for key, values in solutions.items() if values[x] in domain}
        unwanted: list[tuple[int, ...]] = []
        while (verdict := session.find(within={x: domain}, other_than=unwanted)).values is not None:
            left.remove(tuple(verdict.values[y] for y in session.shown))
            unwanted.append(verdict.values)
            if len(unwanted) == 4:
                return
        assert verdict.status == "infeasible"
        assert not left


@pytest.mark.parametrize(
    "text",
    [
        "grid cell[1, 2] in bool\n",
        "grid a[1, 2] in 1..2\ngrid b[1, 2] in 1..2\nfor i in 1..2:\n    a[1, i] != b[1, i]\n",
        "grid cell[1, 2] in 0..1000000\nr1c1 + r1c2 == 3\n",
    ],
    ids=["no rules", "two grids", "wide"],
)
@pytest.mark.parametrize("solver", ["auto", "highs"])
def test_four_solutions(text: str, solver: str) -> None:
    with SolverSession(model(text), Options(solver=solver)) as session:
        unwanted: list[tuple[int, ...]] = []
        while (verdict := session.find(other_than=unwanted)).values is not None:
            assert verdict.values not in unwanted
            unwanted.append(verdict.values)
        assert (len(unwanted), verdict.status) == (4, "infeasible")
        with session.solutions() as stream:
            assert sorted(stream) == sorted(unwanted)
        assert count_in(session).count == 4


@settings(max_examples=examples(12), suppress_health_check=list(HealthCheck))
@given(texts())
def test_an_estimate_is_right_on_the_average(text: str) -> None:
    puzzle = model(text)
    expected = len(all_solutions(puzzle))
    with SolverSession(puzzle, Options(solver="search")) as session:
        found = estimate_in(session, samples=60, seed=1)
    if found.proven_none:
        assert not expected
        return
    assert found.samples == 60
    assert found.error is not None
    if expected:
        assert found.reached
    assert abs(float(found.mean) - expected) <= 5 * float(found.error) + 1e-9


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (parse("grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"), 288),
        (parse("grid cell[4, 4] in 1..4\nalldifferent: rows, columns\n"), 576),
        (parse("grid cell[6, 6] in 1..6\nalldifferent: rows, columns, boxes(2, 3)\n"), 28_200_960),
        (parse("grid cell[5, 5] in 1..5\nalldifferent: rows, columns\n"), 161_280),
        (load(MODELS / "queens.puz", settings={"n": 8}), 92),
    ],
    ids=["four", "latin", "six", "latin five", "queens"],
)
def test_known_numbers(puzzle: puzzledsl.Model, expected: int) -> None:
    found = puzzle.count()
    assert (found.count, found.exact) == (expected, True)
    estimate = puzzle.estimate(samples=120, seed=3)
    assert estimate.error is not None
    assert abs(float(estimate.mean) - expected) <= 4 * float(estimate.error)
