"""The techniques, one file each. To add one, add a file that defines ``TECHNIQUES``; there is no list to extend."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from puzzledsl.steps.finding import Technique


@cache
def techniques() -> tuple[Technique, ...]:
    """All of them, the easiest first."""
    found: list[Technique] = []
    for module in modules_in(__path__):
        found += import_module(f"{__name__}.{module}").TECHNIQUES
    return tuple(sorted(found, key=lambda technique: technique.rating))
