"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import invocation_of


@click.command("steps", short_help="Solve a model step by step, as people do, each step with its reason.")
@question_options
@click.option("--hint", is_flag=True, help="Only the next step.")
@click.option("--try", "trying", is_flag=True, help="Where the steps stop, assume a value and refute it.")
@click.option("--until", metavar="CELL", help="Stop when this cell has its value: r3c4.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps.")
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=str),
    metavar="DIR",
    help="Draw each step into this folder: 001.svg, 002.svg …",
)
@click.option(
    "--picture-format",
    "form",
    default="svg",
    show_default=True,
    metavar="FORMAT",
    help="Of --pictures: svg, png, html.",
)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    options: ModelOptions,
    time_limit: float | None,
    hint: bool,
    trying: bool,
    until: str | None,
    most: int | None,
    pictures: str | None,
    form: str,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Solves a model step by step, as people do: always the easiest step there is.

    Each step is one sentence that names its reason: a row or region, or a clue with its line, and cells; it places a
    value or takes candidates away. Where all values must differ these are singles, pairs and triples, pointing and
    claiming, fish and wings; any other clue is looked at by itself, then with what must differ among its cells; cages
    in houses by the rule of 45. A value that is placed goes at once from all cells that must differ.

    The path ends with the solution, or with "no further without trying" and the candidates that are left; with --try
    single values are then assumed, each with the steps to its contradiction. The hardest step makes the difficulty:
    easy, moderate, tricky, hard, very hard; beyond, where the steps do not reach the end without trying.

    \b
    Examples:
      puzzledsl steps snake.puz
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --until r3c4
      puzzledsl steps classic.puz --givens 003020600900305001001806400...
      puzzledsl steps snake.puz --pictures pages --picture-format png

    With --json: {"status", "difficulty": {"level", "rating", "hardest"}, "techniques": {name: count}, "steps":
    [{"step", "technique", "rating", "level", "sentence", "placed", "removed", "clues": [{"clue", "sentence", "line"}],
    "cells"}], "grids", "variables", "candidates", "interrupted", "seconds"}. The status is solved, stuck, infeasible,
    reached (--until, --max, --hint), or unknown (the limit came first).

    \b
    Exit status:
      0    solved, or as far as was asked for
      1    the steps end in a contradiction: there is no solution
      2    the model or the call is wrong
      3    no further without trying, or the time limit came first
      130  interrupted (Ctrl-C); the steps so far are printed
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.stepping import StepsCall, show_steps

    del as_json, color
    if hint and (until is not None or most is not None):
        raise click.UsageError("--hint is one step: it goes with neither --until nor --max")
    call = StepsCall(
        Asking(options, time_limit, invocation_of(ctx), quiet), until, 1 if hint else most, hint, trying, pictures, form
    )
    return show_steps(file, call)
