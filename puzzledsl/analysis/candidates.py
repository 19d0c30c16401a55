"""The true candidates: each value of each cell that occurs in some solution.

Every solution that is found is a witness for the values of all its cells. Two methods take turns, each with as many
branches as the other has had. One lists the solutions: when there are no more, all is known. The other takes one cell
after another and looks for a solution with a value there that has no witness yet, and with new values elsewhere where
there is a choice. If there is none, those values are removed for good, and so is what follows. The first method is
quick where there are few solutions, the second where there are many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.records import EMPTY, record
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from puzzledsl.session import Assignment, SolverSession

FIRST_SLICE, GROWTH = 200, 2
"""Branches of the enumeration before the first questions, and how many times more before each further round."""

MOST_SOLUTIONS = 1_000
"""Where there are more, the enumeration ends and the questions go on alone."""

MOST_LISTED = 1_000
"""Values of a cell that are listed: no more are looked for in a cell that has so many, and of more open ones only the
smallest and the largest are reported."""


@record(slots=True)
class Candidates:
    """The candidates of each cell. What is in neither list of a cell is in no solution: that is proven.

    Attributes:
        status: ``complete``; ``none``: there is no solution; ``partial``: a limit came first, so that some are open, or
            some cells have too many.
        values: variable number → values that occur in solutions, ascending.
        open: variable number → values of which it is not known; only cells that have some.
        many: variable number → the smallest and the largest value that is in ``values`` or not refuted; only cells
            that have too many open values to list them, or too many candidates to look for more (see `MOST_LISTED`).
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
        self._seen: dict[int, set[int]] = {x: set() for x in session.shown}
        self._unseen: dict[int, Domain] = {x: session.model.variables[x].domain for x in session.shown}  # nor refuted
        self._witnesses = 0
        self._nodes = 0
        self._none = False
        self._listed = 0  # branches of the enumeration
        self._first: Assignment | None = None
        self._may_be_unique = True
        self._hard: set[int] = set()  # cells of which the budget did not suffice

    def run(
        self,
        deadline: float | None = None,
        on_progress: Callable[[int, int], object] | None = None,
        on_branch: Callable[[], object] | None = None,
    ) -> Candidates:
        """Decides value by value.

        Args:
            deadline: on the clock of ``time.monotonic``.
            on_progress: called after each answer with how many values have a witness, and how many are open.
            on_branch: called before each branch of search.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
        """
        session = self._session
        if not session.plain or session.options.by_program:
            self._ask(UNLIMITED, deadline, on_progress, on_branch)
            return self.result()
        branches = 0  # of the questions

        def count() -> None:
            nonlocal branches
            branches += 1
            if on_branch is not None:
                on_branch()

        part, found = FIRST_SLICE, 0
        with session.solutions(deadline=deadline) as listing:
            while not self._is_done() and not is_late(deadline):
                end = listing.nodes + part
                while found < MOST_SOLUTIONS and not listing.complete and listing.nodes < end:
                    values = listing.advance(Budget(branches=end - listing.nodes))
                    if values is None:
                        break
                    found += 1
                    self._witness(values)
                self._listed = listing.nodes
                if on_branch is not None:
                    on_branch()
                if listing.complete:
                    self._none = not found
                    self._unseen = dict.fromkeys(self._seen, Domain(()))
                    break
                if found >= MOST_SOLUTIONS:
                    listing.close()
                    self._ask(UNLIMITED, deadline, on_progress, on_branch)
                    break
                while branches < listing.nodes and not self._is_done():
                    if not self._ask(Budget(branches=listing.nodes - branches), deadline, on_progress, count):
                        break
                part *= GROWTH
        return self.result()

    def _is_done(self) -> bool:
        return self._none or (self._witnesses > 0 and not any(self._asked_about(x) for x in self._unseen))

    def _ask(
        self,
        budget: Budget,
        deadline: float | None,
        on_progress: Callable[[int, int], object] | None,
        on_branch: Callable[[], object] | None,
    ) -> bool:
        """One question, or with an unlimited budget all; False at the deadline, or where the budget was not enough."""
        session, unseen = self._session, self._unseen
        if budget is UNLIMITED:
            self._hard.clear()  # a smaller budget did not suffice
        while not self._is_done():
            if is_late(deadline):
                return False
            asked: dict[int, Domain] = {}
            x = -1
            if self._first is None:
                verdict = session.find(deadline=deadline, budget=budget, on_branch=on_branch)
                self._none = verdict.status == "infeasible"
                self._first = verdict.values
                if verdict.status == "unknown" and budget is UNLIMITED:
                    return False
            elif self._may_be_unique:  # most puzzles have one solution, and one proof of that decides all cells
                verdict = session.find(other_than=[self._first], deadline=deadline, budget=budget, on_branch=on_branch)
                if verdict.status == "infeasible":
                    self._unseen = unseen = dict.fromkeys(self._seen, Domain(()))
                self._may_be_unique = False
            else:
                waiting = [y for y in session.shown if self._asked_about(y) and y not in self._hard]
                if not waiting:
                    if budget is UNLIMITED:
                        return False  # no more time would help: HiGHS cannot prove it
                    self._hard.clear()
                    self._may_be_unique = self._witnesses == 1
                    continue
                x = min(waiting, key=lambda y: unseen[y].size)
                asked = {x: unseen[x]}
                phases = {y: domain for y, domain in unseen.items() if domain}
                verdict = session.find(
                    within=asked, phases=phases, deadline=deadline, budget=budget, on_branch=on_branch
                )
            self._nodes += verdict.nodes
            if verdict.values is not None:
                self._witness(verdict.values)
            elif x >= 0 and verdict.status == "infeasible":
                unseen[x] = Domain(())
                session.learn(x, Domain.of(self._seen[x]))
            elif x >= 0:
                self._hard.add(x)
            self._look(deadline)
            if on_progress is not None:
                left = sum(unseen[y].size for y in unseen if unseen[y])
                on_progress(sum(map(len, self._seen.values())), left)
            if budget is not UNLIMITED:
                return verdict.status != "unknown"
        return True

    def result(self) -> Candidates:
        """What is known by now."""
        if self._none:
            return Candidates("none", dict.fromkeys(self._seen, ()), {}, 0, self._nodes + self._listed)
        values = {x: tuple(sorted(found)) for x, found in self._seen.items()}
        listed: dict[int, tuple[int, ...]] = {}
        many: dict[int, tuple[int, int]] = {}
        for x, domain in self._unseen.items():
            if domain and (domain.size > MOST_LISTED or len(values[x]) >= MOST_LISTED):
                ends = (domain.lo, domain.hi, *values[x][:1], *values[x][-1:])
                many[x] = (min(ends), max(ends))
            elif domain:
                listed[x] = tuple(domain)
        status = "partial" if listed or many else "complete"
        return Candidates(status, values, listed, self._witnesses, self._nodes + self._listed, many)

    def _asked_about(self, x: int) -> bool:
        """Whether values of a cell are open, and it has not so many that no more are looked for."""
        return bool(self._unseen[x]) and len(self._seen[x]) < MOST_LISTED

    def _witness(self, values: Assignment) -> None:
        self._witnesses += 1
        for x, seen in self._seen.items():
            value = values[x]
            if value not in seen:
                seen.add(value)
                self._unseen[x] -= Domain.range(value, value)

    def _look(self, deadline: float | None) -> None:
        """What propagation has removed by now."""
        root = self._session.root(deadline)
        if root is not None and root.contradiction is None:
            for x in self._unseen:
                self._unseen[x] &= root.store.domain(x)
