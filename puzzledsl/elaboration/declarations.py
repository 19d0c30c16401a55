"""Statements that declare something or say what to do with the answer; all of the outermost level only.

Each is a function of the elaboration that runs it and the statement; `DECLARATIONS` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError, failure
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.fault import Fault, at, unfit
from puzzledsl.elaboration.genres import take_genre
from puzzledsl.elaboration.givens import given_by_name, given_twice, givens_of, parts_of, rows_of
from puzzledsl.elaboration.kinds import is_decided_boolean, is_static
from puzzledsl.elaboration.layouts import PlacedGiven, free_marks, given_marks, marks, unknown_marks, written_rows
from puzzledsl.elaboration.limits import A_CHARACTER
from puzzledsl.elaboration.unknowns import new_edges, new_grid, new_variables, with_variables
from puzzledsl.elaboration.value_text import shown
from puzzledsl.elaboration.values import ClueMap, DivisionValue, GridValue, Group, RegionMap, Value
from puzzledsl.expressions import Affine, Compare, affine
from puzzledsl.model import Kind, Mark, Objective, Origin, Requirement, Shown, VariableNames, all_places, run_between
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    ClueLayout,
    EdgesDeclaration,
    Expression,
    Genre,
    Givens,
    GridDeclaration,
    Let,
    Mask,
    Metadata,
    Name,
    Param,
    Regions,
    Show,
    VariableDeclaration,
)
from puzzledsl.syntax import Objective as ObjectiveStatement

if TYPE_CHECKING:
    from puzzledsl.elaboration.elaborate import Elaboration
    from puzzledsl.expressions import Boolean


# ── constants, grids, variables ──────────────────────────────────────────────────────────────────


def keep_metadata(run: Elaboration, node: Metadata) -> None:
    """``puzzle "…"``, ``author`` ….."""
    run.metadata.append((node.key, node.value))


def declare_value(run: Elaboration, node: Let) -> None:
    """``let name = …``; functions are known already."""
    if node.parameters is None:
        run.unit.values[node.name.id] = run.value(node.value)


def declare_parameter(run: Elaboration, node: Param) -> None:
    """``param n = 9``, or what the command line says."""
    name = node.name.id
    run.parameters.add(name)
    written = _setting(run, name) if name in run.settings else node.value
    value = run.value(written)
    if not is_static(value):
        raise unfit("a parameter is a known value", value, code="static").at(written.span)
    run.unit.values[name] = value


def _setting(run: Elaboration, name: str) -> Expression:
    """The expression that ``--set`` gives for a name."""
    from puzzledsl.reading import read_expression

    node, mistakes = read_expression(Source(f"--set {name}", run.settings[name]))
    if node is None:
        raise PuzzleError(mistakes)
    return node


def declare_grid(run: Elaboration, node: GridDeclaration) -> None:
    """``grid cell[9, 9] in 1..9``."""
    grid = new_grid(node, run.value, run.context)
    _keep_grid(run, grid)
    if not grid.has_values:
        run.context.marks.append(Mark("hidden", grid.name, tuple(all_places(grid.height, grid.width))))


def _keep_grid(run: Elaboration, grid: GridValue) -> None:
    run.context.grids[grid.name] = run.unit.values[grid.name] = grid


def declare_edges(run: Elaboration, node: EdgesDeclaration) -> None:
    """``edges road of cell``, ``arcs way of cell``, ``sides fence of cell``, ``division piece of cell``.

    Each edge that an answer has is drawn as a line, an arc with a point, too; sides and borders are drawn along the
    sides of cells.
    """
    edges = new_edges(node, run.value, run.context)
    run.context.edges.append(edges)
    run.unit.values[edges.name] = edges
    is_line = not (edges.are_sides or isinstance(edges, DivisionValue))
    kind, color = ("line", "#6b8fd6") if is_line else ("edge", "")
    found = edges.frozen
    for ends, number in found.numbers.items():
        through = tuple(run_between(*ends)) or ends
        on = Compare("<=", affine({number: -1}, 1))
        run.context.marks.append(Mark(kind, found.grid, through, color=color, when=on))
        if found.directed:
            run.context.marks.append(Mark("less", found.grid, ends[::-1], when=on))


def declare_variables(run: Elaboration, node: VariableDeclaration) -> None:
    """``var total in 0..45``, ``var hours in real 0..24``."""
    for name, variable in zip(node.names, new_variables(node, run.value, run.context), strict=True):
        run.unit.values[name.id] = variable


# ── layouts ──────────────────────────────────────────────────────────────────────────────────────


def _grid(run: Elaboration, name: Name | None, span: Span) -> GridValue:
    context = run.context
    if name is None:
        return at(span, lambda: context.main)
    grid = context.grids.get(name.id)
    if grid is None:
        message = f"no grid is called `{name.id}`"
        raise Fault.unknown(message, name.id, [*context.grids, *run.clues]).at(name.span)
    return grid


def _grid_of_values(run: Elaboration, name: Name | None, span: Span) -> GridValue:
    grid = _grid(run, name, span)
    if not grid.has_values:
        raise failure(f"`{grid.name}` has places without values, so it has no givens", span, code="places")
    return grid


def apply_mask(run: Elaboration, node: Mask) -> None:
    """``mask:``: takes cells out of a grid that nothing has used yet."""
    context, before = run.context, run.previous
    grid = _grid(run, node.grid, node.span)
    if node.grid is None:
        *_, grid = context.grids.values()
    if not isinstance(before, GridDeclaration) or before.name.id != grid.name:
        message = f"a mask must directly follow its grid; something else is between `grid {grid.name}` and this one"
        raise Fault(message, code="mask")
    masked = set()
    for row, column, mark, span in marks(node.rows, grid.height, grid.width, node.span, run.diagnostics):
        if mark in ("x", "X"):
            masked.add((row, column))
        elif mark not in (".", "_"):
            label = "write `x` for no cell and `.` for a cell"
            run.diagnostics.append(Diagnostic(f"`{mark}` in a mask", span, label, code="mask"))
    del context.variables[-grid.height * grid.width :]
    found = with_variables(context, grid, frozenset(masked))
    _keep_grid(run, found)
    if not found.placed:
        raise Fault(f"the mask leaves no cell of `{grid.name}`", code="mask")


def apply_givens(run: Elaboration, node: Givens) -> None:
    """``givens:``."""
    _give(run, given_marks(node.rows, _grid_of_values(run, node.grid, node.span), node.span, run.diagnostics))


def apply_extra_givens(run: Elaboration) -> None:
    """Givens from the call: one text of marks, or rows of them; of further grids behind their names."""
    givens = run.extra_givens
    if givens is None:
        return
    source = givens if isinstance(givens, Source) else givens(tuple(run.context.grids.values()))
    if source is not givens and not source.text:
        return  # such as no edges
    names = VariableNames(run.context.variables, [one.name for one in run.context.edges if not one.directed])
    for name, part in list(parts_of(source)) or [(None, source.span(0, len(source.text)))]:
        one = None if name else given_by_name(part, names)
        if one is not None:
            _give(run, [one])
        elif name is None or name.text not in run.clues:
            grid = _grid_of_values(run, None if name is None else Name(name.text, name), part)
            _give(run, givens_of(source, grid, run.diagnostics, part))


def _give(run: Elaboration, givens: Iterable[PlacedGiven]) -> None:
    variables = run.context.variables
    for number, value, span in givens:
        earlier = known, place = run.givens.setdefault(number, (value, span))
        if known != value and not run.allow_clashes:
            run.diagnostics.append(given_twice(variables[number], value, span, earlier))
        elif known != value or (place is not span and place.source is span.source):
            # Who takes the one out of the text still has the other there.
            run.further_givens.append((number, (value, span)))


def declare_regions(run: Elaboration, node: Regions) -> None:
    """``regions NAME:`` / ``regions NAME of GRID:``. Above the first grid they are marks, as in `declare_clues`."""
    name = node.name.id
    is_drawn = name not in run.left_out
    if node.grid is None and not run.context.grids:
        rows = free_marks(node.rows, node.span, run.diagnostics) if is_drawn else []
        run.waiting.append(node)
        run.unit.values[name] = ClueMap(name, None, rows, run.context.grids)
        return
    grid = _grid(run, node.grid, node.span)
    regions = RegionMap(name, grid.name, {}, {})
    drawn = marks(node.rows, grid.height, grid.width, node.span, run.diagnostics) if is_drawn else ()
    for row, column, mark, span in drawn:
        cell = grid.at(row, column)
        if cell is not None and mark != ".":
            regions.groups.setdefault(mark, Group()).append(cell)
            regions.spans.setdefault(mark, span)
        elif mark not in (".", "x", "X"):
            message = f"region `{mark}` at r{row}c{column}, which is masked"
            run.diagnostics.append(Diagnostic(message, span, code="masked"))
    run.context.regions[name] = run.unit.values[name] = regions


def declare_clues(run: Elaboration, node: ClueLayout) -> None:
    """``clues NAME:`` / ``clues NAME of GRID in DOMAIN:``, or what ``--set`` or ``--givens`` say instead."""
    name, rows = node.name.id, node.rows
    run.parameters.add(name)
    found = own = [] if name in run.left_out else free_marks(rows, node.span, run.diagnostics)
    place = node.name.span
    elsewhere = []  # texts of rows
    text = run.settings.get(name, "[")
    if text.lstrip()[:1] != "[":
        elsewhere.append(Source(f"--set {name}", text).span(0, len(text)))
    elif name in run.settings:
        (found, place), rows = _listed_clues(run, name), ()
    if isinstance(run.extra_givens, Source):
        elsewhere += [part for named, part in parts_of(run.extra_givens) if named and named.text == name]
    for part in elsewhere:
        shape = (len(found), len(found[0])) if found else None
        rows = tuple(rows_of(part, shape))
        found = free_marks(rows, part, run.diagnostics)
    if node.domain is not None:
        domain = run.value(node.domain)
        span = node.domain.span
        run.diagnostics += at(span, unknown_marks, name, domain, span.text, found, rows, place)
    run.clues[name] = node.grid
    run.clues_written[name] = None if found is own else written_rows(found)
    run.unit.values[name] = ClueMap(name, node.grid.id if node.grid else None, found, run.context.grids)


def _listed_clues(run: Elaboration, name: str) -> tuple[list[list[Value]], Span]:
    """Clues that ``--set`` gives as a list of lists, and where. Written as a layout, they have to say the same."""
    node = _setting(run, name)
    rows = run.value(node)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        raise unfit("clues are rows of one length", rows, code="layout").at(node.span)
    spaced = [[*row, None] for row in rows]  # in a row of two marks and more, blanks divide them
    text = "\n".join(written_rows(spaced))
    if free_marks(rows_of(Source("", text).span(0, len(text)), None), node.span, []) != spaced:
        message = "clues are rows of one length, each clue a number, a short text, `none`, or a list of such"
        raise failure(message, node.span, code="layout")
    return rows, node.span


def check_clues(run: Elaboration) -> None:
    """That the grids of clues exist, once all have been declared."""
    for named in filter(None, run.clues.values()):
        _grid(run, named, named.span)


# ── objective and show ───────────────────────────────────────────────────────────────────────────


def set_objective(run: Elaboration, node: ObjectiveStatement) -> None:
    """``maximize expression`` / ``minimize expression``."""
    if run.objective:
        helps = ("add the two, with weights: `maximize 10 * a + b`",)
        notes = (Note("the first one", run.objective.span),)
        raise failure("a model has at most one objective", node.span, "", helps, notes, "objective")
    expression = at(node.expression.span, ops.expression, run.value(node.expression), run.context)
    run.objective = Objective(node.maximize, expression, node.span)
    origin = Origin(node.span, "objective", f"{node.span.text} is defined", kind=Kind.OBJECTIVE)
    run.requirements += [Requirement(holds, origin) for holds in ops.defined((expression,), run.context)]


def add_shown(run: Elaboration, node: Show) -> None:
    """``show expr, …``."""
    budget = run.context.budget

    def item(value: Value) -> Affine | Boolean | str:
        """What cells decide as it is, a known value as text, with its characters counted."""
        if isinstance(value, Affine) or is_decided_boolean(value):
            return value  # type: ignore[no-any-return]
        text = shown(value, run.context.variables, budget.text_room())
        budget.allocate(len(text) * A_CHARACTER)
        return text

    items = []
    for node_of in node.items:
        value = run.value(node_of)
        if isinstance(value, GridValue):
            value = value.cells()
        parts = _flatten(value) if isinstance(value, list) and not is_static(value) else [value]
        budget.step(len(parts) - 1)
        found = parts if isinstance(value, str) else map(item, parts)
        items += [Shown(part, node_of.span.text) for part in found]
    run.shown.append(tuple(items))


def _flatten(value: Value) -> list[Value]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _flatten(item)]
    return [value]


DECLARATIONS: dict[type, Callable[[Elaboration, Any], None]] = {
    Metadata: keep_metadata,
    Genre: take_genre,
    Param: declare_parameter,
    Let: declare_value,
    GridDeclaration: declare_grid,
    EdgesDeclaration: declare_edges,
    VariableDeclaration: declare_variables,
    Mask: apply_mask,
    Givens: apply_givens,
    Regions: declare_regions,
    ClueLayout: declare_clues,
    ObjectiveStatement: set_objective,
    Show: add_shown,
}
"""What each kind of statement does."""
