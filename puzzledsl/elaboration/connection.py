"""Variables that nothing connects with a grid: usually a condition has been forgotten, or stands in a comment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.expressions import regions_of, variables_of
from puzzledsl.listing import listed
from puzzledsl.model import Objective, Requirement, Variable
from puzzledsl.source import Span

_MOST_NAMED = 3
"""The warning names at most so many variables."""


def unconnected(
    variables: Sequence[Variable],
    declared: Mapping[int, Span],
    requirements: Sequence[Requirement],
    objective: Objective | None,
    always: Sequence[str] = (),
) -> tuple[Diagnostic, ...]:
    """Return a warning if no chain of conditions leads from some variables to a cell or to the objective.

    Two variables are linked if they occur in the same requirement. A model without a grid gets no warning, and
    unknowns of a genre of the library that its data leave free are no mistake of the model.

    Args:
        declared: for each variable that is no cell, where its name is declared.
        always: conditions that always hold, as they are written. They are warned of, and may have been meant as the
            link of the variables that they name.
    """
    if not declared or len(declared) == len(variables):
        return ()
    words = set(re.findall(r"\w+", " ".join(always)))
    cells = {number for number, variable in enumerate(variables) if number not in declared or variable.name in words}
    cells |= variables_of(objective.expression) if objective else set()
    links = [pair for requirement in requirements for pair in pairwise(variables_of(requirement.expression))]
    links += pairwise(cells)
    first = regions_of(len(variables), [0] * len(links), links)
    here = first[min(cells)]
    alone = [number for number, span in declared.items() if first[number] != here and not span.source.is_library]
    if not alone:
        return ()
    names = [f"`{variables[number].name}`" for number in alone]
    if len(names) > _MOST_NAMED:
        names[_MOST_NAMED - 1 :] = [f"{len(names) - _MOST_NAMED + 1} others"]
    be, them, do = ("is", "it", "it does") if len(alone) == 1 else ("are", "them", "they do")
    message = f"{listed(names)} {be} not connected with the grid"
    label = f"no condition links {them} to a cell, so {do} not affect the grid"
    return (Diagnostic(message, declared[alone[0]], label, code="unconnected"),)
