"""Presolve: the flat model with smaller domains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatModel  # here and not below: compiled, a record looks its types up
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.exhausted_counts import exhausted_counts
from puzzledsl.presolve.grouping import Differences, grouped, totals_of_counts
from puzzledsl.presolve.house_counts import house_counts
from puzzledsl.presolve.implied import derived, small_equations, tightened
from puzzledsl.presolve.narrower import narrower
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.substitution import substituted
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.table import Table
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from puzzledsl.domain import Domain
    from puzzledsl.flat import FlatConstraint, Primitive

MOST_STEPS = 300_000
"""Calls of propagators after which propagation at the root stops by itself; what it has found so far is kept."""

MOST_IN_ROWS = 3
"""Derived sums of more variables than this narrow domains, but are not worth their rows."""

MOST_TABLE_ROWS = 30
"""Nor are those that more combinations of values have: each combination would be a column."""

STRENGTHS = ("none", "bounds", "domain", "probe")


@record
class Presolved:
    """What presolve found.

    Attributes:
        domains: by variable number the values left (for a real variable the empty domain); never empty for an
            integer variable, also where there is a contradiction.
        contradiction: number of the origin whose constraint cannot hold, if there is no solution.
        complete: a fixpoint was reached before the deadline.
        constraints: what to encode: the constraints of the model, where others narrow them narrower, and ``implied``.
        implied: constraints that follow from those of the model (see `presolve.implied`); they change no solution
            and strengthen the rows.
    """

    domains: tuple[Domain, ...]
    contradiction: int | None
    complete: bool = True
    constraints: tuple[FlatConstraint, ...] = ()
    implied: tuple[FlatConstraint, ...] = ()


def presolve(flat: FlatModel, strength: str = "domain") -> Presolved:
    """Narrow all domains by propagation.

    Args:
        strength: ``none`` (domains as they are), ``bounds`` (the cheap rules), ``domain`` (all), ``probe`` (all, then
            probing). Each finds the cages: `implied` constraints that see a sum and "different" at once.

    Raises:
        ValueError: a variable has no values to begin with, or the strength has no such name.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"no strength is called {strength!r}; there are {', '.join(STRENGTHS)}")
    root = rooted(flat, strength)
    if root.contradiction is not None or strength != "probe" or not root.complete:
        return presolved(root, root.contradiction, root.complete)
    try:
        probe(root.engine, range(flat.sources))
    except Contradiction:
        return presolved(root, root.refuting_origin)
    return presolved(root)


@record
class Root:
    """A model propagated to its fixpoint, nothing assumed yet: the root node of every search.

    A search, or a session that tries the givens of one puzzle after another, narrows the store from here. It calls
    `Store.mark` before, and `Store.undo` and `Engine.forget` afterwards.

    Attributes:
        flat: the model, tables narrower where other constraints make them so.
        engine: with all constraints and derived ones; at its fixpoint if ``complete``. What it remembers from run to
            run may depend on the constraints and on the domains at the root, never on narrower ones.
        implied: derived constraints that are worth their rows.
        contradiction: number of the origin whose constraint cannot hold, if there is no solution.
    """

    flat: FlatModel
    store: Store
    engine: Engine
    implied: tuple[FlatConstraint, ...]
    complete: bool
    contradiction: int | None = None

    @property
    def refuting_origin(self) -> int:
        """After a contradiction: number of the origin whose constraint found it."""
        assert self.engine.culprit is not None
        return self.engine.constraints[self.engine.culprit].origin


def rooted(flat: FlatModel, strength: str) -> Root:
    """Propagate a model as it is, with the constraints that follow from it. Arguments as in `presolve`.

    Raises:
        ValueError: a variable has no values to begin with.
    """
    try:
        store = Store(flat.variables)
    except Contradiction:
        raise ValueError("a variable has no values") from None
    apart = Differences(flat.constraints)
    stated = flat.constraints
    is_weak = strength in ("none", "bounds")
    if not is_weak:
        flat = replace(flat, constraints=tightened(stated, apart))
        stated = flat.constraints + totals_of_counts(flat) + house_counts(flat.constraints, store)
    stated, extra = grouped(stated, apart, store)  # a cage's rows need its sum and "different"
    if strength == "none":
        return Root(flat, store, Engine((), store), extra, True)
    engine = Engine((*stated, *extra), store)
    try:
        complete = engine.run(costly=strength != "bounds", most=MOST_STEPS)
        if complete and not is_weak:
            for some in grouped(derived(flat.constraints, apart, store), apart, store):
                engine.add(some)
                extra += tuple([one for one in some if _is_worth_rows(one.primitive)])
            tables = [
                # The bounds that an equation names as reasons make better clauses of auxiliary variables: it stays.
                (table, [equation] if max(equation.primitive.scope) < flat.sources else [])
                for equation, table in small_equations(flat.constraints, apart, store)
            ]
            engine.add([table for table, _ in tables])
            replaced = {id(one) for _, ones in tables for one in ones}
            engine.retire([number for number, one in enumerate(engine.constraints) if id(one) in replaced])
            engine.add(exhausted_counts(flat))
            engine.add(substituted(flat.constraints, [table for table, _ in tables], apart, store))
            complete = engine.run(most=MOST_STEPS)
    except Contradiction:
        assert engine.culprit is not None
        return Root(flat, store, engine, (), True, engine.constraints[engine.culprit].origin)
    return Root(flat, store, engine, extra, complete)


def _is_worth_rows(derived: Primitive) -> bool:
    is_large = isinstance(derived, Table) and len(derived.rows) > MOST_TABLE_ROWS
    return len(derived.scope) <= MOST_IN_ROWS and not is_large


def strengthen(root: Root) -> None:
    """Replace constraints by stronger ones, which is worth its time only before a search: automata that read no value
    twice, and whatever can leave the decided variables out.

    The new ones do not name what decided those variables, so no reasons may be asked for after this. Clauses of one
    literal are retired: they have removed all that they can.
    """
    engine = root.engine
    if any(one.primitive.is_line for one in engine.constraints):
        from puzzledsl.presolve.distinct_automata import distinct_automata

        _replace(engine, distinct_automata(engine.constraints, root.store))
    _replace(engine, narrower(engine.constraints, root.store))
    engine.retire([number for number, one in enumerate(engine.constraints) if _is_unit(one)])  # all are true by now


def _replace(engine: Engine, instead: dict[int, FlatConstraint]) -> None:
    """Replace constraints, by their numbers, by others that imply them."""
    replaced = [number for number in instead if not engine.is_retired(number)]
    engine.add([instead[number] for number in replaced])
    engine.retire(replaced)


def _is_unit(one: FlatConstraint) -> bool:
    return isinstance(one.primitive, Clause) and len(one.primitive.literals) == 1 and not one.condition


def presolved(root: Root, contradiction: int | None = None, complete: bool = True) -> Presolved:
    """What is known with the store as it is now."""
    flat, store = root.flat, root.store
    extra = () if contradiction is not None else root.implied
    domains = tuple([store.domain(x) for x in range(len(store.mask))])
    return Presolved(domains, contradiction, complete, flat.constraints + extra, extra)
