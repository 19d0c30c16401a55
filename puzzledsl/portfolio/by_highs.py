"""The program's answer: encode, build the Pyomo model, solve it with HiGHS or another solver in a supervised process,
verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.answer import (
    NO_PROGRAM,
    PYOMO,
    Answer,
    Options,
    is_better,
    objective_of,
    relative_gap,
)
from puzzledsl.portfolio.failures import broken, broken_off, suspects
from puzzledsl.records import replace
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, is_late, moment_in, seconds_left, until
from puzzledsl.verification import Violation, verify

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.encodings.numerics import Resolution
    from puzzledsl.expressions import Rational
    from puzzledsl.highs.integer_program import Program
    from puzzledsl.highs.solve_options import SolveOptions
    from puzzledsl.highs.supervisor import RawResult, Supervisor
    from puzzledsl.portfolio.query import Query
    from puzzledsl.presolve.presolve import Presolved
    from puzzledsl.progress import Progress

BESIDE_SEARCH = 5
"""Niceness of HiGHS in a portfolio: search, which answers most questions, must not wait for it on a busy machine."""

MOST_ROUNDS = 40
"""Times that rows are added lazily and the program is solved again."""

DELICATE = "numbers of such different sizes prove nothing in floating-point arithmetic"
"""The message of an answer ``unknown`` or ``feasible`` where HiGHS says that there is no solution, or none better.
Exact search might settle it."""

COARSE = (
    "the objective's coefficients are too large or too small to exclude a better solution in floating-point arithmetic"
)
"""The message of an answer ``feasible`` that HiGHS calls optimal. Exact search might settle it."""

LOOSE = "the solver's options let it end while its bound allows a better solution"
"""The message of an answer ``feasible`` that HiGHS calls optimal because of an option such as ``mip_rel_gap``."""

WITHIN_GAP = "it is within the gap that was allowed, but the bound allows a better solution"
"""The message of an answer ``feasible`` that HiGHS calls optimal because of a gap that was given."""

RESTRICTED = "with these options the solver may miss solutions, so its answer is no proof"
"""The message of an answer ``unknown`` or ``feasible`` that the solver calls infeasible, unbounded or optimal, but with
options that may change the problem. Exact search might settle it."""

TIGHTER = "tighter tolerances may help, by an option of that solver; so may another encoding"
"""The advice where the verifier rejects the answer of a solver."""

TOO_LARGE = "numbers above 10^15 are too large for a solver in floating-point arithmetic; the solver `search` is exact"
"""The message of an answer ``unknown`` where no solver was asked."""


def new_supervisor(options: Options) -> Supervisor:
    """The process of the solver that the program is for, started: HiGHS, unless one of Pyomo's is asked for.

    Raises:
        PuzzleError: Pyomo has no solver of that name, or the machine does not have it.
    """
    from puzzledsl.highs.supervisor import Supervisor

    if not options.uses_pyomo:
        return Supervisor(niceness=BESIDE_SEARCH if options.chosen_solver == "auto" else 0)
    from puzzledsl.highs.pyomo_worker import command
    from puzzledsl.highs.solve_options import SolveOptions

    name = options.chosen_solver.removeprefix(PYOMO)
    supervisor = Supervisor(command(name), name, group=True)
    try:
        supervisor.check(SolveOptions(plain=True))
    except BaseException:
        supervisor.close()
        raise
    return supervisor


def by_highs(query: Query, narrowed: Presolved, highs: Supervisor) -> Answer:
    """The answer of HiGHS alone, or of another solver of the program, verified.

    Some rows are left out until a solution violates them; then those are added, and the program is solved again. After
    `MOST_ROUNDS`, or half of the time, the complete program is solved instead.

    Args:
        narrowed: what propagation has left. The answer is verified against the query, so it may leave out rules that
            the domains or constraints have.

    Raises:
        PuzzleError: HiGHS fails, or the verifier rejects its answer, which is a bug.
    """
    program = _Program(query, narrowed, highs, lazily=True)
    found = program.answer()
    if found is not None:
        return found
    whole = _Program(query, narrowed, highs, lazily=False).answer()
    assert whole is not None  # it leaves out no rows
    best = program.best
    if best is None or best.objective is None:
        return whole
    return best if whole.objective is None or is_better(query.model, best.objective, whole.objective) else whole


class _Program:
    """One program of a query: encoded, solved, its answer verified.

    Args:
        lazily: leave out rows until a solution violates them.

    Attributes:
        best: a verified solution where rows are left out, and a better one may exist.
    """

    def __init__(self, query: Query, narrowed: Presolved, highs: Supervisor, lazily: bool) -> None:
        self._query = query
        self._narrowed = narrowed
        self._highs = highs
        self._lazily = lazily
        self._encoded: Encoded | None = None
        self._delicate = False
        self._doubtful = query.options.doubtful
        self._resolution: Resolution | None = None
        self._nodes = 0
        self._start: Mapping[int, int] = {}
        self.best: Answer | None = None

    def answer(self) -> Answer | None:
        """The verified answer. ``None``: rows are left out, and the complete program is to be solved instead."""
        from puzzledsl.encodings.numerics import is_too_large

        try:
            encoded = self._encoded = self._encode()
            if encoded.impossible is not None:
                return self._answer("infeasible", message=f"no values are left for: {encoded.impossible.sentence}")
            if is_too_large(encoded):
                return self._answer("unknown", message=TOO_LARGE)
            program = self._built(encoded)
        except OutOfTime:
            return self._answer("unknown", message=BEFORE_SOLVER)
        finally:
            self._query.clock.lap("encode")
        return self._by_rounds(encoded, program)

    @property
    def _is_coarse(self) -> bool:
        """Whether doubles cannot tell neighbouring values of the objective apart."""
        return self._resolution is not None and not self._resolution.is_fine

    def _encode(self) -> Encoded:
        from puzzledsl.encodings import encode

        query, narrowed = self._query, self._narrowed
        goal = query.flat.objective if query.has_objective else None
        rows = replace(query.flat, constraints=query.rows(narrowed), objective=goal)
        variables = query.model.variables
        return encode(rows, narrowed.domains, query.options.chosen_encoding, variables, self._lazily)

    def _built(self, encoded: Encoded) -> ConcreteModel | Program:
        """The Pyomo model; where Pyomo is not installed, as in a browser, its arrays."""
        from importlib.util import find_spec

        from puzzledsl.encodings.encoded import start_of
        from puzzledsl.encodings.numerics import is_delicate, resolution
        from puzzledsl.encodings.pyomo_model import to_pyomo
        from puzzledsl.highs.integer_program import program_of

        self._start = start_of(encoded, self._query.options.start)
        self._delicate, self._resolution = is_delicate(encoded), resolution(encoded)
        if find_spec("pyomo") is None:
            return program_of(encoded)
        return to_pyomo(encoded, self._query.model.title or "puzzle")

    def _by_rounds(self, encoded: Encoded, program: ConcreteModel | Program) -> Answer | None:
        """Solve the program; where its solution violates rows that were left out, add those and solve again."""
        from puzzledsl.encodings.encoded import missing_rows, read
        from puzzledsl.encodings.pyomo_model import add_rows
        from puzzledsl.highs.integer_program import Program, program_of

        left = seconds_left()
        half = moment_in(left / 2 if encoded.lazy and left is not None else None)
        careful, rounds = False, 0
        while True:
            if is_late():
                return self._answer("unknown", message=BEFORE_SOLVER)
            with until(half):
                if encoded.lazy and (rounds > MOST_ROUNDS or is_late()):
                    return None
                raw = self._solved(program, careful)
            if raw.status == "error":
                careful = True
                continue
            if raw.status in ("infeasible", "unbounded") and (self._delicate or self._is_coarse or self._doubtful):
                return self._answer("unknown", raw=raw, message=RESTRICTED if self._doubtful else DELICATE)
            if raw.status not in ("optimal", "feasible"):
                if encoded.lazy and raw.status != "infeasible" and not raw.interrupted:
                    return None  # an unbounded program, too, may be bounded with the rows that are left out
                return self._answer(raw.status, raw=raw)
            values = read(encoded, raw.values)
            missing = missing_rows(encoded, [int(value) for value in values])
            if missing:
                if raw.interrupted:
                    return self._answer("unknown", raw=raw)
                if raw.status == "feasible":
                    return None
                encoded = self._encoded = replace(encoded, rows=(*encoded.rows, *missing))
                if isinstance(program, Program):
                    program = program_of(encoded)
                else:
                    add_rows(program, missing)
                rounds += 1
                continue
            found = self._verified(raw, values[: self._query.flat.sources], careful)
            if found is None:
                careful = True  # once more without HiGHS' presolve and with tight tolerances, before it is called a bug
            elif encoded.lazy and raw.status == found.status == "feasible" and not raw.interrupted:
                self.best = found
                return None
            else:
                return found

    def _solved(self, program: ConcreteModel | Program, careful: bool) -> RawResult:
        """What the solver answers; its nodes are those of all rounds. With the status ``error`` its options may be the
        reason, and more care may help.

        Raises:
            PuzzleError: it fails otherwise, and not because of delicate numbers.
        """
        query, highs = self._query, self._highs
        options = replace(_highs_options(query.options, careful), start=self._start)
        raw = highs.solve(program, options, query.on_progress and self._hear)
        if raw.nodes is not None:
            self._nodes += raw.nodes
            raw = replace(raw, nodes=self._nodes)
        query.clock.lap("solve")
        if raw.status == "error":
            if self._delicate:  # such numbers are why HiGHS fails: a "Solve error" since 1.16
                return replace(raw, status="unknown", message=DELICATE)
            if careful or not self._doubtful or query.options.uses_pyomo:
                raise broken_off(raw.message, highs.name, self._doubtful)
        return raw

    def _hear(self, progress: Progress) -> None:
        """Pass on how far HiGHS is, with the values of a solution that the verifier accepts."""
        from puzzledsl.encodings.encoded import read

        query = self._query
        assert query.on_progress is not None
        assert self._encoded is not None
        if progress.solution is not None:
            values = read(self._encoded, progress.solution)[: query.flat.sources]
            if verify(query.model, values) or not query.meets(values):
                return
            progress = replace(progress, incumbent=objective_of(query.model, values), solution=values)
        query.on_progress(progress)

    def _verified(self, raw: RawResult, values: tuple[Rational, ...], careful: bool) -> Answer | None:
        """The solution of the solver as the answer, ``None`` where it is wrong and may be right with more care.

        Raises:
            PuzzleError: it is wrong, although ``careful``, or although it is of another solver than HiGHS.
        """
        query = self._query
        violations = verify(query.model, values)
        if not violations and not query.meets(values):
            violations = [Violation("what is asked")]
        query.clock.lap("verify")
        if not violations:
            reached, resolution = objective_of(query.model, values), self._resolution
            status = raw.status if query.has_objective else "solved"
            if status == "optimal" and self._delicate:
                return self._answer("feasible", values, raw, DELICATE)
            if status == "optimal" and self._doubtful:
                return self._answer("feasible", values, raw, RESTRICTED)
            gap, may_stop = query.options.gap, query.options.gap is not None or bool(query.options.highs)
            if status == "optimal" and not (
                reached is None or resolution is None or resolution.proves(reached, raw.bound, may_stop)
            ):
                return self._answer(
                    "feasible", values, raw, COARSE if self._is_coarse else WITHIN_GAP if gap else LOOSE
                )
            return self._answer(status, values, raw)
        is_other = query.options.uses_pyomo
        if careful and self._delicate:
            return self._answer("unknown", raw=raw, message=DELICATE)
        if is_other or (careful and self._doubtful):
            message = f"the answer of {self._highs.name} breaks a rule of the model, so it is not shown"
            raise broken(message, violations, suspects(self._doubtful) or (TIGHTER,), "solver")
        if careful:
            raise broken("the solver's answer breaks a rule of the model, so it is not shown", violations)
        return None

    def _answer(
        self,
        status: str,
        values: tuple[Rational, ...] | None = None,
        raw: RawResult | None = None,
        message: str = "",
    ) -> Answer:
        from puzzledsl.highs.result import RawResult

        query, encoded, raw = self._query, self._encoded, raw or RawResult(status, nodes=None)
        reached, size = objective_of(query.model, values), NO_PROGRAM
        bound, gap = (
            (raw.bound, raw.gap) if query.has_objective and not (self._delicate or self._doubtful) else (None, None)
        )
        if bound is not None and self._resolution is not None and self._is_coarse:
            bound = self._resolution.safe(bound)
            gap = relative_gap(reached, bound)
        if encoded is not None:
            sizes = (len(encoded.columns), encoded.integers, len(encoded.rows), encoded.nonzeros)
            size = dict(zip(NO_PROGRAM, sizes, strict=True))
        return Answer(
            status,
            values,
            reached,
            bound,
            gap,
            query.options.chosen_encoding,
            query.options.chosen_solver if query.options.uses_pyomo else "highs",
            size,
            query.clock.seconds,
            message or raw.message,
            raw.interrupted,
            raw.nodes,
            statistics=raw.statistics,
        )


def _highs_options(options: Options, careful: bool) -> SolveOptions:
    from puzzledsl.highs.solve_options import SolveOptions

    extra = dict(options.highs)
    if careful:
        extra |= {"presolve": "off", "mip_feasibility_tolerance": "1e-9", "primal_feasibility_tolerance": "1e-9"}
    is_plain = options.uses_pyomo
    return SolveOptions(
        options.gap,
        options.threads,
        options.seed,
        extra,
        options.log,
        presolve=options.highs_presolve,
        sizes=options.sizes,
        tuned=not is_plain,
        plain=is_plain,
    )
