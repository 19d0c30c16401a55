"""Places as editors count them: in UTF-16 code units, from 0. The only place where that is converted."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Positions:
    """The places of one text, in both directions; a place beyond an end counts as that end."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _units(self) -> Sequence[int]:
        """By character offset, up to the end, the offset in code units; characters beyond the basic plane take two."""
        if self.text.isascii():
            return range(len(self.text) + 1)
        return [0, *accumulate(1 + (character > "\uffff") for character in self.text)]

    @cached_property
    def _starts(self) -> list[int]:
        """Where the lines begin. A line ends with ``\\n``, ``\\r\\n`` or ``\\r``, as in the protocol of editors."""
        return [0, *(match.end() for match in re.finditer("\r\n|\n|\r", self.text))]

    def units(self, offset: int) -> int:
        """The offset in UTF-16 code units of a character offset."""
        return self._units[max(0, min(offset, len(self.text)))]

    def offset(self, units: int) -> int:
        """The character offset of an offset in UTF-16 code units; inside a pair, that of its character."""
        return max(0, bisect_right(self._units, units) - 1)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, the column in UTF-16 code units, both from 0."""
        line = bisect_right(self._starts, max(0, offset)) - 1
        return line, self.units(offset) - self.units(self._starts[line])

    def at(self, line: int, column: int) -> int:
        """The character offset of a line and a column in UTF-16 code units."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        begin = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        last = begin + len(self.text[begin:end].rstrip("\r\n"))
        return min(self.offset(self.units(begin) + max(0, column)), last)
