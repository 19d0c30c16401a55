"""What is measured. Each function returns raw figures as JSON takes them: seconds and bytes, in the puzzles' order."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from contenders import Contender
from measuring import Command, Once, once, stream
from puzzles import WARM_UP, Classic, digits

SLOW = 3.0
"""A whole process that takes longer than this, in seconds, is run once."""
T = TypeVar("T")
Say = Callable[[str], None]
Figures = dict[str, Any]


@dataclass
class Whole:
    """Whole processes of one contender on one puzzle; ``status`` is right, wrong, limit or failed (no answer)."""

    seconds: list[float] = field(default_factory=list)
    memory: int = 0
    status: str = "right"
    message: str = ""

    def take(self, run: Once, solution: str, limit: float) -> None:
        """Checks an answer and notes its time."""
        if run.late:
            self.status, self.seconds = "limit", [limit]
        elif run.status:
            self.status, self.message = "failed", (run.errors.strip().splitlines() or [f"status {run.status}"])[-1]
        elif digits(run.output) != solution:
            self.status, self.message = "wrong", run.output[:200]
        else:
            self.seconds.append(run.seconds)


@dataclass
class Round:
    """Seconds a puzzle in the set's order; the limit itself at the positions in ``late``. Shorter than the set when
    the budget was spent. ``startup``: until the answer to a puzzle before the first one."""

    seconds: list[float] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    startup: float = 0


@dataclass
class Batch:
    """One contender on one set; ``wrong`` counts answers that are not the solution, in all rounds."""

    rounds: list[Round] = field(default_factory=list)
    wrong: int = 0
    memory: int = 0


def rotated(members: list[T], turn: int) -> list[T]:
    """Each round begins with another one, so that nobody always runs behind the same."""
    start = 3 * turn % len(members) if members else 0
    return members[start:] + members[:start]


def whole(
    commands: dict[str, Command], solution: str, rounds: int, limit: float, say: Say, *, weigh: bool = True
) -> Figures:
    """Whole processes, round by round, after one each that warms the caches; ``weigh``: one more for the memory."""
    figures = {name: Whole() for name in commands}
    for turn in range(rounds + 1):
        for name in rotated(list(commands), turn):
            command, figure = commands[name], figures[name]
            if figure.status != "right" or (turn > 1 and max(figure.seconds) > SLOW):
                continue
            say(f"round {turn}: {name}" if turn else f"warming up: {name}")
            figure.take(once(command, limit), solution, limit)
            if turn == 0 and figure.status == "right":
                warm = figure.seconds.pop()
                if warm > 2 * SLOW:  # so slow that warm caches make no difference
                    figure.seconds = [warm]
    for name, command in commands.items():
        if weigh and figures[name].status == "right":
            say(f"memory: {name}")
            figures[name].memory = once(command, limit, weigh=True).memory
    return {name: asdict(figure) for name, figure in figures.items()}


def batch(
    contenders: list[Contender],
    puzzles: list[Classic],
    rounds: int,
    limit: float,
    budget: float,
    scratch: Path,
    say: Say,
) -> Figures:
    """Every puzzle by every contender, one process each, round by round; ``budget`` seconds a round and contender.

    A contender that spent half of its budget or went over a limit in the first round is not asked again.
    """
    figures = {contender.name: Batch() for contender in contenders}
    for turn in range(rounds):
        for contender in rotated(contenders, turn):
            figure = figures[contender.name]
            first = figure.rounds[0] if figure.rounds else Round()
            if turn and (first.late or sum(first.seconds) > budget / 2 or len(first.seconds) < len(puzzles)):
                continue
            say(f"round {turn + 1}: {contender.name}")
            go = _in_one if contender.many else _one_by_one
            figure.rounds.append(go(contender, puzzles, figure, limit, budget, scratch))
    return {name: asdict(figure) for name, figure in figures.items()}


def _in_one(
    contender: Contender, puzzles: list[Classic], figure: Batch, limit: float, budget: float, scratch: Path
) -> Round:
    """One process for all puzzles; after a puzzle beyond the limit a new one for the rest."""
    assert contender.many is not None
    result, file = Round(), scratch / "puzzles.txt"
    while len(result.seconds) < len(puzzles) and sum(result.seconds) < budget:
        rest = puzzles[len(result.seconds) :]
        file.write_text("".join(f"{givens}\n" for givens in (WARM_UP, *(puzzle.givens for puzzle in rest))))
        run = stream(contender.many(file), limit, budget - sum(result.seconds))
        figure.memory = max(figure.memory, run.memory)
        result.startup = result.startup or (run.arrivals or [0.0])[0]
        for puzzle, line, before, after in zip(rest, run.lines[1:], run.arrivals, run.arrivals[1:], strict=False):
            result.seconds.append(after - before)
            figure.wrong += not puzzle.accepts(digits(line))
        if run.late:
            result.late.append(len(result.seconds))
            result.seconds.append(limit)
            continue
        if not run.spent and len(run.lines) <= len(rest):
            figure.wrong += 1  # it ended without an answer
        break
    return result


def _one_by_one(
    contender: Contender, puzzles: list[Classic], figure: Batch, limit: float, budget: float, _: Path
) -> Round:
    """A process a puzzle, for a program that knows no batch: its time is the whole process."""
    result = Round()
    for puzzle in puzzles:
        if sum(result.seconds) >= budget:
            break
        run = once(contender.one(puzzle.givens), limit)
        if run.late:
            result.late.append(len(result.seconds))
        else:
            figure.wrong += not puzzle.accepts(digits(run.output))
        result.seconds.append(limit if run.late else run.seconds)
    figure.memory = once(contender.one(puzzles[0].givens), limit, weigh=True).memory
    return result


def rate(contender: Contender, puzzles: list[Classic], limit: float, scratch: Path) -> Figures:
    """All puzzles at once, for the rate: how many a second from start to end, how many are right, peak memory."""
    assert contender.many is not None
    file = scratch / "puzzles.txt"
    file.write_text("".join(f"{puzzle.givens}\n" for puzzle in puzzles))
    start = time.perf_counter()
    run = stream(contender.many(file), limit, 600)
    seconds = time.perf_counter() - start
    answers = zip(puzzles, run.lines, strict=False)
    right = sum(puzzle.accepts(digits(line)) for puzzle, line in answers)
    return {
        "puzzles": len(puzzles),
        "answered": len(run.lines),
        "right": right,
        "seconds": seconds,
        "memory": run.memory,
    }
