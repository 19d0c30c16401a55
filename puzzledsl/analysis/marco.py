"""All minimal conflicts, one after the other.

MARCO (Liffiton, Previti, Malik & Marques-Silva, Fast, Flexible MUS Enumeration, Constraints 21, 2016): a map of the
subsets that are not yet known to be solvable or not. A large one is taken from the map; if it has no solution it is
shrunk to a minimal conflict, else grown to a maximal solvable set, and either way all that follows is struck out.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzledsl.analysis.conflicts import FIRST_WORK, GROWTH, Conflict, Conflicts
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.clause import Clause
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import Search
from puzzledsl.time_limit import is_late

_IN, _OUT = Domain.range(0, 0), Domain.range(1, 1)
"""Whether an element is in the set. In comes first: search tries small values first."""


def all_conflicts(work: Conflicts, found: list[Conflict], most: int, deadline: float | None) -> bool:
    """Adds conflicts to ``found`` until there are ``most``; True when the model has no further one, proven.

    Args:
        found: a conflict, or several.
        deadline: of ``time.monotonic``.
    """
    numbers = {element: number for number, element in enumerate(work.elements)}
    map_ = _Map(len(work.elements))
    complete = True
    for conflict in found:
        complete = complete and conflict.minimal
        map_.strike_supersets([numbers[element] for element in conflict.elements])
    try:
        while len(found) < most:
            if is_late(deadline):
                return False
            seed = map_.unexplored(deadline)
            if seed is None:
                return complete and not is_late(deadline)
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


class _Map:
    """Which sets of elements have not been explored, as clauses."""

    def __init__(self, size: int) -> None:
        self._variables = [FlatVariable(f"e{number}", Domain.range(0, 1)) for number in range(size)]
        self._clauses: list[FlatConstraint] = []

    def strike_supersets(self, conflict: Collection[int]) -> None:
        """Any set that has all of these has no solution."""
        self._clauses.append(FlatConstraint(Clause(tuple(Literal(e, _OUT) for e in conflict)), 0))

    def strike_subsets(self, missing: Collection[int]) -> None:
        """Any set that has none of these has a solution."""
        self._clauses.append(FlatConstraint(Clause(tuple(Literal(e, _IN) for e in missing)), 0))

    def unexplored(self, deadline: float | None) -> frozenset[int] | None:
        """A set about which nothing is known, large mostly; ``None``: there is none, or the time is over."""
        flat = FlatModel(tuple(self._variables), tuple(self._clauses), (), len(self._variables))
        try:
            engine = Engine(flat.constraints, Store(flat.variables))
            engine.run()
            search = Search(engine, range(flat.sources))
            values = search.run(deadline=deadline)
        except (Contradiction, Refuted):
            return None
        return None if values is None else frozenset(e for e, value in enumerate(values) if value == 0)
