"""Every model of the gallery comes out as its comment says."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.formatting import format_text
from puzzledsl.source import Source
from tests.models.expectations import GALLERY, Expectation, gallery

MODELS = gallery()


def _in_encodings(chosen: Callable[[Expectation], tuple[str, ...]], step: int = 1) -> list[object]:
    """Each model in each of these encodings; all but one, which changes from model to model, are slow tests.

    Args:
        step: of the models, only every so many are not slow.
    """
    return [
        pytest.param(
            m, e, id=f"{m.path.stem}-{e}", marks=pytest.mark.slow if k % step or (k - i) % len(chosen(m)) else ()
        )
        for k, m in enumerate(MODELS, 1)
        for i, e in enumerate(chosen(m))
    ]


def _solve(expected: Expectation, encoding: Any, presolve: Any, solver: Any = "highs") -> puzzledsl.Solution:
    model = puzzledsl.load(expected.path, givens=expected.givens)
    return model.solve(encoding=encoding, presolve=presolve, solver=solver, time_limit=120)


def _rounded(value: object) -> str:
    """As promises are written: whole numbers plain, others to four places."""
    number = Fraction(str(value)) if not isinstance(value, Fraction) else value
    return str(number) if number.denominator == 1 else f"{float(number):.4f}"


def _agrees(expected: Expectation, solution: puzzledsl.Solution) -> None:
    assert solution.status == expected.status, solution.message
    assert solution.verify() == []
    if expected.objective is not None:
        assert _rounded(solution.objective) == expected.objective
    if expected.rows:
        (rows, *_) = solution.as_json()["grids"].values()  # type: ignore[attr-defined]
        found = tuple(tuple("." if value is None else str(value) for value in row) for row in rows)
        assert found == expected.rows
    for name, value in expected.variables.items():
        assert _rounded(solution.values[name]) == value


@pytest.mark.parametrize(("expected", "encoding"), _in_encodings(lambda model: model.encodings))
def test_a_model_comes_out_as_it_says(expected: Expectation, encoding: str) -> None:
    _agrees(expected, _solve(expected, encoding, "probe"))


@pytest.mark.parametrize(("expected", "encoding"), _in_encodings(lambda model: model.unpresolved, 3))
def test_the_program_as_written_comes_out_the_same(expected: Expectation, encoding: str) -> None:
    _agrees(expected, _solve(expected, encoding, "none"))


@pytest.mark.parametrize("expected", [pytest.param(m, id=m.path.stem) for m in MODELS if m.unique])
def test_there_is_no_other_solution(expected: Expectation) -> None:
    found = _solve(expected, "binary", "probe", "auto")
    _agrees(expected, found)
    told = {name: f'"{value}"' if isinstance(value, str) else value for name, value in found.values.items()}
    this_one = " and ".join(f"{name} == {value}" for name, value in told.items())
    other = puzzledsl.parse(
        f"{expected.text}\nnot ({this_one})\n",
        name=str(expected.path),
        givens=expected.givens,
        include=[GALLERY],
    )
    assert other.solve(time_limit=120).status == "infeasible"


@pytest.mark.parametrize("expected", [pytest.param(m, id=m.path.stem) for m in MODELS if m.unique])
def test_a_unique_solution_is_written_down(expected: Expectation) -> None:
    assert expected.rows or expected.variables


def test_the_table_of_the_gallery_is_complete() -> None:
    text = (GALLERY / "README.md").read_text(encoding="utf-8")
    assert [m.path.name for m in MODELS if f"({m.path.name})" not in text] == []


@pytest.mark.parametrize("path", sorted(GALLERY.rglob("*.puz")), ids=lambda path: path.stem)
def test_the_gallery_is_laid_out_as_format_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(Source(path.name, text)) == text


@pytest.mark.parametrize(("n", "status"), [(3, "infeasible"), (6, "solved"), (12, "solved")])
def test_queens_come_in_any_number(n: int, status: str) -> None:
    assert puzzledsl.load(GALLERY / "queens.puz", settings={"n": n}).solve().status == status
