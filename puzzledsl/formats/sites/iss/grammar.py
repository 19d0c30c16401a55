"""The form of the strings: ``.Cage~15~R1C3~R1C4.Or.Thermo~R1C1~R1C2.X~R5C5~R5C6.End``.

An item is a type with arguments; items of the type Or, And and Replicate enclose others up to ``.End``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from puzzledsl.formats.bounds import DEEPEST, too_deep, unreadable
from puzzledsl.records import record

SITE = "the Interactive Sudoku Solver"
COMPOSITES = frozenset({"Or", "And", "Replicate"})


@record
class Item:
    """One constraint, or several that are enclosed."""

    type: str
    args: tuple[str, ...] = ()
    inner: tuple[Item, ...] = ()


@contextmanager
def arguments_of(item: Item) -> Iterator[None]:
    """Refuse a puzzle if a constraint has arguments that lead to one of these errors."""
    try:
        yield
    except (ValueError, IndexError, ZeroDivisionError):
        shown = "~".join([item.type, *item.args])[:60]
        raise unreadable(SITE, f"the arguments of `.{shown}` are wrong") from None


def items_and_comments(text: str) -> tuple[list[Item], list[str]]:
    """The items of a link or text, and its comments: lines that begin with #.

    Raises:
        PuzzleError: it is a link without a puzzle, or malformed.
    """
    if re.match(r"(?i)https?://", text):
        text = _query(text)
    comments = [comment for line in re.findall(r"(?m)^#(.*)", text) if (comment := line.strip("# \t\r"))]
    sections = re.split(r"\n\s*\n", re.sub(r"(?m)^#.*", "", text))
    return [item for section in sections if section.strip() for item in _items(section)], comments


def _query(link: str) -> str:
    try:
        return dict(parse_qsl(urlsplit("".join(link.split())).query))["q"]
    except (ValueError, KeyError):
        raise unreadable(SITE, "the link has no puzzle behind `?q=`") from None


def _items(section: str) -> list[Item]:
    """The items of a string without blank lines; what ``.And`` encloses always holds unless ``.Or`` encloses it."""
    first, *parts = "".join(section.split()).split(".")
    if first:
        raise unreadable(SITE, f"`{first[:20]}` is where a dot and a constraint are expected")
    levels: list[tuple[str, tuple[str, ...], list[Item]]] = [("", (), [])]
    for part in parts:
        type_, *args = part.split("~")
        if type_ == "End":
            if len(levels) == 1:
                raise unreadable(SITE, "`.End` without a beginning")
            closed, arguments, inner = levels.pop()
            is_flat = closed == "And" and levels[-1][0] != "Or"
            levels[-1][2].extend(inner if is_flat else [Item(closed, arguments, tuple(inner))])
        elif type_ in COMPOSITES:
            if len(levels) > DEEPEST:
                raise too_deep(SITE)
            levels.append((type_, tuple(args), []))
        elif part:
            levels[-1][2].append(Item(type_ or "Given", tuple(args)))
    if len(levels) > 1:
        raise unreadable(SITE, f"`.{levels[-1][0]}` without its `.End`")
    return levels[0][2]
