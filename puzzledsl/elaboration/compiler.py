"""Expressions: each syntax node becomes a Python closure once, however often a loop or rule runs it.

A closure takes the frame (slot → value) of the rule or function that it stands in. Mistakes that need no
values (unknown names) are found while compiling, also in rules that are never used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from typing import Any

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.calling import DRAWS, Names, outcome
from puzzledsl.elaboration.context import Context, RuleCall
from puzzledsl.elaboration.evaluation import (
    Code,
    Frame,
    blame_call,
    collect_set,
    comparer,
    in_round,
    known,
    number_range,
    parts_of,
    poisoned,
)
from puzzledsl.elaboration.fault import Fault, at, unfit
from puzzledsl.elaboration.indexing import attribute, index, map_key, run_of_cells
from puzzledsl.elaboration.items import nested, rounds
from puzzledsl.elaboration.kinds import is_boolean
from puzzledsl.elaboration.naming import NameCompiler
from puzzledsl.elaboration.plain_conditions import SOME_ROUNDS, NotPlain, plain_condition
from puzzledsl.elaboration.scope import Scope
from puzzledsl.elaboration.slips import cells_advice
from puzzledsl.elaboration.values import Value
from puzzledsl.expressions import Affine, Boolean
from puzzledsl.source import Span
from puzzledsl.syntax import (
    Attribute,
    Binary,
    Call,
    CellRun,
    Choice,
    Clue,
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

CONNECTIVES: dict[str, Callable[[Boolean, Boolean], Boolean]] = {
    "and": lambda a, b: ops.conjunction((a, b)),
    "or": lambda a, b: ops.disjunction((a, b)),
    "xor": lambda a, b: ops.negation(ops.equivalence(a, b)),
    "->": ops.implication,
    "<->": ops.equivalence,
}
ARITHMETIC: dict[str, Callable[[ops.Numeric, ops.Numeric, Context], ops.Numeric]] = {
    "+": ops.add,
    "-": ops.subtract,
    "*": ops.multiply,
    "/": ops.divide,
    "div": partial(ops.division, "div"),
    "mod": partial(ops.division, "mod"),
    "^": ops.power,
}


CompiledLoop = tuple[Code, dict[int, str], Span]
"""What a loop runs over, the slots of its targets with their names, and the place of the former."""

CompiledLoops = tuple[list[CompiledLoop], Callable[[Frame], bool] | None]
"""Nested loops, and the condition on their rounds, if there is one."""


class ExpressionCompiler(NameCompiler):
    """Compiles expressions of one unit (a model with what it includes, or the library)."""

    def expression(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression. Running it may raise PuzzleError or Poisoned."""
        compiled = EXPRESSIONS.get(type(node))
        if compiled is None:
            return poisoned  # reading has said what is wrong with it
        self.level += 1
        self.height = max(self.height, self.level)
        code = compiled(self, node, scope)
        self.level -= 1
        return code

    def _literal(self, node: Number | Text | Constant, _: Scope) -> Code:
        value = node.value
        return lambda _: value

    def _attribute(self, node: Attribute, scope: Scope) -> Code:
        base, name, span, written = self.expression(node.base, scope), node.name, node.span, node.base.span
        return lambda frame: at(span, attribute, base(frame), name, written)

    def _items(self, node: ListOf | TupleOf, scope: Scope) -> Code:
        items = [self.expression(item, scope) for item in node.items]
        span, budget, kind = node.span, self.context.budget, list if isinstance(node, ListOf) else tuple
        return lambda frame: at(span, nested, kind([item(frame) for item in items]), budget)

    def loops(self, loops: tuple[Loop, ...], condition: Expression | None, scope: Scope) -> tuple[CompiledLoops, Scope]:
        """Code of iterables with the slots of their targets, and of the condition; and the scope inside the loops."""
        compiled = []
        inner = scope
        for loop in loops:
            iterable = self.expression(loop.iterable, inner)
            inner = Scope(inner)
            slots = {inner.declare(inner.values, target.id): target.id for target in loop.targets}
            compiled.append((iterable, slots, loop.iterable.span))
        return (compiled, None if condition is None else self._where(condition, inner)), inner

    def run_loops(self, loops: CompiledLoops, frame: Frame, body: Callable[[Frame], object], depth: int = 0) -> None:
        """Runs ``body`` in each round of nested loops for which the condition holds, with the targets in the frame."""
        compiled, condition = loops
        iterable, names, span = compiled[depth]
        slots, budget, is_innermost = tuple(names), self.context.budget, depth + 1 == len(compiled)
        width = len(slots)
        only = slots[0] if width == 1 else None
        for item in at(span, rounds, iterable(frame), width):
            budget.taken += 1
            if budget.taken > budget.stop:
                at(span, budget.look)
            if only is not None:
                frame[only] = item
            else:
                fits = type(item) is tuple and len(item) == width  # nearly always
                frame.update(zip(slots, item if fits else at(span, parts_of, item, width), strict=True))
            if not is_innermost:
                self.run_loops(loops, frame, body, depth + 1)
                continue
            try:
                if condition is None or condition(frame):
                    body(frame)
            except PuzzleError as error:
                if self.unit.is_library:
                    raise
                told = {name: frame[slot] for _, slots, _ in compiled for slot, name in slots.items()}
                raise in_round(error, told, self.context) from None

    def _cells(self, node: CellRun, _: Scope) -> Code:
        span, context = node.span, self.context
        cells = cache(lambda: at(span, run_of_cells, node.corners, context))
        return lambda _: cells()

    def arguments(self, node: Call | Clue, scope: Scope) -> tuple[Callable[[Frame], list[Value]], Names]:
        """The code of the arguments of a call or clue, and their names."""
        codes = [self.expression(a.value, scope) for a in node.arguments]
        names = tuple([a.name for a in node.arguments])
        names = names if any(names) else ()
        if len(codes) == 1:  # without a further frame of Python, which recursive functions would need at each level
            only = codes[0]
            return lambda frame: [only(frame)], names
        return lambda frame: [code(frame) for code in codes], names

    def call(self, node: Call, scope: Scope, whole: bool = False) -> Code:
        """The code of a call. It gives its value, or all that comes of it."""
        callee = self.callee(node.function, scope)
        arguments, names = self.arguments(node, scope)
        span, spans, apply, draws = node.span, tuple(a.span for a in node.arguments), self.apply, self.draws

        def run(frame: Frame) -> Value:
            answer = apply(callee(frame), arguments(frame), names, span, spans, draws and frame[DRAWS])
            return answer.holds if type(answer) is RuleCall and not whole else answer

        return run

    def apply(
        self, callee: Value, arguments: list[Value], names: Names, span: Span, spans: tuple[Span, ...], draws: bool
    ) -> Value:
        """A call, with every mistake given its place: an argument, the call, or the rule's own line."""
        try:
            return outcome(self.context, callee, arguments, names, draws)
        except Fault as fault:
            raise fault.at(span, spans) from None
        except PuzzleError as error:
            if self.unit.is_library:
                raise
            raise blame_call(error, callee, span) from None

    def _unary(self, node: Unary, scope: Scope) -> Code:
        if node.op == "not":
            condition = self._condition(node.operand, scope)
            return lambda frame: ops.negation(condition(frame))
        if isinstance(node.operand, Number):
            negative = -node.operand.value
            return lambda _: negative
        operand, span, context = self.expression(node.operand, scope), node.operand.span, self.context
        return lambda frame: at(span, _of_numbers, ops.multiply, -1, operand(frame), context)

    def _condition(self, node: Expression, scope: Scope) -> Callable[[Frame], Boolean]:
        """The code of an expression that holds or not."""
        code, span, context = self.expression(node, scope), node.span, self.context

        def holds(frame: Frame) -> Boolean:
            value = code(frame)
            return value if is_boolean(value) else at(span, ops.truth, value, context)

        return holds

    def _binary(self, node: Binary, scope: Scope) -> Code:
        span, context, op, connective = node.span, self.context, node.op, CONNECTIVES.get(node.op)
        compiled = self._condition if connective else self.expression
        left, right = compiled(node.left, scope), compiled(node.right, scope)
        if op == "..":
            return lambda frame: at(span, number_range, left(frame), right(frame), node)
        if connective is None:
            operation = ARITHMETIC[op]
            quick = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}.get(op)

            def arithmetic(frame: Frame) -> Value:
                a, b = left(frame), right(frame)
                if quick is not None and type(a) is int and type(b) is int and -(2**31) < a < 2**31 > b > -(2**31):
                    return quick(a, b)
                return at(span, _of_numbers, operation, a, b, context)

            return arithmetic
        decisive, neutral = {"and": (False, True), "or": (True, False), "->": (False, None)}.get(op, (None, None))

        def logic(frame: Frame) -> Value:
            a = left(frame)
            if a is decisive:  # a static left side decides alone, so that `x == none or x > 3` may be written
                return op != "and"
            b = right(frame)
            answer = b if a is neutral else a if b is neutral else connective(a, b)
            return answer if type(answer) is bool else at(span, ops.kept, answer, context)

        return logic

    def _comparison(self, node: Comparison, scope: Scope) -> Code:
        operands = [self.expression(operand, scope) for operand in node.operands]
        spans = [a.span.to(b.span) for a, b in pairwise(node.operands)]
        tests = [comparer(op, span, self.context) for op, span in zip(node.ops, spans, strict=True)]
        if len(tests) == 1:
            (left, right), test = operands, tests[0]
            return lambda frame: test(left(frame), right(frame))

        def chain(frame: Frame) -> Value:
            values = [operand(frame) for operand in operands]
            answer: Boolean = True
            for test, a, b in zip(tests, values, values[1:], strict=False):
                part = test(a, b)
                answer = part if answer is True else ops.conjunction((answer, part))
            return answer

        return chain

    def _choice(self, node: Choice, scope: Scope) -> Code:
        condition, context, span = self._condition(node.condition, scope), self.context, node.span
        yes, no = self.expression(node.yes, scope), self.expression(node.no, scope)

        def pick(frame: Frame) -> Value:
            chosen = condition(frame)
            if chosen is True:
                return yes(frame)
            if chosen is False:
                return no(frame)
            return at(span, ops.choose, chosen, yes(frame), no(frame), context)

        return pick

    def _set(self, node: SetOf, scope: Scope) -> Code:
        items, context = [self.expression(item, scope) for item in node.items], self.context
        span, spans = node.span, tuple(item.span for item in node.items)

        def collect(frame: Frame) -> Value:
            values = [item(frame) for item in items]
            try:
                return collect_set(values, context)
            except Fault as fault:
                raise fault.at(span, spans) from None

        return collect

    def _map(self, node: MapOf, scope: Scope) -> Code:
        pairs = [(self.expression(k, scope), self.expression(v, scope), k.span) for k, v in node.pairs]

        def collect(frame: Frame) -> Value:
            answer: dict[Value, Value] = {}
            for key, value, span in pairs:
                k = at(span, map_key, key(frame))
                if k in answer:
                    raise Fault("this key occurs twice in the map", code="value").at(span)
                answer[k] = value(frame)
            return at(node.span, nested, answer, self.context.budget)

        return collect

    def _comprehension(self, node: Comprehension, scope: Scope) -> Code:
        loops, inner = self.loops(node.loops, node.condition, scope)
        element = self.expression(node.element, inner)
        context, span, is_set = self.context, node.span, node.kind == "set"
        most = context.budget.limits.items

        def comprehend(frame: Frame) -> Value:
            answer: list[Value] = []

            def one(frame: Frame) -> None:
                answer.append(element(frame))
                if len(answer) > most:
                    at(span, context.budget.check, "items", len(answer))

            self.run_loops(loops, frame, one)
            return at(span, collect_set, answer, context) if is_set else at(span, nested, answer, context.budget)

        return comprehend

    def _where(self, node: Expression, scope: Scope) -> Callable[[Frame], bool]:
        """The code of a condition on the rounds of loops, which must be known while compiling; it does not draw."""
        code, span, context = self.undrawn(node, scope), node.span, self.context
        rounds, slots = 0, dict(scope.values)
        plain: Callable[[Frame], bool] | None = None  # mypyc wants its type

        def holds(frame: Frame) -> bool:
            nonlocal rounds, plain
            rounds += 1
            try:
                if plain is not None:
                    return plain(frame)
                if rounds == SOME_ROUNDS:
                    plain = plain_condition(node, slots)
            except (NotPlain, IndexError, KeyError):
                plain = None
            value = code(frame)
            return value if type(value) is bool else known(value, span, context, "where")

        return holds

    def undrawn(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression that draws nothing."""
        draws, self.draws = self.draws, False
        code = self.expression(node, scope)
        self.draws = draws
        return code

    def _group(self, node: Group, scope: Scope) -> Code:
        items = [self.expression(item, scope) for item in node.items]

        def join(frame: Frame) -> Value:
            answer: list[Value] = []
            for position, item in enumerate(items):
                value = item(frame)
                if not isinstance(value, (Affine, list)):
                    label, meant = cells_advice(value)
                    raise unfit("cells are needed here", value, label, meant=meant).at(node.items[position].span)
                answer += value if isinstance(value, list) else [value]
            return answer

        return join

    def _index(self, node: Index, scope: Scope) -> Code:
        base, context, span = self.expression(node.base, scope), self.context, node.span
        keys = [_star if isinstance(item, Star) else self.expression(item, scope) for item in node.items]
        only = keys[0] if len(keys) == 1 else None

        def item(frame: Frame) -> Value:
            whole = base(frame)
            if only is None:
                return at(span, index, whole, [key(frame) for key in keys], context)
            key = only(frame)
            if type(key) is int and type(whole) in (list, tuple) and 0 < key <= len(whole):  # nearly always
                return whole[key - 1]
            return at(span, index, whole, [key], context)

        return item


def _star(_: Frame) -> Value:
    return ...


def _of_numbers(
    operation: Callable[[ops.Numeric, ops.Numeric, Context], ops.Numeric], a: Value, b: Value, context: Context
) -> ops.Numeric:
    return operation(ops.number(a, context), ops.number(b, context), context)


EXPRESSIONS: dict[type, Callable[[ExpressionCompiler, Any, Scope], Code]] = {
    Number: ExpressionCompiler._literal,
    Text: ExpressionCompiler._literal,
    Constant: ExpressionCompiler._literal,
    CellRun: ExpressionCompiler._cells,
    Name: ExpressionCompiler.name,
    Call: ExpressionCompiler.call,
    Index: ExpressionCompiler._index,
    Attribute: ExpressionCompiler._attribute,
    Unary: ExpressionCompiler._unary,
    Binary: ExpressionCompiler._binary,
    Comparison: ExpressionCompiler._comparison,
    Choice: ExpressionCompiler._choice,
    ListOf: ExpressionCompiler._items,
    TupleOf: ExpressionCompiler._items,
    SetOf: ExpressionCompiler._set,
    MapOf: ExpressionCompiler._map,
    Comprehension: ExpressionCompiler._comprehension,
    Group: ExpressionCompiler._group,
}
"""What compiles each kind of expression."""
