"""A product as parts of one factor, one for each value of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.product import Product
from puzzledsl.row_builder import ONE, combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Form, RowBuilder

_FEW_VALUES = 40
"""A factor with more values than this is divided into binary digits."""


class ProductToParts(Bridge[Product]):
    """``x·y = Σ v·part(v)`` with a column for each value v of x that is y where x = v, else 0; ``Σ part(v) = y``.

    ``lo·is_(x, v) ≤ part(v) ≤ hi·is_(x, v)`` with the bounds of y. The convex hull of x, y and the product
    (disjunctive programming: Balas, SIAM Journal on Algebraic and Discrete Methods 6, 1985), so with integral literals
    the parts may be continuous. The value 0 adds nothing; it needs no part, if the others may add up to 0.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        size = self.builder.domain(factors(self.builder, self.constraint)[0]).size
        return size if size <= _FEW_VALUES else None

    def write(self) -> None:
        """See `Bridge.write`."""
        builder = self.builder
        x, y = factors(builder, self.constraint)
        domain, other, factor = builder.domain(x), builder.domain(y), builder.value(y)
        if domain.size == 1:
            write_result(builder, self.constraint, domain.lo * factor)
            return
        values = [v for v in domain if v] if other.lo <= 0 <= other.hi else list(domain)
        pieces = {v: part_of(builder, y, builder.is_(x, v), f"part[{v}]") for v in values}
        total = combine([(1, factor), *((-1, piece) for piece in pieces.values())])
        if len(values) == domain.size:
            builder.row(total, 0, 0, "parts")
        else:
            with builder.under(ONE - builder.is_(x, 0)):
                builder.row(total, 0, 0, "parts", otherwise=factor)
        write_result(builder, self.constraint, combine(pieces.items()))


def factors(builder: RowBuilder, product: Product) -> tuple[int, int]:
    """Return the factor that has fewer values, then the other."""
    left, right = product.left, product.right
    return (right, left) if builder.domain(right).size < builder.domain(left).size else (left, right)


def part_of(builder: RowBuilder, y: int, literal: Form, name: str) -> Form:
    """Return a new column that is within the bounds of a variable where a literal is 1, and 0 where it is 0."""
    lower, upper = builder.domain(y).lo, builder.domain(y).hi
    part = builder.auxiliary(name, min(lower, 0), max(upper, 0), integer=False)
    builder.row(part - upper * literal, None, 0, f"{name} most")
    builder.row(part - lower * literal, 0, None, f"{name} least")
    return part


def write_result(builder: RowBuilder, constraint: Product, product: Form) -> None:
    """Write that the result is this form."""
    builder.row(product - builder.value(constraint.result), 0, 0)


BRIDGE = ProductToParts
