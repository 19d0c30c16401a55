"""What random models are made of: pieces of text, each with its value.

A piece knows how it is written and what it is worth under an assignment, a tuple of the values of all unknowns.
Nothing of `puzzledsl` takes part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Number = int | Fraction
Place = tuple[int, int]
Values = tuple[int, ...]


class Undefined(Exception):  # noqa: N818 - a value of the language, not a failure
    """A division by zero, or an item that its list does not have."""


@dataclass(frozen=True)
class Num:
    """A number; ``value`` raises `Undefined`.

    Attributes:
        whole: it is a whole number wherever it is defined.
    """

    text: str
    value: Callable[[Values], Number]
    whole: bool = True


@dataclass(frozen=True)
class Cond:
    """A condition; ``holds`` never raises `Undefined`.

    Attributes:
        clue: the same as a statement of its own, if it can be written in another way.
    """

    text: str
    holds: Callable[[Values], bool]
    clue: str = ""


@dataclass(frozen=True)
class Cells:
    """A list of cells of the main grid.

    Attributes:
        ordered: the language says in which order they are.
    """

    text: str
    places: tuple[Place, ...]
    ordered: bool = True


@dataclass(frozen=True)
class Operand:
    """Anything that a function is given; ``value`` raises `Undefined`."""

    text: str
    value: Callable[[Values], Any]


def known(text: str, value: object) -> Operand:
    """What depends on no cell."""
    return Operand(text, lambda _: value)


def constant(value: int) -> Num:
    return Num(str(value) if value >= 0 else f"({value})", lambda _: value)


def listed(items: Sequence[Num]) -> Operand:
    """The items in brackets."""
    return Operand(f"[{', '.join(i.text for i in items)}]", lambda v: [i.value(v) for i in items])


def defined(condition: Callable[[Values], bool]) -> Callable[[Values], bool]:
    """False where something in it is undefined: what comparisons, constraints and rules have in common."""

    def holds(values: Values) -> bool:
        try:
            return condition(values)
        except Undefined:
            return False

    return holds


def magnitude(value: Number) -> Number:
    """The absolute value."""
    return value if value >= 0 else -value


def divided(a: Number, b: Number) -> Number:
    """The exact quotient."""
    if b == 0:
        raise Undefined
    quotient = Fraction(a) / Fraction(b)
    return int(quotient) if quotient.denominator == 1 else quotient


def item(items: Sequence[Any], index: Number) -> Any:
    """The item at a position that counts from 1."""
    if not 1 <= index <= len(items):
        raise Undefined
    return items[int(index) - 1]
