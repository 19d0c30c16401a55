"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.options import flag, grouped, number_option, option
from puzzledsl.cli.param_types import Folder, assignment, encoding_name, judged, number, solver_name

F = TypeVar("F", bound=Callable[..., Any])


def _remembered(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep the value of ``--json``, ``--color`` or ``--quiet`` in the invocation, which answers and mistakes ask."""
    setattr(invocation_of(ctx), param.name or "", value)


def invocation_of(ctx: click.Context) -> Invocation:
    """What this call carries."""
    found = ctx.find_object(Invocation)
    assert found is not None
    return found


def first_given(*names: str) -> str | None:
    """Of the parameters of these names the first that is on the command line, as an option is written."""
    from click.core import ParameterSource

    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in names and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            return parameter.opts[0]
    return None


def _printing_option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Make an option that sets how output is written. The command gets it as an attribute of its `Invocation`."""
    return option(*names, is_eager=True, expose_value=False, callback=_remembered, **attributes)


json_option = _printing_option("--json", is_flag=True, help="Print JSON instead of text.")

color_option = _printing_option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Use colours; auto: on a terminal, unless NO_COLOR is set.",
)


def quiet_option(note: str = "Print only the answer: no title, no status line, no warnings.") -> Callable[[F], F]:
    """``--quiet`` with what is left out."""
    return _printing_option("--quiet", "-q", is_flag=True, help=note)


by_option = option(
    "--by",
    type=click.Choice(["clue", "constraint", "cell"]),
    default="clue",
    show_default=True,
    help="The elements to leave out: clues, houses and givens; single conditions; or givens only.",
)


jobs_option = number_option(
    "--jobs", "-j", least=0, default=1, note="Number of processes that share the work; 0: one per processor."
)


def seed_option(note: str) -> Callable[[F], F]:
    """``--seed``, 0 where it is not given."""
    return number_option("--seed", least=0, default=0, note=note)


def time_limit_option(note: str) -> Callable[[F], F]:
    """``--time-limit`` in seconds, none where it is not given."""
    return option("--time-limit", type=number, metavar="SECONDS", help=note)


STRENGTHS = ("none", "bounds", "domain", "probe")
"""Strengths of presolve, weakest first. Not taken from there: that would load the propagators for a help text."""


solver_option = option(
    "--solver",
    callback=judged(solver_name),
    metavar="NAME",
    help="auto (search, and if that takes long, HiGHS beside it; the default), search (propagation and search "
    "alone), highs (propagation, then the integer program), or pyomo:NAME (the same with another solver that Pyomo "
    "finds).",
)


def _encoding_option(default: str) -> Callable[[F], F]:
    note = (
        "The encoding of the integer program: binary (one 0–1 variable for each cell and value), or integer (one "
        f"integer variable for each cell, big-M). {default}"
    )
    return option("--encoding", callback=judged(encoding_name), metavar="NAME", help=note)


encodings_option = _encoding_option("Default: all of them, side by side.")


def solver_options(function: F) -> F:
    """``--solver`` and ``--encoding``."""
    return solver_option(
        _encoding_option("The default is binary; without --solver, this option selects HiGHS.")(function)
    )


def presolve_options(
    default: str = "The default is probe. With --solver highs and without this option, a puzzle that propagation "
    "alone would solve is propagated less, so that HiGHS finds the answer.",
) -> Callable[[F], F]:
    """``--presolve`` and ``--no-presolve``, as one parameter ``presolve``: ``None`` where neither is given.

    Args:
        default: what ``None`` means, for the help.
    """
    written = "The same as --presolve none: use the model as written."
    flag: Callable[[F], F] = option("--no-presolve", "presolve", flag_value="none", help=written)
    note = f"How much to propagate before the solver starts. {default}"
    strength: Callable[[F], F] = option("--presolve", type=click.Choice(STRENGTHS), help=note)
    return lambda function: strength(flag(function))


_GIVENS = option(
    "--givens",
    metavar="TEXT|FILE",
    help="Givens for the main grid: a file or the marks themselves (81 characters for a 9×9). The givens of other "
    "grids, and clues, follow after their names: '53..7…; other: 12…; number: 3.2/.1.'.",
)


def model_options(function: F) -> F:
    """``--set --givens --include --bound``, collected in the parameter ``options``."""
    return model_options_with(_GIVENS)(function)


def model_options_with(*givens: Callable[[Any], Any]) -> Callable[[F], F]:
    """The same with another ``--givens`` than most commands have, or without."""
    return grouped(
        "options",
        _model_options,
        option(
            "--set",
            "settings",
            type=assignment,
            multiple=True,
            metavar="NAME=EXPR",
            help="Set a param of the model (--set n=16), or the rows of its clues "
            "(--set 'number=3 . 2/. 1 .'). Repeatable.",
        ),
        *givens,
        option(
            "--include",
            type=Folder(),
            multiple=True,
            metavar="DIR",
            help="Another folder, besides the model's own, for its include lines. Repeatable.",
        ),
        option(
            "--bound",
            "bounds",
            type=assignment,
            multiple=True,
            metavar="NAME=N",
            help="Set a limit on the expanded model: constraints, variables, items, depth, steps, seconds, digits, "
            "states, moves, memory, files. Repeatable.",
        ),
        flag(
            "--safe",
            note="Set tight bounds and allow no included files, for a model that you do not trust. Use it with a "
            "--time-limit.",
        ),
    )


def _model_options(
    *,
    settings: tuple[tuple[str, str], ...],
    givens: str | None = None,  # a command may do without
    include: tuple[str, ...],
    bounds: tuple[tuple[str, str], ...],
    safe: bool,
) -> ModelOptions:
    limits = dict(bounds)
    if safe:
        from puzzledsl.elaboration import SAFE

        limits = {name: str(getattr(SAFE, name)) for name in SAFE.__match_args__} | limits
    return ModelOptions(dict(settings), givens, include, limits)


keep_option = option(
    "--keep",
    multiple=True,
    metavar="WHAT",
    help="Assume these clues and never list them: givens, clues, houses (rows, columns and regions whose cells all "
    "differ), a kind of clue (cage), a cell (r3c4), a line (12, 12-20) or a pattern for the clue's sentence "
    "('cage 1?*'). Repeatable.",
)


def drop_options(function: F) -> F:
    """``--keep`` and ``--houses``, of the commands that drop clues."""
    houses = flag("--houses", note="Also test rows, columns and boxes (alldifferent).")
    return keep_option(houses(function))
