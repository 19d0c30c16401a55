"""Every long call ends when it is cancelled, leaves nothing behind, and reports how far it is."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import puzzledsl
from puzzledsl import CancellationToken, Cancelled, Model, Progress

SQUARES = """
grid a[10, 10] in 0..9
grid b[10, 10] in 0..9
for k in 1..10:
    alldifferent(a[k, *])
    alldifferent(a[*, k])
    alldifferent(b[k, *])
    alldifferent(b[*, k])
alldifferent([10 * a[r, c] + b[r, c] for r in 1..10, c in 1..10])
"""
"""A pair of orthogonal latin squares of order 10: Euler thought that there is none. No call is done with it soon."""

EMPTY = "grid cell[16, 16] in 1..16\nalldifferent: rows, columns, boxes\n"
SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"

Call = Callable[[Model, dict[str, Any]], object]

CALLS: dict[str, tuple[str, Call]] = {
    "solve": (SQUARES, lambda m, how: m.solve(**how)),
    "solve by search": (SQUARES, lambda m, how: m.solve(solver="search", **how)),
    "solve by HiGHS": (SQUARES, lambda m, how: m.solve(solver="highs", presolve="none", **how)),
    "compiled": (SQUARES, lambda m, how: m.compile(solver="auto").solve(**how)),
    "unique": (SQUARES, lambda m, how: m.unique(**how)),
    "count": (EMPTY, lambda m, how: m.count(**how)),
    "count a few": (SQUARES, lambda m, how: m.count(limit=3, **how)),
    "estimate": (EMPTY, lambda m, how: m.estimate(samples=10**9, **how)),
    "solutions": (EMPTY, lambda m, how: sum(1 for _ in m.solutions(**how))),
    "candidates": (SQUARES, lambda m, how: m.candidates(**how)),
    "explain": (SQUARES, lambda m, how: m.explain(**how)),
    "redundant": (SQUARES, lambda m, how: m.redundant(**how)),
    "minimize": (SQUARES, lambda m, how: m.minimize(**how)),
    "generate": (EMPTY, lambda m, how: list(m.generate(count=10**6, **how))),
    "generate cages": (EMPTY, lambda m, how: list(m.generate(cages=True, count=10**6, **how))),
    "steps": (EMPTY, lambda m, how: m.steps(trying=True, **how)),
    "explain a cell": (SQUARES, lambda m, how: m.explain_cell("r9c9", **how)),
    "batch": (SQUARES, lambda m, how: list(puzzledsl.batch(m, ["." * 100] * 9, solver="auto", **how))),
}


def children() -> set[str]:
    """The processes of this one, but for the tracker that `multiprocessing` keeps."""
    done = subprocess.run(["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    found = {line for line in done.stdout.splitlines() if "ps -ww" not in line and "resource_tracker" not in line}
    return {line for line in found if "defunct" not in line}


needs_ps = pytest.mark.skipif(sys.platform != "linux", reason="lists processes by ps")


@needs_ps
@pytest.mark.parametrize("name", CALLS)
def test_another_thread_ends_a_call(name: str) -> None:
    text, call = CALLS[name]
    model, token, before = puzzledsl.parse(text), CancellationToken(), children()
    timer = threading.Timer(0.15, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        call(model, {"cancel": token})  # without the token it would take days
    assert token.cancelled
    assert children() <= before


@needs_ps
@pytest.mark.parametrize("solver", ["highs", "auto"])
def test_a_batch_of_several_processes_ends_with_them(solver: Any) -> None:
    model, token = puzzledsl.parse(SQUARES), CancellationToken()
    threading.Timer(0.5, token.cancel).start()
    with pytest.raises(Cancelled):
        list(puzzledsl.batch(model, ["." * 100] * 9, jobs=2, solver=solver, cancel=token))
    assert not children()


@pytest.mark.parametrize("name", CALLS)
def test_every_call_reports_its_beginning_and_may_be_cancelled_there(name: str) -> None:
    text, call = CALLS[name]
    token, seen = CancellationToken(), list[Progress]()

    def stop(progress: Progress) -> None:
        seen.append(progress)
        token.cancel()

    with pytest.raises(Cancelled):
        call(puzzledsl.parse(text), {"cancel": token, "on_progress": stop})
    assert (seen[0].seconds, seen[0].nodes) == (0.0, 0)


def test_a_cancelled_token_lets_no_call_begin() -> None:
    token = CancellationToken()
    token.cancel()
    assert repr(token) == "<CancellationToken cancelled>"
    model = puzzledsl.parse(SMALL)
    for _, call in CALLS.values():
        with pytest.raises(Cancelled, match="before it began"):
            call(model, {"cancel": token})


def test_a_compiled_model_is_as_good_as_new_afterwards() -> None:
    with puzzledsl.parse(SQUARES).compile(solver="search") as compiled:
        token = CancellationToken()
        threading.Timer(0.2, token.cancel).start()
        with pytest.raises(Cancelled):
            compiled.solve(cancel=token)
        done = compiled.solve({(1, 1): 3, (1, 2): 3})
        assert done.status == "infeasible"
    with puzzledsl.parse(SMALL).compile(solver="search") as compiled:
        token = CancellationToken()
        with pytest.raises(Cancelled):
            compiled.solve("1..." + "." * 12, cancel=token, on_progress=lambda _: token.cancel())
        assert compiled.solve("1..." + "." * 12, cancel=CancellationToken())[1, 1] == 1


def test_a_token_that_nobody_cancels_changes_nothing() -> None:
    model = puzzledsl.parse(SMALL)
    token = CancellationToken()
    assert model.count(cancel=token).as_json() == model.count().as_json()
    assert len(list(model.solutions(cancel=token))) == 288
    assert [g.line for g in model.generate(seed=1, givens=4, cancel=token)] == [
        g.line for g in model.generate(seed=1, givens=4)
    ]
    assert model.steps(cancel=token).status == model.steps().status
    assert model.explain_cell("r1c1", cancel=token).status == model.explain_cell("r1c1").status


def test_a_stream_of_solutions_ends_between_two_of_them() -> None:
    token = CancellationToken()
    stream = puzzledsl.parse(SMALL).solutions(cancel=token)
    assert next(stream).status == "solved"
    token.cancel()
    with pytest.raises(Cancelled):
        next(stream)
    assert not stream.complete


def test_progress_goes_on_while_the_search_does() -> None:
    token, seen = CancellationToken(), list[Progress]()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 4:
            token.cancel()

    with pytest.raises(Cancelled):
        puzzledsl.parse(SQUARES).solve(solver="search", on_progress=watch, cancel=token)
    nodes = [progress.nodes for progress in seen]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 0
    assert [p.seconds for p in seen] == sorted(p.seconds for p in seen)


def test_what_on_progress_raises_ends_the_call() -> None:
    def fail(progress: Progress) -> None:
        raise LookupError(progress)

    for solver in ("search", "auto"):
        with pytest.raises(LookupError):
            puzzledsl.parse(SQUARES).solve(solver=solver, on_progress=fail, cancel=CancellationToken())


def test_with_asyncio() -> None:
    async def run() -> str:
        token = CancellationToken()
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def report(_: Progress) -> None:
            loop.call_soon_threadsafe(begun.set)

        task = asyncio.create_task(asyncio.to_thread(puzzledsl.parse(SQUARES).solve, on_progress=report, cancel=token))
        await begun.wait()
        token.cancel()
        try:
            await task
        except Cancelled:
            return "cancelled"
        return "solved"

    assert asyncio.run(run()) == "cancelled"


def test_calls_of_other_threads_go_on() -> None:
    ended, token = threading.Event(), CancellationToken()

    def work() -> None:
        assert puzzledsl.parse(SMALL).count(cancel=CancellationToken()).count == 288
        ended.set()

    token.cancel()
    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(Cancelled):
        puzzledsl.parse(SMALL).count(cancel=token)
    thread.join()
    assert ended.is_set()
