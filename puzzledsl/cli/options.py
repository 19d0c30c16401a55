"""Options of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any] | click.Command)

REMOVED = {
    ("compare", "--cluster"): "measure on one machine",
    ("compare", "--column"): "`cut` takes one column of a collection for --givens",
    ("compare", "--details"): "`--json` has the seconds of each puzzle",
    ("compare", "--jobs"): "runs follow one another, since they would slow each other down",
    ("compare", "--option"): "`puzzledsl solve --option` sets options of HiGHS",
    ("compare", "--rounds"): "run the command several times",
    ("compare", "--sample"): "`shuf -n N` takes some lines of a collection for --givens",
    ("generate", "--attempts"): "for one puzzle that fits, 200 are tried",
    ("generate", "--cluster"): "another --seed on each machine makes other puzzles",
    ("generate", "--font"): "`--output DIR` writes models, and `puzzledsl print --font` prints them",
    ("generate", "--force"): "files that exist stay; remove them first",
    ("generate", "--format"): "`--output FILE.txt` writes a line for each puzzle",
    ("generate", "--landscape"): "`--output DIR` writes models, and `puzzledsl print --landscape` prints them",
    ("generate", "--margin"): "`--output DIR` writes models, and `puzzledsl print --margin` prints them",
    ("generate", "--paper"): "`--output DIR` writes models, and `puzzledsl print --paper` prints them",
    ("generate", "--per-page"): "`--output DIR` writes models, and `puzzledsl print --per-page` prints them",
}
"""Options that are gone, by command, and what to do instead."""


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
