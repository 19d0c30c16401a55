"""``puzzledsl relax``: the linear relaxation of a model's programs."""

from __future__ import annotations

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import flag
from puzzledsl.cli.picture_options import scene_options
from puzzledsl.cli.shared_options import encodings_option, presolve_options


class Relaxing(Analysis):
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

    question = "inspection.relaxing.relax"
    stage = "writing and relaxing the programs"
    nothing = {"status": "unknown", "relaxations": []}  # noqa: RUF012
    objective = True


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
