"""Booleans as literals: those about one variable as they are, others by a new 0–1 variable."""

from __future__ import annotations

from abc import abstractmethod

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Affine,
    All,
    Boolean,
    Compare,
    Member,
    Not,
    Rational,
    compares,
    constant,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.output import ONE, Output


class Literals(Output):
    """Finds or makes the literal of a Boolean."""

    def direct(self, expression: Boolean) -> Literal | bool | None:
        """A Boolean about a single variable as a literal, without anything new; constants fold."""
        if type(expression) is Compare:
            op, difference = expression.op, expression.expression
            if not difference.terms:
                return compares(op, difference.constant)
            number, k = difference.terms[0]
            if len(difference.terms) == 1 and type(number) is int and not self.variables[number].is_real:
                key = (number, op, k, difference.constant)
                found = self.compared.get(key)
                if found is None:
                    found = self.compared[key] = self._folded(Literal(number, self._solutions(op, difference, number)))
                return found
        elif type(expression) is bool:
            return expression
        elif type(expression) is Not:
            inner = self.direct(expression.operand)
            if type(inner) is Literal:
                return self._folded(self.inverse(inner))
            return None if inner is None else not inner
        elif type(expression) is Member and len(expression.items) == 1 and is_plain(expression.items[0]):
            number, rows = self.number(expression.items[0]), expression.rows
            found = self.belonging.get((number, rows))
            if found is None:
                if rows not in self.listed:
                    self.work.step(len(rows))
                    self.listed[rows] = Domain.of(row[0] for row in rows)
                values = self.listed[rows] & self.variables[number].domain
                self.work.step(len(values.intervals))
                found = self.belonging[number, rows] = self._folded(Literal(number, values))
            return found
        elif type(expression) is All:
            self.work.step()
            merged: Domain | None = None
            variable = -1
            for part in expression.items:
                known = self.direct(part)
                if not isinstance(known, Literal) or variable not in (-1, known.variable):
                    return None
                variable = known.variable
                merged = known.values if merged is None else merged & known.values
            if merged is not None:
                return self._folded(Literal(variable, merged))
        return self.equal.get(expression) if self.equal else None

    def _folded(self, literal: Literal) -> Literal | bool:
        if not literal.values:
            return False
        if literal.values == self.variables[literal.variable].domain:
            return True
        return literal

    def _solutions(self, op: str, difference: Affine, number: int) -> Domain:
        """The values of the only variable under which ``k·x + c op 0``."""
        domain = self.variables[number].domain
        k, c = difference.terms[0][1], difference.constant
        if op == "<=":  # x is at most -c/k rounded down, or at least -c/k rounded up
            return domain.between(domain.lo, -c // k) if k > 0 else domain.between(-(c // k), domain.hi)
        point = Domain(()) if c % k or -c // k not in domain else Domain.range(-c // k, -c // k)
        return point if op == "==" else domain - point

    def implied_literal(self, expression: Boolean) -> Literal:
        """A literal whose truth makes the expression hold (but not the other way round)."""
        known = self.direct(expression)
        if isinstance(known, Literal):
            return known
        return self._reified(expression, backwards=False)

    def literal(self, expression: Boolean) -> Literal:
        """A literal that is true exactly when the expression holds."""
        known = self.direct(expression)
        if isinstance(known, Literal):
            return known
        if isinstance(known, bool):
            number = self.sums.get(constant(int(known)))
            if number is None:
                number = self.number(constant(int(known)))
            return Literal(number, ONE)
        if isinstance(expression, Not):
            return self.inverse(self.literal(expression.operand))
        return self._reified(expression, backwards=True)

    def _reified(self, expression: Boolean, *, backwards: bool) -> Literal:
        literal = self.literals.get(expression)
        if literal is None:
            literal = self.literals[expression] = self.flag("holds")
        # Noted only once it is written: until then `direct` must not take the literal for the expression.
        if expression not in self.implied:
            self.require(expression, (literal,))
            self.implied.add(expression)
        if backwards and expression not in self.equal:
            self.require(Not(expression), (self.inverse(literal),))
            self.equal[expression] = literal
        return literal

    def as_variable(self, literal: Literal) -> int:
        """A 0–1 variable equal to the truth of a literal."""
        if literal.values == ONE and self.variables[literal.variable].domain == Domain.range(0, 1):
            return literal.variable
        found = self.flag("is")
        self.alike(literal, found)
        return found.variable

    @abstractmethod
    def number(self, expression: Affine) -> int:
        """A variable equal to an expression (anything where it is undefined)."""


def is_plain(item: Affine, offset: Rational = 0) -> bool:
    """Whether an expression is a variable as it is, but for an offset."""
    return _single(item) and item.terms[0][1] == 1 and item.constant == offset


def _single(difference: Affine) -> bool:
    return len(difference.terms) == 1 and isinstance(difference.terms[0][0], int)
