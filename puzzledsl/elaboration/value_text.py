"""Values of the language as people write them, for sentences and messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzledsl.elaboration.kinds import cell_number, is_cell, is_decided_boolean
from puzzledsl.elaboration.values import Group, Named, Value
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted, shorten
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from puzzledsl.model import Variable


def kind_of(value: Value) -> str:
    """What people call it: ``a number``, ``a list``, ``a cell``."""
    match value:
        case bool():
            return f"`{'true' if value else 'false'}`"
        case int() | Fraction():
            return f"the number {value}"
        case str():
            return f'the text "{value}"' if len(value) <= 20 else "a text"
        case None:
            return "`none`"
        case Group():
            return f"a group of {counted(len(value), 'cell')}"
        case list() | range():
            return "an empty list" if len(value) == 0 else f"a list of {len(value)}"
        case tuple():
            return f"a tuple of {len(value)}"
        case frozenset():
            return "a set"
        case dict():
            return "a map"
        case Named():
            return f"the {value.kind} `{value.name}`"
        case Affine():
            return "a cell" if is_cell(value) else "an expression over cells"
        case _ if is_decided_boolean(value):
            return "a condition on cells"
    return "a value"


def shown(value: Value, variables: Sequence[Variable] = (), most: int | None = None) -> str:
    """A value as people write it, for sentences and messages; of more than ``most`` characters no more than needed."""
    if type(value) is int:
        return str(value)
    pieces: list[str] = []
    length = 0
    for piece in _pieces(value, variables):
        pieces.append(piece)
        length += len(piece)
        if most is not None and length > most:
            break
    return "".join(pieces)


def brief(value: Value, variables: Sequence[Variable], most: int) -> str:
    """A value as people write it, cut to so many characters."""
    return shorten(shown(value, variables, most), most)


def _pieces(value: Value, variables: Sequence[Variable]) -> Iterator[str]:
    match value:
        case Affine() if variables and is_cell(value):
            yield variables[cell_number(value)].name
        case bool():
            yield "true" if value else "false"
        case int() | Fraction():
            yield str(value)
        case str():
            yield f'"{value}"'
        case None:
            yield "none"
        case range():
            yield f"{value.start}..{value.stop - 1}" if len(value) else "[]"
        case list():
            yield from _joined("[", value, "]", variables)
        case tuple():
            yield from _joined("(", value, ",)" if len(value) == 1 else ")", variables)
        case frozenset():
            yield from _joined("{", sorted(value, key=order), "}", variables)
        case dict():
            yield from _joined("{", value, "}", variables, value)
        case Named():
            yield value.name
        case _:
            yield "…"


def _joined(
    opening: str,
    items: Iterable[Value],
    closing: str,
    variables: Sequence[Variable],
    found: Mapping[Value, Value] = EMPTY,
) -> Iterator[str]:
    """The items, each with what is ``found`` under it, if anything is."""
    yield opening
    for k, item in enumerate(items):
        if k:
            yield ", "
        yield from _pieces(item, variables)
        if found:
            yield ": "
            yield from _pieces(found[item], variables)
    yield closing


def order(value: Value) -> tuple[int, Any]:
    """A sort key over mixed static values: numbers before texts before tuples."""
    if isinstance(value, (int, Fraction)):
        return (0, value)
    if isinstance(value, str):
        return (1, value)
    if isinstance(value, (list, tuple)):
        return (2, tuple(order(item) for item in value))
    return (3, repr(value))
