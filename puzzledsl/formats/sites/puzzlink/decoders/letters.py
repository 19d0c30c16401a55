"""Letters in cells, coded as numbers, and numbers in codings of single genres."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from puzzledsl.formats.sites.puzzlink.body import Body, Mark
from puzzledsl.formats.sites.puzzlink.codec import CELLS, Apart, Marks
from puzzledsl.formats.sites.puzzlink.codes import LISTS, NUMBER, UNKNOWN, Code, digits, empty, several, signs, table

_LETTERS = table(
    {f"{k:x}" if k < 16 else f"-{k:02x}": one for k, one in enumerate(ascii_uppercase + ascii_lowercase, 1)}
)

letters = Marks(CELLS, _LETTERS, UNKNOWN, empty())
"""Letters in cells: numbers as in `numbers`, 1 for ``A`` to 52 for ``z``."""

known_letters = Marks(CELLS, _LETTERS, empty())
"""Letters in cells as `letters`, all of which are known."""

tetromino_letters = Apart(Marks(CELLS, signs("01234c", "ILOSTx"), UNKNOWN, empty()), {"x": "x"})
"""The letters of tetrominoes, numbered from 0, and cells that are not there, as a mask."""

pentomino_letters = Apart(
    Marks(CELLS, table({f"{k:x}": one for k, one in enumerate("FILNPTUVWXYZx")}), UNKNOWN, empty()), {"x": "x"}
)
"""The letters of pentominoes, numbered from 0, and cells that are not there, as a mask."""

numbers_or_crosses = Marks(CELLS, table({".": "0"}), NUMBER, empty())
"""Numbers as in `numbers`; ``0`` for a cross, which is coded as an unknown number."""

pillow_numbers = Marks(CELLS, digits(1, 5), table({"5": "?"}), empty("6"))
"""Numbers 0 to 4 in cells, digits and letters from ``6`` for up to 30 empty cells."""


_WAYS = " nswe"


def _read_aimed(body: Body) -> Sequence[Mark] | None:
    found = NUMBER.read(body)
    if found is None or not found[0] or found[0] == "?":
        return None
    way, numbers = found[0][0], [*found[0][1:]]
    if way not in "01234" or (way == "0") != (not numbers):
        raise body.unexpected(found[0])
    return [",".join([_WAYS[int(way)], *[number.replace("0", "?") for number in numbers]]) if numbers else "x"]


def _write_aimed(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
    mark = marks[at]
    if mark is None:
        return None
    way, *numbers = mark.replace("?", "0").split(",")
    return NUMBER.write(["0" if mark == "x" else f"{_WAYS.index(way)}{''.join(numbers)}"], 0)


aimed_lists = Marks(CELLS, Code(_read_aimed, _write_aimed), empty())
"""Lists of digits with an arrow before them, coded as decimal numbers: ``n,2,?``; ``x`` for a cell without any."""


tapa_loop_numbers = Marks(
    CELLS, LISTS, table(several("", 2, 8, 360) | several("+", 3, 7, 36) | several("-", 4, 6, 36)), empty()
)
"""Up to four numbers a cell, separated by commas; ``0,`` for a single one, so that each is a list."""
