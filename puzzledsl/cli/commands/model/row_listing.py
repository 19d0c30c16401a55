"""What ``puzzledsl model --rows``, ``--line`` and ``--clue`` show: rows in words."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.cli.analysis import Analysis
from puzzledsl.listing import counted
from puzzledsl.presentation.side_by_side import page_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.inspection.rows import RowInWords, Rows
    from puzzledsl.presentation.screen import Screen

MOST = 20
"""Rows of a clue that are shown."""


class ListingRows(Analysis["list[Rows]"]):
    """One call of ``puzzledsl model`` with ``--rows``, ``--line`` or ``--clue``.

    Its answer are the rows as written and, where presolve was asked for, those after it.
    """

    stage = "writing the programs"
    objective = True
    line: int | None
    clue: str | None
    presolve: str

    def ask(self) -> list[Rows]:
        """Write the programs, and put their rows in words."""
        from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
        from puzzledsl.inspection.rows import chosen_clues, rows_of

        kept = chosen_clues(self.model, self.clue, self.line)
        strengths = dict.fromkeys((WRITTEN, self.presolve))
        return [rows_of(one, kept) for one in programs(self.model, chosen_encodings(self.encoding), strengths)]

    def json(self, found: list[Rows]) -> dict[str, object]:
        """All rows."""
        written, *presolved = found
        contradiction = presolved[0].contradiction if presolved else None
        shown = presolved[0].as_json() if presolved and contradiction is None else None
        return {"written": written.as_json(), "presolved": shown, "contradiction": contradiction}

    def text(self, found: list[Rows]) -> str:
        """The clues one after the other."""
        title = self.model.title
        titled = [self.screen.strong(title), ""] if title and not self.quiet else []
        return "\n".join([*titled, *self._lines(found)])

    def _lines(self, found: list[Rows]) -> list[str]:
        written, *presolved = found
        lines = [self.screen.strong("as written"), *_section(written, self.screen)]
        for after in presolved:
            lines += ["", self.screen.strong("after presolve")]
            if after.contradiction is not None:
                lines += ["", f"presolve proves that there is no solution, at: {after.contradiction}"]
            elif not len(after):
                lines += ["", "no row is left: presolve decides all that they say"]
            else:
                lines += _section(after, self.screen)
        return lines


def _section(rows: Rows, screen: Screen) -> list[str]:
    """The clues one after the other, under each the encodings."""
    by_clue: dict[tuple[int | None, str], dict[str, list[RowInWords]]] = {}
    for encoding, found in rows.rows.items():
        for key, group in groupby(found, key=_clue):
            by_clue.setdefault(key, {name: [] for name in rows.rows})[encoding] += group
    lines: list[str] = []
    if not by_clue:
        lines += ["", "no row: it holds whatever the cells hold, or it is in the bounds of the columns"]
    for name, clue in rows.impossible.items():
        lines += ["", f"{name}: not all rows, because one clue can never hold: {clue}"]
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
