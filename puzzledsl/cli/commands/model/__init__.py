"""``puzzledsl model``: the integer program of a model."""

from __future__ import annotations

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import (
    STRENGTHS,
    color_option,
    encoding_option,
    first_given,
    json_option,
    model_options,
    presolve_options,
)


@click.command("model", short_help="Describe the integer program of a model, or write it to a file.")
@click.argument("file", type=ModelFile(), metavar="FILE")
@option("--to", "form", metavar="FORMAT", help="Write the program: lp, mps, or pyomo (a Python script).")
@option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    default="-",
    metavar="FILE",
    help="With --to: the file to write; - is standard output, the default.",
)
@option("--rows", "all_rows", is_flag=True, help="Show every row, with a sentence that says what it means.")
@option("--line", type=click.IntRange(min=1), metavar="N", help="Show the rows of the clues on this line.")
@option(
    "--clue",
    metavar="WHAT",
    help="Show the rows of these clues: a kind (cage), a cell (r3c4), givens, houses, a pattern for a clue's sentence "
    "('cage 1?*'); or values, the rows that link the columns of a cell.",
)
@option(
    "--unpresolved", is_flag=True, help="With --rows, --line or --clue: show only the rows as written, before presolve."
)
@option(
    "--most",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Show at most N rows of each clue; --json has all of them.",
)
@encoding_option
@presolve_options("Default: probe for a description, none with --to.")
@model_options
@json_option
@color_option
@click.pass_obj
def command(
    invocation: Invocation,
    *,
    file: str,
    form: str | None,
    output: str,
    all_rows: bool,
    line: int | None,
    clue: str | None,
    unpresolved: bool,
    most: int,
    encoding: str,
    presolve: str | None,
    options: ModelOptions,
) -> int:
    """Describe the integer program of a model, show its rows, or write it for another program.

    Without options the command counts columns, rows and nonzeros by kind of clue, for all encodings side by side, as
    written and after presolve. "values" stands for the cells themselves and the rows that link their columns.

    With --rows, --line or --clue it shows the rows themselves, each with a sentence that says what it means, for all
    encodings side by side (or for --encoding), as written and after presolve. A claim in brackets, as in
    3*[r1c3 = 4], is 1 if it holds, and otherwise 0.

    With --to it writes the program of one encoding. The names say what they stand for: x_r3_c4_7 (in Pyomo
    x[r3,c4,7]) is "row 3, column 4 holds 7", and a row is named after its clue and line. The program is the model as
    written; with --presolve, only values that presolve leaves have columns.

    \b
    Examples:
      puzzledsl model snake.puz
      puzzledsl model snake.puz --line 24
      puzzledsl model snake.puz --clue cage --unpresolved
      puzzledsl model snake.puz --to lp --output snake.lp
      puzzledsl model snake.puz --to pyomo --encoding integer > snake.py
      puzzledsl model snake.puz --json

    \b
    Exit status:
      0  described, or written
      2  the model or the command is wrong; with --to also: presolve proves that there is no solution
    """
    from puzzledsl.cli.commands.model.description import describe, write

    if all_rows or line is not None or clue is not None:
        from puzzledsl.cli.commands.model.row_listing import show_rows

        if form is not None:
            raise click.UsageError("--rows, --line and --clue show the program; they do not go with --to")
        if all_rows and (line is not None or clue is not None):
            raise click.UsageError("--rows shows every row; leave it out with --line or --clue")
        if unpresolved and presolve not in (None, "none"):
            raise click.UsageError(f"--unpresolved and --presolve {presolve} exclude each other")
        chosen = encoding if first_given("encoding") else None
        strength = "none" if unpresolved else presolve or STRENGTHS[-1]
        show_rows(file, options, invocation, clue=clue, line=line, encoding=chosen, presolve=strength, most=most)
        return 0
    if unpresolved:
        raise click.UsageError("--unpresolved needs --rows, --line or --clue")
    if form is None:
        if output != "-":
            raise click.UsageError("--output needs --to: lp, mps or pyomo")
        describe(file, options, presolve or STRENGTHS[-1], invocation)
    else:
        if invocation.json:
            raise click.UsageError("--json describes a model; it does not go with --to")
        write(file, options, form, output, encoding, presolve or "none")
    return 0
