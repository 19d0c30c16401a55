"""The operators of the language, on static and on decided values alike.

Each takes a `Context` and values and gives a value. Static operands are computed at once; decided ones make
nodes of `expressions`, folded to `true`/`false` where the declared domains already settle them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.values import (
    GridValue,
    RegionMap,
    Value,
    cell_number,
    is_boolean,
    is_cell,
    is_decided_boolean,
    is_list,
    is_number,
    iterate,
    kind_of,
)
from puzzledsl.expressions import (
    Absolute,
    Affine,
    All,
    Atom,
    Boolean,
    Compare,
    Conditional,
    Division,
    Element,
    Extremum,
    Member,
    Not,
    Power,
    Product,
    Ratio,
    Rational,
    Same,
    Some,
    Truth,
    children,
    constant,
    integral,
    variables_of,
    weighted_sum,
)
from puzzledsl.intervals import interval

# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


def number(value: Value, context: Context, what: str = "a number") -> Affine | Rational:
    """A value as a number: Booleans count as 0 and 1.

    Raises:
        Fault: it is none.
    """
    if isinstance(value, int | Fraction | Affine):
        return value
    if is_decided_boolean(value):
        return atom(Truth(value), context)
    if isinstance(value, list) and len(value) == 1 and is_cell(value[0]):
        return value[0]  # type: ignore[no-any-return]
    raise Fault(f"{what} is needed here, not {kind_of(value)}", code="kind")


def expression(value: Value, context: Context) -> Affine:
    """A value as an affine expression; a static number becomes a constant one."""
    got = number(value, context)
    return got if isinstance(got, Affine) else constant(got)


def atom(node: Atom, context: Context) -> Affine:
    """A non-linear operation as a number.

    Raises:
        Fault: it is too large when it is written out.
    """
    weigh(node, context)
    return Affine(((node, 1),), 0)


def weigh(node: Atom | Boolean, context: Context) -> int:
    """How many parts an expression has when it is written out; parts that occur twice count twice.

    ``let b = a * a``, ``let c = b * b`` … doubles it line by line, while hardly any memory is used.

    Raises:
        Fault: more than the bound.
    """
    if isinstance(node, bool | int):
        return 0
    known = context.weights.get(id(node))
    if known is not None:
        return known[1]
    total = 1
    pending: list[Affine | Boolean] = list(children(node))
    while pending:
        part = pending.pop()
        if isinstance(part, Affine):
            total += len(part.terms)
            total += sum(weigh(a, context) for a, _ in part.terms if not isinstance(a, int))
        elif isinstance(part, All | Some | Not | Same):
            total += weigh(part, context)
        elif not isinstance(part, bool):
            pending += children(part)
    context.weights[id(node)] = (node, total)
    context.budget.parts(total)
    return total


def settle(value: Affine) -> Affine | Rational:
    """A static number when nothing is left to decide."""
    return value if value.terms else value.constant


def _bounded(value: Rational, context: Context) -> Rational:
    numerator = value if isinstance(value, int) else value.numerator
    if abs(numerator).bit_length() > 3.33 * context.budget.limits.digits:
        raise _too_long(context)
    return numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _too_long(context: Context) -> Fault:
    return Fault(
        f"this number has more than {context.budget.limits.digits:,} digits",
        helps=("if it is meant so, raise the bound: --bound digits=…",),
        code="bound",
    )


def add(a: Value, b: Value, context: Context) -> Value:
    """``a + b``."""
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x + y, context)
    return settle(_combined(((1, _lift(x)), (1, _lift(y)))))


def subtract(a: Value, b: Value, context: Context) -> Value:
    """``a - b``."""
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x - y, context)
    return settle(_combined(((1, _lift(x)), (-1, _lift(y)))))


def negative(a: Value, context: Context) -> Value:
    """``-a``."""
    x = number(a, context)
    return settle(weighted_sum(((-1, x),))) if isinstance(x, Affine) else -x


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
    return settle(_combined(parts, offset)) if parts else _bounded(offset, context)


def _combined(parts: Sequence[tuple[Rational, Affine]], offset: Rational = 0) -> Affine:
    """A weighted sum in which nothing that may be undefined is lost when its coefficients cancel out.

    ``x div y - x div y`` is 0, but only where y is not 0: such an atom is kept, times 0.
    """
    value = weighted_sum(parts, offset)
    partial = [a for _, part in parts for a, _ in part.terms if not isinstance(a, int) and _partial_atom(a)]
    if not partial:
        return value
    present = {a for a, _ in value.terms}
    lost = [a for a in dict.fromkeys(partial) if a not in present]
    kept = ((1, Affine(((Product(Affine(((a, 1),), 0), constant(0)), 1),), 0)) for a in lost)
    return weighted_sum(((1, value), *kept)) if lost else value


def multiply(a: Value, b: Value, context: Context) -> Value:
    """``a * b``."""
    x, y = number(a, context), number(b, context)
    if isinstance(x, Affine) and isinstance(y, Affine):
        no_reals(context, x, y)
        if _first(y, x):
            x, y = y, x
        return atom(Product(x, y), context)
    if isinstance(x, Affine):
        return settle(_combined(((y, x),)))  # type: ignore[arg-type]
    if isinstance(y, Affine):
        return settle(_combined(((x, y),)))
    return _bounded(x * y, context)


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
            return settle(weighted_sum(((Fraction(1) / y, x),)))
        return _bounded(Fraction(x) / y, context)
    no_reals(context, *(v for v in (x, y) if isinstance(v, Affine)))
    return atom(Ratio(_lift(x), y), context)


def floor_divide(a: Value, b: Value, context: Context) -> Value:
    """``a div b``."""
    return _division("div", a, b, context)


def modulo(a: Value, b: Value, context: Context) -> Value:
    """``a mod b``."""
    return _division("mod", a, b, context)


def _division(kind: str, a: Value, b: Value, context: Context) -> Value:
    x, y = number(a, context), number(b, context)
    if not isinstance(y, Affine) and y == 0:
        raise Fault("this divides by zero", code="zero")
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return _bounded(x // y if kind == "div" else x % y, context)
    no_reals(context, *(v for v in (x, y) if isinstance(v, Affine)))
    for v in (x, y):
        if not is_whole(v):
            raise Fault(f"`{kind}` takes whole numbers; this may be a fraction", code="kind")
    if y == 1:
        return x if kind == "div" else multiply(0, x, context)
    return atom(Division(kind, _lift(x), _lift(y)), context)


def power(a: Value, b: Value, context: Context) -> Value:
    """``a ^ b`` with a static exponent."""
    x, y = number(a, context), number(b, context)
    if isinstance(y, Affine):
        raise Fault(
            "an exponent must be known while compiling",
            helps=("for a decided exponent, list the powers: `[1, 2, 4, 8][e + 1]`",),
            code="static",
        )
    if not isinstance(y, int):
        raise Fault(f"an exponent must be a whole number, not {y}", code="kind")
    if not isinstance(x, Affine):
        if x == 0 and y < 0:
            raise Fault("this divides by zero", code="zero")
        size = max(abs(Fraction(x).numerator), Fraction(x).denominator).bit_length()
        if size > 1 and size * abs(y) > 3.33 * context.budget.limits.digits:
            raise _too_long(context)
        return _bounded(Fraction(x) ** y if y < 0 else x**y, context)
    if y < 0:
        return divide(1, power(x, -y, context), context)
    if y == 0:
        return add(1, multiply(0, x, context), context)
    if y == 1:
        return x
    if y > 64:
        raise Fault("a decided value can be raised to the 64th power at most", code="bound")
    no_reals(context, x)
    return atom(Power(x, y), context)


def absolute(a: Value, context: Context) -> Value:
    """``abs(a)``."""
    x = number(a, context)
    if not isinstance(x, Affine):
        return abs(x)
    no_reals(context, x)
    low, high = interval(x, context.variables)
    if low is not None and low >= 0:
        return x
    if high is not None and high <= 0:
        return negative(x, context)
    return atom(Absolute(x), context)


def extremum(kind: str, values: list[Value], context: Context) -> Value:
    """``max`` or ``min`` of one or more values."""
    if not values:
        raise Fault(f"`{kind}` of an empty list", code="empty")
    items = [number(value, context) for value in values]
    static = [item for item in items if not isinstance(item, Affine)]
    decided = list(dict.fromkeys(item for item in items if isinstance(item, Affine)))
    choose = max if kind == "max" else min
    if not decided:
        return choose(static)
    no_reals(context, *decided)
    merged = decided + ([constant(choose(static))] if static else [])
    if len(merged) == 1:
        return merged[0]
    return atom(Extremum(kind, tuple(merged)), context)


def _lift(value: Affine | Rational) -> Affine:
    return value if isinstance(value, Affine) else constant(value)


def is_whole(value: Affine | Rational) -> bool:
    """Whether it can only be a whole number: no fraction and no exact division in it."""
    if not isinstance(value, Affine):
        return isinstance(value, int)
    return isinstance(value.constant, int) and all(
        isinstance(k, int) and (isinstance(atom, int) or _whole_atom(atom)) for atom, k in value.terms
    )


def _whole_atom(atom: Atom) -> bool:
    if isinstance(atom, Ratio):
        return False
    if isinstance(atom, Element):
        return all(map(is_whole, atom.items))
    return isinstance(atom, Truth) or all(is_whole(part) for part in children(atom) if isinstance(part, Affine))


def no_reals(context: Context, *values: Affine) -> None:
    """Raises Fault where a real variable occurs."""
    for value in values:
        for n in variables_of(value):
            if context.variables[n].is_real:
                raise Fault(
                    f"the real variable `{context.variables[n].name}` may occur only in linear constraints"
                    " and the objective",
                    code="real",
                )


# ── comparisons ──────────────────────────────────────────────────────────────────────────────────


def compare(op: str, a: Value, b: Value, context: Context) -> Boolean:
    """``a op b`` for ``== != < <= > >=``; lists and tuples are compared item by item."""
    if op in ("==", "!="):
        same = equal(a, b, context)
        return same if op == "==" else _unequal(a, b, same, context)
    if op in (">", ">="):
        return compare("<" if op == ">" else "<=", b, a, context)
    if isinstance(a, str) and isinstance(b, str):
        return a < b if op == "<" else a <= b
    if (is_list(a) and len(a) != 1) or isinstance(a, tuple | str | None) or (is_list(b) and len(b) != 1):
        raise Fault(f"`{op}` compares numbers, not {kind_of(a)} with {kind_of(b)}", code="kind")
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return x < y if op == "<" else x <= y
    difference = weighted_sum(((1, _lift(x)), (-1, _lift(y))))
    return at_most_zero(difference, context, strict=op == "<")


def equal(a: Value, b: Value, context: Context) -> Boolean:
    """``a == b``: of numbers, texts, `none`, Booleans, and item by item of lists and tuples."""
    if type(a) is int and type(b) is int:
        return a == b
    if a is None or b is None:
        return a is None and b is None
    if isinstance(a, str) or isinstance(b, str):
        if isinstance(a, Affine) or isinstance(b, Affine):
            raise Fault(f"{kind_of(a)} is compared with {kind_of(b)}", code="kind")
        return bool(a == b)
    if isinstance(a, GridValue):
        a = a.cells()
    if isinstance(b, GridValue):
        b = b.cells()
    sequences = (list, range, tuple)
    if isinstance(a, sequences) and isinstance(b, sequences):
        if len(a) != len(b):
            return False
        if isinstance(a, range) and isinstance(b, range):
            return a == b
        return conjunction([equal(x, y, context) for x, y in zip(a, b, strict=True)])
    if isinstance(a, frozenset | dict) or isinstance(b, frozenset | dict):
        return bool(a == b)
    if (is_decided_boolean(a) and is_boolean(b)) or (is_decided_boolean(b) and is_boolean(a)):
        return equivalence(a, b, context)
    if isinstance(a, sequences) and not (len(a) == 1 and isinstance(a, list)):
        return _never_equal(a, b)
    if isinstance(b, sequences) and not (len(b) == 1 and isinstance(b, list)):
        return _never_equal(a, b)
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return x == y
    return is_zero(weighted_sum(((1, _lift(x)), (-1, _lift(y)))), context)


def _never_equal(a: Value, b: Value) -> Boolean:
    raise Fault(
        f"{kind_of(a)} is compared with {kind_of(b)}",
        helps=("a list equals a list; for each item, write a loop; for one of several values, `in`",),
        code="kind",
    )


def _unequal(a: Value, b: Value, same: Boolean, context: Context) -> Boolean:
    """``a != b``; false, just as ``a == b`` is, where a side is undefined."""
    if isinstance(same, Compare) and not (is_boolean(a) and is_boolean(b)):
        return Compare("!=", same.expression)
    return conjunction([negation(same, context), *defined((a, b), context)])


def defined(values: Iterable[Value], context: Context) -> Iterable[Boolean]:
    """What holds where every operation in the values is defined: a comparison that is otherwise true."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from defined(value, context)
        elif isinstance(value, Affine) and _partial(value):
            _, high = interval(value, context.variables)
            assert high is not None
            yield Compare("<=", integral(weighted_sum(((1, value),), -high)))


