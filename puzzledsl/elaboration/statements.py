"""Statements: compiled to closures that add requirements, either to the model or to the rule that they stand in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeGuard

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.calling import DRAWS, usage
from puzzledsl.elaboration.compiler import ExpressionCompiler
from puzzledsl.elaboration.context import Context, Part, RuleCall, value_of
from puzzledsl.elaboration.drawing import (
    ALONG,
    TOUCHING,
    begun_in_touch,
    decided_arguments,
    draw,
    drawn,
    is_place,
)
from puzzledsl.elaboration.evaluation import Code, Frame, known, poisoned
from puzzledsl.elaboration.fault import Fault, at
from puzzledsl.elaboration.kinds import is_boolean, is_cell, is_decided_boolean, is_list
from puzzledsl.elaboration.limits import A_DEMAND
from puzzledsl.elaboration.scope import Scope, names_of
from puzzledsl.elaboration.sentences import bound_cell, constraint_sentence, in_one_line
from puzzledsl.elaboration.slips import (
    cells_advice,
    commas,
    function_as_rule,
)
from puzzledsl.elaboration.suggestions import about
from puzzledsl.elaboration.unknowns import UNKNOWNS, parts_of
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import SEQUENCES, Builtin, Function, GridValue, RegionMap, Value
from puzzledsl.expressions import Affine, Compare
from puzzledsl.model import touch
from puzzledsl.records import replace
from puzzledsl.source import Span
from puzzledsl.syntax import (
    Call,
    Clue,
    Constraint,
    Draw,
    EdgesDeclaration,
    Expression,
    For,
    GridDeclaration,
    If,
    Let,
    Name,
    Rule,
    Statement,
    VariableDeclaration,
)

if TYPE_CHECKING:
    from puzzledsl.elaboration.elaborate import Elaboration

Unknown = GridDeclaration | EdgesDeclaration | VariableDeclaration
"""What declares unknowns, at the outermost level or in a rule."""

Action = Callable[[Frame], None]


class StatementCompiler(ExpressionCompiler):
    """Compiles blocks. At the outermost level the elaboration takes each requirement with its origin; in a rule
    they are collected into the rule's conjunction."""

    def block(self, statements: tuple[Statement, ...], scope: Scope, root: Elaboration | None) -> Action:
        """The code of a block; rules and functions in it are known from its start."""
        self._declare(statements, scope)
        self.level += 2  # a round of a loop takes twice as much of the stack as an operation
        definitions = [(scope.functions[s.name.id], self.function(s, scope)) for s in statements if is_definition(s)]
        actions = [self.statement(s, scope, root) for s in statements if not is_definition(s)]
        self.level -= 2

        def run(frame: Frame) -> None:
            for slot, make in definitions:
                frame[slot] = make(frame)
            for action in actions:
                action(frame)

        return run

    def _declare(self, statements: tuple[Statement, ...], scope: Scope) -> None:
        """Slots for the names of a block, so that its functions may read values defined further down."""
        for node in statements:
            if is_definition(node):
                scope.declare(scope.functions, node.name.id)
            elif isinstance(node, Let | Unknown):
                for name in names_of(node):
                    scope.own_value(name.id)
            elif isinstance(node, If):
                self._declare(node.yes + node.no, scope)

    def statement(self, node: Statement, scope: Scope, root: Elaboration | None) -> Action:
        """The code of one statement that may stand in a block."""
        compiled, is_unknown = IN_BLOCKS.get(type(node)), isinstance(node, Unknown)
        if compiled and not (is_unknown and root):
            return compiled(self, node, scope, root)
        message = f"`{node.span.text.split()[0].rstrip(':')}` belongs at the outermost level"
        label = "or in a rule" if is_unknown else "not inside a block"
        self.diagnostics.append(Diagnostic(message, node.span, label, code="nesting"))
        return poisoned

    def function(self, node: Rule | Let, scope: Scope) -> Callable[[Frame], Function]:
        """A rule or function: what makes it, given the values around it."""
        inner = Scope(scope, node.name.id)
        parameters = node.parameters or ()
        noted: set[int] = set()
        self.uses.append(noted)
        outer = self.level, self.height
        self.level = self.height = 0
        found: list[Code | None] = []
        for parameter in parameters:
            found.append(None if parameter.default is None else self.expression(parameter.default, inner))
            inner.declare(inner.values, parameter.name.id)
        defaults, slots = tuple(found), tuple(inner.values.maps[0].values())
        inner.arguments = (*slots[1:], *inner.arguments)
        before = len(self.diagnostics)
        is_rule, is_library = isinstance(node, Rule), self.unit.is_library
        if isinstance(node, Rule):
            run = self._rule_body(self.block(node.body, inner, None))
        else:
            run = self._whole(node.value, inner)
        height, (self.level, self.height) = self.height + 1, outer
        self.uses.pop()
        if len(self.diagnostics) > before:
            run = poisoned  # Reported already; a call must not report it again.
        uses, takes_rest = frozenset(noted), any(parameter.variadic for parameter in parameters)
        signature = node.name.id, is_rule, parameters, slots, defaults, run
        return lambda frame: Function(*signature, frame, uses, node.span, is_library, takes_rest, height)

    def _rule_body(self, body: Action) -> Code:
        context = self.context

        def run(frame: Frame) -> Value:
            outer, parts = context.demands, context.demanded
            demands: list[Part] = []
            context.demands, context.demanded = demands, 0
            try:
                body(frame)
            finally:
                context.demands, context.demanded = outer, parts
            return demands

        return run

    # ── constraints and clues ────────────────────────────────────────────────────────────────────

    def _whole(self, node: Expression, scope: Scope) -> Code:
        """What comes of a statement: only a call that is all of it draws; not one inside ``or`` or ``not``."""
        return self.call(node, scope, True) if isinstance(node, Call) else self.undrawn(node, scope)

    def _constraint(self, node: Constraint, scope: Scope, root: Elaboration | None) -> Action:
        code, span = self._whole(node.expression, scope), node.expression.span
        text, slots = in_one_line(node.span.text, scope.values if root else {})
        is_name = isinstance(node.expression, Name)

        def run(frame: Frame) -> None:
            value = code(frame)
            if is_name and isinstance(value, Function) and value.is_rule and not value.required:
                value = self.apply(value, [], (), span, (), frame[DRAWS])  # a rule written alone: `anti_knight`
            part = at(span, as_requirement, value, self.context)
            if root:
                bindings = {name: frame[slot] for name, slot in slots.items() if slot in frame}
                root.require_constraint(
                    node, constraint_sentence(text, bindings, self.context), part, bound_cell(bindings, self.context)
                )
            else:
                self._collect(part, span)

        return run

    def _clue(self, node: Clue, scope: Scope, root: Elaboration | None) -> Action:
        before = len(self.diagnostics)
        callee = self.callee(node.name, scope, clue=True)
        known = len(self.diagnostics)
        arguments, names = self.arguments(node, scope)
        if known > before:
            # What the arguments of an unknown rule should be is not known, either.
            self.diagnostics[known:] = [d for d in self.diagnostics[known:] if d.label]
        groups = [(self.expression(g, scope), g.span) for g in node.groups]
        self._advise(known, helps=about(node.name.id))
        argument_spans = tuple(a.span for a in node.arguments)
        names = (None, *names) if names else ()
        context, is_library = self.context, self.unit.is_library
        whole = len(node.groups) == 1

        def run(frame: Frame) -> None:
            function = callee(frame)
            if isinstance(function, Builtin) and function.gives == "Value":
                raise PuzzleError([function_as_rule(function.name, node.name.span)])
            given = arguments(frame)
            marks, idle, single = len(context.marks), True, False
            try:
                values = [code(frame) for code, _ in groups]
                single = not whole and all(map(is_cell, values))
                for value, (_, span) in zip(values, groups, strict=True):
                    parts = at(span, groups_of, value, node.name.id)
                    place = node.span if whole else span
                    for group in parts:
                        result = self.apply(
                            function, [group, *given], names, place, (span, *argument_spans), frame[DRAWS]
                        )
                        part = at(place, as_requirement, result, context)
                        idle = idle and value_of(part) is True
                        if root:
                            root.require_clue(node, place, given, group, part)
                        else:
                            self._collect(part, span)
            except PuzzleError as error:
                if not single:
                    raise
                advice = commas(node)
                change = {"helps": (f"{advice.label}; {advice.helps[0]}",), "fixes": advice.fixes}
                told = [replace(d, **change) if d.code == "impossible" else d for d in error.diagnostics]
                raise PuzzleError(told) from None
            # A text of the library's stands in the middle of several cells.
            along = (*ALONG, "text") if isinstance(function, Function) and function.is_of_library else ALONG
            of_several = any(mark.kind in along for mark in context.marks[marks:])
            if single and not is_library and (idle or of_several):
                context.warn(commas(node))

        return run

    def _advise(self, known: int, label: str = "", helps: tuple[str, ...] = ()) -> None:
        """Adds advice to the messages from the number ``known`` on about names that nothing resembles."""
        for number, diagnostic in enumerate(self.diagnostics[known:], known):
            if diagnostic.code == "unknown-name" and not diagnostic.label and diagnostic.span is not None:
                text = label.format(diagnostic.span.text)
                self.diagnostics[number] = replace(diagnostic, label=text, helps=helps or diagnostic.helps)

    def _collect(self, part: Part, span: Span) -> None:
        """What a statement of a rule demands becomes a part of the rule."""
        context = self.context
        context.demands.append(part)
        holds = value_of(part)
        try:
            context.budget.step(A_DEMAND)
            context.budget.constraint()
            if type(holds) is Compare:  # a rule that grows too large ends here, not when all of it is made
                context.demanded += ops.parts(holds, context)
                context.budget.parts(context.demanded)
        except Fault as fault:
            raise fault.at(span) from None

    # ── control ──────────────────────────────────────────────────────────────────────────────────

    def _for(self, node: For, scope: Scope, root: Elaboration | None) -> Action:
        loops, inner = self.loops(node.loops, node.condition, scope)
        body = self.block(node.body, inner, root)
        return lambda frame: self.run_loops(loops, frame, body)

    def _if(self, node: If, scope: Scope, root: Elaboration | None) -> Action:
        condition = self.undrawn(node.condition, scope)
        yes, no = self.block(node.yes, scope, root), self.block(node.no, scope, root)
        span, context = node.condition.span, self.context
        draws_only = all(isinstance(inner, Draw) for inner in (*node.yes, *node.no))
        argument_slots = scope.arguments

        def run(frame: Frame) -> None:
            holds = condition(frame)
            if draws_only and is_decided_boolean(holds) and decided_arguments(frame, argument_slots):
                chosen = no if node.no else yes  # the general case, which stands last
            else:
                chosen = yes if known(holds, span, context, "if") else no
            chosen(frame)

        return run

    def _let(self, node: Let, scope: Scope, _: Elaboration | None) -> Action:
        value = self._whole(node.value, scope)
        slot = scope.own_value(node.name.id)

        def run(frame: Frame) -> None:
            frame[slot] = value_of(value(frame))

        return run

    def _unknowns(self, node: Unknown, scope: Scope, _: Elaboration | None) -> Action:
        """``grid``, ``edges`` or ``var`` in a rule: new unknowns for each call."""
        rule, context = scope.rule, self.context
        codes = {id(part): self.expression(part, scope) for part in parts_of(node)}
        slots = [scope.own_value(name.id) for name in names_of(node)]

        def run(frame: Frame) -> None:
            named = "this" if rule.startswith("_") else f"the rule `{rule}`"
            if not frame[DRAWS]:
                raise Fault(
                    f"{named} has unknowns of its own, so it is a statement and no condition",
                    label="declared here, for each call anew",
                    helps="state the rule alone on its line: under `not`, `or` or in a count it says nothing",
                    code="unknowns",
                ).at(node.span)
            found = UNKNOWNS[type(node)](node, lambda part: codes[id(part)](frame), context, rule)
            frame.update(zip(slots, found if isinstance(found, list) else [found], strict=True))

        return run

    def _draw(self, node: Draw, scope: Scope, _: Elaboration | None) -> Action:
        known = len(self.diagnostics)
        arguments = [(a.name, self.expression(a.value, scope)) for a in node.arguments]
        self._advise(known, 'a text or colour stands in quotes: `"{}"`')
        spans = (*(a.span for a in node.arguments), node.mark.span)
        context = self.context
        slots = scope.arguments

        def run(frame: Frame) -> None:
            if not frame[DRAWS]:
                return
            try:
                found = [(name, drawn(code, frame, slots, context)) for name, code in arguments]
                mark = draw(node.mark.id, found, context)
                if self.unit.is_library and mark is not None and mark.kind in TOUCHING:
                    mark = begun_in_touch(mark, context.marks[-2] if len(context.marks) > 1 else None)
                    context.marks[-1] = replace(mark, jumps=not all(touch(a, b) for a, b in pairwise(mark.cells)))
            except Fault as fault:
                raise fault.at(node.span, spans) from None

        return run


