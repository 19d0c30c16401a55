"""Types of arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:  # generic only in newer versions of click
    ParamType = click.ParamType


def no_such(what: str, name: str, known: Sequence[str], *also: str) -> str:
    """What is said of a name that is unknown: the nearest one, and all that there are."""
    from puzzledsl.nearest import unknown

    return f"{unknown(what, name, known)} There are: {', '.join([*known, *also])}."


class Assignment(ParamType):
    """``NAME=VALUE`` as a pair of texts."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """The two sides of the first ``=``, without blanks around them."""
        if isinstance(value, tuple):
            return value
        left, sign, right = str(value).partition("=")
        if not sign or not left.strip():
            self.fail(f"{value!r} is not of the form NAME=VALUE", param, ctx)
        return left.strip(), right.strip()


SOLVERS = ("auto", "search", "highs")
"""As in `puzzledsl.answer`, which a help text need not load. The first is the default."""

PYOMO = "pyomo:"
"""As in `puzzledsl.answer`."""


class SolverName(ParamType):
    """One of `SOLVERS`, or `PYOMO` with a name that only Pyomo can judge."""

    name = "solver"
    prefix = PYOMO

    def known(self) -> Mapping[str, str]:
        """The names that there are, and what to know about each."""
        return dict.fromkeys(SOLVERS, "")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself, if there may be such a thing."""
        text, prefix = str(value), self.prefix
        if text in self.known() or (prefix and text.startswith(prefix) and text != prefix):
            return text
        further = [f"{prefix}NAME"] if prefix else []
        return self.fail(no_such(self.name, text, [*self.known()], *further), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        """Names that begin so."""
        from click.shell_completion import CompletionItem

        known = {**self.known(), **({self.prefix: ""} if self.prefix else EMPTY)}
        return [CompletionItem(name, help=text) for name, text in known.items() if name.startswith(incomplete)]


class EncodingName(SolverName):
    """The name of an encoding."""

    name = "encoding"
    prefix = ""

    def known(self) -> Mapping[str, str]:
        """The encodings that there are."""
        from puzzledsl.encodings import encodings

        return encodings()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself, if there is such an encoding. They are looked for only if it is not the usual one."""
        from puzzledsl.encodings import DEFAULT, REMOVED

        if value in REMOVED:
            self.fail(f"the encoding `{value}` was removed; use `{REMOVED[value]}`", param, ctx)
        return DEFAULT if value == DEFAULT else super().convert(value, param, ctx)


class Number(ParamType):
    """A finite number of at least zero."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number < float("inf"):
            self.fail(f"{value!r} is not a number of at least zero", param, ctx)
        return number


def ModelFile() -> click.Path:  # noqa: N802 - called as the other types are
    """A file to be read, or ``-``. The reader reports a file that cannot be read, as it does all mistakes."""
    return click.Path(path_type=str)


def Folder() -> click.Path:  # noqa: N802
    """A folder that has to exist."""
    return click.Path(exists=True, file_okay=False, path_type=str)
