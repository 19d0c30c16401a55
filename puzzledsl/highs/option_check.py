"""Options of HiGHS as a user writes them, compared with HiGHS itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from collections.abc import Mapping


def check_highs_options(extra: Mapping[str, str]) -> None:
    """Refuse options that HiGHS does not accept, even if presolve finds the answer and HiGHS never starts.

    HiGHS itself checks the options, in a process of its own and once for the same options. A list kept here would be
    wrong for the next version.

    Raises:
        PuzzleError: there is no such option, it does not take that value, or HiGHS would solve another problem.
    """
    if extra.get("solve_relaxation", "false").lower() not in ("false", "off"):
        raise failure(
            "with `solve_relaxation` HiGHS does not solve the model: its cells need not be whole",
            helps=("`puzzledsl relax FILE` shows the relaxation",),
            code="bad-option",
        )
    if extra:
        _check(tuple(extra.items()))


@cache
def _check(extra: tuple[tuple[str, str], ...]) -> None:
    from puzzledsl.highs.solve_options import SolveOptions
    from puzzledsl.highs.supervisor import Supervisor

    with Supervisor() as supervisor:
        supervisor.check(SolveOptions(extra=dict(extra)))
