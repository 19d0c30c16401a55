"""A quicker start: click without the modules that only help texts need."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

PUT_OFF = "inspect"
"""click takes it to remove the indentation of help texts. With what it imports itself, it is a tenth of a start."""


class _Later(ModuleType):
    """Stands in for a module until something in it is used."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def load_click() -> None:
    """Import click; `inspect` is loaded when click first uses it. Every other module gets the real one."""
    if PUT_OFF in sys.modules:
        return
    stand_in = sys.modules[PUT_OFF] = _Later(PUT_OFF)
    try:
        import_module("click")
    finally:
        if sys.modules.get(PUT_OFF) is stand_in:
            del sys.modules[PUT_OFF]
