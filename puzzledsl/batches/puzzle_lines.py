"""From a text, file or stream to the puzzles in it: one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from puzzledsl.batches.outcome import Line

if TYPE_CHECKING:
    from io import RawIOBase
    from typing import BinaryIO

LONGEST = 100_000
"""Characters of a line that are read; no grid has so many cells."""

_SEPARATOR = re.compile(r"[\t,]")
_TAB = re.compile(r"\t")


def puzzles(texts: Iterable[str], column: int = 1, *, commas: bool = True, links: bool = False) -> Iterator[Line]:
    """The puzzles among lines of text: no blank ones, no comments, which begin with ``#``, and no heading of columns.

    Args:
        column: the column that holds the givens or the link, if tabs or commas divide the line; others are ignored.
        commas: whether a comma divides columns; not where it may stand between two clues of one cell.
        links: a ``#`` begins a comment only at the beginning of a line.
    """
    begun = False
    for number, text in enumerate(texts, 1):
        line = (text if links and not text.lstrip().startswith("#") else text.split("#", 1)[0]).strip()
        if not line:
            continue
        columns = (_SEPARATOR if commas else _TAB).split(line)
        found = columns[column - 1].strip().strip('"') if column <= len(columns) else ""
        heads = not begun and len(columns) > 1 and found.isalpha()  # `puzzle,solution`
        begun = True
        if not heads:
            yield Line(number, found)


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