IN_BLOCKS: dict[type, Callable[[StatementCompiler, Any, Scope, Elaboration | None], Action]] = {
    Constraint: StatementCompiler._constraint,
    Clue: StatementCompiler._clue,
    For: StatementCompiler._for,
    If: StatementCompiler._if,
    Let: StatementCompiler._let,
    Draw: StatementCompiler._draw,
    GridDeclaration: StatementCompiler._unknowns,
    EdgesDeclaration: StatementCompiler._unknowns,
    VariableDeclaration: StatementCompiler._unknowns,
}
"""The statements that may stand in a block, and what compiles them."""


def groups_of(value: Value, name: str) -> list[Value]:
    """The groups that the cells of a clue stand for: a cell is a list of one, a list of lists counts as its lists.

    Args:
        name: of its rule.

    Raises:
        Fault: it is nothing of the kind.
    """
    if isinstance(value, RegionMap):
        return list(value.groups.values())
    if is_cell(value):
        return [[value]]
    if isinstance(value, GridValue):
        return [value.cells()]
    if is_list(value):
        if value and all(map(is_place, value)):
            label = "a cell is written by its row and column, as in `r1c1`"
            raise Fault("cells are needed here, not pairs of numbers", label)
        if value and all(isinstance(item, SEQUENCES) for item in value):
            return [list(item) if isinstance(item, tuple) else item for item in value]
        return [value]
    label, meant = cells_advice(value)
    helps: tuple[str, ...] = ("a run of cells is written `r1c1..r1c3`",) if isinstance(value, Affine) else ()
    if isinstance(value, int):
        helps = (
            f"an argument belongs before the colon: `{name} {value}: r1c1 r1c2`",
            f"a rule that is not about cells is called: `{name}({value})`",
        )
    raise Fault(f"a clue applies to cells, not to {kind_of(value)}", label, helps, meant=meant)


def as_requirement(value: Value, context: Context) -> Part:
    """What comes of a statement as something that must hold.

    Raises:
        Fault: it is no Boolean.
    """
    if isinstance(value, RuleCall) or is_boolean(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, list) and value and all(map(is_boolean, value)):
        advice = "`all(…)` if all must hold, `any(…)` if one must"
        raise Fault("this is a list of conditions, not a condition", helps=advice)
    if isinstance(value, Function) and value.is_rule:
        helps = (f"a clue is written with a colon and cells: `{usage(value)}`", *about(value.name)[1:])
        raise Fault(f"the rule `{value.name}` is named, but not applied to any cells", helps=helps)
    if isinstance(value, int) or (isinstance(value, Affine) and not ops.is_zero_one(value, context)):
        raise Fault(f"a statement must be a condition; this is {kind_of(value)}", helps=ops.COMPARE)
    return ops.truth(value, context)


def is_definition(node: Statement) -> TypeGuard[Rule | Let]:
    """A rule or function: known in its whole block, wherever it stands."""
    return isinstance(node, Rule) or (isinstance(node, Let) and node.parameters is not None)
