"""The sources of the kernel, and a number that tells them from others."""

from __future__ import annotations

import os

FOLDER = os.path.join(os.path.dirname(__file__), "native")


def sources(ending: tuple[str, ...] = (".cpp",)) -> list[str]:
    """The files that are compiled; none where they are not at hand, as in a wheel."""
    found = sorted(os.listdir(FOLDER)) if os.path.isdir(FOLDER) else []
    return [os.path.join(FOLDER, name) for name in found if name.endswith(ending)]


def digest() -> int | None:
    """A number of 64 bits for all sources; ``None`` where they are not at hand."""
    files = sources((".cpp", ".hpp"))
    if not files:
        return None
    from hashlib import blake2b

    found = blake2b(digest_size=8)
    for path in files:
        with open(path, "rb") as file:
            found.update(file.read())
    return int.from_bytes(found.digest(), "little")
