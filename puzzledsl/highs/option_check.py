"""Options of HiGHS as a user writes them, compared with HiGHS itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from collections.abc import Mapping


OTHER_TASKS = {
    "solve_relaxation": (
        "HiGHS does not solve the model: its cells need not be whole",
        "`puzzledsl relax FILE` shows the relaxation",
    ),
    "write_model_to_file": (
        "HiGHS writes the program and does not solve it",
        "`puzzledsl model FILE --to lp` writes the program",
    ),
    "write_presolved_model_to_file": (
        "HiGHS writes the program and does not solve it",
        "`puzzledsl model FILE --to lp --presolve probe` writes a program after propagation",
    ),
}
"""Options that make HiGHS do something else than solving the program, with what that is and what to do instead."""

FILES = {
    "log_file": "`--log` shows what HiGHS reports, on standard error",
    "solution_file": "`--json` prints the solution",
    "mip_improving_solution_file": "`--json` prints the solution",
    "write_model_file": "`puzzledsl model FILE --to lp` writes the program",
    "write_presolved_model_file": "`puzzledsl model FILE --to lp --presolve probe` writes a program after propagation",
    "write_basis_file": "",
    "read_solution_file": "",
    "read_basis_file": "",
}
"""Options that name a file for HiGHS, with what to do instead: what it reads would be of another program, and what it
writes would replace a file of any kind without a question."""

HARMLESS = frozenset((
    "time_limit", "threads", "parallel", "random_seed", "presolve", "presolve_mode", "output_flag",
    "log_to_console", "log_dev_level", "log_githash", "timeless_log", "highs_debug_level",
    "simplex_strategy", "simplex_scale_strategy", "simplex_dual_edge_weight_strategy",
    "simplex_primal_edge_weight_strategy", "simplex_iteration_limit", "simplex_update_limit",
    "simplex_min_concurrency", "simplex_max_concurrency", "ipm_iteration_limit", "mip_rel_gap", "mip_abs_gap",
    "mip_max_nodes", "mip_max_stall_nodes", "mip_max_start_nodes", "mip_max_leaves", "mip_max_improving_sols",
    "mip_min_logging_interval", "mip_report_level", "mip_improving_solution_save",
    "mip_improving_solution_report_sparse", "mip_detect_symmetry",
    "mip_allow_restart", "mip_root_presolve_only", "mip_lifting_for_probing", "mip_lp_age_limit",
    "mip_pool_age_limit", "mip_pool_soft_limit", "mip_pscost_minreliable",
    "mip_min_cliquetable_entries_for_parallelism", "mip_heuristic_effort", "mip_heuristic_run_feasibility_jump",
    "mip_heuristic_run_rins", "mip_heuristic_run_rens", "mip_heuristic_run_root_reduced_cost",
    "mip_heuristic_run_zi_round", "mip_heuristic_run_shifting", "mip_allow_cut_separation_at_nodes",
    "mip_search_simulate_concurrency",
))  # fmt: skip
"""Options that change how HiGHS searches, when it ends or what it prints, but neither the program nor what counts as a
solution. With a gap or a limit the bound is still right."""

TOLERANCES = frozenset((
    "mip_feasibility_tolerance", "primal_feasibility_tolerance", "dual_feasibility_tolerance", "kkt_tolerance",
    "primal_residual_tolerance", "dual_residual_tolerance", "optimality_tolerance",
))  # fmt: skip
"""Tolerances of HiGHS. They are harmless up to `TIGHT`."""

MOST_THREADS = 1_024
"""HiGHS takes gigabytes for some thousands, and does not begin."""

TIGHT = 1e-7
"""The smallest of the default values of `TOLERANCES`."""


def doubtful(extra: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the options with which HiGHS may miss solutions or accept wrong ones.

    Cutoffs, scaling, and sizes from which on numbers count as zero or as infinite are among them, and each option that
    is not known here: a later HiGHS may have others.
    """
    return tuple(
        name for name, value in extra.items() if name not in HARMLESS and not (name in TOLERANCES and _is_tight(value))
    )


def _is_tight(value: str) -> bool:
    try:
        return float(value) <= TIGHT
    except ValueError:
        return False  # HiGHS refuses it


def check_threads(count: int | str) -> None:
    """Refuse more threads than any machine has.

    Raises:
        PuzzleError: there are more than `MOST_THREADS` of them.
    """
    try:
        is_many = float(count) > MOST_THREADS
    except ValueError:
        return  # HiGHS refuses it
    if is_many:
        raise failure(f"`threads` is at most {MOST_THREADS}, not {count}", code="bad-option")


def check_highs_options(extra: Mapping[str, str]) -> None:
    """Refuse options that HiGHS does not accept, even if presolve finds the answer and HiGHS never starts.

    HiGHS itself checks names and values, in a process of its own and once for the same options. A list kept here would
    be wrong for the next version.

    Raises:
        PuzzleError: there is no such option, it does not take that value, or HiGHS would not solve the model.
    """
    for name, (task, instead) in OTHER_TASKS.items():
        if extra.get(name, "false").lower() not in ("false", "off"):
            raise failure(f"with `{name}` {task}", helps=(instead,), code="bad-option")
    for name, instead in FILES.items():
        if extra.get(name):
            raise failure(
                f"`{name}` names a file, and HiGHS gets none", helps=(instead,) if instead else (), code="bad-option"
            )
    check_threads(extra.get("threads", 1))
    if extra:
        _check(tuple(extra.items()))


@cache
def _check(extra: tuple[tuple[str, str], ...]) -> None:
    from puzzledsl.highs.solve_options import SolveOptions
    from puzzledsl.highs.supervisor import Supervisor

    with Supervisor() as supervisor:
        supervisor.check(SolveOptions(extra=dict(extra)))
