"""Conditions of loops on known whole numbers, as Python writes them: they are asked in each of thousands of rounds.

``1 <= s[1] - r + 1 <= tall and s[2] > c`` becomes one expression of Python. Each of its comparisons first looks whether
all that it reads are whole numbers. Where something else is read, such as a cell, the condition is not plain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from puzzledsl.elaboration.operations.comparisons import COMPARISONS
from puzzledsl.elaboration.values import Value
from puzzledsl.syntax import Binary, Comparison, Expression, Index, Name, Number, Unary

SOME_ROUNDS = 200
"""A condition is asked so often before it is written in Python, which takes as long as to ask it some 50 times."""

_MOST = 60
"""Brackets of a condition; Python reads 200 inside each other."""


class NotPlain(Exception):  # noqa: N818 - the usual code answers instead
    """Something is read that is no whole number, or an operation is none of those that are written here."""


def plain_condition(node: Expression, slots: Mapping[str, int]) -> Callable[[dict[int, Value]], bool]:
    """What asks a condition in a frame. It raises NotPlain, IndexError or KeyError where the condition is not plain.

    Args:
        slots: those of the local names where the condition stands.

    Raises:
        NotPlain: the condition reads other names, or has other operations, or too many.
    """
    text = _condition(node, slots)
    if text.count("(") > _MOST:
        raise NotPlain
    written: Callable[[dict[int, Value]], bool] = eval(f"lambda frame: {text}", _KNOWN)
    return written


def _refuse() -> Any:
    raise NotPlain


_KNOWN = {"refuse": _refuse, "sequences": (list, tuple)}


def _condition(node: Expression, slots: Mapping[str, int]) -> str:
    match node:
        case Binary(op="and" | "or"):
            return f"({_condition(node.left, slots)} {node.op} {_condition(node.right, slots)})"
        case Unary(op="not"):
            return f"(not {_condition(node.operand, slots)})"
        case Comparison() if COMPARISONS.keys() >= {*node.ops}:
            read: dict[str, str] = {}
            first, *others = [_number(operand, slots, read) for operand in node.operands]
            steps = "".join(f" {op} {other}" for op, other in zip(node.ops, others, strict=True))
            # All is read first, since an operand is wrong whatever the others are.
            return f"({first}{steps} if {' and '.join(read.values()) or 'True'} else refuse())"
    raise NotPlain


def _number(node: Expression, slots: Mapping[str, int], read: dict[str, str]) -> str:
    """A number, and in ``read`` what is read for it."""
    match node:
        case Number(value=int(value)):
            return str(value)
        case Binary(op="+" | "-"):
            return f"({_number(node.left, slots, read)} {node.op} {_number(node.right, slots, read)})"
    return _read(_place(node, slots, read), "is int", read)


def _place(node: Expression, slots: Mapping[str, int], read: dict[str, str]) -> str:
    """Where a name or an item of a list is read."""
    match node:
        case Name(id=name) if name in slots:
            return f"frame[{slots[name]}]"
        case Index(base=base, items=(Number(value=int(position)),)) if position > 0:
            return f"{_read(_place(base, slots, read), 'in sequences', read)}[{position - 1}]"
    raise NotPlain


def _read(place: str, kind: str, read: dict[str, str]) -> str:
    """The variable that keeps what is read, of a kind."""
    name = f"v{[*read, place].index(place)}"
    read.setdefault(place, f"type({name} := {place}) {kind}")
    return name
