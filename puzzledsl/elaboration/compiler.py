"""Expressions: each syntax node becomes a Python closure once, however often a loop or rule runs it.

A closure takes the frame (slot → value) of the rule or function that it stands in. Mistakes that need no
values (unknown names) are found while compiling, also in rules that are never used.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.calling import Given, call
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, Poisoned
from puzzledsl.elaboration.indexing import attribute, index, index_all, map_key, run_of_cells
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.values import Builtin, Function, Value, is_static, iterate, kind_of, nested
from puzzledsl.expressions import Affine, Boolean, Compare
from puzzledsl.nearest import nearest
from puzzledsl.source import Span
from puzzledsl.syntax import (
    Attribute,
    Binary,
    Call,
    CellRun,
    Choice,
    Comparison,
    Comprehension,
    Constant,
    Expression,
    Group,
    Index,
    ListOf,
    Loop,
    MapOf,
    Name,
    Number,
    SetOf,
    Star,
    Text,
    TupleOf,
    Unary,
)

Frame = dict[int, Value]
Code = Callable[[Frame], Value]

CONNECTIVES: dict[str, Callable[[Boolean, Boolean, Context], Boolean]] = {
    "and": lambda a, b, _: ops.conjunction((a, b)),
    "or": lambda a, b, _: ops.disjunction((a, b)),
    "xor": lambda a, b, context: ops.negation(ops.equivalence(a, b, context), context),
    "->": ops.implication,
    "<->": ops.equivalence,
}
LARGEST_END = 10**18
ARITHMETIC: dict[str, Callable[[Value, Value, Context], Value]] = {
    "+": ops.add,
    "-": ops.subtract,
    "*": ops.multiply,
    "/": ops.divide,
    "div": ops.floor_divide,
    "mod": ops.modulo,
    "^": ops.power,
}


class ExpressionCompiler:
    """Compiles expressions of one unit (a model with what it includes, or the library).

    Attributes:
        diagnostics: what was found wrong while compiling.
    """

    def __init__(self, context: Context, unit: Unit, diagnostics: list[Diagnostic]) -> None:
        self.context = context
        self.unit = unit
        self.diagnostics = diagnostics
        self._uses: list[set[int]] = []

    def used_slots(self) -> set[int]:
        """Begins to note which local slots are read; `end_uses` ends it."""
        self._uses.append(set())
        return self._uses[-1]

    def end_uses(self) -> None:
        """Ends the innermost noting that `used_slots` began."""
        self._uses.pop()

    def _read(self, slot: int) -> int:
        for noted in self._uses:
            noted.add(slot)
        return slot

    def expression(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression. Running it may raise PuzzleError or Poisoned."""
        match node:
            case Number(value=value) | Text(value=value) | Constant(value=value):
                return lambda _: value
            case CellRun():
                return self._cells(node)
            case Name():
                return self._name(node, scope)
            case Call():
                return self._call(node, scope)
            case Index():
                return self._index(node, scope)
            case Attribute():
                base, name, span, context = self.expression(node.base, scope), node.name, node.span, self.context
                return lambda frame: _at(span, attribute, base(frame), name, context)
            case Unary():
                return self._unary(node, scope)
            case Binary():
                return self._binary(node, scope)
            case Comparison():
                return self._comparison(node, scope)
            case Choice():
                return self._choice(node, scope)
            case ListOf():
                items, span, budget = (
                    [self.expression(item, scope) for item in node.items],
                    node.span,
                    self.context.budget,
                )
                return lambda frame: _at(span, nested, [item(frame) for item in items], budget)
            case TupleOf():
                items = [self.expression(item, scope) for item in node.items]
                span, budget = node.span, self.context.budget
                return lambda frame: _at(span, nested, tuple([item(frame) for item in items]), budget)
            case SetOf():
                return self._set(node, scope)
            case MapOf():
                return self._map(node, scope)
            case Comprehension():
                return self._comprehension(node, scope)
            case Group():
                return self._group(node, scope)
        return poisoned  # A part that reading could not make sense of, and has said so.

    def loops(self, loops: tuple[Loop, ...], scope: Scope) -> tuple[list[tuple[Code, tuple[int, ...], Span]], Scope]:
        """Code of the iterables, the slots of the targets, and the scope inside the loops."""
        compiled = []
        inner = scope
        for loop in loops:
            iterable = self.expression(loop.iterable, inner)
            inner = Scope(inner)
            slots = tuple(inner.declare_value(target.id) for target in loop.targets)
            compiled.append((iterable, slots, loop.iterable.span))
        return compiled, inner

    def run_loops(
        self,
        loops: list[tuple[Code, tuple[int, ...], Span]],
        frame: Frame,
        body: Callable[[], None],
        depth: int = 0,
    ) -> None:
        """Runs ``body`` once a round of the nested loops, with the targets set in the frame."""
        if depth == len(loops):
            body()
            return
        iterable, slots, span = loops[depth]
        step = self.context.budget.step
        for item in _at(span, iterate, iterable(frame)):
            try:
                step()
                if len(slots) == 1:
                    frame[slots[0]] = item
                else:
                    _unpack(frame, slots, item)
            except Fault as fault:
                raise fault.at(span) from None
            self.run_loops(loops, frame, body, depth + 1)

    # ── leaves ───────────────────────────────────────────────────────────────────────────────────

    def _cells(self, node: CellRun) -> Code:
        span, context = node.span, self.context
        found: list[Value] = []

        def cells(_: Frame) -> Value:
            if not found:
                try:
                    found.append(run_of_cells(node.corners, context))
                except Fault as fault:
                    raise fault.at(_corner(span, fault.argument, fault.code == "bend")) from None
            return found[0]

        return cells

    def _name(self, node: Name, scope: Scope) -> Code:
        name, span, unit = node.id, node.span, self.unit
        slot = scope.value(name)
        if slot is not None:
            return self._local(self._read(slot), node)
        slot = scope.function(name)
        if slot is not None:
            self._read(slot)
            return lambda frame: self._bare(frame[slot], span)
        if name in unit.announced or name in unit.poisoned:
            return lambda _: self._global(name, span)
        found = self.find_function(name)
        if found is not None:
            return lambda _: self._bare(found() if callable(found) else found, span)
        self._unknown(node, scope, called=False)
        return poisoned

    def _local(self, slot: int, node: Name) -> Code:
        def value(frame: Frame) -> Value:
            try:
                return frame[slot]
            except KeyError:
                raise Fault(f"`{node.id}` has no value yet at this point", code="order").at(node.span) from None

        return value

    def _global(self, name: str, span: Span) -> Value:
        unit = self.unit
        if name in unit.values:
            return unit.values[name]
        if name in unit.poisoned:
            raise Poisoned
        found = self.find_function(name)
        if found is not None:
            return self._bare(found() if callable(found) else found, span)
        raise Fault(
            f"`{name}` is used before it is defined",
            helps=(f"its definition is on line {unit.announced[name]}; move it up",),
            code="order",
        ).at(span)

    def _bare(self, value: Function | Builtin, span: Span) -> Value:
        """A function by its bare name: called when it needs nothing, else the function itself."""
        if value.required == 0 and not (isinstance(value, Function) and value.is_rule):
            return _at(span, call, self.context, value, [])
        return value

    def find_function(self, name: str) -> Callable[[], Function] | Builtin | Function | None:
        """A function or rule by name; one of this unit is looked up when it runs, since it may stand further down."""
        unit = self.unit
        if name in unit.announced_functions:

            def late() -> Function:
                if name in unit.functions:
                    return unit.functions[name]
                if name in unit.poisoned:
                    raise Poisoned
                raise Poisoned

            return late
        return unit.outer(name)

    def _unknown(self, node: Name, scope: Scope, called: bool) -> None:
        unit = self.unit
        if called:
            known = [*scope.names(), *unit.announced_functions, *unit.outer_names()]
            what = "rule or function"
        else:
            known = [*scope.names(), *unit.announced, *unit.announced_functions, *unit.outer_names()]
            what = "value or function"
        near = (None if called else nearest(node.id, self._bare_names(scope))) or nearest(node.id, known)
        if node.id in unit.poisoned:
            return
        if called and (node.id in unit.announced or scope.value(node.id) is not None):
            message, near = f"`{node.id}` is a value, not a {what}", near if near != node.id else None
        else:
            message = f"no {what} is called `{node.id}`"
        self.diagnostics.append(
            Diagnostic(
                message,
                node.span,
                f"did you mean `{near}`?" if near else "",
                ("`puzzledsl rules` lists every rule",) if called else (),
                (),
                "unknown-name",
            )
        )

    def _bare_names(self, scope: Scope) -> list[str]:
        """What is a value by its name alone: functions that need an argument are not."""
        outer = [(name, self.unit.outer(name)) for name in self.unit.outer_names()]
        bare = [name for name, found in outer if isinstance(found, Builtin) and not found.required]
        return [*scope.names(), *self.unit.announced, *bare]

    # ── calls ────────────────────────────────────────────────────────────────────────────────────

    def callee(self, node: Expression, scope: Scope) -> Code:
        """The code that gives the function or rule that ``node`` means when it is called."""
        if not isinstance(node, Name):
            return self.expression(node, scope)
        name = node.id
        slot = scope.function(name)
        if slot is not None:
            self._read(slot)
            return lambda frame: frame[slot]
        local = scope.value(name)
        found = self.find_function(name)
        if local is not None:
            self._read(local)

            # A parameter may hold a function; a parameter that holds anything else does not hide a rule.
            def either(frame: Frame) -> Value:
                value = frame.get(local)
                if isinstance(value, Function | Builtin) or found is None:
                    return value
                return found() if callable(found) else found

            return either
        if found is not None:
            return lambda _: found() if callable(found) else found
        if name in self.unit.announced:
            span = node.span
            value = self._global

            def holds_function(_: Frame) -> Value:
                got = value(name, span)
                if isinstance(got, Function | Builtin):
                    return got
                raise Fault(f"`{name}` is {kind_of(got)}, not a rule or function", code="kind").at(span)

            return holds_function
        self._unknown(node, scope, called=True)
        return poisoned

    def arguments(self, node: Call, scope: Scope) -> Callable[[Frame], list[Given]]:
        """The code of a call's arguments."""
        parts = [(a.name, self.expression(a.value, scope)) for a in node.arguments]
        if len(parts) == 1:
            name, only = parts[0]
            return lambda frame: [(name, only(frame))]
        return lambda frame: [(name, code(frame)) for name, code in parts]

    def _call(self, node: Call, scope: Scope) -> Code:
        callee = self.callee(node.function, scope)
        arguments = self.arguments(node, scope)
        spans = tuple(a.span for a in node.arguments)
        return lambda frame: self.apply(callee(frame), arguments(frame), node.span, spans)

    def apply(self, callee: Value, arguments: list[Given], span: Span, spans: tuple[Span, ...]) -> Value:
        """A call, with every mistake given its place: an argument, the call, or the rule's own line."""
        try:
            return call(self.context, callee, arguments)
        except Fault as fault:
            place = spans[fault.argument] if fault.argument is not None and fault.argument < len(spans) else span
            raise fault.at(place) from None
        except PuzzleError as error:
            if self.unit.is_library:
                raise
            raise _blame_call(error, callee, span) from None

    # ── operators ────────────────────────────────────────────────────────────────────────────────

    def _unary(self, node: Unary, scope: Scope) -> Code:
        operand, span, context = self.expression(node.operand, scope), node.operand.span, self.context
        if node.op == "-":
            return lambda frame: _at(span, ops.negative, operand(frame), context)

        def negate(frame: Frame) -> Value:
            value = operand(frame)
            if isinstance(value, bool):
                return not value
            return ops.negation(_at(span, ops.truth, value, context), context)

        return negate

    def _binary(self, node: Binary, scope: Scope) -> Code:
        left, right = self.expression(node.left, scope), self.expression(node.right, scope)
        span, context, op = node.span, self.context, node.op
        if op in ARITHMETIC:
            operation = ARITHMETIC[op]
            quick = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}.get(op)

            def arithmetic(frame: Frame) -> Value:
                a, b = left(frame), right(frame)
                if quick is not None and type(a) is int and type(b) is int and -(2**31) < a < 2**31 > b > -(2**31):
                    return quick(a, b)
                try:
                    return operation(a, b, context)
                except Fault as fault:
                    raise fault.at(span) from None

            return arithmetic
        if op == "..":
            return lambda frame: _at(span, _range, left(frame), right(frame), node)
        left_span, right_span, connective = node.left.span, node.right.span, CONNECTIVES[op]

        def logic(frame: Frame) -> Value:
            a = left(frame)
            a = a if isinstance(a, bool) else _at(left_span, ops.truth, a, context)
            # A static left side decides alone, so that `x == none or x > 3` may be written.
            if a is False and op in ("and", "->"):
                return op == "->"
            if a is True and op == "or":
                return True
            b = right(frame)
            b = b if isinstance(b, bool) else _at(right_span, ops.truth, b, context)
            answer = connective(a, b, context)
            _at(span, ops.weigh, answer, context)
            return answer

        return logic

    def _comparison(self, node: Comparison, scope: Scope) -> Code:
        operands = [self.expression(operand, scope) for operand in node.operands]
        context = self.context
        steps = [
            (op, a.span.to(b.span)) for op, a, b in zip(node.ops, node.operands[:-1], node.operands[1:], strict=True)
        ]
        if len(steps) == 1:
            left, right = operands
            op, span = steps[0]
            return lambda frame: _compare(op, left(frame), right(frame), context, span)

        def chain(frame: Frame) -> Value:
            values = [operand(frame) for operand in operands]
            return ops.conjunction(
                [_compare(op, values[k], values[k + 1], context, span) for k, (op, span) in enumerate(steps)]
            )

        return chain

    def _choice(self, node: Choice, scope: Scope) -> Code:
        condition, context = self.expression(node.condition, scope), self.context
        yes, no = self.expression(node.yes, scope), self.expression(node.no, scope)
        condition_span, span = node.condition.span, node.span

        def pick(frame: Frame) -> Value:
            chosen = condition(frame)
            if not isinstance(chosen, bool):
                chosen = _at(condition_span, ops.truth, chosen, context)
            if chosen is True:
                return yes(frame)
            if chosen is False:
                return no(frame)
            return _at(span, ops.choose, chosen, yes(frame), no(frame), context)

        return pick

    # ── collections ──────────────────────────────────────────────────────────────────────────────

    def _set(self, node: SetOf, scope: Scope) -> Code:
        items = [(self.expression(item, scope), item.span) for item in node.items]

        def collect(frame: Frame) -> Value:
            return _collect_set([(item(frame), span) for item, span in items], self.context)

        return collect

    def _map(self, node: MapOf, scope: Scope) -> Code:
        pairs = [(self.expression(k, scope), self.expression(v, scope), k.span) for k, v in node.pairs]

        def collect(frame: Frame) -> Value:
            answer: dict[Value, Value] = {}
            for key, value, span in pairs:
                k = _at(span, map_key, key(frame))
                if k in answer:
                    raise Fault("this key occurs twice in the map", code="value").at(span)
                answer[k] = value(frame)
            return _at(node.span, nested, answer, self.context.budget)

        return collect

    def _comprehension(self, node: Comprehension, scope: Scope) -> Code:
        loops, inner = self.loops(node.loops, scope)
        element = self.expression(node.element, inner)
        condition = None if node.condition is None else self.expression(node.condition, inner)
        condition_span = None if node.condition is None else node.condition.span
        context, span, is_set, element_span = self.context, node.span, node.kind == "set", node.element.span
        most = context.budget.limits.items

        def comprehend(frame: Frame) -> Value:
            answer: list[Value] = []

            def one() -> None:
                if condition is not None and condition_span is not None:
                    wanted = known(condition(frame), condition_span, context, "where")
                    if not wanted:
                        return
                answer.append(element(frame))
                if len(answer) > most:
                    _at(span, context.budget.items, len(answer))

            self.run_loops(loops, frame, one)
            if is_set:
                return _collect_set([(value, element_span) for value in answer], context)
            return _at(span, nested, answer, context.budget)

        return comprehend

    def _group(self, node: Group, scope: Scope) -> Code:
        items = [(self.expression(item, scope), item.span) for item in node.items]

        def join(frame: Frame) -> Value:
            answer: list[Value] = []
            for item, span in items:
                value = item(frame)
                if isinstance(value, Affine):
                    answer.append(value)
                elif isinstance(value, list):
                    answer += value
                else:
                    raise Fault(f"cells are needed here, not {kind_of(value)}", code="kind").at(span)
            return answer

        return join

    def _index(self, node: Index, scope: Scope) -> Code:
        base, context, span = self.expression(node.base, scope), self.context, node.span
        items = [None if isinstance(item, Star) else self.expression(item, scope) for item in node.items]
        if len(items) == 1 and items[0] is not None:
            only = items[0]
            return lambda frame: _at(span, index, base(frame), only(frame), context)
        return lambda frame: _at(
            span, index_all, base(frame), [None if item is None else item(frame) for item in items], context
        )


