"""Statements that declare something or say what to do with the answer; all of the outermost level only.

Each is a function of the elaboration that runs it and the statement; `DECLARATIONS` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError, failure, replacing
from puzzledsl.domain import Domain
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.fault import Fault, at, unfit
from puzzledsl.elaboration.givens import given_twice, givens_of, parts_of, rows_of
from puzzledsl.elaboration.layouts import PlacedGiven, free_marks, given_marks, is_mark, marks, written_rows
from puzzledsl.elaboration.limits import A_CELL, A_CHARACTER, AN_ITEM
from puzzledsl.elaboration.slips import range_meant
from puzzledsl.elaboration.value_text import kind_of, shown
from puzzledsl.elaboration.values import (
    ClueMap,
    GridValue,
    Group,
    RegionMap,
    Value,
    is_decided_boolean,
    is_number,
    is_static,
)
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted
from puzzledsl.model import Cell, Kind, Objective, Origin, Requirement, Shown, Variable, given
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    Binary,
    ClueLayout,
    Expression,
    Givens,
    GridDeclaration,
    Let,
    Mask,
    Metadata,
    Name,
    Param,
    Regions,
    Rule,
    Show,
    Statement,
    VariableDeclaration,
)
from puzzledsl.syntax import Objective as ObjectiveStatement

if TYPE_CHECKING:
    from puzzledsl.elaboration.elaborate import Elaboration
    from puzzledsl.expressions import Boolean


def names_of(node: Statement | None) -> tuple[Name, ...]:
    """What a statement defines."""
    match node:
        case Let() | Param() | Regions() | ClueLayout() | GridDeclaration() | Rule():
            return (node.name,)
        case VariableDeclaration():
            return node.names
    return ()


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
    if len(node.sizes) != 2:
        message = f"a grid has a height and a width, not {counted(len(node.sizes), 'size')}"
        match node.sizes:
            case [Binary("*", left, right, span)]:
                meant = f"{left.span.text}, {right.span.text}"
                raise failure(message, span, f"write `{meant}`", code="size", fixes=replacing(span, meant))
        place = node.sizes[0].span.to(node.sizes[-1].span)
        raise failure(message, place, "", ("a single row is `grid name[1, 9] in …`",), code="size")
    sizes = []
    for size in node.sizes:
        value = run.value(size)
        if type(value) is not int or value < 1:
            raise unfit("a size is a whole number from 1", value, code="size").at(size.span)
        sizes.append(value)
    height, width = sizes
    domain = _domain(run, node.domain)
    run.context.budget.check("variables", len(run.context.variables) + height * width)
    run.context.budget.step(A_CELL * height * width)
    _add_grid(run, GridValue(node.name.id, height, width, domain, (), node.span, {}), frozenset())


def _add_grid(run: Elaboration, grid: GridValue, masked: frozenset[Cell]) -> None:
    """A grid like this one, with a variable for each of its places that is not masked."""
    context, name = run.context, grid.name
    is_main = name in list(context.grids)[:1] or not context.grids
    numbers: list[tuple[int | None, ...]] = []
    for r in range(1, grid.height + 1):
        row: list[int | None] = []
        for c in range(1, grid.width + 1):
            row.append(None if (r, c) in masked else len(context.variables))
            if row[-1] is not None:
                label = f"r{r}c{c}" if is_main else f"{name}[{r}, {c}]"
                context.variables.append(Variable(label, grid.domain, name, (r, c)))
        numbers.append(tuple(row))
    made = GridValue(name, grid.height, grid.width, grid.domain, tuple(numbers), grid.span, {})
    context.grids[name] = run.unit.values[name] = made


def _domain(run: Elaboration, node: Expression | None) -> Domain:
    if node is None:
        return Domain.range(0, 1)
    slip = range_meant(node)
    if slip is not None:
        raise PuzzleError([slip])
    value, place = run.value(node), node.span
    wrong = [v for v in value if type(v) is not int] if isinstance(value, (frozenset, list)) else []
    if wrong:
        label = "write the range without brackets" if isinstance(wrong[0], range) else ""
        raise unfit("a domain holds whole numbers", wrong[0], label, code="domain").at(place)
    if not isinstance(value, (range, frozenset, list)):
        raise unfit("a domain is a set of whole numbers such as `1..9` or `{1, 3, 5}`", value, code="domain").at(place)
    domain = Domain.range(value.start, value.stop - 1) if isinstance(value, range) else Domain.of(value)
    if not domain:
        _refuse_reversed(node)
        raise failure("the domain is empty: it has no value for any cell", place, code="domain")
    if max(abs(domain.lo), abs(domain.hi)) > 10**15:
        message = "a domain reaches to 10^15 at most: beyond, a solver does not compute exactly"
        raise failure(message, place, code="domain")
    return domain


def _refuse_reversed(node: Expression) -> None:
    """``9..1`` for a domain."""
    if isinstance(node, Binary) and node.op == "..":
        meant = f"{node.right.span.text}..{node.left.span.text}"
        label, fixes = f"the smaller value comes first: write `{meant}`", replacing(node.span, meant)
        raise failure("this range is empty: it goes down", node.span, label, code="domain", fixes=fixes)


def declare_variables(run: Elaboration, node: VariableDeclaration) -> None:
    """``var total in 0..45``, ``var hours in real 0..24``."""
    context = run.context
    domain = Domain(()) if node.real else _domain(run, node.domain)
    bounds = _real_bounds(run, node.domain) if node.real else None
    context.budget.check("variables", len(context.variables) + len(node.names))
    for name in node.names:
        number = len(context.variables)
        context.variables.append(Variable(name.id, domain, bounds=bounds))
        context.declared[number] = name.span
        run.unit.values[name.id] = Affine(((number, 1),), 0)


def _real_bounds(run: Elaboration, node: Expression | None) -> tuple[Fraction | None, Fraction | None]:
    if node is None:
        return None, None
    if not (isinstance(node, Binary) and node.op == ".."):
        message = "a real variable ranges between two numbers, as in `real 0..24`"
        raise failure(message, node.span, code="domain")
    ends = []
    for end in (node.left, node.right):
        value = run.value(end)
        if not is_number(value):
            raise unfit("a bound is a known number", value, code="domain").at(end.span)
        ends.append(Fraction(value))
    if ends[0] > ends[1]:
        _refuse_reversed(node)
    return ends[0], ends[1]


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


def apply_mask(run: Elaboration, node: Mask) -> None:
    """``mask:``: takes cells out of a grid that nothing has used yet."""
    context, before = run.context, run.previous
    latest = list(context.grids.values())[-1:] if node.grid is None else []
    grid = latest[0] if latest else _grid(run, node.grid, node.span)
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
    before_it = len(context.variables)
    _add_grid(run, grid, frozenset(masked))
    if len(context.variables) == before_it:
        raise Fault(f"the mask leaves no cell of `{grid.name}`", code="mask")


def apply_givens(run: Elaboration, node: Givens) -> None:
    """``givens:``."""
    _give(run, given_marks(node.rows, _grid(run, node.grid, node.span), node.span, run.diagnostics))


def apply_extra_givens(run: Elaboration) -> None:
    """Givens from the call: one text of marks, or rows of them; of further grids behind their names."""
    givens = run.extra_givens
    if givens is None:
        return
    source = givens if isinstance(givens, Source) else givens(tuple(run.context.grids.values()))
    for name, part in list(parts_of(source)) or [(None, source.span(0, len(source.text)))]:
        if name is None or name.text not in run.clues:
            grid = _grid(run, None if name is None else Name(name.text, name), part)
            _give(run, givens_of(source, grid, run.diagnostics, part))


def _give(run: Elaboration, givens: Iterable[PlacedGiven]) -> None:
    variables = run.context.variables
    for number, value, span in givens:
        earlier = run.givens.setdefault(number, (value, span))
        if earlier[0] != value and run.allow_clashes:
            run.requirements.append(given(variables, number, value, span))
        elif earlier[0] != value:
            run.diagnostics.append(given_twice(variables[number], value, span, earlier))


def declare_regions(run: Elaboration, node: Regions) -> None:
    """``regions NAME:`` / ``regions NAME of GRID:``."""
    name, grid = node.name.id, _grid(run, node.grid, node.span)
    regions = RegionMap(name, grid.name, {}, {}, {})
    for row, column, mark, span in marks(node.rows, grid.height, grid.width, node.span, run.diagnostics):
        cell = grid.at(row, column)
        if cell is not None and mark != ".":
            regions.groups.setdefault(mark, Group()).append(cell)
            regions.places.setdefault(mark, []).append((row, column))
            regions.spans.setdefault(mark, span)
        elif mark not in (".", "x", "X"):
            message = f"region `{mark}` at r{row}c{column}, which is masked"
            run.diagnostics.append(Diagnostic(message, span, code="masked"))
    run.context.regions[name] = run.unit.values[name] = regions


def declare_clues(run: Elaboration, node: ClueLayout) -> None:
    """``clues NAME:`` / ``clues NAME of GRID:``, or what ``--set`` or ``--givens`` say instead."""
    name, context = node.name.id, run.context
    run.parameters.add(name)
    found = own = free_marks(node.rows, node.span, run.diagnostics)
    elsewhere = []  # texts of rows
    if name in run.settings:
        text = run.settings[name]
        if text.lstrip()[:1] == "[":
            found = _listed_clues(run, name)
        else:
            elsewhere.append(Source(f"--set {name}", text).span(0, len(text)))
    if isinstance(run.extra_givens, Source):
        elsewhere += [part for named, part in parts_of(run.extra_givens) if named and named.text == name]
    for part in elsewhere:
        shape = (len(found), len(found[0])) if found else None
        found = free_marks(rows_of(part, shape), part, run.diagnostics)
    count = sum(map(len, found))
    context.budget.check("items", count)
    context.budget.allocate(count * AN_ITEM)
    run.clues[name] = node.grid
    run.clues_written[name] = None if found is own else written_rows(found)
    run.unit.values[name] = ClueMap(name, node.grid.id if node.grid else None, found, context.grids)


def _listed_clues(run: Elaboration, name: str) -> list[list[Value]]:
    """Clues from ``--set`` as a list of lists."""
    node = _setting(run, name)
    value = run.value(node)
    rows = value if isinstance(value, list) and value else []
    if not rows or not all(isinstance(row, list) and row and len(row) == len(rows[0]) for row in rows):
        raise unfit("clues are rows of one length", value, code="layout").at(node.span)
    for item in (item for row in rows for item in row):
        if not is_mark(item):
            message = f"a clue is a number, a short text, `none`, or a list of such, not {kind_of(item)}"
            raise failure(message, node.span, code="layout")
    return rows


def check_clues(run: Elaboration) -> None:
    """That the grids of clues exist, once all have been declared."""
    for named in filter(None, run.clues.values()):
        _grid(run, named, named.span)


# ── objective and show ───────────────────────────────────────────────────────────────────────────


def set_objective(run: Elaboration, node: ObjectiveStatement) -> None:
    """``maximize expression`` / ``minimize expression``."""
    if run.objective is not None:
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
        text = shown(value, run.context, budget.text_room())
        budget.allocate(len(text) * A_CHARACTER)
        return text

    items = []
    for node_of in node.items:
        value = run.value(node_of)
        if isinstance(value, GridValue):
            value = value.cells()
        parts = _flatten(value) if isinstance(value, list) and not is_static(value) else [value]
        budget.step(len(parts) - 1)
        found = [value] if isinstance(value, str) else map(item, parts)
        items += [Shown(part, node_of.span.text) for part in found]
    run.shown.append(tuple(items))


def _flatten(value: Value) -> list[Value]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _flatten(item)]
    return [value]


DECLARATIONS: dict[type, Callable[[Elaboration, Any], None]] = {
    Metadata: keep_metadata,
    Param: declare_parameter,
    Let: declare_value,
    GridDeclaration: declare_grid,
    VariableDeclaration: declare_variables,
    Mask: apply_mask,
    Givens: apply_givens,
    Regions: declare_regions,
    ClueLayout: declare_clues,
    ObjectiveStatement: set_objective,
    Show: add_shown,
}
"""What each kind of statement does."""
