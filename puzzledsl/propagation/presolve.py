"""Presolve: the flat model with smaller domains."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.propagation.engine import Engine
from puzzledsl.propagation.implied import derived, implied, not_covered, small_equations, tightened
from puzzledsl.propagation.probing import probe
from puzzledsl.propagation.search import search
from puzzledsl.propagation.store import Contradiction, Store

if TYPE_CHECKING:
    from puzzledsl.domain import Domain
    from puzzledsl.flat import FlatConstraint, FlatModel

LONGEST = 2.0
"""Seconds after which presolve stops by itself; what it has found so far is kept."""

MOST_IN_ROWS = 3
"""Derived sums of more variables than this narrow domains, but are not worth their rows."""

LONGEST_PROBING = 1.0
"""Seconds after which probing, and the search that follows it, stop by themselves."""

SHARE = 0.1
"""The part of the time that is left that probing may take."""

STRENGTHS = ("none", "bounds", "domain", "probe")


@dataclass(frozen=True, slots=True)
class Presolved:
    """What presolve found.

    Attributes:
        domains: by variable number the values left (for a real variable the empty domain); never empty for an
            integer variable, also where there is a contradiction.
        contradiction: number of the origin whose constraint cannot hold, if there is no solution.
        fixed_all: every variable, auxiliaries included, has one value left (never so with real variables).
        sources_fixed: every variable of the source has one value left.
        complete: a fixpoint was reached before the deadline.
        constraints: what to encode: the constraints of the model, where others narrow them narrower, and ``implied``.
        implied: constraints that follow from those of the model (see `propagation.implied`); they change no solution
            and strengthen the rows.
        witness: values of the variables of the source that no propagator objects to, if probing or search came upon
            some. To be verified before use. There may be other solutions: ``domains`` keep them all.
    """

    domains: tuple[Domain, ...]
    contradiction: int | None
    fixed_all: bool
    sources_fixed: bool
    complete: bool = True
    constraints: tuple[FlatConstraint, ...] = ()
    implied: tuple[FlatConstraint, ...] = ()
    witness: tuple[int, ...] | None = None


def presolve(flat: FlatModel, deadline: float | None = None, strength: str = "domain") -> Presolved:
    """Narrow all domains by propagation.

    Args:
        deadline: on the clock of ``time.monotonic``; ends after `LONGEST` seconds in any case.
        strength: ``none`` (domains as they are), ``bounds`` (the cheap rules), ``domain`` (all), ``probe`` (all, then
            probing, then a search for one solution, together for at most `LONGEST_PROBING` seconds and `SHARE` of the
            time left).

    Raises:
        ValueError: a variable has no values to begin with, or the strength has no such name.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"no strength is called {strength!r}; there are {', '.join(STRENGTHS)}")
    try:
        store = Store(flat.variables)
    except Contradiction:
        raise ValueError("a variable has no values") from None
    if strength == "none":
        return _result(flat, store, None, complete=True)
    if strength != "bounds":
        flat = tightened(flat)
    end = monotonic() + LONGEST if deadline is None else min(deadline, monotonic() + LONGEST)
    extra = implied(flat) if strength in ("domain", "probe") else ()
    engine = Engine((*not_covered(flat, extra), *extra), store)
    witness = None
    try:
        complete = engine.run(end, thorough=strength != "bounds")
        if complete and strength != "bounds":
            further = derived(flat, store)
            extra += tuple(one for one in further if len(one.primitive.scope) <= MOST_IN_ROWS)
            engine.add(further)
            engine.add(small_equations(flat, store))
            complete = engine.run(end)
        if strength == "probe" and complete:
            now = monotonic()
            most = LONGEST_PROBING if deadline is None else min(LONGEST_PROBING, SHARE * (deadline - now))
            witness = probe(engine, range(flat.sources), now + most)
            if witness is None and flat.objective is None:
                witness = search(engine, range(flat.sources), now + most)
    except Contradiction:
        assert engine.culprit is not None
        return _result(flat, store, engine.constraints[engine.culprit].origin, complete=True)
    return _result(flat, store, None, complete=complete, extra=extra, witness=witness)


def _result(
    flat: FlatModel,
    store: Store,
    contradiction: int | None,
    *,
    complete: bool,
    extra: tuple[FlatConstraint, ...] = (),
    witness: tuple[int, ...] | None = None,
) -> Presolved:
    known: dict[tuple[int, int], Domain] = {}
    domains = []
    for x, (mask, base) in enumerate(zip(store.mask, store.base, strict=True)):
        if not mask:
            domains.append(store.domain(x))
            continue
        domain = known.get((mask, base))
        if domain is None:
            domain = known[mask, base] = store.domain(x)
        domains.append(domain)
    fixed = [store.is_fixed(x) for x in range(len(domains))]
    solved = contradiction is None
    return Presolved(
        domains=tuple(domains),
        contradiction=contradiction,
        fixed_all=solved and all(fixed),
        sources_fixed=solved and all(fixed[: flat.sources]),
        complete=complete,
        constraints=flat.constraints + extra,
        implied=extra,
        witness=witness,
    )
