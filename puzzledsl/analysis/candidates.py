"""The true candidates: each value of each cell, edge and border that occurs in some solution.

Every solution that is found is a witness for the values of all its cells. One cell after another is asked for a
solution with a value there that has no witness yet, and with new values elsewhere where there is a choice. If there is
none, those values are removed for good, and so is what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.records import EMPTY, record
from puzzledsl.time_limit import OutOfTime, in_time, is_late

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.session import SolverSession

MOST_LISTED = 1_000
"""Values of a cell that are listed: no more are looked for in a cell that has so many, and of more open ones only the
smallest and the largest are reported."""

MOST_IN_ALL = 200_000
"""Open values that are listed in all: where a model has many cells, fewer of each."""


@record
class Candidates:
    """The candidates of each cell. What is in neither list of a cell is in no solution: that is proven.

    Attributes:
        status: ``complete``; ``none``: there is no solution; ``partial``: a limit came first, so that some are open, or
            some cells have too many.
        values: variable number → values that occur in solutions, ascending.
        open: variable number → values of which it is not known; only cells that have some.
        many: variable number → the smallest and the largest value that is in ``values`` or not refuted; only cells
            that have too many open values to list them, or too many candidates to look for more (see `MOST_LISTED` and
            `MOST_IN_ALL`).
            They are not in ``open``.
        solutions: witnesses, all verified. They need not be all solutions, but if there is one and the status is
            ``complete``, it is the only one.
        nodes: branches of search and of HiGHS.
    """

    status: str
    values: Mapping[int, tuple[int, ...]]
    open: Mapping[int, tuple[int, ...]]
    solutions: int
    nodes: int
    many: Mapping[int, tuple[int, int]] = EMPTY

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing more would be found in more time: every value is decided, but for those of ``many``."""
        return not self.open and all(len(self.values[x]) >= MOST_LISTED for x in self.many)


class CandidateSearch:
    """The question of one model, kept such that what is known survives a broken-off `run`."""

    def __init__(self, session: SolverSession) -> None:
        self._session = session
        # Values of real variables are too many to be listed, and a mere place has none.
        variables = session.model.variables
        whole = [x for x in session.shown if not (variables[x].is_real or variables[x].hidden)]
        self._seen: dict[int, set[int]] = {x: set() for x in whole}
        self._unseen: dict[int, Domain] = {x: variables[x].domain for x in whole}  # nor refuted
        self._witnesses = 0
        self._nodes = 0
        self._none = False
        self._first: Assignment | None = None
        self._may_be_unique = True

    def run(
        self,
        on_progress: Callable[[int, int], object] | None = None,
        on_branch: Callable[[], object] | None = None,
    ) -> Candidates:
        """Decides value by value.

        Args:
            on_progress: called after each answer with how many values have a witness, and how many are open.
            on_branch: called before each branch of search.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
        """
        with suppress(OutOfTime):
            self._decide(on_progress, on_branch)
        return self.result()

    def _decide(self, on_progress: Callable[[int, int], object] | None, on_branch: Callable[[], object] | None) -> None:
        """Decide value by value.

        Raises:
            OutOfTime: the time limit came first.
        """
        session, unseen = self._session, self._unseen

        def count() -> None:  # also the branches of a question that has no answer yet
            self._nodes += 1
            if on_branch is not None:
                on_branch()

        unproven: set[int] = set()  # cells of which HiGHS cannot prove that there are no other values
        while not self._none and not is_late():
            waiting = [x for x in self._seen if self._asked_about(x) and x not in unproven]
            x = -1
            asked: dict[int, Domain] = {}
            phases: dict[int, Domain] = {}
            other_than: list[Assignment] = []
            if self._first is not None:
                if not waiting:
                    break
                if self._may_be_unique:  # most puzzles have one solution, and one proof of that decides all cells
                    other_than = [self._first]
                else:
                    x = min(in_time(waiting), key=lambda y: unseen[y].size)
                    asked[x] = unseen[x]
                    phases = {y: domain for y, domain in unseen.items() if domain}
            before = self._nodes
            verdict = session.find(within=asked, other_than=other_than, phases=phases, on_branch=count)
            self._nodes = before + verdict.nodes
            self._may_be_unique = self._first is None
            if verdict.values is not None:
                self._first = self._first or verdict.values
                self._witness(verdict.values)
            elif verdict.status == "infeasible":
                self._none = self._first is None
                if x < 0:
                    unseen.update(dict.fromkeys(unseen, Domain(())))
                else:
                    unseen[x] = Domain(())
                    session.learn(x, Domain.of(self._seen[x]))
            elif self._first is None:
                break
            elif x >= 0:
                unproven.add(x)
            self._look()
            if on_progress is not None:
                still_open = sum(domain.size for domain in in_time(unseen.values()))
                on_progress(sum(map(len, self._seen.values())), still_open)

    def result(self) -> Candidates:
        """What is known by now."""
        if self._none:
            return Candidates("none", dict.fromkeys(self._seen, ()), {}, 0, self._nodes)
        values = {x: tuple(sorted(found)) for x, found in self._seen.items()}
        listed: dict[int, tuple[int, ...]] = {}
        most = most_listed(len(self._unseen))
        many: dict[int, tuple[int, int]] = {}
        for x, domain in self._unseen.items():
            if domain and (len(values[x]) >= MOST_LISTED or _are_many(domain, most)):
                ends = (domain.lo, domain.hi, *values[x][:1], *values[x][-1:])
                many[x] = (min(ends), max(ends))
            elif domain:
                listed[x] = tuple(domain)
        status = "partial" if listed or many else "complete"
        return Candidates(status, values, listed, self._witnesses, self._nodes, many)

    def _asked_about(self, x: int) -> bool:
        """Whether values of a cell are open, and it has not so many that no more are looked for."""
        return bool(self._unseen[x]) and len(self._seen[x]) < MOST_LISTED

    def _witness(self, values: Assignment) -> None:
        self._witnesses += 1
        for x, seen in in_time(self._seen.items()):
            value = values[x]
            if value not in seen:
                self._unseen[x] -= Domain.range(value, value)
                seen.add(value)

    def _look(self) -> None:
        """What propagation has removed by now."""
        root = self._session.root()
        if root is not None and root.contradiction is None:
            now = root.store.snapshot()
            for x in in_time(self._unseen):
                self._unseen[x] &= now.domain(x)


def most_listed(cells: int) -> int:
    """How many open values are listed for each of so many cells."""
    return min(MOST_LISTED, MOST_IN_ALL // max(cells, 1))


def _are_many(domain: Domain, most: int) -> bool:
    """Whether a domain has more values; without counting them."""
    return len(domain.intervals) > most or domain.size > most
