"""What was probably meant by something that cannot be right, seen from how it is written."""

from __future__ import annotations

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.elaboration.values import Builtin, Function, GridValue, RegionMap, Value, kind_of
from puzzledsl.source import Span
from puzzledsl.syntax import Binary, CellRun, Clue, Expression, Group, Number


def range_meant(node: Expression | None) -> Diagnostic | None:
    """``1-9`` where a range or list is needed."""
    match node:
        case Binary("-", Number(value=low), Number(value=high)):
            return Diagnostic(
                f"`{node.span.text}` is the number {low - high}, not a range",
                node.span,
                f"write `{low}..{high}`",
                code="kind",
            )
    return None


def argument_behind_colon(clue: Clue) -> Diagnostic | None:
    """``cage: 15 r1c1`` and ``cage: 15``, if the rule takes an argument."""
    group = clue.groups[0]
    items = group.items if isinstance(group, Group) else (group,)
    first = items[0]
    if clue.arguments or not isinstance(first, Number):
        return None
    cells = "r1c1 r1c2" if len(items) == 1 else first.span.source.text[items[1].span.start : clue.groups[-1].span.end]
    return Diagnostic(
        f"cells are needed here, not {kind_of(first.value)}",
        first.span,
        "an argument stands before the colon",
        (f"write `{clue.name.id} {first.span.text}: {cells}`",),
        code="kind",
    )


def not_cells(items: tuple[Expression, ...], position: int, value: Value) -> Diagnostic:
    """Something among cells side by side that is no cells: ``row 3``."""
    here = items[position].span
    following = items[position + 1] if position + 1 < len(items) else None
    if isinstance(value, Builtin | Function) and isinstance(following, Number | CellRun):
        suggested = f"{here.text}({following.span.text})"
        return Diagnostic(
            "a function takes its arguments in brackets", here.to(following.span), f"write `{suggested}`", code="kind"
        )
    if isinstance(value, Builtin | Function):
        return Diagnostic(
            f"cells are needed here, not {kind_of(value)}", here, f"write `{value.signature}`", code="kind"
        )
    return Diagnostic(f"cells are needed here, not {kind_of(value)}", here, code="kind")


def called_by_mistake(name: str, value: Value, place: Span) -> Diagnostic:
    """A value that is called: ``cell(1, 1)``. ``place`` is that of the name."""
    text, start = place.source.text, place.end
    suggested = ""
    if isinstance(value, GridValue | RegionMap | list | dict) and text[start : start + 1] == "(":
        end = text.find(")", start)
        inside = text[start + 1 : end]
        if end > 0 and "(" not in inside and "\n" not in inside:
            suggested, place = f"{name}[{inside}]", Span(place.source, place.start, end + 1)
    if not suggested:
        return Diagnostic(f"`{name}` is {kind_of(value)}, not a rule or function", place, code="kind")
    part = "cells of a grid are" if isinstance(value, GridValue) else "a part of it is"
    return Diagnostic(
        f"`{name}` is {_plainly(value)}, not a function",
        place,
        f"write `{suggested}`",
        (f"{part} taken with square brackets",),
        code="kind",
    )


def _plainly(value: Value) -> str:
    match value:
        case GridValue():
            return "a grid"
        case RegionMap():
            return "a map of regions"
    return kind_of(value)
