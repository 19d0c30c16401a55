"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import write_file
from puzzledsl.cli.options import flag, number_option, option
from puzzledsl.cli.picture_options import scene_options
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.steps.solve_path import StepsPath


class Steps(Analysis):
    """Solve a model step by step, as people do. Each step is the easiest one available: a sentence that names its
    reason, and places a value or removes candidates. The path ends with the solution, or it is "stuck": no technique
    applies, or there are "several" solutions, and the remaining candidates are printed. With --try, single values are
    then assumed and refuted. The hardest step determines the difficulty.

    \b
    Examples:
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --html steps.html
      puzzledsl steps snake.puz --only 'naked single' --svg marks.svg

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
    nothing = {"status": "unknown", "steps": [], "interrupted": False}  # noqa: RUF012

    def check(self) -> None:
        """Refuse --hint with other ends, and --matching without a picture."""
        assert self.pictures is not None
        files = {**self.pictures.files}
        self.html = files.pop("html", None)
        self.pictures = replace(self.pictures, files=files)
        if self.own["hint"] and (self.own["until"] is not None or self.own["most"] is not None):
            raise click.UsageError("--hint shows one step; leave out --until and --max")
        if self.own["group"] is not None and not files:
            raise click.UsageError("--matching is shown in a picture; add --svg FILE")

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
    option("--only", metavar="TECHNIQUE", help="Use this technique alone: 'naked single'."),
    option(
        "--matching",
        "group",
        metavar="GROUP",
        help="Pictures show how these cells, which must all differ, match the candidates left: 'row 3'.",
    ),
    scene_options("where the steps stop (HTML: a page with every step)"),
)
