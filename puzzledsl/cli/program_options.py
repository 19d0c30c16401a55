"""The options of the commands that show programs: which encodings, before or after presolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import EncodingName
from puzzledsl.cli.shared_options import STRENGTHS

F = TypeVar("F", bound=Callable[..., Any])

encodings_option = option(
    "--encoding", type=EncodingName(), metavar="NAME", help="Show one encoding. Default: all of them, side by side."
)


def strength_option(without: str) -> Callable[[F], F]:
    """``--presolve`` and ``--unpresolved``, as one parameter ``presolve``.

    Args:
        without: what is done when neither is given, as a sentence.
    """

    def added(function: F) -> F:
        function = option(
            "--unpresolved", "presolve", flag_value="none", help="The same as --presolve none: the model as written."
        )(function)
        return option(
            "--presolve",
            type=click.Choice(STRENGTHS),
            default=None,
            help=f"How much puzzledsl propagates before it writes the program. {without}",
        )(function)

    return added
