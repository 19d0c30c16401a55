"""The lines of a stream of puzzles, as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import RawIOBase
    from typing import BinaryIO

LONGEST = 100_000
"""Characters of a line that are read; no grid has so many cells."""


def texts_of(stream: RawIOBase | BinaryIO) -> Iterator[str]:
    """The lines of a stream as they come, without their ends; bytes that are no UTF-8 become ``�``.

    The stream should be unbuffered, so that a line is there as soon as it has been written.
    """
    rest = b""
    first = True
    while chunk := stream.read(65536):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield _text(line, first)
            first = False
        rest = rest[: 4 * LONGEST]  # the end of a line that is too long is not worth keeping
    if rest:
        yield _text(rest, first)


def _text(line: bytes, first: bool) -> str:
    text = line[: 4 * LONGEST].decode("utf-8", "replace")[:LONGEST]
    return text.removeprefix("\ufeff") if first else text
