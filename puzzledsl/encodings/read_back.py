"""Read the values of the model's variables from a Pyomo model that was solved elsewhere."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.encodings.encoded import read
from puzzledsl.encodings.pyomo_model import component_names, pyomo_index
from puzzledsl.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded

ATTRIBUTE = "puzzledsl_columns"
"""The attribute of a Pyomo model that says how to read it. Pyomo copies and pickles it with the model."""

FRACTIONAL = 1e-4
"""How far from an integer the value of an integer column may be."""


@record
class Columns:
    """How to read a Pyomo model.

    Attributes:
        encoded: without its rows.
        names: of the components, as Pyomo has them.
    """

    encoded: Encoded
    names: dict[str, str]


def remember(model: ConcreteModel, encoded: Encoded) -> None:
    """Attach to a Pyomo model how its values are read."""
    from puzzledsl.records import replace

    setattr(model, ATTRIBUTE, Columns(replace(encoded, rows=(), origins=()), component_names(encoded)))


def read_back(model: ConcreteModel) -> tuple[str, tuple[int | Fraction, ...]]:
    """Return the encoding of a solved Pyomo model, and the value of every variable of the flat model.

    Raises:
        PuzzleError: the model has no values, `remember` was not called on it, or an integer column has a value that is
            not whole.
    """
    columns = getattr(model, ATTRIBUTE, None)
    if not isinstance(columns, Columns):
        raise failure(
            "this Pyomo model was not made by `to_pyomo`",
            helps=("`from_pyomo` reads only models that `to_pyomo` has made",),
            code="pyomo",
        )
    data: list[Any] = []
    for column in columns.encoded.columns:
        family = model.component(columns.names[column.component])
        data.append(family[pyomo_index(column.index)])
    if data and all(one.value is None for one in data):
        raise failure("the Pyomo model has no values", helps=("solve it first",), code="pyomo")
    values: list[float] = []
    for one, column in zip(data, columns.encoded.columns, strict=True):
        # A column that is in no row never reached the solver: any value that its bounds allow will do.
        value = next(float(v) for v in (one.value, one.lb, one.ub, 0.0) if v is not None)
        if not isfinite(value) or (column.integer and abs(value - round(value)) > FRACTIONAL):
            raise failure(
                f"the value of {one.name} is {value!r}, which is not whole",
                helps=("tighter tolerances of the solver may help; or the solver does not support integers",),
                code="pyomo",
            )
        values.append(value)
    return columns.encoded.encoding, read(columns.encoded, values)
