"""Plain text: the givens of a sudoku, one character per cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.model import Model


def _recognises(text: str) -> bool:
    del text
    return False


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.text.writing import write

    return write(model, solution)


FORMAT = Format("81", "plain text", _recognises, None, _write, aliases=("text", "sdk", "sdm", "csv"), order=10)
