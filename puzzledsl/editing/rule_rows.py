"""The rows that a rule becomes: its example, really encoded, on the cells of a classic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.listing import counted
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded, Row

CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
"""The model in which the examples of the library stand."""

MOST_WORDS = 11
"""Terms, signs and limits of a row; of a longer one the middle is left out."""

MOST_KINDS = 3
"""Kinds of rows of which one is shown."""


@record
class RuleRows:
    """What an example becomes in one encoding.

    Attributes:
        flags: 0–1 columns that it adds; ``continuous``: columns for numbers between.
        listed: cells that get columns for their values because of it.
        rows: how many.
        kinds: numbers of rows of one kind, each with the first of them; most frequent first.
    """

    encoding: str
    flags: int
    continuous: int
    listed: int
    rows: int
    kinds: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        columns = [
            _counted(self.flags, "0–1 column"),
            _counted(self.continuous, "further column"),
            f"columns for the values of {_counted(self.listed, 'cell')}" if self.listed else "",
        ]
        shown = "; ".join(
            f"{count} such as `{row}`" if count > 1 else f"`{row}`" for count, row in self.kinds[:MOST_KINDS]
        )
        parts = [_counted(self.rows, "row") or "bounds of columns, no rows", *filter(None, columns)]
        return ", ".join(parts) + (f": {shown}" if shown else "") + ("; …" if len(self.kinds) > MOST_KINDS else "")

    def as_json(self) -> dict[str, object]:
        """For ``--json``."""
        return {
            "rows": self.rows,
            "flags": self.flags,
            "continuous": self.continuous,
            "cells_with_values": self.listed,
            "kinds": [{"count": count, "row": row} for count, row in self.kinds],
        }


def rule_rows(example: str) -> list[RuleRows]:
    """What an example of a rule of the library becomes in each encoding, without presolve."""
    from puzzledsl.elaboration import elaborate
    from puzzledsl.elaboration.library import statements_of
    from puzzledsl.encodings import encode, encodings
    from puzzledsl.flattening import flatten
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    model = elaborate(*read(Source("<example>", CLASSIC + statements_of(example))))
    flat = flatten(model)
    first = CLASSIC.count("\n")
    own = tuple(one for one in flat.constraints if flat.origins[one.origin].line > first)
    domains = tuple(variable.domain for variable in flat.variables)
    alone = replace(flat, constraints=own)
    return [_summary(encode(alone, domains, name, model.variables)) for name in encodings()]


def _summary(encoded: Encoded) -> RuleRows:
    from puzzledsl.encodings.row_sentences import row_algebra

    own = [column for column in encoded.columns if column.origin is not None]
    rows = [row for row in encoded.rows if row.origin is not None]
    kinds: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        kinds.setdefault(_kind(encoded, row), []).append(row)
    tied = sum(row.origin is None and row.component.startswith("value") for row in encoded.rows)
    frequent = sorted(kinds.values(), key=len, reverse=True)
    return RuleRows(
        encoded.encoding,
        sum(column.integer for column in own),
        sum(not column.integer for column in own),
        tied,
        len(rows),
        tuple((len(alike), _shortened(row_algebra(encoded, alike[0]))) for alike in frequent),
    )


def _kind(encoded: Encoded, row: Row) -> tuple[object, ...]:
    """What kinds of columns it has, and which limits."""
    columns = (encoded.columns[column] for column in row.terms)
    kinds = {("own" if one.origin is not None else one.component, one.integer, one.binary) for one in columns}
    return (frozenset(kinds), row.lower is None, row.upper is None)


def _shortened(row: str) -> str:
    """A row without the middle of a long one, and without the clue's name in those of its columns: ``[r1c3>r1c4]``."""
    words = re.sub(r"\w+_aux(?=\[)", "", row).split()
    return " ".join([*words[: MOST_WORDS - 4], "…", *words[-2:]] if len(words) > MOST_WORDS else words)


def _counted(count: int, noun: str) -> str:
    return counted(count, noun) if count else ""
