"""Statements that declare something or say what to do with the answer; all of the outermost level only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.calling import call
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, at, unfit
from puzzledsl.elaboration.givens import GivensOf, PlacedGiven, given_twice, givens_of, parts_of, rows_of
from puzzledsl.elaboration.layouts import free_marks, given_marks, is_mark, marks, written_rows
from puzzledsl.elaboration.library_unit import LibraryUnit
from puzzledsl.elaboration.limits import A_CHARACTER, AN_ITEM, Budget
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.statements import StatementCompiler
from puzzledsl.elaboration.unknowns import new_grid, new_variables
from puzzledsl.elaboration.value_text import kind_of, shown
from puzzledsl.elaboration.values import (
    ClueMap,
    GridValue,
    Group,
    RegionMap,
    Value,
    is_decided_boolean,
    is_static,
)
from puzzledsl.expressions import Affine, Boolean, constant
from puzzledsl.intervals import interval
from puzzledsl.model import Grid, Kind, Objective, Origin, Requirement, Shown, given
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    ClueLayout,
    Expression,
    Givens,
    GridDeclaration,
    LayoutRow,
    Mask,
    Name,
    Param,
    Regions,
    Show,
    Statement,
    VariableDeclaration,
)
from puzzledsl.syntax import Objective as ObjectiveStatement


class Declarations:
    """The part of an elaborator that handles declarations."""

    def __init__(
        self,
        diagnostics: list[Diagnostic],
        settings: dict[str, str],
        givens: Source | GivensOf | None,
        budget: Budget,
        allow_clashes: bool,
    ) -> None:
        self.diagnostics = diagnostics
        self.settings = settings
        self.extra_givens = givens
        self.allow_clashes = allow_clashes
        self.context = Context(budget)
        self.context.call = partial(call, self.context)
        library = LibraryUnit(self.context, diagnostics)
        self.unit = Unit(library.find, library.names)
        self.compiler = StatementCompiler(self.context, self.unit, diagnostics)
        self.scope = Scope()
        self.frame: dict[int, Value] = {}
        self.parameters: set[str] = set()
        self.givens: dict[int, tuple[int, Span]] = {}
        self.requirements: list[Requirement] = []
        self.previous: Statement | None = None
        self.shown: list[tuple[Shown, ...]] = []
        self.objective: Objective | None = None
        self.clues: dict[str, Name | None] = {}
        self.clues_written: dict[str, tuple[str, ...] | None] = {}

    def compiled(self, node: Expression) -> Callable[[], Value]:
        """The value of an expression at the outermost level.

        Raises:
            PuzzleError: it names something unknown (then the mistake is among the diagnostics already).
        """
        before = len(self.diagnostics)
        code = self.compiler.expression(node, self.scope)
        if len(self.diagnostics) > before:
            found = self.diagnostics[before:]
            del self.diagnostics[before:]
            raise PuzzleError(found)
        return lambda: code(self.frame)

    # ── constants, grids, variables ──────────────────────────────────────────────────────────────

    def declare_parameter(self, node: Param) -> None:
        """``param n = 9``, or what the command line says."""
        from puzzledsl.reading import read_expression

        name = node.name.id
        self.parameters.add(name)
        value_node: Expression | None = node.value
        if name in self.settings:
            value_node, mistakes = read_expression(Source(f"--set {name}", self.settings[name]))
            if value_node is None or mistakes:
                raise PuzzleError(mistakes)
        assert value_node is not None
        value = self.compiled(value_node)()
        if not is_static(value):
            raise unfit("a parameter is a known value", value, code="static").at(value_node.span)
        self.unit.values[name] = value

    def declare_grid(self, node: GridDeclaration) -> None:
        """``grid cell[9, 9] in 1..9``."""
        grid = new_grid(node, self._evaluate, self.context)
        self.context.grids[grid.name] = self.unit.values[grid.name] = grid

    def declare_variables(self, node: VariableDeclaration) -> None:
        """``var total in 0..45``, ``var hours in real 0..24``."""
        for name, variable in zip(node.names, new_variables(node, self._evaluate, self.context), strict=True):
            self.unit.values[name.id] = variable

    def _evaluate(self, node: Expression) -> Value:
        return self.compiled(node)()

    # ── layouts ──────────────────────────────────────────────────────────────────────────────────

    def _grid(self, name: Name | None, span: Span) -> GridValue:
        context = self.context
        if name is None:
            return at(span, lambda: context.main)
        grid = context.grids.get(name.id)
        if grid is None:
            known = [*context.grids, *self.clues]
            raise Fault.unknown(f"no grid is called `{name.id}`", name.id, known).at(name.span)
        return grid

    def apply_mask(self, node: Mask) -> None:
        """``mask:``: takes cells out of a grid that nothing has used yet."""
        grid = list(self.context.grids.values())[-1] if node.grid is None and self.context.grids else self._grid(
            node.grid, node.span
        )  # fmt: skip
        before = self.previous
        if not isinstance(before, GridDeclaration) or before.name.id != grid.name:
            raise Fault(
                f"a mask must directly follow its grid; something else is between `grid {grid.name}` and this one",
                code="mask",
            )
        keep = [[True] * grid.width for _ in range(grid.height)]
        for row, column, mark, span in marks(node.rows, grid.height, grid.width, node.span, self.diagnostics):
            if mark in ("x", "X"):
                keep[row - 1][column - 1] = False
            elif mark not in (".", "_"):
                self.diagnostics.append(
                    Diagnostic(f"`{mark}` in a mask", span, "write `x` for no cell and `.` for a cell", code="mask")
                )
        first = grid.numbers[0][0]
        assert first is not None
        old = self.context.variables[first:]
        del self.context.variables[first:]
        for r in range(grid.height):
            for c in range(grid.width):
                if keep[r][c]:
                    grid.numbers[r][c] = len(self.context.variables)
                    self.context.variables.append(old[r * grid.width + c])
                else:
                    grid.numbers[r][c] = None
        if len(self.context.variables) == first:
            raise Fault(f"the mask leaves no cell of `{grid.name}`", code="mask")

    def apply_givens(self, node: Givens) -> None:
        """``givens:``."""
        self._give(node.rows, self._grid(node.grid, node.span), node.span)

    def apply_extra_givens(self, givens: Source | GivensOf | None) -> None:
        """Givens from the call: one text of marks, or rows of them; of further grids behind their names."""
        if givens is None:
            return
        source = givens if isinstance(givens, Source) else givens(tuple(self.context.grids.values()))
        for name, part in list(parts_of(source)) or [(None, source.span(0, len(source.text)))]:
            if name is not None and name.text in self.clues:
                continue
            grid = self._grid(None if name is None else Name(name.text, name), part)
            self._take(givens_of(source, grid, self.diagnostics, part))

    def _give(self, rows: tuple[LayoutRow, ...], grid: GridValue, header: Span) -> None:
        for row, column, value, span in given_marks(rows, grid, header, self.diagnostics):
            number = grid.numbers[row - 1][column - 1]
            assert number is not None
            self._take([(number, value, span)])

    def _take(self, givens: Iterable[PlacedGiven]) -> None:
        for number, value, span in givens:
            earlier = self.givens.setdefault(number, (value, span))
            if earlier[0] != value and self.allow_clashes:
                self.requirements.append(given(self.context.variables, number, value, span))
            elif earlier[0] != value:
                self.diagnostics.append(given_twice(self.context.variables[number], value, span, earlier))

    def declare_regions(self, node: Regions) -> None:
        """``regions NAME:`` / ``regions NAME of GRID:``."""
        grid = self._grid(node.grid, node.span)
        groups: dict[str, Group] = {}
        spans: dict[str, Span] = {}
        before = len(self.diagnostics)
        for row, column, mark, span in marks(node.rows, grid.height, grid.width, node.span, self.diagnostics):
            if mark == ".":
                continue
            cell = grid.at(row, column)
            if cell is None:
                if mark not in ("x", "X"):
                    self.diagnostics.append(
                        Diagnostic(f"region `{mark}` at r{row}c{column}, which is masked", span, code="masked")
                    )
                continue
            groups.setdefault(mark, Group()).append(cell)
            spans.setdefault(mark, span)
        if len(self.diagnostics) > before:
            self.unit.poisoned.add(node.name.id)
            return
        self.context.regions[node.name.id] = self.unit.values[node.name.id] = RegionMap(
            node.name.id, grid.name, groups, spans
        )  # fmt: skip

    def declare_clues(self, node: ClueLayout) -> None:
        """``clues NAME:`` / ``clues NAME of GRID:``, or what ``--set`` or ``--givens`` say instead."""
        name = node.name.id
        self.parameters.add(name)
        before = len(self.diagnostics)
        found = own = free_marks(node.rows, node.span, self.diagnostics)
        if name in self.settings:
            found = self._set_clues(name, self.settings[name], found)
        for part in self._given_parts(name):
            found = self._clues_of(part, found)
        if len(self.diagnostics) > before:
            self.unit.poisoned.add(name)
            return
        count = sum(map(len, found))
        self.context.budget.items(count)
        self.context.budget.allocate(count * AN_ITEM)
        grid = None if node.grid is None else node.grid.id
        self.clues[name] = node.grid
        self.clues_written[name] = None if found is own else written_rows(found)
        self.unit.values[name] = ClueMap(name, grid, found, self.context.grids)

    def _set_clues(self, name: str, text: str, own: list[list[Value]]) -> list[list[Value]]:
        """Clues from ``--set``: rows of marks, divided by line ends or slashes, or a list of lists."""
        from puzzledsl.reading import read_expression

        source = Source(f"--set {name}", text)
        if text.lstrip()[:1] not in ("[", '"'):
            return self._clues_of(source.span(0, len(text)), own)
        node, mistakes = read_expression(source)
        if node is None or mistakes:
            raise PuzzleError(mistakes)
        value = self.compiled(node)()
        if isinstance(value, str):
            inner = Source(f"--set {name}", value)
            return self._clues_of(inner.span(0, len(value)), own)
        rows = value if isinstance(value, list) and value else []
        if not rows or not all(isinstance(row, list) and row and len(row) == len(rows[0]) for row in rows):
            raise unfit("clues are rows of one length", value, code="layout").at(node.span)
        for item in (item for row in rows for item in row):
            if not is_mark(item):
                message = f"a clue is a number, a short text, `none`, or a list of such, not {kind_of(item)}"
                raise Fault(message, code="layout").at(node.span)
        return rows

    def _clues_of(self, part: Span, own: list[list[Value]]) -> list[list[Value]]:
        return free_marks(rows_of(part, (len(own), len(own[0])) if own else None), part, self.diagnostics)

    def _given_parts(self, name: str) -> list[Span]:
        """The parts of the givens from outside that are called so."""
        if not isinstance(self.extra_givens, Source):
            return []
        return [part for named, part in parts_of(self.extra_givens) if named is not None and named.text == name]

    def check_clues(self) -> None:
        """That the grids of clues exist, once all have been declared."""
        for named in self.clues.values():
            if named is not None:
                self._grid(named, named.span)

    # ── objective and show ───────────────────────────────────────────────────────────────────────

    def set_objective(self, node: ObjectiveStatement) -> None:
        """``maximize expression`` / ``minimize expression``."""
        if self.objective is not None:
            raise Fault(
                "a model has at most one objective",
                helps=("add the two, with weights: `maximize 10 * a + b`",),
                code="objective",
            ).at(node.span, (Note("the first one", self.objective.span),))
        value = self.compiled(node.expression)()
        expression = at(node.expression.span, ops.expression, value, self.context)
        self.objective = Objective(node.maximize, expression, node.span)
        for holds in ops.defined((expression,), self.context):
            sentence = f"{node.span.text} is defined"
            origin = Origin(node.span, "objective", sentence, kind=Kind.OBJECTIVE)
            self.requirements.append(Requirement(holds, origin))

    def add_shown(self, node: Show) -> None:
        """``show expr, …``."""
        items = []
        for item in node.items:
            value = self.compiled(item)()
            text = item.span.text
            if isinstance(value, GridValue):
                value = value.cells()
            parts = [value]
            if isinstance(value, list) and not is_static(value):
                parts = _flatten(value)
                self.context.budget.step(len(parts))
            found = [value] if isinstance(value, str) else map(self._shown, parts)
            items += [Shown(part, text) for part in found]
        self.shown.append(tuple(items))

    def _shown(self, value: Value) -> Affine | Boolean | str:
        """What cells decide as it is, a known value as text, with its characters counted."""
        if isinstance(value, Affine) or is_decided_boolean(value):
            return value  # type: ignore[no-any-return]
        budget = self.context.budget
        text = shown(value, self.context, budget.text_room())
        budget.allocate(len(text) * A_CHARACTER)
        return text

    def frozen_grid(self, grid: GridValue) -> Grid:
        """The grid as the model keeps it."""
        return Grid(
            grid.name, grid.height, grid.width, grid.domain, tuple(tuple(row) for row in grid.numbers), grid.span
        )


def _flatten(value: Value) -> list[Value]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _flatten(item)]
    return [value]


__all__ = ["Declarations", "constant", "interval"]
