"""Names: what a name means where it stands, as a value, as a function, or called."""

from __future__ import annotations

from abc import ABC, abstractmethod

from puzzledsl.diagnostics import Diagnostic, PuzzleError, replacing
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.calling import DRAWS, outcome
from puzzledsl.elaboration.context import Context, value_of
from puzzledsl.elaboration.evaluation import Code, Frame, poisoned
from puzzledsl.elaboration.fault import Fault, Poisoned, at
from puzzledsl.elaboration.genres import genre_names
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.slips import called_by_mistake
from puzzledsl.elaboration.suggestions import about, nearest_rules, written_here
from puzzledsl.elaboration.values import Callee, Function, Value
from puzzledsl.model import letter_value
from puzzledsl.nearest import is_idle, nearest, question
from puzzledsl.source import Span
from puzzledsl.syntax import (
    Expression,
    Name,
)


class NameCompiler(ABC):
    """Compiles names and callees of one unit.

    Attributes:
        diagnostics: what was found wrong while compiling.
        uses: for each function that is being compiled, the local slots that it reads.
        draws: what is compiled now draws, where it runs in a statement of its own.
        level, height: how many nodes are around the present one, in its function; how many at most so far.
    """

    def __init__(self, context: Context, unit: Unit, diagnostics: list[Diagnostic]) -> None:
        self.context = context
        self.unit = unit
        self.diagnostics = diagnostics
        self.uses: list[set[int]] = []
        self.level = self.height = 0
        self.draws = True

    def _read(self, slot: int) -> int:
        for noted in self.uses:
            noted.add(slot)
        return slot

    def name(self, node: Name, scope: Scope) -> Code:
        """The code of a name that stands as a value."""
        name, span, unit = node.id, node.span, self.unit
        slot = scope.values.get(name)
        if slot is not None:
            return self._local(self._read(slot), node)
        function = self._function(name, scope)
        if scope.functions.get(name) is None and (name in unit.announced or name in unit.poisoned):
            return self._global(node, function)
        if function is not None:
            draws = self.draws
            return lambda frame: self._bare(function(frame), span, draws and frame[DRAWS])
        self._unknown(node, scope, called=False)
        return poisoned

    def _local(self, slot: int, node: Name) -> Code:
        def value(frame: Frame) -> Value:
            try:
                return frame[slot]
            except KeyError:
                raise Fault(f"`{node.id}` has no value yet at this point", code="order").at(node.span) from None

        return value

    def _global(self, node: Name, function: Code | None) -> Code:
        """A value of the model; a function of the same name until it has one."""
        name, unit, draws = node.id, self.unit, self.draws

        def value(frame: Frame) -> Value:
            if name in unit.poisoned:
                raise Poisoned
            if name in unit.values:
                return unit.values[name]
            if function is not None:
                return self._bare(function(frame), node.span, draws and frame[DRAWS])
            helps = f"its definition is on line {unit.announced[name]}; move it up"
            raise Fault(f"`{name}` is used before it is defined", helps=helps, code="order").at(node.span)

        return value

    def _bare(self, value: Value, span: Span, draws: bool) -> Value:
        """A function by its bare name: called when it needs nothing, else the function itself."""
        if value.required == 0 and not (isinstance(value, Function) and value.is_rule):
            return value_of(at(span, outcome, self.context, value, (), (), draws))
        return value

    def _function(self, name: str, scope: Scope) -> Code | None:
        """The code that gives a function or rule; one of this unit may stand further down."""
        unit, slot = self.unit, scope.functions.get(name)
        if slot is not None:
            self._read(slot)
            return lambda frame: frame[slot]
        if name not in unit.announced_functions:
            found = unit.outer(name)
            return found and (lambda _: found())
        return lambda frame: unit.functions[name] if name in unit.functions else poisoned(frame)

    def callee(self, node: Expression, scope: Scope, clue: bool = False) -> Code:
        """The code that gives the function or rule that ``node`` means when it is called, or begins a ``clue``."""
        if not isinstance(node, Name):
            return self.expression(node, scope)
        name, span = node.id, node.span
        function, local = self._function(name, scope), scope.values.get(name)
        if local is not None and scope.functions.get(name) is None:
            self._read(local)

            # A parameter may hold a function; a parameter that holds anything else does not hide a rule.
            def either(frame: Frame) -> Value:
                value = frame.get(local)
                return value if function is None or isinstance(value, Callee) else function(frame)

            return either
        if function is not None:
            return function
        if name not in self.unit.announced:
            self._unknown(node, scope, called=True, clue=clue)
            return poisoned
        value = self._global(node, None)

        def holds_function(frame: Frame) -> Value:
            got = value(frame)
            if isinstance(got, Callee):
                return got
            raise PuzzleError([called_by_mistake(name, got, span)])

        return holds_function

    @abstractmethod
    def expression(self, node: Expression, scope: Scope) -> Code:
        """The code of an expression."""

    # ── unknown names ────────────────────────────────────────────────────────────────────────────

    def _unknown(self, node: Name, scope: Scope, called: bool, clue: bool = False) -> None:
        name, place, unit = node.id, node.span, self.unit
        if name in unit.poisoned:
            return
        if is_idle():  # nobody sees more than the message
            self.diagnostics.append(Diagnostic(f"nothing is called `{name}`", place, code="unknown-name"))
            return
        what = "rule or function" if called else "value or function"
        # A letter alone may be what others call a clue (V), but as a value it is rather a name that is missing.
        words = written_here(name) if called or len(name) > 1 else []
        words = words if called else [word.removeprefix("alldifferent: ") for word in words]
        helps: tuple[str, ...] = ("`puzzledsl rules` lists every rule",) if called else ()
        if words and nearest(name, words) is None:
            label = f"here it is written {' or '.join(f'`{word}`' for word in words)}"
            near = [word for word in words if not set(word) & set(':,.`"…')]  # others take more than this name's place
            helps = tuple(example for word in words for example in about(word)[1:]) or helps
        elif name.lower() in genre_names():
            label, near = f'a genre is named above its clues: `genre "{name.lower()}"`', []
        else:
            near = self._nearest(name, scope, called, clue)
            label = question(*near)
            if clue and not near:
                helps = (*helps, f"a new kind of clue is defined by `rule {name}(cells):`")
            if not called and any(letter_value(name, variable.letters) for variable in self.context.variables):
                near, label = [f'"{name}"'], f'a letter that a cell holds is a text: write `"{name}"`'
            elif not label and len(name) == 1 and not called:
                ways = (f"for {name} in 1..9:", f"let {name} = 9", f"var {name} in 1..9")
                helps = (f"a loop, a `let` or a `var` gives a value a name: {', '.join(f'`{way}`' for way in ways)}",)
        is_value = called and (name in unit.announced or scope.values.get(name) is not None)
        message = f"`{name}` is a value, not a {what}" if is_value else f"no {what} is called `{name}`"
        fixes = replacing(place, *near)
        self.diagnostics.append(Diagnostic(message, place, label, helps, code="unknown-name", fixes=fixes))

    def _nearest(self, name: str, scope: Scope, called: bool, clue: bool) -> list[str]:
        """The known names that may be meant; in front of the colon of a clue only those that may stand there."""
        unit = self.unit
        if clue:
            own = (f for f in unit.announced_functions if f not in unit.functions or unit.functions[f].is_rule)
            return nearest_rules(name, [*scope.functions, *own])
        known = [*scope.values, *scope.functions, *unit.announced_functions, *unit.outer_names()]
        near = None
        if not called:  # what is a value by its name alone comes first: functions that need an argument are not
            bare = [name for name, found in builtins().items() if not found.required]
            near = nearest(name, [*scope.values, *scope.functions, *unit.announced, *bare])
            known += unit.announced
        near = near or nearest(name, known)
        return [near] if near else []
