"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import check_place, write_file
from puzzledsl.cli.options import flag, number_option, option
from puzzledsl.cli.step_lines import step_lines
from puzzledsl.listing import counted
from puzzledsl.model import values_text

if TYPE_CHECKING:
    from puzzledsl.steps.solve_path import StepsPath


class Steps(Analysis["StepsPath"]):
    """Solve a model step by step, as people do. Each step is the easiest one available: a sentence that names its
    reason, and places a value or removes candidates. The path ends with the solution, or it is "stuck": no technique
    applies, and the remaining candidates are printed. With --try, single values are then assumed and refuted. The
    hardest step determines the difficulty.

    \b
    Examples:
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --html steps.html

    \b
    Exit status:
      0    solved, or stopped as --hint, --until or --max says
      1    the steps end in a contradiction: there is no solution
      2    the model or the command is wrong
      3    stuck, or the time limit came first
      130  interrupted (Ctrl-C); the steps so far are printed
    """

    stage = "looking for steps"
    by_status = {"solved": statuses.FOUND, "reached": statuses.FOUND, "infeasible": statuses.NONE}  # noqa: RUF012
    nothing = {"status": "unknown", "steps": [], "interrupted": False}  # noqa: RUF012
    spaced = True
    hint: bool
    trying: bool
    until: str | None
    most: int | None
    html: str | None

    def ask(self) -> StepsPath:
        """Follow the path."""
        from puzzledsl.steps.puzzle import cell_number
        from puzzledsl.steps.solve_path import follow

        last = None if self.until is None else cell_number(self.model, self.until)
        most = 1 if self.hint else self.most
        self.display.unit = "step"
        advance = self.display.advance
        return follow(self.model, until=last, most=most, trying=self.trying, on_step=advance)

    def check(self) -> None:
        """Refuse --hint with other ends, and a page that cannot be written."""
        if self.hint and (self.until is not None or self.most is not None):
            raise click.UsageError("--hint shows one step; leave out --until and --max")
        if self.html is not None:
            check_place(self.html, [self.file])

    def show(self, found: StepsPath | None) -> None:
        """Draw the steps, then print them."""
        if found is not None and self.html is not None:
            from puzzledsl.steps.pictures import step_page

            write_file(self.html, step_page(found))
        super().show(found)

    def lines(self, found: StepsPath) -> list[str]:
        """The steps, then the solution or the remaining candidates."""
        digits, lines, end = len(str(len(found.findings))), list[str](), list[str]()
        for number, one in enumerate(found.findings, 1):
            lines += step_lines(f"{number:>{digits}}. ", one, self.screen)
        if found.values is not None and not self.hint:
            end = self.screen.solution(self.model, found.values)
        elif found.status in ("stuck", "unknown"):
            marks = self.screen.pencil_marks(self.model, found.candidates(), ranges=found.many)
            end = [*marks, *self._variables(found)]
        return [*lines, *([""] if lines and end else []), *end]

    def _variables(self, found: StepsPath) -> list[str]:
        """A line for each variable that belongs to no grid: ``total = 12``, ``total in 3..9``."""
        from puzzledsl.kernel.masks import domain_of

        variables, base = self.model.variables, found.puzzle.base
        own = {x: domain_of(mask, base[x]) for x in self.model.own if (mask := found.before[-1][x])}
        texts = {
            x: f"= {variables[x].told(values.lo)}"
            if values.size == 1
            else f"in {values_text(values, variables[x].letters)}"
            for x, values in own.items()
        }
        return [f"{variables[x].name} {text}" for x, text in texts.items() if not variables[x].hidden]

    def parts(self, found: StepsPath) -> list[str]:
        """How many steps, how hard, by which techniques."""
        word, steps = self.screen.status(found.status), counted(len(found.findings), "step")
        said = {
            "solved": f"{word} in {steps}",
            "stuck": f"{word} after {steps}: no technique applies",
            "infeasible": f"{word}: {steps} to a contradiction",
            "reached": steps,
            "unknown": f"{word} ({self.why}) after {steps}",
        }
        counts = ", ".join(f"{number} x {name}" for name, number in found.counts.items())
        hardness = [] if found.difficulty is None else [str(found.difficulty)]
        return [said[found.status], *hardness, *([counts] if len(found.counts) > 1 else [])]


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
