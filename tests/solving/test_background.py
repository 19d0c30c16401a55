"""HiGHS in the background: `answer` raises its failures, every method raises a bug."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from puzzledsl.answer import Answer, Options, without_answer
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.highs.integer_program import program
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.portfolio.background import Background

from .hard import market_split

UNKNOWN = without_answer(Options(), "the time limit came first")


def test_an_answer_and_one_that_decides_nothing() -> None:
    with Supervisor() as supervisor:
        background = Background(supervisor, lambda: UNKNOWN)
        assert background.answer() is UNKNOWN
        assert not background.decided


def test_cancelled_while_highs_is_at_work() -> None:
    hard = program(market_split())
    for delay in (0.0, 0.01, 0.3) * 3:
        supervisor = Supervisor()

        def work(supervisor: Supervisor = supervisor) -> Answer:
            supervisor.solve(hard)
            return UNKNOWN

        background = Background(supervisor, work)
        time.sleep(delay)
        assert not background.decided
        background.cancel()
        with pytest.raises(PuzzleError, match="HiGHS was stopped"):
            background.answer()
        assert not background.decided
        assert supervisor.pid is None


def test_a_failure_of_highs_lets_a_search_go_on() -> None:
    def fail() -> Answer:
        raise failure("HiGHS failed")

    with Supervisor((sys.executable, "-c", "")) as supervisor:
        background = Background(supervisor, fail)
        with pytest.raises(PuzzleError, match="HiGHS failed"):
            background.answer()
        assert not background.decided


def test_a_bug_is_not_taken_for_a_failure() -> None:
    begin = threading.Event()

    def work() -> Answer:
        begin.wait(60)
        raise ArithmeticError("a bug")

    with Supervisor((sys.executable, "-c", "")) as supervisor:
        background = Background(supervisor, work)
        assert not background.decided
        begin.set()
        with pytest.raises(ArithmeticError):
            background.answer()
        with pytest.raises(ArithmeticError):
            assert background.decided


def test_a_bug_after_the_end_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = threading.Event()
    printed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda hook: printed.append(hook.exc_type))

    def work() -> Answer:
        begin.wait(60)
        raise ArithmeticError("a bug")

    background = Background(Supervisor((sys.executable, "-c", "")), work)
    background.cancel()
    begin.set()
    background._thread.join()
    assert printed == [ArithmeticError]
