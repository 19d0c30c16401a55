"""What kind of value something is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from puzzledsl.expressions import Affine, Boolean

_BOOLEANS: frozenset[type] = frozenset(Boolean.__args__)
_DECIDED_BOOLEANS = _BOOLEANS - {bool}


def is_cell(value: Any) -> bool:
    """A single variable, as it is."""
    if type(value) is not Affine:
        return False
    terms = value.terms
    return len(terms) == 1 and type(terms[0][0]) is int and terms[0][1] == 1 and value.constant == 0


def alone(value: Any) -> Any:
    """The cell of a list of one; anything else as it is."""
    return value[0] if isinstance(value, list) and len(value) == 1 and is_cell(value[0]) else value


def cell_number(value: Affine) -> int:
    """The variable number of a value for which `is_cell` holds."""
    number = value.terms[0][0]
    assert isinstance(number, int)
    return number


def are_cells(value: Any) -> bool:
    """A list of one cell or more."""
    return isinstance(value, list) and bool(value) and all(map(is_cell, value))


def is_number(value: Any) -> bool:
    """A number that is known while compiling; Booleans count as 0 and 1."""
    return isinstance(value, (int, Fraction))


def is_decided_boolean(value: Any) -> bool:
    """A condition that depends on what cells hold."""
    return type(value) in _DECIDED_BOOLEANS


def is_boolean(value: Any) -> bool:
    """A condition, known or decided; a number is none, not even 0 and 1."""
    return type(value) in _BOOLEANS


def is_list(value: Any) -> bool:
    """A list or a range."""
    return isinstance(value, (list, range))


def is_static(value: Any) -> bool:
    """Known while compiling, all the way down."""
    match value:
        case bool() | int() | Fraction() | str() | None:
            return True
        case list() | tuple():
            return all(is_static(item) for item in value)
        case range() | frozenset():
            return True
        case dict():
            return all(is_static(item) for item in value.values())
    return False


def is_key(value: Any) -> bool:
    """Known, and fit for a set or the key of a map: a number, a text, `none`, or a tuple or set of such."""
    if isinstance(value, tuple):
        return all(is_key(item) for item in value)
    return is_static(value) and not isinstance(value, (list, dict, range))
