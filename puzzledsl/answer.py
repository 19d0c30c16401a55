"""The options and the answer of `puzzledsl.solve`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.expressions import Rational, Undefined, evaluate
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.model import Model

SOLVERS = ("auto", "search", "highs")
"""What follows propagation. ``auto``, the default: search, with HiGHS beside it where that takes long. ``search``:
search alone. ``highs``: HiGHS alone, on the encoded program."""

RESERVE = 0.05
"""Seconds of a time limit that are reserved for verification and output."""

NO_PROGRAM = {"variables": 0, "integers": 0, "rows": 0, "nonzeros": 0}
"""The size of the integer program where none was written."""

BY_PROPAGATION = "propagation alone proves it"
"""The message of an answer that there is no solution, where no solver was needed. At which clue propagation happened to
end says little about the cause: `puzzledsl.Model.explain` names clues that clash."""


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
    solver: str = SOLVERS[0]


@record
class Answer:
    """The answer to a solve.

    Attributes:
        status: ``solved`` (no objective), ``optimal``, ``feasible``, ``infeasible``, ``unbounded`` or ``unknown``.
        values: by variable number, verified; ``None`` where there are none.
        objective, bound, gap: of the objective, exact where it is of whole numbers.
        solver: ``highs``, ``search``, or ``presolve`` when propagation and probing alone found the answer.
        size: variables (columns), integers among them, rows, nonzeros of what the solver got.
        seconds: by stage.
        message: more about the status, for people.
        nodes: branches of the search, and of HiGHS.
        unique: there is no other solution, because propagation alone left each variable one value. False says nothing:
            solving never looks for a second solution.
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
    unique: bool = False


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


def check(options: Options) -> None:
    """Refuse options that no stage could take, even where propagation alone would answer.

    Raises:
        PuzzleError: a name that there is not, a number out of range.
    """
    from puzzledsl.encodings import DEFAULT
    from puzzledsl.presolve.presolve import STRENGTHS

    names = [("solver", options.solver, SOLVERS), ("presolve", options.presolve, STRENGTHS)]
    if options.encoding != DEFAULT:  # the usual one needs no look at the package
        from puzzledsl.encodings import encodings

        names.append(("encoding", options.encoding, tuple(encodings())))
    for what, name, known in names:
        if name not in known:
            raise failure(
                f"no {what} is called `{name}`", helps=(f"there are {', '.join(known)}",), code=f"unknown-{what}"
            )
    numbers = {"time_limit": (options.time_limit, 0), "gap": (options.gap, 0)}
    numbers |= {"threads": (options.threads, 1), "seed": (options.seed, 0)}
    for name, (value, lowest) in numbers.items():
        if value is not None and not (isinstance(value, int | float) and value >= lowest):
            raise failure(f"`{name}` is a number from {lowest}, not {value!r}", code="option")


def objective_of(model: Model, values: tuple[Rational, ...] | None) -> Rational | None:
    """The exact value of the objective; ``None`` where there is none, or it is undefined."""
    if model.objective is None or values is None:
        return None
    try:
        return evaluate(model.objective.expression, values)
    except Undefined:
        return None
