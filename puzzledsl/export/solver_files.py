"""What the files for solvers have in common: names that all readers accept, and an objective that all read alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.encodings.encoded import Column
from puzzledsl.encodings.numerics import LARGEST, is_too_large, reaches_beyond
from puzzledsl.records import replace
from puzzledsl.row_builder import Form
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.row_builder import Coefficient

LONGEST = 255
"""The most characters that the readers of these formats agree to accept in a name."""

_RESERVED = re.compile(
    r"inf|infinity|free|st|end|bins?|gens?|int|bounds?|max|min|obj|binary|binaries|generals?|integers?|semi|sec|sos"
    r"|subject|such|maximi[sz]e|minimi[sz]e|maximum|minimum|e|e\d.*|\d.*",
    re.IGNORECASE,
)
"""Words of the LP format itself, and what could be read as a number."""

_SIGNS = ((re.compile(r"(?<![A-Za-z0-9_])-(?=\d)"), "minus"), (re.compile("<"), "_lt_"), (re.compile(">"), "_gt_"))
"""Characters that a name needs to mean the same, with words for them."""


def plain_names(names: Iterable[str]) -> list[str]:
    """The names with runs of other characters than letters, digits and ``_`` replaced by ``_``, at most `LONGEST` long.

    ``-`` before a number is ``minus``, ``<`` and ``>`` are ``lt`` and ``gt``. Each name is unique, even without the
    ``lo`` or ``up`` that rows with two limits get in an LP file.
    """
    taken: set[str] = set()
    answer = []
    for name in in_time(names):
        plain = name
        for sign, word in _SIGNS:
            plain = sign.sub(word, plain)
        plain = re.sub(r"[^A-Za-z0-9_]+", "_", plain).rstrip("_")[: LONGEST - 2] or "_"
        if _RESERVED.fullmatch(plain):
            plain = f"v_{plain}"[: LONGEST - 2]
        unique, count = plain, 1
        while re.sub("(lo|up)$", "", unique) in taken:
            count += 1
            unique = f"{plain[: LONGEST - 10]}_{count}"
        taken.add(re.sub("(lo|up)$", "", unique))
        answer.append(unique)
    return answer


def check_numbers(encoded: Encoded) -> None:
    """Refuse a program with numbers, or rows with sums, that solvers do not take.

    Raises:
        PuzzleError: it has such numbers.
    """
    if is_too_large(encoded) or reaches_beyond(LARGEST, encoded):
        raise failure(
            "the program has numbers above 10^15, which the readers of this file would round",
            helps=("`puzzledsl solve --solver search` solves the model exactly",),
            code="solver",
        )


def with_plain_objective(encoded: Encoded) -> tuple[Encoded, Form]:
    """Return a program that has no constant in its objective, and this objective, which names all columns without rows.

    GLPK reads no constant in an LP file, Gurobi takes it for a free column, and readers of MPS disagree about its sign.
    So the constant is the coefficient of a column that is fixed to 1. A column in no row has the coefficient 0, because
    it is nowhere else in the file.

    Raises:
        PuzzleError: the program has numbers that solvers do not take.
    """
    check_numbers(encoded)
    form = encoded.objective or Form({}, 0)
    columns, terms = encoded.columns, dict(form.terms)
    used = {column for row in encoded.rows for column in row.terms}
    terms |= {column: 0 for column in range(len(columns)) if column not in used and column not in terms}
    if form.constant or not columns:
        terms[len(columns)] = form.constant
        columns = (*columns, Column("ONE", (), 1, 1, integer=False))
    return replace(encoded, columns=columns), Form(terms or {0: 0}, 0)


def number(value: Coefficient) -> str:
    """A coefficient as text: exact if it is whole, else the nearest double."""
    return str(value) if isinstance(value, int) else repr(float(value))
