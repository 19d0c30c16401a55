"""An unsatisfiable core from the trail: which constraints a contradiction follows from.

The reasons on the trail are walked back from the contradiction. Propagation alone refutes the constraints found, which
are mostly far fewer than those of the model (clause sets trimmed by a trace of their refutation: Wetzler, Heule & Hunt,
DRAT-trim, SAT 2014, for propositional proofs).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import ASSUMED, REFUTED, Contradiction, Store
from puzzledsl.time_limit import UNTIL_CANCELLED

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel


def refuting_origins(flat: FlatModel) -> frozenset[int]:
    """The origins of some constraints that propagation alone refutes; none: it does not refute the model.

    Derived constraints do not take part. What took part in a refutation is refuted by itself, perhaps by fewer of it,
    so it is propagated again as long as that leaves constraints out.
    """
    constraints, core = flat.constraints, frozenset[int]()
    while True:
        engine = Engine(constraints, Store(flat.variables))
        try:
            engine.run(UNTIL_CANCELLED)
            return core
        except Contradiction:
            found = frozenset(engine.constraints[number].origin for number in responsible_constraints(engine))
        if len(found) == len(core):
            return core
        core = found
        constraints = tuple(one for one in constraints if one.origin in core)


def responsible_constraints(engine: Engine) -> list[int]:
    """The numbers of the constraints that a contradiction follows from, those nearest to it first.

    Call this right after the contradiction, before anything is undone. Changes that no constraint has made
    (assumptions) have no reason.
    """
    store = engine.store
    culprit = engine.culprit
    if culprit is None:
        return []
    masks = store.mask.copy()
    found = [culprit]
    seen = {culprit}
    needed: set[int] = set(_speaks_of(engine, culprit))
    for removal in reversed(store.removals()):
        x, cause = removal.variable, removal.cause
        masks[x] = removal.before
        if x not in needed or cause == ASSUMED:
            continue
        if cause == REFUTED:  # any constraint may have refuted the other values
            return list(range(len(engine.constraints)))
        if cause not in seen:
            seen.add(cause)
            found.append(cause)
        removed = removal.before & ~removal.after
        fixed = -1
        if removed and not removed & (removed - 1):  # one value, perhaps because another variable has it
            for clique in engine.constraints[cause].primitive.cliques:
                if x not in clique:
                    continue
                for y in clique:
                    if y != x and masks[y] == removed and store.base[y] == store.base[x]:
                        fixed = y
                        break
        if fixed >= 0:
            needed.add(fixed)
        else:
            needed.update(_speaks_of(engine, cause))
    return found


def _speaks_of(engine: Engine, number: int) -> list[int]:
    constraint = engine.constraints[number]
    return [*constraint.primitive.scope, *[literal.variable for literal in constraint.condition]]
