"""Clauses of one literal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.primitives.clause import Clause

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.rewriting import WorkingModel


def unit_clauses(model: WorkingModel, domains: Domains) -> Rewrite:  # noqa: ARG001 - as all passes
    """Retire clauses of one literal. At the fixpoint they have removed all that they can."""
    return Rewrite(retired=tuple([number for number, one in enumerate(model.constraints) if _is_unit(one)]))


def _is_unit(one: FlatConstraint) -> bool:
    return isinstance(one.primitive, Clause) and len(one.primitive.literals) == 1 and not one.condition
