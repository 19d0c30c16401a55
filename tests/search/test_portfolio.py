"""Search and HiGHS side by side: the first answer is right, and neither waits for one that gives up."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from random import Random

import pytest

from puzzledsl import parse
from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.subsets import Subsets
from puzzledsl.answer import Clock, Options
from puzzledsl.encodings import encodings
from puzzledsl.flattening import flatten
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.portfolio import portfolio
from puzzledsl.portfolio.by_highs import DELICATE, by_highs
from puzzledsl.portfolio.query import Query
from puzzledsl.presolve.presolve import presolve
from puzzledsl.progress import Reporter
from puzzledsl.search import search
from puzzledsl.search.budget import Budget
from puzzledsl.session import means
from puzzledsl.verification import verify


def failing(_: Options) -> Supervisor:
    return Supervisor((sys.executable, "-c", "raise SystemExit(3)"))


def sums(rows: list[int], columns: list[int]) -> str:
    text = f"grid cell[{len(rows)}, {len(columns)}] in 0..1\n"
    lines = [f"sum(row({i})) == {total}\n" for i, total in enumerate(rows, 1)]
    return text + "".join([*lines, *[f"sum(column({i})) == {total}\n" for i, total in enumerate(columns, 1)]])


def wait_for_highs() -> None:
    """Wait until HiGHS has answered or failed."""
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(60)


@pytest.fixture
def highs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "ALONE", Budget(branches=1))
    monkeypatch.setattr("puzzledsl.search.search.SLICE", 1)  # it looks around after each step
    monkeypatch.setattr("puzzledsl.progress.PAUSE", 0.0)  # and reports each


def asking(on_branch: Callable[[], object]) -> Asking:
    """How a question is asked that calls this at each branch."""
    return Asking(report=Reporter(lambda _: on_branch()))


@pytest.mark.usefixtures("highs_at_once")
@pytest.mark.parametrize("fails", [False, True])
def test_no_solution(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fails:
        monkeypatch.setattr(means, "new_supervisor", failing)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 1])).elaborated
    monkeypatch.setattr(search, "SLICE", 1)  # it is asked after each call of a propagator whether it goes on
    everything = frozenset(range(len(model.requirements)))
    calls = 0

    def on_branch() -> None:
        nonlocal calls
        calls += 1
        wait_for_highs()

    tested = Subsets(model, how=asking(on_branch)).test(everything)
    assert (tested.solvable, tested.core) == (False, everything)
    assert (calls > 50) == fails  # HiGHS needs none


@pytest.mark.usefixtures("highs_at_once")
@pytest.mark.parametrize("fails", [False, True])
def test_a_solution(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fails:
        monkeypatch.setattr(means, "new_supervisor", failing)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 2])).elaborated
    tested = Subsets(model, how=asking(wait_for_highs)).test(range(len(model.requirements)))
    assert tested.values is not None
    assert not verify(model, tested.values)


@pytest.mark.usefixtures("highs_at_once")
def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Supervisor] = []

    def supervisor(_: Options) -> Supervisor:
        started.append(Supervisor())
        return started[-1]

    def on_branch() -> None:
        if started:
            raise KeyboardInterrupt

    monkeypatch.setattr(means, "new_supervisor", supervisor)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 1])).elaborated
    with pytest.raises(KeyboardInterrupt):
        Subsets(model, how=asking(on_branch)).test(range(len(model.requirements)))
    (one,) = started
    assert one.pid is None


def test_where_highs_cannot_be_sure_search_decides() -> None:
    """Coefficients so far apart that HiGHS' tolerances could hide a solution."""
    text = "grid cell[1, 4] in 0..9\n10000000*r1c1 + r1c2 == 10000000*r1c3 + r1c4\nr1c2 == r1c4 + 1\n"
    puzzle = parse(text)
    flat = flatten(puzzle.elaborated)
    query = Query(puzzle.elaborated, flat, Options(solver="highs"), Clock(), lambda _: True)
    with Supervisor() as highs:
        alone = by_highs(query, presolve(flat, "none"), highs)
    assert (alone.status, alone.message) == ("unknown", DELICATE)
    assert puzzle.solve(solver="highs", presolve="none").status == "infeasible"


def test_an_optimum_among_such_numbers_needs_search_too() -> None:
    """HiGHS takes a product that its tolerances hide for the least one."""
    domain, rest = "grid cell[1, 2] in {-7, 0, 3, 5000000}\n", "minimize r1c2 * r1c1\n"
    wrong = parse(f"{domain}-7 * r1c2 + 10999992 * r1c1 >= 21999962\n{rest}")
    right = parse(f"{domain}10999992 * r1c1 - 7 * r1c2 >= 0\nr1c1 <= 3\n{rest}")
    for model in (wrong, right):
        exact = model.solve(solver="search")
        assert exact.status == "optimal"
        for encoding in encodings():
            found = model.solve(solver="highs", encoding=encoding, presolve="none")  # type: ignore[arg-type]
            assert found.status == "feasible" or found.objective == exact.objective
            assert found.status == "optimal" or found.bound is None
        assert model.solve(encoding="integer", solver="auto").objective == exact.objective


def clauses(variables: int, seed: int) -> str:
    """Random clauses of three literals, where they are hardest to refute: some thousands of branches."""
    random = Random(seed)
    lines = [f"grid bit[1, {variables}] in 0..1"]
    for _ in range(int(4.4 * variables)):
        chosen = random.sample(range(1, variables + 1), 3)
        lines.append(" or ".join(f"r1c{i} == {random.randrange(2)}" for i in chosen))
    return "\n".join(lines) + "\n"


def test_search_goes_on_where_highs_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"simplex_iteration_limit": "0", "mip_max_nodes": "0"}
    monkeypatch.setattr(portfolio, "ALONE", Budget(branches=1))  # HiGHS starts with the search
    puzzle = parse(clauses(140, 2))
    alone = puzzle.solve(solver="highs", presolve="none", time_limit=30, highs=options)
    assert alone.status == "unknown"
    solution = puzzle.solve(solver="auto", presolve="none", time_limit=60, highs=options)
    assert (solution.status, solution.solver) == ("infeasible", "search")
