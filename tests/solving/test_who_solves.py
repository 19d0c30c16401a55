"""Who finds the answer: the solver that was asked for, and what it tells of its work."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import puzzledsl
from puzzledsl.answer import relative_gap
from puzzledsl.portfolio import portfolio
from puzzledsl.search.budget import Budget

LATIN = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == 2\nr2c3 == 1\nr4c2 == 4\n"
EASY = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ngivens:\n    12.4\n    34.2\n    2.43\n    43.1\n"


def split(objective: bool) -> str:
    """A market-split problem, which nobody solves soon: five equations over forty bits."""
    random, lines = Random(1), ["grid bit[1, 40] in 0..1"]
    for _ in range(5):
        weights = [random.randrange(100) for _ in range(40)]
        lines.append(" + ".join(f"{w} * r1c{i}" for i, w in enumerate(weights, 1)) + f" == {sum(weights) // 2}")
    if objective:
        lines.append("maximize " + " + ".join(f"{random.randrange(1, 9)} * r1c{i}" for i in range(1, 41)))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "given",
    [{"encoding": "integer"}, {"gap": 0.0}, {"threads": 1}, {"highs": {"presolve": "on"}}, {"highs_presolve": True}],
)
def test_an_option_for_the_program_asks_for_highs(given: dict[str, Any]) -> None:
    model = puzzledsl.parse(EASY)
    assert model.solve().solver == "presolve"
    assert model.solve(**given).solver == "highs"
    assert model.solve(solver="auto", **given).solver == "presolve"
    with pytest.raises(puzzledsl.PuzzleError, match='is for the integer program, and `solver="search"` writes none'):
        model.solve(solver="search", **given)


def test_so_it_does_in_every_question() -> None:
    model = puzzledsl.parse(LATIN)
    asked = [model.unique, model.count, model.candidates, model.explain, model.redundant, model.minimize, model.compile]
    asked += [model.solutions, lambda **how: list(puzzledsl.batch(model, ["1" + "." * 15], **how))]
    for run in asked:
        with pytest.raises(puzzledsl.PuzzleError, match=r"`(--)?encoding` is for the integer program"):
            run(solver="search", encoding="binary")  # type: ignore[operator]
    with model.compile(encoding="integer") as compiled:
        assert compiled.solve({"r1c1": 2}).solver == "highs"
    (found,) = puzzledsl.batch(model, ["2" + "." * 15], encoding="integer")
    assert found.solution is not None
    assert found.solution.solver == "highs"
    assert model.count(encoding="integer").count == model.count(solver="search").count


@pytest.mark.parametrize("seed", range(6))
def test_highs_answers_what_propagation_settles(seed: int) -> None:
    """The same answer, and its uniqueness from propagation."""
    random = Random(seed)
    rows = "".join(f"    {''.join(random.choice('12..') for _ in range(4))}\n" for _ in range(4))
    try:
        model = puzzledsl.parse(f"grid cell[4, 4] in 1..4\nalldifferent: rows, columns\ngivens:\n{rows}")
    except puzzledsl.PuzzleError:  # givens that clash at sight
        return
    alone, asked = model.solve(presolve="probe"), model.solve(solver="highs")
    assert alone.status == asked.status
    assert asked.solver == "highs"
    if alone.unique:
        assert (asked.values, asked.unique) == (alone.values, True)


def test_where_highs_finds_nothing_the_answer_of_propagation_stays() -> None:
    nothing = {"mip_max_nodes": "0", "presolve": "off", "simplex_iteration_limit": "0"}
    found = puzzledsl.parse(EASY).solve(solver="highs", encoding="integer", highs=nothing)
    assert found.status == "solved"
    assert found.solver in ("presolve", "highs")  # newer versions may see the solution at once


def test_a_seed_is_for_search_and_implies_nothing() -> None:
    random = Random(3)
    lines = ["grid bit[1, 60] in 0..1"]
    for _ in range(250):
        chosen = random.sample(range(1, 61), 3)
        lines.append(" or ".join(f"r1c{i} == {random.randrange(2)}" for i in chosen))
    model = puzzledsl.parse("\n".join(lines) + "\n")
    found = [model.solve(solver="search", seed=seed) for seed in (None, 1, 1, 2, 3, 4)]
    assert len({one.status for one in found}) == 1
    assert found[1].nodes == found[2].nodes
    assert len({one.nodes for one in found}) > 1


def test_figures_of_the_work() -> None:
    terms = " + ".join(f"{w} * r1c{i}" for i, w in enumerate((97, 55, 27, 31, 78, 43, 60, 77, 11, 93, 17, 89), 1))
    gains = " + ".join(f"{w} * r1c{i}" for i, w in enumerate((3, 5, 7, 2, 9, 4, 6, 8, 1, 7, 3, 9), 1))
    model = puzzledsl.parse(f"grid bit[1, 12] in 0..1\n{terms} <= 300\nmaximize {gains}\n")
    found = model.solve(solver="highs")
    figures = found.statistics
    assert found.status == "optimal"
    assert figures is not None
    assert (found.nodes, found.iterations) == (figures.nodes, figures.iterations)
    assert (figures.columns, figures.rows) == (12, 1)
    assert figures.root_bound is None or figures.root_bound >= float(found.objective or 0)
    assert [moment.seconds for moment in figures.history] == sorted(moment.seconds for moment in figures.history)
    bounds = [moment.bound for moment in figures.history if moment.bound is not None]
    assert bounds == sorted(bounds, reverse=True)
    assert all(bound >= float(found.objective or 0) - 1e-6 for bound in bounds)
    assert puzzledsl.parse(EASY).solve().statistics is None
    assert puzzledsl.parse(EASY).solve().iterations is None


@pytest.mark.parametrize("solver", ["highs", "auto"])
def test_a_solve_that_its_limit_ends_keeps_the_bound(solver: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "WITHOUT_BOUNDS", Budget(branches=1))  # HiGHS starts with the search
    for limit in (4, 16, 64):  # a busy machine takes seconds to start HiGHS
        found = puzzledsl.parse(split(objective=True)).solve(solver=solver, time_limit=limit)
        assert found.status in ("unknown", "feasible")
        if found.bound is not None:
            break
    assert found.bound is not None
    assert found.bound >= float(found.objective or 0)
    assert found.as_json()["bound"] == found.bound


def test_the_relative_gap() -> None:
    assert relative_gap(100, 110.0) == 0.1
    assert relative_gap(-100, -90.0) == 0.1
    assert relative_gap(0, 1.0) is None
    assert relative_gap(None, 1.0) is None
    assert relative_gap(5, None) is None
