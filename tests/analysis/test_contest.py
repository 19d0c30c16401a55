"""HiGHS beside the search that learns: whoever answers first is right, and the search does not need it."""

from __future__ import annotations

import sys
import threading
from functools import partial

import pytest

from puzzledsl import parse
from puzzledsl.analysis import contest
from puzzledsl.analysis.subsets import Subsets
from puzzledsl.answer import Clock, Options
from puzzledsl.flattening import flatten
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.presolve.presolve import presolve
from puzzledsl.solve import answer_of
from puzzledsl.verification import verify

FAILING = partial(Supervisor, (sys.executable, "-c", "raise SystemExit(3)"))


def sums(rows: list[int], columns: list[int]) -> str:
    text = f"grid cell[{len(rows)}, {len(columns)}] in 0..1\n"
    lines = [f"sum(row({i})) == {total}\n" for i, total in enumerate(rows, 1)]
    return text + "".join([*lines, *[f"sum(column({i})) == {total}\n" for i, total in enumerate(columns, 1)]])


def wait_for_highs() -> None:
    """Each branch waits until HiGHS has answered or failed."""
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(60)


@pytest.fixture
def highs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "FIRST_NODES", 1)
    monkeypatch.setattr(contest, "PROBING", 0.0)


@pytest.mark.usefixtures("highs_at_once")
@pytest.mark.parametrize("fails", [False, True])
def test_no_solution(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fails:
        monkeypatch.setattr(contest, "Supervisor", FAILING)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 1])).elaborated
    everything = frozenset(range(len(model.requirements)))
    branches = 0

    def on_node() -> None:
        nonlocal branches
        branches += 1
        wait_for_highs()

    tested = Subsets(model).test(everything, on_node=on_node)
    assert (tested.solvable, tested.core) == (False, everything)
    assert (branches > 4) == fails  # HiGHS needs none


@pytest.mark.usefixtures("highs_at_once")
@pytest.mark.parametrize("fails", [False, True])
def test_a_solution(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fails:
        monkeypatch.setattr(contest, "Supervisor", FAILING)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 2])).elaborated
    tested = Subsets(model).test(range(len(model.requirements)), on_node=wait_for_highs)
    assert tested.values is not None
    assert not verify(model, tested.values)


@pytest.mark.usefixtures("highs_at_once")
def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Supervisor] = []

    def supervisor() -> Supervisor:
        started.append(Supervisor())
        return started[-1]

    def on_node() -> None:
        if started:
            raise KeyboardInterrupt

    monkeypatch.setattr(contest, "Supervisor", supervisor)
    model = parse(sums([2, 2, 2, 2], [2, 2, 2, 1])).elaborated
    with pytest.raises(KeyboardInterrupt):
        Subsets(model).test(range(len(model.requirements)), on_node=on_node)
    (one,) = started
    assert one.pid is None


def test_beside_a_search_highs_answers_alone() -> None:
    """Where it would need a search to be sure: propagators are not for two threads."""
    text = "grid cell[1, 4] in 0..9\n10000000*r1c1 + r1c2 == 10000000*r1c3 + r1c4\nr1c2 == r1c4 + 1\n"
    model = parse(text).elaborated
    flat = flatten(model)
    narrowed, options = presolve(flat, None, "none"), Options(solver="highs")
    assert answer_of(model, flat, narrowed, options, Clock()).status == "infeasible"
    assert answer_of(model, flat, narrowed, options, Clock(), beside_search=True).status == "unknown"
