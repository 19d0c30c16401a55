"""``puzzledsl relax``: the linear relaxation of a model's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, run_analysis
from puzzledsl.cli.options import option
from puzzledsl.cli.picture_options import Pictures, scene_options
from puzzledsl.cli.program_options import encodings_option, strength_option
from puzzledsl.cli.program_views import print_by_program
from puzzledsl.cli.side_by_side import page_width, side_by_side

if TYPE_CHECKING:
    from puzzledsl.cli.progress import Display
    from puzzledsl.cli.style import Screen
    from puzzledsl.inspection.relaxation import Relaxation, Relaxations
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture


@click.command("relax", short_help="Show the linear relaxation: the program without the demand for whole numbers.")
@scene_options("the relaxations")
@analysis_options
@encodings_option
@strength_option("Default: show the program as written, and below it as `solve` propagates it.")
@option(
    "--cuts",
    is_flag=True,
    help="Also show the relaxation with the cuts of HiGHS' root node (with HiGHS' own presolve off).",
)
def command(
    *,
    file: str,
    call: AnalysisCall,
    encoding: str | None,
    presolve: str | None,
    cuts: bool,
    pictures: Pictures,
) -> int:
    """Show the linear relaxation of the integer program. In it, columns may have any value between their bounds. HiGHS
    solves it first, and branches where the result is not whole.

    Each grid is one best point of a relaxation. A cell with a whole value shows this value. In the binary encoding,
    another cell shows each candidate with a bar for its share: 3▂7▆ is a quarter of a 3 and three quarters of a 7. In
    the integer encoding it shows its value, for example 3.5. Below the grid are the bound on the objective and the
    number of fractional columns. Without an objective there is no bound, and the point is any point of the relaxation.

    If a relaxation has no point, the puzzle has no solution. --cuts adds the rows that HiGHS adds at its root node;
    they cut off fractional points. In pictures, the size of a candidate shows its share, and fractional cells are
    coloured.

    \b
    Examples:
      puzzledsl relax snake.puz
      puzzledsl relax snake.puz --svg relaxed.svg
      puzzledsl relax snake.puz --encoding binary --unpresolved --cuts
      puzzledsl relax snake.puz --json

    \b
    Exit status:
      0    shown
      1    a relaxation has no point, so the puzzle has no solution
      2    the model or the command is wrong
      3    the time limit was reached
      130  interrupted (Ctrl-C); the relaxations so far are printed
    """
    found: list[Relaxations] = []
    parts: list[Relaxation] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        from puzzledsl.inspection.relaxing import relax

        display.stage = "writing and relaxing the programs"
        found.append(relax(model, encoding=encoding, presolve=presolve, cuts=cuts, deadline=deadline, parts=parts))

    run = run_analysis(file, call, work, "relaxing", objective=True)
    answer = found[0] if found else None
    if answer is None and run.model is not None and parts:
        from puzzledsl.inspection.relaxation import Relaxations

        answer = Relaxations(run.model, tuple(parts))
    print_by_program(run, pictures, answer, {"relaxations": []}, "the first relaxation", _lines, _picture)
    return run.exit_status(_status(answer))


def _status(answer: Relaxations | None) -> int:
    if answer is None:
        return statuses.LIMIT
    if answer.infeasible:
        return statuses.NONE
    return statuses.LIMIT if any(part.status == "unknown" for part in answer.parts) else statuses.FOUND


def _picture(answer: Relaxations) -> Picture:
    from puzzledsl.inspection.relaxation import views
    from puzzledsl.presentation.relaxed import relaxation_picture

    return relaxation_picture(answer.model, views(answer))


def _lines(answer: Relaxations, screen: Screen) -> list[str]:
    from itertools import groupby

    from puzzledsl.inspection.relaxation import views
    from puzzledsl.presentation.relaxed import relaxation_text

    lines: list[str] = []
    width = page_width(screen)
    for number, (_, row) in enumerate(groupby(views(answer), key=lambda view: view.stage)):
        blocks = [
            relaxation_text(answer.model, view, color=screen.color, unicode=screen.unicode, width=width) for view in row
        ]
        lines += ([""] if number else []) + side_by_side(blocks, width, gap=5)
    return lines
