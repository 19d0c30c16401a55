"""The solution that a link carries, compared with the model: what it breaks was misread.

Setters publish a puzzle with its solution, so a rule that has another meaning than its words usually have shows itself
there. The solution only takes rules out of a model; it never adds any.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.json_values import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model, Requirement


def solution_of(draft: Draft, values: Sequence[object]) -> None:
    """Keep the solution that a link carries, if it has a value for each cell; all else is ignored.

    A value may be a little beyond those of the grid: some setters write 0 into cells that hold no digit.

    Args:
        values: row by row. One with a single value for all cells is no solution.
    """
    places = product(range(1, draft.height + 1), range(1, draft.width + 1))
    found = {place: value for place, each in zip(places, values, strict=False) if (value := number(each)) is not None}
    is_whole = len(values) == len(found) == draft.height * draft.width
    if (
        is_whole
        and len(set(found.values())) > 1
        and min(0, draft.lowest) <= min(found.values()) <= max(found.values()) <= 2 * draft.highest
    ):
        draft.solution = found


def without_broken(draft: Draft) -> str:
    """The text of a model without the clues that the solution of the link breaks, which are named as left out.

    Raises:
        PuzzleError: the text is no model; with the first mistake.
    """
    differ = [
        cell_name(cell) for cell in draft.givens if draft.solution.get(cell, draft.givens[cell]) != draft.givens[cell]
    ]
    if differ:
        draft.leave_out(f"the puzzle's own solution, which has other digits than the givens at {', '.join(differ)}")
        draft.solution = {}
    text = draft.text()
    model = _elaborated(draft, text)
    while broken := _broken(draft, model) if draft.solution else []:
        taken = draft.retract({requirement.origin.span.text.split("\n")[0] for requirement in broken})
        for statement in taken:
            draft.leave_out(f"`{statement}`: the puzzle's own solution breaks it, or most clues of its rule")
        if not taken:
            break
        text = draft.text()
        model = _elaborated(draft, text)
    return text


def _elaborated(draft: Draft, text: str) -> Model:
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration import elaborate
    from puzzledsl.formats.bounds import unreadable
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    try:
        return elaborate(*read(Source("<import>", text)), allow_clashes=True)
    except PuzzleError as error:
        raise unreadable(draft.site, error.diagnostics[0].message) from None


def _broken(draft: Draft, model: Model) -> list[Requirement]:
    """The requirements that the solution does not meet, of those about cells of the main grid alone."""
    from puzzledsl.expressions import holds, variables_of

    known = {
        variable: draft.solution[r, c]
        for r, row in enumerate(model.grids[0].numbers, 1)
        for c, variable in enumerate(row, 1)
        if variable is not None and (r, c) in draft.solution
    }
    values = [known.get(variable, 0) for variable in range(len(model.variables))]
    return [
        requirement
        for requirement in model.requirements
        if known.keys() >= set(variables_of(requirement.expression)) and not holds(requirement.expression, values)
    ]
