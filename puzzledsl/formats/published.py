"""The solution that a link carries, compared with the model: what it breaks was misread.

Setters publish a puzzle with its solution, so a rule that has another meaning than its words usually have shows itself
there. If the solution breaks one clue, all clues of its rule go: which of them are true may be what the solver is to
find out. If it keeps all of them, the rule stays in spite of sentences that are not understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzledsl.formats.draft import ModelDraft, cell_name
from puzzledsl.formats.json_values import number
from puzzledsl.model import Cell, Model, Requirement, all_places


def solution_of(
    height: int, width: int, values: Sequence[object], givens: Mapping[Cell, int | None]
) -> tuple[dict[Cell, int], list[str]]:
    """The solution that a link carries, if it has a value for each cell and agrees with the givens.

    A value may be beyond those of the grid: some setters write 0 into cells that hold no digit.

    Args:
        values: row by row. One with a single value for all cells is no solution.
        givens: what cells hold from the start.

    Returns:
        The solution, or an empty one; and sentences about what was left out of account.
    """
    places = all_places(height, width)
    found = {place: value for place, each in zip(places, values, strict=False) if (value := number(each)) is not None}
    used = {*found.values()}
    if not len(values) == len(found) == height * width or len(used) == 1 or used - {*range(100)}:
        return {}, []
    differ = [cell_name(cell) for cell, given in givens.items() if given is not None and given != found.get(cell)]
    if differ:
        return {}, [f"the puzzle's own solution, which has other digits than the givens at {', '.join(differ)}"]
    return found, []


def is_latin(solution: Mapping[Cell, int]) -> bool:
    """Whether no row and no column has a value twice."""
    found = [(side, cell[side], value) for cell, value in solution.items() for side in (0, 1)]
    return len(set(found)) == len(found)


def without_broken(draft: ModelDraft) -> tuple[str, Model]:
    """A model without the rules that the solution of the link breaks, as text and elaborated.

    Their clues are named as left out.

    Raises:
        PuzzleError: the text is no model; with the first mistake.
    """
    while True:
        model = _elaborated(draft, draft.text())
        broken = _broken(draft, model) if draft.solution else []
        statements = {requirement.origin.span.text.split("\n")[0] for requirement in broken}
        taken = draft.retract(statements)
        for statement in taken or statements:
            draft.leave_out(f"`{statement}`: the puzzle's own solution breaks it, or another clue of its rule")
        if not taken:
            return draft.text(), model


def _elaborated(draft: ModelDraft, text: str) -> Model:
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration import elaborate
    from puzzledsl.formats.bounds import unreadable
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    try:
        return elaborate(*read(Source("<import>", text)), allow_clashes=True)
    except PuzzleError as error:
        raise unreadable(draft.site, error.diagnostics[0].message) from None


def _broken(draft: ModelDraft, model: Model) -> list[Requirement]:
    """The requirements that the solution does not meet, of those about cells of the main grid alone."""
    from puzzledsl.expressions import holds, variables_of

    known = {x: draft.solution[cell] for cell, x in model.grids[0].cells.items() if cell in draft.solution}
    values = [known.get(variable, 0) for variable in range(len(model.variables))]
    return [
        requirement
        for requirement in model.requirements
        if known.keys() >= set(variables_of(requirement.expression)) and not holds(requirement.expression, values)
    ]
