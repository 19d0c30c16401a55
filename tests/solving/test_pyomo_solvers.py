"""Solvers of Pyomo's: the same program, verifier and statuses, whatever the solver does."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.answer import Options, check
from puzzledsl.highs.pyomo_worker import command
from puzzledsl.highs.solve_options import SolveOptions
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.time_limit import within

from .hard import market_split

LATIN = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == 2\nr2c3 == 1\nr4c2 == 4\n"
BEST = "var x in 0..9\nvar y in 0..9\nx + y <= 7\n{sense} 2 * x + y\n"
SMALL = "grid cell[1, 3] in 1..3\nalldifferent: rows\nr1c1 < r1c2\n"
INFEASIBLE = "var x, y, z in 0..1\nx != y\ny != z\nx != z\n"

INSTALLED = {"glpk": "glpsol", "cbc": "cbc"}


@pytest.fixture(params=list(INSTALLED))
def solver(request: pytest.FixtureRequest) -> str:
    """A solver from the system's packages."""
    if shutil.which(INSTALLED[request.param]) is None:
        pytest.skip(f"{INSTALLED[request.param]} is not installed (apt-get install glpk-utils coinor-cbc)")
    return f"pyomo:{request.param}"


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_solutions_are_verified_ones(solver: Any, encoding: Any) -> None:
    found = puzzledsl.parse(LATIN).solve(solver=solver, encoding=encoding, presolve="none")
    assert (found.status, found.solver, found.encoding) == ("solved", solver, encoding)
    assert found.verify() == []
    assert found.values["r1c1"] == 2


def test_objectives_and_what_has_no_solution(solver: Any) -> None:
    for sense, best in (("maximize", 14), ("minimize", 0)):
        found = puzzledsl.parse(BEST.format(sense=sense)).solve(solver=solver, presolve="none")
        assert (found.status, found.objective, found.gap) == ("optimal", best, 0)
    assert puzzledsl.parse(INFEASIBLE).solve(solver=solver, presolve="none").status == "infeasible"
    endless = puzzledsl.parse("var x in real\nvar y in real 0..4\nx >= y\nmaximize x\n")
    assert endless.solve(solver=solver).status == "unbounded"


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_columns_without_rows_have_values(solver: Any, encoding: Any) -> None:
    """Pyomo passes on none of them."""
    found = puzzledsl.parse("grid cell[1, 2] in 1..2\n").solve(solver=solver, encoding=encoding, presolve="none")
    assert found.status == "solved"
    pair = puzzledsl.parse("grid cell[1, 2] in 1..2\ncircuit(row(1))\n")
    assert pair.solve(solver=solver, encoding=encoding, presolve="none").status == "solved"


def test_a_bound_has_the_constant_of_the_objective(solver: Any) -> None:
    text = "grid bit[1, 3] in 0..1\nmin(r1c2, r1c1) == max(r1c1, r1c3)\nsum(row(1)) >= 1\nminimize max(r1c1, r1c2)\n"
    for presolve in ("none", "domain"):
        found = puzzledsl.parse(text).solve(solver=solver, presolve=presolve)
        assert (found.status, found.objective, found.bound, found.gap) == ("optimal", 1, 1.0, 0.0)


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_a_tour_beside_an_endless_objective_is_not_infeasible(solver: Any, encoding: Any) -> None:
    """cbc calls such a program infeasible."""
    endless = "grid after[1, 5] in 1..5\ncircuit(row(1))\nvar x in real\nx >= 0\nmaximize x\n"
    found = puzzledsl.parse(endless).solve(solver=solver, encoding=encoding, presolve="none")
    assert found.status in ("unbounded", "unknown")
    assert found.status == "unbounded" or "the objective may have no end" in found.message


def test_every_question_takes_the_solver(solver: Any) -> None:
    model = puzzledsl.parse(SMALL)
    assert model.count(solver=solver).count == 3
    assert model.unique(solver=solver).status == "several"
    assert model.candidates(solver=solver)["r1c1"] == (1, 2)
    with model.compile(solver=solver) as compiled:
        assert compiled.solve({"r1c3": 1}).values == {"r1c1": 2, "r1c2": 3, "r1c3": 1}


def test_options_are_those_of_the_solver() -> None:
    if shutil.which("glpsol") is None:
        pytest.skip("glpsol is not installed (apt-get install glpk-utils)")
    model = puzzledsl.parse(LATIN)
    assert model.solve(solver="pyomo:glpk", presolve="none", highs={"mipgap": 0.1}).status == "solved"
    with pytest.raises(puzzledsl.PuzzleError, match="glpk failed"):
        model.solve(solver="pyomo:glpk", presolve="none", highs={"no_such_option": 1})


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_highs_by_pyomo_gets_the_model_and_rows_that_follow(encoding: Any) -> None:
    """A tour, whose rows are added one after another."""
    text = "grid after[1, 6] in 1..6\ncircuit(row(1))\nafter[1, 1] == 3\nminimize after[1, 2] + after[1, 5] + 1\n"
    found = puzzledsl.parse(text).solve(solver="pyomo:appsi_highs", encoding=encoding, presolve="none")
    assert (found.status, found.objective, found.bound) == ("optimal", 4, 4)
    assert found.verify() == []