def is_zero(difference: Affine, context: Context) -> Boolean:
    """``difference == 0``, folded when bounds or divisibility settle it."""
    difference = integral(difference)
    low, high = interval(difference, context.variables)
    if (low is not None and low > 0) or (high is not None and high < 0):
        context.reason = _range_reason(difference, low, high, context)
        return False
    if low == 0 == high and not _partial(difference):
        return True
    divisor = 0
    for atom, k in difference.terms:
        real = isinstance(atom, int) and context.variables[atom].is_real
        if real or isinstance(atom, Ratio) or isinstance(k, Fraction):
            divisor = 1
            break
        divisor = gcd(divisor, k)
    if divisor > 1 and isinstance(difference.constant, int) and difference.constant % divisor:
        context.reason = f"the cells make multiples of {divisor}, never {-difference.constant}"
        return False
    return Compare("==", difference)


def at_most_zero(difference: Affine, context: Context, strict: bool = False) -> Boolean:
    """``difference <= 0`` (``< 0`` when strict), folded when the bounds settle it."""
    difference = integral(difference)
    has_ratio = any(isinstance(atom, Ratio) for atom in _atoms(difference))
    if strict:
        if any(isinstance(a, int) and context.variables[a].is_real for a, _ in difference.terms):
            raise Fault(
                "a real variable has no next smaller value, so `<` and `>` cannot be kept exactly",
                helps=("write `<=` or `>=`",),
                code="real",
            )
        if has_ratio:
            # Rational values: strictly below is "at most, and not equal", both false where undefined.
            return conjunction([at_most_zero(difference, context), Compare("!=", difference)])
        difference = weighted_sum(((1, difference),), 1)
    low, high = interval(difference, context.variables)
    if low is not None and low > 0:
        context.reason = _range_reason(difference, low, high, context)
        return False
    if high is not None and high <= 0 and not _partial(difference):
        return True
    return Compare("<=", difference)


