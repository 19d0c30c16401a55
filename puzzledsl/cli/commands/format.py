"""``puzzledsl format``: models in canonical layout."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.files import STANDARD, open_source, write_file
from puzzledsl.cli.invocation import Invocation, each_file
from puzzledsl.cli.model_file import ModelOptions, refuse_two_readers
from puzzledsl.cli.options import flag
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, quiet_option


@click.command("format", short_help="Format models.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@flag("--check", note="Write nothing; name the files that would change, and exit with status 1.")
@quiet_option("Do not print the names of changed files.")
@color_option
@click.pass_obj
def command(invocation: Invocation, *, files: tuple[str, ...], check: bool) -> int:
    """Format models: indentation, blanks, aligned rows of givens. Comments and line breaks stay. Files are rewritten in
    place; models with syntax errors are not changed. The name - formats standard input to standard output.

    \b
    Examples:
      puzzledsl format --check models/*.puz      for a commit hook
      puzzledsl format - < snake.puz > new.puz

    \b
    Exit status:
      0  done
      1  with --check: a file would change
      2  a model or the command is wrong
    """
    refuse_two_readers(files, ModelOptions())
    return each_file(invocation, files, lambda name, _: _format_file(name, check, invocation.quiet))


def _format_file(name: str, check: bool, quiet: bool) -> int:
    from puzzledsl.formatting import format_text

    source = open_source(name)
    text = format_text(source)
    # Bytes are compared where there are any: a byte order mark or foreign line ends are part of the layout too.
    before = source.text.encode() if name == STANDARD else Path(name).read_bytes()
    changed = text.encode() != before
    if check:
        if changed and not quiet:
            print(f"{source.name} would change")
        return statuses.NONE if changed else statuses.FOUND
    if changed or name == STANDARD:
        write_file(name, text)
        if name != STANDARD and not quiet:
            print(f"{name}: formatted", file=sys.stderr)
    return statuses.FOUND
