"""Options of commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any] | click.Command)


class Option(click.Option):
    """An option whose help text has no indentation, so that click need not load `inspect` to remove it."""

    def __init__(self, declarations: list[str] | None = None, help: str | None = None, **attributes: Any) -> None:  # noqa: A002
        super().__init__(declarations, **attributes)
        self.help = help


def option(*declarations: str, **attributes: Any) -> Callable[[F], F]:
    """`click.option` with `Option`."""
    return click.option(*declarations, cls=Option, **attributes)


def grouped(parameter: str, made: Callable[..., Any], *options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Add options whose values a command gets as one parameter.

    Args:
        made: makes it of the values, which it gets by name.
    """

    def added(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def collected(*args: Any, **values: Any) -> Any:
            own = {name: values.pop(name) for name in names}
            return function(*args, **values, **{parameter: made(**own)})

        wrapped: Any = collected
        others = len(getattr(wrapped, "__click_params__", ()))
        for one in reversed(options):
            wrapped = one(wrapped)
        names = {one.name for one in wrapped.__click_params__[others:]}
        return wrapped

    return added


def flag(*names: str, note: str) -> Callable[[F], F]:
    """An option without a value."""
    return option(*names, is_flag=True, help=note)


def number_option(
    *names: str, note: str, least: int = 1, most: int | None = None, default: int | None = None
) -> Callable[[F], F]:
    """An option with a whole number; the help shows the default, if there is one."""
    kind = click.IntRange(min=least, max=most)
    return option(*names, type=kind, default=default, show_default=default is not None, metavar="N", help=note)


def output_option(note: str) -> Callable[[F], F]:
    """``--output``, standard output where it is not given."""
    kind = click.Path(dir_okay=False, path_type=str)
    return option("--output", "-o", type=kind, default="-", metavar="FILE", help=note)


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


help_option = option(
    "-h",
    "--help",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)
"""What click adds to every command by itself, as an `Option`."""