def _range_reason(difference: Affine, low: Rational | None, high: Rational | None, context: Context) -> str:
    """Why a comparison with zero is false: what the part with cells can be, and what it would have to be."""
    names = sorted(variables_of(difference))
    if len(names) == 1:
        variable = context.variables[names[0]]
        return f"{variable.name} is in {variable.domain}" if not variable.is_real else ""
    c = difference.constant
    if low is None or high is None or c > 0 or not all(k > 0 for _, k in difference.terms):
        return ""
    return f"the cells make {low - c} to {high - c}, never {-c}"


def _atoms(value: Affine) -> Iterable[Atom]:
    return (atom for atom, _ in value.terms)


def _partial(value: Affine) -> bool:
    """Whether some operation in it can be undefined (outside any Boolean of its own)."""
    return any(not isinstance(atom, int) and _partial_atom(atom) for atom, _ in value.terms)


def _partial_atom(atom: Atom) -> bool:
    pending: list[object] = [atom]
    while pending:
        node = pending.pop()
        if isinstance(node, Affine):
            pending += [atom for atom, _ in node.terms if not isinstance(atom, int)]
        elif isinstance(node, Ratio | Element):
            return True
        elif isinstance(node, Division):
            if node.divisor.terms:
                return True
            pending.append(node.dividend)
        elif isinstance(node, Conditional):
            pending += [node.yes, node.no]
        elif isinstance(node, Product | Power | Absolute | Extremum):
            pending += children(node)
    return False


