"""What elaboration knows while it runs: variables so far, budget, marks, and the reason for the last falsehood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import Budget
from puzzledsl.elaboration.values import Function, GridValue, Group, RegionMap, Value
from puzzledsl.expressions import Affine, Atom, Automaton, Boolean, Compare, Rational
from puzzledsl.intervals import Interval
from puzzledsl.model import Mark, Variable
from puzzledsl.records import record
from puzzledsl.source import Span

MOST_GROUPINGS = 20
"""Lists of groups whose cells are remembered."""

MOST_ROWS_READ = 1_000
"""Lists of rows of tables that are remembered."""

MOST_ANSWERS = 20_000
"""Calls that are remembered at least; the same number of older ones may be."""


@record(eq=False, slots=True)
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


class Demands(list[Part]):
    """What the statements of a rule demand so far, and how many parts their comparisons have."""

    size = 0


def value_of(outcome: Value) -> Value:
    """The value that a call gives, or a part demands."""
    return outcome.holds if type(outcome) is RuleCall else outcome


@record(eq=False, slots=True)
class Answered:
    """A call that was made. Callee and arguments are kept because they are known by their identity."""

    callee: Value
    arguments: object
    value: Value
    reason: str


@record(eq=False, slots=True)
class ReadRows:
    """The rows of a table, read once.

    Attributes:
        source: the value that lists them. It is kept because it is known by its identity.
        rows: all of them.
        within: what is left of them for some items, by the bounds of these, or by their values where they are known.
    """

    source: Value
    rows: frozenset[tuple[int, ...]]
    within: dict[tuple[Interval | Rational, ...], frozenset[tuple[int, ...]]]


class Answers:
    """Calls and their values. Those that were not asked for again for long are forgotten.

    A call without side effects (drawing is the only one) is not run again with the same arguments within a statement.
    Lists are the same if they are one object.
    """

    def __init__(self) -> None:
        self._new: dict[object, Answered] = {}
        self._old: dict[object, Answered] = {}

    def get(self, key: object) -> Answered | None:
        """The call with this key, if it is remembered."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: object, call: Answered) -> None:
        """Remember a call."""
        if len(self._new) >= MOST_ANSWERS:
            self._old, self._new = self._new, {}
        self._new[key] = call

    def clear(self) -> None:
        """Forget all."""
        self._new.clear()
        self._old.clear()


class Context:
    """Mutable state of one elaboration.

    Attributes:
        variables: all variables so far; a variable's number is its position.
        grids: the grids by name; the first is the main one.
        drawing: marks are kept only while a clue is applied as a statement, not inside `or`, `not` ….
        hidden: what rules have declared for themselves, by name: grids, and ``None`` for a single variable.
        declared: where each variable is declared that is no cell, by its number.
        demands: what the statements of the present rule demand so far, for `reason`.
        reason: why the last comparison folded to false, in words; for the message of a statement that cannot hold.
        as_groups: what is said of groups of cells that were compared as such, since the last requirement.
        automata: automata by what they were made from, so that equal calls share one.
        moves: of the step functions of automata, by function: what has been computed of them.
        members: the list that `has_cell` was last asked about, and its cells.
        memberships: conditions such as `r1c1 in {1, 4, 7}`, by cell and identity of the set, with the set. Rules about
            a whole grid ask for each of them several times.
        tables: rows of tables, by how they are read, identity of the value that lists them, and their width.
        equations: conditions such as ``r1c1 == 5``, by cell and value; ``r1c1 != 5`` by the complement of the cell.
        grouped: the group of each cell, by identity of the groups that `region_of` was asked about, with the groups.
        weights: the sizes of expressions when they are written out, by identity, with the expression itself.
        occurring: the variables of atoms, by identity (see `variables_of`).
        counted: Booleans as numbers, by identity, with the Boolean itself: a condition is often counted many times.
        answers: what calls have given in the present statement.
        warnings: remarks so far, by their code and place.
        letter, letters: what the present use of a rule is called in the picture, if it asks; how many have asked.
        jump: a line that a rule of the library has just drawn through cells that do not touch.
        call: applies a function value to arguments (set by the compiler, used by builtins).
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.variables: list[Variable] = []
        self.declared: dict[int, Span] = {}
        self.grids: dict[str, GridValue] = {}
        self.hidden: dict[str, GridValue | None] = {}
        self.regions: dict[str, RegionMap] = {}
        self.marks: list[Mark] = []
        self.drawing = False
        self.reason = ""
        self.demands = Demands()
        self.as_groups = ""
        self.automata: dict[object, Automaton] = {}
        self.moves: dict[object, dict[Any, Any]] = {}
        self.members: tuple[Value, frozenset[Affine]] = (None, frozenset())
        self.grouped: dict[int, tuple[Value, dict[Any, Group]]] = {}
        self.memberships: dict[tuple[int, int], tuple[object, Boolean]] = {}
        self.tables: dict[tuple[object, int, int], ReadRows] = {}
        self.equations: dict[tuple[int, int], Compare] = {}
        self.weights: dict[int, tuple[object, int]] = {}
        self.occurring: dict[int, tuple[Atom, frozenset[int]]] = {}
        self.counted: dict[int, tuple[object, Affine]] = {}
        self.answers = Answers()
        self.warnings: dict[tuple[str, Span | None], Diagnostic] = {}
        self.letter = ""
        self.letters = 0
        self.jump: Mark | None = None
        self.call: Callable[..., Value] = lambda *_: None

    def rows_of(
        self, source: Value, width: int, read: Callable[[Value, int, Context], Iterable[tuple[int, ...]]]
    ) -> ReadRows:
        """The rows of a table, so wide each, that a value lists; they are only read if they are not remembered."""
        key = (read, id(source), width)
        found = self.tables.get(key)
        if found is None:
            if len(self.tables) >= MOST_ROWS_READ:
                self.tables.clear()
            found = self.tables[key] = ReadRows(source, frozenset(read(source, width, self)), {})
        return found

    @property
    def main(self) -> GridValue:
        """The first grid.

        Raises:
            Fault: the model has none yet.
        """
        for grid in self.grids.values():
            return grid
        raise Fault(
            "there is no grid yet", helps=("declare one first, such as `grid cell[9, 9] in 1..9`",), code="no-grid"
        )

    def hidden_name(self, rule: str, name: str) -> str:
        """A new name for what a call of a rule declares: ``loop.inside``, for the next call ``loop.inside_2``."""
        found = first = f"{rule}.{name}"
        number = 2
        while found in self.hidden:
            found, number = f"{first}_{number}", number + 1
        self.hidden[found] = None
        return found

    def warn(self, warning: Diagnostic) -> None:
        """Keep a remark that does not stop the model; of the rounds of a loop the first one."""
        self.warnings.setdefault((warning.code, warning.span), warning)

    def cell_name(self, cell: Affine) -> str:
        """What a cell or variable is called."""
        number = cell.terms[0][0]
        assert isinstance(number, int)
        return self.variables[number].name
