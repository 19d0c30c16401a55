"""A smallest conflict: the least set of clues that meets every correction set.

Every conflict meets every correction set (what has to be left out for a solution), so a least set that meets those
found so far is no larger than any conflict; if it has no solution it is a smallest one, else its solution shows
another correction set (Ignatiev, Previti, Liffiton & Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set
Dualization, CP 2015).
"""

from __future__ import annotations

from puzzledsl.analysis.conflicts import Conflict, Conflicts
from puzzledsl.analysis.marco import SubsetMap
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.records import replace
from puzzledsl.time_limit import OutOfTime


def smallest_conflict(work: Conflicts, first: Conflict) -> Conflict:
    """The smallest conflict, or at the time limit the smallest found so far; ``work.at_least`` bounds the size of any.

    Args:
        first: any conflict.
    """
    best = first
    # `--solver search` asks for no program at all; any other solver leaves this one to HiGHS.
    supervisor = None if work.subsets.options.chosen_solver == "search" else Supervisor()
    map_ = SubsetMap(work, smallest=True, supervisor=supervisor)
    try:
        for solution in first.witnesses.values():
            map_.strike_subsets(solution.assignment)
        while work.at_least < len(best.elements):
            chosen = map_.unexplored()
            assert chosen is not None  # the set of all elements at least
            work.at_least = max(work.at_least, len(chosen))
            if work.at_least >= len(best.elements):
                break
            work.report(f"at least {work.at_least} and at most {len(best.elements)} clues")
            tested = work.test(chosen)
            if tested.solvable is None:
                break
            if tested.values is None:
                best = work.minimal(chosen)
                break
            map_.strike_subsets(tested.values)
    except OutOfTime:
        pass
    finally:
        if supervisor is not None:
            supervisor.close()
    return replace(best, smallest=best.minimal and len(best.elements) <= work.at_least)
