"""Files that the command writes, and models that it reads from files or standard input."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.source import Source

STANDARD = "-"
"""The name for standard input or output."""


def open_source(name: str) -> Source:
    """The text of a file, or of standard input for ``-``.

    Raises:
        PuzzleError: it cannot be read, or is not text.
    """
    from puzzledsl.loading import LARGEST_FILE, read_source

    if name != STANDARD:
        return read_source(name)
    from puzzledsl.reading import decode

    if sys.stdin is None:  # closed by the caller (`<&-`)
        raise failure("there is no standard input to read", code="file")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        print(f"reading a model from the terminal; end it with {end}", file=sys.stderr)
    content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise failure(f"standard input is longer than {LARGEST_FILE:,} bytes", code="file")
    return decode(content, getattr(sys.stdin.buffer, "name", "<stdin>"))


def is_same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file, be it there or not yet."""
    with suppress(OSError, ValueError):
        return os.path.samefile(one, other)
    with suppress(OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)
    return False


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Refuse a file to be written that is one of those that the command reads or writes, too.

    Raises:
        PuzzleError: it is one of them.
    """
    for other in others:
        if is_same_file(name, other):
            helps = (f"it would take the place of `{other}`; name a file of its own",)
            raise failure(f"`{name}` is another file of this command", helps=helps, code="call")


def check_place(name: str, others: Iterable[str]) -> None:
    """Refuse a file that is to take the result of long work, before that work.

    Args:
        others: files that the command reads or writes, too.

    Raises:
        PuzzleError: it is one of the others, or it can be seen that it cannot be written.
    """
    from puzzledsl.loading import check_file

    check_file(name)
    check_distinct(name, others)
    try:
        place = _place(name)
        folder = os.path.dirname(place)
        if not os.path.isdir(folder):
            named = folder if os.path.islink(name) else os.path.dirname(name)
            raise FileNotFoundError(errno.ENOENT, f"there is no folder `{named}`")
        if not os.access(place if os.path.exists(place) else folder, os.W_OK):
            raise PermissionError(errno.EACCES, "permission denied")
    except OSError as error:
        raise unwritable(name, error) from None


def _place(name: str) -> str:
    """The file that a name stands for, behind all links.

    Raises:
        OSError: it stands for none.
    """
    if not name:
        raise FileNotFoundError(errno.ENOENT, "the name is empty")
    place = os.path.realpath(name)
    if os.path.islink(place):  # only links in a circle are left
        raise OSError(errno.ELOOP, "it is a link that leads back to itself")
    return place


def check_new(names: Iterable[str], *helps: str) -> None:
    """Refuse files that exist and hold something.

    Raises:
        PuzzleError: one of them does.
    """
    for name in names:
        if os.path.isfile(name) and os.path.getsize(name):
            raise failure(f"`{name}` already exists; nothing was written", helps=helps, code="file")


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder, be it there or not yet."""
    return (
        name.endswith(("/", os.sep)) or os.path.isdir(name) or not (os.path.splitext(name)[1] or os.path.isfile(name))
    )


def numbered_files(folder: str, stem: str, count: int, *helps: str) -> list[str]:
    """The names of so many models in a folder, which is made.

    Raises:
        PuzzleError: one of them is there already, or the folder cannot be made.
    """
    start, digits = os.path.join(folder, f"{stem}-"), len(str(count))
    names = [f"{start}{number:0{digits}}.puz" for number in range(1, count + 1)]
    check_new(names, *helps)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    return names


def write_file(name: str, content: str | bytes) -> None:
    """Writes a file such that it is either the old one or the whole new one, with its permissions kept.

    ``-`` is standard output. A link stays a link; a pipe or a device is written to directly.

    Raises:
        PuzzleError: it cannot be written.
    """
    from pathlib import Path  # which a solve that only prints does not load

    from puzzledsl.loading import check_file

    data = content.encode() if isinstance(content, str) else content
    if name == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    check_file(name)
    try:
        place = Path(_place(name))
        mode = place.stat().st_mode if place.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            place.write_bytes(data)
            return
        if mode is not None and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, "it may only be read")
        _replace(place, data, mode)
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None


def unwritable(name: str, error: OSError | ValueError, *helps: str) -> PuzzleError:
    """The message about a file that cannot be written: a full disk, a folder that may only be read."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return failure(f"`{name}` cannot be written: {reason}", helps=helps, code="file")


def _replace(place: Path, data: bytes, mode: int | None) -> None:
    new = place.with_name(f".{place.name[:200]}.{os.getpid()}.new")
    try:
        # The mode as `open` would give it, the user's umask included.
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            new.chmod(stat.S_IMODE(mode))
        os.replace(new, place)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
