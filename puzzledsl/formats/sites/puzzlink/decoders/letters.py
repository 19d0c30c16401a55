"""Letters in cells, coded as numbers, and numbers in codings of single genres."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

from puzzledsl.formats.sites.puzzlink.codec import CELLS, Apart, Marks
from puzzledsl.formats.sites.puzzlink.codes import DIGITS, NUMBER, UNKNOWN, digits, empty, table

letters = Marks(
    CELLS,
    table({f"{k:x}" if k < 16 else f"-{k:02x}": one for k, one in enumerate(ascii_uppercase + ascii_lowercase, 1)}),
    UNKNOWN,
    empty(),
)
"""Letters in cells: numbers as in `numbers`, 1 for ``A`` to 52 for ``z``."""

tetromino_letters = Apart(
    Marks(CELLS, table({f"{k:x}": one for k, one in enumerate("ILOSTx")}), UNKNOWN, empty()), {"x": "x"}
)
"""The letters of tetrominoes, numbered from 0, and cells that are not there, as a mask."""

pentomino_letters = Apart(
    Marks(CELLS, table({f"{k:x}": one for k, one in enumerate("FILNPTUVWXYZx")}), UNKNOWN, empty()), {"x": "x"}
)
"""The letters of pentominoes, numbered from 0, and cells that are not there, as a mask."""

numbers_or_crosses = Marks(CELLS, table({".": "0"}), NUMBER, empty())
"""Numbers as in `numbers`; ``0`` for a cross, which is coded as an unknown number."""

pillow_numbers = Marks(CELLS, digits(1, 5), table({"5": "?"}), empty("6"))
"""Numbers 0 to 4 in cells, digits and letters from ``6`` for up to 30 empty cells."""


def _several(sign: str, count: int, base: int, start: int) -> dict[str, str]:
    """So many numbers in two digits of base 36 behind a sign; 0 is an unknown one, ``start`` is added."""
    return {
        sign + DIGITS[code // 36] + DIGITS[code % 36]: ",".join(
            str((code - start) // base**place % base or "?") for place in reversed(range(count))
        )
        for code in range(start, start + base**count)
        if code < 36**2
    }


tapa_loop_numbers = Marks(
    CELLS,
    table({f"{n}": f"{n}," for n in range(9)} | {".": "?,"}),
    table(_several("", 2, 8, 360) | _several("+", 3, 7, 36) | _several("-", 4, 6, 36)),
    empty(),
)
"""Up to four numbers a cell, separated by commas; ``0,`` for a single one, so that each is a list."""
