"""``puzzledsl explain``: why a model has no solution; or, of one that has, why a cell holds its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import flag, number_option
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import by_option, first_given, keep_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation


class Explaining(Analysis):
    """Why a model has no solution."""

    question = "analysis.unsolvable.explain"
    stage = "looking for a conflict"
    allow_clashes = True  # those that clash at sight are a conflict as any other


class ExplainingCell(Analysis):
    """Why a cell must hold its value."""

    question = "steps.cell_explanation.explain_cell"
    stage = "looking for a chain"


def _run(invocation: Invocation, *, cell: str | None, **given: Any) -> int:
    """Say why a model has no solution: find a minimal set of clues that contradict each other. If any of them is left
    out, the others have a solution; both are proven. The grid marks the cells of the clues and givens with "!".
    --keep houses hides rows, columns and regions, and is often much faster.

    With CELL (r3c4), say why this cell must hold its value, in a model that has a solution: a chain of the steps of
    `puzzledsl steps` that the cell needs, each with the clues and earlier steps that it uses.

    \b
    Examples:
      puzzledsl explain broken.puz --smallest --svg broken.svg
      puzzledsl explain snake.puz r3c4

    \b
    Exit status:
      0    explained
      1    the model has a solution; with CELL: it has none, or the cell can have several values
      2    the model or the command is wrong
      3    the time limit was reached; results so far are printed, with what is not proven
      130  interrupted (Ctrl-C); results so far are printed
    """
    if cell is None:
        return Explaining(invocation, **given).run()
    if name := first_given("by", "keep", "smallest", "most", "solver", "encoding"):
        raise click.UsageError(f"{name} is for models without a solution; leave it out, or leave out the cell")
    rest = {name: value for name, value in given.items() if name not in ("by", "keep", "smallest", "most")}
    return ExplainingCell(invocation, cell=cell, **rest).run()


command = analysis_command(
    _run,
    "explain",
    "Say which clues contradict each other, or why a cell holds its value.",
    solver_options,
    click.argument("cell", required=False, metavar="[CELL]"),
    by_option,
    keep_option,
    flag("--smallest", note="Find a smallest set."),
    number_option("--all", "most", default=1, note="Find up to N different sets."),
    picture_options,
)