def test_a_time_limit_ends_the_solver_too(solver: str) -> None:
    name = solver.removeprefix("pyomo:")
    with Supervisor(command(name), name, group=True) as supervisor:
        supervisor.check(SolveOptions(plain=True))
        with within(1.5):
            result = supervisor.solve(market_split(6), SolveOptions(tuned=False, plain=True))
        assert (result.status, result.values) == ("unknown", ())


def test_a_solver_that_there_is_not() -> None:
    model = puzzledsl.parse(LATIN)
    for run in (model.solve, model.count):
        with pytest.raises(puzzledsl.PuzzleError, match="Pyomo knows no solver that is called `nosuch`") as caught:
            run(solver="pyomo:nosuch")  # type: ignore[arg-type]
        assert "`pyomo:appsi_highs`" in caught.value.diagnostics[0].helps[0]
    with pytest.raises(puzzledsl.PuzzleError, match="Pyomo knows the solver `ipopt`, but does not find it"):
        model.solve(solver="pyomo:ipopt", presolve="probe")  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [{"gap": 0.1}, {"threads": 2}, {"highs_presolve": False}])
def test_what_is_for_highs_alone(given: dict[str, Any]) -> None:
    with pytest.raises(puzzledsl.PuzzleError, match="is for HiGHS, and `--solver pyomo:glpk` asks for another"):
        check(Options(solver="pyomo:glpk", **given))
    with pytest.raises(puzzledsl.PuzzleError, match="needs the name of a solver"):
        check(Options(solver="pyomo:"))


# ── programs that only claim to be glpsol ────────────────────────────────────────────────────────


@pytest.fixture
def pretended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a shell script in the place of glpk's program."""
    if os.name != "posix":
        pytest.skip("a script of POSIX")

    def put(body: str) -> None:
        program = tmp_path / "glpsol"
        head = 'if [ "$1" = --version ]; then echo "GLPSOL: GLPK LP/MIP Solver, v4.65"; exit 0; fi\n'
        program.write_text(f"#!/bin/sh\n{head}{body}\n", encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    return put


def test_a_solver_that_crashes_is_an_error(pretended: Any) -> None:
    pretended("kill -9 $$")
    with pytest.raises(puzzledsl.PuzzleError, match="glpk failed"):
        puzzledsl.parse(LATIN).solve(solver="pyomo:glpk", presolve="none")


def test_a_solver_that_hangs_is_ended_with_all_that_it_has_started(
    pretended: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretended(f"echo $$ > {tmp_path}/pid; sleep 600 & wait")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Supervisor(command("glpk"), "glpk", group=True) as supervisor:
        supervisor.check(SolveOptions(plain=True))
        with within(1.5):
            result = supervisor.solve(market_split(), SolveOptions(tuned=False, plain=True))
        assert result.status == "unknown"
        assert "glpk had to be stopped by force" in result.message
    pid = (tmp_path / "pid").read_text().strip()
    for _ in range(200):
        place = Path(f"/proc/{pid}/stat")
        if not place.exists() or place.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the solver is still there")
    assert [one.name for one in tmp_path.glob("puzzledsl-*")] == []


# ── by Pyomo itself ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_what_pyomo_has_solved_is_read_back(encoding: Any) -> None:
    from pyomo.contrib.appsi.solvers import Highs

    model = puzzledsl.parse(LATIN)
    program: Any = model.to_pyomo(encoding=encoding)
    with pytest.raises(puzzledsl.PuzzleError, match="the Pyomo model has no values"):
        model.from_pyomo(program)
    Highs().solve(program)
    for one in (program, program.clone()):
        found = model.from_pyomo(one)
        assert (found.status, found.encoding, found.solver) == ("solved", encoding, "pyomo")
        assert found.verify() == []
    variable = program.x[1, 1, 1] if encoding == "binary" else program.cell_value[1, 2]
    variable.set_value(variable.value + 0.4, skip_validation=True)
    with pytest.raises(puzzledsl.PuzzleError, match="is not whole"):
        model.from_pyomo(program)


def test_values_that_break_a_rule_are_no_solution() -> None:
    from pyomo.contrib.appsi.solvers import Highs
    from pyomo.core import ConcreteModel, Var

    model = puzzledsl.parse(LATIN)
    program = model.to_pyomo(encoding="integer")
    Highs().solve(program)
    for variable in program.component_data_objects(Var):
        variable.set_value(variable.lb, skip_validation=True)
    with pytest.raises(puzzledsl.PuzzleError, match="break a rule of the puzzle"):
        model.from_pyomo(program)
    with pytest.raises(puzzledsl.PuzzleError, match="was not made by `to_pyomo`"):
        model.from_pyomo(ConcreteModel())


def test_an_objective_read_back() -> None:
    from pyomo.contrib.appsi.solvers import Highs

    model = puzzledsl.parse(BEST.format(sense="maximize"))
    program = model.to_pyomo()
    Highs().solve(program)
    found = model.from_pyomo(program)
    assert (found.status, found.objective, found.bound) == ("feasible", 14, None)