def known(value: Value, span: Span, context: Context, word: str) -> bool:
    """A condition that must be known while compiling.

    Raises:
        PuzzleError: it depends on cells, or is no Boolean.
    """
    if isinstance(value, bool):
        return value
    answer = _at(span, ops.truth, value, context)
    if isinstance(answer, bool):
        return answer
    raise Fault(
        f"whether this holds depends on what the cells hold, but `{word}` decides while compiling",
        helps=("for a condition on cells write `condition -> (what must hold then)`",),
        code="static",
    ).at(span)


def _at(span: Span, operation: Callable[..., Value], *arguments: Value) -> Value:
    try:
        return operation(*arguments)
    except Fault as fault:
        raise fault.at(span) from None


def poisoned(_: Frame) -> Value:
    """The code of what is wrong and has been reported."""
    raise Poisoned


def _corner(span: Span, number: int | None, with_next: bool) -> Span:
    """The place of a corner of a run of cells, with the one after it if wanted."""
    corners = span.text.split("..")
    if number is None or number >= len(corners):
        return span
    start = span.start + sum(len(corner) + 2 for corner in corners[:number])
    following = 2 + len(corners[number + 1]) if with_next and number + 1 < len(corners) else 0
    return span.source.span(start, start + len(corners[number]) + following)


