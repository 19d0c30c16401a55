"""HiGHS in its own process: answers, limits, crashes, Ctrl-C, and that nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.encodings import encode
from puzzledsl.encodings.encoded import read
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.flat import FlatObjective
from puzzledsl.highs.integer_program import program
from puzzledsl.highs.option_check import check_highs_options
from puzzledsl.highs.solve_options import SEARCH_FOR_ANY, SolveOptions
from puzzledsl.highs.supervisor import Progress, RawResult, Supervisor
from puzzledsl.primitives.linear import Linear
from puzzledsl.time_limit import CancellationToken, Cancelled, cancellable, within
from tests.command import environment, started

from ..flat_models import EASY, EASY_SOLVED, HARD, HARD_SOLVED, Builder, classic, digits
from ..programs import solve, solve_here
from .hard import market_split

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel

ROOT = Path(__file__).parents[2]


def alive(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be collected."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
    except (ProcessLookupError, FileNotFoundError):  # the process may end between two of these lines
        return False


def gone(pid: int) -> bool:
    """Whether a process is gone within a generous while."""
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("givens", "solution", "encoding"),
    [
        (EASY, EASY_SOLVED, "binary"),
        (EASY, EASY_SOLVED, "integer"),
        (HARD, HARD_SOLVED, "binary"),
        pytest.param(HARD, HARD_SOLVED, "integer", marks=pytest.mark.slow),
    ],
)
def test_both_encodings_find_the_solution(givens: str, solution: str, encoding: str) -> None:
    builder = classic(givens)
    encoded = encode(builder.flat(), builder.domains, encoding, builder.variables)
    with within(60):
        result = solve(to_pyomo(encoded))
    assert result.status == "optimal"
    assert digits(read(encoded, result.values)) == solution


def test_a_session_answers_again_and_again_and_ends() -> None:
    builder = classic(EASY)
    model = to_pyomo(encode(builder.flat(), builder.domains))
    with Supervisor() as supervisor:
        first = supervisor.pid
        assert supervisor.solve(model).status == "optimal"
        assert supervisor.solve(model).status == "optimal"
        assert supervisor.pid == first
    assert first is not None
    assert gone(first)


def test_two_givens_that_clash_in_a_row_are_infeasible() -> None:
    builder = classic("11" + "0" * 79)
    assert solve(to_pyomo(encode(builder.flat(), builder.domains))).status == "infeasible"
    assert solve_here(to_pyomo(encode(builder.flat(), builder.domains, "integer"))).status == "infeasible"


def objective_model(maximize: bool, lower: int | None, upper: int | None, infeasible: bool = False) -> Builder:
    builder = Builder()
    x, y = builder.real("x", lower, upper), builder.integer("y", range(10))
    if infeasible:
        builder.add(Linear(((y, 2), (builder.integer("z", range(10)), 2)), (), "==", 7))
    builder.add(Linear(((x, 1), (y, -1)), (), "<=", 2) if upper is not None else Linear(((y, 1),), (), "<=", 4))
    builder.objective = FlatObjective(maximize, ((x, 1), (y, 3)), 5)
    return builder


@pytest.mark.parametrize("run", [solve, solve_here])
def test_objectives(run: object) -> None:
    def ask(builder: Builder) -> RawResult:
        model = to_pyomo(encode(builder.flat(), builder.domains, "integer", builder.variables))
        result = run(model)  # type: ignore[operator]
        assert isinstance(result, RawResult)
        return result

    best = ask(objective_model(True, 0, 20))
    assert (best.status, best.objective, best.bound, best.gap) == ("optimal", 43, 43, 0)
    assert ask(objective_model(False, 0, 20)).objective == 5
    assert ask(objective_model(True, 0, None)).status == "unbounded"
    assert ask(objective_model(False, None, None)).status == "unbounded"
    assert ask(objective_model(True, 0, None, infeasible=True)).status == "infeasible"


def test_a_model_without_rows_and_one_without_variables() -> None:
    builder = Builder()
    builder.integer("x", [4])
    assert solve_here(to_pyomo(encode(builder.flat(), builder.domains))).status == "optimal"
    builder.integer("y", range(3))
    encoded = encode(builder.flat(), builder.domains)
    assert read(encoded, solve(to_pyomo(encoded)).values)[0] == 4


def test_any_linear_pyomo_model_is_taken() -> None:
    from pyomo.core import ConcreteModel, Constraint, NonNegativeIntegers, Objective, Var, maximize

    model = ConcreteModel()
    model.x = Var([1, 2], domain=NonNegativeIntegers)
    model.row = Constraint(expr=2 * model.x[1] + model.x[2] + model.x[1] - 1 <= 10 + model.x[2] * 0)
    model.twice = Constraint(expr=model.x[2] + model.x[2] - 2 * model.x[2] + model.x[2] <= 7)
    model.objective = Objective(expr=3 + model.x[1] + (model.x[2] + 2 * model.x[1]), sense=maximize)
    result = solve(model)
    assert (result.status, result.values, result.objective) == ("optimal", (3, 2), 14)
    model.bad = Constraint(expr=model.x[1] * model.x[2] <= 3)
    with pytest.raises(ValueError, match="not linear"):
        solve(model)


def test_pyomos_own_solver_takes_the_model() -> None:
    from pyomo.contrib.appsi.solvers import Highs

    builder = classic(EASY)
    encoded = encode(builder.flat(), builder.domains, "binary", builder.variables)
    model = to_pyomo(encoded)
    Highs().solve(model)
    chosen = {c.index[:2]: c.index[2] for c in encoded.columns if model.column[c.name].value > 0.5}
    assert digits(chosen.values()) == EASY_SOLVED  # type: ignore[arg-type]


# ── limits ───────────────────────────────────────────────────────────────────────────────────────


def test_the_time_limit_is_kept() -> None:
    seen: list[Progress] = []
    with Supervisor() as supervisor:
        with within(1.5):
            result = supervisor.solve(market_split(), None, seen.append)
        assert (result.status, result.values) == ("unknown", ())
        pid = supervisor.pid
    assert seen
    assert pid is None or gone(pid)


def test_the_nodes_are_told_while_it_works() -> None:
    token = CancellationToken()
    seen: list[int] = []

    def cancel_after_a_node(progress: Progress) -> None:
        seen.append(progress.nodes)
        if progress.nodes:
            token.cancel()

    with Supervisor() as supervisor, pytest.raises(Cancelled), cancellable(token), within(60):
        supervisor.solve(market_split(), None, cancel_after_a_node)
    assert seen[-1] > 0


def test_the_best_solution_so_far_is_told_with_its_bound() -> None:
    program = market_split(6, slack=True)
    with within(1.5):
        result = solve(program)
    assert result.status == "feasible"
    assert result.values
    assert result.objective is not None
    assert result.bound is not None
    assert result.bound < result.objective


def fake(body: str) -> tuple[str, ...]:
    """A stand-in for the process that runs HiGHS, with the real one's frames at hand."""
    head = "import os, sys, time\nfrom puzzledsl.highs.worker import receive, send\n"
    return (sys.executable, "-c", f"{head}receive(sys.stdin.buffer)\nout = sys.stdout.buffer\n{body}")


