"""Integer expressions: as rows where they are linear, as variables where one is needed."""

from __future__ import annotations

from math import gcd

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Affine,
    Atom,
    Rational,
    Truth,
    affine,
    children,
    compares,
    constant,
    integral,
    variable,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.literals import Literals, is_plain
from puzzledsl.flattening.output import Condition
from puzzledsl.flattening.polarity import demands
from puzzledsl.intervals import values_of
from puzzledsl.primitives.linear import Linear

A_COMPARISON = 4
AN_OPERATION = 10
"""Steps of a linear comparison and of a non-linear operation, without their parts."""


class Numbers(Literals):
    """Writes comparisons, and makes variables equal to expressions."""

    def compare(self, op: str, difference: Affine, condition: Condition) -> None:
        """``difference op 0``; false where undefined."""
        self.require_defined(difference, condition)
        self.total_compare(op, difference, condition)

    def require_defined(self, expression: Affine, condition: Condition) -> None:
        """Write that each operation in an expression is defined; within a requirement once under each condition."""
        for atom, _ in expression.terms:
            if not isinstance(atom, (int, Truth)) and (atom, condition) not in self.defined:
                self.defined.add((atom, condition))
                self.work.step()
                own, operands = demands(atom)
                for operand in operands:
                    self.require_defined(operand, condition)
                for demand in own:
                    self.require(demand, condition)

    def total_compare(self, op: str, difference: Affine, condition: Condition) -> None:
        """``difference op 0``, anything where undefined."""
        self.work.step(A_COMPARISON + len(condition))
        terms, literals, offset = self.linear(difference)
        real = self.has_reals and any(self.variables[n].is_real for n in terms)
        if real and op == "!=":
            raise self.refuse("`!=` of real variables has no closed meaning", "state `<=` or `>=`")
        if type(offset) is int and all(type(k) is int for k in terms.values()):  # nearly always
            scaled = Affine(tuple(terms.items()), offset)
        else:
            scaled = integral(affine(dict[Atom, Rational](terms.items()), offset)) if terms else constant(offset)
        divisor = 1 if real or literals else gcd(*(int(k) for _, k in scaled.terms))  # 0 without terms
        kept = tuple((n, k) for n, k in scaled.terms if isinstance(n, int))
        right = -scaled.constant
        if divisor > 1:
            kept = tuple((n, int(k) // divisor) for n, k in kept)
            if int(right) % divisor and op != "<=":
                kept, right = (), divisor  # never equal
            right = int(right) // divisor
        if kept or literals:
            self.post(Linear(kept, tuple(literals), op, right), condition)
        elif not compares(op, -right):
            self.impossible(condition)

    def linear(self, expression: Affine) -> tuple[dict[int, Rational], list[tuple[Literal, int]], Rational]:
        """Variables with coefficients, literals with coefficients, and a constant."""
        self.work.step(len(expression.terms))
        terms: dict[int, Rational] = {}
        literals: dict[int, tuple[Literal, int]] = {}  # by identity: those of equal meaning are one object here
        offset = expression.constant
        for atom, k in expression.terms:
            if type(atom) is int:
                terms[atom] = terms.get(atom, 0) + k
            elif isinstance(atom, Truth) and isinstance(k, int):
                known = self._truth(atom)
                if isinstance(known, bool):
                    offset += k * known
                else:
                    key = id(known)
                    literals[key] = known, k + literals[key][1] if key in literals else k
            else:
                number = self.atom(atom)
                terms[number] = terms.get(number, 0) + k
        return {n: k for n, k in terms.items() if k}, [pair for pair in literals.values() if pair[1]], offset

    def _truth(self, atom: Truth) -> Literal | bool:
        """The literal of a condition that is counted."""
        known = self.known_truth(atom)
        if known is not None:
            return known
        found = self.literal(atom.operand)
        return self.same.setdefault(found, found)

    def known_truth(self, atom: Truth) -> Literal | bool | None:
        """The same, if it takes nothing new. Long sums have many of them in common."""
        before = self.truths.get(id(atom))
        if before is not None:
            return before[1]
        self.work.step()
        known = self.direct(atom.operand)
        if isinstance(known, Literal):
            known = self.same.setdefault(known, known)
        if known is not None:
            self.truths[id(atom)] = atom, known
        return known

    def _has_reals(self, expression: Affine) -> bool:
        return any(isinstance(a, int) and self.variables[a].is_real for a, _ in expression.terms)

    def number(self, expression: Affine) -> int:
        """A variable equal to an expression (anything where it is undefined)."""
        if is_plain(expression):
            found = expression.terms[0][0]
            assert isinstance(found, int)
            return found
        known = self.sums.get(expression)
        if known is None:
            known = self.sums[expression] = self.copy(expression)
        return known

    def copy(self, expression: Affine) -> int:
        """A new variable equal to an expression."""
        if len(expression.terms) == 1 and expression.terms[0][1] == 1 and expression.constant == 0:
            atom = expression.terms[0][0]
            if not isinstance(atom, int):
                return self.atom(atom)
        values = values_of(expression, self.variables, self.ranges)
        if values is None:
            raise self.refuse(
                "an exact division or a real variable may not be an operand here",
                "multiply it out: `a == b * c` for `a / b == c`",
            )
        number = self.auxiliary(values, "value")
        self.total_compare("==", expression - variable(number), ())
        return number

    def separate(self, items: tuple[Affine, ...]) -> tuple[int, ...]:
        """A variable for each item, no variable twice."""
        numbers: list[int] = []
        used: set[int] = set()
        for item in items:
            number = self.number(item)
            numbers.append(self.copy(variable(number)) if number in used else number)
            used.add(number)
        return tuple(numbers)

    def atom(self, atom: Atom) -> int:
        """A variable equal to a non-linear atom (anything where it is undefined)."""
        if isinstance(atom, int):
            return atom
        known = self.atoms.get(atom)
        if known is None:
            from puzzledsl.flattening.atoms import define

            self.work.step(AN_OPERATION + len(children(atom)))
            known = self.atoms[atom] = define(self, atom)
        return known

    def range_of(self, atom: Atom) -> Domain:
        """A domain wide enough for an atom."""
        values = values_of(affine({atom: 1}), self.variables, self.ranges)
        if values is None:
            raise self.refuse("a real variable may occur only in linear constraints and the objective")
        return values
