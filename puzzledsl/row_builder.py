"""The interface between encodings, which implement it, and bridges, which call it.

A bridge never asks which encoding it is in. It asks for linear forms and writes rows; the encoding decides which
columns the forms consist of. So M bridges and N encodings need M + N files.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from puzzledsl.domain import Domain
    from puzzledsl.flat import Literal, Primitive

Coefficient = int | Fraction

if TYPE_CHECKING:
    Violated = Callable[[Sequence[int]], Iterable[Sequence[int]]]


@record
class Form:
    """A linear form ``Σ coefficient · column + constant`` over column numbers; no zero coefficients."""

    terms: Mapping[int, Coefficient]
    constant: Coefficient = 0

    def __add__(self, other: Form | Coefficient) -> Form:
        return combine(((1, self), (1, other)))

    def __sub__(self, other: Form | Coefficient) -> Form:
        return combine(((1, self), (-1, other)))

    def __mul__(self, factor: Coefficient) -> Form:
        if not factor:
            return Form({}, 0)
        return Form({column: k * factor for column, k in self.terms.items()}, self.constant * factor)

    __rmul__ = __mul__


def combine(parts: Iterable[tuple[Coefficient, Form | Coefficient]]) -> Form:
    """``Σ weight · part`` with like terms merged (HiGHS rejects a row that names a column twice)."""
    terms: dict[int, Coefficient] = {}
    total: Coefficient = 0
    for weight, part in parts:
        if not isinstance(part, Form):
            total += weight * part
            continue
        total += weight * part.constant
        for column, k in part.terms.items():
            terms[column] = terms.get(column, 0) + weight * k
    return Form({column: k for column, k in terms.items() if k}, total)


ONE = Form({}, 1)
ZERO = Form({}, 0)


class RowBuilder(Protocol):
    """What an encoding supplies. ``x`` is always a variable number of the flat model.

    Domains are those after presolve: an encoding makes no column for a value that is gone.
    """

    def domain(self, x: int) -> Domain:
        """The values left for ``x``."""

    def value(self, x: int) -> Form:
        """The value of ``x``."""

    def is_(self, x: int, v: int) -> Form:
        """0–1: ``x`` has the value ``v`` (the constant 0 when ``v`` is gone, 1 when it alone is left)."""

    def among(self, x: int, values: Domain) -> Form:
        """0–1: the value of ``x`` is one of ``values``."""

    def truth(self, literal: Literal) -> Form:
        """0–1: the literal is true; the same as ``among(literal.variable, literal.values)``."""

    def by_value(self, x: int) -> bool:
        """Whether a formulation with `is_` for each value of ``x`` is welcome; else one with `value` and flags."""

    @property
    def optimizes(self) -> bool:
        """Whether there is an objective, so that rows are worth writing that only tighten its bound."""

    def has_literals(self, x: int) -> bool:
        """Whether ``x`` has columns for its values and needs no further ones for `is_`."""

    def variable_name(self, x: int) -> str:
        """The name that people know ``x`` by."""

    def bounds(self, form: Form) -> tuple[Coefficient | None, Coefficient | None]:
        """Smallest and largest value of a form, from the bounds of its columns; ``None`` where unbounded."""

    def auxiliary(self, name: str, lower: Coefficient, upper: Coefficient, *, integer: bool = True) -> Form:
        """A new column with these bounds, named after the constraint that is being written and ``name``."""

    def flag(self, name: str) -> Form:
        """A new 0–1 column."""

    def row(
        self,
        form: Form,
        lower: Coefficient | None,
        upper: Coefficient | None,
        part: str = "",
        *,
        otherwise: Form | None = None,
    ) -> None:
        """``lower ≤ form ≤ upper`` (``None``: no limit), relaxed unless the current condition holds.

        The relaxation uses the tightest big-M: the bounds of this very form, or of ``otherwise``, a form that has the
        same value wherever the condition does not hold, by other rows. ``part`` names the row within
        its constraint. A row without columns is folded: dropped when it holds, recorded as impossible otherwise.
        A row of one column becomes a bound of that column.
        """

    @property
    def is_plain(self) -> bool:
        """Whether a linear equation or inequality has to be a row, whose limit somebody may change."""

    @property
    def is_lazy(self) -> bool:
        """Whether rows may be left out until a solution violates them; if not, a formulation has to be complete."""

    def lazily(self, forms: Sequence[Form], violated: Violated) -> None:
        """Add rows ``Σ forms[i] ≥ 1``, too many to write, once a solution violates them (only if `is_lazy`).

        ``violated`` finds them: from a value for each variable of the flat model to the ``i`` of each row.
        """

    def under(self, *literals: Form) -> AbstractContextManager[None]:
        """Rows written inside ``with builder.under(a, b):`` hold only where all these 0–1 forms are 1.

        Adds to the condition that is already in force.
        """

    def include(self, primitive: Primitive) -> None:
        """Write another primitive as a part of this one, by the cheapest of its bridges."""

    def restrict(self, x: int, values: Domain) -> None:
        """The value of ``x`` is one of ``values`` (fixes columns where no condition is in force)."""

    def different(self, x: int, y: int, offset: int = 0) -> None:
        """``value(x) ≠ value(y) + offset``; nothing for a pair that cannot be equal, and once for a pair."""
