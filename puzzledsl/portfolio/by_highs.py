"""The program's answer: encode, build the Pyomo model, solve it with HiGHS or another solver in a supervised process,
verify."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzledsl.answer import NO_PROGRAM, PYOMO, RESERVE, Answer, Clock, Options, is_better, objective_of
from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, is_late, seconds_left
from puzzledsl.verification import Violation, verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.solve_options import SolveOptions
    from puzzledsl.highs.supervisor import RawResult, Supervisor
    from puzzledsl.model import Model
    from puzzledsl.presolve.presolve import Presolved
    from puzzledsl.progress import Progress

BESIDE_SEARCH = 5
"""Niceness of HiGHS in a portfolio: search, which answers most questions, must not wait for it on a busy machine."""

MOST_ROUNDS = 40
"""Times that rows are added lazily and the program is solved again."""

DELICATE = "numbers of such different sizes prove nothing in floating-point arithmetic"
"""The message of an answer ``unknown`` or ``feasible`` where HiGHS says that there is no solution, or none better.
Exact search might settle it."""


def new_supervisor(options: Options) -> Supervisor:
    """The process of the solver that the program is for, started: HiGHS, unless one of Pyomo's is asked for."""
    from puzzledsl.highs.supervisor import Supervisor

    if not options.by.startswith(PYOMO):
        return Supervisor(niceness=BESIDE_SEARCH if options.by == "auto" else 0)
    from puzzledsl.highs.pyomo_worker import command

    name = options.by.removeprefix(PYOMO)
    return Supervisor(command(name), name, group=True)


def by_highs(
    model: Model,
    flat: FlatModel,
    narrowed: Presolved,
    options: Options,
    clock: Clock,
    deadline: float | None = None,
    *,
    on_progress: Callable[[Progress], object] | None = None,
    supervisor: Supervisor | None = None,
    lazily: bool = True,
) -> Answer:
    """The answer of HiGHS alone, or of another solver of the program, verified.

    Args:
        model: what the answer is verified against. It may require more than ``flat`` says, as long as ``narrowed``
            has it in its domains or constraints.
        deadline: on the clock of ``time.monotonic``.
        supervisor: of the process of HiGHS; without it there is one for this model alone.
        lazily: leave out rows until a solution violates them, then add those and solve again. After `MOST_ROUNDS`, or
            half of the time, the complete program is solved instead.

    Raises:
        PuzzleError: HiGHS fails, or the verifier rejects its answer, which is a bug.
    """
    # The process loads HiGHS while this one encodes and builds the Pyomo model.
    with nullcontext(supervisor) if supervisor is not None else new_supervisor(options) as highs:
        from puzzledsl.encodings import encode
        from puzzledsl.encodings.encoded import missing_rows, read
        from puzzledsl.encodings.numerics import is_delicate
        from puzzledsl.encodings.pyomo_model import add_rows, to_pyomo

        end = None if deadline is None else deadline - RESERVE
        size = dict(NO_PROGRAM)
        delicate = False

        def late() -> bool:
            return highs.abandoned or is_late(end)

        def answer(
            status: str,
            values: tuple[Rational, ...] | None = None,
            raw: RawResult | None = None,
            message: str = "",
        ) -> Answer:
            has_bound = model.objective is not None and not delicate
            return Answer(
                status,
                values,
                objective_of(model, values),
                raw.bound if raw is not None and has_bound else None,
                raw.gap if raw is not None and has_bound else None,
                options.program,
                options.by if options.by.startswith(PYOMO) else "highs",
                size,
                clock.seconds,
                message or (raw.message if raw is not None else ""),
                raw.interrupted if raw is not None else False,
                raw.nodes if raw is not None else None,
                statistics=raw.statistics if raw is not None else None,
            )

        try:
            rows = replace(flat, constraints=narrowed.constraints)
            encoded = encode(rows, narrowed.domains, options.program, model.variables, late, lazily)
            size = {
                "variables": len(encoded.columns),
                "integers": encoded.integers,
                "rows": len(encoded.rows),
                "nonzeros": encoded.nonzeros,
            }
            if encoded.impossible is not None:
                return answer("infeasible", message=f"no value can satisfy: {encoded.impossible.sentence}")
            delicate = is_delicate(encoded)
            program = to_pyomo(encoded, model.title or "puzzle", late)
        except OutOfTime:
            return answer("unknown", message=BEFORE_SOLVER)
        finally:
            clock.lap("encode")
        violations: list[Violation] = []
        careful, rounds, nodes = False, 0, 0
        raw: RawResult | None = None
        found: Answer | None = None
        left = seconds_left(end)
        halfway = None if end is None or left is None else end - left / 2
        while True:
            limit = halfway if encoded.lazy else end
            remaining = seconds_left(limit)
            if is_late(end):
                return answer("unknown", message=BEFORE_SOLVER)
            if encoded.lazy and (rounds > MOST_ROUNDS or is_late(limit)):
                break
            raw = highs.solve(program, _highs_options(options, remaining, careful), on_progress)
            if raw.nodes is not None:
                nodes += raw.nodes
                raw = replace(raw, nodes=nodes)
            clock.lap("solve")
            if raw.status == "error":
                raise _broken_off(raw.message, highs.name)
            if raw.status == "infeasible" and delicate:
                return answer("unknown", raw=raw, message=DELICATE)
            if encoded.lazy and raw.status not in ("optimal", "feasible", "infeasible") and not raw.interrupted:
                break  # an unbounded program, too, may be bounded with the rows that are left out
            if raw.status not in ("optimal", "feasible"):
                return answer(raw.status, raw=raw)
            every = read(encoded, raw.values)
            missing = missing_rows(encoded, [int(value) for value in every])
            if missing:
                if raw.status == "feasible":
                    break
                add_rows(program, missing)
                size["rows"] += len(missing)
                size["nonzeros"] += sum(len(row.terms) for row in missing)
                rounds += 1
                continue
            values = every[: flat.sources]
            violations = verify(model, values)
            clock.lap("verify")
            if not violations:
                status = raw.status if model.objective is not None else "solved"
                if status == "optimal" and delicate:
                    return answer("feasible", values, raw, DELICATE)
                found = answer(status, values, raw)
                if encoded.lazy and status == "feasible" and not raw.interrupted:
                    break
                return found
            if options.by.startswith(PYOMO):
                raise _wrong_answer(highs.name, violations)
            if careful:
                raise bug("the solver's answer breaks a rule of the model, so it is not shown", violations)
            careful = True  # once more without HiGHS' presolve and with tight tolerances, before it is called a bug
        if raw is not None and raw.interrupted:
            return answer("unknown", raw=raw)
        whole = by_highs(
            model, flat, narrowed, options, clock, deadline, on_progress=on_progress, supervisor=highs, lazily=False
        )
        if found is None or found.objective is None:
            return whole
        return found if whole.objective is None or is_better(model, found.objective, whole.objective) else whole


