"""What ``puzzledsl explain`` does with a model that has no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.analysis.scenes import elements_scene
from puzzledsl.analysis.unsolvable import Explanation, explain
from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis
from puzzledsl.cli.clue_listing import marked, sentence_of
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.analysis.conflicts import Conflict
    from puzzledsl.cli.model_file import ModelOptions
    from puzzledsl.drawable import Scene


class Explaining(Analysis[Explanation]):
    """One call of ``puzzledsl explain``."""

    stage = "looking for a conflict"
    by: str
    keep: tuple[str, ...]
    smallest: bool
    most: int

    def __init__(self, *invocation: Any, options: ModelOptions, **given: Any) -> None:
        # Clues that clash at sight are a conflict as any other here.
        super().__init__(*invocation, options=replace(options, allow_clashes=True), **given)

    def ask(self) -> Explanation:
        """Look for conflicts."""
        return self.asked_by_parts(explain, by=self.by, keep=self.keep, smallest=self.smallest, most=self.most)

    def exit_status(self, found: Explanation) -> int:
        """Found if all that was asked for is proven."""
        if found.status == "solvable":
            return statuses.NONE
        done = found.status == "conflict" and all(conflict.minimal for conflict in found.conflicts)
        done = done and (not self.smallest or found.conflicts[0].smallest)
        done = done and (found.complete or len(found.conflicts) >= self.most)
        return statuses.FOUND if done else statuses.LIMIT

    def json(self, found: Explanation) -> dict[str, object]:
        """The conflicts; of each clue a solution without it."""
        return {
            "status": found.status,
            "by": self.by,
            "conflicts": [
                {
                    "minimal": one.minimal,
                    "smallest": one.smallest,
                    "elements": self.needed({e: one.witnesses.get(i) for i, e in enumerate(one.elements)}),
                }
                for one in found.conflicts
            ],
            **({} if found.values is None else self.solution(found.values)),
            "clues": found.total,
            "complete": found.complete,
            "questions": found.questions,
            **({"at_least": found.at_least} if self.smallest and found.conflicts else {}),
        }

    def lines(self, found: Explanation) -> list[str]:
        """The conflicts in words, each with a grid."""
        lines = []
        if found.status == "solvable":
            lines.append("the model has a solution, so there is nothing to explain")
            lines.append(f"`puzzledsl explain {self.file} r3c4` says why a cell holds its value")
        for number, conflict in enumerate(found.conflicts, 1):
            if len(found.conflicts) > 1:
                lines += [*([""] if number > 1 else []), f"conflict {number}:"]
            lines += self._sentences(conflict)
            if not self.quiet:
                lines += self.screen.grids(self.model, None, marked(conflict.elements, self.model))
        return lines

    def _sentences(self, conflict: Conflict) -> list[str]:
        if not conflict.elements:
            instead = "leave out `--keep` to look" if self.keep else "`--by clue` looks"
            lines = [f"what is taken for granted has no solution by itself; {instead} among all clues"]
        else:
            among = " with what is kept" if self.keep else " under these rules" if self.by == "cell" else ""
            lines = sentence_of(conflict.elements, self.model, f"can never hold{among}", f"cannot all hold{among}")
        if conflict.minimal:
            return lines
        count = len(conflict.elements)
        open_ = f"{count - len(conflict.witnesses)} of these {count} may be one too many"
        return [*lines, f'(perhaps not minimal: {open_}; --json shows them: those with "without_it": null)']

    def parts(self, found: Explanation) -> list[str]:
        """What is proven."""
        parts = []
        if found.status == "conflict":
            first = found.conflicts[0]
            word = "smallest" if first.smallest else "minimal" if first.minimal else "perhaps not minimal"
            parts.append(f"{self.screen.status(word)}: {len(first.elements)} of {found.total}")
            if self.smallest and not first.smallest:
                parts.append(f"none has fewer than {found.at_least}")
            if self.most > 1:
                every = "all" if found.complete else "there may be more"
                parts.append(f"{len(found.conflicts)} found, {every}")
        else:
            open_ = "" if found.status == "solvable" else " whether there is a solution"
            parts.append(self.screen.status(found.status) + open_)
        return [*parts, *self.asked_text(found.questions)]

    def scene(self, found: Explanation) -> Scene:
        """The cells of the first conflict."""
        return elements_scene(self.model, found.conflicts[0].elements if found.conflicts else ())
