"""`flatten`: the model's requirements as primitives, with auxiliary variables where they are needed."""

from __future__ import annotations

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.fault import Fault
from puzzledsl.flat import FlatModel, FlatObjective
from puzzledsl.flattening.booleans import Booleans
from puzzledsl.flattening.tabulation import MOST_COMBINATIONS
from puzzledsl.model import Model, Origin
from puzzledsl.time_limit import in_time


def flatten(
    model: Model,
    most_combinations: int = MOST_COMBINATIONS,
    *,
    separate: bool = False,
    strict: bool = False,
    optional: int | None = None,
) -> FlatModel:
    """The flat model of a model.

    Args:
        most_combinations: a Boolean over few variables is written as a table if it has at most so many combinations
            of values; 0 for no tables but those of the source.
        separate: no auxiliary variable is shared by two requirements, so that the constraints of any of them may be
            left out.
        strict: a requirement that can never hold is an error. Otherwise it is an empty clause.
        optional: requirements from this position on are left out if they cannot be written: see `FlatModel.refused`.

    Raises:
        PuzzleError: a requirement can never hold (``strict``), or cannot be written (a real variable where none may be,
            numbers beyond 10^15), or the model takes more steps than its bound.
        OutOfTime: the time limit came first.
    """
    kind = _Separated if separate else _Flattener
    return kind(model, most_combinations, strict=strict).run(optional)


class _Flattener(Booleans):
    def run(self, optional: int | None = None) -> FlatModel:
        refused: set[int] = set()
        try:
            for number, requirement in enumerate(in_time(self.model.requirements)):
                self.begin(requirement.origin)
                written = len(self.constraints)
                try:
                    self.require(requirement.expression, ())
                except (PuzzleError, Fault, RecursionError):
                    if optional is None or number < optional:
                        raise
                    del self.constraints[written:]
                    refused.add(number)
            objective = self._objective()
        except RecursionError:
            raise self.refuse("this is nested too deeply", "split it up with variables of its own") from None
        except Fault as fault:
            raise fault.at(self.origins[-1].span) from None
        return FlatModel(
            tuple(self.variables),
            tuple(self.constraints),
            tuple(self.origins),
            len(self.model.variables),
            objective,
            frozenset(refused),
        )

    def _objective(self) -> FlatObjective | None:
        goal = self.model.objective
        if goal is None:
            return None
        self.origins.append(Origin(goal.span, "objective", goal.span.text))
        terms, literals, offset = self.linear(goal.expression)
        for literal, k in literals:
            number = self.as_variable(literal)
            terms[number] = terms.get(number, 0) + k
        return FlatObjective(goal.maximize, tuple((n, k) for n, k in terms.items() if k), offset)

    def begin(self, origin: Origin) -> None:
        """What is written from now on comes from here."""
        self.origins.append(origin)
        self.defined.clear()


class _Separated(_Flattener):
    def begin(self, origin: Origin) -> None:
        super().begin(origin)
        for known in (self.atoms, self.sums, self.literals, self.implied, self.equal, self.truths):
            known.clear()
