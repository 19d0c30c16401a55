"""The session itself: a model at rest, and what is done with it for a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Self

from puzzledsl.answer import Answer, Clock, Options
from puzzledsl.domain import Domain
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Model
from puzzledsl.portfolio.background import Background
from puzzledsl.presolve.presolve import LONGEST_PROBING, SHARE, rooted, strengthen
from puzzledsl.presolve.probing import probe
from puzzledsl.search.optimum import searchable, unsearchable
from puzzledsl.session.question import Question, asked_origin
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Assignment, Verdict, shown_variables
from puzzledsl.solve import answer_of, check
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.presolve.presolve import Presolved, Root


class SolverSession:
    """Answers questions about the solutions of one model. Close it, or use it in a ``with`` statement.

    Attributes:
        model: what is asked about, without its objective.
        plain: search works on it: there are no real variables.
        shown: numbers of the variables whose values tell solutions apart: those of the grids; in a model without a
            grid all.
    """

    def __init__(
        self, model: Model, *, solver: str = "auto", presolve: str = "probe", encoding: str = "binary"
    ) -> None:
        """Flattens the model.

        Args:
            solver: ``auto``; ``search`` (HiGHS is never asked); ``highs`` (after propagation only HiGHS).
            presolve: as in `puzzledsl.answer.Options`, but propagation is never weaker than ``domain``.
            encoding: what HiGHS gets.

        Raises:
            PuzzleError: an option is wrong, the model cannot be flattened, or search cannot work on it.
        """
        from puzzledsl.flattening import flatten

        self.options = Options(encoding=encoding, solver=solver, presolve=presolve)
        check(self.options)
        self.model = replace(model, objective=None)
        self.shown = shown_variables(model)
        self.flat = flatten(self.model)
        further = asked_origin("what is asked", self.shown)
        self._asked = replace(self.flat, origins=(*self.flat.origins, further))  # the last one is for questions
        self.plain = searchable(self.flat)
        if solver == "search" and not self.plain:
            raise unsearchable()
        self._verifier = Verifier(self.model) if self.plain else None
        self._root: Root | None = None
        self._strong: Root | None = None
        self._resting = False
        self._learnt: dict[int, Domain] = {}
        self._supervisor: Supervisor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further question would start it again."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()

    def accepts(self, values: Sequence[int]) -> bool:
        """Whether the independent verifier takes these values for a solution."""
        if self._verifier is not None:
            return self._verifier.accepts(values)
        return not verify(self.model, values)

    # ── the root ─────────────────────────────────────────────────────────────────────────────────

    def rest(self, deadline: float | None = None) -> Root | None:
        """The model at rest, nothing assumed; ``None`` at the deadline (of ``time.monotonic``).

        Whoever narrows ``store`` from there marks it before, undoes it afterwards and calls ``engine.forget()``. Of a
        model that propagation refutes ``contradiction`` is set.
        """
        if self._root is None:
            self._root = rooted(self.flat, deadline, "domain")
            self._resting = self._root.complete
            for x, domain in self._learnt.items():
                self._narrow(x, domain)
        root = self._root
        if root.contradiction is None and not self._resting:
            try:
                self._resting = root.engine.run(deadline)
            except Contradiction:
                root = self._root = replace(root, contradiction=root.blame)
            except BaseException:
                self._root = None
                raise
        return root if self._resting or root.contradiction is not None else None

    def domain(self, x: int) -> Domain:
        """The values that are left of a variable; of a model that is refuted, no telling which."""
        root = self.rest()
        assert root is not None
        return root.store.domain(x)

    def learn(self, x: int, domain: Domain) -> None:
        """Keep in mind that no solution has a value of ``x`` outside ``domain``; what follows from it too."""
        before = self._learnt.get(x)
        self._learnt[x] = domain if before is None else before & domain
        if self._root is not None:
            self._narrow(x, domain)

    def probe(self, deadline: float | None = None) -> None:
        """Remove for good what probing refutes, for a second at most."""
        root = self.rest(deadline)
        if root is None or root.contradiction is not None or not self.plain:
            return
        end = monotonic() + LONGEST_PROBING
        try:
            probe(root.engine, range(root.flat.sources), end if deadline is None else min(end, deadline))
            self._resting = False  # where the time ended it, something may be left to be looked at
        except Contradiction:
            self._root = replace(root, contradiction=root.blame)
        except BaseException:
            self._root = None
            raise

    def _narrow(self, x: int, domain: Domain) -> None:
        root = self._root
        assert root is not None
        if root.contradiction is None:
            try:
                root.store.keep(x, domain)
            except Contradiction:
                self._root = replace(root, contradiction=max(0, len(self.flat.origins) - 1))
            self._resting = False

    def _strengthen(self, root: Root, deadline: float | None) -> None:
        """Do what is worth its time only where search has something to do: implied constraints, and probing."""
        strengthen(root)
        self._strong, self._resting = root, False
        now = monotonic()
        self.probe(now + (LONGEST_PROBING if deadline is None else SHARE * (deadline - now)))

    def hand_over(self) -> None:
        """Somebody else narrows the store from here on; a question meanwhile gets one of its own."""
        self._root = None

    def take_back(self, root: Root) -> None:
        """The opposite, with the store as it was."""
        if self._root is None and not self._learnt:
            self._root = root

    # ── one solution ─────────────────────────────────────────────────────────────────────────────

    def find(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        within: Mapping[int, Domain] | None = None,
        other_than: Sequence[Assignment] = (),
        wanted: Mapping[int, Domain] | None = None,
        deadline: float | None = None,
        on_node: Callable[[], object] | None = None,
    ) -> Verdict:
        """A solution with certain values, if there is one.

        Args:
            fixed: variable number → the value it must have.
            within: variable number → the values it may have.
            other_than: solutions from each of which it must differ in some variable of `shown`.
            wanted: values that search should try first. Without it, those that ``other_than`` does not have.
            deadline: on the clock of ``time.monotonic``.
            on_node: called before each branch of the search.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
            KeyboardInterrupt: as it came; the session can be asked again.
        """
        asked = dict(within or {})
        for x, v in (fixed or {}).items():
            asked[x] = asked[x] & Domain.range(v, v) if x in asked else Domain.range(v, v)
        question = Question(self, asked, tuple(other_than), wanted or {}, deadline, on_node)
        while True:
            root = self.rest(deadline)
            if root is None:
                return Verdict("unknown", None, question.nodes)
            if root.contradiction is not None:
                return Verdict("infeasible", None, question.nodes)
            mark = root.store.mark()
            try:
                found = question.answered(root, self._strong is not root)
            except BaseException:  # in the midst of propagation: what the engine's queues hold then is anybody's guess
                self._root = None
                raise
            root.store.undo(mark)
            root.engine.forget()
            if isinstance(found, Verdict):
                return found
            if found is not None:
                return question.by_solver(found)
            self._strengthen(root, deadline)

    def by_highs(self, model: Model, narrowed: Presolved, deadline: float | None) -> Answer:
        """The answer of HiGHS to a question.

        Args:
            model: what it is verified against.
            narrowed: what it is asked.
        """
        options = replace(self.options, solver="highs")
        return answer_of(model, self._asked, narrowed, options, Clock(), deadline, supervisor=self._kept_supervisor)

    def background(self, model: Model, narrowed: Presolved, deadline: float | None) -> Background:
        """The same, begun in the background."""
        options = replace(self.options, solver="highs")
        supervisor = self._kept_supervisor()

        def work() -> Answer:
            return answer_of(
                model,
                self._asked,
                narrowed,
                options,
                Clock(),
                deadline,
                supervisor=lambda: supervisor,
                beside_search=True,
            )

        return Background(supervisor, work)

    def _kept_supervisor(self) -> Supervisor:
        if self._supervisor is None or self._supervisor.abandoned:
            from puzzledsl.highs.supervisor import Supervisor

            self._supervisor = Supervisor()
        return self._supervisor

    # ── all solutions ────────────────────────────────────────────────────────────────────────────

    def solutions(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        deadline: float | None = None,
        on_node: Callable[[int], object] | None = None,
    ) -> Solutions:
        """All solutions, each once, as they are found: see `Solutions`. Arguments as in `find`, but ``on_node`` is
        told the number of branches so far."""
        return Solutions(self, fixed or {}, deadline, on_node)