def _compare(op: str, a: Value, b: Value, context: Context, span: Span) -> Value:
    if type(a) is int and type(b) is int:
        match op:
            case "==":
                return a == b
            case "!=":
                return a != b
            case "<":
                return a < b
            case "<=":
                return a <= b
            case ">":
                return a > b
            case ">=":
                return a >= b
    try:
        if op == "in":
            answer = ops.member(a, b, context)
        elif op == "not in":
            answer = ops.not_member(a, b, context)
        else:
            answer = ops.compare(op, a, b, context)
        if not isinstance(answer, bool | Compare):
            ops.weigh(answer, context)
        return answer
    except Fault as fault:
        raise fault.at(span) from None


def _range(a: Value, b: Value, node: Binary) -> range:
    for value in (a, b):
        if isinstance(value, bool) or not isinstance(value, int):
            helps: tuple[str, ...] = ()
            if isinstance(value, Affine) and not (isinstance(node.left, CellRun) and isinstance(node.right, CellRun)):
                helps = (
                    "what a cell holds is not known yet; for a loop up to it, take all numbers and a condition: "
                    "`for i in 1..9:` with `i <= r1c1 -> (…)`",
                )
            elif isinstance(value, Affine):
                helps = (f"a run of cells is written without blanks: `{node.left.span.text}..{node.right.span.text}`",)
            elif isinstance(value, Fraction):
                helps = ("`..` counts whole numbers",)
            raise Fault(f"a range runs between two known whole numbers, not {kind_of(value)}", helps=helps, code="kind")
        if abs(value) > LARGEST_END:
            raise Fault(f"a range reaches to 10^18 at most, not to {kind_of(value)}", code="bound")
    return range(a, b + 1) if a <= b else range(0)


