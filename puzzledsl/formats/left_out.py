"""The comment at the end of an imported model that names the parts of the puzzle which are not in it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADING = "# Not in this model:\n"
_ITEM = "# - "


def comment(parts: Sequence[str]) -> str:
    """Write the comment; empty if nothing is left out."""
    return _HEADING + "".join(f"{_ITEM}{part}\n" for part in parts) if parts else ""


def parts_left_out(text: str) -> list[str]:
    """Read the comment of a model: the parts that it names."""
    lines = text.partition(_HEADING)[2].splitlines()
    return [line.removeprefix(_ITEM) for line in takewhile(lambda line: line.startswith(_ITEM), lines)]
