"""Rules of the whole grid in f-puzzles, and marks between cells, which decide what holds where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, adjacent, with_exceptions, write_pairs
from puzzledsl.formats.draft import cell_list
from puzzledsl.formats.json_values import number, shown, text
from puzzledsl.formats.sites.f_puzzles.cells import cells
from puzzledsl.formats.sites.f_puzzles.source import one

if TYPE_CHECKING:
    from puzzledsl.formats.sites.f_puzzles.source import Source
    from puzzledsl.model import Cell


def grid_rules(source: Source) -> None:
    """Read the rules that are switched on."""
    draft = source.draft
    if source.has("diagonal-"):
        draft.different("diagonal")
    if source.has("diagonal+"):
        draft.different("antidiagonal")
    if source.has("antiknight"):
        draft.line("anti_knight", "grid")
    if source.has("antiking"):
        draft.line("anti_king", "grid")
    if source.has("disjointgroups"):
        if source.regions == "boxes":
            draft.line("disjoint_groups", "grid")
        elif source.regions:
            draft.line(f"disjoint_groups({source.regions})", "grid")
        else:
            draft.leave_out("disjoint groups are left out, since the grid has no regions")


def dots(source: Source) -> None:
    """Dots and XV marks, and what holds for the pairs without one.

    A pair with a white or black dot may be consecutive although the grid is nonconsecutive. It also may have a ratio
    although unmarked pairs have none.
    """
    draft = source.draft
    negative = [text(item).lower() for item in source.entries("negative")]
    nonconsecutive = source.has("nonconsecutive") or "difference" in negative
    white = _pairs(source, "difference", "a white dot", "1")
    black = _pairs(source, "ratio", "a black dot", "2")
    marks = _pairs(source, "xv", "an X or V", "")
    totals = {"X": "10", "V": "5"}
    for value in [value for value in marks if value.upper() not in totals and number(value) is None]:
        if value:
            draft.leave_out(f"the mark {shown(value)} between {cell_list(marks[value][0])} is neither X nor V")
        del marks[value]
    # The site's own solver knows only the switches, but setters also write that all marks are given.
    nonconsecutive = nonconsecutive or ("white" in source.all_marked and set(white) == {"1"})
    if "black" in source.all_marked and black:
        negative.append("ratio")
    exempt_dots = nonconsecutive or "ratio" in negative
    whites = write_pairs(draft, "white_dot", white, "1", "white_dots" if exempt_dots else "")
    blacks = write_pairs(draft, "black_dot", black, "2", "black_dots" if exempt_dots else "")
    sums: dict[str, list[list[Cell]]] = {}
    for value, pairs in marks.items():
        sums.setdefault(totals.get(value.upper(), value), []).extend(pairs)
    absent = [total for letter, total in (("v", "5"), ("x", "10")) if letter in source.all_marked and total in sums]
    if "xv" in negative:
        absent = ["5", "10"]
    crosses = write_pairs(draft, "xv", sums, "", "xv_pairs" if absent else "")
    if nonconsecutive:
        draft.line(with_exceptions(["nonconsecutive", "cells"], whites + blacks, "nonconsecutive"), "grid")
    if absent:
        draft.line(with_exceptions(["no_sum", "cells", *absent], crosses), "grid")
    for kind in negative:
        match kind:
            case "ratio":
                ratios = sorted({int(value) for value in black} or {2})
                draft.line(with_exceptions(["no_ratio", "cells", *map(str, ratios)], whites + blacks), "grid")
            case "xv" | "difference" | "" | "foglight":
                pass
            case _:
                draft.leave_out(f"the negative constraint of the unknown kind {shown(kind)} is left out")


def _pairs(source: Source, key: str, title: str, default: str) -> dict[str, list[list[Cell]]]:
    """Pairs of cells by the value between them."""
    found: dict[str, list[list[Cell]]] = {}

    def read(source: Source, entry: dict[str, Any]) -> None:
        pair = cells(source.draft, entry.get("cells"))
        if len(pair) != 2 or not adjacent(*pair):
            raise ClueError("it is not between two neighbours")
        value = text(entry.get("value")) or default
        amount = number(value)
        if default and (amount is None or amount < 0 or (key == "ratio" and amount < 1)):
            raise ClueError(f"its value is {shown(value)}")
        found.setdefault(value if amount is None else str(amount), []).append(sorted(pair))

    for entry in source.entries(key):
        one(source, title, read, entry)
    return found
