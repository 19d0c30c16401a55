"""``puzzledsl minimize``: a puzzle from which nothing can be dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import STANDARD, write_file
from puzzledsl.cli.options import output_option
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import drop_options, seed_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.minimization import Minimized
    from puzzledsl.drawable import Scene
    from puzzledsl.presentation.picture import Picture


class Minimizing(Analysis):
    """Drop givens, then clues, while the solution stays unique, and write the puzzle that is left: your text without
    the dropped parts. The result is minimal: for every remaining given and clue, a second solution is known that would
    appear if it were removed. Each mark of a layout is a clue; "." takes its place. What --keep names, and rows,
    columns and boxes without --houses, are kept and not tested.

    \b
    Examples:
      puzzledsl minimize snake.puz --keep clues -o smaller.puz    givens only
      puzzledsl minimize snake.puz --keep r5c5 --keep 12-20 --seed 7

    \b
    Exit status:
      0    done
      1    the model has no solution, or more than one
      2    the model or the command is wrong
      3    the time limit was reached; the smallest puzzle found so far is written
      130  interrupted (Ctrl-C); the smallest puzzle found so far is written
    """

    question = "analysis.minimization.minimize"
    stage = "looking for what can be dropped"

    def check(self) -> None:
        """Refuse two answers in one place."""
        self.output: str = self.own.pop("output")
        self.on_stderr = self.output == STANDARD
        if self.on_stderr and self.pictures is not None and self.pictures.on_stdout:
            raise click.UsageError("standard output cannot take both a picture and the puzzle; add --output FILE")

    def ask(self) -> Any:
        """Drop what can be dropped."""
        from puzzledsl.generation.writing import settled

        self.model = settled(self.model, self.options.settings, self.options.include)
        return super().ask()

    def show(self, found: Minimized | None) -> None:
        """Write the puzzle, then print what was dropped."""
        if found is not None and found.text and not (self.invocation.json and self.on_stderr):
            write_file(self.output, found.text)
        super().show(found)

    def text(self, found: Minimized) -> Any:
        """What was dropped, and where the puzzle is."""
        self.screen.output = "" if self.on_stderr else self.output
        return super().text(found)

    def scene(self, found: Minimized) -> Scene | Picture | None:
        """The smaller puzzle."""
        return super().scene(found) if found.text else None


command = analysis_command(
    Minimizing,
    "minimize",
    "Drop givens and clues while the solution stays unique.",
    solver_options,
    drop_options,
    seed_option("Seed for the order in which clues are tried. Another seed may give another puzzle."),
    output_option("Write the puzzle to this file; - is standard output, the default."),
    picture_options,
)
