"""``puzzledsl generate``: puzzles from a model without givens."""

from __future__ import annotations

from typing import Any

import click

from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.shared_options import (
    ModelFile,
    color_option,
    invocation_of,
    jobs_option,
    json_option,
    model_options_with,
    quiet_option,
    time_limit_option,
)


class CageSizes(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """``2-5``, or one number for both."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The smallest and the largest size."""
        if isinstance(value, tuple):
            return value
        low, _, high = str(value).partition("-")
        high = high or low
        if not (low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high)):
            self.fail(f"{value!r} is no pair of sizes such as 2-5", param, ctx)
        return int(low), int(high)


def _as_it_is(function: Any) -> Any:
    return function


@click.command("generate", short_help="Make puzzles with exactly one solution from a model.")
@click.argument("model", type=ModelFile(), metavar="MODEL")
@click.option("--givens", "-g", "target", type=click.IntRange(min=0), metavar="N",
              help="Number of givens, or the next higher one found. Without it, no given can be dropped.")  # fmt: skip
@click.option("--symmetry", default="none", show_default=True, metavar="NAME",
              help="Of the picture that the givens make: rotate (half a turn), quarter, mirror (left and right), flip "
              "(top and bottom), mirrors, diagonal, antidiagonal, diagonals, full.")  # fmt: skip
@click.option("--cages", is_flag=True, help="Cages with totals instead of givens: a killer sudoku.")
@click.option("--cage-sizes", type=CageSizes(), default="2-5", show_default=True, metavar="A-B",
              help="The smallest and the largest number of cells in a cage.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="S",
              help="The same puzzles for the same seed. Without it a random one, which is printed.")  # fmt: skip
@click.option("--count", "-n", type=click.IntRange(min=1), default=1, show_default=True, metavar="K",
              help="How many puzzles.")  # fmt: skip
@jobs_option()
@time_limit_option("For each puzzle. It is used up while there are more givens (or cages) than asked for.")
@click.option("--output", "-o", type=click.Path(), metavar="DIR|FILE",
              help="A folder for files of their own, or one file; - is standard output, the default.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@click.option("--format", "form", type=click.Choice(["puz", "lines"]), default="puz", show_default=True,
              help="puz (a model each) or lines (the givens of a puzzle a line, as batch reads them).")  # fmt: skip
@json_option
@model_options_with(_as_it_is)
@quiet_option("No progress, no remarks, no summary.")
@color_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    model: str,
    target: int | None,
    symmetry: str,
    cages: bool,
    cage_sizes: tuple[int, int],
    seed: int | None,
    count: int,
    jobs: int,
    time_limit: float | None,
    output: str | None,
    force: bool,
    form: str,
    as_json: bool,
    options: ModelOptions,
    quiet: bool,
    color: str,
) -> int:
    """Makes puzzles with exactly one solution from a model that has many.

    A full grid is drawn at random (any solution of MODEL, but not all are equally likely), then givens are taken away
    as long as the rest determines the grid. With --givens N some are put back and others taken away, in one grid
    after another, until there are no more than N. If that is not reached in time, or within a fixed amount of work,
    the puzzle has more givens, and their number is printed. MODEL's own givens stay, and count.

    A puzzle is the text of MODEL followed by a givens block, or with --cages by a random layout of cages. Before it is
    written, it is read again from its text and shown to have one solution.

    With --json one object a line for each puzzle: givens, asked, minimal, seed, line, solution, text, file.

    \b
    Examples:
      puzzledsl generate classic.puz
      puzzledsl generate classic.puz --givens 24 --symmetry rotate -o puzzle.puz
      puzzledsl generate sudoku_x.puz --count 10 --seed 7 --jobs 2 -o puzzles/
      puzzledsl generate classic.puz --cages -o killer.puz
      puzzledsl generate classic.puz -n 1000 --format lines > puzzles.txt

    \b
    Exit status:
      0    all puzzles are made (if with more givens than asked for, that is said)
      1    MODEL has no solution
      2    MODEL or the call is wrong
      3    a puzzle could not be made in the time that there was
      130  interrupted; the puzzles that were finished are written
    """
    from puzzledsl.cli.commands.generate.destinations import GenerateCall
    from puzzledsl.cli.commands.generate.generating import run_generate
    from puzzledsl.generation.generated import random_seed
    from puzzledsl.generation.recipe import Recipe

    del color
    if jobs == 0:
        import os

        jobs = os.cpu_count() or 1
    recipe = Recipe(target, symmetry, cages, cage_sizes, random_seed() if seed is None else seed, time_limit)
    call = GenerateCall(recipe, count, jobs, output, form, force, as_json, quiet, options, invocation_of(ctx))
    return run_generate(model, call)
