"""The sources of the kernel, and a number that tells them from others."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "native"


def sources() -> list[Path]:
    """The files that are compiled."""
    return sorted(FOLDER.glob("*.cpp"))


def digest() -> int | None:
    """A number of 64 bits for all sources; ``None`` where they are not at hand, as in a wheel."""
    from hashlib import blake2b

    files = sorted([*FOLDER.glob("*.cpp"), *FOLDER.glob("*.hpp")])
    if not files:
        return None
    found = blake2b(digest_size=8)
    for path in files:
        found.update(path.read_bytes())
    return int.from_bytes(found.digest(), "little")
