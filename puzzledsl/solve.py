"""The way from an elaborated model to a verified answer: flatten, presolve, encode, solve, verify."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzledsl.answer import NO_PROGRAM, SOLVERS, Answer, Clock, Options, without_answer
from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.expressions import Rational, Undefined, evaluate
from puzzledsl.model import Model
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, until
from puzzledsl.verification import Violation, verify

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.options import SolveOptions
    from puzzledsl.highs.supervisor import Progress, RawResult, Supervisor
    from puzzledsl.portfolio.background import Background
    from puzzledsl.presolve.presolve import Presolved

RESERVE = 0.05
"""Seconds kept back from the solver for verification and output."""

MOST_SPREAD = 10**6
DELICATE = "HiGHS finds no solution, but with numbers of such different sizes it cannot prove that there is none"
"""Beyond this ratio of coefficients in a row, "infeasible" needs an exact second opinion."""

MOST_REACH = 10**9
"""So too where a row adds up to more: beyond it, doubles are as coarse as HiGHS' tolerances."""

AUTO_NODES = 2_000
AUTO_SHARE = 0.5
"""What `auto` lets search have before HiGHS: branches, and the share of the time left where they do not race."""

RACE_AFTER = 1.0
"""Seconds after which HiGHS starts beside a search that has not come so far."""


def solve_model(
    model: Model,
    options: Options | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    deadline: float | None = None,
) -> Answer:
    """Solves a model.

    Args:
        on_progress: called now and then while HiGHS works.
        deadline: on the clock of ``time.monotonic``; instead of ``options.time_limit`` counted from now.

    Raises:
        PuzzleError: the model or an option is wrong; or an answer was rejected by the verifier, which is a bug.
    """
    options = options or Options()
    check(options)
    clock = Clock()
    from puzzledsl.presolve.presolve import presolve

    if deadline is None and options.time_limit is not None:
        deadline = clock.started + options.time_limit
    from puzzledsl.flattening import flatten

    try:
        flat = flatten(model, late=until(deadline))
    except OutOfTime:
        clock.lap("flatten")
        return replace(without_answer(options.encoding, BEFORE_SOLVER), seconds=clock.seconds)
    clock.lap("flatten")
    narrowed = presolve(flat, deadline, _strength(model, options))
    clock.lap("presolve")
    return answer_of(model, flat, narrowed, options, clock, deadline, on_progress)


def answer_of(
    model: Model,
    flat: FlatModel,
    narrowed: Presolved,
    options: Options,
    clock: Clock,
    deadline: float | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    supervisor: Callable[[], Supervisor] | None = None,
    beside_search: bool = False,
) -> Answer:
    """The rest of the way, from what presolve has found.

    Args:
        model: what answers are verified against. It may require more than ``flat`` says, as long as ``narrowed``
            has it in its domains.
        supervisor: called for the process of HiGHS when it is needed; without it there is one for this model alone.
        beside_search: another thread searches ``flat`` meanwhile. Propagators keep what they have found from call to
            call, so that they are not for two threads: HiGHS answers alone.

    Raises:
        PuzzleError: as `solve_model`.
    """
    decided = _decided(model, flat, narrowed, options, clock)
    if decided is None and options.solver != "highs":
        decided = _by_search(model, flat, narrowed, options, on_progress, deadline, clock)
    return decided or _by_highs(model, flat, narrowed, options, on_progress, deadline, clock, supervisor, beside_search)


