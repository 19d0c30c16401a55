"""Copies of texts that are not saved, so that a crash or a kill of the server or the browser costs at most a second.

A copy is one file for each page, beside the user's state. A lock on a file of its run tells whether the server that
wrote it is still alive: the system releases it with the process, however that ends.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.web.document import WriteFile

KEPT_FOR = 30 * 24 * 3600.0
"""Seconds after which a copy that nobody asked for is deleted."""


@record(slots=True)
class Copy:
    """A text that was not saved.

    Attributes:
        base: the version of the file that it was made from.
        when: local time, to the second.
        place: the file that holds it.
    """

    text: str
    base: str
    when: str
    place: Path


def state_folder() -> Path:
    """Where the system keeps what programs remember of a user."""
    own = os.environ.get("XDG_STATE_HOME")
    if own and os.path.isabs(own):
        return Path(own) / "puzzledsl"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "puzzledsl"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "puzzledsl"
    return Path.home() / ".local" / "state" / "puzzledsl"


class Recovery:
    """The copies of one document, by this server and by those before it."""

    def __init__(self, key: str, write: WriteFile, folder: Path | None = None) -> None:
        """Raises OSError: the folder cannot be made."""
        self._folder = (state_folder() if folder is None else folder) / "unsaved"
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._key = key
        self._run = token_hex(6)
        self._write = write
        self._lock = _locked(self._folder / f"{key}-{self._run}.lock")

    def keep(self, page: str, text: str, base: str) -> None:
        """Write the copy of a page.

        Raises:
            PuzzleError: it cannot be written.
        """
        now = datetime.now().isoformat(" ", "seconds")
        self._write(str(self._place(page)), json.dumps({"text": text, "base": base, "when": now}))

    def forget(self, page: str) -> None:
        """The text of a page is saved."""
        with suppress(OSError):
            self._place(page).unlink(missing_ok=True)

    def of(self, page: str) -> Copy | None:
        """The copy of a page of this server."""
        return _read(self._place(page))

    def left(self) -> list[Copy]:
        """The copies of servers that are gone, the latest first. Old ones are deleted."""
        found = []
        for place in self._folder.glob(f"{self._key}-*.json"):
            run = place.name.split("-")[1]
            if run == self._run or not _is_free(self._folder / f"{self._key}-{run}.lock"):
                continue
            copy = _read(place)
            if copy is None or time.time() - place.stat().st_mtime > KEPT_FOR:
                place.unlink(missing_ok=True)
            else:
                found.append(copy)
        return sorted(found, key=lambda copy: copy.when, reverse=True)

    def adopt(self, copy: Copy, page: str) -> None:
        """Make a copy that was left the copy of a page."""
        with suppress(OSError):
            os.replace(copy.place, self._place(page))

    def close(self) -> None:
        """The server ends. Copies of texts that are not saved stay."""
        self._lock.close()
        with suppress(OSError):
            (self._folder / f"{self._key}-{self._run}.lock").unlink(missing_ok=True)

    def _place(self, page: str) -> Path:
        return self._folder / f"{self._key}-{self._run}-{page}.json"


def _read(place: Path) -> Copy | None:
    try:
        found: Any = json.loads(place.read_text(encoding="utf-8"))
        return Copy(str(found["text"]), str(found["base"]), str(found["when"]), place)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _locked(place: Path) -> Any:
    """The open file whose lock says that this process is alive."""
    stream = place.open("w")
    _lock(stream)
    return stream


def _is_free(place: Path) -> bool:
    """Whether the process that held this lock is gone; its file goes too."""
    try:
        with place.open("r+") as stream:
            if not _lock(stream):
                return False
    except FileNotFoundError:
        return True
    except OSError:
        return False
    with suppress(OSError):
        place.unlink(missing_ok=True)
    return True


def _lock(stream: Any) -> bool:
    """Lock an open file, without waiting."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
