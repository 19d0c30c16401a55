"""Penpa+ (https://github.com/swaroopg92/penpa-edit): drawings in links that hold the whole puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.model import Model


def _recognises(text: str) -> bool:
    del text
    return False


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.penpa.writing import write

    return write(model, solution)


FORMAT = Format("penpa", "Penpa+", _recognises, None, _write, aliases=("penpa+", "penpa-edit"))
