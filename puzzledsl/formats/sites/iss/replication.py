"""Items in brackets that always hold, taken out of them: ``.And``, and ``.Replicate``, which repeats its items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.iss.codes import positions_of
from puzzledsl.formats.sites.iss.grammar import SITE, Item
from puzzledsl.formats.sites.iss.shape import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.formats.sites.iss.shape import Shape

MOST_ITEMS = 50_000


def flattened(items: Iterable[Item], shape: Shape) -> list[Item]:
    """The items with those of ``.And`` and ``.Replicate`` in their place.

    Raises:
        PuzzleError: they become too many, or name cells that do not exist.
    """
    found: list[Item] = []
    for item in items:
        match item.type:
            case "And":
                found += flattened(item.inner, shape)
            case "Replicate":
                found += _replicated(item, shape)
            case _:
                found.append(item)
        if len(found) > MOST_ITEMS:
            raise _too_many()
    return found


def _replicated(item: Item, shape: Shape) -> list[Item]:
    inner = flattened(item.inner, shape)
    code, origin_name = (*item.args, "", "")[:2]
    origin = shape.read(origin_name) if origin_name else shape.cells[0]
    positions = positions_of(code)
    if len(positions) * len(inner) > MOST_ITEMS:
        raise _too_many()
    found = []
    for position in positions:
        target = shape.place(origin.group, position)
        if not shape.exists(target):
            raise unreadable(SITE, "a `.Replicate` names cells outside the grid")
        shift = (target.row - origin.row, target.column - origin.column)
        found += [_moved(child, shape, origin.group, shift) for child in inner]
    return found


def _moved(item: Item, shape: Shape, group: str, shift: tuple[int, int]) -> Item:
    def moved(arg: str) -> str:
        name, *values = arg.split("_")
        place = shape.find(name)
        if place is None:
            return arg
        there = Place(place.group, place.row + shift[0], place.column + shift[1])
        if place.group != group or not shape.exists(there):
            raise unreadable(SITE, "a `.Replicate` moves cells out of the grid")
        return "_".join([shape.identifier(there), *values])

    return Item(
        item.type, tuple(map(moved, item.args)), tuple(_moved(child, shape, group, shift) for child in item.inner)
    )


def _too_many() -> Exception:
    return unreadable(SITE, f"it has more than {MOST_ITEMS:,} constraints")
