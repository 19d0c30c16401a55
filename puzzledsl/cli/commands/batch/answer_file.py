"""Where the answers of `puzzledsl batch` go, and going on behind those that are there."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from errno import EACCES, EAGAIN
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO

from puzzledsl.cli.commands.batch.run_record import compared
from puzzledsl.cli.files import STANDARD, is_same_file, unwritable
from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.batches.outcome import Line
    from puzzledsl.cli.commands.batch.lines_run import BatchCall
    from puzzledsl.cli.commands.batch.run_record import Provenance
    from puzzledsl.model import Model

_FITTING = "all that can be said is that the grids in it do not contradict this one"


def sink(
    call: BatchCall, lines: Iterator[Line], stack: ExitStack, model: Model | None, now: Provenance | None
) -> tuple[Callable[[str], None], Counter[str]]:
    """A function that writes whole lines at once, and the statuses of the answers that exist already.

    Args:
        model: ``None`` if each puzzle has a model of its own.
        now: what is kept beside the file of answers, if there is one to go on with.

    Raises:
        PuzzleError: the file cannot be written, or holds other answers.
    """
    if call.output == STANDARD:

        def to_standard_output(text: str) -> None:
            sys.stdout.write(text)
            sys.stdout.flush()

        return to_standard_output, Counter()
    from puzzledsl.loading import check_file

    check_file(call.output)
    try:
        if call.resume and os.path.exists(call.output) and not os.path.isfile(call.output):
            raise failure(f"`{call.output}` is not a regular file, so no run can be resumed from it", code="resume")
        if call.model.givens != STANDARD and is_same_file(call.output, str(call.model.givens)):
            raise failure(f"`{call.output}` holds the puzzles; the answers need another file", code="call")
        if model is not None and is_same_file(call.output, model.source.name):
            raise failure(f"`{call.output}` is the model; the answers need another file", code="call")
        stream: Any = open(call.output, "r+b" if call.resume else "wb", opener=_kept)  # noqa: SIM115 - the stack closes it
        stack.callback(stream.close)
        done: Counter[str] = Counter()
        regular = S_ISREG(os.fstat(stream.fileno()).st_mode)  # no device, no pipe
        if regular:
            _lock(stream, call.output)
        if call.resume and now is not None:
            done = _gone_on(call, stream, lines, model, now)
        elif regular:
            stream.truncate(0)
        if now is not None and regular:
            now.write(call.output, anew=not done)
    except (OSError, ValueError) as error:
        raise unwritable(call.output, error) from None

    def to_file(text: str) -> None:
        try:
            stream.write(text.encode())
            stream.flush()
        except OSError as error:
            with suppress(OSError):  # else what is in its buffer fails once more at the end
                stream.close()
            advice = "once there is room, --resume goes on behind the whole lines that are there"
            raise unwritable(call.output, error, *([advice] if call.form == "json" else [])) from None

    return to_file, done


def _kept(name: str, flags: int) -> int:
    """Opens a file with what is in it, or makes one: until it is locked, it may be that of another run."""
    return os.open(name, (flags | os.O_CREAT) & ~os.O_TRUNC, 0o666)


def _lock(stream: BinaryIO, name: str) -> None:
    """Keep other runs out of a file until this process ends or closes it; nothing where locks are not to be had.

    Of POSIX's two locks it is `fcntl`'s, not `flock`: forked processes do not inherit it, so that one which is still
    at work when this one has been killed does not hold it. It is lost if this process closes the file opened anew.

    Raises:
        PuzzleError: another process has it.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (EACCES, EAGAIN):  # a file system without locks
            return
        raise failure(
            f"another run of `puzzledsl batch` is writing to `{name}`",
            helps=("wait until it has ended, or end it, and go on with --resume; or give another file",),
            code="resume",
        ) from None


def _gone_on(
    call: BatchCall, stream: BinaryIO, lines: Iterator[Line], model: Model | None, now: Provenance
) -> Counter[str]:
    """Pass over what a file of answers has already; their statuses.

    Raises:
        PuzzleError: it has something else, or answers to other puzzles or another model.
    """
    from puzzledsl.cli.commands.batch.resuming import resumed

    known = True
    warnings: list[str] = []
    if b"\n" in stream.readline():  # an answer at least
        known, warnings = compared(now, call.output)
    stream.seek(0)
    done = resumed(stream, call.output, lines, model)
    for text in warnings:
        call.invocation.warn(text if known else f"{text}; {_FITTING}")
    return done