def member(a: Value, b: Value, context: Context) -> Boolean:
    """``a in b``: equal to one of the items of ``b``."""
    if isinstance(b, str):
        raise Fault("`in` looks into lists, sets and maps, not texts", code="kind")
    if isinstance(a, list) and len(a) == 1 and is_cell(a[0]) and not isinstance(b, list):
        a = a[0]
    if isinstance(b, RegionMap | GridValue):
        b = list(iterate(b))
    items = b if isinstance(b, range | frozenset) else list(iterate(b))
    if is_number(a) or isinstance(a, str | None):
        if isinstance(items, range | frozenset):
            return a in items
        return disjunction([_equal_or_false(a, item, context) for item in items])
    if isinstance(a, Affine) and (isinstance(items, range) or all(is_number(item) for item in items)):
        return _one_of(a, items, context)
    if isinstance(a, tuple | list) and all(
        isinstance(item, tuple) and len(item) == len(a) and all(isinstance(v, int) for v in item) for item in items
    ):
        sides = [expression(value, context) for value in a]
        rows: list[Any] = list(items)
        return table(sides, rows, context)
    if isinstance(a, Affine) and any(isinstance(item, range) for item in items):
        raise Fault(
            "this list holds a range, not numbers", helps=("a range is a list by itself: `r1c1 in 1..5`",), code="kind"
        )
    return disjunction([_equal_or_false(a, item, context) for item in items])


