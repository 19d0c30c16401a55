"""The text of a script: the sets that its indices run over, by name, and long lines broken between terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


WIDTH = 110
"""Columns of a line."""


class Sets:
    """The sets that indices run over, each with a name of its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[tuple[str | int, ...], str] = {}
        self._tables: dict[tuple[str, ...], str] = {}

    def declare(self, items: Sequence[str | int]) -> str:
        """The name of the set of these items, which is declared if it is new."""
        known = self._names.get(tuple(items))
        if known is not None:
            return known
        kind = "VALUES" if all(isinstance(item, int) for item in items) else "CELLS"
        count = sum(name.startswith(kind) for name in self._names.values())
        name = self._names[tuple(items)] = f"{kind}{count + 1 if count else ''}"
        self.lines += wrapped(f"{name} = ", _listed(items), "", r"(?<=[\w'],) ")
        self.lines.append(f"model.{name} = Set(initialize={name})")
        return name

    def named(self, items: Sequence[str | int]) -> str:
        """The source for a list: its set, if there is one, else the items."""
        return self._names.get(tuple(items)) or _listed(items)

    def table(self, lines: Sequence[str]) -> tuple[list[str], str]:
        """The name of a dictionary with these lines, after the lines that define it if it is new."""
        known = self._tables.get(tuple(lines))
        if known is not None:
            return [], known
        count = len(self._tables)
        name = self._tables[tuple(lines)] = f"GROUPS{count + 1 if count else ''}"
        return [f"{name} = {{", *lines, "}"], name


def _listed(items: Sequence[str | int]) -> str:
    """The source for a list of places or of values."""
    numbers = [item for item in items if isinstance(item, int)]
    if len(numbers) == len(items) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"range({numbers[0]}, {numbers[-1] + 1})"
    places = [tuple(map(int, re.findall(r"\d+", str(item)))) for item in items]
    if places and all(re.fullmatch(r"r\d+c\d+", str(item)) for item in items):
        height, width = max(r for r, _ in places), max(c for _, c in places)
        if places == [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]:
            return f'[f"r{{r}}c{{c}}" for r in range(1, {height + 1}) for c in range(1, {width + 1})]'
    return repr(list(items))


def broken(line: str) -> list[str]:
    """A line of a loop, or several where it is too long: a statement is broken between terms."""
    indent = line[: len(line) - len(line.lstrip())]
    target, _, rest = line.partition(" = ")
    if len(line) <= WIDTH + 12 or not line.lstrip().startswith("model."):
        return [line]
    return [line if number == 0 else f"{indent}{line}" for number, line in enumerate(wrapped(f"{target} = ", rest, ""))]


def wrapped(before: str, middle: str, after: str, seam: str = r" (?=[+-] )") -> list[str]:
    """One line, or several inside brackets where that would be too long, broken at seams (between terms)."""
    if len(before) + len(middle) + len(after) <= WIDTH:
        return [f"{before}{middle}{after}"]
    inside, line = [], ""
    for piece in re.split(seam, middle):
        if line and len(line) + len(piece) + 5 > WIDTH:
            inside.append(f"    {line}")
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    inside.append(f"    {line}")
    if before.endswith("(") and after.startswith(")"):
        return [before, *inside, after]
    return [f"{before}(", *inside, f"){after}"]
