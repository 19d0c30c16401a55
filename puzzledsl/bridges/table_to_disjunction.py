"""A table as the comparisons that it was made from."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.expressions import All, Boolean, Compare, Some
from puzzledsl.flattening.linear_forms import linear_form
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.row_builder import ONE, ZERO, combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Form, RowBuilder


class TableToDisjunction(Bridge[Table]):
    """The linear form of the Boolean that the table was made from: rows, and 0–1 columns if only one must hold.

    ``|a - b| >= 5`` becomes ``a - b >= 5 - M (1 - f)`` and ``b - a >= 5 - M f`` with one 0–1 column ``f``. Each M is
    the largest amount by which its row may be violated (Dantzig, On the significance of solving linear programming
    problems with some integer variables, Econometrica 28, 1960).
    """

    @cached_property
    def _form(self) -> Boolean | None:
        tabulated = self.constraint.tabulated
        if tabulated is None or any(map(self.builder.by_value, self.constraint.variables)):
            return None
        return linear_form(tabulated)

    def cost(self) -> float | None:
        """See `Bridge.cost`. Of two variables, equations and not-equals are weaker than the supports of each value."""
        if self._form is None:
            return None
        return 1 if len(self.constraint.variables) == 2 and _has_equation(self._form) else -1

    def write(self) -> None:
        """See `Bridge.write`."""
        assert self._form is not None
        _state(self.builder, self._form)


def _state(builder: RowBuilder, form: Boolean) -> None:
    match form:
        case bool():
            builder.row(ZERO, None if form else 1, None)
        case Compare(op, difference):
            terms = tuple((x, k) for x, k in difference.terms if isinstance(x, int))
            builder.include(Linear(terms, (), op, -difference.constant))
        case All(items):
            for item in items:
                _state(builder, item)
        case Some(items):
            possible = [item for item in items if not _is_refuted(builder, item)]
            if len(possible) < 2:
                _state(builder, possible[0] if possible else False)
                return
            for item, chosen in zip(possible, _choice(builder, len(possible)), strict=True):
                with builder.under(chosen):
                    _state(builder, item)


def _has_equation(form: Boolean) -> bool:
    """Whether a case is an equation, or a not-equal, which is two cases itself."""
    if isinstance(form, All | Some):
        return any(map(_has_equation, form.items))
    return isinstance(form, Compare) and form.op != "<="


def _choice(builder: RowBuilder, count: int) -> list[Form]:
    """Return this many 0–1 forms, exactly one of which must be 1."""
    if count == 2:
        first = builder.flag("first")
        return [first, ONE - first]
    flags = [builder.flag(f"case[{number}]") for number in range(1, count + 1)]
    builder.row(combine((1, flag) for flag in flags), 1, None, "some case")
    return flags


def _is_refuted(builder: RowBuilder, form: Boolean) -> bool:
    """Whether the bounds alone rule it out."""
    match form:
        case Compare(op, difference):
            parts = [(k, builder.value(x)) for x, k in difference.terms if isinstance(x, int)]
            lowest, highest = builder.bounds(combine(parts) + difference.constant)
            assert lowest is not None
            assert highest is not None
            if op == "!=":
                return lowest == highest == 0
            return lowest > 0 or (op == "==" and highest < 0)
        case All(items):
            return any(_is_refuted(builder, item) for item in items)
        case Some(items):
            return all(_is_refuted(builder, item) for item in items)
    return form is False


BRIDGE = TableToDisjunction
