"""What ``puzzledsl model --rows``, ``--line`` and ``--clue`` show: rows in words, the encodings side by side."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.side_by_side import page_width, side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.cli.style import Screen
    from puzzledsl.inspection.rows import RowInWords, Rows

_NARROW = 34
"""Columns that an encoding needs to stand beside another."""

_LONGEST = 4
"""Lines of a row's algebra; what is longer is cut."""


def show_rows(
    name: str,
    options: ModelOptions,
    invocation: Invocation,
    *,
    clue: str | None,
    line: int | None,
    encoding: str | None,
    presolve: str,
    most: int,
) -> None:
    """Prints the rows.

    Args:
        clue, line: whose rows; both ``None``: all.
        encoding: ``None`` for all.
        presolve: ``none``: only the rows as written.
        most: rows shown of each clue.

    Raises:
        PuzzleError: the model is wrong, or nothing in it is called so.
    """
    from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
    from puzzledsl.inspection.rows import chosen_clues, rows_of

    refuse_two_readers([name], options)
    model, _ = load(name, options)
    kept = chosen_clues(model, clue, line)
    strengths = dict.fromkeys((WRITTEN, presolve))
    written, *presolved = (rows_of(one, kept) for one in programs(model, chosen_encodings(encoding), strengths))
    if invocation.json:
        after = presolved[0] if presolved else None
        contradiction = None if after is None else after.contradiction
        shown = None if after is None or contradiction is not None else after.as_json()
        print_json({"written": written.as_json(), "presolved": shown, "contradiction": contradiction})
        return
    invocation.warn_of_all(model.warnings)
    screen = invocation.screen
    lines = [screen.strong(model.title), ""] if model.title else []
    lines += [screen.strong("as written"), *_section(written, most, screen)]
    for after in presolved:
        lines += ["", screen.strong("after presolve")]
        if after.contradiction is not None:
            lines += ["", f"presolve proves that there is no solution, at: {after.contradiction}"]
        elif not len(after):
            lines += ["", "no row is left: presolve decides all that they say"]
        else:
            lines += _section(after, most, screen)
    print("\n".join(lines))


def _section(rows: Rows, most: int, screen: Screen) -> list[str]:
    """The clues one after the other, under each the encodings side by side."""
    by_clue: dict[tuple[int | None, str], dict[str, list[RowInWords]]] = {}
    for encoding, found in rows.rows.items():
        for key, group in groupby(found, key=_clue):
            by_clue.setdefault(key, {name: [] for name in rows.rows})[encoding] += group
    lines: list[str] = []
    width = page_width(screen)
    if not by_clue:
        lines += ["", "no row: it holds whatever the cells hold, or it is in the bounds of the columns"]
    for name, clue in rows.impossible.items():
        lines += ["", f"{name}: not all rows, because one clue can never hold: {clue}"]
    beside = max(_NARROW, (width - 3 * (len(rows.rows) - 1)) // max(len(rows.rows), 1))
    for (line, about), encodings in by_clue.items():
        lines += ["", screen.strong(about if line is None else f"line {line}: {about}")]
        blocks = [_block(name, group, most, screen, min(beside, width)) for name, group in encodings.items()]
        lines += side_by_side(blocks, width, least=min(beside, width) if len(blocks) > 1 else 0)
    return lines


def _clue(row: RowInWords) -> tuple[int | None, str]:
    return row.line, row.about if row.line is not None else row.clue


def _block(encoding: str, rows: Sequence[RowInWords], most: int, screen: Screen, width: int) -> list[str]:
    count = f"{len(rows):,} {'row' if len(rows) == 1 else 'rows'}" if rows else "no row"
    lines = [f"  {encoding}, {count}"]
    for row in rows[:most]:
        lines += wrap(row.says, width, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False)
        algebra = wrap(row.algebra, width, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False)
        if len(algebra) > _LONGEST:
            cut = len(algebra) - _LONGEST + 1
            algebra = [*algebra[: _LONGEST - 1], f"        … {cut} more lines"]
        lines += [screen.faint(line) for line in algebra]
    if len(rows) > most:
        lines.append(f"  … and {len(rows) - most:,} more; --most N shows more")
    return lines
