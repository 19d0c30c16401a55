"""From an elaborated model to a verified answer, and to the integer program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzledsl.answer import Answer, Clock, Options, check, without_answer
from puzzledsl.diagnostics import failure
from puzzledsl.records import replace
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, within

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.model import Model
    from puzzledsl.progress import Progress


def solve_model(
    model: Model,
    options: Options | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Answer:
    """Solves a model.

    Args:
        on_progress: called now and then while search or HiGHS works.

    Raises:
        PuzzleError: the model or an option is wrong; or an answer was rejected by the verifier, which is a bug.
    """
    options = options or Options()
    check(options)
    clock = Clock()
    from puzzledsl.session import SolverSession

    with within(options.time_limit):
        try:
            opened = SolverSession(model, options)
        except OutOfTime:
            clock.lap("flatten")
            return replace(without_answer(options, BEFORE_SOLVER), seconds=clock.seconds)
        with opened as session:
            clock.lap("flatten")
            return session.solve(clock=clock, on_progress=on_progress)


def encoded_model(model: Model, options: Options) -> Encoded:
    """The integer program that HiGHS would get.

    Raises:
        PuzzleError: the model has no solution by presolve alone, or an option is wrong.
    """
    from puzzledsl.encodings import encode
    from puzzledsl.flattening import flatten
    from puzzledsl.presolve.presolve import presolve

    flat = flatten(model)
    narrowed = presolve(flat, options.strength)
    if narrowed.contradiction is not None:
        origin = flat.origins[narrowed.contradiction]
        raise failure(
            "presolve proves that there is no solution, so there is no program to write",
            origin.span,
            "the contradiction shows here",
            ("`--no-presolve` writes it all the same",),
            code="infeasible",
        )
    return encode(
        replace(flat, constraints=narrowed.constraints), narrowed.domains, options.chosen_encoding, model.variables
    )
