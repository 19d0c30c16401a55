"""What is said where the solver of a program fails, or its answer is wrong."""

from __future__ import annotations

from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.verification import Violation


def wrong_answer(name: str, violations: list[Violation]) -> PuzzleError:
    """The error about an answer that the verifier rejects, of another solver than HiGHS."""
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


def broken_off(message: str, name: str) -> PuzzleError:
    """The error about a solver that failed, from its message and its name."""
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