INCUMBENT = "send(out, {'kind': 'incumbent', 'objective': 0.0}, (1.0, 0.0))\n"


def two_bits() -> ConcreteModel:
    builder = Builder()
    x, y = builder.integer("x", [0, 1]), builder.integer("y", [0, 1])
    builder.add(Linear(((x, 1), (y, 1)), (), "==", 1))
    return to_pyomo(encode(builder.flat(), builder.domains))


@pytest.mark.parametrize("body", ["time.sleep(1000)", "os.close(0); time.sleep(1000)", f"{INCUMBENT}time.sleep(1000)"])
def test_a_worker_that_hangs_is_stopped(body: str) -> None:
    with Supervisor(fake(body)) as supervisor:
        pid = supervisor.pid
        with within(0.5):
            result = supervisor.solve(two_bits())
        assert pid is not None
        assert gone(pid)
    assert result.status == ("optimal" if "incumbent" in body else "unknown")
    assert result.values == ((1.0, 0.0) if "incumbent" in body else ())


def test_a_worker_that_never_reads_is_stopped() -> None:
    with Supervisor((sys.executable, "-c", "import time; time.sleep(1000)")) as supervisor:
        pid = supervisor.pid
        builder = classic()
        model = to_pyomo(encode(builder.flat(), builder.domains, "integer"))  # more than a pipe holds
        with within(0.5):
            assert supervisor.solve(model).status == "unknown"
    assert pid is not None
    assert gone(pid)


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ("os.abort()", "signal 6"),
        ("os.kill(os.getpid(), 11); time.sleep(9)", "signal 11"),
        ("sys.exit(3)", "exit status 3"),
        ("os.write(1, b'HiGHS said something of its own')", "exit status 0"),
    ],
)
def test_a_crash_is_reported_not_suffered(body: str, messages: str) -> None:
    with Supervisor(fake(body)) as supervisor:
        result = supervisor.solve(two_bits())
        assert result.status == "error"
        assert messages in result.message


