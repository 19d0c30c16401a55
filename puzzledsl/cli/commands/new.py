"""``puzzledsl new``: a commented model to start from."""

from __future__ import annotations

import click

from puzzledsl.cli.options import color_option
from puzzledsl.cli.starting import kinds, start


@click.command("new", short_help="Write a commented model to start from.")
@click.argument("name", metavar="NAME")
@click.option("--kind", type=click.Choice(kinds()), default="classic", show_default=True, help="What to start from.")
@color_option
def command(name: str, kind: str, color: str) -> int:
    """Writes NAME.puz: a commented model, ready to be solved and changed.

    An existing file is never overwritten. - writes to standard output.

    \b
    Examples:
      puzzledsl new snake && puzzledsl solve snake.puz
      puzzledsl new cage --kind killer
      puzzledsl new - --kind kakuro

    \b
    Exit status:
      0  written
      2  the file is there already, or cannot be written
    """
    del color
    start(name, kind)
    return 0
