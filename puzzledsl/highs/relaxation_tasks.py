"""What the process that runs HiGHS does with relaxations; `puzzledsl.highs.worker` loads this file by its path.

Like that file, it imports no part of the package. One linear program is kept between requests, with the basis that
HiGHS ended with, because each node of a branch-and-bound tree differs from the one before by a few bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzledsl.highs.worker import Run

NO_POOL = -1.0
"""The number of cuts if HiGHS gives no access to its cut pool."""

_AT_THE_ROOT = (
    ("presolve", "off"),
    ("mip_max_nodes", 1),
    ("mip_heuristic_effort", 0.0),
    ("mip_heuristic_run_feasibility_jump", False),
    ("mip_allow_restart", False),
    ("mip_detect_symmetry", False),
)
"""Options for a root node that only cuts. Without HiGHS' presolve its cuts are over the columns of the program."""

_kept: dict[str, Any] = {}


def answer(run: Run) -> None:
    """Do the task of a request, and emit one ``result`` or ``error``.

    The request has a ``task``: ``relax`` (solve the linear program without integrality, and keep it), ``bounds``
    (change the bounds of columns in the program that is kept, as triples of column, lower and upper in ``changes``, and
    solve it), or ``cuts`` (let HiGHS cut at the root node, and solve the relaxation with its cuts). The values of the
    columns are followed by the number of cuts in the relaxation (`NO_POOL`: HiGHS gives no access to them).
    ``objective`` is that of the relaxation, ``bound`` that of HiGHS' root node.
    """
    match run.request["task"]:
        case "relax":
            _kept["highs"] = _relaxed(run)
            _report(run, _kept["highs"], 0.0)
        case "bounds":
            highs = _kept["highs"]
            for column, lower, upper in run.request["changes"]:
                highs.changeColBounds(column, lower, upper)
            _report(run, highs, 0.0)
        case "cuts":
            _cut(run)


def _new(run: Run) -> Any:
    highs = run.highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    remaining = run.remaining()
    if remaining is not None:
        highs.setOptionValue("time_limit", max(remaining, 0.0))
    return highs


def _relaxed(run: Run) -> Any:
    lp = run._lp(True)
    lp.integrality_ = []
    highs = _new(run)
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("solver", "simplex")
    if highs.passModel(lp) == run.highspy.HighsStatus.kError:
        raise ValueError("HiGHS refused the model")
    return highs


def _cut(run: Run) -> None:
    core = run.highspy
    mip = _new(run)
    for name, value in _AT_THE_ROOT:
        mip.setOptionValue(name, value)
    if mip.passModel(run._lp(True)) == core.HighsStatus.kError:
        raise ValueError("HiGHS refused the model")
    pools: list[tuple[Any, ...]] = []

    def pool(event: Any) -> None:
        out = event.data_out
        count = int(out.cutpool_num_cut)
        rows = (out.cutpool_lower, out.cutpool_upper, out.cutpool_start, out.cutpool_index, out.cutpool_value)
        pools.append((count, float(out.mip_dual_bound), *([float(v) for v in part] for part in rows)))

    if hasattr(mip, "cbMipGetCutPool"):
        mip.cbMipGetCutPool.subscribe(pool)
    mip.run()
    kind, status = core.HighsModelStatus, mip.getModelStatus()
    bound = float(mip.getInfo().mip_dual_bound)
    if pools:
        count, bound, lower, upper, starts, indices, values = pools[-1]
        highs = _relaxed(run)
        starts, indices = [int(v) for v in starts], [int(v) for v in indices]
        if count:
            import numpy

            highs.addRows(
                count,
                numpy.array(lower),
                numpy.array(upper),
                len(values),
                numpy.array(starts[:count], dtype=numpy.int32),
                numpy.array(indices, dtype=numpy.int32),
                numpy.array(values),
            )
        _report(run, highs, float(count), bound)
    elif status == kind.kInfeasible:
        _emit(run, "infeasible")
    elif status == kind.kOptimal:  # the root node needed no cuts
        _emit(run, "closed", mip, NO_POOL, bound)
    elif status in (kind.kUnbounded, kind.kUnboundedOrInfeasible):
        _emit(run, "unbounded")
    else:
        _emit(run, "bound" if abs(bound) < 1e20 else "unknown", None, NO_POOL, bound)


def _report(run: Run, highs: Any, cuts: float, bound: float | None = None) -> None:
    highs.run()
    kind, status = run.highspy.HighsModelStatus, highs.getModelStatus()
    if status == kind.kUnknown:  # a warm start gone wrong
        highs.clearSolver()
        highs.run()
        status = highs.getModelStatus()
    if status in (kind.kOptimal, kind.kModelEmpty):
        _emit(run, "optimal", highs, cuts, bound)
    elif status == kind.kInfeasible:
        _emit(run, "infeasible")
    elif status in (kind.kUnbounded, kind.kUnboundedOrInfeasible):
        _emit(run, "unbounded")
    else:
        _emit(run, "unknown", message=str(highs.modelStatusToString(status)))


def _emit(
    run: Run,
    status: str,
    highs: Any | None = None,
    cuts: float = 0.0,
    bound: float | None = None,
    message: str = "",
) -> None:
    import numpy

    values: list[float] = []
    objective = None
    if highs is not None:
        objective = float(highs.getInfo().objective_function_value)
        values = [*(float(v) for v in highs.getSolution().col_value), cuts]
    answer = {
        "kind": "result",
        "status": status,
        "message": message,
        "objective": objective,
        "bound": bound if bound is not None and abs(bound) < 1e20 else None,
        **run._counts(),
    }
    run.emit(answer, numpy.array(values).tobytes())