@pytest.mark.parametrize("command", [["solve", "--solver", "highs"], ["relax"], ["tree"]], ids=" ".join)
def test_highs_that_cannot_be_loaded_is_named(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "highspy.py").write_text("raise ImportError('libhighs.so is missing')\n")
    (tmp_path / "sum.puz").write_text("grid cell[1, 2] in 1..2\nmaximize sum(cells)\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    with started(*command, str(tmp_path / "sum.puz"), PYTHONPATH=path) as run:
        _, err = run.communicate()
    assert run.returncode == 2
    assert "pip install --force-reinstall highspy" in err
    assert "HiGHS cannot be loaded: ImportError: libhighs.so is missing" in err


def test_a_solution_in_hand_survives_a_crash() -> None:
    with Supervisor(fake(f"{INCUMBENT}os.abort()")) as supervisor:
        result = supervisor.solve(two_bits())
    assert (result.status, result.values) == ("optimal", (1.0, 0.0))


def test_a_session_recovers_from_the_loss_of_its_process() -> None:
    builder = classic(EASY)
    model = to_pyomo(encode(builder.flat(), builder.domains))
    with Supervisor() as supervisor:
        assert supervisor.pid is not None
        os.kill(supervisor.pid, signal.SIGKILL)
        assert gone(supervisor.pid)
        supervisor.solve(model)
        assert supervisor.solve(model).status == "optimal"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_the_loss_of_the_process_at_work_is_an_error_that_names_the_signal() -> None:
    with Supervisor() as supervisor:
        assert supervisor.solve(two_bits()).status == "optimal"
        pid = supervisor.pid
        assert pid is not None
        with within(60):
            result = supervisor.solve(market_split(), None, lambda _: os.kill(pid, signal.SIGKILL))
        assert (result.status, result.message) == ("error", "the process that runs HiGHS ended: signal 9")
        assert supervisor.solve(two_bits()).status == "optimal"


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.3])
def test_abandoned_from_another_thread_whenever(delay: float) -> None:
    """Before it asks, while HiGHS loads, while it solves: always the same error, and no process is left."""
    asked, messages = program(market_split()), set()
    for _ in range(10):
        supervisor = Supervisor()
        pid = supervisor.pid
        threading.Timer(delay, supervisor.abandon).start()
        with pytest.raises(PuzzleError) as caught, within(60):
            supervisor.solve(asked)
        messages.add(str(caught.value))
        assert supervisor.pid is None
        assert pid is not None
        assert gone(pid)
        with pytest.raises(PuzzleError, match="HiGHS was stopped"):
            supervisor.solve(asked)
    assert messages == {"error: HiGHS was stopped"}


def test_an_error_in_the_callers_callback_leaves_no_answer_for_the_next_request() -> None:
    def on_progress(progress: Progress) -> None:
        raise ArithmeticError(progress)

    with Supervisor() as supervisor:
        with pytest.raises(ArithmeticError), within(60):
            supervisor.solve(market_split(), None, on_progress)
        result = supervisor.solve(two_bits())
        assert (result.status, sum(result.values)) == ("optimal", 1)


FORGOTTEN = """
import signal, sys
from puzzledsl.highs.supervisor import Supervisor
supervisor = Supervisor()
print(supervisor.pid)
def press(frame, event, argument):
    if (event, frame.f_code.co_name) == ("call", "wait"):
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)
sys.setprofile(press)
del supervisor
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_while_a_forgotten_process_is_ended_prints_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, env=environment(), cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert gone(int(done.stdout))


@pytest.mark.parametrize("value", ["0.5", "float('nan')", "float('inf')"])
def test_an_answer_between_two_integers_is_an_error(value: str) -> None:
    answer = "{'kind': 'result', 'status': 'optimal', 'message': '', 'nodes': 0, 'seconds': 0.0}"
    with Supervisor(fake(f"send(out, {answer}, ({value}, 0.0))")) as supervisor:
        result = supervisor.solve(two_bits())
    assert (result.status, result.values) == ("error", ())
    assert "column[x] = " in result.message


ASK = """
import sys
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.time_limit import within
from tests.solving.hard import market_split
supervisor = Supervisor()
print(supervisor.pid, flush=True)
def on_progress(progress):
    print("at work", flush=True)
with within(100):
    result = supervisor.solve(market_split(6, slack=True), None, on_progress)
print(result.interrupted, result.status, len(result.values) > 0, result.message)
supervisor.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_parent_ends_the_child(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASK], stdout=subprocess.PIPE, text=True, env=environment(), cwd=ROOT
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert process.stdout.readline() == "at work\n"
        assert alive(pid)
        process.send_signal(number)
        rest = process.stdout.read().splitlines()
        process.wait(timeout=60)
    assert gone(pid)
    if number == signal.SIGINT:
        assert rest[-1] == "True feasible True interrupted"
        assert process.returncode == 0


