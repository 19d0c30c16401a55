"""The LP format, which people can read: https://www.ibm.com/docs/en/icos/22.1.1?topic=cplex-lp-file-format-algebraic-representation."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.encodings.row_sentences import row_sentences
from puzzledsl.export.solver_files import plain_names, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.model import Variable

_WIDTH = 200

_SECTIONS = {
    "max": "Maximize",
    "min": "Minimize",
    "st": "Subject To",
    "bounds": "Bounds",
    "bin": "Binary",
    "gen": "General",
    "semi": "",
    "end": "End",
}
"""The words of HiGHS for sections, and those that other solvers read, too: CBC takes ``gen`` for a column."""


_COEFFICIENT = re.compile(r" ([+-])(?:1 (?=[A-Za-z_])|(?=[\d.e+-]+ [A-Za-z_]))")
"""The sign of a coefficient, and the coefficient itself if it is 1."""


def write(encoded: Encoded, variables: Sequence[Variable], title: str) -> str:  # noqa: ARG001
    """The model as the text of an LP file, with what each row says as a comment before it.

    A row with two different limits becomes two rows.
    """
    rows = plain_names(row.name for row in encoded.rows)
    comments = dict(zip(rows, _comments(encoded), strict=True))
    _, *lines = written(encoded, "lp", rows, title).splitlines()  # the first says who wrote the file
    answer = [f"\\ {' '.join(title.split())} ({encoded.encoding} model)"]
    for line in lines:
        if line == " obj: " and encoded.columns:  # GLPK reads no empty sum
            line = f" obj: 0 {plain_names([encoded.columns[0].name])[0]}"
        name = line.partition(":")[0].strip()
        answer += comments.get(name) or comments.get(name.removesuffix("lo")) or ()
        answer.append(_SECTIONS.get(line, _COEFFICIENT.sub(r" \1 ", line)))
    return "\n".join([*filter(None, answer), ""])


def _comments(encoded: Encoded) -> list[list[str]]:
    """Return the comment before each row: what it says, behind its clue where that is another one than before."""
    answer = []
    last: int | None = -1
    for row, sentence in zip(encoded.rows, row_sentences(encoded), strict=True):
        heading = "values" if sentence.line is None else f"line {sentence.line}: {sentence.about}"
        answer.append([*(["\\", *_comment(heading)] if row.origin != last else []), *_comment(str(sentence.pattern))])
        last = row.origin
    return answer


def _comment(text: str) -> list[str]:
    """Lines of a comment, broken between words, so that no reader meets a line that is too long for it."""
    return wrap(text, _WIDTH, initial_indent="\\ ", subsequent_indent="\\   ", break_on_hyphens=False)
