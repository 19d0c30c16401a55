"""Names: what a name means where it stands, as a value, as a function, or called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.elaboration.calling import call
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.evaluation import (
    Code,
    Frame,
    at,
    poisoned,
)
from puzzledsl.elaboration.fault import Fault, Poisoned
from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.slips import called_by_mistake
from puzzledsl.elaboration.values import Builtin, Function, Value
from puzzledsl.nearest import nearest
from puzzledsl.source import Span
from puzzledsl.syntax import (
    Expression,
    Name,
)

ELSEWHERE = {
    "alldiff": "alldifferent",
    "all_different": "alldifferent",
    "distinct": "alldifferent",
    "elif": "else if",
    "range": "1..9",
    "unequal": "!=",
}
"""What other languages call what is no rule; the library's files say it of their rules (``# elsewhere: …``)."""


class NameCompiler(ABC):
    """Compiles names and callees of one unit.

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
        if name in unit.values:
            return unit.values[name]
        if name in unit.poisoned:
            raise Poisoned
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
            return at(span, call, self.context, value, [])
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

    def _unknown(self, node: Name, scope: Scope, called: bool) -> None:
        unit = self.unit
        if called:
            known = [*scope.names(), *unit.announced_functions, *unit.outer_names()]
            what = "rule or function"
        else:
            known = [*scope.names(), *unit.announced, *unit.announced_functions, *unit.outer_names()]
            what = "value or function"
        near = (None if called else nearest(node.id, self._bare_names(scope))) or nearest(node.id, known)
        label = f"did you mean `{near}`?" if near else ""
        words = self._elsewhere(node.id.lower())
        if words:
            label = f"here it is written {' or '.join(f'`{word}`' for word in words)}"
        if node.id in unit.poisoned:
            return
        if called and (node.id in unit.announced or scope.value(node.id) is not None):
            message, label = f"`{node.id}` is a value, not a {what}", label if near != node.id else ""
        else:
            message = f"no {what} is called `{node.id}`"
        self.diagnostics.append(
            Diagnostic(
                message,
                node.span,
                label,
                ("`puzzledsl rules` lists every rule",) if called else (),
                (),
                "unknown-name",
            )
        )

    def _elsewhere(self, name: str) -> list[str]:
        """Our words for a word of other systems."""
        if name in ELSEWHERE:
            return [ELSEWHERE[name]]
        return [entry.name for entry in entries().values() if name in entry.elsewhere]

    def _bare_names(self, scope: Scope) -> list[str]:
        """What is a value by its name alone: functions that need an argument are not."""
        outer = [(name, self.unit.outer(name)) for name in self.unit.outer_names()]
        bare = [name for name, found in outer if isinstance(found, Builtin) and not found.required]
        return [*scope.names(), *self.unit.announced, *bare]

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
                raise PuzzleError([called_by_mistake(name, got, span)])

            return holds_function
        self._unknown(node, scope, called=True)
        return poisoned

    @abstractmethod
    def expression(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression."""
