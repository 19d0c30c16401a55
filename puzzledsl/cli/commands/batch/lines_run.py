"""What ``puzzledsl batch`` does: lines of givens in, lines of answers out, in order and as they come."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from math import inf
from typing import TYPE_CHECKING, Any, BinaryIO

from puzzledsl.answer import Options, without_answer
from puzzledsl.batches.outcome import LineSolver, Outcome
from puzzledsl.batches.puzzle_lines import texts_of
from puzzledsl.batches.rereading import model_of_links
from puzzledsl.cli import statuses
from puzzledsl.cli.commands.batch.answer_file import fingerprint, sink
from puzzledsl.cli.files import STANDARD
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.progress import RateDisplay
from puzzledsl.diagnostics import failure
from puzzledsl.formats.collection import PuzzleLine, puzzles
from puzzledsl.listing import counted
from puzzledsl.loading import check_file, missing
from puzzledsl.portfolio.workers import Workers, workers
from puzzledsl.presentation.screen import seconds_text
from puzzledsl.reading.decoding import check_text
from puzzledsl.records import replace
from puzzledsl.timing import TimeIsUp, watched

if TYPE_CHECKING:
    from types import FrameType

    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.model import Model
    from puzzledsl.portfolio.cluster_address import Cluster


_LOOKED_AT = 65536
"""Bytes at the beginning of a file that tell whether it is a text."""


def run_batch(
    invocation: Invocation,
    name: str | None,
    options: ModelOptions,
    how: Options,
    *,
    column: int,
    jobs: int,
    cluster: Cluster | None,
    form: str,
    output: str,
    resume: bool,
    unique: bool,
) -> int:
    """Answer all lines; return the exit status.

    Args:
        name: the model's file; ``None``: each line is a puzzle of its own, a link.
        options: ``givens`` is the name of the file of puzzles, ``-`` for standard input.
        form: ``json`` or ``text``.
        output: name of the file for the answers, ``-`` for standard output.
        resume: ``output`` may have answers already: go on behind them.
        unique: find out whether each solution is the only one.

    Raises:
        PuzzleError: the model or the call is wrong. A wrong line raises nothing; its answer is an error.
    """
    givens = str(options.givens)
    if name is None:
        model, known = model_of_links(), ""
    else:
        refuse_two_readers([name], options)
        model, _ = load(name, replace(options, givens=None))
        files = options.rereading().carried(model.source)
        known = fingerprint([model.source, *(files.files.values() if files else ())], options.settings)
        if not model.grids and not model.clues and not model.edges:
            raise failure("the model has no grid that could have givens", code="givens")
    invocation.warn_of_all(model.warnings)
    with ExitStack() as stack:
        source = stack.enter_context(_opened(givens))
        total = _count(source)
        commas = name is not None and not model.clues and not model.edges
        lines = puzzles(texts_of(source), column, commas=commas, links=name is None, grids=model.grids)
        title = "<stdin>" if givens == STANDARD else givens
        render = partial(json_line, fingerprint=known) if form == "json" else text_line
        solver = _Timed(model, how, render, title, options.rereading(name is None), unique)
        inputs = {givens, model.source.name} - {STANDARD}
        write, done = sink(output, inputs, resume, lines, known, stack)
        before = done.total()
        pool = stack.enter_context(workers(solver, jobs, cluster, warn=cache(invocation.warn)))
        stop = stack.enter_context(_Stop(pool, several=jobs > 1 or cluster is not None))
        shown = not invocation.quiet and (output != STANDARD or not sys.stdout.isatty())
        began = time.monotonic()
        try:
            with RateDisplay(shown, invocation.color) as display:
                display.stage, display.total = "solving", None if total is None else max(total - before, 0)
                for status, text in pool.results(lines):
                    with stop.shielded():
                        write(text + "\n")
                        done[status] += 1
                    display.count += 1
        except KeyboardInterrupt:
            stop.signal = stop.signal or signal.SIGINT
        if not invocation.quiet:
            interrupted = "" if stop.signal is None else "interrupted: "
            print(interrupted + _summary(done, before, time.monotonic() - began), file=sys.stderr, flush=True)
        if stop.signal is not None:
            return 128 + stop.signal
    if not done:
        raise failure(
            f"there is no puzzle in `{title}`", helps=("a line is a puzzle; `#` begins a comment",), code="format"
        )
    return statuses.worst([statuses.WRONG if word == "error" else statuses.of_answer(word) for word in done])


Printed = tuple[str, str]
"""The status of a result, and its output line without the line end."""


def json_line(model: Model, outcome: Outcome, fingerprint: str = "") -> Printed:
    """One JSON object.

    Args:
        fingerprint: of the model; empty: each puzzle has its own.
    """
    result = outcome.result(model)
    further = {"model": fingerprint} if fingerprint else {}
    return result.status, json.dumps(result.as_json() | further | {"seconds": round(result.seconds, 6)})


def text_line(model: Model, outcome: Outcome) -> Printed:
    """The bare grid."""
    result = outcome.result(model)
    return result.status, result.as_text()


class _Timed(LineSolver[Printed]):
    """Enforces the time limit of each puzzle, also in stages that do not check it."""

    def outcome(self, line: PuzzleLine) -> Outcome:
        """The outcome of a line; ``unknown`` when the limit has passed by far."""
        started, limit = time.monotonic(), self.options.time_limit
        try:
            with watched(inf if limit is None else started + limit):
                return super().outcome(line)
        except TimeIsUp:
            answer = without_answer(self.options, "the time limit came first")
            return Outcome(line, answer, (), time.monotonic() - started)


def _summary(found: Counter[str], before: int, seconds: float) -> str:
    """One line: how many puzzles, what came of them, how long it took."""
    words = [f"{number:,} {'broken' if word == 'error' else word}" for word, number in found.most_common()]
    parts = [f"{counted(found.total(), 'puzzle')}: {', '.join(words)}" if words else "no puzzles"]
    if before:
        parts.append(f"{before:,} of them before")
    count = found.total() - before
    speed = f", {count / seconds:,.0f} a second" if count and seconds > 0 else ""
    return " · ".join([*parts, seconds_text(seconds) + speed])


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The file of givens, unbuffered: a line of a stream is answered when it is there."""
    if name == STANDARD:
        if sys.stdin is None:  # closed by the caller (`<&-`)
            raise failure("there is no standard input to read", code="file")
        # in a test or a notebook it is not a real file
        yield getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        return
    check_file(name)
    try:
        stream = open(name, "rb", buffering=0)  # noqa: SIM115
    except FileNotFoundError:
        raise missing(name) from None
    except OSError as error:
        raise failure(f"`{name}` cannot be read: {error.strerror}", code="file") from None
    with stream:
        if stream.seekable():
            check_text(stream.read(_LOOKED_AT), name)
            stream.seek(0)
        yield stream


def _count(stream: BinaryIO) -> int | None:
    """How many lines a file has, for the display of progress; ``None`` for what can be read only once."""
    with suppress(OSError, ValueError):
        if stream.seekable():
            start = stream.tell()
            count = sum(chunk.count(b"\n") for chunk in iter(partial(stream.read, 1 << 20), b""))
            stream.seek(start)
            return count
    return None


class _Stop:
    """Ctrl-C and SIGTERM: what is finished is written, then the run ends; a second signal ends it at once.

    Attributes:
        signal: the one that came, if one did.
    """

    def __init__(self, pool: Workers[PuzzleLine, Printed], several: bool) -> None:
        self.signal: int | None = None
        self._pool = pool
        self._several = several
        self._writing = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> _Stop:
        with suppress(ValueError):  # not the main thread, which gets no signals
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _take(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        again = self.signal is not None
        self.signal = self.signal or number
        self._pool.stop()
        if not self._writing and (again or not self._several):
            raise KeyboardInterrupt

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """A line is written whole even if a signal comes meanwhile."""
        self._writing = True
        try:
            yield
        finally:
            self._writing = False
