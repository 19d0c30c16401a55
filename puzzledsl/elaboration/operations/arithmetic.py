"""Numbers: static ones are computed, decided ones make affine expressions over variables and atoms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import alone, is_cell, is_decided_boolean
from puzzledsl.elaboration.limits import A_TERM, A_WEIGHING, AN_EXPRESSION, AN_ITEM, AN_OPERATION, SOME_ITEMS
from puzzledsl.elaboration.values import Value
from puzzledsl.expressions import (
    Absolute,
    Affine,
    All,
    Atom,
    Boolean,
    Division,
    Element,
    Extremum,
    Not,
    Operation,
    Power,
    Product,
    Ratio,
    Rational,
    Same,
    Some,
    Truth,
    children,
    constant,
    variable,
    variables_of,
    weighted_sum,
)

_PLAIN = (Affine, int)
_DEFINED = (int, Truth)
_JOINED = (All, Some, Not, Same)
"""As tuples, because a union of types would be made anew for each question."""


def number(value: Value, context: Context, what: str = "a number") -> Affine | Rational:
    """A value as a number: Booleans count as 0 and 1.

    Raises:
        Fault: it is none.
    """
    if isinstance(value, _PLAIN):
        return value
    if is_decided_boolean(value):  # often counted many times
        return context.memory.once(("number", id(value)), value, lambda: atom(Truth(value), context))
    if isinstance(value, Fraction):
        return value
    if is_cell(only := alone(value)):
        return only  # type: ignore[no-any-return]
    helps = ("for its sum write `sum(list)`; for each item, a loop",) if isinstance(value, list) else ()
    raise unfit(f"{what} is needed here", value, helps=helps)


def expression(value: Value, context: Context) -> Affine:
    """A value as an affine expression; a static number becomes a constant one."""
    got = number(value, context)
    return got if isinstance(got, Affine) else constant(got)


def atom(node: Operation, context: Context) -> Affine:
    """A non-linear operation as a number.

    Raises:
        Fault: a real variable occurs in it, or it is too large when it is written out.
    """
    if type(node) is not Truth:
        context.budget.step(AN_OPERATION)
    found = context.operations.get(node)
    if found is not None:  # equal ones are one object, so that they are compared without a look at what is in them
        return found
    if type(node) is not Truth:
        no_reals(context, *[part for part in children(node) if isinstance(part, Affine)])
    weigh(node, context)
    found = context.operations[node] = variable(node)
    return found


def kept(value: Value, context: Context) -> Value:
    """A value; of a condition that is joined of others, the equal one that was made before if there is one.

    Raises:
        Fault: see `weigh`.
    """
    if not isinstance(value, _JOINED):
        return value
    found = context.conditions.get(value)
    if found is None:
        weigh(value, context)
        found = context.conditions[value] = value
    return found


def weigh(node: Atom | Boolean, context: Context) -> int:
    """How many parts an expression has when it is written out; parts that occur twice count twice.

    ``let b = a * a``, ``let c = b * b`` … doubles it line by line, while hardly any memory is used.

    Raises:
        Fault: more than the bound, or operations are inside each other more than `MOST_HIGH` times.
    """
    return 0 if isinstance(node, int) else _weight(node, context)[1]  # a variable, or a known Boolean


def _weight(node: Operation | Boolean, context: Context) -> tuple[object, int, int]:
    """The node, its parts when it is written out, and how many operations are inside each other in it."""
    weights = context.weights
    known = weights.get(id(node))
    if known is not None:
        return known
    total, height = 1, 0
    pending: list[Affine | Boolean] = list(children(node))
    context.budget.step(A_WEIGHING)
    context.budget.allocate(AN_EXPRESSION + AN_ITEM * len(pending))
    while pending:
        part = pending.pop()
        if isinstance(part, Affine):
            total += len(part.terms)
            for a, _ in part.terms:
                if not isinstance(a, int):
                    known = weights.get(id(a)) or _weight(a, context)
                    total += known[1]
                    if known[2] > height:
                        height = known[2]
        elif isinstance(part, _JOINED):
            known = _weight(part, context)
            total += known[1]
            if known[2] > height:
                height = known[2]
        elif not isinstance(part, bool):
            pending += children(part)
    height += 1
    found = weights[id(node)] = (node, total, height)
    context.budget.parts(total)
    context.budget.high(height)
    return found


def parts(condition: Boolean, context: Context) -> int:
    """How many parts a condition has when it is written out, as `weigh` counts them, but for itself.

    Raises:
        Fault: see `weigh`.
    """
    if isinstance(condition, (bool, *_JOINED)):
        return weigh(condition, context)
    found = 0
    for part in children(condition):
        if isinstance(part, Affine):
            found += len(part.terms) + sum([weigh(atom, context) for atom, _ in part.terms if type(atom) is not int])
    return found


def settle(value: Affine) -> Affine | Rational:
    """A static number when nothing is left to decide."""
    return value if value.terms else value.constant


def _kept(value: Affine, context: Context) -> Affine | Rational:
    """A new sum, with its memory counted."""
    context.budget.allocate(AN_EXPRESSION + A_TERM * len(value.terms))
    return settle(value)


def _bounded(value: Rational, context: Context) -> Rational:
    numerator = value if isinstance(value, int) else value.numerator
    if abs(numerator).bit_length() > 3.33 * context.budget.limits.digits:
        raise _too_long(context)
    return numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _too_long(context: Context) -> Fault:
    return Fault(
        f"this number has more than {context.budget.limits.digits:,} digits",
        helps="if this is intended, raise the bound: --bound digits=…",
        code="bound",
    )


def add(a: Value, b: Value, context: Context) -> Value:
    """``a + b``."""
    return total((a, b), context)


def subtract(a: Value, b: Value, context: Context) -> Value:
    """``a - b``."""
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x - y, context)
    return _kept(difference_of(x, y, context), context)


def negative(a: Value, context: Context) -> Value:
    """``-a``."""
    return multiply(-1, a, context)


def total(values: Iterable[Value], context: Context) -> Value:
    """The sum of any number of values."""
    offset: Rational = 0
    parts: list[tuple[Rational, Affine]] = []
    for value in values:
        x = number(value, context)
        if isinstance(x, Affine):
            parts.append((1, x))
        else:
            offset += x
    return _kept(combined(parts, context, offset), context) if parts else _bounded(offset, context)


def combined(parts: Sequence[tuple[Rational, Affine]], context: Context, offset: Rational = 0) -> Affine:
    """A weighted sum in which nothing that may be undefined is lost when its coefficients cancel out.

    ``x div y - x div y`` is 0, but only where y is not 0: such an atom is kept, times 0.
    """
    value = weighted_sum(parts, offset)
    partial = [
        a for _, part in parts for a, _ in part.terms if not isinstance(a, _DEFINED) and is_partial_atom(a, context)
    ]
    if not partial:
        return value
    present = {a for a, _ in value.terms}
    lost = [a for a in dict.fromkeys(partial) if a not in present]
    kept = (a if isinstance(a, Product) and not a.right.terms else _nothing(a) for a in lost)
    return weighted_sum(((1, value), *((1, variable(a)) for a in kept))) if lost else value


def _nothing(partial: Atom) -> Product:
    """0, where an operation is defined."""
    return Product(variable(partial), constant(0))


def difference_of(x: Affine | Rational, y: Affine | Rational, context: Context) -> Affine:
    """``x - y``, of which one is not known yet."""
    if isinstance(x, Affine) and type(y) is int and type(x.constant) is int:  # nearly always
        return Affine(x.terms, x.constant - y)
    return combined(((1, lifted(x)), (-1, lifted(y))), context)


def multiply(a: Value, b: Value, context: Context) -> Value:
    """``a * b``."""
    x, y = number(a, context), number(b, context)
    if not isinstance(y, Affine):
        x, y = y, x
    if not isinstance(x, Affine):
        return _kept(combined(((x, y),), context), context) if isinstance(y, Affine) else _bounded(x * y, context)
    assert isinstance(y, Affine)
    return atom(Product(y, x) if _first(y, x) else Product(x, y), context)


def _first(a: Affine, b: Affine) -> bool:
    """Whether ``a * b`` is the order in which a product is kept, so that equal ones are found to be equal."""
    if len(a.terms) != len(b.terms):
        return len(a.terms) < len(b.terms)
    keys = [[(atom, k) for atom, k in part.terms if isinstance(atom, int)] for part in (a, b)]
    return keys[0] < keys[1]


def divide(a: Value, b: Value, context: Context) -> Value:
    """``a / b``, exact."""
    x, y = number(a, context), number(b, context)
    if not isinstance(y, Affine):
        if y == 0:
            raise Fault("this divides by zero", code="zero")
        if isinstance(x, Affine):
            return _kept(Fraction(1) / y * x, context)
        return _bounded(Fraction(x) / y, context)
    return atom(Ratio(lifted(x), y), context)


def division(kind: str, a: Value, b: Value, context: Context) -> Value:
    """``a div b`` or ``a mod b``."""
    x, y = number(a, context), number(b, context)
    if not isinstance(y, Affine) and y == 0:
        raise Fault("this divides by zero", code="zero")
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x // y if kind == "div" else x % y, context)
    if not (is_whole(x, context) and is_whole(y, context)):
        raise Fault(f"`{kind}` takes whole numbers; this may be a fraction")
    if y == 1:
        return x if kind == "div" else multiply(0, x, context)
    return atom(Division(kind, lifted(x), lifted(y)), context)


def power(a: Value, b: Value, context: Context) -> Value:
    """``a ^ b`` with a static exponent."""
    x, y = number(a, context), number(b, context)
    if isinstance(y, Affine):
        raise Fault(
            "an exponent must be known while compiling",
            helps="for a decided exponent, list the powers: `[1, 2, 4, 8][e + 1]`",
            code="static",
        )
    if not isinstance(y, int):
        raise Fault(f"an exponent must be a whole number, not {y}")
    if not isinstance(x, Affine):
        if x == 0 and y < 0:
            raise Fault("this divides by zero", code="zero")
        size = max(abs(Fraction(x).numerator), Fraction(x).denominator).bit_length()
        if size > 1 and size * abs(y) > 3.33 * context.budget.limits.digits:
            raise _too_long(context)
        return _bounded(Fraction(x) ** y if y < 0 else x**y, context)
    if y < 0:
        return divide(1, power(x, -y, context), context)
    if y < 2:
        return x if y else add(1, multiply(0, x, context), context)
    if y > 64:
        raise Fault("a decided value can be raised to the 64th power at most", code="bound")
    return atom(Power(x, y), context)


def absolute(a: Value, context: Context) -> Value:
    """``abs(a)``."""
    x = number(a, context)
    if not isinstance(x, Affine):
        return abs(x)
    no_reals(context, x)
    low, high = context.bounds(x)
    if low >= 0:
        return x
    return negative(x, context) if high <= 0 else atom(Absolute(x), context)


def extremum(kind: str, values: list[Value], context: Context) -> Value:
    """``max`` or ``min`` of one or more values."""
    if not values:
        raise Fault(f"`{kind}` of an empty list", code="empty")
    context.budget.step(len(values) // SOME_ITEMS)
    items = [number(value, context) for value in values]
    static = [item for item in items if not isinstance(item, Affine)]
    decided = list(dict.fromkeys(item for item in items if isinstance(item, Affine)))
    choose = max if kind == "max" else min
    if not decided:
        return choose(static)
    merged = decided + ([constant(choose(static))] if static else [])
    if len(merged) == 1:
        return merged[0]
    return atom(Extremum(kind, tuple(merged)), context)


def lifted(value: Affine | Rational) -> Affine:
    """A number as an expression."""
    return value if isinstance(value, Affine) else constant(value)


def is_whole(value: Affine | Rational, context: Context) -> bool:
    """Whether it can only be a whole number: no fraction and no exact division in it."""
    if not isinstance(value, Affine):
        return isinstance(value, int)
    return isinstance(value.constant, int) and all(
        isinstance(k, int) and is_whole_atom(atom, context) for atom, k in value.terms
    )


def is_whole_atom(atom: Atom, context: Context) -> bool:
    """Whether a part of a number is whole; true of variables, of which the caller knows which ones are real."""
    if isinstance(atom, _DEFINED):
        return True
    found = context.whole.get(atom)
    if found is None:
        parts = atom.items if isinstance(atom, Element) else children(atom)
        found = not isinstance(atom, Ratio) and all(
            is_whole(part, context) for part in parts if isinstance(part, Affine)
        )
        context.whole[atom] = found
    return found


def no_reals(context: Context, *values: Affine | Rational) -> None:
    """Raises Fault where a real variable occurs."""
    if not context.has_reals:
        return
    for value in values:
        if isinstance(value, Affine):
            context.budget.step(sum([weigh(atom, context) for atom, _ in value.terms]) // SOME_ITEMS)
        for n in variables_of(lifted(value)):
            if context.variables[n].is_real:
                raise Fault(
                    f"the real variable `{context.variables[n].name}` may occur only in linear constraints"
                    " and the objective",
                    code="real",
                )


def is_partial(value: Affine, context: Context) -> bool:
    """Whether some operation in it can be undefined (outside any Boolean of its own)."""
    return any(is_partial_atom(atom, context) for atom, _ in value.terms if not isinstance(atom, _DEFINED))


def is_partial_atom(atom: Operation, context: Context) -> bool:
    """Whether some operation in it can be undefined (outside any Boolean of its own)."""
    if isinstance(atom, (Ratio, Element)) or (isinstance(atom, Division) and atom.divisor.terms):
        return True
    if isinstance(atom, Truth):
        return False
    found = context.partial.get(atom)
    if found is None:
        found = any(isinstance(part, Affine) and is_partial(part, context) for part in children(atom))
        context.partial[atom] = found
    return found