def not_member(a: Value, b: Value, context: Context) -> Boolean:
    """``a not in b``: unequal to every item of ``b``; false where ``a`` or an item is undefined."""
    sides = [a, b] if isinstance(b, list | tuple) else [a]
    return conjunction([negation(member(a, b, context), context), *defined(sides, context)])


def _equal_or_false(a: Value, b: Value, context: Context) -> Boolean:
    try:
        return equal(a, b, context)
    except Fault:
        if isinstance(a, list | tuple) != isinstance(b, list | tuple):
            return False
        raise


def _one_of(a: Affine, items: Iterable[Value], context: Context) -> Boolean:
    if isinstance(items, range) and items.step == 1:
        if not len(items):
            return False
        return conjunction([compare("<=", items.start, a, context), compare("<=", a, items.stop - 1, context)])
    return table([a], [(v,) for v in items if isinstance(v, int)], context)


def table(items: list[Affine], rows: list[tuple[int, ...]], context: Context) -> Boolean:
    """The tuple of ``items`` is one of ``rows``; rows outside the bounds are dropped."""
    bounds = [interval(item, context.variables) for item in items]
    kept = frozenset(
        tuple(int(v) for v in row)
        for row in rows
        if all((lo is None or lo <= v) and (hi is None or v <= hi) for v, (lo, hi) in zip(row, bounds, strict=True))
    )
    if not kept:
        one = context.variables[cell_number(items[0])] if len(items) == 1 and is_cell(items[0]) else None
        context.reason = f"{one.name} is in {one.domain}" if one else "no listed combination lies in the domains"
        return False
    if len(items) == 1:
        only = items[0]
        if is_cell(only):
            values = {row[0] for row in kept}
            variable = context.variables[only.terms[0][0]]  # type: ignore[index]
            if (
                not variable.is_real
                and variable.domain.size <= len(values)
                and all(v in values for v in variable.domain)
            ):
                return True
            if not variable.is_real and not any(v in variable.domain for v in values):
                context.reason = f"{variable.name} is in {variable.domain}"
                return False
    if not any(item.terms for item in items):
        return tuple(item.constant for item in items) in kept
    no_reals(context, *items)
    return Member(tuple(items), kept)


# ── logic ────────────────────────────────────────────────────────────────────────────────────────


def truth(value: Value, context: Context) -> Boolean:
    """A value as yes or no: Booleans, and numbers whose only values are 0 and 1.

    Raises:
        Fault: it is neither.
    """
    if isinstance(value, bool) or is_decided_boolean(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, list) and len(value) == 1 and is_cell(value[0]):
        value = value[0]
    if isinstance(value, Affine):
        if (
            len(value.terms) == 1
            and isinstance(value.terms[0][0], Truth)
            and value.terms[0][1] == 1
            and not value.constant
        ):
            return value.terms[0][0].operand
        if is_zero_one(value, context):
            return is_zero(weighted_sum(((1, value),), -1), context)
        raise Fault(
            f"yes or no is needed here, not {kind_of(value)}",
            helps=("compare it with something: `r1c1 == 5`, `sum(row(1)) <= 20`",),
            code="kind",
        )
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise Fault(f"yes or no is needed here, not {kind_of(value)}", code="kind")


