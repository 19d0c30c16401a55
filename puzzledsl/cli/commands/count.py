"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import invocation_of


@click.command("count", short_help="Count the solutions of a puzzle, or estimate their number.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="It is enough to know that there are so many.")
@click.option("--estimate", is_flag=True, help="Estimate from random samples instead of counting.")
@click.option(
    "--samples", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="For --estimate."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="For --estimate.")
@question_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    limit: int | None,
    estimate: bool,
    samples: int,
    seed: int,
    time_limit: float | None,
    options: ModelOptions,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Counts the solutions of a puzzle: exactly, or "at least" so many when --limit, --time-limit or Ctrl-C comes
    first.

    FILE is a model; - reads one from standard input. A solution is a filling of the grids: two that differ only in
    variables outside the grids are one. In a model without a grid its variables are counted. An objective is left
    aside.

    Search with propagation counts what is left of the puzzle by independent parts, and each such part once: the same
    remainder, or one that differs only in which value is called what, is not counted again. So there may be far more
    solutions than anybody could list.

    --estimate takes random ways through the search tree (Knuth 1975). The mean is right on the average; the standard
    error says how far it may be off (twice as much, in 1 of 20 cases). When few samples end at a solution both are to
    be taken with care.

    \b
    Examples:
      puzzledsl count queens.puz
      puzzledsl count snake.puz --limit 2 --quiet
      puzzledsl count empty.puz --estimate --samples 500 --seed 7
      puzzledsl count empty.puz --time-limit 60

    \b
    Exit status:
      0    counted, or the limit reached that was asked for; all samples taken
      1    proven to have no solution
      2    the model or the call is wrong
      3    the time limit came first: there are at least as many as printed
      130  interrupted (Ctrl-C); what was reached is printed
    """
    from click.core import ParameterSource

    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.counting import Sampling, run_count, run_estimate

    del color, as_json
    call = Asking(options, time_limit, invocation_of(ctx), quiet)
    if estimate:
        if limit is not None:
            raise click.UsageError("--limit is for counting; an estimate has --samples")
        return run_estimate(file, call, Sampling(samples, seed))
    for name in ("samples", "seed"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} is for --estimate")
    return run_count(file, call, limit)
