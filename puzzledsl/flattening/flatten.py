"""`flatten`: the model's requirements as primitives, with auxiliary variables where they are needed."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, prod

from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    AllDifferent,
    Atom,
    Boolean,
    Circuit,
    Compare,
    Connected,
    Member,
    Not,
    Rational,
    Same,
    Some,
    Truth,
    affine,
    constant,
    integral,
    weighted_sum,
)
from puzzledsl.flat import FlatConstraint, FlatModel, FlatObjective, FlatVariable, Literal, Primitive
from puzzledsl.flattening.polarity import (
    MOST_COMPLEMENT,
    both,
    complement,
    definedness,
    opposite,
    reversed_comparison,
)
from puzzledsl.flattening.ratios import TooManyCases, without_ratios
from puzzledsl.flattening.tables import MOST_COMBINATIONS, Tables, few_variables
from puzzledsl.intervals import atom_interval, interval
from puzzledsl.model import Model, Origin
from puzzledsl.primitives.alldifferent import AllDifferent as AllDifferentPrimitive
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.circuit import Circuit as CircuitPrimitive
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected as ConnectedPrimitive
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

Condition = tuple[Literal, ...]
ONE, ZERO = Domain.range(1, 1), Domain.range(0, 0)
LARGEST = 10**15
MOST_LISTED = 2_000
"""A domain is listed value by value (for a table) up to this size."""


def flatten(model: Model, most_combinations: int = MOST_COMBINATIONS) -> FlatModel:
    """The flat model of a model.

    Args:
        most_combinations: a Boolean over few variables is written as a table if it has at most so many combinations
            of values; 0 for no tables but those of the source.

    Raises:
        PuzzleError: a requirement can never hold, or cannot be written (a real variable where none may be, numbers
            beyond 10^15).
    """
    return _Flattener(model, most_combinations).run()


class _Flattener:
    def __init__(self, model: Model, most_combinations: int) -> None:
        self.model = model
        self.variables: list[FlatVariable] = [FlatVariable(v.name, v.domain, v.bounds) for v in model.variables]
        self.constraints: list[FlatConstraint] = []
        self.origins: list[Origin] = []
        self.tables = Tables([None if v.is_real else v.domain for v in model.variables], most_combinations)
        self.atoms: dict[Atom, int] = {}
        self.sums: dict[Affine, int] = {}
        self.literals: dict[Boolean, Literal] = {}
        self.written: set[tuple[Boolean, bool]] = set()
        self.names: dict[str, int] = {}

    def run(self) -> FlatModel:
        for requirement in self.model.requirements:
            self.origins.append(requirement.origin)
            try:
                self.require(requirement.expression, ())
            except RecursionError:
                raise self.refuse("this is nested too deeply", "split it up with variables of its own") from None
        objective = None
        if self.model.objective is not None:
            goal = self.model.objective
            self.origins.append(Origin(goal.span, "objective", goal.span.text))
            terms, literals, offset = self.linear(goal.expression)
            for literal, k in literals:
                number = self.as_variable(literal)
                terms[number] = terms.get(number, 0) + k
            objective = FlatObjective(goal.maximize, tuple((n, k) for n, k in terms.items() if k), offset)
        return FlatModel(
            tuple(self.variables), tuple(self.constraints), tuple(self.origins), len(self.model.variables), objective
        )

    # ── output ───────────────────────────────────────────────────────────────────────────────────

    def post(self, primitive: Primitive, condition: Condition = ()) -> None:
        self.constraints.append(FlatConstraint(primitive, len(self.origins) - 1, condition))

    def impossible(self, condition: Condition) -> None:
        """Nothing satisfies the present constraint: the condition must not hold."""
        if condition:
            self.post(Clause(tuple(self.inverse(literal) for literal in condition)))
            return
        origin = self.origins[-1]
        raise failure(
            f"this can never hold: {origin.sentence}",
            origin.span,
            "no values make it true",
            code="impossible",
        )

    def refuse(self, message: str, *helps: str) -> Exception:
        """The error for something that cannot be written."""
        return failure(message, self.origins[-1].span, helps=helps, code="flatten")

    def auxiliary(self, domain: Domain, word: str) -> int:
        """A new variable, named after the constraint that needs it."""
        if domain.intervals and max(abs(domain.lo), abs(domain.hi)) > LARGEST:
            raise self.refuse(
                "numbers in this constraint reach beyond 10^15, where a solver does not compute exactly",
                "split it into parts, or compare smaller numbers",
            )
        origin = self.origins[-1]
        stem = f"{word}_{origin.clue}_L{origin.line}"
        self.names[stem] = count = self.names.get(stem, 0) + 1
        self.variables.append(FlatVariable(f"{stem}_{count}", domain, auxiliary=True))
        return len(self.variables) - 1

    def inverse(self, literal: Literal) -> Literal:
        """The opposite literal."""
        return Literal(literal.variable, self.variables[literal.variable].domain - literal.values)

    # ── Booleans ─────────────────────────────────────────────────────────────────────────────────

    def require(self, expression: Boolean, condition: Condition) -> None:
        """Writes "if all of the condition, then the expression"."""
        if expression is True:
            return
        if expression is False:
            self.impossible(condition)
            return
        if isinstance(expression, All):
            for item in expression.items:
                self.require(item, condition)
            return
        known = self.direct(expression)
        if isinstance(known, Literal):
            self.post(Clause((known, *(self.inverse(c) for c in condition))))
            return
        if isinstance(known, bool):
            self.require(known, condition)
            return
        if isinstance(expression, Some) and self._clause(expression, condition):
            return
        if self._table(expression, condition):
            return
        whole = self._without_ratios(expression)
        if whole is not None:
            self.require(whole, condition)
            return
        match expression:
            case Compare(op, difference):
                self.compare(op, difference, condition)
            case Some(items):
                self._disjunction(items, condition)
            case Not(operand):
                self._negation(operand, condition)
            case Same(left, right):
                a, b = self.literal(left), self.literal(right)
                outside = tuple(self.inverse(c) for c in condition)
                self.post(Clause((self.inverse(a), b, *outside)))
                self.post(Clause((a, self.inverse(b), *outside)))
            case Member(items, rows):
                self._member(items, rows, condition)
            case AllDifferent(items, ignoring):
                self._alldifferent(items, ignoring, condition)
            case Accepts(items, automaton):
                self._defined(items, condition)
                self.post(Regular(tuple(self.number(item) for item in items), automaton), condition)
            case Circuit(items):
                self._defined(items, condition)
                self.post(CircuitPrimitive(self.separate(items)), condition)
            case Connected(items, values, edges):
                self._defined(items, condition)
                self.post(ConnectedPrimitive(self.separate(items), Domain.of(values), edges), condition)

    def _clause(self, expression: Some, condition: Condition) -> bool:
        """A disjunction of literals as one clause, if it is one."""
        found = []
        for item in expression.items:
            known = self.direct(item)
            if known is True:
                return True
            if known is False:
                continue
            if known is None:
                return False
            found.append(known)
        literals = (*found, *(self.inverse(c) for c in condition))
        if literals:
            self.post(Clause(literals))
        else:
            self.impossible(condition)
        return True

    def _disjunction(self, items: tuple[Boolean, ...], condition: Condition) -> None:
        """The literals of the alternatives; the last alternative that is none is conditioned instead of reified."""
        direct: list[Literal] = []
        other: list[Boolean] = []
        for item in items:
            known = self.direct(item)
            if known is True:
                return
            if isinstance(known, Literal):
                direct.append(known)
            elif known is None:
                other.append(item)
        if len(other) == 1:
            self.require(other[0], (*condition, *(self.inverse(literal) for literal in direct)))
            return
        literals = [*direct, *(self.implied_literal(item) for item in other)]
        self.post(Clause((*literals, *(self.inverse(c) for c in condition))))

    def _negation(self, operand: Boolean, condition: Condition) -> None:
        turned = opposite(operand)
        if turned is None:
            whole = self._without_ratios(operand)
            turned = None if whole is None else Not(whole)
        if turned is not None:
            self.require(turned, condition)
            return
        match operand:
            case Compare(op, difference):
                defined = definedness(difference)
                if self._has_reals(difference):
                    if op != "<=":
                        raise self.refuse("an equation of real variables cannot be negated: its opposite is not closed")
                    raise self.refuse(
                        "an inequality of real variables cannot be negated: its opposite is strict",
                        "state the opposite directly, with `<=` or `>=`",
                    )
                extra = () if defined is True else (self.literal(defined),)
                self.total_compare(*reversed_comparison(op, difference), (*condition, *extra))
            case Member(items, rows):
                self._outside(items, rows, condition)
            case Accepts(items, automaton):
                defined = both(tuple(definedness(item) for item in items))
                if defined is not True:
                    literal = self.literal(defined)
                    condition = (*condition, literal)
                numbers = tuple(self.number(item) for item in items)
                values = frozenset(v for n in numbers for v in self.variables[n].domain)
                self.post(Regular(numbers, complement(automaton, values)), condition)
            case Circuit(items):
                self._no_circuit(items, condition)
            case Connected(items, values, edges):
                self._disconnected(items, Domain.of(values), edges, condition)

    def _no_circuit(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """Undefined, out of range, not all different, or split into two parts that no successor leaves."""
        undefined = Not(both(tuple(definedness(item) for item in items)))
        numbers = self.separate(items)
        inside = Domain.range(1, len(items))
        outside = [Not(Member((affine({n: 1}),), frozenset((v,) for v in inside))) for n in numbers]
        clash = Not(AllDifferent(tuple(affine({n: 1}) for n in numbers), frozenset()))
        part = self.split(len(items))
        parted = Literal(self.auxiliary(Domain.range(0, 1), "split"), ONE)
        for i, n in enumerate(numbers):
            for j in self.variables[n].domain & inside:
                self.together(part[i], part[j - 1], (parted, Literal(n, Domain.range(j, j))))
        self.post(Clause(tuple(part)), (parted,))
        self.post(Clause(tuple(self.inverse(literal) for literal in part)), (parted,))
        self._disjunction(
            (undefined, *outside, clash, Member((affine({parted.variable: 1}),), frozenset({(1,)}))), condition
        )

    def _disconnected(
        self, items: tuple[Affine, ...], values: Domain, edges: tuple[tuple[int, int], ...], condition: Condition
    ) -> None:
        """Undefined, or the chosen items fall into two parts without an edge between them."""
        undefined = Not(both(tuple(definedness(item) for item in items)))
        numbers = self.separate(items)
        chosen = [Literal(n, self.variables[n].domain & values) for n in numbers]
        part = self.split(len(items))
        parted = Literal(self.auxiliary(Domain.range(0, 1), "split"), ONE)
        for a, b in edges:
            self.together(part[a], part[b], (parted, chosen[a], chosen[b]))
        for side in (part, [self.inverse(literal) for literal in part]):
            witnesses = [Literal(self.auxiliary(Domain.range(0, 1), "witness"), ONE) for _ in side]
            for witness, literal, is_chosen in zip(witnesses, side, chosen, strict=True):
                self.post(Clause((literal,)), (witness,))
                self.post(Clause((is_chosen,)), (witness,))
            self.post(Clause(tuple(witnesses)), (parted,))
        self._disjunction((undefined, Member((affine({parted.variable: 1}),), frozenset({(1,)}))), condition)

    def split(self, count: int) -> list[Literal]:
        """A side for each of ``count`` items."""
        return [Literal(self.auxiliary(Domain.range(0, 1), "side"), ONE) for _ in range(count)]

    def together(self, a: Literal, b: Literal, condition: Condition) -> None:
        """Two literals are equal, if the condition holds."""
        outside = tuple(self.inverse(c) for c in condition)
        if all(literal.values for literal in condition):
            self.post(Clause((self.inverse(a), b, *outside)))
            self.post(Clause((a, self.inverse(b), *outside)))

    def separate(self, items: tuple[Affine, ...]) -> tuple[int, ...]:
        """A variable for each item, no variable twice."""
        numbers: list[int] = []
        for item in items:
            number = self.number(item)
            numbers.append(self.copy(item) if number in numbers else number)
        return tuple(numbers)

    def _without_ratios(self, expression: Boolean) -> Boolean | None:
        try:
            return without_ratios(expression)
        except TooManyCases:
            raise self.refuse(
                "this divides by so many decided values, in so many cases, that it cannot be written out",
                "multiply it out: `a == b * c` for `a / b == c`, or use `div`",
            ) from None

    def _member(self, items: tuple[Affine, ...], rows: frozenset[tuple[int, ...]], condition: Condition) -> None:
        self._defined(items, condition)
        numbers = [self.number(item) for item in items]
        domains = [self.variables[n].domain for n in numbers]
        kept = frozenset(row for row in rows if all(v in d for v, d in zip(row, domains, strict=True)))
        scope = tuple(dict.fromkeys(numbers))
        if len(scope) < len(numbers):
            merged = set()
            for row in kept:
                value = dict(zip(numbers, row, strict=True))
                if all(value[n] == v for n, v in zip(numbers, row, strict=True)):
                    merged.add(tuple(value[n] for n in scope))
            kept = frozenset(merged)
        if not kept:
            self.impossible(condition)
        elif len(scope) == 1:
            literal = Literal(scope[0], Domain.of(row[0] for row in kept))
            self.post(Clause((literal, *(self.inverse(c) for c in condition))))
        else:
            self.post(Table(scope, kept), condition)

    def _outside(self, items: tuple[Affine, ...], rows: frozenset[tuple[int, ...]], condition: Condition) -> None:
        """None of the rows: the complement as a table where it is small, else one clause a row."""
        defined = both(tuple(definedness(item) for item in items))
        if defined is not True:
            condition = (*condition, self.literal(defined))
        numbers = [self.number(item) for item in items]
        domains = [self.variables[n].domain for n in numbers]
        size = prod(d.size for d in domains)
        if size <= MOST_COMPLEMENT and len(set(numbers)) == len(numbers):
            from itertools import product

            rest = frozenset(row for row in product(*domains) if row not in rows)
            self._member(tuple(affine({n: 1}) for n in numbers), rest, condition)
            return
        for row in rows:
            if all(v in d for v, d in zip(row, domains, strict=True)):
                literals = tuple(
                    Literal(n, self.variables[n].domain - Domain.range(v, v)) for n, v in zip(numbers, row, strict=True)
                )
                self.post(Clause((*literals, *(self.inverse(c) for c in condition))))

    def _alldifferent(self, items: tuple[Affine, ...], ignoring: frozenset[int], condition: Condition) -> None:
        self._defined(items, condition)
        numbers: list[int] = []
        offsets: list[int] = []
        for item in items:
            if len(item.terms) == 1 and isinstance(item.terms[0][0], int) and item.terms[0][1] == 1:
                number, offset = item.terms[0][0], item.constant
            else:
                number, offset = self.number(item), 0
            if number in numbers:
                number, offset = self.copy(item), 0
            numbers.append(number)
            offsets.append(int(offset))
        self.post(AllDifferentPrimitive(tuple(numbers), ignoring, tuple(offsets) if any(offsets) else ()), condition)

    def _defined(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """A predicate over undefined operands is false."""
        for item in items:
            self.require(definedness(item), condition)

    def _table(self, expression: Boolean, condition: Condition) -> bool:
        """Writes a Boolean over few variables as a table; not what is linear already, or a primitive anyway."""
        match expression:
            case Compare(_, difference) if all(self._is_linear(atom) for atom, _ in difference.terms):
                return False
            case AllDifferent(items) if all(_plain(item) for item in items):
                return False
            case Member(items) if all(_plain(item) for item in items):
                return False
        if not few_variables(expression):
            return False
        found = self.tables.rows(expression)
        if found is None:
            return False
        scope, rows = found
        if len(rows) == prod(self.variables[n].domain.size for n in scope):
            return True
        if not rows:
            self.impossible(condition)
        elif len(scope) == 1:
            literal = Literal(scope[0], Domain.of(row[0] for row in rows))
            self.post(Clause((literal, *(self.inverse(c) for c in condition))))
        else:
            self.post(Table(scope, rows), condition)
        return True

    def _is_linear(self, atom: Atom) -> bool:
        """A variable, or the truth of a literal: a row speaks of both as they are."""
        return isinstance(atom, int) or (isinstance(atom, Truth) and self.direct(atom.operand) is not None)

    # ── literals ─────────────────────────────────────────────────────────────────────────────────

    def direct(self, expression: Boolean) -> Literal | bool | None:
        """A Boolean about a single variable as a literal, without anything new; constants fold."""
        match expression:
            case bool():
                return expression
            case Not(operand):
                inner = self.direct(operand)
                if isinstance(inner, Literal):
                    return self._folded(self.inverse(inner))
                return None if inner is None else not inner
            case Compare(op, difference) if _single(difference):
                number = difference.terms[0][0]
                if isinstance(number, int) and not self.variables[number].is_real:
                    return self._folded(Literal(number, self._solutions(op, difference, number)))
            case Compare(op, difference) if not difference.terms:
                value = difference.constant
                return value == 0 if op == "==" else value != 0 if op == "!=" else value <= 0
            case Member((item,), rows) if len(item.terms) == 1 and item.terms[0][1] == 1 and item.constant == 0:
                number = item.terms[0][0]
                if isinstance(number, int):
                    domain = self.variables[number].domain
                    return self._folded(Literal(number, Domain.of(row[0] for row in rows) & domain))
            case All(items):
                merged: Domain | None = None
                variable = -1
                for part in items:
                    known = self.direct(part)
                    if not isinstance(known, Literal) or variable not in (-1, known.variable):
                        return None
                    variable = known.variable
                    merged = known.values if merged is None else merged & known.values
                if merged is not None:
                    return self._folded(Literal(variable, merged))
        return (
            self.literals.get(expression)
            if (expression, True) in self.written and (expression, False) in self.written
            else None
        )

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
        root = Fraction(-c) / k
        if op == "<=":
            if k > 0:
                return domain & Domain.range(domain.lo, root.numerator // root.denominator)
            return domain & Domain.range(-(-root.numerator // root.denominator), domain.hi)
        point = Domain.range(root.numerator, root.numerator) if root.denominator == 1 else Domain(())
        return domain & point if op == "==" else domain - point

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
            literal = self.literals[expression] = Literal(self.auxiliary(Domain.range(0, 1), "holds"), ONE)
        # Noted only once it is written: until then `direct` must not take the literal for the expression.
        if (expression, True) not in self.written:
            self.require(expression, (literal,))
            self.written.add((expression, True))
        if backwards and (expression, False) not in self.written:
            self.require(Not(expression), (self.inverse(literal),))
            self.written.add((expression, False))
        return literal

    def as_variable(self, literal: Literal) -> int:
        """A 0–1 variable equal to the truth of a literal."""
        if literal.values == ONE and self.variables[literal.variable].domain == Domain.range(0, 1):
            return literal.variable
        number = self.auxiliary(Domain.range(0, 1), "is")
        self.post(Clause((self.inverse(literal), Literal(number, ONE))))
        self.post(Clause((literal, Literal(number, ZERO))))
        return number

    # ── comparisons ──────────────────────────────────────────────────────────────────────────────

    def compare(self, op: str, difference: Affine, condition: Condition) -> None:
        """``difference op 0``; false where undefined."""
        self.require(definedness(difference), condition)
        self.total_compare(op, difference, condition)

    def total_compare(self, op: str, difference: Affine, condition: Condition) -> None:
        """``difference op 0``, anything where undefined."""
        terms, literals, offset = self.linear(difference)
        self._linear(terms, literals, op, offset, condition)

    def _linear(
        self,
        terms: dict[int, Rational],
        literals: list[tuple[Literal, int]],
        op: str,
        offset: Rational,
        condition: Condition,
    ) -> None:
        real = any(self.variables[n].is_real for n in terms)
        if real and op == "!=":
            raise self.refuse("`!=` of real variables has no closed meaning", "state `<=` or `>=`")
        atoms = dict[Atom, Rational](terms.items())
        scaled = integral(affine(atoms, offset)) if terms else constant(offset)
        numbers = [k for _, k in scaled.terms] + [k for _, k in literals]
        divisor = 1 if real or literals else gcd(*(int(k) for k in numbers)) if numbers else 1
        kept = tuple((n, k) for n, k in scaled.terms if isinstance(n, int))
        right = -scaled.constant
        if divisor > 1:
            kept = tuple((n, int(k) // divisor) for n, k in kept)
            if int(right) % divisor and op == "==":
                self.impossible(condition)
                return
            if int(right) % divisor and op == "!=":
                return
            right = int(right) // divisor
        if not kept and not literals:
            holds = right == 0 if op == "==" else right != 0 if op == "!=" else right >= 0
            if not holds:
                self.impossible(condition)
            return
        self.post(Linear(kept, tuple(literals), op, right), condition)

    def linear(self, expression: Affine) -> tuple[dict[int, Rational], list[tuple[Literal, int]], Rational]:
        """Variables with coefficients, literals with coefficients, and a constant."""
        terms: dict[int, Rational] = {}
        literals: dict[Literal, int] = {}
        offset = expression.constant
        for atom, k in expression.terms:
            if isinstance(atom, Truth) and isinstance(k, int):
                known = self.direct(atom.operand)
                if isinstance(known, bool):
                    offset += k * known
                    continue
                literal = self.literal(atom.operand)
                literals[literal] = literals.get(literal, 0) + k
            else:
                number = atom if isinstance(atom, int) else self.atom(atom)
                terms[number] = terms.get(number, 0) + k
        return {n: k for n, k in terms.items() if k}, [(literal, k) for literal, k in literals.items() if k], offset

    def _has_reals(self, expression: Affine) -> bool:
        return any(isinstance(a, int) and self.variables[a].is_real for a, _ in expression.terms)

    # ── integer expressions as variables ─────────────────────────────────────────────────────────

    def number(self, expression: Affine) -> int:
        """A variable equal to an expression (anything where it is undefined)."""
        if _plain(expression):
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
        low, high = interval(expression, self.variables)
        if not isinstance(low, int) or not isinstance(high, int):
            raise self.refuse(
                "an exact division or a real variable may not be an operand here",
                "multiply it out: `a == b * c` for `a / b == c`",
            )
        number = self.auxiliary(Domain.range(low, high), "value")
        self.total_compare("==", weighted_sum(((1, expression), (-1, affine({number: 1})))), ())
        return number

    def atom(self, atom: Atom) -> int:
        """A variable equal to a non-linear atom (anything where it is undefined)."""
        if isinstance(atom, int):
            return atom
        known = self.atoms.get(atom)
        if known is None:
            from puzzledsl.flattening.atoms import define

            known = self.atoms[atom] = define(self, atom)
        return known

    def range_of(self, atom: Atom) -> Domain:
        """A domain wide enough for an atom."""
        low, high = atom_interval(atom, self.variables)
        if not isinstance(low, int) or not isinstance(high, int):
            raise self.refuse("a real variable may occur only in linear constraints and the objective")
        return Domain.range(low, high)


def _single(difference: Affine) -> bool:
    return len(difference.terms) == 1 and isinstance(difference.terms[0][0], int)


def _plain(item: Affine) -> bool:
    return len(item.terms) == 1 and isinstance(item.terms[0][0], int) and item.terms[0][1] == 1 and item.constant == 0
