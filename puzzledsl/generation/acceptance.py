"""The last check of a generated puzzle: its text is read again and shown to have exactly one solution."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.loading import load_model
from puzzledsl.session import SolverSession
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from puzzledsl.elaboration import Limits
    from puzzledsl.generation.recipe import Draft
    from puzzledsl.model import Model

LONGEST = 60.0
"""Seconds after which a puzzle counts as not confirmed."""


def confirmed(
    model: Model, text: str, draft: Draft, include: Sequence[str | Path], limits: Limits | None
) -> Model | None:
    """The puzzle as it is read from its text, if its one solution is ours; ``None``: that could not be shown in time.

    Raises:
        PuzzleError: it is not, which is a bug; or the text cannot be read.
    """
    found = load_model(Source(model.source.name, text), include=include, limits=limits)
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
