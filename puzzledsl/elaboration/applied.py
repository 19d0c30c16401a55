"""What a statement applies: the calls of rules that it made, as the elaborated model keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from puzzledsl.elaboration.context import Part, RuleCall
from puzzledsl.elaboration.items import iterate
from puzzledsl.elaboration.values import GridValue, RegionMap, Value
from puzzledsl.expressions import Affine
from puzzledsl.model import Applied, Origin


def applied(part: Part, origin: Origin) -> Iterator[Applied]:
    """The rules of the library and the conditions that a part of a statement consists of."""
    if not isinstance(part, RuleCall):
        if part is not True:
            yield Applied("", {}, part, origin)
    elif part.callee.is_of_library:
        if part.holds is not True:
            bound = {name: value for name, passed in part.arguments.items() if (value := _kept(passed)) is not ...}
            yield Applied(part.callee.name, bound, part.holds, origin)
    else:
        for inner in part.parts:
            yield from applied(inner, origin)


def _kept(value: Value) -> Value:
    """An argument without what belongs to elaboration alone; ``...`` for one that is all of that kind."""
    match value:
        case bool() | int() | Fraction() | str() | None | Affine() | range() | frozenset():
            return value
        case dict():
            found: Value = {key: _kept(item) for key, item in value.items()}
            return found if ... not in found.values() else ...
        case GridValue() | RegionMap() | list() | tuple():
            items = tuple(map(_kept, iterate(value)))
            return items if ... not in items else ...
    return ...
