"""The form of the strings: ``.Cage~15~R1C3~R1C4.Or.Thermo~R1C1~R1C2.X~R5C5~R5C6.End``.

An item is a type with arguments; items of the type Or, And and Replicate enclose others up to ``.End``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from puzzledsl.formats.bounds import DEEPEST, LONGEST_TEXT, unreadable
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

SITE = "the Interactive Sudoku Solver"
COMPOSITES = frozenset({"Or", "And", "Replicate"})


@record(slots=True)
class Item:
    """One constraint, or several that are enclosed."""

    type: str
    args: tuple[str, ...] = ()
    inner: tuple[Item, ...] = ()


def string_of(text: str) -> str:
    """The string behind a link; any other text as it is.

    Raises:
        PuzzleError: it is too long, or a link without a puzzle.
    """
    if len(text) > LONGEST_TEXT:
        raise unreadable(SITE, f"it has more than {LONGEST_TEXT:,} characters")
    if not re.match(r"(?i)https?://", text):
        return text
    try:
        found = dict(parse_qsl(urlsplit("".join(text.split())).query)).get("q", "")
    except ValueError:
        found = ""
    if not found:
        raise unreadable(SITE, "the link has no puzzle behind `?q=`")
    return found


def comments_and_sections(text: str) -> tuple[list[str], list[str]]:
    """The comments of a text (lines that begin with #), and its sections, which blank lines part."""
    lines = text.splitlines()
    comments = [line.strip().lstrip("#").strip() for line in lines if line.startswith("#")]
    rest = "\n".join("" if line.startswith("#") and not line.strip("# ") else line for line in lines if line[:1] != "#")
    return [line for line in comments if line], [part for part in re.split(r"\n\s*\n", rest) if part.strip()]


def items_of(string: str) -> list[Item]:
    """The items of a string.

    Raises:
        PuzzleError: it does not begin with a dot, or its enclosing items do not match.
    """
    first, *parts = "".join(string.split()).split(".")
    if first:
        raise unreadable(SITE, f"`{first[:20]}` stands where a dot and a constraint are expected")
    open_items: list[tuple[str, tuple[str, ...], list[Item]]] = [("", (), [])]
    for part in parts:
        type_, *args = part.split("~")
        if type_ == "End":
            if len(open_items) == 1:
                raise unreadable(SITE, "`.End` without a beginning")
            closed = open_items.pop()
            open_items[-1][2].append(Item(closed[0], closed[1], tuple(closed[2])))
        elif type_ in COMPOSITES:
            if len(open_items) > DEEPEST:
                raise unreadable(SITE, f"its constraints are nested more than {DEEPEST} levels deep")
            open_items.append((type_, tuple(args), []))
        elif part:
            open_items[-1][2].append(Item(type_ or "Given", tuple(args)))
    if len(open_items) > 1:
        raise unreadable(SITE, f"`.{open_items[-1][0]}` without its `.End`")
    return open_items[0][2]


def in_force(items: Sequence[Item]) -> list[Item]:
    """The items without those that a later one replaces: one quadruple a place, one clue an end of a line."""
    last: dict[object, Item] = {}
    for item in items:
        match item.type, item.args:
            case "Quad", (corner, *_):
                last["Quad", corner.upper()] = item
            case ("LittleKiller" | "Sandwich") as type_, (_, line, *_):
                last[type_, line.upper()] = item
            case _:
                last[id(item)] = item
    return list(last.values())
