"""``puzzledsl check``: the mistakes of models, without solving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.invocation import Invocation, each_file
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, json_option, model_options, quiet_option
from puzzledsl.diagnostics import json_of
from puzzledsl.formats.recognition import short_name
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.diagnostics import Diagnostic


@click.command("check", short_help="Report all mistakes in models.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@model_options
@json_option
@quiet_option("Print only mistakes: no warnings, no lines about correct files.")
@color_option
@click.pass_obj
def command(invocation: Invocation, *, files: tuple[str, ...], options: ModelOptions) -> int:
    """Report all mistakes in models at once. Every message names the file, line and column, underlines the wrong part,
    and states what would be right. Nothing is solved. FILE may be - for standard input. With --json, each file is one
    object {"ok": ..., "warnings": [...], "diagnostics": [...]}.

    \b
    Examples:
      puzzledsl check models/*.puz --quiet

    \b
    Exit status:
      0  no mistakes (there may be warnings)
      2  a model or the command is wrong
    """
    refuse_two_readers(files, options)

    def check(name: str, head: dict[str, object]) -> int:
        warnings = _warnings(name, options)
        if invocation.json:
            invocation.emit(head | {"ok": True, "warnings": json_of(warnings, "warning"), "diagnostics": []})
        elif not invocation.quiet:
            invocation.warn_of_all(warnings)
            many = f", {counted(len(warnings), 'warning')}" if warnings else ""
            print(f"{short_name(name)}: no mistakes{many}")
        return statuses.FOUND

    return each_file(invocation, files, check, ok=False, warnings=[])


def _warnings(name: str, options: ModelOptions) -> tuple[Diagnostic, ...]:
    """The remarks about a good model.

    Flattening is part of the check: what can never hold, and what no program can say, shows only there.

    Raises:
        PuzzleError: the model is wrong.
    """
    from puzzledsl.flattening import flatten

    model, _ = load(name, options)
    flatten(model, strict=True)
    return model.warnings
