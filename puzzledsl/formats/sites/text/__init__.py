"""Plain text: grids of digits in the forms that sudoku programs write. Classic rules are assumed."""

from __future__ import annotations

from puzzledsl.formats.format import Format


def _recognises(text: str) -> bool:
    from puzzledsl.formats.sites.text.grid import grid_in

    return grid_in(text) is not None


FORMAT = Format(
    "81", "plain text", _recognises, __name__, aliases=("text", "sdk", "sdm", "csv"), is_certain=True, order=10
)
