"""How to solve, and what came of it: the two ends of `puzzledsl.solve`."""

from __future__ import annotations

import time
from collections.abc import Mapping

from puzzledsl.expressions import Rational
from puzzledsl.records import EMPTY, record

SOLVERS = ("highs", "search", "auto")
"""HiGHS on the encoded program; search on the propagator; search within a budget, then HiGHS."""

NO_PROGRAM = {"variables": 0, "integers": 0, "rows": 0, "nonzeros": 0}
"""The size of what the solver got where none was asked."""


@record
class Options:
    """How to solve.

    Attributes:
        encoding: ``binary`` or ``integer``, or any other that `encodings` has.
        time_limit: seconds for the whole way, ``None`` for none.
        presolve: strength of propagation before encoding: ``none``, ``bounds``, ``domain`` or ``probe``.
        gap: relative gap at which an objective counts as proven.
        threads, seed, log: as HiGHS takes them; ``None`` for its own.
        highs: further options of HiGHS, as texts.
        solver: one of `SOLVERS`.
    """

    encoding: str = "binary"
    time_limit: float | None = None
    presolve: str = "probe"
    gap: float | None = None
    threads: int | None = None
    seed: int | None = None
    log: bool = False
    highs: Mapping[str, str] = EMPTY
    solver: str = "highs"


@record
class Answer:
    """What came of solving.

    Attributes:
        status: ``solved`` (no objective), ``optimal``, ``feasible``, ``infeasible``, ``unbounded`` or ``unknown``.
        values: by variable number, verified; ``None`` where there are none.
        objective, bound, gap: of the objective, exact where it is of whole numbers.
        solver: ``highs``, ``search``, or ``presolve`` when propagation and probing alone found the answer.
        size: variables (columns), integers among them, rows, nonzeros of what the solver got.
        seconds: by stage.
        message: more about the status, for people.
        nodes: branches of the search, or of HiGHS.
    """

    status: str
    values: tuple[Rational, ...] | None
    objective: Rational | None
    bound: float | None
    gap: float | None
    encoding: str
    solver: str
    size: dict[str, int]
    seconds: dict[str, float]
    message: str = ""
    interrupted: bool = False
    nodes: int | None = None


def without_answer(encoding: str, message: str) -> Answer:
    """The answer of a solve that was broken off before there was any."""
    return Answer("unknown", None, None, None, None, encoding, "", dict(NO_PROGRAM), {}, message)


class Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.started = self._last = time.monotonic()
        self.seconds: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """Counts the time since the last lap for this stage."""
        now = time.monotonic()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now
