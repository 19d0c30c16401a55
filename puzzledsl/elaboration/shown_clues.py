"""Which clues the picture of an unsolved puzzle shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from puzzledsl.elaboration.library import entries, placeholders
from puzzledsl.elaboration.wording import own_entries
from puzzledsl.expressions import Boolean, holds, variables_of
from puzzledsl.model import Mark, Requirement, Variable
from puzzledsl.records import replace
from puzzledsl.source import Span
from puzzledsl.syntax import Binary, Clue, Comparison, Constraint, Draw, Expression, For, If, Index, Let, Name, Rule
from puzzledsl.syntax import Statement as Node
from puzzledsl.time_limit import check_time

_MOST_VALUES = 100
"""The limit on the values of a cell that are tested one by one."""

_AT_ONCE = 2_000
"""Values and variables between two looks at the clock, which tests/safety/test_time_limits.py bounds."""


class ShownClues:
    """The values that clues give to cells, and the layouts that drawings depend on.

    Attributes:
        values: by cell, the values that statements about this cell alone allow, such as ``c == n``. A statement such as
            ``sum(neighbors(c)) == n`` does not give a value, even if there is a single neighbour.
    """

    def __init__(
        self, statements: Sequence[Node], requirements: Iterable[Requirement], variables: Sequence[Variable]
    ) -> None:
        self._rules = {node.name.id: _names(node.parameters) for node in statements if isinstance(node, Rule)}
        self._uses: defaultdict[str, set[str]] = defaultdict(set)
        self._drawn: set[str] = set()
        self._parameters: dict[str, str] = {}  # of the rule that is visited, each with a name that nothing else has
        self._plain: dict[Span, set[str]] = {}
        self._visit(statements, set())
        self.values: dict[int, list[int]] = {}
        self._variables, self._tried = variables, 0
        for one in requirements:
            found = one.origin.variables if one.origin.span in self._plain else ()
            self._count(len(found))
            if len(found) == 1:
                (x,) = found
                if variables[x].grid is not None and variables[x].domain.size <= _MOST_VALUES:
                    self._drawn |= self._plain[one.origin.span]
                    before = self.values.get(x, variables[x].domain)
                    self.values[x] = self._allowed(one.expression, x, before)

    def decided(self, marks: Sequence[Mark]) -> Iterator[Mark]:
        """Yield the marks. A mark loses its condition if each given value of its cell satisfies the condition.

        The picture of the puzzle then shows the mark, too.
        """
        drawn = {(mark.kind, mark.cells) for mark in marks if mark.when is None}
        for mark in marks:
            found = variables_of(mark.when) if mark.when is not None and (mark.kind, mark.cells) not in drawn else ()
            self._count(len(found))
            x = min(found) if len(found) == 1 else -1
            if values := self.values.get(x):
                told = self._allowed(mark.when, x, self._variables[x].domain)  # type: ignore[arg-type]
                if {*values} <= {*told}:
                    mark = replace(mark, when=None, given=values == told)
            yield mark

    def _allowed(self, condition: Boolean, x: int, values: Iterable[int]) -> list[int]:
        """The values of a variable that satisfy a condition on it alone."""
        self._count(self._variables[x].domain.size)
        return [value for value in values if holds(condition, {x: value})]  # type: ignore[arg-type]

    def _count(self, work: int) -> None:
        """Look at the clock after some work.

        Raises:
            OutOfTime: it is late.
        """
        self._tried += 1 + work
        if self._tried > _AT_ONCE:
            self._tried = 0
            check_time()

    def undrawn(self, layouts: Collection[str]) -> tuple[str, ...]:
        """Return the layouts of clues on which no drawing depends.

        A drawing depends on the names in it, on those in the loops and conditions around it, and on all names in the
        definitions of these. A given value counts as a drawing, and so does an argument that a sentence names. If only
        the size of a grid depends on a layout, the layout is not drawn.
        """
        pending = [*self._drawn]
        while pending:
            further = self._uses[pending.pop()] - self._drawn
            self._drawn |= further
            pending += further
        return tuple(name for name in layouts if name not in self._drawn)

    def _names(self, part: Any) -> set[str]:
        """The names in a part of the syntax tree."""
        return {self._parameters.get(name, name) for name in _names(part)}

    def _visit(self, nodes: Iterable[Node], around: set[str]) -> None:
        for node in nodes:
            match node:
                case Let():
                    self._uses[node.name.id] |= around | self._names(node)
                case Rule():
                    rule = node.name.id
                    self._parameters = {name: _parameter(rule, name) for name in _names(node.parameters)}
                    self._visit(node.body, {rule})
                    self._parameters = {}
                    entry = own_entries(node.span.source).get(rule)
                    self._drawn |= {_parameter(rule, name) for name in placeholders(entry.solvers)} if entry else set()
                case For():
                    self._visit(node.body, around | self._names((node.loops, node.condition)))
                case If():
                    self._visit(node.yes + node.no, around | self._names(node.condition))
                case Clue() | Constraint():
                    self._state(node, around)
                case Draw():
                    self._drawn |= around | self._names(node.arguments)

    def _state(self, node: Clue | Constraint, around: set[str]) -> None:
        named = self._names(node)
        own = around | named
        for name in named:
            for parameter in self._rules.get(name, ()):
                self._uses[_parameter(name, parameter)] |= own
            if name in self._rules:
                self._uses[name] |= around
            elif name in entries() and "draw " in entries()[name].text:
                self._drawn |= own
        if isinstance(node, Constraint) and _is_plain(node.expression):
            self._plain.setdefault(node.span, set()).update(own)


def _parameter(rule: str, name: str) -> str:
    return f"{name} of {rule}"


def _is_plain(node: Expression) -> bool:
    """Whether an expression has the form of a comparison of one cell with something."""
    match node:
        case Comparison():
            return _is_plain(node.operands[0])
        case Binary(op="<->"):
            return _is_plain(node.left)
    return isinstance(node, (Name, Index))


def _names(part: Any) -> set[str]:
    """The names in a part of the syntax tree."""
    found, pending = set(), [part]
    while pending:
        part = pending.pop()
        if isinstance(part, Name):
            found.add(part.id)
        elif isinstance(part, tuple):
            pending += part
        elif type(part).__module__ == Name.__module__:
            pending += [getattr(part, field) for field in type(part).__slots__]
    return found
