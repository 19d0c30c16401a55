"""One question for one solution: what is asked, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import Answer
from puzzledsl.domain import Domain
from puzzledsl.expressions import All, Boolean, Compare, Some, affine
from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.kernel.masks import mask_of
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Origin, Requirement
from puzzledsl.presolve.presolve import LONGEST, LONGEST_PROBING, SHARE, Presolved, presolved
from puzzledsl.presolve.probing import probe
from puzzledsl.search.search import first_weights, search
from puzzledsl.session.verdict import Assignment, Verdict
from puzzledsl.solve import RESERVE
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.portfolio.background import Background
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.session.session import SolverSession

EASY_NODES = 100
"""Branches after which a question is not easy."""

ALONE_NODES = 1_500
ALONE_SHARE = 0.2
"""What search has before HiGHS starts beside it: branches, and the share of the time left."""


class Question:
    """One call of `SolverSession.find`; its arguments are described there.

    Attributes:
        asked: variable number → the values it may have.
        nodes: branches so far.
    """

    def __init__(
        self,
        session: SolverSession,
        asked: Mapping[int, Domain],
        other_than: tuple[Assignment, ...],
        wanted: Mapping[int, Domain],
        deadline: float | None,
        on_node: Callable[[], object] | None,
    ) -> None:
        self.asked = asked
        self.nodes = 0
        self._session = session
        self._other_than = other_than
        self._wanted = wanted
        self._deadline = deadline
        self._on_node = on_node
        self._weights: list[float] | None = None
        self._taken = {tuple(values[x] for x in session.shown) for values in other_than}

    def answered(self, root: Root, may_strengthen: bool) -> Verdict | Presolved | None:
        """What propagation and search find. Where HiGHS alone has to go on: what they leave. The store is narrowed.

        Search has its share first. When that is spent, HiGHS starts beside it, and the first to finish counts.

        Returns:
            ``None`` where it is not easy: the caller strengthens the root, if it may, and asks again.
        """
        store, engine, options = root.store, root.engine, self._session.options
        engine.culprit = None
        try:
            for x, domain in self.asked.items():
                store.keep(x, domain)
            now = monotonic()
            end = now + LONGEST if self._deadline is None else min(self._deadline, now + LONGEST)
            complete = engine.run(end)
            if not complete or not self._session.plain:
                return presolved(root, complete=complete)
            wanted = self._masks(root)
            if options.solver == "highs":
                if options.presolve == "probe":
                    values = probe(engine, range(root.flat.sources), self._soon())
                    if values is not None and self._accepts(values):
                        return Verdict("solved", values, self.nodes)
                return presolved(root)
            if may_strengthen:
                most = self.nodes + EASY_NODES
                return self._searched(root, self._left(), lambda: self.nodes >= most, wanted)
            if options.solver == "search":
                return self._searched(root, self._left(), None, wanted) or self._unknown()
            return self._race(root, presolved(root), wanted)
        except Contradiction:
            return Verdict("infeasible", None, self.nodes)

    def by_solver(self, narrowed: Presolved) -> Verdict:
        """What HiGHS finds.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects its answer.
            KeyboardInterrupt: Ctrl-C.
        """
        return self._verdict(self._session.by_highs(*self._program(narrowed), self._deadline))

    # ── search, and HiGHS beside it ──────────────────────────────────────────────────────────────

    def _searched(
        self, root: Root, until: float | None, enough: Callable[[], bool] | None, wanted: list[int] | None
    ) -> Verdict | None:
        """``None`` when the time is up, or it is enough.

        Raises:
            Contradiction: there is no solution.
        """

        def on_node() -> bool:
            self.nodes += 1
            if self._on_node is not None:
                self._on_node()
            return enough is None or not enough()

        if self._weights is None:
            self._weights = first_weights(root.engine)
        sources = range(root.flat.sources)
        values = search(
            root.engine, sources, until, accept=self._accepts, on_node=on_node, weights=self._weights, wanted=wanted
        )
        return None if values is None else Verdict("solved", values, self.nodes)

    def _race(self, root: Root, narrowed: Presolved, wanted: list[int] | None) -> Verdict:
        """Search here, and after a while HiGHS in its process; who has the answer first.

        Raises:
            Contradiction: search proves that there is no solution.
        """
        background: Background | None = None
        most, left = self.nodes + ALONE_NODES, self._left()
        until = None if left is None else monotonic() + ALONE_SHARE * (left - monotonic())

        def enough() -> bool:
            nonlocal background
            if background is not None:
                return background.finished
            if self.nodes >= most or (until is not None and monotonic() >= until):
                background = self._started(narrowed)
            return False

        try:
            found = self._searched(root, left, enough, wanted)
            if found is None and not (background is None and self._late()):
                background = background or self._started(narrowed)
                verdict = self._verdict(background.answer())
                if verdict.status != "unknown" or self._late():
                    return verdict
                found = self._searched(root, left, None, wanted)
            return found or self._unknown()
        finally:
            if background is not None:
                background.cancel()

    def _started(self, narrowed: Presolved) -> Background:
        """HiGHS at work on the question."""
        return self._session.background(*self._program(narrowed), self._deadline)

    def _verdict(self, answer: Answer) -> Verdict:
        if answer.interrupted:
            raise KeyboardInterrupt
        nodes = self.nodes + (answer.nodes or 0)
        if answer.values is not None:
            return Verdict("solved", answer.values, nodes)  # type: ignore[arg-type] # whole, but for real variables
        return Verdict("infeasible" if answer.status == "infeasible" else "unknown", None, nodes)

    def _unknown(self) -> Verdict:
        return Verdict("unknown", None, self.nodes)

    # ── what is asked, in the words of each ──────────────────────────────────────────────────────

    def _accepts(self, values: Assignment) -> bool:
        if self._taken and tuple(values[x] for x in self._session.shown) in self._taken:
            return False
        return all(values[x] in domain for x, domain in self.asked.items()) and self._session.accepts(values)

    def _masks(self, root: Root) -> list[int] | None:
        """The values to try first."""
        store = root.store
        if self._wanted:
            masks = [0] * len(store.mask)
            for x, domain in self._wanted.items():
                if store.mask[x]:
                    masks[x] = mask_of(domain, store.base[x], store.mask[x].bit_length())
            return masks
        if not self._other_than:
            return None
        masks = store.mask.copy()
        for values in self._other_than:
            for x in self._session.shown:
                if masks[x] and store.has(x, values[x]):
                    masks[x] &= ~(1 << (values[x] - store.base[x]))
        return masks

    def _program(self, narrowed: Presolved) -> tuple[Model, Presolved]:
        """What HiGHS is to solve: the model to verify against, and the constraints to encode."""
        from puzzledsl.primitives.clause import Clause

        session = self._session
        origin = len(session.flat.origins)  # of what is asked; the session adds it
        further, rows = [], list(narrowed.constraints)
        for x, domain in self.asked.items():
            requirement = _within(session.model, x, domain)
            if requirement is not None:
                further.append(requirement)
                rows.append(FlatConstraint(Clause((Literal(x, domain),)), origin))
        for values in self._other_than:
            different = Some(tuple(Compare("!=", affine({x: 1}, -values[x])) for x in session.shown))
            further.append(Requirement(different, asked_origin("another solution", session.shown)))
            literals = []
            for x in session.shown:
                others = narrowed.domains[x] - Domain.range(values[x], values[x])
                if others:
                    literals.append(Literal(x, others))
            rows.append(FlatConstraint(Clause(tuple(literals)), origin))
        model = replace(session.model, requirements=(*session.model.requirements, *further))
        return model, replace(narrowed, constraints=tuple(rows), witness=None)

    # ── time ─────────────────────────────────────────────────────────────────────────────────────

    def _left(self) -> float | None:
        return None if self._deadline is None else self._deadline - RESERVE

    def _late(self) -> bool:
        left = self._left()
        return left is not None and monotonic() >= left

    def _soon(self) -> float:
        """Until when probing may go on."""
        now = monotonic()
        if self._deadline is None:
            return now + LONGEST_PROBING
        return now + min(LONGEST_PROBING, SHARE * (self._deadline - now))


def _within(model: Model, x: int, domain: Domain) -> Requirement | None:
    """What the values that are asked for say, in the words of the model; ``None``: nothing."""
    variable = model.variables[x]
    allowed = domain & variable.domain
    if allowed == variable.domain:
        return None
    if allowed.size == 1:
        return Requirement(
            Compare("==", affine({x: 1}, -allowed.lo)), asked_origin(f"{variable.name} == {allowed.lo}", (x,))
        )
    expression = Some(tuple(_between(x, lo, hi) for lo, hi in allowed.intervals))
    return Requirement(expression, asked_origin(f"{variable.name} in {allowed}", (x,)))


def _between(x: int, lo: int, hi: int) -> Boolean:
    return All((Compare("<=", affine({x: -1}, lo)), Compare("<=", affine({x: 1}, -hi))))


def asked_origin(sentence: str, variables: tuple[int, ...]) -> Origin:
    """The origin of what was asked, which no line of the source says."""
    return Origin(Source("<question>", "").span(0, 0), "question", sentence, variables)
