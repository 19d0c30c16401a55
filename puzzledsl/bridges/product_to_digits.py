"""A product as parts of one factor, one for each binary digit of the other."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.product_to_parts import factors, part_of, write_result
from puzzledsl.primitives.product import Product
from puzzledsl.row_builder import ONE, combine


class ProductToDigits(Bridge[Product]):
    """``x = lo + Σ 2^j digit(j)``, so ``x·y = lo·y + Σ 2^j part(j)``, where ``part(j)`` is y if the digit is 1, else 0.

    ``y_lo·digit ≤ part ≤ y_hi·digit``, and under the digit ``part = y``: the product of a 0–1 column and a number as
    of Glover (Improved linear integer programming formulations of nonlinear integer problems, Management Science 22,
    1975).
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`. The relaxation is weaker than that of parts by value."""
        x, _ = factors(self.builder, self.constraint)
        return 1000 * self.builder.domain(x).size

    def write(self) -> None:
        """See `Bridge.write`."""
        builder = self.builder
        x, y = factors(builder, self.constraint)
        domain, factor = builder.domain(x), builder.value(y)
        digits, parts = [(domain.lo, ONE)], [(domain.lo, factor)]
        for j in range((domain.hi - domain.lo).bit_length()):
            digit = builder.flag(f"digit[{j}]")
            digits.append((1 << j, digit))
            part = part_of(builder, y, digit, f"digit[{j}]")
            with builder.under(digit):
                builder.row(factor - part, 0, 0, f"rest[{j}]", otherwise=factor)
            parts.append((1 << j, part))
        builder.row(builder.value(x) - combine(digits), 0, 0, "digits")
        write_result(builder, self.constraint, combine(parts))


BRIDGE = ProductToDigits
