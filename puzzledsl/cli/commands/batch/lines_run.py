"""What ``puzzledsl batch`` does: lines of givens in, lines of answers out, in order and as they come."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from puzzledsl.answer import Options, without_answer
from puzzledsl.batches.outcome import Line, LineSolver, Outcome
from puzzledsl.batches.puzzle_lines import puzzles, texts_of
from puzzledsl.batches.rereading import Rereading, model_of_links
from puzzledsl.cli import statuses
from puzzledsl.cli.commands.batch.answer_file import sink
from puzzledsl.cli.commands.batch.answer_lines import FORMATS, Printed
from puzzledsl.cli.commands.batch.run_record import Provenance, provenance, remove
from puzzledsl.cli.files import STANDARD
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.style import seconds_text
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.diagnostics import failure
from puzzledsl.elaboration import limits_from
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import Workers, workers

if TYPE_CHECKING:
    from types import FrameType

    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.source import Source


_LOOKED_AT = 65536
"""Bytes at the beginning of a file that tell whether it is a text."""


@dataclass(frozen=True)
class BatchCall:
    """The options of one call.

    Attributes:
        model: ``givens`` is the name of the file of puzzles, ``-`` for standard input.
        output: name of the file for the answers, ``-`` for standard output.
        resume: ``output`` may have answers already: go on behind them.
    """

    model: ModelOptions
    options: Options
    invocation: Invocation
    column: int
    jobs: int
    cluster: Cluster | None
    form: str
    output: str
    resume: bool


def run_batch(name: str | None, call: BatchCall) -> int:
    """Answers all lines; returns the exit status.

    Args:
        name: the model's file; ``None``: each line is a puzzle of its own, a link.

    Raises:
        PuzzleError: the model or the call is wrong. A wrong line raises nothing; its answer is an error.
    """
    included: list[Source] = []
    if name is None:
        model = model_of_links()
    else:
        refuse_two_readers([name], call.model)
        model, _ = load(name, replace(call.model, givens=None), included=included)
        if not model.grids and not model.clues:
            raise failure("the model has no grid that could have givens", code="givens")
    call.invocation.warn_of_all(model.warnings)
    with ExitStack() as stack:
        assert call.model.givens is not None
        source = stack.enter_context(_opened(call.model.givens))
        total = _count(source)
        commas = name is not None and not model.clues
        lines = puzzles(texts_of(source), call.column, commas=commas, links=name is None, grids=model.grids)
        title = "<stdin>" if call.model.givens == STANDARD else call.model.givens
        limits = limits_from(dict(call.model.bounds))
        how = Rereading(dict(call.model.settings), call.model.include, limits, links=name is None)
        solver = _Timed(model, call.options, FORMATS[call.form], title, how)
        now: Provenance | None = None
        if call.output != STANDARD and call.form == "json":
            now = provenance(model, included, call.model.settings, call.options)
        write, done = sink(call, lines, stack, None if name is None else model, now)
        pool = stack.enter_context(workers(solver, call.jobs, call.cluster, warn=call.invocation.warn_once))
        stop = stack.enter_context(_Stop(pool, several=call.jobs > 1 or call.cluster is not None))
        status = _Run(call, pool, stop, write, done, total).run(lines)
        if now is not None and not call.resume and stop.signal is None:
            remove(call.output)
        return status


class _Timed(LineSolver[Printed]):
    """Enforces the time limit of each puzzle, also in stages that do not check it."""

    def outcome(self, line: Line) -> Outcome:
        """The outcome of a line; ``unknown`` when the limit has passed by far."""
        limit = self.options.time_limit
        if limit is None:
            return super().outcome(line)
        started = time.monotonic()
        try:
            with watched(started + limit):
                return super().outcome(line)
        except TimeIsUp:
            answer = without_answer(self.options, "the time limit came first")
            return Outcome(line, answer, (), time.monotonic() - started)


@dataclass
class _Run:
    """One run over all lines.

    Attributes:
        found: how many answers there are already, and then are, by their status.
        total: how many lines there are, where that is known.
    """

    call: BatchCall
    pool: Workers[Line, Printed]
    stop: _Stop
    write: Callable[[str], None]
    found: Counter[str]
    total: int | None

    def __post_init__(self) -> None:
        self.before = self.found.total()

    def run(self, lines: Iterator[Line]) -> int:
        from puzzledsl.cli.rate_display import RateDisplay

        shown = not self.call.invocation.quiet and (self.call.output != STANDARD or not sys.stdout.isatty())
        began = time.monotonic()
        try:
            with RateDisplay(shown, self.call.invocation.color, self.total, self.before) as display:
                for status, text in self.pool.results(lines):
                    with self.stop.shielded():
                        self.write(text + "\n")
                        self.found[status] += 1
                    display.count += 1
        except KeyboardInterrupt:
            self.stop.signal = self.stop.signal or signal.SIGINT
        if not self.call.invocation.quiet:
            print(self._summary(time.monotonic() - began), file=sys.stderr, flush=True)
        if self.stop.signal is not None:
            return 128 + self.stop.signal
        return statuses.worst([_status(word) for word in self.found])

    def _summary(self, seconds: float) -> str:
        """One line: how many puzzles, what came of them, how long it took."""
        count = self.found.total() - self.before
        if not self.found:
            text = "no puzzles"
        else:
            words = [f"{number:,} {'broken' if word == 'error' else word}" for word, number in self.found.most_common()]
            text = f"{counted(self.found.total(), 'puzzle')}: {', '.join(words)}"
        if self.before:
            text += f" · {self.before:,} of them before"
        text += f" · {seconds_text(seconds)}"
        if count and seconds > 0:
            text += f", {count / seconds:,.0f} a second"
        return ("interrupted: " if self.stop.signal is not None else "") + text


def _status(word: str) -> int:
    return statuses.WRONG if word == "error" else statuses.of_answer(word)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The file of givens, unbuffered: a line of a stream is answered when it is there."""
    if name == STANDARD:
        if sys.stdin is None:  # closed by the caller (`<&-`)
            raise failure("there is no standard input to read", code="file")
        try:
            number = sys.stdin.fileno()
        except (OSError, ValueError):  # no real file: a test, or a notebook
            yield sys.stdin.buffer
            return
        with open(number, "rb", buffering=0, closefd=False) as stream:
            yield stream
        return
    from puzzledsl.loading import check_file, missing
    from puzzledsl.reading.decoding import check_text

    check_file(name)
    place = Path(name)
    try:
        if place.is_dir():
            raise failure(f"`{name}` is a folder, not a file", code="file")
        stream = place.open("rb", buffering=0)
    except FileNotFoundError:
        raise missing(place) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise failure(f"`{name}` cannot be read: {reason}", code="file") from None
    with stream:
        if stream.seekable():
            check_text(stream.read(_LOOKED_AT), name)
            stream.seek(0)
        yield stream


def _count(stream: BinaryIO) -> int | None:
    """How many lines a file has, for the progress bar; ``None`` for what can be read only once."""
    try:
        if not stream.seekable():
            return None
        start, count = stream.tell(), 0
        while chunk := stream.read(1 << 20):
            count += chunk.count(b"\n")
        stream.seek(start)
    except (OSError, ValueError):
        return None
    return count


class _Stop:
    """Ctrl-C and SIGTERM: what is finished is written, then the run ends; a second signal ends it at once.

    Attributes:
        signal: the one that came, if one did.
    """

    def __init__(self, pool: Workers[Line, Printed], several: bool) -> None:
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
