"""Other programs read the files as what they are: the same optimum, and a solution that the verifier accepts."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import puzzledsl
from puzzledsl.answer import Options, objective_of
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.encodings.encoded import read
from puzzledsl.export import export
from puzzledsl.export.solver_files import plain_names
from puzzledsl.solve import encoded_model
from puzzledsl.verification import verify
from tests.examples import every

from .other_solvers import READERS, Found, by_cbc, by_highs, by_scip

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl import Model
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.expressions import Rational

MODELS = {
    "a maximum": "var a in 0..9\nvar b in 0..9\n2*a + 3*b <= 25\n3*a + b <= 20\nmaximize 4*a + 5*b\n",
    "a maximum and a constant": "var a in -5..5\nvar b in -3..9\na + b <= 4\nmaximize 3*a - b + 4\n",
    "a minimum and a constant": "var a in 0..5\nvar b in 0..5\na + b >= 4\nminimize 3*a + b - 9\n",
    "real without a row": "var n in 0..5\nvar x in real 0.2..0.8\nn >= 2\nminimize n + 1\n",
    "bounds below zero": "var n in 0..5\nvar x in real\nvar y in real -7..-2.5\nvar z in -9..-4\nn >= 2\nminimize n\n",
    "all below zero": "var a in -9..-4\nvar b in -7..-5\na - b >= 1\nmaximize a + 2*b\n",
    "fractions": "var a in 0..9\nvar b in 0..9\n2*a + 3*b <= 25\n3*a + b <= 20\nmaximize 0.5*a + 1.25*b - 0.75\n",
    "real and whole": "var x in real 0..10\nvar n in 0..5\nx + 2*n >= 7.5\nx - n <= 1.2\nminimize 3*x + 4*n + 2\n",
    "real alone": "var x in real 0..10\nvar y in real -5..5\nx + 2*y >= 7.5\nx - y <= 1.2\nmaximize 3*x - 4*y\n",
    "no bounds": "var x in real\nvar y in real\ny >= -3\nx >= y\nx <= 4\nmaximize x - 2*y\n",
    "no objective": "var a in 0..3\nvar b in 0..3\na + b == 5\n",
    "no row": "var a in 2..2\nvar b in 0..3\nb >= 1\nminimize a + 3\n",
    "a grid": "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\nr1c1 == 2\nmaximize r4c4 + 2*r3c3 - 4*r4c1 - 4\n",
    "two limits": "var a in -9..9\nvar b in -9..9\n2 <= a + b\na + b <= 5\na != b\nminimize 2*a - b\n",
    "odd names": "var free in -3..3\nvar end in 0..3\nvar E2 in -4..-1\nvar ONE in 0..4\nvar obj in 0..2\n"
    "free + end + E2 + ONE + obj >= 5\nminimize 2*free + end + 3*E2 + ONE + obj + 7\n",
    "a name of twelve characters": "grid queens[1, 3] in 1..3\nalldifferent: row(1)\nmaximize r1c1 + 2 * r1c2\n",
    "long rows": "grid far_from_everything_else[1, 60] in -1..1\nsum(row(1)) == 17\nmaximize r1c1 - r1c60\n",
}  # fmt: skip


GALLERY = (
    "easy", "futoshiki", "kakuro", "matching", "narrowing", "quadruples", "queens", "rota", "six", "star_battle",
    "work_life", "workshop",
)  # fmt: skip


@pytest.fixture(params=list(READERS))
def reader(request: pytest.FixtureRequest) -> Callable[[Path], Found]:
    """A program that reads the file and solves it."""
    read_file, program = READERS[request.param]
    if read_file is by_scip:
        pytest.importorskip("pyscipopt")
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (apt-get install glpk-utils coinor-cbc)")
    return read_file


def objective_found(model: Model, encoded: Encoded, found: dict[str, float], names: list[str]) -> Rational | None:
    """The objective of an answer by the names of its columns, which has to be a solution."""
    values = read(encoded, [found.get(name, 0.0) for name in names])[: len(model.elaborated.variables)]
    assert verify(model.elaborated, values) == []
    return objective_of(model.elaborated, values)


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize("form", every(2, ["mps", "lp"]))
def test_the_same_optimum_and_a_solution(form: str, name: str, reader: Any, tmp_path: Path) -> None:
    model = puzzledsl.parse(MODELS[name])
    expected = model.solve()
    for encoding, presolve in (("integer", "none"), ("integer", "bounds"), ("binary", "none")):
        encoded = encoded_model(model.elaborated, Options(encoding, presolve=presolve))
        file = tmp_path / f"{encoding}-{presolve}.{form}"
        file.write_text(export(encoded, form, name), encoding="utf-8")
        objective, found = reader(file)
        reached = objective_found(model, encoded, found, plain_names(column.name for column in encoded.columns))
        if expected.objective is None:
            continue
        assert reached is not None
        assert float(reached) == pytest.approx(float(expected.objective))
        turned = encoded.maximize and form == "mps"
        signs = (1, -1) if encoded.maximize and reader is by_cbc else (-1,) if turned else (1,)  # cbc prints a minimum
        assert any(sign * objective == pytest.approx(float(reached)) for sign in signs)


@pytest.mark.parametrize("name", GALLERY)
@pytest.mark.parametrize("form", every(2, ["lp", "mps"]))
def test_models_of_the_gallery(form: str, name: str, reader: Any, tmp_path: Path) -> None:
    model = puzzledsl.load(Path(__file__).parents[2] / "models" / f"{name}.puz")
    encoded = encoded_model(model.elaborated, Options("binary", presolve="none"))
    file = tmp_path / f"{name}.{form}"
    file.write_text(export(encoded, form, name), encoding="utf-8")
    _, found = reader(file)
    reached = objective_found(model, encoded, found, plain_names(column.name for column in encoded.columns))
    if reached is not None:
        assert float(reached) == pytest.approx(float(model.solve().objective or 0), rel=1e-5)


def by_highs_from_opb(file: Path) -> Found:
    """HiGHS reads no OPB file, but its lines without ``;`` are rows of an LP file."""
    lines = [line.removesuffix(" ;") for line in file.read_text(encoding="utf-8").splitlines() if line[0] != "*"]
    goal = [line.removeprefix("min:") for line in lines if line.startswith("min:")]
    rows = [line for line in lines if not line.startswith("min:")]
    names = sorted(set(re.findall(r"x\d+", "\n".join(lines))))
    program = ["Minimize", *(goal or [f"0 {names[0]}"]), "Subject To", *rows, "Binary", *names, "End", ""]
    other = file.with_suffix(".lp")
    other.write_text("\n".join(program), encoding="utf-8")
    return by_highs(other)


OF_BITS = (
    "a maximum", "a maximum and a constant", "all below zero", "fractions", "a grid", "two limits", "odd names",
    "long rows", *(name for name in GALLERY if name not in ("rota", "work_life")),
)  # fmt: skip
"""Models whose columns in `binary` are all 0 or 1."""


@pytest.mark.parametrize("solver", [by_highs_from_opb, by_scip])
@pytest.mark.parametrize("name", OF_BITS)
def test_an_opb_file_has_the_same_optimum(name: str, solver: Any, tmp_path: Path) -> None:
    if solver is by_scip:
        pytest.importorskip("pyscipopt")
    models = Path(__file__).parents[2] / "models"
    model = puzzledsl.parse(MODELS[name]) if name in MODELS else puzzledsl.load(models / f"{name}.puz")
    encoded = encoded_model(model.elaborated, Options("binary", presolve="none"))
    file = tmp_path / "model.opb"
    text = export(encoded, "opb", name)
    file.write_text(text, encoding="utf-8")
    least, found = solver(file)
    reached = objective_found(model, encoded, found, [f"x{number}" for number in range(1, len(encoded.columns) + 1)])
    if reached is not None:
        assert float(reached) == pytest.approx(float(model.solve().objective or 0))
        scale, constant = re.findall(r"\(this minimum\)/\((\S+)\) \+ \((\S+)\)\.", text)[0]
        assert least / int(scale) + float(Fraction(constant)) == pytest.approx(float(reached))


def test_an_opb_file_takes_no_other_columns() -> None:
    model = puzzledsl.parse("var a in 0..9\nvar x in real 0..3\na + x <= 7\nmaximize a + x\n").elaborated
    for encoding, column in (("binary", "x"), ("integer", "a")):
        with pytest.raises(PuzzleError, match=f"columns of 0 and 1, and `{column}` takes other values"):
            export(encoded_model(model, Options(encoding, presolve="none")), "opb")


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_lines_are_short_and_names_keep_their_signs(form: str) -> None:
    text = "var a in -7..9\nvar b in -3..3\na != b\ngrid far_from_everything_else[1, 60] in -1..1\nsum(row(1)) == 17\n"
    model = puzzledsl.parse(text)
    for encoding, names in (("binary", ("a_is_minus7", "a_is_7")), ("integer", ("a_gt_b",))):
        written = export(encoded_model(model.elaborated, Options(encoding, presolve="none")), form)
        assert max(map(len, written.splitlines())) <= 255
        for name in names:
            assert re.search(rf"\b\w*{name}\b", written)


def test_a_maximum_in_mps_says_that_it_is_turned() -> None:
    model = puzzledsl.parse("var a in 0..9\na <= 7\nmaximize a + 1\n")
    text = export(encoded_model(model.elaborated, Options("integer", presolve="none")), "mps")
    assert "OBJSENSE" not in text
    assert "* The objective is to be maximized. All its signs are changed here" in text
    assert " a obj -1\n" in text
    assert " ONE obj -1\n" in text


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_numbers_that_readers_would_round_are_refused(form: str) -> None:
    model = puzzledsl.parse("var a in 0..9\nvar b in 0..3\na + 10^16 * b <= 10^16 + 1\nmaximize a + b\n")
    encoded = encoded_model(model.elaborated, Options("integer", presolve="none"))
    with pytest.raises(PuzzleError, match=r"10\^15"):
        export(encoded, form)
