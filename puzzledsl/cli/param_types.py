"""Types of arguments and options that several commands share: functions of a text, as click takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

T = TypeVar("T")


def assignment(text: str) -> tuple[str, str]:
    """Both sides of the first ``=`` in ``NAME=VALUE``, without blanks around them.

    Raises:
        BadParameter: there is no ``=``, or nothing before it.
    """
    left, sign, right = text.partition("=")
    if not sign or not left.strip():
        raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE")
    return left.strip(), right.strip()


def judged(read: Callable[[str], T]) -> Callable[..., T | None]:
    """The callback of an option, for what would be its type if click put no words of its own before mistakes."""
    return lambda _context, _option, text: None if text is None else read(text)


def solver_name(text: str) -> str:
    """The name of a solver, if it can exist: only Pyomo can judge the name behind ``pyomo:``.

    Raises:
        PuzzleError: there is none.
    """
    from puzzledsl.answer import Options, check

    check(Options(solver=text))
    return text


def encoding_name(text: str) -> str:
    """The name of an encoding.

    Raises:
        PuzzleError: there is none.
    """
    from puzzledsl.encodings import check

    check(text)
    return text


def number(text: str) -> float:
    """A finite number of at least zero.

    Raises:
        BadParameter: the text is something else.
    """
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise click.BadParameter(f"{text!r} is not a number of at least zero")
    return found


def ModelFile() -> click.Path:  # noqa: N802 - called as the other types are
    """A file to be read, or ``-``. The reader reports a file that cannot be read, as it does all mistakes."""
    return click.Path(path_type=str)


def Folder() -> click.Path:  # noqa: N802
    """A folder that has to exist."""
    return click.Path(exists=True, file_okay=False, path_type=str)
