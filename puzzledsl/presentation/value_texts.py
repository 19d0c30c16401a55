"""Values of variables as people and JSON read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite

Number = int | float | Fraction
Values = Mapping[int, Number] | Sequence[Number]
"""Values by variable number. A mapping may lack some: those are not solved yet."""


def value_of(values: Values | None, number: int) -> Number | None:
    """The value of a variable, ``None`` when it has none."""
    if values is None:
        return None
    if isinstance(values, tuple) or not isinstance(values, Mapping):  # the first is quick, and nearly always true
        return values[number] if number < len(values) else None
    return values.get(number)


def number_text(value: Number | str) -> str:
    """A letter, an integer in full, anything else as a decimal of at least 6 significant digits, without ``-0``."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value == int_or_none(value):
        return str(int(value))
    if isinstance(value, Fraction):
        value = float(Decimal(value.numerator) / Decimal(value.denominator))
    return rounded(value) if 1e4 <= abs(value) < 1e15 else f"{value:.6g}"


def rounded(value: float) -> str:
    """A number with up to two decimals, without ``-0``."""
    return f"{value:z.2f}".rstrip("0").rstrip(".")


def short_text(value: float) -> str:
    """A number with up to two decimals; below a hundredth with two digits, so that nobody takes it for 0."""
    return f"{value:.2g}" if 0 < abs(value) < 0.01 else rounded(value)


def json_number(value: Number) -> int | float | None:
    """An ``int`` where the value is integral, else a ``float``; ``None`` for what JSON cannot express."""
    whole = int_or_none(value)
    if whole is not None:
        return whole
    return float(value) if isfinite(value) else None


def int_or_none(value: Number) -> int | None:
    """The value as an ``int`` if it is integral."""
    if isinstance(value, float) and not isfinite(value):
        return None
    whole = int(value)
    return whole if whole == value else None
