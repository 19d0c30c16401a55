"""Names at compile time: which slot of the frame a name means, or which global it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from puzzledsl.elaboration.values import Builtin, Function, Value
from puzzledsl.syntax import (
    ClueLayout,
    EdgesDeclaration,
    GridDeclaration,
    Let,
    Name,
    Param,
    Regions,
    Rule,
    Statement,
    VariableDeclaration,
)


class Scope:
    """The local names that are visible at one place of the text.

    Values and functions are two namespaces. Every declaration gets a slot of its own, so that an inner name
    never overwrites an outer one in the frame.

    Attributes:
        rule: the name of the rule or function whose parameters are declared here; else empty.
        arguments: slots of the parameters of a rule, but for the first, which are its cells.
    """

    _slots = count()

    def __init__(self, parent: Scope | None = None, rule: str = "") -> None:
        self.parent = parent
        self.rule = rule
        self.values: dict[str, int] = {}
        self.functions: dict[str, int] = {}
        self.arguments: tuple[int, ...] = ()

    def declare_value(self, name: str) -> int:
        """A slot for a value of this scope."""
        slot = self.values[name] = next(Scope._slots)
        return slot

    def own_value(self, name: str) -> int:
        """The slot of a value of this scope, which may have been declared."""
        return self.values[name] if name in self.values else self.declare_value(name)

    def declare_function(self, name: str) -> int:
        """A slot for a function of this scope."""
        slot = self.functions[name] = next(Scope._slots)
        return slot

    def value(self, name: str) -> int | None:
        """The slot of a local value, ``None`` when there is none."""
        if name in self.values or self.parent is None:
            return self.values.get(name)
        return self.parent.value(name)

    def function(self, name: str) -> int | None:
        """The slot of a local function, ``None`` when there is none."""
        if name in self.functions or self.parent is None:
            return self.functions.get(name)
        return self.parent.function(name)

    def rule_name(self) -> str:
        """The name of the innermost rule around."""
        return next((scope.rule for scope in self._around() if scope.rule), "")

    def all_arguments(self) -> tuple[int, ...]:
        """The arguments of all rules around one place."""
        return tuple(slot for scope in self._around() for slot in scope.arguments)

    def names(self) -> Iterator[str]:
        """All visible local names, for suggestions."""
        for scope in self._around():
            yield from scope.values
            yield from scope.functions

    def function_names(self) -> Iterator[str]:
        """The visible local names of functions and rules."""
        return (name for scope in self._around() for name in scope.functions)

    def _around(self) -> Iterator[Scope]:
        """This scope and those around it, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


class Unit:
    """The global names of one model (with what it includes), or of the standard library.

    Attributes:
        values: what is defined so far.
        functions: functions and rules; rules are known from the start, wherever they stand.
        announced: names of values that the text defines somewhere, with the line.
        announced_functions: the same of functions and rules.
        poisoned: names whose definition is wrong; using one is no mistake of its own.
        outer: looks a function up beyond this unit (library, then built-in functions).
        outer_names: the names that ``outer`` knows, for suggestions.
    """

    def __init__(
        self,
        outer: Callable[[str], Callable[[], Function | Builtin] | None],
        outer_names: Callable[[], Iterator[str]],
        is_library: bool = False,
    ) -> None:
        self.outer = outer
        self.outer_names = outer_names
        self.is_library = is_library
        self.values: dict[str, Value] = {}
        self.functions: dict[str, Function] = {}
        self.announced: dict[str, int] = {}
        self.announced_functions: dict[str, int] = {}
        self.poisoned: set[str] = set()


def names_of(node: Statement | None) -> tuple[Name, ...]:
    """What a statement defines."""
    match node:
        case Let() | Param() | Regions() | ClueLayout() | GridDeclaration() | EdgesDeclaration() | Rule():
            return (node.name,)
        case VariableDeclaration():
            return node.names
    return ()
