"""What an encoding produces: columns, rows, an objective, and the form of each variable.

Solver-neutral and exact (integers and fractions); `puzzledsl.encodings.pyomo_model` makes a Pyomo model of it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.records import record, replace
from puzzledsl.row_builder import Form, combine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Origin
    from puzzledsl.row_builder import Coefficient, Violated

Index = tuple[str | int, ...]


@record
class ValueOf:
    """The column holds the value of a variable of the flat model."""

    variable: int


@record
class Equals:
    """The 0–1 column is 1 exactly if a variable has this value."""

    variable: int
    value: int


@record
class AtLeast:
    """The 0–1 column is 1 exactly if the value of a variable is at least this one."""

    variable: int
    value: int


Meaning = ValueOf | Equals | AtLeast


@record
class Column:
    """A variable of the program.

    Attributes:
        component: the name of the family that it belongs to: ``x``, ``cell``, ``cage_L8_aux``.
        index: its place in the family (``("r3", "c4", 7)``), empty if it is alone.
        lower, upper: bounds; ``None`` means no bound.
        integer: whether it must be an integer.
        binary: whether it is a 0–1 column, even if it is fixed.
        origin: position in ``Encoded.origins`` of the constraint that it was made for, or ``None``.
        meaning: what it says about a variable; ``None``: it is an auxiliary column of a constraint.
    """

    component: str
    index: Index
    lower: Coefficient | None
    upper: Coefficient | None
    integer: bool
    binary: bool = False
    origin: int | None = None
    meaning: Meaning | None = None

    @property
    def name(self) -> str:
        """As Pyomo writes it: component and index."""
        return label(self.component, self.index)


@record
class Relaxed:
    """``lower ≤ form ≤ upper`` if all ``conditions``, which are 0–1 forms, are 1; one limit is ``None``."""

    conditions: tuple[Form, ...]
    form: Form
    lower: Coefficient | None
    upper: Coefficient | None


@record
class Row:
    """``lower ≤ Σ coefficient · column ≤ upper`` (``None``: no limit); at least one term, each column once.

    ``relaxes`` is what it states without its big-M; ``None``: it has none.
    """

    component: str
    index: Index
    terms: Mapping[int, Coefficient]
    lower: Coefficient | None
    upper: Coefficient | None
    origin: int | None = None
    relaxes: Relaxed | None = None

    @property
    def name(self) -> str:
        """As Pyomo writes it: component and index."""
        return label(self.component, self.index)


@record
class LazyRows:
    """Rows ``Σ forms[i] ≥ 1`` that are added only if a solution violates them.

    ``violated`` takes a value for each variable of the flat model, and returns the numbers ``i`` of each violated row.
    """

    forms: tuple[Form, ...]
    violated: Violated
    origin: int


@record
class Encoded:
    """A mixed-integer linear program. Columns of one component follow each other, as they do in Pyomo; rows, too.

    Attributes:
        encoding: name of the encoding that wrote it.
        values: the value of each variable of the flat model (auxiliaries included), in its order.
        objective: the form to be optimised, or ``None`` when any solution will do.
        origins: those of the flat model; rows and columns point into it.
        names: of the variables of the flat model, as people know them.
        impossible: the origin of a constraint that is false for all values of the columns, so that there is no
            solution. The rows are then incomplete.
        lazy: the rows that were left out, if this was requested.
    """

    encoding: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    values: tuple[Form, ...]
    origins: tuple[Origin, ...]
    objective: Form | None = None
    maximize: bool = False
    impossible: Origin | None = None
    names: tuple[str, ...] = ()
    lazy: tuple[LazyRows, ...] = ()

    @property
    def integers(self) -> int:
        """Number of integer columns, 0–1 columns included."""
        return sum(column.integer for column in self.columns)

    @property
    def nonzeros(self) -> int:
        """Number of coefficients in the rows."""
        return sum(len(row.terms) for row in self.rows)


def label(component: str, index: Index) -> str:
    """A name as Pyomo writes it: ``x[r3,c4,7]``, ``total``."""
    return f"{component}[{','.join(map(str, index))}]" if index else component


def by_component(encoded: Encoded) -> Encoded:
    """Put the columns and the rows of each component next to each other, in order of first appearance."""
    encoded = replace(encoded, rows=tuple(encoded.rows[old] for old in _grouped(encoded.rows)))
    order = _grouped(encoded.columns)
    if all(first < second for first, second in pairwise(order)):
        return encoded
    new = {old: number for number, old in enumerate(order)}

    def renamed(form: Form) -> Form:
        return Form({new[c]: k for c, k in form.terms.items()}, form.constant)

    def row_renamed(row: Row) -> Row:
        relaxed = row.relaxes
        if relaxed is not None:
            relaxed = replace(relaxed, conditions=tuple(map(renamed, relaxed.conditions)), form=renamed(relaxed.form))
        return replace(row, terms=renamed(Form(row.terms)).terms, relaxes=relaxed)

    objective = encoded.objective
    return replace(
        encoded,
        columns=tuple(encoded.columns[old] for old in order),
        rows=tuple(map(row_renamed, encoded.rows)),
        values=tuple(map(renamed, encoded.values)),
        objective=None if objective is None else renamed(objective),
        lazy=tuple(replace(one, forms=tuple(map(renamed, one.forms))) for one in encoded.lazy),
    )


def _grouped(parts: Sequence[Column | Row]) -> list[int]:
    """Return the positions of columns or rows, those of each component next to each other."""
    place: dict[str, int] = {}
    keys = [place.setdefault(part.component, len(place)) for part in parts]
    return sorted(range(len(keys)), key=keys.__getitem__)


def start_of(encoded: Encoded, values: Mapping[int, int]) -> dict[int, int]:
    """Return the values of the columns that are about these variables of the flat model, if they have these values."""
    found: dict[int, int] = {}
    for number, column in enumerate(encoded.columns):
        match column.meaning:
            case ValueOf(x) if x in values:
                found[number] = values[x]
            case Equals(x, v) if x in values:
                found[number] = int(values[x] == v)
            case AtLeast(x, v) if x in values:
                found[number] = int(values[x] >= v)
    return found


def read(encoded: Encoded, values: Sequence[float]) -> tuple[int | Fraction, ...]:
    """Return the value of every variable of the flat model, from those of the columns (integer columns: rounded).

    A real column has a nearby fraction with a small denominator where there is one (a vertex of a program with small
    coefficients has such values), else the exact value of the float.
    """

    def number(column: int) -> int | Fraction:
        return round(values[column]) if encoded.columns[column].integer else rational(values[column])

    return tuple(sum((k * number(c) for c, k in form.terms.items()), form.constant) for form in encoded.values)


def missing_rows(encoded: Encoded, values: Sequence[int]) -> list[Row]:
    """Return the lazy rows that a solution violates; ``values`` are those of the flat model, as `read` returns them."""
    found: list[Row] = []
    for lazy in encoded.lazy:
        for numbers in lazy.violated(values):
            form = combine((1, lazy.forms[i]) for i in numbers)
            found.append(Row("lazy", (len(found) + 1,), form.terms, 1 - form.constant, None, lazy.origin))
    return found


def rational(value: float) -> Fraction:
    """Return a fraction with a small denominator where one is near, else the exact value of the float."""
    exact = Fraction(value)
    near = exact.limit_denominator(10**6)
    return near if abs(near - exact) <= max(Fraction(1), abs(exact)) / 10**9 else exact
