"""Functions about lists. Lists count from 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations as every_choice
from itertools import pairwise

from puzzledsl.elaboration.builtins.arguments import (
    Groups,
    Items,
    Lists,
    Lookup,
    SomeItems,
    want_cell,
    want_integer,
    want_list,
)
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.items import freeze
from puzzledsl.elaboration.kinds import is_cell, is_static
from puzzledsl.elaboration.value_text import order
from puzzledsl.elaboration.values import ClueMap, GridValue, RegionMap, Value


def len_(context: Context, list_: Value) -> Lookup:
    """How many items it has."""
    if isinstance(list_, (list, tuple, dict, frozenset, str, range)):
        return len(list_)
    if isinstance(list_, ClueMap):
        return len(list_.placed())
    return len(want_list(list_, context))


def first(list_: SomeItems) -> Value:
    """The first item."""
    return list_[0]


def last(list_: SomeItems) -> Value:
    """The last item."""
    return list_[-1]


def inner(list_: Items) -> Value:
    """The list without its two ends."""
    return list_[1:-1]


def reverse(list_: Items) -> Value:
    """The list from its end."""
    return list_[::-1]


def pairs(list_: Items) -> Value:
    """Each item with the next one, as pairs."""
    return list(pairwise(list_))


def combinations(context: Context, list_: Items) -> Value:
    """All pairs of two items, in order."""
    context.budget.check("items", len(list_) * (len(list_) - 1) // 2)
    return list(every_choice(list_, 2))


def windows(context: Context, list_: Items, n: Value) -> Value:
    """All runs of `n` consecutive items."""
    size = want_integer(n, "the length of a window", 1)
    count = max(0, len(list_) - size + 1)
    context.budget.check("items", count * size)
    return [list_[k : k + size] for k in range(count)]


def zip_(lists: Lists) -> Value:
    """The first items, the second items, … of several lists of one length, as tuples."""
    return _zipped(lists)


def transpose(lists: Groups) -> Value:
    """Rows made columns."""
    return list(map(list, _zipped(lists)))


def _zipped(lists: Sequence[Items]) -> list[tuple[Value, ...]]:
    if len(set(map(len, lists))) > 1:
        raise Fault(f"lists of different lengths: {', '.join(str(len(items)) for items in lists)}", code="length")
    return list(zip(*lists, strict=True))


def enumerate_(list_: Items) -> Value:
    """Each item with its position, as pairs (position, item) from 1."""
    return list(enumerate(list_, 1))


def concat(context: Context, lists: Lists) -> Value:
    """Several lists joined; of one list, the lists in it."""
    parts = lists if len(lists) != 1 else [want_list(part, context) for part in lists[0]]
    context.budget.check("items", sum(map(len, parts)))
    return [item for part in parts for item in part]


def as_list(context: Context, value: Value) -> Value:
    """A list as it is, a grid as its cells, regions as their groups, `none` as no item, all else as a list of one."""
    if isinstance(value, (list, tuple, range, GridValue, RegionMap)):
        return want_list(value, context)
    return [] if value is None else [value]


def groups(value: Groups) -> Value:
    """A list of lists as it is, the groups of regions, or of `clues` the cells of each mark."""
    return value


def sort(list_: Items) -> Value:
    """Known values in ascending order."""
    for item in list_:
        if not is_static(item):
            raise unfit(
                "only known values can be sorted",
                item,
                helps="for the order of what cells hold, compare them: `increasing(cells)`",
                code="static",
            )
    return sorted(list_, key=order)


def unique(list_: Items) -> Value:
    """Each item once, where it first occurs; cells by what they are, not by what they hold."""
    found: dict[Value, Value] = {}
    for item in list_:
        found.setdefault(freeze(item), item)
    return list(found.values())


def subsets(context: Context, list_: Items, size: Value = None) -> Value:
    """All sublists, the empty one included; with `size`, those of that many items."""
    if size is not None:
        from math import comb

        k = want_integer(size, "the size", 0)
        context.budget.check("items", comb(len(list_), k) * max(1, k))
        return list(map(list, every_choice(list_, k)))
    context.budget.check("items", 2 ** min(len(list_), 64) * max(1, len(list_) // 2))
    found: list[list[Value]] = [[]]
    for item in list_:
        found += [[*part, item] for part in found]
    return found


def has_cell(context: Context, list_: Value, cell: Value) -> Lookup:
    """Whether this very cell is in the list."""
    if cell is None:
        return False
    # Asked of one list again and again, as rules do, each answer takes constant time.
    members = context.memory.once(("cells", id(list_)), list_, _cells_in, list_, context)
    return want_cell(cell) in members


def _cells_in(list_: Value, context: Context) -> frozenset[Value]:
    return frozenset(filter(is_cell, want_list(list_, context)))


def values(list_: Items) -> Value:
    """The items as a tuple, to compare what two lists of cells hold: `values(a) == values(b)`."""
    return tuple(list_)


def same_cell(a: Value, b: Value) -> Lookup:
    """Whether both are one cell."""
    return a is not None and b is not None and bool(want_cell(a) == want_cell(b))
