"""Opposites of clues, as further requirements of a model."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.expressions import All, Boolean, Compare, Not, Some, affine, variables_of
from puzzledsl.model import Model, Origin, Requirement
from puzzledsl.records import replace


def with_negations(model: Model, parts: Sequence[Sequence[int]]) -> tuple[Model, tuple[int, ...]]:
    """The model with a further requirement for each part: that not all of it holds; and the positions of these."""
    requirements = list(model.requirements)
    positions = []
    for part in parts:
        positions.append(len(requirements))
        requirements.append(_opposite([model.requirements[n] for n in part]))
    return replace(model, requirements=tuple(requirements)), tuple(positions)


def other_than(model: Model, values: Sequence[object], shown: Sequence[int]) -> Requirement:
    """The requirement that some of the shown variables has another value."""
    different = Some(tuple(Compare("!=", affine({x: 1}, -int(values[x]))) for x in shown))  # type: ignore[call-overload]
    return Requirement(different, Origin(model.source.span(0, 0), "other", "another solution", tuple(shown)))


def _opposite(requirements: Sequence[Requirement]) -> Requirement:
    whole = tuple(requirement.expression for requirement in requirements)
    expression: Boolean = Not(whole[0] if len(whole) == 1 else All(whole))
    first = requirements[0].origin
    return Requirement(
        expression, Origin(first.span, "not", f"not {first.sentence}", tuple(sorted(variables_of(expression))))
    )
