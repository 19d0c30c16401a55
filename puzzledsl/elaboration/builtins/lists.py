"""Functions about lists. Lists count from 1."""

from __future__ import annotations

from itertools import combinations as every_pair
from itertools import pairwise

from puzzledsl.elaboration.builtins.arguments import want_cell, want_groups, want_integer, want_list
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.items import freeze
from puzzledsl.elaboration.value_text import kind_of, order
from puzzledsl.elaboration.values import ClueMap, GridValue, RegionMap, Value, is_cell, is_static


def len_(context: Context, list_: Value) -> Value:
    """How many items it has."""
    if isinstance(list_, (dict, frozenset, str, range)):
        return len(list_)
    if isinstance(list_, ClueMap):
        return len(list_.placed())
    return len(want_list(list_, context))


def first(context: Context, list_: Value) -> Value:
    """The first item."""
    return _some(context, list_)[0]


def last(context: Context, list_: Value) -> Value:
    """The last item."""
    return _some(context, list_)[-1]


def inner(context: Context, list_: Value) -> Value:
    """The list without its two ends."""
    return want_list(list_, context)[1:-1]


def reverse(context: Context, list_: Value) -> Value:
    """The list from its end."""
    return want_list(list_, context)[::-1]


def pairs(context: Context, list_: Value) -> Value:
    """Each item with the next one, as pairs."""
    items = want_list(list_, context)
    return list(pairwise(items))


def combinations(context: Context, list_: Value) -> Value:
    """All pairs of two items, in order."""
    items = want_list(list_, context)
    context.budget.items(len(items) * (len(items) - 1) // 2)
    return list(every_pair(items, 2))


def windows(context: Context, list_: Value, n: Value) -> Value:
    """All runs of `n` consecutive items."""
    items = want_list(list_, context)
    size = want_integer(n, "the length of a window", 1)
    count = max(0, len(items) - size + 1)
    context.budget.items(count * size)
    return [items[k : k + size] for k in range(count)]


def zip_(context: Context, *lists: Value) -> Value:
    """The first items, the second items, … of several lists of one length, as tuples."""
    parts = [want_list(part, context) for part in lists]
    if len({len(part) for part in parts}) > 1:
        raise Fault(f"lists of different lengths: {', '.join(str(len(p)) for p in parts)}", code="length")
    return list(zip(*parts, strict=True))


def transpose(context: Context, lists: Value) -> Value:
    """Rows made columns."""
    parts = want_groups(lists, context)
    if len({len(part) for part in parts}) > 1:
        raise Fault(f"lists of different lengths: {', '.join(str(len(p)) for p in parts)}", code="length")
    return [list(part) for part in zip(*parts, strict=True)]


def enumerate_(context: Context, list_: Value) -> Value:
    """Each item with its position, as pairs (position, item) from 1."""
    return list(enumerate(want_list(list_, context), 1))


def concat(context: Context, *lists: Value) -> Value:
    """Several lists joined; of one list, the lists in it."""
    parts = [want_list(part, context) for part in lists]
    if len(parts) == 1:
        parts = [want_list(part, context) for part in parts[0]]
    context.budget.items(sum(map(len, parts)))
    return [item for part in parts for item in part]


def as_list(context: Context, value: Value) -> Value:
    """A list as it is, a grid as its cells, regions as their groups, `none` as no item, all else as a list of one."""
    if isinstance(value, (list, tuple, range, GridValue, RegionMap)):
        return want_list(value, context)
    return [] if value is None else [value]


def sort(context: Context, list_: Value) -> Value:
    """Known values in ascending order."""
    items = want_list(list_, context)
    for item in items:
        if not is_static(item):
            raise Fault(
                f"only known values can be sorted, not {kind_of(item)}",
                helps=("for the order of what cells hold, compare them: `increasing(cells)`",),
                code="static",
            )
    return sorted(items, key=order)


def unique(context: Context, list_: Value) -> Value:
    """Each item once, where it first occurs; cells by what they are, not by what they hold."""
    found: dict[Value, Value] = {}
    for item in want_list(list_, context):
        found.setdefault(freeze(item), item)
    return list(found.values())


def subsets(context: Context, list_: Value, size: Value = None) -> Value:
    """All sublists, the empty one included; with `size`, those of that many items."""
    items = want_list(list_, context)
    if size is not None:
        from itertools import combinations as choose
        from math import comb

        k = want_integer(size, "the size", 0)
        context.budget.items(comb(len(items), k) * max(1, k) if k <= len(items) else 0)
        return [list(part) for part in choose(items, k)]
    context.budget.items(2 ** min(len(items), 64) * max(1, len(items) // 2))
    found: list[list[Value]] = [[]]
    for item in items:
        found += [[*part, item] for part in found]
    return found


def has_cell(context: Context, list_: Value, cell: Value) -> Value:
    """Whether this very cell is in the list."""
    if cell is None:
        return False
    # Asked of one list again and again, as rules do, each answer takes constant time. A list never changes.
    asked, members = context.members
    if asked is not list_:
        members = frozenset(filter(is_cell, want_list(list_, context)))
        context.members = (list_, members)
    return want_cell(cell) in members


def values(context: Context, list_: Value) -> Value:
    """The items as a tuple, to compare what two lists of cells hold: `values(a) == values(b)`."""
    return tuple(want_list(list_, context))


def same_cell(context: Context, a: Value, b: Value) -> Value:
    """Whether both are one cell."""
    del context
    if a is None or b is None:
        return False
    return bool(want_cell(a) == want_cell(b))


def _some(context: Context, list_: Value) -> list[Value]:
    items = want_list(list_, context)
    if not items:
        raise Fault("the list is empty", code="empty")
    return items