# ── options ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("run", [solve, solve_here])
def test_options_that_highs_does_not_know_or_take(run: object) -> None:
    def ask(**extra: str) -> str:
        with pytest.raises(PuzzleError) as caught:
            run(two_bits(), SolveOptions(extra=extra))  # type: ignore[operator]
        return str(caught.value)

    assert "did you mean `mip_rel_gap`" in ask(mip_rel_gpa="0.1")
    assert "no option `zzzzzzzzzzz`" in ask(zzzzzzzzzzz="0.1")
    assert "does not take `much`" in ask(mip_rel_gap="much")
    assert "does not take `-1`" in ask(mip_rel_gap="-1")
    assert "does not take `perhaps`" in ask(presolve="perhaps")


def test_options_are_checked_without_a_model() -> None:
    with Supervisor() as supervisor:
        supervisor.check(SolveOptions(extra={"mip_max_nodes": "1", "presolve": "off"}))
        with pytest.raises(PuzzleError, match="no option `mip_rel_gpa`"):
            supervisor.check(SolveOptions(extra={"mip_rel_gpa": "1"}))
        with pytest.raises(PuzzleError, match="does not take `-1`"):
            supervisor.check(SolveOptions(extra={"mip_rel_gap": "-1"}))
        assert supervisor.solve(two_bits()).status == "optimal"  # what was only checked is not in force
    check_highs_options({})
    with pytest.raises(PuzzleError, match="no option `zzzzzzzzzzz`"):
        check_highs_options({"zzzzzzzzzzz": "1"})


def test_options_reach_highs(capfd: pytest.CaptureFixture[str]) -> None:
    builder = classic(HARD)
    model = to_pyomo(encode(builder.flat(), builder.domains))
    options = SolveOptions(gap=0.5, threads=2, seed=7, extra={"mip_max_nodes": "1", "presolve": "off"}, log=True)
    assert solve(model, options).status in ("optimal", "unknown")
    log = capfd.readouterr()
    assert log.out == ""
    assert "Running HiGHS" in log.err
    assert solve(model, SolveOptions(extra={"time_limit": "0"})).status == "unknown"
    assert solve(model).status == "optimal"
    assert capfd.readouterr().err == ""


def test_two_threads_search_the_same_tree_each_time() -> None:
    builder = classic(HARD)
    model = to_pyomo(encode(builder.flat(), builder.domains))
    first, second = (solve(model, SolveOptions(threads=2, seed=7, extra={"presolve": "off"})) for _ in range(2))
    assert first.status == "optimal"
    assert first.nodes
    assert (first.values, first.nodes, first.iterations) == (second.values, second.nodes, second.iterations)


def test_solves_in_one_process_may_ask_for_different_numbers_of_threads() -> None:
    builder = classic(HARD)
    model = to_pyomo(encode(builder.flat(), builder.domains))
    found = [solve_here(model, SolveOptions(threads=threads)).status for threads in (None, 1, 2, None)]
    assert found == ["optimal"] * 4


def test_several_threads_share_a_tree_unless_the_user_says_no() -> None:
    assert dict(SolveOptions(threads=2).for_highs())["parallel"] == "on"
    assert dict(SolveOptions(threads=2, extra={"parallel": "off"}).for_highs())["parallel"] == "off"
    assert "parallel" not in dict(SolveOptions(threads=1).for_highs())


@pytest.mark.parametrize("limit", [None, 1000.0])
def test_an_option_of_the_user_wins(limit: float | None) -> None:
    with within(limit):
        assert solve(market_split(), SolveOptions(extra={"time_limit": "0.2"})).status == "unknown"


def test_this_highs_has_the_interface_that_the_worker_uses() -> None:
    """Where a release of highspy renames a part, this says which; the other tests only say that HiGHS fails."""
    import highspy

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for name in ("cbMipImprovingSolution", "cbMipLogging"):
        assert callable(getattr(highs, name).subscribe), name
    methods = "setOptionValue getOptionType passModel run getModelStatus modelStatusToString getInfo getSolution"
    assert [name for name in methods.split() if not callable(getattr(highs, name, None))] == []
    types = "HighsLp HighsOptions HighsStatus HighsModelStatus HighsVarType MatrixFormat ObjSense"
    assert [name for name in types.split() if not hasattr(highspy, name)] == []
    fields = "mip_node_count mip_gap mip_dual_bound objective_function_value primal_solution_status"
    assert [name for name in fields.split() if not hasattr(highs.getInfo(), name)] == []


def test_this_highs_knows_the_tuned_options() -> None:
    import highspy

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, value in SEARCH_FOR_ANY:
        assert highs.setOptionValue(name, value) == highspy.HighsStatus.kOk
