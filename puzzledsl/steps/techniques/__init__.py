"""The techniques, one file each. To add one, add a file that defines ``TECHNIQUES``; there is no list to extend."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.steps.finding import Technique


@cache
def techniques() -> tuple[Technique, ...]:
    """All of them, the easiest first."""
    found: list[Technique] = []
    for module in iter_modules(__path__):
        found += import_module(f"{__name__}.{module.name}").TECHNIQUES
    return tuple(sorted(found, key=lambda technique: technique.rating))
