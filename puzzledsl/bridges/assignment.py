"""What all formulations of a circuit begin with: each position has one successor and one predecessor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.row_builder import Form, RowBuilder


def write_assignment(builder: RowBuilder, variables: Sequence[int]) -> dict[tuple[int, int], Form]:
    """Write that the successors are a permutation without fixed points and without pairs; return the possible arcs.

    ``Σ_i arc(i, j) = 1`` for each position j; ``arc(i, j) + arc(j, i) ≤ 1`` if there are more than two positions. An
    arc is the literal ``is_(x_i, j)``; positions count from 1.
    """
    count = len(variables)
    everywhere = Domain.range(1, count)
    arcs: dict[tuple[int, int], Form] = {}
    entering: dict[int, list[Form]] = {j: [] for j in everywhere}
    for i, x in enumerate(variables, 1):
        builder.restrict(x, everywhere if count == 1 else everywhere - Domain.range(i, i))
        for j in builder.domain(x) & everywhere:
            if j != i or count == 1:
                arcs[i, j] = builder.is_(x, j)
                entering[j].append(arcs[i, j])
    for forms in entering.values():
        builder.row(combine((1, form) for form in forms), 1, 1, "enter")
    for (i, j), form in arcs.items() if count > 2 else ():
        if i < j and (j, i) in arcs:
            builder.row(form + arcs[j, i], None, 1, "no_return")
    return arcs
