"""``puzzledsl format``: models in canonical layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.files import STANDARD, open_source, write_file
from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, quiet_option
from puzzledsl.diagnostics import PuzzleError, failure

if TYPE_CHECKING:
    from puzzledsl.source import Source


@click.command("format", short_help="Format models.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@option("--check", is_flag=True, help="Write nothing; name the files that would change, and exit with status 1.")
@option("--diff", is_flag=True, help="Write nothing; show what would change.")
@quiet_option("Do not print the names of changed files.")
@color_option
@click.pass_obj
def command(invocation: Invocation, *, files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Format models: indentation, blanks, aligned rows of givens. Comments and line breaks stay.

    Files are rewritten in place and keep their permissions. An interrupted run leaves no half-written file. Files in
    canonical layout and models with syntax errors are not changed. The name - formats standard input to standard
    output.

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
      2  a model or the command is wrong
    """
    if list(files).count(STANDARD) > 1:
        raise failure("standard input can be read only once", code="call")
    found: list[int] = []
    for name in files:
        try:
            found.append(_format_file(name, check, diff, invocation))
        except PuzzleError as error:
            if statuses.WRONG in found:
                print(file=sys.stderr)
            invocation.complain(error.diagnostics)
            found.append(statuses.WRONG)
    return statuses.worst(found)


def _format_file(name: str, check: bool, diff: bool, invocation: Invocation) -> int:
    from puzzledsl.formatting import format_text

    source = open_source(name)
    text = format_text(source)
    # Bytes are compared where there are any: a byte order mark or foreign line ends are part of the layout too.
    before = source.text.encode() if name == STANDARD else Path(name).read_bytes()
    changed = text.encode() != before
    if diff and changed:
        _print_diff(source, text, invocation.screen.color)
    if check:
        if changed and not invocation.quiet and not diff:
            print(f"{source.name} would change")
        return statuses.NONE if changed else statuses.FOUND
    if diff:
        return statuses.FOUND
    if name == STANDARD:
        write_file(STANDARD, text)
    elif changed:
        write_file(name, text)
        if not invocation.quiet:
            print(f"{name}: formatted", file=sys.stderr)
    return statuses.FOUND


def _print_diff(source: Source, text: str, color: bool) -> None:
    from difflib import unified_diff

    new = Path(source.name).as_posix()
    for line in unified_diff(source.text.splitlines(), text.splitlines(), new, f"{new} (formatted)", lineterm=""):
        paint = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}.get(line[:1], "") if color else ""
        print(f"{paint}{line}\x1b[0m" if paint else line)
