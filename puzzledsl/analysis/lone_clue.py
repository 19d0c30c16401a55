"""A clue that cannot hold even by itself: the plainest reason why a model has no solution."""

from __future__ import annotations

from puzzledsl.model import Model, Origin
from puzzledsl.records import replace

MOST_CLUES = 500
"""Clues that are tried; a model that has no solution should say so at once."""

MOST_CELLS = 40
"""Cells of a clue that is tried: a clue of many cells is hardly wrong by itself, and costs more."""


def impossible_alone(model: Model) -> Origin | None:
    """The first clue that propagation refutes with nothing else in the model; ``None`` if it refutes none so."""
    from puzzledsl.flattening import flatten
    from puzzledsl.presolve.presolve import rooted

    flat = flatten(model)
    tried = 0
    for number, origin in enumerate(flat.origins[: len(model.requirements)]):
        if origin.is_given or not 0 < len(origin.variables) <= MOST_CELLS:
            continue
        alone = tuple(constraint for constraint in flat.constraints if constraint.origin == number)
        if not alone:
            continue
        tried += 1
        if tried > MOST_CLUES:
            break
        if rooted(replace(flat, constraints=alone, objective=None), "domain").contradiction is not None:
            return origin
    return None
