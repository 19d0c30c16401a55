"""An item of a list, chosen by a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.combination_reasons import explain_element
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder

_FEW_VALUES = 40


@record(slots=True)
class Fixed:
    """An item of a list that is a number, not a variable."""

    value: int


@record
class Element(Primitive):
    """``result == items[index]``, counted from 1; an ``index`` outside the list is false."""

    items: tuple[int | Fixed, ...]
    index: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables among the items, the index and the result, each once."""
        return tuple(dict.fromkeys([*(x for x in self.items if isinstance(x, int)), self.index, self.result]))

    def check(self, values: Sequence[int]) -> bool:
        """The item at the index is the result."""
        position = values[self.index]
        if not 1 <= position <= len(self.items):
            return False
        item = self.items[position - 1]
        return values[self.result] == (item.value if isinstance(item, Fixed) else values[item])

    def propagate(self, store: Store) -> None:
        """Domain consistency where domains are masks, bounds elsewhere."""
        index, result = self.index, self.result
        store.at_least(index, 1)
        store.at_most(index, len(self.items))
        base, width = store.base[result], store.mask[result].bit_length()  # no width: the result is wide
        union = 0
        bounds: list[tuple[int, int]] = []
        for k in list(store.values(index)):
            item = self.items[k - 1]
            if isinstance(item, Fixed):
                if not store.has(result, item.value):
                    store.remove(index, k)
                    continue
                bounds.append((item.value, item.value))
                if width:
                    union |= 1 << (item.value - base)
            else:
                if store.disjoint(item, result):
                    store.remove(index, k)
                    continue
                bounds.append((store.lo(item), store.hi(item)))
                if width:
                    union |= store.window(item, base, width)
        if not bounds:
            raise Contradiction
        if width:
            store.keep_window(result, base, union)
        else:
            store.at_least(result, min(lo for lo, _ in bounds))
            store.at_most(result, max(hi for _, hi in bounds))
        if store.is_fixed(index):
            item = self.items[store.lo(index) - 1]
            if isinstance(item, Fixed):
                store.fix(result, item.value)
            else:
                store.equate(item, result)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By indices that are gone, and values that are gone of an item or the result."""
        items = [-1 if isinstance(item, Fixed) else item for item in self.items]
        numbers = [item.value if isinstance(item, Fixed) else 0 for item in self.items]
        return explain_element(why, items, numbers, self.index, self.result, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """Few values: how much of each index meets each value, a transport problem bounded by the items' literals.

        ``Σ_v z[k, v] = is_(index, k)``, ``Σ_k z[k, v] = is_(result, v)``, ``z[k, v] ≤ is_(item_k, v)``. With integral
        literals, ``z`` is 1 exactly at the index and the result, so it may be continuous. Many values: for each index
        ``result - item = 0`` behind its literal.
        """
        index, result = self.index, self.result
        places = [k for k in builder.domain(index) if 1 <= k <= len(self.items)]
        possible: dict[int, Domain] = {}
        for k in places:
            item = self.items[k - 1]
            left = Domain.range(item.value, item.value) if isinstance(item, Fixed) else builder.domain(item)
            shared = left & builder.domain(result)
            if shared:
                possible[k] = shared
        builder.restrict(index, Domain.of(possible))
        if builder.domain(result).size > _FEW_VALUES or not builder.by_value(result):
            for k in possible:
                item = self.items[k - 1]
                value: Form | int = item.value if isinstance(item, Fixed) else builder.value(item)
                with builder.under(builder.is_(index, k)):
                    builder.row(combine([(1, builder.value(result)), (-1, value)]), 0, 0, str(k))
            return
        values = sorted({v for domain in possible.values() for v in domain})
        builder.restrict(result, Domain.of(values))
        holders: dict[int, list[tuple[int, Form]]] = {v: [] for v in values}
        for k, domain in possible.items():
            item = self.items[k - 1]
            chosen = builder.is_(index, k)
            if domain.size == 1:
                parts = [(domain.lo, chosen)]
            else:
                parts = [(v, builder.auxiliary(f"at[{k},{v}]", 0, 1, integer=False)) for v in domain]
                builder.row(combine([*((1, z) for _, z in parts), (-1, chosen)]), 0, 0, f"index[{k}]")
            for v, z in parts:
                holders[v].append((1, z))
                if not isinstance(item, Fixed):
                    builder.row(combine([(1, z), (-1, builder.is_(item, v))]), None, 0, f"item[{k},{v}]")
        for v, column in holders.items():
            builder.row(combine([*column, (-1, builder.is_(result, v))]), 0, 0, f"value[{v}]")
