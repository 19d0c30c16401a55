"""The verdict on one question, and what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from puzzledsl.answer import Assignment
from puzzledsl.listing import counted, listed
from puzzledsl.model import Model
from puzzledsl.records import record, replace


@record
class Verdict:
    """The verdict on one question.

    Attributes:
        status: ``solved``, ``infeasible`` (proven), or ``unknown``: the time limit came first.
        values: by variable number, verified; ``None`` unless solved.
        nodes: branches of the search, and of HiGHS.
    """

    status: str
    values: Assignment | None
    nodes: int


def counted_kinds(model: Model, numbers: Collection[int]) -> str:
    """How many cells, edges, borders and further variables these are: ``2 cells and 3 edges``."""
    kinds = {x: "border" if edges.divides else "edge" for edges in model.edges for x in edges.numbers.values()}
    found = Counter(kinds.get(x, "cell" if model.variables[x].grid else "variable") for x in numbers)
    return listed([counted(count, kind) for kind, count in found.items()])


def subset(model: Model, requirements: Collection[int]) -> Model:
    """The model with only those of its requirements whose positions are listed, and the givens among them."""
    positions = set(requirements)
    kept = tuple(requirement for i, requirement in enumerate(model.requirements) if i in positions)
    given = {requirement.origin.variables[0] for requirement in kept if requirement.origin.is_given}
    return replace(
        model, requirements=kept, givens={x: value for x, value in model.givens.items() if x in given}, objective=None
    )
