"""Functions about numbers and yes-or-no values, known or decided."""

from __future__ import annotations

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.builtins.arguments import want_integer, want_list
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import GridValue, Group, Value, is_boolean, is_list
from puzzledsl.expressions import Boolean


def sum_(context: Context, list_: Value, *more: Value) -> Value:
    """The sum of a list (0 when empty), or of several values."""
    return ops.total(_items(context, list_, more), context)


def product(context: Context, list_: Value, *more: Value) -> Value:
    """The product of a list (1 when empty), or of several values."""
    items = _items(context, list_, more)
    if not items:
        return 1
    # A balanced tree keeps the factors of every step small.
    while len(items) > 1:
        items = [
            ops.multiply(items[k], items[k + 1], context) if k + 1 < len(items) else items[k]
            for k in range(0, len(items), 2)
        ]
    return ops.settle(ops.expression(items[0], context))


def min_(context: Context, list_: Value, *more: Value) -> Value:
    """The smallest of a list, or of several values."""
    return ops.extremum("min", _items(context, list_, more), context)


def max_(context: Context, list_: Value, *more: Value) -> Value:
    """The largest of a list, or of several values."""
    return ops.extremum("max", _items(context, list_, more), context)


def abs_(context: Context, value: Value) -> Value:
    """The absolute value."""
    return ops.absolute(value, context)


def count(context: Context, list_: Value, value: Value = None) -> Value:
    """How many items hold; with a value, set or list of values: how many items equal it, or one of them."""
    items = want_list(list_, context)
    if value is None:
        return ops.total([_condition(item, context) for item in items], context)
    is_one = isinstance(value, Group) and any(isinstance(item, Group) for item in items)
    if isinstance(value, GridValue):
        value = value.cells()
    if (is_list(value) or isinstance(value, frozenset)) and not is_one:
        return ops.total([ops.member(item, value, context) for item in items], context)
    return ops.total([ops.equal(item, value, context) for item in items], context)


def _condition(item: Value, context: Context) -> Value:
    """Something that holds or not; a cell of the domain `bool` is."""
    try:
        return item if is_boolean(item) else ops.truth(item, context)
    except Fault:
        raise Fault(
            f"`count` counts conditions, not {kind_of(item)}",
            helps=("`count(list, value)` counts how often a value occurs, `len(list)` the items",),
            code="kind",
        ) from None


def any_(context: Context, list_: Value, *more: Value) -> Value:
    """At least one of the conditions holds."""
    return _weighed(ops.disjunction([ops.truth(item, context) for item in _items(context, list_, more)]), context)


def all_(context: Context, list_: Value, *more: Value) -> Value:
    """All conditions hold."""
    return _weighed(ops.conjunction([ops.truth(item, context) for item in _items(context, list_, more)]), context)


def _weighed(answer: Boolean, context: Context) -> Boolean:
    ops.weigh(answer, context)
    return answer


def number(context: Context, list_: Value, base: Value = 10) -> Value:
    """The list read as the digits of a number, the most significant first."""
    scale = want_integer(10 if base is None else base, "a base", 2)
    value: Value = 0
    for item in want_list(list_, context):
        value = ops.add(ops.multiply(value, scale, context), item, context)
    return value


def _items(context: Context, list_: Value, more: tuple[Value, ...]) -> list[Value]:
    return [list_, *more] if more else want_list(list_, context)