def check(options: Options) -> None:
    """Refuses what no stage could take, also where propagation alone would answer.

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


def _strength(model: Model, options: Options) -> str:
    """How hard presolve tries: where a search comes anyhow, it need not search before it."""
    searching = options.solver != "highs" and model.objective is None
    return "domain" if searching and options.presolve == "probe" else options.presolve


def encoded_model(model: Model, options: Options) -> Encoded:
    """The program that the solver would get.

    Raises:
        PuzzleError: the model has no solution by presolve alone, or an option is wrong.
    """
    from puzzledsl.encodings import encode
    from puzzledsl.flattening import flatten
    from puzzledsl.presolve.presolve import presolve

    flat = flatten(model)
    narrowed = presolve(flat, None, options.presolve)
    if narrowed.contradiction is not None:
        origin = flat.origins[narrowed.contradiction]
        raise PuzzleError(
            [
                Diagnostic(
                    "presolve proves that there is no solution, so there is no program to write",
                    origin.span,
                    "the contradiction shows here",
                    ("`--no-presolve` writes it all the same",),
                    code="infeasible",
                )
            ]
        )
    return encode(_with_implied(flat, narrowed), narrowed.domains, options.encoding, model.variables)


def _with_implied(flat: FlatModel, narrowed: Presolved) -> FlatModel:
    """The flat model with what presolve has derived from it, which makes the rows tighter."""
    return replace(flat, constraints=narrowed.constraints)


def _decided(model: Model, flat: FlatModel, narrowed: Presolved, options: Options, clock: Clock) -> Answer | None:
    """The answer, where propagation alone finds it."""
    size = dict(NO_PROGRAM)

    def answer(status: str, values: tuple[Rational, ...] | None, message: str = "") -> Answer:
        objective = _objective(model, values)
        exact = None if objective is None else float(objective)
        gap = None if objective is None else 0.0
        return Answer(status, values, objective, exact, gap, options.encoding, "presolve", size, clock.seconds, message)

    if narrowed.contradiction is not None:
        origin = flat.origins[narrowed.contradiction]
        return answer(
            "infeasible", None, f"propagation ends in a contradiction at: {origin.sentence} (line {origin.line})"
        )
    if any(v.is_real for v in model.variables):
        return None
    if not narrowed.sources_fixed:
        if narrowed.witness is None or model.objective is not None:
            return None
        values = narrowed.witness
        good = not verify(model, values)
        clock.lap("verify")
        return answer("solved", values) if good else None
    values = tuple(domain.lo for domain in narrowed.domains[: flat.sources])
    violations = verify(model, values)
    clock.lap("verify")
    if violations:
        # Every cell has one value left and the model says no: that is a proof, in exact arithmetic.
        return answer("infeasible", None, f"the only values left contradict: {violations[0]}")
    return answer("optimal" if model.objective is not None else "solved", values)


def _by_search(
    model: Model,
    flat: FlatModel,
    narrowed: Presolved,
    options: Options,
    on_progress: Callable[[Progress], None] | None,
    deadline: float | None,
    clock: Clock,
    racing: bool = True,
) -> Answer | None:
    """The answer of search; ``None`` where `auto` is to go on with HiGHS."""
    from puzzledsl.search.optimum import find, searchable

    auto = options.solver == "auto"
    if not searchable(flat):
        if auto:
            return None
        raise failure(
            "search works on whole numbers only: this model has real variables, or fractions in its objective",
            helps=("solve it with HiGHS",),
            code="search",
        )
    now = time.monotonic()
    end = None if deadline is None else deadline - RESERVE
    race = Race(model, flat, narrowed, options, deadline) if auto and racing and model.objective is None else None
    if auto and race is None and end is not None:
        end = now + AUTO_SHARE * (end - now)

    def measure(values: tuple[int, ...]) -> int:
        reached = _objective(model, values)
        assert isinstance(reached, int)
        return reached

    def report(nodes: int) -> None:
        if on_progress is not None:
            from puzzledsl.highs.supervisor import Progress

            on_progress(Progress(time.monotonic() - now, nodes, None, None))

    try:
        found = find(
            flat,
            narrowed.domains,
            lambda values: not verify(model, values),
            measure,
            deadline=end,
            most_nodes=AUTO_NODES if auto and race is None else None,
            on_node=report,
            enough=race.decided if race is not None else None,
        )
        clock.lap("solve")
        if race is not None and found.values is None and not found.complete and not found.interrupted:
            return race.answer()
    finally:
        if race is not None:
            race.close()
    if found.values is None:
        status = "infeasible" if found.complete else "unknown"
    elif model.objective is None:
        status = "solved"
    else:
        status = "optimal" if found.complete else "feasible"
    if auto and status in ("unknown", "feasible") and not found.interrupted:
        return None
    reached = _objective(model, found.values)
    proven = reached is not None and found.complete
    return Answer(
        status,
        found.values,
        reached,
        float(reached) if proven and reached is not None else None,
        0.0 if proven else None,
        options.encoding,
        "search",
        dict(NO_PROGRAM),
        clock.seconds,
        "interrupted" if found.interrupted else f"{found.nodes} nodes",
        found.interrupted,
        found.nodes,
    )


class Race:
    """HiGHS started beside a search that has used up its budget; the first answer counts."""

    def __init__(
        self, model: Model, flat: FlatModel, narrowed: Presolved, options: Options, deadline: float | None
    ) -> None:
        self._work = (model, flat, narrowed, options, None, deadline, Clock())
        self._begun = time.monotonic()
        self._supervisor: Supervisor | None = None
        self._background: Background | None = None

    def decided(self, nodes: int) -> bool:
        """Whether HiGHS has the answer; starts it at the right number of branches. Where it gives up or fails before
        the time limit, the search goes on alone."""
        if self._background is None:
            if nodes < AUTO_NODES and time.monotonic() < self._begun + RACE_AFTER:
                return False
            self._start()
        assert self._background is not None
        return self._background.decided

    def _start(self) -> None:
        from puzzledsl.highs.supervisor import Supervisor
        from puzzledsl.portfolio.background import Background

        supervisor = self._supervisor = Supervisor()
        self._background = Background(
            supervisor, lambda: _by_highs(*self._work, kept=lambda: supervisor, beside_search=True)
        )

    def answer(self) -> Answer | None:
        """What HiGHS has found; ``None`` where it has not been asked.

        Raises:
            PuzzleError: HiGHS failed, or its answer was rejected by the verifier.
        """
        return None if self._background is None else self._background.answer()

    def close(self) -> None:
        """End HiGHS, whatever it is doing."""
        if self._background is not None and self._supervisor is not None:
            self._background.cancel()
            self._supervisor.close()


def _by_highs(
    model: Model,
    flat: FlatModel,
    narrowed: Presolved,
    options: Options,
    on_progress: Callable[[Progress], None] | None,
    deadline: float | None,
    clock: Clock,
    kept: Callable[[], Supervisor] | None = None,
    beside_search: bool = False,
) -> Answer:
    from puzzledsl.highs.supervisor import Supervisor

    # The process loads HiGHS while this one encodes and builds the Pyomo model.
    with nullcontext(kept()) if kept is not None else Supervisor() as supervisor:
        from puzzledsl.encodings import encode
        from puzzledsl.encodings.encoded import read
        from puzzledsl.encodings.pyomo_model import to_pyomo

        end = None if deadline is None else deadline - RESERVE
        size = dict(NO_PROGRAM)

        def late() -> bool:
            return supervisor.abandoned or (end is not None and time.monotonic() >= end)

        def answer(
            status: str,
            values: tuple[Rational, ...] | None = None,
            raw: RawResult | None = None,
            message: str = "",
        ) -> Answer:
            return Answer(
                status,
                values,
                _objective(model, values),
                raw.bound if raw is not None and model.objective is not None else None,
                raw.gap if raw is not None and model.objective is not None else None,
                options.encoding,
                "highs",
                size,
                clock.seconds,
                message or (raw.message if raw is not None else ""),
                raw.interrupted if raw is not None else False,
                raw.nodes if raw is not None else None,
            )

        try:
            rows = _with_implied(flat, narrowed)
            encoded = encode(rows, narrowed.domains, options.encoding, model.variables, late)
            size = {
                "variables": len(encoded.columns),
                "integers": encoded.integers,
                "rows": len(encoded.rows),
                "nonzeros": encoded.nonzeros,
            }
            if encoded.impossible is not None:
                return answer("infeasible", message=f"no value can satisfy: {encoded.impossible.sentence}")
            program = to_pyomo(encoded, model.title or "puzzle", late)
        except OutOfTime:
            return answer("unknown", message=BEFORE_SOLVER)
        finally:
            clock.lap("encode")
        violations: list[Violation] = []
        for careful in (False, True):
            remaining = None if end is None else end - time.monotonic()
            if remaining is not None and remaining <= 0:
                return answer("unknown", message=BEFORE_SOLVER)
            raw = supervisor.solve(program, _highs_options(options, remaining, careful), on_progress)
            clock.lap("solve")
            if raw.status == "error":
                raise _broken_off(raw.message)
            if raw.status == "infeasible" and _delicate(encoded):
                exact = None
                if not beside_search:
                    calm = replace(options, solver="auto")
                    exact = _by_search(model, flat, narrowed, calm, on_progress, deadline, clock, racing=False)
                return exact or answer("unknown", message=DELICATE)
            if raw.status not in ("optimal", "feasible"):
                return answer(raw.status, raw=raw)
            values = read(encoded, raw.values)[: flat.sources]
            violations = verify(model, values)
            clock.lap("verify")
            if not violations:
                status = raw.status if model.objective is not None else "solved"
                return answer(status, values, raw)
            # Once more without HiGHS' presolve and with tight tolerances, before it is called a bug.
        raise _bug("the solver's answer breaks a rule of the model, so it is not shown", violations)


def _delicate(encoded: Encoded) -> bool:
    """Whether a row has coefficients so far apart that a tolerance of 1e-6 on one column moves it by a whole unit, or
    numbers so large that the tolerance is within the rounding."""
    ends = [max(abs(float(c.lower or 0)), abs(float(c.upper or 0))) for c in encoded.columns]
    for row in encoded.rows:
        sizes = [abs(float(k)) for k in row.terms.values()]
        if max(sizes) > MOST_SPREAD * min(sizes):
            return True
        if sum(size * ends[x] for size, x in zip(sizes, row.terms, strict=True)) > MOST_REACH:
            return True
    return False


def _highs_options(options: Options, remaining: float | None, careful: bool) -> SolveOptions:
    from puzzledsl.highs.options import SolveOptions

    extra = dict(options.highs)
    if careful:
        extra |= {"presolve": "off", "mip_feasibility_tolerance": "1e-9", "primal_feasibility_tolerance": "1e-9"}
    return SolveOptions(remaining, options.gap, options.threads, options.seed, extra, options.log)


def _objective(model: Model, values: tuple[Rational, ...] | None) -> Rational | None:
    if model.objective is None or values is None:
        return None
    try:
        return evaluate(model.objective.expression, values)
    except Undefined:
        return None


def _broken_off(message: str) -> PuzzleError:
    if message.endswith("signal 9"):
        return failure(
            "the process that runs HiGHS was killed from outside",
            helps=("often the system is out of memory; `puzzledsl model FILE` shows how large the program is",),
            code="solver",
        )
    return _bug(f"HiGHS failed: {message}", [])


def _bug(message: str, violations: list[Violation]) -> PuzzleError:
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
