"""What the page offers to draw beside the rules: statements that are clues elsewhere and need no rule here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.editing.rule_items import Item
from puzzledsl.elaboration.suggestions import ELSEWHERE
from puzzledsl.web.clue_lines import cells_text, new_line
from puzzledsl.web.given_marks import with_region

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.analysis.removal import Change
    from puzzledsl.model import Model


def _tool(name: str, family: str, form: str, meaning: str, example: str) -> Item:
    """A tool for statements of a form, with what this form is called elsewhere."""
    elsewhere = {
        other
        for here, others in ELSEWHERE.items()
        if here in (form, form.partition(":")[0])
        for other in others.split()
    }
    return Item(name, "statement", family, form, meaning, (example,), "", frozenset(elsewhere))


TOOLS = {
    item.name: item
    for item in (
        _tool(
            "extra_region",
            "cages",
            "alldifferent: cells",
            "The cells hold different values. It is not drawn; `cage: cells` is.",
            "alldifferent: r4c4 r4c5 r5c4 r5c5",
        ),
        _tool(
            "region",
            "cages",
            "regions piece:",
            "The cells are a region and hold different values. Borders are drawn as soon as every cell is in a region."
            " Where regions take the place of the boxes, take `boxes` out of the text.",
            "regions piece:\n    " + "\n    ".join(["a a a a b b b b b"] * 9),
        ),
        _tool("inequality", "pairs", "r1c1 > r1c2", "The first cell is greater.", "r5c5 > r5c6"),
        _tool(
            "diagonals",
            "grid",
            "alldifferent: diagonal, antidiagonal",
            "Each of the two long diagonals holds different values.",
            "alldifferent: diagonal, antidiagonal",
        ),
    )
}
"""The tools by name."""

DRAGS = {"cages": "cells", "pairs": "pair", "grid": "grid"}
"""How the cells of a tool are chosen, by its family (`clue_lines.drag_of`)."""


def statement_written(name: str, text: str, model: Model, cells: Sequence[str]) -> list[Change]:
    """The changes that write the statement of a tool for some cells.

    Raises:
        PuzzleError: these are not the cells that it needs.
    """
    match name:
        case "region":
            return with_region(text, model, cells)
        case "inequality":
            if len(cells) != 2:
                raise failure("an inequality is between two cells", code="cell")
            return [new_line(text, "", f"{cells[0]} > {cells[1]}")]
        case "diagonals":
            return [new_line(text, "alldifferent", "alldifferent: diagonal, antidiagonal")]
        case _:
            return [new_line(text, "alldifferent", f"alldifferent: {cells_text('cells', cells, model)}")]
