"""The MPS format, which every solver reads, in its free form: https://lpsolve.sourceforge.net/5.5/mps-format.htm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.export.plain_names import number, plain_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.model import Variable

SUMMARY = "free-format MPS file; read by every solver"

_FORBIDDEN = r"[^!-~]|[$*]"  # blanks separate fields; a leading $ or * starts a comment


def write(encoded: Encoded, variables: Sequence[Variable], title: str) -> str:  # noqa: ARG001
    """The model as the text of a free-format MPS file."""
    names = plain_names((column.name for column in encoded.columns), _FORBIDDEN)
    rows = plain_names(["objective", *(row.name for row in encoded.rows)], _FORBIDDEN)[1:]
    entries: list[list[str]] = [[] for _ in names]
    objective = encoded.objective
    if objective is not None:
        for place, k in objective.terms.items():
            entries[place].append(f"objective {number(float(k))}")
    for name, row in zip(rows, encoded.rows, strict=True):
        for place, k in row.terms.items():
            entries[place].append(f"{name} {number(float(k))}")
    (heading,) = plain_names([title or "puzzle"], _FORBIDDEN)
    lines = [f"NAME {heading}"]
    if encoded.maximize:
        lines += ["OBJSENSE", "    MAX"]
    lines += ["ROWS", " N objective"]
    lines += [f" {_kind(row)} {name}" for name, row in zip(rows, encoded.rows, strict=True)]
    lines.append("COLUMNS")
    in_integers = False
    for name, column, found in zip(names, encoded.columns, entries, strict=True):
        if column.integer != in_integers:
            in_integers = column.integer
            lines.append(f"    MARKER 'MARKER' '{'INTORG' if in_integers else 'INTEND'}'")
        lines += [f"    {name} {entry}" for entry in found or ["objective 0"]]
    if in_integers:
        lines.append("    MARKER 'MARKER' 'INTEND'")
    lines.append("RHS")
    if objective is not None and objective.constant:
        lines.append(f"    RHS objective {number(-float(objective.constant))}")
    ranges = []
    for name, row in zip(rows, encoded.rows, strict=True):
        limit = row.lower if row.lower is not None else row.upper
        assert limit is not None
        if limit:
            lines.append(f"    RHS {name} {number(float(limit))}")
        if row.lower is not None and row.upper is not None and row.lower != row.upper:
            ranges.append(f"    RANGE {name} {number(float(row.upper - row.lower))}")
    if ranges:
        lines += ["RANGES", *ranges]
    lines.append("BOUNDS")
    for name, column in zip(names, encoded.columns, strict=True):
        if column.lower is None and column.upper is None:
            lines.append(f" FR BND {name}")
            continue
        if column.lower is not None and column.lower == column.upper:
            lines.append(f" FX BND {name} {number(float(column.lower))}")
            continue
        lower = f" MI BND {name}" if column.lower is None else f" LO BND {name} {number(float(column.lower))}"
        upper = f" PL BND {name}" if column.upper is None else f" UP BND {name} {number(float(column.upper))}"
        lines += [lower, upper]
    return "\n".join([*lines, "ENDATA", ""])


def _kind(row: Row) -> str:
    if row.lower is not None and row.lower == row.upper:
        return "E"
    return "G" if row.lower is not None else "L"
