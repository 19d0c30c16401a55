"""Functions about numbers and yes-or-no values, known or decided."""

from __future__ import annotations

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.builtins.arguments import Items, Several, want_integer
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import is_boolean
from puzzledsl.elaboration.values import GridValue, Group, Value
from puzzledsl.expressions import Boolean

_COUNTS = "`count(list, value)` counts how often a value occurs, `len(list)` the items"
_LEADS = "for the values at the beginning of a list write `leading([c == 1 for c in list])`"


def sum_(context: Context, list_: Several) -> Value:
    """The sum of a list (0 when empty), or of several values."""
    return ops.total(list_, context)


def product(context: Context, list_: Several) -> Value:
    """The product of a list (1 when empty), or of several values."""
    factors = [ops.number(item, context) for item in list_] or [1]
    while len(factors) > 1:  # a balanced tree keeps the factors of every step small
        odd = factors[len(factors) & ~1 :]
        factors = [ops.multiply(a, b, context) for a, b in zip(factors[::2], factors[1::2], strict=False)] + odd
    return factors[0]


def min_(context: Context, list_: Several) -> Value:
    """The smallest of a list, or of several values."""
    return ops.extremum("min", list_, context)


def max_(context: Context, list_: Several) -> Value:
    """The largest of a list, or of several values."""
    return ops.extremum("max", list_, context)


def abs_(context: Context, value: Value) -> Value:
    """The absolute value."""
    return ops.absolute(ops.number(value, context), context)


def count(context: Context, list_: Items, value: Value = None) -> Value:
    """How many items hold; with a value, set or list of values: how many items equal it, or one of them."""
    if value is None:
        return ops.total([_condition(item, context, "count", _COUNTS) for item in list_], context)
    is_one = isinstance(value, Group) and any(isinstance(item, Group) for item in list_)
    if isinstance(value, GridValue):
        value = value.cells()
    holds = ops.member if isinstance(value, (list, range, frozenset)) and not is_one else ops.equal
    return ops.total([holds(item, value, context) for item in list_], context)


def leading(context: Context, list_: Items) -> Value:
    """How many items hold at the beginning of a list, before the first one that does not."""
    so_far: Boolean = True
    found: list[Boolean] = []
    for item in list_:
        so_far = ops.kept(ops.conjunction((so_far, _condition(item, context, "leading", _LEADS))), context)
        if so_far is False:
            break
        found.append(so_far)
    return ops.total(found, context)


def _condition(item: Value, context: Context, counts: str, helps: str) -> Value:
    """Something that holds or not; a cell of the domain `bool` is. The last two are for the message about others."""
    try:
        return item if is_boolean(item) else ops.truth(item, context)
    except Fault:
        raise unfit(
            f"`{counts}` counts conditions",
            item,
            helps=helps,
        ) from None


def any_(context: Context, list_: Several) -> Boolean:
    """At least one of the conditions holds."""
    return ops.disjunction([ops.truth(item, context) for item in list_])


def all_(context: Context, list_: Several) -> Boolean:
    """All conditions hold."""
    return ops.conjunction([ops.truth(item, context) for item in list_])


def number(context: Context, list_: Items, base: Value = 10) -> Value:
    """The list read as the digits of a number, the most significant first."""
    scale = want_integer(base, "a base", 2)
    value: ops.Numeric = 0
    for item in list_:
        value = ops.total((ops.multiply(value, scale, context), item), context)
    return value
