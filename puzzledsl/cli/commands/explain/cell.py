"""What ``puzzledsl explain FILE CELL`` does: why a cell must hold its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.elements import split
from puzzledsl.analysis.phrases import phrases
from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis
from puzzledsl.cli.step_lines import step_lines
from puzzledsl.listing import counted, listed
from puzzledsl.steps import cell_explanation

if TYPE_CHECKING:
    from puzzledsl.analysis.elements import Element
    from puzzledsl.drawable import Scene
    from puzzledsl.steps.cell_explanation import CellExplanation, Link


class ExplainingCell(Analysis["CellExplanation"]):
    """One call of ``puzzledsl explain FILE CELL``."""

    stage = "looking for a chain"
    by_status = {  # noqa: RUF012
        "explained": statuses.FOUND,
        "given": statuses.FOUND,
        "free": statuses.NONE,
        "infeasible": statuses.NONE,
    }
    spaced = True
    cell: str

    def ask(self) -> CellExplanation:
        """Look for a chain."""
        self.display.unit = "step"
        advance = self.display.advance
        return cell_explanation.explain_cell(self.model, self.cell, on_step=advance)

    def lines(self, found: CellExplanation) -> list[str]:
        """The steps, each with what it uses, and the value."""
        lines, digits = list[str](), len(str(len(found.links)))
        elements = {number: element for element in split(self.model).elements for number in element.requirements}
        for number, link in enumerate(found.links, 1):
            lines += step_lines(f"{number:>{digits}}. ", link.finding, self.screen)
            if not self.quiet and found.status != "given" and (used := self._used(link, elements)):
                lines.append(" " * (digits + 2) + self.screen.faint(used))
        gap = [""] if lines and found.status in ("explained", "given", "infeasible") else []
        return [*lines, *gap, *self._answer(found)]

    def _used(self, link: Link, elements: dict[int, Element]) -> str:
        clues = phrases([elements[number] for number in link.clues if number in elements], self.model)
        steps = f"step{'s' * (len(link.steps) > 1)} {listed(map(str, link.steps))}"
        parts = [*map(str, clues), *([steps] if link.steps else [])]
        return f"from {'; '.join(parts)}" if parts else ""

    def _answer(self, found: CellExplanation) -> list[str]:
        name, values = found.puzzle.names[found.cell], listed(map(str, found.told), "or")
        if found.status in ("explained", "given"):
            return [self.screen.strong(found.conclusion)]
        if not found.puzzle.written[found.cell]:
            label = found.puzzle.labels[found.cell]
            return [
                {
                    "free": f"Solutions differ at {label}.",
                    "infeasible": "The model has no solution; `puzzledsl explain` names clues that clash.",
                    "open": f"No chain is found for {label}, not even by assuming one thing at a time.",
                    "unknown": f"The limit came after {found.found} steps.",
                }[found.status]
            ]
        none = f"No chain is found for {name}, not even by assuming one value at a time"
        sentences = {
            "free": f"{name} need not have one value: it is {listed(map(str, found.told))} in two solutions.",
            "infeasible": "The model has no solution; `puzzledsl explain` names clues that clash.",
            "open": f"{none}; {values} are left for it after {found.found} steps.",
            "unknown": f"The limit came after {found.found} steps; {values} are left for {name}.",
        }
        proven = [] if found.by_search is None else [f"Search proves that it is {found.by_search}."]
        return [sentences[found.status], *proven]

    def parts(self, found: CellExplanation) -> list[str]:
        """How many steps and clues it takes."""
        parts = [self.screen.status(found.status)]
        if found.links and found.status != "given":
            tried = f", {found.tried} of them by trying" if found.tried else ""
            parts.append(counted(len(found.links), "step") + tried)
            parts.append(f"{len(found.clues)} of {len(found.puzzle.model.requirements)} clues and givens")
        return [*parts, *(["interrupted"] if self.interrupted else [])]

    def scene(self, found: CellExplanation) -> Scene:
        """The chain."""
        from puzzledsl.steps.pictures import explanation_scene

        return explanation_scene(found)
