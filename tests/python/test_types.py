"""What a type checker tells users of the Python interface about their scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import puzzledsl
from puzzledsl.answer import SOLVERS
from puzzledsl.calls import Encoding, Presolve, Solver
from puzzledsl.encodings import encodings
from puzzledsl.presolve.presolve import STRENGTHS

ROOT = Path(__file__).parents[2]
SCRIPT = """\
from fractions import Fraction
from typing import assert_type

import numpy
import puzzledsl
from numpy.typing import NDArray

model = puzzledsl.load("classic.puz")
solution = model.solve(solver="highs", encoding="integer", presolve="bounds")
model.solve(solver="pyomo:glpk")

assert_type(solution[1, 1], int)
assert_type(solution["other", 1, 1], int)
assert_type(solution["total"], int | Fraction)
assert_type(solution.grid(), list[list[int | None]])
assert_type(solution.grid("cell"), list[list[int | None]])
assert_type(solution.grid(array=True), NDArray[numpy.int64])

model.solve(solver="higs")  # type: ignore[arg-type]
model.solve(encoding="binry")  # type: ignore[arg-type]
model.unique(solver="cplx")  # type: ignore[arg-type]
model.compile(presolve="all")  # type: ignore[arg-type]
solution[1]  # type: ignore[call-overload]
"""


PYRIGHT = {"typeCheckingMode": "strict", "reportUnnecessaryTypeIgnoreComment": "error"}


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_script_of_a_user(checker: str, tmp_path: Path) -> None:
    """Both checkers accept it, and find a mistake in each line that says so; basedpyright is pyright as a wheel."""
    pytest.importorskip(checker, reason=f"needs the extra `dev` ({checker})")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    paths = {"extraPaths": [str(Path(puzzledsl.__file__).parents[1])]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(PYRIGHT | paths), encoding="utf-8")
    options = {"mypy": ["--strict", str(script)], "basedpyright": ["--project", str(tmp_path)]}[checker]
    command = [sys.executable, "-m", checker, *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_names_are_those_that_there_are() -> None:
    assert set(SOLVERS) < set(get_args(Solver))
    assert all(name.startswith("pyomo:") for name in set(get_args(Solver)) - set(SOLVERS))
    assert set(get_args(Encoding)) == set(encodings())
    assert set(get_args(Presolve)) == set(STRENGTHS)
