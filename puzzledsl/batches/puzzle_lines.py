"""From a text, file or stream to the puzzles in it: one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from puzzledsl.batches.outcome import PuzzleLine

if TYPE_CHECKING:
    from io import RawIOBase
    from typing import BinaryIO

    from puzzledsl.model import Grid

LONGEST = 100_000
"""Characters of a line that are read; no grid has so many cells."""

_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]+(?:[ _-][^\W\d_]{2,})*(?:[ _-]?[0-9]{1,3}|[ _-][^\W\d_])?(?: ?\([^()]*\))?)?")
"""The name of a column: ``puzzle_id``, ``Puzzle 1``, ``Grid (9x9)``."""


def puzzles(
    texts: Iterable[str],
    column: int = 1,
    *,
    commas: bool = True,
    links: bool = False,
    grids: Sequence[Grid] = (),
) -> Iterator[PuzzleLine]:
    """The puzzles among lines of text: no blank ones, no comments, which begin with ``#``, and no heading of columns.

    Args:
        column: the column that holds the givens or the link, if tabs or commas divide the line; others are ignored.
        commas: whether a comma divides columns; not where it may stand between two clues of one cell.
        links: a ``#`` begins a comment only at the beginning of a line.
        grids: those of the model. The first one tells a heading from a puzzle that is all letters.
    """
    begun = False
    for number, text in enumerate(texts, 1):
        line = (text if links and not text.lstrip().startswith("#") else text.split("#", 1)[0]).strip()
        if not line:
            continue
        columns = [_unquoted(part.strip()) for part in re.split("[\t,]" if commas else "\t", line)]
        found = columns[column - 1] if column <= len(columns) else ""
        if begun or not _is_heading(columns, found, grids):
            yield PuzzleLine(number, found)
        begun = True


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _is_heading(columns: Sequence[str], found: str, grids: Sequence[Grid]) -> bool:
    """Whether a line names the columns: ``puzzle,solution``. A wrong puzzle in the first line is none."""
    if len(columns) < 2 or not _NAME.fullmatch(found):
        return False
    if any(text and not any(map(str.isalpha, text)) for text in columns):  # such as a solution
        return False
    if not grids:
        return True
    main = grids[0]
    has_letters = main.domain.hi >= 10 or any(None in row for row in main.numbers)  # an `x` stands for a masked place
    return not has_letters or len("".join(found.split())) != main.height * main.width


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
