"""Items in brackets that always hold, taken out of them: ``.And``, and ``.Replicate``, which repeats its items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.iss.board import Place
from puzzledsl.formats.sites.iss.codes import positions_of
from puzzledsl.formats.sites.iss.grammar import SITE, Item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.formats.sites.iss.board import Board

MOST_ITEMS = 50_000


def flattened(items: Iterable[Item], board: Board) -> list[Item]:
    """The items with those of ``.And`` and ``.Replicate`` in their place.

    Raises:
        PuzzleError: they become too many, or name cells that do not exist.
    """
    found: list[Item] = []
    for item in items:
        match item.type:
            case "And":
                found += flattened(item.inner, board)
            case "Replicate":
                found += _replicated(item, board)
            case _:
                found.append(item)
        if len(found) > MOST_ITEMS:
            raise _too_many()
    return found


def _replicated(item: Item, board: Board) -> list[Item]:
    inner = flattened(item.inner, board)
    code, origin_name = (*item.args, "", "")[:2]
    origin = board.read(origin_name) if origin_name else board.cells[0]
    positions = positions_of(code)
    if len(positions) * len(inner) > MOST_ITEMS:
        raise _too_many()
    found = []
    for position in positions:
        target = board.place(origin.group, position)
        if not board.exists(target):
            raise unreadable(SITE, "a `.Replicate` names cells outside the grid")
        shift = (target.row - origin.row, target.column - origin.column)
        found += [_moved(child, board, origin.group, shift) for child in inner]
    return found


def _moved(item: Item, board: Board, group: str, shift: tuple[int, int]) -> Item:
    def moved(arg: str) -> str:
        name, *values = arg.split("_")
        place = board.find(name)
        if place is None:
            return arg
        there = Place(place.group, place.row + shift[0], place.column + shift[1])
        if place.group != group or not board.exists(there):
            raise unreadable(SITE, "a `.Replicate` moves cells out of the grid")
        return "_".join([board.identifier(there), *values])

    return Item(
        item.type, tuple(map(moved, item.args)), tuple(_moved(child, board, group, shift) for child in item.inner)
    )


def _too_many() -> Exception:
    return unreadable(SITE, f"it has more than {MOST_ITEMS:,} constraints")
