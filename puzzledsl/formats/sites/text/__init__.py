"""Plain text: grids of digits in the forms that sudoku programs write. Classic rules are assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft


def _recognises(text: str) -> bool:
    from puzzledsl.formats.sites.text.collection import puzzles_in

    return bool(puzzles_in(text))


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.text.reading import read

    return read(text)


FORMAT = Format("81", "plain text", _recognises, _read, aliases=("text", "sdk", "sdm", "csv"), order=10)
