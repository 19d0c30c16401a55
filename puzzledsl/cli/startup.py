"""A quicker start: click without the modules that only help texts need."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

PUT_OFF = "inspect"
"""click takes it to remove the indentation of help texts. With what it imports itself, it is a tenth of a start."""

NAMED = "uuid"
"""click has a type for options that are UUIDs, which we do not use. Its definition has `uuid.UUID` as a type argument,
for which a string is enough. The module itself finds out which platform this is, which takes a thirtieth of a start."""


class _Later(ModuleType):
    """Stands in for a module until something in it is used."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:  # click is being loaded
            if self.__name__ == NAMED:
                return f"{NAMED}.{name}"
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def load_click() -> None:
    """Import click; `PUT_OFF` and `NAMED` are loaded when click first uses them. Others get the real modules."""
    stand_ins = {name: _Later(name) for name in (PUT_OFF, NAMED) if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        import_module("click")
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
