"""Words in a row: ``a, b and c``; and their number: ``3 steps``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def listed(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, word: str) -> str:
    """``1 step``, ``1,234 steps``, ``2 branches``."""
    plural = "es" if word.endswith("ch") else "s"
    return f"{number:,} {word}{plural * (number != 1)}"
