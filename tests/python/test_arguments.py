"""Arguments of another kind than a function takes are refused in words, before any work."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import puzzledsl

TEXT = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n"
MODEL = puzzledsl.parse(TEXT)


@pytest.mark.parametrize(
    ("name", "arguments", "what"),
    [
        ("solve", {"solver": 1}, "a text"),
        ("solve", {"time_limit": True}, "a number"),
        ("solve", {"seed": 1.5}, "a whole number"),
        ("solve", {"highs": 3}, "a mapping"),
        ("solve", {"on_progress": 3}, "a function"),
        ("solve", {"cancel": 1}, "a `CancellationToken`"),
        ("compile", {"presolve": 3}, "a text"),
        ("explain", {"keep": "givens"}, "a list"),
        ("explain", {"most": 0}, "a whole number from 1"),
        ("estimate", {"samples": 0}, "a whole number from 1"),
        ("generate", {"difficulty": 3}, "a text"),
        ("generate", {"cages": "no"}, "`True` or `False`"),
        ("to_pyomo", {"encoding": 1}, "a text"),
        ("tree", {"nodes": True}, "a whole number"),
        ("relax", {"duals": 1}, "`True` or `False`"),
        ("link", {"to": 3}, "a text"),
    ],
)
def test_another_kind_of_argument_is_refused(name: str, arguments: dict[str, Any], what: str) -> None:
    (argument,) = arguments
    with pytest.raises(ValueError, match=rf"`{argument}` is {what}"):
        getattr(MODEL, name)(**arguments)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda wrong: puzzledsl.batch(MODEL, wrong), "`lines` is a list, not 3"),
        (lambda wrong: puzzledsl.batch(MODEL, ["1..."], cluster=wrong), "`cluster` is a `Cluster` or a text, not 3"),
        (lambda wrong: puzzledsl.parse(TEXT, settings=wrong), "`settings` is a mapping, such as .*, not 3"),
        (lambda wrong: puzzledsl.parse(TEXT, settings={wrong: 1}), "a name in `settings` is a text, not 3"),
        (lambda wrong: puzzledsl.parse(TEXT, limits=wrong), "`limits` is a `Limits`, not 3"),
        (lambda wrong: puzzledsl.parse(TEXT, include=wrong), "`include` is a list, not 3"),
        (lambda wrong: puzzledsl.parse(TEXT, include=[wrong]), "an item of `include` is a text or a `Path`, not 3"),
        (lambda _: puzzledsl.parse(TEXT, include="models"), "`include` is a list, not 'models'"),
        (lambda wrong: MODEL.explain(keep=(wrong,)), "an item of `keep` is a text, not 3"),
        (lambda wrong: MODEL.generate(symmetry=wrong), "`symmetry` is a text, not 3"),
        (lambda wrong: MODEL.solve(time_limit=10**400), "`time_limit` is a number, not 1000"),
        (
            lambda wrong: puzzledsl.print_sheets(wrong, "a.pdf"),
            "`puzzles` is a `Model` or a `Generated` or a list, not 3",
        ),
        (lambda wrong: puzzledsl.print_sheets([wrong], "a.pdf"), "an item of `puzzles` is a `Model` or a `Generated`"),
        (lambda wrong: puzzledsl.print_sheets([MODEL], wrong), "`path` is a text or a `Path`, not 3"),
    ],
)
def test_so_are_those_of_functions_and_the_parts_of_arguments(call: Callable[[Any], object], said: str) -> None:
    with pytest.raises(puzzledsl.PuzzleError, match=said) as refused:
        call(3)
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, TypeError)


def test_what_is_no_pyomo_model_is_refused() -> None:
    wrong: Any = 3
    with pytest.raises(puzzledsl.PuzzleError, match="not made by `to_pyomo`"):
        MODEL.from_pyomo(wrong)


def test_numbers_of_other_kinds_options_without_a_value_and_any_collection_of_names_are_taken() -> None:
    options: dict[str, Any] = {"time_limit": Fraction(5), "gap": Fraction(1, 10), "solver": None, "log": None}
    assert MODEL.solve(**options).status == "solved"
    names: Any
    for names in ({"houses"}, {"houses": 1}.keys(), iter(["houses"]), ["houses"], ("houses",), None):
        assert MODEL.redundant(keep=names)
    options = {"difficulty": None, "technique": None}
    assert next(MODEL.generate(seed=1, **options)).givens == next(MODEL.generate(seed=1)).givens
    assert puzzledsl.parse(TEXT, name=Path("a.puz"), include=[Path("models")]).elaborated.source.name == "a.puz"


def test_what_numpy_has_counts_as_python_s_own() -> None:
    numpy = pytest.importorskip("numpy")
    three = numpy.int64(3)
    assert MODEL.solve(threads=numpy.int64(1), gap=numpy.float64(0.1), highs_presolve=numpy.True_).status == "solved"
    assert MODEL.solve(highs={"mip_rel_gap": numpy.float64(0.1), "mip_allow_restart": numpy.False_}).status == "solved"
    assert MODEL.count(limit=numpy.int32(1), time_limit=numpy.float64(5)).count == 1
    assert MODEL.estimate(samples=three, seed=three).samples == 3
    assert MODEL.redundant(keep=numpy.array(["houses"]), houses=numpy.bool_(True))
    assert next(MODEL.generate(seed=three)).givens == next(MODEL.generate(seed=3)).givens
    assert puzzledsl.parse("param n = 1\n" + TEXT, settings={"n": three}, allow_clashes=numpy.bool_(False))
    with pytest.raises(puzzledsl.PuzzleError, match="`seed` is a whole number, not True"):
        MODEL.solve(seed=numpy.True_)
