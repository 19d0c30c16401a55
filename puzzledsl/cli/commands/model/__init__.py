"""``puzzledsl model``: the integer program of a model."""

from __future__ import annotations

import click

from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.shared_options import (
    STRENGTHS,
    ModelFile,
    color_option,
    encoding_option,
    invocation_of,
    json_option,
    model_options,
    presolve_options,
)


@click.command("model", short_help="Describe the integer program of a model, or write it.")
@click.argument("file", type=ModelFile(), metavar="FILE")
@click.option("--to", "form", metavar="FORMAT", help="Write the program: lp, mps, or pyomo (a Python script).")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    default="-",
    metavar="FILE",
    help="With --to: where to; - is standard output, the default.",
)
@encoding_option
@presolve_options(None, " Without it: probe to describe, none with --to.")
@model_options
@json_option
@color_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    form: str | None,
    output: str,
    encoding: str,
    presolve: str | None,
    options: ModelOptions,
    as_json: bool,
    color: str,
) -> int:
    """Describes the integer program of a model, or writes it for another program.

    Without --to: columns, rows and nonzeros by kind of clue, for every encoding side by side, as written and after
    presolve. "values" are the cells themselves and the rows that tie their columns together.

    With --to: the program of one encoding. Names in it show what they stand for: x_r3_c4_7 (in Pyomo x[r3,c4,7]) is
    "row 3, column 4 holds 7", a row is named after its clue and line. The model is written as it is; with --presolve
    only values that presolve leaves have columns.

    \b
    Examples:
      puzzledsl model snake.puz
      puzzledsl model snake.puz --to lp --output snake.lp
      puzzledsl model snake.puz --to pyomo --encoding integer > snake.py
      puzzledsl model snake.puz --json

    \b
    Exit status:
      0  described, or written
      2  the model or the call is wrong; with --to also: presolve proves that there is no solution
    """
    from puzzledsl.cli.commands.model.description import describe, write

    del color
    if form is None:
        if output != "-":
            raise click.UsageError("--output needs --to: lp, mps or pyomo")
        describe(file, options, presolve or STRENGTHS[-1], invocation_of(ctx))
    else:
        if as_json:
            raise click.UsageError("--json describes a model; it does not go with --to")
        write(file, options, form, output, encoding, presolve or "none")
    return 0
