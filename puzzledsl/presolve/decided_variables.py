"""Constraints on whole grids, restricted to the open positions, so that decided ones call no propagator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presolve.tuning import TUNING
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.rewriting import Rewrite, WorkingModel


def decided_variables(model: WorkingModel, domains: Domains) -> Rewrite:
    """Replace constraints by ones without decided variables, which say as much within the present domains."""
    found: dict[int, FlatConstraint] = {}
    for number, one in enumerate(model.constraints):
        smaller = None if one.condition else one.primitive.without_decided(domains)
        if smaller is not None and len(smaller.scope) <= (1 - TUNING.least_decided) * len(one.primitive.scope):
            found[number] = replace(one, primitive=smaller)
    return model.replacing(found)
