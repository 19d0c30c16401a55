"""All minimal conflicts, one after the other.

MARCO (Liffiton, Previti, Malik & Marques-Silva, Fast, Flexible MUS Enumeration, Constraints 21, 2016): a map of the
subsets that are not yet known to be solvable or not. A large one is taken from the map; if it has no solution it is
shrunk to a minimal conflict, else grown to a maximal solvable set, and either way all that follows is struck out.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzledsl.analysis.conflicts import FIRST_WORK, GROWTH, Conflict, Conflicts
from puzzledsl.answer import Options
from puzzledsl.domain import Domain
from puzzledsl.expressions import Compare, Some, affine
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.model import Model, Objective, Origin, Requirement, Variable
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime

_IN, _OUT = 0, 1
"""Whether an element is in the set. In comes first: search tries small values first."""


def all_conflicts(work: Conflicts, found: list[Conflict], most: int, deadline: float | None) -> bool:
    """Adds conflicts to ``found`` until there are ``most``; True when the model has no further one, proven.

    Args:
        found: a conflict, or several.
        deadline: of ``time.monotonic``.
    """
    numbers = {element: number for number, element in enumerate(work.elements)}
    map_ = SubsetMap(len(work.elements))
    complete = True
    for conflict in found:
        complete = complete and conflict.minimal
        map_.strike_supersets([numbers[element] for element in conflict.elements])
    try:
        while len(found) < most:
            seed = map_.unexplored(deadline)
            if seed is None:
                return complete
            tested = work.test(seed, deadline)
            if tested.solvable is None:
                return False
            if tested.values is not None:
                map_.strike_subsets(grown(work, work.violated(tested.values), deadline))
                continue
            conflict = work.minimal(work.core(tested), deadline)
            if work.interrupted or not conflict.minimal:
                return False
            found.append(conflict)
            map_.strike_supersets([numbers[element] for element in conflict.elements])
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        work.interrupted = True
    return False


def grown(work: Conflicts, missing: Collection[int], deadline: float | None) -> frozenset[int]:
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
        tested = work.test(everything - left | {element}, deadline, max(FIRST_WORK, GROWTH * work.subsets.work))
        if tested.values is not None:
            left &= work.violated(tested.values)
    return left


class SubsetMap:
    """Which sets of elements have not been explored: a model whose variables say which elements are out of a set."""

    def __init__(self, size: int) -> None:
        self._variables = tuple(Variable(f"e{number}", Domain.range(_IN, _OUT)) for number in range(size))
        self._clauses: list[Requirement] = []
        self._origin = Origin(Source("<sets>", "").span(0, 0), "set", "set")

    def strike_supersets(self, conflict: Collection[int]) -> None:
        """Any set that has all of these has no solution."""
        self._some(conflict, _OUT)

    def strike_subsets(self, missing: Collection[int]) -> None:
        """Any set that has none of these has a solution."""
        self._some(missing, _IN)

    def _some(self, elements: Collection[int], value: int) -> None:
        literals = tuple(Compare("==", affine({e: 1}, -value)) for e in sorted(elements))
        self._clauses.append(Requirement(Some(literals), self._origin))

    def unexplored(
        self, deadline: float | None, *, smallest: bool = False, supervisor: Supervisor | None = None
    ) -> frozenset[int] | None:
        """A set about which nothing is known, mostly a large one; ``None``: there is none.

        Args:
            smallest: one with the fewest elements.
            supervisor: of the process of HiGHS, which solves an integer program; ``None``: by search.

        Raises:
            OutOfTime: the deadline came first.
            KeyboardInterrupt: as it came.
        """
        goal = affine(dict.fromkeys(range(len(self._variables)), 1))
        objective = Objective(True, goal, self._origin.span) if smallest else None
        source, clauses = self._origin.span.source, tuple(self._clauses)
        model = Model(source, "", (), self._variables, (), clauses, {}, objective)
        by = Options(solver="search") if supervisor is None else Options(solver="highs", presolve="domain")
        answer = SolverSession(model, by, supervisor=supervisor).solve(deadline=deadline)
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.status == "infeasible":
            return None
        if answer.values is None or answer.status == "feasible":
            raise OutOfTime
        return frozenset(e for e, value in enumerate(answer.values) if value == _IN)
