"""The last check of a generated puzzle: its text is read again and shown to have exactly one solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.diagnostics import failure
from puzzledsl.session import SolverSession

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.model import Model

LONGEST = 60.0
"""Seconds after which a puzzle counts as not confirmed."""

LEAST = 0.5
"""Seconds for it where less is left of the time limit: drafts may take all of that."""


def is_confirmed(found: Model, solution: Mapping[str, int], givens: Mapping[str, int]) -> bool:
    """Whether the one solution of a puzzle is ours; false if that could not be shown in time.

    Args:
        found: the puzzle as it is read from its text.
        solution: ours, by name.
        givens: those that it has to have.

    Raises:
        PuzzleError: it is not, which is a bug.
    """
    if {found.variables[x].name: v for x, v in found.givens.items()} != givens:
        raise _wrong("its givens are not those that were found")
    with SolverSession(found) as session:
        known = uniqueness_in(session)
        if known.status == "unknown":
            return False
        ours = tuple(solution[variable.name] for variable in found.variables)
        if not known or any(known.solutions[0].assignment[x] != ours[x] for x in session.shown):
            raise _wrong("our solution is not its only one")
    return True


def _wrong(what: str) -> Exception:
    return failure(
        f"a puzzle was made and failed its check: {what}",
        helps=("this is a bug in puzzledsl; please report it together with the model and the seed",),
        code="bug",
    )
