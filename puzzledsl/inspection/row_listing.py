"""Rows in words, clue by clue: what ``puzzledsl model --rows``, ``--line`` and ``--clue`` show."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.drawable import Answer
from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
from puzzledsl.inspection.rows import Rows, chosen_clues, rows_of
from puzzledsl.listing import counted
from puzzledsl.presentation.side_by_side import page_width
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.inspection.rows import RowInWords
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen

MOST = 20
"""The limit on the printed rows of a clue."""


@record
class RowListing(Answer):
    """Rows of the programs of a model.

    Attributes:
        written: the rows without presolve.
        presolved: the rows after presolve; ``None`` if they were not requested.
        seconds: the time that the call took.
    """

    model: Model
    written: Rows
    presolved: Rows | None = None
    seconds: float = 0.0

    spaced = True
    status = "shown"

    def as_json(self) -> dict[str, object]:
        """All rows."""
        contradiction = None if self.presolved is None else self.presolved.contradiction
        presolved = None if self.presolved is None or contradiction else self.presolved.as_json()
        return {"written": self.written.as_json(), "presolved": presolved, "contradiction": contradiction}

    def lines(self, screen: Screen) -> list[str]:
        """The clues one after the other."""
        lines, after = [screen.strong("as written"), *_section(self.written, screen)], self.presolved
        if after is not None:
            lines += ["", screen.strong("after presolve")]
            if after.contradiction is not None:
                lines += ["", str(after)]
            elif not len(after):
                lines += ["", "no row is left: presolve decides all that they say"]
            else:
                lines += _section(after, screen)
        return lines

    def status_line(self, screen: Screen) -> str:  # noqa: ARG002
        """Nothing."""
        return ""


def list_rows(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    line: int | None = None,
    clue: str | None = None,
    presolve: str = "probe",
) -> RowListing:
    """List the rows of a model's programs in words, as written and after presolve.

    Args:
        how: the encoding (``None``: all).
        line, clue: the clues whose rows are listed, as in `puzzledsl.inspection.rows.rows_in_words`.
        presolve: the strength of presolve of the second list; ``none``: there is no second list.

    Raises:
        PuzzleError: no clue has this name or line, or there is no such encoding.
        OutOfTime: the time limit came first.
    """
    kept = chosen_clues(model, clue, line)
    found = programs(model, chosen_encodings(how.options.encoding), dict.fromkeys((WRITTEN, presolve)))
    written, *after = [rows_of(one, kept) for one in found]
    return RowListing(model, written, after[0] if after else None)


def _section(rows: Rows, screen: Screen) -> list[str]:
    """The clues one after the other, under each the encodings."""
    by_clue: dict[tuple[int | None, str], dict[str, list[RowInWords]]] = {}
    for encoding, found in rows.rows.items():
        for key, group in groupby(found, key=_clue):
            by_clue.setdefault(key, {name: [] for name in rows.rows})[encoding] += group
    lines: list[str] = []
    if not by_clue and not rows.impossible:
        lines += ["", "no row: it holds whatever the cells hold, or it is in the bounds of the columns"]
    for name, clue in rows.impossible.items():
        lines += ["", f"{name}: not all rows, because no values are left for: {clue}"]
    for (line, about), encodings in by_clue.items():
        lines += ["", screen.strong(about if line is None else f"line {line}: {about}")]
        for name, found_rows in encodings.items():
            lines += _block(name, found_rows, screen)
    return lines


def _clue(row: RowInWords) -> tuple[int | None, str]:
    return row.line, row.about if row.line is not None else row.clue


def _block(encoding: str, rows: Sequence[RowInWords], screen: Screen) -> list[str]:
    count = counted(len(rows), "row") if rows else "no row"
    lines = [f"  {encoding}, {count}"]
    width = page_width(screen)
    for row in rows[:MOST]:
        lines += wrap(row.says, width, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False)
        algebra = wrap(row.algebra, width, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False)
        lines += [screen.faint(line) for line in algebra]
    if len(rows) > MOST:
        lines.append(f"  … and {len(rows) - MOST:,} more; --json has all of them")
    return lines
