"""Write a table by its linear form: plain rows, and rows with 0–1 columns if only one of several must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings.columns import ONE, ZERO
from puzzledsl.expressions import All, Boolean, Compare, Some
from puzzledsl.flattening.linear_forms import linear_form
from puzzledsl.primitives.linear import Linear
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from puzzledsl.encodings.writer import Writer
    from puzzledsl.primitives.table import Table
    from puzzledsl.row_builder import Form


def write_form(writer: Writer, table: Table) -> bool:
    """Write the linear form of a table; return false if it has none.

    ``|a - b| >= 5`` becomes ``a - b >= 5 - M (1 - f)`` and ``b - a >= 5 - M f`` with one 0–1 column ``f``. Each M is
    the largest amount by which its row may be violated.
    """
    form = None if table.tabulated is None else linear_form(table.tabulated)
    if form is None:
        return False
    _state(writer, form)
    return True


def _state(writer: Writer, form: Boolean) -> None:
    match form:
        case bool():
            writer.row(ZERO, None if form else 1, None)
        case Compare(op, difference):
            terms = tuple((x, k) for x, k in difference.terms if isinstance(x, int))
            Linear(terms, (), op, -difference.constant).encode(writer)
        case All(items):
            for item in items:
                _state(writer, item)
        case Some(items):
            possible = [item for item in items if not _is_refuted(writer, item)]
            if len(possible) < 2:
                _state(writer, possible[0] if possible else False)
                return
            for item, chosen in zip(possible, _choice(writer, len(possible)), strict=True):
                with writer.under(chosen):
                    _state(writer, item)


def _choice(writer: Writer, count: int) -> list[Form]:
    """Return this many 0–1 forms, exactly one of which must be 1."""
    if count == 2:
        first = writer.flag("first")
        return [first, ONE - first]
    flags = [writer.flag(f"case[{number}]") for number in range(1, count + 1)]
    writer.row(combine((1, flag) for flag in flags), 1, None, "some case")
    return flags


def _is_refuted(writer: Writer, form: Boolean) -> bool:
    """Whether the bounds alone rule it out."""
    match form:
        case Compare(op, difference):
            parts = [(k, writer.value(x)) for x, k in difference.terms if isinstance(x, int)]
            lowest, highest = writer.bounds(combine(parts) + difference.constant)
            assert lowest is not None
            assert highest is not None
            if op == "!=":
                return lowest == highest == 0
            return lowest > 0 or (op == "==" and highest < 0)
        case All(items):
            return any(_is_refuted(writer, item) for item in items)
        case Some(items):
            return all(_is_refuted(writer, item) for item in items)
    return form is False
