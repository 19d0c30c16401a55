"""The LP format, which people can read: https://www.ibm.com/docs/en/icos/22.1.1?topic=cplex-lp-file-format-algebraic-representation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings.row_sentences import row_sentences
from puzzledsl.export.plain_names import number, plain_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.encodings.encoded import Column, Encoded, Row
    from puzzledsl.model import Variable
    from puzzledsl.row_builder import Coefficient

SUMMARY = "LP file, algebraic, each row with what it says; read by HiGHS and most solvers"

_TERMS_A_LINE = 8
_WIDTH = 200
_FORBIDDEN = "[^A-Za-z0-9_]"
_RESERVED = (
    r"inf|infinity|free|st|end|bins?|gens?|int|bounds?|max|min|obj|binary|binaries|generals?|integers?|semi|sec|sos"
    r"|subject|such|maximi[sz]e|minimi[sz]e|maximum|minimum|e|e\d.*|\d.*"
)
"""Words of the format itself, and what could be read as a number."""


def write(encoded: Encoded, variables: Sequence[Variable], title: str) -> str:  # noqa: ARG001
    """The model as the text of an LP file, with what each row says as a comment before it.

    A row with two different limits becomes two rows.
    """
    columns = plain_names((column.name for column in encoded.columns), _FORBIDDEN, _RESERVED)
    pieces: list[tuple[Row, str, str]] = []
    clue: int | None = -1
    for row, sentence in zip(encoded.rows, row_sentences(encoded), strict=True):
        comment = f"\\ {sentence.pattern}"
        if row.origin != clue:
            clue = row.origin
            heading = "values" if sentence.line is None else f"line {sentence.line}: {sentence.about}"
            comment = f"\\\n\\ {heading}\n{comment}"
        for edge, sign in _limits(row):
            pieces.append((row, f"{sign} {number(float(edge))}", comment))
            comment = ""
    names = plain_names((row.name for row, _, _ in pieces), _FORBIDDEN, _RESERVED)
    lines = [f"\\ {' '.join(title.split())} ({encoded.encoding} model)", "Maximize" if encoded.maximize else "Minimize"]
    objective = encoded.objective
    if objective is not None:
        lines += _expression("obj", objective.terms, columns)
        if objective.constant:
            lines[-1] += f" {_signed(objective.constant)}"
    else:
        lines.append(" obj:")
    lines.append("Subject To")
    for name, (row, limit, comment) in zip(names, pieces, strict=True):
        lines += _comment(comment)
        lines += _expression(name, row.terms, columns)
        lines[-1] += f" {limit}"
    lines.append("Bounds")
    lines += [
        _bounds(column, name) for column, name in zip(encoded.columns, columns, strict=True) if not _free01(column)
    ]
    for heading, chosen in (
        ("General", [name for c, name in zip(encoded.columns, columns, strict=True) if c.integer and not _free01(c)]),
        ("Binary", [name for c, name in zip(encoded.columns, columns, strict=True) if _free01(c)]),
    ):
        if chosen:
            lines.append(heading)
            lines += [f" {' '.join(chosen[i : i + 10])}" for i in range(0, len(chosen), 10)]
    return "\n".join([*lines, "End", ""])


def _limits(row: Row) -> list[tuple[Coefficient, str]]:
    if row.lower is not None and row.lower == row.upper:
        return [(row.lower, "=")]
    both = [(row.lower, ">="), (row.upper, "<=")]
    return [(limit, sign) for limit, sign in both if limit is not None]


def _comment(text: str) -> list[str]:
    """Lines of a comment, broken between words, so that no reader meets a line that is too long for it."""
    from textwrap import wrap

    return [
        part
        for line in text.splitlines()
        for part in wrap(line, _WIDTH, subsequent_indent="\\   ", break_long_words=True, break_on_hyphens=False)
    ]


def _free01(column: Column) -> bool:
    return column.integer and column.lower == 0 and column.upper == 1


def _signed(value: Coefficient) -> str:
    return f"{'-' if value < 0 else '+'} {number(abs(float(value)))}"


def _expression(name: str, terms: Mapping[int, Coefficient], columns: Sequence[str]) -> list[str]:
    parts = [
        f"{'-' if k < 0 else '+'} {columns[column]}" if abs(k) == 1 else f"{_signed(k)} {columns[column]}"
        for column, k in terms.items()
    ]
    lines = [" ".join(parts[i : i + _TERMS_A_LINE]) for i in range(0, len(parts), _TERMS_A_LINE)] or [""]
    return [f" {name}: {lines[0]}", *(f"  {line}" for line in lines[1:])]


def _bounds(column: Column, name: str) -> str:
    if column.lower is None and column.upper is None:
        return f" {name} free"
    lower = "-inf" if column.lower is None else number(float(column.lower))
    upper = "" if column.upper is None else f" <= {number(float(column.upper))}"
    return f" {lower} <= {name}{upper}"
