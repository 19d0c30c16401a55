"""Options of commands."""

from __future__ import annotations

from collections.abc import Callable
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
