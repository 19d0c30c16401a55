"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import check_place, write_file
from puzzledsl.cli.options import flag, number_option, option

if TYPE_CHECKING:
    from puzzledsl.steps.solve_path import StepsPath


class Steps(Analysis["StepsPath"]):
    """Solve a model step by step, as people do. Each step is the easiest one available: a sentence that names its
    reason, and places a value or removes candidates. The path ends with the solution, or it is "stuck": no technique
    applies, or there are "several" solutions, and the remaining candidates are printed. With --try, single values are
    then assumed and refuted. The hardest step determines the difficulty.

    \b
    Examples:
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --html steps.html

    \b
    Exit status:
      0    solved, or stopped as --hint, --until or --max says
      1    the steps end in a contradiction: there is no solution; or there are several
      2    the model or the command is wrong
      3    stuck, or the time limit came first
      130  interrupted (Ctrl-C); the steps so far are printed
    """

    question = "steps.solve_path.follow"
    stage = "looking for steps"
    by_status = {  # noqa: RUF012
        "solved": statuses.FOUND,
        "reached": statuses.FOUND,
        "infeasible": statuses.NONE,
        "several": statuses.NONE,
    }
    nothing = {"status": "unknown", "steps": [], "interrupted": False}  # noqa: RUF012

    def check(self) -> None:
        """Refuse --hint with other ends, and a page that cannot be written."""
        self.html: str | None = self.own.pop("html")
        if self.own["hint"] and (self.own["until"] is not None or self.own["most"] is not None):
            raise click.UsageError("--hint shows one step; leave out --until and --max")
        if self.html is not None:
            check_place(self.html, [self.file])

    def show(self, found: StepsPath | None) -> None:
        """Draw the steps, then print them."""
        if found is not None and self.html is not None:
            from puzzledsl.steps.pictures import step_page

            write_file(self.html, step_page(found))
        super().show(found)


command = analysis_command(
    Steps,
    "steps",
    "Solve a model step by step, as people do, each step with its reason.",
    flag("--hint", note="Only the next step."),
    flag("--try", "trying", note="Where the steps stop, assume a value and refute it."),
    option("--until", metavar="CELL", help="Stop when this cell has its value: r3c4."),
    number_option("--max", "most", note="Stop after so many steps."),
    option(
        "--html",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Draw the steps on a page to go through.",
    ),
)
