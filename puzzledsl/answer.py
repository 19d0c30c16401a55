"""The options and the answer of `puzzledsl.solve`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.expressions import Rational, Undefined, evaluate
from puzzledsl.nearest import did_you_mean
from puzzledsl.records import EMPTY, Open, record

if TYPE_CHECKING:
    from puzzledsl.highs.result import Statistics
    from puzzledsl.model import Model

SOLVERS = ("auto", "search", "highs")
"""What follows propagation. ``auto``, the default: search, with HiGHS beside it if that takes long. ``search``:
search alone. ``highs``: HiGHS alone, on the encoded program. Besides these, `PYOMO` with a name."""

PYOMO = "pyomo:"
"""What the name of a solver begins with that Pyomo's ``SolverFactory`` finds: ``pyomo:glpk``. It gets the same program
as HiGHS."""

RESERVE = 0.05
"""The seconds of a time limit that are reserved for verification and output."""

WITH_VALUES = frozenset({"solved", "optimal", "feasible"})
"""Statuses of answers that have values."""

COMPLETE = frozenset({"solved", "optimal"})
"""Statuses of answers that need no further message."""

WITHOUT_VALUES = frozenset({"infeasible", "unbounded", "unknown"})
"""Statuses of answers that have none."""

NO_PROGRAM = {"variables": 0, "integers": 0, "rows": 0, "nonzeros": 0}
"""The size of the integer program if none was written."""

BY_PROPAGATION = "propagation alone proves it"
"""The message of an answer that there is no solution, where no solver was needed. At which clue propagation happened to
end says little about the cause: `puzzledsl.Model.explain` names clues that clash."""


Assignment = tuple[int, ...]
"""By variable number of the model, its value."""


@record
class Options(Open):
    """How to solve. ``None`` stands for an option that was not given.

    Attributes:
        encoding: ``binary`` or ``integer``, or any other that `encodings` has; asks for the program.
        time_limit: seconds for the whole way, ``None`` for none.
        presolve: strength of propagation before encoding: ``none``, ``bounds``, ``domain`` or ``probe``.
        gap: relative gap at which the solver may end; asks for the program.
        threads: of HiGHS; asks for the program.
        seed: of search and of HiGHS.
        log: HiGHS' log on standard error; asks for the program.
        highs: options of HiGHS, or of Pyomo's solver, as texts; ask for the program.
        solver: one of `SOLVERS`, or `PYOMO` and a name.
        highs_presolve: whether HiGHS runs a presolve of its own; ``False`` asks for the program, ``True`` does too.
        sizes: also find out what HiGHS' presolve leaves of the program, which takes another run of it.
        start: variable number → the value to begin with: search tries it first, and HiGHS gets it as a MIP start.
    """

    encoding: str | None = None
    time_limit: float | None = None
    presolve: str | None = None
    gap: float | None = None
    threads: int | None = None
    seed: int | None = None
    log: bool = False
    highs: Mapping[str, str] = EMPTY
    solver: str | None = None
    highs_presolve: bool | None = None
    sizes: bool = False
    start: Mapping[int, int] = EMPTY

    @property
    def program_options(self) -> list[str]:
        """The given options that are only for the integer program, as written on a command line."""
        given = {
            "--encoding": self.encoding is not None,
            "--gap": self.gap is not None,
            "--threads": self.threads is not None,
            "--option": bool(self.highs),
            "--log": self.log,
            "--highs-presolve": self.highs_presolve is not None,
        }
        return [name for name, is_given in given.items() if is_given]

    @cached_property
    def chosen_solver(self) -> str:
        """The solver. If none was named, an option for the integer program selects HiGHS."""
        if self.solver is not None:
            return self.solver
        return "highs" if self.program_options else SOLVERS[0]

    @property
    def solves_program(self) -> bool:
        """Whether the integer program is solved, and search does not answer instead."""
        return self.chosen_solver not in ("auto", "search")

    @property
    def uses_pyomo(self) -> bool:
        """Whether the solver is one of Pyomo's."""
        return self.chosen_solver.startswith(PYOMO)

    @property
    def highs_options(self) -> Mapping[str, str]:
        """The further options, if they are those of HiGHS."""
        return EMPTY if self.uses_pyomo else self.highs

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The names of the further options with which the program's solver may miss solutions.

        What the options of other solvers than HiGHS do is not known here.
        """
        from puzzledsl.highs.option_check import doubtful

        return tuple(self.highs) if self.uses_pyomo else doubtful(self.highs)

    @property
    def chosen_encoding(self) -> str:
        """The encoding of the program."""
        from puzzledsl.encodings import DEFAULT

        return DEFAULT if self.encoding is None else self.encoding

    @property
    def strength(self) -> str:
        """Of propagation."""
        return "probe" if self.presolve is None else self.presolve

    @property
    def search_only(self) -> Options:
        """The same for search alone."""
        return Options(
            time_limit=self.time_limit, presolve=self.presolve, seed=self.seed, solver="search", start=self.start
        )


@record
class Answer:
    """The answer to a solve.

    Attributes:
        status: ``solved`` (no objective), ``optimal``, ``feasible``, ``infeasible``, ``unbounded`` or ``unknown``.
        values: by variable number, verified; ``None`` where there are none.
        objective, bound, gap: of the objective, exact where it is of whole numbers.
        bound: also of an answer ``unknown``, where one was reached.
        solver: ``highs``, ``search``, ``pyomo:NAME``, or ``presolve`` when propagation and probing alone found the
            answer.
        size: variables (columns), integers among them, rows, nonzeros of what the solver got.
        seconds: by stage.
        message: more about the status, for people.
        nodes: branches of the search, and nodes of HiGHS.
        unique: there is no other solution, because propagation alone left each variable one value. False says nothing:
            solving never looks for a second solution.
        statistics: of HiGHS, or of Pyomo's solver, where the program was solved.
        confirmed: search has also proven that there is no solution, as the program's solver said.
    """

    status: str
    values: tuple[Rational, ...] | None = None
    objective: Rational | None = None
    bound: float | None = None
    gap: float | None = None
    encoding: str = ""
    solver: str = ""
    size: Mapping[str, int] = NO_PROGRAM
    seconds: Mapping[str, float] = EMPTY
    message: str = ""
    interrupted: bool = False
    nodes: int | None = None
    unique: bool = False
    statistics: Statistics | None = None
    confirmed: bool = False


def without_answer(options: Options, message: str) -> Answer:
    """The answer of a solve that was stopped before it had a result."""
    return Answer("unknown", encoding=options.chosen_encoding, message=message)


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
    """Refuse options that no stage accepts, even if propagation alone would answer.

    Raises:
        PuzzleError: an unknown name, a number out of range, or options that exclude each other.
    """
    from puzzledsl.encodings import check as check_encoding
    from puzzledsl.presolve.presolve import STRENGTHS

    solvers = (*SOLVERS, f"{PYOMO}NAME")
    for what, name, known in (("solver", options.chosen_solver, solvers), ("presolve", options.strength, STRENGTHS)):
        if name not in known and not (known is solvers and name.startswith(PYOMO)):
            raise failure(
                f"no {what} is called `{name}`",
                label=did_you_mean(str(name), known),
                helps=(f"there are {', '.join(known)}",),
                code=f"unknown-{what}",
            )
    check_encoding(options.chosen_encoding)
    check_numbers(0, Real, time_limit=options.time_limit, gap=options.gap)
    check_numbers(0, seed=options.seed)
    check_numbers(1, threads=options.threads)
    if options.threads is not None:
        from puzzledsl.highs.option_check import check_threads

        check_threads(options.threads)
    _check_together(options)


def check_numbers(lowest: int, kind: Any = Integral, /, **given: Any) -> None:
    """Refuse a number that is below ``lowest`` or of another kind; ``None`` is an option that is not given.

    Raises:
        PuzzleError: names the option.
    """
    for name, value in given.items():
        if value is not None and not (isinstance(value, kind) and value >= lowest):
            what = "a number" if kind is Real else "a whole number"
            raise failure(f"`{name}` is {what} from {lowest}, not {value!r}", code="option")


def check_pair(**given: Any) -> None:
    """Refuse what is not a pair of whole numbers.

    Raises:
        PuzzleError: names the option.
    """
    for name, value in given.items():
        if not (isinstance(value, (tuple, list)) and [*map(type, value)] == [int, int]):
            raise failure(f"`{name}` is a pair of whole numbers such as `(4, 6)`, not {value!r:.40}", code="option")


def _check_together(options: Options) -> None:
    """Refuse options for the program if there is none, and options of HiGHS if another solver is used."""
    if options.chosen_solver == "search" and options.program_options:
        raise failure(
            f"`{options.program_options[0]}` is for the integer program, and `--solver search` writes none",
            helps=(f"leave out one of them; without `--solver search`, `{options.program_options[0]}` asks for HiGHS",),
            code="excluded",
        )
    if not options.uses_pyomo:
        return
    if not options.chosen_solver.removeprefix(PYOMO):
        raise failure(f"`{PYOMO}` needs the name of a solver", helps=(f"for example `{PYOMO}glpk`",), code="solver")
    given = [*options.program_options, *(["--start"] if options.start else [])]
    for name in ("--gap", "--threads", "--highs-presolve", "--start"):
        if name in given:
            raise failure(
                f"`{name}` is for HiGHS, and `--solver {options.chosen_solver}` asks for another solver",
                helps=("`--option NAME=VALUE` passes on an option under the solver's own name",),
                code="excluded",
            )


def objective_of(model: Model, values: tuple[Rational, ...] | None) -> Rational | None:
    """The exact value of the objective; ``None`` if there is none or it is undefined."""
    if model.objective is None or values is None:
        return None
    try:
        return evaluate(model.objective.expression, values)
    except Undefined:
        return None


def is_better(model: Model, reached: Rational, than: Rational) -> bool:
    """Whether a value of the objective is better than another."""
    assert model.objective is not None
    return reached > than if model.objective.maximize else reached < than


def relative_gap(objective: Rational | None, bound: float | None) -> float | None:
    """The relative gap between a solution and the bound, as HiGHS defines it; ``None`` if it is unknown."""
    if objective is None or bound is None:
        return None
    return abs(float(objective) - bound) / abs(float(objective)) if objective else None
