"""The number of solutions of a puzzle, exact or as a lower bound.

A solution is a filling of the grids. Two that differ only in variables outside the grids count as one; in a model
without a grid all variables count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer
from puzzledsl.kernel.flat_numbers import LARGEST
from puzzledsl.kernel.library import OutOfMemory
from puzzledsl.listing import counted
from puzzledsl.presolve.presolve import rooted
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import record
from puzzledsl.search.budget import Budget
from puzzledsl.search.component_count import Part, RefusedError, SolutionCount
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, Search
from puzzledsl.session.stages import EASY
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.session import SolverSession

FEW = 1_000
"""Up to this limit solutions are visited one by one: each is verified, and nothing needs to be remembered."""


@record
class Count(Answer):
    """How many solutions there are.

    Attributes:
        count: exactly so many, or at least.
        exact: there are no more. False when a limit came first.
        nodes: branches of search.
        limit: the number of solutions at which counting stops.
    """

    count: int = 0
    exact: bool = False
    nodes: int = 0
    limit: int | None = None
    model: Model | None = None
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Count {self.status}: {self.count:,}>"

    @property
    def status(self) -> str:
        """``exact``, ``none``, ``limit`` (as many as were asked for), or ``unknown``: the time limit came first."""
        if self.exact:
            return "exact" if self.count else "none"
        return "unknown" if self.limit is None or self.count < self.limit else "limit"

    def as_json(self) -> dict[str, object]:
        """The count, and whether it is exact."""
        return {"count": self.count, "exact": self.exact, "nodes": self.nodes}

    def lines(self, screen: Screen) -> list[str]:
        """The bare number, if nothing else is wanted."""
        return [f"{'' if self.exact else 'at least '}{self.count}"] if screen.quiet else []

    def summary(self, screen: Screen) -> list[str]:
        """The count in words."""
        text = counted(self.count, "solution")
        return self._sentence(screen, f"{'exactly ' * (self.count == 1)}{text}", f"at least {text}")

    def _sentence(self, screen: Screen, exact: str, more: str) -> list[str]:
        """The parts of the status line.

        Args:
            exact: the number, if there are no more.
            more: the number, if there may be more.
        """
        reached = self.status == "limit" and not screen.interrupted
        why = "--limit reached" if reached else screen.why(self.model)
        if self.exact:
            text = screen.good(exact if self.count else "no solution")
        else:
            text = screen.uncertain(f"{more if self.count else 'no solution found so far'} ({why})")
        return [text, counted(self.nodes, "branch")]


class SolutionCounter:
    """The question of one model, kept such that what is known survives a broken-off `run`.

    Counting by independent components is a matter of search. A count that is not easy takes turns with a search that
    learns and visits the solutions one by one, which ends sooner where they are few. A session with the solver
    ``highs`` counts one by one: each solution that is found is excluded from the next question.
    """

    def __init__(self, session: SolverSession, limit: int | None = None) -> None:
        """
        Args:
            limit: it is enough to know that there are so many.
        """
        self._session = session
        self._limit = limit
        self._visited = 0
        self._nodes = 0
        self._exact = False
        self._count: SolutionCount | None = None

    def run(self, report: Reporter = SILENT) -> Count:
        """Counts from the beginning.

        Raises:
            PuzzleError: the verifier rejects a solution, which is a bug.
        """
        root = self._session.root()
        if root is not None and root.contradiction is not None:
            self._exact = True
        elif root is not None:
            store, options = root.store, self._session.options
            by_search = self._session.plain and store.is_whole and all(store.mask) and not options.solves_program
            if by_search and (self._limit is None or self._limit > FEW):
                self._remembering(root, report)
            else:
                self._one_by_one(report)
        return self.result()

    def result(self) -> Count:
        """What is known by now."""
        found, nodes = self._known()
        return Count(found, self._exact, nodes, self._limit, self._session.model)

    def _known(self) -> tuple[int, int]:
        """How many there are at least, and the number of branches."""
        count = self._count
        if count is None:
            return self._visited, self._nodes
        return max(count.found, self._visited), self._nodes + count.nodes

    def _one_by_one(self, report: Reporter) -> None:
        limit = self._limit

        def on_branch(nodes: int) -> None:
            self._nodes = nodes
            report.say(counted(self._visited, "solution"), nodes)

        with self._session.solutions(on_branch=on_branch) as found:
            while limit is None or self._visited < limit:
                if next(found, None) is None:
                    break
                self._visited += 1
            self._exact, self._nodes = found.complete, found.nodes

    def _remembering(
        self,
        root: Root,
        report: Reporter,
    ) -> None:
        session = self._session
        learner: Iterator[None] | None = None

        def on_branch() -> bool:
            nonlocal learner
            if report.is_heard:
                found, nodes = self._known()
                report.say(counted(found, "solution"), nodes)
            if learner is None and counter.nodes > EASY.branches:
                learner = self._visiting(root.engine)
            if learner is not None:
                next(learner, None)
            return not self._exact

        parts = parts_of(session.flat.constraints, root.store.snapshot())
        sources = range(session.flat.sources)
        counter = self._count = SolutionCount(root.engine, parts, session.shown, sources, session.accepts, on_branch)
        try:
            with session.narrowed(root):
                self._exact = counter.run(self._limit) or self._exact
        except RefusedError:
            raise failure(
                "a solution breaks a rule of the model, so nothing is counted",
                helps=("this is a bug in puzzledsl, not in your model; please report it with the model",),
                code="bug",
            ) from None

    def _visiting(self, counting: Engine) -> Iterator[None]:
        """Visit the solutions by a search that learns, on a root of its own, unless there are more than `FEW`.

        A turn ends when the search has done as much work as the engine that counts. Where time or memory does not
        suffice for both, counting goes on alone.
        """
        session, earlier, begun = self._session, self._nodes, counting.steps
        sources = range(session.flat.sources)
        try:
            engine = rooted(session.flat, "domain").engine
            if not all(engine.store.mask):
                return  # a search that cannot learn restarts, and meets solutions again
            search = Search(engine, sources, session.accepts, shown=session.shown, learning=ALWAYS)
            while self._known()[0] <= FEW:
                budget = Budget(propagations=counting.steps - begun - search.work)
                if search.run(budget) is not None:
                    self._visited += 1
                else:
                    self._nodes = earlier + search.branches
                    yield
        except Refuted:
            self._exact = True
            self._nodes = earlier + search.branches
        except (OutOfTime, OutOfMemory):
            return


def count(model: Model, how: Asking = Asking(), limit: int | None = None) -> Count:  # noqa: B008 - frozen
    """Count the solutions.

    Args:
        limit: stop after this number of solutions.
    """
    return asked(model, how, lambda session: SolutionCounter(session, limit))


def parts_of(constraints: tuple[FlatConstraint, ...], domains: Domains) -> list[Part]:
    """The constraints as counting sees them; those that hold whatever is left of their one open variable are left
    out."""
    found = []
    for constraint in constraints:
        part = _part(constraint, domains)
        if part is not None:
            found.append(part)
    return found


def _part(constraint: FlatConstraint, domains: Domains) -> Part | None:
    from puzzledsl.primitives.alldifferent import AllDifferent
    from puzzledsl.primitives.grouped_sum import GroupedSum
    from puzzledsl.primitives.linear import Linear

    primitive = constraint.primitive
    scope = list(dict.fromkeys([*primitive.scope, *(literal.variable for literal in constraint.condition)]))
    still_open = [x for x in scope if not domains.is_fixed(x)]
    if not still_open:
        return None
    if constraint.condition:
        return Part(scope, [], [])
    if len(still_open) == 1 and len(scope) <= len(still_open):
        values = [0] * len(domains.mask)
        if all(_holds(constraint, values, still_open[0], v) for v in domains.values(still_open[0])):
            return None
    only_different = primitive.plain or isinstance(primitive, AllDifferent)
    cliques = [list(clique) for clique in primitive.cliques]
    if only_different and cliques and all(domains.base[x] == domains.base[c[0]] for c in cliques for x in c):
        return Part(scope, cliques, [])
    if isinstance(primitive, GroupedSum) or (isinstance(primitive, Linear) and not primitive.literals):
        factors = [k for _, k in primitive.terms]
        if len(factors) == len(scope) and all(isinstance(k, int) for k in factors):
            largest = sum(abs(int(k)) * max(1, abs(domains.lo(x)), abs(domains.hi(x))) for x, k in primitive.terms)
            if largest < LARGEST:
                return Part(scope, [], [int(k) for k in factors])
    return Part(scope, [], [])


def _holds(constraint: FlatConstraint, values: list[int], x: int, v: int) -> bool:
    values[x] = v
    return constraint.primitive.check(values)
