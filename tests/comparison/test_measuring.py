"""Runs in processes of their own."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from puzzledsl.comparison.combinations import Combination, combinations
from puzzledsl.comparison.measuring import Plan, measure
from puzzledsl.comparison.runner import Group, Runner
from puzzledsl.comparison.runs import Puzzle, Rejected, Run
from puzzledsl.comparison.saved import Comparison, as_json, from_json
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.portfolio.local_executor import LocalExecutor
from puzzledsl.portfolio.workers import Workers
from puzzledsl.source import Source

from .conftest import MODELS, make

WAYS = combinations(["binary", "integer"], ["highs", "search", "auto"], ["none", "domain"])


def puzzle(name: str) -> Puzzle:
    return Puzzle(name, Source(name, MODELS[name]))


@pytest.fixture(scope="module")
def measured() -> list[Run | Rejected]:
    names = ("models/two.puz", "models/inner/none.puz", "four.puz", "wrong.puz", "real.puz")
    return list(measure(Plan([puzzle(name) for name in names], WAYS, time_limit=30.0, jobs=2)))


def test_each_puzzle_is_run_by_each_combination_once(measured: list[Run | Rejected]) -> None:
    runs = [run for run in measured if isinstance(run, Run)]
    for name in ("models/two.puz", "models/inner/none.puz", "four.puz", "real.puz"):
        assert {run.combination for run in runs if run.puzzle == name} == set(WAYS)
    assert len(runs) == 4 * len(WAYS)
    assert all(set(run.seconds) >= {"read", "elaborate", "total"} for run in runs if run.outcome == "solved")
    assert all(sum(run.seconds.values()) <= 2 * run.total + 1e-4 for run in runs)


def test_answers_are_those_of_the_puzzles(measured: list[Run | Rejected]) -> None:
    status = {(run.puzzle, run.status) for run in measured if isinstance(run, Run)}
    assert status == {
        ("models/two.puz", "solved"),
        ("models/inner/none.puz", "infeasible"),
        ("four.puz", "solved"),
        ("real.puz", "optimal"),
        ("real.puz", "unsuitable"),  # real variables are nothing for search
    }


def test_a_wrong_model_comes_up_once_with_its_messages(measured: list[Run | Rejected]) -> None:
    (wrong,) = [one for one in measured if isinstance(one, Rejected)]
    assert wrong.puzzle == "wrong.puz"
    assert "did you mean `alldifferent`?" in wrong.error
    assert wrong.diagnostics[0]["line"] == 2


def test_what_presolve_settles_is_run_once_for_all(measured: list[Run | Rejected]) -> None:
    runs = [run for run in measured if isinstance(run, Run) and run.puzzle == "models/two.puz"]
    domain = [run for run in runs if run.combination.presolve == "domain"]
    assert {run.by for run in domain} == {"presolve"}
    assert [run.shared for run in domain] == [False] + [True] * (len(domain) - 1)
    assert len({run.total for run in domain}) == 1
    by_highs = [run for run in runs if run.by == "highs"]
    assert {run.combination.encoding for run in by_highs} == {"binary", "integer"}
    assert not any(run.shared for run in by_highs)
    assert all(run.size["variables"] > 0 for run in by_highs)


def test_all_is_found_again_in_the_document(measured: list[Run | Rejected]) -> None:
    import json

    runs = tuple(run for run in measured if isinstance(run, Run))
    names = tuple(dict.fromkeys(run.puzzle for run in runs))
    rejected = tuple(one for one in measured if isinstance(one, Rejected))
    done = Comparison(WAYS, names, runs, rejected, 30.0, jobs=2, machine="this one")
    text = json.dumps(as_json(done))
    assert json.dumps(as_json(from_json(text, "saved.json"))) == text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"comparison": 99}', '{"comparison": 1, "puzzles": 3}', "\x00"])
def test_what_is_no_comparison_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"`saved\.json` holds no comparison"):
        from_json(text, "saved.json")


def test_fractions_survive_the_document() -> None:
    run = make("optimal", grid=[1], objective="7/3", maximize=True)
    done = Comparison((run.combination,), ("p",), (run,))
    import json

    assert from_json(json.dumps(as_json(done)), "x").runs == (run,)


OFTEN = "; often the system is out of memory"


class Unlucky(Runner):
    """Some of its runs crash, or go on for ever."""

    def run(self, group: Group, combination: Combination) -> Run | Rejected:
        match group.puzzle.name:
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                time.sleep(1000)
        return super().run(group, combination)


def pids() -> list[int | None]:
    """The workers."""
    return [process.pid for process in active_children()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_crash_and_a_hang_cost_one_run_each() -> None:
    ways = combinations(["binary"], ["highs", "search"], ["none"])
    groups = [
        Group(Puzzle(name, Source(name, MODELS["models/one.puz"])), 0, ways) for name in ("crash", "hang", "well")
    ]
    runner = Unlucky(0.2, {})
    with Workers[Group, list[Run | Rejected]](runner, LocalExecutor(runner)) as pool:
        (pid,) = pids()
        found = [run for runs in pool.results(groups) for run in runs if isinstance(run, Run)]
        assert pids() == [pid]
    assert [(run.puzzle, run.combination, run.outcome, run.message) for run in found[:4]] == [
        *(("crash", way, "failed", f"its process was ended by signal 9{OFTEN}") for way in ways),
        *(("hang", way, "limit", "had to be ended by force") for way in ways),
    ]
    assert [(run.puzzle, run.by) for run in found[4:]] == [("well", "highs"), ("well", "search")]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_whatever_ends_the_comparison_ends_the_fork_at_work() -> None:
    ways = combinations(["binary"], ["search"], ["none"])
    runner = Unlucky(None, {})
    with Workers[Group, list[Run | Rejected]](runner, LocalExecutor(runner)) as pool:
        groups = [Group(Puzzle(name, Source(name, MODELS["models/one.puz"])), 0, ways) for name in ("well", "hang")]
        results = pool.results(groups)
        assert len(next(results)) == 1
        (pid,) = pids()
        while not (forks := Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
            time.sleep(0.01)
    assert not any(Path(f"/proc/{one}").exists() for one in (pid, *forks))


def test_leaving_early_ends_the_processes() -> None:
    running = measure(Plan([puzzle("models/one.puz")], WAYS, rounds=50))
    assert isinstance(next(running), Run)
    running.close()
    assert list(running) == []
