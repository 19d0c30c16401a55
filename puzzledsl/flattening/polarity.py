"""Negation pushed inwards, and where an expression is defined."""

from __future__ import annotations

from itertools import combinations

from puzzledsl.expressions import (
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
    Member,
    Not,
    Ratio,
    Same,
    Some,
    Truth,
    children,
    weighted_sum,
)

MOST_COMPLEMENT = 20_000
"""The complement of a table is written out up to this many rows."""


def both(items: tuple[Boolean, ...]) -> Boolean:
    """Conjunction with constants folded."""
    kept = tuple(item for item in items if item is not True)
    if any(item is False for item in kept):
        return False
    return True if not kept else kept[0] if len(kept) == 1 else All(kept)


def either(items: tuple[Boolean, ...]) -> Boolean:
    """Disjunction with constants folded."""
    kept = tuple(item for item in items if item is not False)
    if any(item is True for item in kept):
        return True
    return False if not kept else kept[0] if len(kept) == 1 else Some(kept)


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
            return either(tuple(Not(item) for item in items))
        case Some(items):
            return both(tuple(Not(item) for item in items))
        case Same(left, right):
            return Same(Not(left), right)
        case AllDifferent(items, ignoring):
            clashes = []
            for a, b in combinations(items, 2):
                same: Boolean = Compare("==", weighted_sum(((1, a), (-1, b))))
                if ignoring:
                    same = both((same, Not(Member((a,), frozenset((v,) for v in ignoring)))))
                clashes.append(same)
            undefined = tuple(Not(d) for item in items if (d := definedness(item)) is not True)
            return either((*clashes, *undefined))
    return None


def reversed_comparison(op: str, expression: Affine) -> tuple[str, Affine]:
    """The opposite of a comparison of integers with zero, as (operator, expression)."""
    if op == "<=":
        return "<=", weighted_sum(((-1, expression),), 1)
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
    return both(tuple(_defined(atom) for atom, _ in expression.terms))


def _defined(atom: Atom) -> Boolean:
    match atom:
        case int() | Truth():
            return True
        case Division(_, dividend, divisor) | Ratio(dividend, divisor):
            return both((_nonzero(divisor), definedness(dividend), definedness(divisor)))
        case Element(items, index):
            inside = [_within(index, len(items)), definedness(index)]
            for position, item in enumerate(items, 1):
                known = definedness(item)
                if known is not True:
                    elsewhere = Compare("!=", weighted_sum(((1, index),), -position))
                    inside.append(either((elsewhere, known)))
            return both(tuple(inside))
        case Conditional(condition, yes, no):
            first, second = definedness(yes), definedness(no)
            return both(
                (
                    True if first is True else either((Not(condition), first)),
                    True if second is True else either((condition, second)),
                )
            )
    return both(tuple(definedness(child) for child in children(atom) if isinstance(child, Affine)))


def _nonzero(divisor: Affine) -> Boolean:
    return divisor.constant != 0 if not divisor.terms else Compare("!=", divisor)


def _within(index: Affine, length: int) -> Boolean:
    if not index.terms:
        return 1 <= index.constant <= length
    return All((Compare("<=", weighted_sum(((-1, index),), 1)), Compare("<=", weighted_sum(((1, index),), -length))))
