"""Names at compile time: which slot of the frame a name means, or which global it is."""

from __future__ import annotations

from collections import ChainMap
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
        values: their slots; those of the scopes around it are behind its own.
        functions: the same of functions and rules.
        rule: the name of the rule or function around it; else empty.
        arguments: slots of the parameters of all rules around it, but for the first ones, which are their cells.
    """

    _slots = count()

    def __init__(self, parent: Scope | None = None, rule: str = "") -> None:
        self.values: ChainMap[str, int] = parent.values.new_child() if parent else ChainMap()
        self.functions: ChainMap[str, int] = parent.functions.new_child() if parent else ChainMap()
        self.rule: str = rule or (parent.rule if parent else "")
        self.arguments: tuple[int, ...] = parent.arguments if parent else ()

    def declare(self, names: ChainMap[str, int], name: str) -> int:
        """A slot for a name of this scope, among its values or its functions."""
        slot = names[name] = next(Scope._slots)
        return slot

    def own_value(self, name: str) -> int:
        """The slot of a value of this scope, which may have been declared."""
        own = self.values.maps[0]
        return own[name] if name in own else self.declare(self.values, name)


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
