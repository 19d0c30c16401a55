"""Plain text: grids of digits in the forms that sudoku programs write. Classic rules are assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model


def _recognises(text: str) -> bool:
    from puzzledsl.formats.sites.text.grid import grid_in

    return grid_in(text) is not None


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.text.reading import read

    return read(text)


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.text.writing import write

    return write(model, solution)


FORMAT = Format(
    "81", "plain text", _recognises, _read, _write, aliases=("text", "sdk", "sdm", "csv"), is_certain=True, order=10
)
