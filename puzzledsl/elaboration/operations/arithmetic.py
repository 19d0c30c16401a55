"""Numbers: static ones are computed, decided ones make affine expressions over variables and atoms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

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
    Compare,
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

Numeric = Affine | Rational
"""A number, decided or known."""

_PLAIN = (Affine, int)
_DEFINED = (int, Truth)
"""As tuples, because a union of types would be made anew for each question."""
_JOINED = frozenset({All, Some, Not, Same})


def number(value: Value, context: Context, what: str = "a number") -> Numeric:
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
    if found is None:  # equal ones are one object, so that they are compared without a look at what is in them
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
    if type(value) not in _JOINED:
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
        if type(part) is Compare:
            part = part.expression
        if type(part) is Affine:
            total += len(part.terms)
            inner: list[Any] = [a for a, _ in part.terms if type(a) is not int]
        elif type(part) in _JOINED:
            inner = [part]
        else:
            pending += children(part)  # type: ignore[arg-type]
            continue
        for each in inner:
            known = _weight(each, context)
            total += known[1]
            if known[2] > height:
                height = known[2]
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
    if type(condition) is bool or type(condition) in _JOINED:
        return weigh(condition, context)
    numbers = [part for part in children(condition) if isinstance(part, Affine)]
    return sum([len(part.terms) + sum([weigh(atom, context) for atom, _ in part.terms]) for part in numbers])


def settle(value: Affine) -> Numeric:
    """A static number when nothing is left to decide."""
    return value if value.terms else value.constant


def _kept(value: Affine, context: Context) -> Numeric:
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


def add(x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x + y``."""
    return _weighted(((1, x), (1, y)), context)


def subtract(x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x - y``."""
    return _weighted(((1, x), (-1, y)), context)


def total(values: Iterable[Value], context: Context) -> Numeric:
    """The sum of any number of values."""
    return _weighted([(1, number(value, context)) for value in values], context)


def _weighted(parts: Iterable[tuple[Rational, Numeric]], context: Context) -> Numeric:
    """The sum of numbers, each times a factor."""
    offset: Rational = 0
    decided: list[tuple[Rational, Affine]] = []
    for factor, x in parts:
        if isinstance(x, Affine):
            decided.append((factor, x))
        else:
            offset += factor * x
    return _kept(combined(decided, context, offset), context) if decided else _bounded(offset, context)


def combined(parts: Sequence[tuple[Rational, Affine]], context: Context, offset: Rational = 0) -> Affine:
    """A weighted sum in which nothing that may be undefined is lost when its coefficients cancel out.

    ``x div y - x div y`` is 0, but only where y is not 0: such an atom is kept, times 0.
    """
    value = weighted_sum(parts, offset)
    partial = [a for _, part in parts for a in partial_atoms(part, context)]
    if not partial:
        return value
    present = {a for a, _ in value.terms}
    lost = [a for a in dict.fromkeys(partial) if a not in present]
    # A product with 0 is 0, where the operation is defined.
    kept = (a if isinstance(a, Product) and not a.right.terms else Product(variable(a), constant(0)) for a in lost)
    return weighted_sum(((1, value), *((1, variable(a)) for a in kept))) if lost else value


def difference_of(x: Numeric, y: Numeric, context: Context) -> Affine:
    """``x - y``, of which one is not known yet."""
    if isinstance(x, Affine) and type(y) is int and type(x.constant) is int:  # nearly always
        return Affine(x.terms, x.constant - y)
    return combined(((1, lifted(x)), (-1, lifted(y))), context)


def multiply(x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x * y``."""
    if not isinstance(x, Affine):
        return _weighted(((x, y),), context)
    if not isinstance(y, Affine):
        return _weighted(((y, x),), context)
    return atom(Product(y, x) if _first(y, x) else Product(x, y), context)


def _first(a: Affine, b: Affine) -> bool:
    """Whether ``a * b`` is the order in which a product is kept, so that equal ones are found to be equal."""
    if len(a.terms) != len(b.terms):
        return len(a.terms) < len(b.terms)
    keys = [[(atom, k) for atom, k in part.terms if isinstance(atom, int)] for part in (a, b)]
    return keys[0] < keys[1]


def divide(x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x / y``, exact."""
    if isinstance(y, Affine):
        return atom(Ratio(lifted(x), y), context)
    _not_zero(y)
    return _weighted(((Fraction(1) / y, x),), context)


def _not_zero(divisor: Numeric) -> None:
    if divisor == 0:
        raise Fault("this divides by zero", code="zero")


def division(kind: str, x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x div y`` or ``x mod y``."""
    _not_zero(y)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x // y if kind == "div" else x % y, context)
    if not (is_whole(x, context) and is_whole(y, context)):
        raise Fault(f"`{kind}` takes whole numbers; this may be a fraction")
    if y == 1:
        return x if kind == "div" else multiply(0, x, context)
    return atom(Division(kind, lifted(x), lifted(y)), context)


def power(x: Numeric, y: Numeric, context: Context) -> Numeric:
    """``x ^ y`` with a static exponent."""
    if isinstance(y, Affine):
        raise Fault(
            "an exponent must be known while compiling",
            helps="for a decided exponent, list the powers: `[1, 2, 4, 8][e + 1]`",
            code="static",
        )
    if not isinstance(y, int):
        raise Fault(f"an exponent must be a whole number, not {y}")
    if not isinstance(x, Affine):
        _not_zero(x if y < 0 else 1)
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


def absolute(x: Numeric, context: Context) -> Value:
    """``abs(x)``."""
    if not isinstance(x, Affine):
        return abs(x)
    no_reals(context, x)
    low, high = context.bounds(x)
    if low >= 0:
        return x
    return multiply(-1, x, context) if high <= 0 else atom(Absolute(x), context)


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
    decided += [constant(choose(static))] if static else []
    return decided[0] if len(decided) == 1 else atom(Extremum(kind, tuple(decided)), context)


def lifted(value: Numeric) -> Affine:
    """A number as an expression."""
    return value if isinstance(value, Affine) else constant(value)


def is_whole(value: Numeric, context: Context) -> bool:
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


def no_reals(context: Context, *values: Numeric) -> None:
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


def partial_atoms(value: Affine, context: Context) -> list[Operation]:
    """Its operations that can be undefined, or have such ones inside (outside any Boolean of their own)."""
    return [a for a, _ in value.terms if not isinstance(a, _DEFINED) and _is_partial(a, context)]


def _is_partial(atom: Operation, context: Context) -> bool:
    if isinstance(atom, (Ratio, Element)) or (isinstance(atom, Division) and atom.divisor.terms):
        return True
    found = context.partial.get(atom)
    if found is None:
        found = any(isinstance(part, Affine) and partial_atoms(part, context) for part in children(atom))
        context.partial[atom] = found
    return found
