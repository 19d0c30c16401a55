"""Words in a row: ``a, b and c``; their number: ``3 steps``; long texts, cut; and sums: ``2*a - b``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction


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


def shorten(text: str, longest: int = 40) -> str:
    """A text for a message, cut where it is longer: ``the beginning of …``."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def signed_sum(
    terms: Iterable[tuple[int | Fraction, str]], times: str = "*", number: Callable[[int | Fraction], str] = str
) -> str:
    """``2*a - b + 3``: each term is a factor and a name; without a name it is a number.

    Args:
        times: what is between a factor and a name.
        number: how a positive number is written.
    """
    text = ""
    for k, name in terms:
        size = max(k, -k)
        term = name if name and size == 1 else f"{number(size)}{times if name else ''}{name}"
        text += f" {'-' if k < 0 else '+'} {term}"
    return text.removeprefix(" + ").lstrip()