def _unpack(frame: Frame, slots: tuple[int, ...], item: Value) -> None:
    if not isinstance(item, list | tuple | range) or len(item) != len(slots):
        raise Fault(
            f"each item is {kind_of(item)}, which does not fit {len(slots)} loop variables",
            helps=("`pairs(list)` gives two at a time, `enumerate(list)` a position and an item",),
            code="kind",
        )
    for slot, part in zip(slots, item, strict=True):
        frame[slot] = part


def _collect_set(items: list[tuple[Value, Span]], context: Context) -> frozenset[Value]:
    answer: set[Value] = set()
    for value, span in items:
        if isinstance(value, range):
            _at(span, context.budget.items, len(answer) + len(value))
            answer.update(value)
        elif is_static(value) and not isinstance(value, list | dict):
            answer.add(value)
        else:
            raise Fault(
                f"a set holds known values, not {kind_of(value)}",
                helps=("`[…]` makes a list, which may hold cells",),
                code="static",
            ).at(span)
    return frozenset(answer)


def _blame_call(error: PuzzleError, callee: Value, span: Span) -> PuzzleError:
    """Turns a mistake inside a rule of the library towards the clue that called it."""
    turned = []
    for diagnostic in error.diagnostics:
        place = diagnostic.span
        if place is not None and place.source is not span.source and isinstance(callee, Function):
            inside = Note(f"in the {'rule' if callee.is_rule else 'function'} `{callee.name}`", place)
            diagnostic = Diagnostic(
                f"this does not fit `{callee.name}`: {diagnostic.message}",
                span,
                diagnostic.label,
                diagnostic.helps,
                (*diagnostic.notes, inside),
                diagnostic.code,
            )
        turned.append(diagnostic)
    return PuzzleError(turned)
