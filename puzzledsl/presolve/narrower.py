"""Constraints on whole grids, restricted to the open positions, so that decided ones call no propagator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store

LEAST = 0.2
"""The part of its variables that a constraint has to lose."""


def narrower(constraints: Sequence[FlatConstraint], store: Store) -> dict[int, FlatConstraint]:
    """By number of a constraint, one over fewer variables that says the same within the present domains."""
    found: dict[int, FlatConstraint] = {}
    for number, one in enumerate(constraints):
        smaller = None if one.condition else one.primitive.narrower(store)
        if smaller is not None and len(smaller.scope) <= (1 - LEAST) * len(one.primitive.scope):
            found[number] = replace(one, primitive=smaller)
    return found
