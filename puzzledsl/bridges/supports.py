"""Rows of a binary relation, by the supports of each value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.row_builder import RowBuilder


def write_supports(
    builder: RowBuilder, variables: tuple[int, ...], pairs: Iterable[tuple[int, ...]], names: tuple[str, ...] = ()
) -> None:
    """``Σ is_(x, a) ≤ Σ is_(y, b)``: over the supports ``b`` of one value and all ``a`` that need one of them.

    Each row is that of Refalo (Linear formulation of constraint programming models and hybrid solvers, CP 2000) for one
    value, with the other values added that have no further supports; for nested supports, as of ``<``, these rows are
    the convex hull. Either direction alone is exact.

    Args:
        names: of the variables, for the names of the rows.
    """
    x, y = variables
    left: dict[int, set[int]] = {}
    right: dict[int, set[int]] = {}
    for a, b in pairs:
        left.setdefault(a, set()).add(b)
        right.setdefault(b, set()).add(a)
    builder.restrict(x, Domain.of(left))
    builder.restrict(y, Domain.of(right))
    written: set[tuple[frozenset[int], frozenset[int]]] = set()
    for supports in dict.fromkeys(frozenset(s) for s in left.values()):
        if len(supports) < len(right):
            needing = frozenset(a for a, s in left.items() if s <= supports)
            if (needing, supports) in written:
                continue
            written.add((needing, supports))
            both = all(right[b] <= needing for b in supports)  # the opposite holds, too: an equation
            if both:
                written.add((frozenset(left) - needing, frozenset(right) - supports))
            form = combine([(1, builder.among(x, Domain.of(needing))), (-1, builder.among(y, Domain.of(supports)))])
            builder.row(form, 0 if both else None, 0, f"{names[0]} {min(needing)}" if names else f"{min(needing)},*")
    for supports in dict.fromkeys(frozenset(s) for s in right.values()):
        if len(supports) < len(left):
            needing = frozenset(b for b, s in right.items() if s <= supports)
            # y in needing → x in supports is the same as x outside supports → y outside needing
            if (frozenset(left) - supports, frozenset(right) - needing) in written:
                continue
            form = combine([(1, builder.among(y, Domain.of(needing))), (-1, builder.among(x, Domain.of(supports)))])
            builder.row(form, None, 0, f"{names[1]} {min(needing)}" if names else f"*,{min(needing)}")
