"""``puzzledsl minimize``: a puzzle from which nothing can be dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.clue_listing import list_of
from puzzledsl.cli.files import STANDARD, write_file
from puzzledsl.cli.options import output_option
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import drop_options, seed_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.minimization import Minimized
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.drawable import Scene


@analysis_command(
    "minimize",
    "Drop givens and clues while the solution stays unique.",
    solver_options,
    drop_options,
    seed_option("Seed for the order in which clues are tried. Another seed may give another puzzle."),
    output_option("Write the puzzle to this file; - is standard output, the default."),
    picture_options,
)
def command(invocation: Invocation, **given: Any) -> int:
    """Drop givens, then clues, while the solution stays unique, and write the puzzle that is left: your text without
    the dropped parts. The result is minimal: for every remaining given and clue, a second solution is known that would
    appear if it were removed. What --keep names, and rows, columns and boxes without --houses, are kept and not tested.

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
    if given["pictures"].on_stdout and given["output"] == STANDARD:
        raise click.UsageError("standard output cannot take both a picture and the puzzle; add --output FILE")
    return Minimizing(invocation, on_stderr=given["output"] == STANDARD, **given).run()


class Minimizing(Analysis["Minimized"]):
    """One call of ``puzzledsl minimize``."""

    stage = "looking for what can be dropped"
    by_status = {"minimal": statuses.FOUND, "several": statuses.NONE, "infeasible": statuses.NONE}  # noqa: RUF012
    titled = False
    keep: tuple[str, ...]
    houses: bool
    seed: int
    output: str

    def ask(self) -> Minimized:
        """Drop what can be dropped."""
        from puzzledsl.analysis.minimization import minimize
        from puzzledsl.generation.writing import settled

        self.model = settled(self.model, self.options.settings, self.options.include)
        return self.asked_by_parts(minimize, keep=self.keep, houses=self.houses, seed=self.seed)

    def show(self, found: Minimized | None) -> None:
        """Write the puzzle, then print what was dropped."""
        if found is not None and found.text and not (self.invocation.json and self.on_stderr):
            write_file(self.output, found.text)
        super().show(found)

    def json(self, found: Minimized) -> dict[str, object]:
        """The puzzle, its clues with a second solution without them, and what was dropped."""
        return {
            "status": found.status,
            "text": found.text or None,
            "dropped": self.elements(found.dropped),
            "left": self.needed(found.left),
            "undecided": self.elements(found.undecided),
            "kept": len(found.kept),
            **({} if found.values is None else self.solution(found.values)),
            **({} if found.other is None else {"other": self.solution(found.other)}),
            "questions": found.questions,
        }

    def lines(self, found: Minimized) -> list[str]:
        """What was dropped, or why nothing can be."""
        if found.status == "infeasible":
            return ["the model has no solution; `puzzledsl explain` says why"]
        if found.status == "several":
            return ["the model has several solutions; only a puzzle with exactly one can be minimized"]
        if self.quiet or not found.text:
            return []
        lines = ["dropped:", *list_of(found.dropped, self.model)] if found.dropped else ["nothing can be dropped"]
        if found.undecided:
            lines += ["not decided in time:", *list_of(found.undecided, self.model)]
        return lines if self.on_stderr else [*lines, f"wrote {self.output}"]

    def parts(self, found: Minimized) -> list[str]:
        """How many clues were dropped."""
        left = len(found.left) + len(found.undecided)
        counts = f"{len(found.dropped)} dropped, {left} left, {len(found.kept)} not tested"
        return [self.screen.status(found.status), *([counts] if found.text else []), *self.asked_text(found.questions)]

    def scene(self, found: Minimized) -> Scene | None:
        """The smaller puzzle."""
        from puzzledsl.analysis.scenes import smaller_scene

        return smaller_scene(self.model, found.dropped, found.values) if found.text else None
