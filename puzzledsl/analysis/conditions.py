"""Conditions of an elaborated model as people write them: ``r1c1 + r1c2 == 15``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl.expressions import (
    Absolute,
    Accepts,
    Affine,
    All,
    AllDifferent,
    Atom,
    Boolean,
    Circuit,
    Compare,
    Conditional,
    Connected,
    Division,
    Element,
    Extremum,
    Inverse,
    Lines,
    Member,
    Not,
    Power,
    Product,
    Ranked,
    Ratio,
    Regions,
    Same,
    Some,
    Truth,
    affine,
)
from puzzledsl.listing import shorten, signed_sum

if TYPE_CHECKING:
    from puzzledsl.model import Model

MOST_CHARACTERS = 120
MOST_ROWS = 4
"""Allowed combinations are listed if there are no more."""

_CLAIMS = {Accepts: "read in this order", Circuit: "form a circuit", Connected: "are connected"}


def condition_text(expression: Boolean, model: Model) -> str:
    """What a condition says, cut short where it is long."""
    return shorten(_boolean(expression, model), MOST_CHARACTERS)


def _boolean(expression: Boolean, model: Model) -> str:
    match expression:
        case bool():
            return "true" if expression else "false"
        case Compare(op, difference):
            left = affine({atom: k for atom, k in difference.terms if k > 0})
            right = affine({atom: -k for atom, k in difference.terms if k < 0})
            gap = -difference.constant
            if not left.terms:
                left, right, gap, op = right, left, -gap, {"<=": ">="}.get(op, op)
            if not right.terms or gap >= 0:
                right = Affine(right.terms, gap)
            else:
                left = Affine(left.terms, -gap)
            return f"{_sum(left, model)} {op} {_sum(right, model)}"
        case All(items):
            return " and ".join(_within(item, model) for item in items) or "true"
        case Some(items):
            return " or ".join(_within(item, model) for item in items) or "false"
        case Not(operand):
            return f"not ({_boolean(operand, model)})"
        case Same(left_side, right_side):
            return f"{_within(left_side, model)} <-> {_within(right_side, model)}"
        case Member(items, rows):
            cells = _list(items, model)
            if len(rows) > MOST_ROWS:
                return f"({cells}) in one of {len(rows)} combinations"
            return f"({cells}) in {{{', '.join(map(str, sorted(rows)))}}}"
        case AllDifferent(items, ignoring):
            but = f" but for {', '.join(map(str, sorted(ignoring)))}" if ignoring else ""
            return f"{_list(items, model)} all different{but}"
        case Accepts(items) | Circuit(items) | Connected(items):
            return f"{_list(items, model)} {_CLAIMS[type(expression)]}"
        case Inverse(left, right):
            return f"{_list(left, model)} and {_list(right, model)} are inverse"
        case Lines(items, _, _, _, single):
            return f"{_list(items, model)} form {'one line' if single else 'lines'}"
        case Regions(_, _, (), labels, _, sizes):
            if sizes == labels:
                return f"each of {_list(labels, model)} holds the size of its component"
            return f"the components of equal values among {_list(labels, model)} have the sizes {_list(sizes, model)}"
        case Regions(_, _, borders):
            return f"borders between regions: {_list(borders, model)}"
        case Ranked(lines, ranks, _):
            known = [f"{_list(line, model)} has rank {rank}" for line, rank in zip(lines, ranks, strict=True) if rank]
            return f"of {len(lines)} lines, {'; '.join(known)}"


def _within(expression: Boolean, model: Model) -> str:
    text = _boolean(expression, model)
    return f"({text})" if isinstance(expression, (All, Some, Same)) else text


def _list(items: Sequence[Affine], model: Model) -> str:
    return ", ".join(_sum(item, model) for item in items)


def _sum(expression: Affine, model: Model) -> str:
    """A sum, its signs between its terms."""
    terms = [(k, _atom(atom, model)) for atom, k in expression.terms]
    if expression.constant or not terms:
        terms.append((expression.constant, ""))
    return signed_sum(terms, " * ")


def _atom(atom: Atom, model: Model) -> str:
    match atom:
        case int():
            return model.variables[atom].name
        case Product(left, right):
            return f"({_sum(left, model)}) * ({_sum(right, model)})"
        case Power(base, exponent):
            return f"({_sum(base, model)})^{exponent}"
        case Absolute(operand):
            return f"abs({_sum(operand, model)})"
        case Extremum(kind, items):
            return f"{kind}({_list(items, model)})"
        case Division(kind, dividend, divisor):
            return f"({_sum(dividend, model)}) {kind} ({_sum(divisor, model)})"
        case Ratio(dividend, divisor):
            return f"({_sum(dividend, model)}) / ({_sum(divisor, model)})"
        case Element(items, index):
            return f"[{_list(items, model)}][{_sum(index, model)}]"
        case Conditional(condition, yes, no):
            return f"(if {_boolean(condition, model)} then {_sum(yes, model)} else {_sum(no, model)})"
        case Truth(operand):
            return f"({_boolean(operand, model)})"
