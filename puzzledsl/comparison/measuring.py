"""Runs puzzles by combinations in processes, and hands over what comes of it as it comes."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from queue import Empty, SimpleQueue
from typing import Any

from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.processes import Runner
from puzzledsl.comparison.runs import Puzzle, Rejected, Run, Values, outcome_of


@dataclass(frozen=True)
class Plan:
    """What to run.

    Attributes:
        time_limit: seconds for each run, ``None`` for none.
        rounds: how often everything is run.
        jobs: processes at work at the same time.
        highs: further options of HiGHS, as texts.
    """

    puzzles: Sequence[Puzzle]
    combinations: Sequence[Combination]
    time_limit: float | None = 10.0
    rounds: int = 1
    jobs: int = 1
    highs: Mapping[str, str] = field(default_factory=dict)

    @property
    def runs(self) -> int:
        """How many runs that makes, if every model is right."""
        return len(self.puzzles) * len(self.combinations) * self.rounds


def measure(plan: Plan) -> Generator[Run | Rejected]:
    """Runs everything: puzzle by puzzle, all combinations of one side by side in time; then the next round.

    Closing the iterator, or Ctrl-C in it, ends all processes. A puzzle whose model is wrong comes up once.

    Raises:
        PuzzleError: the processes cannot be started.
    """
    pool = _Crew(plan)
    try:
        yield from pool.work()
    finally:
        pool.close()


@dataclass(frozen=True)
class _Group:
    """One puzzle with all combinations of one strength of presolve: what presolve settles, it settles for all."""

    puzzle: Puzzle
    number: int
    combinations: tuple[Combination, ...]


class _Crew:
    """Threads, each with a process; they take groups from one queue and put results into another."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.todo = deque(_groups(plan))
        self.done: SimpleQueue[Run | Rejected | BaseException | None] = SimpleQueue()
        self.rejected: set[str] = set()
        self.lock = threading.Lock()
        self.stopped = False
        self.runners = [Runner() for _ in range(max(1, min(plan.jobs, len(self.todo))))]
        self.threads = [threading.Thread(target=self._serve, args=(r,), daemon=True) for r in self.runners]

    def work(self) -> Iterator[Run | Rejected]:
        for thread in self.threads:
            thread.start()
        busy = len(self.threads)
        while busy:
            try:
                found = self.done.get(timeout=0.5)  # Ctrl-C does not get through an endless wait everywhere
            except Empty:
                continue
            if found is None:
                busy -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found

    def close(self) -> None:
        self.stopped = True
        for runner in self.runners:
            runner.close()
        for thread in self.threads:
            if thread.ident is not None:
                thread.join(5.0)

    def _serve(self, runner: Runner) -> None:
        try:
            while not self.stopped:
                try:
                    group = self.todo.popleft()
                except IndexError:
                    break
                self._run(group, runner)
        except BaseException as error:
            if not self.stopped:
                self.done.put(error)
        finally:
            runner.close()
            self.done.put(None)

    def _run(self, group: _Group, runner: Runner) -> None:
        settled: list[Run] = []
        for combination in group.combinations:
            if self.stopped or group.puzzle.name in self.rejected:
                return
            same = next((run for run in settled if _settles(run, combination)), None)
            if same is not None:
                self.done.put(replace(same, combination=combination, shared=True))
                continue
            reply = runner.ask(_request(self.plan, group.puzzle, combination), self.plan.time_limit)
            if self.stopped:
                return
            if reply["kind"] == "error" and reply["stage"] == "model":
                with self.lock:
                    if group.puzzle.name not in self.rejected:
                        self.rejected.add(group.puzzle.name)
                        self.done.put(Rejected(group.puzzle.name, reply["error"], tuple(reply["diagnostics"])))
                return
            run = _run_of(reply, group, combination, self.plan.time_limit)
            settled.append(run)
            self.done.put(run)


def _groups(plan: Plan) -> Iterator[_Group]:
    strengths = tuple(dict.fromkeys(combination.presolve for combination in plan.combinations))
    for number in range(plan.rounds):
        for puzzle in plan.puzzles:
            for strength in strengths:
                yield _Group(puzzle, number, tuple(c for c in plan.combinations if c.presolve == strength))


def _settles(run: Run, combination: Combination) -> bool:
    """Whether a run of the same puzzle and presolve would be repeated, step by step, by another combination.

    What presolve answers, neither solver nor encoding sees; what `auto` finds in its budget of search, no encoding.
    """
    if run.by == "presolve":
        return True
    return run.by == "search" and run.combination.solver == combination.solver == "auto" and run.outcome == "solved"


def _request(plan: Plan, puzzle: Puzzle, combination: Combination) -> dict[str, Any]:
    return {
        "name": puzzle.source.name,
        "text": puzzle.source.text,
        "givens": None if puzzle.givens is None else [puzzle.givens.name, puzzle.givens.text],
        "settings": dict(puzzle.settings),
        "include": [str(folder) for folder in puzzle.include],
        "bounds": dict(puzzle.bounds),
        "encoding": combination.encoding or "binary",
        "solver": combination.solver,
        "presolve": combination.presolve,
        "highs": dict(plan.highs),
        "time_limit": plan.time_limit,
    }


def _run_of(reply: dict[str, Any], group: _Group, combination: Combination, time_limit: float | None) -> Run:
    name, number = group.puzzle.name, group.number
    total = round(float(reply.get("total", 0.0)), 6)
    match reply["kind"]:
        case "answer":
            status = reply["status"]
            return Run(
                name, combination, number, status, outcome_of(status, total, time_limit),
                seconds={stage: round(seconds, 6) for stage, seconds in reply["seconds"].items()} | {"total": total},
                by=reply["by"],
                values=None if reply["grids"] is None else Values(reply["grids"], reply["variables"]),
                objective=None if reply["objective"] is None else Fraction(reply["objective"]),
                bound=reply["bound"],
                maximize=reply["maximize"],
                size=reply["size"],
                nodes=reply["nodes"],
                message=reply["message"],
            )  # fmt: skip
        case "killed" | "limit":
            message = "had to be ended by force" if reply["kind"] == "killed" else "the limit came before the solver"
            return Run(name, combination, number, "unknown", "limit", {"total": total}, message=message)
        case "crash":
            how = f" by signal {reply['signal']}" if reply["signal"] else ""
            memory = "; often the system is out of memory" if reply["signal"] == 9 else ""
            message = f"its process was ended{how}{memory}"
            return Run(name, combination, number, "error", "failed", {"total": total}, message=message)
        case _:
            # What search cannot take is no mistake of anybody.
            status = "unsuitable" if reply.get("code") == "search" else "error"
            return Run(name, combination, number, status, "failed", {"total": total}, message=reply["message"])
