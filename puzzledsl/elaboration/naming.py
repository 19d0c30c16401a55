"""Names: what a name means where it stands, as a value, as a function, or called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from puzzledsl.diagnostics import Diagnostic, PuzzleError, replacing
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.calling import call
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.evaluation import (
    Code,
    Frame,
    poisoned,
)
from puzzledsl.elaboration.fault import Fault, Poisoned, at
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.slips import called_by_mistake
from puzzledsl.elaboration.suggestions import about, cells_meant, nearest_rules, written_here
from puzzledsl.elaboration.values import Builtin, Function, Value
from puzzledsl.nearest import is_idle, nearest, question
from puzzledsl.source import Source, Span
from puzzledsl.syntax import (
    Expression,
    Name,
)


class NameCompiler(ABC):
    """Compiles names and callees of one unit.

    Attributes:
        diagnostics: what was found wrong while compiling.
        uses: for each function that is being compiled, the local slots that it reads.
    """

    def __init__(self, context: Context, unit: Unit, diagnostics: list[Diagnostic]) -> None:
        self.context = context
        self.unit = unit
        self.diagnostics = diagnostics
        self.uses: list[set[int]] = []
        self._foreign_lines: set[tuple[Source, int]] = set()  # where a message on a cell's name has been given

    def _read(self, slot: int) -> int:
        for noted in self.uses:
            noted.add(slot)
        return slot

    def name(self, node: Name, scope: Scope) -> Code:
        """The code of a name that stands as a value."""
        name, span, unit = node.id, node.span, self.unit
        slot = scope.value(name)
        if slot is not None:
            return self._local(self._read(slot), node)
        slot = scope.function(name)
        if slot is not None:
            self._read(slot)
            return lambda frame: self.bare(frame[slot], span)
        if name in unit.announced or name in unit.poisoned:
            return lambda _: self._global(name, span)
        found = self.find_function(name)
        if found is not None:
            return lambda _: self.bare(found() if callable(found) else found, span)
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
        if name in unit.poisoned:
            raise Poisoned
        if name in unit.values:
            return unit.values[name]
        found = self.find_function(name)
        if found is not None:
            return self.bare(found() if callable(found) else found, span)
        raise Fault(
            f"`{name}` is used before it is defined",
            helps=(f"its definition is on line {unit.announced[name]}; move it up",),
            code="order",
        ).at(span)

    def bare(self, value: Function | Builtin, span: Span) -> Value:
        """A function by its bare name: called when it needs nothing, else the function itself."""
        if value.required == 0 and not (isinstance(value, Function) and value.is_rule):
            return at(span, call, self.context, value)
        return value

    def find_function(self, name: str) -> Callable[[], Function] | Builtin | Function | None:
        """A function or rule by name; one of this unit is looked up when it runs, since it may stand further down."""
        unit = self.unit
        if name in unit.announced_functions:

            def late() -> Function:
                if name in unit.functions:
                    return unit.functions[name]
                raise Poisoned

            return late
        return unit.outer(name)

    def _unknown(self, node: Name, scope: Scope, called: bool, clue: bool = False) -> None:
        unit = self.unit
        if node.id in unit.poisoned:
            return
        if not called and (cell := cells_meant(node.span)) is not None:
            label, helps, meant, span = cell
            line = (span.source, span.line)
            if line not in self._foreign_lines:
                self._foreign_lines.add(line)
                message = f"no value or function is called `{node.id}`"
                fixes = replacing(span, *meant)
                self.diagnostics.append(Diagnostic(message, span, label, helps, code="cell-name", fixes=fixes))
            return
        what = "rule or function" if called else "value or function"
        # A letter alone may be what others call a clue (V), but as a value it is rather a name that is missing.
        words = written_here(node.id) if called or len(node.id) > 1 else []
        if not called:
            words = [word.removeprefix("alldifferent: ") for word in words]
        if words and nearest(node.id, words) is None:
            label = f"here it is written {' or '.join(f'`{word}`' for word in words)}"
            near = [word for word in words if not set(word) & set(':,"')]  # others take more than this name's place
        else:
            near = self._nearest(node.id, scope, called, clue)
            label = question(*near)
        if called and (node.id in unit.announced or scope.value(node.id) is not None):
            message = f"`{node.id}` is a value, not a {what}"
        else:
            message = f"no {what} is called `{node.id}`"
        helps = ("`puzzledsl rules` lists every rule",) if called else ()
        if not label and len(node.id) == 1 and not called:
            helps = (f"a loop or a `let` gives a value a name: `for {node.id} in 1..9:`, `let {node.id} = 9`",)
        if label.startswith("here") and (known := [example for word in words for example in about(word)[1:]]):
            helps = tuple(known)
        fixes = replacing(node.span, *near)
        self.diagnostics.append(Diagnostic(message, node.span, label, helps, code="unknown-name", fixes=fixes))

    def _nearest(self, name: str, scope: Scope, called: bool, clue: bool) -> list[str]:
        """The known names that may be meant; in front of the colon of a clue only those that may stand there."""
        if is_idle():
            return []
        unit = self.unit
        if clue:
            own = (f for f in unit.announced_functions if f not in unit.functions or unit.functions[f].is_rule)
            return nearest_rules(name, [*scope.function_names(), *own])
        known = [*scope.names(), *unit.announced_functions, *unit.outer_names()]
        near = None if called else nearest(name, self._bare_names(scope))
        near = near or nearest(name, known if called else [*known, *unit.announced])
        return [near] if near else []

    def _bare_names(self, scope: Scope) -> list[str]:
        """What is a value by its name alone: functions that need an argument are not."""
        bare = [name for name, found in builtins().items() if not found.required]
        return [*scope.names(), *self.unit.announced, *bare]

    def callee(self, node: Expression, scope: Scope, clue: bool = False) -> Code:
        """The code that gives the function or rule that ``node`` means when it is called, or begins a ``clue``."""
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
                if isinstance(value, (Function, Builtin)) or found is None:
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
                if isinstance(got, (Function, Builtin)):
                    return got
                raise PuzzleError([called_by_mistake(name, got, span)])

            return holds_function
        self._unknown(node, scope, called=True, clue=clue)
        return poisoned

    @abstractmethod
    def expression(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression."""