def _highs_options(options: Options, remaining: float | None, careful: bool) -> SolveOptions:
    from puzzledsl.highs.solve_options import SolveOptions

    extra = dict(options.highs)
    if careful:
        extra |= {"presolve": "off", "mip_feasibility_tolerance": "1e-9", "primal_feasibility_tolerance": "1e-9"}
    if options.by.startswith(PYOMO):
        return SolveOptions(remaining, extra=extra, log=options.log, tuned=False, plain=True)
    return SolveOptions(
        remaining,
        options.gap,
        options.threads,
        options.seed,
        extra,
        options.log,
        presolve=options.highs_presolve,
        sizes=options.sizes,
    )


def _wrong_answer(name: str, violations: list[Violation]) -> PuzzleError:
    origin = violations[0].origin
    return PuzzleError(
        [
            Diagnostic(
                f"the answer of {name} breaks a rule of the model, so it is not shown",
                origin.span if origin else None,
                f"violated: {violations[0].sentence}",
                ("tighter tolerances may help, by an option of that solver; so may another encoding",),
                code="solver",
            )
        ]
    )


def _broken_off(message: str, name: str) -> PuzzleError:
    if name != "HiGHS":
        return failure(f"{name} failed: {message}", helps=("`--log` shows what it prints",), code="solver")
    if message.endswith("signal 9"):
        return failure(
            "the process that runs HiGHS was killed from outside",
            helps=("often the system is out of memory; `puzzledsl model FILE` shows how large the program is",),
            code="solver",
        )
    return bug(f"HiGHS failed: {message}", [])


def bug(message: str, violations: list[Violation]) -> PuzzleError:
    """An error that is a bug of puzzledsl, as a message."""
    origin = violations[0].origin if violations else None
    return PuzzleError(
        [
            Diagnostic(
                message,
                origin.span if origin else None,
                f"violated: {violations[0].sentence}" if violations else "",
                ("this is a bug in puzzledsl, not in your model; please report it with the model",),
                code="bug",
            )
        ]
    )
