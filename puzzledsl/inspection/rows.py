"""The rows of a program, each with a sentence that names its clue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.encodings.pyomo_model import solver_number
from puzzledsl.encodings.row_sentences import STRUCTURE, RowReader, row_algebra
from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
from puzzledsl.records import EMPTY, fields_of, record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.inspection.programs import Programs
    from puzzledsl.model import Model
    from puzzledsl.row_builder import Coefficient


@record
class RowInWords:
    """A row of an integer program: ``lower ≤ Σ coefficient · column ≤ upper``.

    Attributes:
        encoding: the encoding of the program.
        name: the name of the row in the Pyomo model.
        clue: the kind of its clue: ``cage``, ``alldifferent``; ``values`` for rows that link the columns of a variable.
        about: the clue in one line: ``cage 15 at r1c3, r1c4``.
        line: the line of the clue in the source; ``None``: the row belongs to a variable.
        says: the row in words: ``at most one of r1c3 = 4 and r1c4 = 4``.
        algebra: the row with the names of its columns.
        terms: coefficients by the names of the columns.
        lower, upper: the limits of the row; ``None``: no limit on that side.
    """

    encoding: str
    name: str
    clue: str
    about: str
    line: int | None
    says: str
    algebra: str
    terms: Mapping[str, Coefficient]
    lower: Coefficient | None
    upper: Coefficient | None

    @property
    def sentence(self) -> str:
        """The clue and what the row says: ``cage 15 at r1c3, r1c4: at most one of r1c3 = 4 and r1c4 = 4``."""
        return f"{self.about}: {self.says}"

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form. Fractions are floats."""
        found = {name: value for name, value in fields_of(self).items() if name not in ("encoding", "algebra")}
        return found | {
            "sentence": self.sentence,
            "row": self.algebra,
            "terms": {name: solver_number(k) for name, k in self.terms.items()},
            "lower": solver_number(self.lower),
            "upper": solver_number(self.upper),
        }

    def __str__(self) -> str:
        return self.sentence


@record
class Rows:
    """Rows of the programs of a model.

    Attributes:
        presolve: the strength of presolve.
        rows: the rows by encoding, in the order of the clues.
        contradiction: the clue at which presolve finds that there is no solution; then there are no rows.
        impossible: by encoding, the clue for which no values are left; the rows are then incomplete.
    """

    presolve: str
    rows: Mapping[str, tuple[RowInWords, ...]]
    contradiction: str | None = None
    impossible: Mapping[str, str] = EMPTY

    def __iter__(self) -> Iterator[RowInWords]:
        """All rows, one encoding after the other."""
        for rows in self.rows.values():
            yield from rows

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def as_json(self) -> dict[str, object]:
        """A list of rows by encoding."""
        return {name: [row.as_json() for row in rows] for name, rows in self.rows.items()}

    def __str__(self) -> str:
        if self.contradiction is not None:
            return f"presolve proves that there is no solution, at: {self.contradiction}"
        lines = []
        for encoding, rows in self.rows.items():
            lines += [f"{encoding}:", *(f"  {row.sentence}" for row in rows)]
        return "\n".join(lines)


def rows_in_words(
    model: Model,
    *,
    clue: str | None = None,
    line: int | None = None,
    encoding: str | None = None,
    presolve: str = WRITTEN,
) -> Rows:
    """Return the rows of a model's programs, for all clues or some.

    Args:
        clue: a kind of clue (``cage``), a cell (``r3c4``: each clue on it), ``givens``, ``houses``, a pattern for a
            clue's sentence (``cage 1?*``), or ``values`` (the rows that tie the columns of a variable together).
        line: the line of a clue in the source.
        encoding: an encoding; ``None``: all.
        presolve: the strength of presolve; ``none``: the program as written.

    Raises:
        PuzzleError: no clue has this name or line, or there is no such encoding.
    """
    kept = chosen_clues(model, clue, line)
    (found,) = programs(model, chosen_encodings(encoding), [presolve])
    return rows_of(found, kept)


def rows_of(found: Programs, kept: frozenset[int | None] | None) -> Rows:
    """Return the rows of programs.

    Args:
        kept: the numbers of the requirements whose rows are returned, as `chosen_clues` gives them.
    """
    origin = found.contradiction
    impossible = {name: e.impossible.sentence for name, e in found.encoded.items() if e.impossible is not None}
    rows = {name: _rows(encoded, kept) for name, encoded in found.encoded.items()}
    contradiction = None if origin is None else str(origin)
    return Rows(found.presolve, rows, contradiction, impossible)


def _rows(encoded: Encoded, kept: frozenset[int | None] | None) -> tuple[RowInWords, ...]:
    reader = RowReader(encoded)
    rows = [row for row in encoded.rows if kept is None or row.origin in kept]
    rows.sort(key=lambda row: -1 if row.origin is None else row.origin)
    return tuple(in_words(reader, row) for row in rows)


def in_words(reader: RowReader, row: Row) -> RowInWords:
    """A row with its sentence."""
    encoded, sentence = reader.encoded, reader.sentence(row)
    return RowInWords(
        encoded.encoding,
        row.name,
        STRUCTURE if row.origin is None else encoded.origins[row.origin].clue,
        sentence.about,
        sentence.line,
        str(sentence.pattern),
        row_algebra(encoded, row),
        {encoded.columns[column].name: k for column, k in row.terms.items()},
        row.lower,
        row.upper,
    )


def chosen_clues(model: Model, clue: str | None, line: int | None) -> frozenset[int | None] | None:
    """Return the numbers of the requirements whose rows are shown; ``None`` for all rows.

    In the set, ``None`` stands for the rows that link the columns of variables.

    Args:
        clue, line: as in `rows_in_words`.

    Raises:
        PuzzleError: no clue has this name or line.
    """
    from puzzledsl.analysis.elements import split
    from puzzledsl.analysis.selection import matching

    if clue is None and line is None:
        return None
    elements = split(model).elements
    spans = [requirement.origin.span for requirement in model.requirements]
    lines = [span.line if span.source is model.source else 0 for span in spans]
    kept = {n for n, start in enumerate(lines) if line in (None, start)}
    if line is not None and not kept:
        near = min(filter(None, lines), key=lambda other: (abs(other - line), other), default=None)
        raise failure(
            f"no clue is on line {line} of {model.source.name}",
            helps=() if near is None else (f"the nearest clue is on line {near}",),
            code="call",
        )
    if clue is None:
        return frozenset(kept)
    if clue == STRUCTURE and line is None:
        return frozenset([None])
    named = {n for number in matching(elements, model, [clue]) for n in elements[number]._requirements}
    if not kept & named:
        raise failure(f"no clue on line {line} is `{clue}`", code="call")
    return frozenset(kept & named)
