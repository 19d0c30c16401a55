"""Options of the solver: with those that may change the problem it proves nothing."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

import puzzledsl
from puzzledsl.highs.option_check import HARMLESS, OTHER_TASKS, TOLERANCES, doubtful

BUY = "var apples in 0..4\nvar pears in 0..4\napples + pears >= 4\nminimize 3 * apples + 5 * pears + 1\n"
NONE = "var x, y, z in 0..1\nx != y\ny != z\nx != z\nminimize x + 2 * y\n"
REAL = "var x in real 0..10\nvar n in 0..5\nx + 2*n >= 7.5\nx - n <= 1.2\nminimize 3*x + 4*n\n"
ENDLESS = "var x in real\nvar n in 0..4\nx >= n\nmaximize x\n"

CHANGING = [
    ("objective_bound", "5"),
    ("objective_bound", "-5"),
    ("objective_target", "100"),
    ("small_matrix_value", "2"),
    ("dual_feasibility_tolerance", "5"),
    ("primal_feasibility_tolerance", "5"),
    ("kkt_tolerance", "5"),
    ("mip_feasibility_tolerance", "0.4"),
    ("user_objective_scale", "-20"),
    ("user_bound_scale", "-20"),
    ("infinite_cost", "1e15"),
]


ALSO_BY_OTHERS = CHANGING[0], CHANGING[3], CHANGING[4]
BY_PYOMO = "pyomo:appsi_highs", "pyomo:highs"


@pytest.mark.parametrize(
    ("solver", "name", "value"),
    [
        *[("highs", *one) for one in CHANGING],
        *[("auto", *one) for one in ALSO_BY_OTHERS],
        *[pytest.param(name, *one, marks=pytest.mark.slow) for name in BY_PYOMO for one in ALSO_BY_OTHERS],
    ],
)
def test_no_option_makes_a_false_proof(solver: Any, name: str, value: str) -> None:
    for text, best in ((BUY, 13), (REAL, 16), (ENDLESS, None)):
        model = puzzledsl.parse(text)
        found = model.solve(solver=solver, encoding="integer", presolve="none", time_limit=20, highs={name: value})
        assert found.status in ("optimal", "feasible", "unknown")
        assert found.status != "optimal" or found.objective == best
        assert text is BUY or found.status != "optimal"  # no search can confirm it
        assert found.bound is None or found.status == "optimal"


def test_search_confirms_what_is_right() -> None:
    for solver in ("highs", "pyomo:appsi_highs"):
        options: dict[str, Any] = {"solver": solver, "presolve": "none", "highs": {"objective_bound": "1000"}}
        assert puzzledsl.parse(NONE).solve(**options).status == "infeasible"
        found = puzzledsl.parse(BUY).solve(**options)
        assert (found.status, found.objective, found.bound) == ("optimal", 13, 13.0)
    missed = puzzledsl.parse(BUY).solve(presolve="none", highs={"objective_bound": "5"})
    assert (missed.status, missed.bound) == ("unknown", None)
    assert "search finds a solution that the solver has not found" in missed.message
    unproven = puzzledsl.parse(REAL).solve(highs={"objective_bound": "1000"})
    assert (unproven.status, unproven.objective) == ("feasible", 16)
    assert "its answer is no proof" in unproven.message


@pytest.mark.parametrize("name", ["mip_heuristic_effort", "mip_feasibility_tolerance", "time_limit", "presolve"])
def test_other_options_leave_proofs(name: str) -> None:
    value = {"mip_heuristic_effort": 0.3, "mip_feasibility_tolerance": 1e-9, "time_limit": 60, "presolve": "off"}[name]
    for text, status in ((BUY, "optimal"), (REAL, "optimal"), (NONE, "infeasible"), (ENDLESS, "unbounded")):
        assert puzzledsl.parse(text).solve(presolve="none", highs={name: value}).status == status


def test_options_that_are_other_tasks_are_refused() -> None:
    for name in OTHER_TASKS:
        with pytest.raises(puzzledsl.PuzzleError, match=f"with `{name}` HiGHS"):
            puzzledsl.parse(BUY).solve(highs={name: True})
        assert puzzledsl.parse(BUY).solve(highs={name: False}).objective == 13


def known_options() -> dict[str, str]:
    """The names and types of all options, as HiGHS itself lists them."""
    import highspy

    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    with tempfile.TemporaryDirectory() as folder:
        highs.writeOptions(f"{folder}/options")
        names = re.findall(r"(?m)^(\w+) =", (Path(folder) / "options").read_text())
    return {name: highs.getOptionType(name)[1].name for name in names}


ODD = {
    "kBool": ("true", "false", "maybe"),
    "kInt": ("0", "-1", "2147483647", "nan"),
    "kDouble": ("0", "-1", "5", "inf", "nan"),
    "kString": ("", "on", "pdlp", "out.txt", "/nowhere/x"),
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=[pytest.mark.slow] if k % 16 else [])
        for k, (name, kind) in enumerate(known_options().items())
    ],
)
def test_no_value_of_an_option_does_harm(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    model = puzzledsl.parse(knapsack(cells=4))
    for value in ODD[kind]:
        message = ""
        try:
            found = model.solve(solver="highs", encoding="integer", presolve="none", time_limit=20, highs={name: value})
        except puzzledsl.PuzzleError as error:
            message = str(error)
        if message:
            assert f"`{name}`" in message
            assert "this is a bug" not in message
        else:
            assert (found.status, found.objective) == ("optimal", 810) or found.status in ("feasible", "unknown")
            assert found.bound is None or found.bound >= 810
    assert not list(tmp_path.iterdir())
    assert "HiGHS" not in capfd.readouterr().out


def test_more_threads_than_machines_have_are_refused() -> None:
    model = puzzledsl.parse(BUY)
    for given in ({"threads": 5000}, {"highs": {"threads": 5000}}, {"highs": {"threads": "1e9"}}):
        with pytest.raises(puzzledsl.PuzzleError, match="`threads` is at most 1024"):
            model.solve(**given)


def test_a_failure_names_the_option_and_is_no_bug() -> None:
    with pytest.raises(puzzledsl.PuzzleError, match="the reason may be an option that it got: `large_matrix_value`"):
        puzzledsl.parse(BUY).solve(presolve="none", highs={"large_matrix_value": 1})


def test_the_names_are_those_of_highs() -> None:
    import highspy

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    known = {name for name in HARMLESS | TOLERANCES if highs.getOptionType(name)[0] == highspy.HighsStatus.kOk}
    assert known == HARMLESS | TOLERANCES
    assert doubtful({"presolve": "off", "kkt_tolerance": "1e-8", "kkt_tolerances": "1", "objective_bound": "5"}) == (
        "kkt_tolerances",
        "objective_bound",
    )


# ── a gap ────────────────────────────────────────────────────────────────────────────────────────


def knapsack(more: str = "", cells: int = 12) -> str:
    random = Random(4)
    rows = [" + ".join(f"{random.randint(3, 60)} * r1c{i}" for i in range(1, cells + 1)) for _ in range(5)]
    limits = "".join(f"{row} <= {random.randint(700, 1100)}\n" for row in rows[1:])
    return f"grid cell[1, {cells}] in 0..9\n{limits}maximize {rows[0]}{more}\n"


@pytest.mark.parametrize("more", ["", "var x in real 0..1\n"])
def test_within_a_gap_is_optimal_only_if_the_bound_proves_it(more: str) -> None:
    model = puzzledsl.parse(more + knapsack(" + x" if more else ""))
    best = model.solve(encoding="integer", presolve="none")
    assert best.status == "optimal"
    assert best.objective is not None
    for given in ({"gap": 5.0}, {"highs": {"mip_rel_gap": 5}}, {"highs": {"mip_abs_gap": 1000}}):
        found = model.solve(encoding="integer", presolve="none", **given)
        assert found.objective is not None
        assert found.bound is not None
        assert found.bound >= float(best.objective) - 1e-6
        is_proven = found.bound < found.objective + (1e-4 if more else 1)
        assert found.status == ("optimal" if is_proven else "feasible")
        assert is_proven or "bound allows a better solution" in found.message
    assert model.solve(encoding="integer", presolve="none", gap=0).status == "optimal"
