"""Constraints on whole grids, restricted to the open positions, so that decided ones call no propagator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint, Primitive
    from puzzledsl.kernel.store import Store

LEAST = 0.2
"""The part of its variables that a constraint has to lose."""


def narrower(constraints: Sequence[FlatConstraint], store: Store) -> dict[int, FlatConstraint]:
    """By number of a constraint, one over fewer variables that says the same within the present domains.

    A connected set does without the positions that are not chosen, an equation or inequality without literals that are
    decided.
    """
    found: dict[int, FlatConstraint] = {}
    for number, one in enumerate(constraints):
        primitive = one.primitive
        smaller: Primitive | None = None
        if one.condition:
            continue
        if isinstance(primitive, Connected):
            smaller = _connected(primitive, store)
        elif isinstance(primitive, Linear) and primitive.literals:
            smaller = _linear(primitive, store)
        if smaller is not None and len(smaller.scope) <= (1 - LEAST) * len(primitive.scope):
            found[number] = replace(one, primitive=smaller)
    return found


def _connected(one: Connected, store: Store) -> Connected:
    kept = [p for p, x in enumerate(one.variables) if store.domain(x) & one.values]
    place = {p: i for i, p in enumerate(kept)}
    edges = tuple([(place[a], place[b]) for a, b in one.edges if a in place and b in place])
    return Connected(tuple([one.variables[p] for p in kept]), one.values, edges)


def _linear(one: Linear, store: Store) -> Linear:
    constant = one.constant
    literals = []
    for literal, k in one.literals:
        known = store.entailed(literal)
        if known is None:
            literals.append((literal, k))
        elif known:
            constant -= k
    return Linear(one.terms, tuple(literals), one.op, constant)
