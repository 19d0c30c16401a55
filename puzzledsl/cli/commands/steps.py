"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import flag, number_option, option
from puzzledsl.cli.step_lines import step_lines
from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.steps.solve_path import StepsPath


@analysis_command(
    "steps",
    "Solve a model step by step, as people do, each step with its reason.",
    flag("--hint", note="Only the next step."),
    flag("--try", "trying", note="Where the steps stop, assume a value and refute it."),
    option("--until", metavar="CELL", help="Stop when this cell has its value: r3c4."),
    number_option("--max", "most", note="Stop after so many steps."),
    option(
        "--pictures",
        "folder",
        type=click.Path(file_okay=False, path_type=str),
        metavar="DIR",
        help="Draw each step into this folder: 001.svg, 002.svg …; as html one page, steps.html.",
    ),
    option(
        "--picture-format",
        "form",
        default="svg",
        show_default=True,
        metavar="FORMAT",
        help="The format of --pictures: svg, png, pdf, html.",
    ),
)
def command(invocation: Invocation, **given: Any) -> int:
    """Solve a model step by step, as people do. Each step is the easiest one available: a sentence that names its
    reason, and places a value or removes candidates. The path ends with the solution, or it is "stuck": no technique
    applies, and the remaining candidates are printed. With --try, single values are then assumed and refuted. The
    hardest step determines the difficulty.

    \b
    Examples:
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --pictures pages --picture-format png

    \b
    Exit status:
      0    solved, or stopped as --hint, --until or --max says
      1    the steps end in a contradiction: there is no solution
      2    the model or the command is wrong
      3    stuck, or the time limit came first
      130  interrupted (Ctrl-C); the steps so far are printed
    """
    if given["hint"] and (given["until"] is not None or given["most"] is not None):
        raise click.UsageError("--hint shows one step; leave out --until and --max")
    return Steps(invocation, **given).run()


class Steps(Analysis["StepsPath"]):
    """One call of ``puzzledsl steps``."""

    stage = "looking for steps"
    by_status = {"solved": statuses.FOUND, "reached": statuses.FOUND, "infeasible": statuses.NONE}  # noqa: RUF012
    nothing = {"status": "unknown", "steps": [], "interrupted": False}  # noqa: RUF012
    spaced = True
    hint: bool
    trying: bool
    until: str | None
    most: int | None
    folder: str | None
    form: str

    def ask(self) -> StepsPath:
        """Follow the path."""
        from puzzledsl.presentation.renderers import formats
        from puzzledsl.steps.puzzle import cell_number
        from puzzledsl.steps.solve_path import follow

        if self.folder is not None and self.form not in formats():
            helps = (f"there are {', '.join(sorted(formats()))}",)
            raise failure(f"no kind of picture is called `{self.form}`", helps=helps)
        last = None if self.until is None else cell_number(self.model, self.until)
        most = 1 if self.hint else self.most
        self.display.unit = "step"
        advance = self.display.advance
        return follow(self.model, until=last, most=most, trying=self.trying, deadline=self.deadline, on_step=advance)

    def show(self, found: StepsPath | None) -> None:
        """Draw the steps, then print them."""
        if found is not None and self.folder is not None:
            self._draw(found, self.folder)
        super().show(found)

    def _draw(self, path: StepsPath, folder: str) -> None:
        from pathlib import Path

        from puzzledsl.cli.files import write_file
        from puzzledsl.presentation.renderers import renderer
        from puzzledsl.steps.pictures import step_page, step_picture

        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise failure(f"`{folder}` cannot be made: {error.strerror}", code="file") from None
        if self.form == "html":
            write_file(str(place / "steps.html"), step_page(path))
            return
        render = renderer(self.form).render
        for number in range(len(path.findings) + 1):
            picture = step_picture(path, number)
            write_file(str(place / f"{number + 1:03}.{self.form}"), render(picture, None, None))

    def json(self, found: StepsPath) -> dict[str, object]:
        """The steps, the difficulty, and the grids or the candidates at the end."""
        return found.as_json()

    def lines(self, found: StepsPath) -> list[str]:
        """The steps, then the solution or the remaining candidates."""
        lines, end = step_lines(found, self.screen), list[str]()
        if found.values is not None and not self.hint:
            end = self.screen.solution(self.model, found.values)
        elif found.status in ("stuck", "unknown"):
            left = found.candidates()
            end = [*self.screen.pencil_marks(self.model, left), *self._variables(left)]
        return [*lines, *([""] if lines and end else []), *end]

    def _variables(self, candidates: dict[int, list[int]]) -> list[str]:
        """A line for each variable that belongs to no grid: ``total = 12``, ``total in 3..9``."""
        from puzzledsl.domain import Domain

        own = {x: values for x, values in candidates.items() if values and self.model.variables[x].grid is None}
        left = {x: f"= {values[0]}" if len(values) == 1 else f"in {Domain.of(values)}" for x, values in own.items()}
        return [f"{self.model.variables[x].name} {text}" for x, text in left.items()]

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
