"""A model compiled once, for many puzzles that differ in their givens.

What is done once: flattening, derived constraints, and propagation of the model without the givens, to the *root*.
For each puzzle the store is marked, the givens are fixed, and what follows is propagated; after it, everything is
undone. What the engine keeps from one puzzle to the next is therefore what is true at the root: the constraints, what
follows from them within the domains of the root (sums, tables, removed values), and whatever propagators remember
by the domains they have seen. Nothing that was learnt under one puzzle's givens survives it, such as values that a
search has refuted, or weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import NO_PROGRAM, Answer, Clock, Options
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Model, given
from puzzledsl.presolve.presolve import LONGEST, LONGEST_PROBING, SHARE, Presolved, presolved, rooted
from puzzledsl.presolve.probing import probe
from puzzledsl.search.optimum import searchable
from puzzledsl.search.search import search
from puzzledsl.solve import AUTO_NODES, AUTO_SHARE, RESERVE, answer_of, check
from puzzledsl.source import Source
from puzzledsl.verification import Verifier

if TYPE_CHECKING:
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.kernel.store import Store
    from puzzledsl.presolve.presolve import Root


class CompiledModel:
    """A model at rest, which takes the givens of one puzzle after another.

    Pickled as the model and the options; what receives it compiles anew.
    """

    def __init__(self, model: Model, options: Options) -> None:
        """Raises PuzzleError: an option is wrong, or the model cannot be flattened."""
        check(options)
        from puzzledsl.flattening import flatten

        self.model = model
        self.options = options
        self._flat = flatten(model)
        self._root: Root | None = None
        self._supervisor: Supervisor | None = None
        self._verifier = Verifier(model)
        self._plain = model.objective is None and searchable(self._flat)
        self._rooted()

    def __reduce__(self) -> tuple[type[CompiledModel], tuple[Model, Options]]:
        return CompiledModel, (self.model, self.options)

    def close(self) -> None:
        """End the process of HiGHS, if there is one. Another puzzle would start it again."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()

    def _rooted(self) -> Root:
        if self._root is None:
            self._root = rooted(self._flat, None, self.options.presolve)
        return self._root

    def solve(self, givens: Mapping[int, int], time_limit: float | None = None) -> Answer:
        """The answer for these givens, besides the model's own.

        Args:
            givens: variable number → value.
            time_limit: seconds, instead of those of the options.

        Raises:
            PuzzleError: HiGHS fails, or an answer is rejected by the verifier, which is a bug.
        """
        clock = Clock()
        limit = self.options.time_limit if time_limit is None else time_limit
        deadline = None if limit is None else clock.started + limit
        root = self._rooted()
        mark = root.store.mark()
        try:
            found = self._attempt(root, givens, deadline, clock)
        except BaseException:  # in the midst of propagation: what the engine's queues hold then is anybody's guess
            self._root = None
            raise
        root.store.undo(mark)
        root.engine.forget()
        if isinstance(found, Answer):
            return found
        try:
            return self._by_solver(found, givens, deadline, clock)
        except BaseException:  # HiGHS may still be at work, and its answer is not to be taken for the next one's
            self.close()
            raise

    def _attempt(
        self, root: Root, givens: Mapping[int, int], deadline: float | None, clock: Clock
    ) -> Answer | Presolved:
        """What propagation and search find; else what they leave. The store is left narrowed."""
        if root.contradiction is not None:
            return presolved(root, root.contradiction)
        store, engine, strength = root.store, root.engine, self.options.presolve
        nodes = 0

        def count() -> bool:
            nonlocal nodes
            nodes += 1
            return most is None or nodes <= most

        def accepts(values: tuple[int, ...]) -> bool:
            return self._verifier.accepts(values) and all(values[x] == v for x, v in givens.items())

        engine.culprit = None
        try:
            for x, v in givens.items():
                store.fix(x, v)
            if strength == "none":
                return presolved(root)
            end = clock.started + LONGEST
            end = end if deadline is None else min(end, deadline)
            complete = engine.run(end, costly=strength != "bounds")
            clock.lap("presolve")
            if not complete:
                return presolved(root, complete=False)
            if not self._plain:
                return presolved(root, witness=self._probed(root, deadline))
            values = _only(store, self._flat.sources)
            if values is not None:
                good = accepts(values)
                clock.lap("verify")
                return self._answer("solved", values, 0, clock) if good else presolved(root)
            budget = self._budget(deadline)
            if budget is None:
                return presolved(root)
            until, most = budget
            values = search(engine, range(self._flat.sources), until, accept=accepts, on_node=count)
            clock.lap("solve")
            if values is not None:
                return self._answer("solved", values, nodes, clock)
            if self.options.solver == "search":
                return self._answer("unknown", None, nodes, clock, f"{nodes} nodes")
            return presolved(root, witness=self._probed(root, deadline))
        except Contradiction:
            return self._answer("infeasible", None, nodes, clock, self._refutation(root, nodes))

    def _probed(self, root: Root, deadline: float | None) -> tuple[int, ...] | None:
        """Values that an assumption happened to lead to, from probing before the solver is asked."""
        if self.options.presolve != "probe":
            return None
        return probe(root.engine, range(self._flat.sources), _short(deadline))

    def _budget(self, deadline: float | None) -> tuple[float | None, int | None] | None:
        """Until when a search may go on, and how many branches it has; ``None``: none is wanted."""
        now = monotonic()
        left = None if deadline is None else deadline - RESERVE
        match self.options.solver:
            case "search":
                return left, None
            case "auto":
                return (None if left is None else now + AUTO_SHARE * (left - now)), AUTO_NODES
        return (_short(deadline), None) if self.options.presolve == "probe" else None

    def _by_solver(
        self, narrowed: Presolved, givens: Mapping[int, int], deadline: float | None, clock: Clock
    ) -> Answer:
        options = self.options
        if self._plain and options.solver == "auto" and options.presolve != "none":
            options = replace(options, solver="highs")  # the search has had its turn
        model = _with_givens(self.model, givens)
        return answer_of(model, self._flat, narrowed, options, clock, deadline, supervisor=self._kept_supervisor)

    def _kept_supervisor(self) -> Supervisor:
        if self._supervisor is None:
            from puzzledsl.highs.supervisor import Supervisor

            self._supervisor = Supervisor()
        return self._supervisor

    def _answer(
        self, status: str, values: tuple[int, ...] | None, nodes: int, clock: Clock, message: str = ""
    ) -> Answer:
        return Answer(
            status,
            values,
            None,
            None,
            None,
            self.options.encoding,
            "search" if nodes else "presolve",
            dict(NO_PROGRAM),
            clock.seconds,
            message,
            nodes=nodes,
        )

    def _refutation(self, root: Root, nodes: int) -> str:
        """Why there is no solution."""
        if root.engine.culprit is None:
            return (
                f"each of {nodes} branches is refuted" if nodes else "the model without givens excludes a given value"
            )
        origin = self._flat.origins[root.blame]
        where = f"{origin.sentence} (line {origin.line})"
        if nodes:
            return f"each of {nodes} branches ends in a contradiction, the last at: {where}"
        return f"propagation ends in a contradiction at: {where}"


def _only(store: Store, count: int) -> tuple[int, ...] | None:
    """The values of the first variables, if each has one left."""
    masks = store.mask[:count]
    for mask in masks:
        if mask & (mask - 1):
            return None
    if all(masks):
        return tuple([base + mask.bit_length() - 1 for base, mask in zip(store.base, masks)])  # noqa: B905
    return tuple(map(store.lo, range(count))) if all(map(store.is_fixed, range(count))) else None


def _short(deadline: float | None) -> float:
    """Until when the attempts before HiGHS may go on."""
    now = monotonic()
    return now + (LONGEST_PROBING if deadline is None else min(LONGEST_PROBING, SHARE * (deadline - now)))


def _with_givens(model: Model, givens: Mapping[int, int]) -> Model:
    """The model with these givens, as if they had been written into it."""
    at = Source("<givens>", "").span(0, 0)
    further = [given(model.variables, x, v, at) for x, v in givens.items()]
    return replace(model, requirements=(*model.requirements, *further), givens={**model.givens, **givens})
