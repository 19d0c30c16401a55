"""``puzzledsl redundant``: clues that the rest implies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import by_option, drop_options, solver_options

if TYPE_CHECKING:
    pass


class Redundant(Analysis):
    """Find the redundant clues and givens of a model: each follows from all the others, which is proven. For every
    other clue a solution of the rest is known that breaks it (see --json). Each mark of a layout is a clue. Two clues
    may each follow only while the other is present, so the command also names a set that you can drop as a whole; the
    grid marks its cells with "!".

    \b
    Examples:
      puzzledsl redundant killer.puz --keep givens --time-limit 60
      puzzledsl redundant sudoku_x.puz --houses

    \b
    Exit status:
      0    all clues were decided
      1    the model has no solution
      2    the model or the command is wrong
      3    some clues are undecided: the time limit came first, or the opposite of a clue cannot be stated
      130  interrupted (Ctrl-C); what was found is printed
    """

    question = "analysis.redundancy.redundant"
    stage = "looking for redundant clues"


command = analysis_command(
    Redundant,
    "redundant",
    "Find clues and givens that follow from the others.",
    solver_options,
    by_option,
    drop_options,
    picture_options,
)
