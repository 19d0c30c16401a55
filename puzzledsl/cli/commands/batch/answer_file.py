"""The file that takes the answers of `puzzledsl batch`, and going on after those that an earlier run wrote there.

Each answer is a whole line that names its puzzle and the fingerprint of its model. So the answers themselves say what
has been done: nothing else has to survive a crash.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from errno import EACCES, EAGAIN
from hashlib import blake2b
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO

from puzzledsl.answer import WITH_VALUES, WITHOUT_VALUES
from puzzledsl.cli.files import STANDARD, check_distinct, unwritable
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.loading import check_file

if TYPE_CHECKING:
    from puzzledsl.formats.collection import PuzzleLine
    from puzzledsl.source import Source

_SAME_INPUT = "use the same input and the same --column as the interrupted run"
_SAME_MODEL = "use the same model, its included files and the same --set as the interrupted run, or begin another file"
_STATUSES = WITH_VALUES | WITHOUT_VALUES | {"error"}


def fingerprint(sources: Iterable[Source], settings: Mapping[str, str]) -> str:
    """Sixteen hexadecimal digits: the same for the same texts and settings of a model."""
    parts = [*(source.text for source in sources), repr(sorted(settings.items()))]
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def sink(
    output: str, inputs: Iterable[str], resume: bool, lines: Iterator[PuzzleLine], model: str, stack: ExitStack
) -> tuple[Callable[[str], None], Counter[str]]:
    """A function that writes whole lines at once, and the statuses of the answers that exist already.

    Args:
        inputs: files that the run reads.
        lines: the puzzles; those that have an answer already are taken from it.
        model: its fingerprint.
        stack: closes the file.

    Raises:
        PuzzleError: the file cannot be written, or holds other answers.
    """
    if output == STANDARD:

        def to_standard_output(text: str) -> None:
            sys.stdout.write(text)
            sys.stdout.flush()

        return to_standard_output, Counter()
    check_file(output)
    check_distinct(output, inputs)
    done: Counter[str] = Counter()
    try:
        stream = stack.enter_context(open(output, "r+b" if resume else "wb", opener=_kept))  # noqa: SIM115
        if S_ISREG(os.fstat(stream.fileno()).st_mode):
            _lock(stream, output)
            length, done = _answers(stream, output, lines, model) if resume else (0, done)
            stream.seek(length)
            stream.truncate()
        elif resume:
            raise failure(f"`{output}` is not a regular file, so no run can be resumed from it", code="resume")
    except (OSError, ValueError) as error:
        raise unwritable(output, error) from None

    def to_file(text: str) -> None:
        try:
            stream.write(text.encode())
            stream.flush()
        except OSError as error:
            with suppress(OSError):  # else what is in its buffer fails once more at the end
                stream.close()
            advice = "once there is room, --resume goes on behind the whole lines, if they are JSON"
            raise unwritable(output, error, advice) from None

    return to_file, done


def _kept(name: str, flags: int) -> int:
    """Open a file without emptying it, or make one: before it is locked it may belong to another run."""
    return os.open(name, (flags | os.O_CREAT) & ~os.O_TRUNC, 0o666)


def _lock(stream: BinaryIO, name: str) -> None:
    """Keep other runs out of a file until this process ends or closes it; do nothing where there are no locks.

    The lock is that of `fcntl`, not of `flock`: worker processes do not inherit it, so a worker that outlives this
    process does not hold the file.

    Raises:
        PuzzleError: another process has the lock.
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
        helps = ("wait until that run has ended, or end it, and continue with --resume; or give another file",)
        raise failure(f"another run of `puzzledsl batch` is writing to `{name}`", helps=helps, code="resume") from None


def _answers(stream: BinaryIO, name: str, lines: Iterator[PuzzleLine], model: str) -> tuple[int, Counter[str]]:
    """Pass over the lines that a file has answers to. Return the bytes of the answers, and their statuses.

    A last line without its end was cut off while it was written: it does not count, and its puzzle is not passed over.

    Raises:
        PuzzleError: the file holds something else, or answers to other puzzles. Nothing has been changed then.
    """
    length, found = 0, Counter[str]()
    for number, text in enumerate(stream, 1):
        if not text.endswith(b"\n"):
            break
        place = f"{name}:{number}"
        line, (place_in_input, givens, status, of) = next(lines, None), _answer(text, place)
        if line is None:
            raise _refused(f"{place} answers a puzzle that the input does not have", _SAME_INPUT)
        if (line.number, line.givens) != (place_in_input, givens):
            raise _refused(f"{place} is about another puzzle than line {line.number} of the input", _SAME_INPUT)
        if of != model:
            raise _refused(f"{place} is about another model", _SAME_MODEL)
        length += len(text)
        found[status] += 1
    return length, found


def _answer(text: bytes, place: str) -> tuple[int, str, str, str]:
    """Line, givens, status and fingerprint of an answer.

    Raises:
        PuzzleError: it is not an answer.
    """
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"line": int(line), "givens": str(givens), "status": str(status), **others} if (
                type(line) is int and status in _STATUSES
            ):
                return line, givens, status, str(others.get("model", ""))
    advice = "--resume needs a file of JSON lines, as a run without --format writes it"
    raise _refused(f"{place} is not an answer of `puzzledsl batch`", advice)


def _refused(message: str, advice: str) -> PuzzleError:
    return failure(message, helps=(advice,), code="resume")
