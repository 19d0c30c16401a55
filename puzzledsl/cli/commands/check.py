"""``puzzledsl check``: the mistakes of models, without solving them."""

from __future__ import annotations

import click

from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import ModelFile, color_option, invocation_of, json_option, model_options


@click.command("check", short_help="Report all mistakes in models.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@model_options
@json_option
@click.option("--quiet", "-q", is_flag=True, help="Nothing but mistakes: no warnings, no word about good files.")
@color_option
@click.pass_context
def command(
    ctx: click.Context, *, files: tuple[str, ...], options: ModelOptions, as_json: bool, quiet: bool, color: str
) -> int:
    """Reports the mistakes in models, all of them at once.

    Every message names file, line and column, shows the line with the wrong part underlined, and says what would be
    right. Nothing is solved. FILE may be - for standard input.

    \b
    Examples:
      puzzledsl check snake.puz
      puzzledsl check models/*.puz --quiet
      puzzledsl check - --json < snake.puz

    With --json a file is one object {"ok": ..., "warnings": [...], "diagnostics": [{"message", "code", "file",
    "line", "column", "end_line", "end_column", "label", "help"}, ...]}; several files are one object a line, which
    then begins with "file".

    \b
    Exit status:
      0  no mistakes (there may be warnings)
      2  a model or the call is wrong
    """
    from puzzledsl.cli.checking import check_files

    del as_json, color
    return check_files(files, options, invocation_of(ctx), quiet)
