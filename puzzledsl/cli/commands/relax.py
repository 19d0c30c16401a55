"""``puzzledsl relax``: the linear relaxation of a model's programs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import flag
from puzzledsl.cli.picture_options import scene_options
from puzzledsl.cli.shared_options import encodings_option, presolve_options
from puzzledsl.cli.side_by_side import page_width, side_by_side

if TYPE_CHECKING:
    from puzzledsl.inspection.relaxation import Relaxation, Relaxations
    from puzzledsl.presentation.picture import Picture


class Relaxing(Analysis["Relaxations"]):
    """Show the linear relaxation of the integer program, in which columns may have any value between their bounds.
    Each grid is one best point of a relaxation. In the binary encoding, a fractional cell shows each candidate with a
    bar for its share: 3▂7▆ is a quarter of a 3 and three quarters of a 7. Below the grid are the bound on the objective
    and the number of fractional columns. If a relaxation has no point, the puzzle has no solution, and rows without a
    common point are listed. A picture of a program of two columns shows its rows as half planes.

    \b
    Examples:
      puzzledsl relax snake.puz --svg relaxed.svg
      puzzledsl relax snake.puz --encoding binary --no-presolve --cuts

    \b
    Exit status:
      0    shown
      1    a relaxation has no point, so the puzzle has no solution
      2    the model or the command is wrong
      3    the time limit was reached
      130  interrupted (Ctrl-C); the relaxations so far are printed
    """

    stage = "writing and relaxing the programs"
    nothing = {"relaxations": []}  # noqa: RUF012
    spaced = True
    objective = True
    presolve: str | None
    cuts: bool
    duals: bool

    def ask(self) -> Relaxations:
        """Relax the programs."""
        from puzzledsl.inspection.relaxation import Relaxations
        from puzzledsl.inspection.relaxing import relax

        parts: list[Relaxation] = []
        self.so_far = lambda: Relaxations(self.model, tuple(parts)) if parts else None
        return relax(
            self.model,
            encoding=self.encoding,
            presolve=self.presolve,
            cuts=self.cuts,
            duals=self.duals,
            parts=parts,
        )

    def exit_status(self, found: Relaxations) -> int:
        """None if a relaxation has no point."""
        if found.infeasible:
            return statuses.NONE
        return statuses.LIMIT if any(part.status == "unknown" for part in found.parts) else statuses.FOUND

    def lines(self, found: Relaxations) -> list[str]:
        """The points, the encodings side by side, with the same propagation in one row."""
        from puzzledsl.inspection.relaxation import row_lines, views
        from puzzledsl.presentation.relaxed import relaxation_text

        lines, width = list[str](), page_width(self.screen)
        color, unicode = self.screen.color, self.screen.unicode
        for _, row in groupby(views(found), key=lambda view: view.stage):
            blocks = [relaxation_text(self.model, view, color=color, unicode=unicode, width=width) for view in row]
            lines += ["", *side_by_side(blocks, width, gap=5)]
        return [*lines[1:], *(line for part in found.parts for line in row_lines(part, width))]

    def parts(self, found: Relaxations) -> list[str]:  # noqa: ARG002
        """Nothing but the seconds."""
        return ["interrupted"] if self.interrupted else []

    def scene(self, found: Relaxations) -> Picture:
        """The points."""
        from puzzledsl.inspection.relaxation import views
        from puzzledsl.presentation.relaxed import relaxation_picture

        return relaxation_picture(self.model, views(found))


command = analysis_command(
    Relaxing,
    "relax",
    "Show the linear relaxation: the program without the demand for whole numbers.",
    scene_options("the relaxations"),
    encodings_option,
    presolve_options("Default: show the program as written, and below it as `solve` propagates it."),
    flag(
        "--cuts",
        note="Also show the relaxation with the cuts of HiGHS' root node (with HiGHS' own presolve off), and the cuts.",
    ),
    flag("--duals", note="Also show the rows with their duals and slacks, and the columns with their reduced costs."),
)
