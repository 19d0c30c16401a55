"""What was probably meant by something that cannot be right, seen from how it is written."""

from __future__ import annotations

import re
from itertools import pairwise, starmap

from puzzledsl.diagnostics import Diagnostic, replacing
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.drawing import jump_of
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Function, GridValue, RegionMap, Value
from puzzledsl.listing import shorten
from puzzledsl.model import Mark, run_between
from puzzledsl.source import Span
from puzzledsl.syntax import Clue


def cells_advice(value: Value) -> tuple[str, tuple[str, str] | None]:
    """What may be right where a value stands instead of cells: a label, and what may be replaced by what."""
    match value:
        case Builtin(name="all"):
            return "for all cells write `cells`", ("all", "cells")
        case Builtin(name="row" | "column" | "box" as name):
            several = f"{name}es" if name == "box" else f"{name}s"
            return f"write `{several}` for all of them, `{name}(1)` for one", (name, several)
        case Builtin() | Function():
            return f"write `{value.signature}`", None
        case int():
            return "an argument belongs before the colon", None
        case str():
            return "cells are written without quotes", (f'"{value}"', value)
    return "", None


def function_as_rule(name: str, place: Span) -> Diagnostic:
    """``diagonal: cells``, ``sum: r1c1 r1c2``: a function in front of the colon."""
    advice = f"its cells may be those of a clue: `alldifferent: {name}`"
    if name in ("sum", "product", "min", "max", "count", "number", "abs"):
        advice = f"compare its value: `{name}(…) == 10`"
    return Diagnostic(f"`{name}` is a function, not a rule", place, "a clue begins with a rule", (advice,), code="kind")


def commas(clue: Clue) -> Diagnostic:
    """``thermo: r1c1, r1c2``: two clues of a single cell each, where one with both is meant."""
    first, source = clue.groups[0].span, clue.span.source
    comma = source.text.index(",", first.end)
    cells = " ".join(group.span.text for group in clue.groups)
    return Diagnostic(
        f"{len(clue.groups)} clues `{clue.name.id}` of a single cell each",
        source.span(comma, comma + 1),
        "a comma begins another clue",
        (f"one clue with all these cells is `{shorten(source.text[clue.span.start : first.start] + cells, 80)}`",),
        code="commas",
        fixes=replacing(first.to(clue.groups[-1].span), cells),
    )


def jump(mark: Mark, place: Span, context: Context) -> Diagnostic | None:
    """A remark on a line through cells that do not touch: ``thermo: r1c1 r5c5``."""
    pair = jump_of(mark)
    if pair is None:
        return None
    grid = context.grids[mark.grid]
    first, second = (context.cell_name(cell) for cell in (grid.at(*pair[0]), grid.at(*pair[1])) if cell is not None)
    is_run = grid is context.main and all(starmap(run_between, pairwise(mark.cells)))
    run = "..".join(f"r{r}c{c}" for r, c in mark.cells)
    return Diagnostic(
        f"{first} and {second} do not touch, so no cell between them belongs to the line",
        place,
        "",
        (f"to include the cells between, write `{run}`",) if is_run else (),
        code="jump",
    )


def called_by_mistake(name: str, value: Value, place: Span) -> Diagnostic:
    """A value that is called: ``cell(1, 1)``. ``place`` is that of the name."""
    found = re.compile(r"\(([^()\n]*)\)").match(place.source.text, place.end)
    if found is None or not isinstance(value, (GridValue, RegionMap, list, dict)):
        return Diagnostic(f"`{name}` is {kind_of(value)}, not a rule or function", place, code="kind")
    part = "cells of a grid are" if isinstance(value, GridValue) else "a part of it is"
    kind = {GridValue: "a grid", RegionMap: "a map of regions"}.get(type(value)) or kind_of(value)
    helps = (f"{part} taken with square brackets",)
    whole = place.source.span(place.start, found.end())
    right = f"{name}[{found[1]}]"
    message, fixes = f"`{name}` is {kind}, not a function", replacing(whole, right)
    return Diagnostic(message, whole, f"write `{right}`", helps, code="kind", fixes=fixes)
