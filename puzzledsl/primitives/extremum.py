"""The largest or smallest of several variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.combination_reasons import explain_extremum
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder

_FEW_VALUES = 25


@record
class Extremum(Primitive):
    """``result`` is the largest (``kind`` is ``max``) or smallest (``min``) of one or more ``items``."""

    kind: str
    items: tuple[int, ...]
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        """The items and the result, each once."""
        return tuple(dict.fromkeys((*self.items, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        """The result equals Python's ``max`` or ``min`` of the items."""
        numbers = [values[x] for x in self.items]
        return values[self.result] == (max(numbers) if self.kind == "max" else min(numbers))

    def propagate(self, store: Store) -> None:
        """Bounds; the result keeps only values of items; a single item that can reach the result equals it."""
        result, items = self.result, self.items
        if self.kind == "max":
            store.at_most(result, max(store.hi(x) for x in items))
            store.at_least(result, max(store.lo(x) for x in items))
            limit = store.hi(result)
            for x in items:
                store.at_most(x, limit)
        else:
            store.at_least(result, min(store.lo(x) for x in items))
            store.at_most(result, min(store.hi(x) for x in items))
            limit = store.lo(result)
            for x in items:
                store.at_least(x, limit)
        reaching = [x for x in items if not store.disjoint(x, result)]
        if not reaching:
            raise Contradiction
        if len(set(reaching)) == 1:
            store.equate(reaching[0], result)
            return
        base, width = store.base[result], store.mask[result].bit_length()
        if width:
            union = 0
            for x in reaching:
                union |= store.window(x, base, width)
            store.keep_window(result, base, union)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By bounds, and by the items that do not have a value."""
        return explain_extremum(why, self.items, self.kind == "max", self.result, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """Few values: for each threshold, the result is beyond it only if some item is, and if any is.

        Many values: ``result ≥ item``, and ``result ≤ item`` behind one flag an item, of which one is set
        (for ``max``; turned round for ``min``).
        """
        items = tuple(dict.fromkeys(self.items))
        sign = 1 if self.kind == "max" else -1
        domains = [builder.domain(x) for x in (*items, self.result)]
        if max(domain.size for domain in domains) > _FEW_VALUES or not all(map(builder.by_value, self.scope)):
            self._encode_flags(builder, items, sign)
            return
        values = sorted({v for domain in domains for v in domain})
        for v in values[1:] if sign > 0 else values[:-1]:
            beyond = Domain.range(v, values[-1]) if sign > 0 else Domain.range(values[0], v)
            reached = builder.among(self.result, beyond)
            truths = [builder.among(x, beyond) for x in items]
            builder.row(combine([(1, reached), *((-1, truth) for truth in truths)]), None, 0, f"some[{v}]")
            for i, truth in enumerate(truths, start=1):
                builder.row(combine([(1, truth), (-1, reached)]), None, 0, f"all[{i},{v}]")

    def _encode_flags(self, builder: RowBuilder, items: tuple[int, ...], sign: int) -> None:
        domains = [builder.domain(x) for x in items]
        # Only items that can be the extremum need a flag.
        if sign > 0:
            floor = max(domain.lo for domain in domains)
            able = [x for x, domain in zip(items, domains, strict=True) if domain.hi >= floor]
        else:
            ceiling = min(domain.hi for domain in domains)
            able = [x for x, domain in zip(items, domains, strict=True) if domain.lo <= ceiling]
        chosen: list[tuple[int, Form]] = []
        for i, x in enumerate(items, start=1):
            ahead = combine([(sign, builder.value(self.result)), (-sign, builder.value(x))])
            builder.row(ahead, 0, None, f"all[{i}]")
            if len(able) == 1 and x == able[0]:
                builder.row(ahead, None, 0, f"equal[{i}]")
            elif x in able:
                flag = builder.flag(f"at[{i}]")
                chosen.append((1, flag))
                with builder.under(flag):
                    builder.row(ahead, None, 0, f"equal[{i}]")
        if chosen:
            builder.row(combine(chosen), 1, 1, "some")
