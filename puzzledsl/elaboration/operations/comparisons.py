"""Comparisons and membership, folded to true or false where the declared domains already settle them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from itertools import accumulate
from math import gcd, inf
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from puzzledsl.elaboration.context import Context, ReadRows
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.items import iterate
from puzzledsl.elaboration.kinds import (
    alone,
    are_cells,
    cell_number,
    is_boolean,
    is_cell,
    is_list,
    is_number,
)
from puzzledsl.elaboration.letters import letters_of, with_letter
from puzzledsl.elaboration.limits import A_TABLE, A_TERM, AN_EXPRESSION, SOME_PARTS
from puzzledsl.elaboration.operations.arithmetic import (
    difference_of,
    expression,
    is_whole,
    is_whole_atom,
    no_reals,
    number,
    partial_atoms,
)
from puzzledsl.elaboration.operations.logic import conjunction, disjunction, equivalence, negation
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import SEQUENCES, ClueMap, GridValue, Group, RegionMap, Value
from puzzledsl.expressions import (
    Affine,
    AllDifferent,
    Boolean,
    Compare,
    Member,
    Rational,
    affine,
    integral,
    variable,
    variables_of,
)

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
"""Of two known numbers, or texts."""

_LONG = 50
"""Terms of a long sum."""

_NUMBERS = (int, Affine, Fraction, bool)


def compare(op: str, a: Value, b: Value, context: Context) -> Boolean:
    """``a op b`` for ``== != < <= > >=``; lists and tuples are compared item by item."""
    if context.has_places and a is not None and b is not None:
        _refuse_places(op, a, b, context)
    if op == "==":
        return equal(a, b, context)
    if op == "!=":
        return _unequal(a, b, equal(a, b, context), context)
    if isinstance(a, str) and isinstance(b, str):
        return COMPARISONS[op](a, b)
    a, b = with_letter(a, b, context) or (a, b)
    if _has_no_size(a) or _has_no_size(b):
        helps = _unquoted(a, b)
        if is_list(a) or is_list(b):
            helps = ("for its sum write `sum(list)`; for each item, a loop",)
        if is_list(a) and is_list(b):
            helps = ("item by item, write a loop; in dictionary order, `lex_less(a, b)`",)
        raise Fault(f"`{op}` compares numbers, not {kind_of(a)} with {kind_of(b)}", helps=helps)
    x, y = number(a, context), number(b, context)
    if not isinstance(x, Affine) and not isinstance(y, Affine):
        return COMPARISONS[op](x, y)
    x, y = (y, x) if op[0] == ">" else (x, y)
    return at_most_zero(_difference(x, y, context), context, strict=len(op) == 1)


def _refuse_places(op: str, a: Value, b: Value, context: Context) -> None:
    """Refuse cells of a grid without values: what they hold is compared, not which they are."""
    for value in (a, b):
        grid = context.variable(value).grid if is_cell(value) else None
        if grid is not None and not context.grid_of(grid).has_values:
            name = context.cell_name(value)
            helps = f"whether a cell is {name}, says `has_cell([{name}], cell)`"
            raise Fault(f"{name} is a place without a value, so `{op}` cannot compare it", helps=helps, code="places")


def _has_no_size(value: Value) -> bool:
    """Whether something is neither a number nor a list of one, and so can be neither smaller nor larger."""
    return (is_list(value) and len(value) != 1) or isinstance(value, tuple | str | None)


def _unquoted(*values: Value) -> tuple[str, ...]:
    """The advice for a number that is written as a text."""
    written = [value for value in values if isinstance(value, str) and value.isdecimal()]
    return (f"a number has no quotes: `{written[0]}`",) if written else ()


def _spelled(a: Value, b: Value, context: Context) -> tuple[Value, Value] | None:
    """A text beside cells with letters: the cells, and the letters of the text as a list."""
    text, cells = (a, b) if isinstance(a, str) else (b, a)
    cells = cells.cells() if isinstance(cells, GridValue) else cells
    if not (isinstance(text, str) and isinstance(cells, SEQUENCES) and letters_of(cells, context)):
        return None
    return list(cells), list(text)


def equal(a: Value, b: Value, context: Context) -> Boolean:
    """``a == b``: of numbers, texts, `none`, Booleans, and item by item of lists and tuples."""
    if type(a) in _NUMBERS and type(b) in _NUMBERS:  # nearly always
        if type(a) is not Affine and type(b) is not Affine:
            return bool(a == b)
        if type(b) is int and is_cell(a):  # rules about a whole grid ask for it in rows, columns and windows
            key = ("==", cell_number(a), b)
            found: Boolean | None = context.memory.get(key)
            return _equal_numbers(a, b, context, key) if found is None else found
        return _equal_numbers(a, b, context)
    if a is None or b is None:
        return a is b
    if isinstance(a, str) or isinstance(b, str):
        if type(a) is type(b):
            return bool(a == b)
        if read := with_letter(a, b, context) or _spelled(a, b, context):
            return equal(*read, context)
        if isinstance(a, Affine) or isinstance(b, Affine):
            raise Fault(f"{kind_of(a)} is compared with {kind_of(b)}", helps=_unquoted(a, b))
        return False
    # Whole grids are compared by what they hold, as tuples are.
    a, b = (tuple(side.cells()) if isinstance(side, GridValue) else side for side in (a, b))
    if are_cells(a) and are_cells(b):
        if isinstance(a, Group) or isinstance(b, Group):
            return _same_group(a, b, context)
        if len(a) == len(b) > 1 and a != b:  # else both readings say the same
            raise Fault(
                "two lists of cells are compared: are they the same cells, or do they hold the same values?",
                label="write `values(…)` around each to compare what they hold",
                helps="groups of `regions`, and results of `region_of`, are compared as groups: the same one, or not",
            )
    if isinstance(a, SEQUENCES) and isinstance(b, SEQUENCES):
        if len(a) != len(b):
            return False
        if isinstance(a, range) and isinstance(b, range):
            return a == b
        return conjunction([equal(x, y, context) for x, y in zip(a, b, strict=True)])
    if isinstance(a, (frozenset, dict)) or isinstance(b, (frozenset, dict)):
        if isinstance(a, Affine) or isinstance(b, Affine):
            context.reason = "it is a number; for one of several values, write `in`"
        return bool(a == b)
    if is_boolean(a) and is_boolean(b):
        return equivalence(a, b)
    if _has_no_size(a) or _has_no_size(b):
        helps = "for its sum write `sum(list)`; for each item, a loop; for one of several values, `in`"
        raise Fault(f"{kind_of(a)} is compared with {kind_of(b)}", helps=helps)
    return equal(number(a, context), number(b, context), context)


def _equal_numbers(x: Affine | Rational, y: Affine | Rational, context: Context, key: object = None) -> Boolean:
    """``x == y`` of numbers that are not both known; one that is left open is remembered under the key."""
    if key is not None and type(y) is int:  # a cell and a number that it may be
        one = context.variable(x)  # type: ignore[arg-type]
        if one.bounds is None and one.domain.lo <= y <= one.domain.hi != one.domain.lo:
            context.budget.allocate(AN_EXPRESSION)
            return context.memory.put(key, Compare("==", Affine(x.terms, -y)))  # type: ignore[union-attr]
    if is_cell(x) and is_cell(y):
        a, b = cell_number(x), cell_number(y)  # type: ignore[arg-type]
        one, other = context.variables[a], context.variables[b]
        if a != b and one.bounds is None is other.bounds:
            low, high = max(one.domain.lo, other.domain.lo), min(one.domain.hi, other.domain.hi)
            if low < high:  # two cells whose values overlap in more than one, as rules about whole grids compare them
                context.budget.allocate(AN_EXPRESSION + 2 * A_TERM)
                return Compare("==", Affine(((a, 1), (b, -1)), 0))
    if isinstance(y, Affine) and len(y.terms) > _LONG:  # a long sum as it is costs less than its opposite
        x, y = y, x
    holds = is_zero(_difference(x, y, context), context)
    return context.memory.put(key, holds) if key and isinstance(holds, Compare) else holds


def _difference(x: Affine | Rational, y: Affine | Rational, context: Context) -> Affine:
    """``x - y``, counted as a comparison."""
    difference = difference_of(x, y, context)
    own = 0 if isinstance(x, Affine) and difference.terms is x.terms else len(difference.terms)
    context.budget.allocate(AN_EXPRESSION + A_TERM * own)
    context.budget.step(len(difference.terms) // SOME_PARTS)
    return difference


def _same_group(a: list[Value], b: list[Value], context: Context) -> bool:
    """Whether two groups are one: whether they have the same cells, whatever these hold."""
    same = a is b or set(a) == set(b)
    context.reason = context.as_groups = (
        f"{'this is one group' if same else 'these are two groups'} of cells; to compare what they hold, write "
        "`values(…)` around each"
    )
    return same


def _unequal(a: Value, b: Value, same: Boolean, context: Context) -> Boolean:
    """``a != b``; false, just as ``a == b`` is, where a side is undefined.

    Whether something is `none`, or a text, is known all the same.
    """
    if isinstance(a, str | None) or isinstance(b, str | None):
        return negation(same)
    if isinstance(same, Compare) and not (is_boolean(a) and is_boolean(b)):
        return Compare("!=", same.expression)
    return conjunction([negation(same), *defined((a, b), context)])


def defined(values: Iterable[Value], context: Context) -> Iterable[Boolean]:
    """What holds where every operation in the values is defined: a comparison that is otherwise true."""
    for value in values:
        if is_cell(value) or isinstance(value, Group):  # nearly all; groups are compared by which cells they have
            continue
        if isinstance(value, (list, tuple)):
            yield from defined(value, context)
        elif isinstance(value, dict):
            yield from defined(value.values(), context)
        elif isinstance(value, Affine) and (atoms := partial_atoms(value, context)):
            # Real variables stay out of it: they are always defined, but may have no bounds.
            partial = affine(dict.fromkeys(atoms, 1))
            yield Compare("<=", integral(partial - context.bounds(partial)[1]))


def is_zero(difference: Affine, context: Context) -> Boolean:
    """``difference == 0``, folded when bounds or divisibility settle it."""
    given, difference = difference, integral(difference)
    low, high = context.bounds(difference)
    if low > 0 or high < 0:
        return context.refuted(_range_reason(given, context))
    if low == 0 == high and not partial_atoms(difference, context):
        return True
    divisor = 0
    for atom, k in difference.terms:
        is_whole_part = not context.variables[atom].is_real if isinstance(atom, int) else is_whole_atom(atom, context)
        divisor = gcd(divisor, k) if is_whole_part and isinstance(k, int) else 1
        if divisor == 1:
            break
    if divisor > 1 and isinstance(difference.constant, int) and difference.constant % divisor:
        scale = Fraction(difference.terms[0][1]) / Fraction(given.terms[0][1])  # of what `integral` has multiplied
        step = "whole numbers" if divisor == scale else f"multiples of {divisor / scale}"
        return context.refuted(f"the cells make {step}, never {-difference.constant / scale}")
    return Compare("==", difference)


def at_most_zero(difference: Affine, context: Context, strict: bool = False) -> Boolean:
    """``difference <= 0`` (``< 0`` when strict), folded when the bounds settle it."""
    given, difference = difference, integral(difference)
    fractional = not all(is_whole_atom(atom, context) for atom, _ in difference.terms)
    if strict:
        if any(isinstance(a, int) and context.variables[a].is_real for a, _ in difference.terms):
            raise Fault(
                "a real variable has no next smaller value, so `<` and `>` cannot be kept exactly",
                helps="write `<=` or `>=`",
                code="real",
            )
        if fractional:
            # Rational values: strictly below is "at most, and not equal", both false where undefined.
            return conjunction([at_most_zero(difference, context), Compare("!=", difference)])
        difference = difference + 1
    low, high = context.bounds(difference)
    if low > 0:
        return context.refuted(_range_reason(given, context))
    if high <= 0 and not partial_atoms(difference, context):
        return True
    return Compare("<=", difference)


def _range_reason(difference: Affine, context: Context) -> str:
    """Why a comparison with zero is false: what the part with cells can be, and what it would have to be."""
    names = sorted(variables_of(difference))
    if len(names) == 1:
        only = context.variables[names[0]]
        return "" if only.is_real else f"{only.name} is in {only.values}"
    c = difference.constant
    low, high = context.bounds(difference)
    if c > 0 or inf in (-low, high) or not all(k > 0 for _, k in difference.terms):
        return ""
    domains = [context.variables[a].domain for a in names]
    cells = set(map(variable, names))
    for part in context.demands if cells == {variable(a) for a, k in difference.terms if k == 1} else ():
        # What a rule such as `cage` has demanded holds as well.
        if type(part) is AllDifferent and not part.ignoring and cells <= {*part.items}:
            low, high = (
                sign * sum(accumulate(sorted(ends), lambda last, own: max(last + 1, own)))
                for sign, ends in ((1, [d.lo for d in domains]), (-1, [-d.hi for d in domains]))
            )
            return f"{len(names)} different values make {low} to {high}, never {-c}"
    return f"the cells make {low - c} to {high - c}, never {-c}"


def member(a: Value, b: Value, context: Context) -> Boolean:
    """``a in b``: equal to one of the items of ``b``."""
    if isinstance(b, str) and letters_of([a], context):
        b = list(b)
    if not isinstance(b, list):
        a = alone(a)
    if isinstance(b, str | ClueMap):
        helps = () if isinstance(b, str) else (f"the clues as a list are `[n for r, c, n in {b.name}]`",)
        what = "texts" if isinstance(b, str) else "into clues"
        raise Fault(f"`in` looks into lists, sets and maps, not {what}", helps=helps)
    is_known = is_number(a) or isinstance(a, str | None)
    if isinstance(b, RegionMap) and is_cell(a):
        advice = f"to ask whether it is in one of them, write `region_of(…, {b.name}) != none`"
        raise unfit("regions have labels and groups in them", a, helps=advice)
    if isinstance(b, RegionMap) and is_known:
        return a is not None and str(a) in b.groups
    items = b if isinstance(b, (range, frozenset)) else list(iterate(b))
    is_range = isinstance(items, range)
    if is_known and is_range:  # of anything else, Python would look at each number
        return isinstance(a, int) and a in items
    if is_known:
        return a in items if isinstance(items, frozenset) and not context.alphabet else _equal_to_one(a, items, context)
    are_numbers = is_range or all(map(is_number, items))
    if isinstance(a, Affine) and are_numbers and is_whole(a, context):
        if isinstance(items, range):
            ends = ((items.start, a), (a, items.stop - 1))
            return len(items) > 0 and conjunction([compare("<=", low, high, context) for low, high in ends])
        return table([a], context.rows_of(b, 1, _column), context)
    if isinstance(a, (tuple, list)):
        if are_numbers and isinstance(a, list) and len(a) > 1:
            context.reason = "a list is not a number; for each of its items: `all(x in … for x in list)`"
        if is_range:
            return False  # without a look at each number
        rows = context.rows_of(b, len(a), _tuples)
        if rows.rows or not items:
            return table([expression(value, context) for value in a], rows, context)
    if isinstance(a, Affine) and not is_range and any(isinstance(item, range) for item in items):
        raise Fault("this list holds a range, not numbers", helps="a range is a list by itself: `r1c1 in 1..5`")
    return _equal_to_one(a, items, context)


def _equal_to_one(a: Value, items: Collection[Value], context: Context) -> Boolean:
    """``a`` equals one of the items; false where another of them is undefined."""
    context.budget.check("items", len(items))
    context.budget.step(len(items))
    items = list(items)
    return conjunction([disjunction([_equal_or_false(a, item, context) for item in items]), *defined(items, context)])


def _tuples(listed: Value, width: int, context: Context) -> Iterable[tuple[int, ...]]:
    """The items of a list, if they are all tuples of so many whole numbers; else nothing."""
    items = list(iterate(listed))
    context.budget.step(len(items))
    fits = all(isinstance(t, tuple) and len(t) == width and all(isinstance(v, int) for v in t) for t in items)
    return [tuple(map(int, item)) for item in items] if fits else []


def _column(listed: Value, _: int, __: Context) -> Iterable[tuple[int, ...]]:
    """The whole numbers of a list."""
    return [(int(v),) for v in iterate(listed) if isinstance(v, int)]


def not_member(a: Value, b: Value, context: Context) -> Boolean:
    """``a not in b``: unequal to every item of ``b``; false where ``a`` or an item is undefined."""
    sides = [a, b] if isinstance(b, (list, tuple)) else [a]
    return conjunction([negation(member(a, b, context)), *defined(sides, context)])


def _equal_or_false(a: Value, b: Value, context: Context) -> Boolean:
    try:
        return equal(a, b, context)
    except Fault:
        if isinstance(a, (list, tuple)) != isinstance(b, (list, tuple)):
            return False
        raise


def table(items: list[Affine], rows: ReadRows, context: Context) -> Boolean:
    """The tuple of ``items`` is one of ``rows``. Rows outside the bounds are dropped, and items that are known."""
    context.budget.step(A_TABLE + len(items))
    kept = _within(items, rows, context)
    items = [item for item in items if item.terms]
    no_reals(context, *items)
    one = context.variable(items[0]) if len(items) == 1 and is_cell(items[0]) else None
    fitting = sum(row[0] in one.domain for row in kept) if one else len(kept)
    if one and fitting == one.domain.size:
        return True
    if not fitting:
        return context.refuted(f"{one.name} is in {one.values}" if one else "no listed combination lies in the domains")
    if not items:
        return True
    return Member(tuple(items), kept)


def _within(items: list[Affine], rows: ReadRows, context: Context) -> frozenset[tuple[int, ...]]:
    """The rows with the items that are known, without these, as far as they lie within the bounds of the others."""
    bounds = tuple([context.bounds(item) if item.terms else item.constant for item in items])
    found = rows.within.get(bounds)
    if found is not None:
        return found
    left = [i for i, item in enumerate(items) if item.terms]
    if not left:
        return frozenset([()]) if bounds in rows.rows else frozenset()
    context.budget.step(2 * len(rows.rows) * len(items))
    found = rows.within[bounds] = frozenset(
        tuple([row[i] for i in left])
        for row in rows.rows
        if all(b[0] <= v <= b[1] if type(b) is tuple else v == b for v, b in zip(row, bounds, strict=True))
    )
    return found
