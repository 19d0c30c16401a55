"""Counts that each alternative of a disjunction uses up: "three cells hold 5, and one of these sets of three does"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint, FlatModel, Literal
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear

if TYPE_CHECKING:
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.rewriting import WorkingModel


def exhausted_counts(model: WorkingModel, domains: Domains) -> Rewrite:  # noqa: ARG001 - as all passes
    """Add to each count whose number every alternative of a disjunction reaches that no other literal of it is true.

    A count is ``Σ [literal] == n``. An alternative is a literal; what it implies stands in clauses of two literals.
    Propagation sees this only after it has decided for one alternative. It is constructive disjunction without a
    propagation for each (Würtz & Müller, Constructive Disjunction Revisited, KI 1996).
    """
    flat = model.flat
    counts = _counts(flat)
    if not counts:
        return Rewrite()
    implied = _implications(flat)
    places: dict[Literal, list[int]] = {}
    for number, (_, row) in enumerate(counts):
        for literal, _ in row.literals:
            places.setdefault(literal, []).append(number)
    found: list[FlatConstraint] = []
    known: set[tuple[int, frozenset[Literal]]] = set()
    for one in flat.constraints:
        clause = one.primitive
        if one.condition or not isinstance(clause, Clause) or len(clause.literals) < 2:
            continue
        reached: dict[int, set[Literal]] | None = None
        origins: set[int] = set()
        for literal in clause.literals:
            conclusions = [(literal, one.origin), *implied.get(literal, ())]
            origins.update([origin for _, origin in conclusions])
            here = _reached(counts, places, [key for key, _ in conclusions])
            if reached is None:
                reached = here
            else:
                reached = {number: keys | here[number] for number, keys in reached.items() if number in here}
            if not reached:
                break
        for number, keys in (reached or {}).items():
            count, row = counts[number]
            others = tuple([(literal, 1) for literal, _ in row.literals if literal not in keys])
            if others and (number, frozenset(keys)) not in known:
                known.add((number, frozenset(keys)))
                further = tuple(sorted(origins | {count.origin} - {one.origin}))
                found.append(FlatConstraint(Linear((), others, "==", 0), one.origin, (), further))
    return Rewrite(tuple(found))


def _counts(flat: FlatModel) -> list[tuple[FlatConstraint, Linear]]:
    found: list[tuple[FlatConstraint, Linear]] = []
    for one in flat.constraints:
        row = one.primitive
        if one.condition or not isinstance(row, Linear) or row.op != "==" or row.terms or not row.literals:
            continue
        if all(k == 1 for _, k in row.literals):
            found.append((one, row))
    return found


def _implications(flat: FlatModel) -> dict[Literal, list[tuple[Literal, int]]]:
    """By a literal about a 0-1 variable that is no cell, what it implies, each with its origin."""
    found: dict[Literal, list[tuple[Literal, int]]] = {}
    for one in flat.constraints:
        clause = one.primitive
        if one.condition or not isinstance(clause, Clause) or len(clause.literals) != 2:
            continue
        for premise, conclusion in (clause.literals, clause.literals[::-1]):
            x = premise.variable
            if x >= flat.sources and flat.variables[x].domain.hi == 1 and flat.variables[x].domain.lo == 0:
                opposite = Literal(x, flat.variables[x].domain - premise.values)
                found.setdefault(opposite, []).append((conclusion, one.origin))
    return found


def _reached(
    counts: list[tuple[FlatConstraint, Linear]], places: dict[Literal, list[int]], conclusions: list[Literal]
) -> dict[int, set[Literal]]:
    """The counts that have all their true literals among those of an alternative, by number."""
    by_count: dict[int, set[Literal]] = {}
    for key in conclusions:
        for number in places.get(key, ()):
            by_count.setdefault(number, set()).add(key)
    return {number: keys for number, keys in by_count.items() if len(keys) >= counts[number][1].constant}
