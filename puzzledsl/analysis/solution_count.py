"""The number of solutions of a puzzle, exact or as a lower bound.

A solution is a filling of the grids. Two that differ only in variables outside the grids count as one; in a model
without a grid all variables count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer
from puzzledsl.kernel.flat_numbers import LARGEST
from puzzledsl.kernel.library import OutOfMemory
from puzzledsl.listing import counted
from puzzledsl.presolve.presolve import rooted
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

    model: Model
    count: int = 0
    exact: bool = False
    nodes: int = 0
    limit: int | None = None
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Count {self.status}: {self.count:,}>"

    _brief = {"none": "There is no solution."}  # noqa: RUF012

    def _said(self) -> str:
        return f"{'' if self.exact else 'at least '}{counted(self.count, 'solution')}"

    def _open(self) -> str:
        return self._plain.why(self.model) + (f"; {self._said()}" if self.count else "")

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


def count_in(session: SolverSession, how: Asking = Asking(), limit: int | None = None) -> Count:  # noqa: B008 - frozen
    """Count the solutions of the model of a session.

    Counting by independent components is a matter of search. A count that is not easy takes turns with a search that
    learns and visits the solutions one by one, which ends sooner where they are few. A session with the solver
    ``highs`` counts one by one: each solution that is found is excluded from the next question.

    Args:
        limit: stop after this many solutions; ``None``: count all.

    Raises:
        PuzzleError: the verifier rejects a solution, which is a bug.
    """
    report = how.report
    counter: SolutionCount | None = None
    visited = nodes = 0
    exact = False

    def known() -> tuple[int, int]:
        """How many there are at least, and the number of branches."""
        if counter is None:
            return visited, nodes
        return max(counter.found, visited), nodes + counter.nodes

    def result() -> Count:
        found, branches = known()
        return Count(session.model, found, exact, branches, limit)

    def visiting(counting: Engine) -> Iterator[None]:
        """Visit the solutions by a search that learns, on a root of its own, unless there are more than `FEW`.

        A turn ends when the search has done as much work as the engine that counts. Where time or memory does not
        suffice for both, counting goes on alone.
        """
        nonlocal visited, nodes, exact
        earlier, begun = nodes, counting.steps
        try:
            engine = rooted(session.flat, "domain").engine
            if not all(engine.store.mask):
                return  # a search that cannot learn restarts, and meets solutions again
            sources = range(session.flat.sources)
            search = Search(engine, sources, session.accepts, shown=session.shown, learning=ALWAYS)
            while known()[0] <= FEW:
                budget = Budget(propagations=counting.steps - begun - search.done.propagations)
                if search.run(budget) is not None:
                    visited += 1
                else:
                    nodes = earlier + search.branches
                    yield
        except Refuted:
            exact, nodes = True, earlier + search.branches
        except (OutOfTime, OutOfMemory):
            return

    how.publish(result)
    root = session.root()
    if root is None:
        return result()
    if root.contradiction is not None:
        exact = True
        return result()
    by_search = session.plain and root.store.is_whole and all(root.store.mask) and not session.options.solves_program
    if not by_search or (limit is not None and limit <= FEW):

        def visiting_by(branches: int) -> None:
            nonlocal nodes
            nodes = branches
            report.say(counted(visited, "solution"), nodes)

        with session.solutions(on_branch=visiting_by) as found:
            while (limit is None or visited < limit) and next(found, None) is not None:
                visited += 1
            exact, nodes = found.complete, found.nodes
        return result()
    learner: Iterator[None] | None = None

    def on_branch() -> bool:
        nonlocal learner
        assert counter is not None
        if report.is_heard:
            number, branches = known()
            report.say(counted(number, "solution"), branches)
        if learner is None and counter.nodes > EASY.branches:
            learner = visiting(root.engine)
        if learner is not None:
            next(learner, None)
        return not exact

    parts = parts_of(session.flat.constraints, root.store.snapshot())
    sources = range(session.flat.sources)
    counter = SolutionCount(root.engine, parts, session.shown, sources, session.accepts, on_branch)
    try:
        with session.narrowed(root):
            exact = counter.run(limit) or exact
    except RefusedError:
        raise failure(
            "a solution breaks a rule of the model, so nothing is counted",
            helps=("this is a bug in puzzledsl, not in your model; please report it with the model",),
            code="bug",
        ) from None
    return result()


def count(model: Model, how: Asking = Asking(), limit: int | None = None) -> Count:  # noqa: B008 - frozen
    """Count the solutions.

    Args:
        limit: stop after this number of solutions.
    """
    check_numbers(1, limit=limit)
    return asked(model, how, partial(count_in, limit=limit), Count(model, limit=limit))


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
