"""Where the answers of `puzzledsl batch` go, and going on behind those that are there."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from puzzledsl.cli.files import STANDARD
from puzzledsl.cli.provenance import compared
from puzzledsl.cli.style import print_warning
from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.cli.batch import BatchCall
    from puzzledsl.cli.provenance import Provenance
    from puzzledsl.model import Model
    from puzzledsl.series.outcome import Line

_FITTING = "all that can be said is that the grids in it do not contradict this one"


def sink(
    call: BatchCall, lines: Iterator[Line], stack: ExitStack, model: Model, now: Provenance | None
) -> tuple[Callable[[str], None], Counter[str]]:
    """What writes a line at once and whole, and the statuses of the answers that are there already.

    Args:
        now: what is kept beside the file of answers, if there is one to go on with.

    Raises:
        PuzzleError: the file cannot be written, or holds other answers.
    """
    if call.output == STANDARD:

        def to_standard_output(text: str) -> None:
            sys.stdout.write(text)
            sys.stdout.flush()

        return to_standard_output, Counter()
    try:
        if call.model.givens != STANDARD and _same(call.output, str(call.model.givens)):
            raise failure(f"`{call.output}` holds the puzzles; the answers need another file", code="call")
        place = Path(call.output)
        mode = "r+b" if call.resume and place.exists() else "wb"
        stream: Any = place.open(mode)
        stack.callback(stream.close)
        done: Counter[str] = Counter()
        if mode == "r+b" and now is not None:
            done = _gone_on(call, stream, lines, model, now)
        if now is not None and place.is_file():  # no device, no pipe
            now.write(call.output)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise failure(f"`{call.output}` cannot be written: {reason}", code="file") from None

    def to_file(text: str) -> None:
        stream.write(text.encode())
        stream.flush()

    return to_file, done


def _gone_on(call: BatchCall, stream: BinaryIO, lines: Iterator[Line], model: Model, now: Provenance) -> Counter[str]:
    """Pass over what a file of answers has already; their statuses.

    Raises:
        PuzzleError: it has something else, or answers to other puzzles or another model.
    """
    from puzzledsl.cli.resuming import resumed

    known = True
    warnings: list[str] = []
    if b"\n" in stream.readline():  # an answer at least
        known, warnings = compared(now, call.output)
    stream.seek(0)
    done = resumed(stream, call.output, lines, model)
    if not call.quiet:
        for text in warnings:
            print_warning(text if known else f"{text}; {_FITTING}", call.invocation.color)
    return done


def _same(one: str, other: str) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samefile(one, other)
    return False
