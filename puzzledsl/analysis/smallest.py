"""A smallest conflict: the least set of clues that meets every correction set.

Every conflict meets every correction set (what has to be left out for a solution), so a least set that meets those
found so far is no larger than any conflict; if it has no solution it is a smallest one, else its solution shows
another correction set (Ignatiev, Previti, Liffiton & Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set
Dualization, CP 2015).
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.analysis.conflicts import Conflict, Conflicts
from puzzledsl.analysis.marco import grown
from puzzledsl.answer import Options
from puzzledsl.domain import Domain
from puzzledsl.expressions import Compare, Some, affine
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.model import Model, Objective, Origin, Requirement, Variable
from puzzledsl.records import replace
from puzzledsl.session import SolverSession
from puzzledsl.source import Source


def smallest_conflict(work: Conflicts, first: Conflict, deadline: float | None) -> tuple[Conflict, int]:
    """The smallest conflict, or at the deadline the smallest found so far; and a lower bound on the size of any.

    Args:
        first: any conflict.
        deadline: of ``time.monotonic``.
    """
    best, at_least = first, 1
    corrections: list[frozenset[int]] = []
    # `--solver search` asks for no program at all; any other solver leaves this one to HiGHS.
    supervisor = None if work.subsets.options.by == "search" else Supervisor()
    try:
        corrections += [grown(work, work.violated(values), deadline) for values in first.witnesses.values()]
        while at_least < len(best.elements):
            chosen = least_hitting_set(corrections, supervisor, deadline)
            if chosen is None:
                break
            at_least = max(at_least, len(chosen))
            if at_least >= len(best.elements):
                break
            work.report(f"at least {at_least} and at most {len(best.elements)} clues")
            tested = work.test(chosen, deadline)
            if tested.solvable is None:
                break
            if tested.values is not None:
                corrections.append(grown(work, work.violated(tested.values), deadline))
                continue
            best = work.minimal(chosen, deadline)
            break
    except KeyboardInterrupt:
        work.interrupted = True
    finally:
        if supervisor is not None:
            supervisor.close()
    return replace(best, smallest=best.minimal and len(best.elements) <= at_least), at_least


def least_hitting_set(
    sets: Sequence[frozenset[int]], supervisor: Supervisor | None, deadline: float | None = None
) -> frozenset[int] | None:
    """Fewest elements such that each set has one of them; ``None`` when the time is over.

    Args:
        supervisor: of the process of HiGHS, which solves an integer program; ``None``: by search.
    """
    origin = Origin(Source("<sets>", "").span(0, 0), "set", "set")
    used = sorted(frozenset().union(*sets))
    if not used:
        return frozenset()
    number = {e: i for i, e in enumerate(used)}
    clauses = tuple(
        Requirement(Some(tuple(Compare("==", affine({number[e]: 1}, -1)) for e in sorted(one))), origin) for one in sets
    )
    goal = Objective(False, affine(dict.fromkeys(range(len(used)), 1)), origin.span)
    variables = tuple(Variable(f"e{e}", Domain.range(0, 1)) for e in used)
    model = Model(origin.span.source, "", (), variables, (), clauses, {}, goal)
    by = Options(solver="search") if supervisor is None else Options(solver="highs", presolve="domain")
    answer = SolverSession(model, by, supervisor=supervisor).solve(deadline=deadline)
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.status != "optimal" or answer.values is None:
        return None
    return frozenset(e for e, value in zip(used, answer.values, strict=True) if value == 1)
