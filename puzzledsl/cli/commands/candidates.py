"""``puzzledsl candidates``: each value of each cell that occurs in some solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.listing import counted
from puzzledsl.presentation.report import ends_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from puzzledsl.analysis.candidates import Candidates
    from puzzledsl.drawable import Scene


class TrueCandidates(Analysis["Candidates"]):
    """Show the true candidates of a puzzle as pencil marks: for each cell, the values that occur in at least one
    solution. Every other value is proven impossible. "all" means every value of the cell. If the time limit or Ctrl-C
    comes first, undecided values follow a question mark: 12?4. After 1,000 candidates in a cell, 1..5000? shows the
    smallest and the largest value that is not ruled out. An objective is ignored.

    Below the grids, a line names each edge, side or border that is not the same in all solutions.

    With --json, "candidates" has a list for each cell, "edges" and "borders" have one behind the two cells of each.
    "open" has the undecided values by cell, and "many" the ends of cells with too many values to list.

    \b
    Examples:
      puzzledsl candidates draft.puz --svg marks.svg
      puzzledsl candidates draft.puz --json --time-limit 30

    \b
    Exit status:
      0    every value is decided
      1    proven to have no solution
      2    the model or the command is wrong
      3    some values are undecided (time limit), or there are too many to list
      130  interrupted (Ctrl-C); what was found is printed
    """

    stage = "looking for candidates"
    by_status = {"complete": statuses.FOUND, "none": statuses.NONE}  # noqa: RUF012
    nothing = {"status": "partial", "candidates": {}, "open": {}, "solutions": 0, "nodes": 0}  # noqa: RUF012

    def ask(self) -> Candidates:
        """Decide value by value."""
        from puzzledsl.analysis.candidates import CandidateSearch

        def on_progress(found: int, still_open: int) -> None:
            self.display.stage = f"{self.stage}: {found:,} found, {still_open:,} open"

        return self.asked(CandidateSearch, lambda search: search.run(on_progress, self.display.advance))

    def json(self, found: Candidates) -> dict[str, object]:
        """Candidates by cell, and what is undecided."""
        grids = {
            grid.name: [[None if x is None else self._told(found.values, x) for x in row] for row in grid.numbers]
            for grid in self.model.grids
            if grid.has_values
        }
        candidates = grids if self.model.grids else self._by_name(found.values)
        answer: dict[str, Any] = {"status": found.status, "candidates": candidates}
        for one in self.model.edges:
            listed = [[*ends, list(found.values.get(x, ()))] for ends, x in ends_of(self.model, one)]
            answer.setdefault("borders" if one.divides else "edges", {})[one.name] = listed
        answer["open"] = self._by_name(found.open)
        if found.many:
            answer["many"] = self._by_name(found.many)
        return answer | {"solutions": found.solutions, "nodes": found.nodes}

    def _told(self, values: Mapping[int, Sequence[int]], x: int) -> list[int | str]:
        return self.model.variables[x].all_told(values.get(x, ()))

    def _by_name(self, values: Mapping[int, Sequence[int]]) -> dict[str, list[int | str]]:
        return {self.model.variables[x].name: self._told(values, x) for x in values}

    def lines(self, found: Candidates) -> list[str]:
        """Pencil marks, and a line for each open edge; in a model without a grid one for each variable."""
        if found.status == "none":
            return []
        known = {x for x, values in found.values.items() if len(values) == 1} - found.open.keys() - found.many.keys()
        shown = {x for grid in self.model.grids for x in grid.cells.values()} | (known if self.model.grids else set())
        variables = (x for x in found.values if x not in shown)
        return [
            *self.screen.pencil_marks(self.model, found.values, found.open, found.many),
            *(f"{self.model.variables[x].name}: {self._listed(found, x)}" for x in variables),
        ]

    def parts(self, found: Candidates) -> list[str]:
        """What is known, in a sentence."""
        return [self._sentence(found), counted(found.nodes, "branch")]

    def scene(self, found: Candidates) -> Scene:
        """Pencil marks."""
        from puzzledsl.analysis.scenes import candidates_scene

        return candidates_scene(self.model, found.values, found.open, found.many)

    def _listed(self, found: Candidates, x: int) -> str:
        if x in found.many:
            return "too many to list, {}..{}".format(*found.many[x])
        values, still_open = (", ".join(map(str, self._told(these, x))) for these in (found.values, found.open))
        return f"{values}; perhaps {still_open}" if still_open else values

    def _sentence(self, found: Candidates) -> str:
        word = self.screen.status(found.status)
        if found.status == "none":
            return f"{word}: there is no solution"
        source = "the only solution" if found.solutions == 1 else counted(found.solutions, "solution")
        count = sum(map(len, found.values.values()))
        if found.status == "complete":
            return f"{word}: {count:,} candidates, from {source}; every other value is impossible"
        exhausted = found.is_exhausted and not self.late and not self.interrupted
        why = "some cells have too many to list" if exhausted else self.why
        text = f"{word} ({why}): {count:,} candidates from {source}"
        if still_open := sum(map(len, found.open.values())):
            text += f", {still_open:,} values open (behind ?)"
        if found.many:
            cells = "cell has" if len(found.many) == 1 else "cells have"
            text += f", {len(found.many):,} {cells} too many to list (from..to?)"
        return f"{text}; every other value is impossible"


command = analysis_command(
    TrueCandidates,
    "candidates",
    "Show the true candidates: every value that occurs in a solution.",
    picture_options,
    solver_options,
)
