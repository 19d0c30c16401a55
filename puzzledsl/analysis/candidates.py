"""The true candidates: each value of each cell that occurs in some solution.

Every solution that is found is a witness for the values of all its cells. Of what has no witness yet one cell after
the other is asked for: a solution with a new value there, and new values elsewhere where there is a choice; if there
is none, those values are removed for good, and what follows from that too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain

if TYPE_CHECKING:
    from puzzledsl.session import Assignment, SolverSession

FIRST_SLICE = 0.5
"""Seconds for a cell in the first round; what is not decided by then has to wait for the others."""

LONGEST_PROOF = 10.0
"""Seconds for the proof that there is one solution only, before cells are asked about one by one."""

PATIENCE = 1.0
"""Seconds for what follows from a removed value."""

GROWTH = 4.0
"""Each round has so many times the seconds of the one before."""

MOST_LISTED = 1_000
"""Values of a cell that are listed: no more are looked for in a cell that has so many, and of more open ones only the
smallest and the largest are told."""


@dataclass(frozen=True, slots=True)
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
    many: Mapping[int, tuple[int, int]] = field(default_factory=dict)

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

    def run(
        self,
        deadline: float | None = None,
        on_progress: Callable[[int, int], object] | None = None,
        on_node: Callable[[], object] | None = None,
    ) -> Candidates:
        """Decides value by value.

        Args:
            deadline: on the clock of ``time.monotonic``.
            on_progress: told after each answer how many values have a witness, and how many are open.
            on_node: called before each branch of search.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
        """
        session = self._session
        first = session.find(deadline=deadline, on_node=on_node)
        self._nodes += first.nodes
        if first.values is None:
            self._none = first.status == "infeasible"
            self._look()
            return self.result()
        self._witness(first.values)
        # Most puzzles have one solution, and one proof of that decides all cells.
        end = monotonic() + LONGEST_PROOF
        if deadline is not None:
            end = min(end, 0.5 * (monotonic() + deadline))
        other = session.find(other_than=[first.values], deadline=end, on_node=on_node)
        self._nodes += other.nodes
        if other.status == "infeasible":
            self._unseen = dict.fromkeys(self._seen, Domain(()))
            return self.result()
        if other.values is not None:
            self._witness(other.values)
        if deadline is None or monotonic() < deadline:
            session.probe(deadline)
        self._look()
        self._round_by_round(deadline, on_progress, on_node)
        return self.result()

    def _round_by_round(
        self,
        deadline: float | None,
        on_progress: Callable[[int, int], object] | None,
        on_node: Callable[[], object] | None,
    ) -> None:
        session, seconds, unseen = self._session, FIRST_SLICE, self._unseen
        while True:
            waiting = sorted((x for x in session.shown if self._asked_about(x)), key=lambda x: unseen[x].size)
            if not waiting:
                return
            for x in waiting:
                while self._asked_about(x):
                    now = monotonic()
                    if deadline is not None and now >= deadline:
                        return
                    end = now + seconds if deadline is None else min(deadline, now + seconds)
                    wanted = {y: domain for y, domain in unseen.items() if domain}
                    verdict = session.find(within={x: unseen[x]}, wanted=wanted, deadline=end, on_node=on_node)
                    self._nodes += verdict.nodes
                    if verdict.values is not None:
                        self._witness(verdict.values)
                    elif verdict.status == "infeasible":
                        unseen[x] = Domain(())
                        session.learn(x, Domain.of(self._seen[x]))
                        self._look()
                    if on_progress is not None:
                        on_progress(
                            sum(map(len, self._seen.values())), sum(unseen[y].size for y in unseen if unseen[y])
                        )
                    if verdict.status == "unknown":
                        break
            seconds *= GROWTH

    def result(self) -> Candidates:
        """What is known by now."""
        if self._none:
            return Candidates("none", dict.fromkeys(self._seen, ()), {}, 0, self._nodes)
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
        return Candidates(status, values, listed, self._witnesses, self._nodes, many)

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

    def _look(self) -> None:
        """What propagation has removed by now."""
        root = self._session.rest(monotonic() + PATIENCE)
        if root is not None and root.contradiction is None:
            for x in self._unseen:
                self._unseen[x] &= root.store.domain(x)
