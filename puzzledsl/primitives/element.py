"""An item of a list, chosen by a variable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True, slots=True)
class Fixed:
    """An item of a list that is a number, not a variable."""

    value: int


@dataclass(frozen=True)
class Element(Primitive):
    """``result == items[index]``, counted from 1; an ``index`` outside the list is false."""

    items: tuple[int | Fixed, ...]
    index: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys([*(item for item in self.items if isinstance(item, int)), self.index, self.result]))

    def check(self, values: Sequence[int]) -> bool:
        position = values[self.index]
        if not 1 <= position <= len(self.items):
            return False
        item = self.items[position - 1]
        return values[self.result] == (item.value if isinstance(item, Fixed) else values[item])

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
