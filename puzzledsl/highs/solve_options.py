"""The options of a solve, and those that HiGHS gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from collections.abc import Mapping

SEARCH_FOR_BEST = (
    ("mip_allow_restart", "false"),
    ("mip_detect_symmetry", "false"),
    ("mip_allow_cut_separation_at_nodes", "false"),
    ("mip_pscost_minreliable", "1"),
    ("mip_lp_age_limit", "1"),
)
"""For all models: what helps on programs of this size is to branch early and often. Measured, as all of this, by
``benchmarks/options.py`` and on collections of puzzles; figures in ``benchmarks/README.md``."""

SEARCH_FOR_ANY = (
    ("mip_heuristic_effort", "0"),
    ("mip_heuristic_run_rens", "false"),
    ("mip_heuristic_run_rins", "false"),
    ("mip_heuristic_run_root_reduced_cost", "false"),
    ("mip_heuristic_run_feasibility_jump", "false"),
    *SEARCH_FOR_BEST,
    ("mip_lp_age_limit", "4"),
)
"""For models without an objective; of two entries for an option, the last counts. A puzzle has one solution, so
heuristics that look for a good one near a fractional point find nothing. Where there is an objective they find what is
printed at the time limit. Cuts may live longer, which makes fewer nodes."""

EXACT = (("mip_rel_gap", "0"), ("mip_abs_gap", "1e-6"))
"""Proven means proven: the optimum, not something within a ten-thousandth of it."""

AT_THE_ROOT = (
    ("mip_max_nodes", "1"),
    ("mip_heuristic_effort", "0"),
    ("mip_heuristic_run_feasibility_jump", "false"),
    ("mip_allow_restart", "false"),
    ("mip_detect_symmetry", "false"),
)
"""Options for a root node that only cuts."""

THREADS = 1
"""Starting more takes time, and most models need few nodes. With more than one, HiGHS searches its tree in parallel."""


@record
class SolveOptions:
    """How to solve.

    Attributes:
        gap: relative gap at which a solution counts as optimal; ``None``: 0.
        threads: number of threads; ``None``: `THREADS`.
        seed: HiGHS' random seed.
        extra: options of HiGHS by name, values as text; they override all others.
        log: stream HiGHS' log to standard error.
        tuned: use `SEARCH_FOR_ANY`, or `SEARCH_FOR_BEST` if there is an objective.
        presolve: whether HiGHS runs its own presolve; ``None``: HiGHS decides.
        sizes: also find the size of the program after HiGHS' presolve.
        details: also report the rows of the cut pool or, of a linear program, its duals.
        start: values of some columns or all, where HiGHS begins.
        plain: use only ``extra``, for a solver other than HiGHS.
    """

    gap: float | None = None
    threads: int | None = None
    seed: int | None = None
    extra: Mapping[str, str] = EMPTY
    log: bool = False
    tuned: bool = True
    presolve: bool | None = None
    sizes: bool = False
    details: bool = False
    plain: bool = False
    start: Mapping[int, int] = EMPTY

    def for_highs(self) -> list[tuple[str, str]]:
        """Options that HiGHS must accept, in the order in which they are set."""
        if self.plain:
            return [*self.extra.items()]
        threads = self.threads or THREADS
        answer = [*EXACT, ("threads", str(threads))]
        if threads > 1:
            answer.append(("parallel", "on"))  # by itself, HiGHS leaves further threads idle
        if self.gap is not None:
            answer.append(("mip_rel_gap", repr(self.gap)))
        if self.seed is not None:
            answer.append(("random_seed", str(self.seed)))
        if self.presolve is not None:
            answer.append(("presolve", "on" if self.presolve else "off"))
        return [*answer, *self.extra.items()]
