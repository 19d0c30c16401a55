"""Which combinations of encoding, solver and presolve there are to run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Combination:
    """One way to solve.

    Attributes:
        encoding: empty where the solver has no use for one.
        solver: one of `puzzledsl.answer.SOLVERS`, or ``pyomo:NAME``.
        presolve: strength of propagation before the solver.
    """

    encoding: str
    solver: str
    presolve: str

    @property
    def words(self) -> tuple[str, ...]:
        """Its parts as people read them, without an empty one."""
        solver = "HiGHS" if self.solver == "highs" else self.solver
        return tuple(word for word in (self.encoding, solver, f"presolve {self.presolve}") if word)

    def __str__(self) -> str:
        return " ".join(self.words)


def combinations(encodings: Sequence[str], solvers: Sequence[str], strengths: Sequence[str]) -> tuple[Combination, ...]:
    """All different ways, strengths side by side for each encoding and solver; each once.

    Search works on the propagators: the encoding makes no difference to it, so it has none.
    """
    answer: dict[Combination, None] = {}
    for solver in solvers:
        for encoding in encodings:
            for presolve in strengths:
                answer[Combination("" if solver == "search" else encoding, solver, presolve)] = None
    return tuple(answer)