def is_zero_one(value: Affine, context: Context) -> bool:
    """Whether its only values are 0 and 1, so that it may stand for yes or no."""
    low, high = interval(value, context.variables)
    return low is not None and high is not None and low >= 0 and high <= 1


def conjunction(items: Iterable[Boolean]) -> Boolean:
    """All of them hold."""
    kept: list[Boolean] = []
    for item in items:
        if item is True:
            continue
        if item is False:
            return False
        kept += item.items if isinstance(item, All) else (item,)
    if not kept:
        return True
    return kept[0] if len(kept) == 1 else All(tuple(kept))


def disjunction(items: Iterable[Boolean]) -> Boolean:
    """At least one of them holds."""
    kept: list[Boolean] = []
    for item in items:
        if item is False:
            continue
        if item is True:
            return True
        kept += item.items if isinstance(item, Some) else (item,)
    if not kept:
        return False
    return kept[0] if len(kept) == 1 else Some(tuple(dict.fromkeys(kept)))


def negation(item: Boolean, context: Context) -> Boolean:
    """It does not hold."""
    del context
    if isinstance(item, bool):
        return not item
    return item.operand if isinstance(item, Not) else Not(item)


def implication(a: Boolean, b: Boolean, context: Context) -> Boolean:
    """``a -> b``."""
    return disjunction([negation(a, context), b])


def equivalence(a: Boolean, b: Boolean, context: Context) -> Boolean:
    """``a <-> b``."""
    if isinstance(a, bool):
        return b if a else negation(b, context)
    if isinstance(b, bool):
        return a if b else negation(a, context)
    return True if a == b else Same(a, b)


def choose(condition: Boolean, yes: Value, no: Value, context: Context) -> Value:
    """``if condition then yes else no`` with a decided condition."""
    if isinstance(condition, bool):
        return yes if condition else no
    sequences = (list, range, tuple)
    if isinstance(yes, sequences) and isinstance(no, sequences) and len(yes) == len(no):
        items = [choose(condition, a, b, context) for a, b in zip(yes, no, strict=True)]
        return tuple(items) if isinstance(yes, tuple) else items
    if is_boolean(yes) and is_boolean(no):
        both = conjunction([disjunction([negation(condition, context), yes]), disjunction([condition, no])])
        weigh(both, context)
        return both
    try:
        a, b = expression(yes, context), expression(no, context)
    except Fault:
        raise Fault(
            f"the cells decide between {kind_of(yes)} and {kind_of(no)}, which do not go together",
            helps=("both branches must be numbers, or both yes-or-no, or lists of one length",),
            code="kind",
        ) from None
    if a == b:
        return settle(a)
    no_reals(context, a, b)
    return atom(Conditional(condition, a, b), context)


def element(items: list[Value], index: Affine, context: Context) -> Value:
    """``items[index]`` with a decided index, counted from 1."""
    if not items:
        raise Fault("an index into an empty list", code="empty")
    low, high = interval(index, context.variables)
    if low is not None and high is not None and (low > len(items) or high < 1):
        raise Fault(
            f"this index is between {low} and {high}, but the list has {len(items)} item{'s' * (len(items) != 1)}",
            code="index",
        )
    if any(isinstance(item, list | range | tuple) for item in items):
        widths = {len(item) if isinstance(item, list | range | tuple) else -1 for item in items}
        if len(widths) != 1:
            raise Fault("a decided index needs items of one kind and one length", code="kind")
        return [element([item[k] for item in items], index, context) for k in range(widths.pop())]
    if all(is_boolean(item) for item in items):
        found = element([number(item, context) for item in items], index, context)
        return truth(found, context)
    try:
        parts = tuple(expression(item, context) for item in items)
    except Fault:
        raise Fault("a decided index needs a list of numbers", code="kind") from None
    no_reals(context, index, *parts)
    return atom(Element(parts, index), context)
