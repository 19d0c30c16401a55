"""Linear rows for the product of a variable and a linear form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Coefficient, Form, RowBuilder

_FEW_VALUES = 40


def times(builder: RowBuilder, x: int, factor: Form, lower: int, upper: int) -> Form:
    """A form that equals ``x · factor`` wherever the current condition holds.

    ``lower … upper`` are bounds that the factor has there. The factor is split over the values of ``x`` (few values)
    or over its binary digits (many): each part is the factor where its literal is 1, and 0 elsewhere. With integral
    literals this is exact, and for few values it is the convex hull (disjunctive programming: Balas 1985), so the
    parts may be continuous.
    """
    domain = builder.domain(x)
    if domain.size == 1:
        return factor * domain.lo
    if domain.size <= _FEW_VALUES:
        values = [v for v in domain if v] if 0 in domain and lower <= 0 <= upper else list(domain)
        pieces = [(v, _part(builder, builder.is_(x, v), lower, upper, f"part[{v}]")) for v in values]
        rest: list[tuple[Coefficient, Form]] = [(1, piece) for _, piece in pieces]
        total = combine([(1, factor), *((-1, piece) for _, piece in rest)])
        if len(values) == domain.size:
            builder.row(total, 0, 0, "parts")
        else:  # what is left belongs to the value 0, which adds nothing
            with builder.under(combine([(1, 1), (-1, builder.is_(x, 0))])):
                builder.row(total, 0, 0, "parts", otherwise=factor)
        return combine(pieces)
    digits: list[tuple[Coefficient, Form]] = []
    parts: list[tuple[Coefficient, Form]] = [(domain.lo, factor)]
    for j in range((domain.hi - domain.lo).bit_length()):
        digit = builder.flag(f"digit[{j}]")
        digits.append((1 << j, digit))
        part = _part(builder, digit, lower, upper, f"digit[{j}]")
        with builder.under(digit):
            builder.row(combine([(1, factor), (-1, part)]), 0, 0, f"rest[{j}]", otherwise=factor)
        parts.append((1 << j, part))
    builder.row(
        combine([(1, builder.value(x)), (-1, domain.lo), *((-k, digit) for k, digit in digits)]), 0, 0, "digits"
    )
    return combine(parts)


def _part(builder: RowBuilder, literal: Form, lower: int, upper: int, name: str) -> Form:
    """A new column within ``lower … upper`` where the literal is 1, and 0 where it is 0."""
    part = builder.auxiliary(name, min(lower, 0), max(upper, 0), integer=False)
    builder.row(combine([(1, part), (-upper, literal)]), None, 0, f"{name} most")
    builder.row(combine([(1, part), (-lower, literal)]), 0, None, f"{name} least")
    return part
