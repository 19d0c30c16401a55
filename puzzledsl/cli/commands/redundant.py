"""``puzzledsl redundant``: clues that the rest implies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.clue_listing import list_of, marked
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import by_option, drop_options, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.redundancy import Redundancy
    from puzzledsl.drawable import Scene


class Redundant(Analysis["Redundancy"]):
    """Find the redundant clues and givens of a model: each follows from all the others, which is proven. For every
    other clue a solution of the rest is known that breaks it (see --json). Two clues may each follow only while the
    other is present, so the command also names a set that you can drop as a whole; the grid marks its cells with "!".

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

    stage = "looking for redundant clues"
    by: str
    keep: tuple[str, ...]
    houses: bool

    def ask(self) -> Redundancy:
        """Test each clue."""
        from puzzledsl.analysis.redundancy import redundant

        return self.asked_by_parts(redundant, by=self.by, keep=self.keep, houses=self.houses)

    def exit_status(self, found: Redundancy) -> int:
        """Found if nothing is open."""
        if found.status == "infeasible":
            return statuses.NONE
        done = found.status == "checked" and not found.undecided and found.maximal
        return statuses.FOUND if done else statuses.LIMIT

    def json(self, found: Redundancy) -> dict[str, object]:
        """The clues, and of those that are needed a solution without them."""
        return {
            "status": found.status,
            "redundant": self.elements(found.redundant),
            "together": self.elements(found.together),
            "maximal": found.maximal,
            "needed": self.needed(found.needed),
            "undecided": self.elements(found.undecided),
            "kept": len(found.kept),
            "questions": found.questions,
        }

    def lines(self, found: Redundancy) -> list[str]:
        """The clues, and a grid that marks their cells."""
        if found.status == "infeasible":
            return ["the model has no solution, so every clue follows from the others; `puzzledsl explain` says why"]
        lines = []
        count, together = len(found.redundant), len(found.together)
        if count:
            lines += ["each of these follows from everything else:", *list_of(found.redundant, self.model)]
            if 1 < together == count:
                lines.append("you can drop all of them together")
            elif together > 1:
                lines += [f"you can drop these {together} together:", *list_of(found.together, self.model)]
            if not self.quiet:
                lines += self.screen.grids(self.model, None, marked(found.together, self.model))
        elif found.status == "checked":
            lines.append("no clue follows from the others" + (", as far as was decided" if found.undecided else ""))
        if found.undecided:
            lines += ["not decided:", *list_of(found.undecided, self.model)]
        return lines

    def parts(self, found: Redundancy) -> list[str]:
        """How many clues were tested."""
        looked = len(found.redundant) + len(found.needed) + len(found.undecided)
        more = ["perhaps you can drop more together"] if found.redundant and not found.maximal else []
        counts = f"{len(found.redundant)} of {looked} redundant"
        return [self.screen.status(found.status), counts, *more, *self.asked_text(found.questions)]

    def scene(self, found: Redundancy) -> Scene:
        """The cells of the clues that may be dropped together."""
        from puzzledsl.analysis.scenes import elements_scene

        return elements_scene(self.model, found.together)


command = analysis_command(
    Redundant,
    "redundant",
    "Find clues and givens that follow from the others.",
    solver_options,
    by_option,
    drop_options,
    picture_options,
)
