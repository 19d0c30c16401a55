"""Files for solvers, which HiGHS writes: the program by Pyomo, with names that all readers accept."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.encodings.encoded import Encoded

LONGEST = 255
"""The most characters that the readers of these formats agree to accept in a name."""

_RESERVED = re.compile(
    r"inf|infinity|free|st|end|bins?|gens?|int|bounds?|max|min|obj|binary|binaries|generals?|integers?|semi|sec|sos"
    r"|subject|such|maximi[sz]e|minimi[sz]e|maximum|minimum|e|e\d.*|\d.*",
    re.IGNORECASE,
)
"""Words of the LP format itself, and what could be read as a number."""


def plain_names(names: Iterable[str]) -> list[str]:
    """The names with runs of other characters than letters, digits and ``_`` replaced by ``_``, at most `LONGEST` long.

    Each is unique, even without the ``lo`` or ``up`` that HiGHS appends to rows with two limits.
    """
    taken: set[str] = set()
    answer = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_]+", "_", name).rstrip("_")[: LONGEST - 2] or "_"
        if _RESERVED.fullmatch(plain):
            plain = f"v_{plain}"[: LONGEST - 2]
        unique, count = plain, 1
        while re.sub("(lo|up)$", "", unique) in taken:
            count += 1
            unique = f"{plain[: LONGEST - 10]}_{count}"
        taken.add(re.sub("(lo|up)$", "", unique))
        answer.append(unique)
    return answer


def written(encoded: Encoded, form: str, rows: list[str], title: str) -> str:
    """The text that HiGHS writes for a program.

    Args:
        form: ``lp`` or ``mps``.
        rows: the names of the rows.

    Raises:
        PuzzleError: HiGHS does not take the program.
    """
    from puzzledsl.encodings.pyomo_model import to_pyomo
    from puzzledsl.highs.integer_program import program
    from puzzledsl.highs.supervisor import Supervisor

    columns = plain_names(column.name for column in encoded.columns)
    with Supervisor() as highs, TemporaryDirectory(prefix="puzzledsl-") as folder:
        file = Path(folder, f"model.{form}")
        highs.write(program(to_pyomo(encoded)), str(file), columns, rows, *plain_names([title or "puzzle"]))
        return file.read_text(encoding="utf-8")
