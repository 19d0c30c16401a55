"""Negation pushed inwards, and where an expression is defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from puzzledsl.elaboration.operations.logic import conjunction as both
from puzzledsl.elaboration.operations.logic import disjunction as either
from puzzledsl.expressions import (
    Absolute,
    Affine,
    All,
    AllDifferent,
    Atom,
    Automaton,
    Boolean,
    Compare,
    Conditional,
    Division,
    Element,
    Extremum,
    Inverse,
    Member,
    Not,
    Operation,
    Ranked,
    Ratio,
    Rational,
    Same,
    Some,
    Truth,
    affine,
    children,
    compares,
    constant,
)
from puzzledsl.time_limit import in_time

A_PAIR = 6
"""Steps of a comparison of two expressions that is written for the opposite of something."""

MOST_COMPLEMENT = 20_000
"""The complement of a table is written out up to this many rows."""


def as_largest(absolute: Absolute) -> Extremum:
    """An absolute value as the larger one of the operand and its opposite."""
    return Extremum("max", (absolute.operand, -1 * absolute.operand))


def opposite(expression: Boolean) -> Boolean | None:
    """An expression that holds exactly when this one does not, without ``Not`` at its head.

    ``None`` for a comparison, table or automaton: their negation depends on where their operands are defined and on
    their values, which the caller knows.
    """
    match expression:
        case bool():
            return not expression
        case Not(operand):
            return operand
        case All(items):
            return either(map(Not, items))
        case Some(items):
            return both(map(Not, items))
        case Same(left, right):
            return Same(Not(left), right)
        case AllDifferent(items, ignoring):
            clashes = []
            for a, b in in_time(combinations(items, 2)):
                same: Boolean = Compare("==", a - b)
                if ignoring:
                    same = both((same, Not(Member((a,), frozenset((v,) for v in ignoring)))))
                clashes.append(same)
            return either((*clashes, *_undefined(items)))
        case Ranked(lines, ranks, ties):
            undefined = _undefined(tuple(item for line in lines for item in line))
            return either((*(Not(part) for part in _rank_conditions(lines, ranks, ties)), *undefined))
        case Inverse(first, second):
            return either((*map(Not, inverse_conditions(first, second)), *_undefined(first + second)))
    return None


def parts_of_opposite(expression: Boolean) -> int:
    """How many conditions `opposite` writes, roughly. Call it before."""
    match expression:
        case All(items) | Some(items):
            return len(items)
        case AllDifferent(items):
            return A_PAIR * len(items) ** 2 // 2
        case Ranked(lines):
            return A_PAIR * len(lines) ** 2 * max(map(len, lines), default=0)
        case Inverse(first, second):
            return A_PAIR * len(first) * len(second)
    return 0


def inverse_conditions(first: Sequence[Affine], second: Sequence[Affine]) -> Iterator[Boolean]:
    """What an `Inverse` demands: the values are positions, and each leads back."""
    positions = frozenset((k,) for k in range(1, len(first) + 1))
    for item in (*first, *second):
        yield Member((item,), positions)
    for i, a in enumerate(in_time(first), 1):
        for j, b in enumerate(second, 1):
            yield Same(Compare("==", a - j), Compare("==", b - i))


def _rank_conditions(lines: tuple[tuple[Affine, ...], ...], ranks: tuple[int, ...], ties: str) -> list[Boolean]:
    """What a `Ranked` demands, as comparisons."""
    length = max(map(len, lines), default=0)
    padded = [(*[constant(0)] * (length - len(line)), *line) for line in lines]
    found: list[Boolean] = []
    for i, rank in enumerate(ranks):
        if rank:
            smaller: dict[Atom, Rational] = {}
            for j, line in enumerate(in_time(padded)):
                before = comes_before(line, padded[i]) if j != i else False
                if before is True:
                    rank -= 1
                elif before is not False:
                    smaller[Truth(before)] = smaller.get(Truth(before), 0) + 1
            found.append(_compare("==", affine(smaller, 1 - rank)))
    for (i, a), (j, b) in in_time(combinations(enumerate(padded), 2)):
        if ties == "none" or (ties == "only-unclued" and (ranks[i] or ranks[j])):
            found.append(either(map(Not, map(equal, a, b))))
    return found


def comes_before(a: tuple[Affine, ...], b: tuple[Affine, ...]) -> Boolean:
    """Strict dictionary order of lists of one length. Halved, so that it is nowhere deep."""
    if not a:
        return False
    if len(a) == 1:
        return _compare("<=", a[0] - b[0] + 1)
    half = len(a) // 2
    same = both(map(equal, a[:half], b[:half]))
    return either((comes_before(a[:half], b[:half]), both((same, comes_before(a[half:], b[half:])))))


def equal(a: Affine, b: Affine) -> Boolean:
    """The equation of two expressions."""
    return _compare("==", a - b)


def _compare(op: str, difference: Affine) -> Boolean:
    return Compare(op, difference) if difference.terms else compares(op, difference.constant)


def _undefined(items: tuple[Affine, ...]) -> tuple[Boolean, ...]:
    """What holds where one of the items is undefined: one of these."""
    return tuple(Not(d) for item in items if (d := definedness(item)) is not True)


def reversed_comparison(op: str, expression: Affine) -> tuple[str, Affine]:
    """The opposite of a comparison of integers with zero, as (operator, expression)."""
    if op == "<=":
        return "<=", -1 * expression + 1
    return ("!=" if op == "==" else "=="), expression


def complement(automaton: Automaton, values: frozenset[int]) -> Automaton:
    """Accepts exactly the words over ``values`` that the automaton rejects."""
    sink = len(automaton.moves)
    moves = [{v: move.get(v, sink) for v in values} for move in automaton.moves]
    moves.append(dict.fromkeys(values, sink))
    accepting = frozenset(range(sink + 1)) - automaton.accepting
    return Automaton(automaton.start, tuple(moves), accepting)


def definedness(expression: Affine) -> Boolean:
    """What must hold for every operation in an expression to be defined; Booleans inside look after themselves."""
    return both(_defined(atom) for atom, _ in expression.terms)


def all_defined(items: Iterable[Affine]) -> Boolean:
    """The same of several expressions."""
    return both(map(definedness, items))


def _defined(atom: Atom) -> Boolean:
    if isinstance(atom, (int, Truth)):
        return True
    own, operands = demands(atom)
    return both((*own, *map(definedness, operands)))


def demands(atom: Operation) -> tuple[tuple[Boolean, ...], tuple[Affine, ...]]:
    """What makes an operation defined: conditions of its own, and the operands that must be defined in any case."""
    match atom:
        case Division(_, dividend, divisor) | Ratio(dividend, divisor):
            return (_compare("!=", divisor),), (dividend, divisor)
        case Element(items, index):
            inside = [*_within(index, len(items))]
            for position, item in enumerate(items, 1):
                known = definedness(item)
                if known is not True:
                    elsewhere = Compare("!=", index - position)
                    inside.append(either((elsewhere, known)))
            return tuple(inside), (index,)
        case Conditional(condition, yes, no):
            return (either((Not(condition), definedness(yes))), either((condition, definedness(no)))), ()
        case Truth():
            return (), ()
    return (), tuple(child for child in children(atom) if isinstance(child, Affine))


def _within(index: Affine, length: int) -> Iterator[Boolean]:
    for end in (-1 * index + 1, index - length):
        yield _compare("<=", end)
