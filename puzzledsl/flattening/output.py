"""What flattening writes: variables, constraints, origins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.domain import Domain
from puzzledsl.elaboration.limits import Steps
from puzzledsl.elaboration.misfits import of_data
from puzzledsl.expressions import (
    Affine,
    Atom,
    Boolean,
    Operation,
    Rational,
    Truth,
)
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.flattening.tabulation import Rows, Tables
from puzzledsl.intervals import Known
from puzzledsl.model import Model, Origin
from puzzledsl.primitives.clause import Clause

Condition = tuple[Literal, ...]
"""Literals that must all hold."""

ONE = Domain.range(1, 1)

A_CONSTRAINT = 6
"""Steps of a primitive, without its parts."""

A_VARIABLE = 4
"""Steps of an auxiliary variable."""

LARGEST = 10**15
"""Beyond it, a solver does not compute exactly."""


class Output(ABC):
    """The flat model while it is written."""

    def __init__(self, model: Model, *, strict: bool = False) -> None:
        self.model = model
        self.strict = strict
        self.variables: list[FlatVariable] = [FlatVariable(v.name, v.domain, v.bounds) for v in model.variables]
        self.constraints: list[FlatConstraint] = []
        self.origins: list[Origin] = []
        taken, most = model.steps
        self.work = Steps(most, taken + len(model.variables))
        self.tables = Tables([None if v.is_real else v.domain for v in model.variables], self.work)
        self.has_reals = any(v.is_real for v in model.variables)
        self.atoms: dict[Atom, int] = {}
        self.sums: dict[Affine, int] = {}
        self.ranges: Known = {}
        # Literals that imply what they stand for, and those of them whose opposites imply its opposite.
        self.literals: dict[Boolean, Literal] = {}
        self.implied: set[Boolean] = set()
        self.opposites: dict[Literal, Literal] = {}
        self.equal: dict[Boolean, Literal] = {}
        # By variable, op, k and c: the literal of ``k·x + c op 0``.
        self.compared: dict[tuple[int, str, Rational, Rational], Literal | bool] = {}
        # By variable and rows: the literal of the variable being one of them.
        self.belonging: dict[tuple[int, frozenset[tuple[int, ...]]], Literal | bool] = {}
        # Rows of one value each as a set.
        self.listed: dict[frozenset[tuple[int, ...]], Domain] = {}
        # By rows and domains: the rows that these domains allow. Tables of one kind share them.
        self.kept: dict[tuple[Rows, tuple[Domain, ...]], Rows] = {}
        # By identity of what is counted, with it: its literal; and each of these literals by its value.
        self.truths: dict[int, tuple[Truth, Literal | bool]] = {}
        self.same: dict[Literal, Literal] = {}
        self.names: dict[str, int] = {}
        # Operations that the present requirement has demanded to be defined, and under which conditions.
        self.defined: set[tuple[Operation, Condition]] = set()
        # Whether there is a quotient in an operation.
        self.divided: dict[Operation, bool] = {}

    def post(self, primitive: Primitive, condition: Condition = (), *, only_propagated: bool = False) -> None:
        """Adds a constraint that must hold if the condition does; it comes from the latest origin."""
        self.work.step(A_CONSTRAINT + len(condition))
        origin = len(self.origins) - 1
        self.constraints.append(FlatConstraint(primitive, origin, condition, only_propagated=only_propagated))

    def clause(self, literals: Iterable[Literal], condition: Condition = ()) -> None:
        """One of the literals is true if the condition holds."""
        self.post(Clause((*literals, *map(self.inverse, condition))))

    def alike(self, a: Literal, b: Literal, condition: Condition = ()) -> None:
        """Two literals are equal if the condition holds."""
        self.clause((self.inverse(a), b), condition)
        self.clause((a, self.inverse(b)), condition)

    def flag(self, word: str) -> Literal:
        """A new literal, named after the constraint that needs it."""
        return Literal(self.auxiliary(Domain.range(0, 1), word), ONE)

    def impossible(self, condition: Condition) -> None:
        """Nothing satisfies the present constraint: the condition must not hold; without one there is no solution.

        What a genre of the library says of the data of a model is no mistake in the text, so it is not reported as one.
        """
        origin = self.origins[-1]
        if self.strict and not condition and not origin.span.source.is_library:
            message, label = f"this can never hold: {origin.sentence}", "no values make it true"
            raise failure(message, origin.span, label, code="impossible")
        self.clause((), condition)

    def refuse(self, message: str, *helps: str) -> Exception:
        """The error for something that cannot be written."""
        refused = Diagnostic(message, self.origins[-1].span, helps=helps, code="flatten")
        return PuzzleError(of_data([refused], self.model.source))

    def auxiliary(self, domain: Domain, word: str) -> int:
        """A new variable, named after the constraint that needs it."""
        if domain.intervals and max(abs(domain.lo), abs(domain.hi)) > LARGEST:
            raise self.refuse(
                "numbers in this constraint go beyond 10^15, where solvers do not compute exactly",
                "split it into parts, or compare smaller numbers",
            )
        self.work.step(A_VARIABLE)
        origin = self.origins[-1]
        stem = f"{word}_{origin.clue}_L{origin.line}"
        self.names[stem] = count = self.names.get(stem, 0) + 1
        self.variables.append(FlatVariable(f"{stem}_{count}", domain, auxiliary=True))
        return len(self.variables) - 1

    def inverse(self, literal: Literal) -> Literal:
        """The opposite literal."""
        found = self.opposites.get(literal)
        if found is None:
            rest = self.variables[literal.variable].domain - literal.values
            found = self.opposites[literal] = Literal(literal.variable, rest)
        return found

    @abstractmethod
    def require(self, expression: Boolean, condition: Condition) -> None:
        """Writes "if all of the condition, then the expression"."""
