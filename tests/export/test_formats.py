"""What is written is read back as the same model, by HiGHS and by Python."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.export import export, formats
from puzzledsl.flat import FlatObjective, Literal
from puzzledsl.primitives.linear import Linear

from ..flat_models import EASY, EASY_SOLVED, Builder, classic, digits
from ..programs import solve_here

if TYPE_CHECKING:
    from pathlib import Path

BOTH = sorted(encodings())


def read_by_highs(text: str, suffix: str, folder: Path) -> Any:
    import highspy

    file = folder / f"model.{suffix}"
    file.write_text(text, encoding="utf-8")
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    assert highs.run() == highspy.HighsStatus.kOk
    return highs


def mixed(maximize: bool = True) -> Builder:
    """Everything that a format has to express: reals, ranges, negative bounds, fractions, names of all sorts."""
    builder = Builder()
    free = builder.real("free", None, None)
    e5 = builder.real("e5", -7, None)
    end = builder.integer("end", range(-5, 300))
    lambda_ = builder.integer("lambda", range(-500, -100))
    bit = builder.integer("model", [0, 1])
    few = builder.integer("few", [2, 3, 7])
    loose = builder.integer("loose", range(-1, 1000))
    assert loose
    builder.add(Linear(((free, 1), (e5, Fraction(1, 3)), (end, -1)), (), "<=", 4), clue="cage")
    builder.add(Linear(((free, -1),), (), "<=", 100))
    builder.add(Linear(((e5, 1), (few, 2)), (), "<=", 17))
    builder.add(Linear(((end, 2), (lambda_, 1)), ((Literal(few, Domain.of([7])), 3),), "==", -210))
    builder.add(Linear(((end, 1),), (), "<=", 40), Literal(bit, Domain.of([1])), clue="if_so")
    terms = ((free, 2), (e5, 1), (end, -1), (bit, Fraction(5, 2)), (few, 1))
    signed = terms if maximize else tuple((x, -k) for x, k in terms)
    builder.objective = FlatObjective(maximize, signed, 11 if maximize else -11)
    return builder


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("form", ["lp", "mps"])
def test_highs_reads_a_classic(form: str, encoding: str, tmp_path: Path) -> None:
    builder = classic(EASY)
    encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
    highs = read_by_highs(export(encoded, form, "Easy"), form, tmp_path)
    assert highs.getNumCol() == len(encoded.columns)
    assert highs.getNumNz() == encoded.nonzeros
    names = [highs.getColName(i)[1] for i in range(highs.getNumCol())]
    values = dict(zip(names, highs.getSolution().col_value, strict=True))
    shown = []
    for r, c in product(range(1, 10), repeat=2):
        if encoding == "integer":
            shown.append(round(values[f"cell_r{r}_c{c}"]))
        else:
            shown.append(max(range(1, 10), key=lambda v: values[f"x_r{r}_c{c}_{v}"]))
    assert digits(shown) == EASY_SOLVED


@pytest.mark.parametrize("maximize", [True, False])
@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("form", ["lp", "mps"])
def test_highs_finds_the_same_optimum(form: str, encoding: str, maximize: bool, tmp_path: Path) -> None:
    builder = mixed(maximize)
    encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
    expected = solve_here(to_pyomo(encoded))
    assert expected.status == "optimal"
    text = export(encoded, form, "Mixed: a $ * title\n\\ of two lines")
    highs = read_by_highs(text, form, tmp_path)
    assert expected.objective is not None
    best = -expected.objective if form == "mps" and maximize else expected.objective  # an MPS file minimizes
    assert highs.getInfo().objective_function_value == pytest.approx(best)


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_names_fit_and_are_unique(form: str, tmp_path: Path) -> None:
    builder = Builder()
    for name in ("a" * 300, "a" * 299 + "b", "gen", "Infinity", "überraschung", "x[1]", "x_1_", "x 1"):
        builder.integer(name, range(200))
    builder.add(Linear(tuple((x, 1) for x in range(len(builder.variables))), (), "<=", 3), clue="c" * 300)
    encoded = encode(builder.flat(), builder.domains, "integer", builder.variables)
    text = export(encoded, form, "")
    highs = read_by_highs(text, form, tmp_path)
    names = [highs.getColName(i)[1] for i in range(highs.getNumCol())]
    assert len(set(names)) == len(builder.variables)
    assert max(map(len, names)) <= 255
    assert max(map(len, text.split())) <= 256


def test_what_cannot_be_written() -> None:
    builder = Builder()
    x = builder.integer("x", [1])
    builder.add(Linear(((x, 1),), (), "==", 2), line=2)
    encoded = encode(builder.flat(), builder.domains)
    with pytest.raises(PuzzleError, match="no solution"):
        export(encoded, "lp")
    with pytest.raises(PuzzleError, match="did you mean `mps`"):
        export(encoded, "msp")
    assert set(formats()) == {"lp", "mps", "opb", "pyomo"}
