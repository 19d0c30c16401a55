"""``puzzledsl format``: models in canonical layout."""

from __future__ import annotations

import click

from puzzledsl.cli.options import ModelFile, color_option, invocation_of


@click.command("format", short_help="Lay models out anew.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change, and exit with 1.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option("--quiet", "-q", is_flag=True, help="Do not name the files that were changed.")
@color_option
@click.pass_context
def command(ctx: click.Context, *, files: tuple[str, ...], check: bool, diff: bool, quiet: bool, color: str) -> int:
    """Lays models out anew: indentation, blanks, aligned rows of givens. Comments and line breaks stay.

    Files are rewritten in place, as a whole or not at all, and keep their permissions; a file that is well laid out is
    not touched. - formats standard input to standard output. A model with mistakes of form is left as it is.

    \b
    Examples:
      puzzledsl format snake.puz
      puzzledsl format --check models/*.puz      for a commit hook
      puzzledsl format --diff snake.puz
      puzzledsl format - < snake.puz > new.puz

    \b
    Exit status:
      0  done
      1  with --check: a file would change
      2  a model or the call is wrong
    """
    from puzzledsl.cli.layout import format_files

    del color
    return format_files(files, check, diff, quiet, invocation_of(ctx))
