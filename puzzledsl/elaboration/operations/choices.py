"""Values as conditions, and choices that are left open: `if` and indexing with a decided condition or index."""

from __future__ import annotations

from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import alone, is_boolean
from puzzledsl.elaboration.limits import SOME_ITEMS
from puzzledsl.elaboration.operations.arithmetic import atom, expression, kept, settle
from puzzledsl.elaboration.operations.comparisons import equal
from puzzledsl.elaboration.operations.logic import conjunction, disjunction, negation
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import SEQUENCES, Builtin, Function, Value
from puzzledsl.expressions import (
    Affine,
    Boolean,
    Conditional,
    Element,
    Truth,
)
from puzzledsl.listing import counted

COMPARE: tuple[str, ...] = ("compare it with something: `r1c1 == 5`, `sum(row(1)) <= 20`",)
"""The advice about a number that stands where a condition is needed."""


def truth(value: Value, context: Context) -> Boolean:
    """A value as yes or no: Booleans, and numbers whose only values are 0 and 1.

    Raises:
        Fault: it is neither.
    """
    if is_boolean(value):
        return value  # type: ignore[no-any-return]
    value = alone(value)
    if isinstance(value, Affine):
        match value:
            case Affine(((Truth(operand), 1),), 0):
                return operand
        if is_zero_one(value, context):
            return equal(value, 1, context)
        raise unfit("a condition is needed here", value, helps=COMPARE)
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise unfit("a condition is needed here", value, helps=_conditions(value))


def _conditions(value: Value) -> tuple[str, ...]:
    """How something that is no condition becomes one."""
    match value:
        case Function(is_rule=True):
            return (f"a rule is a condition once it is applied to cells: `{value.name}(r1c1..r1c4)`",)
        case Builtin() | Function():
            return (f"a function is called with its arguments: `{value.signature}`",)
        case int():
            return (
                "write each comparison in full, `r1c1 == 1 or r1c1 == 2`; for one of several values `r1c1 in {1, 2}`",
            )
        case list() | range():
            return ("for a list: `all(… for x in list)` if all must hold, `any(… for x in list)` if one must",)
    return ("a condition is something true or false, such as `r1c1 == 5`",)


def is_zero_one(value: Affine, context: Context) -> bool:
    """Whether its only values are 0 and 1, so that it may stand for yes or no."""
    low, high = context.bounds(value)
    return bool(low >= 0 and high <= 1)


def choose(condition: Boolean, yes: Value, no: Value, context: Context) -> Value:
    """``if condition then yes else no`` with a decided condition."""
    if isinstance(yes, SEQUENCES) and isinstance(no, SEQUENCES) and len(yes) == len(no):
        items = [choose(condition, a, b, context) for a, b in zip(yes, no, strict=True)]
        return tuple(items) if isinstance(yes, tuple) else items
    if is_boolean(yes) and is_boolean(no):
        both = conjunction([disjunction([negation(condition), yes]), disjunction([condition, no])])
        return kept(both, context)
    try:
        a, b = expression(yes, context), expression(no, context)
    except Fault:
        raise Fault(
            f"depending on the cells, this is {kind_of(yes)} or {kind_of(no)}; these cannot be mixed",
            helps="both branches must be numbers, or conditions, or lists of the same length",
            code="static",
        ) from None
    if a == b:
        return settle(a)
    return atom(Conditional(condition, a, b), context)


def element(items: list[Value], index: Affine, context: Context) -> Value:
    """``items[index]`` with a decided index, counted from 1."""
    if not items:
        raise Fault("an index into an empty list", code="empty")
    context.budget.step(len(items) // SOME_ITEMS)
    low, high = context.bounds(index)
    if low > len(items) or high < 1:
        # Undefined whatever the cells hold, so that the comparison around it is false: fine inside `or` and `not`.
        context.reason = f"the index is {low} to {high}, the list has {counted(len(items), 'item')}"
    if any(isinstance(item, SEQUENCES) for item in items):
        widths = {len(item) if isinstance(item, SEQUENCES) else -1 for item in items}
        if len(widths) != 1:
            raise Fault("a decided index needs items of one kind and one length")
        return [element([item[k] for item in items], index, context) for k in range(widths.pop())]
    try:
        parts = tuple(expression(item, context) for item in items)
    except Fault:
        raise Fault("a decided index needs a list of numbers") from None
    return atom(Element(parts, index), context)
