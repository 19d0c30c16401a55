"""The LP format, which people can read: https://www.ibm.com/docs/en/icos/22.1.1?topic=cplex-lp-file-format-algebraic-representation."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.encodings.row_sentences import row_sentences
from puzzledsl.export.solver_files import number, plain_names, with_plain_objective
from puzzledsl.listing import signed_sum
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from puzzledsl.encodings.encoded import Column, Encoded, Row
    from puzzledsl.row_builder import Coefficient

_WIDTH = 200
"""Some readers take 255 characters in a line, and a name has that many at most."""


def write(encoded: Encoded, title: str) -> str:
    """The model as the text of an LP file, with what each row says as a comment before it.

    A row with two different limits becomes two rows.
    """
    comments = _comments(encoded)
    encoded, objective = with_plain_objective(encoded)
    names = plain_names(column.name for column in encoded.columns)
    rows = plain_names(row.name for row in encoded.rows)
    lines = [f"\\ {' '.join(title.split())} ({encoded.encoding} model)", "Maximize" if encoded.maximize else "Minimize"]
    lines += [*_sum("obj", objective.terms, names), "Subject To"]
    if not rows:  # GLPK reads no empty section
        lines += _sum("none", {0: 0}, names, ">= 0")
    for name, row, comment in in_time(zip(rows, encoded.rows, comments, strict=True)):
        lines += comment
        for suffix, limit in _limits(row):
            lines += _sum(f"{name}{suffix}", row.terms, names, limit)
    named = list(zip(names, encoded.columns, strict=True))
    lines += ["Bounds", *(f" {_bounds(name, column)}" for name, column in named if not _is_bit(column))]
    for section, members in (
        ("Binary", [name for name, column in named if _is_bit(column)]),
        ("General", [name for name, column in named if column.integer and not _is_bit(column)]),
    ):
        lines += [section, *(f" {name}" for name in members)] if members else []
    return "\n".join([*lines, "End", ""])


def _is_bit(column: Column) -> bool:
    """Whether the section ``Binary`` says all about a column; readers forget other bounds there."""
    return column.integer and (column.lower, column.upper) == (0, 1)


def _sum(name: str, terms: Mapping[int, Coefficient], names: Sequence[str], limit: str = "") -> list[str]:
    """A row, on several lines where it is long. Each term stays in one piece."""
    total = signed_sum([(k, names[x]) for x, k in terms.items()], "\0", number)
    parts = re.sub("(?<=[+-]) ", "\0", total if total.startswith("-") or not total else f"+ {total}")
    text = " ".join(filter(None, (f"{name}:", parts, limit.replace(" ", "\0"))))
    return [line.replace("\0", " ") for line in _wrapped(text, " ", "  ", breaks=False)]


def _limits(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each condition on the sum of a row, with what its name ends with."""
    lower, upper = row.lower, row.upper
    if lower is not None and lower == upper:
        yield "", f"= {number(lower)}"
        return
    if lower is not None:
        yield "" if upper is None else "lo", f">= {number(lower)}"
    if upper is not None:
        yield "" if lower is None else "up", f"<= {number(upper)}"


def _bounds(name: str, column: Column) -> str:
    lower, upper = column.lower, column.upper
    if upper is None:
        return f"{name} free" if lower is None else f"{name} >= {number(lower)}"
    if lower == upper:
        return f"{name} = {number(upper)}"
    return f"{'-inf' if lower is None else number(lower)} <= {name} <= {number(upper)}"


def _comments(encoded: Encoded) -> list[list[str]]:
    """Return the comment before each row: what it says, behind its clue where that is another one than before."""
    answer = []
    last: int | None = -1
    for row, sentence in in_time(zip(encoded.rows, row_sentences(encoded), strict=True)):
        heading = "values" if sentence.line is None else f"line {sentence.line}: {sentence.about}"
        answer.append([*(["\\", *_comment(heading)] if row.origin != last else []), *_comment(str(sentence.pattern))])
        last = row.origin
    return answer


def _comment(text: str) -> list[str]:
    return _wrapped(text, "\\ ", "\\   ")


def _wrapped(text: str, first: str, others: str, breaks: bool = True) -> list[str]:
    """Lines that no reader finds too long, broken between words; with ``breaks`` long words are broken, too."""
    if len(text) + len(first) <= _WIDTH:
        return [f"{first}{text}"]
    return wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=breaks, break_on_hyphens=False
    )
