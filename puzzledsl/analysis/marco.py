"""All minimal conflicts, one after the other.

MARCO (Liffiton, Previti, Malik & Marques-Silva, Fast, Flexible MUS Enumeration, Constraints 21, 2016): a map of the
subsets that are not yet known to be solvable or not. A large one is taken from the map; if it has no solution it is
shrunk to a minimal conflict, else grown to a maximal solvable set, and either way all that follows is struck out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from puzzledsl.analysis.conflicts import FIRST_WORK, GROWTH, Conflict, Conflicts
from puzzledsl.analysis.subsets import Values
from puzzledsl.answer import Options
from puzzledsl.domain import Domain
from puzzledsl.expressions import Compare, Some, affine, variable
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.model import Model, Objective, Origin, Requirement, Variable
from puzzledsl.records import replace
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime

_IN, _OUT = 0, 1
"""Whether an element is in the set. In comes first: search tries small values first."""


def all_conflicts(work: Conflicts, found: list[Conflict], most: int) -> bool:
    """Adds conflicts to ``found`` until there are ``most``; True when the model has no further one, proven.

    Args:
        found: a conflict, or several.
    """
    map_ = SubsetMap(work)
    for conflict in found:
        map_.strike_supersets(conflict)
    complete = all(conflict.minimal for conflict in found)
    try:
        while len(found) < most:
            seed = map_.unexplored()
            if seed is None:
                return complete
            tested = work.test(seed)
            if tested.solvable is None:
                return False
            if tested.values is not None:
                map_.strike_subsets(tested.values)
                continue
            conflict = work.minimal(work.core(tested))
            if not conflict.minimal:
                return False
            found.append(conflict)
            map_.strike_supersets(conflict)
    except OutOfTime:
        pass
    return False


def grown(work: Conflicts, missing: Collection[int]) -> frozenset[int]:
    """What has to be left out of a solvable set of elements, made smaller: a correction set.

    Minimal, but for elements that could not be decided in a short time.

    Args:
        missing: elements without which the rest has a solution.
    """
    everything = frozenset(range(len(work.elements)))
    left = frozenset(missing)
    tried: set[int] = set()
    while open_elements := sorted(left - tried):
        element = open_elements[0]
        tried.add(element)
        if len(left) == 1:
            break
        tested = work.test(everything - left | {element}, max(FIRST_WORK, GROWTH * work.subsets.work))
        if tested.values is not None:
            left &= work.violated(tested.values)
    return left


class SubsetMap:
    """Which sets of elements have not been explored: a model whose variables say which elements are out of a set."""

    def __init__(self, work: Conflicts, *, smallest: bool = False, supervisor: Supervisor | None = None) -> None:
        """
        Args:
            smallest: look for sets with the fewest elements.
            supervisor: of the process of HiGHS, which solves an integer program; ``None``: by search.
        """
        self._work = work
        self._supervisor = supervisor
        domain, origin = Domain.range(_IN, _OUT), Origin(Source("<sets>", "").span(0, 0), "set", "set")
        variables = tuple(Variable(f"e{number}", domain) for number in range(len(work.elements)))
        goal = affine(dict.fromkeys(range(len(variables)), 1))
        objective = Objective(True, goal, origin.span) if smallest else None
        self._origin = origin
        self._model = Model(origin.span.source, "", (), variables, (), (), {}, objective)

    def strike_supersets(self, conflict: Conflict) -> None:
        """Any set that has all of its elements has no solution."""
        elements = set(conflict.elements)
        self._some((number for number, element in enumerate(self._work.elements) if element in elements), _OUT)

    def strike_subsets(self, values: Values) -> None:
        """Any set whose elements hold under the values, or under others that are found near them, has a solution."""
        self._some(sorted(grown(self._work, self._work.violated(values))), _IN)

    def _some(self, elements: Iterable[int], value: int) -> None:
        literals = tuple(Compare("==", variable(e) - value) for e in elements)
        clauses = (*self._model.requirements, Requirement(Some(literals), self._origin))
        self._model = replace(self._model, requirements=clauses)

    def unexplored(self) -> frozenset[int] | None:
        """A set about which nothing is known, mostly a large one; ``None``: there is none.

        Raises:
            OutOfTime: the time limit came first.
            KeyboardInterrupt: as it came.
        """
        highs = self._supervisor
        by = Options(solver="search") if highs is None else Options(solver="highs", presolve="domain")
        answer = SolverSession(self._model, by, supervisor=highs).solve()
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.status == "infeasible":
            return None
        if answer.values is None or answer.status == "feasible":
            raise OutOfTime
        return frozenset(e for e, value in enumerate(answer.values) if value == _IN)
