"""Runs puzzles by combinations in a pool of workers, and yields each run as it ends."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.runner import Group, Runner
from puzzledsl.comparison.runs import Puzzle, Rejected, Run
from puzzledsl.portfolio.workers import workers

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster


@dataclass(frozen=True)
class Plan:
    """What to run.

    Attributes:
        time_limit: seconds for each run, ``None`` for none.
        rounds: how often everything is run.
        jobs: processes at work at the same time.
        highs: further options of HiGHS, as texts.
        cluster: where to run it, if not on this machine.
    """

    puzzles: Sequence[Puzzle]
    combinations: Sequence[Combination]
    time_limit: float | None = 10.0
    rounds: int = 1
    jobs: int = 1
    highs: Mapping[str, str] = field(default_factory=dict)
    cluster: Cluster | None = None

    @property
    def runs(self) -> int:
        """How many runs that makes, if every model is right."""
        return len(self.puzzles) * len(self.combinations) * self.rounds


def measure(plan: Plan, warn: Callable[[str], object] = warnings.warn) -> Generator[Run | Rejected]:
    """Runs everything: puzzle by puzzle, all combinations of one side by side in time; then the next round.

    The runs of one puzzle with the same presolve come together. Closing the iterator, or Ctrl-C in it, ends all
    processes. A puzzle whose model is wrong comes up once.

    Args:
        warn: called with what the user should know of the cluster.

    Raises:
        PuzzleError: the processes cannot be started.
    """
    if plan.cluster is not None:
        plan = replace(plan, puzzles=[puzzle.sent() for puzzle in plan.puzzles])
    groups = list(_groups(plan))
    runner = Runner(plan.time_limit, plan.highs)
    rejected: set[str] = set()
    with workers(runner, max(1, min(plan.jobs, len(groups))), plan.cluster, True, warn) as pool:
        for found in pool.results(groups, in_order=False):
            for one in found:
                if isinstance(one, Rejected):
                    if one.puzzle in rejected:
                        continue
                    rejected.add(one.puzzle)
                yield one


def _groups(plan: Plan) -> Iterator[Group]:
    strengths = tuple(dict.fromkeys(combination.presolve for combination in plan.combinations))
    for number in range(plan.rounds):
        for puzzle in plan.puzzles:
            for strength in strengths:
                yield Group(puzzle, number, tuple(c for c in plan.combinations if c.presolve == strength))
