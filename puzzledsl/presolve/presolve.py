"""Presolve: the flat model with smaller domains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.count_totals import count_totals
from puzzledsl.presolve.derived_sums import derived_sums
from puzzledsl.presolve.distinct_rows import distinct_rows
from puzzledsl.presolve.equation_tables import equation_tables
from puzzledsl.presolve.group_sums import group_sums
from puzzledsl.presolve.house_counts import house_counts
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.rewriting import Rewrite, WorkingModel
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.domain import Domain
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.kernel.domains import Domains

    Pass = Callable[[WorkingModel, Domains], Rewrite]

PASSES: tuple[tuple[Pass, ...], ...] = (
    (distinct_rows, count_totals, house_counts, group_sums),
    (derived_sums, equation_tables),
)
"""Passes before each run of propagation to the root."""

STRENGTHS = ("none", "bounds", "domain", "probe")


@record
class Presolved:
    """What presolve found.

    Attributes:
        domains: by variable number the values left (for a real variable the empty domain); never empty for an
            integer variable, also where there is a contradiction.
        contradiction: number of the origin whose constraint cannot hold, if there is no solution.
        complete: a fixpoint was reached before the time limit.
        constraints: what to encode: the constraints of the model, as passes restated them, and those that passes added
            to strengthen the rows.
    """

    domains: tuple[Domain, ...]
    contradiction: int | None
    complete: bool
    constraints: tuple[FlatConstraint, ...]


def presolve(flat: FlatModel, strength: str = "domain") -> Presolved:
    """Narrow all domains by propagation, which ends after `Tuning.root_steps` in any case.

    Args:
        strength: ``none`` (domains as they are), ``bounds`` (the cheap rules), ``domain`` (all), ``probe`` (all, then
            probing). Each finds the cages, constraints that see a sum and "different" at once.

    Raises:
        ValueError: a variable has no values to begin with, or the strength has no such name.
        OutOfTime: the time limit came before propagation. A later one leaves the domains incomplete.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"no strength is called {strength!r}; there are {', '.join(STRENGTHS)}")
    root = rooted(flat, strength)
    if strength == "probe" and root.complete and root.contradiction is None:
        try:
            probe(root.engine, range(flat.sources))
        except Contradiction:
            root = replace(root, contradiction=root.refuting_origin)
    return presolved(root)


@record
class Root:
    """A model propagated to its fixpoint, nothing assumed yet: the root node of every search.

    A search, or a session that tries the givens of one puzzle after another, narrows the store from here. It calls
    `Store.mark` before, and `Store.undo` and `Engine.forget` afterwards.

    Attributes:
        model: the constraints and what passes have made of them.
        engine: with all constraints and derived ones; at its fixpoint if ``complete``. What it remembers from run to
            run may depend on the constraints and on the domains at the root, never on narrower ones.
        contradiction: number of the origin whose constraint cannot hold, if there is no solution.
    """

    model: WorkingModel
    store: Store
    engine: Engine
    complete: bool
    contradiction: int | None = None

    @property
    def flat(self) -> FlatModel:
        """The model, with restated constraints."""
        return self.model.flat

    @property
    def refuting_origin(self) -> int:
        """After a contradiction: number of the origin whose constraint found it."""
        assert self.engine.culprit is not None
        return self.engine.constraints[self.engine.culprit].origin


def rooted(flat: FlatModel, strength: str) -> Root:
    """Propagate a model as it is, with the constraints that follow from it. Arguments as in `presolve`.

    Raises:
        ValueError: a variable has no values to begin with.
        OutOfTime: the time limit came before propagation.
    """
    try:
        store = Store(flat.variables)
    except Contradiction:
        raise ValueError("a variable has no values") from None
    model = WorkingModel(flat)
    is_weak = strength in ("none", "bounds")
    complete = True
    try:
        for passes in ((group_sums,),) if is_weak else PASSES:  # a cage's rows need its sum and "different"
            for one in passes:
                model.apply(one(model, store.snapshot()))
            if strength == "none":
                return Root(model, store, Engine((), store), True)
            complete = model.engine(store).run(costly=not is_weak, most=TUNING.root_steps)
            if not complete:
                break
    except Contradiction:
        root = Root(model, store, model.engine(store), True)
        return replace(root, contradiction=root.refuting_origin)
    return Root(model, store, model.engine(store), complete)


def presolved(root: Root) -> Presolved:
    """What is known with the store as it is now."""
    now, constraints = root.store.snapshot(), root.flat.constraints
    if root.contradiction is None:
        constraints += root.model.rows
    return Presolved(tuple(map(now.domain, range(len(now.mask)))), root.contradiction, root.complete, constraints)
