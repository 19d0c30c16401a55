"""The Python interface, as its users see it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl import PuzzleError

LATIN = "grid cell[3, 3] in 1..3\nalldifferent: rows, columns\ngivens:\n    1 2 .\n    . . .\n    . . 2\n"


@pytest.mark.parametrize("encoding", ["binary", "integer"])
@pytest.mark.parametrize("presolve", ["none", "domain"])
def test_solve_gives_a_verified_grid(encoding: Any, presolve: Any) -> None:
    solution = puzzledsl.parse(LATIN).solve(encoding=encoding, presolve=presolve, solver="highs")
    assert solution.status == "solved"
    assert solution
    assert solution.grids["cell"].tolist() == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    assert solution.values["r2c3"] == 1
    assert solution.verify() == []


def test_no_solution_is_a_status_not_an_error() -> None:
    solution = puzzledsl.parse(LATIN + "r2c2 + r2c3 == 5\n").solve()
    assert solution.status == "infeasible"
    assert not solution
    assert solution.values == {}
    assert solution.grids == {}
    with pytest.raises(ValueError, match="nothing to verify"):
        solution.verify()


def test_mistakes_carry_their_places() -> None:
    with pytest.raises(PuzzleError) as caught:
        puzzledsl.parse("grid cell[3, 3] in 1..3\nr4c1 == 1\nr1c1 == 7\n", name="bad.puz")
    places = [(d.span.source.name, d.span.line, d.span.column) for d in caught.value.diagnostics if d.span]
    assert places == [("bad.puz", 2, 1), ("bad.puz", 3, 1)]
    assert "bad.puz:2:1" in str(caught.value)


def test_settings_and_givens_come_from_outside() -> None:
    text = "param n = 4\ngrid cell[n, n] in 1..n\nalldifferent: rows, columns\n"
    solution = puzzledsl.parse(text, settings={"n": 3}, givens="12. ... ..2".replace(" ", "")).solve()
    assert solution.grids["cell"].tolist() == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]


def test_objective_is_proven_and_exact() -> None:
    text = "var x, y in real 0..24\nx * 30 + y * 5 >= 50\nx * 40 + y * 70 >= 100\nx * 25 + y * 10 >= 30\n"
    text += "minimize x * 60 + y * 20\n"
    solution = puzzledsl.parse(text).solve()
    assert solution.status == "optimal"
    assert solution.values == {"x": Fraction(30, 19), "y": Fraction(10, 19)}
    assert solution.objective == Fraction(2000, 19)
    assert solution.gap == 0


def test_an_unbounded_objective_is_said_to_be_one() -> None:
    assert puzzledsl.parse("var x in real\nx >= 0\nmaximize x\n").solve().status == "unbounded"


def test_both_encodings_agree_on_an_optimum() -> None:
    text = "grid cell[2, 3] in 1..6\nalldifferent: cells\nmaximize r1c1 * r2c3 - abs(r1c2 - r2c1)\n"
    found = [puzzledsl.parse(text).solve(encoding=e, solver="highs") for e in ("binary", "integer")]
    assert [s.status for s in found] == ["optimal", "optimal"]
    assert [s.objective for s in found] == [29, 29]


def test_to_pyomo_gives_indexed_components() -> None:
    model = puzzledsl.parse(LATIN).to_pyomo(encoding="binary")
    assert model.x[1, 1, 3].name == "x[1,1,3]"
    integer = puzzledsl.parse(LATIN).to_pyomo(encoding="integer")
    assert integer.cell_value[1, 1].bounds == (1, 3)


def test_verify_checks_a_grid_of_ones_own() -> None:
    model = puzzledsl.parse(LATIN)
    assert model.verify({"cell": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]}) == []
    wrong = model.verify({"cell": [[1, 2, 3], [2, 3, 1], [3, 2, 1]]})
    assert {str(v) for v in wrong} == {
        "alldifferent in column 2 (line 2)",
        "alldifferent in column 3 (line 2)",
        "given 2 at r3c3 (line 6)",
    }


def test_a_solution_prints_and_draws() -> None:
    model = puzzledsl.parse(LATIN)
    assert "1 2 3" in str(model.solve())
    assert model.solve()._repr_svg_().startswith("<svg")
    assert model._repr_svg_().startswith("<svg")


def test_an_unknown_option_of_highs_is_named() -> None:
    with pytest.raises(PuzzleError, match="mip_rel_gap"):
        puzzledsl.parse("grid cell[2, 2] in 1..2\n").solve(highs={"mip_rel_gapp": 1})


def test_load_reads_a_file_and_what_it_includes(tmp_path: Path) -> None:
    (tmp_path / "rules.puz").write_text("rule rising(line):\n    strictly_increasing(line)\n")
    (tmp_path / "model.puz").write_text('include "rules.puz"\ngrid cell[1, 3] in 1..3\nrising: row(1)\n')
    assert puzzledsl.load(tmp_path / "model.puz").solve().grids["cell"].tolist() == [[1, 2, 3]]


def test_an_include_stays_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.puz").write_text("let n = 3\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "model.puz").write_text('include "../secret.puz"\ngrid cell[1, n] in 1..3\n')
    with pytest.raises(PuzzleError, match="outside the model's folder"):
        puzzledsl.load(inner / "model.puz")
    assert puzzledsl.load(inner / "model.puz", include=[tmp_path]).variables == ("r1c1", "r1c2", "r1c3")


def test_a_file_that_is_included_twice_counts_once(tmp_path: Path) -> None:
    (tmp_path / "base.puz").write_text("let n = 3\n")
    (tmp_path / "more.puz").write_text('include "base.puz"\nlet m = n + 1\n')
    (tmp_path / "model.puz").write_text('include "base.puz"\ninclude "more.puz"\ngrid cell[1, n] in m..9\n')
    assert puzzledsl.load(tmp_path / "model.puz").variables == ("r1c1", "r1c2", "r1c3")


def test_givens_may_be_negative_where_the_domain_is() -> None:
    text = "grid cell[2, 3] in -2..2\ngivens:\n    -1 . | 2\n    -----+--\n     0 -2 | .\nalldifferent: cells\n"
    values = puzzledsl.parse(text.replace("alldifferent: cells\n", "alldifferent: rows\n")).solve().values
    assert [values[name] for name in ("r1c1", "r1c3", "r2c1", "r2c2")] == [-1, 2, 0, -2]


def test_masked_places_hold_nothing() -> None:
    text = "grid cell[2, 2] in 1..3\nmask:\n    x .\n    . .\nalldifferent: cells\nincreasing(cells)\n"
    solution = puzzledsl.parse(text).solve()
    assert solution.grids["cell"].tolist() == [[None, 1], [2, 3]]


def test_the_easy_grid_needs_no_solver() -> None:
    text = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
    givens = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    solution = puzzledsl.parse(text, givens=givens).solve()
    assert solution.solver == "presolve"
    assert "".join(map(str, solution.grids["cell"].flatten())) == (
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
    )
