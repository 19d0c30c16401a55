"""Compiles conditions on known whole numbers to Python, since long loops evaluate them thousands of times.

``1 <= s[1] - r + 1 <= tall and s[2] > c`` becomes one expression of Python. Each comparison in it first checks that all
values that it reads are whole numbers. If it reads another value, such as a cell, the condition is not plain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from puzzledsl.elaboration.operations.comparisons import COMPARISONS
from puzzledsl.elaboration.values import Value
from puzzledsl.syntax import Binary, Comparison, Expression, Index, Name, Number, Unary

SOME_ROUNDS = 200
"""A condition is compiled after this many evaluations. To compile it takes as long as some 50 of them."""

_MOST = 60
"""The limit on brackets in a condition. Python accepts 200 nested ones."""


class NotPlain(Exception):  # noqa: N818 - the usual code answers instead
    """A condition reads a value that is not a whole number, or has an operation that is not compiled here."""


def plain_condition(node: Expression, slots: Mapping[str, int]) -> Callable[[dict[int, Value]], bool]:
    """Return a function that evaluates a condition in a frame.

    The function raises `NotPlain`, `IndexError` or `KeyError` if the values in the frame do not fit. Another evaluator
    must then decide.

    Args:
        slots: by local name, its position in the frame.

    Raises:
        NotPlain: the condition reads names that are not local, has other operations, or is too long.
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
            # All operands are read first: one that does not fit must be noticed even if another one decides.
            return f"({first}{steps} if {' and '.join(read.values()) or 'True'} else refuse())"
    raise NotPlain


def _number(node: Expression, slots: Mapping[str, int], read: dict[str, str]) -> str:
    """The source of a number; ``read`` gets the checks of what it reads."""
    match node:
        case Number(value=int(value)):
            return str(value)
        case Binary(op="+" | "-"):
            return f"({_number(node.left, slots, read)} {node.op} {_number(node.right, slots, read)})"
    return _read(_place(node, slots, read), "is int", read)


def _place(node: Expression, slots: Mapping[str, int], read: dict[str, str]) -> str:
    """The source that reads a name, or an item of a list."""
    match node:
        case Name(id=name) if name in slots:
            return f"frame[{slots[name]}]"
        case Index(base=base, items=(Number(value=int(position)),)) if position > 0:
            return f"{_read(_place(base, slots, read), 'in sequences', read)}[{position - 1}]"
    raise NotPlain


def _read(place: str, kind: str, read: dict[str, str]) -> str:
    """The variable that keeps a value; ``read`` gets the assignment, with the check of its kind."""
    name = f"v{[*read, place].index(place)}"
    read.setdefault(place, f"type({name} := {place}) {kind}")
    return name
