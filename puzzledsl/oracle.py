"""One model, many questions: is there a solution with these values, or other than those, and which are there?

The core of everything that asks more than `solve`: uniqueness, counting, candidates, explanations, generation. The
model is flattened and brought to rest once; each question narrows the store from there, and everything is undone
after it. Propagation and search come first, HiGHS where they do not get there within their share. Whatever is called
a solution has been accepted by the independent verifier.

An objective is left aside: a solution is whatever keeps the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Self

from puzzledsl.answer import Answer, Clock, Options
from puzzledsl.domain import Domain
from puzzledsl.expressions import All, Boolean, Compare, Some, affine
from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.model import Model, Origin, Requirement
from puzzledsl.propagation.enumeration import Enumeration
from puzzledsl.propagation.masks import mask_of
from puzzledsl.propagation.presolve import LONGEST, LONGEST_PROBING, SHARE, Presolved, presolved, rooted
from puzzledsl.propagation.probing import probe
from puzzledsl.propagation.search import first_weights, search
from puzzledsl.propagation.store import Contradiction
from puzzledsl.search import searchable
from puzzledsl.solve import AUTO_NODES, AUTO_SHARE, RESERVE, answer_of, check
from puzzledsl.source import Source
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.propagation.presolve import Root
    from puzzledsl.solving.session import Session

STRIDE = 256
"""Branches of an enumeration after which it looks up."""

Assignment = tuple[int, ...]
"""By variable number of the model, its value."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one question.

    Attributes:
        status: ``solved``, ``infeasible`` (proven), or ``unknown``: the deadline came first.
        values: by variable number, verified; ``None`` unless solved.
        nodes: branches of the search, and of HiGHS.
    """

    status: str
    values: Assignment | None
    nodes: int


class Oracle:
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
            PuzzleError: an option is wrong, or the model cannot be flattened.
        """
        from puzzledsl.flattening import flatten

        self.options = Options(encoding=encoding, solver=solver, presolve=presolve)
        check(self.options)
        self.model = replace(model, objective=None)
        self.shown = shown_variables(model)
        self.flat = flatten(self.model)
        self.plain = searchable(self.flat)
        self._verifier = Verifier(self.model) if self.plain else None
        self._root: Root | None = None
        self._resting = False
        self._learnt: dict[int, Domain] = {}
        self._session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further question would start it again."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

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

    def _narrow(self, x: int, domain: Domain) -> None:
        root = self._root
        assert root is not None
        if root.contradiction is None:
            try:
                root.store.keep(x, domain)
            except Contradiction:
                self._root = replace(root, contradiction=len(self.flat.origins) - 1)
            self._resting = False

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
            KeyboardInterrupt: as it came; the oracle can be asked again.
        """
        asked = dict(within or {})
        for x, v in (fixed or {}).items():
            asked[x] = asked[x] & Domain.range(v, v) if x in asked else Domain.range(v, v)
        question = _Question(self, asked, tuple(other_than), wanted or {}, deadline, on_node)
        root = self.rest(deadline)
        if root is None:
            return Verdict("unknown", None, 0)
        if root.contradiction is not None:
            return Verdict("infeasible", None, 0)
        mark = root.store.mark()
        try:
            found = question.attempt(root)
        except BaseException:  # in the midst of propagation: what the engine's queues hold then is anybody's guess
            self._root = None
            raise
        root.store.undo(mark)
        root.engine.forget()
        return found if isinstance(found, Verdict) else self._by_solver(question, found)

    def _by_solver(self, question: _Question, narrowed: Presolved) -> Verdict:
        from puzzledsl.primitives.clause import Clause

        if self.options.solver == "search":
            return Verdict("unknown", None, question.nodes)
        last = len(self.flat.origins) - 1
        further, rows = [], list(narrowed.constraints)
        for x, domain in question.asked.items():
            requirement = self._within(x, domain)
            if requirement is not None:
                further.append(requirement)
                rows.append(FlatConstraint(Clause((Literal(x, domain),)), last))
        for values in question.other_than:
            different = Some(tuple(Compare("!=", affine({x: 1}, -values[x])) for x in self.shown))
            further.append(Requirement(different, _asked("another solution", self.shown)))
            literals = []
            for x in self.shown:
                others = narrowed.domains[x] - Domain.range(values[x], values[x])
                if others:
                    literals.append(Literal(x, others))
            if not literals:
                return Verdict("infeasible", None, question.nodes)
            rows.append(FlatConstraint(Clause(tuple(literals)), last))
        model = replace(self.model, requirements=(*self.model.requirements, *further))
        answer = self._answer(model, replace(narrowed, constraints=tuple(rows), witness=None), question.deadline)
        if answer.interrupted:
            raise KeyboardInterrupt
        nodes = question.nodes + (answer.nodes or 0)
        if answer.values is not None:
            return Verdict("solved", answer.values, nodes)  # type: ignore[arg-type] # whole, but for real variables
        return Verdict("infeasible" if answer.status == "infeasible" else "unknown", None, nodes)

    def _answer(self, model: Model, narrowed: Presolved, deadline: float | None) -> Answer:
        options = replace(self.options, solver="highs")
        return answer_of(model, self.flat, narrowed, options, Clock(), deadline, session=self._kept_session)

    def _kept_session(self) -> Session:
        if self._session is None:
            from puzzledsl.solving.session import Session

            self._session = Session()
        return self._session

    def _within(self, x: int, domain: Domain) -> Requirement | None:
        allowed = domain & self.model.variables[x].domain
        if allowed == self.model.variables[x].domain:
            return None
        name = self.model.variables[x].name
        if allowed.size == 1:
            return Requirement(Compare("==", affine({x: 1}, -allowed.lo)), _asked(f"{name} == {allowed.lo}", (x,)))
        expression = Some(tuple(_between(x, lo, hi) for lo, hi in allowed.intervals))
        return Requirement(expression, _asked(f"{name} in {allowed}", (x,)))

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


class _Question:
    """One call of `Oracle.find`: what is asked, and how far propagation and search get with it."""

    def __init__(
        self,
        oracle: Oracle,
        asked: Mapping[int, Domain],
        other_than: tuple[Assignment, ...],
        wanted: Mapping[int, Domain],
        deadline: float | None,
        on_node: Callable[[], object] | None,
    ) -> None:
        self.oracle = oracle
        self.asked = asked
        self.other_than = other_than
        self.wanted = wanted
        self.deadline = deadline
        self.on_node = on_node
        self.nodes = 0
        self._most: int | None = None
        shown = oracle.shown
        self._taken = {tuple(values[x] for x in shown) for values in other_than}

    def attempt(self, root: Root) -> Verdict | Presolved:
        """What propagation and search find; else what they leave. The store is left narrowed."""
        store, engine, sources = root.store, root.engine, range(root.flat.sources)
        plain, options = self.oracle.plain, self.oracle.options
        engine.culprit = None
        try:
            for x, domain in self.asked.items():
                store.keep(x, domain)
            now = monotonic()
            end = now + LONGEST if self.deadline is None else min(self.deadline, now + LONGEST)
            if not engine.run(end):
                return presolved(root, complete=False)
            if not plain:
                return presolved(root)
            weights, wanted = first_weights(engine), self._masks(root)
            if options.solver != "highs":
                until = self._until(options.solver)
                values = search(engine, sources, until, accept=self._accepts, on_node=self._count, weights=weights,
                                wanted=wanted)  # fmt: skip
                if values is not None:
                    return Verdict("solved", values, self.nodes)
                if options.solver == "search":
                    return Verdict("unknown", None, self.nodes)
            if options.presolve == "probe" and root.flat.sources:
                values = probe(engine, sources, self._soon())
                if values is not None and self._accepts(values):
                    return Verdict("solved", values, self.nodes)
            return presolved(root)
        except Contradiction:
            return Verdict("infeasible", None, self.nodes)

    def _count(self) -> bool:
        self.nodes += 1
        if self.on_node is not None:
            self.on_node()
        return self._most is None or self.nodes <= self._most

    def _accepts(self, values: Assignment) -> bool:
        if self._taken and tuple([values[x] for x in self.oracle.shown]) in self._taken:
            return False
        return self.oracle.accepts(values) and all(values[x] in domain for x, domain in self.asked.items())

    def _until(self, solver: str) -> float | None:
        """Until when search may go on."""
        left = None if self.deadline is None else self.deadline - RESERVE
        if solver == "search":
            return left
        self._most = AUTO_NODES
        now = monotonic()
        return None if left is None else now + AUTO_SHARE * (left - now)

    def _soon(self) -> float:
        now = monotonic()
        return now + (LONGEST_PROBING if self.deadline is None else min(LONGEST_PROBING, SHARE * (self.deadline - now)))

    def _masks(self, root: Root) -> list[int] | None:
        """The values to try first."""
        store = root.store
        if self.wanted:
            masks = [0] * len(store.mask)
            for x, domain in self.wanted.items():
                if store.mask[x]:
                    masks[x] = mask_of(domain, store.base[x], store.mask[x].bit_length())
            return masks
        if not self.other_than:
            return None
        masks = store.mask.copy()
        for values in self.other_than:
            for x in self.oracle.shown:
                if masks[x] and store.has(x, values[x]):
                    masks[x] &= ~(1 << (values[x] - store.base[x]))
        return masks


class Solutions:
    """An iterator of all solutions, each once. Close it when it is left before its end, or use it in a ``with``.

    Two solutions are different when they differ in a variable of `Oracle.shown`. At the deadline it ends, and may be
    given a later ``deadline`` to go on.

    Attributes:
        complete: there are no more; False also when the deadline came first.
        nodes: branches taken.
        deadline: of ``time.monotonic``; may be changed at any time.
    """

    def __init__(
        self,
        oracle: Oracle,
        fixed: Mapping[int, int],
        deadline: float | None,
        on_node: Callable[[int], object] | None,
    ) -> None:
        self.complete = False
        self.nodes = 0
        self.deadline = deadline
        self._oracle = oracle
        self._fixed = dict(fixed)
        self._on_node = on_node
        self._enumeration: Enumeration | None = None
        self._root: Root | None = None
        self._mark = 0
        self._seen: list[Assignment] = []

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __next__(self) -> Assignment:
        values = None if self.complete else self._next()
        if values is None:
            if self.complete:
                self.close()
            raise StopIteration
        return values

    def close(self) -> None:
        """Give the store back."""
        root, self._root, self._enumeration = self._root, None, None
        if root is not None:
            root.store.undo(self._mark)
            root.engine.forget()
            self._oracle.take_back(root)

    def _next(self) -> Assignment | None:
        try:
            if self._enumeration is None and not self._seen:
                self._start()
            enumeration = self._enumeration
            if enumeration is None:
                return self._by_exclusion()
            while True:
                values = enumeration.advance(self.deadline, STRIDE)
                self.nodes = enumeration.nodes
                if self._on_node is not None:
                    self._on_node(self.nodes)
                if values is not None:
                    return values
                if enumeration.complete:
                    self.complete = True
                    return None
                if self.deadline is not None and monotonic() >= self.deadline:
                    return None
        except BaseException:  # in the midst of propagation
            self._root = self._enumeration = None
            raise

    def _start(self) -> None:
        """Take the store and fix what is to be fixed; leaves ``_enumeration`` empty where search cannot branch."""
        oracle = self._oracle
        root = oracle.rest(self.deadline)
        if root is None:
            return
        if root.contradiction is not None:
            self.complete = True
            return
        sources = range(oracle.flat.sources)
        if not oracle.plain or not all(root.store.mask[x] for x in sources):
            return
        oracle.hand_over()
        self._root, self._mark = root, root.store.mark()
        try:
            for x, v in self._fixed.items():
                root.store.fix(x, v)
            root.engine.run()
        except Contradiction:
            self.complete = True
            return
        self._enumeration = Enumeration(root.engine, oracle.shown, sources, oracle.accepts)

    def _by_exclusion(self) -> Assignment | None:
        """One after the other, each other than all before: for what cannot be branched on, as real variables."""
        if self.complete:
            return None
        verdict = self._oracle.find(self._fixed, other_than=self._seen, deadline=self.deadline)
        self.nodes += verdict.nodes
        if verdict.values is not None:
            self._seen.append(verdict.values)
        self.complete = verdict.status == "infeasible"
        return verdict.values


def shown_variables(model: Model) -> tuple[int, ...]:
    """The variables whose values tell solutions apart: those of the grids; in a model without a grid all."""
    if not model.grids:
        return tuple(range(len(model.variables)))
    return tuple(number for grid in model.grids for row in grid.numbers for number in row if number is not None)


def subset(model: Model, requirements: Collection[int]) -> Model:
    """The model with only those of its requirements whose positions are listed, and the givens among them.

    Whether a value is given is seen from the requirements that have the clue ``given`` and one variable.
    """
    wanted = set(requirements)
    kept = tuple(requirement for i, requirement in enumerate(model.requirements) if i in wanted)
    given = {requirement.origin.variables[0] for requirement in kept if requirement.origin.clue == "given"}
    return replace(
        model, requirements=kept, givens={x: value for x, value in model.givens.items() if x in given}, objective=None
    )


def _asked(sentence: str, variables: tuple[int, ...]) -> Origin:
    """The origin of what was asked, which no line of the source says."""
    return Origin(Source("<question>", "").span(0, 0), "question", sentence, variables)


def _between(x: int, lo: int, hi: int) -> Boolean:
    return All((Compare("<=", affine({x: -1}, lo)), Compare("<=", affine({x: 1}, -hi))))
