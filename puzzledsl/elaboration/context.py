"""What elaboration knows while it runs: variables so far, budget, marks, and the reason for the last falsehood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, TypeVar

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.kinds import cell_number
from puzzledsl.elaboration.limits import Budget
from puzzledsl.elaboration.values import DivisionValue, EdgesValue, Function, GridValue, RegionMap, Value
from puzzledsl.expressions import Affine, AllDifferent, Boolean, Operation, Rational
from puzzledsl.intervals import Known, interval
from puzzledsl.model import Mark, Variable
from puzzledsl.records import entity
from puzzledsl.source import Span

T = TypeVar("T")

MOST_REMEMBERED = 40_000
"""Values that are remembered at most."""


@entity
class RuleCall:
    """What comes of a call of a rule.

    Attributes:
        arguments: what its parameters were bound to.
        holds: its value.
        parts: of a rule of the author's, what its statements demand.
    """

    callee: Function
    arguments: dict[str, Value]
    holds: Boolean
    parts: tuple[Part, ...]


Part = RuleCall | Boolean
"""What a statement demands: the call of a rule, or a condition."""


def value_of(outcome: Value) -> Value:
    """The value that a call gives, or a part demands."""
    return outcome.holds if type(outcome) is RuleCall else outcome


def is_plainly_different(part: Part) -> bool:
    """Whether a part demands that values are all different, without a rule that states it."""
    return isinstance(part, AllDifferent) and not part.ignoring


@entity
class ReadRows:
    """The rows of a table, read once.

    Attributes:
        rows: all of them.
        within: what is left of them for some items, by the bounds of these, or by their values where they are known.
    """

    rows: frozenset[tuple[int, ...]]
    within: dict[tuple[tuple[Any, Any] | Rational, ...], frozenset[tuple[int, ...]]]


class Memory(dict[object, Any]):
    """What has been computed. All is forgotten when it becomes too much.

    A key consists of values, and of identities of objects (lists never change). These are kept with what is remembered,
    so that no other object gets their identity.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[object] = []

    def once(self, key: object, kept: object, make: Callable[..., T], *arguments: object) -> T:
        """What is remembered under a key; if nothing is, it is made of the arguments."""
        found: T | None = self.get(key)
        return self.put(key, make(*arguments), kept) if found is None else found

    def put(self, key: object, value: T, kept: object = None) -> T:
        """Remember a value, which is returned, and keep the objects that its key identifies."""
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[key] = value
        self._kept.append(kept)
        return value

    def clear(self) -> None:
        """Forget all."""
        super().clear()
        self._kept.clear()


