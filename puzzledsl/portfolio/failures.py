"""What is said where the solver of a program fails, or its answer is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.verification import Violation

A_BUG = "this is a bug in puzzledsl, not in your model; please report it with the model"


def broken(
    message: str, violations: Sequence[Violation] = (), helps: Sequence[str] = (A_BUG,), code: str = "bug"
) -> PuzzleError:
    """The error about values that the verifier rejects, or about another bug."""
    for violation in violations:
        span = violation.origin.span if violation.origin else None
        return failure(message, span, f"violated: {violation.sentence}", helps, code=code)
    return failure(message, helps=helps, code=code)


def suspects(options: Sequence[str]) -> tuple[str, ...]:
    """The advice where options that were given to a solver may be why it fails."""
    names = ", ".join(f"`{name}`" for name in options)
    return (
        (f"the reason may be {'an option' if len(options) == 1 else 'one of the options'} that it got: {names}",)
        if names
        else ()
    )


def broken_off(message: str, name: str, options: Sequence[str] = ()) -> PuzzleError:
    """The error about a solver that failed, from its message, its name, and the options that may be the reason."""
    if name != "HiGHS":
        helps = ("`--log` shows what it prints", *suspects(options))
        return broken(f"{name} failed: {message}", helps=helps, code="solver")
    if message.endswith("signal 9"):
        return broken(
            "the process that runs HiGHS was killed from outside",
            helps=("often the system is out of memory; `puzzledsl model FILE` shows how large the program is",),
            code="solver",
        )
    if message.startswith(("ImportError", "ModuleNotFoundError")):
        return broken(
            f"HiGHS cannot be loaded: {message}",
            helps=("install it anew: `pip install --force-reinstall highspy numpy`",),
            code="solver",
        )
    if options:
        return broken(f"HiGHS failed: {message}", helps=suspects(options), code="solver")
    return broken(f"HiGHS failed: {message}")
