"""What the pictures of answers show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.drawable import Scene

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from puzzledsl.analysis.elements import Element
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight
    from puzzledsl.presentation.value_texts import Values

DIFFERENT = "#ffd54f"
UNDECIDED = "#e0e0e0"
GIVEN_COLOR, CLUE_COLOR, HOUSE_COLOR = "#f4a6a0", "#ffe08a", "#e6edf7"


def solutions_scene(model: Model, solutions: Sequence[Values], differing: Collection[int]) -> Scene:
    """The first solution; of two, what they have in common, and both values where they differ."""
    from puzzledsl.presentation.picture import Highlight

    if not solutions:
        return Scene(model)
    first = solutions[0]
    left_out = set(differing)
    common = {x: first[x] for x in range(len(model.variables)) if x not in left_out}
    both = {x: sorted({int(values[x]) for values in solutions}) for x in differing}
    return Scene(model, common, dict.fromkeys(both, Highlight(DIFFERENT, meaning="the two solutions differ")), both)


def candidates_scene(
    model: Model,
    values: Mapping[int, Sequence[int]],
    still_open: Mapping[int, Sequence[int]],
    many: Collection[int],
) -> Scene:
    """Cells with one candidate have it as their value, the others pencil marks; those with open values stand out."""
    from puzzledsl.presentation.picture import Highlight

    if not (any(values.values()) or still_open or many):
        return Scene(model)
    undecided = [*still_open, *many]
    known = {x: found[0] for x, found in values.items() if len(found) == 1 and x not in undecided}
    marks = {
        x: sorted({*found, *still_open.get(x, ())}) for x, found in values.items() if x not in known and x not in many
    }
    cells = dict.fromkeys(undecided, Highlight(UNDECIDED, "?", "not all values are decided"))
    return Scene(model, known, cells, marks, still_open)


def elements_scene(model: Model, elements: Sequence[Element]) -> Scene:
    """The cells of clues, set apart."""
    return Scene(model, highlights=highlighted(elements))


def highlighted(elements: Sequence[Element]) -> dict[int, Highlight]:
    """The cells of clues, to be set apart: givens before other clues before houses."""
    from puzzledsl.presentation.picture import Highlight

    found: dict[int, Highlight] = {}
    kinds = (
        Highlight(GIVEN_COLOR, meaning="a given that is named"),
        Highlight(CLUE_COLOR, meaning="cells of a clue that is named"),
        Highlight(HOUSE_COLOR, meaning="a row, column or region that is named"),
    )
    for element in sorted(elements, key=lambda element: element.rank, reverse=True):
        found |= dict.fromkeys(element.variables, kinds[element.rank])
    return found


def smaller_scene(model: Model, dropped: Sequence[Element], values: Values | None) -> Scene:
    """A puzzle without some of its clues, and its solution."""
    from puzzledsl.records import replace
    from puzzledsl.session import subset

    gone = {n for element in dropped for n in element.requirements}
    origins = {model.requirements[n].origin for n in gone}
    smaller = subset(model, set(range(len(model.requirements))) - gone)
    marks = tuple(mark for mark in model.marks if mark.origin is None or mark.origin not in origins)
    return Scene(replace(smaller, marks=marks), values)