class Context:
    """Mutable state of one elaboration.

    Attributes:
        variables: all variables so far; a variable's number is its position.
        grids: the grids by name; the first is the main one.
        hidden: what rules have declared for themselves, by name: grids, and ``None`` for a single variable.
        has_places: some grid has no values.
        edges: those of the outermost level, in order.
        divisions: all of them, those of rules too.
        declared: where each variable is declared that is no cell, by its number.
        demands: what the statements of the present rule demand so far.
        demanded: how many parts the comparisons among them have.
        reason: why the last comparison folded to false, in words; for the message of a statement that cannot hold.
        as_groups: what is said of groups of cells that were compared as such, since the last requirement.
        memory: what operations have found, such as the rows of a table, an automaton, or ``r1c1 == 5``. Rules about a
            whole grid ask for each of them several times.
        weights: by identity of an expression: itself, its size when it is written out, and its height.
        operations: those that were made, each as a number.
        conditions: those that were joined of others.
        ranges, whole, partial: what is known of operations: bounds, and whether they are whole, and may be undefined.
        has_reals: there is a real variable.
        answers: what calls have given in the present statement, with the reason. A call without side effects (drawing
            is the only one) is not run again with the same arguments.
        warnings: remarks so far, by their code and place.
        alphabet: the letters of the line whose values are read in order; empty if these are numbers.
        letter, letters: what the present use of a rule is called in the picture, if it asks; how many have asked.
        call: applies a function value to arguments (set by the compiler, used by builtins).
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.variables: list[Variable] = []
        self.declared: dict[int, Span] = {}
        self.grids: dict[str, GridValue] = {}
        self.hidden: dict[str | None, GridValue | None] = {}
        self.has_places = False
        self.edges: list[EdgesValue] = []
        self.divisions: list[DivisionValue] = []
        self.regions: dict[str, RegionMap] = {}
        self.marks: list[Mark] = []
        self.reason = ""
        self.demands: list[Part] = []
        self.demanded = 0
        self.as_groups = ""
        self.memory = Memory()
        self.weights: dict[int, tuple[object, int, int]] = {}
        self.operations: dict[Operation, Affine] = {}
        self.conditions: dict[Boolean, Boolean] = {}
        self.ranges: Known = {}
        self.whole: dict[Operation, bool] = {}
        self.partial: dict[Operation, bool] = {}
        self.has_reals = False
        self.answers = Memory()
        self.warnings: dict[tuple[str, Span | None], Diagnostic] = {}
        self.letter = ""
        self.letters = 0
        self.alphabet = ""
        self.call: Callable[..., Value] = lambda *_: None

    def rows_of(
        self, source: Value, width: int, read: Callable[[Value, int, Context], Iterable[tuple[int, ...]]]
    ) -> ReadRows:
        """The rows of a table, so wide each, that a value lists; they are only read if they are not remembered."""
        key = (read, id(source), width)
        return self.memory.once(key, source, lambda: ReadRows(frozenset(read(source, width, self)), {}))

    def read(self, alphabet: str) -> None:
        """From now on, values that are read in order are these letters, for comparisons with texts."""
        if alphabet != self.alphabet:
            self.answers.clear()
            self.alphabet = alphabet

    @property
    def main(self) -> GridValue:
        """The first grid.

        Raises:
            Fault: the model has none yet.
        """
        for grid in self.grids.values():
            return grid
        raise Fault(
            "there is no grid yet", helps="declare one first, such as `grid cell[9, 9] in 1..9`", code="no-grid"
        )

    def add(self, variable: Variable) -> int:
        """A new variable; its number."""
        self.budget.check("variables", len(self.variables))
        self.variables.append(variable)
        return len(self.variables) - 1

    def name_in(self, rule: str, name: str) -> str:
        """A new name for what a call of a rule declares: ``loop.inside``, for the next call ``loop.inside_2``.

        Outside of rules, the name itself.
        """
        if not rule:
            return name
        found = first = f"{rule}.{name}"
        number = 2
        while found in self.hidden:
            found, number = f"{first}_{number}", number + 1
        self.hidden[found] = None
        return found

    def grid_of(self, name: str) -> GridValue:
        """The grid of a cell whose variable names it, also one that a rule has declared."""
        return self.hidden.get(name) or self.grids[name]

    def warn(self, warning: Diagnostic) -> None:
        """Keep a remark that does not stop the model; of the rounds of a loop the first one.

        What the package itself says of the data of a model is left out: its lines are not for the author to change.
        """
        if warning.span is not None and warning.span.source.is_library:
            return
        self.warnings.setdefault((warning.code, warning.span), warning)

    def refuted(self, reason: str) -> bool:
        """False, for this reason."""
        self.reason = reason
        return False

    def bounds(self, value: Affine) -> tuple[Any, Any]:
        """The smallest and the largest value that an expression can have; infinite where it has no bound."""
        low, high = interval(value, self.variables, self.ranges)
        return -inf if low is None else low, inf if high is None else high

    def variable(self, cell: Affine) -> Variable:
        """The variable of a cell."""
        return self.variables[cell_number(cell)]

    def cell_name(self, cell: Affine) -> str:
        """What a cell or variable is called."""
        return self.variable(cell).name
