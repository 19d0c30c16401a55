"""An encoded model as a file for other programs: `export`.

A format is one module of this package that defines ``write(encoded, title) -> str``; `formats` lists them.
`pyomo` is another one: it writes the plain formulation of a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded


def formats() -> dict[str, str]:
    """Names of the formats, each with its one-line description."""
    return {
        "lp": "LP file, algebraic, each row with what it says; read by HiGHS and most solvers",
        "mps": "free-format MPS file that minimizes (a maximum with changed signs); read by every solver",
        "opb": "OPB file of the encoding binary; read by pseudo-Boolean solvers and SCIP",
        "pyomo": "stand-alone Python script: the model as it is stated, with Pyomo, to read and to change",
    }


def check(form: str) -> None:
    """Refuse a format that does not exist.

    Raises:
        PuzzleError: there is none of that name.
    """
    known = formats()
    if form not in known:
        from puzzledsl.diagnostics import failure
        from puzzledsl.nearest import did_you_mean

        helps = [f"{name}: {summary}" for name, summary in known.items()]
        label = did_you_mean(form, known)
        raise failure(f"no format is called `{form}`", label=label, helps=helps, code="unknown-format")


def export(encoded: Encoded, form: str, title: str = "") -> str:
    """The model in the format that is called ``form``.

    Args:
        form: one of `formats`, but ``pyomo``, whose `pyomo.script` takes the model itself.
        title: the puzzle's.

    Raises:
        PuzzleError: there is no such format, or no values are left for some clue, so that there are no rows to write.
    """
    from importlib import import_module

    from puzzledsl.diagnostics import failure

    check(form)
    if encoded.impossible is not None:
        raise failure(
            "the model has no solution, so there is nothing to write",
            encoded.impossible.span,
            "the domains and the other clues leave no values for this",
            code="impossible",
        )
    text: str = import_module(f"{__name__}.{form}").write(encoded, title)
    return text
