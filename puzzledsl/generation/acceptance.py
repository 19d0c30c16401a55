"""The last check of a generated puzzle: its text is read again and shown to have exactly one solution."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.session import SolverSession

if TYPE_CHECKING:
    from puzzledsl.generation.recipe import Draft
    from puzzledsl.model import Model

LONGEST = 60.0
"""Seconds after which a puzzle counts as not confirmed."""


def confirmed(model: Model, found: Model, draft: Draft) -> Model | None:
    """The puzzle, if its one solution is ours; ``None``: that could not be shown in time.

    Args:
        found: the puzzle as it is read from its text.

    Raises:
        PuzzleError: it is not, which is a bug.
    """
    names = {variable.name: value for variable, value in zip(model.variables, draft.solution, strict=True)}
    expected = {model.variables[x].name: v for x, v in {**model.givens, **draft.givens}.items()}
    if {found.variables[x].name: v for x, v in found.givens.items()} != expected:
        raise _wrong("its givens are not those that were found")
    deadline = monotonic() + LONGEST
    with SolverSession(found) as session:
        first = session.find(deadline=deadline)
        if first.status == "infeasible":
            raise _wrong("it has no solution")
        if first.values is None:
            return None
        if any(first.values[x] != names[found.variables[x].name] for x in session.shown):
            raise _wrong("it has another solution")
        second = session.find(other_than=[first.values], deadline=deadline)
        if second.status == "solved":
            raise _wrong("it has several solutions")
        return found if second.status == "infeasible" else None


def _wrong(what: str) -> Exception:
    return failure(
        f"a puzzle was made and failed its check: {what}",
        helps=("this is a bug in puzzledsl; please report it together with the model and the seed",),
        code="bug",
    )
