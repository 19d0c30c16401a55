"""What was probably meant by something that cannot be right, seen from how it is written."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.diagnostics import Diagnostic, Fix, PuzzleError, replacing
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.drawing import is_place, jump_of
from puzzledsl.elaboration.suggestions import rules_and_constraints, written_here
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Function, GridValue, RegionMap, Value
from puzzledsl.model import Cell, Mark
from puzzledsl.records import replace
from puzzledsl.source import Span
from puzzledsl.syntax import Binary, CellRun, Clue, Comparison, Expression, Group, Name, Number


def range_meant(node: Expression | None) -> Diagnostic | None:
    """``1-9`` where a range or list is needed."""
    match node:
        case Binary("-", Number(value=low), Number(value=high)):
            return _meant(f"`{node.span.text}` is the number {low - high}, not a range", node.span, f"{low}..{high}")
    return None


def _meant(message: str, place: Span, right: str, helps: tuple[str, ...] = (), code: str = "kind") -> Diagnostic:
    """What stands there is wrong, and it is known what is right."""
    return Diagnostic(message, place, f"write `{right}`", helps, code=code, fixes=replacing(place, right))


def argument_behind_colon(clue: Clue) -> Diagnostic | None:
    """``cage: 15 r1c1``, ``cage: 15`` and ``cage: r1c1..r1c3 == 15``, if the rule takes an argument."""
    group, last = clue.groups[0], clue.groups[-1].span
    before, name = "an argument belongs before the colon", clue.name.id

    def wrong(message: str, place: Span, argument: Number, cells: str, label: str, end: Span | None) -> Diagnostic:
        meant = f"{name} {argument.span.text}: {cells}"
        fixes = () if end is None else replacing(clue.name.span.to(end), meant)
        return Diagnostic(message, place, label, (f"write `{meant}`",), code="kind", fixes=fixes)

    match group:
        case Comparison(operands=(compared, Number() as number), ops=("==",)) if not clue.arguments:
            return wrong("unexpected `==` in a clue", group.span, number, compared.span.text, before, group.span)
    items = group.items if isinstance(group, Group) else (group,)
    first = items[0]
    if not isinstance(first, Number):
        return None
    message = f"cells are needed here, not {kind_of(first.value)}"
    if cells := _cells_before_colon(clue):
        label = "the argument belongs before the colon, the cells after it"
        return wrong(message, first.span, first, cells, label, last if len(items) == 1 else None)
    if clue.arguments:
        return None
    behind = [item for part in clue.groups for item in (part.items if isinstance(part, Group) else (part,))]
    if len(behind) > 1 and all(isinstance(item, Number) for item in behind):
        numbers = ", ".join(item.span.text for item in behind)
        helps = (
            f"{before}: `{name} {first.span.text}: r1c1 r1c2`",
            f"a rule that is not about cells is called: `{name}({numbers})`",
        )
        return Diagnostic(message, first.span, "", helps, code="kind")
    cells = "r1c1 r1c2" if len(items) == 1 else first.span.source.text[items[1].span.start : last.end]
    return wrong(message, first.span, first, cells, before, last if len(items) > 1 else None)


def _cells_before_colon(clue: Clue) -> str:
    """The cells that stand where arguments should, as they are written behind the colon; empty if there are none."""
    match [argument.value for argument in clue.arguments]:
        case [Name(id="row" | "column" | "box" as group), Number() as number]:
            return f"{group}({number.span.text})"
        case [CellRun(), *others] if all(isinstance(other, CellRun) for other in others):
            return clue.span.source.text[clue.arguments[0].span.start : clue.arguments[-1].span.end]
    return ""


def not_cells(items: tuple[Expression, ...], position: int, value: Value) -> Diagnostic:
    """Something among cells side by side that is no cells: ``row 3``."""
    here = items[position].span
    following = items[position + 1] if position + 1 < len(items) else None
    if isinstance(value, (Builtin, Function)) and isinstance(following, (Number, CellRun)):
        suggested = f"{here.text}({following.span.text})"
        return _meant("a function takes its arguments in brackets", here.to(following.span), suggested)
    message, label = f"cells are needed here, not {kind_of(value)}", ""
    if isinstance(value, (Builtin, Function)):
        label = f"write `{value.signature}`"
    elif is_place(value):
        return _meant(message, here, f"r{value[0]}c{value[1]}")
    elif isinstance(value, str):
        label = "cells are written without quotes"
    elif isinstance(value, int):
        label = "an argument belongs before the colon"
    return Diagnostic(message, here, label, code="kind", fixes=replacing(here, value) if isinstance(value, str) else ())


def name_with_hyphens(node: Expression) -> Diagnostic | None:
    """``anti-knight`` alone on a line, if that is a rule once it is written without the hyphen."""
    name = node.span.text.replace("-", "_")
    if not (isinstance(node, Binary) and node.op == "-" and name.isidentifier() and "_" in name):
        return None
    if name not in rules_and_constraints() and not written_here(name):
        return None
    return whole_name(Diagnostic("names have no hyphens", node.span, code="hyphen"))


def whole_name(diagnostic: Diagnostic) -> Diagnostic:
    """Names the rule that a name with hyphens or blanks means; any other message stays as it is."""
    if diagnostic.code == "colon" and diagnostic.span is not None:
        source, end = diagnostic.span.source, diagnostic.span.end
        begin = source.text.rfind("\n", 0, end) + 1
        words = source.text[begin:end].split()
        if "_".join(words).lower() in rules_and_constraints():
            start = begin + source.text[begin:end].index(words[0])
            diagnostic = Diagnostic("names have no blanks", source.span(start, end), code="hyphen")
    if diagnostic.code != "hyphen" or diagnostic.span is None:
        return diagnostic
    name = "_".join(diagnostic.span.text.replace("-", "_").split())
    words = [name] if name in rules_and_constraints() else written_here(name)
    if not words:
        return diagnostic
    label = f"write {' or '.join(f'`{word}`' for word in words)}"
    return replace(diagnostic, label=label, fixes=replacing(diagnostic.span, *words))


def joined_cells(group: Expression) -> Diagnostic | None:
    """``r1c1-r1c5`` for a run, ``r1c1 + r1c2`` or ``r1c1 and r1c2`` for cells side by side."""
    if not isinstance(group, Binary) or group.op not in ("-", "->", "+", "and"):
        return None
    before: list[str] = []
    parts: list[str] = []
    rest: Expression = group
    while isinstance(rest, Binary) and rest.op == "->" and isinstance(rest.left, CellRun):  # it joins to the right
        before.append(rest.left.span.text)
        rest = rest.right
    while isinstance(rest, Binary) and rest.op == group.op and isinstance(rest.right, CellRun):
        parts.append(rest.right.span.text)
        rest = rest.left
    if not (before or parts) or not isinstance(rest, CellRun):
        return None
    is_run = group.op in ("-", "->")
    message = "a run of cells is written with two points" if is_run else "the cells of a clue stand side by side"
    cells = (".." if is_run else " ").join([*before, rest.span.text, *reversed(parts)])
    return _meant(message, group.span, cells)


def function_as_rule(name: str, group: Expression, place: Span) -> Diagnostic:
    """``diagonal: cells``, ``sum: r1c1 r1c2``: a function in front of the colon."""
    advice = f"its cells may be those of a clue: `alldifferent: {name}`"
    fixes: tuple[Fix, ...] = ()
    if isinstance(group, Name) and group.id in rules_and_constraints():
        advice = f"write `{group.id}: {name}`"
        fixes = replacing(place.to(group.span), f"{group.id}: {name}")
    elif name in ("sum", "product", "min", "max", "count", "number", "abs"):
        advice = f"compare its value: `{name}(…) == 10`"
    message, label = f"`{name}` is a function, not a rule", "a clue begins with a rule"
    return Diagnostic(message, place, label, (advice,), code="kind", fixes=fixes)


def commas(clue: Clue) -> Diagnostic:
    """``thermo: r1c1, r1c2``: two clues of a single cell each, where one with both is meant."""
    count, source, end = len(clue.groups), clue.span.source, clue.groups[0].span.end
    what = f"commas make {count}" if count > 2 else "comma makes two"
    comma = source.text.index(",", end)
    return Diagnostic(
        f"the {what} clues `{clue.name.id}` of a single cell each",
        source.span(comma, comma + 1),
        "a comma begins another clue",
        (f"one clue with all these cells is {_without_commas(clue)}",),
        code="commas",
        fixes=_joined(clue),
    )


def with_commas(error: PuzzleError, clue: Clue) -> PuzzleError:
    """A clue of a single cell that cannot hold: perhaps because a comma has made it one."""
    advice = f"a comma begins another clue; one clue with all these cells is {_without_commas(clue)}"
    return PuzzleError([replace(d, helps=(advice,), fixes=_joined(clue)) for d in error.diagnostics])


def _joined(clue: Clue) -> tuple[Fix, ...]:
    """The fix that makes one clue of the groups."""
    cells = clue.groups[0].span.to(clue.groups[-1].span)
    return replacing(cells, " ".join(group.span.text for group in clue.groups))


def _without_commas(clue: Clue) -> str:
    head = clue.span.source.text[clue.span.start : clue.groups[0].span.start].rstrip()
    cells = [group.span.text for group in clue.groups]
    return f"`{head} {' '.join(cells if len(cells) <= 12 else [*cells[:11], '…'])}`"


def jumps(mark: Mark, place: Span, context: Context) -> Diagnostic:
    """A line through cells that do not touch: ``thermo: r1c1 r5c5``."""
    grid = context.grids[mark.grid]
    pair = jump_of(mark)
    assert pair is not None
    first, second = (context.cell_name(cell) for cell in (grid.at(*pair[0]), grid.at(*pair[1])) if cell is not None)
    corners = _corners(mark.cells) if grid is context.main else []
    run = "..".join(f"r{r}c{c}" for r, c in corners)
    return Diagnostic(
        f"{first} and {second} do not touch, so no cell between them belongs to the line",
        place,
        "",
        (f"to include the cells between, write `{run}`",) if run else (),
        code="jump",
    )


def _corners(cells: Sequence[Cell]) -> list[Cell]:
    """The corners of the run that leads straight or diagonally from each cell to the next; none if some are askew."""
    found: list[Cell] = []
    for cell in cells:
        if found:
            down, right = cell[0] - found[-1][0], cell[1] - found[-1][1]
            if down and right and abs(down) != abs(right):
                return []
            if len(found) > 1:
                before = found[-1][0] - found[-2][0], found[-1][1] - found[-2][1]
                if before[0] * right == before[1] * down and before[0] * down + before[1] * right > 0:
                    found.pop()
        found.append(cell)
    return found


def called_by_mistake(name: str, value: Value, place: Span) -> Diagnostic:
    """A value that is called: ``cell(1, 1)``. ``place`` is that of the name."""
    text, start = place.source.text, place.end
    suggested = ""
    if isinstance(value, (GridValue, RegionMap, list, dict)) and text[start : start + 1] == "(":
        end = text.find(")", start)
        inside = text[start + 1 : end]
        if end > 0 and "(" not in inside and "\n" not in inside:
            suggested, place = f"{name}[{inside}]", Span(place.source, place.start, end + 1)
    if not suggested:
        return Diagnostic(f"`{name}` is {kind_of(value)}, not a rule or function", place, code="kind")
    part = "cells of a grid are" if isinstance(value, GridValue) else "a part of it is"
    kind = {GridValue: "a grid", RegionMap: "a map of regions"}.get(type(value)) or kind_of(value)
    helps = (f"{part} taken with square brackets",)
    return _meant(f"`{name}` is {kind}, not a function", place, suggested, helps)
