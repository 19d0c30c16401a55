"""``hidden``: nothing; the values found in the cells are not written, since other marks show what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.marks import Kind, Site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark
    from puzzledsl.presentation.shapes import Shape


def shapes(_marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """No shapes."""
    return []


KIND = Kind(1, shapes, corner=lambda _: False)
