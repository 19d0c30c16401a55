"""Read the values of the model's variables from a Pyomo model of `puzzledsl.export.pyomo` that was solved elsewhere."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.encodings import encodings
from puzzledsl.encodings.encoded import rational
from puzzledsl.encodings.plain import place_of

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel

    from puzzledsl.model import Model

FRACTIONAL = 1e-4
"""How far from an integer the value of an integer column may be."""


def read_back(model: Model, program: ConcreteModel) -> tuple[str, tuple[int | Fraction, ...]]:
    """Return the encoding of a solved Pyomo model, and the value of every variable.

    Raises:
        PuzzleError: the model has no values, was not made by `to_pyomo` or of another puzzle, or a value is not whole.
    """
    from pyomo.core import value

    encoding = str(getattr(program, "doc", "")).partition(" ")[0]
    values: Any = program.component("cell_value") if encoding in encodings() else None
    if values is None:
        raise failure(
            "this Pyomo model was not made by `to_pyomo`",
            helps=("`from_pyomo` reads only models that `to_pyomo` has made",),
            code="pyomo",
        )
    places = [place_of(model, x) for x, one in enumerate(model.variables) if one.domain.size != 1]
    if any(place not in values for place in places):
        raise failure("this Pyomo model was made from another puzzle", code="pyomo")
    numbers = {place: value(values[place], exception=False) for place in places}
    if numbers and set(numbers.values()) == {None}:
        raise failure("the Pyomo model has no values", helps=("solve it first",), code="pyomo")
    answer: list[int | Fraction] = []
    for x, variable in enumerate(model.variables):
        number: Any = numbers.get(place_of(model, x))
        if number is None:  # in no row, so it never reached the solver: any of its values will do
            limits = variable.bounds or (Fraction(variable.domain.lo),)
            number = next((limit for limit in limits if limit is not None), 0)
        if not isfinite(number) or (not variable.is_real and abs(number - round(number)) > FRACTIONAL):
            raise failure(
                f"the value of {variable.name} is {float(number)!r}, which is not whole",
                helps=("tighter tolerances of the solver may help; or the solver does not support integers",),
                code="pyomo",
            )
        answer.append(rational(number) if variable.is_real else round(number))
    return encoding, tuple(answer)
