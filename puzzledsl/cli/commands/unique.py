"""``puzzledsl unique``: has a puzzle exactly one solution?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.analysis.uniqueness import Uniqueness
    from puzzledsl.drawable import Scene


class Unique(Analysis["Uniqueness"]):
    """Say whether a puzzle has exactly one solution, none, or several. If there are several, two are printed, with a
    star (*) at each cell in which they differ; pictures highlight these cells. Two solutions are different if they
    differ in a cell of a grid. An objective is ignored. Every answer is proven.

    \b
    Examples:
      puzzledsl unique snake.puz --svg differences.svg
      puzzledsl unique snake.puz --quiet --time-limit 60 && echo publish it

    \b
    Exit status:
      0    exactly one solution
      1    none, or several
      2    the model or the command is wrong
      3    the time limit was reached: no solution found yet, or one that is not proven to be unique
      130  interrupted (Ctrl-C)
    """

    by_status = {"unique": statuses.FOUND, "none": statuses.NONE, "several": statuses.NONE}  # noqa: RUF012
    nothing = {"status": "unknown", "solutions": [], "differing": [], "nodes": 0}  # noqa: RUF012

    def ask(self) -> Uniqueness:
        """Look for two solutions."""
        from puzzledsl.analysis.uniqueness import UniquenessTest

        return self.asked(UniquenessTest, lambda test: test.run(self.display.advance))

    def json(self, found: Uniqueness) -> dict[str, object]:
        """Status, up to two solutions, and the cells in which they differ."""
        from puzzledsl.presentation.report import assignment

        return {
            "status": found.status,
            "solutions": [assignment(self.model, values) for values in found.solutions],
            "differing": self.names(found.differing),
            "nodes": found.nodes,
        }

    def lines(self, found: Uniqueness) -> list[str]:
        """The solutions."""
        from puzzledsl.presentation.terminal import variables_text

        lines, marked = [], dict.fromkeys(found.differing, "*")
        for number, values in enumerate(found.solutions, 1):
            if len(found.solutions) > 1:
                lines.append(f"solution {number}:")
            lines += [*self.screen.grids(self.model, values, marked), *variables_text(self.model, values)]
        if self.quiet and (not found.solutions or found.status == "unknown"):
            lines.append(self._sentence(found))
        return lines

    def parts(self, found: Uniqueness) -> list[str]:
        """What is known, in a sentence."""
        return [self._sentence(found), counted(found.nodes, "branch")]

    def scene(self, found: Uniqueness) -> Scene:
        """The solutions."""
        from puzzledsl.analysis.scenes import solutions_scene

        return solutions_scene(self.model, found.solutions, found.differing)

    def _sentence(self, found: Uniqueness) -> str:
        from puzzledsl.session.verdict import counted_kinds

        word = self.screen.status(found.status)
        if found.status == "unknown":
            known = "at least one solution, not proven to be the only one" if found.solutions else "no solution so far"
            return f"{word} ({self.why}): {known}"
        star = " (*)" * any(self.model.variables[x].grid for x in found.differing)
        said = {
            "unique": "there is no other solution",
            "none": "there is no solution",
            "several": f"these two differ in {counted_kinds(self.model, found.differing)}{star}",
        }
        return f"{word}: {said[found.status]}"


command = analysis_command(
    Unique,
    "unique",
    "Say whether a puzzle has exactly one solution.",
    picture_options,
    solver_options,
)
