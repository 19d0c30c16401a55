"""The answer to a model, for users of the Python interface."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from puzzledsl import model as elaborated
from puzzledsl.answer import Answer
from puzzledsl.expressions import Rational
from puzzledsl.verification import Violation, verify


class Solution:
    """What came of solving a model.

    Attributes:
        status: ``solved``, ``optimal``, ``feasible``, ``infeasible``, ``unbounded``, ``unknown``.
        unique: there is no other solution, because propagation alone left each variable one value. False says nothing:
            `Model.unique` looks for a second solution, `Model.solve` does not.
        objective, bound, gap: of the objective, ``None`` where there is none.
        encoding, solver, size, seconds, message: how it came about.
    """

    def __init__(self, model: elaborated.Model, answer: Answer) -> None:
        self._model = model
        self._answer = answer
        self.status = answer.status
        self.unique = answer.unique
        self.objective = answer.objective
        self.bound = answer.bound
        self.gap = answer.gap
        self.encoding = answer.encoding
        self.solver = answer.solver
        self.size = answer.size
        self.seconds = answer.seconds
        self.message = answer.message

    def __bool__(self) -> bool:
        """True when there are values."""
        return self._answer.values is not None

    @cached_property
    def grids(self) -> dict[str, Any]:
        """Each grid by name: a numpy array of integers if numpy is installed (-1 has no special meaning; a masked
        array where places are masked), else lists of rows with ``None`` where masked. Empty without a solution."""
        from puzzledsl.presentation.report import grids

        if self._answer.values is None:
            return {}
        found = grids(self._model, self._answer.values)
        try:
            import numpy
        except ImportError:
            return found
        arrays: dict[str, Any] = {}
        for name, rows in found.items():
            mask = [[value is None for value in row] for row in rows]
            filled = numpy.array([[0 if value is None else value for value in row] for row in rows])
            arrays[name] = numpy.ma.MaskedArray(filled, mask) if any(map(any, mask)) else filled
        return arrays

    @property
    def values(self) -> dict[str, Rational]:
        """Every variable's value by its name (``r1c1``, ``total``); empty without a solution."""
        if self._answer.values is None:
            return {}
        return {v.name: value for v, value in zip(self._model.variables, self._answer.values, strict=True)}

    @property
    def shown(self) -> list[str]:
        """The lines of the model's ``show`` statements."""
        from puzzledsl.presentation.terminal import shown_text

        return [] if self._answer.values is None else shown_text(self._model, self._answer.values)

    def verify(self) -> list[Violation]:
        """What the answer violates, checked anew against the source model: an empty list.

        Raises:
            ValueError: there is no answer to check.
        """
        if self._answer.values is None:
            raise ValueError(f"there is nothing to verify: {self.status}")
        return verify(self._model, self._answer.values)

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl solve --json`` prints."""
        from puzzledsl.presentation.report import report

        return report(
            status=self.status,
            model=self._model,
            values=self._answer.values,
            objective=self.objective,
            bound=self.bound,
            gap=self.gap,
            encoding=self.encoding,
            solver=self.solver,
            size=self.size,
            seconds=self.seconds,
            shown=self.shown,
            unique=self.unique,
        )

    def _repr_svg_(self) -> str:
        return svg(self._model, self._answer.values)

    def __str__(self) -> str:
        from puzzledsl.presentation.terminal import grid_text, variables_text

        if self._answer.values is None:
            return f"{self.status}: {self.message}" if self.message else self.status
        lines = [grid_text(self._model, self._answer.values, color=False)] if self._model.grids else []
        lines += [*variables_text(self._model, self._answer.values), *self.shown]
        if self.objective is not None:
            lines.append(f"objective: {self.objective} ({self.status})")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Solution {self.status}>"


def svg(model: elaborated.Model, values: Sequence[Rational] | None) -> str:
    """The picture of a model, or of an answer to it."""
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.renderers import renderer

    drawn = renderer("svg").render(picture(model, values), None, None)
    return drawn if isinstance(drawn, str) else drawn.decode()
